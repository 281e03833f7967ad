//! Yes and no: what is stated and denied of exactly what a question asks.

use luna_text::knowledge::{Assertion, Concept, KnowledgeBase, Relation, Side};

use super::judgment::Judge;
use crate::common_sense::answer::Answer;

/// Words of one of the two concepts of a question, at most.
const MOST_WORDS: usize = 4;
const ABILITIES: [Relation; 2] = [Relation::CapableOf, Relation::ReceivesAction];
const PLACES: [Relation; 2] = [Relation::AtLocation, Relation::LocatedNear];
const STATES: [Relation; 8] = [
    Relation::IsA,
    Relation::InstanceOf,
    Relation::HasProperty,
    Relation::DefinedAs,
    Relation::MadeOf,
    Relation::PartOf,
    Relation::AtLocation,
    Relation::LocatedNear,
];
const DEEDS: [Relation; 2] = [Relation::HasA, Relation::CapableOf];

/// The answer to a question such as "Can a pig fly?", if the base says something about it. Votes for it
/// and against it are added up.
pub(super) fn answer(judge: &Judge<'_>, text: &str) -> Option<Answer> {
    let (relations, rest) = asked(text).filter(|(_, rest)| !rest.contains(" than "))?;
    let (left, right) = both(judge.base, &rest)?;
    let stated = relations.iter().flat_map(|&it| judge.base.stated(left, it, right));
    let stated: Vec<Assertion> = stated.collect();
    let sum: f64 = stated.iter().map(Assertion::weight).sum();
    let agreeing = stated.into_iter().filter(|it| it.weight() * sum > 0.0);
    let stronger = |one: &Assertion, other: &Assertion| other.weight().abs() > one.weight().abs();
    let best = agreeing.reduce(|one, other| if stronger(&one, &other) { other } else { one })?;
    let verdict = if sum > 0.0 { "Yes" } else { "No" };
    Some(Answer {
        text: format!("{verdict}, {}", within(judge.base, &best)),
        concept: Some(right),
        score: sum.abs(),
        assertions: vec![best],
    })
}

/// The relations that the first words of a question ask for, and the other words.
fn asked(text: &str) -> Option<(&'static [Relation], String)> {
    let lower = text.trim().to_lowercase();
    let rest = |start: &str| lower.strip_prefix(start).map(str::to_owned);
    if let Some(rest) = rest("can you find ").or_else(|| rest("can people find ")) {
        return Some((&PLACES, rest));
    }
    let (first, rest) = lower.split_once(' ')?;
    let relations: &[Relation] = match first {
        "can" | "could" => &ABILITIES,
        "is" | "are" | "was" | "were" => &STATES,
        "do" | "does" | "did" | "has" => &DEEDS,
        _ => return None,
    };
    let needless = ["a kind of ", "a type of ", "kinds of ", "types of ", "made of ", "part of "];
    let rest = needless.iter().fold(rest.to_owned(), |rest, words| rest.replace(words, ""));
    Some((relations, rest))
}

/// The two concepts, one after the other, that have all words of a text.
fn both(base: &KnowledgeBase, text: &str) -> Option<(Concept, Concept)> {
    let mentions = base.mentions(text, MOST_WORDS);
    let from = |from: usize, to: usize| {
        let found = mentions.found.iter().find(|it| it.words == (from..to));
        found.map(|it| it.concept)
    };
    let end = mentions.words.len();
    let pairs = (1..end).filter_map(|middle| Some((from(0, middle)?, from(middle, end)?)));
    // The pair of which most is known: *polar bear* and *white*, not *polar* and *bear white*.
    let known = |&(left, right): &(Concept, Concept)| {
        base.degree(left, Side::Left).min(base.degree(right, Side::Right))
    };
    pairs.max_by_key(known)
}

/// A sentence as it goes on after a comma.
fn within(base: &KnowledgeBase, assertion: &Assertion) -> String {
    let sentence = base.sentence(assertion);
    let is_name = base.display(assertion.left).starts_with(char::is_uppercase);
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) if !is_name => format!("{}{}", first.to_lowercase(), letters.as_str()),
        _ => sentence,
    }
}
