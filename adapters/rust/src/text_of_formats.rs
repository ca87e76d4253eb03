//! Text inside another format: two codecs.
//!
//! `percent-encoding`: `percent_decode` with `decode_utf8` (strict) and `decode_utf8_lossy`
//! (replace). Every byte is percent-encoded before. `Utf8Error` speaks of the bytes decoded, and
//! does not tell the length of a sequence that the end cuts.
//!
//! `serde_json`: `from_slice::<String>`, of a JSON string. The bytes are put between quotation
//! marks, and those that JSON keeps for itself are not sent. Its error is of a line and a column of
//! the document: neither is a place in the string.

use percent_encoding::percent_decode;

use crate::conversation::Codec;
use crate::operations::{decode, validate, Decoded, IllFormed, Values};
use crate::sweep::sweep;

pub fn codecs() -> Vec<Codec> {
    vec![percent(), json()]
}

fn percent() -> Codec {
    Codec::new("percent-encoding", env!("VERSION_percent-encoding"))
        .offers("decode UTF-8 strict", decode(percent_strict))
        .offers("decode UTF-8 replace", decode(percent_lossy))
        .offers("validate UTF-8 strict", validate(percent_check))
        .offers("sweep UTF-8 strict", sweep(percent_check))
}

fn percent_encoded(bytes: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    bytes
        .iter()
        .flat_map(|&byte| {
            [
                b'%',
                DIGITS[usize::from(byte >> 4)],
                DIGITS[usize::from(byte & 0xf)],
            ]
        })
        .collect()
}

fn percent_strict(bytes: &[u8], values: &mut Values) -> Decoded {
    let encoded = percent_encoded(bytes);
    let text = percent_decode(&encoded).decode_utf8();
    values.push_str(&text.map_err(|error| IllFormed::at(error.valid_up_to(), error.error_len()))?);
    Ok(())
}

fn percent_lossy(bytes: &[u8], values: &mut Values) -> Decoded {
    values.push_str(&percent_decode(&percent_encoded(bytes)).decode_utf8_lossy());
    Ok(())
}

fn percent_check(bytes: &[u8]) -> Decoded {
    match percent_decode(&percent_encoded(bytes)).decode_utf8() {
        Ok(_) => Ok(()),
        Err(error) => Err(IllFormed::at(error.valid_up_to(), error.error_len())),
    }
}

fn json() -> Codec {
    Codec::new("serde_json", env!("VERSION_serde_json"))
        .offers("decode UTF-8 strict", decode(json_strict))
        .offers("validate UTF-8 strict", validate(json_check))
        .offers("sweep UTF-8 strict", sweep(json_check))
}

fn json_string(bytes: &[u8]) -> Result<String, IllFormed> {
    let document = [b"\"", bytes, b"\""].concat();
    serde_json::from_slice(&document).map_err(|_| IllFormed::somewhere())
}

fn json_strict(bytes: &[u8], values: &mut Values) -> Decoded {
    values.push_str(&json_string(bytes)?);
    Ok(())
}

fn json_check(bytes: &[u8]) -> Decoded {
    json_string(bytes).map(drop)
}
