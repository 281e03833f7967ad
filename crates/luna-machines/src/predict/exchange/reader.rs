//! Features of answers: their words, their n-grams of characters, and their surface.

use luna_learn::float;
use std::collections::{BTreeSet, HashMap};

use luna_text::ngram;
use luna_text::stem::stem;
use luna_text::words::{all_words, content_words};

use super::respondent::Exchange;
use crate::bare_text::bare;

/// `ln(1 + words) / 2`; whether it is empty; whether it shares a word with its question; the
/// share of words all of letters or all of digits; letters a word, by ten; how it is written, a
/// capital and a full stop for a half each; and the share of words that come for the first time.
pub(super) const LOOKS: usize = 7;

/// The number of characters of a text that are read, from the first: the rest costs time and tells
/// little more.
const READ: usize = 1_000;

/// Numbers for the questions, words and runs of characters that have been read.
#[derive(Default)]
pub(super) struct Reader {
    questions: HashMap<String, usize>,
    words: HashMap<String, usize>,
    runs: HashMap<String, usize>,
}

/// An answer as it is compared with others.
pub(super) struct Answer {
    pub(super) question: Option<usize>,
    pub(super) looks: [f64; LOOKS],
    /// The numbers of its different words, in order.
    pub(super) words: Vec<usize>,
    /// Different words that nobody has used before.
    pub(super) new_words: usize,
    /// The numbers of its runs of two, three and four characters, in order.
    runs: Vec<usize>,
    /// With those that nobody has used before.
    size: f64,
}

/// The distance up to which the looks of two answers to one question count as near.
const NEAR: f64 = 0.3;

impl Reader {
    /// Reads an answer and numbers its new words and n-grams.
    pub(super) fn learn(&mut self, exchange: &Exchange) -> Answer {
        let Texts { words, runs, .. } = Texts::of(exchange);
        number(&mut self.questions, [bare(&exchange.question)]);
        number(&mut self.words, words);
        number(&mut self.runs, runs);
        self.read(exchange)
    }

    pub(super) fn read(&self, exchange: &Exchange) -> Answer {
        let Texts { words, runs, looks } = Texts::of(exchange);
        let numbers = |texts: &BTreeSet<String>, known: &HashMap<String, usize>| {
            let mut found: Vec<usize> =
                texts.iter().filter_map(|text| known.get(text).copied()).collect();
            found.sort_unstable();
            found
        };
        let known = numbers(&words, &self.words);
        Answer {
            question: self.questions.get(&bare(&exchange.question)).copied(),
            looks,
            new_words: words.len() - known.len(),
            words: known,
            size: float(runs.len()),
            runs: numbers(&runs, &self.runs),
        }
    }

    pub(super) fn knows(&self, question: &str) -> bool {
        self.questions.contains_key(&bare(question))
    }

    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    pub(super) fn questions(&self) -> usize {
        self.questions.len()
    }
}

fn number(known: &mut HashMap<String, usize>, texts: impl IntoIterator<Item = String>) {
    for text in texts {
        let next = known.len();
        known.entry(text).or_insert(next);
    }
}

/// The texts that an answer is compared with.
struct Texts {
    /// Stems, also of words that say little by themselves.
    words: BTreeSet<String>,
    runs: BTreeSet<String>,
    looks: [f64; LOOKS],
}

impl Texts {
    fn of(exchange: &Exchange) -> Texts {
        let response: String = exchange.response.chars().take(READ).collect();
        let question: String = exchange.question.chars().take(READ).collect();
        let stems: Vec<String> =
            all_words(&response).into_iter().map(|word| stem(&word.text).into_owned()).collect();
        let asked: BTreeSet<String> =
            content_words(&question).iter().map(|word| stem(word).into_owned()).collect();
        let spaced = format!(" {} ", content_words(&response).join(" "));
        let runs = (2..=4).flat_map(|n| ngram::chars(&spaced, n)).map(str::to_owned).collect();
        let related = stems.iter().any(|word| asked.contains(word));
        let looks = looks(&response, &stems, related);
        Texts { words: stems.into_iter().collect(), runs, looks }
    }
}

fn looks(response: &str, stems: &[String], related: bool) -> [f64; LOOKS] {
    let whether = |it: bool| f64::from(u8::from(it));
    let share = |part: usize| float(part) / float(stems.len().max(1));
    let plain = |word: &&String| {
        word.chars().all(char::is_alphabetic) || word.chars().all(char::is_numeric)
    };
    let letters: usize = stems.iter().map(|word| word.chars().count()).sum();
    let text = response.trim();
    let capital = text.starts_with(char::is_uppercase);
    let stop = text.ends_with(['.', '!', '?', '…']);
    [
        float(stems.len()).ln_1p() / 2.0,
        whether(stems.is_empty()),
        whether(related),
        share(stems.iter().filter(plain).count()),
        share(letters) / 10.0,
        f64::midpoint(whether(capital), whether(stop)),
        share(stems.iter().collect::<BTreeSet<_>>().len()),
    ]
}

impl Answer {
    /// The cosine of the runs.
    pub(super) fn cosine(&self, other: &Answer) -> f64 {
        float(shared(&self.runs, &other.runs)) / (self.size * other.size).sqrt().max(1.0)
    }

    /// The likeness of two answers to the same question, with the cosine of their runs.
    pub(super) fn alike(&self, other: &Answer, cosine: f64) -> f64 {
        // Length and emptiness.
        let apart: f64 =
            (0..2).map(|nth| (self.looks[nth] - other.looks[nth]).powi(2)).sum::<f64>();
        (1.0 + cosine) * (-apart / (2.0 * NEAR * NEAR)).exp()
    }
}

/// The number of elements that two ordered lists share.
fn shared(one: &[usize], other: &[usize]) -> usize {
    let (mut left, mut right) = (one.iter().peekable(), other.iter().peekable());
    let mut shared = 0;
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => drop(left.next()),
            std::cmp::Ordering::Greater => drop(right.next()),
            std::cmp::Ordering::Equal => {
                shared += 1;
                left.next();
                right.next();
            }
        }
    }
    shared
}
