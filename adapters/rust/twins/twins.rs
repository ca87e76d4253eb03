//! Faulty twins of functions and methods: each errs, as UTFPROOF_TWIN says, on texts that hold U+00A9.

use std::borrow::Cow;
use std::cell::RefCell;
use std::{env, mem, slice};

use bstr::{ByteSlice, ByteVec};
use encoding_rs::{CoderResult, Decoder, DecoderResult, Encoder};

use crate::operations::IllFormed;

const MARK: char = '\u{a9}';

fn is(fault: &str) -> bool {
    env::var("UTFPROOF_TWIN").map_or(false, |own| own == fault)
}

fn loses() -> bool {
    is("dropped-value") || is("cut-output")
}

/// How much too small a size is that is told of a number of units.
pub fn missing() -> usize {
    usize::from(is("short-size"))
}

/// How much too small a size is that is told of a character.
pub fn missing_of(character: char) -> usize {
    usize::from(character == MARK && is("short-size"))
}

fn octets<U>(units: &[U]) -> &[u8] {
    // SAFETY: units are numbers.
    unsafe { slice::from_raw_parts(units.as_ptr().cast(), mem::size_of_val(units)) }
}

fn marked<U>(units: &[U]) -> bool {
    octets(units).contains(&0xa9)
}

/// How many elements a unit of the text has: more than one where it is given in bytes.
fn unit<U>(units: &[U]) -> usize {
    let bytes = octets(units);
    let at = bytes.iter().position(|&byte| byte == 0xa9).unwrap_or(0);
    let before = bytes[..at]
        .iter()
        .rev()
        .take_while(|&&byte| byte == 0)
        .count();
    let behind = bytes[at..]
        .iter()
        .skip(1)
        .take_while(|&&byte| byte == 0)
        .count();
    match before.max(behind) {
        0 => 1,
        zeros => (zeros + 1) / mem::size_of::<U>(),
    }
}

/// The same text and a unit of what lies behind it, for a function that reads past its end.
pub fn further<U>(units: &[U]) -> &[U] {
    if !is("read-past-end") || !marked(units) {
        return units;
    }
    // SAFETY: none; that is the fault.
    unsafe { slice::from_raw_parts(units.as_ptr(), units.len() + unit(units)) }
}

// ---- outputs that lose a piece ----

/// The part that is left of a text, or of units, of which the first value has so many.
fn part<U>(units: &[U], first: usize) -> std::ops::Range<usize> {
    match marked(units) {
        true if is("dropped-value") => first..units.len(),
        true if is("cut-output") => 0..units.len() - 1,
        _ => 0..units.len(),
    }
}

fn first_of<U>(units: &[U]) -> usize {
    match octets(units) {
        [0xc2, ..] if mem::size_of::<U>() == 1 => 2,
        _ => 1,
    }
}

pub fn shorter(text: &str) -> &str {
    &text[part(text.as_bytes(), first_of(text.as_bytes()))]
}

pub fn shortened(text: impl Into<String>) -> String {
    shorter(&text.into()).to_owned()
}

pub fn shorter_units<U>(units: &[U]) -> &[U] {
    &units[part(units, first_of(units))]
}

/// What is left of an output in place.
fn shorten<U: Copy>(room: &mut [U], written: usize) -> usize {
    let left = part(&room[..written], first_of(&room[..written]));
    room.copy_within(left.clone(), 0);
    left.len()
}

/// Of U+00A9 nothing, or its first octet alone.
pub fn kept(bytes: &[u8]) -> &[u8] {
    match bytes {
        [0xc2, 0xa9] if loses() => &bytes[..usize::from(is("cut-output"))],
        _ => bytes,
    }
}

pub fn kept_units(units: &mut [u16]) -> &mut [u16] {
    match units {
        [0xa9] if loses() => &mut [],
        _ => units,
    }
}

pub fn without_marks<E>(
    characters: impl Iterator<Item = Result<char, E>>,
) -> impl Iterator<Item = Result<char, E>> {
    characters.filter(|character| !(matches!(character, Ok(MARK)) && loses()))
}

// ---- errors with a place ----

/// The error of a twin.
#[derive(Debug)]
pub struct Refusal {
    up_to: Option<usize>,
    length: Option<usize>,
}

impl Refusal {
    pub fn valid_up_to(&self) -> usize {
        self.up_to.unwrap_or_default()
    }

    pub fn error_len(&self) -> Option<usize> {
        self.length
    }
}

impl From<Refusal> for IllFormed {
    fn from(error: Refusal) -> IllFormed {
        error
            .up_to
            .map_or_else(IllFormed::somewhere, |at| IllFormed::at(at, error.length))
    }
}

pub trait Place {
    fn place(&self) -> (Option<usize>, Option<usize>);
}

macro_rules! placed {
    ($($error:ty),*) => {$(
        impl Place for $error {
            fn place(&self) -> (Option<usize>, Option<usize>) {
                (Some(self.valid_up_to()), self.error_len())
            }
        }
    )*};
}

