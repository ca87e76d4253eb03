//! The protocol's operations: from a data line to a codec's call, from its outcome to an answer.
//!
//! A codec's file gives the call alone, as a function; the functions here make an `Ask` of it.

use crate::guarded::{lend, lend_room};
use crate::notation::{
    fields, first_field, read_bytes, read_code_points, read_count, write_bytes, write_code_point,
    write_count, write_count_or_unknown, Read,
};
use crate::units::{Impossible, Input, Output};

/// Answers one data line; the error is why the adapter could not.
pub type Ask = Box<dyn FnMut(&[u8], &mut Vec<u8>) -> Read<()>>;

/// The ill-formed subsequence that a codec reported; `None` is what it did not tell.
#[derive(Default)]
pub struct IllFormed {
    pub offset: Option<usize>,
    pub length: Option<usize>,
}

impl IllFormed {
    pub fn somewhere() -> IllFormed {
        IllFormed::default()
    }

    pub fn at(offset: usize, length: Option<usize>) -> IllFormed {
        IllFormed {
            offset: Some(offset),
            length,
        }
    }

    pub fn write(&self, answer: &mut Vec<u8>) {
        answer.extend_from_slice(b"error ");
        write_count_or_unknown(self.offset, answer);
        answer.push(b' ');
        write_count_or_unknown(self.length, answer);
    }
}

pub type Decoded = Result<(), IllFormed>;

/// What was delivered, in the words of an answer.
#[derive(Default)]
pub struct Values(Vec<u8>);

impl Values {
    pub fn push(&mut self, value: u32) {
        self.0.push(b' ');
        write_code_point(value, &mut self.0);
    }

    pub fn push_str(&mut self, text: &str) {
        text.chars()
            .for_each(|character| self.push(character as u32));
    }

    /// A pair is joined; a lone unit stands for itself.
    pub fn push_utf16(&mut self, units: &[u16]) {
        let mut rest = units;
        loop {
            match *rest {
                [] => return,
                [high @ 0xd800..=0xdbff, low @ 0xdc00..=0xdfff, ..] => {
                    self.push(
                        0x10000 + ((u32::from(high) & 0x3ff) << 10) + (u32::from(low) & 0x3ff),
                    );
                    rest = &rest[2..];
                }
                [unit, ..] => {
                    self.push(u32::from(unit));
                    rest = &rest[1..];
                }
            }
        }
    }

    pub fn end_chunk(&mut self) {
        self.0.extend_from_slice(b" |");
    }
}

fn write_decoded(decoded: Decoded, values: &Values, answer: &mut Vec<u8>) {
    match decoded {
        Ok(()) => answer.extend_from_slice(b"ok"),
        Err(ill_formed) => ill_formed.write(answer),
    }
    answer.extend_from_slice(&values.0);
}

pub fn decode(mut codec: impl FnMut(&[u8], &mut Values) -> Decoded + 'static) -> Ask {
    let (mut bytes, mut values) = (Vec::new(), Values::default());
    Box::new(move |line, answer| {
        bytes.clear();
        values.0.clear();
        read_bytes(line, &mut bytes)?;
        let decoded = lend(&bytes, |bytes| codec(bytes, &mut values));
        write_decoded(decoded, &values, answer);
        Ok(())
    })
}

/// What a library tells of ill-formed input that it replaced or dropped.
pub enum Replaced {
    Whether(bool),
    Times(usize),
}

impl Replaced {
    fn write(&self, answer: &mut Vec<u8>) {
        match *self {
            Replaced::Whether(true) => answer.extend_from_slice(b"yes"),
            Replaced::Whether(false) => answer.extend_from_slice(b"no"),
            Replaced::Times(number) => write_count(number, answer),
        }
    }
}

/// For a function that tells beside the text whether it replaced something, or how often.
pub fn decode_replaced(mut codec: impl FnMut(&[u8], &mut Values) -> Replaced + 'static) -> Ask {
    let (mut bytes, mut values) = (Vec::new(), Values::default());
    Box::new(move |line, answer| {
        bytes.clear();
        values.0.clear();
        read_bytes(line, &mut bytes)?;
        let replaced = lend(&bytes, |bytes| codec(bytes, &mut values));
        answer.extend_from_slice(b"ok ");
        replaced.write(answer);
        answer.extend_from_slice(&values.0);
        Ok(())
    })
}

/// The codec gets a slice of one buffer that holds the neighbours too.
pub fn decode_within(mut codec: impl FnMut(&[u8], &mut Values) -> Decoded + 'static) -> Ask {
    let (mut buffer, mut values) = (Vec::new(), Values::default());
    Box::new(move |line, answer| {
        buffer.clear();
        values.0.clear();
        let [before, bytes, after] = fields(line)?;
        read_bytes(before, &mut buffer)?;
        let start = buffer.len();
        read_bytes(bytes, &mut buffer)?;
        let end = buffer.len();
        read_bytes(after, &mut buffer)?;
        let decoded = lend(&buffer, |buffer| codec(&buffer[start..end], &mut values));
        write_decoded(decoded, &values, answer);
        Ok(())
    })
}

