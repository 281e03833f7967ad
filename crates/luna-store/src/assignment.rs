//! Assignments: items handed to reviewers, one reviewer for each lease, and their reviews.

use std::collections::BTreeMap;

use luna_core::assignment::{Item, LEASE_MS, Panel, next};

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

/// The items of one kind, and how many reviewers each of them has.
#[derive(Clone, Copy, Debug)]
pub struct Desk<'a> {
    pub kind: &'a str,
    pub panel: Panel,
    pub reading: Reading,
}

/// The way to read the assignments of waiting items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Item by item: for a kind with a long history.
    Each,
    /// All of the kind at once: for a kind with a few thousand assignments, many of which wait.
    Whole,
}

impl<'a> Desk<'a> {
    /// Two reviewers who agree, else a third.
    pub fn pair(kind: &'a str) -> Desk<'a> {
        Desk { kind, panel: Panel::PAIR, reading: Reading::Each }
    }
}

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

record! {
    /// An assignment without its review.
    struct Place {
        item_id: String,
        reviewer_id: String,
        leased_until: i64,
        reviewed_at: Option<i64>,
    }
}

impl Place {
    fn is_reviewed(&self) -> bool {
        self.reviewed_at.is_some()
    }

    fn is_leased_to_another(&self, reviewer_id: &str, now: i64) -> bool {
        !self.is_reviewed() && self.leased_until > now && self.reviewer_id != reviewer_id
    }
}

/// The reviews of an item and the leases of other reviewers.
fn filled(places: &[Place], reviewer_id: &str, now: i64) -> (usize, usize) {
    let reviews = places.iter().filter(|it| it.is_reviewed()).count();
    let leases = places.iter().filter(|it| it.is_leased_to_another(reviewer_id, now)).count();
    (reviews, leases)
}

/// Reviewers who ask at once take turns.
pub fn take_turns(tx: &mut Tx<'_>) -> Result<()> {
    setting::keep_first(tx, QUEUE, "")?;
    tx.lock("SELECT 1 FROM setting WHERE name = $1 FOR UPDATE", QUEUE)
}

/// Leases the next item to a reviewer: the one they have a lease of, else the next by the rule.
/// `waiting` are the items that want reviews, each with the time since when it waits; the caller
/// leaves out those that the reviewer must not see, such as their own.
pub fn lease(
    tx: &mut Tx<'_>,
    desk: Desk<'_>,
    reviewer_id: &str,
    waiting: &[(String, i64)],
    now: i64,
) -> Result<Option<String>> {
    take_turns(tx)?;
    let chosen = match choose(tx, desk, reviewer_id, waiting, now)? {
        Some(Choice::Held(item)) => return Ok(Some(item)),
        Some(Choice::Next(item)) => item,
        None => return Ok(None),
    };
    run!(
        tx,
        "INSERT INTO assignment (kind, item_id, reviewer_id, leased_until, comment, marks, superseded)
         VALUES ($1, $2, $3, $4, '', '[]', FALSE)
         ON CONFLICT (kind, item_id, reviewer_id) DO UPDATE
         SET leased_until = excluded.leased_until, reviewed_at = NULL, verdict = NULL,
             comment = '', marks = '[]', superseded = FALSE",
        desk.kind,
        chosen,
        reviewer_id,
        now + LEASE_MS,
    );
    Ok(Some(chosen))
}

/// Returns true if there is an item for a reviewer, without leasing it.
pub fn is_any(
    tx: &mut Tx<'_>,
    desk: Desk<'_>,
    reviewer_id: &str,
    waiting: &[(String, i64)],
    now: i64,
) -> Result<bool> {
    Ok(choose(tx, desk, reviewer_id, waiting, now)?.is_some())
}

/// The item for a reviewer: the one they have a lease of, or the next by the rule.
enum Choice {
    Held(String),
    Next(String),
}

fn choose(
    tx: &mut Tx<'_>,
    desk: Desk<'_>,
    reviewer_id: &str,
    waiting: &[(String, i64)],
    now: i64,
) -> Result<Option<Choice>> {
    let mut whole = match desk.reading {
        Reading::Each => None,
        Reading::Whole => Some(places(tx, desk.kind)?),
    };
    let mut candidates = Vec::new();
    for (item_id, since) in waiting {
        let all = match &mut whole {
            None => places_of(tx, desk.kind, item_id)?,
            Some(whole) => whole.remove(item_id).unwrap_or_default(),
        };
        let mine = all.iter().find(|it| it.reviewer_id == reviewer_id);
        match mine {
            Some(Place { reviewed_at: Some(_), .. }) => continue,
            Some(place) if place.leased_until > now => {
                return Ok(Some(Choice::Held(item_id.clone())));
            }
            Some(_) | None => {}
        }
        let (reviews, leases) = filled(&all, reviewer_id, now);
        candidates.push(Item { id: item_id, since: *since, reviews, leases });
    }
    Ok(next(desk.panel, candidates).map(|item| Choice::Next(item.to_owned())))
}

/// Extends the lease of a reviewer that has run out, if there is still room for their review.
pub fn renew(
    tx: &mut Tx<'_>,
    desk: Desk<'_>,
    item_id: &str,
    reviewer_id: &str,
    now: i64,
) -> Result<bool> {
    take_turns(tx)?;
    let all = places_of(tx, desk.kind, item_id)?;
    let is_held = all.iter().any(|it| it.reviewer_id == reviewer_id && !it.is_reviewed());
    let (reviews, leases) = filled(&all, reviewer_id, now);
    if !is_held || !desk.panel.has_room(reviews, leases) {
        return Ok(false);
    }
    run!(
        tx,
        "UPDATE assignment SET leased_until = $4
         WHERE kind = $1 AND item_id = $2 AND reviewer_id = $3 AND reviewed_at IS NULL",
        desk.kind,
        item_id,
        reviewer_id,
        now + LEASE_MS,
    );
    Ok(true)
}

/// The time since when a reviewer has had an item that they have not reviewed, with a lease that may
/// have run out.
pub fn leased_at(
    tx: &mut Tx<'_>,
    kind: &str,
    item_id: &str,
    reviewer_id: &str,
) -> Result<Option<i64>> {
    let all = places_of(tx, kind, item_id)?;
    let mine = all.iter().find(|it| it.reviewer_id == reviewer_id && !it.is_reviewed());
    Ok(mine.map(|it| it.leased_until - LEASE_MS))
}

/// The item that a reviewer holds the lease of, in one kind.
pub fn leased_item(
    tx: &mut Tx<'_>,
    kind: &str,
    reviewer_id: &str,
    now: i64,
) -> Result<Option<String>> {
    let found: Option<(String,)> = row!(
        tx,
        "SELECT item_id FROM assignment
         WHERE reviewer_id = $2 AND kind = $1 AND leased_until > $3 AND reviewed_at IS NULL
               AND NOT superseded
         ORDER BY leased_until",
        kind,
        reviewer_id,
        now,
    );
    Ok(found.map(|(item,)| item))
}

/// The leases of one kind that others hold who have been at a place and have no confirmed address.
pub fn leases_at(
    tx: &mut Tx<'_>,
    kind: &str,
    reviewer_id: &str,
    place: &str,
    now: i64,
) -> Result<i64> {
    let found: Option<(i64,)> = row!(
        tx,
        "SELECT count(*) FROM place p
         JOIN player r ON r.id = p.player_id
         JOIN assignment a ON a.reviewer_id = p.player_id
         WHERE p.code = $3 AND p.player_id <> $2 AND NOT r.verified AND a.kind = $1
               AND a.leased_until > $4 AND a.reviewed_at IS NULL AND NOT a.superseded",
        kind,
        reviewer_id,
        place,
        now,
    );
    Ok(found.map_or(0, |(leases,)| leases))
}

/// The assignments of a kind by item.
fn places(tx: &mut Tx<'_>, kind: &str) -> Result<BTreeMap<String, Vec<Place>>> {
    let rows: Vec<Place> = rows!(
        tx,
        "SELECT item_id, reviewer_id, leased_until, reviewed_at FROM assignment
         WHERE kind = $1 AND NOT superseded",
        kind,
    );
    let mut all: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for row in rows {
        all.entry(row.item_id.clone()).or_default().push(row);
    }
    Ok(all)
}

fn places_of(tx: &mut Tx<'_>, kind: &str, item_id: &str) -> Result<Vec<Place>> {
    Ok(rows!(
        tx,
        "SELECT item_id, reviewer_id, leased_until, reviewed_at FROM assignment
         WHERE kind = $1 AND item_id = $2 AND NOT superseded",
        kind,
        item_id,
    ))
}

/// Returns true if a reviewer holds the lease of an item.
pub fn has_lease(
    tx: &mut Tx<'_>,
    kind: &str,
    item_id: &str,
    reviewer_id: &str,
    now: i64,
) -> Result<bool> {
    let all = places_of(tx, kind, item_id)?;
    Ok(all
        .iter()
        .any(|it| it.reviewer_id == reviewer_id && !it.is_reviewed() && it.leased_until > now))
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

/// Takes a review of an item that was not handed to its reviewer: one of many with the same verdict.
/// Returns false if they have reviewed it already.
pub fn review_without_lease(tx: &mut Tx<'_>, kind: &str, review: &Review) -> Result<bool> {
    take_turns(tx)?;
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

/// Deletes what a reviewer was handed and has written about it.
fn forget(tx: &mut Tx<'_>, reviewer_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM assignment WHERE reviewer_id = $1", reviewer_id);
    Ok(())
}

record! {
    struct ExportedAssignment {
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
    let rows: Vec<ExportedAssignment> = rows!(
        tx,
        "SELECT kind, item_id, leased_until, reviewed_at, verdict, comment, marks, superseded
         FROM assignment WHERE reviewer_id = $1 ORDER BY kind, leased_until, item_id",
        reviewer_id,
    );
    let value = |it: ExportedAssignment| {
        serde_json::json!({
            "kind": it.kind, "item": it.item_id, "leased_until": it.leased_until,
            "reviewed_at": it.reviewed_at, "verdict": it.verdict, "comment": it.comment,
            "marks": serde_json::from_str::<serde_json::Value>(&it.marks).ok(),
            "superseded": it.superseded,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}
