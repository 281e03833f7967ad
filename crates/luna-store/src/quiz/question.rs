//! Questions that people write, from the first draft to their publication.

use luna_core::quiz::question::State;

use super::{source, tossup};
use crate::job::assignment::Waiting;
use crate::player;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "quiz_question",
    key: &["id"],
    columns: &[(
        Class::Exported,
        &[
            "id",
            "writer_id",
            "state",
            "text",
            "answer_line",
            "page",
            "category",
            "difficulty",
            "rewrites",
            "round_id",
            "condition",
            "watching",
            "credit",
            "licence",
            "embargo_until",
            "created_at",
            "changed_at",
            "submitted_at",
            "decided_at",
            "tossup_id",
            "taken_down_at",
            "taken_down_why",
        ],
    )],
    erasure: Erasure::ErasedAt(forget),
};

/// A question with its author and its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub id: String,
    pub writer_id: String,
    pub state: State,
    pub text: String,
    pub answer_line: String,
    /// The answer picked from the list; empty: none yet.
    pub page: String,
    pub category: String,
    pub difficulty: String,
    /// The tossup that it started from.
    pub rewrites: Option<String>,
    pub round_id: Option<String>,
    /// The machines that the writer sees: `search` alone, or `named` ones too.
    pub condition: String,
    /// The ids of those, with spaces between.
    pub watching: String,
    /// A name or pseudonym; empty: none.
    pub credit: String,
    pub licence: String,
    pub embargo_until: Option<i64>,
    pub created_at: i64,
    pub changed_at: i64,
    pub submitted_at: Option<i64>,
    pub decided_at: Option<i64>,
    /// The tossup that it was published as.
    pub tossup_id: Option<String>,
    pub taken_down_at: Option<i64>,
    /// An editor's reason; empty if the writer has taken it down.
    pub taken_down_why: String,
}

record! {
    struct Row {
        id: String,
        writer_id: String,
        state: String,
        text: String,
        answer_line: String,
        page: String,
        category: String,
        difficulty: String,
        rewrites: Option<String>,
        round_id: Option<String>,
        condition: String,
        watching: String,
        credit: String,
        licence: String,
        embargo_until: Option<i64>,
        created_at: i64,
        changed_at: i64,
        submitted_at: Option<i64>,
        decided_at: Option<i64>,
        tossup_id: Option<String>,
        taken_down_at: Option<i64>,
        taken_down_why: String,
    }
}

impl Row {
    fn into_question(self) -> Result<Question> {
        Ok(Question {
            state: State::from_name(&self.state)
                .ok_or_else(|| Error::corrupt("an unknown state of a question"))?,
            id: self.id,
            writer_id: self.writer_id,
            text: self.text,
            answer_line: self.answer_line,
            page: self.page,
            category: self.category,
            difficulty: self.difficulty,
            rewrites: self.rewrites,
            round_id: self.round_id,
            condition: self.condition,
            watching: self.watching,
            credit: self.credit,
            licence: self.licence,
            embargo_until: self.embargo_until,
            created_at: self.created_at,
            changed_at: self.changed_at,
            submitted_at: self.submitted_at,
            decided_at: self.decided_at,
            tossup_id: self.tossup_id,
            taken_down_at: self.taken_down_at,
            taken_down_why: self.taken_down_why,
        })
    }
}

/// Begins a draft.
pub fn create(tx: &mut Tx<'_>, question: &Question) -> Result<()> {
    player::require_here(tx, &question.writer_id)?;
    run!(
        tx,
        "INSERT INTO quiz_question (id, writer_id, state, text, answer_line, page, category,
                                    difficulty, condition, credit, licence, created_at, changed_at)
         VALUES ($1, $2, $3, '', '', '', '', '', $4, $5, $6, $7, $7)",
        question.id,
        question.writer_id,
        State::Draft.name(),
        question.condition,
        question.credit,
        question.licence,
        question.created_at,
    );
    save(tx, question)
}

