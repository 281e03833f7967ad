//! The organiser's console: the clock, the seats, and the state of every conversation.

use luna_core::contest::clock::Command;
use luna_core::contest::conversation::Speaker;
use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::{Author, Move};
use luna_core::identity::Email;
use luna_store::contest::keystroke;
use luna_store::contest::log::{self, Entry, SeatEvent};
use luna_store::contest::moves::RecordedMove;
use luna_store::contest::record;
use luna_store::contest::seat::{self, Hold, Kind, Seat};
use luna_store::game::Context;
use luna_store::player::Player;
use luna_store::{Tx, mail};

use super::creation::{Purpose, check_kind, seatable_machine};
use super::invitation::Invitation;
use super::phase_change;
use super::screen::ContestClock;
use super::state::State;
use super::talk::Talk;
use crate::error::Error;
use crate::secret;

/// Everything that an organiser watches. It holds no word of a conversation.
#[derive(Clone, Debug)]
pub struct Console {
    pub record: record::Contest,
    pub clock: ContestClock,
    pub seats: Vec<Attendant>,
    /// The pairs of the current round.
    pub pairs: Vec<PairState>,
    /// The number of verdicts in each round, of so many pairs.
    pub verdicts: Vec<(usize, usize)>,
    /// The judges who have given their ranks.
    pub ranked: Vec<usize>,
    /// Events of the seats.
    pub log: Vec<Entry>,
    /// The moves of the organiser.
    pub commands: Vec<RecordedMove>,
}

/// A seat, as the organiser sees it.
#[derive(Clone, Debug)]
pub struct Attendant {
    pub seat: Seat,
    /// A browser or program has the seat, or a machine is in it.
    pub is_connected: bool,
    /// The mail with the invitation, until somebody comes.
    pub mail: Option<MailState>,
}

/// The state of a mail with an invitation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailState {
    Waiting,
    Sent,
    Failed(String),
}

/// A pair that talks now.
#[derive(Clone, Debug)]
pub struct PairState {
    pub judge: usize,
    pub entry: usize,
    pub confederate: usize,
    pub has_verdict: bool,
    /// The conversations on the left and on the right, without their parties.
    pub talks: Vec<TalkState>,
}

/// The state of a conversation.
#[derive(Clone, Debug)]
pub struct TalkState {
    pub side: Side,
    pub is_open: bool,
    /// The numbers of strokes of the judge and of the party.
    pub strokes: [usize; 2],
    pub last_at: [Option<i64>; 2],
}

/// Returns true if a player may see the console of a contest and give commands.
pub fn may_organise(record: &record::Contest, player: &Player) -> bool {
    player.is_admin() || record.organiser_id.as_deref() == Some(player.id.as_str())
}

/// Changes the clock.
pub fn command(
    tx: &mut Tx<'_>,
    at: &Context,
    id: &str,
    actor: Option<&str>,
    command: Command,
) -> Result<(), Error> {
    let state = State::lock(tx, id)?;
    let now = state.now(at.now);
    let position = state.position(now);
    state.play(tx, at.now, Author::Organiser, Move::Clock(command), actor)?;
    if command == Command::Resume
        && let (Some(since), Some(round)) = (state.paused_since(), position.round)
    {
        // What machines were typing goes on where it stopped.
        keystroke::delay(tx, id, (round, position.attempt), since, now - since)?;
    }
    phase_change::schedule(tx, id, at.now)
}

/// Waits for no more rankings.
pub fn close(tx: &mut Tx<'_>, at: &Context, id: &str, actor: Option<&str>) -> Result<(), Error> {
    let state = State::lock(tx, id)?;
    state.play(tx, at.now, Author::Organiser, Move::Close, actor)?;
    Ok(())
}

/// Makes a new invitation to a seat. The old link no longer leads to it, and the person who came by it has lost it.
pub fn invite(
    tx: &mut Tx<'_>,
    at: &Context,
    id: &str,
    actor: Option<&str>,
    participant: Participant,
    kind: Kind,
    email: Option<Email>,
) -> Result<Invitation, Error> {
    let state = State::lock(tx, id)?;
    check_kind(participant, kind, purpose(&state))?;
    if kind == Kind::Machine {
        return Err(Error::Refused("A machine needs no invitation.".to_owned()));
    }
    let before = state.seat(participant)?;
    note_replaced(tx, at, actor, before)?;
    let empty = before.emptied(kind);
    seat::save(tx, &empty)?;
    let token = at.random.secret();
    seat::invite(tx, &empty, Some(&secret::hash(&token)), at.now)?;
    note(tx, at, actor, &empty, SeatEvent::Invited)?;
    Ok(Invitation { participant, label: empty.label, token, email })
}

