#![allow(unused)]
@use@
fn show(octets: &[u8]) {
    if octets.len() % 2 != 0 {
        println!("impossible: the function takes whole units");
        return;
    }
    // The library takes units as they lie in memory, in the order of the function's name.
    let units = octets.chunks_exact(2).map(|unit| u16::from_ne_bytes(unit.try_into().unwrap()));
    let units: Vec<u16> = units.collect();
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
