//! Answers utfproof's protocol for the text codecs of Rust's standard library and of seven crates.
//!
//! Which API is under test, and what it cannot report, stands at the head of each codec's file:
//! `standard.rs`, `encoding_rs_*.rs`, `simdutf8_crate.rs`, `bstr_crate.rs`, `chunks.rs`,
//! `simdutf_crate.rs`, `widestring_crate.rs`, `text_of_formats.rs`.

mod bstr_crate;
mod chunks;
mod conversation;
mod encoding_rs_decoder;
mod encoding_rs_encoder;
mod encoding_rs_functions;
mod guarded;
mod notation;
mod operations;
mod simdutf8_crate;
mod simdutf_crate;
mod sizes;
mod standard;
mod sweep;
mod text_of_formats;
mod units;
mod widestring_crate;

use std::io::{self, BufReader, BufWriter};

const BUFFER: usize = 1 << 18;

fn main() -> io::Result<()> {
    let mut codecs = standard::codecs();
    codecs.extend(encoding_rs_decoder::codecs());
    codecs.extend(encoding_rs_functions::codecs());
    codecs.extend(simdutf8_crate::codecs());
    codecs.extend(bstr_crate::codecs());
    codecs.extend(chunks::codecs());
    codecs.extend(simdutf_crate::codecs());
    codecs.extend(widestring_crate::codecs());
    codecs.extend(text_of_formats::codecs());
    let input = BufReader::with_capacity(BUFFER, io::stdin().lock());
    let output = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    conversation::hold(&mut codecs, input, output)
}
