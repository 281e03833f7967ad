//! Failures of a command, with their sentences and exit codes.

use luna_store as store;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error("{0}")]
    Settings(String),
    #[error("cannot use the database {url}: {why}")]
    Database { url: String, why: String },
    #[error("cannot use the database {url}: {why}")]
    Newer { url: String, why: String },
    #[error("cannot listen on {address}: {why}")]
    Address { address: String, why: String },
    #[error("{0}")]
    Refused(String),
    /// An option or a value that does not exist.
    #[error("{0}")]
    Usage(String),
    #[error("{0:#}")]
    Other(anyhow::Error),
}

impl Failure {
    pub(crate) fn refused(why: impl std::fmt::Display) -> Failure {
        Failure::Refused(why.to_string())
    }

    /// An option with a value that it cannot have.
    pub(crate) fn usage(why: &str) -> Failure {
        Failure::Usage(why.to_owned())
    }

    /// The exit code, as documented in the help.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Failure::Refused(_) | Failure::Other(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Settings(_) => 3,
            Failure::Database { .. } => 4,
            Failure::Newer { .. } => 5,
            Failure::Address { .. } => 6,
        }
    }

    /// The reader of the output, such as `head`, has stopped reading.
    pub(crate) fn is_unread(&self) -> bool {
        let Failure::Other(error) = self else { return false };
        let error = error.downcast_ref::<std::io::Error>();
        error.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
    }

    /// A user without a place of their own for a file or a folder.
    pub(crate) fn homeless() -> Failure {
        Failure::refused(
            "Neither $HOME nor $XDG_DATA_HOME says where your files are; please name a place with --to.",
        )
    }

    /// A file that could not be read.
    pub(crate) fn reading(path: &std::path::Path, why: impl std::fmt::Display) -> Failure {
        Failure::Refused(format!("cannot read {}: {why}", path.display()))
    }

    /// A file or a folder that could not be written.
    pub(crate) fn writing(path: &std::path::Path, error: &std::io::Error) -> Failure {
        Failure::Refused(format!("cannot write {}: {error}", path.display()))
    }

    /// A database that could not be opened. The password in its URL is left out.
    pub(crate) fn opening(url: &str, error: &store::Error) -> Failure {
        let (url, newer) = (without_password(url), matches!(error, store::Error::Newer(_)));
        let why = causes(error);
        if newer { Failure::Newer { url, why } } else { Failure::Database { url, why } }
    }
}

impl From<store::Error> for Failure {
    fn from(error: store::Error) -> Failure {
        Failure::Other(anyhow::Error::from(error))
    }
}

impl From<luna_app::Error> for Failure {
    fn from(error: luna_app::Error) -> Failure {
        match error {
            luna_app::Error::Store(error) => error.into(),
            refusal => Failure::refused(refusal),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        Failure::Other(error.into())
    }
}

/// An error with its causes in one line.
fn causes(error: &dyn std::error::Error) -> String {
    let mut line = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        line = format!("{line}: {cause}");
        source = cause.source();
    }
    line
}

/// `postgres://ann:secret@host/luna` as `postgres://ann@host/luna`.
pub(crate) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let Some((who, place)) = rest.split_once('@') else { return url.to_owned() };
    let name = who.split(':').next().unwrap_or("");
    format!("{scheme}://{name}@{place}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(without_password("postgres://ann:s3cret@db/luna"), "postgres://ann@db/luna");
        assert_eq!(without_password("sqlite:luna.db"), "sqlite:luna.db");
    }
}
