//! Under test: core::str::from_utf8, String::from_utf8_lossy and char::encode_utf8.
//!
//! What was decoded before an error is lost. A char cannot be a surrogate.
mod protocol;

use protocol::{impossible, read_bytes, read_points, write_bytes, write_points, Answer, Offer};

const VERSION: &str = env!("RUSTC_VERSION"); // of the library that the codec belongs to

// ---- YOUR CODEC: call it in these three functions ----

/// An error is its offset, and its length where the codec tells one.
fn decode(input: &[u8]) -> Result<&str, (usize, Option<usize>)> {
    std::str::from_utf8(input)
        .map_err(|error| (error.valid_up_to(), Some(error.error_len().unwrap_or(input.len() - error.valid_up_to()))))
}

/// Whether the codec calls the first error a sequence that the end of the input cuts off.
fn is_cut_off(input: &[u8]) -> bool {
    std::str::from_utf8(input).is_err_and(|error| error.error_len().is_none())
}

fn decode_replacing(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}

/// Whether the codec says beside the text that it replaced something.
fn decode_replacing_told(input: &[u8]) -> (String, bool) {
    let text = String::from_utf8_lossy(input);
    let replaced = matches!(text, std::borrow::Cow::Owned(_));
    (text.into_owned(), replaced)
}

fn encode(text: &[char]) -> Vec<u8> {
    let mut output = Vec::new();
    for character in text {
        output.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
    output
}

// ---- what it offers ----

fn main() {
    protocol::serve(
        "NAME",
        "NAME",
        VERSION,
        &[
            Offer("decode", "UTF-8", "strict", answer_decode),
            Offer("decode", "UTF-8", "replace", answer_decode_replacing),
            Offer("decode-replaced", "UTF-8", "replace", answer_decode_replaced),
            Offer("validate", "UTF-8", "strict", answer_validate),
            Offer("validate-cause", "UTF-8", "strict", answer_validate_cause),
            Offer("encode", "UTF-8", "strict", answer_encode),
            Offer("sweep", "UTF-8", "strict", answer_sweep),
        ],
    );
}

fn answer_decode(line: &str) -> Answer {
    let input = read_bytes(line)?;
    Ok(match decode(&input) {
        Ok(text) => format!("ok{}", write_points(text)),
        Err(place) => refused(place),
    })
}

fn answer_decode_replacing(line: &str) -> Answer {
    Ok(format!("ok{}", write_points(&decode_replacing(&read_bytes(line)?))))
}

fn answer_decode_replaced(line: &str) -> Answer {
    let (text, replaced) = decode_replacing_told(&read_bytes(line)?);
    Ok(format!("ok {}{}", if replaced { "yes" } else { "no" }, write_points(&text)))
}

fn answer_validate(line: &str) -> Answer {
    let input = read_bytes(line)?;
    Ok(decode(&input).map_or_else(refused, |_| "ok".to_string()))
}

fn answer_validate_cause(line: &str) -> Answer {
    let input = read_bytes(line)?;
    Ok(match decode(&input) {
        Ok(_) => "ok".to_string(),
        Err(place) => format!("{} {}", refused(place), protocol::cause(is_cut_off(&input))),
    })
}

fn answer_encode(line: &str) -> Answer {
    let text: Option<Vec<char>> = read_points(line)?.into_iter().map(char::from_u32).collect();
    Ok(match text {
        Some(text) => format!("ok {}", write_bytes(&encode(&text))),
        None => impossible("a char is a scalar value"),
    })
}

fn answer_sweep(line: &str) -> Answer {
    protocol::sweep(line, |input| decode(input).err().map(|(offset, _)| offset))
}

fn refused((offset, length): (usize, Option<usize>)) -> String {
    format!("error {offset} {}", length.map_or("?".to_string(), |length| length.to_string()))
}
