//! The passages that a player can report: what others have written and this
//! player's seat shows.

use luna_core::game::{Game, Move, Seat};

use super::subject::Spot;
use crate::game::load::load;
use crate::game::record::SeatRecord;
use crate::game::transcript::{WrittenMove, transcript};
use crate::tx::Tx;
use crate::tx::error::Result;

/// A text that somebody else has written.
#[derive(Clone, Debug)]
pub struct Passage {
    /// `q1` for a question, `r1` for a response, `i1` for an inherited question.
    pub name: String,
    pub spot: Spot,
    pub author: String,
    pub text: String,
}

/// The passages a player sees in their place, in the order of the page.
pub fn passages(tx: &mut Tx<'_>, place: &SeatRecord, me: &str) -> Result<Vec<Passage>> {
    if !place.here {
        return Ok(Vec::new());
    }
    let game = load(tx, &place.game_id)?.game;
    let moves = transcript(tx, &place.game_id)?;
    Ok(seen(&game, place.seat, &moves, me))
}

fn seen(game: &Game, seat: Seat, moves: &[WrittenMove], me: &str) -> Vec<Passage> {
    let view = game.view(seat);
    let last = |by: Seat, wanted: fn(&Move) -> bool| {
        moves.iter().rev().find(|it| it.by == by && it.player_id != me && wanted(&it.mv))
    };
    let asked = |mv: &Move| matches!(mv, Move::Ask(_));
    let answered = |mv: &Move| matches!(mv, Move::Answer(_));
    let found = [
        ("q", view.their_questions.as_ref(), last(seat.other(), asked)),
        ("r", view.their_answers.as_ref(), last(seat.other(), answered)),
        ("i", view.my_questions.as_ref().filter(|_| view.inherited), last(seat, asked)),
    ];
    let mut all = Vec::new();
    for (kind, texts, it) in found {
        let (Some(texts), Some(it)) = (texts, it) else { continue };
        for (part, text) in (1..).zip(texts) {
            all.push(Passage {
                name: format!("{kind}{part}"),
                spot: Spot { seq: it.seq, part },
                author: it.player_id.clone(),
                text: text.clone(),
            });
        }
    }
    all
}

/// The player opposite, or the last one who was; none while nobody has come.
pub fn opposite(tx: &mut Tx<'_>, place: &SeatRecord, me: &str) -> Result<Option<String>> {
    let moves = transcript(tx, &place.game_id)?;
    // After one's own going away, others may have come.
    let until = match place.here {
        true => i64::MAX,
        false => moves.iter().rev().find(|it| it.player_id == me).map_or(0, |it| it.seq),
    };
    let other = |it: &&WrittenMove| it.by != place.seat && it.seq <= until && it.player_id != me;
    Ok(moves.iter().rev().find(other).map(|it| it.player_id.clone()))
}
