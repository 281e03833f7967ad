//! The forms of raters: consent, the first question, a rating, the next one, giving one back, and stopping.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::consent::{give, is_current};
use luna_app::place_writer::network_code;
use luna_app::question_campaign::hand_out::{self, CROWDED, NextQuestion, RatingInput};
use luna_app::question_campaign::joining::{self, Arrival};
use luna_app::question_campaign::limits::RATINGS;
use luna_app::rate_limit::AGREEMENTS;
use luna_store::Tx;
use luna_store::consent::Purpose;
use luna_store::player::Player;
use luna_store::question_campaign::campaign;

use super::address;
use super::front::Front;
use super::rate_page::RatePage;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::{BareFormRequest, FormRequest};
use crate::http::id::is_id;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::privacy::consent::boxes::needed;
use crate::privacy::consent::section::consent_state;
use crate::privacy::consent::single::RATING;

const NOTHING: &str = "You have rated every question that waits at the moment. Thank you! Please come back another day.";

/// A form that was refused leaves its address in the browser, which leads back to the front page.
pub(super) async fn front() -> Redirect {
    Redirect::to("/questions")
}

/// The same for the forms of one campaign.
pub(super) async fn back(Path(id): Path<String>) -> Result<Redirect, Error> {
    if is_id(&id) { Ok(Redirect::to(&address::rate_page(&id))) } else { Err(Error::NotFound) }
}

/// The rater, who agrees to what is stored.
fn rater(tx: &mut Tx<'_>, visitor: &Visitor) -> Result<Player, Error> {
    let me = visitor.logged_in(tx)?;
    if is_current(tx, &me.id, Purpose::Rating)? {
        return Ok(me);
    }
    Err(Error::Refused("Please agree to the text on this page first.".to_owned()))
}

/// Records what somebody agrees to who wants to rate.
pub(super) fn agree(
    tx: &mut Tx<'_>,
    player_id: &str,
    form: &Form,
    is_adult: bool,
    now: i64,
) -> Result<(), Error> {
    RATING.check(form)?;
    if let Some((_, problem)) = needed(form).filter(|_| !is_adult) {
        return Err(Error::Refused(problem));
    }
    if !is_adult {
        give(tx, player_id, Purpose::Adult, now)?;
    }
    give(tx, player_id, Purpose::Rating, now)?;
    if form.has("publication") {
        give(tx, player_id, Purpose::RatingPublication, now)?;
    } else {
        luna_store::consent::withdraw(tx, player_id, Purpose::RatingPublication, now)?;
    }
    Ok(())
}

/// Hands out the first question, of the oldest campaign that has one for this player.
pub(super) async fn start(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    let (asking, doing, now) = (visitor.clone(), app.clone(), app.now());
    let network = network_code(&app.key().await?, &visitor.whereabouts);
    let work = move |tx: &mut Tx<'_>| {
        let me = asking.logged_in(tx)?;
        if !joining::is_known(&me, doing.settings.smtp) {
            return Ok((None, Some(joining::NEEDS_ACCOUNT.to_owned())));
        }
        let consents = consent_state(tx, &asking)?;
        if !consents.rating {
            agree(tx, &me.id, &form, consents.adult, now)?;
        }
        let mut refused = None;
        for campaign in joining::public(tx)? {
            joining::join(tx, &campaign, &me.id, &Arrival::from_site(), now)?;
            match hand_out::lease_next(tx, &campaign, &me.id, network.as_deref(), now)? {
                NextQuestion::Question(_) => return Ok((Some(campaign.id), None)),
                NextQuestion::Refused(why) => refused = Some(why.to_string()),
                NextQuestion::Crowded => refused = Some(CROWDED.to_owned()),
                NextQuestion::Nothing | NextQuestion::Closed => {}
            }
        }
        Ok::<_, Error>((None, refused))
    };
    let (found, refused) = app.db.write_retrying(work).await?;
    if let Some(id) = found {
        return Ok(Redirect::to(&address::rate_page(&id)).into_response());
    }
    let (asking, sends_mail) = (visitor.clone(), app.settings.smtp);
    let front = app.db.read(move |tx| Front::read(tx, &asking, sends_mail)).await?;
    let note = refused.as_deref().unwrap_or(NOTHING);
    Ok(front.page(&app, &visitor, Some(note)).into_response())
}

/// Agrees to the text in force, after it has changed or was withdrawn.
pub(super) async fn agree_again(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Response, Error> {
    let (asking, sent, now, doing) = (visitor.clone(), form.clone(), app.now(), app.clone());
    let work = move |tx: &mut Tx<'_>| {
        let me = asking.logged_in(tx)?;
        doing.limits.take(AGREEMENTS, &me.id, now)?;
        let is_adult = consent_state(tx, &asking)?.adult;
        agree(tx, &me.id, &sent, is_adult, now)
    };
    send(&app, &visitor, &id, &form, work).await
}

/// Ends somebody's work for now: what they hold goes to others.
pub(super) async fn stop(
    FormRequest { app, visitor, id, .. }: FormRequest,
) -> Result<Response, Error> {
    if !is_id(&id) {
        return Err(Error::NotFound);
    }
    let (asking, now, key) = (visitor.clone(), app.now(), app.key().await?);
    let work = move |tx: &mut Tx<'_>| {
        let me = asking.logged_in(tx)?;
        hand_out::give_back_held(tx, &id, &me.id, now)?;
        RatePage::read(tx, &asking, &id, &key)
    };
    let found = app.db.write_retrying(work).await?;
    Ok(found.stopped(&app, &visitor).into_response())
}

pub(super) async fn rate(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Response, Error> {
    if !is_id(&id) {
        return Err(Error::NotFound);
    }
    let (doing, asking, sent, wanted) = (app.clone(), visitor.clone(), form.clone(), id.clone());
    let network = network_code(&app.key().await?, &visitor.whereabouts);
    let work = move |tx: &mut Tx<'_>| {
        let me = rater(tx, &asking)?;
        let now = doing.now();
        let given = RatingInput {
            question_id: sent.text("question"),
            rating: sent.text("rating"),
            comment: sent.text("comment"),
        };
        hand_out::rate(tx, &wanted, &me.id, given, now)?;
        let campaign = campaign::find(tx, &wanted)?;
        hand_out::lease_next(tx, &campaign, &me.id, network.as_deref(), now)?;
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
    let network = network_code(&app.key().await?, &visitor.whereabouts);
    let work = move |tx: &mut Tx<'_>| {
        let me = rater(tx, &asking)?;
        let campaign = campaign::find(tx, &wanted)?;
        hand_out::lease_next(tx, &campaign, &me.id, network.as_deref(), now)?;
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
        let me = rater(tx, &asking)?;
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
            let (asking, wanted, key) = (visitor.clone(), id.to_owned(), app.key().await?);
            let read = app.db.read(move |tx| RatePage::read(tx, &asking, &wanted, &key)).await;
            // Somebody who does not take part has no page to show the reason on.
            let Ok(found) = read else { return Err(Error::Refused(why)) };
            let page = found.page(app, visitor, form, Some(&why));
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Err(other),
    }
}
