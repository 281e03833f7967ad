//! `/battery`: common sense. A question for the two answerers, and the results of all who took the
//! test.

mod admin;
mod asking;
pub(crate) mod discipline;
mod machine;
mod results;

use axum::Router;
use axum::routing::get;

use crate::http::state::App;

fn routes() -> Router<App> {
    Router::new()
        .route("/battery", get(asking::show))
        .route("/battery/results", get(results::show))
        .route("/machines/{id}/battery", get(machine::show).post(machine::begin))
        .route("/machines/{id}/battery/go-on", get(machine::back).post(machine::go_on))
        .route("/machines/{id}/battery/give-up", get(machine::back).post(machine::give_up))
}
