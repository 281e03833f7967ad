//! Blocs: judges who all give one player far more, or far less, than others do. They are found
//! together, and an operator decides about them together.

use std::collections::BTreeSet;

use luna_core::game::Move;
use luna_core::rating::Rating;

use super::exclusion;
use crate::discipline::context::Context;
use crate::player::moderation_log::{self, Act, Action};
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const BLOC: Table = Table {
    name: "bloc",
    key: &["id"],
    columns: &[(
        Class::Withheld(reason::JUDGING),
        &[
            "id",
            "kind",
            "player_id",
            "raises",
            "strength",
            "guesses",
            "given",
            "others",
            "others_mean",
            "elsewhere",
            "marked",
            "marks_mean",
            "since",
            "found_at",
            "cleared",
            "reason",
        ],
    )],
    erasure: Erasure::Erased(forget_target),
};

pub(crate) const BLOC_MEMBER: Table = Table {
    name: "bloc_member",
    key: &["bloc_id", "player_id"],
    columns: &[(Class::Withheld(reason::JUDGING), &["bloc_id", "player_id", "excluded"])],
    erasure: Erasure::Erased(forget),
};

/// What the judges of a bloc have in common, besides their guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BlocKind {
    /// They come from one network address or browser.
    Place,
    /// They have hardly guessed anything else.
    Newcomers,
    /// They judge everybody else as they usually do.
    Brigade,
}

impl BlocKind {
    pub fn name(self) -> &'static str {
        match self {
            BlocKind::Place => "place",
            BlocKind::Newcomers => "newcomers",
            BlocKind::Brigade => "brigade",
        }
    }

    fn from_name(name: &str) -> Option<BlocKind> {
        let all = [BlocKind::Place, BlocKind::Newcomers, BlocKind::Brigade];
        all.into_iter().find(|kind| kind.name() == name)
    }
}

/// The evidence against a bloc.
#[derive(Clone, Debug, PartialEq)]
pub struct BlocReport {
    pub kind: BlocKind,
    /// A machine; the target of a brigade may be a person.
    pub player_id: String,
    pub raises: bool,
    pub strength: f64,
    pub guesses: i64,
    /// The mean of what its members give.
    pub given: f64,
    pub others: i64,
    pub others_mean: f64,
    /// The others gave this to other machines.
    pub elsewhere: bool,
    /// More evidence, in sentences.
    pub reason: Option<String>,
}

/// Machines, each after this id.
pub fn machines_after(tx: &mut Tx<'_>, after: &str, limit: i64) -> Result<Vec<String>> {
    let rows: Vec<(String,)> = rows!(
        tx,
        "SELECT player_id FROM machine WHERE player_id > $1 ORDER BY player_id LIMIT $2",
        after,
        limit,
    );
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Writes down the blocs that were found now, with their members. Those that were found before and
/// are gone are forgotten, unless some of their members are excluded. What was found harmless is
/// shown again when there are half as many guesses again.
pub fn note_blocs(
    tx: &mut Tx<'_>,
    at: &Context,
    found: &[(BlocReport, Vec<String>)],
) -> Result<usize> {
    let mut new = 0;
    for (report, members) in found {
        let known = known(tx, report, members)?;
        new += usize::from(known.is_none());
        let id = known.unwrap_or_else(|| at.random.id(at.now));
        let (marked, marks_mean) = marks(tx, &report.player_id, members)?;
        run!(
            tx,
            "INSERT INTO bloc (id, kind, player_id, raises, strength, guesses, given, others,
                               others_mean, elsewhere, marked, marks_mean, since, found_at, reason)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14)
             ON CONFLICT (id) DO UPDATE SET strength = excluded.strength,
                 guesses = excluded.guesses, given = excluded.given, others = excluded.others,
                 others_mean = excluded.others_mean, elsewhere = excluded.elsewhere,
                 marked = excluded.marked, marks_mean = excluded.marks_mean,
                 found_at = excluded.found_at, reason = excluded.reason,
                 cleared = CASE WHEN excluded.guesses * 2 < bloc.cleared * 3
                                THEN bloc.cleared END",
            id,
            report.kind.name(),
            report.player_id,
            report.raises,
            report.strength,
            report.guesses,
            report.given,
            report.others,
            report.others_mean,
            report.elsewhere,
            marked,
            marks_mean,
            at.now,
            report.reason.as_deref(),
        );
        run!(tx, "DELETE FROM bloc_member WHERE bloc_id = $1 AND excluded = FALSE", id);
        for member in members {
            run!(
                tx,
                "INSERT INTO bloc_member (bloc_id, player_id) VALUES ($1, $2)
                 ON CONFLICT (bloc_id, player_id) DO UPDATE SET excluded = FALSE",
                id,
                member,
            );
        }
    }
    forget_gone(tx, at.now)?;
    Ok(new)
}

