//! Language resources, and the places they were found in.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use luna_text::snl::WordCounts;
use luna_text::vectors::Vectors;
use luna_text::wordnet::{self, WordNet};

use super::read::ReadError;
use super::texts::{Texts, vocabulary};

/// Paths from the command line; resources without one are searched for.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    pub wordnet: Option<PathBuf>,
    pub vectors: Option<PathBuf>,
    pub corpus: Option<PathBuf>,
}

/// The language resources for the features of one data set.
pub struct Language {
    pub(super) net: Option<Arc<WordNet>>,
    pub(super) vectors: Vectors,
    pub(super) counts: WordCounts,
    /// A sentence for each of the three.
    pub used: [String; 3],
}

impl Sources {
    /// WordNet, if there is one, and where it was.
    pub fn wordnet(
        &self,
        variable: impl Fn(&str) -> Option<std::ffi::OsString>,
    ) -> Result<(Option<Arc<WordNet>>, String), String> {
        match wordnet::find(self.wordnet.as_deref(), variable) {
            Ok(folder) => {
                let net = WordNet::open(&folder).map_err(|error| error.to_string())?;
                Ok((Some(Arc::new(net)), format!("WordNet of {}.", folder.display())))
            }
            Err(missing) if self.wordnet.is_some() => Err(missing.to_string()),
            Err(_) => Ok((
                None,
                "No WordNet: SNL knows only equal words, and SYN is BOW. `luna data fetch wordnet` \
                 fetches it, or name a folder with --wordnet."
                    .to_owned(),
            )),
        }
    }

    /// Loads the resources that depend on the responses.
    pub(super) fn language(
        &self,
        (net, found): (Option<Arc<WordNet>>, String),
        all: &[Texts],
    ) -> Result<Language, ReadError> {
        let each = || all.iter().flat_map(|texts| texts.said.iter().map(|&at| &texts.distinct[at]));
        let ideals = || all.iter().map(|texts| &texts.ideal);
        let (vectors, with) = if let Some(path) = &self.vectors {
            let words = vocabulary(all);
            let wanted = |word: &str| {
                words.binary_search(&word).is_ok() || ideals().flatten().any(|ideal| ideal == word)
            };
            let vectors = Vectors::read(open(path)?, wanted)
                .map_err(|error| ReadError::of(&path.display().to_string(), error.to_string()))?;
            let said = words.len();
            let known = words.iter().filter(|word| vectors.get(word).is_some()).count();
            let path = path.display();
            (vectors, format!("Word vectors of {path}, which knows {known} of {said} words."))
        } else {
            let texts: Vec<Vec<String>> = each().chain(ideals()).cloned().collect();
            let vectors = Vectors::train(&texts, DIMENSIONS);
            (vectors, "Word vectors learned from the responses and the key.".to_owned())
        };
        let (counts, by) = if let Some(path) = &self.corpus {
            let unread = |error: std::io::Error| {
                ReadError::of(&path.display().to_string(), error.to_string())
            };
            let counts = WordCounts::read(open(path)?).map_err(unread)?;
            (counts, format!("Word frequencies of {}.", path.display()))
        } else {
            let mut counts = WordCounts::default();
            each().chain(ideals()).for_each(|words| counts.add(words));
            (counts, "Word frequencies of the responses and the key.".to_owned())
        };
        Ok(Language { net, vectors, counts, used: [found, with, by] })
    }
}

/// The dimensions of a word vector trained here.
const DIMENSIONS: usize = 50;

fn open(path: &Path) -> Result<std::io::BufReader<std::fs::File>, ReadError> {
    std::fs::File::open(path)
        .map(std::io::BufReader::new)
        .map_err(|error| ReadError::of(&path.display().to_string(), error.to_string()))
}
