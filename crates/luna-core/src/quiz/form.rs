//! The form of a question: what a submission is checked for before people read it.

mod disguise;
mod filler;

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::script::{POWER_MARK, Script};

/// The words of a question, at least and at most.
pub const WORDS: std::ops::RangeInclusive<usize> = 40..=250;
/// The characters of a question, at most.
pub const MOST_CHARS: usize = 4_000;

/// A check of a submission. An editor can override what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Filter {
    Length,
    Paragraph,
    Disguise,
    Giveaway,
    Vulgarity,
    Copy,
    Spelling,
}

impl Filter {
    pub const ALL: [Filter; 7] = [
        Filter::Length,
        Filter::Paragraph,
        Filter::Disguise,
        Filter::Giveaway,
        Filter::Vulgarity,
        Filter::Copy,
        Filter::Spelling,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Filter::Length => "length",
            Filter::Paragraph => "paragraph",
            Filter::Disguise => "disguise",
            Filter::Giveaway => "giveaway",
            Filter::Vulgarity => "vulgarity",
            Filter::Copy => "copy",
            Filter::Spelling => "spelling",
        }
    }

    pub fn from_name(name: &str) -> Option<Filter> {
        Filter::ALL.into_iter().find(|filter| filter.name() == name)
    }
}

/// What a check has found, in a sentence for the writer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub filter: Filter,
    pub reason: String,
}

impl Finding {
    pub fn new(filter: Filter, reason: impl Into<String>) -> Finding {
        Finding { filter, reason: reason.into() }
    }
}

/// Checks that need nothing but the text and the accepted answers.
pub fn check<'a>(text: &str, answers: impl IntoIterator<Item = &'a str>) -> Vec<Finding> {
    let paragraph = paragraph(text).or_else(|| filler::find(text));
    let found = [length(text), paragraph, disguise::find(text), giveaway(text, answers)];
    found.into_iter().flatten().collect()
}

fn length(text: &str) -> Option<Finding> {
    let words = Script::new(text).len();
    let (least, most) = (WORDS.start(), WORDS.end());
    let reason = if words < *least {
        format!("The question has {words} words; it needs at least {least}.")
    } else if words > *most {
        format!("The question has {words} words; the limit is {most}.")
    } else {
        return None;
    };
    Some(Finding::new(Filter::Length, reason))
}

fn paragraph(text: &str) -> Option<Finding> {
    let trimmed = text.trim();
    let reason = if trimmed.contains('\n') {
        "The question must be one paragraph. Remove the line breaks."
    } else if trimmed.matches(POWER_MARK).count() > 1 {
        "There is more than one mark (*). Keep one."
    } else if !trimmed.ends_with(['.', '?', '!', '"', '”', ')', '’']) {
        "The question does not end with a full sentence."
    } else if !asks(trimmed) {
        "The question never asks for its answer. Write, for example, “For 10 points, name this river”."
    } else {
        return None;
    };
    Some(Finding::new(Filter::Paragraph, reason))
}

/// Returns true if a question says that an answer is wanted.
fn asks(text: &str) -> bool {
    let text = text.to_lowercase();
    let points = ["10 points", "ten points", "ftp"].iter().any(|points| text.contains(points));
    points
        || ["name this", "name these", "identify this", "what ", "which ", "who "]
            .iter()
            .any(|asked| text.contains(asked))
}

/// A question must not contain its own answer.
fn giveaway<'a>(text: &str, answers: impl IntoIterator<Item = &'a str>) -> Option<Finding> {
    let words: Vec<String> = text.split_whitespace().map(plain).collect();
    let said: BTreeSet<&str> = words.iter().map(String::as_str).collect();
    for answer in answers {
        let parts: Vec<String> =
            answer.split_whitespace().map(plain).filter(|part| !part.is_empty()).collect();
        let telling = parts.iter().any(|part| part.chars().count() > 3);
        if telling && !parts.is_empty() && parts.iter().all(|part| said.contains(part.as_str())) {
            let found = words.windows(parts.len()).any(|window| window == parts);
            if found {
                let reason = format!("The question contains its own answer, “{answer}”.");
                return Some(Finding::new(Filter::Giveaway, reason));
            }
        }
    }
    None
}

/// A word in small letters without accents and punctuation. Letters that Unicode does not take
/// apart become those that people type for them.
pub fn plain(word: &str) -> String {
    let mut plain = String::with_capacity(word.len());
    for c in word.nfd().filter(|&c| !is_combining_mark(c) && c.is_alphanumeric()) {
        match c {
            'ø' | 'Ø' => plain.push('o'),
            'ł' | 'Ł' => plain.push('l'),
            'đ' | 'Đ' | 'ð' | 'Ð' => plain.push('d'),
            'ı' => plain.push('i'),
            'þ' | 'Þ' => plain.push_str("th"),
            'ß' => plain.push_str("ss"),
            'æ' | 'Æ' => plain.push_str("ae"),
            'œ' | 'Œ' => plain.push_str("oe"),
            c => plain.extend(c.to_lowercase()),
        }
    }
    plain
}

#[cfg(test)]
mod tests;
