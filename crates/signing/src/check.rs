//! Checks whether a key that the caller trusts signed a record.

use crate::{KeyState, PublicKey};
use engine::signature::{Parts, Signature};

/// A key that the caller has from a source that it trusts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustedKey {
    /// The key.
    pub public: PublicKey,
    /// The only host that it signs for, if the source names it.
    pub host: Option<String>,
    /// The only season that it signs for, if the source names it.
    pub season: Option<String>,
    /// Whether its signatures count.
    pub state: KeyState,
}

impl TrustedKey {
    /// A key without a list: it signs for any host and season.
    #[must_use]
    pub fn bare(public: PublicKey) -> Self {
        Self { public, host: None, season: None, state: KeyState::Active }
    }
}

/// Why a record does not count as signed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It has no signature line.
    #[error("the record has no signature")]
    NotSigned,
    /// None of the keys has the id in the line.
    #[error("the signature names key {0}, which is not among the keys that were given")]
    UnknownKey(String),
    /// The judge revoked the key.
    #[error("the judge revoked key {0}: somebody else may have signed with it")]
    Revoked(String),
    /// The key is another host's.
    #[error("the signature names host `{named}`, but the keys belong to host `{right}`")]
    OtherHost {
        /// The host in the line.
        named: String,
        /// The host of the key.
        right: String,
    },
    /// The key is another season's.
    #[error("the signature names season `{named}`, but the key belongs to season `{right}`")]
    OtherSeason {
        /// The season in the line.
        named: String,
        /// The season of the key.
        right: String,
    },
    /// The signature is not one of this key for this record and these names.
    #[error(
        "the signature does not fit: the record, the match, the season or the host was changed, or \
         the signature belongs to another record"
    )]
    NoFit,
}

/// Checks the signature of a record with keys from a trusted source. Gives the line, of which all
/// words are true then. A `host` is the only one that the source of the keys speaks for.
///
/// # Errors
/// [`Refusal`] when the record does not count as signed with one of these keys.
pub fn check<'a>(
    parts: &'a Parts<'_>,
    keys: &[TrustedKey],
    host: Option<&str>,
) -> Result<&'a Signature, Refusal> {
    let line = parts.signature.as_ref().ok_or(Refusal::NotSigned)?;
    if let Some(right) = host.filter(|right| *right != line.host) {
        return Err(Refusal::OtherHost { named: line.host.clone(), right: right.into() });
    }
    let key = keys.iter().find(|key| key.public.id() == line.key);
    let key = key.ok_or_else(|| Refusal::UnknownKey(line.key.clone()))?;
    if key.state == KeyState::Revoked {
        return Err(Refusal::Revoked(line.key.clone()));
    }
    let differs = |named: &str, right: &Option<String>| {
        let right = right.as_ref().filter(|right| *right != named)?;
        Some((named.to_string(), right.clone()))
    };
    if let Some((named, right)) = differs(&line.host, &key.host) {
        return Err(Refusal::OtherHost { named, right });
    }
    if let Some((named, right)) = differs(&line.season, &key.season) {
        return Err(Refusal::OtherSeason { named, right });
    }
    match key.public.fits(line, parts.record) {
        true => Ok(line),
        false => Err(Refusal::NoFit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FORMAT, KeyList, PublishedKey, SecretKey, Source};

    const RECORD: &[u8] = b"a record";

    fn list(secret: &SecretKey, state: KeyState) -> Vec<TrustedKey> {
        let published = PublishedKey {
            key: secret.public().id(),
            host: "a.example".into(),
            season: "demo".into(),
            public_key: secret.public().to_base64(),
            since: 0,
            state,
        };
        let list = KeyList { format: FORMAT.into(), keys: vec![published] };
        KeyList::read(&serde_json::to_vec(&list).expect("JSON")).expect("a list")
    }

    fn answer(keys: &[TrustedKey], host: &str, season: &str) -> Result<(), Refusal> {
        let secret = SecretKey::of_random(&[3; 32]);
        let signed = secret.sign(Source { host, season, match_id: "m" }, RECORD);
        let parts = Parts { record: RECORD, signature: Some(signed.expect("signed")) };
        check(&parts, keys, None).map(drop)
    }

    #[test]
    fn keys_of_a_list_sign_for_their_host_and_season_only() {
        let secret = SecretKey::of_random(&[3; 32]);
        let keys = list(&secret, KeyState::Active);
        assert_eq!(answer(&keys, "a.example", "demo"), Ok(()));
        assert_eq!(answer(&list(&secret, KeyState::Retired), "a.example", "demo"), Ok(()));
        let revoked = answer(&list(&secret, KeyState::Revoked), "a.example", "demo");
        assert!(matches!(revoked, Err(Refusal::Revoked(_))), "{revoked:?}");
        let host = answer(&keys, "b.example", "demo");
        assert!(matches!(host, Err(Refusal::OtherHost { .. })), "{host:?}");
        let season = answer(&keys, "a.example", "final");
        assert!(matches!(season, Err(Refusal::OtherSeason { .. })), "{season:?}");
        let other = list(&SecretKey::of_random(&[4; 32]), KeyState::Active);
        let unknown = answer(&other, "a.example", "demo");
        assert!(matches!(unknown, Err(Refusal::UnknownKey(_))), "{unknown:?}");
        assert_eq!(answer(&[TrustedKey::bare(secret.public())], "b.example", "final"), Ok(()));
    }

    #[test]
    fn a_host_speaks_for_itself_only() {
        let secret = SecretKey::of_random(&[3; 32]);
        let keys = list(&secret, KeyState::Active);
        let source = Source { host: "a.example", season: "demo", match_id: "m" };
        let signature = Some(secret.sign(source, RECORD).expect("signed"));
        let parts = Parts { record: RECORD, signature };
        assert!(check(&parts, &keys, Some("a.example")).is_ok());
        let other = check(&parts, &keys, Some("b.example"));
        assert!(matches!(other, Err(Refusal::OtherHost { .. })), "{other:?}");
    }

    #[test]
    fn no_line_is_no_signature() {
        let parts = Parts { record: RECORD, signature: None };
        assert_eq!(check(&parts, &[], None), Err(Refusal::NotSigned));
    }

    #[test]
    fn lists_with_false_ids_or_formats_are_refused() {
        let public = SecretKey::of_random(&[3; 32]).public().to_base64();
        let list = |format: &str, key: &str, public: &str| {
            let json = format!(
                r#"{{"format":"{format}","keys":[{{"key":"{key}","host":"a","season":"s",
                    "public_key":"{public}","since":0,"state":"active"}}]}}"#
            );
            KeyList::read(json.as_bytes()).map_err(|why| why.to_string())
        };
        let id = SecretKey::of_random(&[3; 32]).public().id();
        assert!(list(FORMAT, &id, &public).is_ok());
        assert!(list(FORMAT, "00", &public).expect_err("an id").contains("is not the id"));
        assert!(list(FORMAT, &id, "AAAA").expect_err("a key").contains("not an Ed25519 key"));
        assert!(list("palestra keys 2", &id, &public).expect_err("a format").contains("format"));
        assert!(KeyList::read(b"no").is_err());
    }
}
