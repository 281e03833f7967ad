//! The mail about a decision of editors.

use luna_core::quiz::question::Verdict;
use luna_store as store;
use luna_store::quiz::question::Question;

use crate::error::Error;
use crate::format::date;
use crate::mail::{Letter, Mailer};

/// To the writer of a question, when editors have decided about it.
pub(super) fn decision(
    mailer: &mut Mailer<'_, '_>,
    question: &Question,
    verdict: Verdict,
) -> Result<(), Error> {
    let writer = store::player::find(mailer.tx, &question.writer_id)?;
    let wants = writer.verified && writer.wants_mail;
    let Some(address) = writer.email.filter(|_| wants) else { return Ok(()) };
    let embargo = question.embargo_until.filter(|until| *until > mailer.at.now);
    let (subject, line) = match (verdict, embargo) {
    (Verdict::Accept, None) => (
        "Your question was accepted",
        "The editors have accepted one of your questions. It can now be played in the reading room.".into(),
    ),
    (Verdict::Accept, Some(until)) => (
        "Your question was accepted",
        format!(
            "The editors have accepted one of your questions. It will be published after your embargo, on {}.",
            date(until)
        ),
    ),
    (Verdict::Return, _) => (
        "The editors ask for changes",
        "The editors have returned one of your questions with comments. Change it and submit it \
         again whenever you like."
            .into(),
    ),
    (Verdict::Reject, _) => (
        "Your question was rejected",
        "The editors have rejected one of your questions. Their reasons are on its page.".into(),
    ),
};
    let page = format!("{}/quiz/write/{}", mailer.settings.public_url, question.id);
    let letter = Letter::once(subject, [line], "Your question", page);
    mailer.send(&letter, "decision", &writer.id, &address)
}
