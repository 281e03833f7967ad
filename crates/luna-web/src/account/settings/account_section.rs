//! The section of the settings about the account: its address and its password.

use luna_store::player::Player;
use maud::{Markup, html};

use super::refused_form::{RefusedForm, problem, typed};
use super::ways_in::tokens_end;
use crate::account::field::field;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

pub(super) fn account(
    me: &Player,
    visitor: &Visitor,
    pending: Option<&str>,
    tokens: usize,
    refused: Option<&RefusedForm>,
) -> Markup {
    let problem = |field| problem(refused, field);
    html! {
        @match &me.email {
            None => {
                p { "You are playing as a guest, on this device only." }
                p { a.button.now href="/signup" { "Create an account" } }
            }
            Some(address) => {
                @if me.verified {
                    p { "Your address is " strong { (address) } "." }
                    @if let Some(new) = pending.filter(|new| new != address) {
                        p.note { "We have sent a link to " strong { (new) } ". Open the link to switch to that address." }
                    }
                    form method="post" action="/settings/mail" {
                        (csrf(visitor))
                        input type="hidden" name="wants" value=(if me.wants_mail { "no" } else { "yes" });
                        p {
                            @if me.wants_mail { "We email you when it is your move, and combine news into a few mails." }
                            @else { "We do not email you about games." }
                        }
                        button.button { @if me.wants_mail { "Stop mails about games" } @else { "Email me about games" } }
                    }
                } @else {
                    p.note {
                        @if pending.is_some() { "We have sent a link to " strong { (address) } ". Open it to confirm the address. " }
                        @else { "Your address " strong { (address) } " is not confirmed, and no link to confirm it is valid. Ask for one. " }
                        "Until then, we do not email you about games. Is the address wrong? Change it here."
                    }
                    (send_again(visitor))
                }
                h3 { "Change address" }
                form method="post" action="/settings/email" {
                    (csrf(visitor))
                    (field("email", "email", "email", "New email address", typed(refused, "email").unwrap_or(""), "email", problem("email")))
                    (field("email-current", "current", "password", "Your password", "", "current-password", problem("email-current")))
                    p.hint { "When the address changes, all other browsers are logged out." (tokens_end(tokens)) }
                    button.button { "Send a link to the new address" }
                }
                h3 { "Change password" }
                form method="post" action="/settings/password" {
                    (csrf(visitor))
                    (field("current", "current", "password", "Your password", "", "current-password", problem("current")))
                    (field("password", "password", "password", "New password, at least 8 characters", "", "new-password", problem("password")))
                    p.hint { "This browser stays logged in. All others are logged out." (tokens_end(tokens)) }
                    button.button { "Change password" }
                }
            }
        }
    }
}

/// A button for people who have not received the link, or have lost it.
pub(crate) fn send_again(visitor: &Visitor) -> Markup {
    html! {
        form method="post" action="/settings/email/again" {
            (csrf(visitor))
            button.button { "Send the mail again" }
        }
    }
}
