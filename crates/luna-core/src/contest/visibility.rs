//! Visibility: the records of a contest that a viewer may see at a time.
//!
//! Before the end, nobody sees a transcript, a verdict or a rank that is not their own, the
//! organiser included, and those who are excused from a round see none at all: nothing may reach a
//! judge. After the end everybody may see everything, as far as those concerned have consented to
//! its publication, which is decided elsewhere.

use super::clock::Phase;
use super::participant::{Participant, Side};
use super::{Contest, Stage};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Viewer {
    Organiser,
    Participant(Participant),
    /// Anybody else: the audience, and the people who made an entry.
    Public,
}

/// Something of a contest that can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Record {
    /// The conversation of a judge on one side in a round.
    Transcript {
        round: usize,
        judge: usize,
        side: Side,
    },
    Verdict {
        round: usize,
        judge: usize,
    },
    Ranking {
        judge: usize,
    },
    /// The side on which the entry was.
    EntrySide {
        round: usize,
        judge: usize,
    },
    Results,
}

/// Decides if a viewer may see a record.
pub fn may_see(contest: &Contest, now: i64, viewer: Viewer, record: Record) -> bool {
    match (contest.stage(now), viewer) {
        (Stage::Final, _) => true,
        (Stage::Before, _) | (_, Viewer::Organiser | Viewer::Public) => false,
        (Stage::Ranking, Viewer::Participant(participant)) => ranks_by(participant, record),
        (Stage::Rounds, Viewer::Participant(participant)) => {
            concerns(contest, now, participant, record)
        }
    }
}

/// A judge who ranks has all of their own records at hand.
fn ranks_by(participant: Participant, record: Record) -> bool {
    match record {
        Record::Transcript { judge, .. }
        | Record::Verdict { judge, .. }
        | Record::Ranking { judge } => participant == Participant::Judge(judge),
        Record::EntrySide { .. } | Record::Results => false,
    }
}

/// During the rounds, people see what they are taking part in: a judge the current pair until
/// its review is over, an entry or a confederate the conversation that they are having.
fn concerns(contest: &Contest, now: i64, participant: Participant, record: Record) -> bool {
    let position = contest.position(now);
    let (round, judge) = match record {
        Record::Transcript { round, judge, .. } | Record::Verdict { round, judge } => {
            (round, judge)
        }
        Record::Ranking { .. } | Record::EntrySide { .. } | Record::Results => return false,
    };
    let pair = contest.schedule().pair(round, Participant::Judge(judge));
    let Some(pair) = pair.filter(|_| position.round == Some(round)) else { return false };
    if position.phase == Phase::Break {
        return false;
    }
    match (participant, record) {
        (Participant::Judge(viewer), _) => viewer == judge,
        (party, Record::Transcript { side, .. }) => {
            position.phase.is_for(side) && pair.side(party) == Some(side)
        }
        (_, _) => false,
    }
}

#[cfg(test)]
mod tests;
