//! What an instance needs to call machines elsewhere: HTTP clients, keys and permits.

mod owner_permits;

use std::sync::Arc;
use std::time::Duration;

use luna_machines::http::Http;
use luna_machines::ssrf_guard::Guard;

use self::owner_permits::OwnerPermits;

/// Keys from the server's environment, by the name of the variable.
pub type Keys = Arc<dyn Fn(&str) -> Option<String> + Send + Sync>;

/// Everything needed to call machines.
pub struct Calls {
    pub(crate) http: Http,
    /// For the panel: its URL is the operator's own and may point to this host and its private
    /// network.
    pub(crate) panel: Http,
    pub(crate) keys: Keys,
    pub(crate) timeout: Duration,
    pub(crate) lines: OwnerPermits,
}

impl Calls {
    /// `private`: owners' URLs may point to this host and its private network.
    pub fn new(private: bool, keys: Keys, timeout: Duration) -> Result<Calls, String> {
        let http = Http::new(Guard { private }, timeout)?;
        let panel = Http::new(Guard { private: true }, timeout)?;
        Ok(Calls { http, panel, keys, timeout, lines: OwnerPermits::default() })
    }
}
