//! The parts of a game's forms: fields with their problems, buttons, and leaving.

use luna_app::format::{many, thousands};
use maud::{Markup, html};

use crate::game::form_problems::{FormProblems, PARTNERS_LOST};
use crate::game::game_page::GamePage;
use crate::html::times::left;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;
use luna_core::game::View;

/// The form of a game's page and what it is made from.
pub(super) struct GameForm<'a> {
    pub(super) seen: &'a GamePage,
    pub(super) visitor: &'a Visitor,
    pub(super) view: &'a View,
    pub(super) refused: &'a FormProblems,
}

impl GameForm<'_> {
    pub(super) fn url(&self, action: &str) -> String {
        format!("/games/{}/{action}", self.seen.place.seat_id)
    }

    /// The hidden field that binds the form to the current partner.
    pub(super) fn for_partner(&self) -> Markup {
        html! { input type="hidden" name=(PARTNERS_LOST) value=(self.view.partners_lost); }
    }

    /// A game that does not count, with a person opposite.
    pub(super) fn is_rematch(&self) -> bool {
        let opposite = self.seen.loaded.occupant(self.seen.place.seat.other());
        !self.seen.loaded.kind.counts() && opposite.is_some_and(|it| !it.machine)
    }

    pub(super) fn practice_note(&self) -> Markup {
        html! {
            @if self.is_rematch() {
                p.note { "A rematch: you know who it is, so nothing counts." }
            } @else if !self.seen.loaded.kind.counts() {
                p.note { "Practice with a machine: it answers at once, and nothing counts." }
            }
        }
    }

    pub(super) fn value(&self, field: &str) -> &str {
        self.seen.drafts.get(field).map_or("", String::as_str)
    }

    pub(super) fn text_field(&self, field: &str, label: &Markup, labelled: bool) -> Markup {
        let max = self.view.rules.max_chars;
        let value = self.value(field);
        let problem = self.refused.of(field);
        let title = field.replace('r', "t");
        html! {
            div.field {
                label.unseen[!labelled] for=(field) { (label) }
                textarea id=(field) name=(field) dir="auto" rows="3" data-most=(max) required
                    aria-describedby={ (field) "-count " @if !labelled { (title) " " }
                        @if problem.is_some() { (field) "-problem" } }
                    aria-invalid=[problem.map(|_| "true")] { "\n" (value) }
                (self.problem(field))
                div.under {
                    span data-saved=(field) { @if !value.is_empty() && self.refused.is_empty() { "Saved" } }
                    span #{ (field) "-count" } {
                        (thousands(i64::try_from(value.chars().count()).unwrap_or(0)))
                        " of " (thousands(i64::try_from(max).unwrap_or(0)))
                    }
                }
            }
        }
    }

    pub(super) fn problem(&self, field: &str) -> Markup {
        html! {
            @if let Some(problem) = self.refused.of(field) {
                p.problem #{ (field) "-problem" } { (problem) }
            }
        }
    }

    /// The summary of problems above the form, for screen readers.
    pub(super) fn problems(&self) -> Markup {
        let count = self.refused.problems.len();
        html! {
            @if count > 0 {
                div.problem.all role="alert" {
                    p { "Nothing has been sent yet. Please look at "
                        (many(i64::try_from(count).unwrap_or(0), "field")) ":" }
                    ul {
                        @for (field, problem) in &self.refused.problems {
                            li { a href={ "#" (field) } { (problem) } }
                        }
                    }
                }
            }
        }
    }

    pub(super) fn send(&self, label: &str) -> Markup {
        html! {
            div.row {
                button.button.now { (label) }
                (self.later_button())
            }
            (self.saved())
        }
    }

    /// The way out of a form whose button to send it stands elsewhere.
    pub(super) fn save_for_later(&self) -> Markup {
        html! {
            div.row { (self.later_button()) }
            (self.saved())
        }
    }

    fn later_button(&self) -> Markup {
        html! {
            button.button.quiet type="submit" formaction=(self.url("draft")) formnovalidate {
                "Save and finish later"
            }
        }
    }

    fn saved(&self) -> Markup {
        let practice = !self.seen.loaded.kind.counts();
        let due_at = self.seen.loaded.occupant(self.seen.place.seat).and_then(|seat| seat.due_at);
        html! {
            p.small.soft {
                "What you type is saved, here and on your other devices. "
                @if let Some(due_at) = due_at {
                    (left(self.visitor.now, due_at))
                    @if self.view.partner_seated && !practice { ", then the seat is given to somebody else." }
                    @else { ", then this game is closed." }
                }
            }
        }
    }

    pub(super) fn leave(&self) -> Markup {
        html! {
            details.leave {
                summary { "Leave this game" }
                p {
                    @if !self.seen.loaded.kind.counts() { "Nothing from a practice game is kept." }
                    @else {
                        @if self.view.partner_seated { "Your partner keeps what they wrote and gets another player. " }
                        "Your questions are kept for your next game."
                    }
                }
                form method="post" action=(self.url("leave")) {
                    (csrf(self.visitor))
                    button.button { "Leave this game for good" }
                }
            }
        }
    }
}
