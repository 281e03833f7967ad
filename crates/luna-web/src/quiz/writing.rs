//! `/quiz/write`: the pages of those who write questions.

mod editor;
mod form;
mod history;
mod list;
mod publication;
mod state_words;

use axum::Router;
use axum::routing::{get, post};

pub(crate) use self::history::timeline;
use crate::http::state::App;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/quiz/write", get(list::show).post(list::begin))
        .route("/quiz/write/try", post(editor::try_out))
        .route("/quiz/write/guesses", post(editor::guesses))
        .route("/quiz/write/{id}", get(editor::show).post(editor::send))
        .route("/quiz/write/{id}/history", get(history::show).post(history::choose))
        .route("/quiz/answers", get(form::answers))
}
