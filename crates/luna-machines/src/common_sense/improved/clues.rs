//! The thing that all clues describe.

use std::collections::BTreeMap;

use luna_text::knowledge::{Assertion, Concept, Relation, Side};

use super::judgment::{Judge, sort_by_score};
use super::stems::stems;
use crate::common_sense::answer::{Answer, Answers};
use crate::common_sense::space::KnowledgeSpace;

/// Words of a concept in a clue, at most.
const MOST_WORDS: usize = 3;
/// Words of an answer, at most.
const MOST_WORDS_OF_ANSWER: usize = 2;
/// Assertions about an answer, at least.
const KNOWN_WELL: usize = 6;
/// The power of the number of assertions by which a thing's score is divided: well-known things are
/// near everything.
const KNOWN: f64 = 0.25;
/// The weight of what the space says beside the assertions.
const PREDICTED: f64 = 0.5;

/// Support for a thing from one clue.
#[derive(Default)]
struct Support {
    by_clue: BTreeMap<usize, f64>,
    assertions: Vec<Assertion>,
}

pub(super) fn answer(space: &KnowledgeSpace<'_>, clues: &[String]) -> Answers {
    let judge = Judge::new(space);
    let mut concepts: Vec<Concept> = Vec::new();
    let mut things: BTreeMap<Concept, Support> = BTreeMap::new();
    let mut own: Vec<String> = Vec::new();
    for (number, clue) in clues.iter().enumerate() {
        for mention in judge.base.mentions(clue, MOST_WORDS).found {
            own.extend(stems(judge.base, mention.concept));
            if concepts.contains(&mention.concept) {
                continue;
            }
            concepts.push(mention.concept);
            let rarity = judge.rarity(mention.concept) * luna_learn::float(mention.words.len());
            for (thing, assertion, weight) in described(&judge, mention.concept) {
                let support = things.entry(thing).or_default();
                *support.by_clue.entry(number).or_default() += rarity * weight;
                support.assertions.push(assertion);
            }
        }
    }
    let predicted = predictions(space, &concepts);
    let mut ranked: Vec<((Concept, Vec<Assertion>), f64)> = (things.into_iter())
        .filter(|(thing, _)| {
            let words = stems(judge.base, *thing);
            words.len() <= MOST_WORDS_OF_ANSWER
                && !words.iter().any(|word| own.contains(word))
                && is_thing(&judge, *thing)
        })
        .map(|(thing, support)| {
            let degree = judge.degree(thing);
            // A thing that fits several clues a little is better than one that fits one well.
            let fit: f64 = support.by_clue.values().map(|it| it.sqrt()).sum();
            let predicted = predicted.get(&thing).copied().unwrap_or(0.0);
            let known = luna_learn::float(degree + 1).powf(KNOWN);
            let mut assertions = support.assertions;
            assertions.truncate(2 * clues.len());
            (
                (thing, assertions),
                judge.childlike(thing) * fit * (1.0 + PREDICTED * predicted) / known,
            )
        })
        .collect();
    sort_by_score(&mut ranked);
    let mut answers = Answers { concepts, ..Answers::default() };
    for ((thing, assertions), score) in ranked {
        let text = judge.base.display(thing).into_owned();
        answers.add_decent(Answer { text, concept: Some(thing), score, assertions });
    }
    answers
}

/// A concept that is a kind of something and that people have said several things about.
fn is_thing(judge: &Judge<'_>, concept: Concept) -> bool {
    judge.stated(concept, Relation::IsA).next().is_some() && judge.degree(concept) >= KNOWN_WELL
}

/// Things of which a concept is stated, or that are stated of it.
fn described<'a>(
    judge: &'a Judge<'_>,
    concept: Concept,
) -> impl Iterator<Item = (Concept, Assertion, f64)> + 'a {
    Side::BOTH.into_iter().flat_map(move |side| {
        let about = judge.base.about(concept, side).filter(|it| !it.is_negative());
        about.filter_map(move |it| {
            let weight = tells(it.relation, side)?;
            Some((it.concept(side.other()), it, weight * (1.0 + it.weight())))
        })
    })
}

/// The weight of an assertion whose other side may be the thing, with the clue on this side.
fn tells(relation: Relation, clue: Side) -> Option<f64> {
    match (relation, clue) {
        (
            Relation::HasA
            | Relation::HasProperty
            | Relation::UsedFor
            | Relation::CapableOf
            | Relation::MadeOf
            | Relation::ReceivesAction,
            Side::Right,
        )
        | (Relation::PartOf, Side::Left) => Some(1.0),
        (Relation::IsA | Relation::DefinedAs, Side::Right) | (Relation::AtLocation, Side::Left) => {
            Some(0.8)
        }
        (Relation::AtLocation, Side::Right)
        | (Relation::Desires | Relation::ConceptuallyRelatedTo, _) => Some(0.5),
        (Relation::Causes | Relation::HasSubevent, _) => Some(0.3),
        _ => None,
    }
}

/// The best score of each concept as a feature of the clues' category.
fn predictions(space: &KnowledgeSpace<'_>, concepts: &[Concept]) -> BTreeMap<Concept, f64> {
    let mut best = BTreeMap::new();
    for (feature, score) in space.best_features(concepts, |_| true) {
        best.entry(Concept(feature.concept)).or_insert(score);
    }
    best
}
