//! The protocol's blocks: reads headers and data lines, finds who answers, writes the answers.

use std::io::{self, BufRead, Write};

use crate::guarded::{guard, touch, Side};
use crate::operations::Ask;

const OVERRUN: &[u8] = b"overrun ";

/// One API family of one library; an offer is what a header says without the codec's name.
pub struct Codec {
    pub name: String,
    pub version: &'static str,
    pub offers: Vec<(String, Ask)>,
}

impl Codec {
    pub fn new(name: &str, version: &'static str) -> Codec {
        Codec {
            name: name.to_owned(),
            version,
            offers: Vec::new(),
        }
    }

    pub fn offers(mut self, offer: &str, ask: Ask) -> Codec {
        self.offers.push((offer.to_owned(), ask));
        self
    }
}

/// Answers blocks until the input ends; what an unfinished block held is answered all the same.
pub fn hold(
    codecs: &mut [Codec],
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut header = Vec::new();
    while read_line(&mut input, &mut header)? {
        if header.is_empty() {
            continue;
        }
        let mut refusal: Ask;
        let ask = if is_hello(&header) {
            writeln!(output, "{}", hello(codecs))?;
            refusal = Box::new(|_, _| Err("hello takes no data line"));
            &mut refusal
        } else if let Some(ask) = find(codecs, &header) {
            ask
        } else {
            refusal = Box::new(|_, _| Err("unknown header"));
            &mut refusal
        };
        let once = header.starts_with(b"sweep ");
        answer_block(&mut input, &mut output, ask, once)?;
        output.flush()?;
    }
    Ok(())
}

fn answer_block(
    input: &mut impl BufRead,
    output: &mut impl Write,
    ask: &mut Ask,
    once: bool,
) -> io::Result<()> {
    let (mut line, mut answer, mut again) = (Vec::new(), Vec::new(), Vec::new());
    while read_line(input, &mut line)? {
        if line.is_empty() {
            return output.write_all(b"\n");
        }
        answer.clear();
        answer_at(Side::End, ask, &line, &mut answer);
        if !once {
            again.clear();
            answer_at(Side::Beginning, ask, &line, &mut again);
            settle(&mut answer, &again);
        }
        answer.push(b'\n');
        output.write_all(&answer)?;
    }
    Ok(())
}

/// A touch of a guard is the whole answer.
fn answer_at(side: Side, ask: &mut Ask, line: &[u8], answer: &mut Vec<u8>) {
    guard(side);
    let failure = ask(line, answer).err().map(|why| format!("failed {why}"));
    if let Some(told) = touch().or(failure) {
        answer.clear();
        answer.extend_from_slice(told.as_bytes());
    }
}

/// Two answers to one question are one, if they are the same; a touch is told alone.
fn settle(answer: &mut Vec<u8>, again: &[u8]) {
    if answer == again || answer.starts_with(OVERRUN) {
        return;
    }
    if again.starts_with(OVERRUN) {
        answer.clear();
    } else {
        answer.splice(..0, *b"unstable ");
        answer.extend_from_slice(b" ; ");
    }
    answer.extend_from_slice(again);
}

/// False at the end of the input. The line comes without its LF and without a CR before it.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    if input.read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    }
    Ok(true)
}

fn is_hello(header: &[u8]) -> bool {
    header == b"hello" || header.starts_with(b"hello ")
}

/// `decode std UTF-8 strict` asks the codec `std` for its offer `decode UTF-8 strict`.
fn find<'a>(codecs: &'a mut [Codec], header: &[u8]) -> Option<&'a mut Ask> {
    let header = std::str::from_utf8(header).ok()?;
    let (operation, rest) = header.split_once(' ')?;
    let (name, rest) = rest.split_once(' ')?;
    let wanted = format!("{operation} {rest}");
    let codec = codecs.iter_mut().find(|codec| codec.name == name)?;
    codec
        .offers
        .iter_mut()
        .find(|(offer, _)| *offer == wanted)
        .map(|(_, ask)| ask)
}

fn hello(codecs: &[Codec]) -> String {
    let codecs: Vec<String> = codecs.iter().map(describe).collect();
    let codecs = codecs.join(",");
    format!(r#"{{"protocol":1,"adapter":"rust","codecs":[{codecs}]}}"#)
}

fn describe(codec: &Codec) -> String {
    let offers: Vec<String> = codec
        .offers
        .iter()
        .map(|(offer, _)| format!("\"{offer}\""))
        .collect();
    let (name, version, offers) = (&codec.name, codec.version, offers.join(","));
    format!(r#"{{"name":"{name}","version":"{version}","offers":[{offers}]}}"#)
}
