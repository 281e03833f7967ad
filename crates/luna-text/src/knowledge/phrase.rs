//! Concepts as phrases of a sentence: things with an article, actions as verbs, states with *be*.

use std::borrow::Cow;

use super::assertion::{Concept, Side};
use super::base::KnowledgeBase;
use super::display::restored;
use super::inflection::{is_plural, plural, starts_with_vowel_sound};
use super::relation::Relation;
use super::word_class::{
    has_no_article, is_action_word, is_adjective, is_loose_action_word, is_name, is_noun_by_ending,
    is_particle, is_several, is_uncounted, is_unique,
};

/// The ends of nouns that begin with a verb.
const COMPOUND_ENDS: [&str; 10] = [
    "device",
    "equipment",
    "hall",
    "implement",
    "machine",
    "pole",
    "rod",
    "show",
    "sign",
    "utensil",
];
/// Words before an adjective that make it no noun.
const ADVERBS: [&str; 8] = ["and", "fairly", "less", "more", "most", "quite", "too", "very"];

/// A part of a sentence that a concept can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Something that one does.
    Action,
    /// Something that one is: *hungry*.
    State,
    Thing,
}

impl KnowledgeBase {
    /// The words of a concept as people write them: as its file had them, or else its name with
    /// lemmas such as *clothe* replaced.
    pub fn display(&self, concept: Concept) -> Cow<'_, str> {
        match self.written(concept) {
            Some(written) => Cow::Borrowed(written),
            None => restored(self.name(concept)),
        }
    }

    /// What a concept is: by lists of words and, where they do not tell, by the places in which
    /// assertions have it.
    pub(super) fn kind(&self, concept: Concept) -> Kind {
        let text = self.display(concept);
        let words: Vec<&str> = text.strip_prefix("not ").unwrap_or(&text).split(' ').collect();
        let (first, last) = (words[0], words[words.len() - 1]);
        let is_single = words.len() == 1;
        if self.written(concept).is_none() && of_phrase(&text).is_some() {
            return Kind::Thing;
        }
        let is_compound = || words.len() == 2 && COMPOUND_ENDS.contains(&last);
        if first == "be" && !is_single {
            return Kind::State;
        }
        let all_state = words.iter().all(|word| is_adjective(word) || ADVERBS.contains(word));
        if all_state && is_adjective(last) {
            return self.kind_of_adjective(concept, is_single && is_loose_action_word(first));
        }
        let is_action = if is_action_word(first) {
            // "Surf" and "swim" are things at times, but a verb with its object never is.
            !is_compound()
                && (!is_single
                    || self.counted(concept, &THING) <= 3 * self.counted(concept, &ACTION) + 2)
        } else if is_loose_action_word(first) && !is_single {
            !is_compound() && self.is_action(concept, 2).unwrap_or(true)
        } else if is_loose_action_word(first) {
            self.is_action(concept, 1).unwrap_or(false)
        } else if is_adjective(first)
            || is_single && (is_noun_by_ending(first) || is_uncounted(first))
        {
            false
        } else if is_single {
            // People *do* housework, and the word for that is dropped in normalized files.
            self.counted(concept, &CAPABLE) > self.counted(concept, &THING)
        } else {
            ["a", "an", "the", "your"].contains(&words[1])
                || self.is_action(concept, 1).unwrap_or(false)
        };
        if is_action { Kind::Action } else { Kind::Thing }
    }

    /// *Orange* and *clean* are more than adjectives.
    fn kind_of_adjective(&self, concept: Concept, is_verb: bool) -> Kind {
        let as_thing = self.counted(concept, &PLACED);
        let as_property = self.related(concept, Side::Right, Relation::HasProperty).len();
        if is_verb && self.is_action(concept, 1) == Some(true) {
            Kind::Action
        } else if as_thing > as_property.max(1) {
            Kind::Thing
        } else {
            Kind::State
        }
    }

    /// Compares the assertions that have a concept in a place of an action with those that have it
    /// in a place of a thing; `None` if there are neither. Things are in places of actions more
    /// often than the reverse: one needs food as one needs to eat.
    fn is_action(&self, concept: Concept, trust: usize) -> Option<bool> {
        let (action, thing) = (self.counted(concept, &ACTION), self.counted(concept, &THING));
        (action + thing > 0).then_some(4 * action * trust > 5 * thing)
    }

    fn counted(&self, concept: Concept, [left, right]: &[&[Relation]; 2]) -> usize {
        let on = |side: Side, relations: &[Relation]| -> usize {
            relations.iter().map(|&relation| self.related(concept, side, relation).len()).sum()
        };
        on(Side::Left, left) + on(Side::Right, right)
    }

    /// "a dog", "an apple", "clothes", "milk", "being cold"; actions are gerunds: "eating".
    pub(super) fn noun_phrase(&self, concept: Concept) -> String {
        match self.kind(concept) {
            Kind::Thing => with_article(&self.noun(concept)),
            Kind::Action | Kind::State => self.gerund_phrase(concept),
        }
    }

    /// A thing in a place where a state cannot be: "light".
    pub(super) fn thing_phrase(&self, concept: Concept) -> String {
        match self.kind(concept) {
            Kind::Action if !is_noun_too(self.name(concept)) => self.gerund_phrase(concept),
            Kind::Action | Kind::State | Kind::Thing => with_article(&self.noun(concept)),
        }
    }

    /// A kind of thing, without an article: "pet", "eating", "cold".
    pub(super) fn class_phrase(&self, concept: Concept) -> String {
        match self.kind(concept) {
            Kind::Thing => self.noun(concept),
            Kind::State => self.state(concept).into_owned(),
            Kind::Action => self.gerund_phrase(concept),
        }
    }

    /// "cold" of *be cold*.
    pub(super) fn state(&self, concept: Concept) -> Cow<'_, str> {
        match self.display(concept) {
            Cow::Borrowed(text) => Cow::Borrowed(text.strip_prefix("be ").unwrap_or(text)),
            Cow::Owned(text) => Cow::Owned(text.strip_prefix("be ").unwrap_or(&text).to_owned()),
        }
    }

    /// The words of a thing. The last one may be the lemma of a noun that looks like a verb's.
    pub(super) fn noun(&self, concept: Concept) -> String {
        let text = self.display(concept);
        if self.written(concept).is_some() {
            return text.into_owned();
        }
        let (before, last) = text.rsplit_once(' ').map_or(("", &*text), |(before, last)| {
            (text.get(..=before.len()).unwrap_or_default(), last)
        });
        match NOUNS.iter().find(|(lemma, _)| *lemma == last) {
            Some((_, noun)) => format!("{before}{noun}"),
            None => of_phrase(&text).unwrap_or_else(|| text.into_owned()),
        }
    }

    /// Several of a thing that lies in many places, such as *snowflakes*, or the thing itself: metal.
    pub(super) fn material(&self, concept: Concept) -> String {
        let noun = self.class_phrase(concept);
        let last = noun.rsplit(' ').next().unwrap_or_default();
        let is_one = self.kind(concept) == Kind::Thing && self.written(concept).is_none();
        match is_one && !is_uncounted(last) && self.is_object(last) {
            true => several(&noun),
            false => noun,
        }
    }

    /// A single word for things that lie in many places.
    pub(super) fn is_object(&self, word: &str) -> bool {
        let thing = self.concept(word);
        thing.is_some_and(|thing| {
            self.related(thing, Side::Left, Relation::AtLocation).len() >= PLACES
                && self.kind(thing) == Kind::Thing
        })
    }

    /// More is of this kind than has it as a property: *game*, but not *sweet*.
    pub(super) fn is_class(&self, concept: Concept) -> bool {
        let held = |relation| self.related(concept, Side::Right, relation).len();
        held(Relation::IsA) > held(Relation::HasProperty)
    }
}

