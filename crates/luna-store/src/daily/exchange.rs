//! Exchanges: a question with its answer, which visitors judge without knowing whose they are.
//!
//! The words stay in the game. Each time that an exchange is shown they are read there, so that one which
//! a report, a block, a moderator or an erasure touches is gone at that moment.

use crate::discipline::context::Context;
use crate::tables::export;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "exchange",
    key: &["id"],
    columns: &[
        (Class::Withheld(reason::PARTNER), &["game_id", "player_id", "asker_id", "part"]),
        (
            Class::NotPersonal,
            &[
                "id",
                "name",
                "place",
                "machine",
                "added_at",
                "day",
                "guess_sum",
                "guess_count",
                "machine_count",
                "told_count",
            ],
        ),
    ],
    erasure: Erasure::Erased(forget),
};

/// An exchange, and what visitors have said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub id: String,
    pub source: Source,
    /// A machine answered.
    pub machine: bool,
    /// The day on which it was one of the five.
    pub day: Option<i64>,
    pub tally: Tally,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A line that comes with Luna, by its name.
    Own(String),
    Game(Place),
}

/// A response in a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub game_id: String,
    /// Who answered.
    pub player_id: String,
    /// Who wrote the question.
    pub asker_id: String,
    /// The question, from 1.
    pub part: i64,
}

/// The guesses of visitors, which are part of no rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// In whole points.
    pub sum: i64,
    pub count: i64,
    /// Who took the respondent for a machine,
    pub machine: i64,
    /// of those who were asked.
    pub told: i64,
}

impl Tally {
    /// The mean of the guesses.
    pub fn mean(self) -> Option<f64> {
        let [sum, count] = [self.sum, self.count].map(|it| i32::try_from(it).unwrap_or(i32::MAX));
        (count > 0).then(|| f64::from(sum) / f64::from(count))
    }
}

record! {
    struct Row {
        id: String,
        name: Option<String>,
        game_id: Option<String>,
        player_id: Option<String>,
        asker_id: Option<String>,
        part: Option<i64>,
        machine: bool,
        day: Option<i64>,
        sum: i64,
        count: i64,
        machine_count: i64,
        told: i64,
    }
}

/// Adds a line that comes with Luna, unless it is there.
pub fn add_own(tx: &mut Tx<'_>, now: i64, id: &str, name: &str, machine: bool) -> Result<()> {
    run!(
        tx,
        "INSERT INTO exchange (id, name, place, machine, added_at) VALUES ($1, $2, 0, $3, $4)
         ON CONFLICT (name) DO NOTHING",
        id,
        name,
        machine,
        now,
    );
    Ok(())
}

/// Adds a response of a finished game, unless the player has one of that game.
pub fn add(tx: &mut Tx<'_>, at: &Context, place: &Place, machine: bool) -> Result<()> {
    run!(
        tx,
        "INSERT INTO exchange (id, game_id, player_id, asker_id, part, place, machine, added_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (game_id, player_id) DO NOTHING",
        at.random.secret(),
        place.game_id,
        place.player_id,
        place.asker_id,
        place.part,
        at.random.number(),
        machine,
        at.now,
    );
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Exchange> {
    let row: Option<Row> = row!(
        tx,
        "SELECT id, name, game_id, player_id, asker_id, part, machine, day, guess_sum,
                guess_count, machine_count, told_count
         FROM exchange WHERE id = $1",
        id,
    );
    exchange(row.ok_or(Error::NotFound)?)
}

/// The next few exchanges from games, from a place on and then from the first one.
pub fn from_place(tx: &mut Tx<'_>, place: i64, limit: i64) -> Result<Vec<Exchange>> {
    let mut rows: Vec<Row> = rows!(
        tx,
        "SELECT id, name, game_id, player_id, asker_id, part, machine, day, guess_sum,
                guess_count, machine_count, told_count
         FROM exchange WHERE game_id IS NOT NULL AND place >= $1 ORDER BY place LIMIT $2",
        place,
        limit,
    );
    let missing = limit - i64::try_from(rows.len()).unwrap_or(limit);
    let others: Vec<Row> = rows!(
        tx,
        "SELECT id, name, game_id, player_id, asker_id, part, machine, day, guess_sum,
                guess_count, machine_count, told_count
         FROM exchange WHERE game_id IS NOT NULL AND place < $1 ORDER BY place LIMIT $2",
        place,
        missing,
    );
    rows.extend(others);
    rows.into_iter().map(exchange).collect()
}

/// All lines that come with Luna.
pub fn own(tx: &mut Tx<'_>) -> Result<Vec<Exchange>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, name, game_id, player_id, asker_id, part, machine, day, guess_sum,
                guess_count, machine_count, told_count
         FROM exchange WHERE name IS NOT NULL ORDER BY name",
    );
    rows.into_iter().map(exchange).collect()
}

