//! `/settings/machines/{id}`: the owner's page of a machine.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::format::many;
use luna_app::readiness;
use luna_store as store;
use luna_store::machine::{Machine, MachineConfig, Transport};
use luna_store::player::Player;
use luna_store::predict::fit::{QuestionParameters, asked_of};
use luna_store::rating::midnight::midnight;
use luna_store::token::Token;
use luna_store::{Tx, game::Context};
use maud::{Markup, html};

use super::checklist::Checklist;
use super::form_fields::MachineForm;
use super::form_parser::{FormReader, filled};
use super::owner::{owner, settings_of};
use super::secrets::Secret;
use super::skills::{self, OutsideSkills};
use super::status::{ALL_STOPPED, state, transport_label};
use super::{asked_questions, credentials, try_out};
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form::problems::Problems;
use crate::http::form_request::FormRequest;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Live, Page, csrf};

/// The data of the owner's page.
struct OwnerView {
    me: Player,
    machine: Machine,
    tokens: Vec<Token>,
    has_secret: bool,
    begun_today: i64,
    all_stopped: bool,
    outside: OutsideSkills,
    /// What marks tell about the questions it was asked.
    asked: Vec<QuestionParameters>,
    /// Notes of disciplines about its questions.
    notes: Vec<Markup>,
    checklist: Checklist,
    /// The sequence number of what happens to it.
    seen: i64,
}

async fn look_up(app: &App, visitor: &Visitor, id: String) -> Result<OwnerView, Error> {
    let (asking, disciplines) = (visitor.clone(), app.disciplines);
    app.db
        .read(move |tx| {
            let me = owner(&asking, tx)?;
            let machine = store::machine::owned(tx, &id, &me.id)?;
            let notes = disciplines.iter().map(|it| (it.owner_note)(tx, &machine));
            let notes = notes.collect::<store::Result<_>>()?;
            let tokens = store::token::list(tx, &id)?;
            let begun_today = store::machine::begun_today(tx, asking.now, &id)?;
            let all_stopped = store::machine::stopped_with_all(tx, &machine)?;
            Ok(OwnerView {
                has_secret: store::machine::secret(tx, &id)?.is_some(),
                outside: OutsideSkills::find(tx, &id)?,
                asked: asked_of(tx, midnight(asking.now), &id)?,
                checklist: Checklist::read(tx, &machine, &tokens, begun_today, all_stopped)?,
                seen: store::topic::seq(tx, &store::player::topic(&id))?,
                tokens,
                begun_today,
                all_stopped,
                notes,
                machine,
                me,
            })
        })
        .await
}

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let mine = look_up(&app, &visitor, id).await?;
    Ok(page(&app, &visitor, &mine, &filled(&mine.machine.declared), &Problems::default()))
}

fn page(
    app: &App,
    visitor: &Visitor,
    mine: &OwnerView,
    form: &Form,
    problems: &Problems,
) -> Markup {
    let OwnerView { me, machine, tokens, .. } = mine;
    let way = machine.declared.way;
    let sheet = MachineForm { form, problems, way, admin: me.is_admin(), has_key: mine.has_secret };
    let here = settings_of(&machine.player_id);
    let plays = machine.standing.replaced_at.is_none();
    let begins = plays && machine.standing.killed_at.is_none();
    let body = html! {
        h1 dir="auto" { (machine.name) }
        p.soft {
            (transport_label(way)) " · " bdi { (machine.declared.model) } " · " (state(machine, visitor.now)) " · " (many(mine.begun_today, "rated game")) " begun today"
        }
        p {
            a href={ (here) "/games" } { "Its games" } " · " a href={ (here) "/usage" } { "How it runs" } " · "
            a href={ "/machines/" (machine.player_id) } { "Public page" } " · " a href="/settings/machines" { "Your machines" }
        }
        (notes(mine))
        @if begins { (mine.checklist.section()) }
        @if begins { (switch(machine, visitor)) }
        p.after { "Luna's API is at " code { (app.settings.public_url) "/api/v1" } "." }
        (credentials::section(machine, tokens, visitor))
        @if begins { (try_out::section(machine, visitor)) }
        @if plays && way == Transport::Push { (credentials::signing_section(machine, visitor)) }
        @if begins {
            h2 { "Another model or other prompts?" }
            p {
                "Such a change makes a new version with its own rating. This version stays visible."
                @if way == Transport::Openai { " A different base URL also makes a new version, because it may serve another model of the same name." }
            }
            p { a.button href={ (here) "/version" } { "Change the model or prompts" } }
        }
        @if plays {
            h2 { "Its questions" }
            @for note in &mine.notes { (note) }
            (asked_questions::section(&mine.asked))
            (skills::section(machine, &mine.outside, visitor))
        }
        (sheet.fields())
        form data-kept method="post" action=(here) {
            (csrf(visitor))
            (sheet.operational_fields())
            @if way == Transport::Push {
                (sheet.place())
                (sheet.tick("moved", "The URL has changed, but it is the same machine", false))
            }
            button.button { "Save changes" }
        }
    };
    let page = Page::new(&machine.name, body).of(Some(me));
    // A refused form stays as it is until it is sent again.
    if !begins || !problems.is_empty() {
        return page.render(app);
    }
    let topic = Some(format!("machine:{}", machine.player_id));
    let state = mine.checklist.state();
    page.live(Live { topic, seen: mine.seen, state, waiting: false }).render(app)
}

