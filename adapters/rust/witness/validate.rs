#![allow(unused)]
@use@
fn show(octets: &[u8]) {
    @validate@
}

fn main() {
    show(b"@octets@");
}
