//! The paper's informativeness of a question (4.2.6): how far the guesses of its asker are from what
//! others think.

use luna_core::closeness::Closeness;
use luna_core::game::Seat;
use luna_core::text::comparable;

use crate::game::load::load;
use crate::rating::closeness;
use crate::tx::Tx;
use crate::tx::error::Result;

/// The last games of an asker that are read.
const GAMES: i64 = 30;

/// The mean distance of an asker's guesses, over the games with a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuestionDistance {
    pub points: f64,
    pub games: i64,
}

/// The distances of a player's questions, in their order, from the guesses of others up to midnight.
/// Partners whose rating is private, or who have no guesses by others, tell nothing.
pub fn distances(
    tx: &mut Tx<'_>,
    now: i64,
    asker: &str,
    questions: &[String],
) -> Result<Vec<Option<QuestionDistance>>> {
    if questions.is_empty() {
        return Ok(Vec::new());
    }
    let guesses: Vec<(String, String)> = rows!(
        tx,
        "SELECT g.game_id, g.of_player FROM guess g JOIN player p ON p.id = g.of_player
         WHERE g.by_player = $1 AND g.counts = TRUE AND p.erased_at IS NULL
               AND p.rating_hidden = FALSE
         ORDER BY g.at DESC, g.game_id DESC LIMIT $2",
        asker,
        GAMES,
    );
    let wanted: Vec<String> = questions.iter().map(|text| comparable(text)).collect();
    let mut sums = vec![(0.0, 0_i64); questions.len()];
    for (game_id, about) in guesses {
        let texts = asked(tx, &game_id, asker)?;
        if !wanted.iter().any(|text| texts.contains(text)) {
            continue;
        }
        let Closeness::Off { by, .. } = closeness::of(tx, now, &game_id, asker, &about)? else {
            continue;
        };
        for (text, (sum, games)) in wanted.iter().zip(&mut sums) {
            if texts.contains(text) {
                *sum += by;
                *games += 1;
            }
        }
    }
    Ok(sums.into_iter().map(|(sum, games)| QuestionDistance::mean(sum, games)).collect())
}

impl QuestionDistance {
    /// Of a sum over games; `None` without a game.
    pub fn mean(sum: f64, games: i64) -> Option<QuestionDistance> {
        let count = u32::try_from(games).ok().filter(|&games| games > 0)?;
        Some(QuestionDistance { points: sum / f64::from(count), games })
    }
}

/// The questions that a player wrote for a game.
fn asked(tx: &mut Tx<'_>, game_id: &str, asker: &str) -> Result<Vec<String>> {
    let loaded = load(tx, game_id)?;
    let sits = |seat: &Seat| loaded.occupant(*seat).is_some_and(|it| it.player_id == asker);
    let view = Seat::BOTH.into_iter().find(sits).map(|seat| loaded.game.view(seat));
    let written = view.filter(|view| !view.inherited).and_then(|view| view.my_questions);
    Ok(written.unwrap_or_default().iter().map(|text| comparable(text)).collect())
}
