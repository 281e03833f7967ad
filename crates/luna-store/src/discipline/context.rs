//! The circumstances of a piece of work.

use crate::discipline::Discipline;
use crate::discipline::random::Random;

/// When something happens, and what an instance has settled on.
#[derive(Clone)]
pub struct Context {
    pub now: i64,
    pub random: Random,
    pub timing: Timing,
    pub disciplines: &'static [&'static Discipline],
}

#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// The time that a player has for each phase.
    pub phase_ms: i64,
    /// The time that a player may be gone while the other waits for their move.
    pub silence_ms: i64,
    /// The time after which a machine takes a seat that nobody has taken.
    pub machine_wait_ms: i64,
    /// The median time a machine takes until people's times are known; 0: at once.
    pub machine_pace_ms: i64,
    /// The least time between two mails about games to one player.
    pub mail_quiet_ms: i64,
    /// The share of people's games, in percent, that are with a machine; at the least, where machines
    /// fill in.
    pub machine_percent: usize,
    /// Machines come to people who wait. Otherwise people need not be there at the same time.
    pub machines_fill_in: bool,
    /// The games in which a person's interview is played.
    pub interview_games: usize,
}
