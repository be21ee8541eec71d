//! Chores of the project: `cargo xtask CHORE`.
//!
//! | Chore | What it does |
//! |---|---|
//! | `test` | everything that must hold, installing what it needs; CI runs this |
//! | `demo` | builds, plays a match and shows it: the README's first command |
//! | `viewer` | builds `target/viewer/viewer.html` |
//! | `tidy` | the project's own rules about its files |
//! | `speed` | instructions of whole matches, counted by callgrind, against their limits |
//! | `picture` | makes the README's picture from a match |

mod chores;
mod run;
mod speed;
mod test;
mod tidy;
mod viewer;

use anyhow::{Result, bail};
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask test | demo | viewer | tidy | speed | picture";

fn main() -> ExitCode {
    match chore() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn chore() -> Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("test") => test::everything(),
        Some("demo") => chores::demo(),
        Some("viewer") => {
            let page = viewer::build()?;
            println!("{}", page.display());
            Ok(())
        }
        Some("tidy") => tidy::check(),
        Some("speed") => speed::check(),
        Some("picture") => chores::picture(),
        _ => bail!("{USAGE}"),
    }
}
