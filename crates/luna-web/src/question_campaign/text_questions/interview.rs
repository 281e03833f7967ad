//! `/games/{id}/suggestions`: questions from a text, or from what somebody keeps, for the interview that
//! they are writing.

use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::question_set::{own, take_into};
use luna_core::game::Duty;
use luna_store::question_set;
use luna_store::{self as store, Tx};

use super::offer::{Offer, chosen, posted};
use super::page::{Desk, Interview};
use super::requests::{Refusal, damaged_form, fill};
use super::sets;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::id::is_id;
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// The page without questions, or with those of a set; none if nothing is to be asked in the game.
fn desk(
    tx: &mut Tx<'_>,
    visitor: &Visitor,
    id: &str,
    set: Option<&str>,
) -> Result<Option<Desk>, Error> {
    let me = visitor.logged_in(tx)?;
    if !is_id(id) {
        return Err(Error::NotFound);
    }
    let place = store::game::place(tx, id, &me.id)?;
    let loaded = store::game::load(tx, &place.game_id)?;
    if place.ending.is_some() || loaded.game.duty(place.seat) != Some(Duty::Ask) {
        return Ok(None);
    }
    let offers: Vec<Offer> = match set {
        Some(set) if is_id(set) => {
            let set = own(tx, &me, set)?;
            sets::offers(tx, &set.id)?
        }
        Some(_) => return Err(Error::NotFound),
        None => Vec::new(),
    };
    let sets = question_set::of_player(tx, &me.id)?;
    let interview = Some(Interview { seat_id: id.to_owned(), sets });
    Ok(Some(Desk { me: Some(me), offers, interview, ..Desk::default() }))
}

fn game(id: &str) -> Response {
    Redirect::to(&format!("/games/{id}")).into_response()
}

pub(super) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Error> {
    let query = Form::of_query(query.as_deref());
    let set = query.has("set").then(|| query.text("set").to_owned());
    let (asking, wanted) = (visitor.clone(), id.clone());
    let read = move |tx: &mut Tx<'_>| desk(tx, &asking, &wanted, set.as_deref());
    let found = app.db.read(read).await?;
    Ok(found.map_or_else(|| game(&id), |desk| desk.page(&app, &visitor).into_response()))
}

pub(super) async fn send(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    form: Result<Form, Error>,
) -> Result<Response, Error> {
    let (asking, wanted) = (visitor.clone(), id.clone());
    let found = app.db.read(move |tx| desk(tx, &asking, &wanted, None)).await?;
    let Some(empty) = found else { return Ok(game(&id)) };
    let form = match form {
        Ok(form) => form,
        Err(error) => return Ok(damaged_form(&app, &visitor, empty, error)),
    };
    let mut desk = Desk { offers: posted(&form), form, ..empty };
    let done = if desk.form.text("do") == "take" {
        match take(&app, &visitor, &id, &desk.offers).await {
            Ok(()) => return Ok(game(&id)),
            Err(error) => Err(Refusal::from(error)),
        }
    } else {
        fill(&app, &visitor, &mut desk).await
    };
    Ok(match done {
        Ok(()) => desk.page(&app, &visitor).into_response(),
        Err(refusal) => refusal.response(&app, &visitor, desk),
    })
}

async fn take(app: &App, visitor: &Visitor, id: &str, offers: &[Offer]) -> Result<(), Error> {
    let questions: Vec<String> = chosen(offers).into_iter().map(|it| it.question).collect();
    let (doing, asking, id) = (app.clone(), visitor.clone(), id.to_owned());
    let work = move |tx: &mut Tx<'_>| {
        let me = asking.logged_in(tx)?;
        Ok(take_into(tx, &doing, &me, &id, &questions)?)
    };
    app.db.write_retrying(work).await
}
