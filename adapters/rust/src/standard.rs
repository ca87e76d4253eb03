//! Rust's standard library, but for its chunks (`chunks.rs`): two codecs.
//!
//! `std`: `core::str::from_utf8` (strict), `String::from_utf8_lossy` (replace) and
//! `char::encode_utf8`. `Utf8Error` does not tell the length of a sequence that the end of the
//! input cuts.
//!
//! `std-utf16`: `char::decode_utf16` (strict), `String::from_utf16_lossy` (replace) and
//! `char::encode_utf16`. They work on `u16`, so the bytes are joined and split by
//! `u16::from_be_bytes` and its kin. `DecodeUtf16Error` names the unit; its place follows from what
//! came before it.

use std::borrow::Cow;

use crate::conversation::Codec;
use crate::operations::{
    decode, decode_replaced, decode_units, decode_within, encode, validate, validate_cause,
    Decoded, IllFormed, Replaced, Values,
};
use crate::sizes::{encode_size, Sizes};
use crate::sweep::{sweep, sweep_units};
use crate::units::{ByteOrder, BYTE_ORDERS};

pub const VERSION: &str = env!("VERSION_std");

pub fn codecs() -> Vec<Codec> {
    vec![utf8(), utf16()]
}

fn utf8() -> Codec {
    Codec::new("std", VERSION)
        .offers("decode UTF-8 strict", decode(utf8_strict))
        .offers("decode UTF-8 replace", decode(utf8_lossy))
        .offers("decode-replaced UTF-8 replace", decode_replaced(utf8_told))
        .offers("decode-within UTF-8 strict", decode_within(utf8_strict))
        .offers("decode-within UTF-8 replace", decode_within(utf8_lossy))
        .offers("validate UTF-8 strict", validate(utf8_validate))
        .offers("validate-cause UTF-8 strict", validate_cause(utf8_cause))
        .offers("sweep UTF-8 strict", sweep(utf8_validate))
        .offers("encode UTF-8 strict", encode(encode_utf8))
        .offers("encode-size UTF-8 strict", encode_size(utf8_size))
}

fn utf8_strict(bytes: &[u8], values: &mut Values) -> Decoded {
    match core::str::from_utf8(bytes) {
        Ok(text) => {
            values.push_str(text);
            Ok(())
        }
        Err(error) => {
            // A place that is not one is stated all the same, without what stands before it.
            if let Ok(valid) = core::str::from_utf8(&bytes[..error.valid_up_to()]) {
                values.push_str(valid);
            }
            Err(IllFormed::at(error.valid_up_to(), error.error_len()))
        }
    }
}

fn utf8_lossy(bytes: &[u8], values: &mut Values) -> Decoded {
    values.push_str(&String::from_utf8_lossy(bytes));
    Ok(())
}

/// Only where something was replaced the text is the function's own.
fn utf8_told(bytes: &[u8], values: &mut Values) -> Replaced {
    let text = String::from_utf8_lossy(bytes);
    values.push_str(&text);
    Replaced::Whether(matches!(text, Cow::Owned(_)))
}

fn utf8_validate(bytes: &[u8]) -> Decoded {
    match core::str::from_utf8(bytes) {
        Ok(_) => Ok(()),
        Err(error) => Err(IllFormed::at(error.valid_up_to(), error.error_len())),
    }
}

fn utf8_cause(bytes: &[u8]) -> Result<(), (IllFormed, bool)> {
    match core::str::from_utf8(bytes) {
        Ok(_) => Ok(()),
        Err(error) => {
            let length = error.error_len();
            Err((IllFormed::at(error.valid_up_to(), length), length.is_none()))
        }
    }
}

fn utf8_size(characters: &[char]) -> Sizes {
    let mut bytes = Vec::new();
    encode_utf8(characters, &mut bytes);
    Sizes {
        predicted: characters.iter().map(|&one| one.len_utf8()).sum(),
        written: bytes.len(),
    }
}

fn encode_utf8(characters: &[char], bytes: &mut Vec<u8>) {
    for character in characters {
        bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

fn utf16() -> Codec {
    let mut codec = Codec::new("std-utf16", VERSION);
    for order in BYTE_ORDERS {
        let encoding = order.encoding;
        let unit = move |pair: &[u8]| order.unit(pair);
        codec = codec
            .offers(
                &format!("decode {encoding} strict"),
                decode_units(unit, utf16_strict),
            )
            .offers(
                &format!("decode {encoding} replace"),
                decode_units(unit, utf16_lossy),
            )
            .offers(
                &format!("sweep {encoding} strict"),
                sweep_units(unit, utf16_check),
            )
            .offers(
                &format!("encode {encoding} strict"),
                encode(encode_utf16(order)),
            )
            .offers(
                &format!("encode-size {encoding} strict"),
                encode_size(utf16_size(order)),
            );
    }
    codec
}

fn utf16_strict(units: &[u16], values: &mut Values) -> Decoded {
    let mut offset = 0;
    for decoded in char::decode_utf16(units.iter().copied()) {
        let character = decoded.map_err(|_| IllFormed::at(offset, Some(2)))?;
        values.push(character as u32);
        offset += 2 * character.len_utf16();
    }
    Ok(())
}

fn utf16_lossy(units: &[u16], values: &mut Values) -> Decoded {
    values.push_str(&String::from_utf16_lossy(units));
    Ok(())
}

fn utf16_check(units: &[u16]) -> Decoded {
    let mut offset = 0;
    for decoded in char::decode_utf16(units.iter().copied()) {
        let character = decoded.map_err(|_| IllFormed::at(offset, Some(2)))?;
        offset += 2 * character.len_utf16();
    }
    Ok(())
}

fn utf16_size(order: ByteOrder) -> impl FnMut(&[char]) -> Sizes {
    let mut encode = encode_utf16(order);
    move |characters| {
        let mut bytes = Vec::new();
        encode(characters, &mut bytes);
        Sizes {
            predicted: 2 * characters.iter().map(|&one| one.len_utf16()).sum::<usize>(),
            written: bytes.len(),
        }
    }
}

fn encode_utf16(order: ByteOrder) -> impl FnMut(&[char], &mut Vec<u8>) {
    move |characters, bytes| {
        for character in characters {
            for unit in character.encode_utf16(&mut [0; 2]) {
                bytes.extend_from_slice(&(order.split)(*unit));
            }
        }
    }
}
