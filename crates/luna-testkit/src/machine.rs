//! Machines as their owners register them, and their tokens.

use luna_store::machine::{MachineConfig, Skills, Transport};
use luna_store::token::{Scope, Token};
use sha2::{Digest as _, Sha256};

/// A machine that is reached in this way; tests change the fields that they are about.
pub fn declared(way: Transport) -> MachineConfig {
    MachineConfig {
        about: "Thinks.".to_owned(),
        model: "brain 1".to_owned(),
        organisation: String::new(),
        licence: String::new(),
        link: String::new(),
        contact: "ann@example.org".to_owned(),
        way,
        setup: "{}".to_owned(),
        most_open: 5,
        most_daily: 100,
        skills: Skills::all(),
    }
}

/// The token that this secret is.
pub fn token(secret: &str, scope: Scope, created_at: i64) -> Token {
    Token {
        id: hash(secret),
        name: "test".to_owned(),
        tail: "test".to_owned(),
        scope,
        created_at,
        used_at: None,
        revoked_at: None,
    }
}

/// A secret as it is stored.
pub fn hash(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
