//! How often something may be done. Buckets that fill again with time, on this
//! process.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::error::Error;

/// What is limited, and how: `burst` at once, filling again in `window_ms`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    pub(crate) what: &'static str,
    pub(crate) burst: u32,
    pub(crate) window_ms: i64,
}

const MINUTE: i64 = 60_000;

/// Wrong passwords for one account, wherever they come from.
pub(crate) const LOG_IN_ACCOUNT: Limit =
    Limit { what: "login-account", burst: 10, window_ms: 15 * MINUTE };
pub(crate) const LOG_IN_ADDRESS: Limit =
    Limit { what: "login-address", burst: 60, window_ms: 15 * MINUTE };
pub(crate) const SIGN_UP: Limit = Limit { what: "signup", burst: 60, window_ms: 60 * MINUTE };
/// Mails asked for from one address, and to one account.
pub(crate) const MAIL_ADDRESS: Limit =
    Limit { what: "mail-address", burst: 30, window_ms: 60 * MINUTE };
pub(crate) const MAIL_ACCOUNT: Limit =
    Limit { what: "mail-account", burst: 4, window_ms: 60 * MINUTE };
/// New machines and new versions of one owner.
pub(crate) const MACHINES: Limit =
    Limit { what: "machines", burst: 40, window_ms: 24 * 60 * MINUTE };

pub(crate) fn guests(per_hour: u32) -> Limit {
    Limit { what: "guest", burst: per_hour, window_ms: 60 * MINUTE }
}

#[derive(Debug, Default)]
pub struct Limits(Mutex<HashMap<(&'static str, String), Bucket>>);

#[derive(Clone, Copy, Debug)]
struct Bucket {
    /// When the bucket is full again, in Unix milliseconds.
    full_at: i64,
    window_ms: i64,
}

impl Limits {
    /// Takes one, or says in how many seconds there is another.
    pub(crate) fn take(&self, limit: Limit, whose: &str, now: i64) -> Result<(), Error> {
        let each = limit.window_ms / i64::from(limit.burst.max(1));
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() > 10_000 {
            all.retain(|_, bucket| bucket.full_at > now);
        }
        let bucket = all
            .entry((limit.what, whose.to_owned()))
            .or_insert(Bucket { full_at: now, window_ms: limit.window_ms });
        let full_at = bucket.full_at.max(now) + each;
        if full_at - now > bucket.window_ms {
            return Err(Error::TooOften((full_at - now - bucket.window_ms) / 1000 + 1));
        }
        bucket.full_at = full_at;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
