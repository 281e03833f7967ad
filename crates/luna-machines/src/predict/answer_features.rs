//! The answers to one question, and how alike any two of them are.

use std::collections::{BTreeSet, HashMap, HashSet};

use luna_learn::float;
use luna_text::levenshtein::{Pattern, similarity};
use luna_text::ngram;
use luna_text::stem::stem;
use luna_text::tfidf::{Frequencies, TermFrequency};
use luna_text::words::{self, content_words};

use super::training_data::Question;

/// Features of an answer that compare it with the key: the share of the key's stems that it has,
/// whether it has any, whether all, and one less the distance of the stems' characters by the
/// longer's, each with the nearest of the right answers; `ln(1 + words) / 2`; and whether it is
/// empty. Without a key the first four are 0.
pub(super) const FEATURES: usize = 6;
pub(super) type Features = [f64; FEATURES];

/// The distance up to which two answers' features count as near.
const NEAR: f64 = 0.3;

/// Words by which people say that they have no answer, without apostrophes.
const NO_ANSWER: [&str; 24] = [
    "cannot remember",
    "cant remember",
    "do not know",
    "dont know",
    "dont remember",
    "dunno",
    "forgot",
    "i am not sure",
    "i cant remember",
    "i do not know",
    "i dont know",
    "i dont remember",
    "i forgot",
    "i have no idea",
    "idk",
    "im not sure",
    "n a",
    "no answer",
    "no clue",
    "no idea",
    "no response",
    "not answered",
    "not sure",
    "unsure",
];

/// One of the answers that count as right.
struct Right {
    stems: HashSet<String>,
    characters: Pattern,
    runs: BTreeSet<String>,
}

pub(super) struct Key(Vec<Right>);

/// An answer as the machine sees it.
pub(super) struct ReadAnswer {
    own: AnswerFeatures,
    stems: Vec<String>,
    /// Its runs of two, three and four characters, spaces around words among them.
    runs: BTreeSet<String>,
}

/// The features of an answer by itself and compared with the key.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnswerFeatures {
    pub(super) features: Features,
    /// The cosine of its runs and those of the nearest right answer.
    pub(super) key: f64,
    /// 1 where it says nothing, or that there is no answer.
    pub(super) unanswered: f64,
}

/// All answers to one question, identical ones merged.
pub(super) struct AnswerSet {
    key: Key,
    each: Vec<AnswerFeatures>,
    /// The number of runs of each.
    sizes: Vec<f64>,
    /// The answers that have a run.
    holders: HashMap<String, Vec<usize>>,
    /// The rarity of stems in the answers of all people.
    rarity: Frequencies,
    /// For each stem by its number, which of them have it, with how much of their direction.
    words: HashMap<u32, Vec<(usize, f64)>>,
    /// The sum of the rarities of each one's different stems.
    rare: Vec<f64>,
    /// The answer of each person.
    pub(super) by: Vec<usize>,
}

/// An answer compared with all known ones.
pub(super) struct Comparison {
    pub(super) own: AnswerFeatures,
    /// The cosine of the sets of runs.
    pub(super) runs: Vec<f64>,
    /// The cosine of the stems, the rare ones for more.
    pub(super) words: Vec<f64>,
    /// The share of the stems of each that this one has too, the rare ones for more.
    pub(super) shares: Vec<f64>,
    /// The likeness in runs and in features.
    pub(super) alike: Vec<f64>,
}

impl Key {
    fn of(question: &Question) -> Key {
        let right = |text: &String| {
            let words = content_words(text);
            let stems = stems(&words);
            let characters = Pattern::new(stems.join(" ").chars());
            Right { stems: stems.into_iter().collect(), characters, runs: runs(&words) }
        };
        Key(question.key.iter().map(right).collect())
    }

