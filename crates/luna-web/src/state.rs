//! The state that all handlers share.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use axum::Router;
use luna_app::Instance;

use crate::api::open_streams::Streams;
use crate::api::verified_tokens::VerifiedTokens;
use crate::health::cache::HealthCache;
use crate::metrics::Metrics;

/// The state that all handlers share.
#[derive(Clone)]
pub(crate) struct App(Arc<Parts>);

/// An instance, and the records of its HTTP server.
pub(crate) struct Parts {
    instance: Instance,
    pub(crate) metrics: Arc<Metrics>,
    /// Tokens of machines that have been accepted.
    pub(crate) verified_tokens: VerifiedTokens,
    /// The open streams of each machine.
    pub(crate) streams: Arc<Streams>,
    pub(crate) health: HealthCache,
    /// The routes of pages, which say what somebody may come back to.
    pub(crate) pages: OnceLock<Router<App>>,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Deref for Parts {
    type Target = Instance;

    fn deref(&self) -> &Instance {
        &self.instance
    }
}

impl App {
    pub(crate) fn new(instance: Instance) -> App {
        App(Arc::new(Parts {
            instance,
            metrics: Arc::default(),
            verified_tokens: VerifiedTokens::default(),
            streams: Arc::default(),
            health: HealthCache::default(),
            pages: OnceLock::new(),
        }))
    }
}