/// Places of a thing, at least.
const PLACES: usize = 3;

/// Relations that have actions on the left, and on the right.
const ACTION: [&[Relation]; 2] = [
    &[
        Relation::HasSubevent,
        Relation::HasPrerequisite,
        Relation::HasFirstSubevent,
        Relation::HasLastSubevent,
        Relation::MotivatedByGoal,
    ],
    &[
        Relation::CapableOf,
        Relation::HasSubevent,
        Relation::HasFirstSubevent,
        Relation::HasLastSubevent,
    ],
];
const CAPABLE: [&[Relation]; 2] = [&[], &[Relation::CapableOf]];
/// The same of things.
const THING: [&[Relation]; 2] = [
    &[Relation::HasA, Relation::MadeOf, Relation::PartOf, Relation::AtLocation, Relation::IsA],
    &[Relation::HasA, Relation::MadeOf, Relation::PartOf, Relation::AtLocation, Relation::IsA],
];

/// Places that no adjective takes.
const PLACED: [&[Relation]; 2] = [
    &[Relation::MadeOf, Relation::PartOf, Relation::AtLocation],
    &[Relation::HasA, Relation::MadeOf, Relation::AtLocation],
];

/// Lemmas of nouns that are those of verbs.
const NOUNS: [(&str, &str); 4] = [
    ("build", "building"),
    ("dwell", "dwelling"),
    ("leave", "leaf"),
    ("paint brush", "paintbrush"),
];
/// A verb that is a noun where a thing is meant.
fn is_noun_too(word: &str) -> bool {
    is_loose_action_word(word) || NOUNS.iter().any(|(lemma, _)| *lemma == word)
}

