//! Codecs that touch memory beside their input, behind the modules of the adapter in Rust.

#![allow(dead_code)]

mod conversation;
mod guarded;
mod notation;
mod operations;
mod sweep;
mod units;

use std::io;

use conversation::Codec;
use operations::{Decoded, Filled, Values};

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

fn check(fault: Fault, bytes: &[u8]) -> Decoded {
    unsafe { fault(bytes.as_ptr(), bytes.len()) };
    Ok(())
}

fn decode(fault: Fault, bytes: &[u8], values: &mut Values) -> Decoded {
    bytes.iter().for_each(|&byte| values.push(byte.into()));
    check(fault, bytes)
}

fn written(fault: Fault, units: &[char]) -> Vec<u8> {
    unsafe { fault(units.as_ptr().cast(), std::mem::size_of_val(units)) };
    units.iter().map(|&unit| unit as u8).collect()
}

fn codec(name: &str, fault: Fault) -> Codec {
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
                |pair| u16::from_be_bytes([pair[0], pair[1]]),
                move |units, _| {
                    unsafe { fault(units.as_ptr().cast(), std::mem::size_of_val(units)) };
                    Ok(())
                },
            ),
        )
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
            operations::decode_room(move |bytes, _: &mut [u8], values| {
                decode(fault, bytes, values)?;
                Ok(Filled { consumed: bytes.len(), complete: true })
            }),
        )
        .offers(
            "validate UTF-8 strict",
            operations::validate(move |bytes| check(fault, bytes)),
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

fn main() -> io::Result<()> {
    let mut codecs = [
        codec("right", nothing),
        codec("reads-past", reads_past),
        codec("reads-before", reads_before),
        codec("writes-past", writes_past),
    ];
    conversation::hold(&mut codecs, io::stdin().lock(), io::stdout().lock())
}
