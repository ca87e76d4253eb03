#![allow(unused)]
@use@
fn show(units: &[u16]) {
    @encode@
    match said.error {
        ErrorCode::Success => {
            print!("ok");
            for octet in &octets[..said.count] {
                print!(" {:02X}", octet);
            }
            println!();
        }
        error => {
            let before = char::decode_utf16(units[..said.count].iter().copied()).count();
            println!("error at {}: {:?}", before, error);
        }
    }
}

fn main() {
    show(&[@units@]);
}
