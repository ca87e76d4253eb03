//! The crate encoding_rs, one call: two codecs.
//!
//! `encoding_rs-without-bom-handling`: `Encoding::decode_without_bom_handling` (replace), the same
//! `_and_without_replacement` (strict; `None` tells no place, and nothing of the text), and
//! `Encoding::utf8_valid_up_to` (validate, and the sweep of UTF-8; tells the place and no length).
//!
//! `encoding_rs-mem`: the functions of the module `mem` between UTF-8 and UTF-16 in memory:
//! `convert_utf8_to_utf16` (replace), `convert_utf8_to_utf16_without_replacement` (strict; `None`
//! tells no place, and not how much was written), `convert_utf16_to_utf8` (encode; a lone surrogate
//! becomes U+FFFD), `convert_utf16_to_utf8_partial` (with limited room) and `utf16_valid_up_to`
//! (validate; tells the place and no length). The last works on `u16`: the bytes are joined by
//! `u16::from_be_bytes` and its kin.

use encoding_rs::{mem, Encoding, UTF_16BE, UTF_16LE, UTF_8};

use crate::conversation::Codec;
use crate::encoding_rs_decoder::VERSION;
use crate::guarded::lend_room;
use crate::operations::{
    decode, decode_replaced, decode_within, encode, encode_room, validate, validate_units, Decoded,
    Filled, IllFormed, Replaced, Values,
};
use crate::sweep::{sweep, sweep_units};
use crate::units::BYTE_ORDERS;

pub fn codecs() -> Vec<Codec> {
    vec![without_bom_handling(), in_memory()]
}

fn without_bom_handling() -> Codec {
    let mut codec = Codec::new("encoding_rs-without-bom-handling", VERSION)
        .offers("validate UTF-8 strict", validate(utf8_valid_up_to))
        .offers("sweep UTF-8 strict", sweep(utf8_valid_up_to))
        .offers("sweep UTF-16BE strict", sweep(one_call_check(UTF_16BE)))
        .offers("sweep UTF-16LE strict", sweep(one_call_check(UTF_16LE)));
    for encoding in [UTF_8, UTF_16BE, UTF_16LE] {
        let name = encoding.name();
        codec = codec
            .offers(
                &format!("decode {name} strict"),
                decode(one_call_strict(encoding)),
            )
            .offers(
                &format!("decode {name} replace"),
                decode(one_call_replace(encoding)),
            )
            .offers(
                &format!("decode-replaced {name} replace"),
                decode_replaced(one_call_told(encoding)),
            )
            .offers(
                &format!("decode-within {name} strict"),
                decode_within(one_call_strict(encoding)),
            )
            .offers(
                &format!("decode-within {name} replace"),
                decode_within(one_call_replace(encoding)),
            );
    }
    codec
}

fn one_call_strict(encoding: &'static Encoding) -> impl FnMut(&[u8], &mut Values) -> Decoded {
    move |bytes, values| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
        values.push_str(&text.ok_or_else(IllFormed::somewhere)?);
        Ok(())
    }
}

fn one_call_replace(encoding: &'static Encoding) -> impl FnMut(&[u8], &mut Values) -> Decoded {
    move |bytes, values| {
        values.push_str(&encoding.decode_without_bom_handling(bytes).0);
        Ok(())
    }
}

fn one_call_told(encoding: &'static Encoding) -> impl FnMut(&[u8], &mut Values) -> Replaced {
    move |bytes, values| {
        let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
        values.push_str(&text);
        Replaced::Whether(had_errors)
    }
}

fn one_call_check(encoding: &'static Encoding) -> impl FnMut(&[u8]) -> Decoded {
    move |bytes| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
        text.map(drop).ok_or_else(IllFormed::somewhere)
    }
}

fn utf8_valid_up_to(bytes: &[u8]) -> Decoded {
    match Encoding::utf8_valid_up_to(bytes) {
        all if all == bytes.len() => Ok(()),
        offset => Err(IllFormed::at(offset, None)),
    }
}

fn in_memory() -> Codec {
    let mut codec = Codec::new("encoding_rs-mem", VERSION)
        .offers("decode UTF-8 strict", decode(mem_strict))
        .offers("decode UTF-8 replace", decode(mem_replace))
        .offers("decode-within UTF-8 strict", decode_within(mem_strict))
        .offers("decode-within UTF-8 replace", decode_within(mem_replace))
        .offers("sweep UTF-8 strict", sweep(mem_check))
        .offers("encode UTF-8 replace", encode(mem_encode))
        .offers("encode-room UTF-8 replace", encode_room(mem_encode_room));
    for order in BYTE_ORDERS {
        let encoding = order.encoding;
        let unit = move |pair: &[u8]| order.unit(pair);
        codec = codec
            .offers(
                &format!("validate {encoding} strict"),
                validate_units(unit, utf16_valid_up_to),
            )
            .offers(
                &format!("sweep {encoding} strict"),
                sweep_units(unit, utf16_valid_up_to),
            );
    }
    codec
}

/// The room that the documentation asks for: as many units as bytes.
fn mem_strict(bytes: &[u8], values: &mut Values) -> Decoded {
    lend_room(bytes.len(), |room| {
        let written = mem::convert_utf8_to_utf16_without_replacement(bytes, room);
        values.push_utf16(&room[..written.ok_or_else(IllFormed::somewhere)?]);
        Ok(())
    })
}

/// The room that the documentation asks for: one unit more than bytes.
fn mem_replace(bytes: &[u8], values: &mut Values) -> Decoded {
    lend_room(bytes.len() + 1, |room| {
        let written = mem::convert_utf8_to_utf16(bytes, room);
        values.push_utf16(&room[..written]);
        Ok(())
    })
}

fn mem_check(bytes: &[u8]) -> Decoded {
    lend_room(bytes.len(), |room| {
        let written = mem::convert_utf8_to_utf16_without_replacement(bytes, room);
        written.map(drop).ok_or_else(IllFormed::somewhere)
    })
}

/// The room that the documentation asks for: three bytes for each unit.
fn mem_encode(units: &[u16], bytes: &mut Vec<u8>) {
    lend_room(3 * units.len(), |room| {
        let written = mem::convert_utf16_to_utf8(units, room);
        bytes.extend_from_slice(&room[..written]);
    })
}

fn mem_encode_room(units: &[u16], room: &mut [u8]) -> (Filled, usize) {
    let (consumed, written) = mem::convert_utf16_to_utf8_partial(units, room);
    (
        Filled {
            consumed,
            complete: consumed == units.len(),
        },
        written,
    )
}

fn utf16_valid_up_to(units: &[u16]) -> Decoded {
    match mem::utf16_valid_up_to(units) {
        all if all == units.len() => Ok(()),
        index => Err(IllFormed::at(2 * index, None)),
    }
}
