//! Both have guessed: ratings in force now decide, then the guesses go into them.

use luna_core::game::{Move, Reveal, Seat};
use luna_core::rating::Outcome;

use super::append::append;
use super::offer::offer;
use super::record::GameRecord;
use crate::discipline::context::Context;
use crate::player::standing::{Standing, standing_held};
use crate::rating;
use crate::rating::FinishedGame;
use crate::rating::derived::of_guesses;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

pub(super) fn reveal(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    by: Seat,
) -> Result<()> {
    let [Some(a), Some(b)] = loaded.occupants.clone() else { return Err(Error::NotFound) };
    let standing = standing_held(tx, [&a.player_id, &b.player_id])?;
    let ratings = standing.each_ref().map(Standing::rating);
    let counts = standing.each_ref().map(|it| it.counts() && loaded.kind.counts());
    let mv = Move::Reveal(Reveal { ratings, counts });
    let next = loaded.game.clone().play(by, &mv)?;
    append(tx, at, loaded, by, &mv, None, None)?;
    loaded.game = next;
    if loaded.kind.counts() {
        let lengths = rating::lengths(&loaded.game);
        let (game_id, game) = (loaded.id.as_str(), &loaded.game);
        let calibrated = [calibrated(tx, &a.player_id)?, calibrated(tx, &b.player_id)?];
        let (standing, at_now) = (&standing, at.now);
        let finished =
            FinishedGame { game_id, game, standing, counts, lengths, calibrated, at: at_now };
        rating::record(tx, finished)?;
        offer(tx, at, loaded)?;
    }
    Ok(())
}

fn calibrated(tx: &mut Tx<'_>, player_id: &str) -> Result<Option<f64>> {
    Ok(of_guesses(tx, player_id)?.map(|it| it.calibrated))
}

pub(crate) fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "won",
        Outcome::Lost => "lost",
        Outcome::Tied => "tied",
        Outcome::NoLoss => "no_loss",
    }
}
