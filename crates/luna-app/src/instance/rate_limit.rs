//! Rate limits: token buckets in this process.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};

use crate::error::Error;

/// A limited action: `burst` at once, refilled within `window_ms`.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    pub what: &'static str,
    pub burst: u32,
    pub window_ms: i64,
}

pub(crate) const MINUTE: i64 = 60_000;

/// Passwords tried from one browser that has logged in to the account before.
pub const LOG_IN_DEVICE: Limit = Limit { what: "login-device", burst: 10, window_ms: 15 * MINUTE };
/// Passwords tried for one account from one network, by browsers that are not known.
pub const LOG_IN_NETWORK: Limit =
    Limit { what: "login-network", burst: 10, window_ms: 15 * MINUTE };
/// The same from all networks. An account beyond it is under attack.
pub const LOG_IN_STRANGERS: Limit =
    Limit { what: "login-strangers", burst: 100, window_ms: 60 * MINUTE };
/// Passwords tried from one network for an account under attack.
pub const LOG_IN_UNDER_ATTACK: Limit =
    Limit { what: "login-under-attack", burst: 3, window_ms: 60 * MINUTE };
/// Passwords typed into the settings of one account.
pub const PASSWORD: Limit = Limit { what: "password", burst: 10, window_ms: 15 * MINUTE };
/// Codes of the second factor typed for one account after the right password. Known devices have the
/// same each.
pub const SECOND_FACTOR: Limit = Limit { what: "second-factor", burst: 5, window_ms: 15 * MINUTE };
/// The same in the settings of one account.
pub const SECOND_FACTOR_SETTINGS: Limit =
    Limit { what: "second-factor-settings", burst: 10, window_ms: 15 * MINUTE };
pub const LOG_IN_ADDRESS: Limit =
    Limit { what: "login-address", burst: 60, window_ms: 15 * MINUTE };
pub const SIGN_UP: Limit = Limit { what: "signup", burst: 60, window_ms: 60 * MINUTE };
/// Mails asked for from one address.
pub const MAIL_ADDRESS: Limit = Limit { what: "mail-address", burst: 30, window_ms: 60 * MINUTE };
/// Mails to one account about a forgotten password.
pub const MAIL_RESET: Limit = Limit { what: "mail-reset", burst: 4, window_ms: 60 * MINUTE };
/// Mails to one address about accounts that claim it. Its owner's password is another matter.
pub const MAIL_CLAIM: Limit = Limit { what: "mail-claim", burst: 4, window_ms: 60 * MINUTE };
/// Accounts that the owner of an address names among those that claim it.
pub const CLAIM: Limit = Limit { what: "claim", burst: 10, window_ms: 15 * MINUTE };
/// New machines and new versions of one owner.
pub const MACHINES: Limit = Limit { what: "machines", burst: 40, window_ms: 24 * 60 * MINUTE };

/// Games in which owners try out their machines.
pub const TRIES: Limit = Limit { what: "tries", burst: 20, window_ms: 60 * MINUTE };

/// Sandbox games with the panel of one owner's machines.
pub const PANEL: Limit = Limit { what: "panel", burst: 20, window_ms: 60 * MINUTE };

/// Choices to agree to something, of one person. Taking one back has no limit.
pub const AGREEMENTS: Limit = Limit { what: "agreements", burst: 60, window_ms: 60 * MINUTE };

pub fn guests(per_hour: u32) -> Limit {
    Limit { what: "guest", burst: per_hour, window_ms: 60 * MINUTE }
}

/// Games that one person starts, rated and for practice.
pub fn games(per_hour: u32) -> Limit {
    Limit { what: "games", burst: per_hour, window_ms: 60 * MINUTE }
}

/// Sandbox games that one machine starts.
pub fn sandbox(per_hour: u32) -> Limit {
    Limit { what: "sandbox", burst: per_hour, window_ms: 60 * MINUTE }
}

/// A machine's requests, by its token.
pub fn token(per_minute: u32) -> Limit {
    Limit { what: "token", burst: per_minute, window_ms: MINUTE }
}

/// Requests from one address without a valid token.
pub const STRANGER: Limit = Limit { what: "stranger", burst: 120, window_ms: MINUTE };

