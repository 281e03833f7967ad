//! When a machine's move comes out, and how long people take.

use luna_core::chance::Chance;
use luna_core::game::{Duty, Phase, Seat};
use luna_core::pace;

use super::{Loaded, Moment};
use crate::job::Work;
use crate::{Error, Result, Tx, job};

/// A machine's move is decided when it is due; until then it looks as if
/// somebody were thinking.
pub(super) fn schedule(
    tx: &mut Tx<'_>,
    at: &Moment,
    loaded: &Loaded,
    seat: Seat,
    duty: Duty,
) -> Result<()> {
    if loaded.practice {
        return Ok(());
    }
    let times: Vec<(i64,)> =
        rows!(tx, "SELECT took_ms FROM pace WHERE phase = $1 ORDER BY slot", phase_of(duty));
    let people: Vec<i64> = times.into_iter().map(|(ms,)| ms).collect();
    let mut chance =
        Chance::from_words(&[&loaded.id, seat.name(), phase_of(duty), &loaded.seq.to_string()]);
    let longest_ms = at.timing.phase_ms / 2;
    let paced_ms = pace::delay_ms(&mut chance, &people, at.timing.machine_pace_ms, longest_ms);
    let work = Work::MachineTurn { game: loaded.id.clone(), seat, paced_ms };
    job::schedule(tx, &job_id(loaded, seat), &work, at.now + paced_ms)
}

pub(super) fn cancel(tx: &mut Tx<'_>, loaded: &Loaded, seat: Seat) -> Result<()> {
    job::cancel(tx, &job_id(loaded, seat))
}

fn job_id(loaded: &Loaded, seat: Seat) -> String {
    format!("turn:{}:{}", loaded.id, seat.name())
}

fn phase_of(duty: Duty) -> &'static str {
    match duty {
        Duty::Ask => Phase::Interview.name(),
        Duty::Answer => Phase::Response.name(),
        Duty::Guess => Phase::Guess.name(),
    }
}

pub(super) fn remember(tx: &mut Tx<'_>, seat_id: &str, duty: Duty, took_ms: i64) -> Result<()> {
    let slot = Chance::from_words(&[seat_id, "pace"]).below(512);
    let slot = i64::try_from(slot).map_err(Error::corrupt)?;
    run!(
        tx,
        "INSERT INTO pace (phase, slot, took_ms) VALUES ($1, $2, $3)
         ON CONFLICT (phase, slot) DO UPDATE SET took_ms = excluded.took_ms",
        phase_of(duty),
        slot,
        took_ms,
    );
    Ok(())
}
