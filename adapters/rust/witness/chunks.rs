#![allow(unused)]
use encoding_rs::{CoderResult, DecoderResult};

fn show(chunks: &[&[u8]]) {
    let mut decoder = encoding_rs::@name@.new_decoder_with_bom_removal();
    let mut read_before = 0;
    let mut pieces = Vec::new();
    for at in 0..=chunks.len() {
        let (chunk, last) = if at < chunks.len() { (chunks[at], false) } else { (&b""[..], true) };
        @decode@
        read_before += chunk.len();
        pieces.push(piece);
    }
    println!("ok {}", pieces.join("| "));
}

fn points(text: &str) -> String {
    text.chars().map(|point| format!("{:X} ", point as u32)).collect()
}

fn points_of_units(units: &[u16]) -> String {
    let decoded = char::decode_utf16(units.iter().copied());
    let points = decoded.map(|point| point.map_or_else(|lone| lone.unpaired_surrogate().into(), u32::from));
    points.map(|point| format!("{:X} ", point)).collect()
}

fn main() {
    show(&[@chunks@]);
}
