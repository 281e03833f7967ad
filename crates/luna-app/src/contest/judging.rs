//! Judging: a judge's verdict on a pair, and the ranks at the end.

use luna_core::contest::participant::{Participant, Side};
use luna_core::contest::ranking::Rank;
use luna_core::contest::{Author, Move};
use luna_store::Tx;
use luna_store::contest::seat;

use super::attendance::{self, Sitter};
use super::state::State;
use crate::error::Error;
use crate::instance::Instance;

/// Takes a judge's verdict on the pair of a round: the side that is the human.
pub fn verdict(
    tx: &mut Tx<'_>,
    app: &Instance,
    sitter: &Sitter,
    round: usize,
    human: Side,
) -> Result<(), Error> {
    play(tx, app, sitter, Move::Verdict { round, human })
}

/// Takes a judge's ranks of the parties that they took for machines.
pub fn rank(
    tx: &mut Tx<'_>,
    app: &Instance,
    sitter: &Sitter,
    ranks: Vec<Rank>,
) -> Result<(), Error> {
    play(tx, app, sitter, Move::Rank(ranks))
}

fn play(tx: &mut Tx<'_>, app: &Instance, sitter: &Sitter, mv: Move) -> Result<(), Error> {
    let Participant::Judge(judge) = sitter.participant else {
        return Err(Error::Refused("Only a judge gives verdicts and ranks.".to_owned()));
    };
    let state = State::lock(tx, &sitter.contest_id)?;
    let place = (sitter.contest_id.as_str(), sitter.participant);
    let (_, hold) = seat::floor(tx, place, sitter.player_id.as_deref())?;
    attendance::check(&state, &hold, app.now(), sitter)?;
    state.play(tx, app.now(), Author::Judge(judge), mv, sitter.player_id.as_deref())?;
    Ok(())
}
