//! Location of WordNet's files on this computer.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::user_data;

/// The folders searched.
#[derive(Debug)]
pub struct NotFound(Vec<PathBuf>);

/// Returns the given folder, or else the first with WordNet's files of `$WNSEARCHDIR`,
/// `$WNHOME/dict`, the user's own folder and the usual places. `variable` reads the environment.
pub fn find(
    given: Option<&Path>,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<PathBuf, NotFound> {
    let below = |name: &str, rest: &str| {
        let path = variable(name).filter(|path| !path.is_empty());
        path.map(|path| Path::new(&path).join(rest))
    };
    let user_folder = user_data(&variable, "wordnet");
    let places = match given {
        Some(given) => vec![given.to_owned()],
        None => [below("WNSEARCHDIR", ""), below("WNHOME", "dict")]
            .into_iter()
            .flatten()
            .chain(user_folder)
            .chain(USUAL.map(PathBuf::from))
            .chain(below("HOME", "nltk_data/corpora/wordnet"))
            .collect(),
    };
    let found = places.iter().find(|path| path.join("index.noun").is_file()).cloned();
    found.ok_or(NotFound(places))
}

const USUAL: [&str; 8] = [
    "/usr/share/wordnet",
    "/usr/local/share/wordnet",
    "/usr/share/wordnet/dict",
    "/usr/local/WordNet-3.1/dict",
    "/usr/local/WordNet-3.0/dict",
    "/opt/homebrew/opt/wordnet/dict",
    "/usr/local/opt/wordnet/dict",
    "/usr/share/nltk_data/corpora/wordnet",
];

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places: Vec<String> = self.0.iter().map(|path| path.display().to_string()).collect();
        let places = places.join(", ");
        write!(
            f,
            "WordNet's files (index.noun and others) are not in {places}; \
             `luna data fetch wordnet` fetches them, Debian has them in the package wordnet-base, \
             and $WNSEARCHDIR may name their folder"
        )
    }
}

impl std::error::Error for NotFound {}
