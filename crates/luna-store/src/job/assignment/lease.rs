//! Leases of items: the next item for a reviewer, in one statement, and the end of a lease.

use std::collections::BTreeMap;

use luna_core::assignment::{Item, LEASE_MS, Panel, next};

use crate::tx::Tx;
use crate::tx::error::Result;

/// The items of one kind, and how many reviewers each of them has.
#[derive(Clone, Copy, Debug)]
pub struct Desk<'a> {
    pub kind: &'a str,
    pub panel: Panel,
}

impl<'a> Desk<'a> {
    /// Two reviewers who agree, else a third.
    pub fn pair(kind: &'a str) -> Desk<'a> {
        Desk { kind, panel: Panel::PAIR }
    }

    /// One reviewer, whose decision is the end of it.
    pub fn single(kind: &'a str) -> Desk<'a> {
        Desk { kind, panel: Panel::of(1) }
    }
}

record! {
    /// A waiting item beside one of its assignments, or beside none.
    #[derive(Clone, Debug)]
    pub struct Waiting {
        pub item_id: String,
        /// The time since when it waits, or its place in the queue.
        pub since: i64,
        reviewer_id: Option<String>,
        leased_until: Option<i64>,
        reviewed_at: Option<i64>,
    }
}

impl Waiting {
    fn new(item_id: String, since: i64, place: Option<Place>) -> Waiting {
        let (reviewer_id, leased_until, reviewed_at) = match place {
            Some(it) => (Some(it.reviewer_id), Some(it.leased_until), it.reviewed_at),
            None => (None, None, None),
        };
        Waiting { item_id, since, reviewer_id, leased_until, reviewed_at }
    }

    /// Returns true if this is a review by somebody.
    pub fn is_reviewed_by(&self, reviewer_id: &str) -> bool {
        self.reviewed_at.is_some() && self.reviewer_id.as_deref() == Some(reviewer_id)
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

/// Reviewers who ask at once for items of one kind take turns.
pub fn take_turns(tx: &mut Tx<'_>, kind: &str) -> Result<()> {
    tx.lock("SELECT pg_advisory_xact_lock(1960, hashtext(current_schema()::TEXT || $1))", kind)
}

/// Leases the next item to a reviewer: the one they have a lease of, else the next by the rule.
/// `read` gives the items that want reviews, in one statement with their assignments; it leaves out
/// those that the reviewer must not see, such as their own.
pub fn lease_from(
    tx: &mut Tx<'_>,
    desk: Desk<'_>,
    reviewer_id: &str,
    now: i64,
    read: impl FnOnce(&mut Tx<'_>) -> Result<Vec<Waiting>>,
) -> Result<Option<String>> {
    take_turns(tx, desk.kind)?;
    let waiting = read(tx)?;
    let chosen = match choose(&waiting, desk.panel, reviewer_id, now) {
        Some(Choice::Held(item)) => return Ok(Some(item.to_owned())),
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
    Ok(Some(chosen.to_owned()))
}

/// The same for a kind without a long history: all its assignments are read beside the items.
pub fn lease(
    tx: &mut Tx<'_>,
    desk: Desk<'_>,
    reviewer_id: &str,
    items: &[(String, i64)],
    now: i64,
) -> Result<Option<String>> {
    lease_from(tx, desk, reviewer_id, now, |tx| beside(tx, desk.kind, items))
}

/// The same for items that one reviewer decides: the first that nobody else has. Of such items there
/// are no reviews, only leases; those that have run out are deleted.
pub fn lease_first(
    tx: &mut Tx<'_>,
    kind: &str,
    reviewer_id: &str,
    items: &[String],
    now: i64,
) -> Result<Option<String>> {
    take_turns(tx, kind)?;
    run!(
        tx,
        "DELETE FROM assignment WHERE kind = $1 AND leased_until <= $2 AND reviewed_at IS NULL",
        kind,
        now,
    );
    let items: Vec<(String, i64)> = items.iter().cloned().zip(0..).collect();
    lease(tx, Desk::single(kind), reviewer_id, &items, now)
}

/// Returns true if there is an item for a reviewer, without leasing it.
pub fn is_any(
    tx: &mut Tx<'_>,
    desk: Desk<'_>,
    reviewer_id: &str,
    items: &[(String, i64)],
    now: i64,
) -> Result<bool> {
    Ok(choose(&beside(tx, desk.kind, items)?, desk.panel, reviewer_id, now).is_some())
}

/// Items beside the assignments of their kind.
fn beside(tx: &mut Tx<'_>, kind: &str, items: &[(String, i64)]) -> Result<Vec<Waiting>> {
    let rows: Vec<Place> = rows!(
        tx,
        "SELECT item_id, reviewer_id, leased_until, reviewed_at FROM assignment
         WHERE kind = $1 AND NOT superseded",
        kind,
    );
    let mut places: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for row in rows {
        places.entry(row.item_id.clone()).or_default().push(row);
    }
    let mut all = Vec::new();
    for (id, since) in items {
        match places.remove(id) {
            Some(of_item) => {
                all.extend(
                    of_item.into_iter().map(|it| Waiting::new(id.clone(), *since, Some(it))),
                );
            }
            None => all.push(Waiting::new(id.clone(), *since, None)),
        }
    }
    Ok(all)
}

/// The item for a reviewer: the one they have a lease of, or the next by the rule.
enum Choice<'a> {
    Held(&'a str),
    Next(&'a str),
}

/// An item, and what its assignments mean for a reviewer.
struct Candidate<'a> {
    item: Item<'a>,
    is_held: bool,
    is_reviewed: bool,
}

fn choose<'a>(
    waiting: &'a [Waiting],
    panel: Panel,
    reviewer_id: &str,
    now: i64,
) -> Option<Choice<'a>> {
    let mut all: BTreeMap<(i64, &str), Candidate<'a>> = BTreeMap::new();
    for it in waiting {
        let (since, id) = (it.since, it.item_id.as_str());
        let candidate = all.entry((since, id)).or_insert_with(|| Candidate {
            item: Item { id, since, reviews: 0, leases: 0 },
            is_held: false,
            is_reviewed: false,
        });
        let is_mine = it.reviewer_id.as_deref() == Some(reviewer_id);
        let is_reviewed = it.reviewed_at.is_some();
        let is_leased = !is_reviewed && it.leased_until.is_some_and(|until| until > now);
        candidate.item.reviews += usize::from(is_reviewed);
        candidate.item.leases += usize::from(is_leased && !is_mine);
        candidate.is_held |= is_leased && is_mine;
        candidate.is_reviewed |= is_reviewed && is_mine;
    }
    if let Some(held) = all.values().find(|it| it.is_held) {
        return Some(Choice::Held(held.item.id));
    }
    let open = all.into_values().filter(|it| !it.is_reviewed).map(|it| it.item);
    next(panel, open).map(Choice::Next)
}

/// Extends the lease of a reviewer that has run out, if there is still room for their review.
pub fn renew(
    tx: &mut Tx<'_>,
    desk: Desk<'_>,
    item_id: &str,
    reviewer_id: &str,
    now: i64,
) -> Result<bool> {
    take_turns(tx, desk.kind)?;
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

record! {
    /// A lease in force.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Lease {
        pub item_id: String,
        pub reviewer_id: String,
        /// The reviewer's name.
        pub reviewer: String,
        pub until: i64,
    }
}

/// The leases of one kind that are in force, by item.
pub fn leases(tx: &mut Tx<'_>, kind: &str, now: i64) -> Result<Vec<Lease>> {
    Ok(rows!(
        tx,
        "SELECT a.item_id, a.reviewer_id, p.name, a.leased_until
         FROM assignment a JOIN player p ON p.id = a.reviewer_id
         WHERE a.kind = $1 AND a.leased_until > $2 AND a.reviewed_at IS NULL AND NOT a.superseded
         ORDER BY a.item_id, a.leased_until",
        kind,
        now,
    ))
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

/// Ends all leases of an item that has been decided.
pub fn end(tx: &mut Tx<'_>, kind: &str, item_id: &str) -> Result<()> {
    run!(
        tx,
        "DELETE FROM assignment WHERE kind = $1 AND item_id = $2 AND reviewed_at IS NULL",
        kind,
        item_id,
    );
    Ok(())
}
