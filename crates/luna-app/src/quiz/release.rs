//! Releases: published questions for everybody, as QANTA JSON and as JSON lines with guesses and
//! phenomena. A question is in them only while its writer agrees to publication for research, and a
//! draft only if its writer has ticked it. Writers stay unnamed unless they chose a credit: each
//! question gives its writer another pseudonym, and so does each release.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::quiz::question::{State, Verdict};
use luna_core::quiz::script::Script;
use luna_machines::sentences;
use luna_store::assignment::{self, Review};
use luna_store::quiz::question::{self, Question};
use luna_store::quiz::release::{self, Published, Version};
use luna_store::quiz::{revision, round};
use luna_store::{self as store, Tx};
use serde_json::{Value, json};

use super::assessment::{Assessment, Evidence, parse};
use super::review::KIND;
use super::writing;
use crate::consent::may_publish;
use crate::error::Error;
use crate::release::pseudonym::{Unit, pseudonym};
use crate::release::{Row, agreed};

/// The latest release, without what was taken out of it since.
#[derive(Clone, Debug)]
pub struct Release {
    /// None: nothing has been released yet.
    pub version: Option<Version>,
    pub questions: Vec<ReleasedQuestion>,
    /// The ids of questions that this or an earlier release had and that are in none any more.
    pub withdrawn: Vec<String>,
}

/// One question of a release.
#[derive(Clone, Debug)]
pub struct ReleasedQuestion {
    pub question: Question,
    /// Its number, which it keeps in all releases.
    pub number: i64,
    /// The writer, by another name for each question and in each release.
    pub writer: String,
    pub round: Option<String>,
    /// The phenomena that editors saw, each with how many saw it.
    pub phenomena: BTreeMap<String, usize>,
    pub reviews: usize,
    pub accepted: usize,
    /// The machines' guesses at the published text.
    pub machines: Vec<Assessment>,
    /// The drafts that the writer has ticked.
    pub drafts: Vec<revision::Revision>,
}

/// The state of releases, for those who make them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReleaseState {
    pub latest: Option<Version>,
    /// Published questions that the next release adds.
    pub new: usize,
    /// Published questions whose writers do not agree to publication.
    pub without_consent: usize,
}

impl ReleaseState {
    pub fn read(tx: &mut Tx<'_>) -> store::Result<ReleaseState> {
        let (agreed, without_consent) = Candidate::all(tx)?;
        let new = agreed.iter().filter(|it| it.published.released_in.is_none()).count();
        Ok(ReleaseState { latest: release::latest(tx)?, new, without_consent })
    }
}

/// Releases the published questions that are in no release yet. From then on, plays of them are
/// practice. Refused if there are none.
pub fn make(tx: &mut Tx<'_>, now: i64) -> Result<Version, Error> {
    release::lock(tx)?;
    let (agreed, _) = Candidate::all(tx)?;
    let new = agreed.iter().filter(|it| it.published.released_in.is_none());
    let new: Vec<&str> = new.map(|it| it.published.id.as_str()).collect();
    if new.is_empty() {
        let why = "There is no new question to release.";
        return Err(Error::Refused(why.to_owned()));
    }
    let number = release::latest(tx)?.map_or(0, |latest| latest.number) + 1;
    let questions = i64::try_from(agreed.len()).unwrap_or(i64::MAX);
    let version = Version { number, released_at: now, questions };
    release::add(tx, &version, &new)?;
    Ok(version)
}

/// A published question that a release may contain: its writer agrees to publication for research.
struct Candidate {
    question: Question,
    published: Published,
}

impl Candidate {
    /// All of them, and the number of those without their writer's consent.
    fn all(tx: &mut Tx<'_>) -> store::Result<(Vec<Candidate>, usize)> {
        let mut published: BTreeMap<String, Published> = BTreeMap::new();
        for it in release::published(tx)?.into_iter().filter(|it| it.withdrawn_at.is_none()) {
            published.insert(it.id.clone(), it);
        }
        let questions = question::in_state(tx, State::Published, i64::MAX)?;
        let candidate = |question: Question| {
            let published = published.remove(question.tossup_id.as_ref()?)?;
            Some(Candidate { question, published })
        };
        let all: Vec<Candidate> = questions.into_iter().filter_map(candidate).collect();
        let count = all.len();
        let mut agreed = agreed(tx, all)?;
        agreed.sort_by_key(|it| it.published.number);
        let without = count - agreed.len();
        Ok((agreed, without))
    }
}

impl Row for Candidate {
    fn authors(&self) -> Option<Vec<&str>> {
        Some(vec![&self.question.writer_id])
    }

    fn may_publish(&self, tx: &mut Tx<'_>, author: &str) -> store::Result<bool> {
        may_publish(tx, author)
    }
}

