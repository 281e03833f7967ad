//! Actions of operators in a campaign.

use axum::response::Redirect;
use luna_app::question_campaign::hand_out::Rejection;
use luna_app::question_campaign::{creation, hand_out, publication};
use luna_store::Tx;
use luna_store::game::Context;
use luna_store::player::{Player, Role};

use super::address;
use crate::admin::listing::plain;
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// The most ids of a block list.
const MOST_BLOCKED: usize = 10_000;

/// Runs what a moderator asked for in a campaign; it returns the address of the next page.
async fn act(
    app: &App,
    visitor: Visitor,
    work: impl FnOnce(&mut Tx<'_>, &Context, &Player) -> Result<String, Error> + Send + 'static,
) -> Result<Redirect, Error> {
    let at = app.moment();
    let to = app
        .db
        .write(move |tx| {
            let me = visitor.operator(tx, Role::Moderator)?;
            work(tx, &at, &me)
        })
        .await?;
    Ok(Redirect::to(&to))
}

pub(super) async fn open(request: FormRequest) -> Result<Redirect, Error> {
    let id = plain(&request.id)?;
    act(&request.app, request.visitor, move |tx, at, _| {
        creation::open_next(tx, &id, at.now)?;
        Ok(address(&id))
    })
    .await
}

pub(super) async fn close(request: FormRequest) -> Result<Redirect, Error> {
    let id = plain(&request.id)?;
    act(&request.app, request.visitor, move |tx, at, _| {
        creation::close(tx, &id, at.now)?;
        Ok(address(&id))
    })
    .await
}

pub(super) async fn block(request: FormRequest) -> Result<Redirect, Error> {
    let id = plain(&request.id)?;
    let ids = request.form.text("blocked").split_whitespace().map(str::to_owned);
    let blocked: Vec<String> = ids.take(MOST_BLOCKED).collect();
    act(&request.app, request.visitor, move |tx, _, _| {
        creation::block(tx, &id, blocked)?;
        Ok(address(&id))
    })
    .await
}

pub(super) async fn check(request: FormRequest) -> Result<Redirect, Error> {
    let id = plain(&request.id)?;
    act(&request.app, request.visitor, move |tx, at, _| {
        Ok(address(&creation::create_check(tx, at, &id)?.id))
    })
    .await
}

pub(super) async fn publish(request: FormRequest) -> Result<Redirect, Error> {
    let id = plain(&request.id)?;
    act(&request.app, request.visitor, move |tx, at, _| {
        publication::publish(tx, at, &id)?;
        Ok(address(&id))
    })
    .await
}

pub(super) async fn withdraw(request: FormRequest) -> Result<Redirect, Error> {
    let id = plain(&request.id)?;
    act(&request.app, request.visitor, move |tx, _, _| {
        publication::withdraw(tx, &id)?;
        Ok(address(&id))
    })
    .await
}

/// Rejects one rating if the form names a question, else all of the rater.
pub(super) async fn reject(
    FormRequest { app, visitor, id: (id, player), form }: FormRequest<(String, String)>,
) -> Result<Redirect, Error> {
    let (id, player) = (plain(&id)?, plain(&player)?);
    act(&app, visitor, move |tx, at, me| {
        let rejection = Rejection { at, by: Some(&me.id), why: form.text("why") };
        match form.text("question") {
            "" => drop(hand_out::reject_all(tx, &id, &player, rejection)?),
            question => hand_out::reject(tx, &id, question, &player, rejection)?,
        }
        Ok(format!("{}/raters/{player}", address(&id)))
    })
    .await
}
