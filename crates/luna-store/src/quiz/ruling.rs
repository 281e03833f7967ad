//! Editors' rulings about answers. One holds for every play of its tossup, before and after.

use luna_core::quiz::play::Outcome;
use luna_core::quiz::script::Script;

use super::{play, tossup};
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "quiz_ruling",
    key: &["tossup_id", "answer"],
    columns: &[
        (Class::NotPersonal, &["tossup_id", "answer", "is_right", "reason", "ruled_at"]),
        (Class::Withheld(reason::OPERATORS), &["ruled_by"]),
    ],
    erasure: Erasure::Stays("A ruling is about an answer; the editor's name goes with the editor."),
};

record! {
    /// A ruling about an answer in its plain form.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Ruling {
        pub answer: String,
        pub is_right: bool,
        pub reason: String,
        pub ruled_at: i64,
    }
}

pub fn find(tx: &mut Tx<'_>, tossup_id: &str, answer: &str) -> Result<Option<Ruling>> {
    Ok(row!(
        tx,
        "SELECT answer, is_right, reason, ruled_at FROM quiz_ruling
         WHERE tossup_id = $1 AND answer = $2",
        tossup_id,
        answer,
    ))
}

/// A ruling about to be made.
#[derive(Clone, Debug)]
pub struct NewRuling<'a> {
    pub tossup_id: &'a str,
    /// The answer as it was given.
    pub answer: &'a str,
    pub is_right: bool,
    pub reason: &'a str,
    pub ruled_by: &'a str,
}

/// Makes a ruling and scores all plays with this answer by it. `plain` is the form in which two
/// answers are the same. Returns the number of plays whose outcome it has changed.
pub fn make(
    tx: &mut Tx<'_>,
    now: i64,
    ruling: &NewRuling<'_>,
    plain: impl Fn(&str) -> String,
) -> Result<i64> {
    let answer = plain(ruling.answer);
    tossup::hold_for_ruling(tx, ruling.tossup_id)?;
    run!(
        tx,
        "INSERT INTO quiz_ruling (tossup_id, answer, is_right, reason, ruled_by, ruled_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (tossup_id, answer) DO UPDATE
         SET is_right = excluded.is_right, reason = excluded.reason,
             ruled_by = excluded.ruled_by, ruled_at = excluded.ruled_at",
        ruling.tossup_id,
        answer,
        ruling.is_right,
        ruling.reason,
        ruling.ruled_by,
        now,
    );
    let tossup = tossup::find(tx, ruling.tossup_id)?;
    let script = Script::new(&tossup.text);
    let mut changed = 0;
    for play in play::answered(tx, ruling.tossup_id)? {
        let last = play.last_answer().unwrap_or_default();
        if plain(last) != answer {
            continue;
        }
        let position = usize::try_from(play.position.unwrap_or(0)).map_err(Error::corrupt)?;
        let outcome = Outcome::score(&script, position, ruling.is_right);
        if play.outcome != Some(outcome) {
            play::score_again(tx, &play, outcome)?;
            changed += 1;
        }
    }
    Ok(changed)
}
