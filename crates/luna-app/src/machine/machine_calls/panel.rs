//! The panel: a language model that an operator may configure. It asks questions that come with
//! Luna, and is a house machine except for its transport: nobody owns it, and neither an alarm nor
//! the switch for all machines stops it.

use luna_core::game::Rules;
use luna_core::rng::Chance;
use luna_machines::panel_questions;
use luna_store::machine::{self, Machine, MachineConfig, Skills, Transport};
use luna_store::{self as store, Tx, question};

use super::adapter_config::OpenaiSetup;
use crate::instance::Instance;

/// The id of its first version.
pub(crate) const ID: &str = "house-panel";
const NAME: &str = "panel";
/// The environment variable with its key, if it needs one.
const KEY: &str = "LUNA_KEY_PANEL";

pub(super) fn is(machine: &Machine) -> bool {
    machine.line == ID
}

/// The number of games within which the panel repeats no question.
const GAMES: i64 = 30;

/// Draws the panel's questions. They are drawn before its partner is known, so they are new to
/// everybody it has met lately.
pub(super) fn questions(
    tx: &mut Tx<'_>,
    panel: &Machine,
    seat_id: &str,
    rules: Rules,
) -> store::Result<Vec<String>> {
    let avoid = question::questions_asked(tx, &panel.player_id, GAMES)?;
    let mut chance = Chance::from_words(&[seat_id, "questions"]);
    Ok(panel_questions(rules, &avoid, &mut chance))
}

/// Updates the panel from the settings; without any it stops.
pub(super) fn prepare(tx: &mut Tx<'_>, app: &Instance) -> store::Result<()> {
    let at = app.moment();
    let latest = machine::latest(tx, ID)?.map(|id| machine::find(tx, &id)).transpose()?;
    match (declared(app), latest) {
        (None, Some(panel)) if panel.standing.stopped_at.is_none() => {
            machine::stop(tx, &at, &panel.player_id)
        }
        (None, _) => Ok(()),
        (Some(declared), None) => match machine::register(tx, at.now, ID, NAME, None, &declared) {
            // A person has the name already.
            Err(store::Error::Conflict) => machine::register(tx, at.now, ID, ID, None, &declared),
            registered => registered,
        },
        (Some(declared), Some(panel)) if panel.declared.model == declared.model => {
            machine::update(tx, &panel.player_id, &declared)?;
            machine::resume(tx, &panel.player_id)
        }
        // Another model is another player.
        (Some(declared), Some(panel)) => {
            let id = format!("{ID}-{}", panel.version + 1);
            machine::replace(tx, &at, &panel, &id, &id, &declared)
        }
    }
}

fn declared(app: &Instance) -> Option<MachineConfig> {
    let panel = app.settings.panel.as_ref()?;
    let key_env = (app.calls.keys)(KEY).map(|_| KEY.to_owned()).unwrap_or_default();
    let setup = OpenaiSetup {
        base_url: panel.url.clone(),
        model: panel.model.clone(),
        key_env,
        tokens_per_day: panel.tokens_per_day,
        ..OpenaiSetup::default()
    };
    Some(MachineConfig {
        about: "A language model that the operator of this instance has chosen.".to_owned(),
        model: panel.model.clone(),
        organisation: String::new(),
        licence: String::new(),
        link: String::new(),
        contact: app.settings.contact.clone(),
        way: Transport::Openai,
        setup: serde_json::json!(setup).to_string(),
        most_open: 100,
        most_daily: 10_000,
        skills: Skills::all(),
    })
}
