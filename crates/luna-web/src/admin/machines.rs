//! All machines, and the switches that stop one or all of them.

use axum::response::Redirect;
use luna_app::format::stamp;
use luna_app::house_machines;
use luna_store::machine::{self, Machine};
use luna_store::moderation_log::{self, Act, Action};
use luna_store::player::{Player, Role};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::action_form::{ModerationAction, why_form};
use super::listing::{ListRequest, act as acting, page, plain};
use super::search::search_form;
use crate::html::table::{Column, table};
use crate::http::error::Error;
use crate::http::form_request::{BareFormRequest, FormRequest};
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// The owner, unless it comes with Luna or the owner has been erased, and a machine.
type OwnedMachine = (Option<Player>, Machine);

pub(super) async fn show(request: ListRequest) -> Result<Markup, Error> {
    let read = |tx: &mut Tx<'_>, before: (i64, &str), most| {
        let machines = machine::newest(tx, before, most)?;
        machines.into_iter().map(|machine| Ok((owner(tx, &machine)?, machine))).collect()
    };
    let found = request.list(Role::Moderator, read).await?;
    let stopped = request.app.db.read(machine::all_stopped).await?;
    let body = html! {
        @if found.me.is_admin() { (switch(stopped, &request.visitor)) }
        (search_form(""))
        div.after { (machines(&found.lines, &request.visitor)) }
        (found.older("/admin/machines", |(_, last)| (last.standing.created_at, &last.player_id)))
    };
    Ok(page(&request.app, &found.me, "Machines", &body))
}

fn owner(tx: &mut Tx<'_>, machine: &Machine) -> store::Result<Option<Player>> {
    let Some(id) = &machine.owner_id else { return Ok(None) };
    match store::player::find(tx, id) {
        Err(store::Error::NotFound) => Ok(None),
        player => Ok(Some(player?)),
    }
}

/// The switch for all registered machines.
fn switch(stopped: bool, visitor: &Visitor) -> Markup {
    html! {
        form method="post" action="/admin/machines/all" {
            (csrf(visitor))
            @if stopped {
                p.note { "All registered machines are stopped. They do not play, and Luna does not call them. House machines keep playing." }
                input type="hidden" name="wants" value="play";
                button.button.now { "Resume all machines" }
            } @else {
                p.soft { "For emergencies: all registered machines leave their games, and their partners get new partners. Luna calls none of the machines and refuses their requests. House machines keep playing." }
                input type="hidden" name="wants" value="stop";
                button.button { "Stop all machines" }
            }
        }
    }
}

fn machines(all: &[OwnedMachine], visitor: &Visitor) -> Markup {
    let heads = ["Name", "Owner", "Connection", "Last seen", "State", "Switch"].map(Column::Text);
    let rows = html! {
        @for (owner, machine) in all {
            @let seen_at = machine.standing.seen_at;
            tr {
                td { a dir="auto" href={ "/admin/players/" (machine.player_id) } { (machine.name) } }
                td { @match owner {
                    Some(owner) => a dir="auto" href={ "/admin/players/" (owner.id) } { (owner.name) },
                    None if machine.comes_with_luna() => span.soft { "comes with Luna" },
                    None => span.soft { "has left" },
                } }
                td { (machine.declared.way.name()) }
                td { @if seen_at > 0 { (stamp(seen_at)) } }
                td { (state(machine)) }
                td { (kill_form(machine, has_left(machine, owner.as_ref()), visitor)) }
            }
        }
    };
    table("Machines", &heads, &rows)
}

fn state(machine: &Machine) -> Markup {
    let standing = &machine.standing;
    html! {
        @if let Some(at) = standing.killed_at { "stopped by an operator, " (stamp(at)) }
        @else if let Some(why) = &standing.alarm_why { strong { @if machine.comes_with_luna() { "failing" } @else { "stopped by Luna" } } ": " bdi { (why) } }
        @else if standing.replaced_at.is_some() { "replaced" }
        @else if standing.stopped_at.is_some() && machine.comes_with_luna() { "not configured" }
        @else if standing.stopped_at.is_some() { "stopped by its owner" }
        @else { "plays" }
    }
}

/// Returns true if the owner has been erased, and with them every means of playing.
fn has_left(machine: &Machine, owner: Option<&Player>) -> bool {
    owner.is_none() && !machine.comes_with_luna()
}

fn kill_form(machine: &Machine, for_good: bool, visitor: &Visitor) -> Markup {
    let id = &machine.player_id;
    let stop = ModerationAction {
        name: "Stop",
        action: &format!("/admin/machines/{id}/kill"),
        reader: Some("Its owner"),
        more: html! {},
        button: &format!("Stop {}", machine.name),
    };
    html! {
        @match &machine.standing.killed_why {
            Some(why) if for_good => bdi { (why) },
            Some(why) => {
                bdi { (why) }
                form method="post" action={ "/admin/machines/" (id) "/revive" } {
                    (csrf(visitor)) button.button.quiet { "Let " bdi { (machine.name) } " play" }
                }
            }
            None => (why_form(&stop, visitor)),
        }
    }
}

const HERE: &str = "/admin/machines";

pub(super) async fn kill(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Redirect, Error> {
    let why = form.text("why").trim().to_owned();
    let (doing, at) = (app.clone(), app.moment());
    acting(&app, visitor, Role::Moderator, HERE, move |tx, me| {
        if why.is_empty() {
            return Err(Error::Refused("Please say why; the owner will read it.".into()));
        }
        let machine = machine::find(tx, &plain(&id)?)?;
        tracing::info!(by = me.id, machine = machine.player_id, "machine stopped");
        house_machines::kill(tx, &doing, &machine.player_id, &why)?;
        Ok(moderation_log::note(
            tx,
            &at,
            Act { by: Some(&me.id), of: &machine.player_id, why: &why },
            Action::Stop,
        )?)
    })
    .await
}

pub(super) async fn revive(
    FormRequest { app, visitor, id, .. }: FormRequest,
) -> Result<Redirect, Error> {
    let at = app.moment();
    acting(&app, visitor, Role::Moderator, HERE, move |tx, me| {
        let machine = machine::find(tx, &plain(&id)?)?;
        if has_left(&machine, owner(tx, &machine)?.as_ref()) {
            let why = "Its owner has been erased, and its credentials with them, so it cannot play again.";
            return Err(Error::Refused(why.into()));
        }
        tracing::info!(by = me.id, machine = machine.player_id, "machine plays again");
        machine::revive(tx, &machine.player_id)?;
        Ok(moderation_log::note(tx, &at, Act { by: Some(&me.id), of: &machine.player_id, why: "" }, Action::Resume)?)
    })
    .await
}

pub(super) async fn switch_all(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Redirect, Error> {
    let (stop, now) = (form.text("wants") == "stop", visitor.now);
    acting(&app, visitor, Role::Administrator, HERE, move |tx, me| {
        tracing::info!(by = me.id, stop, "switch of all machines");
        Ok(machine::stop_all(tx, stop, now)?)
    })
    .await
}
