//! The comparison of a player's words with an answer, word by word.

use super::forms::{is_derived, is_inflected, is_same};
use super::given_names::is_given_name;
use super::phrase::Phrase;
use super::slip;
use super::unmarked::{is_enough, is_persons_name};
use super::vocabulary::{is_class_noun, is_contrast};
use super::words::{Coverage, Role, Word, Words};

/// The closeness of a player's words to an answer, best first. The order decides between an answer
/// to accept, one to prompt on and one to reject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// Every word is the same.
    Verbatim,
    /// The words are the same, but for articles, titles, order, and the spelling of numbers.
    Words,
    /// Another form: plural, inflection, initials.
    Form,
    /// What is required, without the rest or with words that do not matter.
    Part,
    /// A slip of typing, with its cost.
    Slip(usize),
}

/// Answers with more words are only compared as a whole.
pub(super) const MOST_WORDS: usize = 60;

/// What a comparison needs beside the two texts.
#[derive(Clone, Copy)]
pub(super) struct Leniency<'a> {
    pub(super) word_forms: bool,
    /// Any further words are allowed.
    pub(super) is_loose: bool,
    /// The whole answer is required: no last names, no missing class nouns.
    pub(super) is_strict: bool,
    /// Words of the line, which a player may add.
    pub(super) known: &'a dyn Fn(&str) -> bool,
}

impl Phrase {
    /// Compares a player's words with the answer.
    pub(super) fn fit(&self, given: &Words, leniency: Leniency<'_>) -> Option<Fit> {
        if given.text == self.words.text && !given.list.is_empty() {
            return Some(Fit::Verbatim);
        }
        if given.list.len() > MOST_WORDS || self.words.list.len() > MOST_WORDS {
            return None;
        }
        given.content().next()?;
        if self.has_same_letters(given) {
            return Some(Fit::Words);
        }
        let matching = Matching::new(self, given, leniency.word_forms);
        // Titles alone must be all of the answer: "king" is not King Lear.
        let has_content = given.list.iter().any(|word| word.role == Role::Content);
        matching
            .filter(|matching| has_content || matching.is_complete(self))
            .and_then(|matching| matching.fit(self, given, leniency))
            .or_else(|| self.is_abbreviated(given).then_some(Fit::Form))
    }

    /// Says if the player gave a part of the answer and nothing else.
    pub(super) fn is_part(&self, given: &Words, word_forms: bool) -> bool {
        if given.list.len() > MOST_WORDS || self.words.list.len() > MOST_WORDS {
            return false;
        }
        let Some(matching) = Matching::new(self, given, word_forms) else { return false };
        // A class noun alone names nothing.
        let names_it = given
            .list
            .iter()
            .any(|word| word.role == Role::Content && !is_class_noun(given.get(word)));
        names_it && matching.extra.is_empty() && !matching.is_reordered
    }

    /// Says if that part is enough to ask for the rest: half of the words, or the last one.
    pub(super) fn is_large_part(&self, given: &Words, word_forms: bool) -> bool {
        if self.is_marked || is_persons_name(self) || !self.is_part(given, word_forms) {
            return false;
        }
        let Some(matching) = Matching::new(self, given, word_forms) else { return false };
        let content: Vec<usize> = (0..self.words.list.len())
            .filter(|&at| self.words.list.get(at).is_some_and(|word| self.requires(word)))
            .collect();
        let said = content.iter().filter(|&&at| matching.is_said(at)).count();
        if self.place_and_region().is_some_and(|place| (0..place).all(|at| !matching.is_said(at))) {
            return false;
        }
        said * 2 >= content.len() || content.last().is_some_and(|&last| matching.is_said(last))
    }
}

/// The pairs of a player's words and an answer's.
struct Matching {
    /// For each word of the answer: said, and how closely.
    said: Vec<Option<Fit>>,
    /// The player's words that the answer lacks.
    extra: Vec<usize>,
    /// The numbers stand in another order.
    is_reordered: bool,
}