/// The bloc that was found before with one of these members.
fn known(tx: &mut Tx<'_>, report: &BlocReport, members: &[String]) -> Result<Option<String>> {
    let before: Vec<(String, String)> = rows!(
        tx,
        "SELECT b.id, m.player_id FROM bloc b JOIN bloc_member m ON m.bloc_id = b.id
         WHERE b.player_id = $1 AND b.kind = $2 AND b.raises = $3 ORDER BY b.since, b.id",
        report.player_id,
        report.kind.name(),
        report.raises,
    );
    let members: BTreeSet<&str> = members.iter().map(String::as_str).collect();
    Ok(before.into_iter().find(|(_, member)| members.contains(&**member)).map(|(id, _)| id))
}

/// Members whose marks are read.
const MARKS_READ: usize = 200;

/// The number of judges who marked responses of a player, and the mean of their marks.
fn marks(tx: &mut Tx<'_>, player_id: &str, judges: &[String]) -> Result<(i64, Option<f64>)> {
    let (mut marked, mut sum, mut count) = (0, 0, 0);
    for judge in judges.iter().take(MARKS_READ) {
        let bodies: Vec<(String,)> = rows!(
            tx,
            "SELECT m.body FROM guess g
             JOIN game_move m ON m.game_id = g.game_id AND m.side = g.side
             WHERE g.by_player = $1 AND g.of_player = $2 AND g.counts = TRUE
                   AND m.player_id = $1 ORDER BY m.game_id, m.seq",
            judge,
            player_id,
        );
        let before = count;
        for (body,) in bodies {
            let mv: Move = serde_json::from_str(&body).map_err(Error::corrupt)?;
            let Move::Guess(guess) = mv else { continue };
            for mark in guess.sliders.into_iter().flatten() {
                sum += mark.millionths();
                count += 1;
            }
        }
        marked += i64::from(count > before);
    }
    Ok((marked, Rating::from_sum(sum, count).map(Rating::mean)))
}

fn forget_gone(tx: &mut Tx<'_>, now: i64) -> Result<()> {
    run!(
        tx,
        "DELETE FROM bloc_member WHERE excluded = FALSE AND bloc_id IN (
             SELECT b.id FROM bloc b WHERE b.found_at < $1 AND b.cleared IS NULL AND b.strength > $2)",
        now,
        0.0,
    );
    run!(
        tx,
        "DELETE FROM bloc WHERE found_at < $1 AND strength > $2
         AND NOT EXISTS (SELECT 1 FROM bloc_member m WHERE m.bloc_id = bloc.id)",
        now,
        0.0,
    );
    Ok(())
}

/// A bloc as operators see it.
#[derive(Clone, Debug)]
pub struct Bloc {
    pub id: String,
    /// The player's name.
    pub player: String,
    pub report: BlocReport,
    /// Those of them who marked responses, and the mean of their marks.
    pub marked: i64,
    pub marks_mean: Option<f64>,
    /// Ids and names.
    pub members: Vec<(String, String)>,
}

record! {
    struct Row {
        id: String,
        kind: String,
        player_id: String,
        player: String,
        raises: bool,
        strength: f64,
        guesses: i64,
        given: f64,
        others: i64,
        others_mean: f64,
        elsewhere: bool,
        marked: i64,
        marks_mean: Option<f64>,
        reason: Option<String>,
    }
}

/// Blocs that wait for a decision, with the members whose guesses count, the strongest first.
pub fn blocs(tx: &mut Tx<'_>, limit: i64) -> Result<Vec<Bloc>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT b.id, b.kind, b.player_id, p.name, b.raises, b.strength, b.guesses, b.given,
                b.others, b.others_mean, b.elsewhere, b.marked, b.marks_mean, b.reason
         FROM bloc b JOIN player p ON p.id = b.player_id
         WHERE b.cleared IS NULL AND b.strength > $2 AND EXISTS (
             SELECT 1 FROM bloc_member m WHERE m.bloc_id = b.id AND NOT m.excluded)
         ORDER BY b.strength DESC, b.id DESC LIMIT $1",
        limit,
        0.0,
    );
    rows.into_iter().map(|row| bloc(tx, row, false)).collect()
}

