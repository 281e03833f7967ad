//! `/contests/pairs`: the two conversations of a judge, side by side, and the question which partner is
//! human. The choice is in the address, so nothing is stored.

use axum::extract::RawQuery;
use luna_app::contest::pair::{self, Decision, Glimpse, Line, Revealed, Source};
use luna_core::contest::conversation::Speaker;
use luna_core::contest::participant::Side;
use luna_store::Tx;
use luna_store::player::Player;
use maud::{Markup, html};

use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::page_request::{PageRequest, QueryRequest};
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::Page;

/// The pair that a visitor sees first today, and another one than the one that is named.
pub(super) fn draw(tx: &mut Tx<'_>, visitor: &Visitor, other_than: &str) -> Result<Glimpse, Error> {
    let day = (visitor.now / 86_400_000).to_string();
    Ok(pair::draw(tx, visitor.now, &["pair", &visitor.csrf, &day, other_than], other_than)?)
}

/// The heading and one sentence, with the pair below them.
pub(super) fn night(sheet: &Markup) -> Markup {
    html! {
        h1 { "Can you tell who is human?" }
        p.lead { "A judge typed with a person and a program. Which one is the person?" }
        (sheet)
    }
}

/// Both conversations, each with its button.
pub(super) fn sheet(it: &Glimpse) -> Markup {
    html! {
        section #try.sheet aria-label="Two conversations" tabindex="-1" {
            div.panes {
                @for (side, lines) in Side::BOTH.into_iter().zip(&it.sides) {
                    div.pane {
                        (talk(side, lines))
                        a.button.now href={ "/contests/pairs/" (it.id) "?human=" (side.name()) } data-another {
                            (title(side)) " is human"
                        }
                    }
                }
            }
        }
    }
}

fn talk(side: Side, lines: &[Line]) -> Markup {
    html! {
        div.talk role="group" tabindex="0" aria-label=(title(side)) {
            @for line in lines {
                @match line.by {
                    Speaker::Judge => p.soft { "Judge: " bdi { (line.text) } },
                    Speaker::Party => p { bdi { (line.text) } },
                }
            }
        }
    }
}

fn title(side: Side) -> &'static str {
    match side {
        Side::Left => "Left",
        Side::Right => "Right",
    }
}

pub(super) async fn another(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let other_than = Form::of_query(query.as_deref()).text("not").to_owned();
    let read = app
        .db
        .read(move |tx| Ok::<_, Error>((visitor.reader(tx)?, draw(tx, &visitor, &other_than)?)));
    let (me, found) = read.await?;
    Ok(page(&app, me.as_ref(), &sheet(&found)))
}

/// Tells who it was. Without a choice, the pair is shown first.
pub(super) async fn show(
    PageRequest { app, visitor, id }: PageRequest,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    let chosen = Side::from_name(Form::of_query(query.as_deref()).text("human"));
    let read = app
        .db
        .read(move |tx| Ok::<_, Error>((visitor.reader(tx)?, pair::find(tx, visitor.now, &id)?)));
    let (me, found) = read.await?;
    let sheet = match chosen {
        Some(chosen) => revealed(&found, chosen),
        None => sheet(&found.glimpse),
    };
    Ok(page(&app, me.as_ref(), &sheet))
}

fn page(app: &App, me: Option<&Player>, sheet: &Markup) -> Markup {
    Page::new("Who is human?", html! {}).of(me).night(night(sheet)).scripts(&["try.js"]).render(app)
}

fn revealed(it: &Revealed, chosen: Side) -> Markup {
    let program = match &it.source {
        Source::Contest(decision) => decision.entry.as_str(),
        Source::Own(house) => house.name(),
    };
    html! {
        section #try.sheet aria-label="Who it was" tabindex="-1" {
            p.verdict {
                @if chosen == it.human { "Right: " } @else { "No: " }
                (it.human.name()) " is human"
            }
            @match &it.source {
                Source::Contest(decision) => (decided(decision, it.human)),
                Source::Own(_) => p {
                    "On the other side is the machine " bdi { (program) } ", with its real replies. This pair comes with Luna: "
                    "its makers wrote the person’s lines and the questions, and no judge has decided about it."
                },
            }
            div.row {
                a.button.now href={ "/contests/pairs?not=" (it.glimpse.id) } data-another { "Another pair" }
                @if let Source::Contest(decision) = &it.source {
                    a.button href={ "/contests/" (decision.contest_id) } { "All results" }
                }
            }
            p.small.soft.after { "Nothing of your choice is stored." }
            div.panes {
                @for (side, lines) in Side::BOTH.into_iter().zip(&it.glimpse.sides) {
                    div.pane {
                        p {
                            @if side == it.human { span.chip { "A person" } }
                            @else { span.chip.machine dir="auto" { (program) } }
                        }
                        (talk(side, lines))
                        @if let Source::Contest(decision) = &it.source {
                            a.small href={ "/contests/" (decision.contest_id) "/" (decision.round) "/" (decision.judge) "/" (side.name()) } {
                                "Replay " (side.name()) " key by key"
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The judge's verdict, and how often all judges of the contest were right.
fn decided(it: &Decision, human: Side) -> Markup {
    let all = it.identifications;
    html! {
        p {
            "On the other side is the program " bdi { (it.entry) } ". "
            @match it.verdict {
                None => "The judge gave no verdict.",
                Some(verdict) if verdict == human => "The judge saw it too.",
                Some(_) => "The judge took the program for the human.",
            }
            " In the contest “" bdi { (it.contest) } "”, " (all.right) " of " (all.verdicts) " verdicts were right."
        }
    }
}
