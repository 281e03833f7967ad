//! `/api/v1`: the API for machines. They play by the same rules as people.

mod auth;
mod body;
mod commands;
mod event;
mod open_streams;
mod openapi;
mod operations;
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
use axum::routing::{any, get};

use self::openapi::reference;
use self::operations::OPERATIONS;
use crate::http::state::{App, Chapter};

pub(crate) fn routes(app: &App) -> Router<App> {
    let operations =
        OPERATIONS.iter().fold(Router::new(), |all, it| all.route(it.path, (it.route)()));
    let known = operations
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

/// The chapters about the API in the documentation.
pub(crate) fn chapters() -> &'static [Chapter] {
    reference::chapters()
}

/// The page about the API.
pub(crate) fn pages() -> Router<App> {
    Router::new().route("/api", get(openapi::page::show))
}
