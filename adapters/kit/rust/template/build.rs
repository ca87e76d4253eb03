// The version of the standard library is that of its compiler, which only the build knows.
use std::process::Command;

fn main() {
    let compiler = std::env::var("RUSTC").unwrap();
    let output = Command::new(compiler).arg("--version").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    println!("cargo:rustc-env=RUSTC_VERSION={}", text.split(' ').nth(1).unwrap());
}
