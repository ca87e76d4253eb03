#![allow(unused)]
@use@
fn show(points: &[u32]) {
    let mut units = Vec::new();
    let mut ends = Vec::new();
    for &point in points {
        match char::from_u32(point) {
            Some(character) => units.extend_from_slice(character.encode_utf16(&mut [0; 2])),
            None => units.push(point as u16),
        }
        ends.push(units.len());
    }
    @encode@
    match said.error {
        ErrorCode::Success => {
            print!("ok");
            for octet in &octets[..said.count] {
                print!(" {:02X}", octet);
            }
            println!();
        }
        error => println!("error at {}: {:?}", ends.iter().filter(|&&end| end <= said.count).count(), error),
    }
}

fn main() {
    show(&[@points@]);
}
