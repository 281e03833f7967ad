//! Items and their keys, as the files of a form have them.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// The number of clues of an item of Word Reasoning, as in the paper.
const CLUES: RangeInclusive<usize> = 1..=3;

/// The five parts of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Subtest {
    Vocabulary,
    Information,
    Similarities,
    WordReasoning,
    Comprehension,
}

/// A form of the test: items with their keys.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    #[serde(rename = "form")]
    pub letter: String,
    #[serde(rename = "item")]
    pub items: Vec<Item>,
}

/// One question with its key.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    pub id: String,
    pub subtest: Subtest,
    /// The word of Vocabulary or the two of Similarities.
    #[serde(default)]
    pub words: Vec<String>,
    /// As read out; absent in Word Reasoning.
    pub question: Option<String>,
    /// Of Word Reasoning, given one at a time.
    #[serde(default)]
    pub clues: Vec<String>,
    /// Full points.
    pub most: u8,
    #[serde(rename = "idea", default)]
    pub ideas: Vec<Idea>,
    #[serde(rename = "example", default)]
    pub examples: Vec<Example>,
}

/// Something that an answer can say.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Idea {
    pub points: u8,
    pub idea: String,
    pub why: Option<String>,
    #[serde(default)]
    pub accept: Vec<String>,
    /// Forms that no child of four would use.
    #[serde(default)]
    pub unchildlike: Vec<String>,
}

/// An answer as a person would score it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    pub answer: String,
    pub points: u8,
    pub kind: Option<String>,
}

/// Why a form cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormProblem {
    #[error("there are two items “{0}”")]
    Repeated(String),
    #[error("the item “{0}” has no key: please give it an idea worth points")]
    NoKey(String),
    #[error("the item “{0}” has an idea or example worth more than its full points")]
    TooManyPoints(String),
    #[error("the item “{0}” lacks {1}")]
    Incomplete(String, &'static str),
}

impl Subtest {
    /// In the order of the paper, by the depth of the thought that they need.
    pub const ALL: [Subtest; 5] = [
        Subtest::Vocabulary,
        Subtest::Information,
        Subtest::Similarities,
        Subtest::WordReasoning,
        Subtest::Comprehension,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Subtest::Vocabulary => "Vocabulary",
            Subtest::Information => "Information",
            Subtest::Similarities => "Similarities",
            Subtest::WordReasoning => "Word Reasoning",
            Subtest::Comprehension => "Comprehension",
        }
    }
}

impl Form {
    /// Returns the first thing that is wrong with the items, if any.
    pub fn check(&self) -> Result<(), FormProblem> {
        let mut ids = BTreeSet::new();
        for item in &self.items {
            if !ids.insert(item.id.as_str()) {
                return Err(FormProblem::Repeated(item.id.clone()));
            }
            item.check()?;
        }
        Ok(())
    }
}

impl Item {
    fn check(&self) -> Result<(), FormProblem> {
        let id = || self.id.clone();
        let ideas = self.ideas.iter().map(|idea| idea.points);
        if !ideas.clone().any(|points| points > 0) {
            return Err(FormProblem::NoKey(id()));
        }
        let examples = self.examples.iter().map(|example| example.points);
        if ideas.chain(examples).any(|points| points > self.most) {
            return Err(FormProblem::TooManyPoints(id()));
        }
        let missing = match self.subtest {
            Subtest::Vocabulary if self.words.len() != 1 => Some("its word"),
            Subtest::Similarities if self.words.len() != 2 => Some("its two words"),
            Subtest::WordReasoning if !CLUES.contains(&self.clues.len()) => {
                Some("one to three clues")
            }
            Subtest::WordReasoning => None,
            _ if self.question.is_none() => Some("its question"),
            _ => None,
        };
        missing.map_or(Ok(()), |missing| Err(FormProblem::Incomplete(id(), missing)))
    }

    /// The same item after the first so many of its clues.
    #[must_use]
    pub fn after_clues(&self, count: usize) -> Item {
        let clues = self.clues.iter().take(count).cloned().collect();
        Item { clues, ..self.clone() }
    }

