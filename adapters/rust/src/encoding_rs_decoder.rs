//! The crate encoding_rs, incremental: one codec for each kind of output.
//!
//! `encoding_rs`: `Decoder` with BOM removal into UTF-8 (`decode_to_utf8`, with and without
//! replacement), `Encoder` from UTF-16, `Encoding::for_label` and `Encoding::for_bom`.
//!
//! `encoding_rs-to-utf16`: the same `Decoder` into UTF-16 (`decode_to_utf16`, with and without
//! replacement).
//!
//! The library tells place and length of each malformed sequence. A `Decoder` cannot be reset: once
//! it has ended, its documentation forbids to use it again, so decode-again puts a new one in its
//! place, as the library's users do, and keeps the output buffer. Its documentation asks for four bytes
//! (two UTF-16 units) of room; what it does with less is its own. It may call an output buffer full
//! that would have sufficed.

use std::marker::PhantomData;

use encoding_rs::{CoderResult, Decoder, DecoderResult, Encoding, UTF_16BE, UTF_16LE, UTF_8};

use crate::conversation::Codec;
use crate::encoding_rs_encoder;
use crate::guarded::{lend, lend_room};
use crate::operations::{
    decode, decode_again, decode_chunks, decode_refill, decode_replaced, decode_room,
    decode_within, Decoded, Filled, IllFormed, Refill, Replaced, Values,
};
use crate::sizes::{decode_size, Sizes};
use crate::sweep::sweep;
use crate::units::Output;

pub const VERSION: &str = env!("VERSION_encoding_rs");

pub fn codecs() -> Vec<Codec> {
    let to_utf8 = decoder_offers::<u8>(Codec::new("encoding_rs", VERSION));
    let to_utf16 = decoder_offers::<u16>(Codec::new("encoding_rs-to-utf16", VERSION));
    vec![encoding_rs_encoder::offers(to_utf8), to_utf16]
}

fn decoder_offers<U: Target>(mut codec: Codec) -> Codec {
    let (strict, replace) = (Stream::<U>::strict, Stream::<U>::replace);
    for encoding in [UTF_8, UTF_16BE, UTF_16LE] {
        let name = encoding.name();
        codec = codec
            .offers(
                &format!("decode {name} strict"),
                decode(whole(encoding, strict)),
            )
            .offers(
                &format!("decode {name} replace"),
                decode(whole(encoding, replace)),
            )
            .offers(
                &format!("decode-replaced {name} replace"),
                decode_replaced(told::<U>(encoding)),
            )
            .offers(
                &format!("decode-within {name} strict"),
                decode_within(whole(encoding, strict)),
            )
            .offers(
                &format!("decode-within {name} replace"),
                decode_within(whole(encoding, replace)),
            )
            .offers(
                &format!("decode-again {name} strict"),
                decode_again(whole(encoding, strict)),
            )
            .offers(
                &format!("decode-again {name} replace"),
                decode_again(whole(encoding, replace)),
            )
            .offers(
                &format!("decode-chunks {name} strict"),
                decode_chunks(chunked(encoding, strict)),
            )
            .offers(
                &format!("decode-chunks {name} replace"),
                decode_chunks(chunked(encoding, replace)),
            )
            .offers(
                &format!("decode-room {name} strict"),
                decode_room(strict_room::<U>(encoding)),
            )
            .offers(
                &format!("decode-room {name} replace"),
                decode_room(replace_room::<U>(encoding)),
            )
            .offers(
                &format!("decode-refill {name} strict"),
                decode_refill(fresh(encoding), strict_refill::<U>),
            )
            .offers(
                &format!("decode-refill {name} replace"),
                decode_refill(fresh(encoding), replace_refill::<U>),
            )
            .offers(
                &format!("decode-size {name} strict"),
                decode_size(strict_size::<U>(encoding)),
            )
            .offers(
                &format!("decode-size {name} replace"),
                decode_size(replace_size::<U>(encoding)),
            )
            .offers(&format!("sweep {name} strict"), sweep(check::<U>(encoding)));
    }
    codec
}

/// The decoder's methods for one kind of output unit.
trait Target: Output {
    /// The room that the library promises to be enough for so many further bytes.
    fn room(decoder: &Decoder, bytes: usize) -> Option<usize>;
    /// The same where a malformed sequence ends the call.
    fn room_without_replacement(decoder: &Decoder, bytes: usize) -> Option<usize>;
    fn strict(
        decoder: &mut Decoder,
        bytes: &[u8],
        room: &mut [Self],
        last: bool,
    ) -> (DecoderResult, usize, usize);
    fn replace(
        decoder: &mut Decoder,
        bytes: &[u8],
        room: &mut [Self],
        last: bool,
    ) -> (CoderResult, usize, usize, bool);
    fn deliver(units: &[Self], values: &mut Values);
}

