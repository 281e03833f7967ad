//! The origin of imported files, for every test that imports some.

use sha2::{Digest as _, Sha256};

/// The origin of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    pub name: String,
    pub licence: String,
    pub checksum: String,
}

/// The result of an import, with the source that it was kept as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportOutcome<S> {
    Added(S),
    /// A file with the same content was imported earlier.
    Known(S),
}

/// The SHA-256 checksum of a file.
pub fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
