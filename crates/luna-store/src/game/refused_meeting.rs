//! Meetings that did not take place because a person is related to the owner of a machine: their
//! number for each machine and day, for operators.

use std::collections::BTreeMap;

use crate::discipline::context::Context;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "refused_meeting",
    key: &["line", "day"],
    columns: &[(Class::Withheld(reason::PLACE), &["line", "day", "times", "last_at"])],
    erasure: Erasure::Stays("It counts, by the id of a machine, and is deleted after 30 days."),
};

const DAY_MS: i64 = 86_400_000;
/// The days for which counts are kept.
const DAYS: i64 = 30;

/// Counts that a machine was kept from somebody.
pub(super) fn count(tx: &mut Tx<'_>, at: &Context, line: &str) -> Result<()> {
    run!(
        tx,
        "INSERT INTO refused_meeting (line, day, times, last_at) VALUES ($1, $2, 1, $3)
         ON CONFLICT (line, day) DO UPDATE SET times = refused_meeting.times + 1,
             last_at = excluded.last_at",
        line,
        at.now.div_euclid(DAY_MS),
        at.now,
    );
    Ok(())
}

/// A machine that was kept from people related to its owner.
#[derive(Clone, Debug)]
pub struct RefusedMeetings {
    /// The id of its first version.
    pub line: String,
    pub machine: String,
    /// Id and name; none if the owner has been erased.
    pub owner: Option<(String, String)>,
    pub times: i64,
    pub last_at: i64,
}

/// The machines that were kept from people in the last 30 days, those most often first.
pub fn refused_meetings(tx: &mut Tx<'_>, now: i64) -> Result<Vec<RefusedMeetings>> {
    let rows: Vec<(String, i64, i64)> = rows!(
        tx,
        "SELECT line, times, last_at FROM refused_meeting WHERE day > $1",
        now.div_euclid(DAY_MS) - DAYS,
    );
    let mut counts: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for (line, times, last_at) in rows {
        let count = counts.entry(line).or_default();
        *count = (count.0 + times, count.1.max(last_at));
    }
    let mut all = Vec::new();
    for (line, (times, last_at)) in counts {
        let found: Option<(String, Option<String>, Option<String>)> = row!(
            tx,
            "SELECT p.name, o.id, o.name FROM machine m
             JOIN player p ON p.id = m.player_id
             LEFT JOIN player o ON o.id = m.owner_id AND o.erased_at IS NULL
             WHERE m.player_id = $1",
            line,
        );
        let Some((machine, owner_id, owner)) = found else { continue };
        all.push(RefusedMeetings { line, machine, owner: owner_id.zip(owner), times, last_at });
    }
    all.sort_by(|a, b| b.times.cmp(&a.times).then(a.line.cmp(&b.line)));
    Ok(all)
}

/// Deletes old counts. Returns how many.
pub(crate) fn sweep(tx: &mut Tx<'_>, now: i64) -> Result<u64> {
    Ok(run!(tx, "DELETE FROM refused_meeting WHERE day <= $1", now.div_euclid(DAY_MS) - DAYS))
}