/// Exchanges that were not yet among those of a day, by id, after the one that is given: those from
/// games, or the lines that come with Luna.
pub fn unused(tx: &mut Tx<'_>, own: bool, after: &str, limit: i64) -> Result<Vec<Exchange>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, name, game_id, player_id, asker_id, part, machine, day, guess_sum,
                guess_count, machine_count, told_count
         FROM exchange WHERE day IS NULL AND (name IS NOT NULL) = $1 AND id > $2
         ORDER BY id LIMIT $3",
        own,
        after,
        limit,
    );
    rows.into_iter().map(exchange).collect()
}

fn exchange(row: Row) -> Result<Exchange> {
    let Row { id, name, game_id, player_id, asker_id, part, machine, day, .. } = row;
    let source = match (name, game_id, player_id, asker_id, part) {
        (Some(name), ..) => Source::Own(name),
        (None, Some(game_id), Some(player_id), Some(asker_id), Some(part)) => {
            Source::Game(Place { game_id, player_id, asker_id, part })
        }
        _ => return Err(Error::corrupt("an exchange from nowhere")),
    };
    let tally =
        Tally { sum: row.sum, count: row.count, machine: row.machine_count, told: row.told };
    Ok(Exchange { id, source, machine, day, tally })
}

/// The question and the answer, unless something has happened to the game since: a text is hidden, there
/// is a report, or one of the two never wants to meet the other again.
pub fn words(tx: &mut Tx<'_>, place: &Place) -> Result<Option<(String, String)>> {
    let Place { game_id, player_id, asker_id, part } = place;
    let players = (player_id.as_str(), asker_id.as_str());
    let Some(found) = export::untouched_responses(tx, game_id, players)? else { return Ok(None) };
    let mut found = found.into_iter();
    let found = found.find(|it| it.player.id == *player_id && it.part == *part && !it.inherited);
    Ok(found.filter(|it| !it.is_hidden()).map(|it| (it.question, it.response)))
}

/// Counts a visitor's guess; `machine` if they were asked what the respondent is.
pub fn count_guess(tx: &mut Tx<'_>, id: &str, guess: i64, machine: Option<bool>) -> Result<()> {
    run!(
        tx,
        "UPDATE exchange SET guess_sum = guess_sum + $2, guess_count = guess_count + 1,
                machine_count = machine_count + $3, told_count = told_count + $4
         WHERE id = $1",
        id,
        guess,
        i64::from(machine == Some(true)),
        i64::from(machine.is_some()),
    );
    Ok(())
}

/// Marks an exchange as one of those of a day.
pub(super) fn use_on(tx: &mut Tx<'_>, id: &str, day: i64) -> Result<()> {
    run!(tx, "UPDATE exchange SET day = $2 WHERE id = $1", id, day);
    Ok(())
}

/// Removes an exchange that is not to be shown again.
pub fn remove(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    run!(tx, "DELETE FROM exchange WHERE id = $1", id);
    Ok(())
}

/// Removes all exchanges in which a player has written the question or the answer.
fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM exchange WHERE player_id = $1", player_id);
    run!(tx, "DELETE FROM exchange WHERE asker_id = $1", player_id);
    Ok(())
}
