//! What questions are about: themes found in their words.
//!
//! Questions that share rare words, or words that occur with the same others, point the same way in
//! the space of a truncated SVD of their TF-IDF vectors, and spherical k-means groups them. A theme
//! keeps the words that tell it from the others, so later questions join it by their words alone.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use luna_learn::clusters::Clusters;
use luna_learn::float;
use luna_learn::sparse_svd::{SparseMatrix, TruncatedSvd};
use luna_text::tfidf::{Frequencies, TermFrequency};
use luna_text::{stem, words};

/// Terms of a theme that are kept.
const TERMS: usize = 100;
/// Words of a theme's name.
const NAME: usize = 3;
/// A question belongs to a theme if the cosine is at least this.
const FIT: f64 = 0.15;
/// A theme has at least this many questions.
const LEAST: usize = 4;
/// Terms in more than this share of the questions are left out, as those in a single question are.
const COMMON: f64 = 0.1;
const DIMENSIONS: usize = 60;
const NUMBER: &str = "number";
/// Stems of words that people ask about anything with.
const GENERAL: [&str; 91] = [
    "actual", "alreadi", "alway", "anoth", "anyth", "ask", "away", "back", "bad", "believ", "best",
    "better", "big", "bring", "call", "come", "cours", "day", "differ", "don", "done", "els",
    "enjoy", "ever", "everi", "excus", "favorit", "favourit", "find", "first", "get", "give", "go",
    "good", "got", "great", "happen", "hear", "hello", "hi", "kind", "know", "last", "let", "like",
    "long", "look", "lot", "love", "make", "mani", "may", "mean", "mind", "much", "name", "need",
    "new", "next", "often", "ok", "one", "peopl", "pleas", "prefer", "quit", "realli", "right",
    "say", "see", "show", "sir", "someth", "sort", "still", "sure", "take", "talk", "tell",
    "thing", "think", "time", "today", "tri", "turn", "use", "want", "way", "well", "yes", "yet",
];

/// A theme.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// Its name: the most telling words, the first one most.
    pub words: Vec<String>,
    /// Weights of stems, largest first; a vector of length 1.
    pub terms: Vec<(String, f64)>,
}

/// Themes, by which questions are told apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Themes {
    pub themes: Vec<Theme>,
    /// The themes of each stem.
    weights: HashMap<String, Vec<(usize, f64)>>,
}

impl Themes {
    pub fn new(themes: Vec<Theme>) -> Themes {
        let mut weights: HashMap<String, Vec<(usize, f64)>> = HashMap::new();
        for (at, theme) in themes.iter().enumerate() {
            for (term, weight) in &theme.terms {
                weights.entry(term.clone()).or_default().push((at, *weight));
            }
        }
        Themes { themes, weights }
    }

    /// Groups different questions by the stems that may be used for it; returns the theme of each.
    /// The themes from before go on, and are joined by others as questions become more. Memory is
    /// linear in the number of words.
    pub fn group<T: AsRef<str>>(
        texts: &[T],
        before: &Themes,
        may_be_used: impl Fn(&str) -> bool,
        seed: u64,
    ) -> (Themes, Vec<Option<usize>>) {
        let texts: Vec<Vec<Term>> = texts.iter().map(|text| terms(text.as_ref())).collect();
        let frequencies = Frequencies::of(&texts.iter().map(|it| stems(it)).collect::<Vec<_>>());
        let most = (COMMON * float(texts.len())).max(float(LEAST));
        let kept = |stem: &&str| {
            let count = frequencies.texts_with(stem);
            count > 1 && float(count) <= most && may_be_used(stem)
        };
        let vectors: Vec<Vec<(u32, f64)>> = texts
            .iter()
            .map(|text| {
                let stems: Vec<&str> = stems(text).into_iter().filter(kept).collect();
                frequencies.vector(&stems, TermFrequency::Sublinear)
            })
            .collect();
        let known: Vec<Option<usize>> =
            texts.iter().map(|text| before.nearest(&stems(text))).collect();
        let of = grouped(&vectors, frequencies.tokens(), &known, seed);
        let all = Themes::new(telling(&texts, &vectors, &of, &frequencies));
        // A theme whose questions have all joined others is none.
        let chosen: BTreeSet<usize> =
            texts.iter().filter_map(|text| all.nearest(&stems(text))).collect();
        let themes = all.themes.into_iter().enumerate().filter(|it| chosen.contains(&it.0));
        let themes = Themes::new(themes.map(|it| it.1).collect());
        let of = texts.iter().map(|text| themes.nearest(&stems(text))).collect();
        (themes, of)
    }

    /// The theme of a question; `None` if it fits none.
    pub fn of(&self, text: &str) -> Option<usize> {
        self.nearest(&stems(&terms(text)))
    }

    fn nearest(&self, stems: &[&str]) -> Option<usize> {
        let stems: BTreeSet<&str> = stems.iter().copied().collect();
        let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
        for &(theme, weight) in stems.iter().filter_map(|stem| self.weights.get(*stem)).flatten() {
            *sums.entry(theme).or_default() += weight;
        }
        let (theme, sum) = sums.into_iter().max_by(|one, other| one.1.total_cmp(&other.1))?;
        (sum >= FIT * float(stems.len()).sqrt()).then_some(theme)
    }
}

