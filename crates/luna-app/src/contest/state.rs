//! The state of a contest, from its rules, its schedule and its moves.

use std::collections::BTreeMap;

use luna_core::contest::clock::{Clock, Command, Position};
use luna_core::contest::conversation::Speaker;
use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::schedule::{Pair, Schedule};
use luna_core::contest::{Author, Contest, Move, Stage};
use luna_core::rng::Chance;
use luna_store::contest::keystroke::ConversationPlace;
use luna_store::contest::moves::{self, RecordedMove};
use luna_store::contest::record;
use luna_store::contest::seat::{self, Seat};
use luna_store::{self as store, Tx};

use crate::error::Error;

/// A contest at the version at which it was read.
#[derive(Clone, Debug)]
pub struct State {
    pub record: record::Contest,
    pub contest: Contest,
    pub moves: Vec<RecordedMove>,
    pub seats: BTreeMap<Participant, Seat>,
    /// The clock after each command, with the time of the command.
    clocks: Vec<(i64, Clock)>,
    /// The clock before the first.
    unstarted: Clock,
    /// The restarts of each round that has begun again.
    restarts: BTreeMap<usize, usize>,
    paused_since: Option<i64>,
}

impl State {
    pub fn read(tx: &mut Tx<'_>, id: &str) -> Result<State, Error> {
        let record = record::find(tx, id)?;
        let moves = moves::all(tx, id)?;
        let seats = seat::all(tx, id)?;
        Ok(State::new(record, moves, seats)?)
    }

    /// Reads a contest for a change: of two moves, the second sees the first.
    pub fn lock(tx: &mut Tx<'_>, id: &str) -> Result<State, Error> {
        record::lock(tx, id)?;
        State::read(tx, id)
    }

    fn new(
        record: record::Contest,
        moves: Vec<RecordedMove>,
        seats: Vec<Seat>,
    ) -> store::Result<State> {
        let corrupt = store::Error::corrupt;
        let rules = serde_json::from_str(&record.rules).map_err(corrupt)?;
        let schedule: Schedule = serde_json::from_str(&record.schedule).map_err(corrupt)?;
        let unstarted = Clock::new(&rules, schedule.rounds.len());
        let mut contest = Contest::new(rules, schedule);
        let (mut clock, mut clocks) = (unstarted.clone(), Vec::new());
        let (mut restarts, mut paused_since) = (BTreeMap::new(), None);
        let mut latest = i64::MIN;
        for RecordedMove { at, by, mv } in &moves {
            latest = latest.max(*at);
            if let Move::Clock(command) = mv {
                match command {
                    Command::Pause => paused_since = Some(latest),
                    Command::Resume => paused_since = None,
                    Command::Restart => {
                        paused_since = None;
                        let again = clock.last_round(latest).unwrap_or(0);
                        *restarts.entry(again).or_default() += 1;
                    }
                    Command::Start | Command::Extend { .. } | Command::EndPhase => {}
                }
                clock = clock.command(latest, *command).map_err(store::Error::corrupt)?;
                clocks.push((latest, clock.clone()));
            }
            contest = contest.play(*at, *by, mv).map_err(store::Error::corrupt)?;
        }
        let seats = seats.into_iter().map(|seat| (seat.participant, seat)).collect();
        Ok(State { record, contest, moves, seats, clocks, unstarted, restarts, paused_since })
    }

    /// Plays a move in a contest that is held, and stores it. Returns the contest after it.
    pub fn play(
        &self,
        tx: &mut Tx<'_>,
        now: i64,
        by: Author,
        mv: Move,
        player_id: Option<&str>,
    ) -> Result<State, Error> {
        let played = self.contest.clone().play(now, by, &mv);
        played.map_err(|refusal| Error::Refused(refusal.to_string()))?;
        let recorded = RecordedMove { at: now, by, mv };
        moves::append(tx, &self.record.id, self.moves.len(), &recorded, player_id)?;
        let moves = [self.moves.clone(), vec![recorded]].concat();
        let record = record::Contest { version: self.record.version + 1, ..self.record.clone() };
        Ok(State::new(record, moves, self.seats.values().cloned().collect())?)
    }

