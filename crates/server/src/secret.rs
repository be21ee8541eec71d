//! Random ids and tokens, digests, passwords.

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;
use tokio::task::JoinError;

/// Passwords that are hashed at once: each takes 19 MB of memory, and who signs in a thousand
/// times at once shall not take all there is.
const ROOM: usize = 8;
static PLACES: Semaphore = Semaphore::const_new(ROOM);

/// Does something with a password on a thread that may be blocked, when there is room for it.
///
/// # Errors
/// When it panics.
pub async fn in_turn<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    // Nobody closes the semaphore. The place is left when the work ends, also where nobody waits
    // for it any more.
    let place = PLACES.acquire().await.ok();
    tokio::task::spawn_blocking(move || {
        let _place = place;
        work()
    })
    .await
}

fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without randomness nothing here would be safe: no session, no token, no seed.
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A fresh private key: 256 random bits.
#[must_use]
pub fn key() -> [u8; 32] {
    random()
}

/// A fresh id: 80 random bits.
#[must_use]
pub fn id() -> String {
    hex(&random::<10>())
}

/// A fresh token: 256 random bits.
#[must_use]
pub fn token() -> String {
    hex(&random::<32>())
}

/// The stored form of a token.
#[must_use]
pub fn digest(token: &str) -> String {
    blake3::derive_key("palestra 2026 token", token.as_bytes()).map(|b| format!("{b:02x}")).concat()
}

/// The secret in the forms of a session, so that no other site can send them.
#[must_use]
pub fn csrf(session: &str) -> String {
    hex(&blake3::derive_key("palestra 2026 form", session.as_bytes())[..16])
}

/// An id that follows from a secret and what it is for: the same after every restart, and
/// nobody without the secret can guess it.
#[must_use]
pub fn derived(secret: &str, purpose: &str) -> String {
    let key = blake3::derive_key("palestra 2026 season", secret.as_bytes());
    hex(&blake3::keyed_hash(&key, purpose.as_bytes()).as_bytes()[..10])
}

/// The hash of a password, to be stored.
///
/// # Errors
/// When there is no randomness for the salt.
pub fn hash_password(password: &str) -> anyhow::Result<String> {
    let hash: PasswordHash = Argon2::default()
        .hash_password(password.as_bytes())
        .map_err(|e| anyhow::anyhow!("the password cannot be hashed: {e}"))?;
    Ok(hash.to_string())
}

/// A well-formed hash that no password has.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$\
                      k3u5W2H0w9l3vJtJ2sT0n0dXb0Q1m4Zc7o1yq0yY3nM";

/// Whether a password is the one with this hash. Without a hash as much time goes by, so that
/// answers do not tell which accounts exist.
#[must_use]
pub fn password_fits(password: &str, hash: Option<&str>) -> bool {
    let Ok(parsed) = PasswordHash::new(hash.unwrap_or(NOBODY)) else { return false };
    Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok() && hash.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_fit_their_own_hash_only() {
        let hash = hash_password("correct horse").expect("hashed");
        assert!(hash.starts_with("$argon2id$"));
        assert!(password_fits("correct horse", Some(&hash)));
        assert!(!password_fits("correct horsf", Some(&hash)));
        assert!(!password_fits("correct horse", None));
        assert!(PasswordHash::new(NOBODY).is_ok(), "checking it must take as long as any other");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn so_many_passwords_are_hashed_at_once_and_no_more() {
        use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
        static NOW: AtomicUsize = AtomicUsize::new(0);
        let work = |_| {
            tokio::spawn(in_turn(|| {
                let now = NOW.fetch_add(1, SeqCst) + 1;
                std::thread::yield_now();
                NOW.fetch_sub(1, SeqCst);
                now
            }))
        };
        let all: Vec<_> = (0..200).map(work).collect();
        for one in all {
            let now = one.await.expect("ends").expect("done");
            assert!(now <= ROOM, "{now}");
        }
    }

    #[test]
    fn derived_ids_stay_and_tokens_do_not() {
        assert_eq!(derived("s", "ladder/1/0"), derived("s", "ladder/1/0"));
        assert_ne!(derived("s", "ladder/1/0"), derived("t", "ladder/1/0"));
        assert_ne!(token(), token());
        assert_ne!(digest("a"), "a");
    }
}