impl Matching {
    /// Pairs each of the player's words with one of the answer's. `None` if nothing fits.
    fn new(phrase: &Phrase, given: &Words, word_forms: bool) -> Option<Matching> {
        let words = &phrase.words;
        let mut matching =
            Matching { said: vec![None; words.list.len()], extra: Vec::new(), is_reordered: false };
        let mut last_number = None;
        let mut at = 0;
        while let Some(word) = given.list.get(at) {
            if word.role == Role::Function {
                at += 1;
                continue;
            }
            let next = given.list.get(at + 1);
            let found = matching.best(phrase, given, word, word_forms);
            match found {
                Some((place, fit)) => {
                    if word.number.is_some() {
                        matching.is_reordered |= last_number.is_some_and(|last| last > place);
                        last_number = Some(place);
                    }
                    if let Some(said) = matching.said.get_mut(place) {
                        *said = Some(fit);
                    }
                }
                None => {
                    if matching.split(phrase, given.get(word)) {
                        // One word for two of the answer: spacewalk.
                    } else if next.is_some_and(|next| matching.join(phrase, given, word, next)) {
                        at += 1;
                    } else {
                        matching.extra.push(at);
                    }
                }
            }
            at += 1;
        }
        matching.said.iter().any(Option::is_some).then_some(matching)
    }

    /// The free word of the answer that is closest to this one.
    fn best(
        &self,
        phrase: &Phrase,
        given: &Words,
        word: &Word,
        forms: bool,
    ) -> Option<(usize, Fit)> {
        let free = phrase.words.list.iter().enumerate().filter(|(place, candidate)| {
            candidate.role != Role::Function && self.said.get(*place).is_some_and(Option::is_none)
        });
        let mut best: Option<(usize, Fit)> = None;
        for (place, candidate) in free {
            let Some(fit) = compare(phrase, candidate, given, word, forms) else { continue };
            if fit == Fit::Words {
                return Some((place, fit));
            }
            if best.is_none_or(|(_, before)| fit < before) {
                best = Some((place, fit));
            }
        }
        best
    }

    /// Takes a word as two neighbours of the answer.
    fn split(&mut self, phrase: &Phrase, text: &str) -> bool {
        let list = &phrase.words.list;
        let place = list.windows(2).position(|pair| {
            let [first, second] = pair else { return false };
            text.strip_prefix(phrase.words.get(first)).is_some_and(|rest| {
                rest.len() > 1
                    && (rest == phrase.words.get(second) || is_same(rest, phrase.words.get(second)))
            })
        });
        let Some(pair) = place.and_then(|place| self.said.get_mut(place..place + 2)) else {
            return false;
        };
        let is_free = pair.iter().all(Option::is_none);
        if is_free {
            pair.fill(Some(Fit::Words));
        }
        is_free
    }

    /// Takes two words as one of the answer.
    fn join(&mut self, phrase: &Phrase, given: &Words, first: &Word, second: &Word) -> bool {
        let (first, second) = (given.get(first), given.get(second));
        let place = phrase.words.list.iter().position(|word| {
            let text = phrase.words.get(word);
            text.strip_prefix(first)
                .is_some_and(|rest| rest.len() > 1 && (rest == second || is_same(rest, second)))
        });
        match place.and_then(|place| self.said.get_mut(place)) {
            Some(said @ None) => {
                *said = Some(Fit::Words);
                true
            }
            _ => false,
        }
    }

    fn is_said(&self, place: usize) -> bool {
        self.said.get(place).is_some_and(Option::is_some)
    }

    /// Says if every word of the answer was said, but for articles and the like.
    fn is_complete(&self, phrase: &Phrase) -> bool {
        let mut list = phrase.words.list.iter().enumerate();
        list.all(|(place, word)| self.is_said(place) || word.role == Role::Function)
    }

