//! The waiting page.

use luna_app::format;
use luna_app::format::{many, span};
use luna_core::game::Phase;
use luna_store::counters::Yesterday;
use luna_store::game::Occupant;
use maud::{Markup, html};

use super::form::GameForm;
use super::parts::{concerns, phases};
use crate::account::field::field;
use crate::game::game_page::{GamePage, Machines};
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

const MINUTE_MS: i64 = 60_000;
/// The field of the form in which a guest leaves an address.
pub(in crate::game) const FIELD: &str = "email";
/// The hidden field of the button that takes the address back.
pub(in crate::game) const STOP: &str = "stop";

impl GameForm<'_> {
    pub(super) fn waiting(&self, app: &App) -> Markup {
        let again = self.view.partners_lost > 0;
        let counts = self.seen.loaded.kind.counts();
        let come = self.seen.machines == Some(Machines::Come);
        let timing = &app.settings.timing;
        let keeps = !timing.machines_fill_in;
        let waits_for_partner = self.view.phase == Phase::Interview && counts;
        let (heading, words) = match self.view.phase {
            Phase::Guess => (
                "Your guess is in",
                "As soon as the other player has guessed too, you will see both guesses and both ratings.",
            ),
            Phase::Response => (
                "Your responses are in",
                "The other player is still answering your questions. You will see their responses here when they are done.",
            ),
            _ if self.is_rematch() => {
                ("Your questions are in", "The other player is still writing theirs.")
            }
            _ if !counts
                && self.view.partners_lost > 0
                && self.seen.machines == Some(Machines::Come) =>
            {
                (
                    "Your partner has left",
                    "A machine takes the empty seat in a moment, so that you can finish.",
                )
            }
            _ if !counts && self.seen.machines == Some(Machines::Blocked) => (
                if again { "Your partner has left" } else { "Your questions are in" },
                "You have blocked all machines that are available now. Nothing of \
                 yours is lost: as soon as you allow one in the settings, it takes the empty seat.",
            ),
            _ if !counts => (
                if again { "Your partner has left" } else { "Your questions are in" },
                "The operator has stopped the machines that come with Luna. Nothing of yours is lost: \
                 as soon as one of them may play, it takes the empty seat.",
            ),
            _ if again && self.view.my_answers.is_some() => (
                "Your partner has left",
                "Nothing of yours is lost: your questions and your responses are back at the \
                 head of the queue, and the next player takes the empty seat.",
            ),
            _ if again => (
                "Your partner has left",
                "Nothing of yours is lost: your questions are back at the head of the queue.",
            ),
            _ if !come || keeps => {
                ("Your questions are in", "You will have a partner as soon as somebody comes.")
            }
            _ => ("Your questions are in", "You will have a partner in a moment."),
        };
        let at_most = timing.machine_wait_ms.max(3_000);
        html! {
            (phases(self.view.phase))
            h1 { (heading) }
            p { (words) }
            (self.waited())
            @if waits_for_partner {
                p {
                    @if keeps { "That may take a minute or until tomorrow, since nobody needs to be here at the same time. " }
                    @else if come && timing.machine_percent == 0 { "If no person comes, a machine will within " (format::wait(at_most / 1_000)) ". " }
                    @else if come { "That takes less than " (format::wait(at_most / 3_000)) " for most players, and hardly ever more than " (format::wait(at_most / 1_000)) ". " }
                    "It may be a person or a machine. You will not be told until the end."
                }
            } @else if counts {
                p {
                    @if let Some(usual) = self.seen.usual_ms { "Half of all players take less than " (format::wait(usual / 1_000 + 1)) ". " }
                    "If they leave, or are away for " (span(timing.silence_ms))
                    @if keeps { " while somebody else waits" }
                    ", you go to the head of the queue for another partner and keep everything you have written."
                }
            }
            (yesterday(self.seen.yesterday))
            p.soft {
                "This page updates itself when there is something to do. You need not wait here: "
                @if self.seen.has_address || self.seen.me.verified && self.seen.me.wants_mail { "we will email you. " }
                @else { "your games are saved, and you can come back at any time. " }
            }
            @if self.seen.takes_address(app) { (self.mail_about_this_game()) }
            // A script shows it where the browser can call.
            p hidden data-call { button.button.quiet type="button" { "Call me when it is my move" } }
            form.row method="post" action="/games" {
                (csrf(self.visitor))
                a.button href="/games" { "Your games" }
                button.button { "Start another game" }
            }
            (meanwhile(app))
            @if waits_for_partner && keeps { (practise_meanwhile(self.visitor)) }
            (self.so_far())
            @if self.view.my_guess.is_none() { (self.leave()) }
            @if self.view.partner_seated || again { (concerns(&self.seen.place.seat_id)) }
        }
    }

    /// How long the player has waited since their own move, from a minute on; a script goes on counting.
    /// It says nothing about the partner, who may be a machine.
    fn waited(&self) -> Markup {
        let me = self.seen.loaded.occupant(self.seen.place.seat);
        let waited = me.and_then(Occupant::moved_at).map(|at| (self.visitor.now - at).max(0));
        html! {
            @if let Some(ms) = waited {
                p.soft data-waited=(ms) hidden[ms < MINUTE_MS] { @if ms >= MINUTE_MS { "You have waited " (span(ms)) "." } }
            }
        }
    }

    /// A guest may leave an address for this game alone.
    fn mail_about_this_game(&self) -> Markup {
        let (value, problem) = (self.value(FIELD), self.refused.of(FIELD));
        html! {
            form method="post" action=(self.url("mail")) {
                (csrf(self.visitor))
                @if self.seen.has_address {
                    input type="hidden" name=(STOP) value="yes";
                    div.row {
                        button.button.quiet { "No more mails" }
                        span.soft.small { "Your address is stored for this game alone and deleted when it is over." }
                    }
                } @else {
                    (field(FIELD, FIELD, "email", "Tell me by mail when it is my turn", value, "email", problem))
                    div.row {
                        button.button { "Tell me" }
                        span.soft.small { "For this game alone. The address is deleted when the game is over." }
                    }
                }
            }
        }
    }

    /// The player's own texts, to read again.
    fn so_far(&self) -> Markup {
        let questions = self.view.my_questions.as_deref().filter(|_| !self.view.inherited);
        html! {
            (set_aside(self.seen, "The responses you had begun"))
            @if let Some(questions) = questions {
                details {
                    summary { "Your questions" }
                    ol { @for question in questions { li.kept dir="auto" { (question) } } }
                }
            }
            (self.asked_of_me("Your responses"))
        }
    }

    /// The partner's questions and what the player answered, folded up.
    pub(super) fn asked_of_me(&self, heading: &str) -> Markup {
        html! {
            @if let (Some(questions), Some(answers)) = (&self.view.their_questions, &self.view.my_answers) {
                details {
                    summary { (heading) }
                    @for (question, answer) in questions.iter().zip(answers) {
                        p.question dir="auto" { (question) } p.answer dir="auto" { (answer) }
                    }
                }
            }
        }
    }
}

