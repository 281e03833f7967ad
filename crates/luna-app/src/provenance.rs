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
    hex(&Sha256::digest(bytes))
}

/// The SHA-256 checksum of what is written into it.
#[derive(Default)]
pub struct Checksum(Sha256);

impl Checksum {
    pub fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

impl std::io::Write for Checksum {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
