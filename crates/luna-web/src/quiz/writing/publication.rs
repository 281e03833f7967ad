//! What becomes public of a question, in words, and taking it down.

use luna_core::quiz::question::State;
use luna_store::quiz::question::Question;
use maud::{Markup, html};

use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// The facts that decide what is published of a question.
#[derive(Clone, Copy, Debug)]
pub(super) struct Publication {
    /// The writer agrees to publication for research.
    pub(super) has_consent: bool,
    pub(super) drafts: usize,
    /// Drafts that the writer has ticked.
    pub(super) public_drafts: usize,
    /// A release has it.
    pub(super) is_released: bool,
}

impl Publication {
    /// The rules, before somebody submits.
    pub(super) fn terms(self, id: &str) -> Markup {
        html! {
            div.note #public {
                strong { "What becomes public if editors accept this question" }
                ul.hints {
                    li {
                        "Everybody can play and read it on this Luna: the question, the answer line and the answer, with the "
                        "credit and under the licence that you choose above. For this, submitting it is enough."
                    }
                    li { (self.release()) }
                    li { (self.draft_line(id)) }
                    li {
                        "You can take it down at any time. It then leaves the pages and the downloads at once, but nobody "
                        "can call back copies that others have made."
                    }
                }
            }
        }
    }

    fn release(self) -> Markup {
        html! {
            @if self.has_consent {
                "Anybody can download it with the releases of this Luna, because you agree to publication for research. "
                "You can withdraw that in the " a href="/settings#consent" { "settings" } "."
            } @else {
                "It is in no release that can be downloaded, because you have not agreed to publication for research. "
                "If you want it to be in one, agree in the " a href="/settings#consent" { "settings" } "."
            }
        }
    }

    fn draft_line(self, id: &str) -> Markup {
        let page = format!("/quiz/write/{id}/history");
        html! {
            @if self.public_drafts == 0 {
                "Your drafts stay private. To add some of them to releases, "
                a href=(page) { "tick them in the history" } "."
            } @else {
                "You have ticked " (self.public_drafts) " of " (self.drafts) " drafts: these are in releases too. "
                a href=(page) { "See or change them" } "."
            }
        }
    }

    /// The state of a question that has been accepted or taken down, with what its writer can do.
    pub(super) fn state(self, question: &Question, visitor: &Visitor) -> Markup {
        let id = &question.id;
        html! {
            @match question.state {
                State::Accepted | State::Published => {
                    div.note #public {
                        strong { "What is public" }
                        ul.hints {
                            li {
                                @if question.state == State::Accepted { "Nothing yet. When the embargo is over, everybody can play it here" }
                                @else { "Everybody can play it here" }
                                ", under " (question.licence) "."
                            }
                            @if self.has_consent && self.is_released {
                                li { "It is in the release that anybody can download. Plays of it are practice now." }
                            } @else {
                                li { (self.release()) }
                            }
                            li { (self.draft_line(id)) }
                        }
                        details {
                            summary { "Take this question down" }
                            p {
                                "It leaves the reading room and the downloads at once, and for good. People who have played "
                                "it keep their points, without its text. You keep your text here."
                            }
                            form method="post" action={ "/quiz/write/" (id) } {
                                (csrf(visitor))
                                button.button.quiet name="do" value="take-down" { "Take it down" }
                            }
                        }
                    }
                },
                State::TakenDown => div.note {
                    p {
                        @if question.taken_down_why.is_empty() { "You have taken this question down." }
                        @else { "A moderator has taken this question down: " span dir="auto" { (question.taken_down_why) } }
                    }
                    p.small { "It is in no page and no download any more. Nobody can call back copies that others have made." }
                },
                State::Draft | State::Submitted | State::Returned | State::Rejected | State::Withdrawn => {},
            }
        }
    }
}
