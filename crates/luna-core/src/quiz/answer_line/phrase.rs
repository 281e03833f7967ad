//! One answer of a line.

use std::ops::Range;

use super::numbers::to_roman;
use super::vocabulary::is_suffix;
use super::words::{Coverage, Role, Word, Words};

#[derive(Clone, Debug)]
pub(super) struct Phrase {
    /// The answer without markup.
    pub(super) plain: String,
    pub(super) words: Words,
    /// Says if some part is underlined, which makes only that part required.
    pub(super) is_marked: bool,
}

impl Phrase {
    pub(super) fn new(line: &str, range: Range<usize>, required: &[Range<usize>]) -> Phrase {
        let text = line.get(range.clone()).unwrap_or_default();
        let words = Words::marked(text, range.start, required);
        let is_marked = words.list.iter().any(|word| word.coverage != Coverage::None);
        let plain = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Phrase { plain, words, is_marked }
    }

    pub(super) fn plain(text: &str) -> Phrase {
        Phrase::new(text, 0..text.len(), &[])
    }

    /// Says if the player must say this word.
    pub(super) fn requires(&self, word: &Word) -> bool {
        match self.is_marked {
            true => word.coverage != Coverage::None && word.role != Role::Function,
            false => word.role == Role::Content && !word.aside,
        }
    }

    /// The number of words before the comma in `Tulsa, Oklahoma`.
    pub(super) fn place_and_region(&self) -> Option<usize> {
        let (place, region) = self.plain.split_once(", ")?;
        let is_name = |text: &str| text.starts_with(char::is_uppercase) && !text.contains(", ");
        (is_name(place) && is_name(region)).then(|| Words::new(place).list.len())
    }

    /// The parts of which one is enough under "accept either": those underlined, or else the words.
    pub(super) fn parts(&self) -> Vec<Phrase> {
        let mut spans: Vec<(usize, String)> = Vec::new();
        for word in self.words.list.iter().filter(|word| self.requires(word)) {
            let text = self.words.get(word);
            match spans.last_mut().filter(|(span, _)| self.is_marked && *span == word.span) {
                Some((_, span)) => {
                    span.push(' ');
                    span.push_str(text);
                }
                None => spans.push((word.span, text.to_owned())),
            }
        }
        if let [(_, only)] = spans.as_slice() {
            return only.split(' ').map(Phrase::plain).collect();
        }
        spans.iter().map(|(_, span)| Phrase::plain(span)).collect()
    }

    /// Says if the letters are the same when nobody counts the spaces.
    pub(super) fn has_same_letters(&self, given: &Words) -> bool {
        let all = given.letters(given.list.iter()).eq(self.words.letters(self.words.list.iter()));
        let content = given.letters(given.content()).eq(self.words.letters(self.words.content()));
        let required = || self.words.list.iter().filter(|word| self.requires(word));
        all || content
            || (required().count() > 1
                && given.letters(given.content()).eq(self.words.letters(required())))
    }

    /// Says if the player gave the initials: of all words, of those required, or the letters that
    /// are underlined in the words.
    pub(super) fn is_abbreviated(&self, given: &Words) -> bool {
        let mut content = given.content();
        let (Some(word), None) = (content.next(), content.next()) else { return false };
        let text = given.get(word);
        let letters = text.len();
        if !(2..=10).contains(&letters) || !text.is_ascii() {
            return false;
        }
        let covered = self.words.list.iter().filter_map(|word| match &word.coverage {
            Coverage::Part(part) => self.words.get(word).get(part.clone()),
            Coverage::Whole | Coverage::None => None,
        });
        if covered.clone().count() > 1 && covered.flat_map(str::bytes).eq(text.bytes()) {
            return true;
        }
        // Two letters are too few, unless they are underlined.
        letters >= 3
            && (self.is_initials(text, |_| true)
                || self.is_initials(text, |word| word.role != Role::Function)
                || self.is_initials(text, |word| {
                    self.requires(word) && !is_suffix(self.words.get(word))
                })
                || self.is_initials(text, |word| self.is_marked && word.coverage != Coverage::None))
    }

    fn is_initials(&self, text: &str, counts: impl Fn(&Word) -> bool) -> bool {
        let mut rest = text;
        let mut words = 0;
        for word in self.words.list.iter().filter(|word| counts(word)) {
            words += 1;
            let initial = self.words.get(word).chars().next();
            let behind = match word.number {
                Some(number) => rest
                    .strip_prefix(&number.to_string())
                    .or_else(|| rest.strip_prefix(&to_roman(number)).filter(|_| number > 0)),
                None => initial.and_then(|initial| rest.strip_prefix(initial)),
            };
            match behind {
                Some(behind) => rest = behind,
                None => return false,
            }
        }
        rest.is_empty() && words > 1
    }
}
