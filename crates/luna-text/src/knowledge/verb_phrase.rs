//! Actions as verbs with their objects. Files of lemmas have lost articles and prepositions: "go
//! concert" is *go to a concert*.

use super::assertion::{Concept, Side};
use super::base::KnowledgeBase;
use super::inflection::{gerund, participle};
use super::phrase::{Kind, with_article};
use super::relation::Relation;
use super::word_class::{
    SecondVerb, is_action_word, is_adjective, is_loose_action_word, is_particle,
    passive_preposition, preposition, second_verb,
};

/// Where one goes without a preposition.
const DIRECTIONS: [&str; 14] = [
    "again",
    "ahead",
    "apart",
    "back",
    "forever",
    "forward",
    "hello",
    "home",
    "inside",
    "outside",
    "somewhere",
    "there",
    "together",
    "upstairs",
];
/// Where one goes without an article.
const INSTITUTIONS: [&str; 11] = [
    "bed",
    "church",
    "class",
    "college",
    "court",
    "jail",
    "prison",
    "school",
    "sleep",
    "university",
    "work",
];
/// What one goes on.
const JOURNEYS: [&str; 7] = ["date", "diet", "holiday", "internet", "strike", "trip", "vacation"];
/// What a word needs to be an object with an article.
const EVIDENCE: usize = 2;

impl KnowledgeBase {
    /// A single word that may be a verb and is one where an action is asked for: "drink".
    pub(super) fn may_be_action(&self, concept: Concept) -> bool {
        let text = self.display(concept);
        self.kind(concept) == Kind::Action || is_action_word(&text) || is_loose_action_word(&text)
    }

    /// "writing a letter", "being cold".
    pub(super) fn gerund_phrase(&self, concept: Concept) -> String {
        self.with_verb(concept, &gerund, &preposition)
    }

    /// "eaten with a fork".
    pub(super) fn participle_phrase(&self, concept: Concept) -> String {
        let text = self.display(concept);
        let verb = text.split(' ').next().unwrap_or_default();
        let is_verb = is_action_word(verb) || is_loose_action_word(verb) || verb == "be";
        match self.kind(concept) {
            // What can be open can be opened; what can be powerful stays so.
            Kind::State if is_verb && *verb == *text => participle(verb),
            Kind::State => self.state(concept).into_owned(),
            Kind::Action | Kind::Thing => {
                let phrase = self.with_verb(concept, &participle, &passive_preposition);
                // "Music can be listened to."
                match preposition(&text) {
                    Some(preposition) => format!("{phrase} {preposition}"),
                    None => phrase,
                }
            }
        }
    }

    /// "write a letter", "be cold".
    pub(super) fn verb_phrase(&self, concept: Concept) -> String {
        self.with_verb(concept, &str::to_owned, &preposition)
    }

    /// Takes a clause with its own subject apart: *hair become short*.
    pub(super) fn subject_and_clause(&self, concept: Concept) -> Option<(String, String)> {
        let text = self.display(concept);
        let (subject, clause) = text.split_once(' ')?;
        let (verb, _) = clause.split_once(' ')?;
        let is_noun = !is_action_word(subject) && !is_loose_action_word(subject);
        (is_noun && subject != "not" && is_action_word(verb) && self.kind(concept) == Kind::Action)
            .then(|| (with_article(subject), clause.to_owned()))
    }

    /// Things are wanted, actions are to be done.
    pub(super) fn wish(&self, concept: Concept) -> String {
        if let Some((subject, clause)) = self.subject_and_clause(concept) {
            return format!("{subject} to {clause}");
        }
        match self.kind(concept) {
            Kind::Action | Kind::State => format!("to {}", self.verb_phrase(concept)),
            Kind::Thing => self.noun_phrase(concept),
        }
    }

    fn with_verb(
        &self,
        concept: Concept,
        inflect: &dyn Fn(&str) -> String,
        preposition: &dyn Fn(&str) -> Option<&'static str>,
    ) -> String {
        if self.kind(concept) == Kind::State {
            return format!("{} {}", inflect("be"), self.state(concept));
        }
        let text = self.display(concept);
        if let Some((subject, clause)) = self.subject_and_clause(concept) {
            return format!("{subject} {}", self.clause(&clause, inflect, preposition));
        }
        if self.written(concept).is_some() {
            // Words as people wrote them lack nothing.
            return match text.split_once(' ') {
                Some((verb, rest)) => format!("{} {rest}", inflect(verb)),
                None => inflect(&text),
            };
        }
        self.clause(&text, inflect, preposition)
    }

