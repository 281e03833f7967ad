//! Reviews of items: taken from those who hold a lease, read in order, and put aside.

use super::lease::take_turns;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

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
        reviewed_at: Option<i64>,
        verdict: Option<String>,
        comment: String,
        marks: String,
    }
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

/// Like [`review`], for a review that another table has: the assignment keeps only its time.
pub fn finish(
    tx: &mut Tx<'_>,
    kind: &str,
    item_id: &str,
    reviewer_id: &str,
    now: i64,
) -> Result<bool> {
    let taken = run!(
        tx,
        "UPDATE assignment SET reviewed_at = $4
         WHERE kind = $1 AND item_id = $2 AND reviewer_id = $3 AND reviewed_at IS NULL
               AND NOT superseded AND leased_until > $4",
        kind,
        item_id,
        reviewer_id,
        now,
    );
    Ok(taken > 0)
}

/// Takes a review of an item that was not handed to its reviewer: one of many with the same verdict.
/// Returns false if they have reviewed it already.
pub fn review_without_lease(tx: &mut Tx<'_>, kind: &str, review: &Review) -> Result<bool> {
    take_turns(tx, kind)?;
    let marks = serde_json::to_string(&review.marks).map_err(Error::corrupt)?;
    let taken = run!(
        tx,
        "INSERT INTO assignment (kind, item_id, reviewer_id, leased_until, reviewed_at, verdict,
                                 comment, marks, superseded)
         VALUES ($1, $2, $3, $4, $4, $5, $6, $7, FALSE)
         ON CONFLICT (kind, item_id, reviewer_id) DO UPDATE
         SET leased_until = excluded.leased_until, reviewed_at = excluded.reviewed_at,
             verdict = excluded.verdict, comment = excluded.comment, marks = excluded.marks,
             superseded = FALSE
         WHERE assignment.reviewed_at IS NULL OR assignment.superseded",
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
        "SELECT item_id, reviewer_id, reviewed_at, verdict, comment, marks
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

/// Puts one reviewer's review aside: somebody else may review the item instead.
pub fn set_aside(tx: &mut Tx<'_>, kind: &str, item_id: &str, reviewer_id: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE assignment SET superseded = TRUE
         WHERE kind = $1 AND item_id = $2 AND reviewer_id = $3",
        kind,
        item_id,
        reviewer_id,
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
        "SELECT item_id, reviewer_id, reviewed_at, verdict, comment, marks
         FROM assignment
         WHERE kind = $1 AND item_id = $2 AND NOT superseded ORDER BY reviewer_id",
        kind,
        item_id,
    ))
}
