//! The limits of requests, sign-ins and registrations of a visitor, and of connections of one
//! kind.

use crate::config::Config;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

const MINUTE: Duration = Duration::from_secs(60);
/// Longest login that is told from others: logins of accounts are shorter.
const LOGIN_MAX: usize = 80;

/// How often visitors may ask.
pub struct Limits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    registrations: DefaultKeyedRateLimiter<IpAddr>,
    /// Failed attempts to sign in by network: high, because a class shares one.
    networks: Failures<IpAddr>,
    /// Failed attempts to sign in by origin and login: low. An attacker elsewhere does not lock
    /// the owner of the account out.
    accounts: Failures<(Origin, String)>,
    /// Failed attempts to sign in by login, from all networks together: an attacker with many
    /// addresses gets few attempts, too. Origins that are known do not count here and are not
    /// held up.
    everywhere: Failures<String>,
}

/// Where an attempt to sign in comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A network that may be anybody's.
    Network(IpAddr),
    /// Somebody who has signed in to the account before: a browser by its mark, or a session.
    Known(String),
}

impl Origin {
    /// A visitor without a proof.
    #[must_use]
    pub fn of(address: IpAddr) -> Self {
        Self::Network(network(address))
    }
}

/// Failed attempts on one account from all networks together, as a multiple of those from one;
/// in [`EVERYWHERE_WITHIN`].
const EVERYWHERE: u32 = 6;
/// See [`EVERYWHERE`].
const EVERYWHERE_WITHIN: Duration = Duration::from_secs(3600);

fn at_least_one(n: u32) -> NonZeroU32 {
    NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN)
}

impl Limits {
    /// The limits of a configuration.
    #[must_use]
    pub fn new(config: &Config) -> Self {
        let rate = at_least_one(config.requests_per_second);
        let burst = at_least_one(config.requests_per_second.saturating_mul(4));
        let registrations = Quota::per_hour(at_least_one(config.registrations_per_hour));
        Self {
            requests: RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst)),
            registrations: RateLimiter::keyed(registrations),
            networks: Failures::new(config.sign_ins_per_minute, MINUTE),
            accounts: Failures::new(config.sign_ins_per_account, 15 * MINUTE),
            everywhere: Failures::new(
                config.sign_ins_per_account.saturating_mul(EVERYWHERE),
                EVERYWHERE_WITHIN,
            ),
        }
    }

    /// Whether this visitor may ask now.
    #[must_use]
    pub fn request(&self, visitor: IpAddr) -> bool {
        self.requests.check_key(&network(visitor)).is_ok()
    }

    /// An attempt to sign in with this login, if there may be one now. It counts as failed until
    /// [`Attempt::succeeded`] is called, so that attempts at the same moment count each other.
    #[must_use]
    pub fn sign_in(&self, origin: Origin, login: &str) -> Option<Attempt<'_>> {
        let login: String = login.trim().to_lowercase().chars().take(LOGIN_MAX).collect();
        let mut attempt = Attempt { limits: self, network: None, account: None, login: None };
        let strange = match origin {
            Origin::Network(network) => Some(network),
            Origin::Known(_) => None,
        };
        let account = (origin, login.clone());
        let counted = strange.is_none_or(|network| attempt.network(network))
            && attempt.account(account)
            && (strange.is_none() || attempt.everywhere(login));
        if !counted {
            // No password was checked.
            attempt.succeeded();
            return None;
        }
        Some(attempt)
    }

    /// An attempt to use an invitation, if there may be one now: counted as [`Limits::sign_in`]
    /// does, by the visitor's network only.
    #[must_use]
    pub fn invitation(&self, visitor: IpAddr) -> Option<Attempt<'_>> {
        let mut attempt = Attempt { limits: self, network: None, account: None, login: None };
        attempt.network(network(visitor)).then_some(attempt)
    }

    /// Whether this visitor may make an account now.
    #[must_use]
    pub fn registration(&self, visitor: IpAddr) -> bool {
        self.registrations.check_key(&network(visitor)).is_ok()
    }

    /// Forgets visitors who have not asked for long.
    pub fn tidy(&self) {
        self.requests.retain_recent();
        self.registrations.retain_recent();
        self.networks.tidy();
        self.accounts.tidy();
        self.everywhere.tidy();
    }
}

