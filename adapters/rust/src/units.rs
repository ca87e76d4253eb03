//! Code units: what encoders take, what decoders give, and how bytes become the units of UTF-16.

/// Why the language cannot express a code point, in words for an `impossible` line.
pub type Impossible = &'static str;

/// What an encoder takes.
pub trait Input: Copy + 'static {
    fn push(code_point: u32, units: &mut Vec<Self>) -> Result<(), Impossible>;
}

impl Input for char {
    fn push(code_point: u32, units: &mut Vec<char>) -> Result<(), Impossible> {
        match char::from_u32(code_point) {
            Some(character) => units.push(character),
            None if code_point > 0x10ffff => return Err("above 10ffff"),
            None => return Err("a surrogate is no char"),
        }
        Ok(())
    }
}

impl Input for u16 {
    fn push(code_point: u32, units: &mut Vec<u16>) -> Result<(), Impossible> {
        match code_point {
            0..=0xffff => units.push(code_point as u16),
            0x10000..=0x10ffff => {
                let above = code_point - 0x10000;
                units.push(0xd800 + (above >> 10) as u16);
                units.push(0xdc00 + (above & 0x3ff) as u16);
            }
            _ => return Err("above 10ffff"),
        }
        Ok(())
    }
}

impl Input for u32 {
    fn push(code_point: u32, units: &mut Vec<u32>) -> Result<(), Impossible> {
        units.push(code_point);
        Ok(())
    }
}

/// What a codec writes into a caller's buffer.
pub trait Output: Copy + 'static {}

impl Output for u8 {}
impl Output for u16 {}
impl Output for u32 {}

/// The order of the two bytes of a unit, with the name of the encoding that has it.
#[derive(Clone, Copy)]
pub struct ByteOrder {
    pub encoding: &'static str,
    join: fn([u8; 2]) -> u16,
    pub split: fn(u16) -> [u8; 2],
}

pub const BYTE_ORDERS: [ByteOrder; 2] = [
    ByteOrder {
        encoding: "UTF-16BE",
        join: u16::from_be_bytes,
        split: u16::to_be_bytes,
    },
    ByteOrder {
        encoding: "UTF-16LE",
        join: u16::from_le_bytes,
        split: u16::to_le_bytes,
    },
];

impl ByteOrder {
    /// The unit of two bytes.
    pub fn unit(self, pair: &[u8]) -> u16 {
        (self.join)([pair[0], pair[1]])
    }
}
