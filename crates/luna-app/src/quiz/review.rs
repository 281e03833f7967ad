//! The editors' queue: reviews of submitted questions, and what they add up to.

use std::collections::BTreeSet;

use luna_core::assignment::{Decision, decide};
use luna_core::quiz::form::Filter;
use luna_core::quiz::question::{Action, State, Verdict};
use luna_core::text;
use luna_store::assignment::{self, Desk, Review};
use luna_store::job::{self, JobSpec};
use luna_store::player::Player;
use luna_store::quiz::finding;
use luna_store::quiz::question::{self, Question};
use luna_store::{self as store, Tx};
use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::instance::Instance;
use crate::job::Transaction;
use crate::mail::Mailer;

/// The kind of the assignments of questions to editors.
pub const KIND: &str = "quiz";
/// Submitted questions that are looked at for the next one to review.
const WAITING: i64 = 500;

/// Publishes an accepted question when its embargo is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Publish {
    pub question: String,
}

impl JobSpec for Publish {
    const KIND: &str = "quiz_publish";
}

/// Leases the next question to an editor; none if there is nothing to review.
pub fn lease_next(
    tx: &mut Tx<'_>,
    app: &Instance,
    editor: &Player,
) -> Result<Option<Question>, Error> {
    let waiting = question::in_state(tx, State::Submitted, WAITING)?;
    let others = waiting.iter().filter(|it| it.writer_id != editor.id);
    let items: Vec<(String, i64)> =
        others.map(|it| (it.id.clone(), it.submitted_at.unwrap_or(it.created_at))).collect();
    let leased = assignment::lease(tx, Desk::pair(KIND), &editor.id, &items, app.now())?;
    Ok(leased.map(|id| question::find(tx, &id)).transpose()?)
}

/// An editor's review as it was typed.
#[derive(Clone, Debug)]
pub struct NewReview<'a> {
    pub verdict: Verdict,
    pub comment: &'a str,
    /// The phenomena of the question.
    pub marks: BTreeSet<String>,
}

/// Takes a review from the editor who holds the lease, and decides the question if enough reviews
/// agree.
pub fn review(
    tx: &mut Tx<'_>,
    app: &Instance,
    editor: &Player,
    id: &str,
    new: &NewReview<'_>,
) -> Result<Decision<Verdict>, Error> {
    let now = app.now();
    let mut question = question::find_for_update(tx, id)?;
    if question.state != State::Submitted {
        let why = "This question is no longer under review.";
        return Err(Error::Refused(why.to_owned()));
    }
    check_comment(new)?;
    if new.verdict == Verdict::Accept
        && let Some(open) = finding::all(tx, id)?.into_iter().find(|it| it.overridden_at.is_none())
    {
        let why = format!("To accept the question, set this finding aside first: {}", open.reason);
        return Err(Error::Refused(why));
    }
    let review = Review {
        item_id: id.to_owned(),
        reviewer_id: editor.id.clone(),
        reviewed_at: now,
        verdict: new.verdict.name().to_owned(),
        comment: new.comment.to_owned(),
        marks: new.marks.iter().cloned().collect(),
    };
    if !assignment::review(tx, KIND, &review)? {
        let why = "Your half hour for this question is over, or you have already reviewed it. Take the next one.";
        return Err(Error::Refused(why.to_owned()));
    }
    let decision = decide(&verdicts(tx, id)?);
    if let Decision::Decided(verdict) = decision {
        settle(tx, app, &mut question, verdict)?;
    }
    Ok(decision)
}

fn check_comment(new: &NewReview<'_>) -> Result<(), Error> {
    match (text::check(new.comment, 4_000), new.verdict) {
        (Ok(()), _) | (Err(text::Problem::Empty), Verdict::Accept) => Ok(()),
        (Err(text::Problem::Empty), Verdict::Return | Verdict::Reject) => {
            Err(Error::Refused("Tell the writer why.".to_owned()))
        }
        (Err(problem), _) => Err(Error::Refused(format!("The comment {problem}."))),
    }
}

/// The verdicts about a question as it was submitted last, oldest first.
pub fn verdicts(tx: &mut Tx<'_>, id: &str) -> store::Result<Vec<Verdict>> {
    assignment::reviews(tx, KIND, id)?.iter().map(verdict).collect()
}

pub(super) fn verdict(review: &Review) -> store::Result<Verdict> {
    Verdict::from_name(&review.verdict)
        .ok_or_else(|| store::Error::corrupt("an unknown verdict of an editor"))
}

/// Decides a question about which no two of three editors agree.
pub fn settle_split(
    tx: &mut Tx<'_>,
    app: &Instance,
    id: &str,
    verdict: Verdict,
) -> Result<(), Error> {
    let mut question = question::find_for_update(tx, id)?;
    if question.state != State::Submitted || decide(&verdicts(tx, id)?) != Decision::Split {
        let why = "This question does not need your decision.";
        return Err(Error::Refused(why.to_owned()));
    }
    settle(tx, app, &mut question, verdict)
}

fn settle(
    tx: &mut Tx<'_>,
    app: &Instance,
    question: &mut Question,
    verdict: Verdict,
) -> Result<(), Error> {
    let now = app.now();
    question.state = next_state(question.state, Action::Decide(verdict))?;
    question.decided_at = Some(now);
    question::save(tx, question)?;
    if verdict == Verdict::Accept {
        let work = Publish { question: question.id.clone() };
        let at = question.embargo_until.unwrap_or(now).max(now);
        job::schedule(tx, &format!("quiz_publish:{}", question.id), &work, at)?;
    }
    Mailer { tx, at: &app.moment(), settings: &app.settings }.decision(question, verdict)
}

impl Transaction for Publish {
    /// Publishes a question that is still accepted, once its embargo is over.
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        let now = app.now();
        let mut question = match question::find_for_update(tx, &self.question) {
            Err(store::Error::NotFound) => return Ok(()),
            found => found?,
        };
        if question.state != State::Accepted {
            return Ok(());
        }
        if let Some(until) = question.embargo_until.filter(|until| *until > now) {
            let id = format!("quiz_publish:{}", self.question);
            return Ok(job::schedule(tx, &id, self, until)?);
        }
        Ok(question::publish(tx, &mut question, app.random.number(), now)?)
    }
}

/// Sets a finding aside, with a reason.
pub fn set_aside(
    tx: &mut Tx<'_>,
    app: &Instance,
    editor: &Player,
    id: &str,
    filter: Filter,
    why: &str,
) -> Result<(), Error> {
    text::check(why, 500).map_err(|problem| Error::Refused(format!("The reason {problem}.")))?;
    if finding::set_aside(tx, id, filter, &editor.id, why, app.now())? {
        Ok(())
    } else {
        Err(Error::NotFound)
    }
}

/// The state of a question after an action, or the refusal as a sentence.
pub(super) fn next_state(state: State, action: Action) -> Result<State, Error> {
    state.after(action).map_err(|refusal| Error::Refused(refusal.to_string()))
}