/// Holds a question for a change: two requests about it take turns.
pub fn find_for_update(tx: &mut Tx<'_>, id: &str) -> Result<Question> {
    tx.lock("SELECT 1 FROM quiz_question WHERE id = $1 FOR UPDATE", id)?;
    find(tx, id)
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Question> {
    let row: Option<Row> = row!(
        tx,
        "SELECT id, writer_id, state, text, answer_line, page, category, difficulty, rewrites,
                round_id, condition, watching, credit, licence, embargo_until, created_at,
                changed_at, submitted_at, decided_at, tossup_id, taken_down_at, taken_down_why
         FROM quiz_question WHERE id = $1",
        id,
    );
    row.ok_or(Error::NotFound)?.into_question()
}

/// Saves a question as it is now.
pub fn save(tx: &mut Tx<'_>, question: &Question) -> Result<()> {
    run!(
        tx,
        "UPDATE quiz_question
         SET state = $2, text = $3, answer_line = $4, page = $5, category = $6, difficulty = $7,
             rewrites = $8, round_id = $9, condition = $10, credit = $11, licence = $12,
             changed_at = $13, watching = $14
         WHERE id = $1",
        question.id,
        question.state.name(),
        question.text,
        question.answer_line,
        question.page,
        question.category,
        question.difficulty,
        question.rewrites,
        question.round_id,
        question.condition,
        question.credit,
        question.licence,
        question.changed_at,
        question.watching,
    );
    run!(
        tx,
        "UPDATE quiz_question
         SET embargo_until = $2, submitted_at = $3, decided_at = $4, tossup_id = $5,
             taken_down_at = $6, taken_down_why = $7
         WHERE id = $1",
        question.id,
        question.embargo_until,
        question.submitted_at,
        question.decided_at,
        question.tossup_id,
        question.taken_down_at,
        question.taken_down_why,
    );
    tx.touch(&topic(&question.id));
    Ok(())
}

/// The topic of the pages about a question.
pub fn topic(id: &str) -> String {
    format!("quiz-question:{id}")
}

/// The questions of a writer, the last changed first.
pub fn of_writer(tx: &mut Tx<'_>, writer_id: &str, limit: i64) -> Result<Vec<Question>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, writer_id, state, text, answer_line, page, category, difficulty, rewrites,
                round_id, condition, watching, credit, licence, embargo_until, created_at,
                changed_at, submitted_at, decided_at, tossup_id, taken_down_at, taken_down_why
         FROM quiz_question WHERE writer_id = $1 ORDER BY changed_at DESC, id DESC LIMIT $2",
        writer_id,
        limit,
    );
    rows.into_iter().map(Row::into_question).collect()
}

/// The questions in a state, those submitted longest ago first.
pub fn in_state(tx: &mut Tx<'_>, state: State, limit: i64) -> Result<Vec<Question>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, writer_id, state, text, answer_line, page, category, difficulty, rewrites,
                round_id, condition, watching, credit, licence, embargo_until, created_at,
                changed_at, submitted_at, decided_at, tossup_id, taken_down_at, taken_down_why
         FROM quiz_question WHERE state = $1 ORDER BY submitted_at, id LIMIT $2",
        state.name(),
        limit,
    );
    rows.into_iter().map(Row::into_question).collect()
}

/// The questions that an editor may review, beside their assignments of a kind: submitted by
/// somebody else who is not blocked. Of all that are submitted, so many are looked at, those submitted
/// longest ago.
pub fn waiting(tx: &mut Tx<'_>, kind: &str, editor_id: &str, limit: i64) -> Result<Vec<Waiting>> {
    Ok(rows!(
        tx,
        "SELECT q.id, COALESCE(q.submitted_at, q.created_at), a.reviewer_id, a.leased_until,
                a.reviewed_at
         FROM quiz_question q
         LEFT JOIN assignment a ON a.kind = $1 AND a.item_id = q.id AND NOT a.superseded
         WHERE q.id IN (SELECT id FROM quiz_question WHERE state = 'submitted'
                        ORDER BY submitted_at, id LIMIT $3)
               AND q.writer_id <> $2
               AND NOT EXISTS (SELECT 1 FROM quiz_block b WHERE b.writer_id = q.writer_id)",
        kind,
        editor_id,
        limit,
    ))
}