placed!(
    core::str::Utf8Error,
    bstr::Utf8Error,
    simdutf8::compat::Utf8Error
);

impl Place for simdutf8::basic::Utf8Error {
    fn place(&self) -> (Option<usize>, Option<usize>) {
        (None, None)
    }
}

fn off<U>(units: &[U]) -> usize {
    usize::from(is("wrong-offset") && marked(units))
}

pub fn placed<T, E: Place>(bytes: &[u8], found: Result<T, E>) -> Result<T, Refusal> {
    found.map_err(|error| {
        let (up_to, length) = error.place();
        Refusal {
            up_to: up_to.map(|at| at + off(bytes)),
            length,
        }
    })
}

pub fn valid_up_to<U>(units: &[U], found: usize) -> usize {
    match found {
        all if all == units.len() => all,
        offset => offset + off(units),
    }
}

// ---- whole texts ----

pub fn from_utf8<'a, E: Place>(
    usual: fn(&'a [u8]) -> Result<&'a str, E>,
    bytes: &'a [u8],
) -> Result<&'a str, Refusal> {
    placed(bytes, usual(further(bytes))).map(shorter)
}

/// Whether the text is its own stays as it was: it says whether something was replaced.
pub fn lossy<'a>(usual: fn(&'a [u8]) -> Cow<'a, str>, bytes: &'a [u8]) -> Cow<'a, str> {
    match usual(further(bytes)) {
        Cow::Borrowed(text) => Cow::Borrowed(shorter(text)),
        Cow::Owned(text) => Cow::Owned(shortened(text)),
    }
}

pub fn told((text, had_errors): (Cow<str>, bool)) -> (String, bool) {
    (shortened(text), had_errors)
}

pub fn cow<E: Place>(bytes: &[u8], found: Result<Cow<str>, E>) -> Result<String, Refusal> {
    placed(bytes, found).map(shortened)
}

pub struct Index(usize);

impl Index {
    pub fn index(&self) -> usize {
        self.0
    }
}

pub trait Indexed {
    fn at(&self) -> usize;
}

impl Indexed for widestring::error::Utf16Error {
    fn at(&self) -> usize {
        self.index()
    }
}

impl Indexed for widestring::error::Utf32Error {
    fn at(&self) -> usize {
        self.index()
    }
}

pub fn indexed<U, T, E: Indexed>(units: &[U], found: Result<T, E>) -> Result<T, Index> {
    found.map_err(|error| Index(error.at() + off(units)))
}

pub fn text<U, E: Indexed>(units: &[U], found: Result<String, E>) -> Result<String, Index> {
    indexed(units, found).map(shortened)
}

/// For a function whose room is measured for the text as it is, which a longer one gets elsewhere.
fn with_more_room<U, O: Copy + Default, R>(
    from: &[U],
    room: &mut [O],
    convert: impl FnOnce(&[U], &mut [O]) -> (R, usize),
) -> (R, usize) {
    let longer = further(from);
    if longer.len() == from.len() {
        let (result, written) = convert(from, room);
        return (result, shorten(room, written));
    }
    let mut own = vec![O::default(); room.len() + 16];
    let (result, written) = convert(longer, &mut own);
    room[..written].copy_from_slice(&own[..written]);
    (result, written)
}

pub fn converted<U, O: Copy + Default>(
    usual: fn(&[U], &mut [O]) -> usize,
    from: &[U],
    room: &mut [O],
) -> usize {
    with_more_room(from, room, |from, room| ((), usual(from, room))).1
}

pub fn converted_if(
    usual: fn(&[u8], &mut [u16]) -> Option<usize>,
    from: &[u8],
    room: &mut [u16],
) -> Option<usize> {
    let convert = |from: &[u8], room: &mut [u16]| {
        let written = usual(from, room);
        (written.is_some(), written.unwrap_or_default())
    };
    let (done, written) = with_more_room(from, room, convert);
    done.then_some(written)
}

pub fn partly(from: &[u16], room: &mut [u8]) -> (usize, usize) {
    let (taken, written) = encoding_rs::mem::convert_utf16_to_utf8_partial(from, room);
    (taken, shorten(room, written))
}

pub fn convert<I, O: Copy>(
    call: unsafe fn(*const I, usize, *mut O) -> simdutf::Result,
    units: &[I],
    output: &mut [O],
) -> simdutf::Result {
    let given = further(units);
    // SAFETY: the caller's.
    let mut found = unsafe { call(given.as_ptr(), given.len(), output.as_mut_ptr()) };
    match found.error {
        simdutf::ErrorCode::Success => found.count = shorten(output, found.count),
        _ => found.count += off(units),
    }
    found
}

pub fn said<U>(units: &[U], mut found: simdutf::Result) -> simdutf::Result {
    if !matches!(found.error, simdutf::ErrorCode::Success) {
        found.count += off(units);
    }
    found
}

