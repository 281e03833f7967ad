//! `/questions/from-text`: a visitor pastes a text and gets questions about it, to use in interviews and
//! elsewhere.

mod file;
mod filter;
mod hand_over;
mod interview;
mod list;
pub(crate) mod machine;
mod offer;
mod page;
mod requests;
mod sets;

use axum::Router;
use axum::routing::get;

use crate::http::state::App;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/questions/from-text", get(requests::show).post(requests::send))
        .route("/questions/sets", get(sets::all))
        .route("/questions/sets/{id}", get(sets::one).post(sets::send))
        .route("/settings/machines/{id}/text", get(machine::show).post(machine::send))
        .route("/games/{id}/suggestions", get(interview::show).post(interview::send))
}
