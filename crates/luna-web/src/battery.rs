//! `/battery`: common sense. A question for the two answerers, and the results of all who took the
//! test.

mod asking;
mod results;

use axum::Router;
use axum::routing::get;

pub(crate) use self::results::section;
use crate::state::App;

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/battery", get(asking::show)).route("/battery/results", get(results::show))
}
