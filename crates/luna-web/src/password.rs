//! Passwords: argon2id, off the threads that answer requests, and never told
//! apart by how long a "no" takes.

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher as _, PasswordVerifier as _};
use tokio::sync::Semaphore;

/// Hashing takes 19 MB each; this many at once.
static AT_ONCE: Semaphore = Semaphore::const_new(4);

/// The hash that is stored.
pub async fn hash(password: String) -> Option<String> {
    let _permit = AT_ONCE.acquire().await.ok()?;
    tokio::task::spawn_blocking(move || {
        Argon2::default().hash_password(password.as_bytes()).ok().map(|hash| hash.to_string())
    })
    .await
    .ok()?
}

/// The first of those candidates whose password it is, with the hash. Where there is none to
/// compare with, the time of one comparison passes all the same.
pub(crate) async fn find(
    password: String,
    candidates: Vec<(String, String)>,
) -> Option<(String, String)> {
    let _permit = AT_ONCE.acquire().await.ok()?;
    tokio::task::spawn_blocking(move || {
        let fits = |hash: &str| {
            PasswordHash::new(hash).is_ok_and(|hash| {
                Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
            })
        };
        if candidates.is_empty() {
            drop(Argon2::default().hash_password(password.as_bytes()));
        }
        candidates.into_iter().find(|(_, hash)| fits(hash))
    })
    .await
    .ok()?
}
