//! The consequences of a move, carried out: the queue, the state of both seats, jobs and news. The
//! rules are in [`luna_core::game::consequences`].

use luna_core::game::consequences::{self, Effect, Player, Situation, State, Waiting};
use luna_core::game::{Ending, Game, Kind, Move, Phase, Seat};
use luna_core::pairing::queue_key;

use super::notice::notice;
use super::record::{GameRecord, Occupant, SeatState};
use super::seat::{SeatChange, change};
use super::{deadline, delayed_move_rows, machine_pacing, machine_wait, reveal};
use crate::discipline::context::Context;
use crate::machine::forfeits;
use crate::player::{draft, seat_address};
use crate::rating::counters;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::event::Event;
use crate::{job, player};

/// Carries out the consequences of a move by itself, which is made in `before`.
pub(super) fn of_move(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    before: &Game,
    by: Seat,
    mv: &Move,
) -> Result<()> {
    let effects = consequences::of_move(before, by, mv, &situation(at, loaded));
    carry_out(tx, at, loaded, effects)
}

/// Brings queue, seats, jobs and news in line with all that has happened since `before`, up to a
/// move of `by`. If both have guessed, ratings come first.
pub(super) fn of_change(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    before: &Game,
    by: Seat,
    mv: &Move,
) -> Result<()> {
    if loaded.game.awaits_reveal() {
        reveal::reveal(tx, at, loaded, by)?;
    }
    let situation = situation(at, loaded);
    let effects = consequences::of_change(before, &loaded.game, by, mv, &situation);
    let over: Vec<(Seat, bool)> =
        Seat::BOTH.into_iter().filter_map(|seat| ends(&effects, seat)).collect();
    carry_out(tx, at, loaded, effects)?;
    for (seat, is_told) in over {
        let Some(occupant) = loaded.occupant(seat).filter(|it| it.has_address) else { continue };
        match is_told {
            true => seat_address::end(tx, &occupant.seat_id, at.now)?,
            false => seat_address::forget(tx, &occupant.seat_id)?,
        }
    }
    Ok(())
}

/// If the game is over for a seat: the seat, and whether its player is told.
fn ends(effects: &[Effect], seat: Seat) -> Option<(Seat, bool)> {
    let is_over = |it: &Effect| matches!(it, Effect::Seat { seat: of, state: State::Over(_), .. } if *of == seat);
    let is_told = |it: &Effect| matches!(it, Effect::Notify { seat: of, .. } if *of == seat);
    effects.iter().any(is_over).then(|| (seat, effects.iter().any(is_told)))
}

/// Tells the owner of a machine that goes away by this move, if its partner loses a game by that.
pub(super) fn of_loss(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    by: Seat,
    mv: &Move,
) -> Result<()> {
    let effects = consequences::loss(by, mv, &situation(at, loaded));
    carry_out(tx, at, loaded, effects)
}

fn situation(at: &Context, loaded: &GameRecord) -> Situation {
    let player = |seat: Seat| {
        loaded.occupant(seat).map(|occupant| Player {
            machine: occupant.machine,
            house: occupant.house(),
            leaving: occupant.leaving,
            opened_at: occupant.opened_at,
            time_ms: if occupant.machine {
                machine_pacing::patience_ms(at, loaded, seat)
            } else {
                at.timing.phase_ms
            },
        })
    };
    Situation {
        now: at.now,
        kind: loaded.kind,
        players: Seat::BOTH.map(player),
        waiting: loaded.waiting_since.is_some(),
        repeats_interview: loaded.repeats_interview,
    }
}

fn carry_out(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    effects: impl IntoIterator<Item = Effect>,
) -> Result<()> {
    effects.into_iter().try_for_each(|effect| carry_out_one(tx, at, loaded, effect))
}

