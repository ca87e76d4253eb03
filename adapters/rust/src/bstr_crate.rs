//! The crate bstr, but for its chunks (`chunks.rs`): three codecs.
//!
//! `bstr`: `ByteSlice::to_str` (strict), `to_str_lossy` (replace) and `ByteVec::push_char`
//! (encode). `Utf8Error` does not tell the length of a sequence that the end of the input cuts.
//!
//! `bstr-chars`: `decode_utf8`, one character a call (strict), and `ByteSlice::chars` (replace).
//!
//! `bstr-chars-rev`: `ByteSlice::chars` from the end (replace); what came last is reported first.
//! It has no strict mode: the error that it would meet first is the last one.
//!
//! The methods are called by their full names: a method of the same name that slices have or will
//! have would go first, and the standard library would be under test.

use std::borrow::Cow;

use bstr::{ByteSlice, ByteVec};

use crate::conversation::Codec;
use crate::operations::{
    decode, decode_replaced, decode_within, encode, validate, validate_cause, Decoded, IllFormed,
    Replaced, Values,
};
use crate::sweep::sweep;

pub const VERSION: &str = env!("VERSION_bstr");

pub fn codecs() -> Vec<Codec> {
    vec![whole(), chars(), chars_rev()]
}

fn whole() -> Codec {
    Codec::new("bstr", VERSION)
        .offers("decode UTF-8 strict", decode(to_str))
        .offers("decode UTF-8 replace", decode(to_str_lossy))
        .offers(
            "decode-replaced UTF-8 replace",
            decode_replaced(to_str_told),
        )
        .offers("decode-within UTF-8 strict", decode_within(to_str))
        .offers("decode-within UTF-8 replace", decode_within(to_str_lossy))
        .offers("validate UTF-8 strict", validate(to_str_validate))
        .offers("validate-cause UTF-8 strict", validate_cause(to_str_cause))
        .offers("sweep UTF-8 strict", sweep(to_str_validate))
        .offers("encode UTF-8 strict", encode(push_chars))
}

fn to_str_cause(bytes: &[u8]) -> Result<(), (IllFormed, bool)> {
    match ByteSlice::to_str(bytes) {
        Ok(_) => Ok(()),
        Err(error) => {
            let length = error.error_len();
            Err((IllFormed::at(error.valid_up_to(), length), length.is_none()))
        }
    }
}

fn to_str(bytes: &[u8], values: &mut Values) -> Decoded {
    match ByteSlice::to_str(bytes) {
        Ok(text) => {
            values.push_str(text);
            Ok(())
        }
        Err(error) => {
            // A place that is not one is stated all the same, without what stands before it.
            if let Ok(valid) = ByteSlice::to_str(&bytes[..error.valid_up_to()]) {
                values.push_str(valid);
            }
            Err(IllFormed::at(error.valid_up_to(), error.error_len()))
        }
    }
}

fn to_str_lossy(bytes: &[u8], values: &mut Values) -> Decoded {
    values.push_str(&ByteSlice::to_str_lossy(bytes));
    Ok(())
}

/// Only where something was replaced the text is the function's own.
fn to_str_told(bytes: &[u8], values: &mut Values) -> Replaced {
    let text = ByteSlice::to_str_lossy(bytes);
    values.push_str(&text);
    Replaced::Whether(matches!(text, Cow::Owned(_)))
}

fn to_str_validate(bytes: &[u8]) -> Decoded {
    match ByteSlice::to_str(bytes) {
        Ok(_) => Ok(()),
        Err(error) => Err(IllFormed::at(error.valid_up_to(), error.error_len())),
    }
}

fn push_chars(characters: &[char], bytes: &mut Vec<u8>) {
    for &character in characters {
        ByteVec::push_char(bytes, character);
    }
}

fn chars() -> Codec {
    Codec::new("bstr-chars", VERSION)
        .offers("decode UTF-8 strict", decode(chars_strict))
        .offers("decode UTF-8 replace", decode(chars_replace))
        .offers("decode-within UTF-8 strict", decode_within(chars_strict))
        .offers("decode-within UTF-8 replace", decode_within(chars_replace))
        .offers("sweep UTF-8 strict", sweep(chars_check))
}

fn chars_strict(bytes: &[u8], values: &mut Values) -> Decoded {
    let mut offset = 0;
    while offset < bytes.len() {
        let (character, length) = bstr::decode_utf8(&bytes[offset..]);
        let character = character.ok_or(IllFormed::at(offset, Some(length)))?;
        values.push(character as u32);
        offset += length;
    }
    Ok(())
}

fn chars_replace(bytes: &[u8], values: &mut Values) -> Decoded {
    ByteSlice::chars(bytes).for_each(|character| values.push(character as u32));
    Ok(())
}

fn chars_check(bytes: &[u8]) -> Decoded {
    let mut offset = 0;
    while offset < bytes.len() {
        let (character, length) = bstr::decode_utf8(&bytes[offset..]);
        character.ok_or(IllFormed::at(offset, Some(length)))?;
        offset += length;
    }
    Ok(())
}

fn chars_rev() -> Codec {
    Codec::new("bstr-chars-rev", VERSION)
        .offers("decode UTF-8 replace", decode(chars_rev_replace))
        .offers(
            "decode-within UTF-8 replace",
            decode_within(chars_rev_replace),
        )
}

fn chars_rev_replace(bytes: &[u8], values: &mut Values) -> Decoded {
    let backwards: Vec<char> = ByteSlice::chars(bytes).rev().collect();
    backwards
        .iter()
        .rev()
        .for_each(|&character| values.push(character as u32));
    Ok(())
}