/// Nouns that have lost the *of* after them, with their article.
const RELATIONAL: [(&str, &str); 14] = [
    ("act", "an act of"),
    ("absence", "the absence of"),
    ("capital", "the capital of"),
    ("form", "a form of"),
    ("kind", "a kind of"),
    ("lack", "a lack of"),
    ("lot", "lots of"),
    ("member", "a member of"),
    ("opposite", "the opposite of"),
    ("pair", "a pair of"),
    ("part", "part of"),
    ("piece", "a piece of"),
    ("pursuit", "the pursuit of"),
    ("type", "a type of"),
];

/// "the opposite of evil", "a place to live".
fn of_phrase(text: &str) -> Option<String> {
    let (first, rest) = text.split_once(' ')?;
    if ["place", "way"].contains(&first) && (is_action_word(rest) || is_loose_action_word(rest)) {
        return Some(format!("a {first} to {rest}"));
    }
    if let Some(country) = text.strip_prefix("capital city ") {
        return Some(format!("the capital city of {country}"));
    }
    let (_, phrase) = RELATIONAL.iter().find(|(noun, _)| *noun == first)?;
    Some(format!("{phrase} {rest}"))
}

/// A phrase is plural by its last word.
pub(super) fn is_plural_phrase(phrase: &str) -> bool {
    phrase.rsplit(' ').next().is_some_and(is_plural)
}

/// The plural of the last word.
fn several(text: &str) -> String {
    match text.rsplit_once(' ') {
        Some((before, last)) => format!("{before} {}", plural(last)),
        None => plural(text),
    }
}

/// Puts the article before a noun phrase that needs one, or the plural after a number.
pub(super) fn with_article(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    let last = head(text).rsplit(' ').next().unwrap_or_default();
    let is_single = first == text;
    let is_mass = is_uncounted(last) && (is_single || last != "light");
    let is_joined = text.contains(" and ");
    match first {
        _ if text.starts_with("United ") => format!("the {text}"),
        _ if is_several(first) && !is_single && !is_mass => several(text),
        _ if has_no_article(first) || is_several(first) || is_name(text) => text.to_owned(),
        "part" | "not" => text.to_owned(),
        "first" | "last" | "only" | "same" | "top" => format!("the {text}"),
        _ if is_unique(text) => format!("the {text}"),
        _ if is_plural(last) || is_mass || is_joined || is_particle(text) => text.to_owned(),
        _ if starts_with_vowel_sound(first) => format!("an {text}"),
        _ => format!("a {text}"),
    }
}

/// A noun phrase without what follows its noun: "boy" of "boy with the same parents".
fn head(text: &str) -> &str {
    let ends = [" with ", " of ", " in ", " that ", " for ", " from "];
    let end = ends.iter().filter_map(|end| text.find(end)).min();
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}
