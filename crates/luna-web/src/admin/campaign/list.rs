//! The campaigns, and the form for a new one.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::format::{date, thousands};
use luna_app::question_campaign::creation;
use luna_core::question_campaign::{Cost, Plan, Screening};
use luna_store::Tx;
use luna_store::player::{Player, Role};
use luna_store::question_campaign::campaign::{self, Campaign};
use luna_store::question_campaign::imported::{self, Import};
use maud::{Markup, html};

use super::{HERE, address, dollars};
use crate::admin::listing::page;
use crate::error::Error;
use crate::form::Form;
use crate::layout::csrf;
use crate::state::App;
use crate::table::Column::Text;
use crate::table::table;
use crate::visitor::Visitor;

/// Campaigns and files on the page.
const MOST: i64 = 100;

struct List {
    me: Player,
    campaigns: Vec<Campaign>,
    imports: Vec<Import>,
}

impl List {
    fn read(tx: &mut Tx<'_>, visitor: &Visitor) -> Result<List, Error> {
        Ok(List {
            me: visitor.operator(tx, Role::Moderator)?,
            campaigns: campaign::latest(tx, MOST)?,
            imports: imported::latest(tx, MOST)?,
        })
    }
}

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let list = app.db.read(move |tx| List::read(tx, &asking)).await?;
    Ok(shown(&app, &visitor, &list, &usual(), None))
}

fn shown(app: &App, visitor: &Visitor, list: &List, typed: &Form, problem: Option<&str>) -> Markup {
    let body = html! {
        p { "People rate questions that programs made from texts. Each question gets the same number of raters, in batches." }
        @if list.campaigns.is_empty() { p { "There is no campaign yet." } }
        @else { (campaigns(&list.campaigns)) }
        h2 { "New campaign" }
        @if list.imports.is_empty() {
            p { "First import questions: " code { "luna question import FILE" } " reads JSON lines, tables and the output of the paper’s program." }
        } @else {
            @if let Some(problem) = problem { div.problem.all role="alert" { p { (problem) } } }
            (form(visitor, &list.imports, typed))
        }
    };
    page(app, &list.me, "Campaigns", &body)
}

fn campaigns(all: &[Campaign]) -> Markup {
    let state = |it: &Campaign| match (it.opened, it.closed_at) {
        (_, Some(at)) => format!("closed on {}", date(at)),
        (0, None) => "not open yet".to_owned(),
        (opened, None) => format!("{opened} of {} batches open", it.batches),
    };
    let rows = html! {
        @for it in all {
            tr {
                td.words { a href=(address(&it.id)) dir="auto" { (it.name) } }
                td { (state(it)) }
                td { (date(it.created_at)) }
            }
        }
    };
    table("Campaigns", &[Text("Name"), Text("State"), Text("Created")], &rows)
}

/// The plan of the paper, as the form has it.
fn usual() -> Form {
    let plan = Plan::default();
    let Screening { share, accepted, accepted_share, .. } = plan.screening;
    Form::filled([
        ("raters", plan.raters.to_string()),
        ("batch", plan.batch.to_string()),
        ("cap", plan.cap.to_string()),
        ("cents", plan.cents.to_string()),
        ("commission", plan.commission.to_string()),
        ("screening", plan.screening.questions.to_string()),
        ("share", (100.0 * share).to_string()),
        ("accepted", accepted.to_string()),
        ("accepted-share", (100.0 * accepted_share).to_string()),
        ("public", "yes".to_owned()),
    ])
}

/// The numbers of the form: name, label and hint.
const NUMBERS: [(&str, &str, &str); 9] = [
    ("raters", "Raters for each question", "5 in the paper."),
    (
        "batch",
        "Questions in a batch",
        "From 100 to 500 in the paper. You look at the raters when a batch is complete.",
    ),
    ("cap", "The most ratings of one rater", "0: no limit."),
    ("cents", "Pay for a rating, in cents", "5 in the paper; 0 if nobody is paid."),
    ("commission", "Commission of the platform, in percent", "10 in the paper."),
    (
        "screening",
        "Gold questions that newcomers rate first",
        "0: no test. Gold questions have a known rating in the file.",
    ),
    ("share", "Percent of them to get right", "Right: at most one step off."),
    ("accepted", "Earlier ratings that replace the test", "50 in the paper."),
    (
        "accepted-share",
        "Percent of earlier ratings that were accepted",
        "95 in the paper. Raters with fewer are refused.",
    ),
];

fn form(visitor: &Visitor, imports: &[Import], typed: &Form) -> Markup {
    html! {
        p { "With the numbers below, a question costs " strong { (dollars(Cost::of(&Plan::default(), 1, 0, None).question)) } " if you pay as in the paper." }
        form method="post" action=(HERE) {
            (csrf(visitor))
            div.field {
                label for="name" { "Name" }
                input #name name="name" type="text" dir="auto" required maxlength="100" value=(typed.text("name"));
            }
            div.field {
                label for="import" { "Questions" }
                select #import name="import" {
                    @for it in imports {
                        option value=(it.id) selected[typed.text("import") == it.id] { (it.name) " (" (thousands(it.questions)) ")" }
                    }
                }
            }
            @for (name, label, hint) in NUMBERS {
                div.field {
                    label for=(name) { (label) }
                    input id=(name) name=(name) type="text" inputmode="decimal" required value=(typed.text(name)) aria-describedby={ (name) "-hint" };
                    p.hint id={ (name) "-hint" } { (hint) }
                }
            }
            div.field {
                label.tick {
                    input type="checkbox" name="public" value="yes" checked[typed.has("public")];
                    span { "Everybody who visits this Luna may rate, not only people with the link" }
                }
            }
            button.button { "Create the campaign" }
        }
    }
}

fn plan(form: &Form) -> Result<Plan, Error> {
    let bad = |name: &str| {
        let label = NUMBERS.iter().find(|it| it.0 == name).map_or(name, |it| it.1);
        Error::Refused(format!("“{label}” has to be a number."))
    };
    let whole = |name: &str| form.text(name).trim().parse::<u32>().map_err(|_| bad(name));
    let number = |name: &str| form.text(name).trim().parse::<f64>().map_err(|_| bad(name));
    Ok(Plan {
        raters: whole("raters")?,
        batch: whole("batch")?,
        cap: whole("cap")?,
        cents: number("cents")?,
        commission: number("commission")?,
        screening: Screening {
            questions: whole("screening")?,
            share: number("share")? / 100.0,
            accepted: whole("accepted")?,
            accepted_share: number("accepted-share")? / 100.0,
        },
        is_public: form.has("public"),
        blocked: Vec::new(),
    })
}

pub(super) async fn create(
    State(app): State<App>,
    visitor: Visitor,
    form: Form,
) -> Result<Response, Error> {
    let (asking, sent, at) = (visitor.clone(), form.clone(), app.moment());
    let work = move |tx: &mut Tx<'_>| {
        asking.operator(tx, Role::Moderator)?;
        let new = creation::create(tx, &at, sent.text("name"), sent.text("import"), plan(&sent)?)?;
        Ok::<_, Error>(new.id)
    };
    match app.db.write(work).await {
        Ok(id) => Ok(Redirect::to(&address(&id)).into_response()),
        Err(Error::Refused(why)) => {
            let asking = visitor.clone();
            let list = app.db.read(move |tx| List::read(tx, &asking)).await?;
            let page = shown(&app, &visitor, &list, &form, Some(&why));
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Err(other),
    }
}
