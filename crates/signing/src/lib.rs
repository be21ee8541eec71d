//! Signatures of match records with Ed25519 ([RFC 8032](https://www.rfc-editor.org/rfc/rfc8032)).
//!
//! The judge signs each record that it publishes with a key of the season. The signature covers
//! host, season, match, key and the SHA-256 digest of the record, so that a signature fits one
//! record of one match only. `docs/formats.md` describes the message and the list of keys.
#![forbid(unsafe_code)]

mod check;
mod published;

pub use check::{Refusal, TrustedKey, check};
pub use published::{BadList, FORMAT, KeyList, KeyState, PATH, PublishedKey};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
use engine::signature::{Signature, is_word};
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The first line of the signed message: a signature for another purpose never fits.
const PURPOSE: &str = "palestra record signature 1";
/// Bytes of the key id, of which each becomes two hexadecimal digits.
const KEY_ID_BYTES: usize = 8;

/// The origin of a record: match, season and host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source<'a> {
    /// Host of the judge, with its port unless that is the usual one.
    pub host: &'a str,
    /// Name of the season in addresses.
    pub season: &'a str,
    /// Id of the match.
    pub match_id: &'a str,
}

/// A text is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this is not an Ed25519 key: give 32 bytes in Base64 (44 characters)")]
pub struct NoKey;

/// A name cannot stand in a signature line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` cannot stand in a signature: use 1 to 255 letters, digits or .:-_[]")]
pub struct NoWord(String);

/// A private key.
pub struct SecretKey(SigningKey);

/// A public key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

fn bytes_of_key(text: &str) -> Result<[u8; 32], NoKey> {
    let bytes = STANDARD.decode(text.trim()).map_err(|_| NoKey)?;
    bytes.try_into().map_err(|_| NoKey)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl SecretKey {
    /// The key that follows from 32 random bytes.
    #[must_use]
    pub fn of_random(bytes: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(bytes))
    }

    /// Reads a key as [`Self::to_base64`] writes it.
    ///
    /// # Errors
    /// [`NoKey`] when the text is not 32 bytes in Base64.
    pub fn of_base64(text: &str) -> Result<Self, NoKey> {
        bytes_of_key(text).map(|bytes| Self::of_random(&bytes))
    }

    /// The key in Base64. Whoever has this text can sign.
    #[must_use]
    pub fn to_base64(&self) -> String {
        STANDARD.encode(self.0.to_bytes())
    }

    /// The public key that belongs to it.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key())
    }

    /// Signs a record, which has no signature line yet.
    ///
    /// # Errors
    /// [`NoWord`] when host, season or match cannot stand in a signature line.
    pub fn sign(&self, source: Source<'_>, record: &[u8]) -> Result<Signature, NoWord> {
        let Source { host, season, match_id } = source;
        if let Some(wrong) = [host, season, match_id].into_iter().find(|text| !is_word(text)) {
            return Err(NoWord(wrong.into()));
        }
        let mut signature = Signature {
            key: self.public().id(),
            host: host.into(),
            season: season.into(),
            match_id: match_id.into(),
            signature: String::new(),
        };
        let signed = self.0.sign(message(&signature, record).as_bytes());
        signature.signature = STANDARD.encode(signed.to_bytes());
        Ok(signature)
    }
}

impl PublicKey {
    /// Reads a key as [`Self::to_base64`] writes it.
    ///
    /// # Errors
    /// [`NoKey`] when the text is not 32 bytes in Base64, or no public key.
    pub fn of_base64(text: &str) -> Result<Self, NoKey> {
        VerifyingKey::from_bytes(&bytes_of_key(text)?).map(Self).map_err(|_| NoKey)
    }

    /// The key in Base64.
    #[must_use]
    pub fn to_base64(&self) -> String {
        STANDARD.encode(self.0.as_bytes())
    }

    /// Its id: the first 8 bytes of its SHA-256 digest in hexadecimal digits.
    #[must_use]
    pub fn id(&self) -> String {
        hex(&Sha256::digest(self.0.as_bytes())[..KEY_ID_BYTES])
    }

