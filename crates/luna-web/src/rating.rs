//! Ratings on pages: the Smarts Rating, derived ratings, and `/ratings`, which explains them.

pub(crate) mod derived;
pub(crate) mod format;
mod help_page;
pub(crate) mod hidden;
pub(crate) mod history;
pub(crate) mod judge_accuracy;
pub(crate) mod months;
pub(crate) mod predict;

use axum::Router;
use axum::routing::{get, post};

use crate::http::state::App;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/ratings", get(help_page::show))
        .route("/settings/rating", post(hidden::choose))
}
