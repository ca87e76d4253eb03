#![allow(unused)]
@use@
fn show(units: &[u16]) {
    let mut octets = vec![0; 4 * units.len() + 64];
    @encode@
    print!("ok");
    for octet in octets {
        print!(" {:02X}", octet);
    }
    println!();
}

fn main() {
    show(&[@units@]);
}
