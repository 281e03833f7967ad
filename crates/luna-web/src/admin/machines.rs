//! All machines, and the switches that stop one or all of them.

use axum::extract::{Path, RawQuery, State};
use axum::response::Redirect;
use luna_store as store;
use luna_store::Tx;
use luna_store::machine::{ALL_STOPPED, Machine};
use maud::{Markup, html};

use super::{PAGE, from, more, older, page, plain};
use crate::App;
use crate::error::Error;
use crate::form::Form;
use crate::layout::csrf;
use crate::visitor::Visitor;
use crate::words::stamp;

/// A machine and the name of its owner, unless it comes with Luna or the
/// owner has been erased.
type Listed = (Machine, Option<String>);

pub(super) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    let (at, id) = from(query.as_deref());
    let asking = visitor.clone();
    let (me, mut all, stopped) = app
        .db
        .read(move |tx| {
            let me = asking.admin(tx)?;
            let machines = store::machine::newest(tx, (at, &id), PAGE + 1)?;
            let mut all: Vec<Listed> = Vec::new();
            for machine in machines {
                let owner = owner(tx, &machine)?;
                all.push((machine, owner));
            }
            let stopped = store::setting::get(tx, ALL_STOPPED)?.is_some();
            Ok::<_, Error>((me, all, stopped))
        })
        .await?;
    let more = more(&mut all);
    let body = html! {
        (switch(stopped, &visitor))
        (table(&all, &visitor))
        @if more && let Some((last, _)) = all.last() {
            (older("/admin/machines", last.standing.created_at, &last.player_id))
        }
    };
    Ok(page(&app, &me, "Machines", &body))
}

fn owner(tx: &mut Tx<'_>, machine: &Machine) -> Result<Option<String>, Error> {
    let Some(id) = &machine.owner_id else { return Ok(None) };
    match store::player::find(tx, id) {
        Err(store::Error::NotFound) => Ok(None),
        player => Ok(Some(player?.name)),
    }
}

/// For all machines that somebody has entered.
fn switch(stopped: bool, visitor: &Visitor) -> Markup {
    html! {
        form method="post" action="/admin/machines/all" {
            (csrf(visitor))
            @if stopped {
                p.note { "No machine that somebody has entered is given to people. Those that come with Luna still are." }
                input type="hidden" name="wants" value="play";
                button.button.now { "Let them play again" }
            } @else {
                p.soft { "In an emergency: people are given none but the machines that come with Luna. Games that have begun go on." }
                input type="hidden" name="wants" value="stop";
                button.button { "Stop all machines" }
            }
        }
    }
}

fn table(all: &[Listed], visitor: &Visitor) -> Markup {
    html! {
        div.scroll.after tabindex="0" role="region" aria-label="Machines" {
            table {
                thead { tr {
                    th scope="col" { "Name" } th scope="col" { "Owner" } th scope="col" { "Way in" }
                    th scope="col" { "Last seen" } th scope="col" { "State" }
                    th scope="col" { "Switch" }
                } }
                tbody {
                    @for (machine, owner) in all {
                        @let standing = &machine.standing;
                        tr {
                            td { a href={ "/machines/" (machine.player_id) } { (machine.name) } }
                            td { @match owner {
                                Some(owner) => (owner),
                                None if machine.comes_with_luna() => span.soft { "comes with Luna" },
                                None => span.soft { "has left" },
                            } }
                            td { (machine.declared.way.name()) }
                            td { @if standing.seen_at > 0 { (stamp(standing.seen_at)) } }
                            td { (state(machine)) }
                            td { (kill_form(machine, visitor)) }
                        }
                    }
                }
            }
        }
    }
}

fn state(machine: &Machine) -> Markup {
    let standing = &machine.standing;
    html! {
        @if let Some(at) = standing.killed_at { "killed " (stamp(at)) }
        @else if let Some(why) = &standing.alarm_why { strong { "alarm" } ": " (why) }
        @else if standing.replaced_at.is_some() { "replaced" }
        @else if standing.stopped_at.is_some() && machine.comes_with_luna() { "not configured" }
        @else if standing.stopped_at.is_some() { "stopped by its owner" }
        @else { "plays" }
    }
}

fn kill_form(machine: &Machine, visitor: &Visitor) -> Markup {
    let id = &machine.player_id;
    html! {
        @match &machine.standing.killed_why {
            Some(why) => {
                (why)
                form method="post" action={ "/admin/machines/" (id) "/revive" } {
                    (csrf(visitor)) button.button.quiet { "Let " (machine.name) " play" }
                }
            }
            None => details {
                summary { "Stop" }
                form method="post" action={ "/admin/machines/" (id) "/kill" } {
                    (csrf(visitor))
                    label.small for={ "why-" (id) } { "Why? Its owner will read it." }
                    input id={ "why-" (id) } name="why" type="text" required;
                    button.button.quiet { "Stop " (machine.name) }
                }
            },
        }
    }
}

pub(super) async fn kill(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    form: Form,
) -> Result<Redirect, Error> {
    let why = form.text("why").trim().to_owned();
    let at = app.moment();
    app.db
        .write(move |tx| {
            let me = visitor.admin(tx)?;
            if why.is_empty() {
                return Err(Error::Refused("Please say why; the owner will read it.".into()));
            }
            let machine = store::machine::find(tx, &plain(&id)?)?;
            tracing::info!(by = me.id, machine = machine.player_id, why, "machine stopped");
            Ok(store::machine::kill(tx, &at, &machine.player_id, &why)?)
        })
        .await?;
    Ok(Redirect::to("/admin/machines"))
}

pub(super) async fn revive(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    _form: Form,
) -> Result<Redirect, Error> {
    app.db
        .write(move |tx| {
            let me = visitor.admin(tx)?;
            let machine = store::machine::find(tx, &plain(&id)?)?;
            tracing::info!(by = me.id, machine = machine.player_id, "machine plays again");
            Ok::<_, Error>(store::machine::revive(tx, &machine.player_id)?)
        })
        .await?;
    Ok(Redirect::to("/admin/machines"))
}

pub(super) async fn switch_all(
    State(app): State<App>,
    visitor: Visitor,
    form: Form,
) -> Result<Redirect, Error> {
    let stop = form.text("wants") == "stop";
    app.db
        .write(move |tx| {
            let me = visitor.admin(tx)?;
            tracing::info!(by = me.id, stop, "switch of all machines");
            if stop {
                store::setting::set(tx, ALL_STOPPED, &visitor.now.to_string())?;
                // Their streams end.
                for line in store::machine::board(tx)? {
                    tx.wake(&store::player::topic(&line.player_id));
                }
            } else {
                store::setting::clear(tx, ALL_STOPPED)?;
            }
            Ok::<_, Error>(())
        })
        .await?;
    Ok(Redirect::to("/admin/machines"))
}