    /// Whether the owner of this key signed this record with this line.
    #[must_use]
    pub fn fits(&self, signature: &Signature, record: &[u8]) -> bool {
        let bytes = STANDARD.decode(&signature.signature).ok();
        let bytes = bytes.and_then(|bytes| <[u8; 64]>::try_from(bytes).ok());
        let Some(bytes) = bytes else { return false };
        let signed = ed25519_dalek::Signature::from_bytes(&bytes);
        self.0.verify_strict(message(signature, record).as_bytes(), &signed).is_ok()
    }
}

/// The bytes that are signed: purpose, all words of the line, and the digest of the record.
fn message(line: &Signature, record: &[u8]) -> String {
    let Signature { key, host, season, match_id, .. } = line;
    let digest = hex(&Sha256::digest(record));
    format!(
        "{PURPOSE}\nkey {key}\nhost {host}\nseason {season}\nmatch {match_id}\nsha256 {digest}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes<const N: usize>(hex: &str) -> [u8; N] {
        let byte = |k| u8::from_str_radix(&hex[2 * k..2 * k + 2], 16).expect("hexadecimal");
        std::array::from_fn(byte)
    }

    /// Secret key, public key, message and signature from section 7.1 of RFC 8032.
    const VECTORS: [[&str; 4]; 2] = [
        [
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
             085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ],
        [
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac\
             18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ],
    ];

    #[test]
    fn keys_and_signatures_are_those_of_the_standard() {
        for [secret, public, message, signature] in VECTORS {
            let key = SecretKey::of_random(&bytes(secret));
            assert_eq!(key.public().0.to_bytes(), bytes(public));
            let message: Vec<u8> = match message.len() {
                2 => bytes::<1>(message).into(),
                _ => bytes::<2>(message).into(),
            };
            assert_eq!(key.0.sign(&message).to_bytes(), bytes::<64>(signature));
        }
    }

    /// The message that any other program must build to check a record, written by hand. The
    /// digest of the text `abc` is the first example of FIPS 180-2.
    #[test]
    fn the_message_is_the_one_in_the_book() {
        let key = SecretKey::of_random(&[7; 32]);
        let source = Source { host: "a.example", season: "demo", match_id: "12ab" };
        let signed = key.sign(source, b"abc").expect("signed");
        let expected = format!(
            "palestra record signature 1\nkey {}\nhost a.example\nseason demo\nmatch 12ab\n\
             sha256 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n",
            key.public().id()
        );
        assert_eq!(message(&signed, b"abc"), expected);
        assert!(key.public().fits(&signed, b"abc"));
    }

    #[test]
    fn a_signature_fits_one_record_of_one_match() {
        let key = SecretKey::of_random(&[7; 32]);
        let source = Source { host: "a.example", season: "demo", match_id: "12ab" };
        let signed = key.sign(source, b"abc").expect("signed");
        let public = key.public();
        assert!(!public.fits(&signed, b"abd"));
        assert!(!SecretKey::of_random(&[8; 32]).public().fits(&signed, b"abc"));
        let other = |change: fn(&mut Signature)| {
            let mut moved = signed.clone();
            change(&mut moved);
            public.fits(&moved, b"abc")
        };
        assert!(other(|_| ()));
        assert!(!other(|line| line.host = "b.example".into()));
        assert!(!other(|line| line.season = "final".into()));
        assert!(!other(|line| line.match_id = "12ac".into()));
        assert!(!other(|line| line.key = "0".repeat(16)));
        assert!(!other(|line| line.signature = STANDARD.encode([0; 64])));
    }

    #[test]
    fn names_that_would_make_two_words_are_refused() {
        let key = SecretKey::of_random(&[7; 32]);
        for host in ["", "a b", "a\nseason x", "é.example"] {
            assert!(key.sign(Source { host, season: "s", match_id: "m" }, b"abc").is_err());
        }
    }

    #[test]
    fn keys_are_read_as_they_are_written() {
        let key = SecretKey::of_random(&[9; 32]);
        let again = SecretKey::of_base64(&key.to_base64()).expect("a key");
        assert_eq!(again.public(), key.public());
        let public = PublicKey::of_base64(&format!("{}\n", key.public().to_base64()));
        assert_eq!(public.expect("a key"), key.public());
        assert_eq!(key.public().id().len(), 16);
        for wrong in ["", "abc", "AAAA", "é"] {
            assert_eq!(PublicKey::of_base64(wrong), Err(NoKey));
        }
    }
}
