//! Errors of the application, independent of the interface.

use luna_store as store;

use crate::format::wait;

#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("There is nothing at this address.")]
    NotFound,
    #[error("{0}")]
    Refused(String),
    /// The seconds after which another attempt is allowed.
    #[error("Too many attempts. Please try again in {}.", wait(*.0))]
    TooOften(i64),
    #[error(transparent)]
    Store(store::Error),
}

impl From<store::Error> for Error {
    fn from(error: store::Error) -> Error {
        match error {
            store::Error::NotFound => Error::NotFound,
            store::Error::Refused(refusal) => Error::Refused(refusal.to_string()),
            other => Error::Store(other),
        }
    }
}
