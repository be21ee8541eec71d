//! The keys that `palestra verify` checks signatures with.

use crate::failure::Failure;
use crate::options::Verify;
use signing::{KeyList, PublicKey, TrustedKey};
use std::path::Path;

/// Keys, and how far they are to be trusted.
pub(super) struct Given {
    /// The keys.
    pub(super) keys: Vec<TrustedKey>,
    /// Where they come from, in words.
    pub(super) source: String,
    /// The only host that their source speaks for.
    pub(super) host: Option<String>,
}

impl Given {
    fn by_hand(keys: Vec<TrustedKey>, source: String) -> Self {
        Self { keys, source, host: None }
    }
}

/// The keys that the call names. Nothing if it names none.
pub(super) fn given(options: &Verify) -> Result<Option<Given>, Failure> {
    match (&options.key, &options.from) {
        (Some(key), _) => of_call(key).map(Some),
        (None, Some(address)) => published(address).map(Some),
        (None, None) => Ok(None),
    }
}

/// A key in Base64, or a file with a key or a list.
fn of_call(word: &str) -> Result<Given, Failure> {
    if let Ok(public) = PublicKey::of_base64(word) {
        let keys = vec![TrustedKey::bare(public)];
        return Ok(Given::by_hand(keys, "the option --key".into()));
    }
    let bytes = match std::fs::read(Path::new(word)) {
        Ok(bytes) => bytes,
        Err(error) => {
            return Err(Failure::usage(format!(
                "`{word}` is neither a public key nor a file: {error}"
            ))
            .help("give 32 bytes in Base64, or the file palestra-keys.json of a judge"));
        }
    };
    let text = String::from_utf8_lossy(&bytes);
    let source = format!("the file {word}");
    if let Ok(public) = PublicKey::of_base64(&text) {
        return Ok(Given::by_hand(vec![TrustedKey::bare(public)], source));
    }
    let keys = KeyList::read(&bytes).map_err(|why| {
        Failure::usage(format!("{word}: {why}"))
            .help("the file must have a public key in Base64, or the list that a judge publishes")
    })?;
    Ok(Given::by_hand(keys, source))
}

/// The keys that a judge publishes for its own host.
#[cfg(feature = "judge")]
fn published(address: &str) -> Result<Given, Failure> {
    use crate::commands::judge;
    let wrong = || {
        Failure::usage(format!("`{address}` is not the address of a judge"))
            .help("give an address such as --from https://contest.example.org")
    };
    let url = reqwest::Url::parse(address).map_err(|_| wrong())?;
    let host = url.host_str().filter(|_| url.has_authority()).ok_or_else(wrong)?;
    let host = url.port().map_or_else(|| host.to_string(), |port| format!("{host}:{port}"));
    let bytes = judge::public(address, signing::PATH)?;
    let source = format!("{}{}", address.trim_end_matches('/'), signing::PATH);
    let keys = KeyList::read(&bytes).map_err(|why| Failure::usage(format!("{source}: {why}")))?;
    Ok(Given { keys, source, host: Some(host) })
}

#[cfg(not(feature = "judge"))]
fn published(_: &str) -> Result<Given, Failure> {
    Err(crate::lacking::fetching())
}