/// For each new theme, the previous one that it carries on: they share at least a third of the
/// questions of each, and the best pairs come first. Both lists have the questions in one order.
pub fn carried_over(previous: &[Option<usize>], now: &[Option<usize>]) -> Vec<Option<usize>> {
    let sizes = |of: &[Option<usize>]| {
        let mut sizes = vec![0; of.iter().flatten().max().map_or(0, |most| most + 1)];
        for &theme in of.iter().flatten() {
            sizes[theme] += 1;
        }
        sizes
    };
    let (before, after): (Vec<usize>, Vec<usize>) = (sizes(previous), sizes(now));
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for pair in previous.iter().zip(now).filter_map(|(one, other)| (*one).zip(*other)) {
        *shared.entry(pair).or_default() += 1;
    }
    let overlap = |(&(old, new), &shared): (&(usize, usize), &usize)| {
        let share = float(shared) / float(before[old].max(after[new]));
        (share, old, new)
    };
    let mut pairs: Vec<(f64, usize, usize)> = shared.iter().map(overlap).collect();
    pairs.retain(|pair| pair.0 >= 1.0 / 3.0);
    pairs.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut taken = HashSet::new();
    let mut carried = vec![None; after.len()];
    for (_, old, new) in pairs {
        if carried[new].is_none() && taken.insert(old) {
            carried[new] = Some(old);
        }
    }
    carried
}

/// The stems of the words in a text that may say what it is about.
pub fn stems_of(text: &str) -> BTreeSet<String> {
    terms(text).into_iter().map(|it| it.stem).collect()
}

/// A word of a question.
struct Term {
    stem: String,
    word: String,
}

/// The words of a question that may say what it is about. All numbers are one term.
fn terms(text: &str) -> Vec<Term> {
    let term = |word: String| {
        let is_number = word.chars().all(|c| c.is_ascii_digit());
        let stem = if is_number { NUMBER.to_owned() } else { stem::stem(&word).into_owned() };
        Term { stem, word }
    };
    let all = words::content_words(text).into_iter().map(term);
    all.filter(|it| !GENERAL.contains(&it.stem.as_str())).collect()
}

fn stems(terms: &[Term]) -> Vec<&str> {
    terms.iter().map(|it| it.stem.as_str()).collect()
}

/// The number of groups that questions are divided into. Silhouettes and agreement between seeds grow
/// with every further group, and so do not say when there are enough.
fn number(texts: usize) -> usize {
    (texts / 2).isqrt().clamp(2, 20)
}

/// The group of each vector, from the groups that are known; `None` for those without a term.
fn grouped(
    vectors: &[Vec<(u32, f64)>],
    terms: usize,
    known: &[Option<usize>],
    seed: u64,
) -> Vec<Option<usize>> {
    let with: Vec<usize> = (0..vectors.len()).filter(|&at| !vectors[at].is_empty()).collect();
    let entries: Vec<(u32, u32, f64)> = (0..)
        .zip(&with)
        .flat_map(|(row, &at)| vectors[at].iter().map(move |&(term, weight)| (row, term, weight)))
        .collect();
    let matrix = SparseMatrix::new(with.len(), terms, &entries);
    let points = TruncatedSvd::new(&matrix, DIMENSIONS).row_directions();
    let known: Vec<Option<usize>> = with.iter().map(|&at| known[at]).collect();
    let count = number(with.len());
    let found = if known.iter().all(Option::is_none) {
        Clusters::new(&points, count, seed)
    } else {
        Clusters::going_on(&points, &known, count, seed)
    };
    let mut of = vec![None; vectors.len()];
    for (at, group) in with.into_iter().zip(found.of) {
        of[at] = Some(group);
    }
    of
}

/// The themes of groups that are large enough.
fn telling(
    texts: &[Vec<Term>],
    vectors: &[Vec<(u32, f64)>],
    of: &[Option<usize>],
    frequencies: &Frequencies,
) -> Vec<Theme> {
    let groups = of.iter().flatten().max().map_or(0, |most| most + 1);
    let mut overall: HashMap<u32, f64> = HashMap::new();
    let mut sums: Vec<HashMap<u32, f64>> = vec![HashMap::new(); groups];
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); groups];
    for (at, (vector, group)) in vectors.iter().zip(of).enumerate() {
        let Some(group) = *group else { continue };
        members[group].push(at);
        for &(term, weight) in vector {
            *sums[group].entry(term).or_default() += weight;
            *overall.entry(term).or_default() += weight;
        }
    }
    let all = float(of.iter().flatten().count());
    let mut themes = Vec::new();
    for (sums, members) in sums.iter().zip(&members).filter(|it| it.1.len() >= LEAST) {
        let count = float(members.len());
        let above = |(&term, sum): (&u32, &f64)| {
            let elsewhere = (overall[&term] - sum) / (all - count).max(1.0);
            (frequencies.token(term).to_owned(), sum / count - elsewhere)
        };
        let mut terms: Vec<(String, f64)> = sums.iter().map(above).collect();
        terms.retain(|it| it.1 > 0.0);
        terms.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        terms.truncate(TERMS);
        let length = terms.iter().map(|it| it.1 * it.1).sum::<f64>().sqrt();
        for (_, weight) in &mut terms {
            *weight /= length;
        }
        let words = name(&terms, members.iter().flat_map(|&at| &texts[at]));
        themes.push(Theme { words, terms });
    }
    themes
}

/// The words that have the first stems, each as most of the questions write it.
fn name<'a>(terms: &[(String, f64)], texts: impl Iterator<Item = &'a Term>) -> Vec<String> {
    let mut written: HashMap<&str, BTreeMap<&str, usize>> = HashMap::new();
    for Term { stem, word } in texts {
        *written.entry(stem).or_default().entry(word).or_default() += 1;
    }
    let plain = |word: &&str| word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
    let word = |(stem, _): &(String, f64)| {
        let all = written.get(stem.as_str())?;
        all.iter().max_by_key(|it| it.1).map(|it| *it.0).filter(plain)
    };
    terms.iter().filter_map(word).take(NAME).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;
