//! The forms of a player's turn: ask, answer, guess.

use luna_app::format::questions as in_words;
use luna_core::game::Phase;
use luna_core::rating::Points;
use maud::{Markup, html};

use super::form::GameForm;
use super::parts::{concerns, no_secrets, phases};
use crate::game::form_problems::SUGGESTED;
use crate::html::moon::moon;
use crate::page::layout::csrf;

impl GameForm<'_> {
    pub(super) fn interview(&self) -> Markup {
        let many = self.view.rules.questions;
        html! {
            (phases(Phase::Interview))
            h1 { "Ask " (in_words(many)) }
            (self.problems())
            (self.practice_note())
            p {
                "Your partner answers all of them, and you guess from the responses how smart they seem."
                @if self.seen.loaded.kind.counts() { " This game counts for your ratings." }
            }
            details {
                summary { "What makes a question tell a lot" }
                ul.hints {
                    li { "Mix easy and hard ones, so that they tell a parrot from a professor." }
                    li { "They need no right answer: taste, humour and judgement say a lot." }
                    li { "People may look things up, so plain trivia tells you little." }
                    @if self.seen.loaded.kind.counts() { li { "You do not know who is there. It may not be a person." } }
                }
            }
            form.moves method="post" action=(self.url("questions")) data-draft=(self.url("draft")) {
                (csrf(self.visitor))
                (self.ideas())
                @for nth in 1..=many {
                    (self.text_field(&format!("q{nth}"), &html! { "Question " (nth) }, true))
                }
                (no_secrets())
                (self.send("Send my questions"))
            }
            (self.leave())
        }
    }

    pub(super) fn response(&self) -> Markup {
        let questions = self.view.their_questions.as_deref().unwrap_or_default();
        html! {
            (phases(Phase::Response))
            h1 { "Answer " (in_words(questions.len())) }
            (self.problems())
            (self.practice_note())
            @if self.view.inherited {
                p.note {
                    "Your partner has already answered somebody who has left, so those responses are "
                    "yours to judge. Your own questions are kept and will be filled in for your next game."
                }
            }
            p {
                "Answer as well as you can, in any form you like. The other player will guess your "
                "Smarts Rating from these responses alone. High guesses raise your rating."
            }
            form.moves method="post" action=(self.url("responses")) data-draft=(self.url("draft")) {
                (csrf(self.visitor))
                (self.for_partner())
                @for (nth, question) in questions.iter().enumerate() {
                    section.sheet {
                        p.question #{ "t" (nth + 1) } dir="auto" { (question) }
                        (self.text_field(&format!("r{}", nth + 1), &html! { "Response " (nth + 1) }, false))
                    }
                }
                (no_secrets())
                (self.send("Send my responses"))
            }
            (self.leave())
            (concerns(&self.seen.place.seat_id))
        }
    }

    pub(super) fn guess(&self) -> Markup {
        let questions = self.view.my_questions.as_deref().unwrap_or_default();
        let answers = self.view.their_answers.as_deref().unwrap_or_default();
        let draft = self.value("guess");
        let suggested = self.refused.suggestion.map(|points| points.to_string());
        let value = suggested.as_deref().unwrap_or(draft);
        let before = suggested.as_deref().unwrap_or_else(|| self.value(SUGGESTED));
        html! {
            (phases(Phase::Guess))
            h1 { "How smart is your partner?" }
            (self.problems())
            (self.practice_note())
            @if self.view.inherited {
                p.note { "These questions were asked by somebody who has left. The responses are your partner's." }
            }
            p.soft {
                "The closer of your two guesses wins. Their rating is the mean of what people have guessed about them."
            }
            form.moves.guessing method="post" action=(self.url("guess")) data-draft=(self.url("draft")) {
                (csrf(self.visitor))
                (self.for_partner())
                @for (nth, (question, answer)) in (1..).zip(questions.iter().zip(answers)) {
                    section.sheet {
                        p.question dir="auto" { (question) }
                        p.answer dir="auto" { (answer) }
                        (self.mark(nth))
                    }
                }
                (self.asked_of_me("What they asked you"))
                @if !before.is_empty() { input type="hidden" name=(SUGGESTED) value=(before); }
                div.stick {
                    label.unseen for="guess" { "Your guess about the other player's Smarts Rating" }
                    div.row {
                        span data-moon="guess" { (moon(lit(value), 44, true)) }
                        div.slider data-slider {
                            input.narrow #guess name="guess" type="text" inputmode="decimal" autocomplete="off" placeholder="0–100"
                                value=(value) aria-describedby="guess-hint guess-problem"
                                aria-invalid=[self.refused.of("guess").map(|_| "true")];
                            div.ends aria-hidden="true" { span { "a parrot" } span { "a professor" } }
                        }
                        button.button.now { "Make this my guess" }
                    }
                    @if let Some(points) = self.refused.suggestion {
                        p.problem #guess-problem role="alert" {
                            "Your marks suggest " (points) ". Change it if you like, then send it."
                        }
                    } @else { (self.problem("guess")) }
                    p.hint #guess-hint { "From 0 to 100, decimals allowed. " output #suggestion { } }
                }
                (self.save_for_later())
            }
            (self.leave())
            (concerns(&self.seen.place.seat_id))
        }
    }

    /// A mark for one response, folded up until somebody wants to give it.
    fn mark(&self, nth: usize) -> Markup {
        let field = format!("s{nth}");
        let problem = self.refused.of(&field);
        let value = self.value(&field);
        html! {
            details.mark open[problem.is_some() || !value.is_empty()] {
                summary { "Mark this response" }
                label.unseen for=(field) { "How smart was response " (nth) "?" }
                div.slider data-slider {
                    input.narrow id=(field) name=(field) type="text" inputmode="decimal" placeholder="0–100"
                        autocomplete="off" value=(value)
                        aria-describedby=[problem.map(|_| format!("{field}-problem"))]
                        aria-invalid=[problem.map(|_| "true")];
                }
                (self.problem(&field))
            }
        }
    }
}

/// The share of the moon that a typed guess lights.
fn lit(guess: &str) -> f64 {
    Points::parse(guess.trim()).map_or(0.0, |points| points.number() / 100.0)
}
