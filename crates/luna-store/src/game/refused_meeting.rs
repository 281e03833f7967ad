//! Meetings that did not take place because a person is related to the owner of a machine: their
//! number for each machine and day, for operators.

use crate::context::Context;
use crate::error::Result;
use crate::table::{Class, Erasure, Table, reason};
use crate::tx::Tx;

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

record! {
    /// A machine that was kept from people related to its owner.
    #[derive(Clone, Debug)]
    pub struct RefusedMeetings {
        /// The id of its first version.
        pub line: String,
        pub machine: String,
        /// None if the owner has been erased.
        pub owner_id: Option<String>,
        pub owner: Option<String>,
        pub times: i64,
        pub last_at: i64,
    }
}

/// The machines that were kept from people most often in the last 30 days.
pub fn refused_meetings(tx: &mut Tx<'_>, now: i64, limit: i64) -> Result<Vec<RefusedMeetings>> {
    Ok(rows!(
        tx,
        "SELECT r.line, p.name, o.id, o.name, CAST(SUM(r.times) AS BIGINT), MAX(r.last_at)
         FROM refused_meeting r
         JOIN player p ON p.id = r.line
         JOIN machine m ON m.player_id = r.line
         LEFT JOIN player o ON o.id = m.owner_id AND o.erased_at IS NULL
         WHERE r.day > $1
         GROUP BY r.line, p.name, o.id, o.name
         ORDER BY 5 DESC, 6 DESC, r.line LIMIT $2",
        now.div_euclid(DAY_MS) - DAYS,
        limit,
    ))
}

/// Deletes old counts. Returns how many.
pub(crate) fn sweep(tx: &mut Tx<'_>, now: i64) -> Result<u64> {
    Ok(run!(tx, "DELETE FROM refused_meeting WHERE day <= $1", now.div_euclid(DAY_MS) - DAYS))
}
