//! The forms of a play. A repeated one, from a double click or a retried request, gets the same
//! response as the first.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::quiz::reading_room::{self, AnswerInput, Step, View, appeal as appeals};
use luna_store::Tx;

use super::play_page;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::FormRequest;
use crate::http::id::is_id;
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// A step in a play, and the form that asks for it.
struct StepRequest<'a> {
    app: &'a App,
    step: Step<'a>,
    form: &'a Form,
}

impl StepRequest<'_> {
    /// The number of words on the page that the form was on.
    fn shown(&self) -> Option<usize> {
        self.form.text("shown").parse().ok()
    }
}

type Handler = fn(&mut Tx<'_>, &StepRequest<'_>) -> Result<(), luna_app::Error>;

pub(super) async fn more(request: FormRequest) -> Result<Response, Error> {
    let turn: Handler = |tx, it| reading_room::turn(tx, it.step, it.shown());
    send(request, turn).await
}

pub(super) async fn buzz(request: FormRequest) -> Result<Response, Error> {
    let buzz: Handler = |tx, it| reading_room::buzz(tx, it.step, it.shown());
    send(request, buzz).await
}

pub(super) async fn answer(request: FormRequest) -> Result<Response, Error> {
    let answer: Handler = |tx, it| {
        let given =
            AnswerInput { text: it.form.text("answer"), is_prompted: it.form.has("prompted") };
        reading_room::answer(tx, it.step, given)
    };
    send(request, answer).await
}

pub(super) async fn give_up(request: FormRequest) -> Result<Response, Error> {
    let give_up: Handler = |tx, it| reading_room::give_up(tx, it.step);
    send(request, give_up).await
}

pub(super) async fn appeal(request: FormRequest) -> Result<Response, Error> {
    let appeal: Handler = |tx, it| appeals::make(tx, it.app, it.step.id, it.step.player_id);
    send(request, appeal).await
}

async fn send(request: FormRequest, handle: Handler) -> Result<Response, Error> {
    let FormRequest { app, visitor, id, form } = request;
    let back = format!("/quiz/read/{id}");
    let (doing, asking, of, page) = (app.clone(), visitor.clone(), id.clone(), back.clone());
    let done = app
        .db
        .write_retrying(move |tx| {
            let (me, consents) = asking.playing(tx)?;
            if !consents {
                return Err(Error::ConsentFirst { back: page });
            }
            let step = Step { id: &of, player_id: &me.id, now: doing.now() };
            Ok(handle(tx, &StepRequest { app: &doing, step, form: &form })?)
        })
        .await;
    match done {
        Ok(()) => Ok(Redirect::to(&back).into_response()),
        Err(Error::Refused(why)) => refused(&app, &visitor, id, &why).await,
        Err(other) => Err(other),
    }
}

/// The page of the play again, with what is wrong.
async fn refused(app: &App, visitor: &Visitor, id: String, why: &str) -> Result<Response, Error> {
    let asking = visitor.clone();
    let read = move |tx: &mut Tx<'_>| {
        let me = asking.logged_in(tx)?;
        let view = View::read(tx, asking.now, &id, &me.id)?;
        Ok::<_, Error>((me, view))
    };
    let (me, view) = app.db.read(read).await?;
    let page = play_page::page(app, visitor, &me, &view, Some(why), None);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
}

/// A form that was refused leaves its address in the browser, which leads back to the play.
pub(super) async fn back(Path(id): Path<String>) -> Result<Redirect, Error> {
    if !is_id(&id) {
        return Err(Error::NotFound);
    }
    Ok(Redirect::to(&format!("/quiz/read/{id}")))
}
