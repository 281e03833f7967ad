//! `/admin/battery`: the scorers' queue of answers, agreement, and sittings.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use luna_app::battery::scoring::{self, GivenScore, PointsAgreement, ScorerAgreement};
use luna_app::battery::{FORMS, sit as take_a_form, sitters};
use luna_app::format::many;
use luna_core::battery::{HumanScore, Idea, Item};
use luna_machines::common_sense::item_text;
use luna_store::battery::answer::{self, BatteryAnswer, KIND};
use luna_store::machine::Machine;
use luna_store::player::{Player, Role};
use luna_store::{Tx, assignment};
use maud::{Markup, html};

use crate::admin::assignments::{Items, Queue};
use crate::admin::listing::{page, page_with, plain, write_as};
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::{BareFormRequest, FormRequest};
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

const HERE: &str = "/admin/battery";
static QUEUE: Queue = Queue {
    kind: KIND,
    here: HERE,
    items: Items::Pages("/admin/battery/answers"),
    noun: "answer",
    none: "There is no answer for you to score.",
    lease: scoring::lease_next,
};
/// Accepted forms of an idea that are shown.
const SHOWN: usize = 12;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/admin/battery", get(show))
        .route("/admin/battery/next", post(next))
        .route("/admin/battery/sittings", post(sit))
        .route("/admin/battery/answers/{id}", get(one))
        .route("/admin/battery/answers/{id}/score", post(score))
        .route("/admin/battery/answers/{id}/give-back", post(give_back))
}

async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let (doing, asking) = (app.clone(), visitor.clone());
    let (me, waiting, agreement, machines) = app
        .db
        .read(move |tx| {
            let me = asking.operator(tx, Role::Moderator)?;
            let machines = if me.is_admin() { sitters(tx, &doing)? } else { Vec::new() };
            Ok::<_, Error>((me, answer::count_waiting(tx)?, scoring::agreement(tx)?, machines))
        })
        .await?;
    let body = html! {
        p {
            (many(waiting, "answer")) " to score. You get one at a time, for half an hour. You are not told whose it is, nor "
            "what the key or other scorers gave. When two scorers give the same points, those points count; otherwise a third one "
            "scores, and the middle of three different scores counts."
        }
        form method="post" action={ (HERE) "/next" } {
            (csrf(&visitor))
            button.button.now autofocus { "Take the next answer" }
        }
        (agreement_section(&agreement))
        @if me.is_admin() { (sittings_section(&machines, &visitor)) }
        p.after { a.button href="/battery/results" { "Results" } }
    };
    Ok(page(&app, &me, "Common sense", &body))
}

fn agreement_section(agreement: &ScorerAgreement) -> Markup {
    let row = |what: &str, it: &PointsAgreement| {
        html! {
            tr {
                td.words { (what) }
                td.number { (it.exact.items) }
                td.number { (it.exact.share().map_or("–".to_owned(), |share| format!("{:.0} %", 100.0 * share))) }
                td.number { (it.kappa.map_or("–".to_owned(), |kappa| format!("{kappa:.2}"))) }
            }
        }
    };
    let rows = html! {
        (row("Two scorers", &agreement.scorers))
        (row("The key and the scorers, where the key is in doubt", &agreement.doubtful))
        (row("The key and the scorers, where the key is sure", &agreement.sure))
    };
    html! {
        h2 { "Agreement" }
        (table("Agreement", &[Text("Between"), Number("Answers"), Number("Same points"), Number("Weighted kappa")], &rows))
        p.soft.small {
            "Kappa is Cohen’s with quadratic weights: 1 is full agreement, and 0 is what chance gives. One in eight answers that the key "
            "is sure of is put to scorers too."
        }
    }
}

fn sittings_section(machines: &[Machine], visitor: &Visitor) -> Markup {
    html! {
        h2 { "Sittings" }
        p { "A house machine answers all items of a form at once. Other machines take the test from their own pages. Answers that the key is in doubt about join the queue." }
        form.why method="post" action={ (HERE) "/sittings" } {
            (csrf(visitor))
            label for="machine" { "Machine" }
            select #machine name="machine" {
                @for machine in machines { option value=(machine.player_id) { (machine.name) } }
            }
            label for="form" { "Form" }
            select #form name="form" {
                @for (letter, _) in FORMS { option value=(letter) { (letter) } }
            }
            button.button.quiet { "Start the test" }
        }
    }
}

async fn sit(BareFormRequest { app, visitor, form }: BareFormRequest) -> Result<Redirect, Error> {
    app.db.read(move |tx| visitor.operator(tx, Role::Administrator)).await?;
    let letter = form.text("form").to_owned();
    take_a_form(&app, form.text("machine"), &letter).await?;
    Ok(Redirect::to(&format!("/battery/results?form={}", letter.to_lowercase())))
}

async fn next(request: BareFormRequest) -> Result<Redirect, Error> {
    QUEUE.next(request).await
}

