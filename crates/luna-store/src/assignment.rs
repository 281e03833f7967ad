//! Assignments: items handed to reviewers, one reviewer for each lease, and their reviews.

use luna_core::assignment::{Item, LEASE_MS, next};

use crate::error::{Error, Result};
use crate::setting;
use crate::table::{Class, Erasure, Table};
use crate::tx::Tx;

pub(crate) const TABLE: Table = Table {
    name: "assignment",
    key: &["kind", "item_id", "reviewer_id"],
    columns: &[(
        Class::Exported,
        &[
            "kind",
            "item_id",
            "reviewer_id",
            "leased_until",
            "reviewed_at",
            "verdict",
            "comment",
            "marks",
            "superseded",
        ],
    )],
    erasure: Erasure::Erased(forget),
};

/// The row that is locked while a lease is given.
const QUEUE: &str = "assignment";

/// A review of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    pub item_id: String,
    pub reviewer_id: String,
    pub reviewed_at: i64,
    pub verdict: String,
    pub comment: String,
    pub marks: Vec<String>,
}

record! {
    struct Row {
        item_id: String,
        reviewer_id: String,
        leased_until: i64,
        reviewed_at: Option<i64>,
        verdict: Option<String>,
        comment: String,
        marks: String,
    }
}

/// Leases the next item to a reviewer: the one they have a lease of, else the next by the rule.
/// `waiting` are the items that want reviews, each with the time since when it waits; the caller
/// leaves out those that the reviewer must not see, such as their own.
pub fn lease(
    tx: &mut Tx<'_>,
    kind: &str,
    reviewer_id: &str,
    waiting: &[(String, i64)],
    now: i64,
) -> Result<Option<String>> {
    // Two reviewers who ask at once take turns.
    setting::keep_first(tx, QUEUE, "")?;
    tx.lock("SELECT 1 FROM setting WHERE name = $1 FOR UPDATE", QUEUE)?;
    let mut candidates = Vec::new();
    for (item_id, since) in waiting {
        let all = rows_of(tx, kind, item_id)?;
        let mine = all.iter().find(|row| row.reviewer_id == reviewer_id);
        match mine {
            Some(Row { reviewed_at: Some(_), .. }) => continue,
            Some(row) if row.leased_until > now => return Ok(Some(item_id.clone())),
            Some(_) | None => {}
        }
        let in_force = |row: &&Row| {
            row.reviewed_at.is_none() && row.leased_until > now && row.reviewer_id != reviewer_id
        };
        let reviews = all.iter().filter(|row| row.reviewed_at.is_some()).count();
        let leases = all.iter().filter(in_force).count();
        candidates.push(Item { id: item_id, since: *since, reviews, leases });
    }
    let Some(chosen) = next(candidates) else { return Ok(None) };
    run!(
        tx,
        "INSERT INTO assignment (kind, item_id, reviewer_id, leased_until, comment, marks, superseded)
         VALUES ($1, $2, $3, $4, '', '[]', FALSE)
         ON CONFLICT (kind, item_id, reviewer_id) DO UPDATE
         SET leased_until = excluded.leased_until, reviewed_at = NULL, verdict = NULL,
             comment = '', marks = '[]', superseded = FALSE",
        kind,
        chosen,
        reviewer_id,
        now + LEASE_MS,
    );
    Ok(Some(chosen.to_owned()))
}

/// Returns true if a reviewer holds the lease of an item.
pub fn has_lease(
    tx: &mut Tx<'_>,
    kind: &str,
    item_id: &str,
    reviewer_id: &str,
    now: i64,
) -> Result<bool> {
    let all = rows_of(tx, kind, item_id)?;
    Ok(all.iter().any(|row| {
        row.reviewer_id == reviewer_id && row.reviewed_at.is_none() && row.leased_until > now
    }))
}

/// Gives an item back without a review.
pub fn give_back(tx: &mut Tx<'_>, kind: &str, item_id: &str, reviewer_id: &str) -> Result<()> {
    run!(
        tx,
        "DELETE FROM assignment
         WHERE kind = $1 AND item_id = $2 AND reviewer_id = $3 AND reviewed_at IS NULL",
        kind,
        item_id,
        reviewer_id,
    );
    Ok(())
}

