//! Facts and reasons: the assertions that share most with the question and are of a kind that
//! answers it.

use luna_text::knowledge::{Assertion, Concept, Relation, Side};
use luna_text::stem::stem;

use super::judgment::{Judge, sort_by_score};
use super::stems::{adds_to, novelty, stems};
use super::{comparison, verdict};
use crate::common_sense::answer::{Answer, Answers};
use crate::common_sense::space::KnowledgeSpace;

/// Words of a concept in a question, at most.
const MOST_WORDS: usize = 3;
/// The power of the share of a question's words that an assertion has: what is done matters less
/// to a reason than to a fact.
const COVERAGE: f64 = 2.0;
const COVERAGE_OF_REASON: f64 = 1.5;
/// The weight of an answer that is of the wrong kind.
const WRONG_KIND: f64 = 0.15;
/// Members that make a noun a kind of answer, at least.
const MEMBERS: usize = 4;

/// The kind of answer that a question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerClass {
    Place,
    Reason,
    Person,
    Occasion,
    /// A member of this class.
    Kind(Concept),
    Material,
    Need,
    Thing,
}

pub(super) fn answer(space: &KnowledgeSpace<'_>, text: &str) -> Answers {
    let judge = Judge::new(space);
    let mentions = judge.base.mentions(text, MOST_WORDS);
    let wanted = wanted(&judge, text);
    let mut concepts: Vec<Concept> = Vec::new();
    for mention in &mentions.found {
        let is_kind = wanted == AnswerClass::Kind(mention.concept);
        let asks = matches!(judge.base.name(mention.concept), "how" | "why");
        if !is_kind && !asks && !concepts.contains(&mention.concept) {
            concepts.push(mention.concept);
        }
    }
    let words: Vec<(String, f64)> = (mentions.words.iter())
        .map(|word| {
            let rarity = judge.base.named(word).map_or(1.0, |it| judge.rarity(it));
            (stem(word).into_owned(), rarity)
        })
        .collect();
    let mut known: Vec<String> = words.iter().map(|(stem, _)| stem.clone()).collect();
    known.extend(concepts.iter().flat_map(|&concept| stems(judge.base, concept)));
    let power = if wanted == AnswerClass::Reason { COVERAGE_OF_REASON } else { COVERAGE };
    let mut ranked: Vec<((Assertion, Concept), f64)> = Vec::new();
    for &concept in &concepts {
        for side in Side::BOTH {
            for it in judge.base.about(concept, side).filter(|it| !it.is_negative()) {
                let added = it.concept(side.other());
                if judge.is_small(added) || !adds_to(judge.base, added, &known) {
                    continue;
                }
                let score = fits(&judge, wanted, &it, side)
                    * coverage(&judge, &words, &it).powf(power)
                    * repeats(&judge, &it, side, &known)
                    * judge.childlike(added)
                    * (0.3 + judge.support(&it));
                if score > 0.0 {
                    ranked.push(((it, added), score));
                }
            }
        }
    }
    sort_by_score(&mut ranked);
    let mut answers = Answers { concepts, ..Answers::default() };
    let decided = comparison::answer(&judge, text).or_else(|| verdict::answer(&judge, text));
    if let Some(mut answer) = decided {
        answer.score += ranked.first().map_or(0.0, |it| it.1);
        answers.add_decent(answer);
    }
    for ((assertion, added), score) in ranked {
        answers.add_decent(Answer {
            text: judge.base.sentence(&assertion),
            concept: Some(added),
            score,
            assertions: vec![assertion],
        });
    }
    answers
}

/// Less than 1 for an event that the question names in part: "when you ride a bicycle" is no reason
/// to wear a helmet on one.
fn repeats(judge: &Judge<'_>, it: &Assertion, asked: Side, known: &[String]) -> f64 {
    match (it.relation, asked) {
        (Relation::HasSubevent | Relation::HasFirstSubevent, Side::Right) => {
            novelty(judge.base, it.left, known)
        }
        _ => 1.0,
    }
}

/// The share of the question's words, weighted by what they tell, that an assertion has.
fn coverage(judge: &Judge<'_>, words: &[(String, f64)], assertion: &Assertion) -> f64 {
    let of = Side::BOTH.map(|side| stems(judge.base, assertion.concept(side))).concat();
    let all: f64 = words.iter().map(|(_, weight)| weight).sum();
    let there: f64 =
        words.iter().filter(|(stem, _)| of.contains(stem)).map(|(_, weight)| weight).sum();
    if all > 0.0 { there / all } else { 0.0 }
}

