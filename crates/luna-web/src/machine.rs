//! Machines: the public leaderboard and pages, and the settings for their owners.

mod agreement;
mod askable;
mod asked_questions;
mod badge;
mod checklist;
mod compare;
mod conversations;
mod credentials;
mod form_fields;
mod form_parser;
mod games;
mod ladder_choice;
mod ladder_table;
mod leaderboard;
mod measures;
mod my_machines;
mod new_version;
pub(crate) mod owner;
mod profile;
mod public_games;
mod questions;
mod ranked_table;
mod register;
pub(crate) mod secrets;
mod settings;
mod skills;
mod status;
mod try_out;
mod usage;

use axum::Router;
use axum::extract::Path;
use axum::response::Redirect;
use axum::routing::get;

use self::owner::settings_of;
use crate::http::error::Error;
use crate::http::state::App;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/machines", get(leaderboard::show))
        .route("/machines/compare", get(compare::show))
        .route("/machines/{id}", get(profile::show))
        .route("/machines/{id}/badge.svg", get(badge::show))
        .route("/machines/{id}/questions", get(questions::show).post(questions::send))
        .route("/machines/{id}/questions/{task}", get(questions::result))
        .route("/machines/{id}/conversations", get(conversations::show).post(conversations::begin))
        .route(
            "/machines/{id}/conversations/{conversation}",
            get(conversations::one).post(conversations::say),
        )
        .route("/owners/{id}", get(profile::owner))
        .route("/settings/machines", get(my_machines::show))
        .route("/settings/machines/new", get(register::show).post(register::send))
        .route("/settings/machines/{id}", get(settings::show).post(settings::change))
        .route("/settings/machines/{id}/games", get(games::show))
        .route("/settings/machines/{id}/games/{seat}", get(games::one))
        .route("/settings/machines/{id}/usage", get(usage::show))
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
