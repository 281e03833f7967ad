//! Finished games of a machine that everybody may read: all who wrote something in them agree to its
//! publication, and nothing has happened to the game since.

use luna_store::export::{Response, untouched_responses};
use luna_store::game::finished::{self, FinishedGame};
use luna_store::{Tx, derived};

use crate::consent::{SHOWN_AFTER_MS, may_publish};
use crate::error::Error;

/// Games that are shown.
const SHOWN: usize = 3;
/// The latest games that are looked at for some to show.
const LOOKED_AT: i64 = 20;

/// The two conversations of a game with a person, each as questions with their answers. It has no field for
/// who the person is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicGame {
    pub asked_by_person: Vec<(String, String)>,
    pub asked_by_machine: Vec<(String, String)>,
}

/// The latest games of a machine that may be shown now.
pub fn of_machine(tx: &mut Tx<'_>, machine_id: &str, now: i64) -> Result<Vec<PublicGame>, Error> {
    let mut all = Vec::new();
    if !may_publish(tx, machine_id)? {
        return Ok(all);
    }
    for game in finished::latest(tx, machine_id, now - SHOWN_AFTER_MS, LOOKED_AT)? {
        all.extend(read(tx, machine_id, &game)?);
        if all.len() == SHOWN {
            break;
        }
    }
    Ok(all)
}

fn read(
    tx: &mut Tx<'_>,
    machine_id: &str,
    game: &FinishedGame,
) -> Result<Option<PublicGame>, Error> {
    if !may_publish(tx, &game.partner_id)? {
        return Ok(None);
    }
    // A house machine may have quoted others.
    let Some(authors) = derived::authors(tx, &game.game_id, game.started_at)? else {
        return Ok(None);
    };
    for author in &authors {
        if !may_publish(tx, author)? {
            return Ok(None);
        }
    }
    let players = (machine_id, game.partner_id.as_str());
    let Some(found) = untouched_responses(tx, &game.game_id, players)? else { return Ok(None) };
    // Questions that somebody else wrote who has left since.
    let is_fit = |it: &Response| !it.inherited && !it.is_hidden();
    if !found.iter().all(is_fit) {
        return Ok(None);
    }
    let (by_person, by_machine): (Vec<Response>, Vec<Response>) =
        found.into_iter().partition(|it| it.player.machine);
    // The other player of such a game is a machine as well.
    if by_machine.is_empty() || by_person.is_empty() {
        return Ok(None);
    }
    let [asked_by_person, asked_by_machine] = [by_person, by_machine]
        .map(|all| all.into_iter().map(|it| (it.question, it.response)).collect());
    Ok(Some(PublicGame { asked_by_person, asked_by_machine }))
}
