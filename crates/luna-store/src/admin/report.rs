//! Reports: what players find wrong with a passage or a partner, until a
//! moderator decides.
//!
//! The reporter's id stays inside: moderators see a record of the reporter,
//! never a name, and nobody else sees anything.

mod passage;
mod record;
mod subject;

pub use passage::{Passage, opposite, passages};
pub use record::{About, Record, about, record};
pub use subject::{Category, Spot};

use crate::discipline::context::Context;
use crate::player;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "report",
    key: &["id"],
    columns: &[
        (Class::Exported, &["at", "seat_id", "category", "text", "decided_at", "decision"]),
        (Class::Withheld(reason::REPORTER), &["id", "reporter", "game_id", "passage", "told_at"]),
        (Class::Withheld(reason::PARTNER), &["subject"]),
        (Class::Withheld(reason::OPERATORS), &["decided_by"]),
        (Class::NotPersonal, &["urgency"]),
    ],
    erasure: Erasure::Erased(forget),
};

/// A report about to be made.
#[derive(Clone, Debug)]
pub struct Draft<'a> {
    pub reporter: &'a str,
    pub seat_id: &'a str,
    pub game_id: &'a str,
    pub subject: &'a str,
    /// None: the player in general.
    pub spot: Option<Spot>,
    pub category: Category,
    pub text: &'a str,
}

/// The kind of the assignments of reports to moderators.
pub const KIND: &str = "report";
/// Reports that one player may make in an hour.
pub const PER_HOUR: i64 = 10;
const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// Files a report; a second one about the same passage changes nothing. Returns
/// whether it was taken: one player may make so many in an hour.
pub fn create(tx: &mut Tx<'_>, at: &Context, draft: &Draft<'_>) -> Result<bool> {
    // One at a time for each reporter, so that the limit is exact.
    tx.lock("SELECT 1 FROM player WHERE id = $1 FOR NO KEY UPDATE", draft.reporter)?;
    player::require_here(tx, draft.reporter)?;
    let made: Option<(i64,)> = row!(
        tx,
        "SELECT count(*) FROM report WHERE reporter = $1 AND at > $2",
        draft.reporter,
        at.now - HOUR_MS,
    );
    if made.is_some_and(|(made,)| made >= PER_HOUR) {
        return Ok(false);
    }
    run!(
        tx,
        "INSERT INTO report (id, at, reporter, seat_id, game_id, subject, passage, category,
                             urgency, text)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (reporter, seat_id, subject, passage) DO NOTHING",
        at.random.id(at.now),
        at.now,
        draft.reporter,
        draft.seat_id,
        draft.game_id,
        draft.subject,
        Spot::name(draft.spot),
        draft.category.name(),
        draft.category.urgency(),
        draft.text,
    );
    Ok(true)
}

/// A report as moderators work on it.
#[derive(Clone, Debug)]
pub struct Report {
    pub id: String,
    pub at: i64,
    /// For records only; it is on no page.
    pub reporter: String,
    pub game_id: String,
    pub subject: String,
    pub subject_name: String,
    /// None: the player in general.
    pub spot: Option<Spot>,
    pub category: Category,
    pub urgency: i64,
    pub text: String,
    pub decided: Option<ReportDecision>,
}

#[derive(Clone, Debug)]
pub struct ReportDecision {
    pub at: i64,
    /// The moderator's name and id.
    pub by: Option<(String, String)>,
    /// `dismiss`, or some of `hide`, `warn`, `ban` and `stop`.
    pub decision: String,
}

record! {
    struct Row {
        id: String,
        at: i64,
        reporter: String,
        game_id: String,
        subject: String,
        subject_name: String,
        passage: String,
        category: String,
        urgency: i64,
        text: String,
    }
}

fn report(row: Row) -> Result<Report> {
    let category =
        Category::from_name(&row.category).ok_or_else(|| Error::corrupt("an unknown category"))?;
    Ok(Report {
        id: row.id,
        at: row.at,
        reporter: row.reporter,
        game_id: row.game_id,
        subject: row.subject,
        subject_name: row.subject_name,
        spot: Spot::from_name(&row.passage),
        category,
        urgency: row.urgency,
        text: row.text,
        decided: None,
    })
}

/// The place in the queue after which a page begins.
pub type After = (i64, i64, String);

/// Open reports: the most urgent first, of those the oldest; without those from games that the
/// reader plays in.
pub fn open(tx: &mut Tx<'_>, reader: &str, after: &After, limit: i64) -> Result<Vec<Report>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT r.id, r.at, r.reporter, r.game_id, r.subject, p.name, r.passage, r.category,
                r.urgency, r.text
         FROM report r JOIN player p ON p.id = r.subject
         WHERE r.decided_at IS NULL AND (r.urgency, r.at, r.id) > ($1, $2, $3) AND NOT EXISTS (
             SELECT 1 FROM seat own
             WHERE own.game_id = r.game_id AND own.player_id = $5 AND own.ending IS NULL)
         ORDER BY r.urgency, r.at, r.id LIMIT $4",
        after.0,
        after.1,
        after.2,
        limit,
        reader,
    );
    rows.into_iter().map(report).collect()
}

