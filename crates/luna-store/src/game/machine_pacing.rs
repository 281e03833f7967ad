//! When a machine's move comes out, and how long people take.
//!
//! A house machine's move is decided when it is due. Another machine is told,
//! or called, at once; its move is delayed until then.

use luna_core::game::{Duty, Game, Move, Phase, Seat};
use luna_core::machine_delay;
use luna_core::meeting::Idle;
use luna_core::rng::Chance;

use super::deadline;
use super::record::{GameRecord, Occupant};
use crate::discipline::context::Context;
use crate::job;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// Something has become a machine's to do. Until its move is due it looks as
/// if somebody were thinking.
pub(super) fn schedule(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    seat: Seat,
    duty: Duty,
) -> Result<()> {
    end_silence(tx, loaded, seat)?;
    // Nobody waits for what a machine asks before it has a partner.
    let paced = loaded.kind.counts() && loaded.occupant(seat.other()).is_some();
    let delay_ms = if paced { delay_ms(tx, at, loaded, seat, duty)? } else { Some(0) };
    let Some(paced_ms) = delay_ms else { return fall_silent(tx, at, loaded, seat) };
    if loaded.occupant(seat).is_some_and(Occupant::called) {
        let work = job::Call { game: loaded.id.clone(), seat };
        job::schedule(tx, &call_id(&loaded.id, seat), &work, at.now)?;
    }
    if !paced {
        return Ok(());
    }
    let work = job::MachineTurn { game: loaded.id.clone(), seat, paced_ms };
    job::schedule(tx, &job_id(&loaded.id, seat), &work, at.now + paced_ms)
}

/// How long the move of a machine takes, which has as much time as a person; none if it does not come.
fn delay_ms(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &GameRecord,
    seat: Seat,
    duty: Duty,
) -> Result<Option<i64>> {
    let idle = idle(at, loaded, seat);
    let people = times(tx, idle.times(duty))?;
    let (median_ms, longest_ms) = (at.timing.machine_pace_ms, at.timing.phase_ms);
    let mut chance =
        Chance::from_words(&[&loaded.id, seat.name(), phase_of(duty), &loaded.seq.to_string()]);
    if at.timing.machines_fill_in {
        return Ok(Some(machine_delay::delay_ms(&mut chance, &people, median_ms, longest_ms)));
    }
    Ok(machine_delay::delay_or_never(&mut chance, &people, idle, median_ms, longest_ms))
}

fn idle(at: &Context, loaded: &GameRecord, seat: Seat) -> Idle {
    let idle_ms = loaded
        .occupant(seat)
        .map_or(0, |player| player.opened_at - player.moved_at.unwrap_or(player.opened_at));
    Idle::of(idle_ms, at.timing.machines_fill_in)
}

/// A machine plays somebody who does not come back: its seat is given away as theirs would be.
fn fall_silent(tx: &mut Tx<'_>, at: &Context, loaded: &mut GameRecord, seat: Seat) -> Result<()> {
    let kind = loaded.kind;
    let Some(machine) = &mut loaded.occupants[seat.index()] else { return Ok(()) };
    let due_at = machine.opened_at + at.timing.phase_ms;
    (machine.silent, machine.due_at) = (true, Some(due_at));
    run!(tx, "UPDATE seat SET silent = TRUE, due_at = $2 WHERE id = $1", machine.seat_id, due_at,);
    deadline::schedule(tx, at, kind, &machine.seat_id, due_at)
}

pub(super) fn end_silence(tx: &mut Tx<'_>, loaded: &mut GameRecord, seat: Seat) -> Result<()> {
    let silent = loaded.occupants[seat.index()].as_mut().filter(|machine| machine.silent);
    let Some(machine) = silent else { return Ok(()) };
    machine.silent = false;
    run!(tx, "UPDATE seat SET silent = FALSE WHERE id = $1", machine.seat_id);
    deadline::cancel(tx, &machine.seat_id)
}

/// Notes when a player has moved, and that a person has gone whose move it was.
pub(super) fn note_move(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    before: &Game,
    by: Seat,
    mv: &Move,
) -> Result<()> {
    let duty = before.duty(by);
    let fill_in = at.timing.machines_fill_in;
    let (counts, idle) = (loaded.kind.counts() && !fill_in, idle(at, loaded, by));
    let Some(player) = &mut loaded.occupants[by.index()] else { return Ok(()) };
    match mv {
        Move::Answer(_) | Move::Guess(_) => player.moved_at = Some(at.now),
        // A machine is as long away as the person whose part it plays.
        Move::Ask(_) if !player.machine => {
            player.moved_at.get_or_insert(at.now);
        }
        Move::Leave | Move::Expire if counts && !player.machine => {
            if let Some(duty @ (Duty::Answer | Duty::Guess)) = duty {
                let seat_id = player.seat_id.clone();
                return keep(tx, at, &seat_id, idle.times(duty), machine_delay::NEVER);
            }
        }
        _ => {}
    }
    Ok(())
}

