//! The form of a question: its length, signs, question word, beginning and end.

use luna_learn::float;

use super::collector::{Features, Text};
use crate::question::question_ranker::token::Token;
use crate::question::question_ranker::word_class::WordClass;

/// First words with a feature of their own.
const OPENERS: [&str; 22] = [
    "what", "who", "where", "when", "which", "whose", "how", "why", "is", "are", "was", "were",
    "do", "does", "did", "has", "have", "had", "can", "in", "on", "to",
];
/// Second words with a feature of their own.
const SECOND: [&str; 18] = [
    "is", "are", "was", "were", "did", "do", "does", "has", "have", "had", "can", "could", "will",
    "would", "became", "also", "about", "the",
];
/// Last words with a feature of their own.
const ENDINGS: [&str; 24] = [
    "of", "in", "to", "for", "with", "on", "at", "by", "from", "as", "into", "during", "about",
    "after", "before", "also", "be", "do", "is", "was", "it", "so", "not", "that",
];
/// Words that refer to something outside the question, or say little.
const VAGUE: [&str; 16] = [
    "it", "this", "that", "these", "those", "they", "he", "she", "such", "one", "some", "many",
    "thing", "others", "there", "so",
];

pub(super) fn add(text: &Text<'_>, all: &mut Features) {
    lengths(text, all);
    signs(text.question, &text.tokens, all);
    question_word(text, all);
    let first = text.word(0).map_or("", |it| &*it.text);
    for word in OPENERS {
        all.flag(format_args!("starts with {word}"), first == word);
    }
    let second = text.word(1).map_or("", |it| &*it.text);
    for word in SECOND {
        all.flag(format_args!("word 2 is “{word}”"), second == word);
    }
    let last = text.last_word(0).map_or("", |it| &*it.text);
    for word in ENDINGS {
        all.flag(format_args!("last word is “{word}”"), last == word);
    }
    let ends = |class| text.last_word(0).is_some_and(|it| it.is(class));
    all.flag("ends with a preposition", ends(WordClass::Preposition));
    let two = [1, 0].map(|nth| text.last_word(nth).is_some_and(|it| it.is(WordClass::Preposition)));
    all.flag("ends with two prepositions", two == [true, true]);
    for word in VAGUE {
        all.count(word, text.words().filter(|it| it.text == word).count(), &[]);
    }
    let vague = text.words().filter(|it| VAGUE.contains(&&*it.text)).count();
    all.count("vague words", vague, &[0, 1, 2]);
}

fn lengths(text: &Text<'_>, all: &mut Features) {
    let lengths = text.words().map(|it| it.text.chars().count());
    let words = lengths.clone().count();
    all.count("words", words, &[3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 28]);
    all.add("logarithm of words", float(words + 1).ln());
    let characters = text.question.chars().count();
    all.count("characters", characters, &[20, 30, 40, 60, 80, 120, 160]);
    let letters: usize = lengths.clone().sum();
    all.add("letters a word", float(letters) / float(words.max(1)));
    all.add("longest word", float(lengths.clone().max().unwrap_or(0)));
    let long = lengths.filter(|length| *length > 7).count();
    all.count("words of eight letters or more", long, &[0, 1, 2, 4]);
    all.add("share of long words", float(long) / float(words.max(1)));
    let different: std::collections::HashSet<&str> = text.words().map(|it| &*it.text).collect();
    all.add("share of different words", float(different.len()) / float(words.max(1)));
}

fn signs(question: &str, tokens: &[Token], all: &mut Features) {
    let count = |signs: &[char]| question.chars().filter(|c| signs.contains(c)).count();
    all.count("commas", count(&[',']), &[0, 1, 2, 3]);
    all.count("brackets", count(&['(', ')', '[', ']']), &[0]);
    all.count("quotes", count(&['"', '“', '”', '`']), &[0]);
    all.count("apostrophes", count(&['\'', '’']), &[0]);
    all.count("hyphens", count(&['-', '–', '—']), &[0, 1]);
    all.count("semicolons and colons", count(&[';', ':']), &[0]);
    all.count("question marks", count(&['?']), &[0, 1]);
    all.flag("ends with a question mark", question.trim_end().ends_with('?'));
    all.count("signs", tokens.iter().filter(|it| !it.is_word()).count(), &[1, 2, 4]);
    all.count(
        "other letters than a to z",
        question.chars().filter(|c| !c.is_ascii()).count(),
        &[0],
    );
    all.count("digits", question.chars().filter(char::is_ascii_digit).count(), &[0, 4]);
    let spaced = tokens
        .windows(2)
        .filter(|two| matches!(two, [one, other] if one.is_word() && one.text == other.text));
    all.count("words twice in a row", spaced.count(), &[0]);
    let year = |it: &&Token| it.text.len() == 4 && it.text.bytes().all(|b| b.is_ascii_digit());
    all.count("years", tokens.iter().filter(year).count(), &[0, 1]);
}

fn question_word(text: &Text<'_>, all: &mut Features) {
    let is_wh = |it: &&Token| it.is(WordClass::Wh);
    let count = text.words().filter(is_wh).count();
    all.count("wh words", count, &[0, 1, 2]);
    let place = text.words().position(|it| it.is(WordClass::Wh));
    all.add("words before the wh word", float(place.unwrap_or(0)));
    let first = text.word(0);
    let begins = first.is_some_and(|it| it.is(WordClass::Preposition));
    all.flag("wh after a preposition", begins && place == Some(1));
    let pair = |one: &str, other: &str| {
        first.is_some_and(|it| it.text == one) && text.word(1).is_some_and(|it| it.text == other)
    };
    all.flag("how many", pair("how", "many"));
    all.flag("how much", pair("how", "much"));
    let wh = first.filter(is_wh);
    let second = text.word(1).and_then(|it| it.class);
    let is_auxiliary = second.is_some_and(WordClass::is_auxiliary);
    all.flag("the second word is an auxiliary", is_auxiliary);
    all.flag("wh word as a subject", wh.is_some() && !is_auxiliary);
    all.flag("yes or no", first.and_then(|it| it.class).is_some_and(WordClass::is_auxiliary));
    for (wh, name) in [("what", "what"), ("who", "who"), ("when", "when"), ("where", "where")] {
        let is_first = first.is_some_and(|it| it.text == wh);
        for class in [WordClass::Be, WordClass::Do, WordClass::Have, WordClass::Past] {
            all.flag(format_args!("{name} + {}", class.name()), is_first && second == Some(class));
        }
    }
    let words = text.words().count();
    for (wh, name) in [("what", "what"), ("who", "who")] {
        let is_first = first.is_some_and(|it| it.text == wh);
        let length = if is_first { float(words) } else { 0.0 };
        all.add(format_args!("words after {name}"), length);
        let short = is_first && second == Some(WordClass::Be) && words < 6;
        all.flag(format_args!("{name} + be in fewer than six words"), short);
    }
}
