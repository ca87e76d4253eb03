#![allow(unused)]
@use@
fn show(points: &[u32]) {
    @encode@
    match said.error {
        ErrorCode::Success => {
            print!("ok");
            for octet in made[..said.count].iter().flat_map(|unit| unit.to_ne_bytes()) {
                print!(" {:02X}", octet);
            }
            println!();
        }
        error => println!("error at {}: {:?}", said.count, error),
    }
}

fn main() {
    show(&[@points@]);
}
