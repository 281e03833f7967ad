//! Releases: published questions for everybody, as QANTA JSON and as JSON lines with revisions,
//! guesses and phenomena. Writers stay unnamed unless they chose a credit, and each release gives
//! them other pseudonyms.

use std::collections::BTreeMap;

use luna_core::quiz::question::{State, Verdict};
use luna_core::quiz::script::Script;
use luna_store::assignment::{self, Review};
use luna_store::quiz::question::{self, Question};
use luna_store::quiz::{revision, round};
use luna_store::{self as store, Tx};
use serde_json::{Value, json};

use super::assessment::parse;
use super::review::KIND;
use super::writing;
use crate::secret;

/// Published questions with what is released about them.
#[derive(Clone, Debug)]
pub struct Release {
    pub questions: Vec<ReleasedQuestion>,
}

/// One question of a release.
#[derive(Clone, Debug)]
pub struct ReleasedQuestion {
    pub question: Question,
    /// The writer, by another name in each release.
    pub writer: String,
    pub round: Option<String>,
    /// The phenomena that editors saw, each with how many saw it.
    pub phenomena: BTreeMap<String, usize>,
    pub reviews: usize,
    pub accepted: usize,
    pub revisions: Vec<revision::Revision>,
}

impl Release {
    /// Everything that is published. `salt` makes the pseudonyms of this release.
    pub fn read(tx: &mut Tx<'_>, salt: &str) -> store::Result<Release> {
        let mut reviews_of: BTreeMap<String, Vec<Review>> = BTreeMap::new();
        for review in assignment::all_reviews(tx, KIND)? {
            reviews_of.entry(review.item_id.clone()).or_default().push(review);
        }
        let rounds: BTreeMap<String, String> =
            round::all(tx)?.into_iter().map(|round| (round.id, round.name)).collect();
        let mut questions = Vec::new();
        for question in question::in_state(tx, State::Published, i64::MAX)? {
            let reviews = reviews_of.remove(&question.id).unwrap_or_default();
            let mut phenomena: BTreeMap<String, usize> = BTreeMap::new();
            for mark in reviews.iter().flat_map(|review| &review.marks) {
                *phenomena.entry(mark.clone()).or_default() += 1;
            }
            let accept = Verdict::Accept.name();
            questions.push(ReleasedQuestion {
                writer: pseudonym(salt, &question.writer_id),
                round: question.round_id.as_ref().and_then(|id| rounds.get(id).cloned()),
                phenomena,
                reviews: reviews.len(),
                accepted: reviews.iter().filter(|review| review.verdict == accept).count(),
                revisions: revision::all(tx, &question.id)?,
                question,
            });
        }
        Ok(Release { questions })
    }

    /// The questions in the format of the QANTA data set.
    pub fn qanta(&self) -> Value {
        let question = |(nth, it): (usize, &ReleasedQuestion)| {
            let script = Script::new(&it.question.text);
            json!({
                "qanta_id": nth,
                "proto_id": null,
                "qdb_id": null,
                "dataset": "luna",
                "text": script.text(),
                "answer": it.question.answer_line,
                "page": it.question.page.replace(' ', "_"),
                "category": it.question.category,
                "subcategory": "",
                "tournament": it.round.as_deref().unwrap_or_default(),
                "difficulty": it.question.difficulty,
                "year": year(it.question.decided_at),
                "fold": "luna",
                "gameplay": false,
                "licence": it.question.licence,
                "credit": it.question.credit,
            })
        };
        let questions: Vec<Value> = self.questions.iter().enumerate().map(question).collect();
        json!({
            "version": "1.0",
            "maker_name": "Luna",
            "bigger_than_qdb": false,
            "questions": questions,
        })
    }

    /// One line of JSON for each question, with its revisions, guesses and phenomena.
    pub fn lines(&self) -> store::Result<Vec<Value>> {
        self.questions.iter().map(line).collect()
    }
}

fn line(it: &ReleasedQuestion) -> store::Result<Value> {
    let start = it.question.created_at;
    let mut revisions = Vec::new();
    for revision in &it.revisions {
        let machines: Vec<Value> = parse(&revision.machines)?
            .into_iter()
            .map(|machine| {
                let guesses: Vec<Value> = machine
                    .guesses
                    .iter()
                    .map(
                        |guess| json!({ "answer": guess.answer, "probability": guess.probability }),
                    )
                    .collect();
                let sentences: Vec<Value> = machine
                    .passed
                    .iter()
                    .map(|it| {
                        json!({
                            "words": it.words, "answer": it.guess.answer,
                            "probability": it.guess.probability,
                        })
                    })
                    .collect();
                json!({
                    "machine": machine.name, "answered": machine.silence.is_none(),
                    "guesses": guesses, "sentences": sentences, "buzz": machine.buzz,
                    "tricked": machine.tricked,
                })
            })
            .collect();
        // The time since the first key tells nothing about when somebody is awake.
        revisions.push(json!({
            "seq": revision.seq, "seconds": (revision.at - start) / 1000, "text": revision.text,
            "answer_line": revision.answer_line, "page": revision.page, "machines": machines,
            "condition": writing::condition(&revision.watching),
        }));
    }
    Ok(json!({
        "text": it.question.text,
        "answer_line": it.question.answer_line,
        "page": it.question.page,
        "category": it.question.category,
        "difficulty": it.question.difficulty,
        "rewrites": it.question.rewrites,
        "condition": it.question.condition,
        "round": it.round,
        "writer": it.writer,
        "credit": it.question.credit,
        "licence": it.question.licence,
        "reviews": it.reviews,
        "accepted": it.accepted,
        "phenomena": it.phenomena,
        "revisions": revisions,
    }))
}

/// A writer's name in one release: the same for all of their questions, and no other release's.
fn pseudonym(salt: &str, writer_id: &str) -> String {
    secret::hash(&format!("writer:{salt}:{writer_id}")).chars().take(12).collect()
}

fn year(at: Option<i64>) -> Option<i64> {
    let stamp = crate::format::stamp(at?);
    stamp.get(..4)?.parse().ok()
}
