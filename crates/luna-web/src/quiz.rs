//! `/quiz`: trivia, for people who write questions, read them and answer them.

mod panel;
mod statistics;
mod writing;

use axum::Router;
use axum::routing::get;

pub(crate) use self::writing::timeline;
use crate::state::App;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/quiz/statistics", get(statistics::show))
        .route("/quiz/release/qanta.json", get(statistics::qanta))
        .route("/quiz/release/questions.jsonl", get(statistics::lines))
        .merge(writing::routes())
}
