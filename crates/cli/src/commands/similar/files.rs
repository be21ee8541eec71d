//! The files that a call names: sources, folders of sources, match records.

use crate::failure::Failure;
use engine::record::Record;
use similarity::source::ENDINGS;
use similarity::{Language, Submission};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Folders are searched to this depth.
const DEPTH: usize = 3;
/// Nobody has a season of more files.
const FILES_MAX: usize = 100_000;
/// Of larger files only so much is read: enough to say that they are too large.
const BYTES_MAX: u64 = 64 << 20;

/// The files that a call names.
pub struct Given {
    /// The sources.
    pub submissions: Vec<Submission>,
    /// Where each source lies.
    pub paths: Vec<PathBuf>,
    /// The number of each source's person.
    pub people: Vec<usize>,
    /// The match records.
    pub records: Vec<(PathBuf, Record)>,
}

/// Reads all files; with `by_folder` the files of one folder are one person's.
pub fn read(files: &[PathBuf], by_folder: bool) -> Result<Given, Failure> {
    let mut all = Vec::new();
    for path in files {
        if path.is_dir() {
            collect(path, DEPTH, &mut all)?;
        } else {
            all.push(path.clone());
        }
    }
    if all.len() > FILES_MAX {
        return Err(Failure::usage(format!("more than {FILES_MAX} files")));
    }
    all.sort();
    all.dedup();
    let mut given =
        Given { submissions: Vec::new(), paths: Vec::new(), people: Vec::new(), records: vec![] };
    for path in all {
        let bytes = read_file(&path)?;
        if path.extension().is_some_and(|e| e == "match") {
            let record = Record::from_bytes(&bytes)
                .map_err(|e| Failure::usage(format!("{}: {e}", path.display())))?;
            given.records.push((path, record));
            continue;
        }
        let time = std::fs::metadata(&path).and_then(|m| m.modified()).ok();
        let time = time.and_then(|t| t.duration_since(UNIX_EPOCH).ok()).map(|t| t.as_secs());
        let folder = path.parent().map(|p| p.display().to_string()).unwrap_or_default();
        let label = path.display().to_string();
        given.submissions.push(Submission {
            person: if by_folder { folder } else { label.clone() },
            label,
            season: String::new(),
            language: Language::of(&path),
            time,
            bytes,
        });
        given.paths.push(path);
    }
    if given.submissions.len() < 2 {
        return Err(Failure::usage("the comparison needs two sources")
            .help("name sources (.c, .cc, .js, .py, .rs), or folders with sources"));
    }
    name(&mut given);
    Ok(given)
}

fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |e: &std::io::Error| Failure::file("read", path.display(), e);
    let mut file = std::fs::File::open(path).map_err(|e| failed(&e))?;
    let mut bytes = Vec::new();
    std::io::Read::read_to_end(&mut std::io::Read::take(&mut file, BYTES_MAX), &mut bytes)
        .map_err(|e| failed(&e))?;
    Ok(bytes)
}

fn collect(folder: &Path, depth: usize, all: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let entries =
        std::fs::read_dir(folder).map_err(|e| Failure::file("read", folder.display(), &e))?;
    for path in entries.flatten().map(|e| e.path()) {
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        // Links could lead round in circles.
        if path.is_dir() && !path.is_symlink() && depth > 0 {
            collect(&path, depth - 1, all)?;
        } else if (ENDINGS.contains(&ending) || ending == "match") && path.is_file() {
            all.push(path);
        }
    }
    Ok(())
}

/// Labels are names of files where these are different, else paths without what all share.
fn name(given: &mut Given) {
    let mut people: HashMap<String, usize> = HashMap::new();
    for submission in &given.submissions {
        let next = people.len();
        given.people.push(*people.entry(submission.person.clone()).or_insert(next));
    }
    let short = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut names: Vec<String> = given.paths.iter().map(|p| short(p)).collect();
    names.sort();
    names.dedup();
    if names.len() == given.paths.len() {
        for (submission, path) in given.submissions.iter_mut().zip(&given.paths) {
            submission.label = short(path);
        }
    }
}
