//! Where WordNet lies on this computer.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

/// The folders that were looked in.
#[derive(Debug)]
pub struct NotFound(Vec<PathBuf>);

/// The folder with WordNet's files: the one that is given, else the first that
/// has them of `$WNSEARCHDIR`, `$WNHOME/dict` and the usual places. Variables of
/// the environment are asked for by name.
pub fn find(
    given: Option<&Path>,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Result<PathBuf, NotFound> {
    let below = |name: &str, rest: &str| variable(name).map(|path| Path::new(&path).join(rest));
    let places = match given {
        Some(given) => vec![given.to_owned()],
        None => [below("WNSEARCHDIR", ""), below("WNHOME", "dict")]
            .into_iter()
            .flatten()
            .chain(USUAL.map(PathBuf::from))
            .chain(below("HOME", "nltk_data/corpora/wordnet"))
            .collect(),
    };
    let found = places.iter().find(|place| place.join("index.noun").is_file()).cloned();
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
        let places: Vec<String> = self.0.iter().map(|place| place.display().to_string()).collect();
        let places = places.join(", ");
        write!(
            f,
            "WordNet's files (index.noun and others) are not in {places}; \
             Debian has them in the package wordnet-base, and $WNSEARCHDIR may name their folder"
        )
    }
}

impl std::error::Error for NotFound {}
