//! Judges: whose guesses count, and who should be looked at.
//!
//! Whether somebody's guesses count is one column of the player. Ratings follow
//! it a page of players at a time, so that nobody waits long for it: each page
//! leaves every rating equal to the guesses that count in it.

use std::collections::BTreeSet;

use luna_core::interval;
use luna_core::rating::{Points, Rating};

use crate::db::Db;
use crate::job::retraining;
use crate::player::standing::standing;
use crate::rating::{counters, derived};
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

pub(crate) mod blocs;
mod exclusion;
pub(crate) mod flags;

pub use crate::player::standing::{Exclusion, excluded};
pub use blocs::{
    Bloc, BlocKind, BlocReport, blocs, blocs_for, clear_bloc, exclude_bloc, excluded_blocs,
    machines_after, note_blocs, restore_bloc,
};
pub use exclusion::{exclude, restore};
pub use flags::{
    Flag, FlaggedJudge, Guess, GuessPoint, KIND, Report, chart, clear, clear_circle, flagged_after,
    last_guess, latest, note, queue, queue_for,
};

/// Players whose ratings are changed in one piece of work.
const PAGE: i64 = 200;

/// Brings some of the ratings a judge has gone into in line with whether the
/// guesses count. Says whether there may be more to do.
pub fn follow(tx: &mut Tx<'_>, judge: &str) -> Result<bool> {
    let counts = standing(tx, judge)?.counts();
    let page: Vec<(String,)> = rows!(
        tx,
        "SELECT DISTINCT of_player FROM guess WHERE by_player = $1 AND counts = $2
         ORDER BY of_player LIMIT $3",
        judge,
        !counts,
        PAGE,
    );
    let more = i64::try_from(page.len()).is_ok_and(|found| found >= PAGE);
    let players: BTreeSet<String> = page.into_iter().map(|(id,)| id).collect();
    // The judge is locked too: a game that ends meanwhile comes before or after.
    let mut ids: BTreeSet<&str> = players.iter().map(String::as_str).collect();
    ids.insert(judge);
    for id in ids {
        tx.lock("SELECT 1 FROM player WHERE id = $1 FOR NO KEY UPDATE", id)?;
    }
    if !tx.is_exclusive() && standing(tx, judge)?.counts() != counts {
        return Ok(true);
    }
    for player in &players {
        switch(tx, judge, player, counts)?;
    }
    if !players.is_empty() {
        derived::mark_outdated(tx);
        retraining::mark_outdated(tx);
    }
    Ok(more)
}

/// Has a judge's guesses about one player count from now on, or not.
fn switch(tx: &mut Tx<'_>, judge: &str, player: &str, counts: bool) -> Result<()> {
    let changed: Vec<(i64,)> = rows!(
        tx,
        "UPDATE guess SET counts = $4 WHERE by_player = $1 AND counts = $3 AND of_player = $2
         RETURNING points",
        judge,
        player,
        !counts,
        counts,
    );
    let (mut sum, mut count, mut squares) = (0, 0, 0);
    for (points,) in changed {
        sum += points;
        count += 1;
        squares += interval::square(Points::from_millionths(points).map_err(Error::corrupt)?);
    }
    let sign = if counts { 1 } else { -1 };
    let now: Option<(i64, i64, String)> = row!(
        tx,
        "UPDATE player SET guess_sum = guess_sum + $2, guess_count = guess_count + $3,
                guess_squares = guess_squares + $4
         WHERE id = $1 RETURNING guess_sum, guess_count, kind",
        player,
        sign * sum,
        sign * count,
        sign * squares,
    );
    let (new_sum, new_count, kind) = now.ok_or(Error::NotFound)?;
    let old = Rating::from_sum(new_sum - sign * sum, new_count - sign * count);
    counters::move_bin(tx, &kind, player, old, Rating::from_sum(new_sum, new_count));
    Ok(())
}

/// Brings all ratings in line, a piece of work after the other.
pub async fn follow_all(db: &Db, judge: &str) -> Result<()> {
    loop {
        let id = judge.to_owned();
        if !db.write(move |tx| follow(tx, &id)).await? {
            return Ok(());
        }
    }
}

/// One whose guesses do not count.
#[derive(Clone, Debug)]
pub struct Out {
    pub player_id: String,
    pub name: String,
    pub excluded: Exclusion,
}

/// Those whose guesses do not count, the latest first, before the one given by
/// time and id.
pub fn all_excluded(tx: &mut Tx<'_>, before: (i64, &str), limit: i64) -> Result<Vec<Out>> {
    let rows: Vec<(String, String, i64, Option<String>)> = rows!(
        tx,
        "SELECT id, name, excluded_at, excluded_why FROM player
         WHERE excluded_at IS NOT NULL AND (excluded_at, id) < ($1, $2)
         ORDER BY excluded_at DESC, id DESC LIMIT $3",
        before.0,
        before.1,
        limit,
    );
    let out = |(player_id, name, at, why): (String, String, i64, Option<String>)| Out {
        player_id,
        name,
        excluded: Exclusion { at, why: why.unwrap_or_default() },
    };
    Ok(rows.into_iter().map(out).collect())
}
