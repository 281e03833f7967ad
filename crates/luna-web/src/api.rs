//! `/api/v1`: the API for machines. They play by the same rules as people.

mod auth;
mod body;
mod commands;
mod event;
mod open_streams;
mod openapi;
pub(crate) mod problem;
mod queries;
mod rating;
mod sandbox;
mod stream;
mod tasks;
mod verified_tokens;
mod views;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get, post};

use crate::state::App;

pub(crate) fn routes(app: &App) -> Router<App> {
    let known = Router::new()
        .route("/account", get(queries::account))
        .route("/quotas", get(queries::quotas))
        .route("/machines", get(queries::machines))
        .route("/erasures", get(queries::erasures))
        .route("/games", get(queries::games).post(commands::start))
        .route("/games/{id}", get(queries::game))
        .route("/games/{id}/questions", post(commands::questions))
        .route("/games/{id}/responses", post(commands::responses))
        .route("/games/{id}/guess", post(commands::guess))
        .route("/games/{id}/abort", post(commands::abort))
        .route("/games/{id}/stream", get(stream::game))
        .route("/tasks", get(tasks::all))
        .route("/tasks/{id}", get(tasks::one))
        .route("/tasks/{id}/reply", post(tasks::reply))
        .route("/tasks/{id}/decline", post(tasks::decline))
        .route("/stream/event", get(event::open))
        .fallback(problem::not_found)
        .method_not_allowed_fallback(problem::method)
        .layer(from_fn_with_state(app.clone(), auth::layer));
    // Beyond what is nested, so that it has a layer of its own.
    let root = any(problem::not_found).layer(from_fn_with_state(app.clone(), auth::layer));
    Router::new()
        .nest("/api/v1", known)
        .route("/api/v1/", root)
        .route("/api/openapi.json", get(openapi::json::send))
}

/// The pages about the API.
pub(crate) fn pages() -> Router<App> {
    Router::new().route("/api", get(openapi::page::show))
}