/// Makes units of bytes by `join`. Of a part of one no question can be asked.
pub fn join_units<U>(bytes: &[u8], join: impl Fn(&[u8]) -> U, units: &mut Vec<U>) -> Read<()> {
    let parts = bytes.chunks_exact(std::mem::size_of::<U>());
    if !parts.remainder().is_empty() {
        return Err("the bytes are not a whole number of units");
    }
    units.clear();
    units.extend(parts.map(join));
    Ok(())
}

/// For a function of units.
pub fn decode_units<U: Copy + 'static>(
    join: impl Fn(&[u8]) -> U + 'static,
    mut codec: impl FnMut(&[U], &mut Values) -> Decoded + 'static,
) -> Ask {
    let (mut bytes, mut units, mut values) = (Vec::new(), Vec::new(), Values::default());
    Box::new(move |line, answer| {
        bytes.clear();
        values.0.clear();
        read_bytes(line, &mut bytes)?;
        join_units(&bytes, &join, &mut units)?;
        let decoded = lend(&units, |units| codec(units, &mut values));
        write_decoded(decoded, &values, answer);
        Ok(())
    })
}

/// The same of a slice: `join` makes units of all three fields, in one array, and the codec gets a
/// part of it.
pub fn decode_units_within<U: Copy + 'static>(
    join: impl Fn(&[u8]) -> U + 'static,
    mut codec: impl FnMut(&[U], &mut Values) -> Decoded + 'static,
) -> Ask {
    let (mut buffer, mut units, mut values) = (Vec::new(), Vec::new(), Values::default());
    let size = std::mem::size_of::<U>();
    Box::new(move |line, answer| {
        buffer.clear();
        values.0.clear();
        let [before, bytes, after] = fields(line)?;
        read_bytes(before, &mut buffer)?;
        let start = buffer.len();
        read_bytes(bytes, &mut buffer)?;
        join_units(&buffer[start..], &join, &mut units)?;
        let count = units.len();
        read_bytes(after, &mut buffer)?;
        let around = buffer[start % size..].chunks_exact(size);
        units.clear();
        units.extend(around.map(&join));
        let decoded = lend(&units, |units| {
            codec(&units[start / size..][..count], &mut values)
        });
        write_decoded(decoded, &values, answer);
        Ok(())
    })
}

/// The codec decodes both fields, one after the other, with what its library reuses.
pub fn decode_again(mut codec: impl FnMut(&[u8], &mut Values) -> Decoded + 'static) -> Ask {
    Box::new(move |line, answer| {
        for (index, field) in fields::<2>(line)?.into_iter().enumerate() {
            let (mut bytes, mut values) = (Vec::new(), Values::default());
            read_bytes(field, &mut bytes)?;
            if index > 0 {
                answer.extend_from_slice(b" / ");
            }
            let decoded = lend(&bytes, |bytes| codec(bytes, &mut values));
            write_decoded(decoded, &values, answer);
        }
        Ok(())
    })
}

/// The codec borrows each chunk from `lend`, and marks its end among the values.
pub fn decode_chunks(mut codec: impl FnMut(&[Vec<u8>], &mut Values) -> Decoded + 'static) -> Ask {
    let mut values = Values::default();
    Box::new(move |line, answer| {
        values.0.clear();
        let mut chunks = Vec::new();
        for field in line.split(|&byte| byte == b' ') {
            let mut chunk = Vec::new();
            read_bytes(field, &mut chunk)?;
            chunks.push(chunk);
        }
        let decoded = codec(&chunks, &mut values);
        write_decoded(decoded, &values, answer);
        Ok(())
    })
}

/// How a call with a limited output buffer ended.
pub struct Filled {
    pub consumed: usize,
    pub complete: bool,
}

impl Filled {
    fn write(&self, answer: &mut Vec<u8>) {
        answer.extend_from_slice(if self.complete { b"ok " } else { b"short " });
        write_count(self.consumed, answer);
    }
}

const LARGEST_ROOM: usize = 1 << 26;

fn read_room(field: &[u8]) -> Read<usize> {
    match read_count(field)? {
        room @ 0..=LARGEST_ROOM => Ok(room),
        _ => Err("no room above 67108864"),
    }
}

