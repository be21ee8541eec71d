//! The index: players of earlier seasons, in one file to which is only ever added.
//!
//! After a line of text with the version come the players, one block each: the length of the
//! block, a digest of it, and its contents. A block that is cut off, because somebody pulled the
//! plug, is left out, and the next addition writes over it. To find out whom a new player
//! resembles, the file is read once from beginning to end: each block holds a sample of the
//! player's patterns, an eighth of them, which is enough to say who is worth a closer look, and
//! the patterns of its module. For these the source, which is in the block as well, is taken apart
//! and compared in full.

use crate::intake::Submission;
use crate::sketch::{self, Cover, Pattern, Sketch};
use crate::source::{LARGEST, Language};
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The first bytes of every index.
const MAGIC: &[u8] = b"palestra similarity index 1\n";
/// One pattern of so many is in the sample.
const SAMPLE: u64 = 8;
/// No honest block is larger: a source, deflated, and its sample.
const BLOCK_MAX: u32 = 8 << 20;
const DIGEST_LEN: usize = 16;
/// Scores with earlier players that are kept.
const SCORES_MAX: usize = 1 << 20;
/// Players that the sample brings this far below a threshold are still looked at.
const MARGIN: f64 = 0.6;

/// Why an index cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// It could not be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error(
        "the file is not an index of players: it does not begin with `palestra similarity \
     index 1`"
    )]
    NotAnIndex,
    /// A block in the middle is damaged.
    #[error(
        "the index is damaged at byte {0}: a block does not have its digest; restore the index \
         from a copy, or make a new one from the sources"
    )]
    Damaged(u64),
}

/// A player of an earlier season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Block {
    label: String,
    person: String,
    season: String,
    /// Once this was whether it is Rust: C++ and Rust have the numbers 0 and 1 as then.
    language: Language,
    digest: [u8; 32],
    /// Weight of all patterns.
    weight: u64,
    /// Some of the patterns: hash, shortened, and weight; sorted.
    sample: Vec<(u32, u16)>,
    /// The source, deflated.
    source: Vec<u8>,
}

/// The second part of a block, for modules: the patterns of the player's module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct ModulePart {
    /// Weight of all patterns; 0 where no module is known.
    weight: u64,
    /// The patterns: hash, shortened, and weight; sorted.
    patterns: Vec<(u32, u16)>,
}

impl ModulePart {
    fn of(sketch: &Sketch) -> Self {
        let weight = sketch::weight(&sketch.module);
        Self { weight, patterns: short(sketch.module.iter()) }
    }

    fn score(&self, other: &Self) -> f64 {
        if self.weight == 0 || other.weight == 0 {
            return 0.0;
        }
        let shared = in_common(&self.patterns, &other.patterns) as f64;
        Cover::of_modules(shared, self.weight as f64, other.weight as f64).score()
    }
}

/// A player of an earlier season that resembles a new one.
#[derive(Clone, Debug)]
pub struct Found {
    /// The number of the new player.
    pub new: usize,
    /// The earlier player.
    pub earlier: Submission,
    /// The score that the samples lead to expect, 0 ..= 1.
    pub expected: f64,
}

/// The result of a search in an index.
#[derive(Clone, Debug, Default)]
pub struct Looked {
    /// The players for a closer comparison, most similar first.
    pub found: Vec<Found>,
    /// How many earlier players there are.
    pub players: usize,
    /// The expected scores of all pairs, found or not, as far as they are kept.
    pub scores: Vec<f64>,
    /// Bytes at the end of the file that are no whole block.
    pub cut: u64,
}

/// The sample of a sketch.
fn sample(sketch: &Sketch) -> Vec<(u32, u16)> {
    short(sketch.patterns.iter().filter(|p| p.hash % SAMPLE == 0))
}

