#![allow(unused)]
@use@
fn show(octets: &[u8]) {
    const SIZE: usize = std::mem::size_of::<@unit@>();
    if octets.len() % SIZE != 0 {
        println!("impossible: the function takes whole units");
        return;
    }
    let units = octets.chunks_exact(SIZE).map(|unit| @unit@::from_@order@_bytes(unit.try_into().unwrap()));
    let units: Vec<@unit@> = units.collect();
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
