//! The crate simdutf, a binding of the library in C++: two codecs.
//!
//! `simdutf`: `validate_utf8_with_errors` and its kin, and the conversions `_with_errors` between
//! UTF-8, UTF-16 and `u32`.
//!
//! `simdutf-utf16`: the conversions `_with_errors` between UTF-8 and UTF-16 in the order of this
//! machine.
//!
//! The library takes the best kernel for the processor. It tells the place of an error in units,
//! and neither its length nor what was written before it.

use std::mem::size_of;

use simdutf::{ErrorCode, Result as Said};

use crate::conversation::Codec;
use crate::guarded::lend_room;
use crate::operations::{
    decode, decode_units, decode_units_within, decode_within, encode_strict, validate,
    validate_units, Decoded, IllFormed, Values,
};
use crate::sweep::{sweep, sweep_units};
use crate::units::Output;

const VERSION: &str = env!("VERSION_simdutf");

pub fn codecs() -> Vec<Codec> {
    vec![to_code_points(), to_utf16()]
}

/// A conversion reads so many units and writes behind a pointer with room enough.
type Convert<I, O> = unsafe fn(*const I, usize, *mut O) -> Said;

/// SAFETY: the documentation asks for room for the units of a successful conversion, and the
/// functions that count these promise nothing for ill-formed text: the room is what so many units
/// can become at most.
fn convert<I, O: Output>(call: Convert<I, O>, units: &[I]) -> Result<Vec<O>, usize> {
    let most = match (size_of::<I>(), size_of::<O>()) {
        (4, 1) => 4,
        (4, 2) => 2,
        (2, 1) => 3,
        _ => 1,
    };
    lend_room(most * units.len(), |room| {
        let said = unsafe { call(units.as_ptr(), units.len(), room.as_mut_ptr()) };
        let count = said.count;
        answer(said).map(|()| room[..count].to_vec())
    })
}

fn answer(said: Said) -> Result<(), usize> {
    match said.error {
        ErrorCode::Success => Ok(()),
        _ => Err(said.count),
    }
}

fn in_bytes<T>(result: Result<T, usize>, size: usize) -> Result<T, IllFormed> {
    result.map_err(|index| IllFormed::at(size * index, None))
}

fn to_code_points() -> Codec {
    let utf8 = |bytes: &[u8]| in_bytes(answer(simdutf::validate_utf8_with_errors(bytes)), 1);
    let codec = Codec::new("simdutf", VERSION)
        .offers("decode UTF-8 strict", decode(utf8_to_utf32))
        .offers("decode-within UTF-8 strict", decode_within(utf8_to_utf32))
        .offers("validate UTF-8 strict", validate(utf8))
        .offers("sweep UTF-8 strict", sweep(utf8))
        .offers(
            "encode UTF-8 strict",
            encode_strict(|values: &[u32]| {
                convert(simdutf::convert_utf32_to_utf8_with_errors, values)
            }),
        );
    let codec = utf16(codec, &BIG);
    utf16(codec, &LITTLE)
}

fn utf8_to_utf32(bytes: &[u8], values: &mut Values) -> Decoded {
    let output = convert(simdutf::convert_utf8_to_utf32_with_errors, bytes);
    in_bytes(output, 1)?
        .iter()
        .for_each(|&value| values.push(value));
    Ok(())
}

/// What the library has for one order of UTF-16; it takes and gives units as they lie in memory.
struct Utf16 {
    encoding: &'static str,
    validate: fn(&[u16]) -> Said,
    decode: Convert<u16, u32>,
    encode: Convert<u32, u16>,
}

const BIG: Utf16 = Utf16 {
    encoding: "UTF-16BE",
    validate: simdutf::validate_utf16be_with_errors,
    decode: simdutf::convert_utf16be_to_utf32_with_errors,
    encode: simdutf::convert_utf32_to_utf16be_with_errors,
};

const LITTLE: Utf16 = Utf16 {
    encoding: "UTF-16LE",
    validate: simdutf::validate_utf16le_with_errors,
    decode: simdutf::convert_utf16le_to_utf32_with_errors,
    encode: simdutf::convert_utf32_to_utf16le_with_errors,
};

fn unit_in_memory(pair: &[u8]) -> u16 {
    u16::from_ne_bytes([pair[0], pair[1]])
}

fn utf16(codec: Codec, of: &Utf16) -> Codec {
    let encoding = of.encoding;
    let (call_validate, call_decode, call_encode) = (of.validate, of.decode, of.encode);
    let strict = move |units: &[u16], values: &mut Values| -> Decoded {
        let output = convert(call_decode, units);
        in_bytes(output, 2)?
            .iter()
            .for_each(|&value| values.push(value));
        Ok(())
    };
    let check = move |units: &[u16]| in_bytes(answer(call_validate(units)), 2);
    codec
        .offers(
            &format!("decode {encoding} strict"),
            decode_units(unit_in_memory, strict),
        )
        .offers(
            &format!("decode-within {encoding} strict"),
            decode_units_within(unit_in_memory, strict),
        )
        .offers(
            &format!("validate {encoding} strict"),
            validate_units(unit_in_memory, check),
        )
        .offers(
            &format!("sweep {encoding} strict"),
            sweep_units(unit_in_memory, check),
        )
        .offers(
            &format!("encode {encoding} strict"),
            encode_strict(move |values: &[u32]| {
                let units = convert(call_encode, values)?;
                Ok(units.iter().flat_map(|unit| unit.to_ne_bytes()).collect())
            }),
        )
}

fn to_utf16() -> Codec {
    Codec::new("simdutf-utf16", VERSION)
        .offers("decode UTF-8 strict", decode(utf8_to_utf16))
        .offers("decode-within UTF-8 strict", decode_within(utf8_to_utf16))
        .offers("sweep UTF-8 strict", sweep(utf8_to_utf16_check))
        .offers(
            "encode UTF-8 strict",
            encode_strict(|units: &[u16]| {
                convert(simdutf::convert_utf16_to_utf8_with_errors, units)
            }),
        )
}

fn utf8_to_utf16(bytes: &[u8], values: &mut Values) -> Decoded {
    let output = convert(simdutf::convert_utf8_to_utf16_with_errors, bytes);
    values.push_utf16(&in_bytes(output, 1)?);
    Ok(())
}

fn utf8_to_utf16_check(bytes: &[u8]) -> Decoded {
    in_bytes(
        convert(simdutf::convert_utf8_to_utf16_with_errors, bytes),
        1,
    )
    .map(drop)
}
