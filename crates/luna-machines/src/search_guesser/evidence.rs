//! Evidence for a candidate: the sentences of its texts that match the question, and their words.

use std::collections::HashMap;
use std::ops::Range;

use luna_learn::float;

use super::index::Index;
use super::index_view::IndexView;
use super::levels::Levels;
use super::postings::Postings;
use super::query::Query;
use super::vocabulary::{Token, Vocabulary};

/// A sentence of a tossup or a page that matches the question.
#[derive(Clone, Debug, PartialEq)]
pub struct Evidence {
    /// Number of the text in the index.
    pub text: usize,
    /// Bytes of the text where the sentence stands.
    pub sentence: Range<usize>,
    /// BM25 of the sentence for the question.
    pub score: f64,
    /// In the order of the sentence.
    pub words: Vec<MatchedWord>,
}

/// A word of a sentence that the question contains too.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchedWord {
    /// Bytes of the question where the word first stands.
    pub in_question: Range<usize>,
    /// Bytes of the sentence.
    pub in_sentence: Range<usize>,
    /// Share of the sentence's score. A pair of words counts half for each, or whole for the one
    /// that is no stop word; the shares of all words add up to 1.
    pub weight: f64,
}

/// The best sentences of an answer, at most `count`.
pub(super) fn find(
    learned: &IndexView<'_>,
    query: &Query,
    levels: &Levels,
    answer: usize,
    count: usize,
) -> Vec<Evidence> {
    let index = learned.index;
    let mut best: Vec<(i32, usize)> = learned
        .sentences_of(answer)
        .map(|sentence| (levels.sentences.of(sentence), sentence))
        .filter(|(score, _)| *score > 0)
        .collect();
    best.sort_unstable_by_key(|(score, sentence)| (std::cmp::Reverse(*score), *sentence));
    best.truncate(count);
    let mut first: HashMap<u32, &Token> = HashMap::new();
    if !best.is_empty() {
        for token in query.tokens() {
            first.entry(token.word).or_insert(token);
        }
    }
    let evidence = |(score, sentence): (i32, usize)| {
        let text = index.text_of_sentence(sentence);
        Evidence {
            text,
            sentence: index.sentence(sentence),
            score: Postings::units(score),
            words: words(index, query, sentence, score, &first),
        }
    };
    best.into_iter().map(evidence).collect()
}

fn words(
    index: &Index,
    query: &Query,
    sentence: usize,
    score: i32,
    first: &HashMap<u32, &Token>,
) -> Vec<MatchedWord> {
    let whole = index.texts.get(index.text_of_sentence(sentence));
    let text = whole.and_then(|whole| whole.text.get(index.sentence(sentence)));
    let mut tokens = Vec::new();
    index.vocabulary.tokens(text.unwrap_or_default(), 0, &mut tokens);
    // Terms of the question that stand here, with the tokens that they consist of.
    let mut terms: Vec<(u32, [usize; 2])> = Vec::new();
    for (nth, token) in tokens.iter().enumerate() {
        terms.extend(Vocabulary::single(token).map(|term| (term, [nth, nth])));
        let pair = tokens.get(nth + 1).and_then(|next| index.vocabulary.pair(token, next));
        terms.extend(pair.map(|term| (term, [nth, nth + 1])));
    }
    terms.retain(|(term, _)| query.contains(*term));
    let mut times: HashMap<u32, f64> = HashMap::new();
    for (term, _) in &terms {
        *times.entry(*term).or_default() += 1.0;
    }
    let mut weights = vec![0.0; tokens.len()];
    for (term, places) in terms {
        let impact = f64::from(index.by_sentence.impact(term, sentence));
        let whole = impact / times.get(&term).copied().unwrap_or(1.0) / f64::from(score);
        let content = places.into_iter().filter(|place| !tokens[*place].stop);
        let each = whole / float(content.clone().count());
        content.for_each(|place| weights[place] += each);
    }
    let matched = |(token, weight): (Token, f64)| {
        let asked = first.get(&token.word).filter(|_| weight > 0.0)?;
        Some(MatchedWord { in_question: asked.bytes(), in_sentence: token.bytes(), weight })
    };
    tokens.into_iter().zip(weights).filter_map(matched).collect()
}
