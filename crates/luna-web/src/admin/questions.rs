//! Questions that have been asked often enough, by informativeness.

use luna_app::format::{many, stamp, tenths, thousands};
use luna_machines::predict::MOST;
use luna_store::Tx;
use luna_store::player::Role;
use luna_store::predict::{self, PredictionErrors, QuestionLine, TrainingState};
use maud::{Markup, html};

use luna_app::format::percent;
use luna_app::predict::ENOUGH;

use super::listing::{list, page};
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::form;
use crate::http::page_request::QueryRequest;

/// Characters of a question that are shown before it is opened.
const SHOWN: usize = 160;

/// The position in the list: `after=SHARE-NUMBER-ASKER`.
fn after(query: Option<&str>) -> (f64, i64, String) {
    let place = query.and_then(|query| {
        let (share, rest) = query.strip_prefix("after=")?.split_once('-')?;
        let (nth, asker) = rest.split_once('-')?;
        Some((share.parse().ok()?, nth.parse().ok()?, form::decode(asker.as_bytes()).0))
    });
    place.unwrap_or((f64::MAX, 0, String::new()))
}

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let (share, nth, asker) = after(query.as_deref());
    let read = move |tx: &mut Tx<'_>, most| predict::list(tx, (share, &asker, nth), most);
    let found = list(&app, &visitor, Role::Moderator, read).await?;
    let learned = app.db.read(predict::training_state).await?;
    let most = thousands(i64::try_from(MOST).unwrap_or(i64::MAX));
    let heads =
        [Number("Tells"), Number("People"), Text("Question"), Text("Asked by"), Text("Computed")];
    let rows = html! {
        @for QuestionLine { name, asker, told, .. } in &found.lines {
            tr {
                td.number { (percent(told.share)) }
                td.number { (told.people) }
                th scope="row" dir="auto" { (question(&told.text)) }
                td { @match name {
                    Some(name) => a dir="auto" href={ "/admin/players/" (asker) } { (name) },
                    None => "house machines",
                } }
                td { (stamp(told.at)) }
            }
        }
    };
    let body = html! {
        p.soft {
            "How well the responses to a question predict the ratings of the players who gave them, for questions "
            "that at least " (ENOUGH) " rated players have answered (the last " (most) " of them at most). "
            "Luna recomputes this whenever the number of finished games has grown by a tenth."
        }
        p { (state(learned.as_ref())) }
        p { a href="/admin/themes" { "What questions are about" } }
        @if found.lines.is_empty() { p { "No question has been answered by that many players yet." } }
        @else { (table("Questions", &heads, &rows)) }
        @if let Some(last) = found.lines.last().filter(|_| found.more) {
            @let place = format!("{}-{}-{}", last.told.share, last.nth, last.asker);
            p { a.button href={ "/admin/questions?after=" (place) } { "Less informative questions" } }
        }
    };
    Ok(page(&app, &found.me, "Questions", &body))
}

/// The text of a question; a long one can be expanded.
fn question(text: &str) -> Markup {
    let beginning: String = text.chars().take(SHOWN).collect();
    html! {
        @if beginning.len() == text.len() { (text) }
        @else { details { summary { (beginning.trim_end()) "…" } (text) } }
    }
}

/// The progress of house machines' training.
fn state(learned: Option<&TrainingState>) -> String {
    let Some(TrainingState { people, tried, since, .. }) = learned else {
        return "No model has been trained yet.".to_owned();
    };
    let from = many(*people, "rated player");
    let Some(PredictionErrors { error, constant }) = tried else {
        return format!(
            "House machines know the responses of {from}; training needs {ENOUGH}, \
             not all rated alike."
        );
    };
    let guess = if since.is_some() { "guess with" } else { "do not guess with" };
    format!(
        "House machines {guess} a model trained on the responses of {from}: it is off by {} points, \
         and the best constant guess by {}.",
        tenths(*error),
        tenths(*constant),
    )
}
