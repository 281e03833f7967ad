//! The forms of a play's page.

use maud::{Markup, html};

use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// A play's forms.
#[derive(Clone, Copy)]
pub(super) struct PlayForm<'a> {
    pub(super) visitor: &'a Visitor,
    pub(super) id: &'a str,
}

impl PlayForm<'_> {
    pub(super) fn url(self, step: &str) -> String {
        format!("/quiz/read/{}/{step}", self.id)
    }

    pub(super) fn step(self, step: &str, fields: &Markup) -> Markup {
        html! {
            form method="post" action=(self.url(step)) data-step=(step) {
                (csrf(self.visitor))
                (fields)
            }
        }
    }

    pub(super) fn give_up(self) -> Markup {
        self.step("give-up", &html! { button.button.quiet { "Give up and show the answer" } })
    }
}