/// The number of questions that wait for a decision.
pub fn count_submitted(tx: &mut Tx<'_>) -> Result<i64> {
    let count: Option<(i64,)> =
        row!(tx, "SELECT count(*) FROM quiz_question WHERE state = $1", State::Submitted.name());
    Ok(count.map_or(0, |(count,)| count))
}

/// Questions of a writer, but one, that were submitted since a time.
pub fn submitted_since(tx: &mut Tx<'_>, writer_id: &str, but: &str, since: i64) -> Result<i64> {
    let found: Option<(i64,)> = row!(
        tx,
        "SELECT count(*) FROM quiz_question WHERE writer_id = $1 AND id <> $2 AND submitted_at > $3",
        writer_id,
        but,
        since,
    );
    Ok(found.map_or(0, |(count,)| count))
}

/// Returns true if editors have accepted a question of a writer.
pub fn has_accepted(tx: &mut Tx<'_>, writer_id: &str) -> Result<bool> {
    let found: Option<(String,)> = row!(
        tx,
        "SELECT id FROM quiz_question
         WHERE writer_id = $1 AND state IN ('accepted', 'published') LIMIT 1",
        writer_id,
    );
    Ok(found.is_some())
}

/// Drafts that a writer has begun since a time.
pub fn begun_since(tx: &mut Tx<'_>, writer_id: &str, since: i64) -> Result<i64> {
    let found: Option<(i64,)> = row!(
        tx,
        "SELECT count(*) FROM quiz_question WHERE writer_id = $1 AND created_at > $2",
        writer_id,
        since,
    );
    Ok(found.map_or(0, |(count,)| count))
}

/// Publishes an accepted question as a tossup, which the question then names.
pub fn publish(tx: &mut Tx<'_>, question: &mut Question, draw: i64, now: i64) -> Result<()> {
    let known = source::find(tx, source::WRITTEN);
    if matches!(known, Err(Error::NotFound)) {
        let source = source::Source {
            id: source::WRITTEN.to_owned(),
            name: "Written here".to_owned(),
            format: "written".to_owned(),
            checksum: source::WRITTEN.to_owned(),
            licence: "as each question says".to_owned(),
            imported_at: now,
            tossups: 0,
            answers: 0,
            is_secret: true,
            undone_at: None,
            pages: 0,
        };
        source::add(tx, &source)?;
    }
    let tossup = tossup::Tossup {
        id: question.id.clone(),
        source_id: source::WRITTEN.to_owned(),
        number: 0,
        packet: question.credit.clone(),
        text: question.text.clone(),
        answer_line: question.answer_line.clone(),
        page: Some(question.page.clone()).filter(|page| !page.is_empty()),
        category: question.category.clone(),
        subcategory: String::new(),
        difficulty: question.difficulty.clone(),
        withdrawn_at: None,
    };
    tossup::publish(tx, &tossup, draw)?;
    question.tossup_id = Some(tossup.id);
    question.state = State::Published;
    save(tx, question)
}

/// Deletes what somebody has written; a published question leaves the reading room without its
/// words.
fn forget(tx: &mut Tx<'_>, writer_id: &str, now: i64) -> Result<()> {
    for question in of_writer(tx, writer_id, i64::MAX)? {
        if let Some(id) = &question.tossup_id {
            tossup::withdraw(tx, id, now)?;
        }
        run!(tx, "DELETE FROM assignment WHERE kind = 'quiz' AND item_id = $1", question.id,);
        run!(tx, "DELETE FROM quiz_finding WHERE question_id = $1", question.id);
        run!(tx, "DELETE FROM quiz_guess WHERE question_id = $1", question.id);
        run!(tx, "DELETE FROM quiz_revision WHERE question_id = $1", question.id);
        run!(tx, "DELETE FROM quiz_question WHERE id = $1", question.id);
    }
    Ok(())
}

/// The questions of a writer, oldest first, for their download.
pub(crate) fn all_of(tx: &mut Tx<'_>, writer_id: &str) -> Result<Vec<Question>> {
    let mut all = of_writer(tx, writer_id, i64::MAX)?;
    all.reverse();
    Ok(all)
}
