//! `/admin`: what moderators and administrators see and do. For everybody else
//! there is nothing at these addresses.

mod action_form;
pub(crate) mod assignments;
mod blocs;
mod games;
mod jobs;
mod judges;
pub(crate) mod listing;
mod machines;
mod mail;
mod person;
mod player_link;
mod players;
mod questions;
mod recall;
mod reports;
mod search;
mod statistics;
mod themes;
mod transcript;
mod typing;
pub(crate) mod typing_csv;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use axum::routing::{get, post};
use luna_store::player::Role;

use crate::http::error::Error;
use crate::http::state::{App, Discipline};
use crate::http::visitor::Visitor;

fn routes() -> Router<App> {
    Router::new()
        .route("/admin", get(statistics::show))
        .route("/admin/players", get(players::show))
        .route("/admin/players/{id}", get(person::show))
        .route("/admin/players/{id}/role", post(person::role))
        .route("/admin/players/{id}/ban", post(players::ban))
        .route("/admin/players/{id}/unban", post(players::unban))
        .route("/admin/bans", get(players::bans))
        .route("/admin/judges", get(judges::show))
        .route("/admin/judges/excluded", get(judges::excluded))
        .route("/admin/judges/next", post(judges::next))
        .route("/admin/judges/{id}/give-back", post(judges::give_back))
        .route("/admin/judges/{id}/exclude", post(judges::exclude))
        .route("/admin/judges/{id}/restore", post(judges::restore))
        .route("/admin/judges/{id}/clear", post(judges::clear))
        .route("/admin/judges/{id}/clear-group", post(judges::clear_group))
        .route("/admin/blocs/{id}/exclude", post(blocs::exclude))
        .route("/admin/blocs/{id}/restore", post(blocs::restore))
        .route("/admin/blocs/{id}/clear", post(blocs::clear))
        .route("/admin/acts", get(judges::acts))
        .route("/admin/games", get(games::show))
        .route("/admin/games/{id}", get(transcript::show))
        .route("/admin/games/{id}/open", post(transcript::open_game))
        .route("/admin/readings", get(transcript::readings))
        .route("/admin/reports", get(reports::show))
        .route("/admin/reports/next", post(reports::next))
        .route("/admin/reports/{id}/give-back", post(reports::give_back))
        .route("/admin/reports/{id}", get(reports::one).post(reports::decide))
        .route("/admin/reports/{id}/open", post(reports::open))
        .route("/admin/search", get(search::show))
        .route("/admin/questions", get(questions::show))
        .route("/admin/themes", get(themes::show))
        .route("/admin/themes/{id}/name", post(themes::rename))
        .route("/admin/machines", get(machines::show))
        .route("/admin/machines/all", post(machines::switch_all))
        .route("/admin/machines/{id}/kill", post(machines::kill))
        .route("/admin/machines/{id}/revive", post(machines::revive))
        .route("/admin/recall", get(recall::pending))
        .route("/admin/recall/approved", get(recall::approved))
        .route("/admin/recall/rejected", get(recall::rejected))
        .route("/admin/recall/{id}/approve", post(recall::approve))
        .route("/admin/recall/{id}/reject", post(recall::reject))
        .route("/admin/typing", get(typing::show))
        .route("/admin/typing.csv", get(typing::csv))
        .route("/admin/typing.jsonl", get(typing::json))
        .route("/admin/jobs", get(jobs::show).post(jobs::revive))
        .route("/admin/mail", get(mail::show))
}

/// The same and those of disciplines.
pub(crate) fn all_routes(disciplines: &[&Discipline]) -> Router<App> {
    disciplines.iter().fold(routes(), |all, it| all.merge((it.operator_routes)()))
}

/// The same behind a layer that lets operators pass.
pub(crate) fn guarded_routes(app: &App) -> Router<App> {
    all_routes(app.disciplines).route_layer(from_fn_with_state(app.clone(), operators_only))
}

/// Nobody else is told anything, not even that an address takes a form. Each handler still asks for
/// the role that it needs.
async fn operators_only(
    State(app): State<App>,
    visitor: Visitor,
    request: Request,
    next: Next,
) -> Result<Response, Error> {
    app.db.read(move |tx| visitor.operator(tx, Role::Moderator).map(drop)).await?;
    Ok(next.run(request).await)
}
