//! `/quiz`: trivia, for people who write questions, read them and answer them.

mod admin;
pub(crate) mod answer_line;
mod choice;
pub(crate) mod discipline;
mod ending;
mod front;
mod machine;
mod moves;
mod my_plays;
mod one_tossup;
mod panel;
mod play_form;
mod play_page;
mod selection;
mod statistics;
mod word_stream;
mod writing;

use axum::Router;
use axum::routing::get;

pub(crate) use self::writing::timeline;
use crate::http::state::App;

fn routes() -> Router<App> {
    Router::new()
        .route("/quiz", get(front::show))
        .route("/quiz/me", get(my_plays::show))
        .route("/quiz/one", get(one_tossup::another))
        .route("/quiz/one/{id}", get(one_tossup::show))
        .route("/quiz/one/{id}/answer", get(one_tossup::answer))
        .route("/quiz/read", get(choice::show).post(choice::start))
        .route("/quiz/read/{id}", get(play_page::show))
        .route("/quiz/read/{id}/words", get(word_stream::open))
        .route("/quiz/read/{id}/more", get(moves::back).post(moves::more))
        .route("/quiz/read/{id}/buzz", get(moves::back).post(moves::buzz))
        .route("/quiz/read/{id}/answer", get(moves::back).post(moves::answer))
        .route("/quiz/read/{id}/give-up", get(moves::back).post(moves::give_up))
        .route("/quiz/read/{id}/appeal", get(moves::back).post(moves::appeal))
        .route("/quiz/statistics", get(statistics::show))
        .route("/quiz/release/qanta.json", get(statistics::qanta))
        .route("/quiz/release/questions.jsonl", get(statistics::lines))
        .route("/quiz/release/withdrawn.json", get(statistics::withdrawals))
        .merge(writing::routes())
}