/// The address that stands for a network: of IPv6, one subscriber has 64 bits.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
        address @ IpAddr::V4(_) => address,
    }
}

#[derive(Debug, Default)]
pub struct Limits(Mutex<Buckets>);

#[derive(Debug, Default)]
struct Buckets {
    all: HashMap<(&'static str, String), Bucket>,
    /// The time at which full buckets were last removed, in Unix milliseconds.
    swept_at: i64,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    /// The time at which the bucket is full again, in Unix microseconds.
    full_at: i64,
}

/// The windows that a bucket takes to fill at most: one if it is empty, and another for what is
/// owed.
const MOST_WINDOWS: i64 = 2;

impl Limit {
    /// The microseconds in which so much is refilled. In thousandths of a millisecond, since there
    /// may be more than one in each.
    fn refill(self, amount: u64) -> i64 {
        let window = u128::try_from(self.window_ms * 1000).unwrap_or_default();
        let refill = u128::from(amount) * window / u128::from(self.burst.max(1));
        i64::try_from(refill).unwrap_or(i64::MAX).min(MOST_WINDOWS * self.window_ms * 1000)
    }
}

impl Bucket {
    /// The microseconds until it is full again. A bucket that needs longer than it can was written
    /// before the clock was set back, and counts as full.
    fn used(self, limit: Limit, now: i64) -> i64 {
        let used = (self.full_at - now * 1000).max(0);
        if used > MOST_WINDOWS * limit.window_ms * 1000 { 0 } else { used }
    }
}

/// The state of a bucket after an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    pub refused: bool,
    pub remaining: i64,
    /// Seconds until one is available again, or until all are.
    pub seconds: i64,
}

impl Limits {
    /// Takes one, or returns the seconds until another is available.
    pub fn take(&self, limit: Limit, whose: &str, now: i64) -> Result<(), Error> {
        let left = self.take_one(limit, whose, now);
        if left.refused { Err(Error::TooOften(left.seconds)) } else { Ok(()) }
    }

    /// Forgets the buckets that are full again, once a minute: addresses are held no
    /// longer than a limit needs them.
    pub fn sweep(&self, now: i64) {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A clock that was set back starts over.
        if (0..MINUTE).contains(&(now - buckets.swept_at)) {
            return;
        }
        buckets.swept_at = now;
        buckets.all.retain(|_, bucket| bucket.full_at > now * 1000);
        buckets.all.shrink_to_fit();
    }

    /// Fills a bucket.
    pub fn forget(&self, limit: Limit, whose: &str) {
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.all.remove(&(limit.what, whose.to_owned()));
    }

    /// The state of a bucket, without an attempt.
    pub fn look(&self, limit: Limit, whose: &str, now: i64) -> Allowance {
        let each = limit.refill(1);
        let buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.all.get(&(limit.what, whose.to_owned()));
        let used = bucket.map_or(0, |bucket| bucket.used(limit, now));
        let remaining = (limit.window_ms * 1000 - used).max(0) / each.max(1);
        Allowance { refused: false, remaining, seconds: (used + 999_999) / 1_000_000 }
    }

    /// Adds what has been used up already. What the bucket lacks is owed: until it is refilled,
    /// nothing can be taken.
    pub fn owe(&self, limit: Limit, whose: &str, amount: u64, now: i64) {
        let most = MOST_WINDOWS * limit.window_ms * 1000;
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (limit.what, whose.to_owned());
        let bucket = buckets.all.entry(key).or_insert(Bucket { full_at: now * 1000 });
        let used = bucket.used(limit, now).saturating_add(limit.refill(amount));
        bucket.full_at = now * 1000 + used.min(most);
    }

    /// Takes one, and returns how many are left.
    pub fn take_one(&self, limit: Limit, whose: &str, now: i64) -> Allowance {
        self.take_many(limit, whose, 1, now)
    }

