#![allow(unused)]
@use@
fn show(points: &[u32]) {
    let text: Option<String> = points.iter().map(|&point| char::from_u32(point)).collect();
    let text = match text {
        Some(text) => text,
        None => return println!("impossible: no char"),
    };
    let octets: Vec<u8> = @encode@;
    print!("ok");
    for octet in octets {
        print!(" {:02X}", octet);
    }
    println!();
}

fn main() {
    show(&[@points@]);
}
