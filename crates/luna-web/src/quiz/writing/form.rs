//! The fields of a question, and the search for its answer.

use axum::extract::{RawQuery, State};
use luna_app::format::end_of_day;
use luna_app::quiz::library::library;
use luna_app::quiz::machine_guesses::ids;
use luna_app::quiz::watching::MOST;
use luna_app::quiz::writing::{Edit, LICENCES, MOST_ANSWER_CHARS};
use luna_core::quiz::form::MOST_CHARS;
use luna_store::machine::Machine;
use luna_store::quiz::question::Question;
use luna_store::quiz::round::Round;
use maud::{Markup, html};

use crate::http::form::{Form, decode};
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// The categories that a writer chooses from.
pub(super) const CATEGORIES: [&str; 11] = [
    "Literature",
    "History",
    "Science",
    "Fine Arts",
    "Religion",
    "Mythology",
    "Philosophy",
    "Social Science",
    "Geography",
    "Popular Culture",
    "Other",
];
/// The difficulties that a writer chooses from.
pub(super) const DIFFICULTIES: [&str; 3] = ["easy", "medium", "hard"];
/// Before the id of a machine: the field that lets it watch.
const WATCH: &str = "watch-";
/// Answers offered while somebody types.
const OFFERED: usize = 12;

/// A question as its form has it.
pub(super) fn filled(question: &Question) -> Form {
    let until = question.embargo_until.map(luna_app::format::stamp).unwrap_or_default();
    let terms = [
        ("text", question.text.clone()),
        ("page", question.page.clone()),
        ("answer_line", question.answer_line.clone()),
        ("category", question.category.clone()),
        ("difficulty", question.difficulty.clone()),
        ("credit", question.credit.clone()),
        ("licence", question.licence.clone()),
        ("embargo", until.get(..10).unwrap_or_default().to_owned()),
        ("round", question.round_id.clone().unwrap_or_default()),
    ];
    let watching = ids(&question.watching).into_iter();
    let watching = watching.map(|id| (format!("{WATCH}{id}"), "yes".to_owned()));
    let terms = terms.into_iter().map(|(name, text)| (name.to_owned(), text));
    Form::filled(terms.chain(watching))
}

/// What was typed, with the answer as the list spells it.
pub(super) fn edit(app: &App, form: &Form) -> Edit {
    let typed = form.text("page").trim();
    let answers = library(app).answers();
    let page = answers.find(typed).map_or("", |answer| answer.title.as_str()).to_owned();
    let or =
        |text: &str, other: &str| if text.is_empty() { other.to_owned() } else { text.to_owned() };
    let watching = form.fields().filter_map(|(name, _)| name.strip_prefix(WATCH));
    let watching = watching.filter(|id| !id.is_empty() && !id.contains(char::is_whitespace));
    Edit {
        text: luna_core::text::tidy(form.text("text")),
        answer_line: form.text("answer_line").trim().to_owned(),
        page,
        category: known(form.text("category"), &CATEGORIES),
        difficulty: known(form.text("difficulty"), &DIFFICULTIES),
        credit: form.text("credit").trim().to_owned(),
        licence: or(form.text("licence"), LICENCES[0]),
        embargo_until: end_of_day(form.text("embargo")),
        round_id: Some(form.text("round").to_owned()).filter(|id| !id.is_empty()),
        watching: watching.collect::<Vec<_>>().join(" "),
    }
}

fn known(text: &str, all: &[&str]) -> String {
    all.iter().find(|it| **it == text).copied().unwrap_or_default().to_owned()
}

