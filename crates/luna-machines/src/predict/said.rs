//! What was said in answer to one question, and how alike any two answers to it are.

use std::collections::{BTreeSet, HashMap, HashSet};

use luna_text::distance::{Pattern, similarity};
use luna_text::ngram;
use luna_text::stem::stem;
use luna_text::words::prepared;

use super::Asked;
use crate::float;

/// How an answer compares with the key: the share of the key's stems that it has, whether it
/// has any, whether all, and one less the distance of the stems' characters by the longer's,
/// each with the nearest of the right answers; `ln(1 + words) / 2`; and whether it is empty.
/// Without a key the first four are 0.
pub(super) const FEATURES: usize = 6;
pub(super) type Features = [f64; FEATURES];

/// How far apart two answers' features may be and still count as near.
const NEAR: f64 = 0.3;

/// One of the answers that count as right.
struct Right {
    stems: HashSet<String>,
    characters: Pattern,
}

pub(super) struct Key(Vec<Right>);

/// An answer as the machine sees it.
pub(super) struct Read {
    pub(super) features: Features,
    /// Its runs of two, three and four characters, spaces around words among them.
    runs: Vec<String>,
}

/// All answers to one question, those alike in every word as one.
pub(super) struct Said {
    key: Key,
    each: Vec<Features>,
    /// How many runs each has.
    sizes: Vec<f64>,
    /// Which of them have a run.
    holders: HashMap<String, Vec<usize>>,
    /// Which of them is each person's.
    pub(super) by: Vec<usize>,
}

/// An answer beside all those known.
pub(super) struct Beside {
    pub(super) features: Features,
    /// The cosine of the sets of runs.
    pub(super) cosines: Vec<f64>,
    /// How alike in all that counts.
    pub(super) alike: Vec<f64>,
}

impl Key {
    fn of(asked: &Asked) -> Key {
        let right = |text: &String| {
            let stems = stems(&prepared(text));
            let characters = Pattern::new(stems.join(" ").chars());
            Right { stems: stems.into_iter().collect(), characters }
        };
        Key(asked.key.iter().map(right).collect())
    }

    fn features(&self, words: &[String]) -> Features {
        let stems = stems(words);
        let text = stems.join(" ");
        let length = text.chars().count();
        let all: HashSet<&String> = stems.iter().collect();
        let (mut covered, mut near) = (0.0_f64, 0.0_f64);
        for right in &self.0 {
            let shared = right.stems.iter().filter(|&stem| all.contains(stem)).count();
            covered = covered.max(float(shared) / float(right.stems.len().max(1)));
            let distance = right.characters.distance(text.chars());
            near = near.max(similarity(distance, length.max(right.characters.len())));
        }
        let whether = |it: bool| f64::from(u8::from(it));
        let any = whether(covered > 0.0);
        let full = whether(covered >= 1.0);
        [covered, any, full, near, float(words.len()).ln_1p() / 2.0, whether(words.is_empty())]
    }

    fn read(&self, words: &[String]) -> Read {
        let text = format!(" {} ", words.join(" "));
        let runs: BTreeSet<&str> = (2..=4).flat_map(|n| ngram::chars(&text, n)).collect();
        let runs = runs.into_iter().map(str::to_owned).collect();
        Read { features: self.features(words), runs }
    }
}

fn stems(words: &[String]) -> Vec<String> {
    words.iter().map(|word| stem(word).into_owned()).collect()
}

impl Said {
    pub(super) fn new<'a>(
        asked: &Asked,
        texts: impl Iterator<Item = &'a str>,
    ) -> (Said, Vec<Read>) {
        let mut said = Said {
            key: Key::of(asked),
            each: Vec::new(),
            sizes: Vec::new(),
            holders: HashMap::new(),
            by: Vec::new(),
        };
        let mut reads = Vec::new();
        let mut known: HashMap<Vec<String>, usize> = HashMap::new();
        for text in texts {
            let words = prepared(text);
            let next = said.len();
            let at = *known.entry(words).or_insert_with_key(|words| {
                let read = said.key.read(words);
                said.keep(&read);
                reads.push(read);
                next
            });
            said.by.push(at);
        }
        (said, reads)
    }

    fn keep(&mut self, read: &Read) {
        let at = self.each.len();
        self.each.push(read.features);
        self.sizes.push(float(read.runs.len()));
        for run in &read.runs {
            self.holders.entry(run.clone()).or_default().push(at);
        }
    }

    /// How many different answers there are.
    pub(super) fn len(&self) -> usize {
        self.each.len()
    }

    pub(super) fn read(&self, text: &str) -> Read {
        self.key.read(&prepared(text))
    }

    pub(super) fn beside(&self, read: &Read) -> Beside {
        let mut cosines = vec![0.0; self.len()];
        for holders in read.runs.iter().filter_map(|run| self.holders.get(run)) {
            for &holder in holders {
                cosines[holder] += 1.0;
            }
        }
        let own = float(read.runs.len());
        for (cosine, size) in cosines.iter_mut().zip(&self.sizes) {
            *cosine /= (own * size).sqrt();
        }
        let alike = self.each.iter().zip(&cosines).map(|(features, cosine)| {
            let apart: f64 =
                features.iter().zip(&read.features).map(|(one, other)| (one - other).powi(2)).sum();
            (1.0 + cosine) * (-apart / (2.0 * NEAR * NEAR)).exp()
        });
        let alike = alike.collect();
        Beside { features: read.features, cosines, alike }
    }
}
