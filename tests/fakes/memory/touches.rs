//! Codecs that touch memory beside their input or output, behind the modules of the adapter in Rust.

#![allow(dead_code)]

mod conversation;
mod guarded;
mod notation;
mod operations;
mod sweep;
mod units;

use std::io;

use conversation::Codec;
use operations::{Decoded, Filled, IllFormed, Values};

type Fault = unsafe fn(*const u8, usize);

unsafe fn nothing(_: *const u8, _: usize) {}

unsafe fn reads_past(at: *const u8, length: usize) {
    at.add(length).read_volatile();
}

unsafe fn reads_before(at: *const u8, _: usize) {
    at.sub(1).read_volatile();
}

unsafe fn writes_past(at: *const u8, length: usize) {
    (at as *mut u8).add(length).write_volatile(1);
}

/// What it does with its input, and with its room for output.
#[derive(Clone, Copy)]
struct Faults(Fault, Fault);

/// Room for so many bytes, all of which are written.
fn fill(fault: Faults, room: &mut [u8]) {
    room.fill(b'x');
    unsafe { (fault.1)(room.as_ptr(), room.len()) };
}

fn check(fault: Faults, bytes: &[u8]) -> Decoded {
    unsafe { (fault.0)(bytes.as_ptr(), bytes.len()) };
    Ok(())
}

fn decode(fault: Faults, bytes: &[u8], values: &mut Values) -> Decoded {
    guarded::lend_room(bytes.len(), |room| {
        fill(fault, room);
        room.copy_from_slice(bytes);
        room.iter().for_each(|&byte| values.push(byte.into()));
    });
    check(fault, bytes)
}

fn written(fault: Faults, units: &[char]) -> Vec<u8> {
    unsafe { (fault.0)(units.as_ptr().cast(), std::mem::size_of_val(units)) };
    guarded::lend_room(units.len(), |room| {
        fill(fault, room);
        units.iter().map(|&unit| unit as u8).collect()
    })
}

fn unit(pair: &[u8]) -> u16 {
    u16::from_be_bytes([pair[0], pair[1]])
}

fn units(units: &[u16], values: &mut Values) -> Decoded {
    values.push_utf16(units);
    Ok(())
}

fn all_right(_: &[u16]) -> Decoded {
    Ok(())
}

fn codec(name: &str, fault: Faults) -> Codec {
    Codec::new(name, "1")
        .offers(
            "decode UTF-8 strict",
            operations::decode(move |bytes, values| decode(fault, bytes, values)),
        )
        .offers(
            "decode-within UTF-8 strict",
            operations::decode_within(move |bytes, values| decode(fault, bytes, values)),
        )
        .offers(
            "decode-within UTF-16BE strict",
            operations::decode_units_within(
                unit,
                move |units, _| {
                    unsafe { (fault.0)(units.as_ptr().cast(), std::mem::size_of_val(units)) };
                    Ok(())
                },
            ),
        )
        .offers("decode UTF-16BE strict", operations::decode_units(unit, units))
        .offers("validate UTF-16BE strict", operations::validate_units(unit, all_right))
        .offers("sweep UTF-16BE strict", sweep::sweep_units(unit, all_right))
        .offers(
            "decode-again UTF-8 strict",
            operations::decode_again(move |bytes, values| decode(fault, bytes, values)),
        )
        .offers(
            "decode-chunks UTF-8 strict",
            operations::decode_chunks(move |chunks, values| {
                for chunk in chunks {
                    guarded::lend(chunk, |chunk| decode(fault, chunk, values))?;
                    values.end_chunk();
                }
                Ok(())
            }),
        )
        .offers(
            "decode-room UTF-8 strict",
            operations::decode_room(move |bytes, room, values| {
                fill(fault, room);
                decode(fault, bytes, values)?;
                Ok(Filled { consumed: bytes.len(), complete: true })
            }),
        )
        .offers(
            "validate UTF-8 strict",
            operations::validate(move |bytes| check(fault, bytes)),
        )
        .offers(
            "validate-chunks UTF-8 strict",
            operations::validate_chunks(move |chunks| {
                let asked = |chunk: &Vec<u8>| guarded::lend(chunk, |chunk| check(fault, chunk));
                chunks.iter().try_for_each(asked)
            }),
        )
        .offers(
            "sweep UTF-8 strict",
            sweep::sweep(move |bytes| check(fault, bytes)),
        )
        .offers(
            "encode UTF-8 strict",
            operations::encode(move |units: &[char], bytes| *bytes = written(fault, units)),
        )
        .offers(
            "encode UTF-8 replace",
            operations::encode_strict(move |units: &[char]| Ok(written(fault, units))),
        )
        .offers(
            "encode-chunks UTF-8 strict",
            operations::encode_chunks(move |chunks: &[Vec<char>]| {
                let lent = |chunk: &Vec<char>| guarded::lend(chunk, |chunk| written(fault, chunk));
                chunks.iter().map(lent).chain([Vec::new()]).collect()
            }),
        )
        .offers(
            "encode-room UTF-8 strict",
            operations::encode_room(move |units: &[char], room| {
                let bytes = written(fault, units);
                fill(fault, room);
                room[..bytes.len()].copy_from_slice(&bytes);
                let (consumed, complete) = (units.len(), true);
                (Filled { consumed, complete }, bytes.len())
            }),
        )
        .offers("encode-room UTF-8 replace", {
            let mut turn = 0;
            operations::encode_room(move |units: &[char], _| {
                turn += 1;
                let complete = turn % 2 == 0;
                (Filled { consumed: units.len(), complete }, 0)
            })
        })
}

/// A decoder and a validator that keep where a chunk was, and look there again at the end.
fn keeper() -> Codec {
    Codec::new("keeps", "1")
        .offers(
            "decode-chunks UTF-8 strict",
            operations::decode_chunks(|chunks, values| {
                let mut kept = std::ptr::null();
                for chunk in chunks {
                    guarded::lend(chunk, |chunk| {
                        kept = chunk.as_ptr();
                        chunk.iter().for_each(|&byte| values.push(byte.into()));
                    });
                    values.end_chunk();
                }
                values.push(unsafe { kept.read_volatile() }.into());
                Ok(())
            }),
        )
        .offers(
            "validate-chunks UTF-8 strict",
            operations::validate_chunks(|chunks| {
                let mut kept = std::ptr::null();
                for chunk in chunks {
                    guarded::lend(chunk, |chunk| kept = chunk.as_ptr());
                }
                match unsafe { kept.read_volatile() } {
                    0..=0x7f => Ok(()),
                    _ => Err(IllFormed::somewhere()),
                }
            }),
        )
}

fn main() -> io::Result<()> {
    let mut codecs = [
        keeper(),
        codec("right", Faults(nothing, nothing)),
        codec("reads-past", Faults(reads_past, nothing)),
        codec("reads-before", Faults(reads_before, nothing)),
        codec("writes-past", Faults(writes_past, nothing)),
        codec("overfills", Faults(nothing, writes_past)),
    ];
    conversation::hold(&mut codecs, io::stdin().lock(), io::stdout().lock())
}