    fn features(&self, words: &[String], stems: &[String]) -> Features {
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

    fn read(&self, words: &[String], unanswered: bool) -> ReadAnswer {
        let (stems, runs) = (stems(words), runs(words));
        let beside = |right: &Right| {
            let shared = float(right.runs.intersection(&runs).count());
            shared / (float(right.runs.len()) * float(runs.len())).sqrt()
        };
        let own = AnswerFeatures {
            features: self.features(words, &stems),
            key: self.0.iter().map(beside).fold(0.0, f64::max),
            unanswered: f64::from(u8::from(unanswered)),
        };
        ReadAnswer { own, stems, runs }
    }
}

fn stems(words: &[String]) -> Vec<String> {
    words.iter().map(|word| stem(word).into_owned()).collect()
}

fn runs(words: &[String]) -> BTreeSet<String> {
    let text = format!(" {} ", words.join(" "));
    (2..=4).flat_map(|n| ngram::chars(&text, n)).map(str::to_owned).collect()
}

/// Returns true if the answer is empty or states that there is none.
fn unanswered(text: &str) -> bool {
    let all: Vec<String> = words::all_words(text).into_iter().map(|word| word.text).collect();
    all.is_empty() || NO_ANSWER.contains(&all.join(" ").as_str())
}

impl AnswerSet {
    pub(super) fn new<'a>(
        question: &Question,
        texts: impl Iterator<Item = &'a str>,
    ) -> (AnswerSet, Vec<ReadAnswer>) {
        let mut set = AnswerSet {
            key: Key::of(question),
            each: Vec::new(),
            sizes: Vec::new(),
            holders: HashMap::new(),
            rarity: Frequencies::default(),
            words: HashMap::new(),
            rare: Vec::new(),
            by: Vec::new(),
        };
        let mut reads: Vec<ReadAnswer> = Vec::new();
        let mut known: HashMap<(Vec<String>, bool), usize> = HashMap::new();
        for text in texts {
            let words = content_words(text);
            let unanswered = unanswered(text);
            let at = *known.entry((words, unanswered)).or_insert_with_key(|(words, unanswered)| {
                reads.push(set.key.read(words, *unanswered));
                reads.len() - 1
            });
            set.rarity.add(&reads[at].stems);
            set.by.push(at);
        }
        for read in &reads {
            set.keep(read);
        }
        (set, reads)
    }

    fn keep(&mut self, read: &ReadAnswer) {
        let at = self.each.len();
        self.each.push(read.own);
        self.sizes.push(float(read.runs.len()));
        for run in &read.runs {
            self.holders.entry(run.clone()).or_default().push(at);
        }
        let vector = self.rarity.vector(&read.stems, TermFrequency::Sublinear);
        self.rare.push(vector.iter().map(|&(stem, _)| self.rarity_of(stem)).sum());
        for (stem, weight) in vector {
            self.words.entry(stem).or_default().push((at, weight));
        }
    }

    fn rarity_of(&self, stem: u32) -> f64 {
        self.rarity.idf(self.rarity.token(stem))
    }

    /// The number of different answers.
    pub(super) fn len(&self) -> usize {
        self.each.len()
    }

    pub(super) fn read(&self, text: &str) -> ReadAnswer {
        let words = content_words(text);
        let unanswered = unanswered(text);
        self.key.read(&words, unanswered)
    }

    pub(super) fn compare(&self, read: &ReadAnswer) -> Comparison {
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
        let (mut words, mut shares) = (vec![0.0; self.len()], vec![0.0; self.len()]);
        for (stem, weight) in self.rarity.vector(&read.stems, TermFrequency::Sublinear) {
            let rarity = self.rarity_of(stem);
            for &(holder, other) in self.words.get(&stem).into_iter().flatten() {
                words[holder] += weight * other;
                shares[holder] += rarity / self.rare[holder];
            }
        }
        let features = &read.own.features;
        let alike = self.each.iter().zip(&cosines).map(|(one, cosine)| {
            let apart = one.features.iter().zip(features).map(|(one, other)| (one - other).powi(2));
            (1.0 + cosine) * (-apart.sum::<f64>() / (2.0 * NEAR * NEAR)).exp()
        });
        let alike = alike.collect();
        Comparison { own: read.own, runs: cosines, words, shares, alike }
    }
}