/// The open reports that a moderator may decide, in the same order: those from games in which they
/// have had no seat.
pub fn waiting(tx: &mut Tx<'_>, moderator_id: &str, limit: i64) -> Result<Vec<String>> {
    let found: Vec<(String,)> = rows!(
        tx,
        "SELECT r.id FROM report r
         WHERE r.decided_at IS NULL AND r.urgency > $1 AND NOT EXISTS (
             SELECT 1 FROM seat own WHERE own.game_id = r.game_id AND own.player_id = $2)
         ORDER BY r.urgency, r.at, r.id LIMIT $3",
        i64::MIN,
        moderator_id,
        limit,
    );
    Ok(found.into_iter().map(|(id,)| id).collect())
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Report> {
    let row: Option<Row> = row!(
        tx,
        "SELECT r.id, r.at, r.reporter, r.game_id, r.subject, p.name, r.passage, r.category,
                r.urgency, r.text
         FROM report r JOIN player p ON p.id = r.subject WHERE r.id = $1",
        id,
    );
    let mut report = report(row.ok_or(Error::NotFound)?)?;
    let decided: Option<(i64, Option<String>, Option<String>, Option<String>)> = row!(
        tx,
        "SELECT r.decided_at, p.name, p.id, r.decision
         FROM report r LEFT JOIN player p ON p.id = r.decided_by
         WHERE r.id = $1 AND r.decided_at IS NOT NULL",
        id,
    );
    report.decided = decided.map(|(at, name, id, decision)| ReportDecision {
        at,
        by: name.zip(id),
        decision: decision.unwrap_or_default(),
    });
    Ok(report)
}

/// Closes an open report. [`Error::Conflict`] when somebody has decided already.
pub fn decide(
    tx: &mut Tx<'_>,
    at: &Context,
    report: &Report,
    by: &str,
    decision: &str,
) -> Result<()> {
    let decided = run!(
        tx,
        "UPDATE report SET decided_at = $2, decided_by = $3, decision = $4
         WHERE id = $1 AND decided_at IS NULL",
        report.id,
        at.now,
        by,
        decision,
    );
    if decided == 0 {
        return Err(Error::Conflict);
    }
    tx.touch(&player::topic(&report.reporter));
    Ok(())
}

/// An outcome that the reporter has not read yet.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub id: String,
    pub at: i64,
    /// A moderator has acted on it.
    pub upheld: bool,
}

/// Outcomes of a player's reports, until they are read.
pub fn outcomes(tx: &mut Tx<'_>, reporter: &str) -> Result<Vec<Outcome>> {
    let rows: Vec<(String, i64, Option<String>)> = rows!(
        tx,
        "SELECT id, at, decision FROM report
         WHERE reporter = $1 AND decided_at IS NOT NULL AND told_at IS NULL ORDER BY at, id",
        reporter,
    );
    let outcome = |(id, at, decision): (String, i64, Option<String>)| Outcome {
        id,
        at,
        upheld: decision.as_deref() != Some("dismiss"),
    };
    Ok(rows.into_iter().map(outcome).collect())
}

/// Notes that the reporter has read an outcome.
pub fn mark_read(tx: &mut Tx<'_>, id: &str, reporter: &str, now: i64) -> Result<()> {
    run!(
        tx,
        "UPDATE report SET told_at = $3
         WHERE id = $1 AND reporter = $2 AND decided_at IS NOT NULL AND told_at IS NULL",
        id,
        reporter,
        now,
    );
    Ok(())
}

record! {
    struct ReportExport {
        at: i64,
        seat_id: String,
        passage: String,
        category: String,
        text: String,
        decided_at: Option<i64>,
        decision: Option<String>,
    }
}

/// For a player's download: the reports they have made. Of those about them only what was decided, after
/// the decision and to the day: a time would tell who made a report.
pub fn data(tx: &mut Tx<'_>, player_id: &str) -> Result<serde_json::Value> {
    let made: Vec<ReportExport> = rows!(
        tx,
        "SELECT at, seat_id, passage, category, text, decided_at, decision FROM report
         WHERE reporter = $1 ORDER BY at, id",
        player_id,
    );
    let about: Vec<(String, i64, Option<String>)> = rows!(
        tx,
        "SELECT category, decided_at, decision FROM report
         WHERE subject = $1 AND decided_at IS NOT NULL ORDER BY decided_at, id",
        player_id,
    );
    // While the partner is unknown the decision would tell what they are.
    let outcome = |decision: Option<String>| {
        decision.map(|decision| if decision == "dismiss" { "dismissed" } else { "acted on" })
    };
    Ok(serde_json::json!({
        "made": made.into_iter().map(|it| {
            let what = if it.passage == "player" { "the player" } else { "a passage" };
            serde_json::json!({
                "at": it.at, "game": it.seat_id, "about": what, "category": it.category,
                "text": it.text, "decided_at": it.decided_at, "outcome": outcome(it.decision) })
        }).collect::<Vec<_>>(),
        "about_you": about.into_iter().map(|(category, decided_at, decision)| {
            let day = decided_at - decided_at.rem_euclid(DAY_MS);
            serde_json::json!({
                "category": category, "decided_on": day, "decision": decision })
        }).collect::<Vec<_>>(),
    }))
}

/// Deletes some of the reports that were decided before a time, and returns how many. What was
/// done about them, a warning or a ban, stands by itself and stays; so does every open report.
pub(crate) fn sweep(tx: &mut Tx<'_>, before: i64, limit: i64) -> Result<i64> {
    let deleted = run!(
        tx,
        "DELETE FROM report WHERE id IN (
             SELECT id FROM report WHERE decided_at IS NOT NULL AND decided_at < $1
             ORDER BY decided_at, id LIMIT $2)",
        before,
        limit,
    );
    Ok(i64::try_from(deleted).unwrap_or(limit))
}

/// Removes what an erased player wrote in reports, and what others wrote of them.
pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "UPDATE report SET text = '' WHERE reporter = $1", player_id);
    run!(tx, "UPDATE report SET text = '' WHERE subject = $1", player_id);
    Ok(())
}
