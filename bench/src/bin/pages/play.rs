//! A game between two players, played through the rules and the store up to a given phase.

use anyhow::Result;
use luna_bench::texts::{ANSWERS, QUESTIONS, five};
use luna_core::game::{Guess, Move, Rules, Seat};
use luna_core::rating::Points;
use luna_store::game::{self, Context, Kind};
use luna_store::{Tx, draft};

const RULES: Rules = Rules { questions: 5, max_chars: 5_000 };
/// The time between two moves, in milliseconds.
const PAUSE: i64 = 100;

/// The phase at which a game stops. The first of the two players moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Until {
    Typing,
    Asked,
    BothAsked,
    Answered,
    BothAnswered,
    Guessed,
    Final,
}

pub(crate) fn play(
    tx: &mut Tx<'_>,
    mut at: Context,
    [a, b]: [&str; 2],
    until: Until,
    nth: usize,
) -> Result<()> {
    let first = game::start(tx, &at, a, RULES, Kind::Rated)?;
    if until == Until::Typing {
        for (field, text) in ["q1", "q2", "q3"].iter().zip(five(&QUESTIONS, nth)) {
            draft::save(tx, a, &first, field, text, at.now)?;
        }
        return Ok(());
    }
    ask(tx, &at, &first, a, nth)?;
    if until == Until::Asked {
        return Ok(());
    }
    at.now += PAUSE;
    let second = game::start(tx, &at, b, RULES, Kind::Rated)?;
    ask(tx, &at, &second, b, nth + 5)?;
    let moves = [
        (Until::Answered, &first, a, answer(nth)),
        (Until::BothAnswered, &second, b, answer(nth + 5)),
        (Until::Guessed, &first, a, guess(nth)?),
        (Until::Final, &second, b, guess(nth + 5)?),
    ];
    for (_, seat, player, mv) in moves.into_iter().take_while(|(step, ..)| *step <= until) {
        at.now += PAUSE;
        let (place, mut loaded) = game::load_for_update(tx, seat, player)?;
        game::play(tx, &at, &mut loaded, place.seat, &mv, None)?;
    }
    Ok(())
}

/// A finished game with a machine that writes the same texts as people.
pub(crate) fn against_machine(
    tx: &mut Tx<'_>,
    mut at: Context,
    player: &str,
    machine: &str,
    nth: usize,
) -> Result<()> {
    let seat = game::start(tx, &at, player, RULES, Kind::Rated)?;
    ask(tx, &at, &seat, player, nth)?;
    let (_, mut loaded) = game::load_for_update(tx, &seat, player)?;
    at.now += PAUSE;
    game::seat_machine(tx, &at, &mut loaded, machine, owned(five(&QUESTIONS, nth + 5)))?;
    for (seat, mv) in [
        (Seat::A, answer(nth)),
        (Seat::B, answer(nth + 5)),
        (Seat::A, guess(nth)?),
        (Seat::B, guess(nth + 5)?),
    ] {
        at.now += PAUSE;
        game::play(tx, &at, &mut loaded, seat, &mv, None)?;
    }
    Ok(())
}

fn ask(tx: &mut Tx<'_>, at: &Context, seat: &str, player: &str, nth: usize) -> Result<()> {
    let (place, mut loaded) = game::load_for_update(tx, seat, player)?;
    game::ask(tx, at, &place, &mut loaded, owned(five(&QUESTIONS, nth)))?;
    Ok(())
}

fn answer(nth: usize) -> Move {
    Move::Answer(owned(five(&ANSWERS, nth)))
}

fn guess(nth: usize) -> Result<Move> {
    let points = Points::parse(&(nth * 37 % 101).to_string())?;
    Ok(Move::Guess(Guess { points, sliders: vec![None; RULES.questions] }))
}

fn owned(texts: [&str; 5]) -> Vec<String> {
    texts.map(str::to_owned).to_vec()
}
