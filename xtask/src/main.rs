//! Chores of the project: `cargo xtask CHORE`.
//!
//! | Chore | What it does |
//! |---|---|
//! | `cluster` | the judge's tests on PostgreSQL and an S3-compatible store, started for it |
//! | `disturb` | workers on hosts of their own, killed, cut off, late and full; `--short` for a quick one, `--postgres` for two judges |
//! | `test` | everything that must hold, installing what it needs; CI runs this. `--quick`: the steps before a commit; names: those steps |
//! | `demo` | builds, plays a match and shows it: the README's first command |
//! | `install` | installs the command `palestra` for this user, with all of it inside |
//! | `dist` | packages in `target/dist`; `--twice` builds in two folders and compares, `--lean` the lean program |
//! | `footprint` | CPU seconds, packages and bytes of the first match and of the whole program |
//! | `viewer` | builds `target/viewer/viewer.html` |
//! | `forward` | builds `target/forward/forward.o`, the rules for players that look ahead |
//! | `book` | builds `target/book/index.html` with mdbook and checks its links |
//! | `python` | the tests of the Python package, in an environment with its wheel |
//! | `backends` | CPU seconds of players in WebAssembly and as native processes; by hand |
//! | `languages` | CPU time, fuel and start of the same players in all languages; by hand |
//! | `conformance` | tests of JavaScript and Python by others, in the engines of the players; by hand |
//! | `claims` | what README, book and ARCHITECTURE.md promise, with its proof and the last result |
//! | `figures` | the commands that fail if a published figure no longer holds |
//! | `fuzz` | libFuzzer on every target of `fuzz/`, 60 s each; `--seconds N` |
//! | `tidy` | the project's own rules about its files |
//! | `speed` | instructions of whole matches, counted by callgrind, against their limits |
//! | `picture` | makes the pictures of README and book from matches |
//! | `season` | a contest in headless Chromium, from the first link to the exports |
//! | `gallery` | pictures of all pages of the judge and of all boards, in the folder `DIR`, with an `index.html` |
//! | `hostile` | fuzzed input on every page, form and endpoint of the judge |
//! | `siege` | attackers and honest authors at one judge; `--game GAME`, `--short` |
//! | `load` | page views and a rush of submissions against the judge; by hand |
//! | `throughput` | matches per second of two workers against those of a league; by hand |
//! | `kill` | kills the real judge ten times in a ladder of more than 500 matches |
//! | `reference` | the records of the reference matches, from the reference data |
//! | `dolos` | another detector of copies on our corpus, to compare with; by hand |

mod backends;
mod book;
mod chores;
mod claims;
mod conformance;
mod dist;
mod dolos;
mod footprint;
mod forward;
mod fuzz;
mod judge;
mod languages;
mod python;
mod reference;
mod sixth;
mod speed;
mod test;
mod tidy;
mod timed;
mod viewer;
mod words;

use anyhow::{Result, bail};
use harness::run::Outcome;
use harness::{cluster, disturb, throughput};
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask test | cluster | disturb | demo | install | \
                     dist | footprint | viewer | book | forward | fuzz | tidy | speed | season | \
                     gallery DIR | hostile | siege | load | throughput | picture | kill | \
                     reference | dolos | python | claims | figures | backends | languages | \
                     conformance";

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
        Some("test") => {
            let words: Vec<String> = std::env::args().skip(2).collect();
            match words.as_slice() {
                [] => test::everything(),
                [word] if word == "--quick" => test::quick(),
                names => test::named(names),
            }
        }
        Some("cluster") => tell(cluster::test()?),
        Some("disturb") => {
            let (short, postgres) = (has_word("--short"), has_word("--postgres"));
            tell(disturb::test(&disturb::size(short, postgres))?)
        }
        Some("demo") => chores::demo(),
        Some("install") => chores::install(),
        Some("dist") => dist::all(),
        Some("python") => python::test(),
        Some("footprint") => footprint::all(),
        Some("viewer") => {
            let page = viewer::build()?;
            println!("{}", page.display());
            Ok(())
        }
        Some("forward") => {
            let library = forward::build()?;
            println!("{}", library.display());
            Ok(())
        }
        Some("book") => {
            let page = book::build()?;
            println!("{}", page.display());
            Ok(())
        }
        Some("kill") => chores::kill(),
        Some("backends") => backends::measure(),
        Some("languages") => languages::measure(),
        Some("conformance") => conformance::measure(),
        Some("claims") => claims::print(),
        Some("figures") => claims::figures(),
        Some("fuzz") => fuzz::by_hand(&std::env::args().skip(2).collect::<Vec<_>>()),
        Some("tidy") => tidy::check(),
        Some("speed") => speed::check(),
        Some("season") => judge::season(),
        Some("gallery") => judge::gallery(std::env::args().nth(2)),
        Some("siege") => tell(judge::siege(&std::env::args().skip(2).collect::<Vec<_>>())?),
        Some("load") => judge::load(),
        Some("throughput") => {
            let (game, player) = throughput::wanted()?;
            throughput::measure(&game, &player)
        }
        Some("hostile") => tell(judge::hostile()?),
        Some("picture") => chores::picture(),
        Some("reference") => reference::make(),
        Some("dolos") => dolos::compare(),
        _ => bail!("{USAGE}"),
    }
}

/// Whether the call has this word.
fn has_word(wanted: &str) -> bool {
    std::env::args().any(|word| word == wanted)
}

/// A chore that could not be run here says why.
fn tell(outcome: Outcome) -> Result<()> {
    if let Outcome::Skipped(why) = outcome {
        println!("skipped: {why}");
    }
    Ok(())
}
