//! `luna admin months`: monthly ratings of house machines or one player.

use luna_app::rating::months::{Month, months};
use luna_machines::HouseMachine;
use luna_store::player::{self, Player};
use luna_store::{Db, Tx};
use serde_json::json;

use super::find::find;
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// Prints the months of one player or of all house machines, the oldest first.
pub(super) async fn list(
    db: &Db,
    player: Option<String>,
    out: &mut Printer,
) -> Result<(), Failure> {
    let all = db
        .read(move |tx| {
            let players = match &player {
                Some(player) => vec![find(tx, player)?],
                None => anchors(tx)?,
            };
            let with = |it: Player| Ok((it.name, months(tx, &it.id, i64::MAX)?));
            players.into_iter().map(with).collect::<Result<Vec<_>, Failure>>()
        })
        .await?;
    for (name, months) in &all {
        for month in months {
            print(name, month, out)?;
        }
    }
    if all.iter().all(|(_, months)| months.is_empty()) && !out.is_json() {
        out.result(&json!({}), "Nobody has made a guess about them yet.")?;
    }
    Ok(())
}

/// The house machines that this instance has.
fn anchors(tx: &mut Tx<'_>) -> Result<Vec<Player>, Failure> {
    let mut all = Vec::new();
    for house in HouseMachine::ALL {
        match player::find(tx, house.id()) {
            Err(luna_store::Error::NotFound) => {}
            found => all.push(found?),
        }
    }
    Ok(all)
}

fn print(name: &str, month: &Month, out: &mut Printer) -> Result<(), Failure> {
    let (rating, ends) = (month.spread.rating, month.spread.interval());
    let (low, high) = ends.unzip();
    let value = json!({
        "player": name, "month": month.code(), "guesses": rating.count(), "mean": rating.mean(),
        "low": low, "high": high, "mean_so_far": month.so_far.mean(),
    });
    let sure = ends
        .map_or_else(|| "no interval".to_owned(), |(low, high)| format!("{low:.1} to {high:.1}"));
    let words = format!(
        "{name}\t{}\t{rating} ({sure})\t{}\tso far {}",
        month.code(),
        luna_app::format::guesses(rating.count()),
        month.so_far,
    );
    Ok(out.result(&value, words)?)
}
