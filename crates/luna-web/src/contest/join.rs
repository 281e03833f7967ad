//! `/contests/join/{token}`: an invitation with its briefing, and the consent to take part.

use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::consent::give;
use luna_app::contest::attendance;
use luna_core::contest::participant::Participant;
use luna_store::consent::Purpose;
use luna_store::contest::record;
use luna_store::contest::seat::Kind;
use maud::{Markup, html};

use crate::account::guest::Newcomer;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::FormRequest;
use crate::http::id::is_id;
use crate::http::page_request::PageRequest;
use crate::page::layout::{Page, csrf};
use crate::privacy::consent::boxes::needed;
use crate::privacy::consent::section::consent_state;
use crate::privacy::consent::single::Single;

pub(super) async fn show(
    PageRequest { app, visitor, id: token }: PageRequest,
) -> Result<Markup, Error> {
    if !is_id(&token) {
        return Err(Error::NotFound);
    }
    let (asking, wanted) = (visitor.clone(), token.clone());
    let read = move |tx: &mut luna_store::Tx<'_>| {
        let consents = consent_state(tx, &asking)?;
        let seat = attendance::seat_of_invitation(tx, &wanted)?;
        let contest = record::find(tx, &seat.contest_id)?;
        Ok::<_, Error>((consents, seat, contest))
    };
    let (consents, seat, contest) = app.db.read(read).await?;
    let body = html! {
        h1 dir="auto" { (contest.name) }
        p.lead { "You are invited as " (role(seat.participant)) "." }
        @if seat.kind == Kind::Program {
            p { "This invitation is for a program, not for a person. Give the link to the program." }
        } @else {
            (briefing(seat.participant))
            form method="post" action={ "/contests/join/" (token) } {
                (csrf(&visitor))
                (of_seat(seat.participant).fields(consents.adult, false))
                (of_seat(seat.participant).agreement())
                button.button.now { "Take my seat" }
            }
        }
    };
    Ok(Page::new("Your invitation", body).of(consents.me.as_ref()).render(&app))
}

fn role(participant: Participant) -> String {
    match participant {
        Participant::Judge(_) => format!("a judge, {participant}"),
        Participant::Confederate(_) => format!("a partner of the judges, {participant}"),
        Participant::Entry(_) => format!("an entry, {participant}"),
    }
}

fn briefing(participant: Participant) -> Markup {
    html! {
        @if matches!(participant, Participant::Judge(_)) {
            ul.hints {
                li { "In each round you type with LEFT and with RIGHT. One is a person, the other a program." }
                li { "You speak first. Your partner sees each key as you press it, including Backspace." }
                li { "In the review you say which of the two is the human. You must choose one." }
                li { "At the end you rank those that you took for machines, from least to most human." }
            }
        } @else {
            ul.hints {
                li { "In each round a judge types with you and with a program, and has to find out which of you is human." }
                li { "Be yourself: you are human, and the judge should see it. Do not say who you are." }
                li { "The judge speaks first, and sees each key as you press it, including Backspace." }
            }
        }
    }
}

pub(super) async fn send(request: FormRequest) -> Result<Response, Error> {
    let FormRequest { app, visitor, id: token, form } = request;
    if !is_id(&token) {
        return Err(Error::NotFound);
    }
    if !form.has("agree") {
        return Err(Error::Refused("Please tick that you want to take part.".to_owned()));
    }
    let at = app.moment();
    let newcomer = Newcomer::new(&app, &visitor);
    let entering = newcomer.clone();
    let join = move |tx: &mut luna_store::Tx<'_>| {
        let me = visitor.player(tx)?;
        let adult = consent_state(tx, &visitor)?.adult;
        if let Some((_, problem)) = needed(&form).filter(|_| !adult) {
            return Err(Error::Refused(problem));
        }
        // An invitation that leads nowhere makes no guest.
        of_seat(attendance::seat_of_invitation(tx, &token)?.participant).check(&form)?;
        let is_new = me.is_none();
        let id = match me {
            Some(me) => me.id,
            None => entering.enter(tx)?,
        };
        if !adult {
            give(tx, &id, Purpose::Adult, at.now)?;
        }
        let seat = attendance::join(tx, &at, &token, &id)?;
        attendance::brief(tx, &at, &seat.contest_id, &id)?;
        attendance::consent(tx, &at, &seat.contest_id, &id, is_public(&form))?;
        Ok((seat.contest_id, is_new))
    };
    let (id, is_new) = app.db.write(join).await?;
    let to = Redirect::to(&format!("/contests/{id}/seat"));
    Ok(if is_new { newcomer.logged_in(to) } else { to.into_response() })
}

fn is_public(form: &Form) -> bool {
    form.has("publication")
}

/// What a person in this seat agrees to.
const fn of_seat(seat: Participant) -> Single {
    Single::new(attendance::seat_text(seat), Purpose::ContestPublication)
}