    /// The time as the contest sees it: a clock that was set back does not go before the last move.
    pub fn now(&self, now: i64) -> i64 {
        self.moves.iter().map(|recorded| recorded.at).max().map_or(now, |last| now.max(last))
    }

    pub fn position(&self, now: i64) -> Position {
        self.contest.position(now)
    }

    pub fn stage(&self, now: i64) -> Stage {
        self.contest.stage(now)
    }

    /// The state of the clock at a time that may be long past. A key of the millisecond in which the
    /// clock is stopped was shown, so a command counts from the next one on.
    pub fn position_then(&self, at: i64) -> Position {
        let clock = self.clocks.iter().rev().find(|(since, _)| *since < at);
        clock.map_or(&self.unstarted, |(_, clock)| clock).position(at)
    }

    /// The number of times that a round has begun.
    fn attempts(&self, round: usize) -> usize {
        1 + self.restarts.get(&round).copied().unwrap_or(0)
    }

    /// The time since which the clock stands still.
    pub fn paused_since(&self) -> Option<i64> {
        self.paused_since
    }

    pub fn seat(&self, participant: Participant) -> Result<&Seat, Error> {
        self.seats.get(&participant).ok_or(Error::NotFound)
    }

    /// The seat that a person has joined.
    pub fn seat_of(&self, player_id: &str) -> Option<&Seat> {
        let mine = |seat: &&Seat| seat.player_id.as_deref() == Some(player_id);
        self.seats.values().find(|seat| seat.kind == seat::Kind::Person && mine(seat))
    }

    /// The pair that somebody is in now, during questions and review.
    pub fn pair(&self, now: i64, participant: Participant) -> Option<&Pair> {
        self.contest.pair(now, participant)
    }

    /// The place of a judge's conversation on a side in the current round.
    pub fn place(&self, now: i64, judge: usize, side: Side) -> Option<ConversationPlace> {
        let position = self.position(now);
        let round = position.round?;
        let contest_id = self.record.id.clone();
        Some(ConversationPlace { contest_id, round, attempt: position.attempt, judge, side })
    }

    /// The place of a judge's conversation when its round last began.
    pub fn last_place(&self, round: usize, judge: usize, side: Side) -> ConversationPlace {
        let contest_id = self.record.id.clone();
        ConversationPlace { contest_id, round, attempt: self.attempts(round), judge, side }
    }

    /// The player who speaks in a conversation; none for a program.
    pub fn player(&self, place: &ConversationPlace, by: Speaker) -> Option<&str> {
        self.speaker(place, by)?.player_id.as_deref()
    }

    /// The machine that speaks in a conversation, if it is one.
    pub fn machine(&self, place: &ConversationPlace, by: Speaker) -> Option<&str> {
        let seat = self.speaker(place, by).filter(|seat| seat.kind == seat::Kind::Machine)?;
        seat.player_id.as_deref()
    }

    fn speaker(&self, place: &ConversationPlace, by: Speaker) -> Option<&Seat> {
        let judge = Participant::Judge(place.judge);
        let participant = match by {
            Speaker::Judge => judge,
            Speaker::Party => {
                let pair = self.contest.schedule().pair(place.round, judge)?;
                pair.party(place.side).participant()
            }
        };
        self.seats.get(&participant)
    }

    /// The numbers that are drawn for something that a speaker does for the n-th time.
    pub fn chance(&self, place: &ConversationPlace, by: Speaker, what: &str, nth: usize) -> Chance {
        let seed = self.contest.schedule().seed.to_string();
        Chance::from_words(&[&seed, &place.name(), by.name(), what, &nth.to_string()])
    }

    pub fn rounds(&self) -> usize {
        self.contest.schedule().rounds.len()
    }
}