fn carry_out_one(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    effect: Effect,
) -> Result<()> {
    let in_seat = |loaded: &GameRecord, seat| loaded.occupant(seat).cloned().ok_or(Error::NotFound);
    match effect {
        Effect::Count { what, many } => {
            let many = i64::try_from(many).map_err(Error::corrupt)?;
            counters::count(tx, at.now, what, &loaded.id, many)
        }
        Effect::NotePace { seat, duty, took_ms } => {
            machine_pacing::remember(tx, at, loaded, seat, duty, took_ms)
        }
        Effect::StopMachine { seat } => {
            machine_pacing::cancel(tx, loaded, seat)?;
            machine_pacing::end_silence(tx, loaded, seat)?;
            delayed_move_rows::delete(tx, loaded, seat)
        }
        Effect::Vacate { seat, ending: None } => {
            let seat_id = in_seat(loaded, seat)?.seat_id;
            defer!(tx, "UPDATE seat SET here = FALSE WHERE id = $1", row = seat_id, seat_id);
            Ok(())
        }
        Effect::Vacate { seat, ending: Some(ending) } => {
            let mover = in_seat(loaded, seat)?;
            let over = SeatChange { here: false, ..SeatChange::over(&mover, ending) };
            if ending == Ending::Expired && loaded.kind != Kind::Sandbox {
                let (game_id, player_id) = (loaded.id.clone(), mover.player_id.clone());
                tx.note(Event::GameExpired { game_id, player_id });
            }
            if mover.has_address {
                seat_address::forget(tx, &mover.seat_id)?;
            }
            change(tx, at, &mover.seat_id, over)
        }
        Effect::Lose { seat, reason } => {
            let mover = in_seat(loaded, seat)?;
            forfeits::count_forfeit(tx, at, &mover.player_id, &mover.seat_id, reason)
        }
        Effect::Tell { seat } => {
            tell(tx, loaded.kind, &in_seat(loaded, seat)?);
            Ok(())
        }
        Effect::Game { phase, waiting } => change_game(tx, at, loaded, phase, waiting),
        Effect::LeaveSandbox => {
            defer!(tx, "DELETE FROM sandbox WHERE game_id = $1", row = loaded.id, loaded.id);
            Ok(())
        }
        Effect::Seat { seat, state, opened_at, due_at } => {
            if let Some(occupant) = &mut loaded.occupants[seat.index()] {
                (occupant.opened_at, occupant.due_at) = (opened_at, due_at);
            }
            let occupant = in_seat(loaded, seat)?;
            let changed = match state {
                State::Move => SeatChange::to(&occupant, SeatState::Move),
                State::Wait => SeatChange::to(&occupant, SeatState::Wait),
                State::Over(ending) => SeatChange {
                    outcome: loaded.game.result(seat).map(|it| reveal::name(it.outcome)),
                    ..SeatChange::over(&occupant, ending)
                },
            };
            change(tx, at, &occupant.seat_id, changed)
        }
        Effect::ClearDrafts { seat } => {
            let mover = in_seat(loaded, seat)?;
            draft::clear_locked(tx, &mover.player_id, &mover.seat_id)
        }
        Effect::StartMachine { seat, duty } => machine_pacing::schedule(tx, at, loaded, seat, duty),
        Effect::SetDeadline { seat, due_at } => {
            let player = in_seat(loaded, seat)?;
            // One that is silent has the time of the person whose part it plays.
            let due_at = if player.silent { player.due_at.unwrap_or(due_at) } else { due_at };
            deadline::schedule(tx, at, loaded.kind, &player.seat_id, due_at)
        }
        Effect::DropDeadline { seat } => deadline::cancel(tx, &in_seat(loaded, seat)?.seat_id),
        Effect::SetDraftsAside { seat } => {
            let occupant = in_seat(loaded, seat)?;
            draft::set_aside(tx, &occupant.player_id, &occupant.seat_id)
        }
        Effect::Notify { seat, news } => {
            let occupant = in_seat(loaded, seat)?;
            if occupant.wants_mail {
                notice(tx, at, &occupant, news.name());
            }
            Ok(())
        }
    }
}

fn change_game(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    phase: Phase,
    waiting: Waiting,
) -> Result<()> {
    let (mut key, mut seen_at) = (None, None);
    match waiting {
        Waiting::No => {}
        Waiting::InQueue { first, .. } => {
            loaded.waiting_since = Some(at.now);
            loaded.instead_of = None;
            key = Some(queue_key(at.now, first));
            seen_at = Some(at.now).filter(|_| !first);
            if at.timing.machines_fill_in {
                machine_wait::expect_machine(tx, at, &loaded.id)?;
            }
            if first {
                // In a piece of work of its own: pairing takes the queue before any game.
                let work = job::Pair { game: loaded.id.clone(), people_only: false };
                job::schedule(tx, &format!("pair:{}", loaded.id), &work, at.now)?;
            }
        }
        Waiting::InPool { seat, first } => {
            loaded.waiting_since = Some(at.now);
            loaded.instead_of = None;
            let machine = loaded.occupant(seat).ok_or(Error::NotFound)?;
            defer!(
                tx,
                "INSERT INTO pool (game_id, player_id, since) VALUES ($1, $2, $3)
                 ON CONFLICT (game_id) DO NOTHING",
                row = loaded.id,
                loaded.id,
                machine.player_id,
                queue_key(at.now, first),
            );
        }
        Waiting::Over => {
            loaded.waiting_since = None;
            defer!(tx, "DELETE FROM pool WHERE game_id = $1", row = loaded.id, loaded.id);
            job::cancel(tx, &machine_wait::machine_seat(&loaded.id))?;
            job::cancel(tx, &format!("pair:{}", loaded.id))?;
        }
    }
    if phase == Phase::Final && loaded.kind != Kind::Sandbox {
        tx.note(Event::GameFinished { game_id: loaded.id.clone() });
    }
    if matches!(phase, Phase::Final | Phase::Closed) {
        loaded.ended_at = Some(at.now);
        loaded.instead_of = None;
    }
    let instead_of = loaded.instead_of.as_ref();
    defer!(
        tx,
        "UPDATE game SET phase = $2, queue_key = $3, waiting_since = $4, ended_at = $5, seen_at = $6,
                instead_of = $7, instead_moved_at = $8
         WHERE id = $1",
        row = loaded.id,
        loaded.id,
        phase.name(),
        key,
        loaded.waiting_since,
        loaded.ended_at,
        seen_at,
        instead_of.map(|person| person.player_id.clone()),
        instead_of.and_then(|person| person.moved_at),
    );
    Ok(())
}

/// Wakes the player in a seat: a page, or a machine's stream.
pub(super) fn tell(tx: &mut Tx<'_>, kind: Kind, occupant: &Occupant) {
    match (occupant.house(), kind) {
        (true, _) => {}
        // What streams read is in the seats; they need no count of changes.
        (false, Kind::Sandbox) => tx.wake(&player::topic(&occupant.player_id)),
        (false, _) => tx.touch(&player::topic(&occupant.player_id)),
    }
}
