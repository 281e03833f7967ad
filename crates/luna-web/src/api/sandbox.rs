//! Permission to play in the sandbox: a number of games an hour, and with a called machine, where each
//! of its moves costs its owner money, only for some.

use luna_app::machine_calls::adapter_config::OpenaiSetup;
use luna_app::machine_calls::budget;
use luna_app::rate_limit;
use luna_store::Tx;
use luna_store::machine::{self, Machine, usage};

use super::problem::Problem;
use crate::http::state::App;

const DAY_MS: i64 = 86_400_000;

/// Counts one more sandbox game of a machine, unless it has started as many within an hour as it may.
pub(super) fn count(app: &App, me: &str, now: i64) -> Result<(), Problem> {
    let most = app.settings.sandbox_games_per_hour;
    let left = app.limits.take_one(rate_limit::sandbox(most), me, now);
    if left.refused {
        let why = format!("Too many sandbox games within an hour: the limit is {most}.");
        return Err(Problem::too_many(&why, Some(left.seconds)));
    }
    Ok(())
}

/// Allows machine `me` to play with a called machine of the same owner, or with the panel if its
/// spending is limited.
pub(crate) fn may_join(
    tx: &mut Tx<'_>,
    app: &App,
    me: &str,
    other: &Machine,
) -> Result<(), Problem> {
    let standing = &other.standing;
    let retired = standing.killed_at.is_some() || standing.replaced_at.is_some();
    if retired || (other.comes_with_luna() && standing.stopped_at.is_some()) {
        return Err(Problem::invalid("That machine no longer plays."));
    }
    let mine = machine::find(tx, me)?.owner_id;
    if other.comes_with_luna() {
        return panel(tx, app, mine.as_deref().unwrap_or(me), other);
    }
    if mine.is_some() && mine == other.owner_id {
        return Ok(());
    }
    Err(Problem::invalid(
        "Calls to that machine cost its owner money, so in the sandbox only machines of the same \
         owner can play it.",
    ))
}

/// Half of the panel's daily budget is reserved for people.
fn panel(tx: &mut Tx<'_>, app: &App, whose: &str, panel: &Machine) -> Result<(), Problem> {
    let setup: OpenaiSetup = serde_json::from_str(&panel.declared.setup).unwrap_or_default();
    if setup.tokens_per_day == 0 {
        return Err(Problem::invalid(
            "Calls to that machine cost the operator money, and the operator has not opened it to the sandbox.",
        ));
    }
    let now = app.now();
    let today = usage::of_day(tx, &panel.player_id, now.div_euclid(DAY_MS))?;
    if budget::tokens_of(&today) >= setup.tokens_per_day / 2 {
        let seconds = (DAY_MS - now.rem_euclid(DAY_MS)) / 1000 + 1;
        let why = "Too many games with that machine today (UTC): its sandbox budget is used up.";
        return Err(Problem::too_many(why, Some(seconds)));
    }
    let left = app.limits.take_one(rate_limit::PANEL, whose, now);
    if left.refused {
        let why = "Too many games between that machine and yours.";
        return Err(Problem::too_many(why, Some(left.seconds)));
    }
    Ok(())
}
