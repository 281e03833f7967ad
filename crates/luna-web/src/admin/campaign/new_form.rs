//! The form for a new campaign, with each problem at its field.

use luna_app::format::thousands;
use luna_app::question_campaign::creation::campaign_name;
use luna_core::question_campaign::{BadPlan, Cost, Plan, Screening};
use luna_store::question_campaign::imported::Import;
use maud::{Markup, html};

use super::{HERE, dollars};
use crate::form::Form;
use crate::layout::csrf;
use crate::visitor::Visitor;

/// The problems of the form, each with the name of its field.
#[derive(Debug, Default)]
pub(super) struct Problems(Vec<(&'static str, String)>);

impl Problems {
    /// A problem with the questions that were chosen.
    pub(super) fn of_questions(why: String) -> Problems {
        Problems(vec![("import", why)])
    }

    fn of(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| *name == field).map(|(_, why)| why.as_str())
    }

    /// Draws a field with its label, its hint and its problem. The input is drawn with the ids of
    /// what describes it.
    fn field(
        &self,
        name: &str,
        label: &str,
        hint: &str,
        input: impl FnOnce(Option<String>) -> Markup,
    ) -> Markup {
        let why = self.of(name);
        let hint_id = (!hint.is_empty()).then(|| format!("{name}-hint"));
        let both: Vec<String> =
            hint_id.clone().into_iter().chain(why.map(|_| format!("{name}-problem"))).collect();
        html! {
            div.field {
                label for=(name) { (label) }
                (input((!both.is_empty()).then(|| both.join(" "))))
                @if let Some(why) = why { p.problem #{ (name) "-problem" } role="alert" { (why) } }
                @if let Some(id) = hint_id { p.hint id=(id) { (hint) } }
            }
        }
    }
}

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
    let text = |name: &str, described: Option<String>, mode: Option<&str>, most: Option<u32>| {
        html! {
            input id=(name) name=(name) type="text" inputmode=[mode] maxlength=[most] dir=[mode.is_none().then_some("auto")]
                required value=(typed.text(name)) aria-describedby=[described]
                aria-invalid=[problems.of(name).map(|_| "true")];
        }
    };
    let questions = |described: Option<String>| {
        html! {
            select #import name="import" aria-describedby=[described] {
                @for it in imports {
                    option value=(it.id) selected[typed.text("import") == it.id] { (it.name) " (" (thousands(it.questions)) ")" }
                }
            }
        }
    };
    html! {
        p { "The numbers below are those of “the paper”, Heilman and Smith (2010). With them, a question costs " strong { (dollars(Cost::of(&Plan::default(), 1, 0, None).question)) } "." }
        @if !problems.0.is_empty() {
            div.problem.all { p { "Not created yet. Fix the highlighted fields." } }
        }
        form method="post" action=(HERE) {
            (csrf(visitor))
            (problems.field("name", "Name", "", |described| text("name", described, None, Some(100))))
            (problems.field("import", "Questions", "", questions))
            @for (name, label, hint) in NUMBERS {
                (problems.field(name, label, hint, |described| text(name, described, Some("decimal"), None)))
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
        problems.0.push(("name", why));
        String::new()
    });
    let mut whole = |name: &'static str| {
        form.text(name).trim().parse::<u32>().unwrap_or_else(|_| {
            problems.0.push((name, "Please give a whole number, such as 5.".to_owned()));
            1
        })
    };
    let [raters, batch, cap] = ["raters", "batch", "cap"].map(&mut whole);
    let [questions, accepted] = ["screening", "accepted"].map(&mut whole);
    let mut number = |name: &'static str| {
        let typed = form.text(name).trim().replace(',', ".");
        typed.parse::<f64>().unwrap_or_else(|_| {
            problems.0.push((name, "Please give a number, such as 2.5.".to_owned()));
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
        problems.0.push((field, why.to_string()));
    }
    if problems.0.is_empty() { Ok((name, plan)) } else { Err(problems) }
}