/// Reads what a question wants from its first words.
pub(super) fn wanted(judge: &Judge<'_>, text: &str) -> AnswerClass {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        ["where", ..] => AnswerClass::Place,
        ["why", ..] => AnswerClass::Reason,
        [who, ..] if matches!(who.strip_prefix("who"), Some("" | "m")) => AnswerClass::Person,
        ["when", ..] => AnswerClass::Occasion,
        ["what" | "which", .., "made", "from" | "of" | "out"] => AnswerClass::Material,
        ["what", "do" | "does", rest @ ..] if rest.contains(&"need") => AnswerClass::Need,
        ["what" | "which", noun, ..] => match judge.base.named(noun) {
            Some(kind) if members(judge, kind) >= MEMBERS && !is_verb(noun) => {
                AnswerClass::Kind(kind)
            }
            _ => AnswerClass::Thing,
        },
        _ => AnswerClass::Thing,
    }
}

/// Words that follow *what* without being the class that it asks for.
fn is_verb(word: &str) -> bool {
    ["is", "are", "was", "were", "do", "does", "did", "can", "will", "would", "should", "has"]
        .contains(&word)
}

fn members(judge: &Judge<'_>, kind: Concept) -> usize {
    judge.base.related(kind, Side::Right, Relation::IsA).len()
}

/// The weight of an assertion for what is wanted, with a concept of the question on this side.
fn fits(judge: &Judge<'_>, wanted: AnswerClass, it: &Assertion, asked: Side) -> f64 {
    let added = it.concept(asked.other());
    match wanted {
        AnswerClass::Place => place(it.relation, asked),
        AnswerClass::Reason => reason(it.relation, asked),
        AnswerClass::Occasion => occasion(it.relation, asked),
        AnswerClass::Material => match (it.relation, asked) {
            (Relation::MadeOf, Side::Left) => 1.0,
            (Relation::CreatedBy | Relation::PartOf, _) => 0.3,
            _ => 0.1,
        },
        AnswerClass::Need => match (it.relation, asked) {
            (Relation::HasPrerequisite | Relation::Desires, Side::Left) => 1.0,
            (Relation::CapableOf | Relation::ReceivesAction, Side::Left) => 0.4,
            _ => 0.1,
        },
        AnswerClass::Kind(kind) if judge.is_kind(added, kind) => thing(it.relation, asked),
        AnswerClass::Person if is_person(judge, added) => thing(it.relation, asked),
        AnswerClass::Kind(_) | AnswerClass::Person => WRONG_KIND * thing(it.relation, asked),
        AnswerClass::Thing => thing(it.relation, asked),
    }
}

fn is_person(judge: &Judge<'_>, concept: Concept) -> bool {
    let person = judge.base.named("person");
    person.is_some_and(|person| judge.is_kind(concept, person))
}

fn place(relation: Relation, asked: Side) -> f64 {
    match (relation, asked) {
        (Relation::AtLocation, Side::Left) => 1.0,
        (Relation::LocatedNear | Relation::PartOf, Side::Left) => 0.6,
        (Relation::HasA, Side::Right) => 0.2,
        _ => 0.03,
    }
}

fn reason(relation: Relation, asked: Side) -> f64 {
    match (relation, asked) {
        (Relation::MotivatedByGoal | Relation::UsedFor, Side::Left) => 1.0,
        (Relation::Causes | Relation::CausesDesire, Side::Right) => 0.7,
        (Relation::Causes, Side::Left) => 0.8,
        (Relation::HasPrerequisite, Side::Right) => 0.35,
        (Relation::HasSubevent | Relation::HasFirstSubevent, Side::Right)
        | (Relation::HasSubevent | Relation::HasLastSubevent, Side::Left) => 0.4,
        (Relation::CapableOf | Relation::HasProperty, Side::Left) => 0.3,
        (Relation::Desires, _) => 0.2,
        _ => 0.05,
    }
}

fn occasion(relation: Relation, asked: Side) -> f64 {
    match (relation, asked) {
        (Relation::CausesDesire | Relation::Causes, Side::Right) => 1.0,
        (Relation::HasPrerequisite | Relation::UsedFor, _) => 0.6,
        (Relation::MotivatedByGoal | Relation::HasSubevent | Relation::HasFirstSubevent, _) => 0.5,
        (Relation::AtLocation, Side::Left) => 0.3,
        _ => 0.15,
    }
}

fn thing(relation: Relation, asked: Side) -> f64 {
    match (relation, asked) {
        (Relation::HasProperty | Relation::CapableOf | Relation::HasA, Side::Left) => 1.0,
        (
            Relation::HasPrerequisite
            | Relation::MadeOf
            | Relation::UsedFor
            | Relation::ReceivesAction
            | Relation::CreatedBy
            | Relation::Desires,
            _,
        ) => 0.8,
        (Relation::AtLocation | Relation::PartOf | Relation::HasA, Side::Right) => 0.7,
        (Relation::IsA | Relation::DefinedAs, Side::Left) => 0.5,
        (Relation::ConceptuallyRelatedTo, _) => 0.3,
        _ => 0.4,
    }
}
