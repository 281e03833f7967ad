//! The form for a new campaign, with each problem at its field.

use luna_app::format::{dollars, thousands};
use luna_app::question_campaign::creation::campaign_name;
use luna_core::question_campaign::{BadPlan, Cost, Plan, Screening};
use luna_store::question_campaign::imported::Import;
use maud::{Markup, html};

use super::HERE;
use crate::http::form::Form;
use crate::http::form::problems::Problems;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// The plan of the paper, as the form has it.
pub(super) fn usual() -> Form {
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

pub(super) fn form(
    visitor: &Visitor,
    imports: &[Import],
    typed: &Form,
    problems: &Problems,
) -> Markup {
    let text = |name: &str, hint: &str, mode: Option<&str>, most: Option<u32>| {
        html! {
            input id=(name) name=(name) type="text" inputmode=[mode] maxlength=[most] dir=[mode.is_none().then_some("auto")]
                required value=(typed.text(name)) aria-describedby=[problems.described(name, hint)]
                aria-invalid=[problems.of(name).map(|_| "true")];
        }
    };
    let questions = html! {
        select #import name="import" aria-describedby=[problems.described("import", "")] {
            @for it in imports {
                option value=(it.id) selected[typed.text("import") == it.id] { (it.name) " (" (thousands(it.questions)) ")" }
            }
        }
    };
    html! {
        p { "The numbers below are those of “the paper”, Heilman and Smith (2010). With them, a question costs " strong { (dollars(Cost::of(&Plan::default(), 1, 0, None).question)) } "." }
        @if !problems.is_empty() {
            div.problem.all { p { "Not created yet. Fix the highlighted fields." } }
        }
        form method="post" action=(HERE) {
            (csrf(visitor))
            (problems.field("name", "Name", "", &text("name", "", None, Some(100))))
            (problems.field("import", "Questions", "", &questions))
            @for (name, label, hint) in NUMBERS {
                (problems.field(name, label, hint, &text(name, hint, Some("decimal"), None)))
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

/// The name and the plan of the form, or all its problems.
pub(super) fn parse(form: &Form) -> Result<(String, Plan), Problems> {
    let mut problems = Problems::default();
    let name = campaign_name(form.text("name")).unwrap_or_else(|why| {
        problems.push("name", why);
        String::new()
    });
    let mut whole = |name: &'static str| {
        form.text(name).trim().parse::<u32>().unwrap_or_else(|_| {
            problems.push(name, "Please give a whole number, such as 5.");
            1
        })
    };
    let [raters, batch, cap] = ["raters", "batch", "cap"].map(&mut whole);
    let [questions, accepted] = ["screening", "accepted"].map(&mut whole);
    let mut number = |name: &'static str| {
        let typed = form.text(name).trim().replace(',', ".");
        typed.parse::<f64>().unwrap_or_else(|_| {
            problems.push(name, "Please give a number, such as 2.5.");
            0.0
        })
    };
    let [cents, commission] = ["cents", "commission"].map(&mut number);
    let [share, accepted_share] = ["share", "accepted-share"].map(|it| number(it) / 100.0);
    let screening = Screening { questions, share, accepted, accepted_share };
    let is_public = form.has("public");
    let blocked = Vec::new();
    let mut plan = Plan { raters, batch, cap, cents, commission, screening, is_public, blocked };
    // A plan names one problem at a time: with that field as usual, it names the next.
    let usual = Plan::default();
    while let Err(why) = plan.check() {
        let field = match why {
            BadPlan::Raters(_) => {
                plan.raters = usual.raters;
                "raters"
            }
            BadPlan::Batch(_) => {
                plan.batch = usual.batch;
                "batch"
            }
            BadPlan::Cents => {
                plan.cents = usual.cents;
                "cents"
            }
            BadPlan::Commission => {
                plan.commission = usual.commission;
                "commission"
            }
            BadPlan::GoldShare => {
                plan.screening.share = usual.screening.share;
                "share"
            }
            BadPlan::AcceptedShare => {
                plan.screening.accepted_share = usual.screening.accepted_share;
                "accepted-share"
            }
        };
        problems.push(field, why.to_string());
    }
    if problems.is_empty() { Ok((name, plan)) } else { Err(problems) }
}
