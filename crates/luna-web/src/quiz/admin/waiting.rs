//! `/admin/quiz/waiting`: all submitted questions by writer, to return or reject many at once, and the
//! writers who are blocked.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::State;
use axum::response::Redirect;
use luna_app::format::many;
use luna_app::quiz::block;
use luna_app::quiz::review::{self, NewReview};
use luna_core::quiz::question::Verdict;
use luna_store::player::Role;
use luna_store::quiz::block::Block;
use luna_store::quiz::question::{self, Question};
use maud::{Markup, html};

use crate::admin::listing::{act, page, plain};
use crate::html::times::ago;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::BareFormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

const HERE: &str = "/admin/quiz/waiting";
/// The form with the ticks, which stand among other forms.
const FORM: &str = "many";
/// Before the id of a question, and before that of a question whose writer's questions are all meant.
const ONE: &str = "question-";
const ALL_OF: &str = "writer-of-";
/// Writers on the page; the others come up when these are decided.
const WRITERS: usize = 50;

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, waiting, blocks) = app
        .db
        .read(move |tx| {
            let me = asking.operator(tx, Role::Moderator)?;
            let reviewed = review::reviewed_by(tx, &me)?;
            let mut waiting = review::waiting_for(tx, &me)?;
            waiting.retain(|it| !reviewed.contains(&it.id));
            Ok::<_, Error>((me, waiting, luna_store::quiz::block::all(tx)?))
        })
        .await?;
    let mut writers: BTreeMap<&str, Vec<&Question>> = BTreeMap::new();
    for it in &waiting {
        writers.entry(&it.writer_id).or_default().push(it);
    }
    let mut writers: Vec<Vec<&Question>> = writers.into_values().collect();
    writers.sort_by_key(|all| std::cmp::Reverse(all.len()));
    let body = html! {
        p {
            "Return or reject many questions at once. Each gets your review with the same comment, and two editors have to "
            "agree, as always. To accept a question, "
            a href="/admin/quiz" { "take it from the queue" } "."
        }
        @if writers.is_empty() { p.soft { "No question waits for you." } }
        @for all in writers.iter().take(WRITERS) { (writer(all, &visitor, visitor.now)) }
        @if !writers.is_empty() { (decision(&visitor)) }
        (blocked(&blocks, &visitor))
    };
    Ok(page(&app, &me, "Questions under review", &body))
}

fn writer(all: &[&Question], visitor: &Visitor, now: i64) -> Markup {
    let Some(first) = all.first() else { return html! {} };
    let count = i64::try_from(all.len()).unwrap_or(i64::MAX);
    let why = format!("block-{}", first.id);
    html! {
        section.sheet {
            h2 { (many(count, "question")) " of one writer" }
            @if all.len() > 1 {
                label.tick {
                    input type="checkbox" form=(FORM) name={ (ALL_OF) (first.id) } value="yes";
                    span { "All of them" }
                }
            }
            @for it in all {
                label.tick {
                    input type="checkbox" form=(FORM) name={ (ONE) (it.id) } value="yes";
                    span dir="auto" { strong { (it.page) } " · " (ago(now, it.submitted_at.unwrap_or(it.created_at))) }
                }
                p.small dir="auto" { (it.text) }
            }
            details {
                summary { "Block this writer" }
                p.small {
                    "They can write and save, but not submit. What they have submitted leaves the queue until the block is lifted."
                }
                form.why method="post" action={ (HERE) "/block" } {
                    (csrf(visitor))
                    input type="hidden" name="question" value=(first.id);
                    label.small for=(why) { "Your reason (the writer will read it)" }
                    input id=(why) name="why" type="text" required maxlength="500";
                    button.button.quiet { "Block the writer" }
                }
            }
        }
    }
}

fn decision(visitor: &Visitor) -> Markup {
    html! {
        h2 { "What is ticked" }
        form.why #(FORM) method="post" action=(HERE) {
            (csrf(visitor))
            label for="comment" { "Comment for the writers" }
            input #comment name="comment" type="text" required maxlength="4000" dir="auto";
            div.row {
                button.button.now name="verdict" value=(Verdict::Reject.name()) { "Reject what is ticked" }
                button.button.quiet name="verdict" value=(Verdict::Return.name()) { "Return what is ticked" }
            }
        }
    }
}

fn blocked(blocks: &[Block], visitor: &Visitor) -> Markup {
    html! {
        h2 { "Blocked writers" }
        @if blocks.is_empty() { p.soft { "None." } }
        @for it in blocks {
            @let why = format!("lift-{}", it.writer_id);
            section.sheet {
                p {
                    a href={ "/admin/players/" (it.writer_id) } dir="auto" { (it.name) }
                    ", " (ago(visitor.now, it.blocked_at)) ": " span dir="auto" { (it.why) }
                }
                form.why method="post" action={ (HERE) "/lift" } {
                    (csrf(visitor))
                    input type="hidden" name="writer" value=(it.writer_id);
                    label.small for=(why) { "Your reason" }
                    input id=(why) name="why" type="text" required maxlength="500";
                    button.button.quiet { "Lift the block" }
                }
            }
        }
    }
}

/// The ids of the questions that a form has ticked, one by one or by writer.
fn ticked(form: &Form, waiting: &[Question]) -> Vec<String> {
    let writer_of = |id: &str| waiting.iter().find(|it| it.id == id).map(|it| &it.writer_id);
    let writers: Vec<&String> =
        form.fields().filter_map(|(name, _)| writer_of(name.strip_prefix(ALL_OF)?)).collect();
    let is_ticked =
        |it: &&Question| form.has(&format!("{ONE}{}", it.id)) || writers.contains(&&it.writer_id);
    waiting.iter().filter(is_ticked).map(|it| it.id.clone()).collect()
}

pub(super) async fn decide(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Redirect, Error> {
    let doing = app.clone();
    act(&app, visitor, Role::Moderator, HERE, move |tx, me| {
        let verdict = Verdict::from_name(form.text("verdict")).ok_or(Error::NotFound)?;
        let comment = luna_core::text::tidy(form.text("comment"));
        let new = NewReview { verdict, comment: &comment, marks: BTreeSet::new() };
        let ids = ticked(&form, &review::waiting_for(tx, me)?);
        let (reviewed, decided) = review::review_many(tx, &doing, me, &ids, &new)?;
        tracing::info!(by = me.id, reviewed, decided, "reviewed many questions");
        Ok(())
    })
    .await
}

pub(super) async fn block_writer(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Redirect, Error> {
    let (doing, id) = (app.clone(), plain(form.text("question"))?);
    act(&app, visitor, Role::Moderator, HERE, move |tx, me| {
        let writer_id = question::find(tx, &id)?.writer_id;
        Ok(block::block(tx, &doing, me, &writer_id, form.text("why").trim())?)
    })
    .await
}

pub(super) async fn lift_block(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Redirect, Error> {
    let (doing, writer_id) = (app.clone(), plain(form.text("writer"))?);
    act(&app, visitor, Role::Moderator, HERE, move |tx, me| {
        Ok(block::lift(tx, &doing, me, &writer_id, form.text("why").trim())?)
    })
    .await
}