impl Target for u8 {
    fn room(decoder: &Decoder, bytes: usize) -> Option<usize> {
        decoder.max_utf8_buffer_length(bytes)
    }

    fn room_without_replacement(decoder: &Decoder, bytes: usize) -> Option<usize> {
        decoder.max_utf8_buffer_length_without_replacement(bytes)
    }

    fn strict(
        decoder: &mut Decoder,
        bytes: &[u8],
        room: &mut [u8],
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        decoder.decode_to_utf8_without_replacement(bytes, room, last)
    }

    fn replace(
        decoder: &mut Decoder,
        bytes: &[u8],
        room: &mut [u8],
        last: bool,
    ) -> (CoderResult, usize, usize, bool) {
        decoder.decode_to_utf8(bytes, room, last)
    }

    fn deliver(units: &[u8], values: &mut Values) {
        values.push_str(std::str::from_utf8(units).expect("encoding_rs writes UTF-8"));
    }
}

impl Target for u16 {
    fn room(decoder: &Decoder, bytes: usize) -> Option<usize> {
        decoder.max_utf16_buffer_length(bytes)
    }

    fn room_without_replacement(decoder: &Decoder, bytes: usize) -> Option<usize> {
        // One of UTF-16 is for both: U+FFFD is as long as what it stands for, or shorter.
        decoder.max_utf16_buffer_length(bytes)
    }

    fn strict(
        decoder: &mut Decoder,
        bytes: &[u8],
        room: &mut [u16],
        last: bool,
    ) -> (DecoderResult, usize, usize) {
        decoder.decode_to_utf16_without_replacement(bytes, room, last)
    }

    fn replace(
        decoder: &mut Decoder,
        bytes: &[u8],
        room: &mut [u16],
        last: bool,
    ) -> (CoderResult, usize, usize, bool) {
        decoder.decode_to_utf16(bytes, room, last)
    }

    fn deliver(units: &[u16], values: &mut Values) {
        values.push_utf16(units);
    }
}

/// A decoder in the middle of an input, which is given exactly the room that the library asks for.
struct Stream<U> {
    encoding: &'static Encoding,
    decoder: Decoder,
    seen: usize,
    output: PhantomData<U>,
}

impl<U: Target> Stream<U> {
    fn new(encoding: &'static Encoding) -> Stream<U> {
        let decoder = encoding.new_decoder_with_bom_removal();
        Stream {
            encoding,
            decoder,
            seen: 0,
            output: PhantomData,
        }
    }

    /// Takes a fresh decoder; what is kept is memory.
    fn begin(&mut self) {
        self.decoder = self.encoding.new_decoder_with_bom_removal();
        self.seen = 0;
    }

    fn strict(&mut self, bytes: &[u8], last: bool, values: &mut Values) -> Decoded {
        self.check(bytes, last, |units| U::deliver(units, values))
    }

    fn replace(&mut self, bytes: &[u8], last: bool, values: &mut Values) -> Decoded {
        self.told(bytes, last, values);
        Ok(())
    }

    /// As replace; with what the library says of malformed sequences.
    fn told(&mut self, bytes: &[u8], last: bool, values: &mut Values) -> bool {
        lend_room(self.room(bytes), |room| {
            let (result, _, written, had_errors) = U::replace(&mut self.decoder, bytes, room, last);
            U::deliver(&room[..written], values);
            assert!(result == CoderResult::InputEmpty, "{PROMISED}");
            had_errors
        })
    }

    /// As strict; `take` gets what was written.
    fn check(&mut self, bytes: &[u8], last: bool, take: impl FnOnce(&[U])) -> Decoded {
        let (result, read) = lend_room(self.room(bytes), |room| {
            let (result, read, written) = U::strict(&mut self.decoder, bytes, room, last);
            take(&room[..written]);
            (result, read)
        });
        self.seen += read;
        let complete = strict_result(result, self.seen);
        complete.map(|complete| assert!(complete, "{PROMISED}"))
    }

    fn room(&self, bytes: &[u8]) -> usize {
        U::room(&self.decoder, bytes.len()).expect("the room fits into memory")
    }
}

const PROMISED: &str = "encoding_rs promised that the room is enough";

/// Whether the input was used up. `Malformed` counts back from the last byte read: first the bytes
/// that were read after the sequence, then its own.
fn strict_result(result: DecoderResult, read: usize) -> Result<bool, IllFormed> {
    match result {
        DecoderResult::InputEmpty => Ok(true),
        DecoderResult::OutputFull => Ok(false),
        DecoderResult::Malformed(length, after) => {
            let length = usize::from(length);
            Err(IllFormed::at(
                read - usize::from(after) - length,
                Some(length),
            ))
        }
    }
}

type Feed<U> = fn(&mut Stream<U>, &[u8], bool, &mut Values) -> Decoded;

