//! TF-IDF weights and the cosine similarity of texts.

pub mod bm25;

use crate::interner::{Interner, to_usize};
use crate::number::float;

/// Document frequency of each token (a word, a stem, a character n-gram).
#[derive(Clone, Debug, Default)]
pub struct Frequencies {
    names: Interner,
    /// By the numbers of the names.
    texts_with: Vec<usize>,
    texts: usize,
    tokens: usize,
}

/// Weight of a token that occurs n times in a text, before idf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermFrequency {
    /// The plain count, n.
    Raw,
    /// 1 + ln n.
    Sublinear,
}

impl Frequencies {
    pub fn of<T: AsRef<str>>(texts: &[Vec<T>]) -> Frequencies {
        let mut frequencies = Frequencies::default();
        for text in texts {
            frequencies.add(text);
        }
        frequencies
    }

    /// Adds a text.
    pub fn add<T: AsRef<str>>(&mut self, text: &[T]) {
        let mut numbers: Vec<u32> =
            text.iter().map(|token| self.names.intern(token.as_ref())).collect();
        numbers.sort_unstable();
        numbers.dedup();
        self.texts_with.resize(self.names.len(), 0);
        for number in numbers {
            if let Some(count) = self.texts_with.get_mut(to_usize(number)) {
                *count += 1;
            }
        }
        self.texts += 1;
        self.tokens += text.len();
    }

    /// Number of texts.
    pub fn texts(&self) -> usize {
        self.texts
    }

    /// Number of texts with the token.
    pub fn texts_with(&self, token: &str) -> usize {
        let count =
            self.names.number(token).and_then(|number| self.texts_with.get(to_usize(number)));
        count.copied().unwrap_or(0)
    }

    /// Mean number of tokens of a text; 0 without texts.
    pub fn mean_length(&self) -> f64 {
        if self.texts == 0 { 0.0 } else { float(self.tokens) / float(self.texts) }
    }

    /// Inverse document frequency: ln((1 + N) / (1 + n)) + 1, where n of N texts contain the token.
    pub fn idf(&self, token: &str) -> f64 {
        ((1.0 + float(self.texts)) / (1.0 + float(self.texts_with(token)))).ln() + 1.0
    }

    /// The unit TF-IDF vector of a text, sorted by token number. Tokens outside the corpus are left
    /// out.
    pub fn vector<T: AsRef<str>>(&self, text: &[T], frequency: TermFrequency) -> Vec<(u32, f64)> {
        let number = |token: &T| self.names.number(token.as_ref());
        let mut numbers: Vec<u32> = text.iter().filter_map(number).collect();
        numbers.sort_unstable();
        let weight = |same: &[u32]| {
            let number = same.first().copied()?;
            let count = match frequency {
                TermFrequency::Raw => float(same.len()),
                TermFrequency::Sublinear => 1.0 + float(same.len()).ln(),
            };
            Some((number, count * self.idf(self.names.name(number))))
        };
        let runs = numbers.chunk_by(|one, next| one == next);
        let weights: Vec<(u32, f64)> = runs.filter_map(weight).collect();
        let length = weights.iter().map(|(_, x)| x * x).sum::<f64>().sqrt();
        weights.into_iter().map(|(number, x)| (number, x / length)).collect()
    }

    /// Number of distinct tokens; their numbers start at 0.
    pub fn tokens(&self) -> usize {
        self.names.len()
    }

    /// The token of a number.
    pub fn token(&self, number: u32) -> &str {
        self.names.name(number)
    }
}

/// Cosine of two vectors of [`Frequencies::vector`]; 0 if one is empty.
pub fn cosine(one: &[(u32, f64)], other: &[(u32, f64)]) -> f64 {
    let mut rest = other;
    let mut sum = 0.0;
    for &(number, weight) in one {
        rest = rest.get(rest.partition_point(|&(there, _)| there < number)..).unwrap_or_default();
        if let Some(&(there, theirs)) = rest.first()
            && there == number
        {
            sum += weight * theirs;
        }
    }
    sum.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{corpus, words};

    #[track_caller]
    fn check(got: f64, expected: f64) {
        assert!((got - expected).abs() < 1e-15, "{got}");
    }

    // The expected numbers are those of TfidfVectorizer in scikit-learn 1.9.1.
    #[test]
    fn rare_tokens_count_more() {
        let corpus = corpus();
        for (token, expected) in [
            ("bill", 1.847_297_860_387_203_7),
            ("freedom", 1.559_615_787_935_422_7),
            ("religion", 2.252_762_968_495_368),
        ] {
            check(corpus.idf(token), expected);
        }
        check(corpus.idf("unknown"), 7.0_f64.ln() + 1.0);
        check(corpus.mean_length(), 2.5);
        assert_eq!((corpus.texts(), corpus.tokens(), corpus.texts_with("press")), (6, 6, 2));
    }

    #[test]
    fn a_text_is_weighed_as_elsewhere() {
        let corpus = corpus();
        for (times, expected) in [
            (
                TermFrequency::Raw,
                [0.885_146_090_309_83, 0.295_048_696_769_943_3, 0.359_809_206_863_276_44],
            ),
            (
                TermFrequency::Sublinear,
                [0.799_430_357_735_973_5, 0.380_932_848_841_428_5, 0.464_544_150_542_966_9],
            ),
        ] {
            let vector = corpus.vector(&words("bill bill speech religion bill"), times);
            let tokens: Vec<&str> = vector.iter().map(|&(token, _)| corpus.token(token)).collect();
            assert_eq!(tokens, ["bill", "speech", "religion"]);
            for ((_, got), expected) in vector.into_iter().zip(expected) {
                check(got, expected);
            }
        }
    }

    #[test]
    fn texts_are_alike_by_the_tokens_they_share() {
        let corpus = corpus();
        let of = |one: &str, other: &str, times| {
            cosine(&corpus.vector(&words(one), times), &corpus.vector(&words(other), times))
        };
        let long = "bill bill bill speech religion";
        check(of("bill rights", long, TermFrequency::Raw), 0.625_892_802_798_841_1);
        check(of(long, "bill rights", TermFrequency::Sublinear), 0.565_282_627_041_494_5);
        check(of(long, long, TermFrequency::Raw), 1.0);
        check(of("freedom press", "rights", TermFrequency::Raw), 0.0);
        for nothing in ["", "unknown"] {
            check(of(nothing, nothing, TermFrequency::Sublinear), 0.0);
        }
        check(Frequencies::default().idf("any"), 1.0);
        check(Frequencies::default().mean_length(), 0.0);
    }
}
