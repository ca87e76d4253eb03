#![allow(unused)]
@use@
fn show(octets: &[u8]) {
    @decode@
}

fn print(text: &str) {
    print!("ok");
    for point in text.chars() {
        print!(" {:X}", point as u32);
    }
    println!();
}

fn main() {
    show(b"@octets@");
}
