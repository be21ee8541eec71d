//! Takes the viewer into the binary when it is built already, and notes the day of the build.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

const SECONDS_PER_DAY: u64 = 86_400;
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

fn main() {
    let viewer = Path::new("../../target/viewer/viewer.html");
    // A missing file would make every build begin anew; the program finds a viewer that is
    // built later by itself.
    if viewer.exists() {
        println!("cargo::rerun-if-changed={}", viewer.display());
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let page = fs::read(viewer).unwrap_or_default();
    fs::write(Path::new(&out).join("viewer.html"), page).expect("OUT_DIR can be written");
    println!("cargo::rustc-env=PALESTRA_COMPILED={}", compiled());
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