/// Patterns with shortened hashes, sorted, each once.
fn short<'a>(patterns: impl Iterator<Item = &'a Pattern>) -> Vec<(u32, u16)> {
    let mut all: Vec<(u32, u16)> = patterns.map(|p| ((p.hash >> 32) as u32, p.weight)).collect();
    all.sort_unstable();
    all.dedup_by_key(|s| s.0);
    all
}

/// Looks through an index for players that resemble new ones: those whose expected score with
/// one of them is not far below `threshold`. Players of the same person are left out if their
/// source or their season is the same.
///
/// # Errors
/// When the file is no index, or damaged. One that is not there holds nobody.
pub fn look(
    path: &Path,
    new: &[(&Submission, &Sketch)],
    threshold: f64,
) -> Result<Looked, Unusable> {
    match open(path)? {
        Some((file, length)) => search(file, length, new, threshold),
        None => Ok(Looked::default()),
    }
}

/// Like [`look`], in an index of so many bytes that is read from elsewhere.
///
/// # Errors
/// When it is no index, or damaged.
pub fn search(
    index: impl Read,
    length: u64,
    new: &[(&Submission, &Sketch)],
    threshold: f64,
) -> Result<Looked, Unusable> {
    let own: Vec<_> =
        new.iter().map(|(_, s)| (sample(s), s.weight() as f64, ModulePart::of(s))).collect();
    let digests: Vec<[u8; 32]> =
        new.iter().map(|(s, _)| *blake3::hash(&s.bytes).as_bytes()).collect();
    let mut looked = Looked::default();
    let end = each(index, length, |block, module| {
        looked.players += 1;
        for (k, (sample, weight, own_module)) in own.iter().enumerate() {
            // The same person's, handed in again or added before; the same source in other
            // hands is what we are looking for.
            let (submission, same) = (new[k].0, block.digest == digests[k]);
            if block.language != submission.language {
                continue;
            }
            if block.person == submission.person && (same || block.season == submission.season) {
                continue;
            }
            let shared = in_common(sample, &block.sample) as f64 * SAMPLE as f64;
            let expected = Cover::new(shared, *weight, block.weight as f64).score();
            let expected = expected.max(own_module.score(&module));
            if looked.scores.len() < SCORES_MAX {
                looked.scores.push(expected.min(1.0));
            }
            if expected >= threshold * MARGIN {
                // A source that does not inflate is nobody's evidence.
                let Some(earlier) = unpack(&block) else { continue };
                looked.found.push(Found { new: k, earlier, expected: expected.min(1.0) });
            }
        }
    })?;
    looked.cut = length - end;
    looked.found.sort_by(|a, b| b.expected.total_cmp(&a.expected));
    Ok(looked)
}

fn in_common(a: &[(u32, u16)], b: &[(u32, u16)]) -> u64 {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].0.cmp(&b[j].0) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                shared += u64::from(a[i].1.min(b[j].1));
                (i, j) = (i + 1, j + 1);
            }
        }
    }
    shared
}

fn unpack(block: &Block) -> Option<Submission> {
    let mut bytes = Vec::new();
    let inflated = DeflateDecoder::new(&block.source[..]).take(LARGEST as u64 + 1);
    { inflated }.read_to_end(&mut bytes).ok()?;
    (bytes.len() <= LARGEST && blake3::hash(&bytes).as_bytes() == &block.digest).then(|| {
        Submission {
            label: block.label.clone(),
            person: block.person.clone(),
            season: block.season.clone(),
            time: None,
            language: block.language,
            bytes,
        }
    })
}

/// An index of these players.
///
/// # Errors
/// When memory runs out, which ends the program anyway.
pub fn pack(players: &[(&Submission, &Sketch)]) -> Result<Vec<u8>, Unusable> {
    let mut out = MAGIC.to_vec();
    for (submission, sketch) in players {
        append(&mut out, submission, sketch)?;
    }
    Ok(out)
}

