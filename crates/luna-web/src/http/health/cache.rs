//! The latest answers of the database to probes.

use luna_store::figures::Figures;
use tokio::sync::Mutex;

/// The latest answers of the database, each with its time. Probes may come often; the database is
/// asked only once in a while.
#[derive(Debug, Default)]
pub(crate) struct HealthCache {
    pub(super) ready: Mutex<Option<(i64, Result<(), &'static str>)>>,
    pub(super) figures: Mutex<Option<(i64, Figures)>>,
}