    fn fit(&self, phrase: &Phrase, given: &Words, leniency: Leniency<'_>) -> Option<Fit> {
        let list = &phrase.words.list;
        let worst = self.said.iter().flatten().max().copied()?;
        if self.is_complete(phrase) && self.extra.is_empty() && !self.is_reordered {
            return Some(worst.max(Fit::Words));
        }
        let missing = || {
            list.iter()
                .enumerate()
                .filter(|(place, word)| phrase.requires(word) && !self.is_said(*place))
        };
        if self.is_reordered || !self.allows_extra(phrase, given, leniency) {
            return None;
        }
        let has_required = list
            .iter()
            .enumerate()
            .any(|(place, word)| phrase.requires(word) && self.is_said(place));
        if missing().next().is_none() && has_required {
            let is_whole = self.extra.is_empty() && !phrase.is_marked;
            return Some(worst.max(if is_whole { Fit::Words } else { Fit::Part }));
        }
        let lacks = |place: usize| !self.is_said(place);
        let enough = !leniency.is_strict && !phrase.is_marked && is_enough(phrase, &lacks);
        enough.then(|| worst.max(Fit::Part))
    }

    /// Says if the player's further words leave the answer what it is.
    fn allows_extra(&self, phrase: &Phrase, given: &Words, leniency: Leniency<'_>) -> bool {
        if leniency.is_loose || self.extra.is_empty() {
            return true;
        }
        let is_name =
            phrase.words.list.iter().any(|word| phrase.requires(word) && word.capitalised);
        let has_names = phrase
            .words
            .list
            .iter()
            .any(|word| !phrase.requires(word) && word.role != Role::Function);
        let last = self.last_said(given);
        let mut others = 0;
        let harmless = self.extra.iter().all(|&at| {
            let Some(word) = given.list.get(at) else { return false };
            let text = given.get(word);
            if word.number.is_some() || is_contrast(text) {
                return false;
            }
            if word.role == Role::Title || is_class_noun(text) || (leniency.known)(text) {
                return true;
            }
            others += 1;
            // First names of somebody whose first names the line does not have.
            is_name && !has_names && at < last && (is_given_name(text) || text.len() == 1)
        });
        let is_list = given.list.iter().any(|word| matches!(given.get(word), "or"));
        harmless && others <= 3 && !(is_list && others > 0)
    }

    /// The place of the last of the player's words that belongs to the answer.
    fn last_said(&self, given: &Words) -> usize {
        (0..given.list.len())
            .rfind(|at| {
                !self.extra.contains(at)
                    && given.list.get(*at).is_some_and(|word| word.role != Role::Function)
            })
            .unwrap_or(0)
    }
}

/// Compares two words.
fn compare(phrase: &Phrase, mine: &Word, given: &Words, theirs: &Word, forms: bool) -> Option<Fit> {
    let (left, right) = (phrase.words.get(mine), given.get(theirs));
    if left == right {
        return Some(Fit::Words);
    }
    if let (Some(left), Some(right)) = (mine.number, theirs.number) {
        return (left == right).then_some(Fit::Words);
    }
    if mine.number.is_some() || theirs.number.is_some() {
        return None;
    }
    if let Coverage::Part(part) = &mine.coverage {
        let covered = left.get(part.clone()).unwrap_or_default();
        let prefix = part.start == 0
            && covered.len() >= 3
            && is_derived(covered, right)
            && right.starts_with(covered);
        if covered.len() >= 2 && (covered == right || is_same(covered, right))
            || prefix && left.starts_with(right)
        {
            return Some(Fit::Form);
        }
    }
    match () {
        () if is_same(left, right) => Some(Fit::Form),
        () if is_inflected(left, right) => Some(Fit::Form),
        () if forms && is_derived(left, right) => Some(Fit::Part),
        // An initial for a first name that need not be said.
        () if right.len() == 1 && !phrase.requires(mine) && left.starts_with(right) => {
            Some(Fit::Part)
        }
        // A clipped word beside another one: IR spec.
        () if right.len() >= 4
            && left.len() >= right.len() + 4
            && left.starts_with(right)
            && given.content().nth(1).is_some()
            && phrase.words.content().nth(1).is_some() =>
        {
            Some(Fit::Part)
        }
        () => slip::cost(left, right).map(Fit::Slip),
    }
}
