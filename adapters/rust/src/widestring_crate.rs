//! The crate widestring: two codecs.
//!
//! `widestring`: `U16Str::to_string` and `U32Str::to_string` (strict), `U16String::from_str` and
//! `U32String::from_str` (encode). `Utf16Error` and `Utf32Error` tell an index "in the given string",
//! which is reported as it is, times the size of a unit, and no length.
//!
//! `widestring-utf`: `Utf16Str::from_slice` and `Utf32Str::from_slice` (strict), with the same
//! errors.
//!
//! They work on `u16` and `u32`, so the bytes are joined and split by `from_be_bytes` and its kin.

use widestring::{U16Str, U16String, U32Str, U32String, Utf16Str, Utf32Str};

use crate::conversation::Codec;
use crate::operations::{decode_units, decode_units_within, encode, Decoded, IllFormed, Values};
use crate::sweep::sweep_units;
use crate::units::BYTE_ORDERS;

const VERSION: &str = env!("VERSION_widestring");

pub fn codecs() -> Vec<Codec> {
    vec![
        both_sizes("widestring", to_string_16, to_string_32),
        both_sizes("widestring-utf", from_slice_16, from_slice_32),
    ]
}

type Read16 = fn(&[u16]) -> Result<String, IllFormed>;
type Read32 = fn(&[u32]) -> Result<String, IllFormed>;

fn both_sizes(name: &str, read_16: Read16, read_32: Read32) -> Codec {
    let mut codec = Codec::new(name, VERSION);
    for order in BYTE_ORDERS {
        let unit = move |pair: &[u8]| order.unit(pair);
        codec = offers(codec, order.encoding, unit, read_16);
    }
    for order in ORDERS_32 {
        codec = offers(codec, order.encoding, join_32(order), read_32);
    }
    if name == "widestring" {
        codec = encoders(codec);
    }
    codec
}

fn offers<U: Copy + 'static>(
    codec: Codec,
    encoding: &str,
    join: impl Fn(&[u8]) -> U + Copy + 'static,
    read: fn(&[U]) -> Result<String, IllFormed>,
) -> Codec {
    let strict = move |units: &[U], values: &mut Values| deliver(read(units), values);
    codec
        .offers(
            &format!("decode {encoding} strict"),
            decode_units(join, strict),
        )
        .offers(
            &format!("decode-within {encoding} strict"),
            decode_units_within(join, strict),
        )
        .offers(
            &format!("sweep {encoding} strict"),
            sweep_units(join, move |units| read(units).map(drop)),
        )
}

fn deliver(text: Result<String, IllFormed>, values: &mut Values) -> Decoded {
    values.push_str(&text?);
    Ok(())
}

fn to_string_16(units: &[u16]) -> Result<String, IllFormed> {
    let text = U16Str::from_slice(units).to_string();
    text.map_err(|error| IllFormed::at(2 * error.index(), None))
}

fn from_slice_16(units: &[u16]) -> Result<String, IllFormed> {
    let text = Utf16Str::from_slice(units);
    let text = text.map_err(|error| IllFormed::at(2 * error.index(), None))?;
    Ok(text.to_string())
}

/// The order of the four bytes of a unit.
#[derive(Clone, Copy)]
struct Order32 {
    encoding: &'static str,
    join: fn([u8; 4]) -> u32,
    split: fn(u32) -> [u8; 4],
}

const ORDERS_32: [Order32; 2] = [
    Order32 {
        encoding: "UTF-32BE",
        join: u32::from_be_bytes,
        split: u32::to_be_bytes,
    },
    Order32 {
        encoding: "UTF-32LE",
        join: u32::from_le_bytes,
        split: u32::to_le_bytes,
    },
];

fn join_32(order: Order32) -> impl Fn(&[u8]) -> u32 + Copy {
    move |four| (order.join)([four[0], four[1], four[2], four[3]])
}

fn to_string_32(units: &[u32]) -> Result<String, IllFormed> {
    let text = U32Str::from_slice(units).to_string();
    text.map_err(|error| IllFormed::at(4 * error.index(), None))
}

fn from_slice_32(units: &[u32]) -> Result<String, IllFormed> {
    let text = Utf32Str::from_slice(units);
    let text = text.map_err(|error| IllFormed::at(4 * error.index(), None))?;
    Ok(text.to_string())
}

fn encoders(mut codec: Codec) -> Codec {
    for order in BYTE_ORDERS {
        codec = codec.offers(
            &format!("encode {} strict", order.encoding),
            encode(move |characters: &[char], bytes| {
                let units = U16String::from_str(&characters.iter().collect::<String>());
                let units = units.as_slice().iter();
                units.for_each(|&unit| bytes.extend_from_slice(&(order.split)(unit)));
            }),
        );
    }
    for order in ORDERS_32 {
        codec = codec.offers(
            &format!("encode {} strict", order.encoding),
            encode(move |characters: &[char], bytes| {
                let units = U32String::from_str(&characters.iter().collect::<String>());
                let units = units.as_slice().iter();
                units.for_each(|&unit| bytes.extend_from_slice(&(order.split)(unit)));
            }),
        );
    }
    codec
}
