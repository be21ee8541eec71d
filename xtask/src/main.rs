//! The commands of the project: `cargo xtask COMMAND`.
//!
//! | Command | Effect |
//! |---|---|
//! | `cluster` | starts PostgreSQL and an S3-compatible store, and runs the judge's tests on both |
//! | `disturb` | kills, disconnects, delays and fills the hosts of a cluster; `--short` for a short run, `--postgres` for two judges |
//! | `test` | runs all tests and installs their tools; CI runs this. `--quick`: the steps before a commit; names: these steps |
//! | `demo` | builds, plays a match and shows it: the README's first command |
//! | `install` | installs the command `palestra` for this user, with all its parts |
//! | `dist` | makes packages in `target/dist`; `--twice` builds in two folders and compares, `--lean` packages the lean program |
//! | `footprint` | measures CPU seconds, packages and bytes of the first match and of the whole program |
//! | `viewer` | builds `target/viewer/viewer.html` |
//! | `forward` | builds `target/forward/forward.o`, the rules for players that look ahead |
//! | `book` | builds `target/book/index.html` with mdbook and checks its links |
//! | `python` | tests the Python package in an environment with its wheel |
//! | `backends` | measures CPU seconds of players in WebAssembly and as native processes; by hand |
//! | `languages` | measures CPU time, fuel and start of the same players in all languages; by hand |
//! | `conformance` | runs public tests of JavaScript and Python in the engines of the players; by hand |
//! | `claims` | lists the promises of README, book and ARCHITECTURE.md with their proofs and the last results |
//! | `figures` | runs the commands that fail if a published figure is no longer true |
//! | `fuzz` | runs libFuzzer on every target of `fuzz/`, 60 s each; `--seconds N` |
//! | `tidy` | checks the project's own rules about its files |
//! | `speed` | counts instructions of whole matches with callgrind, and compares them with their limits |
//! | `picture` | makes the pictures of README and book from matches |
//! | `season` | runs a contest in headless Chromium, from the first link to the exports |
//! | `gallery` | makes pictures of all pages of the judge and of all boards, in the folder `DIR`, with an `index.html` |
//! | `hostile` | sends fuzzed input to every page, form and endpoint of the judge |
//! | `siege` | attacks one judge beside honest authors; `--game GAME`, `--short` |
//! | `load` | measures page views and a rush of submissions on the judge; by hand |
//! | `throughput` | compares matches per second of two workers with those of a league; by hand |
//! | `kill` | kills the real judge ten times in a ladder of more than 500 matches |
//! | `reference` | makes the records of the reference matches from the reference data |
//! | `dolos` | compares our search for copies with another one on our corpus; by hand |

mod backends;
mod book;
mod claims;
mod conformance;
mod dist;
mod dolos;
mod footprint;
mod forward;
mod fuzz;
mod install;
mod judge;
mod languages;
mod parts;
mod python;
mod reference;
mod sixth;
mod speed;
mod steps;
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
    match command() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn command() -> Result<()> {
    match std::env::args().nth(1).as_deref() {
        Some("test") => {
            let words: Vec<String> = std::env::args().skip(2).collect();
            match words.as_slice() {
                [] => test::everything(),
                [word] if word == "--quick" => test::quick(),
                [word, name] if word == steps::ONE => test::one(name),
                names => test::named(names),
            }
        }
        Some("cluster") => tell(cluster::test()?),
        Some("disturb") => {
            let (short, postgres) = (has_word("--short"), has_word("--postgres"));
            tell(disturb::test(&disturb::size(short, postgres))?)
        }
        Some("demo") => install::demo(),
        Some("install") => install::install(),
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
        Some("kill") => install::kill(),
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
        Some("picture") => install::picture(),
        Some("reference") => reference::make(),
        Some("dolos") => dolos::compare(),
        _ => bail!("{USAGE}"),
    }
}

/// Whether the call has this word.
fn has_word(wanted: &str) -> bool {
    std::env::args().any(|word| word == wanted)
}

/// Prints the reason if a command could not run here.
fn tell(outcome: Outcome) -> Result<()> {
    if let Outcome::Skipped(why) = outcome {
        println!("skipped: {why}");
    }
    Ok(())
}
