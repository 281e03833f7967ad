//! `/quiz/read/{id}`: a play, from the first word to its end.

use luna_app::quiz::reading_room::LONGEST_ANSWER;
use luna_app::quiz::reading_room::view::{PendingAnswer, ReadingProgress, Stage, View};
use luna_store::player::Player;
use maud::{Markup, html};

use super::play_form::PlayForm;
use super::{ending, machine};
use crate::http::error::Error;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::Page;

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let read = move |tx: &mut luna_store::Tx<'_>| {
        let me = asking.logged_in(tx)?;
        let view = View::read(tx, asking.now, &id, &me.id)?;
        Ok::<_, Error>((me, view))
    };
    let (me, view) = app.db.read(read).await?;
    let machine = match &view.stage {
        Stage::Over(end) => machine::view(&app, end).await?,
        Stage::Reading(_) | Stage::Answering(_) | Stage::ReadAgain => None,
    };
    Ok(page(&app, &visitor, &me, &view, None, machine.as_ref()))
}

/// The page, with what is wrong with the answer that was sent.
pub(super) fn page(
    app: &App,
    visitor: &Visitor,
    me: &Player,
    view: &View,
    problem: Option<&str>,
    machine: Option<&machine::MachineView>,
) -> Markup {
    let form = PlayForm { visitor, id: &view.id };
    let (title, body) = match &view.stage {
        Stage::Reading(heard) => ("A question", reading(form, heard, view.is_counted)),
        Stage::Answering(answering) => ("Your answer", answer(form, answering, problem)),
        Stage::Over(end) => (ending::title(end.outcome), ending::body(form, view, end, machine)),
        Stage::ReadAgain => ("Read again", read_again()),
    };
    Page::new(title, body).of(Some(me)).scripts(&["buzzer.js"]).render(app)
}

fn reading(form: PlayForm<'_>, heard: &ReadingProgress, is_counted: bool) -> Markup {
    let stream = heard.is_timed.then(|| form.url("words"));
    let shown = html! { input type="hidden" name="shown" value=(heard.words); };
    html! {
        section #room data-stage="reading" data-words=[stream] data-shown=(heard.words) {
            h1.unseen { "A question" }
            p #words .question.words role="log" aria-label="The question so far" { (heard.text) }
            p #clock .soft.clock aria-hidden="true" { }
            div.row {
                (form.step("buzz", &html! { (shown) button.button.now.buzz { "Buzz" } }))
                @if !heard.is_timed && !heard.is_read {
                    (form.step("more", &html! { (shown) button.button { "More words" } }))
                }
            }
            @if heard.is_timed {
                p.hint.keys { "To buzz, press the space bar or the button, or tap the text." }
                noscript { p.note { "This question is timed. Reload the page to see the next words." } }
            } @else if heard.is_read {
                p.hint { "That was the whole question." }
            }
            p.hint {
                @if is_counted { "This question counts: nobody outside this reading room has it." }
                @else { "Practice: this question can be known from elsewhere, so it does not count." }
            }
            div.after { (form.give_up()) }
        }
    }
}

fn answer(form: PlayForm<'_>, answering: &PendingAnswer, problem: Option<&str>) -> Markup {
    let prompt = answering.prompt.as_ref();
    let fields = html! {
        @if prompt.is_some() { input type="hidden" name="prompted" value="yes"; }
        div.field {
            label for="answer" { @if prompt.is_some() { "Your more specific answer" } @else { "Your answer" } }
            input #answer name="answer" type="text" dir="auto" required maxlength=(LONGEST_ANSWER) autocomplete="off"
                autocapitalize="off" spellcheck="false"
                aria-describedby=[problem.map(|_| "answer-problem")] aria-invalid=[problem.map(|_| "true")];
            @if let Some(why) = problem { p.problem #answer-problem role="alert" { (why) } }
        }
        div.row { button.button.now { "Answer" } span #clock .soft.clock aria-hidden="true" { } }
    };
    html! {
        section #room data-stage="answering" data-left=[answering.left_ms] {
            h1.unseen { "Your answer" }
            p #words .question.words { (answering.text) " " span.due { "your buzz" } }
            @if let Some(prompt) = prompt { (ending::more_specific(prompt)) }
            (form.step("answer", &fields))
            div.after { (form.give_up()) }
        }
    }
}

fn read_again() -> Markup {
    html! {
        h1 { "You are reading this question again" }
        p { "Your earlier attempt is shown here again once you have answered." }
        p { a.button.now href="/quiz/read" { "Back to the question" } }
    }
}
