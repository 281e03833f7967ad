//! Machines as lists show them.

use luna_core::interval::Spread;

use super::record::Machine;
use super::skill::Skills;
use crate::player::Tally;

/// A machine and how it has done.
#[derive(Clone, Debug)]
pub struct RankedMachine {
    pub machine: Machine,
    pub tally: Tally,
    pub spread: Option<Spread>,
}

/// One line of the leaderboard.
#[derive(Clone, Debug)]
pub struct LeaderboardRow {
    pub player_id: String,
    pub name: String,
    /// None also where the owner has been erased.
    pub owner: Option<String>,
    pub owner_id: Option<String>,
    pub comes_with_luna: bool,
    pub way: String,
    /// Who made the model; empty where the owner does not say.
    pub organisation: String,
    pub licence: String,
    pub spread: Option<Spread>,
    /// When the last of the guesses that make its rating became known.
    pub guessed_at: Option<i64>,
    pub finished: i64,
    pub created_at: i64,
    /// It starts no more rated games.
    pub retired: bool,
    pub skills: Skills,
}
