//! Terms of the index: the stems of words, and pairs of words that follow each other. Two stop words
//! are no pair, and a stop word alone is no term that is searched for.

use std::collections::HashMap;
use std::ops::Range;

use luna_text::stem::stem;
use luna_text::{search_words, words};

/// A word of a text. Its number is that of its stem, `UNKNOWN` if no text of the index has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) word: u32,
    pub(super) stop: bool,
    at: Range<u32>,
}

impl Token {
    fn new(word: u32, stop: bool, at: &Range<usize>) -> Token {
        let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Token { word, stop, at: byte(at.start)..byte(at.end) }
    }

    /// The bytes of the text where it stands.
    pub(super) fn bytes(&self) -> Range<usize> {
        index(self.at.start)..index(self.at.end)
    }
}

pub(super) const UNKNOWN: u32 = u32::MAX;

/// Words number first, pairs after them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Vocabulary {
    words: Vec<String>,
    numbers: HashMap<String, u32>,
    /// For each first word, where its second words begin; one more than words.
    starts: Vec<u32>,
    /// Second words, sorted for each first word.
    seconds: Vec<u32>,
}

impl Vocabulary {
    /// The number of terms.
    pub(super) fn len(&self) -> usize {
        self.words.len() + self.seconds.len()
    }

    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    /// The number of a word, given without accents and in lower case.
    pub(super) fn word(&self, word: &str) -> u32 {
        self.numbers.get(&*stem(word)).copied().unwrap_or(UNKNOWN)
    }

    /// The term of a word alone.
    pub(super) fn single(token: &Token) -> Option<u32> {
        (token.word != UNKNOWN && !token.stop).then_some(token.word)
    }

    /// The term of two words in a row.
    pub(super) fn pair(&self, first: &Token, second: &Token) -> Option<u32> {
        let at = index(first.word);
        if second.word == UNKNOWN || first.stop && second.stop || at >= self.words.len() {
            return None;
        }
        let (from, to) = (index(self.starts[at]), index(self.starts[at + 1]));
        let place = self.seconds[from..to].binary_search(&second.word).ok()?;
        u32::try_from(self.words.len() + from + place).ok()
    }

    /// Adds the tokens of a text from a byte on.
    pub(super) fn tokens(&self, text: &str, from: usize, tokens: &mut Vec<Token>) {
        search_words::scan(text, from, |word, at| {
            tokens.push(Token::new(self.word(word), words::is_stop(word), &at));
        });
    }

    /// Adds all terms of tokens, with repetitions.
    pub(super) fn terms(&self, tokens: &[Token], terms: &mut Vec<u32>) {
        terms.extend(tokens.iter().filter_map(Vocabulary::single));
        terms.extend(tokens.windows(2).filter_map(|two| self.pair(&two[0], &two[1])));
    }
}

/// Gathers the words of texts.
#[derive(Default)]
pub(super) struct VocabularyBuilder {
    words: Vec<String>,
    numbers: HashMap<String, u32>,
    /// By word as it stands in a text: the number of its stem, and whether it is a stop word.
    known: HashMap<String, (u32, bool)>,
    pairs: Vec<u64>,
}

impl VocabularyBuilder {
    /// Adds the words of a text, and its tokens to those of other texts.
    pub(super) fn add(&mut self, text: &str, tokens: &mut Vec<Token>) {
        let from = tokens.len();
        search_words::scan(text, 0, |word, at| {
            let (word, stop) = self.number(word);
            tokens.push(Token::new(word, stop, &at));
        });
        let pairs = tokens[from..].windows(2).filter(|two| !(two[0].stop && two[1].stop));
        self.pairs.extend(pairs.map(|two| u64::from(two[0].word) << 32 | u64::from(two[1].word)));
    }

    /// Adds the words of a text and returns its tokens.
    pub(super) fn tokens(&mut self, text: &str) -> Vec<Token> {
        let mut tokens = Vec::new();
        self.add(text, &mut tokens);
        tokens
    }

    fn number(&mut self, word: &str) -> (u32, bool) {
        if let Some(known) = self.known.get(word) {
            return *known;
        }
        let next = u32::try_from(self.words.len()).unwrap_or(UNKNOWN);
        let stem = stem(word);
        let number = *self.numbers.entry(stem.clone().into_owned()).or_insert(next);
        if number == next {
            self.words.push(stem.into_owned());
        }
        let known = (number, words::is_stop(word));
        self.known.insert(word.to_owned(), known);
        known
    }

    /// A vocabulary without pairs.
    pub(super) fn finish_words(mut self) -> Vocabulary {
        self.pairs.clear();
        self.finish()
    }

    pub(super) fn finish(mut self) -> Vocabulary {
        self.pairs.sort_unstable();
        self.pairs.dedup();
        let mut starts = vec![0; self.words.len() + 1];
        let half = |pair: u64| u32::try_from(pair & u64::from(u32::MAX)).unwrap_or(UNKNOWN);
        for &pair in &self.pairs {
            starts[index(half(pair >> 32)) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let seconds = self.pairs.iter().map(|&pair| half(pair)).collect();
        Vocabulary { words: self.words, numbers: self.numbers, starts, seconds }
    }
}

pub(super) fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary(texts: &[&str]) -> Vocabulary {
        let mut gathering = VocabularyBuilder::default();
        for text in texts {
            gathering.tokens(text);
        }
        gathering.finish()
    }

    fn terms(vocabulary: &Vocabulary, text: &str) -> Vec<u32> {
        let (mut tokens, mut terms) = (Vec::new(), Vec::new());
        vocabulary.tokens(text, 0, &mut tokens);
        vocabulary.terms(&tokens, &mut terms);
        terms
    }

    #[test]
    fn terms_are_stems_and_pairs() {
        let vocabulary = vocabulary(&["The composer of operas", "an opera by Händel"]);
        // the, compos, of, opera, an, by, handel; pairs: but for two stop words, all neighbours.
        assert_eq!(vocabulary.words(), ["the", "compos", "of", "opera", "an", "by", "handel"]);
        assert_eq!(vocabulary.len(), 7 + 6);
        assert_eq!(terms(&vocabulary, "COMPOSERS of Opera").len(), 4);
        assert_eq!(terms(&vocabulary, "Handel's opera"), [6, 3]);
        assert_eq!(terms(&vocabulary, "by the unknown of an"), Vec::<u32>::new());
    }
}
