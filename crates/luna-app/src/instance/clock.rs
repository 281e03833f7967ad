//! The only place that reads the time.

use std::sync::Arc;

/// Gives the time in Unix milliseconds.
#[derive(Clone)]
pub struct Clock(pub Arc<dyn Fn() -> i64 + Send + Sync>);
