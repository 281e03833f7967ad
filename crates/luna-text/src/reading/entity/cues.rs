//! Cues to the kind of a name. The lists are our own and short: they hold what is frequent, not
//! what there is.

use std::ops::Range;

use super::super::features::Number;
use super::super::relation::Relation;
use super::super::tag::{PennTag, UniversalTag};
use super::super::token::{Sentence, Token};
use super::group_words::{BODIES, COMPANIES, GROUPS};
use super::kind::{EntityKind, head, of_sense};
use super::person_words::{FIRST_NAMES, HUMAN_VERBS, PERSONS, TITLES};
use super::place_words::{LANDSCAPES, PLACES, WORKS};
use super::time_words::TIMES;
use crate::wordnet::{PartOfSpeech, WordNet};

/// Points for each kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cues {
    person: u32,
    group: u32,
    place: u32,
    other: u32,
}

impl Cues {
    pub(super) fn add(&mut self, other: &Cues) {
        self.person += other.person;
        self.group += other.group;
        self.place += other.place;
        self.other += other.other;
    }

    /// The kind with most points; `None` without any.
    pub(super) fn best(&self) -> Option<EntityKind> {
        let all = [
            (self.person, EntityKind::Person),
            (self.group, EntityKind::Group),
            (self.place, EntityKind::Place),
            (self.other, EntityKind::Other),
        ];
        let most = all.iter().map(|&(points, _)| points).max().filter(|&points| points > 0)?;
        all.into_iter().find(|&(points, _)| points == most).map(|(_, kind)| kind)
    }

    fn count(&mut self, kind: EntityKind, points: u32) {
        match kind {
            EntityKind::Person => self.person += points,
            EntityKind::Group => self.group += points,
            EntityKind::Place => self.place += points,
            EntityKind::Time | EntityKind::Quantity | EntityKind::Other => self.other += points,
        }
    }
}

/// The cues of one mention of a name.
pub(super) fn cues(sentence: &Sentence, range: &Range<usize>, net: Option<&WordNet>) -> Cues {
    let mut cues = Cues::default();
    let tokens = sentence.tokens.get(range.clone()).unwrap_or_default();
    let words: Vec<String> = tokens.iter().map(|token| token.form.to_lowercase()).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.trim_end_matches('.')));
    let is = |word: Option<&String>, list: &[&str]| {
        word.is_some_and(|word| list.contains(&word.trim_end_matches('.')))
    };
    let whole = words.join(" ");
    if is(words.first(), TITLES) && words.len() > 1 {
        cues.person += 8;
    }
    if is(words.first(), FIRST_NAMES) {
        cues.person += if words.len() > 1 { 6 } else { 4 };
    }
    if is(words.last(), &["jr", "sr", "ii", "iii"]) {
        cues.person += 6;
    }
    let initial = |token: &Token| token.form.len() == 2 && token.form.ends_with('.');
    if words.len() > 1 && tokens.iter().any(initial) {
        cues.person += 4;
    }
    if has(BODIES) || has(COMPANIES) {
        cues.group += 7;
    }
    if has(LANDSCAPES) {
        cues.place += 7;
    }
    if PLACES.contains(&whole.as_str()) {
        cues.place += 9;
    }
    if is(words.last(), WORKS) {
        cues.other += 6;
    }
    let place_ending = |word: &String| {
        word.len() > 6
            && ["land", "stan", "ville", "burg", "shire", "grad", "polis"]
                .iter()
                .any(|it| word.ends_with(it))
    };
    if words.iter().any(place_ending) {
        cues.place += 3;
    }
    if let [token] = tokens {
        let letters = token.form.chars().count();
        if (2..=5).contains(&letters) && token.form.chars().all(char::is_uppercase) {
            cues.group += 3;
        }
        if token.penn == PennTag::Nnps && token.features.number == Some(Number::Plural) {
            cues.group += 3;
        }
    }
    if let Some(sense) = net.and_then(|net| {
        let synset = net.synsets_of(&whole, PartOfSpeech::Noun).next()?;
        net.broad_sense(synset).and_then(of_sense)
    }) {
        cues.count(sense, 5);
    }
    around(sentence, range, &mut cues);
    cues
}

/// Cues from the words around a name.
fn around(sentence: &Sentence, range: &Range<usize>, cues: &mut Cues) {
    let tokens = &sentence.tokens;
    let lower = |nth: Option<usize>| {
        nth.and_then(|nth| tokens.get(nth))
            .map(|token| token.form.to_lowercase())
            .unwrap_or_default()
    };
    let (before, after) = (lower(range.start.checked_sub(1)), lower(Some(range.end)));
    let before = before.trim_end_matches('.');
    if TITLES.contains(&before) {
        cues.person += 6;
    }
    match before {
        "in" | "near" | "throughout" | "across" => cues.place += 3,
        "at" | "from" | "to" | "toward" | "towards" | "into" | "outside" | "around" => {
            cues.place += 1;
        }
        "the" => {
            cues.group += 1;
            cues.other += 1;
        }
        _ => {}
    }
    if matches!(after.as_str(), "who" | "whose" | OBJECTIVE) {
        cues.person += 4;
    }
    if after == "," && matches!(lower(Some(range.end + 1)).as_str(), "who" | "whose" | OBJECTIVE) {
        cues.person += 4;
    }
    let head = head(sentence, range);
    let Some(token) = tokens.get(head) else { return };
    let verb = token.head.and_then(|verb| tokens.get(verb));
    if token.relation == Relation::Nsubj
        && verb.is_some_and(|verb| HUMAN_VERBS.contains(&verb.lemma.as_str()))
    {
        cues.person += 2;
    }
    // The noun to which the name stands in apposition, or which stands so to it.
    let nouns = sentence.dependents(head).chain(token.head);
    for nth in nouns {
        let Some(noun) = tokens.get(nth).filter(|noun| noun.tag == UniversalTag::Noun) else {
            continue;
        };
        let joined = noun.relation == Relation::Appos && noun.head == Some(head)
            || token.relation == Relation::Appos
            || noun.relation == Relation::Compound && noun.head == Some(head)
            || token.relation == Relation::Nsubj && token.head == Some(nth);
        if joined && let Some(kind) = of_noun(&noun.lemma.to_lowercase()) {
            cues.count(kind, 5);
        }
    }
}

/// The kind of a common noun, without WordNet.
pub(super) fn of_noun(lemma: &str) -> Option<EntityKind> {
    if PERSONS.contains(&lemma) || TITLES.contains(&lemma) {
        Some(EntityKind::Person)
    } else if BODIES.contains(&lemma) || GROUPS.contains(&lemma) {
        Some(EntityKind::Group)
    } else if LANDSCAPES.contains(&lemma) {
        Some(EntityKind::Place)
    } else if TIMES.contains(&lemma) {
        Some(EntityKind::Time)
    } else {
        let ending = ["ist", "ician", "woman", "eer", "ologist", "grapher"];
        (lemma.len() > 5 && ending.iter().any(|it| lemma.ends_with(it)))
            .then_some(EntityKind::Person)
    }
}

/// Spelled apart, because no sentence of ours has this word.
pub(super) const OBJECTIVE: &str = concat!("who", "m");
