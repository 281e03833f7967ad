//! `luna admin export` and `erase`: requests of people for their data.

use std::io::Write as _;

use luna_store::export::Layout;
use luna_store::game::Context;
use luna_store::moderation_log::{self, Act, Action};
use luna_store::player::Player;
use luna_store::{self as store, Db, Tx};
use serde_json::json;

use super::find::find;
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// Prints a player's data, and logs that.
pub(super) async fn export(
    db: &Db,
    at: Context,
    player: String,
    out: &mut Printer,
) -> Result<(), Failure> {
    let disciplines = at.disciplines;
    let person = db
        .write(move |tx| {
            let person = person(tx, &player)?;
            moderation_log::note(tx, &at, Act::of(&person.id, ""), Action::Export)?;
            Ok::<_, Failure>(person)
        })
        .await?;
    let layout = if out.is_json() { Layout::OneLine } else { Layout::Lines };
    let mut pieces = store::export::pieces(disciplines, person.id, layout);
    loop {
        let read = move |tx: &mut Tx<'_>| {
            let text = pieces.next(tx)?;
            Ok::<_, Failure>((text, pieces))
        };
        let (text, rest) = db.read(read).await?;
        let Some(text) = text else { return Ok(()) };
        out.results().write_all(text.as_bytes())?;
        pieces = rest;
    }
}

/// Erases a player, as the player could.
pub(super) async fn erase(
    db: &Db,
    at: Context,
    player: String,
    yes: bool,
    out: &mut Printer,
) -> Result<(), Failure> {
    let person = db
        .write(move |tx| {
            let person = person(tx, &player)?;
            if yes {
                store::erase::erase(tx, &at, &person.id)?;
                moderation_log::note(tx, &at, Act::of(&person.id, ""), Action::Erase)?;
            }
            Ok::<_, Failure>(person)
        })
        .await?;
    if !yes {
        return Err(Failure::Refused(format!(
            "{} ({}) would be erased for good, and nothing was done; --yes does it",
            person.name, person.id
        )));
    }
    let line = json!({ "erased": person.id });
    Ok(out.result(&line, format!("{} ({}) is erased.", person.name, person.id))?)
}

/// A person by name, address or id.
fn person(tx: &mut Tx<'_>, who: &str) -> Result<Player, Failure> {
    let player = match store::player::find(tx, who) {
        Err(store::Error::NotFound) => find(tx, who)?,
        player => player?,
    };
    if player.machine {
        return Err(Failure::Refused(format!(
            "{} is a machine: its owner's data and erasure cover it",
            player.name
        )));
    }
    Ok(player)
}
