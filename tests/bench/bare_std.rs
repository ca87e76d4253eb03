//! The bare loop: every string of a prefix and three bytes put to `str::from_utf8`, and nothing else.
//!
//! usage: bare_std PREFIX…   (each prefix in hex)
//! Writes how many runs of one label there are, so that no call can be left out.

const FREE: usize = 3;

fn label(string: &[u8]) -> usize {
    match core::str::from_utf8(string) {
        Ok(_) => usize::MAX,
        Err(error) => error.valid_up_to(),
    }
}

fn runs(prefix: &[u8]) -> usize {
    let mut string = prefix.to_vec();
    string.resize(prefix.len() + FREE, 0);
    let (mut last, mut count) = (label(&string), 1);
    while count_up(&mut string[prefix.len()..]) {
        let next = label(&string);
        if next != last {
            last = next;
            count += 1;
        }
    }
    count
}

fn count_up(bytes: &mut [u8]) -> bool {
    for byte in bytes.iter_mut().rev() {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            return true;
        }
    }
    false
}

fn main() {
    for hex in std::env::args().skip(1) {
        let digits = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex");
        let prefix: Vec<u8> = (0..hex.len()).step_by(2).map(digits).collect();
        println!("{}", runs(&prefix));
    }
}