/// An answer with its item, for the scorer who holds its lease.
struct ScoringPage {
    me: Player,
    answer: BatteryAnswer,
    item: &'static Item,
    waiting: i64,
}

impl ScoringPage {
    fn read(tx: &mut Tx<'_>, visitor: &Visitor, id: &str, now: i64) -> Result<ScoringPage, Error> {
        let me = visitor.operator(tx, Role::Moderator)?;
        let answer = answer::find(tx, id)?;
        if !assignment::has_lease(tx, KIND, id, &me.id, now)? {
            let why = "You cannot score this answer now. Take the next one.";
            return Err(Error::Refused(why.to_owned()));
        }
        let item = scoring::item_of(&answer)?;
        Ok(ScoringPage { me, answer, item, waiting: answer::count_waiting(tx)? })
    }
}

async fn one(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let (asking, id, now) = (visitor.clone(), plain(&id)?, app.now());
    let found = app.db.read(move |tx| ScoringPage::read(tx, &asking, &id, now)).await?;
    Ok(scoring_page(&app, &visitor, &found, &Form::default(), None))
}

fn scoring_page(
    app: &App,
    visitor: &Visitor,
    found: &ScoringPage,
    typed: &Form,
    problem: Option<&str>,
) -> Markup {
    let ScoringPage { me, answer, item, waiting } = found;
    let body = html! {
        p.soft.small { (item.subtest.title()) " · " (many(*waiting, "answer")) " to score" }
        p.question { (item_text(item)) }
        p { "The answer:" }
        blockquote.question dir="auto" { (answer.text) }
        @if let Some(problem) = problem { div.problem.all role="alert" { p { (problem) } } }
        (score_form(&QUEUE.address(&answer.id), item, typed, visitor))
        (key_section(item))
        p.after { a.button href=(HERE) { "Back to the queue" } }
    };
    page_with(app, me, "Score an answer", &body, &["score.js"])
}

fn score_form(here: &str, item: &Item, typed: &Form, visitor: &Visitor) -> Markup {
    html! {
        form method="post" action={ (here) "/score" } data-score {
            (csrf(visitor))
            fieldset.plain {
                legend { "Marks" }
                label.tick {
                    input type="checkbox" name="nonsense" value="yes" data-key="n" checked[typed.has("nonsense")];
                    span { "Nonsense: no child would be wrong in this way" }
                }
                label.tick {
                    input type="checkbox" name="unchildlike" value="yes" data-key="u" checked[typed.has("unchildlike")];
                    span { "Right, but not what a child would say" }
                }
            }
            p { "Points" }
            div.row {
                @for points in 0..=item.most {
                    button.button.now name="points" value=(points) data-key=(points) { (points) }
                }
                button.button.quiet formaction={ (here) "/give-back" } data-key="g" { "Give the answer back" }
            }
        }
        p.small #keys hidden {
            label.tick {
                input type="checkbox" checked;
                span { "Use keys: digits give points and send, N and U set the marks, G gives the answer back" }
            }
        }
    }
}

/// The ideas of the key, which people score by as well.
fn key_section(item: &Item) -> Markup {
    let such_as = |idea: &Idea| {
        idea.accept.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join("; ")
    };
    let rows = html! {
        @for idea in &item.ideas {
            tr {
                td.number { (idea.points) }
                td.words { (idea.idea) @if let Some(why) = &idea.why { span.soft.small { " (" (why) ")" } } }
                td.words { (such_as(idea)) }
                td.words { (idea.unchildlike.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join("; ")) }
            }
        }
    };
    html! {
        h2 { "What earns points" }
        (table("What earns points", &[Number("Points"), Text("Idea"), Text("Such as"), Text("Right but unchildlike")], &rows))
    }
}

async fn score(FormRequest { app, visitor, id, form }: FormRequest) -> Result<Response, Error> {
    let (doing, sent, id) = (app.clone(), form.clone(), plain(&id)?);
    let wanted = id.clone();
    let done = write_as(&app, visitor.clone(), Role::Moderator, move |tx, me| {
        let given = GivenScore {
            points: sent.text("points"),
            is_nonsense: sent.has("nonsense"),
            is_unchildlike: sent.has("unchildlike"),
        };
        let _: Option<HumanScore> = scoring::score(tx, &doing, me, &wanted, given)?;
        Ok(QUEUE.next_of(tx, &doing, me)?.unwrap_or_else(|| HERE.to_owned()))
    })
    .await;
    match done {
        Ok(next) => Ok(Redirect::to(&next).into_response()),
        Err(Error::Refused(why)) => {
            let (asking, now) = (visitor.clone(), app.now());
            let read = app.db.read(move |tx| ScoringPage::read(tx, &asking, &id, now)).await;
            // Without the lease there is no page to show the reason on.
            let Ok(found) = read else { return Err(Error::Refused(why)) };
            let page = scoring_page(&app, &visitor, &found, &form, Some(&why));
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Err(other),
    }
}

async fn give_back(request: FormRequest) -> Result<Redirect, Error> {
    QUEUE.give_back(request).await
}