/// The fields for the question and its answer.
pub(super) fn fields(form: &Form, problem: Option<(&str, &str)>) -> Markup {
    let why = |name: &str| problem.filter(|(field, _)| *field == name).map(|(_, why)| why);
    html! {
        div.field {
            label for="page" { "Answer" }
            input #page type="text" name="page" value=(form.text("page")) list="answers" autocomplete="off"
                dir="auto" maxlength="200" aria-describedby="page-hint"
                aria-invalid=[why("page").map(|_| "true")];
            datalist #answers {}
            p.hint #page-hint { "Type a few letters and pick from the list." }
            @if let Some(why) = why("page") { p.problem role="alert" { (why) } }
        }
        div.field {
            label for="text" { "Question" }
            textarea.tall #text name="text" rows="9" dir="auto" maxlength=(MOST_CHARS) aria-describedby="text-hint" {
                "\n" (form.text("text"))
            }
            p.hint #text-hint {
                "One paragraph of four to seven sentences, from hard clues to easy ones. It ends with “For 10 "
                "points, name this …”. Up to the mark (*), a right answer is worth 15 points."
            }
        }
        div.field {
            label for="answer_line" { "Answer line" }
            input #answer_line type="text" name="answer_line" value=(form.text("answer_line")) dir="auto"
                maxlength=(MOST_ANSWER_CHARS) aria-describedby="line-hint";
            p.hint #line-hint {
                "What counts as right, such as " code { "Herman <u>Melville</u> [prompt on H. M.]" } "."
            }
        }
    }
}

/// The fields that say what becomes of the question.
pub(super) fn terms(form: &Form, rounds: &[Round], now: i64) -> Markup {
    html! {
        details {
            summary { "Category, credit, licence, embargo" }
            div.field { label for="category" { "Category" } (select("category", form, &CATEGORIES, true)) }
            div.field { label for="difficulty" { "Difficulty" } (select("difficulty", form, &DIFFICULTIES, true)) }
            div.field {
                label for="credit" { "Credit" }
                input #credit type="text" name="credit" value=(form.text("credit")) dir="auto" maxlength="100"
                    aria-describedby="credit-hint";
                p.hint #credit-hint { "A name or a pseudonym that is shown with the question; leave it empty for none." }
            }
            div.field { label for="licence" { "Licence" } (select("licence", form, &LICENCES, false)) }
            div.field {
                label for="embargo" { "Embargo until" }
                input #embargo type="date" name="embargo" value=(form.text("embargo")) aria-describedby="embargo-hint";
                p.hint #embargo-hint { "The question is published after this day, at the earliest. Optional." }
            }
            @if rounds.iter().any(|round| round.is_open(now)) {
                div.field {
                    label for="round" { "Round" }
                    select #round name="round" {
                        option value="" { "None" }
                        @for round in rounds.iter().filter(|round| round.is_open(now)) {
                            option value=(round.id) selected[form.text("round") == round.id] { (round.name) }
                        }
                    }
                }
            }
        }
    }
}

/// The machines that may watch besides the search machine.
pub(super) fn watchers(form: &Form, choices: &[Machine], visitor: &Visitor) -> Markup {
    html! {
        fieldset {
            legend { "Machines that watch" }
            p.hint {
                "The search machine always does. Others are asked when you finish a sentence, or with the button below, "
                "and read your question then. At most " (MOST) "."
            }
            @for machine in choices {
                @let name = format!("{WATCH}{}", machine.player_id);
                label.tick {
                    input type="checkbox" name=(name) value="yes" checked[form.has(&name)];
                    bdi { (machine.name) }
                }
            }
            @if choices.is_empty() {
                p.small {
                    a href=(login(visitor)) { "Log in" } " to have other machines watch as well."
                }
            }
        }
    }
}

fn login(visitor: &Visitor) -> String {
    format!("/login?back={}", visitor.path)
}

fn select(name: &str, form: &Form, all: &[&str], optional: bool) -> Markup {
    html! {
        select id=(name) name=(name) {
            @if optional { option value="" { "Choose" } }
            @for it in all { option value=(it) selected[form.text(name) == *it] { (it) } }
        }
    }
}

/// The answers that begin with what was typed, as options of the list.
pub(super) async fn answers(State(app): State<App>, RawQuery(query): RawQuery) -> Markup {
    let query = query.unwrap_or_default();
    let typed = query.split('&').find_map(|pair| pair.strip_prefix("q=")).unwrap_or_default();
    let (typed, _) = decode(typed.as_bytes());
    let answers = library(&app).answers();
    html! {
        @for answer in answers.search(&typed, OFFERED) {
            option value=(answer.title) { (answer.aliases.join(", ")) }
        }
    }
}
