//! `/settings/machines/{id}/tries/{seat}`: a sandbox game of a machine that is
//! called against a house machine, to see that it works before people meet it.

use axum::response::Redirect;
use luna_app::{house_machines, machine_calls, rate_limit, tasks};
use luna_core::game::{Ending, View};
use luna_machines::HouseMachine;
use luna_store as store;
use luna_store::machine::{Machine, Transport};
use maud::{Markup, html};

use super::owner::{owner, settings_of};
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::page_request::PageRequest;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

pub(super) fn section(machine: &Machine, visitor: &Visitor) -> Markup {
    html! {
        @if machine.plays() && matches!(machine.declared.way, Transport::Push | Transport::Openai) {
            h2 { "Does it work?" }
            p { "Test the machine in a sandbox game against a house machine. Nothing in it counts." }
            form method="post" action={ (settings_of(&machine.player_id)) "/tries" } {
                (csrf(visitor))
                button.button { "Try it" }
            }
        }
    }
}

pub(super) async fn begin(
    FormRequest { app, visitor, id, .. }: FormRequest,
) -> Result<Redirect, Error> {
    let doing = app.clone();
    let to = app
        .db
        .write(move |tx| {
            let me = owner(&visitor, tx)?;
            let machine = store::machine::owned(tx, &id, &me.id)?;
            if !matches!(machine.declared.way, Transport::Push | Transport::Openai) {
                return Err(Error::Refused(
                    "This machine is an API client. Test it in the API's sandbox.".into(),
                ));
            }
            let standing = &machine.standing;
            if standing.killed_at.is_some() || standing.replaced_at.is_some() {
                return Err(Error::Refused("This machine no longer plays.".into()));
            }
            if !machine.plays() {
                return Err(Error::Refused(store::machine::NO_PLAYER.into()));
            }
            if store::machine::stopped_with_all(tx, &machine)? {
                return Err(Error::Refused(tasks::ALL_STOPPED.into()));
            }
            let against = house_machines::partner(
                tx,
                [HouseMachine::Eliza, HouseMachine::Recall, HouseMachine::Gibberish],
                &id,
            )?;
            doing.limits.take(rate_limit::TRIES, &me.id, visitor.now)?;
            let seat = machine_calls::try_out(&doing, tx, &id, against)?;
            Ok(format!("{}/tries/{seat}", settings_of(&id)))
        })
        .await?;
    Ok(Redirect::to(&to))
}

pub(super) async fn show(
    PageRequest { app, visitor, id: (id, seat) }: PageRequest<(String, String)>,
) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, machine, view, ending, problem) = app
        .db
        .read(move |tx| {
            let me = owner(&asking, tx)?;
            let machine = store::machine::owned(tx, &id, &me.id)?;
            let place = store::game::place(tx, &seat, &id)?;
            let loaded = store::game::load(tx, &place.game_id)?;
            if loaded.kind != store::game::Kind::Sandbox {
                return Err(Error::NotFound);
            }
            let problem = store::machine::usage::problem(tx, &id, &seat)?;
            Ok((me, machine, loaded.game.view(place.seat), place.ending, problem))
        })
        .await?;
    let settings = settings_of(&machine.player_id);
    let body = html! {
        h1 { "Test of " (machine.name) }
        p role="status" { (verdict(ending, problem.as_deref())) }
        (said(&view))
        div.row {
            @if ending.is_none() { a.button.now href="" { "Reload" } }
            a.button href=(settings) { "Back to the machine" }
        }
    };
    Ok(Page::new("A try", body).of(Some(&me)).render(&app))
}

fn verdict(ending: Option<Ending>, problem: Option<&str>) -> Markup {
    html! {
        @match (ending, problem) {
            (Some(Ending::Final), _) => strong { "It works: it asked, answered and guessed." },
            (Some(_), Some(problem)) => { strong { "The game did not finish. " } bdi { (problem) } },
            (Some(_), None) => strong { "The game ended early because one of the two machines was stopped. Please try again." },
            (None, Some(problem)) => { "Still running. The last problem: " bdi { (problem) } },
            (None, None) => "Waiting for the machine. Reload the page in a moment.",
        }
    }
}

/// The machine's moves so far.
fn said(view: &View) -> Markup {
    let pairs = view.their_questions.iter().flatten().zip(view.my_answers.iter().flatten());
    html! {
        @if let Some(questions) = &view.my_questions {
            h2 { "It asked" }
            ol { @for question in questions { li dir="auto" { (question) } } }
        }
        @if view.my_answers.is_some() {
            h2 { "It answered" }
            @for (question, answer) in pairs { p.question dir="auto" { (question) } p.answer dir="auto" { (answer) } }
        }
        @if let Some(guess) = &view.my_guess {
            h2 { "It guessed" }
            p { (guess.points) }
        }
    }
}