fn whole<U: Target>(
    encoding: &'static Encoding,
    feed: Feed<U>,
) -> impl FnMut(&[u8], &mut Values) -> Decoded {
    let mut stream = Stream::new(encoding);
    move |bytes, values| {
        stream.begin();
        feed(&mut stream, bytes, true, values)
    }
}

fn told<U: Target>(encoding: &'static Encoding) -> impl FnMut(&[u8], &mut Values) -> Replaced {
    let mut stream: Stream<U> = Stream::new(encoding);
    move |bytes, values| {
        stream.begin();
        Replaced::Whether(stream.told(bytes, true, values))
    }
}

fn chunked<U: Target>(
    encoding: &'static Encoding,
    feed: Feed<U>,
) -> impl FnMut(&[Vec<u8>], &mut Values) -> Decoded {
    let mut stream = Stream::new(encoding);
    move |chunks, values| {
        stream.begin();
        for chunk in chunks {
            lend(chunk, |chunk| feed(&mut stream, chunk, false, values))?;
            values.end_chunk();
        }
        feed(&mut stream, b"", true, values)
    }
}

fn check<U: Target>(encoding: &'static Encoding) -> impl FnMut(&[u8]) -> Decoded {
    let mut stream: Stream<U> = Stream::new(encoding);
    move |bytes| {
        stream.begin();
        stream.check(bytes, true, |_| ())
    }
}

fn strict_room<U: Target>(
    encoding: &'static Encoding,
) -> impl FnMut(&[u8], &mut [U], &mut Values) -> Result<Filled, IllFormed> {
    move |bytes, room, values| {
        let mut decoder = encoding.new_decoder_with_bom_removal();
        let (result, consumed, written) = U::strict(&mut decoder, bytes, room, true);
        U::deliver(&room[..written], values);
        strict_result(result, consumed).map(|complete| Filled { consumed, complete })
    }
}

fn replace_room<U: Target>(
    encoding: &'static Encoding,
) -> impl FnMut(&[u8], &mut [U], &mut Values) -> Result<Filled, IllFormed> {
    move |bytes, room, values| {
        let mut decoder = encoding.new_decoder_with_bom_removal();
        let (result, consumed, written, _) = U::replace(&mut decoder, bytes, room, true);
        U::deliver(&room[..written], values);
        Ok(Filled {
            consumed,
            complete: result == CoderResult::InputEmpty,
        })
    }
}

/// Room that no output needs, whatever was promised: a byte of UTF-8 or half a unit of UTF-16 is
/// three bytes at most.
fn ample(bytes: &[u8]) -> usize {
    3 * bytes.len() + 16
}

const PREDICTED: &str = "the size fits into memory";

fn strict_size<U: Target>(
    encoding: &'static Encoding,
) -> impl FnMut(&[u8]) -> Result<Sizes, IllFormed> {
    move |bytes| {
        let mut decoder = encoding.new_decoder_with_bom_removal();
        let predicted = U::room_without_replacement(&decoder, bytes.len()).expect(PREDICTED);
        lend_room(ample(bytes), |room| {
            let (result, read, written) = U::strict(&mut decoder, bytes, room, true);
            strict_result(result, read).map(|_| Sizes { predicted, written })
        })
    }
}

fn replace_size<U: Target>(
    encoding: &'static Encoding,
) -> impl FnMut(&[u8]) -> Result<Sizes, IllFormed> {
    move |bytes| {
        let mut decoder = encoding.new_decoder_with_bom_removal();
        let predicted = U::room(&decoder, bytes.len()).expect(PREDICTED);
        lend_room(ample(bytes), |room| {
            let (_, _, written, _) = U::replace(&mut decoder, bytes, room, true);
            Ok(Sizes { predicted, written })
        })
    }
}

fn fresh(encoding: &'static Encoding) -> impl Fn() -> Decoder {
    move || encoding.new_decoder_with_bom_removal()
}

fn strict_refill<U: Target>(
    decoder: &mut Decoder,
    bytes: &[u8],
    taken: usize,
    room: &mut [U],
    values: &mut Values,
) -> Result<Refill, IllFormed> {
    let (result, read, written) = U::strict(decoder, bytes, room, true);
    U::deliver(&room[..written], values);
    strict_result(result, taken + read).map(|complete| Refill {
        read,
        written,
        full: !complete,
    })
}

fn replace_refill<U: Target>(
    decoder: &mut Decoder,
    bytes: &[u8],
    _taken: usize,
    room: &mut [U],
    values: &mut Values,
) -> Result<Refill, IllFormed> {
    let (result, read, written, _) = U::replace(decoder, bytes, room, true);
    U::deliver(&room[..written], values);
    Ok(Refill {
        read,
        written,
        full: result == CoderResult::OutputFull,
    })
}
