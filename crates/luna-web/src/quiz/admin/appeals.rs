//! `/admin/quiz/appeals`: answers that people say were right, and the rulings about them.

use axum::extract::State;
use axum::response::Redirect;
use luna_app::format::many;
use luna_app::quiz::reading_room::appeal::{self, Decision, Group};
use luna_store::assignment;
use luna_store::player::Role;
use maud::{Markup, html};

use crate::admin::assignments::{Items, Leases, Queue, section_id};
use crate::admin::listing::{act, page, plain};
use crate::html::times::ago;
use crate::http::error::Error;
use crate::http::form_request::{BareFormRequest, FormRequest};
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;
use crate::quiz::answer_line;

const HERE: &str = "/admin/quiz/appeals";
static QUEUE: Queue = Queue {
    kind: appeal::KIND,
    here: HERE,
    items: Items::Sections(HERE),
    noun: "answer",
    none: "There is no answer for you to decide about.",
    lease: |tx, app, me| {
        let waiting = appeal::waiting(tx, me, SHOWN)?;
        Ok(assignment::lease_first(tx, appeal::KIND, &me.id, &waiting, app.now())?)
    },
};
/// Answers on the page; the others come up when these are decided.
const SHOWN: usize = 50;

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, groups, leases) = app
        .db
        .read(move |tx| {
            let me = asking.operator(tx, Role::Moderator)?;
            let leases = QUEUE.leases(tx, &me, asking.now)?;
            Ok::<_, Error>((me, appeal::groups(tx, SHOWN)?, leases))
        })
        .await?;
    let body = html! {
        p.soft {
            "These answers were judged wrong, but their players say that they are right. A decision applies to "
            "everybody who gives the same answer to the same question, past and future. It is recorded in the "
            a href="/admin/acts" { "log" } "."
        }
        @if groups.is_empty() { p { "No open appeals." } }
        @if !groups.is_empty() { (QUEUE.next_form(&visitor)) }
        @for group in &groups { (sheet(group, &leases, &visitor)) }
    };
    Ok(page(&app, &me, "Appeals", &body))
}

fn sheet(group: &Group, leases: &Leases, visitor: &Visitor) -> Markup {
    let Some(first) = group.plays.first() else { return html! {} };
    let since = first.appealed_at.unwrap_or(visitor.now);
    let people = i64::try_from(group.plays.len()).unwrap_or(0);
    html! {
        section.sheet id=(section_id(&first.id)) {
            h2 { "“" bdi { (group.answer) } "”" }
            p { "The answer line: " bdi { (answer_line::markup(&group.tossup.answer_line)) } }
            @for play in &group.plays {
                @if let (Some(first), Some(more)) = (&play.answer, &play.more) {
                    p.small { "Prompted on “" bdi { (first) } "”, then “" bdi { (more) } "”." }
                }
            }
            details {
                summary { "The question" }
                p dir="auto" { (group.script.text()) }
                p.small.soft {
                    (group.tossup.category) " · " (group.tossup.packet) " · buzzed after "
                    @for (nth, play) in group.plays.iter().enumerate() {
                        @if nth > 0 { ", " }
                        (play.position.unwrap_or(0))
                    }
                    " of " (first.words) " words"
                }
            }
            p.small.soft { (many(people, "appeal")) "; the first was made " (ago(visitor.now, since)) }
            (QUEUE.mark(leases, &first.id, visitor))
            @if leases.is_free(&first.id) { (decision(&first.id, visitor)) }
        }
    }
}

fn decision(play_id: &str, visitor: &Visitor) -> Markup {
    let why = format!("why-{play_id}");
    html! {
            form.why method="post" action=(HERE) {
                (csrf(visitor))
                input type="hidden" name="play" value=(play_id);
                label.small for=(why) { "Your reason (the players will read it)" }
                input id=(why) name="why" type="text" required maxlength="500";
                div.row {
                    button.button.quiet name="do" value="right" { "The answer is right" }
                    button.button.quiet name="do" value="wrong" { "The answer is wrong" }
                }
            }
    }
}

pub(super) async fn next(request: BareFormRequest) -> Result<Redirect, Error> {
    QUEUE.next(request).await
}

pub(super) async fn give_back(request: FormRequest) -> Result<Redirect, Error> {
    QUEUE.give_back(request).await
}

pub(super) async fn decide(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Redirect, Error> {
    let (at, play_id) = (app.moment(), plain(form.text("play"))?);
    act(&app, visitor, Role::Moderator, HERE, move |tx, me| {
        let reason = form.text("why").trim();
        if reason.is_empty() {
            return Err(Error::Refused("Please give a reason. The players will read it.".into()));
        }
        let is_right = match form.text("do") {
            "right" => true,
            "wrong" => false,
            _ => return Err(Error::NotFound),
        };
        if let Some(item) = appeal::item_of(tx, &play_id)? {
            QUEUE.decide(tx, me, &item, at.now)?;
        }
        let decision = Decision { play_id: &play_id, is_right, reason, by: &me.id };
        let changed = appeal::decide(tx, &at, &decision)?;
        tracing::info!(by = me.id, play = play_id, is_right, changed, "ruled about an answer");
        Ok(())
    })
    .await
}
