//! The judgment of an answer: a ruling about it, else the answer line.

use luna_core::quiz::answer_line::{AnswerLine, HeardText, Verdict, plain};
use luna_core::quiz::play::Judgment;
use luna_core::quiz::script::Script;
use luna_store::Tx;
use luna_store::quiz::ruling;

use super::open::OpenPlay;
use crate::error::Error;

/// Judges the answer to a buzz after so many words; after a prompt, together with the first one.
pub(super) fn judge(
    tx: &mut Tx<'_>,
    open: &OpenPlay,
    position: usize,
    given: &str,
) -> Result<Judgment, Error> {
    if let Some(ruling) = ruling::find(tx, &open.tossup.id, &plain(given))? {
        return Ok(if ruling.is_right { Judgment::Right } else { Judgment::Wrong });
    }
    let line = AnswerLine::parse(&open.tossup.answer_line);
    let text = open.script.heard(position);
    let heard = heard(&open.script, position, &text);
    let first = open.play.answer.as_deref().filter(|_| open.rules.prompted_at.is_some());
    Ok(match first {
        Some(first) if line.accepts_after_prompt(first, given, heard) => Judgment::Right,
        Some(_) => Judgment::Wrong,
        None => match line.judge(given, heard) {
            Verdict::Accept => Judgment::Right,
            Verdict::Prompt { .. } => Judgment::Prompt,
            Verdict::Reject => Judgment::Wrong,
        },
    })
}

/// The words to prompt with, if the line has any for the first answer.
pub(super) fn prompt(open: &OpenPlay) -> Option<String> {
    let (first, buzz) = (open.play.answer.as_deref()?, open.rules.buzz?);
    let text = open.script.heard(buzz.position);
    let heard = heard(&open.script, buzz.position, &text);
    match AnswerLine::parse(&open.tossup.answer_line).judge(first, heard) {
        Verdict::Prompt { directed } => directed,
        Verdict::Accept | Verdict::Reject => None,
    }
}

fn heard<'a>(script: &Script, position: usize, text: &'a str) -> HeardText<'a> {
    if position >= script.len() { HeardText::Whole } else { HeardText::Text(text) }
}
