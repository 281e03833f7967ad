//! Conditions on the text that has been read: until “Zaroff” is read, after the first sentence.

use std::ops::Range;

use super::forms::is_same;
use super::lexer::{Kind, Tokens};
use super::words::{Coverage, Role, Words};

/// The text of the question that the player had heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeardText<'a> {
    /// Nobody knows: every condition counts in the player's favour.
    Unknown,
    /// The question up to the buzz.
    Text(&'a str),
    /// The whole question: everything that it mentions has been mentioned.
    Whole,
}

/// A moment in the reading of a question.
#[derive(Clone, Debug)]
enum Moment {
    /// The answer itself is mentioned.
    OwnMention,
    /// One of these is mentioned.
    Mention(Vec<Words>),
    /// So many sentences have been read.
    Sentences(usize),
    End,
}

/// The side of a moment on which something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

#[derive(Clone, Debug)]
pub(super) struct Condition {
    side: Side,
    moment: Moment,
}

impl Condition {
    /// Says if it holds only later in the question.
    pub(super) fn is_after(&self) -> bool {
        self.side == Side::After
    }
}

const READ: [&str; 13] = [
    "read",
    "mention",
    "mentioned",
    "mentions",
    "said",
    "given",
    "end",
    "stated",
    "revealed",
    "used",
    "power",
    "spoken",
    "asked",
];
/// Words of a condition that are not the thing to be mentioned.
const FILLERS: [&str; 25] = [
    "read",
    "mention",
    "mentioned",
    "said",
    "given",
    "stated",
    "used",
    "is",
    "are",
    "was",
    "it",
    "its",
    "it's",
    "it’s",
    "they",
    "that",
    "that's",
    "that’s",
    "they're",
    "they’re",
    "has",
    "been",
    "being",
    "the",
    "first",
];

/// Says if a condition begins at this token of an item that ends at `end`.
pub(super) fn begins(tokens: &Tokens<'_>, at: usize, end: usize) -> bool {
    let keyword = tokens.text(at);
    if tokens.get(at).is_none_or(|token| token.quote.is_some() || token.kind != Kind::Word) {
        return false;
    }
    match keyword {
        "until" | "till" | "unless" => true,
        "before" | "after" | "once" | "during" => {
            let quoted = |at: usize| tokens.get(at).is_some_and(|token| token.quote.is_some());
            quoted(at + 1)
                || (tokens.is(at + 1, &["the", "either"]) && quoted(at + 2))
                || (at + 1 < end
                    && tokens.is(at + 1, &FILLERS)
                    && !tokens.is(at + 1, &["the", "first"]))
                || (at + 1..end.min(at + 12)).any(|at| {
                    tokens.is(at, &READ) || tokens.is(at, &["sentence", "line", "clue", "question"])
                })
        }
        "in" => {
            tokens.is(at + 1, &["the"])
                && (at + 2..end.min(at + 5))
                    .any(|at| tokens.is(at, &["sentence", "sentences", "line", "lines"]))
        }
        _ => false,
    }
}

/// The condition in these tokens, the first of which is its keyword.
pub(super) fn read(tokens: &Tokens<'_>, part: Range<usize>) -> Condition {
    let keyword = tokens.text(part.start).to_ascii_lowercase();
    let rest = part.start + 1..part.end;
    let side = match keyword.as_str() {
        "after" | "once" => Side::After,
        _ => Side::Before,
    };
    let has = |words: &[&str]| rest.clone().any(|at| tokens.is(at, words));
    let quotes: Vec<Words> = quotations(tokens, &rest).map(Words::new).collect();
    let moment = if !quotes.is_empty() {
        Moment::Mention(quotes)
    } else if has(&["sentence", "sentences", "line", "lines"]) {
        let ordinal =
            |at: usize| Words::new(tokens.text(at)).list.first().and_then(|word| word.number);
        let number =
            rest.clone().find_map(ordinal).map_or(1, |number| usize::try_from(number).unwrap_or(1));
        Moment::Sentences(number.clamp(1, 20))
    } else if has(&["end", "question"]) {
        Moment::End
    } else {
        let own = |at: &usize| {
            tokens.is(*at, &FILLERS) || tokens.get(*at).is_none_or(|it| it.kind != Kind::Word)
        };
        let words: Vec<&str> = rest.filter(|at| !own(at)).map(|at| tokens.text(at)).collect();
        match words.is_empty() {
            true => Moment::OwnMention,
            false => Moment::Mention(vec![Words::new(&words.join(" "))]),
        }
    };
    Condition { side, moment }
}

