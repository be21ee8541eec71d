//! `cargo xtask claims`: lists the promises of README, book and ARCHITECTURE.md with their proofs.
//!
//! A promise carries a mark, a comment of Markdown that readers do not see:
//!
//! | Mark | Proof |
//! |---|---|
//! | `<!-- claim: step NAME -->` | a step of `cargo xtask test` |
//! | `<!-- claim: test FILE [FUNCTION] -->` | a test, part of the step "all tests", or, for the rules, "rules with overflow checks" |
//! | `<!-- claim: figures COMMAND -->` | a command that fails if a figure no longer holds; `cargo xtask figures` runs it |
//! | `<!-- claim: by hand COMMAND -->` | a command for a quiet machine, root or more than ten minutes |
//!
//! Each row of the table of invariants in ARCHITECTURE.md is a promise, too: its second cell names
//! the proof. `cargo xtask tidy` checks that each proof exists and that promises have one.

use crate::test;
use anyhow::{Context, Result, ensure};
use harness::run::{root, run, target};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The step that runs the tests of all crates but those of the rules.
const ALL_TESTS: &str = "all tests";
/// The step that runs the tests of the rules, and the folders of these.
const RULES: (&str, [&str; 2]) = ("rules with overflow checks", ["games/", "crates/engine/"]);
/// The commands that are steps under another name.
const STEPS_OF_COMMANDS: [(&str, &str); 9] = [
    ("cargo xtask season", "a season in a browser"),
    ("cargo xtask hostile", "hostile input to the judge"),
    ("cargo xtask cluster", "the judge on PostgreSQL and S3"),
    ("cargo xtask disturb", "the cluster, disturbed"),
    ("cargo xtask disturb --postgres", "two judges, disturbed"),
    ("cargo xtask footprint", "the first match"),
    ("cargo xtask tidy", "tidiness"),
    ("cargo xtask speed", "speed"),
    ("cargo xtask test packages", "packages"),
];
/// The page whose sections all have a command that prints their figures again.
const FIGURES: &str = "docs/performance.md";
/// A paragraph with one of these promises something that a reader can rely on.
const PROMISES: [&str; 5] =
    ["byte for byte", "bit for bit", "order by order", "A test ", "a test compares"];

/// A statement and its proofs.
struct Claim {
    path: String,
    line: usize,
    text: String,
    proofs: Vec<Proof>,
}

#[derive(Debug, PartialEq, Eq)]
enum Proof {
    Step(String),
    Test { file: String, function: Option<String> },
    Figures(String),
    ByHand(String),
}

impl Proof {
    fn parse(mark: &str) -> Result<Self, String> {
        let mark = mark.trim();
        if let Some(step) = mark.strip_prefix("step ") {
            return Ok(Self::Step(step.into()));
        }
        if let Some(command) = mark.strip_prefix("figures ") {
            return Ok(Self::Figures(command.into()));
        }
        if let Some(command) = mark.strip_prefix("by hand ") {
            return Ok(Self::ByHand(command.into()));
        }
        let mut words = mark.strip_prefix("test ").unwrap_or_default().split_whitespace();
        let file = words.next().ok_or_else(|| {
            format!("`claim: {mark}`: a claim has `step`, `test`, `figures` or `by hand`")
        })?;
        Ok(Self::Test { file: file.into(), function: words.next().map(Into::into) })
    }

    /// The fault of a claim, if it names something that does not exist.
    fn missing(&self) -> Option<String> {
        match self {
            Self::Step(step) => {
                let known = test::step_names().any(|name| name == step);
                (!known).then(|| format!("there is no step `{step}`"))
            }
            Self::Test { file, function } => {
                let Ok(text) = fs::read_to_string(root().join(file)) else {
                    return Some(format!("there is no file {file}"));
                };
                let missing = function.as_ref().filter(|f| !text.contains(&format!("{f}(")));
                missing.map(|function| format!("{file} has no function `{function}`"))
            }
            Self::Figures(_) | Self::ByHand(_) => None,
        }
    }

