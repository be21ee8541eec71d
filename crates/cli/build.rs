//! Takes the viewer and the module of the games' own players into the binary when they are built
//! already, and notes the day of the build.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

const WALKER: &str = "src/commands/bench/walker.wat";
/// What is built before, in which folder of `target`.
const TAKEN_IN: [(&str, &str); 4] = [
    ("viewer", "viewer.html"),
    ("viewer", "dummy.wasm"),
    ("forward", "forward.o"),
    ("forward", "forward.host"),
];
const SECONDS_PER_DAY: u64 = 86_400;
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

fn main() {
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    for (folder, name) in TAKEN_IN {
        let made = Path::new("../../target").join(folder).join(name);
        // A missing file would make every build begin anew; the program finds one that is
        // built later by itself.
        if made.exists() {
            println!("cargo::rerun-if-changed={}", made.display());
        }
        let bytes = fs::read(made).unwrap_or_default();
        fs::write(Path::new(&out).join(name), bytes).expect("OUT_DIR can be written");
    }
    let walker = wat::parse_file(WALKER).expect("the player of `palestra bench` is well-formed");
    fs::write(Path::new(&out).join("walker.wasm"), walker).expect("OUT_DIR can be written");
    println!("cargo::rerun-if-changed={WALKER}");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    println!("cargo::rustc-env=PALESTRA_COMPILED={}", compiled());
    link_at_a_fixed_address();
}

/// A program that can be loaded anywhere has fifty thousand addresses to correct whenever it
/// starts: most of what a short match takes. Players run in machine code that is placed at
/// random all the same.
fn link_at_a_fixed_address() {
    let is = |key: &str, value: &str| env::var(key).is_ok_and(|v| v == value);
    if is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

/// The day of the build as the C compilers write it, e.g. `00:00:00 May  8 2026`.
fn compiled() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let given = env::var("SOURCE_DATE_EPOCH").ok().and_then(|s| s.parse().ok());
    let mut days = given.unwrap_or(now) / SECONDS_PER_DAY;
    let leap = |y: u64| y.is_multiple_of(4) && (!y.is_multiple_of(100) || y.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut month = 0;
    for length in [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("00:00:00 {} {:2} {year}", MONTHS[month], days + 1)
}