/// The reasons why it does not play, with advice.
fn notes(mine: &OwnerView) -> Markup {
    let standing = &mine.machine.standing;
    html! {
        @if mine.all_stopped {
            p.problem.all role="status" { (ALL_STOPPED) " They resume when the operator lets them play again. You need not do anything." }
        }
        @if let Some(why) = &standing.alarm_why {
            div.problem.all role="status" {
                p { strong { "Luna has stopped this machine." } " " bdi { (why) } }
                p { "Fix the problem, then choose “Let it play”." }
            }
        }
        @if standing.killed_at.is_some() {
            div.problem.all role="status" {
                p {
                    strong { "The operator has stopped this machine." }
                    @if let Some(why) = &standing.killed_why { " " bdi { (why) } }
                }
                p { "If you think this is wrong, write to the operator: " a href="/contact" { "Contact" } "." }
            }
        }
        @if standing.replaced_at.is_some() {
            p.note { "A later version has replaced this one. Its rating and its page stay." }
        }
    }
}

fn switch(machine: &Machine, visitor: &Visitor) -> Markup {
    let here = settings_of(&machine.player_id);
    html! {
        @if machine.standing.stopped_at.is_some() {
            p { "This machine is stopped. It finishes its games with people but starts no rated games. It may still play in the sandbox." }
            form method="post" action={ (here) "/resume" } { (csrf(visitor)) button.button.now { "Let it play" } }
        } @else {
            form method="post" action={ (here) "/stop" } { (csrf(visitor)) button.button { "Stop machine" } }
        }
    }
}

pub(super) async fn change(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Response, Error> {
    let mine = look_up(&app, &visitor, id).await?;
    let mut declared = mine.machine.declared.clone();
    let mut typed = FormReader::new(&app, &form, mine.me.is_admin());
    typed.operational_fields(&mut declared);
    if declared.way == Transport::Push {
        typed.moved(&mut declared);
    }
    let key = typed.opens(&mut declared);
    let mut problems = typed.problems;
    if problems.is_empty() {
        match keep(&app, visitor.clone(), &mine.machine, declared, key).await {
            Ok(()) => {
                return Ok(Redirect::to(&settings_of(&mine.machine.player_id)).into_response());
            }
            Err(Error::Refused(why)) => problems.push("", why),
            Err(other) => return Ok(other.page(Some(&form))),
        }
    }
    let page = page(&app, &visitor, &mine, &form, &problems);
    Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
}

async fn keep(
    app: &App,
    visitor: Visitor,
    machine: &Machine,
    declared: MachineConfig,
    key: Option<String>,
) -> Result<(), Error> {
    let secret = Secret::of(app, &machine.line, &declared, key)?;
    let (at, id) = (app.moment(), machine.player_id.clone());
    app.db
        .write(move |tx| {
            let me = owner(&visitor, tx)?;
            store::machine::owned(tx, &id, &me.id)?;
            store::machine::update(tx, &id, &declared)?;
            secret.keep(tx, &id)?;
            Ok(readiness::schedule_probe(tx, &at, &id)?)
        })
        .await
}

pub(super) async fn stop(
    FormRequest { app, visitor, id, .. }: FormRequest,
) -> Result<Redirect, Error> {
    turn(app, visitor, id, store::machine::stop).await
}

pub(super) async fn resume(
    FormRequest { app, visitor, id, .. }: FormRequest,
) -> Result<Redirect, Error> {
    turn(app, visitor, id, |tx, at, id| {
        store::machine::resume(tx, id)?;
        readiness::schedule_probe(tx, at, id)
    })
    .await
}

async fn turn(
    app: App,
    visitor: Visitor,
    id: String,
    switch: impl FnOnce(&mut Tx<'_>, &Context, &str) -> store::Result<()> + Send + 'static,
) -> Result<Redirect, Error> {
    let at = app.moment();
    let id = app
        .db
        .write(move |tx| {
            let me = owner(&visitor, tx)?;
            let machine = store::machine::owned(tx, &id, &me.id)?;
            switch(tx, &at, &machine.player_id)?;
            Ok::<_, Error>(machine.player_id)
        })
        .await?;
    Ok(Redirect::to(&settings_of(&id)))
}
