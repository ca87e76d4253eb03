#![allow(unused)]
@use@
fn show(octets: &[u8]) {
    @decode@
}

fn print(points: &[u32]) {
    print!("ok");
    for point in points {
        print!(" {:X}", point);
    }
    println!();
}

fn main() {
    show(b"@octets@");
}
