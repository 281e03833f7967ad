//! `/questions/join/{id}`: the link for raters from elsewhere.

use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::question_campaign::hand_out;
use luna_app::question_campaign::joining::{Arrival, is_preview, join};
use luna_store::Tx;
use luna_store::question_campaign::campaign;
use maud::{Markup, html};

use super::address;
use super::rate_page::preview;
use crate::error::Error;
use crate::form::Form;
use crate::form::extract::FormRequest;
use crate::id::is_id;
use crate::layout::{Page, csrf};
use crate::state::App;
use crate::visitor::Visitor;

/// The parameters that platforms add to the link.
const PARAMETERS: [&str; 6] =
    ["PROLIFIC_PID", "SESSION_ID", "STUDY_ID", "workerId", "assignmentId", "hitId"];

fn field(form: &Form) -> impl Fn(&str) -> String + '_ {
    |name| form.text(name).trim().to_owned()
}

pub(super) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    if !is_id(&id) {
        return Err(Error::NotFound);
    }
    let given = Form::of_query(query.as_deref());
    let is_preview = is_preview(field(&given));
    if !is_preview {
        Arrival::from_link(field(&given))?;
    }
    let (asking, wanted) = (visitor.clone(), id.clone());
    let read = move |tx: &mut Tx<'_>| {
        let me = asking.player(tx)?;
        let campaign = campaign::find(tx, &wanted)?;
        // A campaign that was never opened is its operators' business.
        if campaign.opened_at.is_none() {
            return Err(Error::NotFound);
        }
        let shown = if is_preview { Some(preview(tx, &wanted)?) } else { None };
        Ok::<_, Error>((me, campaign, shown))
    };
    let (me, campaign, shown) = app.db.read(read).await?;
    let body = html! {
        h1 dir="auto" { (campaign.name) }
        @if let Some(shown) = shown {
            p.note { "This is a preview. Accept the task to take part; nothing that you see here is reserved for you." }
            (shown)
        } @else if campaign.is_open() {
            p.lead { "Rate questions that a program made from texts, one after the other." }
            ul.hints {
                li { "English should be your first language." }
                li { "You see a few sentences and a question, and choose a rating from 1 to 5." }
                li { "You can stop whenever you like. Your ratings so far count." }
            }
            form method="post" action={ "/questions/join/" (id) } {
                (csrf(&visitor))
                @for name in PARAMETERS {
                    @if given.has(name) { input type="hidden" name=(name) value=(given.text(name)); }
                }
                div.row {
                    button.button.now { "Take part" }
                    a.button href="/questions/guide" { "How to rate" }
                }
            }
        } @else {
            p { "This campaign takes no ratings any more. Thank you for your interest!" }
            p { a.button href="/questions" { "About questions" } }
        }
    };
    Ok(Page::new("Rate questions", body).of(me.as_ref()).render(&app))
}

pub(super) async fn send(request: FormRequest) -> Result<Response, Error> {
    let FormRequest { app, visitor, id, form } = request;
    if !is_id(&id) {
        return Err(Error::NotFound);
    }
    let arrival = Arrival::from_link(field(&form))?;
    let parameters: Vec<String> = PARAMETERS
        .iter()
        .filter(|name| form.has(name))
        .map(|name| format!("{name}={}", form.text(name).trim()))
        .collect();
    let mut back = format!("/questions/join/{id}");
    if !parameters.is_empty() {
        back.push_str(&format!("?{}", parameters.join("&")));
    }
    let now = app.now();
    let to = address::rate_page(&id);
    let work = move |tx: &mut Tx<'_>| {
        let (me, consents) = match visitor.playing(tx) {
            Err(Error::LoggedOut { .. }) => return Err(Error::ConsentFirst { back }),
            other => other?,
        };
        if !consents {
            return Err(Error::ConsentFirst { back });
        }
        let campaign = campaign::find(tx, &id)?;
        if !campaign.is_open() {
            let why = "This campaign takes no ratings any more. Thank you for your interest!";
            return Err(Error::Refused(why.to_owned()));
        }
        join(tx, &campaign, &me.id, &arrival, now)?;
        hand_out::lease_next(tx, &campaign, &me.id, now)?;
        Ok(())
    };
    app.db.write_retrying(work).await?;
    Ok(Redirect::to(&to).into_response())
}