    /// Proof and last result, for people.
    fn told(&self, results: &Results) -> String {
        match self {
            Self::Step(step) => format!("step {step}: {}", results.of(step)),
            Self::Test { file, function } => {
                let of_rules = RULES.1.iter().any(|folder| file.starts_with(folder));
                let result = results.of(if of_rules { RULES.0 } else { ALL_TESTS });
                let function = function.iter().map(|name| format!(", {name}")).collect::<String>();
                format!("{file}{function}: {result}")
            }
            Self::Figures(command) => format!("{command}: {}", results.of(command)),
            Self::ByHand(command) => format!("{command}: by hand"),
        }
    }
}

/// The ending of a step, or of the command of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It did all that it should.
    Passed,
    /// This machine lacks something that it needs.
    Skipped,
    /// It failed.
    Failed,
}

impl Ending {
    fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
        }
    }
}

/// The last result of each step and of each command of a figure, kept beside what cargo builds.
pub struct Results(BTreeMap<String, String>);

impl Results {
    fn path() -> PathBuf {
        target().join("xtask").join("results.txt")
    }

    /// The results so far; none if nothing ran yet.
    pub fn read() -> Self {
        let text = fs::read_to_string(Self::path()).unwrap_or_default();
        Self(
            text.lines()
                .filter_map(|l| l.split_once('\t'))
                .map(|(k, v)| (k.into(), v.into()))
                .collect(),
        )
    }

    fn of(&self, name: &str) -> &str {
        self.0.get(name).map_or("not run here yet", String::as_str)
    }

    /// Notes a result at the commit that is checked out.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn note(name: &str, ending: Ending) -> Result<()> {
        let mut results = Self::read();
        results.0.insert(name.into(), format!("{} at {}", ending.word(), commit()));
        let lines = results.0.iter().map(|(name, result)| format!("{name}\t{result}\n"));
        let path = Self::path();
        fs::create_dir_all(path.parent().context("the results lie in a folder")?)?;
        fs::write(&path, lines.collect::<String>()).with_context(|| path.display().to_string())
    }
}

/// The short name of the commit, with `+` if files have changed since.
fn commit() -> String {
    let git = Command::new("git")
        .args(["describe", "--always", "--exclude=*", "--dirty=+"])
        .current_dir(root())
        .output();
    let name = git.ok().filter(|git| git.status.success());
    name.map_or("an unknown commit".into(), |git| {
        String::from_utf8_lossy(&git.stdout).trim().to_string()
    })
}

/// Prints each claim with its proofs and their last results.
///
/// # Errors
/// If a proof does not exist.
pub fn print() -> Result<()> {
    let (claims, complaints) = all()?;
    let results = Results::read();
    for claim in &claims {
        println!("{}:{}: {}", claim.path, claim.line, claim.text);
        for proof in &claim.proofs {
            println!("    {}", proof.told(&results));
        }
    }
    println!("\n{} claims", claims.len());
    ensure!(complaints.is_empty(), "{}", complaints.join("\n"));
    Ok(())
}

/// Runs each command of a figure, and fails after the last if one of them failed.
///
/// # Errors
/// If a figure no longer holds, with its command.
pub fn figures() -> Result<()> {
    let (claims, _) = all()?;
    let mut commands = BTreeSet::new();
    for proof in claims.iter().flat_map(|claim| &claim.proofs) {
        if let Proof::Figures(command) = proof {
            commands.insert(command.as_str());
        }
    }
    let mut failed = Vec::new();
    for command in commands {
        println!("\n── {command}");
        let done = run(Command::new("sh").args(["-c", command]).current_dir(root()));
        Results::note(command, if done.is_ok() { Ending::Passed } else { Ending::Failed })?;
        if done.is_err() {
            failed.push(command);
        }
    }
    ensure!(failed.is_empty(), "figures that no longer hold:\n  {}", failed.join("\n  "));
    Ok(())
}

/// Claims without a proof, and proofs that are not there: for `cargo xtask tidy`.
///
/// # Errors
/// If a page cannot be read.
pub fn complaints() -> Result<Vec<String>> {
    all().map(|(_, complaints)| complaints)
}

