//! The crate simdutf8: two codecs for its two flavours, and two more for each kernel of x86-64.
//!
//! `simdutf8-basic`: `basic::from_utf8`. Its error has no size: neither a place nor a length, and
//! nothing of the text.
//!
//! `simdutf8-compat`: `compat::from_utf8`. `Utf8Error` does not tell the length of a sequence that
//! the end of the input cuts.
//!
//! Both hand input shorter than 64 bytes to the standard library. So `simdutf8-basic-avx2`,
//! `simdutf8-compat-avx2`, `simdutf8-basic-sse42` and `simdutf8-compat-sse42` call
//! `imp::x86::*::validate_utf8`, the documented way to one kernel, which does all lengths itself.
//! They validate only, and exist where the processor has the instructions. Those of `basic` have a
//! validator of chunks, `Utf8Validator`: "There is no way to find out if the input so far was valid
//! UTF-8 during the validation".

#[cfg(target_arch = "x86_64")]
use simdutf8::basic::imp::Utf8Validator;
use simdutf8::{basic, compat};

use crate::conversation::Codec;
#[cfg(target_arch = "x86_64")]
use crate::guarded::lend;
use crate::operations::{
    decode, decode_within, validate, validate_cause, validate_chunks, Decoded, IllFormed, Values,
};
use crate::sweep::sweep;

const VERSION: &str = env!("VERSION_simdutf8");

/// Asks for the cause of an error; a macro, because a faulty twin has an error of another type.
macro_rules! compat_cause {
    ($bytes:ident, $found:expr) => {
        validate_cause(|$bytes| {
            $found.map_err(|error| {
                let truncated = error.error_len().is_none();
                (error.into(), truncated)
            })
        })
    };
}

pub fn codecs() -> Vec<Codec> {
    let mut codecs = vec![
        validator("simdutf8-basic", |bytes| {
            Ok(basic::from_utf8(bytes).map(drop)?)
        })
        .offers("decode UTF-8 strict", decode(basic_strict))
        .offers("decode-within UTF-8 strict", decode_within(basic_strict)),
        validator("simdutf8-compat", |bytes| {
            Ok(compat::from_utf8(bytes).map(drop)?)
        })
        .offers("decode UTF-8 strict", decode(compat_strict))
        .offers("decode-within UTF-8 strict", decode_within(compat_strict))
        .offers(
            "validate-cause UTF-8 strict",
            compat_cause!(bytes, compat::from_utf8(bytes).map(drop)),
        ),
    ];
    codecs.extend(kernels());
    codecs
}

fn validator(name: &str, check: impl Fn(&[u8]) -> Decoded + Copy + 'static) -> Codec {
    Codec::new(name, VERSION)
        .offers("validate UTF-8 strict", validate(check))
        .offers("sweep UTF-8 strict", sweep(check))
}

impl From<basic::Utf8Error> for IllFormed {
    fn from(_: basic::Utf8Error) -> IllFormed {
        IllFormed::somewhere()
    }
}

impl From<compat::Utf8Error> for IllFormed {
    fn from(error: compat::Utf8Error) -> IllFormed {
        IllFormed::at(error.valid_up_to(), error.error_len())
    }
}

fn basic_strict(bytes: &[u8], values: &mut Values) -> Decoded {
    values.push_str(basic::from_utf8(bytes)?);
    Ok(())
}

fn compat_strict(bytes: &[u8], values: &mut Values) -> Decoded {
    match compat::from_utf8(bytes) {
        Ok(text) => {
            values.push_str(text);
            Ok(())
        }
        Err(error) => {
            // A place that is not one is stated all the same, without what stands before it.
            if let Ok(valid) = compat::from_utf8(&bytes[..error.valid_up_to()]) {
                values.push_str(valid);
            }
            Err(error.into())
        }
    }
}

/// SAFETY: as of the kernel that the validator belongs to.
#[cfg(target_arch = "x86_64")]
unsafe fn fed<V: Utf8Validator>(chunks: &[Vec<u8>]) -> Decoded {
    let mut validator = V::new();
    for chunk in chunks {
        lend(chunk, |chunk| validator.update(chunk));
    }
    Ok(validator.finalize()?)
}

/// SAFETY of all calls: a kernel needs nothing but its instructions, which the processor was
/// asked for.
#[cfg(target_arch = "x86_64")]
fn kernels() -> Vec<Codec> {
    use basic::imp::x86 as basic;
    use compat::imp::x86 as compat;
    let mut codecs = Vec::new();
    if is_x86_feature_detected!("avx2") {
        let codec = validator("simdutf8-basic-avx2", |bytes| {
            Ok(unsafe { basic::avx2::validate_utf8(bytes) }?)
        });
        codecs.push(codec.offers(
            "validate-chunks UTF-8 strict",
            validate_chunks(|chunks| unsafe { fed::<basic::avx2::Utf8ValidatorImp>(chunks) }),
        ));
        let codec = validator("simdutf8-compat-avx2", |bytes| {
            Ok(unsafe { compat::avx2::validate_utf8(bytes) }?)
        });
        codecs.push(codec.offers(
            "validate-cause UTF-8 strict",
            compat_cause!(bytes, unsafe { compat::avx2::validate_utf8(bytes) }),
        ));
    }
    if is_x86_feature_detected!("sse4.2") {
        let codec = validator("simdutf8-basic-sse42", |bytes| {
            Ok(unsafe { basic::sse42::validate_utf8(bytes) }?)
        });
        codecs.push(codec.offers(
            "validate-chunks UTF-8 strict",
            validate_chunks(|chunks| unsafe { fed::<basic::sse42::Utf8ValidatorImp>(chunks) }),
        ));
        let codec = validator("simdutf8-compat-sse42", |bytes| {
            Ok(unsafe { compat::sse42::validate_utf8(bytes) }?)
        });
        codecs.push(codec.offers(
            "validate-cause UTF-8 strict",
            compat_cause!(bytes, unsafe { compat::sse42::validate_utf8(bytes) }),
        ));
    }
    codecs
}

#[cfg(not(target_arch = "x86_64"))]
fn kernels() -> Vec<Codec> {
    Vec::new()
}
