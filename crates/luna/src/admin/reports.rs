//! `luna admin reports` and `role`: moderation without a browser.

use std::io::Write as _;

use luna_app::Settings;
use luna_app::account_change::AccountChange;
use luna_store::game::Context;
use luna_store::moderation_log::{self, Act, Action};
use luna_store::player::{self, Role};
use luna_store::{Db, report, ways_in};
use serde_json::json;

use super::end_ways_in;
use super::find::find;
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// The number of reports in one query.
const PAGE: i64 = 100;

/// Prints the queue without the texts of the games. Reading those is logged and needs the browser.
pub(super) async fn list(db: &Db, out: &mut Printer) -> Result<(), Failure> {
    let mut after = (i64::MIN, i64::MIN, String::new());
    loop {
        let from = after.clone();
        let page = db.read(move |tx| report::open(tx, "", &from, PAGE)).await?;
        let Some(last) = page.last() else { break };
        after = (last.urgency, last.at, last.id.clone());
        for it in &page {
            let what = if it.spot.is_some() { "a passage" } else { "the player" };
            let (category, id) = (it.category.name(), &it.id);
            let line = json!({
                "id": id, "at": it.at, "player": it.subject_name, "category": category,
                "passage": it.spot.is_some(),
            });
            let at = luna_app::format::stamp(it.at);
            let words =
                format!("{at} {}: {category}, {what}: /admin/reports/{id}", it.subject_name);
            out.result(&line, words)?;
        }
    }
    if after.2.is_empty() && !out.is_json() {
        writeln!(out.results(), "No open reports.")?;
    }
    Ok(())
}

/// Gives a role or removes it.
pub(super) async fn role(
    db: &Db,
    at: Context,
    settings: Settings,
    (player, role): (String, &str),
    out: &mut Printer,
) -> Result<(), Failure> {
    let role = Role::from_name(role);
    let name = db
        .write(move |tx| {
            let id = find(tx, &player)?.id;
            ways_in::lock(tx, &id)?;
            let player = find(tx, &player)?;
            if role.is_some() && (player.machine || !player.verified) {
                let why = format!(
                    "{} has no account with a confirmed address, so they can have no role",
                    player.name
                );
                return Err(Failure::Refused(why));
            }
            player::set_role(tx, &player.id, role)?;
            moderation_log::note(
                tx,
                &at,
                Act::of(&player.id, role.map_or("none", Role::name)),
                Action::Role,
            )?;
            end_ways_in(tx, &at, &settings, &player.id, &AccountChange::Role(role))?;
            Ok(player.name)
        })
        .await?;
    let now = match role {
        Some(Role::Moderator) => "is a moderator now",
        Some(Role::Administrator) => "is an administrator now",
        None => "has no role now",
    };
    let line = json!({ "player": name, "role": role.map(Role::name) });
    Ok(out.result(&line, format!("{name} {now}."))?)
}
