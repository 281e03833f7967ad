//! `luna admin reports` and `role`: moderation without a browser.

use std::io::Write;

use luna_store::act::{self, What};
use luna_store::game::Moment;
use luna_store::player::{self, Role};
use luna_store::{Db, report};

use super::find;
use crate::failure::Failure;

/// Reports at a time.
const PAGE: i64 = 100;

/// Prints the queue. What was written in the game is left out: reading it is logged, and is done
/// in the browser.
pub(super) async fn list(db: &Db, out: &mut impl Write) -> Result<(), Failure> {
    let mut after = (i64::MIN, i64::MIN, String::new());
    loop {
        let from = after.clone();
        let page = db.read(move |tx| report::open(tx, &from, PAGE)).await?;
        let Some(last) = page.last() else { break };
        after = (last.urgency, last.at, last.id.clone());
        for it in &page {
            let what = if it.spot.is_some() { "a passage" } else { "the player" };
            writeln!(
                out,
                "{} {}: {}, {what}: /admin/reports/{}",
                luna_web::stamp(it.at),
                it.subject_name,
                it.category.name(),
                it.id,
            )?;
        }
    }
    if after.2.is_empty() {
        writeln!(out, "No report waits for a decision.")?;
    }
    Ok(())
}

/// Gives a role, or takes it away.
pub(super) async fn role(
    db: &Db,
    at: Moment,
    player: String,
    role: &str,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let role = Role::from_name(role);
    let name = db
        .write(move |tx| {
            let player = find(tx, &player)?;
            if role.is_some() && (player.machine || !player.verified) {
                let why = format!(
                    "{} has no account with a confirmed address, so they can have no role",
                    player.name
                );
                return Err(Failure::Refused(why));
            }
            player::set_role(tx, &player.id, role)?;
            act::note(tx, &at, None, &player.id, What::Role, role.map_or("none", Role::name))?;
            Ok(player.name)
        })
        .await?;
    Ok(match role {
        Some(Role::Moderator) => writeln!(out, "{name} is a moderator now.")?,
        Some(Role::Administrator) => writeln!(out, "{name} is an administrator now.")?,
        None => writeln!(out, "{name} has no role now.")?,
    })
}
