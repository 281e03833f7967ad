//! The clock of a contest: the phase at any instant, from the rules, the log of commands and the
//! time.
//!
//! Times are Unix milliseconds of one server. A time before the last command counts as the time of
//! that command: after a clock is set back, the contest waits until it has caught up. Between
//! commands only the caller can know, and passes the latest time that it has seen.

use serde::{Deserialize, Serialize};

use super::participant::Side;
use super::rules::{Questioning, Rules, TimeOfDay};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// The contest has not been started.
    Before,
    Left,
    Right,
    /// Both sides are open.
    Both,
    /// Judges read their two conversations again, and give their verdict.
    Review,
    Break,
    /// All rounds are over.
    Over,
}

/// A change of the clock by the organiser. Stored for ever: variants may be added, never changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// The first round begins.
    Start,
    Pause,
    Resume,
    /// The current phase takes longer.
    Extend {
        seconds: u32,
    },
    /// The current round, or in a break or after the end the last one, begins again.
    Restart,
    /// The current phase is over early.
    EndPhase,
}

/// The reason why the clock cannot be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("The contest has not started.")]
    NotStarted,
    #[error("The contest has already started.")]
    Started,
    #[error("The contest is already paused.")]
    Paused,
    #[error("The contest is not paused.")]
    NotPaused,
    #[error("All rounds are over.")]
    Over,
    #[error("A phase can be extended by 1 to {} seconds.", Clock::MOST_EXTENSION_SECONDS)]
    Extension,
}

/// The planned time of one phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    pub round: usize,
    pub phase: Phase,
    pub begins: TimeOfDay,
    pub seconds: u32,
}

/// The state of the clock at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub phase: Phase,
    /// The current round; in a break, the one that has just been; none before the start and when
    /// all are over.
    pub round: Option<usize>,
    /// The number of times that this round has begun.
    pub attempt: usize,
    pub paused: bool,
    /// The time that the phase has left.
    pub left_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    segments: Vec<Segment>,
    /// The restarts of each round.
    restarts: Vec<usize>,
    hand: Hand,
}

/// The place of the clock's hand at the time of the last command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hand {
    state: State,
    since: i64,
    /// The current segment; past the last when all rounds are over.
    segment: usize,
    left_ms: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Waiting,
    Running,
    Paused,
}

/// The phases of all rounds in order, with their planned lengths. No break follows the last round.
pub fn timetable(rules: &Rules, rounds: usize) -> Vec<Segment> {
    let questioning = match rules.questioning {
        Questioning::InTurn { left_seconds, right_seconds } => {
            vec![(Phase::Left, left_seconds), (Phase::Right, right_seconds)]
        }
        Questioning::AtOnce { seconds } => vec![(Phase::Both, seconds)],
    };
    let round = |round: usize| {
        let rest = (round < rounds).then_some((Phase::Break, rules.break_seconds));
        let phases = questioning.iter().copied();
        let phases = phases.chain([(Phase::Review, rules.review_seconds)]).chain(rest);
        phases.map(move |(phase, seconds)| (round, phase, seconds))
    };
    let mut elapsed = 0_u32;
    let segment = |(round, phase, seconds)| {
        let begins = rules.starts.after(elapsed);
        elapsed = elapsed.saturating_add(seconds);
        Segment { round, phase, begins, seconds }
    };
    (1..=rounds).flat_map(round).map(segment).collect()
}

impl Clock {
    pub const MOST_EXTENSION_SECONDS: u32 = 86_400;

    pub fn new(rules: &Rules, rounds: usize) -> Clock {
        let segments = timetable(rules, rounds);
        let left_ms = planned_ms(&segments, 0);
        let hand = Hand { state: State::Waiting, since: i64::MIN, segment: 0, left_ms };
        Clock { segments, restarts: vec![0; rounds], hand }
    }

    /// The clock after a log of commands, each with its time.
    pub fn replay(rules: &Rules, rounds: usize, log: &[(i64, Command)]) -> Result<Clock, Refusal> {
        let clock = Clock::new(rules, rounds);
        log.iter().try_fold(clock, |clock, &(at, command)| clock.command(at, command))
    }

    pub fn command(mut self, at: i64, command: Command) -> Result<Clock, Refusal> {
        self.hand = self.hand_at(at);
        match command {
            Command::Start => {
                if self.hand.state != State::Waiting {
                    return Err(Refusal::Started);
                }
                self.hand.state = State::Running;
            }
            Command::Pause => {
                self.check_running()?;
                if self.hand.state == State::Paused {
                    return Err(Refusal::Paused);
                }
                self.hand.state = State::Paused;
            }
            Command::Resume => {
                self.check_running()?;
                if self.hand.state != State::Paused {
                    return Err(Refusal::NotPaused);
                }
                self.hand.state = State::Running;
            }
            Command::Extend { seconds } => {
                self.check_running()?;
                if !(1..=Clock::MOST_EXTENSION_SECONDS).contains(&seconds) {
                    return Err(Refusal::Extension);
                }
                self.hand.left_ms = self.hand.left_ms.saturating_add(milliseconds(seconds));
            }
            Command::EndPhase => {
                self.check_running()?;
                self.hand.segment += 1;
                self.hand.left_ms = planned_ms(&self.segments, self.hand.segment);
            }
            Command::Restart => {
                let round = self.last_round(at).ok_or(Refusal::NotStarted)?;
                self.restart(round);
            }
        }
        Ok(self)
    }

