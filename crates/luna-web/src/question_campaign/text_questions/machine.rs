//! `/settings/machines/{id}/text`: a text of the owner's, about which the machine asks in its games.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::format::{many, thousands, wait};
use luna_app::question_set;
use luna_app::text_questions::TEXTS;
use luna_app::text_questions::{MOST_CHARS, TextReading, read};
use luna_machines::question_generator::GeneratedQuestion;
use luna_store::machine::{Machine, Transport};
use luna_store::player::Player;
use luna_store::question_set::{Item, QuestionSet};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::FormRequest;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::machine::owner::{owner, settings_of};
use crate::page::layout::{Page, csrf};

/// The data of the page.
struct AskText {
    me: Player,
    machine: Machine,
    /// The questions that it draws from, with their number.
    set: Option<(QuestionSet, usize)>,
}

async fn look_up(app: &App, visitor: &Visitor, id: String) -> Result<AskText, Error> {
    let asking = visitor.clone();
    app.db
        .read(move |tx| {
            let me = owner(&asking, tx)?;
            let machine = store::machine::owned(tx, &id, &me.id)?;
            let set = match store::question_set::of_machine(tx, &machine.line)? {
                Some(set) => {
                    let count = store::question_set::items(tx, &set.id)?.len();
                    Some((set, count))
                }
                None => None,
            };
            Ok(AskText { me, machine, set })
        })
        .await
}

/// The link to the page, from the machine's settings.
pub(crate) fn owner_note(tx: &mut Tx<'_>, machine: &Machine) -> store::Result<Markup> {
    let has_text = store::question_set::of_machine(tx, &machine.line)?.is_some();
    Ok(html! {
        p {
            @if has_text { "In its games it asks about a text that you have given it. " }
            @else { "In its games it asks what it likes, or about a text of yours. " }
            a href={ (settings_of(&machine.player_id)) "/text" } { "Questions about a text" }
        }
    })
}

/// Returns true if Luna calls the machine and can ask in its place.
fn is_called(machine: &Machine) -> bool {
    matches!(machine.declared.way, Transport::Push | Transport::Openai)
}

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let found = look_up(&app, &visitor, id).await?;
    Ok(page(&app, &visitor, &found, "", None))
}

fn page(
    app: &App,
    visitor: &Visitor,
    found: &AskText,
    text: &str,
    problem: Option<&str>,
) -> Markup {
    let AskText { me, machine, set } = found;
    let here = settings_of(&machine.player_id);
    let body = html! {
        h1 { "What " bdi { (machine.name) } " asks about" }
        @if is_called(machine) {
            (state(set.as_ref()))
            (form(&here, visitor, text, problem))
            @if set.is_some() {
                form.after method="post" action={ (here) "/text" } {
                    (csrf(visitor))
                    button.button name="do" value="stop" { "Let the machine ask its own questions" }
                }
            }
        } @else {
            p {
                "This machine fetches its tasks itself, so its questions come from your own computer. There, "
                code { "luna bot run --ask-from FILE" }
                " gives it questions about a text."
            }
        }
        p.after { a href=(here) { "Back to the machine" } }
    };
    Page::new("Questions about a text", body).of(Some(me)).render(app)
}

fn state(set: Option<&(QuestionSet, usize)>) -> Markup {
    let Some((set, count)) = set else {
        return html! {
            p { "Paste a text, and the machine asks about it: each game draws its own questions from the best. Luna writes them, so the machine is not called for them and spends nothing. Answers and guesses remain its own." }
        };
    };
    let count = i64::try_from(*count).unwrap_or(i64::MAX);
    html! {
        p {
            "Each game draws its questions from " a href={ "/questions/sets/" (set.id) } { (many(count, "question")) " about your text" }
            ". Another text replaces them."
        }
    }
}

fn form(here: &str, visitor: &Visitor, text: &str, problem: Option<&str>) -> Markup {
    let most = i64::try_from(MOST_CHARS).map(thousands).unwrap_or_default();
    html! {
        form method="post" action={ (here) "/text" } {
            (csrf(visitor))
            div.field {
                label for="text" { "Your text, in English" }
                textarea.tall #text name="text" rows="12" dir="auto" aria-describedby="text-hint"
                    aria-invalid=[problem.map(|_| "true")] { "\n" (text) }
                @if let Some(problem) = problem { p.problem role="alert" { (problem) } }
                p.hint #text-hint {
                    "Up to " (most) " characters. Luna keeps the questions with their answers and sentences, and forgets the rest. Partners see only the questions."
                }
            }
            button.button.now { "Ask about this text" }
        }
    }
}

pub(super) async fn send(
    FormRequest { app, visitor, id, form }: FormRequest,
) -> Result<Response, Error> {
    let found = look_up(&app, &visitor, id).await?;
    let to = format!("{}/text", settings_of(&found.machine.player_id));
    let items = match form.text("do") {
        "stop" => None,
        _ => match questions(&app, &visitor, &found.machine, &form).await {
            Ok(items) => Some(items),
            Err(why) => {
                let page = page(&app, &visitor, &found, form.text("text"), Some(&why));
                return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
            }
        },
    };
    let (doing, asking) = (app.clone(), visitor.clone());
    let wanted = found.machine.player_id.clone();
    let work = move |tx: &mut Tx<'_>| {
        let me = owner(&asking, tx)?;
        let machine = store::machine::owned(tx, &wanted, &me.id)?;
        match &items {
            Some(items) => question_set::give(tx, &doing, &me, &machine, items).map(drop)?,
            None => question_set::take_back(tx, &machine)?,
        }
        Ok::<_, Error>(())
    };
    match app.db.write_retrying(work).await {
        Ok(()) => Ok(Redirect::to(&to).into_response()),
        Err(Error::Refused(why)) => {
            let page = page(&app, &visitor, &found, form.text("text"), Some(&why));
            Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
        }
        Err(other) => Err(other),
    }
}

/// The questions about the text, or a sentence about why there are none.
async fn questions(
    app: &App,
    visitor: &Visitor,
    machine: &Machine,
    form: &Form,
) -> Result<Vec<Item>, String> {
    if !is_called(machine) {
        return Err("This machine fetches its tasks itself.".to_owned());
    }
    let left = app.limits.take_one(TEXTS, &visitor.address.to_string(), app.now());
    if left.refused {
        let seconds = wait(left.seconds);
        return Err(format!("That was a lot of texts within a minute. Try again in {seconds}."));
    }
    let reading = read(form.text("text")).await.map_err(|error| error.to_string())?;
    let rules = app.settings.rules;
    let questions = reading.for_games(rules);
    if questions.len() < rules.questions {
        return Err(too_few(&reading, questions.len(), rules.questions));
    }
    let item = |it: &&GeneratedQuestion| Item {
        question: it.text.clone(),
        answer: it.answer.clone(),
        sentence: reading.excerpt(it.source.clone()),
        is_vague: it.is_vague,
    };
    Ok(questions.iter().map(item).collect())
}

fn too_few(reading: &TextReading, count: usize, needed: usize) -> String {
    let clear = match i64::try_from(count).unwrap_or(i64::MAX) {
        0 => "no question".to_owned(),
        clear => many(clear, "question"),
    };
    let reason = reading.skipped.first().map_or_else(String::new, |skipped| {
        let start: String = reading.excerpt(skipped.place.clone()).chars().take(40).collect();
        format!(" For example, “{start}” was left out because {}.", skipped.reason.words())
    });
    format!(
        "The text gives {clear} that a partner understands without it, but a game needs {needed}. Paste more \
         sentences in English.{reason}"
    )
}
