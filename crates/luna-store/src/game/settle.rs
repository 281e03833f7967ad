//! What follows from a move: the queue, the state of both seats, jobs and news.

use luna_core::chance::Chance;
use luna_core::game::{Duty, Phase, Seat};

use super::{Loaded, Moment, deadline, reveal, turn};
use crate::job::Work;
use crate::{Result, Tx, draft, job, mail, player, tally};

/// Brings seats, queue and jobs in line with the game after a move of `by`.
pub(super) fn settle(
    tx: &mut Tx<'_>,
    at: &Moment,
    loaded: &mut Loaded,
    by: Seat,
    before: [Option<Duty>; 2],
) -> Result<()> {
    settle_queue(tx, at, loaded)?;
    for seat in Seat::BOTH {
        settle_seat(tx, at, loaded, seat, before[seat.index()], seat == by)?;
    }
    Ok(())
}

/// Earlier than any time, so that a game put back is paired first.
const HEAD_OF_QUEUE: i64 = -10_000_000_000_000;

fn settle_queue(tx: &mut Tx<'_>, at: &Moment, loaded: &mut Loaded) -> Result<()> {
    let job_id = format!("machine_seat:{}", loaded.id);
    let vacancy = loaded.game.vacancy().filter(|_| !loaded.practice);
    let mut queue_key = None;
    match (vacancy, loaded.waiting_since) {
        (Some(seat), None) => {
            loaded.waiting_since = Some(at.now);
            let again = loaded.game.view(seat.other()).partners_lost > 0;
            queue_key = Some(if again { at.now + HEAD_OF_QUEUE } else { at.now });
            // Some time in the second half of the wait, so that the moment of
            // a partner's coming tells little.
            let half = at.timing.machine_wait_ms / 2;
            let mut chance = Chance::from_words(&[&loaded.id, &at.random.secret()]);
            let extra = chance.below(usize::try_from(half).unwrap_or(0));
            let due_at = at.now + half + i64::try_from(extra).unwrap_or(0);
            job::schedule(tx, &job_id, &Work::MachineSeat { game: loaded.id.clone() }, due_at)?;
            if again {
                // In a piece of work of its own: pairing takes the queue before any game.
                let work = Work::Pair { game: loaded.id.clone() };
                job::schedule(tx, &format!("pair:{}", loaded.id), &work, at.now)?;
            }
        }
        (None, Some(_)) => {
            loaded.waiting_since = None;
            job::cancel(tx, &job_id)?;
            job::cancel(tx, &format!("pair:{}", loaded.id))?;
        }
        (Some(_), Some(_)) => return Ok(()),
        (None, None) => {}
    }
    let phase = loaded.game.phase();
    if matches!(phase, Phase::Final | Phase::Closed) {
        loaded.ended_at = Some(at.now);
        match (loaded.practice, phase) {
            (true, Phase::Final) => tally::count(tx, at.now, "practised", &loaded.id, 1)?,
            (true, _) => {}
            (false, _) => tally::count(tx, at.now, phase.name(), &loaded.id, 1)?,
        }
    }
    run!(
        tx,
        "UPDATE game SET phase = $2, queue_key = $3, waiting_since = $4, ended_at = $5 WHERE id = $1",
        loaded.id,
        phase.name(),
        queue_key,
        loaded.waiting_since,
        loaded.ended_at,
    );
    Ok(())
}

fn settle_seat(
    tx: &mut Tx<'_>,
    at: &Moment,
    loaded: &mut Loaded,
    seat: Seat,
    before: Option<Duty>,
    moved: bool,
) -> Result<()> {
    let Some(occupant) = loaded.occupant(seat).cloned() else { return Ok(()) };
    let duty = loaded.game.duty(seat);
    let phase = loaded.game.phase();
    let over = matches!(phase, Phase::Final | Phase::Closed);
    let lost_partner = loaded.occupant(seat.other()).is_none() && !moved;
    if duty == before && !over && !lost_partner && !moved {
        return Ok(());
    }
    if !occupant.machine {
        tx.touch(&player::topic(&occupant.player_id));
    }
    if duty == before && !over && !lost_partner {
        return Ok(());
    }
    let opened_at = if duty == before { occupant.opened_at } else { at.now };
    let due_at = duty.filter(|_| !occupant.machine).map(|_| opened_at + at.timing.phase_ms);
    let state = if over {
        "over"
    } else if duty.is_some() {
        "move"
    } else {
        "wait"
    };
    let ending = over.then(|| phase.name());
    let outcome = loaded.game.result(seat).map(|result| reveal::name(result.outcome));
    run!(
        tx,
        "UPDATE seat SET state = $2, ending = $3, outcome = $4, opened_at = $5, due_at = $6,
                changed_at = $7
         WHERE id = $1",
        occupant.seat_id,
        state,
        ending,
        outcome,
        opened_at,
        due_at,
        at.now,
    );
    if let Some(seated) = &mut loaded.occupants[seat.index()] {
        (seated.opened_at, seated.due_at) = (opened_at, due_at);
    }
    match duty {
        Some(duty) if occupant.machine => turn::schedule(tx, at, loaded, seat, duty)?,
        Some(_) => deadline::schedule(tx, at, &occupant.seat_id)?,
        None if occupant.machine => turn::cancel(tx, loaded, seat)?,
        None => deadline::cancel(tx, &occupant.seat_id)?,
    }
    if lost_partner {
        draft::set_aside(tx, &occupant.player_id, &occupant.seat_id)?;
    }
    let news = match (phase, duty) {
        (Phase::Final, _) => Some("over"),
        (_, Some(_)) => Some("turn"),
        _ if lost_partner && phase != Phase::Closed => Some("again"),
        _ => None,
    };
    if let Some(news) = news.filter(|_| !moved && occupant.wants_mail && !loaded.practice) {
        mail::notice(tx, at, &occupant, news);
    }
    Ok(())
}
