//! `/settings/machines/new`: a new machine.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::{rate_limit, readiness};
use luna_core::name;
use luna_store as store;
use luna_store::consent::Purpose;
use luna_store::machine::{MachineConfig, Skills, Transport};
use luna_store::player::Player;
use maud::{Markup, html};

use super::credentials;
use super::form_fields::MachineForm;
use super::form_parser::{FormReader, filled};
use super::my_machines::MOST_MACHINES;
use super::owner::{owner, settings_of};
use super::secrets::{OpenaiSetup, Setup, seal};
use crate::account::settings::{free, send_again};
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form::problems::Problems;
use crate::http::form_request::BareFormRequest;
use crate::http::page_request::QueryRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

/// The form before anything is typed.
fn blank(way: Transport) -> MachineConfig {
    // A model converses as it is; a program has to be taught.
    let skills = match way {
        Transport::Openai => Skills::all(),
        Transport::House | Transport::Pull | Transport::Push => Skills::of_game(),
    };
    let mut declared = MachineConfig {
        about: String::new(),
        model: String::new(),
        organisation: String::new(),
        licence: String::new(),
        link: String::new(),
        contact: String::new(),
        way,
        setup: "{}".to_owned(),
        most_open: 5,
        most_daily: 100,
        skills,
    };
    if way == Transport::Openai {
        let model = OpenaiSetup {
            max_tokens: 4_000,
            tokens_per_game: 60_000,
            tokens_per_day: 1_000_000,
            ..OpenaiSetup::default()
        };
        declared.setup = Setup::Openai(Box::new(model)).to_json();
    }
    declared
}

/// A transport that somebody may register.
fn way(name: &str) -> Option<Transport> {
    Transport::from_name(name).filter(|&way| way != Transport::House)
}

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Response, Error> {
    let asking = visitor.clone();
    let me = app.db.read(move |tx| asking.logged_in(tx)).await?;
    if me.email.is_none() {
        // There it says what a guest can do.
        return Ok(Redirect::to("/settings/machines").into_response());
    }
    if must_confirm(&app, &me) {
        return Ok(unconfirmed(&app, &visitor, &me).into_response());
    }
    let asked = query.as_deref().and_then(|query| query.strip_prefix("way=")).and_then(way);
    let page = match asked {
        None => choice(&app, &me),
        Some(way) => page(&app, &visitor, &me, way, &filled(&blank(way)), &Problems::default()),
    };
    Ok(page.into_response())
}

/// Returns true if an owner has to confirm their address first. Where no mail is sent nobody can.
fn must_confirm(app: &App, me: &Player) -> bool {
    app.settings.smtp && !me.verified
}

fn unconfirmed(app: &App, visitor: &Visitor, me: &Player) -> Markup {
    let body = html! {
        h1 { "Confirm your address first" }
        p {
            "The owner of a machine is responsible for it, so we need an address that reaches you. Please "
            "open the link in the mail we have sent to " strong { (me.email.as_deref().unwrap_or("you")) }
            ", and come back."
        }
        (send_again(visitor))
        p.after { "Is the address wrong? Change it in the " a href="/settings" { "settings" } "." }
    };
    Page::new("Confirm your address first", body).of(Some(me)).quiet().render(app)
}

/// The choice of a transport, on a separate page, so that no form has fields for all.
fn choice(app: &App, me: &Player) -> Markup {
    let way = |name: &str, heading: &str, what: &str, words: &str| {
        html! {
            div.sheet {
                h2.first { (heading) }
                p { (words) }
                @if name == Transport::Push.name() && app.settings.secret.is_none() {
                    p.soft { "This instance cannot sign requests: its operator has not configured a secret." }
                } @else {
                    p { a.button href={ "/settings/machines/new?way=" (name) } { "Register " (what) } }
                }
            }
        }
    };
    let body = html! {
        h1 { "Register a machine" }
        p { "How do Luna and your machine reach each other?" }
        (way("pull", "An API client", "a program",
            "It calls Luna's API with a token, even from behind a firewall or from your own computer. This is the simplest way to start."))
        (way("push", "A service", "a service",
            "It runs at a URL that Luna can reach. Luna posts signed tasks to it and reads its replies."))
        (way("openai", "A language model", "a language model",
            "It has an OpenAI-compatible API, hosted or on your own server. You write the prompts or use Luna's; no programming needed."))
        p { a href="/settings/machines" { "Your machines" } }
    };
    Page::new("Register a machine", body).of(Some(me)).render(app)
}

