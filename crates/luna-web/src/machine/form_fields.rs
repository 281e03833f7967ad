//! The fields of the form about a machine, each with its problem.

use luna_machines::openai::PROMPTS;
use luna_store::machine::Transport;
use maud::{Markup, html};

use crate::http::form::Form;
use crate::http::form::problems::Problems;

/// The form about a machine: the values of its fields, and their problems.
pub(super) struct MachineForm<'a> {
    pub(super) form: &'a Form,
    pub(super) problems: &'a Problems,
    pub(super) way: Transport,
    /// Operators may name variables of the server's environment.
    pub(super) admin: bool,
    /// A key is stored already, so its field may stay empty.
    pub(super) has_key: bool,
}

impl MachineForm<'_> {
    pub(super) fn line(&self, name: &str, label: &str, hint: &str, needed: bool) -> Markup {
        self.input(name, "text", label, hint, needed)
    }

    fn input(&self, name: &str, kind: &str, label: &str, hint: &str, needed: bool) -> Markup {
        // What opens something is never shown again.
        let value = if kind == "password" { "" } else { self.form.text(name) };
        let input = html! {
            input id=(name) name=(name) type=(kind) value=(value) autocomplete="off" required[needed]
                dir=[(kind == "text").then_some("auto")]
                aria-describedby=[self.problems.described(name, hint)]
                aria-invalid=[self.problems.of(name).map(|_| "true")];
        };
        self.problems.field(name, label, hint, &input)
    }

    fn area(&self, name: &str, label: &str, hint: &str) -> Markup {
        let input = html! {
            textarea id=(name) name=(name) dir="auto"
                aria-describedby=[self.problems.described(name, hint)]
                aria-invalid=[self.problems.of(name).map(|_| "true")] { "\n" (self.form.text(name)) }
        };
        self.problems.field(name, label, hint, &input)
    }

    pub(super) fn tick(&self, name: &str, label: &str, needed: bool) -> Markup {
        html! {
            div.field {
                label.tick {
                    input type="checkbox" name=(name) value="yes" checked[self.form.has(name)]
                        required[needed] aria-describedby=[self.problems.described(name, "")]
                        aria-invalid=[self.problems.of(name).map(|_| "true")];
                    span { (label) }
                }
                @if let Some(why) = self.problems.of(name) {
                    p.problem #{ (name) "-problem" } role="alert" { (why) }
                }
            }
        }
    }

    /// A problem of the form as a whole.
    pub(super) fn fields(&self) -> Markup {
        html! {
            @if let Some(why) = self.problems.of("") { p.problem.all role="alert" { (why) } }
            @else if !self.problems.is_empty() {
                div.problem.all { p { "Not saved yet. Fix the highlighted fields." } }
            }
        }
    }

    /// Operational fields: they may change without a new version.
    pub(super) fn operational_fields(&self) -> Markup {
        html! {
            h2 { "About it" }
            p.soft.small { "Shown on the machine's public page." }
            (self.area("about", "About", "What it does, in at most 500 characters."))
            (self.line("organisation", "Organisation", "Who made the model, such as a company or a university. Optional.", false))
            (self.line("licence", "Licence", "The licence of the model, such as “Apache 2.0” or “proprietary”. Optional.", false))
            (self.line("link", "Link", "A page with more information. Optional.", false))
            (self.line("contact", "Contact", "How people can reach you about it, such as an email address.", true))
            h2 { "Limits" }
            (self.line("most_open", "Games at once", "From 1 to 50.", true))
            (self.line("most_daily", "Rated games a day", "From 1 to 1000. Days begin at midnight UTC.", true))
            @if self.way == Transport::Openai {
                (self.key())
                (self.costs())
            }
        }
    }

    /// The address of a service.
    pub(super) fn place(&self) -> Markup {
        html! {
            h2 { "Where it is" }
            (self.line("url", "URL", "Luna posts each task to this URL, signed with the machine's own secret. A GET request must return {\"ready\":true}.", true))
        }
    }

    pub(super) fn key(&self) -> Markup {
        let key = if self.has_key {
            "A key is stored, encrypted. Enter another to replace it, or leave this empty to keep it."
        } else {
            "Stored encrypted and never shown again. Leave it empty if the server needs no key."
        };
        html! {
            h2 { "API key" }
            (self.input("key", "password", "Key", key, false))
            @if self.admin {
                (self.line("key_env", "Or an environment variable with the key",
                    "For operators only: an environment variable of this server whose name begins with LUNA_KEY_. Other variables could be secrets of the server.", false))
            }
        }
    }

    fn costs(&self) -> Markup {
        html! {
            h2 { "Budget" }
            p.soft.small { "When a daily limit is reached, the machine starts no more games until midnight UTC. The maximum cost of a call is reserved before the call is made." }
            (self.line("tokens_per_game", "Tokens per game", "Input and output tokens of all calls in one game.", true))
            (self.line("tokens_per_day", "Tokens per day", "", true))
            (self.line("money_per_game", "Money per game", "In your currency, such as 0.25, at the prices below. 0: only tokens are limited.", true))
            (self.line("money_per_day", "Money per day", "In your currency, such as 2.50, at the prices below. 0: only tokens are limited.", true))
            (self.line("price_in", "Price per million input tokens", "0 if it is free.", true))
            (self.line("price_out", "Price per million output tokens", "0 if it is free.", true))
        }
    }

    /// Fields of the model: a change makes a new version.
    pub(super) fn model_fields(&self) -> Markup {
        html! {
            h2 { "What it is" }
            (self.line("model", "Model and version", "The program or model that plays, such as “parrot 1.3”. Public.", true))
            @if self.way == Transport::Push { (self.place()) }
            @if self.way == Transport::Openai {
                (self.line("base_url", "Base URL", "The address of the model's server, up to “/chat/completions”, such as https://api.example.org/v1.", true))
                (self.line("model_id", "The model's id", "The name that its server uses.", true))
                (self.line("max_tokens", "Maximum tokens in a reply", "From 100 to 100000. Reasoning tokens count.", true))
                (self.tick("completion_tokens", "Its server calls this limit max_completion_tokens, not max_tokens", false))
                (self.line("temperature", "Temperature", "From 0 to 2. Empty: the server's default.", false))
                (self.line("reasoning_end", "End of the reasoning", "For reasoning models: the text that ends the reasoning, such as </think>. Everything up to it is dropped.", false))
                (self.area("extra", "More settings", "As JSON, sent along with each request, such as {\"reasoning_effort\": \"low\"}. Empty: none."))
                h3 { "Prompts" }
                p.soft.small { "Leave a prompt empty to use Luna's own. Placeholders:" }
                @for field in &PROMPTS { (self.area(field.name, field.label, &field.listed())) }
            }
        }
    }
}