fn all() -> Result<(Vec<Claim>, Vec<String>)> {
    let (mut claims, mut complaints) = (Vec::new(), Vec::new());
    for path in pages()? {
        let text = fs::read_to_string(root().join(&path)).with_context(|| path.clone())?;
        for found in marked(&path, &text).into_iter().chain(invariants(&path, &text)) {
            match found {
                Ok(claim) => claims.push(claim),
                Err(complaint) => complaints.push(complaint),
            }
        }
        if path == FIGURES {
            complaints.extend(bare_sections(&text).map(|head| {
                format!("{path}: the section \"{head}\" has figures and no command: add a claim")
            }));
        }
    }
    for claim in &claims {
        let missing = claim.proofs.iter().filter_map(Proof::missing);
        complaints.extend(missing.map(|what| format!("{}:{}: {what}", claim.path, claim.line)));
    }
    Ok((claims, complaints))
}

/// The headings of sections without a claim.
fn bare_sections(text: &str) -> impl Iterator<Item = &str> {
    let sections = text.split("\n## ").skip(1);
    let bare = sections.filter(|section| marks(section).is_empty());
    bare.map(|section| section.lines().next().unwrap_or_default())
}

/// README, ARCHITECTURE.md and the pages of the book.
fn pages() -> Result<Vec<String>> {
    let mut all = vec!["README.md".to_string(), "ARCHITECTURE.md".into()];
    for folder in ["docs", "docs/src"] {
        let mut names = Vec::new();
        for entry in fs::read_dir(root().join(folder))? {
            names.push(format!("{folder}/{}", entry?.file_name().to_string_lossy()));
        }
        names.sort();
        all.extend(names.into_iter().filter(|name| name.ends_with(".md")));
    }
    Ok(all)
}

/// The claims of the paragraphs, tables and lists of a page.
fn marked(path: &str, text: &str) -> Vec<Result<Claim, String>> {
    let (mut found, mut line, mut heading, mut fenced) = (Vec::new(), 1, "", false);
    for block in text.split("\n\n") {
        let at = line;
        line += block.matches('\n').count() + 2;
        heading = block.lines().rfind(|l| !fenced && l.starts_with('#')).unwrap_or(heading);
        let was_fenced = fenced;
        fenced ^= block.matches("```").count() % 2 == 1;
        if was_fenced || block.starts_with("```") || path == "ARCHITECTURE.md" {
            continue;
        }
        let proofs: Result<Vec<_>, _> = marks(block).into_iter().map(Proof::parse).collect();
        let promise = PROMISES.iter().find(|promise| block.contains(**promise));
        match (proofs, promise) {
            (Err(why), _) => found.push(Err(format!("{path}:{at}: {why}"))),
            (Ok(proofs), Some(promise)) if proofs.is_empty() => found.push(Err(format!(
                "{path}:{at}: \"{promise}\" promises something: name the proof, \
                 `<!-- claim: test FILE -->`"
            ))),
            (Ok(proofs), _) if proofs.is_empty() => {}
            (Ok(proofs), _) => {
                let text = statement(block, heading);
                found.push(Ok(Claim { path: path.into(), line: at, text, proofs }));
            }
        }
    }
    found
}

fn marks(block: &str) -> Vec<&str> {
    let parts = block.split("<!-- claim: ").skip(1);
    parts.filter_map(|part| part.split_once("-->")).map(|(mark, _)| mark).collect()
}

/// The sentence before the first mark; of a table, its heading.
fn statement(block: &str, heading: &str) -> String {
    let before = block.split("<!-- claim: ").next().unwrap_or_default().trim();
    if before.is_empty() || before.starts_with('|') {
        return format!("the figures of \"{}\"", heading.trim_start_matches(['#', ' ']));
    }
    let joined = before.split_whitespace().collect::<Vec<_>>().join(" ");
    let start = joined.trim_end_matches('.').rfind(". ").map_or(0, |at| at + 2);
    joined[start..].to_string()
}