/// Takes a review from the holder of the lease. Returns false if somebody else holds it, or it has
/// run out and enough others have reviewed meanwhile.
pub fn review(tx: &mut Tx<'_>, kind: &str, review: &Review) -> Result<bool> {
    let marks = serde_json::to_string(&review.marks).map_err(Error::corrupt)?;
    let taken = run!(
        tx,
        "UPDATE assignment SET reviewed_at = $4, verdict = $5, comment = $6, marks = $7
         WHERE kind = $1 AND item_id = $2 AND reviewer_id = $3 AND reviewed_at IS NULL
               AND NOT superseded AND leased_until > $4",
        kind,
        review.item_id,
        review.reviewer_id,
        review.reviewed_at,
        review.verdict,
        review.comment,
        marks,
    );
    Ok(taken > 0)
}

/// The reviews of an item as it is now, oldest first.
pub fn reviews(tx: &mut Tx<'_>, kind: &str, item_id: &str) -> Result<Vec<Review>> {
    let mut all: Vec<Review> = rows_of(tx, kind, item_id)?
        .into_iter()
        .filter_map(|row| row.review().transpose())
        .collect::<Result<_>>()?;
    all.sort_by(|a, b| (a.reviewed_at, &a.reviewer_id).cmp(&(b.reviewed_at, &b.reviewer_id)));
    Ok(all)
}

/// All reviews of one kind, by item, oldest first.
pub fn all_reviews(tx: &mut Tx<'_>, kind: &str) -> Result<Vec<Review>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT item_id, reviewer_id, leased_until, reviewed_at, verdict, comment, marks
         FROM assignment WHERE kind = $1 AND reviewed_at IS NOT NULL AND NOT superseded
         ORDER BY item_id, reviewed_at, reviewer_id",
        kind,
    );
    rows.into_iter().filter_map(|row| row.review().transpose()).collect()
}

/// Puts the reviews of an item aside: it has changed, and the same people may review it again.
pub fn supersede(tx: &mut Tx<'_>, kind: &str, item_id: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE assignment SET superseded = TRUE WHERE kind = $1 AND item_id = $2",
        kind,
        item_id,
    );
    Ok(())
}

impl Row {
    fn review(self) -> Result<Option<Review>> {
        let (Some(reviewed_at), Some(verdict)) = (self.reviewed_at, self.verdict) else {
            return Ok(None);
        };
        let marks = serde_json::from_str(&self.marks).map_err(Error::corrupt)?;
        let Row { item_id, reviewer_id, comment, .. } = self;
        Ok(Some(Review { item_id, reviewer_id, reviewed_at, verdict, comment, marks }))
    }
}

fn rows_of(tx: &mut Tx<'_>, kind: &str, item_id: &str) -> Result<Vec<Row>> {
    Ok(rows!(
        tx,
        "SELECT item_id, reviewer_id, leased_until, reviewed_at, verdict, comment, marks
         FROM assignment
         WHERE kind = $1 AND item_id = $2 AND NOT superseded ORDER BY reviewer_id",
        kind,
        item_id,
    ))
}

/// Deletes what a reviewer was handed and has written about it.
fn forget(tx: &mut Tx<'_>, reviewer_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM assignment WHERE reviewer_id = $1", reviewer_id);
    Ok(())
}

record! {
    struct Exported {
        kind: String,
        item_id: String,
        leased_until: i64,
        reviewed_at: Option<i64>,
        verdict: Option<String>,
        comment: String,
        marks: String,
        superseded: bool,
    }
}

/// Everything that a reviewer was handed, for their download.
pub(crate) fn of_reviewer(tx: &mut Tx<'_>, reviewer_id: &str) -> Result<Vec<serde_json::Value>> {
    let rows: Vec<Exported> = rows!(
        tx,
        "SELECT kind, item_id, leased_until, reviewed_at, verdict, comment, marks, superseded
         FROM assignment WHERE reviewer_id = $1 ORDER BY kind, leased_until, item_id",
        reviewer_id,
    );
    let value = |it: Exported| {
        serde_json::json!({
            "kind": it.kind, "item": it.item_id, "leased_until": it.leased_until,
            "reviewed_at": it.reviewed_at, "verdict": it.verdict, "comment": it.comment,
            "marks": serde_json::from_str::<serde_json::Value>(&it.marks).ok(),
            "superseded": it.superseded,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}
