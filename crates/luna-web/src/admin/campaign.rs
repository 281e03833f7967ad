//! `/admin/campaigns`: campaigns of ratings, from a file of questions to results.

mod actions;
mod files;
mod list;
mod new_form;
mod overview;
mod rater;
mod results;

use axum::Router;
use axum::routing::{get, post};

use crate::state::App;

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

/// Cents as dollars; parts of a cent are shown, as a question may cost 27.5 cents.
fn dollars(cents: f64) -> String {
    let whole = format!("${:.2}", cents / 100.0);
    let tenths = format!("${:.3}", cents / 100.0);
    if tenths.ends_with('0') { whole } else { tenths }
}

#[cfg(test)]
mod tests {
    use super::dollars;

    #[test]
    fn the_price_of_a_question_keeps_its_half_cent() {
        let cents = [27.5, 33_000.0, 11.0, 0.0, 1_309.0, 801.0];
        let found = cents.map(dollars);
        assert_eq!(found, ["$0.275", "$330.00", "$0.11", "$0.00", "$13.09", "$8.01"]);
    }
}
