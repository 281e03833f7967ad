//! `luna admin second-factor-off`: a way back for somebody who has lost it.

use luna_app::Settings;
use luna_app::account_change::AccountChange;
use luna_app::mail::Mailer;
use luna_store::game::Context;
use luna_store::moderation_log::{self, Act, Action};
use luna_store::{Db, second_factor};
use serde_json::json;

use super::find::find;
use crate::failure::Failure;
use crate::terminal::print::Printer;

/// Turns the second factor of an account off, logs that, and tells the owner by mail.
pub(super) async fn turn_off(
    db: &Db,
    at: Context,
    settings: Settings,
    player: String,
    out: &mut Printer,
) -> Result<(), Failure> {
    let name = db
        .write(move |tx| {
            let player = find(tx, &player)?;
            if !second_factor::is_on(tx, &player.id)? {
                return Err(Failure::Refused(format!("{} has no second factor", player.name)));
            }
            second_factor::remove(tx, &player.id)?;
            let act = Act::of(&player.id, "");
            moderation_log::note(tx, &at, act, Action::SecondFactorOff)?;
            let mut mailer = Mailer { tx, at: &at, settings: &settings };
            mailer.account_changed(&player.id, &AccountChange::SecondFactorOffByOperator)?;
            Ok(player.name)
        })
        .await?;
    let line = json!({ "player": name, "second_factor": false });
    Ok(out.result(&line, format_args!("{name} has no second factor now."))?)
}
