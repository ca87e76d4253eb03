//! Empty: the sources of simdutf in C++ lie in the crate that Cargo.toml names.
