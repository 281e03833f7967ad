//! The clients, keys and permits that calls are made with.

use std::sync::Arc;
use std::time::Duration;

use luna_machines::http::Http;
use luna_machines::ssrf_guard::Guard;

use super::owner_permits::OwnerPermits;

/// A key that the operator has put into the environment, by the variable's name.
pub type Keys = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// The means by which machines are called.
pub struct Calls {
    pub(super) http: Http,
    /// For the panel, whose URL is the operator's own: also to this machine and
    /// its private network.
    pub(super) panel: Http,
    pub(super) keys: Keys,
    pub(super) timeout: Duration,
    pub(super) lines: OwnerPermits,
}

impl Calls {
    /// `private`: URLs of those who enter machines may lead to this machine and
    /// its private network.
    pub fn new(private: bool, keys: Keys, timeout: Duration) -> Result<Calls, String> {
        let http = Http::new(Guard { private }, timeout)?;
        let panel = Http::new(Guard { private: true }, timeout)?;
        Ok(Calls { http, panel, keys, timeout, lines: OwnerPermits::default() })
    }
}
