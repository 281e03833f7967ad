//! `/admin/jobs`: jobs that were given up, and those that are due next.

use axum::response::Redirect;
use luna_app::format::stamp;
use luna_store::player::Role;
use luna_store::{Tx, job};
use maud::{Markup, html};

use super::listing::{act, list_for, page, plain};
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::form;
use crate::http::form_request::BareFormRequest;
use crate::http::page_request::QueryRequest;
use crate::page::layout::csrf;

/// The position in the list of jobs: `after=DUE-ID`, or `after=-ID` among those given up.
fn after(query: Option<&str>) -> (Option<i64>, String) {
    let given = query.and_then(|query| query.strip_prefix("after=")).unwrap_or("");
    match given.split_once('-') {
        Some((due_at, id)) => (due_at.parse().ok(), form::decode(id.as_bytes()).0),
        None => (None, String::new()),
    }
}

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let (due_at, id) = after(query.as_deref());
    let read = move |tx: &mut Tx<'_>, me: &str, most| job::list(tx, me, (due_at, &id), most);
    let found = list_for(&app, &visitor, Role::Administrator, read).await?;
    let heads = [Text("Job"), Text("Due"), Number("Tries"), Text("Problem"), Text("Again")];
    let rows = html! {
        @for job in &found.lines {
            tr {
                td { @match subject(&job.id) {
                    Some(path) => a href=(path) { code { (job.id) } },
                    None => code { (job.id) },
                } }
                td { @match job.due_at { Some(at) => (stamp(at)), None => strong { "given up" } } }
                td.number { (job.attempts) }
                td dir="auto" { (job.problem.as_deref().unwrap_or("")) }
                td { @if job.due_at.is_none() {
                    form method="post" action="/admin/jobs" {
                        (csrf(&visitor)) input type="hidden" name="id" value=(job.id);
                        button.button.quiet { "Try again" }
                    }
                } }
            }
        }
    };
    let body = html! {
        p.soft { "Jobs that Luna has given up on come first, then those that are due next." }
        (table("Jobs", &heads, &rows))
        @if let Some(last) = found.lines.last().filter(|_| found.more) {
            @let due = last.due_at.map_or(String::new(), |at| at.to_string());
            p { a.button href={ "/admin/jobs?after=" (due) "-" (last.id) } { "Later" } }
        }
    };
    Ok(page(&app, &found.me, "Jobs", &body))
}

/// The page of what a job is about, from its id: `KIND:ID`. Questions outside games have none, as
/// they are the asker's.
fn subject(job: &str) -> Option<String> {
    let (kind, rest) = job.split_once(':')?;
    let id = plain(rest.split(':').next().unwrap_or(rest)).ok()?;
    match kind {
        "call" | "machine_seat" | "pair" | "turn" => Some(format!("/admin/games/{id}")),
        "follow" | "lost" | "notify" | "ready" => Some(format!("/admin/players/{id}")),
        "deadline" => Some(format!("/admin/search?q={id}")),
        "mail" => Some("/admin/mail".to_owned()),
        _ => None,
    }
}

pub(super) async fn revive(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Redirect, Error> {
    let (id, now) = (form.text("id").to_owned(), visitor.now);
    act(&app, visitor, Role::Administrator, "/admin/jobs", move |tx, _| {
        Ok(job::revive(tx, &id, now)?)
    })
    .await
}
