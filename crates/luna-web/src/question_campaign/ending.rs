//! The page of a rater who has stopped or has nothing to rate, with the completion code.

use luna_app::format::many;
use luna_app::question_campaign::hand_out::Look;
use luna_core::question_campaign::WhyNot;
use maud::{Markup, html};

/// The address that a rater from Prolific returns to, before the code.
const PROLIFIC: &str = "https://app.prolific.com/submissions/complete?cc=";

/// A rater at the end of their work.
pub(super) struct Ending<'a> {
    /// Ratings that were not rejected.
    pub(super) rated: i64,
    pub(super) platform: &'a str,
    /// The completion code, of this rater alone.
    pub(super) code: &'a str,
    pub(super) reason: Reason<'a>,
}

/// The reason why a rater is at the end.
pub(super) enum Reason<'a> {
    /// They want to stop.
    Stop,
    /// There is no question for them.
    Over(&'a Look),
}

impl Ending<'_> {
    /// The page. Everybody gets their code: it shows the operator what they did, and that is a question of
    /// what was agreed with the platform.
    pub(super) fn body(&self, problem: Option<&str>) -> Markup {
        html! {
            h1 { (self.reason.title()) }
            @if let Some(problem) = problem { div.problem.all role="alert" { p { (problem) } } }
            p.lead { (self.reason.words()) }
            @if self.rated > 0 { p { "You have rated " (many(self.rated, "question")) ". Thank you!" } }
            (self.code())
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

impl Reason<'_> {
    fn title(&self) -> &'static str {
        match self {
            Reason::Stop => "You have stopped",
            Reason::Over(Look::Refused(
                WhyNot::Blocked | WhyNot::Rejected | WhyNot::Screening | WhyNot::Accepted,
            )) => "No question for you",
            Reason::Over(_) => "All done",
        }
    }

    fn words(&self) -> String {
        match self {
            Reason::Stop => "The question that you had goes to somebody else. What you rated until now counts.".to_owned(),
            Reason::Over(Look::Refused(why)) => why.to_string(),
            Reason::Over(Look::Closed) => "This campaign takes no ratings at the moment.".to_owned(),
            Reason::Over(Look::Held(_) | Look::Waiting | Look::Crowded | Look::Nothing) => {
                "There is nothing left for you to rate here. Others may still be at work on the last questions.".to_owned()
            }
        }
    }
}
