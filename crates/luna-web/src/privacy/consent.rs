//! Consent: the pages where people give and withdraw it.

pub(crate) mod boxes;
pub(crate) mod page;
pub(crate) mod points;
pub(crate) mod section;
pub(crate) mod single;
mod terms;

use axum::Router;
use axum::routing::{get, post};

use crate::http::state::App;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/consent", get(page::show).post(page::send))
        .route("/settings/consent/{purpose}", post(section::send))
        .route("/terms/machines", get(terms::show).post(terms::send))
}
