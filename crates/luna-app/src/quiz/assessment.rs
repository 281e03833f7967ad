//! A machine's view of a question under writing: its guesses, its evidence and its buzz.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// One machine's view of a text, as it is shown to the writer and kept with the revision.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Assessment {
    /// The id of the machine.
    pub machine: String,
    pub name: String,
    /// Up to five guesses from the whole text, best first.
    pub guesses: Vec<Guess>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// The number of words after which it would buzz; none if it would not.
    pub buzz: Option<usize>,
    /// Its top guess on the whole text is wrong.
    pub tricked: bool,
    /// Its top guesses at ends of sentences, for a machine that is asked there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<PrefixGuess>,
    /// Why it has no guess at the whole text: it then counts neither as tricked nor as right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub silence: Option<String>,
}

/// An answer and the probability that the machine gives it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Guess {
    pub answer: String,
    pub probability: f64,
    /// This is the answer being written.
    pub is_answer: bool,
}

/// The top guess of a machine that has heard so many words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PrefixGuess {
    pub words: usize,
    pub guess: Guess,
}

/// A passage that speaks for an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    pub answer: String,
    /// This is the answer being written.
    #[serde(default)]
    pub is_answer: bool,
    /// The tossup or page that it is part of.
    pub tossup: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_page: bool,
    pub text: String,
    /// The words that mattered: where they are in the question and in the passage, in bytes, and
    /// their share of the score.
    pub words: Vec<Word>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Word {
    pub question: (usize, usize),
    pub passage: (usize, usize),
    pub weight: f64,
}

/// The number of machines whose top guess is wrong.
pub fn tricked(machines: &[Assessment]) -> usize {
    machines.iter().filter(|machine| machine.tricked).count()
}

/// The number of machines that have answered on the whole text.
pub fn answered(machines: &[Assessment]) -> usize {
    machines.iter().filter(|machine| machine.silence.is_none()).count()
}

/// Reads the assessments of a revision.
pub fn parse(machines: &str) -> luna_store::Result<Vec<Assessment>> {
    serde_json::from_str(machines).map_err(luna_store::Error::corrupt)
}

/// An edit that has changed a machine's top guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The number of the revision.
    pub seq: i64,
    pub machine: String,
    /// The top guess before and after; none where the machine was not asked or had none.
    pub before: Option<String>,
    pub after: Option<String>,
}

/// The edits that have changed a machine's top guess, from the revisions in their order. A revision
/// on which a machine has not answered changes nothing about it.
pub fn turns(revisions: &[(i64, Vec<Assessment>)]) -> Vec<Turn> {
    let mut last: HashMap<&str, Option<&str>> = HashMap::new();
    let mut turns = Vec::new();
    for (seq, machines) in revisions {
        for machine in machines.iter().filter(|machine| machine.silence.is_none()) {
            let top = machine.guesses.first().map(|guess| guess.answer.as_str());
            let before = last.insert(&machine.machine, top);
            if let Some(before) = before.filter(|before| *before != top) {
                let (before, after) = (before.map(str::to_owned), top.map(str::to_owned));
                turns.push(Turn { seq: *seq, machine: machine.name.clone(), before, after });
            }
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assessment(name: &str, top: &str) -> Assessment {
        let guess = Guess { answer: top.to_owned(), probability: 0.5, is_answer: false };
        let guesses = if top.is_empty() { Vec::new() } else { vec![guess] };
        Assessment {
            machine: name.to_owned(),
            name: name.to_owned(),
            guesses,
            tricked: top != "Raven",
            ..Assessment::default()
        }
    }

    fn silent(name: &str) -> Assessment {
        let silence = Some("It did not answer.".to_owned());
        Assessment { silence, tricked: false, ..assessment(name, "") }
    }

    #[test]
    fn an_edit_that_changes_the_top_guess_is_a_turn() {
        let revisions = [
            (1, vec![assessment("search", "")]),
            (2, vec![assessment("search", "Crow")]),
            (3, vec![assessment("search", "Crow"), assessment("recall", "Raven")]),
            (4, vec![assessment("search", "Raven"), silent("recall")]),
            (5, vec![assessment("recall", "Crow")]),
        ];
        let found: Vec<String> = turns(&revisions)
            .into_iter()
            .map(|turn| {
                let shown = |guess: Option<String>| guess.unwrap_or_else(|| "nothing".to_owned());
                format!(
                    "{} {}: {} to {}",
                    turn.seq,
                    turn.machine,
                    shown(turn.before),
                    shown(turn.after)
                )
            })
            .collect();
        assert_eq!(
            found,
            ["2 search: nothing to Crow", "4 search: Crow to Raven", "5 recall: Raven to Crow"]
        );
        assert_eq!((tricked(&revisions[2].1), answered(&revisions[2].1)), (1, 2));
        assert_eq!(answered(&revisions[3].1), 1);
    }

    #[test]
    fn assessments_are_read_as_they_were_kept() {
        let one = Assessment {
            buzz: Some(7),
            evidence: vec![Evidence {
                words: vec![Word { question: (0, 3), passage: (4, 7), weight: 0.25 }],
                ..Evidence::default()
            }],
            ..assessment("search", "Crow")
        };
        let kept = serde_json::to_string(&[&one]).unwrap();
        assert_eq!(parse(&kept).unwrap(), [one]);
        assert!(parse("{").is_err());
    }
}