/// Adds players to an index, which is made if need be. Players whose source is in it already,
/// in the same season, are left out. Gives how many were added.
///
/// # Errors
/// When the file is no index, is damaged, or cannot be written.
pub fn add(path: &Path, players: &[(&Submission, &Sketch)]) -> Result<usize, Unusable> {
    let mut there = std::collections::HashSet::new();
    let end = match open(path)? {
        Some((file, length)) => each(file, length, |block, _| {
            there.insert((block.season, block.digest));
        })?,
        None => 0,
    };
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    // What an interrupted addition left is written over.
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    let mut out = if end == 0 { MAGIC.to_vec() } else { Vec::new() };
    let mut added = 0;
    for (submission, sketch) in players {
        let digest = *blake3::hash(&submission.bytes).as_bytes();
        if there.insert((submission.season.clone(), digest)) {
            added += usize::from(append(&mut out, submission, sketch)?);
        }
    }
    file.write_all(&out)?;
    file.sync_all()?;
    Ok(added)
}

/// Writes a player's block; whether it is not too large for that.
fn append(out: &mut Vec<u8>, submission: &Submission, sketch: &Sketch) -> Result<bool, Unusable> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(6));
    encoder.write_all(&submission.bytes)?;
    let block = Block {
        label: submission.label.clone(),
        person: submission.person.clone(),
        season: submission.season.clone(),
        language: submission.language,
        digest: *blake3::hash(&submission.bytes).as_bytes(),
        weight: sketch.weight(),
        sample: sample(sketch),
        source: encoder.finish()?,
    };
    let unwritable = |e: postcard::Error| io::Error::other(e.to_string());
    let mut bytes = postcard::to_stdvec(&block).map_err(unwritable)?;
    bytes.extend(postcard::to_stdvec(&ModulePart::of(sketch)).map_err(unwritable)?);
    if bytes.len() > BLOCK_MAX as usize {
        return Ok(false);
    }
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(&blake3::hash(&bytes).as_bytes()[..DIGEST_LEN]);
    out.extend_from_slice(&bytes);
    Ok(true)
}

/// A file and its length; nothing where it is not.
fn open(path: &Path) -> Result<Option<(File, u64)>, Unusable> {
    let file = match File::open(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    let length = file.metadata()?.len();
    Ok(Some((file, length)))
}

/// Shows every whole block; gives where the last one ends.
fn each(
    index: impl Read,
    length: u64,
    mut show: impl FnMut(Block, ModulePart),
) -> Result<u64, Unusable> {
    let mut reader = BufReader::with_capacity(1 << 20, index);
    let mut magic = vec![0; MAGIC.len().min(length as usize)];
    reader.read_exact(&mut magic)?;
    if !MAGIC.starts_with(&magic) {
        return Err(Unusable::NotAnIndex);
    }
    if magic.len() < MAGIC.len() {
        return Ok(0);
    }
    let mut at = MAGIC.len() as u64;
    let head = 4 + DIGEST_LEN as u64;
    let mut bytes = Vec::new();
    while length - at >= head {
        let mut size = [0; 4];
        reader.read_exact(&mut size)?;
        let mut digest = [0; DIGEST_LEN];
        reader.read_exact(&mut digest)?;
        let size = u32::from_le_bytes(size);
        // Only the last block may be cut off; its length is then still an honest one.
        if size > BLOCK_MAX {
            return Err(Unusable::Damaged(at));
        }
        if length - at - head < u64::from(size) {
            break;
        }
        bytes.resize(size as usize, 0);
        reader.read_exact(&mut bytes)?;
        if blake3::hash(&bytes).as_bytes()[..DIGEST_LEN] != digest {
            return Err(Unusable::Damaged(at));
        }
        let damaged = |_| Unusable::Damaged(at);
        let (block, rest) = postcard::take_from_bytes(&bytes).map_err(damaged)?;
        // Blocks from before modules were compared end here.
        let module = match rest {
            [] => ModulePart::default(),
            rest => postcard::from_bytes(rest).map_err(damaged)?,
        };
        show(block, module);
        at += head + u64::from(size);
    }
    Ok(at)
}