/// One thing of each test to do meanwhile.
fn meanwhile(app: &App) -> Markup {
    let cards = app.disciplines.iter().filter(|it| !it.for_players);
    html! {
        p {
            "Meanwhile: " a href="/today" { "Play today’s moon" }
            @for card in cards.filter_map(|it| it.card.as_ref()) { " · " a href=(card.page) { (card.action) } }
        }
    }
}

fn yesterday(it: Yesterday) -> Markup {
    html! {
        @if it.paired > 0 {
            p.soft { "Yesterday two players met in " (many(it.paired, "game")) " here, and " (many(it.finished, "game")) " ended." }
        }
    }
}

/// Something to judge while nobody is there.
fn practise_meanwhile(visitor: &Visitor) -> Markup {
    html! {
        form.row method="post" action="/practice" {
            (csrf(visitor))
            button.button { "Practise with a machine" }
            span.soft { "It answers at once, and nothing counts." }
        }
    }
}

/// Responses to the questions of a former partner, folded up.
pub(super) fn set_aside(seen: &GamePage, heading: &str) -> Markup {
    let texts: Vec<&String> = (1..=seen.loaded.game.rules().questions)
        .filter_map(|nth| seen.drafts.get(&format!("aside-r{nth}")))
        .filter(|text| !text.is_empty())
        .collect();
    html! {
        @if !texts.is_empty() {
            details {
                summary { (heading) }
                @for text in texts { p.answer dir="auto" { (text) } }
            }
        }
    }
}
