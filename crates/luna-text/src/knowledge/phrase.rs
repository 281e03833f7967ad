//! Concepts as phrases of a sentence: with an article, as a verb, as a gerund.

use std::borrow::Cow;

use super::assertion::{Concept, Side};
use super::base::KnowledgeBase;
use super::inflection::{gerund, is_plural, participle, starts_with_vowel_sound};
use super::relation::Relation;

/// Words that come where an article would.
const NO_ARTICLE: [&str; 18] = [
    "a",
    "an",
    "another",
    "any",
    "every",
    "everything",
    "many",
    "much",
    "my",
    "no",
    "nothing",
    "not",
    "one",
    "other",
    "the",
    "two",
    "three",
    "your",
];
/// Particles after which an object may follow: "put on a hat".
const PARTICLES: [&str; 12] =
    ["at", "down", "for", "in", "into", "off", "on", "out", "over", "to", "up", "with"];

impl KnowledgeBase {
    /// The words of a concept as people write them: as its file had them, or else its name with
    /// lemmas such as *clothe* replaced.
    pub fn display(&self, concept: Concept) -> Cow<'_, str> {
        match self.written(concept) {
            Some(written) => Cow::Borrowed(written),
            None => restored(self.name(concept)),
        }
    }

    /// The concept is something that one does: by the places where assertions have it or, if they
    /// do not tell, by its first word.
    pub(super) fn is_action(&self, concept: Concept) -> bool {
        let own = self.action_evidence(concept).or_else(|| self.written_as_action(concept));
        own.unwrap_or_else(|| {
            let name = self.name(concept);
            let verb = name.split_once(' ').and_then(|(verb, _)| self.concept(verb));
            verb.and_then(|verb| self.action_evidence(verb)) == Some(true)
        })
    }

    /// Compares the assertions that have a concept in a place of an action with those that have it
    /// in a place of a thing; `None` if there are neither. Things are in places of actions more
    /// often than the reverse: one needs food as one needs to eat.
    fn action_evidence(&self, concept: Concept) -> Option<bool> {
        let count = |[left, right]: [&[Relation]; 2]| -> usize {
            let on = |side: Side, relations: &[Relation]| -> usize {
                relations.iter().map(|&relation| self.related(concept, side, relation).len()).sum()
            };
            on(Side::Left, left) + on(Side::Right, right)
        };
        let (action, thing) = (count(ACTION), count(THING));
        (action + thing > 0).then_some(4 * action > 5 * thing)
    }

    /// Recognizes actions by people's own wording: "be cold", "tell a lie", and verbs that say what something
    /// is used for or makes one want to do. `None` tells nothing.
    fn written_as_action(&self, concept: Concept) -> Option<bool> {
        let mut words = self.written(concept)?.split(' ');
        let (first, second) = (words.next()?, words.next().unwrap_or_default());
        let is_wanted = [Relation::UsedFor, Relation::CausesDesire]
            .into_iter()
            .any(|relation| self.related(concept, Side::Right, relation).next().is_some());
        let is_verb = ["be", "get", "go"].contains(&first)
            || ["a", "an", "the", "your"].contains(&second)
            || is_wanted && !first.ends_with("ing");
        is_verb.then_some(true)
    }

    /// "a dog", "an apple", "clothes", "milk"; actions are gerunds: "eating".
    pub(super) fn noun_phrase(&self, concept: Concept) -> String {
        if self.is_action(concept) {
            self.gerund_phrase(concept)
        } else {
            with_article(&self.display(concept))
        }
    }

    /// "writing a letter".
    pub(super) fn gerund_phrase(&self, concept: Concept) -> String {
        self.with_verb(concept, gerund)
    }

    /// "eaten with a fork".
    pub(super) fn participle_phrase(&self, concept: Concept) -> String {
        self.with_verb(concept, participle)
    }

    /// "write a letter".
    pub(super) fn verb_phrase(&self, concept: Concept) -> String {
        self.with_verb(concept, str::to_owned)
    }

    /// Inflects the first word, and puts an article before a single object.
    fn with_verb(&self, concept: Concept, inflect: impl Fn(&str) -> String) -> String {
        let text = self.display(concept);
        let Some((verb, rest)) = text.split_once(' ') else { return inflect(&text) };
        let (particle, object) = match rest.split_once(' ') {
            Some((particle, object)) if PARTICLES.contains(&particle) => (Some(particle), object),
            _ => (None, rest),
        };
        // Words as people wrote them have their articles.
        let lacks_article = self.written(concept).is_none() && self.is_object(object);
        let object = if lacks_article { with_article(object) } else { object.to_owned() };
        match particle {
            Some(particle) => format!("{} {particle} {object}", inflect(verb)),
            None => format!("{} {object}", inflect(verb)),
        }
    }

    /// A single word for things that lie in many places.
    fn is_object(&self, word: &str) -> bool {
        let known = self
            .concept(word)
            .filter(|_| !word.contains(' ') && !word.ends_with("ly") && !PARTICLES.contains(&word));
        known.is_some_and(|thing| {
            self.related(thing, Side::Left, Relation::AtLocation).len() >= SEVERAL
                && !self.is_action(thing)
        })
    }
}

/// Places of a thing, at least.
const SEVERAL: usize = 3;

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
/// The same of things.
const THING: [&[Relation]; 2] = [
    &[Relation::HasA, Relation::MadeOf, Relation::PartOf, Relation::AtLocation],
    &[Relation::HasA, Relation::MadeOf, Relation::PartOf, Relation::AtLocation],
];

/// A phrase is plural by its last word.
pub(super) fn is_plural_phrase(phrase: &str) -> bool {
    phrase.rsplit(' ').next().is_some_and(is_plural)
}

fn with_article(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    let last = text.rsplit(' ').next().unwrap_or_default();
    let uncounted = |word: &str| {
        include_str!("mass.txt").lines().any(|mass| mass == word)
            || word.ends_with("ness")
            || word.ends_with("ing") && word.len() > 5
    };
    match first {
        _ if NO_ARTICLE.contains(&first) || is_plural(last) || uncounted(last) => text.to_owned(),
        "sun" | "sky" | "moon" | "world" if first == last => format!("the {text}"),
        _ if starts_with_vowel_sound(first) => format!("an {text}"),
        _ => format!("a {text}"),
    }
}

/// Replaces lemmas that no dictionary has, word by word.
fn restored(name: &str) -> Cow<'_, str> {
    static_forms().fold(Cow::Borrowed(name), |text, (lemma, form)| {
        let padded = format!(" {text} ");
        match padded.contains(&format!(" {lemma} ")) {
            true => {
                let replaced = padded.replace(&format!(" {lemma} "), &format!(" {form} "));
                Cow::Owned(replaced.trim().to_owned())
            }
            false => text,
        }
    })
}

fn static_forms() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("display.txt").lines().filter_map(|line| line.split_once('\t'))
}
