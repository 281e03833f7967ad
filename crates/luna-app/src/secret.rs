//! Secrets are stored as hashes.

pub mod mac;
pub mod password;
pub mod second_factor;

use sha2::{Digest, Sha256};

/// The hash of a secret, as stored in the database.
pub fn hash(secret: &str) -> String {
    let digest = Sha256::digest(secret.as_bytes());
    let digits = digest.iter().flat_map(|&byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from_digit(digit.into(), 16).unwrap_or('0')).collect()
}
