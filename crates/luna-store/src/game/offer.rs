//! The responses of a finished game, offered to Recall.

use luna_core::game::{Move, Seat};

use super::load::parts;
use super::record::GameRecord;
use crate::consent::current::{self, Purpose};
use crate::consent::recall::{self, Exchange};
use crate::discipline::context::Context;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// Puts the responses of a finished rated game before the operators, of those
/// players who let Recall repeat them.
pub(super) fn offer(tx: &mut Tx<'_>, at: &Context, loaded: &GameRecord) -> Result<()> {
    for seat in Seat::BOTH {
        let Some(author) = loaded.occupant(seat).filter(|it| !it.machine) else { continue };
        if current::current(tx, &author.player_id, Purpose::Recall)?.is_some()
            && let Some(exchange) = exchange(tx, &loaded.id, seat)?
        {
            recall::offer(tx, at, &loaded.id, &author.player_id, exchange)?;
        }
    }
    Ok(())
}

record! {
    struct MoveRow {
        seq: i64,
        side: String,
        player_id: String,
        body: String,
        hidden: Option<String>,
    }
}

fn exchange(tx: &mut Tx<'_>, game_id: &str, seat: Seat) -> Result<Option<Exchange>> {
    let moves: Vec<MoveRow> = rows!(
        tx,
        "SELECT seq, side, player_id, body, hidden FROM game_move WHERE game_id = $1 ORDER BY seq",
        game_id,
    );
    let (mut asked, mut found) = (None, None);
    for MoveRow { seq, side, player_id, body, hidden } in moves {
        let hidden = hidden.map_or(Vec::new(), |hidden| parts(&hidden));
        match serde_json::from_str(&body).map_err(Error::corrupt)? {
            Move::Ask(_) if side == seat.other().name() => asked = Some((player_id, seq, hidden)),
            Move::Answer(texts) if side == seat.name() => {
                found = asked.clone().map(|(asker_id, asked_seq, of_question)| Exchange {
                    asker_id,
                    asked_seq,
                    seq,
                    texts: texts.len(),
                    hidden: [hidden, of_question].concat(),
                });
            }
            _ => {}
        }
    }
    Ok(found)
}
