//! The list of public keys that a judge publishes.

use crate::{NoKey, PublicKey, TrustedKey};
use serde::{Deserialize, Serialize};

/// Where a judge publishes its keys.
pub const PATH: &str = "/.well-known/palestra-keys.json";
/// The format of the list.
pub const FORMAT: &str = "palestra keys 1";

/// The keys of a judge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyList {
    /// [`FORMAT`].
    pub format: String,
    /// All keys, also those that sign no more.
    pub keys: Vec<PublishedKey>,
}

/// One key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedKey {
    /// Its id.
    pub key: String,
    /// The host that it signs for.
    pub host: String,
    /// The season that it signs for: the name in addresses.
    pub season: String,
    /// The public key in Base64.
    pub public_key: String,
    /// When the judge made it, in milliseconds since 1970.
    pub since: i64,
    /// Whether its signatures count.
    pub state: KeyState,
}

/// Whether the signatures of a key count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyState {
    /// The judge signs with it.
    Active,
    /// The judge signs with a newer key. Older signatures still count.
    Retired,
    /// Somebody else may have the private key. No signature counts.
    Revoked,
}

/// A list cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum BadList {
    /// It is no JSON of this form.
    #[error("this is not a list of keys: {0}")]
    Json(#[from] serde_json::Error),
    /// It has a format of another program.
    #[error("the list of keys has the format `{0}`, but this program reads `{FORMAT}`")]
    Format(String),
    /// A key in it is none.
    #[error("key `{key}` in the list: {why}")]
    Key {
        /// Its id.
        key: String,
        /// The fault.
        why: NoKey,
    },
    /// A key in it has the id of another one.
    #[error("key `{0}` in the list: the id is not the id of this public key")]
    Id(String),
}

impl KeyList {
    /// Reads a list as a judge publishes it.
    ///
    /// # Errors
    /// [`BadList`] when it is no such list, or names a key that is none.
    pub fn read(json: &[u8]) -> Result<Vec<TrustedKey>, BadList> {
        let list: Self = serde_json::from_slice(json)?;
        if list.format != FORMAT {
            return Err(BadList::Format(list.format));
        }
        list.keys.into_iter().map(trusted).collect()
    }
}

fn trusted(published: PublishedKey) -> Result<TrustedKey, BadList> {
    let PublishedKey { key, host, season, public_key, state, .. } = published;
    let public = match PublicKey::of_base64(&public_key) {
        Ok(public) => public,
        Err(why) => return Err(BadList::Key { key, why }),
    };
    if public.id() != key {
        return Err(BadList::Id(key));
    }
    Ok(TrustedKey { public, host: Some(host), season: Some(season), state })
}
