//! The signature line at the end of a match record: its text, and where it stands. The line is
//! described in `docs/formats.md`. Keys and cryptography are in the crate `signing`.

use crate::record::{DIGEST_LEN, MAGIC, Unusable};

/// The first words of the line, after the line end that separates it from the record.
const WORDS: &str = "palestra signature 1 ed25519 ";
/// Longest line, in bytes.
const LINE_BYTES_MAX: usize = 1024;
/// Longest word of the line, in bytes.
const WORD_BYTES_MAX: usize = 255;
/// Length of 64 bytes in Base64.
const SIGNATURE_LEN: usize = 88;

/// The signer of a record, according to its last line. This is unproven until a key from another
/// source confirms the signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Id of the key.
    pub key: String,
    /// Host of the judge, with its port unless that is the usual one.
    pub host: String,
    /// Name of the season in addresses.
    pub season: String,
    /// Id of the match.
    pub match_id: String,
    /// The Ed25519 signature in Base64, with padding.
    pub signature: String,
}

/// A record file in its two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts<'a> {
    /// The record without the signature line.
    pub record: &'a [u8],
    /// The signature line, if the file has one.
    pub signature: Option<Signature>,
}

/// Whether a text may stand in the line as one word: 1 to 255 characters, of which each is an
/// ASCII letter, a digit or one of `.:-_[]`.
#[must_use]
pub fn is_word(text: &str) -> bool {
    let fits = |b: u8| b.is_ascii_alphanumeric() || b".:-_[]".contains(&b);
    !text.is_empty() && text.len() <= WORD_BYTES_MAX && text.bytes().all(fits)
}

impl Signature {
    /// The line with its line ends, as it stands after the record.
    #[must_use]
    pub fn line(&self) -> String {
        let Self { key, host, season, match_id, signature } = self;
        format!("\n{WORDS}{key} {host} {season} {match_id} {signature}\n")
    }

    /// Reads the line without its line ends.
    fn read(line: &[u8]) -> Option<Self> {
        let words = std::str::from_utf8(line).ok()?.strip_prefix(WORDS)?;
        let words: Vec<&str> = words.split(' ').collect();
        let [key, host, season, match_id, signature] = words[..] else { return None };
        let base64 = |b: u8| b.is_ascii_alphanumeric() || b"+/=".contains(&b);
        if ![key, host, season, match_id].into_iter().all(is_word)
            || signature.len() != SIGNATURE_LEN
            || !signature.bytes().all(base64)
        {
            return None;
        }
        let [key, host, season, match_id, signature] =
            [key, host, season, match_id, signature].map(String::from);
        Some(Self { key, host, season, match_id, signature })
    }
}

/// Separates a file into the record and its signature line. The digest of the record decides
/// where the record ends, so nothing in a record is taken for a signature.
///
/// # Errors
/// [`Unusable::NotARecord`] when the file does not begin as a record does. [`Unusable::Damaged`]
/// when the digest does not fit, or when the signature line is not complete.
pub fn split(file: &[u8]) -> Result<Parts<'_>, Unusable> {
    let damaged = |why: &'static str| Unusable::Damaged(why.into());
    let body = file.strip_prefix(MAGIC).ok_or(Unusable::NotARecord)?;
    if body.len() < DIGEST_LEN {
        return Err(damaged("it ends before its digest"));
    }
    if is_whole(file) {
        return Ok(Parts { record: file, signature: None });
    }
    let wrong = damaged("its contents do not have the digest that it names");
    let start = file.len().saturating_sub(LINE_BYTES_MAX).max(MAGIC.len());
    let begins = [b"\n", WORDS.as_bytes()].concat();
    let found = file[start..].windows(begins.len()).rposition(|part| part == begins);
    let (record, line) = file.split_at(start + found.ok_or(wrong.clone())?);
    if !is_whole(record) {
        return Err(wrong);
    }
    let line = line[1..].strip_suffix(b"\n").and_then(Signature::read);
    let signature = line.ok_or(damaged("its signature line is not complete"))?;
    Ok(Parts { record, signature: Some(signature) })
}

/// Whether the last bytes are the digest of those before them.
fn is_whole(record: &[u8]) -> bool {
    let Some(end) = record.len().checked_sub(DIGEST_LEN) else { return false };
    blake3::hash(&record[..end]).as_bytes() == &record[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(contents: &[u8]) -> Vec<u8> {
        let mut bytes = [MAGIC, contents].concat();
        bytes.extend(*blake3::hash(&bytes).as_bytes());
        bytes
    }

    fn signature() -> Signature {
        Signature {
            key: "0123".into(),
            host: "contest.example.org:8080".into(),
            season: "demo".into(),
            match_id: "abcd".into(),
            signature: "A".repeat(SIGNATURE_LEN - 2) + "==",
        }
    }

    #[test]
    fn a_record_is_found_with_and_without_a_line() {
        let record = record(b"contents");
        let parts = split(&record).expect("a record");
        assert_eq!(parts, Parts { record: &record, signature: None });
        let file = [&record, signature().line().as_bytes()].concat();
        let parts = split(&file).expect("a record");
        assert_eq!(parts, Parts { record: &record, signature: Some(signature()) });
    }

    #[test]
    fn contents_that_look_like_a_line_are_contents() {
        let record = record(signature().line().as_bytes());
        assert_eq!(split(&record).expect("a record").signature, None);
        let file = [&record, signature().line().as_bytes()].concat();
        let parts = split(&file).expect("a record");
        assert_eq!(parts.record, record);
    }

    #[test]
    fn a_cut_or_changed_line_is_damage() {
        let record = record(b"contents");
        let line = signature().line();
        for cut in 1..line.len() {
            let file = [&record, &line.as_bytes()[..cut]].concat();
            assert!(matches!(split(&file), Err(Unusable::Damaged(_))), "{cut}");
        }
        let wrong = [
            line.replace("demo", "de mo"),
            line.replace("demo", "de/mo"),
            line.replace("demo", ""),
            line.replace("ed25519", "ed448"),
            line.replace("==", "="),
            line.replace("==", "=!"),
            format!("{line}{line}"),
            format!("{line}\n"),
        ];
        for line in wrong {
            let file = [&record, line.as_bytes()].concat();
            assert!(matches!(split(&file), Err(Unusable::Damaged(_))), "{line}");
        }
    }

    #[test]
    fn other_files_are_refused() {
        assert_eq!(split(b"Game 1.0"), Err(Unusable::NotARecord));
        assert!(matches!(split(MAGIC), Err(Unusable::Damaged(_))));
        let mut record = record(b"contents");
        record[MAGIC.len()] ^= 1;
        let file = [&record, signature().line().as_bytes()].concat();
        assert!(matches!(split(&file), Err(Unusable::Damaged(_))));
    }
}
