//! Games in the operators' list: all, or some of them.

use crate::player::sight::Sight;
use crate::tx::Tx;
use crate::tx::error::Result;

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    Open,
    Over,
}

impl Progress {
    pub const ALL: [Progress; 2] = [Progress::Open, Progress::Over];

    pub fn name(self) -> &'static str {
        match self {
            Progress::Open => "open",
            Progress::Over => "over",
        }
    }
}

/// Who plays in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    WithMachine,
    WithoutMachine,
}

impl Company {
    pub const ALL: [Company; 2] = [Company::WithMachine, Company::WithoutMachine];

    pub fn name(self) -> &'static str {
        match self {
            Company::WithMachine => "machine",
            Company::WithoutMachine => "people",
        }
    }
}

/// The choice of games; the default is all of them.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    pub progress: Option<Progress>,
    pub company: Option<Company>,
    /// The id of somebody who plays or has played in it.
    pub player: Option<String>,
}

impl GameFilter {
    /// The company as a statement compares it: any, with a machine, without one.
    fn company(&self) -> i64 {
        match self.company {
            None => 0,
            Some(Company::WithMachine) => 1,
            Some(Company::WithoutMachine) => 2,
        }
    }
}

/// One line of the list.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its position in the list.
    pub place: (i64, String),
    pub id: String,
    pub phase: String,
    pub practice: bool,
    pub started_at: i64,
    pub ended_at: Option<i64>,
    /// Ids and names.
    pub players: Vec<(String, String)>,
}

record! {
    struct GameRow {
        id: String,
        phase: String,
        practice: bool,
        started_at: i64,
        ended_at: Option<i64>,
        seat_id: String,
        seat_ended_at: Option<i64>,
    }
}

/// The time of those of a player's games that go on is this much later, so that they come first.
const GOES_ON_MS: i64 = 1 << 60;

impl GameRow {
    fn started(self) -> ((i64, String), GameRow) {
        ((self.started_at, self.id.clone()), self)
    }

    /// In the list of one player: by the end of their seat, those that go on first.
    fn of_player(self) -> ((i64, String), GameRow) {
        let at = self.seat_ended_at.unwrap_or(GOES_ON_MS.saturating_add(self.started_at));
        ((at, self.seat_id.clone()), self)
    }
}

/// Games before a position in the list, those that the reader may see: newest first, and of one player
/// those that go on, then the latest of those that are over for them.
pub fn games(
    tx: &mut Tx<'_>,
    reader: &str,
    filter: &GameFilter,
    before: (i64, &str),
    limit: i64,
) -> Result<Vec<Row>> {
    let sight = Sight::of(tx, reader)?.number();
    let found = match &filter.player {
        Some(player_id) => of_player(tx, sight, player_id, filter, before, limit)?,
        None if filter.progress == Some(Progress::Open) => open(tx, sight, filter, before, limit)?,
        None => any(tx, sight, filter, before, limit)?,
    };
    let mut all = Vec::new();
    for (place, GameRow { id, phase, practice, started_at, ended_at, .. }) in found {
        let players: Vec<(String, String)> = rows!(
            tx,
            "SELECT p.id, p.name FROM seat s JOIN player p ON p.id = s.player_id
             WHERE s.game_id = $1 AND s.here ORDER BY s.side",
            id,
        );
        all.push(Row { place, id, phase, practice, started_at, ended_at, players });
    }
    Ok(all)
}

type Placed = ((i64, String), GameRow);

fn any(
    tx: &mut Tx<'_>,
    sight: i64,
    filter: &GameFilter,
    before: (i64, &str),
    limit: i64,
) -> Result<Vec<Placed>> {
    let rows: Vec<GameRow> = rows!(
        tx,
        "SELECT g.id, g.phase, g.practice, g.started_at, g.ended_at, g.id, g.ended_at FROM game g
         WHERE (g.started_at, g.id) < ($1, $2)
               AND (g.ended_at IS NOT NULL OR CAST($6 AS BIGINT) = 0)
               AND (g.ended_at IS NOT NULL OR CAST($4 AS BIGINT) = 0 OR (CAST($4 AS BIGINT) = 1 AND g.waiting_since IS NULL))
               AND (CAST($5 AS BIGINT) = 0 OR (CAST($5 AS BIGINT) = 1) = (0 < (
                   SELECT count(*) FROM seat o JOIN machine m ON m.player_id = o.player_id
                   WHERE o.game_id = g.id AND o.here)))
         ORDER BY g.started_at DESC, g.id DESC LIMIT $3",
        before.0,
        before.1,
        limit,
        sight,
        filter.company(),
        i64::from(filter.progress == Some(Progress::Over)),
    );
    Ok(rows.into_iter().map(GameRow::started).collect())
}