pub fn decode_room<U: Output>(
    mut codec: impl FnMut(&[u8], &mut [U], &mut Values) -> Result<Filled, IllFormed> + 'static,
) -> Ask {
    Box::new(move |line, answer| {
        let [room, field] = fields(line)?;
        let room = read_room(room)?;
        let (mut bytes, mut values) = (Vec::new(), Values::default());
        read_bytes(field, &mut bytes)?;
        let filled = lend(&bytes, |bytes| {
            lend_room(room, |room| codec(bytes, room, &mut values))
        });
        match filled {
            Ok(filled) => filled.write(answer),
            Err(ill_formed) => ill_formed.write(answer),
        }
        answer.extend_from_slice(&values.0);
        Ok(())
    })
}

/// How a call with one of several output buffers ended: `full` asks for another one.
pub struct Refill {
    pub read: usize,
    pub written: usize,
    pub full: bool,
}

impl Refill {
    /// Whether a call that says the same would follow for ever.
    fn stands_still(&self) -> bool {
        self.full && self.read == 0 && self.written == 0
    }
}

/// `begin` makes a fresh decoder. The codec is called with the rest of the input, how much was taken
/// before it, and a buffer, until no other buffer is needed.
pub fn decode_refill<U: Output, D>(
    begin: impl Fn() -> D + 'static,
    mut codec: impl FnMut(&mut D, &[u8], usize, &mut [U], &mut Values) -> Result<Refill, IllFormed>
        + 'static,
) -> Ask {
    Box::new(move |line, answer| {
        let [room, field] = fields(line)?;
        let room = read_room(room)?;
        let (mut bytes, mut values) = (Vec::new(), Values::default());
        read_bytes(field, &mut bytes)?;
        let (mut decoder, mut taken) = (begin(), 0);
        lend(&bytes, |bytes| loop {
            let refill = lend_room(room, |room| {
                codec(&mut decoder, &bytes[taken..], taken, room, &mut values)
            });
            match refill {
                Ok(refill) if refill.stands_still() => answer.extend_from_slice(b"short"),
                Ok(refill) if refill.full => {
                    taken += refill.read;
                    values.end_chunk();
                    continue;
                }
                Ok(_) => answer.extend_from_slice(b"ok"),
                Err(ill_formed) => ill_formed.write(answer),
            }
            return;
        });
        answer.extend_from_slice(&values.0);
        Ok(())
    })
}

pub fn validate(mut codec: impl FnMut(&[u8]) -> Decoded + 'static) -> Ask {
    decode(move |bytes, _| codec(bytes))
}

/// `truncated` is whether the end of the input cuts a sequence off, as the library says it.
pub fn validate_cause(
    mut codec: impl FnMut(&[u8]) -> Result<(), (IllFormed, bool)> + 'static,
) -> Ask {
    let mut bytes = Vec::new();
    Box::new(move |line, answer| {
        bytes.clear();
        read_bytes(line, &mut bytes)?;
        match lend(&bytes, |bytes| codec(bytes)) {
            Ok(()) => answer.extend_from_slice(b"ok"),
            Err((ill_formed, truncated)) => {
                ill_formed.write(answer);
                answer.extend_from_slice(if truncated { b" truncated" } else { b" ill-formed" });
            }
        }
        Ok(())
    })
}

/// The codec borrows each chunk from `lend`, and lastly says that the text has ended.
pub fn validate_chunks(mut codec: impl FnMut(&[Vec<u8>]) -> Decoded + 'static) -> Ask {
    decode_chunks(move |chunks, _| codec(chunks))
}

pub fn validate_units<U: Copy + 'static>(
    join: impl Fn(&[u8]) -> U + 'static,
    mut codec: impl FnMut(&[U]) -> Decoded + 'static,
) -> Ask {
    decode_units(join, move |units, _| codec(units))
}

/// Writes why, when the language cannot express a code point.
pub fn input<I: Input>(code_points: &[u32], answer: &mut Vec<u8>) -> Option<Vec<I>> {
    let mut units = Vec::with_capacity(code_points.len());
    for &code_point in code_points {
        if let Err(why) = I::push(code_point, &mut units) {
            write_impossible(why, answer);
            return None;
        }
    }
    Some(units)
}

fn write_impossible(why: Impossible, answer: &mut Vec<u8>) {
    answer.extend_from_slice(b"impossible ");
    answer.extend_from_slice(why.as_bytes());
}

/// For encoders that take everything the language can express.
pub fn encode<I: Input>(mut codec: impl FnMut(&[I], &mut Vec<u8>) + 'static) -> Ask {
    let (mut code_points, mut bytes) = (Vec::new(), Vec::new());
    Box::new(move |line, answer| {
        code_points.clear();
        bytes.clear();
        read_code_points(line, &mut code_points)?;
        if let Some(units) = input(&code_points, answer) {
            lend(&units, |units| codec(units, &mut bytes));
            answer.extend_from_slice(b"ok ");
            write_bytes(&bytes, answer);
        }
        Ok(())
    })
}

