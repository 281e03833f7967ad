//! The end of a play: the outcome, the whole question, and what comes next.

use luna_app::quiz::reading_room::view::{Appeal, Ending, Prompt, View};
use luna_core::quiz::play::Outcome;
use luna_core::quiz::script::POWER_MARK;
use maud::{Markup, html};

use super::answer_line;
use super::machine::MachineView;
use super::play_form::PlayForm;
use super::selection::{address, hidden};
use crate::page::layout::csrf;

pub(super) fn title(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Power => "Right, and early",
        Outcome::Right => "Right",
        Outcome::Neg | Outcome::Wrong => "Wrong",
        Outcome::Silent => "No buzz",
    }
}

/// "15 points", "−5 points".
pub(super) fn points(points: i64) -> String {
    let sign = if points < 0 { "−" } else { "" };
    format!("{sign}{} points", points.abs())
}

pub(super) fn body(
    form: PlayForm<'_>,
    view: &View,
    end: &Ending,
    machine: Option<&MachineView>,
) -> Markup {
    // Nobody can answer a question that is withdrawn while it is read.
    let is_interrupted = end.tossup.is_withdrawn && end.answer.is_none();
    html! {
        section #room data-stage="over" tabindex="-1" aria-labelledby="outcome" {
            h1 #outcome {
                @if is_interrupted { "Withdrawn" } @else { (title(end.outcome)) }
                ": " span.whole { (points(end.outcome.points())) }
            }
            @if !is_interrupted { (said(end)) }
            @if end.tossup.is_withdrawn {
                p { "This question has been withdrawn. Your points stay." }
            } @else {
                p.lead { "The answer: " bdi { (answer_line::markup(&end.answer_line)) } }
            }
            p.small.soft { @if view.is_counted { "This question counts." } @else { "This was practice and does not count." } }
            (appeal(form, &end.appeal))
            div.row {
                form #next method="post" action="/quiz/read" data-start {
                    (csrf(form.visitor))
                    (hidden(&view.condition))
                    button.button.now { "Next question" }
                }
                a.button href=(address(&view.condition)) { "Choose other questions" }
                a.button.quiet href="/quiz/me" { "Your statistics" }
            }
            p.hint.keys { "Press N for the next question." }
            @if !end.tossup.is_withdrawn {
                h2 { "The whole question" }
                (question(end))
                (origin(end))
                // One that counts is not to be known outside of the reading room.
                @if !view.is_counted {
                    p.small { a href={ "/quiz/write?rewrite=" (end.tossup.id) } { "Rewrite this question" } }
                }
                @if let Some(machine) = machine { (machine.section(end.words.len())) }
            }
        }
    }
}

pub(super) fn said(end: &Ending) -> Markup {
    let heard = html! {
        @if let Some(position) = end.position { " after " (position) @if !end.tossup.is_withdrawn { " of " (end.words.len()) } " words" }
    };
    html! {
        p {
            @match (&end.answer, &end.more, end.position) {
                (Some(first), Some(more), _) => { "You said “" bdi { (first) } "”" (heard) ", and “" bdi { (more) } "” when you were asked to be more specific." },
                (Some(first), None, _) => { "You said “" bdi { (first) } "”" (heard) "." },
                (None, _, Some(_)) => { "You buzzed" (heard) " but gave no answer in time." },
                (None, _, None) => "You did not buzz.",
            }
        }
    }
}

/// The words of somebody who has to say more.
pub(super) fn more_specific(prompt: &Prompt) -> Markup {
    html! {
        p.note role="status" {
            "“" bdi { (prompt.first) } "” is not specific enough. "
            @match &prompt.directed {
                Some(words) => strong dir="auto" { (words) },
                None => strong { "Please be more specific." },
            }
        }
    }
}

fn appeal(form: PlayForm<'_>, appeal: &Appeal) -> Markup {
    html! {
        @match appeal {
            Appeal::None => {},
            Appeal::Possible => form method="post" action=(form.url("appeal")) data-step="appeal" {
                (csrf(form.visitor))
                p { button.button.quiet { "I was right" } " " span.hint { "A moderator will then review your answer." } }
            },
            Appeal::Waiting => p.note { "You have appealed. A moderator will decide." },
            Appeal::Decided { is_right, reason } => p.note {
                "A moderator has ruled that this answer is "
                strong { @if *is_right { "right" } @else { "wrong" } }
                ": " bdi { (reason) }
            },
        }
    }
}

/// The question with the buzz and the power mark in their places.
pub(super) fn marked(words: &[String], position: Option<usize>, power: Option<usize>) -> Markup {
    let to = position.unwrap_or(words.len());
    let mark = |at: usize| {
        html! {
            @if power == Some(at) { span.power { abbr title="a right answer before this is worth 15" { (POWER_MARK) } } " " }
            @if position == Some(at) { span.due { "buzz" } " " }
        }
    };
    html! {
        @for (nth, word) in words.iter().enumerate() {
            (mark(nth))
            @if nth < to { (word) " " } @else { span.soft { (word) " " } }
        }
        (mark(words.len()))
    }
}

pub(super) fn question(end: &Ending) -> Markup {
    html! { p.question dir="auto" { (marked(&end.words, end.position, end.power)) } }
}

pub(super) fn origin(end: &Ending) -> Markup {
    let from = &end.tossup;
    let parts = [&from.category, &from.subcategory, &from.difficulty, &from.packet, &from.source];
    let parts: Vec<&str> =
        parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    html! {
        p.small.soft {
            (parts.join(" · "))
            @if !from.licence.is_empty() { " · licence: " (from.licence) }
        }
    }
}