fn open(
    tx: &mut Tx<'_>,
    sight: i64,
    filter: &GameFilter,
    before: (i64, &str),
    limit: i64,
) -> Result<Vec<Placed>> {
    let rows: Vec<GameRow> = rows!(
        tx,
        "SELECT g.id, g.phase, g.practice, g.started_at, g.ended_at, g.id, g.ended_at FROM game g
         WHERE g.ended_at IS NULL AND (g.started_at, g.id) < ($1, $2)
               AND (CAST($4 AS BIGINT) = 0 OR (CAST($4 AS BIGINT) = 1 AND g.waiting_since IS NULL))
               AND (CAST($5 AS BIGINT) = 0 OR (CAST($5 AS BIGINT) = 1) = (0 < (
                   SELECT count(*) FROM seat o JOIN machine m ON m.player_id = o.player_id
                   WHERE o.game_id = g.id AND o.here)))
         ORDER BY g.started_at DESC, g.id DESC LIMIT $3",
        before.0,
        before.1,
        limit,
        sight,
        filter.company(),
    );
    Ok(rows.into_iter().map(GameRow::started).collect())
}

fn of_player(
    tx: &mut Tx<'_>,
    sight: i64,
    player_id: &str,
    filter: &GameFilter,
    before: (i64, &str),
    limit: i64,
) -> Result<Vec<Placed>> {
    let mut found: Vec<Placed> = Vec::new();
    if filter.progress != Some(Progress::Over) && before.0 >= GOES_ON_MS {
        let open: Vec<GameRow> = rows!(
            tx,
            "SELECT g.id, g.phase, g.practice, g.started_at, g.ended_at, s.id, s.ended_at
             FROM seat s JOIN game g ON g.id = s.game_id
             WHERE s.player_id = $1 AND s.ending IS NULL
                   AND (CAST($2 AS BIGINT) = 0 OR (CAST($2 AS BIGINT) = 1 AND g.waiting_since IS NULL))
                   AND (CAST($3 AS BIGINT) = 0 OR (CAST($3 AS BIGINT) = 1) = (0 < (
                       SELECT count(*) FROM seat o JOIN machine m ON m.player_id = o.player_id
                       WHERE o.game_id = g.id AND o.here)))",
            player_id,
            sight,
            filter.company(),
        );
        found.extend(open.into_iter().map(GameRow::of_player));
        found.retain(|((at, id), _)| (*at, id.as_str()) < before);
        found.sort_by(|(one, _), (other, _)| other.cmp(one));
        found.truncate(usize::try_from(limit).unwrap_or(0));
    }
    if filter.progress != Some(Progress::Open) {
        let past: Vec<GameRow> = rows!(
            tx,
            "SELECT g.id, g.phase, g.practice, g.started_at, g.ended_at, s.id, s.ended_at
             FROM seat s JOIN game g ON g.id = s.game_id
             WHERE s.player_id = $1 AND s.ended_at IS NOT NULL AND (s.ended_at, s.id) < ($2, $3)
                   AND (g.ended_at IS NOT NULL OR CAST($5 AS BIGINT) = 0 OR (CAST($5 AS BIGINT) = 1 AND g.waiting_since IS NULL))
                   AND (CAST($6 AS BIGINT) = 0 OR (CAST($6 AS BIGINT) = 1) = (0 < (
                       SELECT count(*) FROM seat o JOIN machine m ON m.player_id = o.player_id
                       WHERE o.game_id = g.id AND o.here)))
             ORDER BY s.ended_at DESC, s.id DESC LIMIT $4",
            player_id,
            before.0,
            before.1,
            limit.saturating_sub(i64::try_from(found.len()).unwrap_or(0)),
            sight,
            filter.company(),
        );
        found.extend(past.into_iter().map(GameRow::of_player));
    }
    Ok(found)
}
