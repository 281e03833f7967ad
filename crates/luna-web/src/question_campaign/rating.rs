//! The forms of raters: the first question, a rating, the next one, and giving one back.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::question_campaign::hand_out::{self, NextQuestion, RatingInput};
use luna_app::question_campaign::joining::{self, Arrival};
use luna_app::rate_limit::RATINGS;
use luna_store::Tx;
use luna_store::player::Player;
use luna_store::question_campaign::campaign;

use super::address;
use super::front::Front;
use super::rate_page::RatePage;
use crate::error::Error;
use crate::form::Form;
use crate::form::extract::{BareFormRequest, FormRequest};
use crate::id::is_id;
use crate::state::App;
use crate::visitor::Visitor;

const NOTHING: &str = "You have rated every question that waits at the moment. Thank you! Please come back another day.";

/// A form that was refused leaves its address in the browser, which leads back to the front page.
pub(super) async fn front() -> Redirect {
    Redirect::to("/questions")
}

/// The same for the forms of one campaign.
pub(super) async fn back(Path(id): Path<String>) -> Result<Redirect, Error> {
    if is_id(&id) { Ok(Redirect::to(&address::rate_page(&id))) } else { Err(Error::NotFound) }
}

/// The player who agrees to what is stored, or the way to agree.
fn rater(tx: &mut Tx<'_>, visitor: &Visitor, back: &str) -> Result<Player, Error> {
    let back = back.to_owned();
    match visitor.playing(tx) {
        Ok((me, true)) => Ok(me),
        Ok((_, false)) | Err(Error::LoggedOut { .. }) => Err(Error::ConsentFirst { back }),
        Err(other) => Err(other),
    }
}

/// Hands out the first question, of the oldest campaign that has one for this player.
pub(super) async fn start(
    BareFormRequest { app, visitor, .. }: BareFormRequest,
) -> Result<Response, Error> {
    let (asking, now) = (visitor.clone(), app.now());
    let work = move |tx: &mut Tx<'_>| {
        let me = rater(tx, &asking, "/questions")?;
        let mut refused = None;
        for campaign in joining::public(tx)? {
            joining::join(tx, &campaign, &me.id, &Arrival::from_site(), now)?;
            match hand_out::lease_next(tx, &campaign, &me.id, now)? {
                NextQuestion::Question(_) => return Ok((Some(campaign.id), None)),
                NextQuestion::Refused(why) => refused = Some(why.to_string()),
                NextQuestion::Nothing | NextQuestion::Closed => {}
            }
        }
        Ok::<_, Error>((None, refused))
    };
    let (found, refused) = app.db.write_retrying(work).await?;
    if let Some(id) = found {
        return Ok(Redirect::to(&address::rate_page(&id)).into_response());
    }
    let asking = visitor.clone();
    let front = app.db.read(move |tx| Front::read(tx, &asking)).await?;
    let note = refused.as_deref().unwrap_or(NOTHING);
    Ok(front.page(&app, &visitor, Some(note)).into_response())
}

pub(super) async fn rate(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Response, Error> {
    if !is_id(&id) {
        return Err(Error::NotFound);
    }
    let (doing, asking, sent, wanted) = (app.clone(), visitor.clone(), form.clone(), id.clone());
    let work = move |tx: &mut Tx<'_>| {
        let me = rater(tx, &asking, &address::rate_page(&wanted))?;
        let now = doing.now();
        let given = RatingInput {
            question_id: sent.text("question"),
            rating: sent.text("rating"),
            comment: sent.text("comment"),
        };
        hand_out::rate(tx, &wanted, &me.id, given, now)?;
        let campaign = campaign::find(tx, &wanted)?;
        hand_out::lease_next(tx, &campaign, &me.id, now)?;
        Ok(())
    };
    take_turn(&app, &visitor).await?;
    send(&app, &visitor, &id, &form, work).await
}

/// Counts an attempt to rate: nobody rates faster than they can read.
async fn take_turn(app: &App, visitor: &Visitor) -> Result<(), Error> {
    let asking = visitor.clone();
    let me = app.db.read(move |tx| asking.player(tx)).await?;
    let Some(me) = me else { return Ok(()) };
    Ok(app.limits.take(RATINGS, &me.id, app.now())?)
}

pub(super) async fn next(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Response, Error> {
    let (asking, wanted, now) = (visitor.clone(), id.clone(), app.now());
    let work = move |tx: &mut Tx<'_>| {
        let me = rater(tx, &asking, &address::rate_page(&wanted))?;
        let campaign = campaign::find(tx, &wanted)?;
        hand_out::lease_next(tx, &campaign, &me.id, now)?;
        Ok(())
    };
    send(&app, &visitor, &id, &form, work).await
}

pub(super) async fn give_back(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Response, Error> {
    let (asking, wanted, question) =
        (visitor.clone(), id.clone(), form.text("question").to_owned());
    let work = move |tx: &mut Tx<'_>| {
        let me = rater(tx, &asking, &address::rate_page(&wanted))?;
        Ok(hand_out::give_back(tx, &wanted, &me.id, &question)?)
    };
    send(&app, &visitor, &id, &form, work).await
}

/// Does the work and leads to the page of the rater, or shows it again with what is wrong.
async fn send(
    app: &App,
    visitor: &Visitor,
    id: &str,
    form: &Form,
    work: impl FnOnce(&mut Tx<'_>) -> Result<(), Error> + Clone + Send + 'static,
) -> Result<Response, Error> {
    if !is_id(id) {
        return Err(Error::NotFound);
    }
    match app.db.write_retrying(work).await {
        Ok(()) => Ok(Redirect::to(&address::rate_page(id)).into_response()),
        Err(Error::Refused(why)) => {
            let (asking, wanted) = (visitor.clone(), id.to_owned());
            let read = app.db.read(move |tx| RatePage::read(tx, &asking, &wanted)).await;
            // Somebody who does not take part has no page to show the reason on.
            let Ok(found) = read else { return Err(Error::Refused(why)) };
            let page = found.page(app, visitor, form, Some(&why));
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Err(other),
    }
}
