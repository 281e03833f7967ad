//! Questions to begin with, on the page of an interview: each button fills the fields that are empty or
//! hold such a question, and leaves alone what somebody has typed.

use luna_app::format::{beginning, percent};
use luna_app::question_ideas::{EarlierQuestions, SETS};
use maud::{Markup, html};

use super::form::GameForm;

/// Characters of the first of one's earlier questions.
const START: usize = 50;

impl GameForm<'_> {
    pub(super) fn ideas(&self) -> Markup {
        let typed =
            (1..=self.view.rules.questions).any(|nth| !self.value(&format!("q{nth}")).is_empty());
        html! {
            details.sheet open[!typed && self.refused.is_empty()] {
                summary { "Questions to begin with" }
                p.small.soft {
                    "Take some of ours, press again for others, and change what you like. What you have typed stays."
                }
                div.row {
                    @for it in &SETS { (self.fill_button(&format!("ideas-{}", it.name), it.title)) }
                    (self.fill_button("suggestions", "Suggestions from a text"))
                }
                @if !self.seen.earlier.is_empty() {
                    p.small.soft.after { "Or what you have asked before:" }
                    ul.plain { @for it in &self.seen.earlier { li { (self.earlier(it)) } } }
                }
            }
        }
    }

    fn earlier(&self, it: &EarlierQuestions) -> Markup {
        html! {
            div.row.apart {
                span.small {
                    bdi { (beginning(it.questions.first().map_or("", String::as_str), START)) }
                    @if let Some(share) = it.told {
                        br; span.soft { "The most telling of them explains " (percent(share)) " of the differences between ratings." }
                    }
                }
                (self.fill_button(&format!("ideas-earlier-{}", it.seat_id), "Ask these again"))
            }
        }
    }

    fn fill_button(&self, then: &str, label: &str) -> Markup {
        html! {
            button.button.quiet type="submit" name="then" value=(then) formaction=(self.url("draft")) formnovalidate { (label) }
        }
    }
}
