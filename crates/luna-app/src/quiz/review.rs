//! The editors' queue: reviews of submitted questions, and what they add up to.

use std::collections::BTreeSet;

use luna_core::assignment::{Decision, decide};
use luna_core::quiz::form::Filter;
use luna_core::quiz::question::{Action, State, Verdict};
use luna_core::text;
use luna_store::assignment::{self, Desk, Review};
use luna_store::job::{self, JobSpec};
use luna_store::player::Player;
use luna_store::quiz::question::{self, Question};
use luna_store::quiz::{block, finding};
use luna_store::{self as store, Tx};
use serde::{Deserialize, Serialize};

use super::mail;
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
) -> Result<Option<String>, Error> {
    let read = |tx: &mut Tx<'_>| question::waiting(tx, KIND, &editor.id, WAITING);
    Ok(assignment::lease_from(tx, Desk::pair(KIND), &editor.id, app.now(), read)?)
}

/// The questions that an editor has reviewed, of those that wait for reviews.
pub fn reviewed_by(tx: &mut Tx<'_>, editor: &Player) -> store::Result<BTreeSet<String>> {
    let waiting = question::waiting(tx, KIND, &editor.id, WAITING)?;
    let reviewed = waiting.into_iter().filter(|it| it.is_reviewed_by(&editor.id));
    Ok(reviewed.map(|it| it.item_id).collect())
}

/// The questions that an editor may review: submitted by somebody else who is not blocked.
pub fn waiting_for(tx: &mut Tx<'_>, editor: &Player) -> Result<Vec<Question>, Error> {
    let blocked: BTreeSet<String> =
        block::all(tx)?.into_iter().map(|block| block.writer_id).collect();
    let mut waiting = question::in_state(tx, State::Submitted, WAITING)?;
    waiting.retain(|it| it.writer_id != editor.id && !blocked.contains(&it.writer_id));
    Ok(waiting)
}

/// Gives many questions the same review: each counts as one of two, as if they had been handed out
/// one by one. Returns how many the editor has reviewed now, and how many of these are decided.
pub fn review_many(
    tx: &mut Tx<'_>,
    app: &Instance,
    editor: &Player,
    ids: &[String],
    new: &NewReview<'_>,
) -> Result<(usize, usize), Error> {
    if new.verdict == Verdict::Accept {
        let why = "Accept questions one by one: each needs to be read.";
        return Err(Error::Refused(why.to_owned()));
    }
    if ids.is_empty() {
        return Err(Error::Refused("Tick at least one question.".to_owned()));
    }
    check_comment(new)?;
    let (mut reviewed, mut decided) = (0, 0);
    for id in ids {
        let mut question = question::find_for_update(tx, id)?;
        let is_waiting = question.state == State::Submitted && question.writer_id != editor.id;
        if !is_waiting || decide(&verdicts(tx, id)?) == Decision::Split {
            continue;
        }
        if !assignment::review_without_lease(tx, KIND, &new.of(id, editor, app.now()))? {
            continue;
        }
        reviewed += 1;
        if let Decision::Decided(verdict) = decide(&verdicts(tx, id)?) {
            settle(tx, app, &mut question, verdict)?;
            decided += 1;
        }
    }
    Ok((reviewed, decided))
}

/// An editor's review as it was typed.
#[derive(Clone, Debug)]
pub struct NewReview<'a> {
    pub verdict: Verdict,
    pub comment: &'a str,
    /// The phenomena of the question.
    pub marks: BTreeSet<String>,
}

impl NewReview<'_> {
    fn of(&self, id: &str, editor: &Player, now: i64) -> Review {
        Review {
            item_id: id.to_owned(),
            reviewer_id: editor.id.clone(),
            reviewed_at: now,
            verdict: self.verdict.name().to_owned(),
            comment: self.comment.to_owned(),
            marks: self.marks.iter().cloned().collect(),
        }
    }
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
    if !assignment::review(tx, KIND, &new.of(id, editor, now))? {
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
    let mailer = &mut Mailer { tx, at: &app.moment(), settings: &app.settings };
    mail::decision(mailer, question, verdict)
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
