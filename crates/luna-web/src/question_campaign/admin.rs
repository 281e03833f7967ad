//! `/admin/campaigns`: campaigns of ratings, from a file of questions to results.

mod actions;
mod codes;
mod files;
mod list;
mod new_form;
mod overview;
mod rater;
mod results;

use axum::Router;
use axum::routing::{get, post};

use crate::http::state::App;

const HERE: &str = "/admin/campaigns";

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/admin/campaigns", get(list::show).post(list::create))
        .route("/admin/campaigns/{id}", get(overview::show))
        .route("/admin/campaigns/{id}/preview", get(overview::preview_page))
        .route("/admin/campaigns/{id}/open", post(actions::open))
        .route("/admin/campaigns/{id}/close", post(actions::close))
        .route("/admin/campaigns/{id}/block", post(actions::block))
        .route("/admin/campaigns/{id}/publish", post(actions::publish))
        .route("/admin/campaigns/{id}/withdraw", post(actions::withdraw))
        .route("/admin/campaigns/{id}/check", post(actions::check))
        .route("/admin/campaigns/{id}/codes", post(codes::check))
        .route("/admin/campaigns/{id}/raters/{player}", get(rater::show))
        .route("/admin/campaigns/{id}/raters/{player}/reject", post(actions::reject))
        .route("/admin/campaigns/{id}/results", get(results::show))
        .route("/admin/campaigns/{id}/ratings.jsonl", get(files::json))
        .route("/admin/campaigns/{id}/ratings.csv", get(files::csv))
        .route("/admin/campaigns/{id}/questions.jsonl", get(files::questions_json))
        .route("/admin/campaigns/{id}/questions.csv", get(files::questions_csv))
        .route("/admin/campaigns/{id}/raters.csv", get(files::raters))
}

fn address(id: &str) -> String {
    format!("{HERE}/{id}")
}
