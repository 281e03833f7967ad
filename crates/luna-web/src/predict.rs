//! Predictions on pages: on that of a machine, and on the final page of a game under one's own
//! questions.

use luna_app::format::{date, many, percent, tenths};
use luna_store::predict::{Learned, QuestionInformativeness, Tried};
use maud::{Markup, html};

/// The training of a house machine, for its page.
pub(crate) fn guesses_by(learned: &Learned) -> Markup {
    let Learned { people, tried, since, .. } = learned;
    html! {
        @if let (Some(Tried { error, constant }), Some(since)) = (tried, since) {
            p.after {
                "Since " (date(*since)) " it guesses by what it has learned from the answers of "
                (many(*people, "rated player")) ". Tried on players it had not learned from, its guesses are off by "
                (tenths(*error)) " points; the best guess that is the same for everybody is off by " (tenths(*constant)) "."
            }
        }
    }
}

/// The informativeness of a question, for its author.
pub(crate) fn tells(all: &[QuestionInformativeness], question: &str) -> Markup {
    html! {
        @if let Some(QuestionInformativeness { share, people, .. }) = all.iter().find(|told| told.text == question) {
            p.small.soft {
                "The answers to this question foretell " (percent(*share)) " of how ratings differ, going by "
                (many(*people, "player")) " who have answered it."
            }
        }
    }
}
