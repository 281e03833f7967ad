//! Flags of judges, and the queue of judges to review.

use std::collections::BTreeMap;

use luna_core::rating::Rating;

use crate::discipline::context::Context;
use crate::job::assignment;
use crate::player::moderation_log::{self, Act, Action};
use crate::player::standing;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const JUDGE: Table = Table {
    name: "judge",
    key: &["player_id"],
    columns: &[(
        Class::Withheld(reason::JUDGING),
        &["player_id", "guesses", "seconds", "mean", "spread", "correlation", "strength"],
    )],
    erasure: Erasure::Erased(forget),
};

pub(crate) const FLAG: Table = Table {
    name: "flag",
    key: &["player_id", "kind"],
    columns: &[(
        Class::Withheld(reason::JUDGING),
        &["player_id", "kind", "strength", "reason", "since", "cleared", "circle"],
    )],
    erasure: Erasure::With("judge"),
};

/// The kind of the assignments of judges and blocs to moderators.
pub const KIND: &str = "judge";

record! {
    /// A person's guess that counts, and what came with it.
    #[derive(Clone, Debug)]
    pub struct Guess {
        pub at: i64,
        pub game_id: String,
        pub judge: String,
        pub player: String,
        /// Millionths of a point.
        pub points: i64,
        /// The player's guess about the judge in the same game.
        pub back: Option<i64>,
        pub took_ms: Option<i64>,
    }
}

/// When the last guess that counts was made.
pub fn last_guess(tx: &mut Tx<'_>) -> Result<Option<i64>> {
    let found: Option<(i64,)> =
        row!(tx, "SELECT at FROM guess WHERE counts = TRUE ORDER BY at DESC, game_id DESC LIMIT 1");
    Ok(found.map(|(at,)| at))
}

/// Guesses that count, latest first, before those of the game given by the time
/// of its end and its id. A game that does not fit on the page is on the next.
pub fn latest(tx: &mut Tx<'_>, before: (i64, &str), limit: i64) -> Result<Vec<Guess>> {
    let rows: Vec<Guess> = rows!(
        tx,
        "SELECT g.at, g.game_id, g.by_player, g.of_player, g.points,
                (SELECT o.points FROM guess o WHERE o.game_id = g.game_id AND o.side <> g.side),
                (SELECT m.took_ms FROM game_move m
                 WHERE m.game_id = g.game_id AND m.side = g.side AND m.took_ms IS NOT NULL
                 ORDER BY m.seq DESC LIMIT 1)
         FROM guess g WHERE g.counts = TRUE AND (g.at, g.game_id) < ($1, $2)
         ORDER BY g.at DESC, g.game_id DESC LIMIT $3",
        before.0,
        before.1,
        limit,
    );
    let full = i64::try_from(rows.len()).map_err(Error::corrupt)? >= limit;
    let cut = rows.last().filter(|_| full).map(|guess| guess.game_id.clone());
    Ok(rows.into_iter().filter(|guess| cut.as_ref() != Some(&guess.game_id)).collect())
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flag {
    pub kind: String,
    pub strength: f64,
    pub reason: String,
    /// A code shared by all who were found together.
    pub circle: Option<String>,
}

/// Statistics of a judge's guesses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    pub guesses: i64,
    pub seconds: Option<f64>,
    pub mean: f64,
    pub spread: f64,
    pub correlation: Option<f64>,
    pub flags: Vec<Flag>,
}