    /// All words that the item itself says.
    pub fn text(&self) -> String {
        let question = self.question.iter();
        let all: Vec<&str> =
            question.chain(&self.words).chain(&self.clues).map(String::as_str).collect();
        all.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(), FormProblem> {
        toml::from_str::<Form>(text).unwrap().check()
    }

    const DOG: &str = "[[item]]\nid = \"vocabulary-dog\"\nsubtest = \"vocabulary\"\n\
        words = [\"dog\"]\nquestion = \"What is a dog?\"\nmost = 2\n";
    const ANIMAL: &str = "[[item.idea]]\npoints = 1\nidea = \"the class\"\naccept = [\"animal\"]\n";

    /// The items that both forms have: by their ids in form a and in form b.
    const ANCHORS: [[&str; 2]; 6] = [
        ["information-bees", "information-bees"],
        ["similarities-rain-snow", "similarities-rain-snow"],
        ["similarities-triangle-circle", "similarities-circle-triangle"],
        ["word-reasoning-soap", "word-reasoning-soap"],
        ["comprehension-helmet", "comprehension-helmet"],
        ["comprehension-red-light", "comprehension-red-light"],
    ];

    #[test]
    fn the_forms_share_their_anchors_with_their_keys_and_nothing_else() {
        let [a, b] = [
            include_str!("../../../luna-app/data/battery/form-a.toml"),
            include_str!("../../../luna-app/data/battery/form-b.toml"),
        ]
        .map(|text| toml::from_str::<Form>(text).unwrap());
        let asks_for = |item: &Item| {
            let mut words = item.words.clone();
            words.sort_unstable();
            let question = item.question.iter().filter(|_| words.is_empty()).cloned();
            let clues = item.clues.iter().cloned();
            let word = (!words.is_empty()).then(|| words.join(" "));
            question.chain(clues).chain(word).collect::<BTreeSet<String>>()
        };
        let mut shared = Vec::new();
        for one in &a.items {
            for other in &b.items {
                if one.id == other.id || !asks_for(one).is_disjoint(&asks_for(other)) {
                    // The same answer earns the same points.
                    assert_eq!(*one, Item { id: one.id.clone(), ..other.clone() });
                    shared.push([one.id.as_str(), other.id.as_str()]);
                }
            }
        }
        shared.sort_unstable();
        let mut anchors = ANCHORS;
        anchors.sort_unstable();
        assert_eq!(shared, anchors);
    }

    #[test]
    fn an_item_needs_a_key_and_its_question() {
        let form = |rest: &str| format!("form = \"x\"\n{rest}");
        assert_eq!(read(&form(&[DOG, ANIMAL].concat())), Ok(()));
        let id = || "vocabulary-dog".to_owned();
        assert_eq!(read(&form(DOG)), Err(FormProblem::NoKey(id())));
        let worthless = ANIMAL.replace("points = 1", "points = 0");
        assert_eq!(read(&form(&[DOG, &worthless].concat())), Err(FormProblem::NoKey(id())));
        let dear = ANIMAL.replace("points = 1", "points = 3");
        assert_eq!(read(&form(&[DOG, &dear].concat())), Err(FormProblem::TooManyPoints(id())));
        let twice = [DOG, ANIMAL, DOG, ANIMAL].concat();
        assert_eq!(read(&form(&twice)), Err(FormProblem::Repeated(id())));
        let silent = DOG.replace("question = \"What is a dog?\"\n", "");
        assert_eq!(
            read(&form(&[&silent, ANIMAL].concat())),
            Err(FormProblem::Incomplete(id(), "its question"))
        );
        for count in 0..=4 {
            let clues =
                format!("subtest = \"word_reasoning\"\nclues = {:?}\n", vec!["It barks."; count]);
            let item = DOG.replace("subtest = \"vocabulary\"\n", &clues);
            let is_good = read(&form(&[&item, ANIMAL].concat())).is_ok();
            assert_eq!(is_good, (1..=3).contains(&count), "{count} clues");
        }
        let lone = DOG.replace("subtest = \"vocabulary\"", "subtest = \"similarities\"");
        let problem = read(&form(&[&lone, ANIMAL].concat())).unwrap_err();
        assert_eq!(problem.to_string(), "the item “vocabulary-dog” lacks its two words");
    }
}
