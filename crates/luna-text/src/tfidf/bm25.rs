//! BM25, the ranking function of search engines.

use std::collections::HashMap;

use crate::number::float;
use crate::tfidf::Frequencies;

/// Saturation of the term frequency.
const K1: f64 = 1.2;
/// Strength of the length normalisation.
const B: f64 = 0.75;

/// BM25 score: the sum over the query's tokens, with repetitions, of idf f (k1 + 1) / (f + k1 (1 -
/// b + b l / m)), where the token occurs f times in the text, l is the length of the text, m is the
/// mean length in the corpus, k1 = 1.2 and b = 0.75. The idf is Lucene's, which is never negative:
/// ln(1 + (N - n + 0.5) / (n + 0.5)), where n of the corpus's N texts contain the token. In an
/// empty corpus every text counts as of average length.
pub fn score<T: AsRef<str>, U: AsRef<str>>(corpus: &Frequencies, query: &[T], text: &[U]) -> f64 {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for token in text {
        *counts.entry(token.as_ref()).or_default() += 1;
    }
    let mean = corpus.mean_length();
    let length = if mean > 0.0 { float(text.len()) / mean } else { 1.0 };
    let held = K1 * (1.0 - B + B * length);
    let token = |token: &T| {
        let token = token.as_ref();
        let times = counts.get(token).copied().map_or(0.0, float);
        idf(corpus, token) * times * (K1 + 1.0) / (times + held)
    };
    query.iter().map(token).sum()
}

/// The score as a share of the query's score against itself, at most 1; 0 for an empty query.
pub fn share<T: AsRef<str>, U: AsRef<str>>(corpus: &Frequencies, query: &[T], text: &[U]) -> f64 {
    let whole = score(corpus, query, query);
    if whole > 0.0 { (score(corpus, query, text) / whole).min(1.0) } else { 0.0 }
}

fn idf(corpus: &Frequencies, token: &str) -> f64 {
    let (all, with) = (float(corpus.texts()), float(corpus.texts_with(token)));
    (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{corpus, words};

    #[test]
    fn what_is_rare_and_often_there_scores() {
        let corpus = corpus();
        // Computed in Python.
        for (query, text, expected, part) in [
            ("bill rights", "bill rights bill", 2.292_082_010_203_394_3, 1.0),
            (
                "freedom press",
                "press press press freedom bill",
                1.824_359_559_861_422,
                0.972_327_754_605_487_3,
            ),
            ("press press freedom", "freedom", 0.918_628_793_513_180_4, 0.276_579_604_291_679_2),
            ("unknown bill", "unknown", 3.497_545_858_526_245_8, 0.875_351_860_411_299_2),
            ("bill", "", 0.0, 0.0),
            ("", "bill", 0.0, 0.0),
        ] {
            let (query, text) = (words(query), words(text));
            assert!((score(&corpus, &query, &text) - expected).abs() < 1e-14, "{query:?}");
            assert!((share(&corpus, &query, &text) - part).abs() < 1e-14, "{query:?}");
        }
    }

    #[test]
    fn a_corpus_may_be_empty() {
        let corpus = Frequencies::default();
        assert_eq!(share(&corpus, &["a"], &["a"]).to_bits(), 1.0_f64.to_bits());
        assert!((score(&corpus, &["a"], &["a"]) - 2.0_f64.ln()).abs() < 1e-15);
    }
}
