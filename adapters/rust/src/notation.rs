//! The notation of data lines and answers: fields, hex bytes, code points.

/// What could not be read, in words for a `failed` line.
pub type Read<T> = Result<T, &'static str>;

pub fn fields<const N: usize>(line: &[u8]) -> Read<[&[u8]; N]> {
    let mut split = line.split(|&byte| byte == b' ');
    let mut fields = [&line[..0]; N];
    for field in &mut fields {
        *field = split.next().ok_or("too few fields")?;
    }
    match split.next() {
        None => Ok(fields),
        Some(_) => Err("too many fields"),
    }
}

/// `first rest…`, for lines whose first field is not of the kind of the others.
pub fn first_field(line: &[u8]) -> Read<(&[u8], &[u8])> {
    let space = line
        .iter()
        .position(|&byte| byte == b' ')
        .ok_or("too few fields")?;
    Ok((&line[..space], &line[space + 1..]))
}

/// Appends the bytes of one field.
pub fn read_bytes(field: &[u8], into: &mut Vec<u8>) -> Read<()> {
    if field == b"-" {
        return Ok(());
    }
    if field.is_empty() || field.len() % 2 == 1 {
        return Err("bytes are pairs of hex digits");
    }
    into.reserve(field.len() / 2);
    for pair in field.chunks_exact(2) {
        let (high, low) = (digit(pair[0]), digit(pair[1]));
        if high | low > 0xf {
            return Err("bytes are lower-case hex");
        }
        into.push(high << 4 | low);
    }
    Ok(())
}

/// Appends the code points of a list, `-` being the empty one.
pub fn read_code_points(list: &[u8], into: &mut Vec<u32>) -> Read<()> {
    if list == b"-" {
        return Ok(());
    }
    for field in list.split(|&byte| byte == b' ') {
        into.push(read_code_point(field)?);
    }
    Ok(())
}

fn read_code_point(field: &[u8]) -> Read<u32> {
    if field.is_empty() || field.len() > 8 {
        return Err("code points are one to eight hex digits");
    }
    let mut value = 0;
    for &byte in field {
        let digit = digit(byte);
        if digit > 0xf {
            return Err("code points are lower-case hex");
        }
        value = value << 4 | u32::from(digit);
    }
    Ok(value)
}

pub fn read_count(field: &[u8]) -> Read<usize> {
    let text = std::str::from_utf8(field).map_err(|_| "counts are decimal")?;
    text.parse().map_err(|_| "counts are decimal")
}

pub fn write_bytes(bytes: &[u8], answer: &mut Vec<u8>) {
    if bytes.is_empty() {
        answer.push(b'-');
    }
    for &byte in bytes {
        answer.extend_from_slice(&[
            DIGITS[usize::from(byte >> 4)],
            DIGITS[usize::from(byte & 0xf)],
        ]);
    }
}

pub fn write_count(count: usize, answer: &mut Vec<u8>) {
    answer.extend_from_slice(count.to_string().as_bytes());
}

pub fn write_count_or_unknown(count: Option<usize>, answer: &mut Vec<u8>) {
    match count {
        Some(count) => write_count(count, answer),
        None => answer.push(b'?'),
    }
}

/// Without leading zeros.
pub fn write_code_point(value: u32, answer: &mut Vec<u8>) {
    let digits = (35 - value.leading_zeros().min(31)) / 4;
    for place in (0..digits).rev() {
        answer.push(DIGITS[(value >> (4 * place) & 0xf) as usize]);
    }
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

fn digit(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => byte - b'0',
        b'a'..=b'f' => byte - b'a' + 10,
        _ => 0xff,
    }
}