    /// Inflects the first word of a verb phrase, and gives the object what it has lost.
    fn clause(
        &self,
        text: &str,
        inflect: &dyn Fn(&str) -> String,
        preposition: &dyn Fn(&str) -> Option<&'static str>,
    ) -> String {
        let Some((verb, rest)) = text.split_once(' ') else { return inflect(text) };
        if verb == "not" {
            return format!("not {}", self.clause(rest, inflect, preposition));
        }
        let form = inflect(verb);
        let inner = |text: &str, inflect: &dyn Fn(&str) -> String| {
            self.clause(text, inflect, &super::word_class::preposition)
        };
        if let Some(how) = rest.strip_prefix("how ") {
            return format!("{form} how to {}", inner(how, &str::to_owned));
        }
        let (next, object) =
            rest.split_once(' ').map_or((rest, None), |(next, object)| (next, Some(object)));
        let is_verb = is_action_word(next) || is_loose_action_word(next) && object.is_some();
        match second_verb(verb).filter(|_| is_verb) {
            Some(_) if verb == "go" && object.is_none() && next != "sleep" => {
                return format!("{form} {}", gerund(next));
            }
            Some(SecondVerb::WithTo) => {
                return format!("{form} to {}", inner(rest, &str::to_owned));
            }
            Some(SecondVerb::Gerund) => return format!("{form} {}", inner(rest, &gerund)),
            Some(SecondVerb::Bare) if rest != "sleep" => {
                return format!("{form} {}", inner(rest, &str::to_owned));
            }
            Some(SecondVerb::Bare) | None => {}
        }
        let is_adverb = DIRECTIONS.contains(&next)
            || next.ends_with("ly")
            || next.ends_with("ing")
            || is_adjective(next) && object.is_none();
        match object.filter(|_| is_particle(next)) {
            Some(object) => format!("{form} {next} {}", self.object(object)),
            None if is_adverb || is_particle(next) => format!("{form} {rest}"),
            None if verb == "go" => format!("{form} {}", self.destination(rest)),
            None => match preposition(verb) {
                Some(preposition) => format!("{form} {preposition} {}", self.object(rest)),
                None => format!("{form} {}", self.object(rest)),
            },
        }
    }

    fn destination(&self, place: &str) -> String {
        match place {
            _ if INSTITUTIONS.contains(&place) => format!("to {place}"),
            "internet" => "on the internet".to_owned(),
            "holiday" | "vacation" | "strike" => format!("on {place}"),
            _ if JOURNEYS.contains(&place) => format!("on {}", with_article(place)),
            "movie" => "to the movies".to_owned(),
            _ => format!("to {}", self.object(place)),
        }
    }

    /// An object with its article, if it is one thing.
    pub(super) fn object(&self, text: &str) -> String {
        if text == "else" {
            return "someone else".to_owned();
        }
        let words: Vec<&str> = text.split(' ').collect();
        let Some((last, before)) = words.split_last() else { return text.to_owned() };
        let describes = |word: &&str| is_adjective(word) || self.is_noun(word);
        let is_phrase = words.len() <= 3 && before.iter().all(describes);
        let is_thing = !is_adjective(last) && !is_action_word(last) && self.is_noun(last);
        match is_phrase && is_thing {
            true => with_article(text),
            false => text.to_owned(),
        }
    }

    /// Assertions have the word in several places of a thing.
    fn is_noun(&self, word: &str) -> bool {
        if word.ends_with("ly") || is_particle(word) || DIRECTIONS.contains(&word) {
            return false;
        }
        let places = [Relation::IsA, Relation::AtLocation, Relation::HasA, Relation::PartOf];
        self.concept(word).is_some_and(|it| {
            let count = |side| -> usize {
                places.iter().map(|&relation| self.related(it, side, relation).len()).sum()
            };
            Side::BOTH.map(count).iter().sum::<usize>() >= EVIDENCE
        })
    }
}
