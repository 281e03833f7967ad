//! What two words have in common: a class first, then anything that is stated of both.

use std::collections::BTreeMap;

use luna_text::knowledge::{Assertion, Concept, Relation};

use super::judgment::{Judge, sort_by_score};
use super::stems::{adds_to, stems};
use crate::common_sense::answer::{Answer, Answers};
use crate::common_sense::space::KnowledgeSpace;

/// Relations that two things may share, with their weights.
const SHARED: [(Relation, f64); 8] = [
    (Relation::IsA, 1.0),
    (Relation::UsedFor, 0.6),
    (Relation::CapableOf, 0.4),
    (Relation::HasProperty, 0.3),
    (Relation::HasA, 0.4),
    (Relation::MadeOf, 0.4),
    (Relation::PartOf, 0.4),
    (Relation::AtLocation, 0.3),
];
/// The share of the support that a class of a class keeps.
const SECOND: f64 = 0.4;

/// Members that a class has, at least.
const MEMBERS: f64 = 4.0;
/// The weight of a class with fewer.
const LONE: f64 = 0.5;

/// Knowledge of one word: the concept that it is related to, the support for that, and the
/// assertions behind it.
type WordKnowledge = BTreeMap<(Relation, Concept), (f64, Vec<Assertion>)>;

pub(super) fn answer(space: &KnowledgeSpace<'_>, words: &[String; 2]) -> Answers {
    let judge = Judge::new(space);
    let [Some(one), Some(other)] = words.each_ref().map(|word| judge.named(word)) else {
        return Answers::default();
    };
    let own: Vec<String> =
        [one, other].iter().flat_map(|&concept| stems(judge.base, concept)).collect();
    let [ones, others] = [one, other].map(|concept| known(&judge, concept));
    let mut both: Vec<((Relation, Concept, Vec<Assertion>), f64)> = Vec::new();
    for (&(relation, right), (support, behind)) in &ones {
        let weight = SHARED.iter().find(|it| it.0 == relation).map_or(0.0, |it| it.1);
        let found = match others.get(&(relation, right)) {
            Some((other_support, other_behind)) => {
                Some((*other_support, [behind.as_slice(), other_behind].concat()))
            }
            None => inferred(&judge, other, relation, right).map(|it| (it, behind.clone())),
        };
        let Some((other_support, behind)) = found else { continue };
        both.push(((relation, right, behind), weight * (support * other_support).sqrt()));
    }
    for (&(relation, right), (support, behind)) in &others {
        let weight = SHARED.iter().find(|it| it.0 == relation).map_or(0.0, |it| it.1);
        if ones.contains_key(&(relation, right)) {
            continue;
        }
        if let Some(other_support) = inferred(&judge, one, relation, right) {
            let score = weight * (support * other_support).sqrt();
            both.push(((relation, right, behind.clone()), score));
        }
    }
    for ((relation, right, _), score) in &mut both {
        let holders = judge.holders(*relation, *right);
        let factor = match relation {
            Relation::IsA if holders < MEMBERS => LONE * judge.class(*right),
            Relation::IsA => judge.class(*right),
            _ => 1.0,
        };
        let factor = factor * judge.childlike(*right);
        *score *= factor / (2.0 + holders).log2().sqrt();
    }
    both.retain(|((_, right, _), _)| !judge.is_small(*right) && adds_to(judge.base, *right, &own));
    sort_by_score(&mut both);
    let mut answers = Answers { concepts: vec![one, other], ..Answers::default() };
    for ((relation, right, assertions), score) in both {
        let text = if relation == Relation::IsA {
            judge.base.display(right).into_owned()
        } else {
            let shown = Assertion { left: one, relation, right, frequency: 5, score: 1 };
            judge.base.sentence(&shown)
        };
        answers.add_decent(Answer { text, concept: Some(right), score, assertions });
    }
    answers
}

/// Collects the assertions about a concept, and the classes of its classes.
fn known(judge: &Judge<'_>, concept: Concept) -> WordKnowledge {
    let mut all = WordKnowledge::new();
    let mut add = |key, support: f64, behind: Vec<Assertion>| {
        let known = all.entry(key).or_insert((0.0, Vec::new()));
        if support > known.0 {
            *known = (support, behind);
        }
    };
    for (relation, _) in SHARED {
        for it in judge.stated(concept, relation) {
            add((relation, it.right), judge.support(&it), vec![it]);
        }
    }
    for class in judge.stated(concept, Relation::IsA) {
        for next in judge.stated(class.right, Relation::IsA) {
            let predicted = judge.predicted(&Assertion { left: concept, ..next });
            let support = SECOND * judge.support(&class).min(judge.support(&next)) + predicted;
            add((Relation::IsA, next.right), support, vec![class, next]);
        }
    }
    all
}

/// The support for what the space alone says of a concept.
fn inferred(judge: &Judge<'_>, left: Concept, relation: Relation, right: Concept) -> Option<f64> {
    let it = Assertion { left, relation, right, frequency: 5, score: 0 };
    Some(judge.predicted(&it)).filter(|support| *support > 0.0)
}