impl Release {
    /// The latest release as it is now. `salt` makes its pseudonyms.
    pub fn read(tx: &mut Tx<'_>, salt: &str) -> store::Result<Release> {
        let mut reviews_of: BTreeMap<String, Vec<Review>> = BTreeMap::new();
        for review in assignment::all_reviews(tx, KIND)? {
            reviews_of.entry(review.item_id.clone()).or_default().push(review);
        }
        let rounds: BTreeMap<String, String> =
            round::all(tx)?.into_iter().map(|round| (round.id, round.name)).collect();
        let mut questions = Vec::new();
        let (agreed, _) = Candidate::all(tx)?;
        for Candidate { question, published } in agreed {
            if published.released_in.is_none() {
                continue;
            }
            let reviews = reviews_of.remove(&question.id).unwrap_or_default();
            let mut phenomena: BTreeMap<String, usize> = BTreeMap::new();
            for mark in reviews.iter().flat_map(|review| &review.marks) {
                *phenomena.entry(mark.clone()).or_default() += 1;
            }
            let accept = Verdict::Accept.name();
            let revisions = revision::all(tx, &question.id)?;
            let last = revisions.last().filter(|last| last.text == question.text);
            questions.push(ReleasedQuestion {
                number: published.number,
                writer: pseudonym(salt, Unit::Question(&question.id), &question.writer_id),
                round: question.round_id.as_ref().and_then(|id| rounds.get(id).cloned()),
                phenomena,
                reviews: reviews.len(),
                accepted: reviews.iter().filter(|review| review.verdict == accept).count(),
                machines: last.map_or(Ok(Vec::new()), |last| parse(&last.machines))?,
                drafts: revisions.into_iter().filter(|it| it.is_public).collect(),
                question,
            });
        }
        let numbers: BTreeSet<i64> = questions.iter().map(|it| it.number).collect();
        let released = release::published(tx)?.into_iter().filter(|it| it.released_in.is_some());
        let gone = released.filter(|it| !numbers.contains(&it.number));
        let withdrawn = gone.map(|it| it.id).collect();
        Ok(Release { version: release::latest(tx)?, questions, withdrawn })
    }

    /// The number of the release; 0 before the first one.
    pub fn number(&self) -> i64 {
        self.version.as_ref().map_or(0, |version| version.number)
    }

    /// The questions in the format of the QANTA data set.
    pub fn qanta(&self) -> Value {
        let question = |it: &ReleasedQuestion| {
            let script = Script::new(&it.question.text);
            let text = script.text();
            let sentences = character_ranges(&text);
            let first: String = sentences.first().map_or_else(String::new, |(from, to)| {
                text.chars().skip(*from).take(to - from).collect()
            });
            json!({
                "qanta_id": it.number,
                "luna_id": it.question.id,
                "proto_id": null,
                "qdb_id": null,
                "dataset": "luna",
                "text": text,
                "tokenizations": sentences,
                "first_sentence": first,
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
        let questions: Vec<Value> = self.questions.iter().map(question).collect();
        json!({
            "version": "1.0",
            "maker_name": "Luna",
            "bigger_than_qdb": false,
            "release": self.number(),
            "withdrawn": self.withdrawn,
            "questions": questions,
        })
    }

    /// The release in short, with what was withdrawn from it or from an earlier one.
    pub fn withdrawals(&self) -> Value {
        json!({
            "release": self.number(),
            "released_at": self.version.as_ref().map(|it| crate::format::stamp(it.released_at)),
            "questions": self.questions.len(),
            "withdrawn": self.withdrawn,
        })
    }

    /// One line of JSON for each question, with guesses, phenomena and the drafts that were ticked.
    pub fn lines(&self) -> store::Result<String> {
        self.questions.iter().map(|it| Ok(format!("{}\n", line(it)?))).collect()
    }
}

fn line(it: &ReleasedQuestion) -> store::Result<Value> {
    let start = it.question.created_at;
    let mut drafts = Vec::new();
    for draft in &it.drafts {
        // The time since the first key tells nothing about when somebody is awake.
        drafts.push(json!({
            "seq": draft.seq, "seconds": (draft.at - start) / 1000, "text": draft.text,
            "answer_line": draft.answer_line, "page": draft.page,
            "machines": machines(&parse(&draft.machines)?),
            "condition": writing::condition(&draft.watching),
        }));
    }
    Ok(json!({
        "id": it.question.id,
        "qanta_id": it.number,
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
        "machines": machines(&it.machines),
        "revisions": drafts,
    }))
}

/// The guesses of machines at one text.
fn machines(all: &[Assessment]) -> Vec<Value> {
    let machine = |machine: &Assessment| {
        let guesses: Vec<Value> = machine
            .guesses
            .iter()
            .map(|guess| json!({ "answer": guess.answer, "probability": guess.probability }))
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
            "tricked": machine.tricked, "evidence": evidence(machine),
        })
    };
    all.iter().map(machine).collect()
}

/// The words that spoke for answers. Texts that others have written are named and not copied.
fn evidence(machine: &Assessment) -> Vec<Value> {
    let passage = |it: &Evidence| {
        let words: Vec<Value> = it
            .words
            .iter()
            .filter_map(|word| {
                let (from, to) = word.passage;
                let spelt = it.text.get(from..to)?;
                Some(json!({ "word": spelt, "question": word.question, "weight": word.weight }))
            })
            .collect();
        let source = if it.is_page { "page" } else { "tossup" };
        json!({ "answer": it.answer, source: it.tossup, "words": words })
    };
    machine.evidence.iter().map(passage).collect()
}

/// Where the sentences of a text stand, in characters, as QANTA's code cuts texts.
fn character_ranges(text: &str) -> Vec<(usize, usize)> {
    let place = |byte: usize| text.get(..byte).map_or(0, |before| before.chars().count());
    sentences(text).into_iter().map(|range| (place(range.start), place(range.end))).collect()
}

fn year(at: Option<i64>) -> Option<i64> {
    let stamp = crate::format::stamp(at?);
    stamp.get(..4)?.parse().ok()
}
