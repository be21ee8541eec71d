//! The index: players of earlier seasons, in one file to which is only ever added.
//!
//! After a line of text with the version come the players, one block each: the length of the
//! block, a digest of it, and its contents. A block that is cut off, because somebody pulled the
//! plug, is left out, and the next addition writes over it. To find out whom a new player
//! resembles, the file is read once from beginning to end: each block holds a sample of the
//! player's patterns, an eighth of them, which is enough to say who is worth a closer look. For
//! these the source, which is in the block as well, is taken apart and compared in full.

use crate::intake::Submission;
use crate::sketch::{Cover, Sketch};
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
/// Players that the sample brings this far below a threshold are still looked at.
const MARGIN: f64 = 0.6;

/// Why an index cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// It could not be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is something else.
    #[error("this is no index of players: it does not begin with `palestra similarity index 1`")]
    NotAnIndex,
    /// A block in the middle is damaged.
    #[error(
        "the index is damaged at byte {0}: a block does not have the digest that it names; restore \
         it from a copy, or make a new one from the sources"
    )]
    Damaged(u64),
}

/// A player of an earlier season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Block {
    label: String,
    person: String,
    season: String,
    rust: bool,
    digest: [u8; 32],
    /// Weight of all patterns.
    weight: u64,
    /// Some of the patterns: hash, shortened, and weight; sorted.
    sample: Vec<(u32, u16)>,
    /// The source, deflated.
    source: Vec<u8>,
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

/// What a look through an index gives.
#[derive(Clone, Debug, Default)]
pub struct Looked {
    /// Who is worth a closer look, most similar first.
    pub found: Vec<Found>,
    /// How many earlier players there are.
    pub players: usize,
    /// Bytes at the end of the file that are no whole block.
    pub cut: u64,
}

/// The sample of a sketch.
fn sample(sketch: &Sketch) -> Vec<(u32, u16)> {
    let chosen = sketch.patterns.iter().filter(|p| p.hash % SAMPLE == 0);
    let mut sample: Vec<(u32, u16)> = chosen.map(|p| ((p.hash >> 32) as u32, p.weight)).collect();
    sample.sort_unstable();
    sample.dedup_by_key(|s| s.0);
    sample
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
    let own: Vec<_> = new.iter().map(|(_, s)| (sample(s), s.weight() as f64)).collect();
    let digests: Vec<[u8; 32]> =
        new.iter().map(|(s, _)| *blake3::hash(&s.bytes).as_bytes()).collect();
    let mut looked = Looked::default();
    let end = each(path, |block| {
        looked.players += 1;
        for (k, (sample, weight)) in own.iter().enumerate() {
            // The same person's, handed in again or added before; the same source in other
            // hands is what we are looking for.
            let (submission, same) = (new[k].0, block.digest == digests[k]);
            if block.person == submission.person && (same || block.season == submission.season) {
                continue;
            }
            let shared = in_common(sample, &block.sample) as f64 * SAMPLE as f64;
            let expected = Cover::new(shared, *weight, block.weight as f64).score();
            if expected >= threshold * MARGIN {
                // A source that does not inflate is nobody's evidence.
                let Some(earlier) = unpack(&block) else { continue };
                looked.found.push(Found { new: k, earlier, expected: expected.min(1.0) });
            }
        }
    })?;
    looked.cut = end.1 - end.0;
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
            language: if block.rust { Language::Rust } else { Language::Cpp },
            bytes,
        }
    })
}

/// Adds players to an index, which is made if need be. Players whose source is in it already,
/// in the same season, are left out. Gives how many were added.
///
/// # Errors
/// When the file is no index, is damaged, or cannot be written.
pub fn add(path: &Path, players: &[(&Submission, &Sketch)]) -> Result<usize, Unusable> {
    let mut there = std::collections::HashSet::new();
    let (end, _) = each(path, |block| {
        there.insert((block.season, block.digest));
    })?;
    let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
    // What an interrupted addition left is written over.
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    let mut out = Vec::new();
    if end == 0 {
        out.extend_from_slice(MAGIC);
    }
    let mut added = 0;
    for (submission, sketch) in players {
        let digest = *blake3::hash(&submission.bytes).as_bytes();
        if !there.insert((submission.season.clone(), digest)) {
            continue;
        }
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(6));
        encoder.write_all(&submission.bytes)?;
        let block = Block {
            label: submission.label.clone(),
            person: submission.person.clone(),
            season: submission.season.clone(),
            rust: submission.language == Language::Rust,
            digest,
            weight: sketch.weight(),
            sample: sample(sketch),
            source: encoder.finish()?,
        };
        let bytes = postcard::to_stdvec(&block).map_err(|e| io::Error::other(e.to_string()))?;
        if bytes.len() > BLOCK_MAX as usize {
            continue;
        }
        out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        out.extend_from_slice(&blake3::hash(&bytes).as_bytes()[..DIGEST_LEN]);
        out.extend_from_slice(&bytes);
        added += 1;
    }
    file.write_all(&out)?;
    file.sync_all()?;
    Ok(added)
}

/// Shows every whole block; gives where the last one ends, and the length of the file.
fn each(path: &Path, mut show: impl FnMut(Block)) -> Result<(u64, u64), Unusable> {
    let file = match File::open(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok((0, 0)),
        file => file?,
    };
    let length = file.metadata()?.len();
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let mut magic = vec![0; MAGIC.len().min(length as usize)];
    reader.read_exact(&mut magic)?;
    if !MAGIC.starts_with(&magic) {
        return Err(Unusable::NotAnIndex);
    }
    if magic.len() < MAGIC.len() {
        return Ok((0, length));
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
        show(postcard::from_bytes(&bytes).map_err(|_| Unusable::Damaged(at))?);
        at += head + u64::from(size);
    }
    Ok((at, length))
}
