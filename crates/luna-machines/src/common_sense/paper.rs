//! The answerer of the paper, section 3, as read in `docs/battery.md`.

use std::collections::BTreeMap;

use luna_learn::analogy_space::{Feature, OpenSide};
use luna_text::knowledge::{Concept, KnowledgeBase, Relation};

use super::answer::{Answer, Answerer, Answers, Question};
use super::space::{KnowledgeSpace, assertion};

/// Asks a space as the paper does.
pub struct PaperAnswerer<'a> {
    pub space: &'a KnowledgeSpace<'a>,
    pub similarities: SimilaritiesReading,
}

/// The sides on which features that two words share may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimilaritiesReading {
    EitherSide,
    LeftSide,
}

/// Words of a concept in a question, at most.
const MOST_WORDS: usize = 2;
/// Words of a concept that a single word or phrase stands for, at most.
const MOST_WORDS_OF_NAME: usize = 4;
/// Concepts that join each word of Similarities.
const NEAREST: usize = 2;
/// Features of each of those concepts.
const FEATURES: usize = 100;
const VOCABULARY: [Relation; 8] = [
    Relation::IsA,
    Relation::HasA,
    Relation::HasProperty,
    Relation::UsedFor,
    Relation::CapableOf,
    Relation::DefinedAs,
    Relation::MotivatedByGoal,
    Relation::Causes,
];

impl Answerer for PaperAnswerer<'_> {
    fn answer(&self, question: &Question) -> Answers {
        match question {
            Question::Vocabulary(word) => self.vocabulary(word),
            Question::Information(text) | Question::Comprehension(text) => self.question(text),
            Question::Similarities([one, other]) => self.similarities(one, other),
            Question::WordReasoning(clues) => self.word_reasoning(clues),
        }
    }
}

impl<'a> PaperAnswerer<'a> {
    fn base(&self) -> &'a KnowledgeBase {
        self.space.base()
    }

    /// The concept that a word or phrase stands for.
    fn named(&self, word: &str) -> Option<Concept> {
        self.base().named(word).or_else(|| {
            let mentions = self.base().mentions(word, MOST_WORDS_OF_NAME);
            // Of equally long ones, the first.
            let longest = mentions.found.iter().rev().max_by_key(|it| it.words.len());
            longest.map(|mention| mention.concept)
        })
    }

    fn vocabulary(&self, word: &str) -> Answers {
        let Some(concept) = self.named(word) else { return Answers::default() };
        let mut answers = Answers { concepts: vec![concept], ..Answers::default() };
        let is_wanted = |feature: Feature| {
            feature.open == OpenSide::Left
                && feature.concept != concept.0
                && is_among(feature, &VOCABULARY)
        };
        let entries = self.space.best_features(&answers.concepts, is_wanted);
        for &(feature, score) in &entries {
            if answers.is_full() {
                break;
            }
            if let Some(stated) = self.space.between(concept, Concept(feature.concept)) {
                answers.add(Answer {
                    text: self.base().sentence(&stated),
                    concept: Some(Concept(feature.concept)),
                    score,
                    assertions: vec![stated],
                });
            }
        }
        for (feature, score) in entries {
            answers.add(self.inferred(concept, feature, score));
        }
        answers
    }

    fn question(&self, text: &str) -> Answers {
        let concepts = self.mentioned(text);
        let relations = restriction(text);
        let is_wanted = |feature: Feature| {
            self.is_new(feature, &concepts)
                && relations.is_none_or(|relations| is_among(feature, relations))
        };
        let entries = self.space.best_features(&self.telling(&concepts), is_wanted);
        let mut answers = Answers { concepts, ..Answers::default() };
        for (feature, score) in entries {
            if answers.is_full() {
                break;
            }
            let stated = self.space.stated(&answers.concepts, feature);
            let answer = match stated {
                Some(stated) => Some(Answer {
                    text: self.base().sentence(&stated),
                    concept: Some(Concept(feature.concept)),
                    score,
                    assertions: vec![stated],
                }),
                None => self
                    .space
                    .best_holder(&answers.concepts, feature)
                    .map(|holder| self.inferred(holder, feature, score)),
            };
            if let Some(answer) = answer {
                answers.add(answer);
            }
        }
        answers
    }

    fn word_reasoning(&self, clues: &[String]) -> Answers {
        let mut concepts: Vec<Concept> = Vec::new();
        for concept in clues.iter().flat_map(|clue| self.mentioned(clue)) {
            if !concepts.contains(&concept) {
                concepts.push(concept);
            }
        }
        let is_wanted = |feature: Feature| self.is_new(feature, &concepts);
        let entries = self.space.best_features(&self.telling(&concepts), is_wanted);
        let mut answers = Answers { concepts, ..Answers::default() };
        for (feature, score) in entries {
            if answers.is_full() {
                break;
            }
            let answer = self.thing(&answers.concepts, &[feature], score);
            answers.add(answer);
        }
        answers
    }

    fn similarities(&self, one: &str, other: &str) -> Answers {
        let (Some(one), Some(other)) = (self.named(one), self.named(other)) else {
            return Answers::default();
        };
        let mut answers = Answers { concepts: vec![one, other], ..Answers::default() };
        let [ones, others] = [one, other].map(|concept| self.features_around(concept));
        let both = ones.into_iter().filter_map(|(feature, score)| {
            others.get(&feature).map(|other| (feature, score + other))
        });
        let both = both.filter(|(feature, _)| self.is_new(*feature, &answers.concepts));
        for (features, score) in by_concept(both) {
            let answer = self.thing(&answers.concepts, &features, score);
            answers.add(answer);
        }
        answers
    }

    /// The features of a concept and its nearest, each with its highest score.
    fn features_around(&self, concept: Concept) -> BTreeMap<Feature, f64> {
        let is_wanted = |feature: Feature| match self.similarities {
            SimilaritiesReading::EitherSide => true,
            SimilaritiesReading::LeftSide => feature.open == OpenSide::Left,
        };
        let mut all: BTreeMap<Feature, f64> = BTreeMap::new();
        for member in [concept].into_iter().chain(self.space.nearest(concept, NEAREST)) {
            let best = self.space.best_features(&[member], is_wanted);
            for (feature, score) in best.into_iter().take(FEATURES) {
                let known = all.entry(feature).or_insert(score);
                *known = known.max(score);
            }
        }
        all
    }

    /// The concepts of a question, each once.
    fn mentioned(&self, text: &str) -> Vec<Concept> {
        let mut concepts = Vec::new();
        for mention in self.base().mentions(text, MOST_WORDS).found {
            if !concepts.contains(&mention.concept) {
                concepts.push(mention.concept);
            }
        }
        concepts
    }

    /// Returns whether a feature names something else than the question and the words that say nothing.
    fn is_new(&self, feature: Feature, concepts: &[Concept]) -> bool {
        let concept = Concept(feature.concept);
        !concepts.contains(&concept) && !self.base().is_empty_concept(concept)
    }

    /// The concepts that make the category of a question: all if none says more than a stop word.
    fn telling(&self, concepts: &[Concept]) -> Vec<Concept> {
        let is_telling = |concept: &Concept| !self.base().is_empty_concept(*concept);
        let telling: Vec<Concept> = concepts.iter().copied().filter(is_telling).collect();
        if telling.is_empty() { concepts.to_vec() } else { telling }
    }

    /// A feature that nobody has stated of a concept.
    fn inferred(&self, concept: Concept, feature: Feature, score: f64) -> Answer {
        Answer {
            text: self.base().sentence(&assertion(concept, feature)),
            concept: Some(Concept(feature.concept)),
            score,
            assertions: Vec::new(),
        }
    }

    /// The concept of some features as an answer by itself.
    fn thing(&self, concepts: &[Concept], features: &[Feature], score: f64) -> Answer {
        let concept = features.first().map(|feature| Concept(feature.concept));
        let stated = features.iter().flat_map(|&feature| {
            concepts.iter().filter_map(move |&one| self.space.stated(&[one], feature))
        });
        let text = concept.map(|it| self.base().display(it).into_owned()).unwrap_or_default();
        Answer { text, concept, score, assertions: stated.collect() }
    }
}