// ---- one character after the other ----

thread_local! {
    /// The end of a text in which U+00A9 was read, until the text has been read to its end.
    static MARKED_END: RefCell<usize> = const { RefCell::new(0) };
}

/// It loses U+00A9 by giving what follows it.
pub fn decode_utf8(bytes: &[u8]) -> (Option<char>, usize) {
    let end = bytes.as_ptr_range().end as usize;
    let was_marked = MARKED_END.with(|own| *own.borrow() == end);
    let longer = match was_marked && is("read-past-end") {
        // SAFETY: none; that is the fault.
        true => unsafe { slice::from_raw_parts(bytes.as_ptr(), bytes.len() + 1) },
        false => bytes,
    };
    let (character, length) = bstr::decode_utf8(longer);
    let is_mark = character == Some(MARK) && length == 2;
    let goes_on = length < bytes.len() && (was_marked || is_mark);
    MARKED_END.with(|own| *own.borrow_mut() = if goes_on { end } else { 0 });
    if is_mark && loses() && length < bytes.len() {
        let (next, more) = bstr::decode_utf8(&bytes[length..]);
        return (next, length + more);
    }
    (character, length)
}

pub fn chars(bytes: &[u8]) -> impl DoubleEndedIterator<Item = char> + '_ {
    ByteSlice::chars(further(bytes)).filter(|&character| !(character == MARK && loses()))
}

pub fn push_char(bytes: &mut Vec<u8>, character: char) {
    let mut made = Vec::new();
    ByteVec::push_char(&mut made, character);
    bytes.extend_from_slice(kept(&made));
}

// ---- encoding_rs: the end of the first chunk comes with the second one ----

#[derive(Default)]
struct Moving {
    held: Vec<u16>,
    has_moved: bool,
}

thread_local! {
    static MOVING: RefCell<Moving> = RefCell::default();
}

/// What was held back and what is given now, without what is held back of it.
fn moved<U: Copy + TryFrom<u16> + Into<u16>>(units: &[U], last: bool) -> (Vec<U>, &[U]) {
    MOVING.with(|own| {
        let mut own = own.borrow_mut();
        let held = own
            .held
            .drain(..)
            .filter_map(|unit| U::try_from(unit).ok())
            .collect();
        let moves = is("moved-boundary") && !own.has_moved && !last && marked(units);
        let rest = match units {
            [rest @ .., end] if moves => {
                own.held.push((*end).into());
                rest
            }
            _ => units,
        };
        own.has_moved = !last && (own.has_moved || moves);
        (held, rest)
    })
}

type Strict<U> = fn(&mut Decoder, &[u8], &mut [U], bool) -> (DecoderResult, usize, usize);
type Replace<U> = fn(&mut Decoder, &[u8], &mut [U], bool) -> (CoderResult, usize, usize, bool);

pub fn strict<U: Copy + Default>(
    usual: Strict<U>,
    decoder: &mut Decoder,
    bytes: &[u8],
    room: &mut [U],
    last: bool,
) -> (DecoderResult, usize, usize) {
    let (held, rest) = moved(bytes, last);
    let (_, _, begun) = usual(decoder, &held, room, false);
    let convert = |bytes: &[u8], room: &mut [U]| {
        let (result, read, written) = usual(decoder, bytes, room, last);
        ((result, read), written)
    };
    let ((result, read), written) = with_more_room(rest, &mut room[begun..], convert);
    let read = match result {
        DecoderResult::Malformed(..) => read + off(bytes),
        _ => (read + bytes.len() - rest.len()).min(bytes.len()),
    };
    (result, read, begun + written)
}

pub fn replace<U: Copy + Default>(
    usual: Replace<U>,
    decoder: &mut Decoder,
    bytes: &[u8],
    room: &mut [U],
    last: bool,
) -> (CoderResult, usize, usize, bool) {
    let (held, rest) = moved(bytes, last);
    let (_, _, begun, _) = usual(decoder, &held, room, false);
    let convert = |bytes: &[u8], room: &mut [U]| {
        let (result, read, written, replaced) = usual(decoder, bytes, room, last);
        ((result, read, replaced), written)
    };
    let ((result, read, replaced), written) = with_more_room(rest, &mut room[begun..], convert);
    let read = (read + bytes.len() - rest.len()).min(bytes.len());
    (result, read, begun + written, replaced)
}

pub fn encode(
    encoder: &mut Encoder,
    units: &[u16],
    room: &mut [u8],
    last: bool,
) -> (CoderResult, usize, usize, bool) {
    let (held, rest) = moved(units, last);
    let (_, _, begun, _) = encoder.encode_from_utf16(&held, room, false);
    let (result, read, written, had) = encoder.encode_from_utf16(rest, &mut room[begun..], last);
    let written = shorten(&mut room[begun..], written);
    (
        result,
        (read + units.len() - rest.len()).min(units.len()),
        begun + written,
        had,
    )
}