/// Judges noticed so far, after one of them.
pub fn flagged_after(tx: &mut Tx<'_>, after: &str, limit: i64) -> Result<Vec<String>> {
    let rows: Vec<(String,)> = rows!(
        tx,
        "SELECT player_id FROM judge WHERE player_id > $1 ORDER BY player_id LIMIT $2",
        after,
        limit,
    );
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Writes down how a judge's guesses look now. What was known of somebody whose
/// guesses do not count stays: it is why. What was found harmless is shown again
/// when there are half as many guesses again, and it still looks so.
pub fn note(tx: &mut Tx<'_>, judge: &str, report: &Report, now: i64) -> Result<()> {
    if standing::excluded(tx, judge)?.is_some() {
        return Ok(());
    }
    run!(
        tx,
        "INSERT INTO judge (player_id, guesses, seconds, mean, spread, correlation)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (player_id) DO UPDATE SET guesses = excluded.guesses,
             seconds = excluded.seconds, mean = excluded.mean, spread = excluded.spread,
             correlation = excluded.correlation",
        judge,
        report.guesses,
        report.seconds,
        report.mean,
        report.spread,
        report.correlation,
    );
    note_flags(tx, judge, report, now)?;
    requeue(tx, judge)?;
    run!(
        tx,
        "DELETE FROM judge WHERE player_id = $1
         AND NOT EXISTS (SELECT 1 FROM flag f WHERE f.player_id = $1)",
        judge,
    );
    Ok(())
}

/// Flags that are gone go, unless they were found harmless: they may come back.
fn note_flags(tx: &mut Tx<'_>, judge: &str, report: &Report, now: i64) -> Result<()> {
    let old: Vec<(String, Option<i64>)> =
        rows!(tx, "SELECT kind, cleared FROM flag WHERE player_id = $1", judge);
    let old: BTreeMap<String, Option<i64>> = old.into_iter().collect();
    for kind in old.keys().filter(|kind| report.flags.iter().all(|flag| flag.kind != **kind)) {
        run!(
            tx,
            "DELETE FROM flag WHERE player_id = $1 AND kind = $2 AND cleared IS NULL",
            judge,
            kind
        );
    }
    for flag in &report.flags {
        let cleared = old.get(&flag.kind).copied().flatten();
        let cleared = cleared.filter(|then| report.guesses * 2 < then * 3);
        run!(
            tx,
            "INSERT INTO flag (player_id, kind, strength, reason, since, cleared, circle)
             VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (player_id, kind) DO UPDATE SET strength = excluded.strength,
                 reason = excluded.reason, cleared = excluded.cleared,
                 circle = excluded.circle",
            judge,
            flag.kind,
            flag.strength,
            flag.reason,
            now,
            cleared,
            flag.circle.as_deref(),
        );
    }
    Ok(())
}

/// Puts a judge where their strongest flag belongs, or out of the queue.
pub(super) fn requeue(tx: &mut Tx<'_>, judge: &str) -> Result<()> {
    run!(
        tx,
        "UPDATE judge SET strength = (
             SELECT MAX(f.strength) FROM flag f JOIN player p ON p.id = f.player_id
             WHERE f.player_id = $1 AND f.cleared IS NULL AND p.excluded_at IS NULL)
         WHERE player_id = $1",
        judge,
    );
    Ok(())
}

/// Nothing is wrong with a judge, as far as can be seen from what there is.
pub fn clear(tx: &mut Tx<'_>, at: &Context, act: Act<'_>) -> Result<()> {
    let cleared = run!(
        tx,
        "UPDATE flag SET cleared = (SELECT guesses FROM judge WHERE player_id = $1)
         WHERE player_id = $1 AND cleared IS NULL",
        act.of,
    );
    if cleared > 0 {
        moderation_log::note(tx, at, act, Action::Clear)?;
    }
    requeue(tx, act.of)
}

/// Nothing is wrong with those who were found together with a judge: each of them is shown
/// again when there are half as many guesses again. Other flags of theirs stay.
pub fn clear_circle(tx: &mut Tx<'_>, at: &Context, act: Act<'_>) -> Result<()> {
    let members: Vec<(String, String)> = rows!(
        tx,
        "SELECT f.player_id, f.kind FROM flag f JOIN flag own ON own.circle = f.circle
         WHERE own.player_id = $1 AND own.circle IS NOT NULL AND f.cleared IS NULL
         ORDER BY f.player_id, f.kind",
        act.of,
    );
    for (member, kind) in members {
        run!(
            tx,
            "UPDATE flag SET cleared = (SELECT guesses FROM judge WHERE player_id = $1)
             WHERE player_id = $1 AND kind = $2",
            member,
            kind,
        );
        moderation_log::note(tx, at, Act { of: &member, ..act }, Action::Clear)?;
        requeue(tx, &member)?;
    }
    Ok(())
}

/// A judge in the queue, with what waits for somebody to look at.
#[derive(Clone, Debug)]
pub struct FlaggedJudge {
    pub player_id: String,
    pub name: String,
    pub banned: bool,
    pub strength: f64,
    /// Its flags are those that have not been found harmless, strongest first.
    pub report: Report,
    /// Ids and names of those found together with the judge and not dismissed.
    pub together: Vec<(String, String)>,
}

record! {
    struct Row {
        player_id: String,
        name: String,
        banned_at: Option<i64>,
        strength: f64,
        guesses: i64,
        seconds: Option<f64>,
        mean: f64,
        spread: f64,
        correlation: Option<f64>,
    }
}

