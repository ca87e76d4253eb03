//! The adapter protocol, version 1: blocks of lines in, a block of answers out.
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

/// The answer to a data line, or why the line cannot be read.
pub type Answer = Result<String, String>;

/// An op in an encoding and a mode, and who answers it.
pub struct Offer(pub &'static str, pub &'static str, pub &'static str, pub fn(&str) -> Answer);

/// Answers blocks until the end of the input, which may fall anywhere in one.
pub fn serve(adapter: &str, codec: &str, version: &str, offers: &[Offer]) {
    converse(adapter, codec, version, offers).expect("stdin and stdout")
}

fn converse(adapter: &str, codec: &str, version: &str, offers: &[Offer]) -> io::Result<()> {
    let mut input = io::BufReader::with_capacity(1 << 18, io::stdin());
    let mut output = io::BufWriter::with_capacity(1 << 18, io::stdout());
    let mut line = String::new();
    let mut block: Option<fn(&str) -> Answer> = None;
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return output.flush();
        }
        let text = line.trim_end_matches(['\n', '\r']);
        match block {
            None if text.is_empty() => {}
            None if text.starts_with("hello ") => {
                writeln!(output, "{}", hello(adapter, codec, version, offers))?;
                block = Some(unknown);
            }
            None => block = Some(find(text, codec, offers)),
            Some(_) if text.is_empty() => {
                writeln!(output)?;
                output.flush()?;
                block = None;
            }
            Some(answer) => match answer(text) {
                Ok(text) => writeln!(output, "{text}")?,
                Err(why) => writeln!(output, "failed {why}")?,
            },
        }
    }
}

fn unknown(_: &str) -> Answer {
    Err("unknown header".to_string())
}

fn find(header: &str, codec: &str, offers: &[Offer]) -> fn(&str) -> Answer {
    offers
        .iter()
        .find(|Offer(op, encoding, mode, _)| header == format!("{op} {codec} {encoding} {mode}"))
        .map_or(unknown, |offer| offer.3)
}

fn hello(adapter: &str, codec: &str, version: &str, offers: &[Offer]) -> String {
    let names: Vec<String> =
        offers.iter().map(|Offer(op, encoding, mode, _)| format!("\"{op} {encoding} {mode}\"")).collect();
    format!(
        "{{\"protocol\":1,\"adapter\":\"{adapter}\",\"codecs\":[{{\"name\":\"{codec}\",\"version\":\"{version}\",\
         \"offers\":[{}]}}]}}",
        names.join(",")
    )
}

/// The bytes of a field in lower-case hex; "-" stands for none.
pub fn read_bytes(field: &str) -> Result<Vec<u8>, String> {
    if field == "-" {
        return Ok(Vec::new());
    }
    let digits: Option<Vec<u8>> = field.chars().map(|digit| Some(digit.to_digit(16)? as u8)).collect();
    match digits {
        Some(digits) if digits.len() % 2 == 0 => {
            Ok(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
        }
        _ => Err("bytes are pairs of lower-case hex digits".to_string()),
    }
}

/// Code points, which may be surrogates and larger than any; "-" stands for none.
pub fn read_points(line: &str) -> Result<Vec<u32>, String> {
    if line == "-" {
        return Ok(Vec::new());
    }
    line.split(' ')
        .map(|field| u32::from_str_radix(field, 16).map_err(|error| error.to_string()))
        .collect()
}

pub fn write_bytes(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "-".to_string();
    }
    bytes.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// Each code point after a space.
pub fn write_points(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, character| {
        let _ = write!(out, " {:x}", u32::from(character));
        out
    })
}

/// The last word of an error that validate-cause tells.
pub fn cause(truncated: bool) -> &'static str {
    if truncated { "truncated" } else { "ill-formed" }
}

pub fn impossible(why: &str) -> String {
    format!("impossible {why}")
}

/// Asks about all strings that start with a prefix where the first error is, if there is one.
pub fn sweep(line: &str, first_error: impl Fn(&[u8]) -> Option<usize>) -> Answer {
    let (prefix, free) = line.split_once(' ').ok_or("two fields are needed")?;
    let mut text = read_bytes(prefix)?;
    let start = text.len();
    let free = free.parse::<usize>().ok().filter(|free| *free <= 3).ok_or("a sweep has 0 to 3 free bytes")?;
    text.resize(start + free, 0);
    let mut out = "ok".to_string();
    let (mut run, mut label) = (1, first_error(&text));
    while count_up(&mut text[start..]) {
        let next = first_error(&text);
        if next != label {
            out += &written(run, label);
            (run, label) = (0, next);
        }
        run += 1;
    }
    Ok(out + &written(run, label))
}

fn written(run: u32, label: Option<usize>) -> String {
    label.map_or_else(|| format!(" {run}v"), |offset| format!(" {run}i{offset}"))
}

/// Counts the bytes up as one number, until it is zero again.
fn count_up(text: &mut [u8]) -> bool {
    text.iter_mut().rev().any(|byte| {
        *byte = byte.wrapping_add(1);
        *byte != 0
    })
}
