//! Revisions: each saved state of a question, with the machines' guesses at that moment.

use luna_core::quiz::question::State;

use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

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
            "watching",
            "is_public",
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
        /// The ids of the machines that the writer saw besides the search guesser, with spaces
        /// between.
        pub watching: String,
        /// The writer lets it be published with the question.
        pub is_public: bool,
    }
}

record! {
    /// How machines fared on the last revision of a question.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MachineResults {
        pub question_id: String,
        /// JSON, as in the revision.
        pub machines: String,
        pub machine_count: i64,
        pub tricked: i64,
    }
}

/// Revisions that a question has. A further one takes the place of the last.
pub const MOST: i64 = 1_000;

/// Adds a revision after the last of a question that is held; its number is given. One that
/// changes nothing is not added.
pub fn add(tx: &mut Tx<'_>, question_id: &str, revision: &Revision) -> Result<i64> {
    let last = last(tx, question_id)?;
    if let Some(last) = &last
        && (&last.text, &last.answer_line, &last.page, &last.watching)
            == (&revision.text, &revision.answer_line, &revision.page, &revision.watching)
    {
        // Machines that were not asked this time have said what they think.
        if revision.machine_count == 0 {
            return Ok(last.seq);
        }
        update(tx, question_id, &Revision { seq: last.seq, ..revision.clone() })?;
        return Ok(last.seq);
    }
    let seq = last.map_or(0, |last| last.seq) + 1;
    let seq = if seq > MOST {
        run!(
            tx,
            "DELETE FROM quiz_revision WHERE question_id = $1 AND seq = $2",
            question_id,
            MOST
        );
        MOST
    } else {
        seq
    };
    run!(
        tx,
        "INSERT INTO quiz_revision (question_id, seq, at, text, answer_line, page, machines,
                                    machine_count, tricked, watching)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        question_id,
        seq,
        revision.at,
        revision.text,
        revision.answer_line,
        revision.page,
        revision.machines,
        revision.machine_count,
        revision.tricked,
        revision.watching,
    );
    Ok(seq)
}

/// Replaces what the machines say about a revision.
pub fn update(tx: &mut Tx<'_>, question_id: &str, revision: &Revision) -> Result<()> {
    run!(
        tx,
        "UPDATE quiz_revision SET machines = $3, machine_count = $4, tricked = $5
         WHERE question_id = $1 AND seq = $2",
        question_id,
        revision.seq,
        revision.machines,
        revision.machine_count,
        revision.tricked,
    );
    Ok(())
}

/// Sets which revisions of a question may be published with it: these, and no others.
pub fn set_public(tx: &mut Tx<'_>, question_id: &str, seqs: &[i64]) -> Result<()> {
    run!(tx, "UPDATE quiz_revision SET is_public = FALSE WHERE question_id = $1", question_id);
    for seq in seqs {
        run!(
            tx,
            "UPDATE quiz_revision SET is_public = TRUE WHERE question_id = $1 AND seq = $2",
            question_id,
            seq,
        );
    }
    Ok(())
}

/// The revisions of a question from one on, oldest first.
pub fn since(tx: &mut Tx<'_>, question_id: &str, seq: i64) -> Result<Vec<Revision>> {
    Ok(rows!(
        tx,
        "SELECT seq, at, text, answer_line, page, machines, machine_count, tricked,
                watching, is_public
         FROM quiz_revision WHERE question_id = $1 AND seq >= $2 ORDER BY seq",
        question_id,
        seq,
    ))
}

pub fn last(tx: &mut Tx<'_>, question_id: &str) -> Result<Option<Revision>> {
    Ok(row!(
        tx,
        "SELECT seq, at, text, answer_line, page, machines, machine_count, tricked,
                watching, is_public
         FROM quiz_revision WHERE question_id = $1 ORDER BY seq DESC LIMIT 1",
        question_id,
    ))
}

/// All revisions of a question, oldest first.
pub fn all(tx: &mut Tx<'_>, question_id: &str) -> Result<Vec<Revision>> {
    since(tx, question_id, 1)
}

/// How machines fared on the last revision of each question in a state.
pub fn last_in_state(tx: &mut Tx<'_>, state: State) -> Result<Vec<MachineResults>> {
    Ok(rows!(
        tx,
        "SELECT r.question_id, r.machines, r.machine_count, r.tricked
         FROM quiz_question q JOIN quiz_revision r ON r.question_id = q.id
         WHERE q.state = $1
               AND r.seq = (SELECT max(l.seq) FROM quiz_revision l WHERE l.question_id = q.id)",
        state.name(),
    ))
}
