//! `/admin/recall`: responses that their authors lend to Recall. Recall repeats none before an
//! operator has approved it.

use axum::response::Redirect;
use luna_app::format::stamp;
use luna_store::player::Role;
use luna_store::recall::{self, Decision, RecallLine, State as Stage};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::action_form::{ModerationAction, why_form};
use super::listing::{ListRequest, act, page, plain};
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

fn path(stage: Stage) -> &'static str {
    match stage {
        Stage::Pending => "/admin/recall",
        Stage::Approved => "/admin/recall/approved",
        Stage::Rejected => "/admin/recall/rejected",
    }
}

fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Pending => "To review",
        Stage::Approved => "Approved",
        Stage::Rejected => "Rejected",
    }
}

pub(super) async fn pending(request: ListRequest) -> Result<Markup, Error> {
    show(&request, Stage::Pending).await
}

pub(super) async fn approved(request: ListRequest) -> Result<Markup, Error> {
    show(&request, Stage::Approved).await
}

pub(super) async fn rejected(request: ListRequest) -> Result<Markup, Error> {
    show(&request, Stage::Rejected).await
}

async fn show(request: &ListRequest, stage: Stage) -> Result<Markup, Error> {
    let read =
        move |tx: &mut Tx<'_>, before: (i64, &str), most| recall::list(tx, stage, before, most);
    let found = request.list(Role::Administrator, read).await?;
    let body = html! {
        p.row {
            @for other in Stage::ALL {
                a href=(path(other)) aria-current=[(other == stage).then_some("page")] { (name(other)) }
            }
        }
        (explanation(stage))
        @if found.lines.is_empty() { p { (nothing(stage)) } }
        @for line in &found.lines { (sheet(line, &request.visitor)) }
        (found.older(path(stage), |last| (last.added_at, &last.id)))
    };
    Ok(page(&request.app, &found.me, "Recall", &body))
}

fn explanation(stage: Stage) -> Markup {
    html! {
        p.soft {
            @match stage {
                Stage::Pending => {
                    "Once you approve these responses, the house machine Recall may repeat them to strangers, word for word and without a "
                    "name. Their authors have agreed to that. Reject responses "
                    "that identify the author or somebody else, that say how to reach anyone, or "
                    "that could hurt. The question is shown for context: Recall compares it with "
                    "what it is asked and never repeats it."
                }
                Stage::Approved => "Recall may repeat these until you reject them, or until their authors withdraw or erase themselves.",
                Stage::Rejected => "Recall never repeats these. Their authors can read your reason in their download.",
            }
            " Each decision is recorded in the " a href="/admin/acts" { "log" } "."
        }
    }
}

fn nothing(stage: Stage) -> &'static str {
    match stage {
        Stage::Pending => {
            "Nothing to review. Responses appear here when a rated game is over and their author allows Recall to repeat them."
        }
        Stage::Approved => "No responses are approved. Recall uses only its corpus.",
        Stage::Rejected => "No responses are rejected.",
    }
}

fn sheet(line: &RecallLine, visitor: &Visitor) -> Markup {
    let reject = ModerationAction {
        name: "Reject",
        action: &format!("/admin/recall/{}/reject", line.id),
        reader: Some("Its author"),
        more: html! { input type="hidden" name="from" value=(line.state.name()); },
        button: "Reject this response",
    };
    html! {
        section.sheet {
            p.soft dir="auto" { (line.prompt) }
            p.answer dir="auto" { (line.reply) }
            p.small.soft {
                "Since " (stamp(line.added_at))
                @if let Some(decision) = &line.decision { " · " (decided(line.state, decision)) }
            }
            div.row {
                @if line.state != Stage::Approved {
                    form method="post" action={ "/admin/recall/" (line.id) "/approve" } {
                        (csrf(visitor))
                        input type="hidden" name="from" value=(line.state.name());
                        button.button { "Approve" }
                    }
                }
                @if line.state != Stage::Rejected { (why_form(&reject, visitor)) }
            }
        }
    }
}

fn decided(stage: Stage, decision: &Decision) -> Markup {
    html! {
        (name(stage).to_lowercase()) " by "
        @match &decision.by {
            Some((name, id)) => a dir="auto" href={ "/admin/players/" (id) } { (name) },
            None => "an operator",
        }
        ", " (stamp(decision.at))
        @if !decision.why.is_empty() { ": " span dir="auto" { (decision.why) } }
    }
}

pub(super) async fn approve(request: FormRequest) -> Result<Redirect, Error> {
    decide(request, Stage::Approved).await
}

pub(super) async fn reject(request: FormRequest) -> Result<Redirect, Error> {
    decide(request, Stage::Rejected).await
}

async fn decide(request: FormRequest, to: Stage) -> Result<Redirect, Error> {
    let FormRequest { app, visitor, id, form } = request;
    let (at, id) = (app.moment(), plain(&id)?);
    let why = match to {
        Stage::Rejected => form.text("why").trim().to_owned(),
        Stage::Pending | Stage::Approved => String::new(),
    };
    let back = Stage::from_name(form.text("from")).unwrap_or(Stage::Pending);
    act(&app, visitor, Role::Administrator, path(back), move |tx, me| {
        if to == Stage::Rejected && why.is_empty() {
            return Err(Error::Refused("Please say why; the author can read it.".into()));
        }
        tracing::info!(by = me.id, line = id, state = to.name(), why, "a line of Recall");
        match recall::decide(tx, &at, &me.id, &id, to, &why) {
            Err(store::Error::NotFound) => Err(Error::Refused(
                "This response is gone: its author has withdrawn it, or somebody who wrote it or \
                 its question has been erased."
                    .into(),
            )),
            decided => Ok(decided?),
        }
    })
    .await
}
