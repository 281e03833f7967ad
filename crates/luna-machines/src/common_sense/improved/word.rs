//! The meaning of a word: its class, together with what tells it from others of the class.

use luna_text::knowledge::{Assertion, Concept, Relation};

use super::judgment::{Judge, sort_by_score};
use super::stems::{adds_to, stems};
use crate::common_sense::answer::{Answer, Answers};
use crate::common_sense::space::KnowledgeSpace;

/// Relations that tell what a thing is, or an action, with their weights.
const CLASSES: [(Relation, f64); 2] = [(Relation::IsA, 1.0), (Relation::DefinedAs, 1.2)];
const FEATURES: [(Relation, f64); 9] = [
    (Relation::UsedFor, 1.5),
    (Relation::CapableOf, 1.0),
    (Relation::DefinedAs, 1.2),
    (Relation::HasA, 0.8),
    (Relation::HasProperty, 0.7),
    (Relation::MadeOf, 0.7),
    (Relation::Causes, 0.7),
    (Relation::MotivatedByGoal, 0.7),
    (Relation::HasSubevent, 0.5),
];

pub(super) fn answer(space: &KnowledgeSpace<'_>, word: &str) -> Answers {
    let judge = Judge::new(space);
    let Some(concept) = judge.named(word) else { return Answers::default() };
    let own = stems(judge.base, concept);
    let ranked = |relations: &[(Relation, f64)], score: &dyn Fn(&Assertion) -> f64| {
        let mut all: Vec<(Assertion, f64)> = (relations.iter())
            .flat_map(|&(relation, weight)| {
                let stated = judge.stated(concept, relation);
                stated.map(move |it| (it, weight))
            })
            .filter(|(it, _)| !judge.is_small(it.right) && adds_to(judge.base, it.right, &own))
            .map(|(it, weight)| (it, weight * judge.childlike(it.right) * score(&it)))
            .collect();
        sort_by_score(&mut all);
        all
    };
    // A class that many others share is one that people know.
    let by_class = |it: &Assertion| {
        judge.class(it.right)
            * judge.support(it)
            * (2.0 + judge.holders(it.relation, it.right)).log2().sqrt()
    };
    let by_feature = |it: &Assertion| {
        judge.support(it) / (2.0 + judge.holders(it.relation, it.right)).log2().sqrt()
    };
    let classes = ranked(&CLASSES, &by_class);
    let features = ranked(&FEATURES, &by_feature);
    let mut answers = Answers { concepts: vec![concept], ..Answers::default() };
    let class = classes.first().copied();
    for &(feature, score) in &features {
        answers.add_decent(together(&judge, class.map(|it| it.0), feature, score));
    }
    for &(class, score) in &classes {
        answers.add_decent(together(&judge, None, class, score));
    }
    if answers.answers.is_empty() {
        answers.answers = named_by(&judge, concept);
    }
    answers
}

fn together(judge: &Judge<'_>, class: Option<Assertion>, feature: Assertion, score: f64) -> Answer {
    let assertions: Vec<Assertion> =
        class.filter(|it| it.right != feature.right).into_iter().chain([feature]).collect();
    let sentences: Vec<String> = assertions.iter().map(|it| judge.base.sentence(it)).collect();
    Answer { text: sentences.join(" "), concept: Some(feature.right), score, assertions }
}

/// Assertions with the word on the right, where nothing is with it on the left.
fn named_by(judge: &Judge<'_>, concept: Concept) -> Vec<Answer> {
    let mut answers = Answers::default();
    let about = judge.base.about(concept, luna_text::knowledge::Side::Right);
    let mut all: Vec<(Assertion, f64)> =
        about.filter(|it| !it.is_negative()).map(|it| (it, judge.support(&it))).collect();
    sort_by_score(&mut all);
    for (assertion, score) in all {
        answers.add_decent(Answer {
            text: judge.base.sentence(&assertion),
            concept: Some(assertion.left),
            score,
            assertions: vec![assertion],
        });
    }
    answers.answers
}