/// Puts a machine into a seat.
pub fn seat_machine(
    tx: &mut Tx<'_>,
    at: &Context,
    id: &str,
    actor: Option<&str>,
    participant: Participant,
    name: &str,
) -> Result<(), Error> {
    let state = State::lock(tx, id)?;
    check_kind(participant, Kind::Machine, purpose(&state))?;
    let machine_id = seatable_machine(tx, name)?;
    let before = state.seat(participant)?;
    note_replaced(tx, at, actor, before)?;
    let seated = Seat {
        label: name.to_owned(),
        player_id: Some(machine_id),
        joined_at: Some(at.now),
        ..before.emptied(Kind::Machine)
    };
    seat::save(tx, &seated)?;
    seat::invite(tx, &seated, None, at.now)?;
    note(tx, at, actor, &seated, SeatEvent::Seated)?;
    phase_change::schedule(tx, id, at.now)
}

/// Reads the console.
pub fn view(tx: &mut Tx<'_>, now: i64, id: &str) -> Result<Console, Error> {
    let state = State::read(tx, id)?;
    let at = state.now(now);
    let holds = seat::holds(tx, id)?;
    let connected = |seat: &Seat| {
        let hold = holds.iter().find(|(participant, _)| *participant == seat.participant);
        seat.kind == Kind::Machine || hold.is_some_and(|(_, hold): &(_, Hold)| hold.is_active(now))
    };
    let mut seats = Vec::new();
    for seat in state.seats.values() {
        let mail = mail::state_about(tx, &seat::about(id, seat.participant))?;
        let mail = mail.map(|state| match state {
            (Some(_), _) => MailState::Sent,
            (None, Some(problem)) => MailState::Failed(problem),
            (None, None) => MailState::Waiting,
        });
        seats.push(Attendant { seat: seat.clone(), is_connected: connected(seat), mail });
    }
    let pairs = pairs(tx, &state, at)?;
    let verdicts = (1..=state.rounds()).map(|round| {
        let pairs = state.contest.schedule().round(round);
        let given = |pair: &&_| has_verdict(&state, round, pair);
        (pairs.iter().filter(given).count(), pairs.len())
    });
    let judges = 1..=state.contest.rules().judges;
    Ok(Console {
        clock: ContestClock::of(&state, now),
        seats,
        pairs,
        verdicts: verdicts.collect(),
        ranked: judges.filter(|judge| state.contest.ranking(*judge).is_some()).collect(),
        log: log::all(tx, id)?,
        commands: state.moves.into_iter().filter(|it| it.by == Author::Organiser).collect(),
        record: state.record,
    })
}

fn has_verdict(state: &State, round: usize, pair: &luna_core::contest::schedule::Pair) -> bool {
    state.contest.verdict(round, pair.cell.judge).is_some()
}

fn pairs(tx: &mut Tx<'_>, state: &State, now: i64) -> Result<Vec<PairState>, Error> {
    let position = state.position(now);
    let Some(round) = position.round else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for pair in state.contest.schedule().round(round) {
        let mut talks = Vec::new();
        for side in Side::BOTH {
            let Some(place) = state.place(now, pair.cell.judge, side) else { continue };
            let mut talk = Talk::default();
            talk.extend(keystroke::since(tx, &place, [0, 0])?);
            let conversation = talk.conversation(state, &place, now);
            let last = |by| {
                let keys = conversation.keystrokes().iter().rev();
                keys.filter(|key| key.by == by).map(|key| key.at).next()
            };
            talks.push(TalkState {
                side,
                is_open: position.is_open(side),
                strokes: Speaker::BOTH.map(|by| conversation.next_number(by)),
                last_at: Speaker::BOTH.map(last),
            });
        }
        all.push(PairState {
            judge: pair.cell.judge,
            entry: pair.cell.entry,
            confederate: pair.cell.confederate,
            has_verdict: has_verdict(state, round, pair),
            talks,
        });
    }
    Ok(all)
}

pub(super) fn purpose(state: &State) -> Purpose {
    if state.record.is_rehearsal { Purpose::Rehearsal } else { Purpose::Contest }
}

pub(super) fn note_replaced(
    tx: &mut Tx<'_>,
    at: &Context,
    actor: Option<&str>,
    before: &Seat,
) -> Result<(), Error> {
    if before.joined_at.is_some() {
        note(tx, at, actor, before, SeatEvent::Replaced)
    } else {
        Ok(())
    }
}

pub(super) fn note(
    tx: &mut Tx<'_>,
    at: &Context,
    actor: Option<&str>,
    seat: &Seat,
    what: SeatEvent,
) -> Result<(), Error> {
    let entry = Entry {
        at: at.now,
        actor_id: actor.map(str::to_owned),
        participant: seat.participant,
        what,
        player_id: seat.player_id.clone(),
    };
    Ok(log::add(tx, &seat.contest_id, &entry)?)
}