fn page(
    app: &App,
    visitor: &Visitor,
    me: &Player,
    way: Transport,
    form: &Form,
    problems: &Problems,
) -> Markup {
    let sheet = MachineForm { form, problems, way, admin: me.is_admin(), has_key: false };
    let body = html! {
        h1 { "Register a machine" }
        p {
            "Its public page shows your name, " strong dir="auto" { (me.name) } ", and all your "
            "other machines with their results."
        }
        (sheet.fields())
        form method="post" action="/settings/machines/new" {
            (csrf(visitor))
            input type="hidden" name="way" value=(way.name());
            (sheet.line("name", "Name", "3 to 30 letters, digits or hyphens. It cannot be changed.", true))
            (sheet.model_fields())
            (sheet.operational_fields())
            h2 { "This is permanent" }
            p { "To register a machine, you must agree to the " a href="/terms/machines" { "terms for owners of machines" } "." }
            (sheet.tick("terms", luna_app::consent::text(Purpose::Machines).label, true))
            (sheet.tick("sure", "I understand that this cannot be undone: a machine never becomes a person", true))
            button.button.now { "Register it" }
        }
    };
    Page::new("Register a machine", body).of(Some(me)).render(app)
}

pub(super) async fn send(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    let (asking, name) = (visitor.clone(), form.text("name").trim().to_owned());
    let (me, clash) = app
        .db
        .read(move |tx| {
            let me = owner(&asking, tx)?;
            Ok::<_, Error>((me, free(tx, &name, "").err()))
        })
        .await?;
    if must_confirm(&app, &me) {
        let page = unconfirmed(&app, &visitor, &me);
        return Ok((StatusCode::FORBIDDEN, page).into_response());
    }
    let way = way(form.text("way"))
        .ok_or_else(|| Error::Refused("Please choose how it connects to Luna.".into()))?;
    let mut typed = FormReader::new(&app, &form, me.is_admin());
    let (name, mut declared) = (typed.name(), blank(way));
    typed.model_fields(&mut declared);
    typed.operational_fields(&mut declared);
    let key = typed.opens(&mut declared);
    if !form.has("sure") {
        typed.refuse("sure", "Please tick this box to confirm.");
    }
    if !form.has("terms") {
        typed.refuse("terms", "Please read the terms and tick this box if you agree to them.");
    }
    match clash {
        Some(Error::Refused(why)) if typed.is_good("name") => typed.refuse("name", why),
        Some(Error::Refused(_)) | None => {}
        Some(other) => return Err(other),
    }
    let mut problems = typed.problems;
    if problems.is_empty() {
        match make(&app, &visitor, &me, &name, declared, key).await {
            Ok(answer) => return Ok(answer),
            Err(Error::Store(store::Error::Conflict)) => {
                problems.push("name", name::Refusal::Taken.to_string());
            }
            Err(Error::Refused(why)) => problems.push("", why),
            Err(other) => return Ok(other.page(Some(&form))),
        }
    }
    let page = page(&app, &visitor, &me, way, &form, &problems);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
}

async fn make(
    app: &App,
    visitor: &Visitor,
    me: &Player,
    name: &str,
    declared: MachineConfig,
    key: Option<String>,
) -> Result<Response, Error> {
    let id = app.random.id(visitor.now);
    // A service is told a secret that we make.
    let signing = (declared.way == Transport::Push).then(|| app.random.secret());
    let plain = signing.as_ref().or(key.as_ref());
    let sealed = plain.map(|plain| seal(app, &id, plain)).transpose()?;
    app.limits.take(rate_limit::MACHINES, &me.id, visitor.now)?;
    let at = app.moment();
    let (asking, new, called) = (visitor.clone(), id.clone(), name.to_owned());
    app.db
        .write(move |tx| {
            let me = owner(&asking, tx)?;
            store::machine::lock_all_of(tx, &me.id)?;
            if store::machine::lines_of(tx, &me.id)? >= MOST_MACHINES {
                return Err(Error::Refused(format!(
                    "You have registered {MOST_MACHINES} machines, which is the limit. You can \
                     always add a new version of one of them."
                )));
            }
            luna_app::consent::give(tx, &me.id, Purpose::Machines, asking.now)?;
            store::machine::register(tx, asking.now, &new, &called, Some(&me.id), &declared)?;
            store::machine::set_secret(tx, &new, sealed.as_deref())?;
            Ok(readiness::schedule_probe(tx, &at, &new)?)
        })
        .await?;
    Ok(match signing {
        Some(secret) => credentials::shown_once(
            app,
            me,
            &id,
            name,
            &credentials::RevealedSecret::Signing(&secret),
        ),
        None => Redirect::to(&settings_of(&id)).into_response(),
    })
}
