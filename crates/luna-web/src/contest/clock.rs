//! The clock of a contest in words, which answers which round this is.

use luna_app::contest::screen::ContestClock;
use luna_core::contest::Stage;
use luna_core::contest::clock::Phase;

/// The round and the phase, such as “Round 2 of 7: LEFT”.
pub(super) fn words(clock: &ContestClock) -> String {
    let phase = match (clock.stage, clock.phase) {
        (Stage::Ranking, _) => {
            return "All rounds are over. The judges give their ranks.".to_owned();
        }
        (Stage::Final, _) => return "Over".to_owned(),
        (_, Phase::Before) => return "Not started yet".to_owned(),
        (_, Phase::Left) => "LEFT",
        (_, Phase::Right) => "RIGHT",
        (_, Phase::Both) => "LEFT and RIGHT",
        (_, Phase::Review) => "review and verdict",
        (_, Phase::Break) => "break",
        (_, Phase::Over) => "over",
    };
    let round = clock.round.unwrap_or(clock.rounds);
    let again = if clock.attempt > 1 { ", again" } else { "" };
    let paused = if clock.is_paused { " (paused)" } else { "" };
    format!("Round {round} of {}{again}: {phase}{paused}", clock.rounds)
}
