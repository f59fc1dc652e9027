//! Tells the program with what and for what it is built.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("--version").output();
    let version = version.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    let version = version.as_deref().map_or("an unknown compiler", str::trim);
    println!("cargo::rustc-env=PORTCULLIS_RUSTC={version}");
    let target = env::var("TARGET").unwrap_or_else(|_| "an unknown target".to_owned());
    println!("cargo::rustc-env=PORTCULLIS_TARGET={target}");
}
