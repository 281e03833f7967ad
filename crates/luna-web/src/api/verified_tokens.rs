//! Tokens that this process has accepted before.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// Hashes of the tokens that this process has accepted. From an address that has sent many
/// invalid tokens no others are looked up for a while, so that nobody can keep the database busy
/// with made-up ones.
#[derive(Debug, Default)]
pub(crate) struct VerifiedTokens(Mutex<HashSet<String>>);

impl VerifiedTokens {
    pub(super) fn has(&self, id: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(id)
    }

    pub(super) fn add(&self, id: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned());
    }

    pub(super) fn forget(&self, id: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }
}
