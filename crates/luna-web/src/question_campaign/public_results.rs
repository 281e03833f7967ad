//! `/questions/results/{id}`: results that an operator has made public, and the ratings to download.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::Response;
use luna_app::format::{date, many};
use luna_app::question_campaign::publication::{self, PublicRating, Publication};
use luna_store::Tx;
use luna_store::question_campaign::campaign::Campaign;
use luna_store::question_campaign::rating::Rating;
use maud::{Markup, html};
use serde_json::json;

use super::address::results_page;
use super::ratings_file::{RatingLine, RatingsFile, harmless, row};
use super::results::CampaignResults;
use crate::http::error::Error;
use crate::http::id::is_id;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::page::layout::Page;

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let id = known(id)?;
    let read = move |tx: &mut Tx<'_>| {
        let me = visitor.player(tx)?;
        let campaign = publication::find(tx, &id)?;
        let public = Publication::read(tx, &id)?.raters();
        Ok::<_, Error>((me, public, campaign.clone(), CampaignResults::read(tx, campaign)?))
    };
    let (me, public, campaign, results) = app.db.read(read).await?;
    let body = html! {
        h1 dir="auto" { "Results of " (campaign.name) }
        p {
            "Programs made these questions from texts, and people rated them from 1 to 5 ("
            a href="/questions/guide" { "how" } ")."
            @if let Some(at) = campaign.published_at { " Published on " (date(at)) "." }
        }
        (results.body())
        (downloads(&campaign, public))
        p.after { a.button href="/questions" { "About questions" } }
    };
    let title = format!("Results of {}", campaign.name);
    Ok(Page::new(&title, body).of(me.as_ref()).wide().render(&app))
}

fn downloads(campaign: &Campaign, raters: usize) -> Markup {
    let here = results_page(&campaign.id);
    let raters = i64::try_from(raters).unwrap_or(i64::MAX);
    html! {
        h2 { "The ratings" }
        p {
            "The files have the ratings of " (many(raters, "rater")) " who agreed to publication, with pseudonyms and without "
            "comments. The numbers above are of all ratings that count."
        }
        div.row {
            a.button.quiet href={ (here) "/ratings.csv" } { "Ratings (CSV)" }
            a.button.quiet href={ (here) "/ratings.jsonl" } { "Ratings (JSON lines)" }
        }
    }
}

pub(super) async fn json(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    send(&app, id, RatingsFile::json, json_line).await
}

pub(super) async fn csv(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Error> {
    let head = "question,text,rater,rating,seconds,rejected\n";
    send(&app, id, |line| RatingsFile::csv(head, line), csv_line).await
}

async fn send(
    app: &App,
    id: String,
    file: impl FnOnce(RatingLine) -> RatingsFile,
    line: fn(&PublicRating) -> String,
) -> Result<Response, Error> {
    let id = known(id)?;
    let wanted = id.clone();
    let public = app.db.read(move |tx| Publication::read(tx, &wanted)).await?;
    let file = file(Arc::new(move |it: &Rating| public.line(it).as_ref().map(line)));
    Ok(file.send(app.db.clone(), id))
}

fn known(id: String) -> Result<String, Error> {
    if is_id(&id) { Ok(id) } else { Err(Error::NotFound) }
}

fn json_line(it: &PublicRating) -> String {
    let value = json!({
        "question": it.question_id, "text": it.question, "rater": it.rater, "rating": it.rating,
        "seconds": it.seconds, "rejected": it.is_rejected,
    });
    format!("{value}\n")
}

fn csv_line(it: &PublicRating) -> String {
    row(&[
        it.question_id.clone(),
        harmless(&it.question),
        it.rater.clone(),
        it.rating.to_string(),
        it.seconds.to_string(),
        it.is_rejected.to_string(),
    ])
}
