//! Classes of words: their numbers, places and neighbours.

use luna_learn::float;

use super::collector::{Features, Text};
use crate::question::question_ranker::token::Token;
use crate::question::question_ranker::word_class::WordClass;

/// Function words with a feature of their own.
const FUNCTION: [&str; 40] = [
    "the", "a", "an", "of", "in", "to", "for", "with", "on", "at", "by", "from", "as", "into",
    "and", "or", "but", "is", "was", "are", "were", "be", "been", "did", "does", "has", "had",
    "have", "his", "her", "its", "their", "not", "also", "which", "who", "when", "because", "than",
    "between",
];

pub(super) fn add(text: &Text<'_>, all: &mut Features) {
    let words = text.words().count();
    for class in WordClass::ALL {
        let count = text.words().filter(|it| it.is(class)).count();
        all.count(class.name(), count, &[0, 1, 2, 3]);
        all.add(format_args!("share of {}", class.name()), float(count) / float(words.max(1)));
    }
    for word in FUNCTION {
        let count = text.words().filter(|it| it.text == word).count();
        let [open, close] = if NAMED.contains(&word) { ["“", "”"] } else { [""; 2] };
        all.add(format_args!("{open}{word}{close}"), float(count));
    }
    for nth in 1..4 {
        place(text.word(nth), &format!("word {}", nth + 1), all);
    }
    place(text.last_word(0), "last word", all);
    place(text.last_word(1), "word before the last", all);
    pairs(text, all);
    let capital = text.words().skip(1).filter(|it| it.is_capital).count();
    all.count("capital letters", capital, &[0, 1, 2, 4]);
    let names = runs(text, |it| it.is(WordClass::Name));
    all.count("names in a row at most", names, &[1, 2, 3]);
    let plain = runs(text, |it| it.is(WordClass::Noun) || it.is(WordClass::Plural));
    all.count("nouns in a row at most", plain, &[1, 2, 3]);
    let verbs = text
        .words()
        .filter(|it| it.is(WordClass::Verb) || it.is(WordClass::Past) || it.is(WordClass::Gerund));
    all.count("verbs", verbs.count(), &[0, 1, 2]);
    let auxiliary = text.words().filter(|it| it.class.is_some_and(WordClass::is_auxiliary));
    all.count("auxiliaries", auxiliary.count(), &[0, 1, 2]);
    bare_nouns(text, all);
}

/// Function words that are names of other features too.
const NAMED: [&str; 2] = ["be", "have"];

fn place(word: Option<&Token>, at: &str, all: &mut Features) {
    for class in WordClass::ALL {
        all.flag(format_args!("{at} is {}", class.name()), word.is_some_and(|it| it.is(class)));
    }
}

/// Words of one class before a word of another.
fn pairs(text: &Text<'_>, all: &mut Features) {
    let classes: Vec<WordClass> = text.words().filter_map(|it| it.class).collect();
    for one in WordClass::ALL {
        for other in WordClass::ALL {
            let count = classes.windows(2).filter(|pair| *pair == [one, other]).count();
            all.add(format_args!("the {} {}", one.name(), other.name()), float(count));
        }
    }
}

/// The length of the longest run of such words.
fn runs(text: &Text<'_>, is_such: impl Fn(&Token) -> bool) -> usize {
    let (mut most, mut now) = (0, 0);
    for word in text.words() {
        now = if is_such(word) { now + 1 } else { 0 };
        most = most.max(now);
    }
    most
}

/// "The" before a single common noun, which often refers to something said before.
fn bare_nouns(text: &Text<'_>, all: &mut Features) {
    let words: Vec<&Token> = text.words().collect();
    let is_noun = |it: &Token| it.is(WordClass::Noun) || it.is(WordClass::Plural);
    let is_bare = |run: &&[&Token]| match run {
        [the, noun, next] => {
            the.text == "the" && is_noun(noun) && !is_noun(next) && next.text != "of"
        }
        _ => false,
    };
    let inside = words.windows(3).filter(is_bare).count();
    let last = matches!(words.as_slice(), [.., the, noun] if the.text == "the" && is_noun(noun));
    all.count("bare nouns after the", inside + usize::from(last), &[0, 1]);
    let subject = words.get(2..5);
    let is_vague = subject.is_some_and(|three| is_bare(&three));
    all.flag("bare noun as a subject", is_vague);
    let pronoun = words.get(2).is_some_and(|it| it.is(WordClass::Pronoun));
    all.flag("pronoun as a subject", pronoun);
    let name = words.get(2).is_some_and(|it| it.is(WordClass::Name));
    all.flag("name as a subject", name);
}
