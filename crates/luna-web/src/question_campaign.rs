//! `/questions`: people rate questions that machines made from texts.

mod address;
mod admin;
pub(crate) mod discipline;
mod ending;
mod front;
mod guide;
mod joining;
mod public_results;
mod rate_page;
mod rating;
pub(crate) mod ratings_file;
mod results;
mod ten;
pub(crate) mod text_questions;

use axum::Router;
use axum::routing::get;

pub(crate) use self::address::results_page;
pub(crate) use self::rate_page::preview;
pub(crate) use self::results::{CampaignResults, coefficient};
use crate::http::state::App;

fn routes() -> Router<App> {
    Router::new()
        .route("/questions", get(front::show))
        .route("/questions/guide", get(guide::show))
        .route("/questions/ten", get(ten::another))
        .route("/questions/ten/{set}", get(ten::show))
        .route("/questions/next", get(rating::front).post(rating::start))
        .route("/questions/results/{id}", get(public_results::show))
        .route("/questions/results/{id}/ratings.jsonl", get(public_results::json))
        .route("/questions/results/{id}/ratings.csv", get(public_results::csv))
        .route("/questions/join/{id}", get(joining::show).post(joining::send))
        .route("/questions/rate/{id}", get(rate_page::show).post(rating::rate))
        .route("/questions/rate/{id}/agree", get(rating::back).post(rating::agree_again))
        .route("/questions/rate/{id}/stop", get(rating::back).post(rating::stop))
        .route("/questions/rate/{id}/next", get(rating::back).post(rating::next))
        .route("/questions/rate/{id}/give-back", get(rating::back).post(rating::give_back))
}