/// The rows of the table of invariants; their second cell names files and commands.
fn invariants(path: &str, text: &str) -> Vec<Result<Claim, String>> {
    let mut found = Vec::new();
    let table = text.split("## Invariants and their tests").nth(1).unwrap_or_default();
    let table = table.split("\n## ").next().unwrap_or_default();
    let above = text.split("## Invariants and their tests").next().unwrap_or_default();
    let first = above.lines().count() + 1;
    for (k, row) in table.lines().enumerate().filter(|(_, l)| l.starts_with("| ")).skip(2) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [text, proof] = cells[..] else {
            found.push(Err(format!("{path}:{}: a row has an invariant and its test", first + k)));
            continue;
        };
        let proofs = if proof.contains("by hand") {
            vec![Proof::ByHand(proof.into())]
        } else {
            named(proof)
        };
        found.push(Ok(Claim { path: path.into(), line: first + k, text: text.into(), proofs }));
    }
    found
}

/// The files and steps in a cell; a cell without any speaks of tests.
fn named(cell: &str) -> Vec<Proof> {
    let quoted = cell.split('`').skip(1).step_by(2);
    let mut proofs = Vec::new();
    for part in quoted {
        let step_of = STEPS_OF_COMMANDS.iter().find(|(command, _)| part.starts_with(command));
        if let Some((_, step)) = step_of {
            proofs.push(Proof::Step((*step).into()));
        } else if part.ends_with(".rs") && part.contains('/') && root().join(part).is_file() {
            proofs.push(Proof::Test { file: part.into(), function: None });
        }
    }
    if proofs.is_empty() {
        proofs.push(Proof::Step(ALL_TESTS.into()));
    }
    proofs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_statements_are_found() {
        let page = "# Head\n\nOne. The same\nfile, byte for byte.\n<!-- claim: step speed -->\n\n\
                    | a |\n| - |\n<!-- claim: figures true -->\n";
        let found: Vec<_> = marked("p.md", page).into_iter().map(Result::unwrap).collect();
        assert_eq!(found[0].text, "The same file, byte for byte.");
        assert_eq!((found[0].line, &found[0].proofs[..]), (3, &[Proof::Step("speed".into())][..]));
        assert_eq!(found[1].text, "the figures of \"Head\"");
    }

    #[test]
    fn promises_without_a_proof_and_wrong_proofs_are_named() {
        let complaint = |page: &str| marked("p.md", page).remove(0).err().unwrap();
        assert!(complaint("a\n\nIt is equal, byte for byte.").starts_with("p.md:3: \"byte for"));
        assert!(complaint("x <!-- claim: my word -->").contains("`step`, `test`"));
        assert!(marked("p.md", "```text\nbyte for byte\n```\n").is_empty());
        assert!(Proof::Step("no such step".into()).missing().is_some());
        let test = |file: &str, function: &str| Proof::parse(&format!("test {file} {function}"));
        assert!(test("xtask/src/claims.rs", "no_such").unwrap().missing().is_some());
        assert!(test("xtask/src/none.rs", "").unwrap().missing().is_some());
        assert_eq!(test("xtask/src/claims.rs", "marked").unwrap().missing(), None);
    }

    #[test]
    fn sections_without_a_command_are_named() {
        let text = "# P\n\n## A\n\n1 ms <!-- claim: figures true -->\n\n## B\n\n2 ms\n";
        assert_eq!(bare_sections(text).collect::<Vec<_>>(), ["B"]);
    }

    #[test]
    fn rows_of_invariants_have_proofs() {
        let text = "x\n## Invariants and their tests\n\n| Invariant | Test |\n| --- | --- |\n\
                    | A | `xtask/src/tidy.rs` |\n| B | `cargo xtask season` (x) |\n| C | words |\n";
        let rows: Vec<_> = invariants("p", text).into_iter().map(Result::unwrap).collect();
        let of = |k: usize| rows.get(k).map(|row| format!("{:?}", row.proofs));
        assert_eq!((rows.len(), rows[0].line), (3, 6));
        assert!(of(0).is_some_and(|p| p.contains("tidy.rs")));
        assert!(of(1).is_some_and(|p| p.contains("a season in a browser")));
        assert!(of(2).is_some_and(|p| p.contains(ALL_TESTS)));
    }
}
