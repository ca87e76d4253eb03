//! Iterators over the valid and the invalid pieces of a byte string: two codecs.
//!
//! `std-chunks`: `<[u8]>::utf8_chunks` of the standard library, since Rust 1.79.
//!
//! `bstr-chunks`: `ByteSlice::utf8_chunks` of the crate bstr.
//!
//! The libraries yield pieces and tell place and length of each. That an invalid piece is an error
//! (strict), one U+FFFD (replace, as both documentations say) or nothing (skip) is the caller's
//! choice, made here.

use bstr::ByteSlice;

use crate::bstr_crate;
use crate::conversation::Codec;
use crate::operations::{
    decode, decode_replaced, decode_within, Decoded, IllFormed, Replaced, Values,
};
#[cfg(utf8_chunks)]
use crate::standard;
use crate::sweep::sweep;

pub fn codecs() -> Vec<Codec> {
    vec![
        #[cfg(utf8_chunks)]
        codec::<Standard>(Codec::new("std-chunks", standard::VERSION)),
        codec::<Bstr>(Codec::new("bstr-chunks", bstr_crate::VERSION)),
    ]
}

fn codec<P: Pieces>(codec: Codec) -> Codec {
    codec
        .offers("decode UTF-8 strict", decode(strict::<P>))
        .offers("decode UTF-8 replace", decode(replace::<P>))
        .offers("decode UTF-8 skip", decode(skip::<P>))
        .offers("decode-replaced UTF-8 replace", decode_replaced(told::<P>))
        .offers(
            "decode-replaced UTF-8 skip",
            decode_replaced(told_of_skipped::<P>),
        )
        .offers("decode-within UTF-8 strict", decode_within(strict::<P>))
        .offers("decode-within UTF-8 replace", decode_within(replace::<P>))
        .offers("decode-within UTF-8 skip", decode_within(skip::<P>))
        .offers("sweep UTF-8 strict", sweep(check::<P>))
}

trait Pieces: 'static {
    /// Gives each valid piece with the invalid one after it, either of them possibly empty, until
    /// the receiver has had enough.
    fn each(bytes: &[u8], receive: impl FnMut(&str, &[u8]) -> Decoded) -> Decoded;
}

#[cfg(utf8_chunks)]
struct Standard;

/// `build.rs` has asked whether the compiler is new enough.
#[cfg(utf8_chunks)]
#[allow(clippy::incompatible_msrv)]
impl Pieces for Standard {
    fn each(bytes: &[u8], mut receive: impl FnMut(&str, &[u8]) -> Decoded) -> Decoded {
        <[u8]>::utf8_chunks(bytes).try_for_each(|chunk| receive(chunk.valid(), chunk.invalid()))
    }
}

struct Bstr;

impl Pieces for Bstr {
    fn each(bytes: &[u8], mut receive: impl FnMut(&str, &[u8]) -> Decoded) -> Decoded {
        ByteSlice::utf8_chunks(bytes).try_for_each(|chunk| receive(chunk.valid(), chunk.invalid()))
    }
}

fn strict<P: Pieces>(bytes: &[u8], values: &mut Values) -> Decoded {
    let mut offset = 0;
    P::each(bytes, |valid, invalid| {
        values.push_str(valid);
        offset += valid.len();
        nothing_invalid(offset, invalid)
    })
}

fn check<P: Pieces>(bytes: &[u8]) -> Decoded {
    let mut offset = 0;
    P::each(bytes, |valid, invalid| {
        offset += valid.len();
        nothing_invalid(offset, invalid)
    })
}

fn nothing_invalid(offset: usize, invalid: &[u8]) -> Decoded {
    if invalid.is_empty() {
        Ok(())
    } else {
        Err(IllFormed::at(offset, Some(invalid.len())))
    }
}

fn replace<P: Pieces>(bytes: &[u8], values: &mut Values) -> Decoded {
    P::each(bytes, |valid, invalid| {
        values.push_str(valid);
        if !invalid.is_empty() {
            values.push(0xfffd);
        }
        Ok(())
    })
}

fn skip<P: Pieces>(bytes: &[u8], values: &mut Values) -> Decoded {
    P::each(bytes, |valid, _| {
        values.push_str(valid);
        Ok(())
    })
}

/// The invalid pieces that the library gives, whatever becomes of them.
fn invalid_pieces<P: Pieces>(bytes: &[u8]) -> Replaced {
    let mut number = 0;
    let _ = P::each(bytes, |_, invalid| {
        number += usize::from(!invalid.is_empty());
        Ok(())
    });
    Replaced::Times(number)
}

fn told<P: Pieces>(bytes: &[u8], values: &mut Values) -> Replaced {
    let _ = replace::<P>(bytes, values);
    invalid_pieces::<P>(bytes)
}

fn told_of_skipped<P: Pieces>(bytes: &[u8], values: &mut Values) -> Replaced {
    let _ = skip::<P>(bytes, values);
    invalid_pieces::<P>(bytes)
}
