//! Predictions on pages: on a machine's page, and below the player's own questions on the final page
//! and in the sets that they keep.

use luna_app::format::{date, many, percent, tenths};
use luna_store::predict::{PredictionErrors, QuestionInformativeness, TrainingState};
use maud::{Markup, html};

/// The training of a house machine, for its page.
pub(crate) fn guesses_by(learned: &TrainingState) -> Markup {
    let TrainingState { people, tried, since, .. } = learned;
    html! {
        @if let (Some(PredictionErrors { error, constant }), Some(since)) = (tried, since) {
            p.after {
                "Since " (date(*since)) " its guesses come from a model trained on the responses of "
                (many(*people, "rated player")) ". On players it was not trained on, its guesses are off by "
                (tenths(*error)) " points. The best constant guess is off by " (tenths(*constant)) "."
            }
        }
    }
}

/// The informativeness of a question, for its author; nothing where it is not known.
pub(crate) fn tells(known: Option<&QuestionInformativeness>) -> Markup {
    html! {
        @if let Some(QuestionInformativeness { share, people, .. }) = known {
            p.small.soft {
                "The responses to this question explain " (percent(*share)) " of the differences between ratings, based on "
                (many(*people, "player")) " who have answered it."
            }
        }
    }
}
