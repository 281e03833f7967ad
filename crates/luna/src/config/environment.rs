//! The environment of the process: clock, randomness, variables and log.

use std::io::IsTerminal as _;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use luna_app::Clock;
use luna_app::calls::Keys;
use luna_store::game::Context;
use luna_store::{Random, disciplines};
use tracing_subscriber::EnvFilter;

use crate::config::Config;

pub(crate) fn now() -> i64 {
    #[expect(clippy::disallowed_methods, reason = "this is where the clock is read")]
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX)
}

pub(crate) fn clock() -> Clock {
    Clock(Arc::new(now))
}

/// The random source of ids and secrets. Without the system's source they could be guessed, so
/// the program stops.
pub(crate) fn random() -> Random {
    Random(Arc::new(|| {
        let mut bytes = [0; 16];
        if getrandom::fill(&mut bytes).is_err() {
            std::process::abort();
        }
        bytes
    }))
}

/// Keys of machines in the environment. A machine's configuration can name no other variable.
pub(crate) fn keys() -> Keys {
    Arc::new(|name| {
        #[expect(clippy::disallowed_methods, reason = "this is where keys are read")]
        let key = || std::env::var(name).ok().filter(|key| !key.is_empty());
        name.starts_with("LUNA_KEY_").then(key).flatten()
    })
}

pub(crate) fn context(config: &Config) -> Context {
    Context {
        now: now(),
        random: random(),
        timing: config.settings.timing,
        disciplines: disciplines::ALL,
    }
}

/// A secret from a variable. It is never a flag, since other users of a computer can read flags.
pub(crate) fn variable(name: &str) -> Option<String> {
    #[expect(clippy::disallowed_methods, reason = "secrets are read here, when they are needed")]
    let value = std::env::var(name).ok();
    value.filter(|value| !value.is_empty())
}

pub(crate) fn start_log(config: &Config) {
    let filter = EnvFilter::try_new(&config.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if config.json_log {
        log.json().init();
    } else {
        log.with_ansi(std::io::stderr().is_terminal()).init();
    }
}
