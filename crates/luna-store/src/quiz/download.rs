//! The part of a download about trivia: plays, and questions with their revisions.

use luna_core::quiz::play::Outcome;
use serde_json::{Value, json};

use super::{block, finding, guess, play, question, revision};
use crate::discipline::section::Section;
use crate::tx::Tx;
use crate::tx::error::Result;

pub(super) const SECTIONS: &[(&str, Section)] = &[
    ("plays", Section::Whole(|tx, id| Ok(play::of_player(tx, id)?.iter().map(play).collect()))),
    ("questions", Section::Items(questions, question)),
    ("blocked", Section::Whole(blocked)),
];

fn questions(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<String>> {
    Ok(question::all_of(tx, player_id)?.into_iter().map(|it| it.id).collect())
}

/// The block of a writer, if there is one.
fn blocked(tx: &mut Tx<'_>, player_id: &str) -> Result<Value> {
    let found = block::find(tx, player_id)?;
    Ok(found.map_or(
        Value::Null,
        |it| json!({ "writer": it.writer_id, "at": it.blocked_at, "why": it.why }),
    ))
}

/// A play. While it is open, nothing in it says which question it is or how long.
fn play(it: &play::Play) -> Value {
    let is_over = it.outcome.is_some();
    let (tossup, words) = (is_over.then_some(&it.tossup_id), is_over.then_some(it.words));
    json!({
        "id": it.id, "player": it.player_id, "tossup": tossup, "at": it.started_at,
        "word_ms": it.word_ms, "words_by_hand": it.turned, "condition": parsed(&it.condition),
        "buzzed_at": it.buzzed_at, "position": it.position, "words": words,
        "prompted_at": it.prompted_at, "answer": it.answer, "answer_to_prompt": it.more,
        "outcome": it.outcome.map(Outcome::name), "ended_at": it.ended_at,
        "appealed_at": it.appealed_at, "counted": is_over.then_some(it.is_counted),
    })
}

fn question(tx: &mut Tx<'_>, _: &str, id: &str) -> Result<Value> {
    let it = question::find(tx, id)?;
    let revisions = revision::all(tx, &it.id)?;
    let findings = finding::all(tx, &it.id)?;
    let guesses = guess::all(tx, &it.id)?;
    Ok(json!({
        "id": it.id, "writer": it.writer_id, "state": it.state.name(), "text": it.text,
        "answer_line": it.answer_line, "page": it.page, "category": it.category,
        "difficulty": it.difficulty, "rewrites": it.rewrites, "round": it.round_id,
        "condition": it.condition, "watching": it.watching, "credit": it.credit, "licence": it.licence,
        "embargo_until": it.embargo_until, "created_at": it.created_at,
        "changed_at": it.changed_at, "submitted_at": it.submitted_at,
        "decided_at": it.decided_at, "tossup": it.tossup_id,
        "taken_down_at": it.taken_down_at, "taken_down_why": it.taken_down_why,
        "revisions": revisions.iter().map(|it| json!({
            "seq": it.seq, "at": it.at, "text": it.text, "answer_line": it.answer_line,
            "page": it.page, "machines": parsed(&it.machines),
            "machine_count": it.machine_count, "tricked": it.tricked,
            "watching": it.watching, "public": it.is_public,
        })).collect::<Vec<_>>(),
        "guesses": guesses.iter().map(|it| json!({
            "machine": it.machine_id, "heard": it.heard, "seq": it.seq, "task": it.task_id,
            "at": it.asked_at, "ended_at": it.ended_at, "problem": it.problem,
            "reply": it.reply.as_deref().and_then(parsed),
        })).collect::<Vec<_>>(),
        "findings": findings.iter().map(|it| json!({
            "filter": it.filter.name(), "reason": it.reason, "overridden_at": it.overridden_at,
            "override_why": it.override_why,
        })).collect::<Vec<_>>(),
    }))
}

fn parsed(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}
