//! Sweeps: every byte string with a prefix, in order, answered in run lengths.

use crate::guarded::lend;
use crate::notation::{fields, read_bytes, read_count, write_count, Read};
use crate::operations::{join_units, Ask, Decoded};

/// What a codec says of one whole string, in one word so that comparing two is one instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Label(usize);

impl Label {
    const WELL_FORMED: Label = Label(usize::MAX);
    const ILL_FORMED_SOMEWHERE: Label = Label(usize::MAX - 1);
}

impl From<Decoded> for Label {
    #[inline(always)]
    fn from(decoded: Decoded) -> Label {
        match decoded {
            Ok(()) => Label::WELL_FORMED,
            Err(ill_formed) => ill_formed.offset.map_or(Label::ILL_FORMED_SOMEWHERE, Label),
        }
    }
}

/// The codec says of one string whether it is well-formed, and where it is not.
pub fn sweep(mut codec: impl FnMut(&[u8]) -> Decoded + 'static) -> Ask {
    sweep_with(move |bytes| Ok(codec(bytes)))
}

/// The same for a function of units, which `join` makes of the bytes.
pub fn sweep_units<U: Copy + 'static>(
    join: impl Fn(&[u8]) -> U + 'static,
    mut codec: impl FnMut(&[U]) -> Decoded + 'static,
) -> Ask {
    let mut units = Vec::new();
    sweep_with(move |bytes| {
        join_units(bytes, &join, &mut units)?;
        Ok(lend(&units, |units| codec(units)))
    })
}

/// All strings of a sweep are of one length: the codec can be given all of them, or none.
fn sweep_with(mut codec: impl FnMut(&[u8]) -> Read<Decoded> + 'static) -> Ask {
    Box::new(move |line, answer| {
        let [prefix, count] = fields(line)?;
        let mut string = Vec::new();
        read_bytes(prefix, &mut string)?;
        let count = read_count(count)?;
        if count > 3 {
            return Err("a sweep is of three bytes at most");
        }
        answer.extend_from_slice(b"ok");
        let fixed = string.len();
        string.resize(fixed + count, 0);
        lend(&string, |string| {
            write_runs(string, fixed, &mut codec, answer)
        })
    })
}

/// Of all strings that begin with the first `fixed` bytes of `string`.
fn write_runs(
    string: &mut [u8],
    fixed: usize,
    codec: &mut impl FnMut(&[u8]) -> Read<Decoded>,
    answer: &mut Vec<u8>,
) -> Read<()> {
    let mut label = Label::from(codec(string)?);
    let mut length = 1;
    while count_up(&mut string[fixed..]) {
        let next = Label::from(codec(string)?);
        if next == label {
            length += 1;
        } else {
            write_run(length, label, answer);
            label = next;
            length = 1;
        }
    }
    write_run(length, label, answer);
    Ok(())
}

/// False when the last string has been seen.
#[inline(always)]
fn count_up(bytes: &mut [u8]) -> bool {
    for byte in bytes.iter_mut().rev() {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            return true;
        }
    }
    false
}

#[cold]
fn write_run(length: usize, label: Label, answer: &mut Vec<u8>) {
    answer.push(b' ');
    write_count(length, answer);
    match label {
        Label::WELL_FORMED => answer.push(b'v'),
        Label::ILL_FORMED_SOMEWHERE => answer.push(b'i'),
        Label(offset) => {
            answer.push(b'i');
            write_count(offset, answer);
        }
    }
}
