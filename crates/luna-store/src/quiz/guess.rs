//! Guesses of registered machines at the beginnings of a question under writing.
//!
//! They outlive the task that asked for them, which is deleted after a while.

use serde_json::Value;

use super::revision;
use crate::player::placeholder;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "quiz_guess",
    key: &["question_id", "machine_id", "heard"],
    columns: &[(
        Class::Exported,
        &[
            "question_id",
            "machine_id",
            "heard",
            "seq",
            "task_id",
            "asked_at",
            "ended_at",
            "reply",
            "problem",
        ],
    )],
    erasure: Erasure::With("quiz_question"),
};

record! {
    /// What one machine was asked about one beginning, and what came of it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Guess {
        pub machine_id: String,
        /// The hash of the text that it has heard.
        pub heard: String,
        /// The revision that it was asked about.
        pub seq: i64,
        /// None: it could not be asked.
        pub task_id: Option<String>,
        pub asked_at: i64,
        /// None: it has not answered yet.
        pub ended_at: Option<i64>,
        /// JSON. There is none if the machine has declined, or if there is a problem.
        pub reply: Option<String>,
        pub problem: Option<String>,
    }
}

/// Keeps what a machine was asked. An earlier attempt at the same text is forgotten.
pub fn put(tx: &mut Tx<'_>, question_id: &str, guess: &Guess) -> Result<()> {
    run!(
        tx,
        "INSERT INTO quiz_guess (question_id, machine_id, heard, seq, task_id, asked_at, ended_at,
                                 reply, problem)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (question_id, machine_id, heard) DO UPDATE SET
             seq = excluded.seq, task_id = excluded.task_id, asked_at = excluded.asked_at,
             ended_at = excluded.ended_at, reply = excluded.reply, problem = excluded.problem",
        question_id,
        guess.machine_id,
        guess.heard,
        guess.seq,
        guess.task_id,
        guess.asked_at,
        guess.ended_at,
        guess.reply,
        guess.problem,
    );
    Ok(())
}

/// Ends the guess that a task asked for.
pub fn end(
    tx: &mut Tx<'_>,
    task_id: &str,
    now: i64,
    (reply, problem): (Option<&str>, Option<&str>),
) -> Result<()> {
    run!(
        tx,
        "UPDATE quiz_guess SET ended_at = $2, reply = $3, problem = $4
         WHERE task_id = $1 AND ended_at IS NULL",
        task_id,
        now,
        reply,
        problem,
    );
    Ok(())
}

/// The question that a task was asked for, and the first revision that it is about.
pub fn question_of(tx: &mut Tx<'_>, task_id: &str) -> Result<Option<(String, i64)>> {
    Ok(row!(tx, "SELECT question_id, seq FROM quiz_guess WHERE task_id = $1", task_id))
}

/// The guesses of a machine at a question, in the order in which it was asked.
pub fn of_machine(tx: &mut Tx<'_>, question_id: &str, machine_id: &str) -> Result<Vec<Guess>> {
    Ok(rows!(
        tx,
        "SELECT machine_id, heard, seq, task_id, asked_at, ended_at, reply, problem
         FROM quiz_guess WHERE question_id = $1 AND machine_id = $2 ORDER BY asked_at, heard",
        question_id,
        machine_id,
    ))
}

/// The guesses of all machines at a question.
pub(crate) fn all(tx: &mut Tx<'_>, question_id: &str) -> Result<Vec<Guess>> {
    Ok(rows!(
        tx,
        "SELECT machine_id, heard, seq, task_id, asked_at, ended_at, reply, problem
         FROM quiz_guess WHERE question_id = $1 ORDER BY asked_at, machine_id, heard",
        question_id,
    ))
}

/// Deletes the guesses of a machine, and its name and words in the revisions of questions.
pub(crate) fn forget_machine(tx: &mut Tx<'_>, machine_id: &str) -> Result<()> {
    let questions: Vec<(String,)> = rows!(
        tx,
        "SELECT DISTINCT question_id FROM quiz_guess WHERE machine_id = $1 ORDER BY question_id",
        machine_id,
    );
    for (question_id,) in questions {
        for mut revision in revision::all(tx, &question_id)? {
            let mut machines: Vec<Value> =
                serde_json::from_str(&revision.machines).map_err(Error::corrupt)?;
            for own in machines.iter_mut().filter(|it| it["machine"] == machine_id) {
                own["name"] = placeholder(machine_id).into();
                own["guesses"] = Value::Array(Vec::new());
                own["sentences"] = Value::Array(Vec::new());
            }
            revision.machines = Value::Array(machines).to_string();
            revision::update(tx, &question_id, &revision)?;
        }
    }
    run!(tx, "DELETE FROM quiz_guess WHERE machine_id = $1", machine_id);
    Ok(())
}