    /// Takes so many, or none if there are not as many. An amount beyond the whole bucket needs a
    /// full one.
    pub fn take_many(&self, limit: Limit, whose: &str, amount: u64, now: i64) -> Allowance {
        let each = limit.refill(1);
        let amount = limit.refill(amount.min(u64::from(limit.burst)));
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets
            .all
            .entry((limit.what, whose.to_owned()))
            .or_insert(Bucket { full_at: now * 1000 });
        let used = bucket.used(limit, now) + amount;
        let over = used - limit.window_ms * 1000;
        if over > 0 {
            return Allowance { refused: true, remaining: 0, seconds: over / 1_000_000 + 1 };
        }
        bucket.full_at = now * 1000 + used;
        let seconds = (used + 999_999) / 1_000_000;
        Allowance { refused: false, remaining: -over / each.max(1), seconds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question_campaign::limits::{RATERS, RATERS_WITH_IDS};
    use crate::quiz::limits::SUBMISSIONS_NETWORK;

    const THREE: Limit = Limit { what: "test", burst: 3, window_ms: 30_000 };

    #[test]
    fn a_burst_then_one_at_a_time() {
        let limits = Limits::default();
        let take = |whose, now| limits.take(THREE, whose, now).is_ok();
        assert_eq!([0, 0, 0, 0].map(|now| take("a", now)), [true, true, true, false]);
        assert!(take("b", 0), "somebody else");
        assert!(!take("a", 9_000));
        assert!(take("a", 10_000));
        assert!(!take("a", 10_000));
        assert!(matches!(limits.take(THREE, "a", 10_000), Err(Error::TooOften(11))));
    }

    #[test]
    fn more_than_one_in_a_millisecond() {
        let limits = Limits::default();
        let many = Limit { what: "many", burst: 600_000, window_ms: 60_000 };
        let remaining: Vec<i64> = (0..3).map(|_| limits.take_one(many, "a", 0).remaining).collect();
        assert_eq!(remaining, [599_999, 599_998, 599_997]);
        assert_eq!(limits.look(many, "a", 0).remaining, 599_997);
        assert_eq!(limits.take_one(many, "a", 60_000).remaining, 599_999);
    }

    #[test]
    fn what_is_owed_is_waited_for() {
        let limits = Limits::default();
        let take = |amount, now| limits.take_many(THREE, "a", amount, now);
        limits.owe(THREE, "a", 4, 0);
        assert_eq!(limits.look(THREE, "a", 0).remaining, 0);
        assert!(take(0, 0).refused, "one is owed");
        assert!(!take(0, 10_000).refused);
        assert!(!take(2, 30_000).refused);
        // Nobody waits for more than two windows, nor for more than a full bucket.
        limits.owe(THREE, "a", 1_000_000, 30_000);
        assert_eq!(take(9, 30_000).seconds, 61);
        assert!(!take(9, 90_000).refused);
    }

    #[test]
    fn a_clock_set_back_refuses_nobody() {
        let year = 365 * 24 * 60 * MINUTE;
        let limits = Limits::default();
        let take = |now| limits.take(THREE, "a", now).is_ok();
        assert_eq!([year; 4].map(take), [true, true, true, false]);
        assert_eq!(limits.look(THREE, "a", 0).remaining, 3);
        assert_eq!([0; 4].map(take), [true, true, true, false]);
        assert_eq!([year; 4].map(take), [true, true, true, false]);
    }

    /// As promised on the privacy page.
    #[test]
    fn no_address_is_held_for_more_than_an_hour() {
        let all = [
            LOG_IN_ADDRESS,
            SIGN_UP,
            MAIL_ADDRESS,
            STRANGER,
            RATERS,
            RATERS_WITH_IDS,
            SUBMISSIONS_NETWORK,
            guests(1),
        ];
        for limit in all {
            assert!(limit.window_ms <= 60 * MINUTE, "{}", limit.what);
        }
    }

    #[test]
    fn those_that_are_full_again_are_forgotten() {
        let limits = Limits::default();
        let held = || limits.0.lock().unwrap().all.len();
        for nth in 0..3 {
            limits.take_one(THREE, &nth.to_string(), MINUTE);
        }
        limits.sweep(MINUTE);
        assert_eq!(held(), 3);
        limits.take_one(THREE, "late", 2 * MINUTE);
        limits.sweep(2 * MINUTE);
        assert_eq!(held(), 1);
        limits.sweep(3 * MINUTE - 1);
        assert_eq!(held(), 1);
        limits.sweep(3 * MINUTE);
        assert_eq!(held(), 0);
    }
}
