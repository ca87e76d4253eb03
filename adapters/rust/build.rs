//! Hands the versions of the codecs to the program: the compiler's for `std`, Cargo.lock's for
//! crates.

use std::process::Command;
use std::{env, fs};

const CRATES: [&str; 7] = [
    "bstr",
    "encoding_rs",
    "percent-encoding",
    "serde_json",
    "simdutf",
    "simdutf8",
    "widestring",
];

/// Rust 1.79 brought `<[u8]>::utf8_chunks`.
const UTF8_CHUNKS: u32 = 79;

/// Shared with the adapters in C.
const GUARDED: &str = "../kit/c/guarded.c";

fn main() {
    println!("cargo:rerun-if-changed=Cargo.lock");
    println!("cargo:rerun-if-changed={GUARDED}");
    cc::Build::new().file(GUARDED).compile("guarded");
    let compiler = compiler();
    println!("cargo:rustc-env=VERSION_std={compiler}");
    if minor(&compiler) >= UTF8_CHUNKS {
        println!("cargo:rustc-check-cfg=cfg(utf8_chunks)");
        println!("cargo:rustc-cfg=utf8_chunks");
    }
    let lock = fs::read_to_string("Cargo.lock").expect("Cargo.lock lies beside build.rs");
    for name in CRATES {
        println!("cargo:rustc-env=VERSION_{name}={}", locked(&lock, name));
    }
}

/// `1.95.0` of `rustc 1.95.0 (59807616e 2026-04-14)`.
fn compiler() -> String {
    let rustc = env::var_os("RUSTC").expect("cargo sets RUSTC");
    let said = Command::new(rustc)
        .arg("--version")
        .output()
        .expect("rustc runs");
    let said = String::from_utf8(said.stdout).expect("rustc writes text");
    said.split(' ')
        .nth(1)
        .expect("rustc says its version")
        .trim()
        .to_owned()
}

fn minor(version: &str) -> u32 {
    let minor = version
        .split('.')
        .nth(1)
        .and_then(|minor| minor.parse().ok());
    minor.expect("a version has a minor number")
}

fn locked(lock: &str, name: &str) -> String {
    let package = format!("name = \"{name}\"\nversion = \"");
    let start = lock.find(&package).expect("Cargo.lock holds the crate") + package.len();
    lock[start..]
        .split('"')
        .next()
        .expect("a version ends")
        .to_owned()
}