/// An attempt to sign in, and where it is counted.
pub struct Attempt<'a> {
    limits: &'a Limits,
    network: Option<IpAddr>,
    account: Option<(Origin, String)>,
    login: Option<String>,
}

impl Attempt<'_> {
    fn network(&mut self, key: IpAddr) -> bool {
        self.network = self.limits.networks.count(&key).then_some(key);
        self.network.is_some()
    }

    fn account(&mut self, key: (Origin, String)) -> bool {
        self.account = self.limits.accounts.count(&key).then_some(key);
        self.account.is_some()
    }

    fn everywhere(&mut self, key: String) -> bool {
        self.login = self.limits.everywhere.count(&key).then_some(key);
        self.login.is_some()
    }

    /// The password was right: the attempt does not count.
    pub fn succeeded(self) {
        if let Some(network) = &self.network {
            self.limits.networks.forget(network);
        }
        if let Some(account) = &self.account {
            self.limits.accounts.forget(account);
        }
        if let Some(login) = &self.login {
            self.limits.everywhere.forget(login);
        }
    }
}

/// Failures by key, of which so many are allowed at once; they are forgotten one by one.
struct Failures<K> {
    most: f64,
    per_second: f64,
    counts: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Hash + Eq + Clone> Failures<K> {
    fn new(most: u32, within: Duration) -> Self {
        let most = f64::from(most.max(1));
        Self { most, per_second: most / within.as_secs_f64(), counts: Mutex::default() }
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<K, (f64, Instant)>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn left(&self, (count, since): (f64, Instant)) -> f64 {
        (count - since.elapsed().as_secs_f64() * self.per_second).max(0.0)
    }

    /// Counts one more, if there is room for it.
    fn count(&self, key: &K) -> bool {
        let mut counts = self.counts();
        let count = counts.get(key).map_or(0.0, |count| self.left(*count));
        if count + 1.0 > self.most {
            return false;
        }
        counts.insert(key.clone(), (count + 1.0, Instant::now()));
        true
    }

    /// Counts one less.
    fn forget(&self, key: &K) {
        if let Some((count, _)) = self.counts().get_mut(key) {
            *count -= 1.0;
        }
    }

    fn tidy(&self) {
        self.counts().retain(|_, count| self.left(*count) > 0.0);
    }
}

/// How much of one kind may be open at once: in all, and for one network, so that nobody takes
/// the room of all others.
pub struct Capacity {
    all_max: usize,
    of_one_max: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    all: usize,
    networks: HashMap<IpAddr, usize>,
}

impl Capacity {
    /// Room for so many in all and for one network.
    #[must_use]
    pub fn new(all_max: usize, of_one_max: usize) -> Self {
        Self { all_max, of_one_max, open: Mutex::default() }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Room for one more, if there is some; without an address it counts for no network.
    #[must_use]
    pub fn take(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Permit> {
        let network = address.map(network);
        let mut open = self.open();
        let own = network.and_then(|network| open.networks.get(&network)).copied().unwrap_or(0);
        if open.all >= self.all_max || own >= self.of_one_max {
            return None;
        }
        open.all += 1;
        if let Some(network) = network {
            open.networks.insert(network, own + 1);
        }
        Some(Permit { capacity: self.clone(), network })
    }
}

/// Room in a [`Capacity`], which is free again when this is dropped.
pub struct Permit {
    capacity: Arc<Capacity>,
    network: Option<IpAddr>,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = self.capacity.open();
        open.all -= 1;
        let Some(network) = self.network else { return };
        match open.networks.get_mut(&network) {
            Some(own) if *own > 1 => *own -= 1,
            _ => drop(open.networks.remove(&network)),
        }
    }
}

/// The network of an address. An owner of one IPv6 address has a whole network. An IPv4 address
/// that a socket for both writes as IPv6 is an IPv4 address.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn failed_attempts_count_by_account_and_network() {
        let config =
            Config { sign_ins_per_account: 2, sign_ins_per_minute: 5, ..Config::default() };
        let limits = Limits::new(&config);
        let (class, elsewhere) = ("192.0.2.1", "198.51.100.7");
        let tried = |from: &str, login: &str| limits.sign_in(Origin::of(at(from)), login).is_some();
        assert!(tried(class, "alice") && tried(class, " ALICE "));
        assert!(!tried(class, "alice"), "two failed");
        assert!(tried(class, "bob"), "the class is not locked out");
        assert!(tried(elsewhere, "alice"), "nor is the account elsewhere");
        // Whoever gets in does not use up the others' attempts.
        for _ in 0..20 {
            limits.sign_in(Origin::of(at(class)), "carla").expect("allowed").succeeded();
        }
        assert!(tried(class, "carla") && tried(class, "dora"));
        assert!(!tried(class, "eva"), "five failed in the class");
    }

    #[test]
    fn an_account_has_a_limit_for_all_networks_and_its_owner_is_not_held_up() {
        let config =
            Config { sign_ins_per_account: 2, sign_ins_per_minute: 100, ..Config::default() };
        let limits = Limits::new(&config);
        let tried = |k: u8, login: &str| {
            limits.sign_in(Origin::of(IpAddr::from([192, 0, 2, k])), login).is_some()
        };
        // A refused attempt counts nowhere.
        assert!(tried(1, "alice") && tried(1, "alice") && !tried(1, "alice"));
        assert!((2..12).all(|k| tried(k, "alice")), "ten more of twelve");
        assert!(!tried(12, "alice") && tried(12, "bob"));
        let owner = || Origin::Known("a browser".into());
        for _ in 0..20 {
            limits.sign_in(owner(), "alice").expect("allowed").succeeded();
        }
        let failed = || limits.sign_in(owner(), "alice").is_some();
        assert!(failed() && failed() && !failed(), "a stolen mark gets as many as a network");
        assert!(limits.invitation(at("192.0.2.12")).is_some(), "invitations are no account's");
    }

    #[test]
    fn failures_are_forgotten_one_by_one() {
        let failures = Failures::new(2, Duration::from_secs(20));
        assert!(failures.count(&1) && failures.count(&1) && !failures.count(&1));
        let earlier = |seconds| {
            let mut counts = failures.counts();
            let (_, since) = counts.get_mut(&1).expect("counted");
            *since = since.checked_sub(Duration::from_secs(seconds)).expect("a moment");
        };
        earlier(11);
        assert!(failures.count(&1) && !failures.count(&1));
        failures.tidy();
        assert_eq!(failures.counts().len(), 1);
        earlier(20);
        failures.tidy();
        assert!(failures.counts().is_empty());
    }

    #[test]
    fn room_is_by_network_and_free_again() {
        let capacity = Arc::new(Capacity::new(4, 2));
        let take = |text| capacity.take(Some(at(text)));
        let first = take("2001:db8::1").expect("room");
        let _second = take("2001:db8::2").expect("room");
        assert!(take("2001:db8::3").is_none(), "one network");
        let _others = (take("192.0.2.1").expect("room"), take("::ffff:192.0.2.1").expect("room"));
        assert!(
            take("192.0.2.1").is_none()
                && take("192.0.2.2").is_none()
                && capacity.take(None).is_none()
        );
        drop(first);
        assert!(take("::ffff:192.0.2.1").is_none(), "the same network in other words");
        let proxy = capacity.take(None).expect("room");
        drop(proxy);
        assert!(take("2001:db8::4").is_some());
    }
}
