//! The page of a rater with nothing to rate, with the completion code.

use luna_app::format::many;
use luna_app::question_campaign::hand_out::Look;
use luna_core::question_campaign::WhyNot;
use maud::{Markup, html};

/// The address that a rater from Prolific returns to, before the code.
const PROLIFIC: &str = "https://app.prolific.com/submissions/complete?cc=";

/// A rater with nothing to rate.
pub(super) struct Ending<'a> {
    /// Ratings that were not rejected.
    pub(super) rated: i64,
    pub(super) platform: &'a str,
    /// The completion code.
    pub(super) code: &'a str,
}

impl Ending<'_> {
    pub(super) fn body(&self, look: &Look, problem: Option<&str>) -> Markup {
        html! {
            h1 { (title(look)) }
            @if let Some(problem) = problem { div.problem.all role="alert" { p { (problem) } } }
            p.lead { (words(look)) }
            @if self.rated > 0 {
                p { "You have rated " (many(self.rated, "question")) ". Thank you!" }
                @if is_complete(look) { (self.code()) }
            }
            div.row {
                a.button href="/questions" { "About questions" }
                a.button.quiet href="/" { "See what else there is" }
            }
        }
    }

    fn code(&self) -> Markup {
        html! {
            @match self.platform {
                "prolific" => {
                    p { "Your completion code: " strong { (self.code) } }
                    p { a.button.now href={ (PROLIFIC) (self.code) } { "Back to Prolific" } }
                }
                "mturk" | "link" => {
                    p { "Your completion code: " strong { (self.code) } }
                    p { "Enter it where you found the link." }
                }
                _ => {}
            }
        }
    }
}

fn title(look: &Look) -> &'static str {
    match look {
        Look::Refused(
            WhyNot::Blocked | WhyNot::Rejected | WhyNot::Screening | WhyNot::Accepted,
        ) => "No question for you",
        Look::Refused(WhyNot::Cap)
        | Look::Held(_)
        | Look::Waiting
        | Look::Nothing
        | Look::Closed => "All done",
    }
}

fn words(look: &Look) -> String {
    match look {
        Look::Refused(why) => why.to_string(),
        Look::Closed => "This campaign takes no ratings at the moment.".to_owned(),
        Look::Held(_) | Look::Waiting | Look::Nothing => {
            "There is nothing left for you to rate here. Others may still be at work on the last questions.".to_owned()
        }
    }
}

/// Somebody who was refused gets no code.
fn is_complete(look: &Look) -> bool {
    match look {
        Look::Nothing | Look::Closed | Look::Refused(WhyNot::Cap) => true,
        Look::Held(_) | Look::Waiting | Look::Refused(_) => false,
    }
}