/// For encoders that refuse; the error is the index of the unit.
pub fn encode_strict<I: Input>(
    mut codec: impl FnMut(&[I]) -> Result<Vec<u8>, usize> + 'static,
) -> Ask {
    let mut code_points = Vec::new();
    Box::new(move |line, answer| {
        code_points.clear();
        read_code_points(line, &mut code_points)?;
        if let Some(units) = input::<I>(&code_points, answer) {
            match lend(&units, |units| codec(units)) {
                Ok(bytes) => {
                    answer.extend_from_slice(b"ok ");
                    write_bytes(&bytes, answer);
                }
                Err(unit) => {
                    answer.extend_from_slice(b"error ");
                    write_count(whole_code_points::<I>(&code_points, unit), answer);
                }
            }
        }
        Ok(())
    })
}

/// The codec borrows each chunk from `lend`; it returns a piece for each and one for the flush.
pub fn encode_chunks<I: Input>(mut codec: impl FnMut(&[Vec<I>]) -> Vec<Vec<u8>> + 'static) -> Ask {
    Box::new(move |line, answer| {
        let mut chunks = Vec::new();
        for list in split_chunks(line)? {
            let mut code_points = Vec::new();
            read_code_points(list, &mut code_points)?;
            match input(&code_points, answer) {
                Some(units) => chunks.push(units),
                None => return Ok(()),
            }
        }
        answer.extend_from_slice(b"ok ");
        for (index, piece) in codec(&chunks).iter().enumerate() {
            if index > 0 {
                answer.extend_from_slice(b" | ");
            }
            write_bytes(piece, answer);
        }
        Ok(())
    })
}

/// `20ac | - | 41`: each bar stands between two spaces.
fn split_chunks(line: &[u8]) -> Read<Vec<&[u8]>> {
    let mut chunks: Vec<&[u8]> = line.split(|&byte| byte == b'|').collect();
    let bars = chunks.len() - 1;
    for before_bar in &mut chunks[..bars] {
        *before_bar = before_bar
            .strip_suffix(b" ")
            .ok_or("a bar stands between spaces")?;
    }
    for after_bar in &mut chunks[1..] {
        *after_bar = after_bar
            .strip_prefix(b" ")
            .ok_or("a bar stands between spaces")?;
    }
    Ok(chunks)
}

/// The codec says how many units it consumed; the answer says how many code points those were.
pub fn encode_room<I: Input>(
    mut codec: impl FnMut(&[I], &mut [u8]) -> (Filled, usize) + 'static,
) -> Ask {
    Box::new(move |line, answer| {
        let (room, list) = first_field(line)?;
        let room = read_room(room)?;
        let mut code_points = Vec::new();
        read_code_points(list, &mut code_points)?;
        let units = match input(&code_points, answer) {
            Some(units) => units,
            None => return Ok(()),
        };
        lend_room(room, |room| {
            let (mut filled, written) = lend(&units, |units| codec(units, room));
            filled.consumed = touched_code_points::<I>(&code_points, filled.consumed);
            filled.write(answer);
            answer.push(b' ');
            write_bytes(&room[..written], answer);
        });
        Ok(())
    })
}

/// The same for encoders.
pub fn encode_refill<I: Input, E>(
    begin: impl Fn() -> E + 'static,
    mut codec: impl FnMut(&mut E, &[I], &mut [u8]) -> Refill + 'static,
) -> Ask {
    Box::new(move |line, answer| {
        let (room, list) = first_field(line)?;
        let room = read_room(room)?;
        let mut code_points = Vec::new();
        read_code_points(list, &mut code_points)?;
        let units = match input(&code_points, answer) {
            Some(units) => units,
            None => return Ok(()),
        };
        let (mut encoder, mut taken, mut rooms) = (begin(), 0, Vec::new());
        lend(&units, |units| loop {
            let refill = lend_room(room, |room| {
                let refill = codec(&mut encoder, &units[taken..], room);
                write_bytes(&room[..refill.written], &mut rooms);
                refill
            });
            taken += refill.read;
            if !refill.full || refill.stands_still() {
                let word: &[u8] = if refill.full { b"short " } else { b"ok " };
                answer.extend_from_slice(word);
                return;
            }
            rooms.extend_from_slice(b" | ");
        });
        answer.extend_from_slice(&rooms);
        Ok(())
    })
}

/// How many code points so many units touch: one of which half was taken is taken.
fn touched_code_points<I: Input>(code_points: &[u32], consumed: usize) -> usize {
    match consumed {
        0 => 0,
        _ => whole_code_points::<I>(code_points, consumed - 1) + 1,
    }
}

fn whole_code_points<I: Input>(code_points: &[u32], consumed: usize) -> usize {
    let mut units: Vec<I> = Vec::new();
    let fits =
        |&&code_point: &&u32| I::push(code_point, &mut units).is_ok() && units.len() <= consumed;
    code_points.iter().take_while(fits).count()
}