/// The quotations in these tokens.
pub(super) fn quotations<'a>(
    tokens: &Tokens<'a>,
    part: &Range<usize>,
) -> impl Iterator<Item = &'a str> {
    let mut all: Vec<usize> =
        part.clone().filter_map(|at| tokens.get(at).and_then(|token| token.quote)).collect();
    all.dedup();
    all.into_iter().map(|quote| tokens.quotation(quote))
}

/// The text that a player has heard, as the conditions of a line need it.
#[derive(Debug)]
pub(super) struct HeardContent {
    /// The words; without them everything or nothing is known.
    words: Option<Content>,
    sentences: usize,
    is_whole: bool,
}

impl HeardContent {
    pub(super) fn new(heard: HeardText<'_>) -> HeardContent {
        match heard {
            HeardText::Unknown => HeardContent { words: None, sentences: 0, is_whole: false },
            HeardText::Whole => HeardContent { words: None, sentences: 0, is_whole: true },
            HeardText::Text(text) => {
                let ends = [". ", "! ", "? ", ".” ", ".\" "].map(|end| text.matches(end).count());
                let last =
                    usize::from(text.trim_end().ends_with(['.', '!', '?']) && !text.ends_with(' '));
                let sentences = ends.iter().sum::<usize>() + last;
                HeardContent {
                    words: Some(Content::new(Words::new(text))),
                    sentences,
                    is_whole: false,
                }
            }
        }
    }

    /// Says if the condition on an answer holds.
    pub(super) fn allows(&self, condition: &Condition, answer: &Words) -> bool {
        let Some(words) = &self.words else {
            return !self.is_whole || condition.side == Side::After;
        };
        let passed = match &condition.moment {
            Moment::OwnMention => mentions(words, answer),
            Moment::Mention(phrases) => phrases.iter().any(|phrase| mentions(words, phrase)),
            Moment::Sentences(number) => self.sentences >= *number,
            // A question that has been read to its end is `Heard::Whole`.
            Moment::End => false,
        };
        passed == (condition.side == Side::After)
    }
}

/// A text's words, and the places of those that are no function words.
#[derive(Debug)]
struct Content {
    words: Words,
    places: Vec<Range<usize>>,
}

impl Content {
    fn new(words: Words) -> Content {
        let content = words.list.iter().filter(|word| word.role != Role::Function);
        let places = content.map(|word| word.range.clone()).collect();
        Content { words, places }
    }
}

/// Says if a text has the content words of a phrase in a row.
fn mentions(text: &Content, phrase: &Words) -> bool {
    let required = phrase.list.iter().any(|word| word.coverage != Coverage::None);
    let needed: Vec<&str> = phrase
        .list
        .iter()
        .filter(|word| word.role != Role::Function && !word.aside)
        .filter(|word| !required || word.coverage != Coverage::None)
        .map(|word| phrase.get(word))
        .collect();
    let Content { words, places } = text;
    if needed.is_empty() {
        let spaced = |words: &Words| format!(" {}", words.text);
        return !phrase.text.is_empty() && spaced(words).contains(&spaced(phrase));
    }
    places.windows(needed.len()).any(|window| {
        window.iter().zip(&needed).all(|(place, needed)| {
            let word = words.text.get(place.clone()).unwrap_or_default();
            word == *needed || is_same(word, needed)
        })
    })
}
