//! Machines: the leaderboard and their pages, which everybody can read, and
//! the settings in which their owners look after them.

mod credentials;
mod form_fields;
mod form_parser;
mod leaderboard;
mod my_machines;
mod new_version;
mod profile;
mod questions;
mod register;
pub(crate) mod secrets;
mod settings;
mod skills;
mod try_out;

use axum::Router;
use axum::extract::Path;
use axum::response::Redirect;
use axum::routing::get;
use luna_app::format::date;
use luna_store::Tx;
use luna_store::game::THERE_MS;
use luna_store::machine::{Machine, Ranked, Transport};
use luna_store::player::Player;
use maud::{Markup, html};

use crate::App;
use crate::error::Error;
use crate::rating::{interval, rating};
use crate::table::Column::{Number, Text};
use crate::table::table;
use crate::visitor::Visitor;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/machines", get(leaderboard::show))
        .route("/machines/{id}", get(profile::show))
        .route("/machines/{id}/questions", get(questions::show).post(questions::send))
        .route("/machines/{id}/questions/{task}", get(questions::result))
        .route("/owners/{id}", get(profile::owner))
        .route("/settings/machines", get(my_machines::show))
        .route("/settings/machines/new", get(register::show).post(register::send))
        .route("/settings/machines/{id}", get(settings::show).post(settings::change))
        .route("/settings/machines/{id}/version", get(new_version::show).post(new_version::send))
        .route("/settings/machines/{id}/skills", get(back).post(skills::change))
        .route("/settings/machines/{id}/stop", get(back).post(settings::stop))
        .route("/settings/machines/{id}/resume", get(back).post(settings::resume))
        .route("/settings/machines/{id}/tries", get(back).post(try_out::begin))
        .route("/settings/machines/{id}/tries/{seat}", get(try_out::show))
        .route("/settings/machines/{id}/secret", get(back).post(credentials::new_signing_secret))
        .route("/settings/machines/{id}/tokens", get(back).post(credentials::new_token))
        .route("/settings/machines/{id}/revoke", get(back).post(credentials::revoke))
}

/// A refused form leaves its address in the browser. Reloading that address leads back to the
/// machine.
async fn back(Path(id): Path<String>) -> Result<Redirect, Error> {
    let good = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if good { Ok(Redirect::to(&settings_of(&id))) } else { Err(Error::NotFound) }
}

fn settings_of(id: &str) -> String {
    format!("/settings/machines/{id}")
}

/// Somebody with an account, who alone can answer for a machine.
fn owner(visitor: &Visitor, tx: &mut Tx<'_>) -> Result<Player, Error> {
    let me = visitor.signed_in(tx)?;
    if me.email.is_some() {
        return Ok(me);
    }
    Err(Error::Refused(
        "A machine needs somebody who answers for it, so guests cannot enter one. Please create \
         an account first, in the settings."
            .into(),
    ))
}

/// The reader of a page about machines; banned people may read it without being named.
fn reader(visitor: &Visitor, tx: &mut Tx<'_>) -> Result<Option<Player>, Error> {
    match visitor.player(tx) {
        Err(Error::Banned(_)) => Ok(None),
        player => player,
    }
}

fn way_in(way: Transport) -> &'static str {
    match way {
        Transport::House => "comes with Luna",
        Transport::Pull => "API client",
        Transport::Push => "Luna posts to it",
        Transport::Openai => "Luna asks a language model",
    }
}

/// The notice on lists of machines and on the pages of their owners.
const ALL_STOPPED: &str =
    "The operator has stopped all machines that somebody has entered, for the time being.";

/// Returns true if it can be met now.
fn is_there(way: Transport, seen_at: i64, now: i64) -> bool {
    way == Transport::House || now - seen_at < THERE_MS
}

/// Why it starts no more games, for everybody; nothing of what it does just now.
fn gone(machine: &Machine) -> &'static str {
    let standing = &machine.standing;
    match () {
        () if standing.killed_at.is_some() => " The operator has stopped it.",
        () if standing.replaced_at.is_some() => " A later version plays instead.",
        () if standing.stopped_at.is_some() && machine.comes_with_luna() => {
            " It does not play now."
        }
        () if standing.stopped_at.is_some() => " Its owner has stopped it.",
        () => "",
    }
}

/// The machine's state, for its owner and operators.
fn state(machine: &Machine, now: i64) -> &'static str {
    let standing = &machine.standing;
    match () {
        () if standing.killed_at.is_some() => "stopped by the operator",
        () if standing.replaced_at.is_some() => "replaced by a later version",
        () if standing.stopped_at.is_some() && machine.comes_with_luna() => "offline",
        () if standing.stopped_at.is_some() => "stopped by its owner",
        () if is_there(machine.declared.way, standing.seen_at, now) => "online",
        () => "offline",
    }
}

fn badge() -> Markup {
    html! { span.badge { "MACHINE" } }
}

/// Machines and how they had done by midnight, in the order given.
fn ranked_table(label: &str, all: &[Ranked]) -> Markup {
    let heads = [
        Text("Machine"),
        Number("Rating"),
        Number("95 % interval"),
        Number("Guesses"),
        Number("Games"),
        Text("Since"),
    ];
    let rows = html! {
        @for Ranked { machine, tally, spread } in all {
            tr {
                th scope="row" {
                    a dir="auto" href={ "/machines/" (machine.player_id) } { (machine.name) }
                    span.by { (gone(machine)) }
                }
                td.number { (rating(*spread)) }
                td.number { (interval(*spread)) }
                td.number { (spread.map_or(0, |spread| spread.rating.count())) }
                td.number { (tally.finished) }
                td { (date(machine.standing.created_at)) }
            }
        }
    };
    table(label, &heads, &rows)
}
