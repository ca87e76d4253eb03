#![allow(unused)]
@use@
fn show(octets: &[u8]) {
    @decode@
}

fn print(units: &[u16]) {
    print!("ok");
    for decoded in char::decode_utf16(units.iter().copied()) {
        match decoded {
            Ok(character) => print!(" {:X}", character as u32),
            Err(lone) => print!(" {:X}", lone.unpaired_surrogate()),
        }
    }
    println!();
}

fn main() {
    show(b"@octets@");
}