/// Features by their concepts, with the sums of their scores, the best first. Of equal sums, the
/// concept that comes first.
fn by_concept(features: impl Iterator<Item = (Feature, f64)>) -> Vec<(Vec<Feature>, f64)> {
    let mut all: BTreeMap<u32, (Vec<Feature>, f64)> = BTreeMap::new();
    for (feature, score) in features {
        let (features, sum) = all.entry(feature.concept).or_default();
        features.push(feature);
        *sum += score;
    }
    let mut all: Vec<(Vec<Feature>, f64)> = all.into_values().collect();
    all.sort_by(|one, other| other.1.total_cmp(&one.1));
    all
}

fn is_among(feature: Feature, relations: &[Relation]) -> bool {
    relations.iter().any(|relation| relation.code() == feature.relation)
}

/// The relations that a question's first word allows; `None` for all.
fn restriction(question: &str) -> Option<&'static [Relation]> {
    let first = question.split_whitespace().next()?.to_lowercase();
    let relations: &[Relation] = match first.as_str() {
        "where" => &[Relation::AtLocation, Relation::LocatedNear],
        "why" => &[
            Relation::MotivatedByGoal,
            Relation::Causes,
            Relation::CausesDesire,
            Relation::Desires,
            Relation::UsedFor,
            Relation::CapableOf,
            Relation::HasPrerequisite,
            Relation::HasSubevent,
        ],
        "who" => &[
            Relation::IsA,
            Relation::CapableOf,
            Relation::Desires,
            Relation::CreatedBy,
            Relation::ReceivesAction,
        ],
        "when" => &[
            Relation::HasSubevent,
            Relation::HasFirstSubevent,
            Relation::HasLastSubevent,
            Relation::HasPrerequisite,
            Relation::Causes,
        ],
        _ => return None,
    };
    Some(relations)
}
