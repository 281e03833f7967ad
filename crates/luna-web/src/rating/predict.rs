//! Predictions on pages: on a machine's page, and below the player's own questions on the final page
//! and in the sets that they keep.

use luna_app::format::{date, many, percent, tenths};
use luna_store::predict::distance::QuestionDistance;
use luna_store::predict::fit::QuestionParameters;
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

/// How far guesses after a question are from ratings, for its author.
pub(crate) fn distance(known: Option<QuestionDistance>) -> Markup {
    html! {
        @if let Some(QuestionDistance { points, games }) = known {
            p.small.soft {
                @if games == 1 { "In your game with this question, your guess was " }
                @else { "In your last " (many(games, "game")) " with this question, your guesses were on average " }
                (tenths(points)) " points from what others think."
            }
        }
    }
}

/// What marks tell about a question; nothing where it is not known.
pub(crate) fn parameters(known: Option<&QuestionParameters>) -> Markup {
    html! {
        @if let Some(it) = known {
            p.small.soft {
                "From " (many(it.marks, "marked answer")) " up to midnight UTC: "
                (hardness(it)) ", and marks " (telling(it)) "."
                @match it.machines {
                    Some(1) => " Machines find it easier than people do.",
                    Some(-1) => " Machines find it harder than people do.",
                    _ => "",
                }
                " Difficulty " (range(it.difficulty, it.difficulty_low, it.difficulty_high))
                ", discrimination " (range(it.discrimination, it.discrimination_low, it.discrimination_high)) "."
            }
        }
    }
}

/// What the interval of the difficulty is sure of.
fn hardness(it: &QuestionParameters) -> &'static str {
    match it {
        _ if it.difficulty_low > 0.0 => "it is hard",
        _ if it.difficulty_high < 0.0 => "it is easy",
        _ => "it is neither hard nor easy for sure",
    }
}

fn telling(it: &QuestionParameters) -> &'static str {
    match it {
        _ if it.discrimination_low > 1.0 => "tell good players from others better than usual",
        _ if it.discrimination_high < 1.0 => "tell good players from others less than usual",
        _ => "tell good players from others about as usual",
    }
}

fn range(value: f64, low: f64, high: f64) -> String {
    format!("{} ({} to {})", tenths(value), tenths(low), tenths(high))
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
