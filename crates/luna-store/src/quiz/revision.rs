//! Revisions: each saved state of a question, with the machines' guesses at that moment.

use crate::error::Result;
use crate::table::{Class, Erasure, Table};
use crate::tx::Tx;

pub(crate) const TABLE: Table = Table {
    name: "quiz_revision",
    key: &["question_id", "seq"],
    columns: &[(
        Class::Exported,
        &[
            "question_id",
            "seq",
            "at",
            "text",
            "answer_line",
            "page",
            "machines",
            "machine_count",
            "tricked",
        ],
    )],
    erasure: Erasure::With("quiz_question"),
};

record! {
    /// One saved state of a question.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Revision {
        pub seq: i64,
        pub at: i64,
        pub text: String,
        pub answer_line: String,
        pub page: String,
        /// JSON: each machine's guesses, evidence and buzz.
        pub machines: String,
        pub machine_count: i64,
        pub tricked: i64,
    }
}

/// Adds a revision after the last of a question that is held; its number is given. One that
/// changes nothing is not added.
pub fn add(tx: &mut Tx<'_>, question_id: &str, revision: &Revision) -> Result<i64> {
    let last = last(tx, question_id)?;
    if let Some(last) = &last
        && (&last.text, &last.answer_line, &last.page)
            == (&revision.text, &revision.answer_line, &revision.page)
    {
        // Machines that were not asked this time have said what they think.
        if revision.machine_count == 0 {
            return Ok(last.seq);
        }
        run!(
            tx,
            "UPDATE quiz_revision SET machines = $3, machine_count = $4, tricked = $5
             WHERE question_id = $1 AND seq = $2",
            question_id,
            last.seq,
            revision.machines,
            revision.machine_count,
            revision.tricked,
        );
        return Ok(last.seq);
    }
    let seq = last.map_or(0, |last| last.seq) + 1;
    run!(
        tx,
        "INSERT INTO quiz_revision (question_id, seq, at, text, answer_line, page, machines,
                                    machine_count, tricked)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        question_id,
        seq,
        revision.at,
        revision.text,
        revision.answer_line,
        revision.page,
        revision.machines,
        revision.machine_count,
        revision.tricked,
    );
    Ok(seq)
}

pub fn last(tx: &mut Tx<'_>, question_id: &str) -> Result<Option<Revision>> {
    Ok(row!(
        tx,
        "SELECT seq, at, text, answer_line, page, machines, machine_count, tricked
         FROM quiz_revision WHERE question_id = $1 ORDER BY seq DESC LIMIT 1",
        question_id,
    ))
}

/// All revisions of a question, oldest first.
pub fn all(tx: &mut Tx<'_>, question_id: &str) -> Result<Vec<Revision>> {
    Ok(rows!(
        tx,
        "SELECT seq, at, text, answer_line, page, machines, machine_count, tricked
         FROM quiz_revision WHERE question_id = $1 ORDER BY seq",
        question_id,
    ))
}
