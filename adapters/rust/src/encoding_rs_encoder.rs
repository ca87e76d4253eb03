//! The rest of the codec `encoding_rs`: its `Encoder` from UTF-16, its labels and its BOM sniffing.
//!
//! `Encoder::encode_from_utf16`, `Encoding::for_label` and `Encoding::for_bom`.
//!
//! The encoder takes UTF-16 units and refuses nothing: "unpaired surrogates in the input are
//! treated as U+FFFD". The documentation leaves it to the caller not to split a pair over two
//! chunks; here they go in as they come. UTF-16BE and UTF-16LE have no encoder. A label of an
//! encoding that the protocol has no word for is answered as an unknown one.

use encoding_rs::{CoderResult, Encoder, Encoding, UTF_8};

use crate::conversation::Codec;
use crate::guarded::{lend, lend_room};
use crate::notation::{read_bytes, write_count};
use crate::operations::{encode, encode_chunks, encode_refill, encode_room, Ask, Filled, Refill};
use crate::sizes::{encode_size, Sizes};

pub fn offers(codec: Codec) -> Codec {
    codec
        .offers("encode UTF-8 replace", encode(encode_utf8))
        .offers(
            "encode-chunks UTF-8 replace",
            encode_chunks(encode_utf8_chunks),
        )
        .offers("encode-room UTF-8 replace", encode_room(encode_utf8_room))
        .offers(
            "encode-refill UTF-8 replace",
            encode_refill(|| UTF_8.new_encoder(), encode_utf8_refill),
        )
        .offers("encode-size UTF-8 replace", encode_size(encode_utf8_size))
        .offers("label - -", label())
        .offers("detect - -", detect())
}

fn encode_utf8(units: &[u16], bytes: &mut Vec<u8>) {
    encode_piece(&mut UTF_8.new_encoder(), units, true, bytes);
}

fn encode_utf8_chunks(chunks: &[Vec<u16>]) -> Vec<Vec<u8>> {
    let mut encoder = UTF_8.new_encoder();
    let mut pieces = vec![Vec::new(); chunks.len() + 1];
    for (chunk, piece) in chunks.iter().zip(&mut pieces) {
        lend(chunk, |chunk| {
            encode_piece(&mut encoder, chunk, false, piece)
        });
    }
    encode_piece(&mut encoder, &[], true, &mut pieces[chunks.len()]);
    pieces
}

fn encode_piece(encoder: &mut Encoder, units: &[u16], last: bool, bytes: &mut Vec<u8>) {
    let enough = encoder.max_buffer_length_from_utf16_if_no_unmappables(units.len());
    lend_room(enough.expect("the room fits into memory"), |room| {
        let (result, _, written, _) = encoder.encode_from_utf16(units, room, last);
        assert!(
            result == CoderResult::InputEmpty,
            "encoding_rs promised the room to be enough"
        );
        bytes.extend_from_slice(&room[..written]);
    });
}

fn encode_utf8_room(units: &[u16], room: &mut [u8]) -> (Filled, usize) {
    let (result, consumed, written, _) = UTF_8.new_encoder().encode_from_utf16(units, room, true);
    (
        Filled {
            consumed,
            complete: result == CoderResult::InputEmpty,
        },
        written,
    )
}

fn encode_utf8_refill(encoder: &mut Encoder, units: &[u16], room: &mut [u8]) -> Refill {
    let (result, read, written, _) = encoder.encode_from_utf16(units, room, true);
    Refill {
        read,
        written,
        full: result == CoderResult::OutputFull,
    }
}

fn encode_utf8_size(units: &[u16]) -> Sizes {
    let encoder = &mut UTF_8.new_encoder();
    let enough = encoder.max_buffer_length_from_utf16_if_no_unmappables(units.len());
    // Room that no output needs, whatever was promised: a unit is three bytes at most.
    let written = lend_room(3 * units.len() + 16, |room| {
        encoder.encode_from_utf16(units, room, true).2
    });
    Sizes {
        predicted: enough.expect("the size fits into memory"),
        written,
    }
}

fn label() -> Ask {
    Box::new(|line, answer| {
        let mut label = Vec::new();
        read_bytes(line, &mut label)?;
        answer.extend_from_slice(b"ok ");
        answer.extend_from_slice(Encoding::for_label(&label).map_or("?", word).as_bytes());
        Ok(())
    })
}

fn detect() -> Ask {
    Box::new(|line, answer| {
        let mut bytes = Vec::new();
        read_bytes(line, &mut bytes)?;
        let (encoding, length) =
            Encoding::for_bom(&bytes).map_or(("?", 0), |(found, length)| (word(found), length));
        answer.extend_from_slice(b"ok ");
        answer.extend_from_slice(encoding.as_bytes());
        answer.push(b' ');
        write_count(length, answer);
        Ok(())
    })
}

/// The library's name where the protocol has it.
fn word(encoding: &'static Encoding) -> &'static str {
    match encoding.name() {
        name @ ("UTF-8" | "UTF-16BE" | "UTF-16LE") => name,
        _ => "?",
    }
}
