//! `/contests`: the imitation game, for judges, confederates, programs, organisers and readers of
//! results.

mod clock;
mod console;
pub(crate) mod discipline;
mod folder_choice;
mod front;
mod hint;
mod join;
mod list;
mod new;
mod pair;
mod program;
mod results;
mod seat;
mod seat_table;
mod socket;
mod statistics;
mod strokes;
mod transcript;

use axum::Router;
use axum::routing::{get, post};

use crate::http::state::App;

fn routes() -> Router<App> {
    Router::new()
        .route("/contests", get(list::show))
        .route("/contests/new", get(new::show).post(new::send))
        .route("/contests/pairs", get(pair::another))
        .route("/contests/pairs/{id}", get(pair::show))
        .route("/contests/rehearse", post(list::rehearse))
        .route("/contests/join/{token}", get(join::show).post(join::send))
        .route("/contests/join/{token}/stream", get(program::open))
        .route("/contests/join/{token}/keys", post(program::send))
        .route("/contests/{id}", get(front::show))
        .route("/contests/{id}/console", get(console::show).post(console::send))
        .route(
            "/contests/{id}/folders/{seat}",
            get(folder_choice::show).post(folder_choice::choose),
        )
        .route("/contests/{id}/seat", get(seat::show))
        .route("/contests/{id}/seat/events", get(strokes::open))
        .route("/contests/{id}/seat/keys", post(strokes::send))
        .route("/contests/{id}/seat/socket", get(socket::open))
        .route("/contests/{id}/seat/verdict", post(seat::verdict))
        .route("/contests/{id}/seat/ranks", post(seat::rank))
        .route("/contests/{id}/{round}/{judge}/{side}", get(transcript::show))
        .route("/contests/{id}/{round}/{judge}/{side}/{format}", get(transcript::one))
        .route("/contests/{id}/transcripts/{format}", get(transcript::all))
}