    /// The state of the clock at a time, which may be any after the last command.
    pub fn position(&self, now: i64) -> Position {
        let hand = self.hand_at(now);
        let waiting = hand.state == State::Waiting;
        let segment = self.segments.get(hand.segment).filter(|_| !waiting);
        let round = segment.map(|segment| segment.round);
        let ended = if waiting { Phase::Before } else { Phase::Over };
        Position {
            phase: segment.map_or(ended, |segment| segment.phase),
            round,
            attempt: round.map_or(0, |round| 1 + self.restarts_of(round)),
            paused: hand.state == State::Paused,
            left_ms: if waiting { 0 } else { hand.left_ms },
        }
    }

    /// The round that a restart would begin again; none before the start.
    pub fn last_round(&self, now: i64) -> Option<usize> {
        let position = self.position(now);
        match position.phase {
            Phase::Before => None,
            Phase::Over => Some(self.restarts.len()),
            Phase::Left | Phase::Right | Phase::Both | Phase::Review | Phase::Break => {
                position.round
            }
        }
    }

    fn restarts_of(&self, round: usize) -> usize {
        round.checked_sub(1).and_then(|nth| self.restarts.get(nth)).copied().unwrap_or(0)
    }

    fn check_running(&self) -> Result<(), Refusal> {
        match self.hand.state {
            State::Waiting => Err(Refusal::NotStarted),
            _ if self.hand.segment >= self.segments.len() => Err(Refusal::Over),
            State::Running | State::Paused => Ok(()),
        }
    }

    fn restart(&mut self, round: usize) {
        let first = self.segments.iter().position(|segment| segment.round == round);
        let segment = first.unwrap_or(self.segments.len());
        let left_ms = planned_ms(&self.segments, segment);
        self.hand = Hand { state: State::Running, segment, left_ms, ..self.hand };
        if let Some(restarts) = round.checked_sub(1).and_then(|nth| self.restarts.get_mut(nth)) {
            *restarts += 1;
        }
    }

    /// The hand after time has passed until `to`.
    fn hand_at(&self, to: i64) -> Hand {
        let mut hand = Hand { since: to.max(self.hand.since), ..self.hand };
        let mut elapsed = match hand.state {
            State::Running => hand.since.saturating_sub(self.hand.since),
            State::Waiting | State::Paused => return hand,
        };
        while hand.segment < self.segments.len() && elapsed >= hand.left_ms {
            elapsed -= hand.left_ms;
            hand.segment += 1;
            hand.left_ms = planned_ms(&self.segments, hand.segment);
        }
        if hand.segment < self.segments.len() {
            hand.left_ms -= elapsed;
        }
        hand
    }
}

impl Position {
    /// Returns true if the conversation on a side is open.
    pub fn is_open(&self, side: Side) -> bool {
        self.phase.is_for(side) && !self.paused
    }

    /// The time at which the phase ends if nothing changes; none while nothing runs.
    pub fn ends_at(&self, now: i64) -> Option<i64> {
        let runs = self.round.is_some() && !self.paused;
        runs.then(|| now.saturating_add(self.left_ms))
    }
}

impl Phase {
    pub const ALL: [Phase; 7] = [
        Phase::Before,
        Phase::Left,
        Phase::Right,
        Phase::Both,
        Phase::Review,
        Phase::Break,
        Phase::Over,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Phase::Before => "before",
            Phase::Left => "left",
            Phase::Right => "right",
            Phase::Both => "both",
            Phase::Review => "review",
            Phase::Break => "break",
            Phase::Over => "over",
        }
    }

    /// Returns true if the conversation on a side takes place in this phase.
    pub fn is_for(self, side: Side) -> bool {
        match self {
            Phase::Left => side == Side::Left,
            Phase::Right => side == Side::Right,
            Phase::Both => true,
            Phase::Before | Phase::Review | Phase::Break | Phase::Over => false,
        }
    }
}

fn planned_ms(segments: &[Segment], nth: usize) -> i64 {
    segments.get(nth).map_or(0, |segment| milliseconds(segment.seconds))
}

fn milliseconds(seconds: u32) -> i64 {
    i64::from(seconds) * 1_000
}

#[cfg(test)]
mod tests;
