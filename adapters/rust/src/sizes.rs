//! The operations decode-size and encode-size: what a library says that it will write, and what it
//! then writes.

use crate::guarded::lend;
use crate::notation::{read_bytes, read_code_points, write_count, Read};
use crate::operations::{input, Ask, IllFormed};
use crate::units::Input;

/// Two counts of the units that the library writes.
pub struct Sizes {
    pub predicted: usize,
    pub written: usize,
}

impl Sizes {
    fn write(&self, answer: &mut Vec<u8>) {
        answer.extend_from_slice(b"ok ");
        write_count(self.predicted, answer);
        answer.push(b' ');
        write_count(self.written, answer);
    }
}

pub fn decode_size(mut codec: impl FnMut(&[u8]) -> Result<Sizes, IllFormed> + 'static) -> Ask {
    let mut bytes = Vec::new();
    Box::new(move |line, answer| -> Read<()> {
        bytes.clear();
        read_bytes(line, &mut bytes)?;
        match lend(&bytes, |bytes| codec(bytes)) {
            Ok(sizes) => sizes.write(answer),
            Err(ill_formed) => ill_formed.write(answer),
        }
        Ok(())
    })
}

/// For encoders that take everything the language can express.
pub fn encode_size<I: Input>(mut codec: impl FnMut(&[I]) -> Sizes + 'static) -> Ask {
    let mut code_points = Vec::new();
    Box::new(move |line, answer| -> Read<()> {
        code_points.clear();
        read_code_points(line, &mut code_points)?;
        if let Some(units) = input(&code_points, answer) {
            lend(&units, |units| codec(units)).write(answer);
        }
        Ok(())
    })
}
