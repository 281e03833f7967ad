//! Different answers to items. Each is scored once, for all sittings that have it, so that scorers
//! cannot know whose it is.

use luna_core::battery::{HumanScore, KeyScore};

use super::RESULTS;
use crate::job::assignment::Waiting;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "battery_answer",
    key: &["id"],
    columns: &[(
        Class::Exported,
        &[
            "id",
            "form",
            "item",
            "text",
            "points",
            "confidence",
            "is_recognized",
            "is_unchildlike",
            "waiting_since",
            "settled_at",
            "people_points",
            "people_nonsense",
            "people_unchildlike",
        ],
    )],
    erasure: Erasure::With("battery_sitting"),
};

/// The kind of the assignments of answers to scorers.
pub const KIND: &str = "battery";

/// An answer with the scores of the key and of people.
#[derive(Clone, Debug, PartialEq)]
pub struct BatteryAnswer {
    /// Derived from form, item and text, so that the same answer is the same row.
    pub id: String,
    pub form: String,
    pub item: String,
    pub text: String,
    pub by_key: KeyScore,
    /// The time at which it was put to scorers; none if it was not.
    pub waiting_since: Option<i64>,
    /// None as long as the scorers have not settled it.
    pub by_people: Option<HumanScore>,
}

record! {
    pub(super) struct Row {
        pub(super) id: String,
        pub(super) form: String,
        pub(super) item: String,
        pub(super) text: String,
        pub(super) points: i64,
        pub(super) confidence: f64,
        pub(super) is_recognized: bool,
        pub(super) is_unchildlike: bool,
        pub(super) waiting_since: Option<i64>,
        pub(super) settled_at: Option<i64>,
        pub(super) people_points: Option<i64>,
        pub(super) people_nonsense: Option<bool>,
        pub(super) people_unchildlike: Option<bool>,
    }
}

impl Row {
    pub(super) fn into_answer(self) -> Result<BatteryAnswer> {
        let byte = |points: i64| u8::try_from(points).map_err(Error::corrupt);
        let by_people = match self.people_points {
            None => None,
            Some(points) => Some(HumanScore {
                points: byte(points)?,
                is_nonsense: self.people_nonsense.unwrap_or(false),
                is_unchildlike: self.people_unchildlike.unwrap_or(false),
            }),
        };
        let by_key = KeyScore {
            points: byte(self.points)?,
            confidence: self.confidence,
            is_recognized: self.is_recognized,
            is_unchildlike: self.is_unchildlike,
        };
        let Row { id, form, item, text, waiting_since, .. } = self;
        Ok(BatteryAnswer { id, form, item, text, by_key, waiting_since, by_people })
    }
}

/// Keeps an answer. One that is there already stays as people have settled it, and keeps the time since
/// when it waits; the key scores it again.
pub fn keep(tx: &mut Tx<'_>, new: &BatteryAnswer) -> Result<()> {
    run!(
        tx,
        "INSERT INTO battery_answer (id, form, item, text, points, confidence, is_recognized,
                                     is_unchildlike, waiting_since)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (id) DO UPDATE SET
             points = excluded.points, confidence = excluded.confidence,
             is_recognized = excluded.is_recognized, is_unchildlike = excluded.is_unchildlike,
             waiting_since = COALESCE(battery_answer.waiting_since, excluded.waiting_since)",
        new.id,
        new.form,
        new.item,
        new.text,
        i64::from(new.by_key.points),
        new.by_key.confidence,
        new.by_key.is_recognized,
        new.by_key.is_unchildlike,
        new.waiting_since,
    );
    tx.touch(RESULTS);
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<BatteryAnswer> {
    let row: Option<Row> = row!(
        tx,
        "SELECT id, form, item, text, points, confidence, is_recognized, is_unchildlike,
                waiting_since, settled_at, people_points, people_nonsense, people_unchildlike
         FROM battery_answer WHERE id = $1",
        id,
    );
    row.ok_or(Error::NotFound)?.into_answer()
}

/// The same, held until the transaction ends.
pub fn find_for_update(tx: &mut Tx<'_>, id: &str) -> Result<BatteryAnswer> {
    tx.lock("SELECT 1 FROM battery_answer WHERE id = $1 FOR UPDATE", id)?;
    find(tx, id)
}

/// The answers that wait for scorers, beside their assignments: so many, the oldest.
pub fn waiting(tx: &mut Tx<'_>, limit: i64) -> Result<Vec<Waiting>> {
    Ok(rows!(
        tx,
        "SELECT w.id, w.waiting_since, a.reviewer_id, a.leased_until, a.reviewed_at
         FROM battery_answer w
         LEFT JOIN assignment a ON a.kind = $1 AND a.item_id = w.id AND NOT a.superseded
         WHERE w.id IN (SELECT id FROM battery_answer
                        WHERE settled_at IS NULL AND waiting_since IS NOT NULL
                              AND waiting_since > 0
                        ORDER BY waiting_since, id LIMIT $2)",
        KIND,
        limit,
    ))
}

/// The number of answers that wait for scorers.
pub fn count_waiting(tx: &mut Tx<'_>) -> Result<i64> {
    let count: Option<(i64,)> = row!(
        tx,
        "SELECT count(*) FROM battery_answer
         WHERE settled_at IS NULL AND waiting_since IS NOT NULL AND waiting_since > 0",
    );
    Ok(count.map_or(0, |(count,)| count))
}

/// The answers that people have settled, the latest first.
pub fn settled(tx: &mut Tx<'_>, limit: i64) -> Result<Vec<BatteryAnswer>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, form, item, text, points, confidence, is_recognized, is_unchildlike,
                waiting_since, settled_at, people_points, people_nonsense, people_unchildlike
         FROM battery_answer WHERE settled_at IS NOT NULL AND settled_at > 0
         ORDER BY settled_at DESC, id DESC LIMIT $1",
        limit,
    );
    rows.into_iter().map(Row::into_answer).collect()
}

/// Keeps what the scorers' verdicts add up to.
pub fn settle(tx: &mut Tx<'_>, id: &str, score: HumanScore, now: i64) -> Result<()> {
    run!(
        tx,
        "UPDATE battery_answer SET settled_at = $2, people_points = $3, people_nonsense = $4,
                people_unchildlike = $5
         WHERE id = $1",
        id,
        now,
        i64::from(score.points),
        score.is_nonsense,
        score.is_unchildlike,
    );
    tx.touch(RESULTS);
    Ok(())
}