/// The first of these blocs for a moderator, who belongs to none of them.
pub fn blocs_for(tx: &mut Tx<'_>, moderator_id: &str, limit: i64) -> Result<Vec<String>> {
    let found: Vec<(String,)> = rows!(
        tx,
        "SELECT b.id FROM bloc b
         WHERE b.cleared IS NULL AND b.strength > $1
               AND EXISTS (SELECT 1 FROM bloc_member m WHERE m.bloc_id = b.id AND NOT m.excluded)
               AND NOT EXISTS (SELECT 1 FROM bloc_member own
                               WHERE own.bloc_id = b.id AND own.player_id = $2)
         ORDER BY b.strength DESC, b.id DESC LIMIT $3",
        0.0,
        moderator_id,
        limit,
    );
    Ok(found.into_iter().map(|(id,)| id).collect())
}

/// Blocs whose members were excluded together, with these members.
pub fn excluded_blocs(tx: &mut Tx<'_>, limit: i64) -> Result<Vec<Bloc>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT b.id, b.kind, b.player_id, p.name, b.raises, b.strength, b.guesses, b.given,
                b.others, b.others_mean, b.elsewhere, b.marked, b.marks_mean, b.reason
         FROM bloc b JOIN player p ON p.id = b.player_id
         WHERE b.strength > $2 AND EXISTS (
             SELECT 1 FROM bloc_member m WHERE m.bloc_id = b.id AND m.excluded)
         ORDER BY b.strength DESC, b.id DESC LIMIT $1",
        limit,
        0.0,
    );
    rows.into_iter().map(|row| bloc(tx, row, true)).collect()
}

fn bloc(tx: &mut Tx<'_>, row: Row, excluded: bool) -> Result<Bloc> {
    let kind = BlocKind::from_name(&row.kind).ok_or_else(|| Error::corrupt("an unknown bloc"))?;
    let members = members(tx, &row.id, excluded)?;
    let Row { id, player, marked, marks_mean, .. } = row;
    let report = BlocReport {
        kind,
        player_id: row.player_id,
        raises: row.raises,
        strength: row.strength,
        guesses: row.guesses,
        given: row.given,
        others: row.others,
        others_mean: row.others_mean,
        elsewhere: row.elsewhere,
        reason: row.reason,
    };
    Ok(Bloc { id, player, report, marked, marks_mean, members })
}

/// Ids and names of the members who are excluded, or of those who are not.
fn members(tx: &mut Tx<'_>, bloc_id: &str, excluded: bool) -> Result<Vec<(String, String)>> {
    Ok(rows!(
        tx,
        "SELECT p.id, p.name FROM bloc_member m JOIN player p ON p.id = m.player_id
         WHERE m.bloc_id = $1 AND m.excluded = $2 ORDER BY p.id",
        bloc_id,
        excluded,
    ))
}

/// The guesses of all members count no more. Returns who they are, for
/// [`follow`](super::follow).
pub fn exclude_bloc(tx: &mut Tx<'_>, at: &Context, id: &str, act: Act<'_>) -> Result<Vec<String>> {
    let members = members(tx, id, false)?;
    if members.is_empty() {
        return Err(Error::NotFound);
    }
    for (member, _) in &members {
        exclusion::exclude(tx, at, Act { of: member, ..act })?;
    }
    run!(tx, "UPDATE bloc_member SET excluded = TRUE WHERE bloc_id = $1", id);
    Ok(members.into_iter().map(|(id, _)| id).collect())
}

/// The guesses of members who were excluded together count again. Returns who they are.
pub fn restore_bloc(tx: &mut Tx<'_>, at: &Context, id: &str, act: Act<'_>) -> Result<Vec<String>> {
    let members = members(tx, id, true)?;
    if members.is_empty() {
        return Err(Error::NotFound);
    }
    for (member, _) in &members {
        exclusion::restore(tx, at, Act { of: member, ..act })?;
    }
    run!(tx, "UPDATE bloc_member SET excluded = FALSE WHERE bloc_id = $1", id);
    Ok(members.into_iter().map(|(id, _)| id).collect())
}

/// Nothing is wrong with a bloc, as far as can be seen from what there is.
pub fn clear_bloc(tx: &mut Tx<'_>, at: &Context, id: &str, act: Act<'_>) -> Result<()> {
    let members = members(tx, id, false)?;
    if members.is_empty() {
        return Err(Error::NotFound);
    }
    run!(tx, "UPDATE bloc SET cleared = guesses WHERE id = $1", id);
    for (member, _) in &members {
        moderation_log::note(tx, at, Act { of: member, ..act }, Action::Clear)?;
    }
    Ok(())
}

/// Deletes an erased player from all blocs.
fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM bloc_member WHERE player_id = $1", player_id);
    Ok(())
}

/// Deletes all blocs about an erased player.
fn forget_target(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(
        tx,
        "DELETE FROM bloc_member WHERE bloc_id IN (SELECT id FROM bloc WHERE player_id = $1)",
        player_id,
    );
    run!(tx, "DELETE FROM bloc WHERE player_id = $1", player_id);
    Ok(())
}
