//! `/settings/machines/{id}/version`: a different model, prompts or address, which make a new
//! version with its own rating.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::{rate_limit, readiness};
use luna_store as store;
use luna_store::consent::Purpose;
use luna_store::machine::{Machine, MachineConfig, Transport};
use luna_store::player::Player;
use maud::{Markup, html};

use super::form_fields::MachineForm;
use super::form_parser::{FormReader, filled};
use super::owner::{owner, settings_of};
use super::secrets::{Secret, Setup};
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form::problems::Problems;
use crate::http::form_request::FormRequest;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

/// The owner, the current machine, and the name of the next version.
struct NewVersion {
    me: Player,
    machine: Machine,
    name: String,
    has_secret: bool,
}

async fn look_up(app: &App, visitor: &Visitor, id: String) -> Result<NewVersion, Error> {
    let asking = visitor.clone();
    app.db
        .read(move |tx| {
            let me = owner(&asking, tx)?;
            let machine = store::machine::owned(tx, &id, &me.id)?;
            let first = store::machine::find(tx, &machine.line)?.name;
            let name = format!("{first} v{}", machine.version + 1);
            can_follow(&machine)?;
            let has_secret = store::machine::secret(tx, &machine.player_id)?.is_some();
            Ok(NewVersion { me, machine, name, has_secret })
        })
        .await
}

/// Only the latest version can have a successor, and only if the operator has not stopped it.
fn can_follow(machine: &Machine) -> Result<(), Error> {
    let standing = &machine.standing;
    let why = match () {
        () if standing.replaced_at.is_some() => {
            "A later version exists already. Please change that one."
        }
        () if standing.killed_at.is_some() => {
            "The operator has stopped this machine, so it cannot have a new version."
        }
        () => return Ok(()),
    };
    Err(Error::Refused(why.to_owned()))
}

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let next = look_up(&app, &visitor, id).await?;
    Ok(page(&app, &visitor, &next, &filled(&next.machine.declared), &Problems::default()))
}

fn page(
    app: &App,
    visitor: &Visitor,
    NewVersion { me, machine, name, has_secret }: &NewVersion,
    form: &Form,
    problems: &Problems,
) -> Markup {
    let way = machine.declared.way;
    let sheet = MachineForm { form, problems, way, admin: me.is_admin(), has_key: *has_secret };
    let here = settings_of(&machine.player_id);
    let body = html! {
        h1 { "A new version of " bdi { (machine.name) } }
        ul.hints {
            li { "The new version is called " strong dir="auto" { (name) } " and starts without a rating." }
            li { bdi { (machine.name) } " finishes its games with people but starts no more rated games. Its tokens still work in the sandbox. Its page and its rating stay public." }
            li { "A token belongs to one version, so create new tokens for the new version." }
        }
        (sheet.fields())
        form method="post" action={ (here) "/version" } {
            (csrf(visitor))
            (sheet.model_fields())
            @if way == Transport::Openai { (sheet.key()) }
            button.button.now { "Make " bdi { (name) } }
        }
        p.after { a href=(here) { "Keep the current version" } }
    };
    Page::new("A new version", body).of(Some(me)).render(app)
}

/// Returns true if a change makes a new version.
fn differs(before: &MachineConfig, after: &MachineConfig) -> bool {
    before.model != after.model || Setup::of(before) != Setup::of(after)
}

pub(super) async fn send(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Response, Error> {
    let next = look_up(&app, &visitor, id).await?;
    let mut declared = next.machine.declared.clone();
    let mut typed = FormReader::new(&app, &form, next.me.is_admin());
    typed.model_fields(&mut declared);
    if typed.problems.is_empty() && !differs(&next.machine.declared, &declared) {
        typed.refuse("", "Nothing has changed, so there is no new version.");
    }
    let key = typed.opens(&mut declared);
    let mut problems = typed.problems;
    if problems.is_empty() {
        match make(&app, visitor.clone(), &next, declared, key).await {
            Ok(id) => return Ok(Redirect::to(&settings_of(&id)).into_response()),
            Err(Error::Refused(why)) => problems.push("", why),
            Err(other) => return Err(other),
        }
    }
    let page = page(&app, &visitor, &next, &form, &problems);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
}

const TERMS_FIRST: &str = "You have not agreed to the current terms for owners of machines. \
    Please agree at /terms/machines, then create the new version.";

/// Returns the id of the new version.
async fn make(
    app: &App,
    visitor: Visitor,
    next: &NewVersion,
    declared: MachineConfig,
    key: Option<String>,
) -> Result<String, Error> {
    let secret = Secret::of(app, &next.machine.line, &declared, key)?;
    app.limits.take(rate_limit::MACHINES, &next.me.id, visitor.now)?;
    let (at, id) = (app.moment(), app.random.id(visitor.now));
    let (before, name) = (next.machine.player_id.clone(), next.name.clone());
    app.db
        .write(move |tx| {
            let me = owner(&visitor, tx)?;
            // It may have been replaced since it was read.
            let before = store::machine::owned(tx, &before, &me.id)?;
            can_follow(&before)?;
            if !luna_app::consent::is_current(tx, &me.id, Purpose::Machines)? {
                return Err(Error::Refused(TERMS_FIRST.to_owned()));
            }
            store::machine::replace(tx, &at, &before, &id, &name, &declared)?;
            secret.keep(tx, &id)?;
            readiness::schedule_probe(tx, &at, &id)?;
            Ok::<_, Error>(id)
        })
        .await
}