/// The strongest first, after the one given by strength and id.
pub fn queue(tx: &mut Tx<'_>, after: (f64, &str), limit: i64) -> Result<Vec<FlaggedJudge>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT j.player_id, p.name, p.banned_at, j.strength, j.guesses, j.seconds, j.mean,
                j.spread, j.correlation
         FROM judge j JOIN player p ON p.id = j.player_id
         WHERE j.strength IS NOT NULL AND (j.strength, j.player_id) < ($1, $2)
         ORDER BY j.strength DESC, j.player_id DESC LIMIT $3",
        after.0,
        after.1,
        limit,
    );
    let mut all = Vec::new();
    for row in rows {
        let Row { player_id, name, banned_at, strength, guesses, .. } = row;
        let Row { seconds, mean, spread, correlation, .. } = row;
        let flags = flags(tx, &player_id)?;
        let together = match flags.iter().find_map(|flag| flag.circle.as_ref()) {
            Some(circle) => together(tx, circle, &player_id)?,
            None => Vec::new(),
        };
        let report = Report { guesses, seconds, mean, spread, correlation, flags };
        all.push(FlaggedJudge {
            player_id,
            name,
            banned: banned_at.is_some(),
            strength,
            report,
            together,
        });
    }
    Ok(all)
}

/// The first of the queue for a moderator, who does not decide about themselves.
pub fn queue_for(tx: &mut Tx<'_>, moderator_id: &str, limit: i64) -> Result<Vec<String>> {
    let found: Vec<(String,)> = rows!(
        tx,
        "SELECT player_id FROM judge
         WHERE strength IS NOT NULL AND strength < $1 AND player_id <> $2
         ORDER BY strength DESC, player_id DESC LIMIT $3",
        f64::MAX,
        moderator_id,
        limit,
    );
    Ok(found.into_iter().map(|(id,)| id).collect())
}

fn flags(tx: &mut Tx<'_>, judge: &str) -> Result<Vec<Flag>> {
    let rows: Vec<(String, f64, String, Option<String>)> = rows!(
        tx,
        "SELECT kind, strength, reason, circle FROM flag WHERE player_id = $1 AND cleared IS NULL
         ORDER BY strength DESC, kind",
        judge,
    );
    let flag = |(kind, strength, reason, circle)| Flag { kind, strength, reason, circle };
    Ok(rows.into_iter().map(flag).collect())
}

/// Others of a group, as many as a page shows.
fn together(tx: &mut Tx<'_>, circle: &str, judge: &str) -> Result<Vec<(String, String)>> {
    Ok(rows!(
        tx,
        "SELECT p.id, p.name FROM flag f JOIN player p ON p.id = f.player_id
         WHERE f.circle = $1 AND f.player_id <> $2 AND f.cleared IS NULL
         ORDER BY f.player_id LIMIT 200",
        circle,
        judge,
    ))
}

/// A guess beside what the others have made of the same player.
#[derive(Clone, Debug, PartialEq)]
pub struct GuessPoint {
    /// The player's name.
    pub of: String,
    /// The mean of the others.
    pub others: f64,
    pub points: f64,
}

record! {
    struct ChartRow {
        of_player: String,
        points: i64,
        guess_sum: i64,
        guess_count: i64,
        name: String,
    }
}

/// Some of a judge's guesses, of the newest players, for a chart. Guesses about players who were
/// guessed by nobody else are left out.
pub fn chart(tx: &mut Tx<'_>, judge: &str, limit: i64) -> Result<Vec<GuessPoint>> {
    let counts = standing::standing(tx, judge)?.counts();
    let rows: Vec<ChartRow> = rows!(
        tx,
        "SELECT g.of_player, g.points, p.guess_sum, p.guess_count, p.name
         FROM guess g JOIN player p ON p.id = g.of_player
         WHERE g.by_player = $1 AND g.counts = $2 ORDER BY g.of_player DESC LIMIT $3",
        judge,
        counts,
        limit,
    );
    let mut drawn = Vec::new();
    for group in rows.chunk_by(|a, b| a.of_player == b.of_player) {
        let Some(player) = group.first() else { continue };
        let (own_sum, own_count) = match counts {
            true => (group.iter().map(|row| row.points).sum(), group.len()),
            false => (0, 0),
        };
        let own_count = i64::try_from(own_count).map_err(Error::corrupt)?;
        let (sum, count) = (player.guess_sum - own_sum, player.guess_count - own_count);
        let Some(others) = Rating::from_sum(sum, count) else { continue };
        let points = group.iter().filter_map(|row| Rating::from_sum(row.points, 1));
        let of = |one: Rating| GuessPoint {
            of: player.name.clone(),
            others: others.mean(),
            points: one.mean(),
        };
        drawn.extend(points.map(of));
    }
    Ok(drawn)
}

/// Deletes the statistics and flags of an erased player.
pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM flag WHERE player_id = $1", player_id);
    run!(tx, "DELETE FROM judge WHERE player_id = $1", player_id);
    assignment::end(tx, KIND, player_id)
}