/// A machine leaves when nothing of it is due: as late as a move might come. Says
/// whether that is later than now.
pub(super) fn put_off_leaving(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &GameRecord,
    seat: Seat,
) -> Result<bool> {
    let people = came(times(tx, loaded.game.phase().name())?);
    let words = [&loaded.id, seat.name(), "leaves", &loaded.seq.to_string()];
    let (mut chance, median_ms) = (Chance::from_words(&words), at.timing.machine_pace_ms);
    let paced_ms = machine_delay::delay_ms(&mut chance, &people, median_ms, at.timing.phase_ms);
    let work = job::MachineTurn { game: loaded.id.clone(), seat, paced_ms };
    job::schedule(tx, &job_id(&loaded.id, seat), &work, at.now + paced_ms)?;
    Ok(paced_ms > 0)
}

pub(super) fn cancel(tx: &mut Tx<'_>, loaded: &GameRecord, seat: Seat) -> Result<()> {
    if loaded.kind.counts() {
        job::cancel(tx, &job_id(&loaded.id, seat))?;
    }
    match loaded.occupant(seat) {
        Some(occupant) if occupant.called() => job::cancel(tx, &call_id(&loaded.id, seat)),
        _ => Ok(()),
    }
}

/// Returns true if it is too early for a machine's move to come out.
pub(super) fn is_early(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &GameRecord,
    seat: Seat,
) -> Result<bool> {
    if !loaded.kind.counts() {
        return Ok(false);
    }
    if loaded.occupant(seat).is_some_and(|machine| machine.silent) {
        return Ok(true);
    }
    let due: Option<(Option<i64>,)> =
        row!(tx, "SELECT due_at FROM job WHERE id = $1", job_id(&loaded.id, seat));
    Ok(due.is_some_and(|(due_at,)| due_at.is_some_and(|due_at| due_at > at.now)))
}

/// The time that a machine has for a move, which is no longer than people's.
pub(super) fn patience_ms(at: &Context, loaded: &GameRecord, seat: Seat) -> i64 {
    let mut chance =
        Chance::from_words(&[&loaded.id, seat.name(), &loaded.seq.to_string(), "patience"]);
    machine_delay::patience_ms(&mut chance, at.timing.phase_ms)
}

fn job_id(game_id: &str, seat: Seat) -> String {
    format!("turn:{game_id}:{}", seat.name())
}

fn call_id(game_id: &str, seat: Seat) -> String {
    format!("call:{game_id}:{}", seat.name())
}

fn phase_of(duty: Duty) -> &'static str {
    match duty {
        Duty::Ask => Phase::Interview.name(),
        Duty::Answer => Phase::Response.name(),
        Duty::Guess => Phase::Guess.name(),
    }
}

/// Notes how long a person took for a move.
pub(super) fn remember(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &GameRecord,
    seat: Seat,
    duty: Duty,
    took_ms: i64,
) -> Result<()> {
    let Some(person) = loaded.occupant(seat) else { return Ok(()) };
    keep(tx, at, &person.seat_id, idle(at, loaded, seat).times(duty), took_ms)
}

fn keep(tx: &mut Tx<'_>, at: &Context, seat_id: &str, phase: &str, took_ms: i64) -> Result<()> {
    let slot = Chance::from_words(&[seat_id, "pace"]).below(512);
    let slot = i64::try_from(slot).map_err(Error::corrupt)?;
    defer!(
        tx,
        "INSERT INTO pace (phase, slot, took_ms, at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (phase, slot) DO UPDATE SET took_ms = excluded.took_ms, at = excluded.at",
        row = format_args!("{phase} {slot}"),
        phase,
        slot,
        took_ms,
        at.now,
    );
    Ok(())
}

/// When the latest people asked, within an hour, the newest first.
pub(super) fn asked_at(tx: &mut Tx<'_>, now: i64) -> Result<Vec<i64>> {
    const HOUR_MS: i64 = 3_600_000;
    const ENOUGH: usize = 64;
    let latest: Vec<(i64,)> = rows!(
        tx,
        "SELECT at FROM pace WHERE phase = $1 AND at > $2",
        Phase::Interview.name(),
        now - HOUR_MS,
    );
    let mut latest: Vec<i64> = latest.into_iter().map(|(at,)| at).collect();
    latest.sort_unstable_by(|a, b| b.cmp(a));
    latest.truncate(ENOUGH);
    Ok(latest)
}

/// The time that half of all people take for a phase, once enough are known.
pub fn usual_ms(tx: &mut Tx<'_>, phase: Phase) -> Result<Option<i64>> {
    let mut times = came(times(tx, phase.name())?);
    times.sort_unstable();
    let middle = times.get(times.len() / 2).copied();
    Ok(middle.filter(|_| times.len() >= machine_delay::ENOUGH))
}

/// The times of moves that came.
fn came(mut times: Vec<i64>) -> Vec<i64> {
    times.retain(|&ms| ms != machine_delay::NEVER);
    times
}

fn times(tx: &mut Tx<'_>, phase: &str) -> Result<Vec<i64>> {
    let times: Vec<(i64,)> =
        rows!(tx, "SELECT took_ms FROM pace WHERE phase = $1 ORDER BY slot", phase);
    Ok(times.into_iter().map(|(ms,)| ms).collect())
}
