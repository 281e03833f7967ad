//! The pieces of the sentence that the question is made of: runs of words that stand side by side
//! in both. Where the pieces join, and where the last one was cut off, faults of grammar are.

use luna_learn::float;

use super::collector::Features;
use crate::question::question_ranker::derivation::Derivation;
use crate::question::question_ranker::token::{Token, tokens};
use crate::question::question_ranker::word_class::WordClass;

/// Words side by side in both texts, or one word of the first that the second does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    at: usize,
    length: usize,
    /// Its place in the second text.
    source: Option<usize>,
}

impl Piece {
    fn end(self) -> usize {
        self.at + self.length
    }
}

pub(super) fn add(
    question: &[Token],
    sentence: &[Token],
    derivation: &Derivation,
    all: &mut Features,
) {
    statement(&tokens(&derivation.statement), sentence, all);
    let signs = question.iter().rev().take_while(|it| !it.is_word()).count();
    let question = question.get(..question.len() - signs).unwrap_or_default();
    let found = pieces(question, sentence);
    all.count("pieces of the sentence", found.len(), &[2, 3, 4, 5, 6]);
    let longest = found.iter().map(|it| it.length).max().unwrap_or(0);
    all.add("longest piece", float(longest));
    all.add("longest piece as a share", float(longest) / float(question.len().max(1)));
    all.count("pieces out of order", out_of_order(&found), &[0, 1]);
    start(&found, sentence, all);
    end(&found, sentence, all);
    joints(&found, question, all);
}

fn statement(statement: &[Token], sentence: &[Token], all: &mut Features) {
    let words = |tokens: &[Token]| tokens.iter().filter(|it| it.is_word()).count();
    let commas = |tokens: &[Token]| tokens.iter().filter(|it| it.text == ",").count();
    let (own, whole) = (words(statement), words(sentence));
    all.count("words of the statement", own, &[4, 6, 8, 12, 16, 24]);
    all.add(
        "length of the statement as a share of the sentence's",
        float(own) / float(whole.max(1)),
    );
    all.flag("the statement is the sentence", own == whole);
    all.count("commas of the statement", commas(statement), &[0, 1, 2]);
    all.count("commas of the sentence", commas(sentence), &[0, 1, 2, 3]);
    let joined = sentence.iter().filter(|it| it.is(WordClass::Conjunction)).count();
    all.count("conjunctions of the sentence", joined, &[0, 1, 2]);
    let mut of_words = statement.iter().filter(|it| it.is_word());
    let first = of_words.next();
    let last = of_words.next_back();
    for class in WordClass::ALL {
        let (name, is) = (class.name(), |it: Option<&Token>| it.is_some_and(|it| it.is(class)));
        all.flag(format_args!("the statement begins with {name}"), is(first));
        all.flag(format_args!("the statement ends with {name}"), is(last));
    }
    let end = statement.iter().rev().take_while(|it| !it.is_word()).count();
    let found = pieces(statement.get(..statement.len() - end).unwrap_or_default(), sentence);
    all.count("pieces of the statement", found.len(), &[1, 2, 3, 4]);
    let new = found.iter().filter(|it| it.source.is_none()).count();
    all.count("new words of the statement", new, &[0, 1, 2]);
    let longest = found.iter().map(|it| it.length).max().unwrap_or(0);
    all.add("longest piece of the statement", float(longest));
    all.add("pieces of the statement out of order", float(out_of_order(&found)));
}

/// What stands in the sentence before the first piece.
fn start(found: &[Piece], sentence: &[Token], all: &mut Features) {
    let first = found.iter().find_map(|it| it.source);
    let before = first.and_then(|at| sentence.get(at.checked_sub(1)?));
    all.flag("the first piece begins the sentence", first == Some(0));
    all.flag("the first piece follows a comma", before.is_some_and(|it| it.text == ","));
    for class in WordClass::ALL {
        let is_so = before.is_some_and(|it| it.is(class));
        all.flag(format_args!("the first piece follows {}", class.name()), is_so);
    }
}

/// What stands in the sentence after the last piece.
fn end(found: &[Piece], sentence: &[Token], all: &mut Features) {
    let last = found.last().and_then(|it| Some(it.source? + it.length));
    let next = last.and_then(|at| sentence.get(at));
    all.flag("the last word is new", last.is_none());
    all.flag("cut off before a sign", next.is_some_and(|it| !it.is_word()));
    all.flag("cut off before a comma", next.is_some_and(|it| it.text == ","));
    all.flag("the last piece ends the sentence", next.is_some_and(|it| it.text == "."));
    for class in WordClass::ALL {
        let is_so = next.is_some_and(|it| it.is(class));
        all.flag(format_args!("cut off before {}", class.name()), is_so);
    }
}

/// The classes of words on both sides of the joints, except those of the first word.
fn joints(found: &[Piece], question: &[Token], all: &mut Features) {
    let sides: Vec<[Option<WordClass>; 2]> = found
        .windows(2)
        .filter_map(|pair| match pair {
            [one, other] if one.end() > 1 => Some([one.end() - 1, other.at]),
            _ => None,
        })
        .map(|sides| sides.map(|at| question.get(at).and_then(|it| it.class)))
        .collect();
    for class in WordClass::ALL {
        let count = |side: usize| sides.iter().filter(|it| it[side] == Some(class)).count();
        all.add(format_args!("joints after {}", class.name()), float(count(0)));
        all.add(format_args!("joints before {}", class.name()), float(count(1)));
    }
}

fn out_of_order(found: &[Piece]) -> usize {
    let back = |pair: &&[Piece]| match pair {
        [Piece { source: Some(one), .. }, Piece { source: Some(other), .. }] => other < one,
        _ => false,
    };
    found.windows(2).filter(back).count()
}

/// Covers a text from left to right by the longest runs of words that the other has too.
fn pieces(text: &[Token], other: &[Token]) -> Vec<Piece> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = text.get(at..).unwrap_or_default();
        let run = |from: usize| {
            let there = other.get(from..).unwrap_or_default();
            rest.iter().zip(there).take_while(|(one, two)| one.text == two.text).count()
        };
        let mut piece = Piece { at, length: 1, source: None };
        let mut longest = 0;
        for from in 0..other.len() {
            let length = run(from);
            if length > longest {
                longest = length;
                piece = Piece { at, length, source: Some(from) };
            }
        }
        at = piece.end();
        found.push(piece);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_covered_by_the_longest_runs() {
        let sentence = tokens("In May, the king, who was old, sold the castle.");
        let found = pieces(&tokens("Who sold the castle in May"), &sentence);
        let places: Vec<_> = found.iter().map(|it| (it.at, it.length, it.source)).collect();
        assert_eq!(places, [(0, 1, Some(6)), (1, 3, Some(10)), (4, 2, Some(0))]);
        assert_eq!(out_of_order(&found), 1);
        assert_eq!(pieces(&tokens("Why not"), &sentence).len(), 2);
        assert!(pieces(&[], &sentence).is_empty());
    }
}
