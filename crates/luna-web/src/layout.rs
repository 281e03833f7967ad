//! The frame of every page.

use luna_app::Settings;
use luna_store::player::Player;
use maud::{DOCTYPE, Markup, html};

use crate::moon::moon;
use crate::visitor::Visitor;
use crate::{App, assets};

/// A page about to be written.
pub(crate) struct Page<'a> {
    pub(crate) title: &'a str,
    pub(crate) me: Option<&'a Player>,
    pub(crate) wide: bool,
    pub(crate) live: Option<Live>,
    pub(crate) scripts: &'a [&'a str],
    pub(crate) body: Markup,
}

/// A page that changes when somebody else does something.
pub(crate) struct Live {
    /// The topic that the page follows; none: its player's.
    pub(crate) topic: Option<String>,
    /// The sequence number of the topic when the page was read.
    pub(crate) seen: i64,
    /// Whatever has changed when this has.
    pub(crate) state: String,
    /// There is nothing to do here but wait: without scripts, look again.
    pub(crate) waiting: bool,
}

impl<'a> Page<'a> {
    pub(crate) fn new(title: &'a str, body: Markup) -> Page<'a> {
        Page { title, me: None, wide: false, live: None, scripts: &[], body }
    }

    pub(crate) fn of(self, me: Option<&'a Player>) -> Page<'a> {
        Page { me, ..self }
    }

    pub(crate) fn wide(self) -> Page<'a> {
        Page { wide: true, ..self }
    }

    pub(crate) fn scripts(self, scripts: &'a [&'a str]) -> Page<'a> {
        Page { scripts, ..self }
    }

    pub(crate) fn live(self, live: Live) -> Page<'a> {
        Page { live: Some(live), ..self }
    }

    pub(crate) fn render(&self, app: &App) -> Markup {
        let poll = self.live.as_ref().is_some_and(|live| live.waiting);
        let seen = self.live.as_ref().map(|live| live.seen);
        let topic = self.live.as_ref().and_then(|live| live.topic.as_deref());
        let state = self.live.as_ref().map(|live| live.state.as_str());
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    (head(self.title))
                    @if poll { noscript { meta http-equiv="refresh" content="10"; } }
                    @if self.live.is_some() {
                        script type="module" src=(assets::url("live.js")) {}
                    }
                    @for script in self.scripts {
                        script type="module" src=(assets::url(script)) {}
                    }
                }
                body {
                    a.skip href="#main" { "Skip to the page" }
                    (self.top())
                    main #main .wide[self.wide] data-topic=[topic] data-seen=[seen] data-state=[state] {
                        (self.guest_note())
                        (self.body)
                    }
                    p #news .unseen role="status" {}
                    (footer(Some(&app.settings)))
                }
            }
        }
    }

    fn top(&self) -> Markup {
        html! {
            header.top {
                a.name href="/" { (moon(0.8, 26, true)) "Luna" }
                nav aria-label="Luna" {
                    @match self.me {
                        Some(me) => {
                            a href="/games" { "Games" }
                            @if me.is_admin() { a href="/admin" { "Admin" } }
                            @else if me.moderates() { a href="/admin/reports" { "Reports" } }
                            a.aside href="/how" { "How it works" }
                            a dir="auto" href="/profile" { (me.name) }
                        }
                        None => {
                            a href="/how" { "How it works" }
                            a href="/login" { "Log in" }
                        }
                    }
                }
            }
        }
    }

    fn guest_note(&self) -> Markup {
        html! {
            @if let Some(me) = self.me && me.email.is_none() {
                p.note.small {
                    "You are playing as a guest on this device. "
                    a href="/signup" { "Create an account" }
                    " to keep your games and hear when it is your move."
                }
            }
        }
    }
}

fn head(title: &str) -> Markup {
    html! {
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        meta name="color-scheme" content="light dark";
        meta name="description" content="Ask a stranger five questions, answer theirs, and guess how smart they are.";
        title { (title) " · Luna" }
        link rel="icon" type="image/svg+xml" href="/favicon.svg";
        link rel="stylesheet" href=(assets::url("luna.css"));
    }
}

fn footer(settings: Option<&Settings>) -> Markup {
    let controller = settings.map_or("", |settings| &settings.controller);
    html! {
        footer {
            "Luna is open source. "
            @if !controller.is_empty() { "This one is run by " (controller) ". " }
            a href="/how" { "How it works" } " · "
            a href="/machines" { "Machines" } " · "
            a href="/conduct" { "Conduct" } " · "
            a href="/privacy" { "Privacy" } " · "
            a href="/api" { "API" } " · "
            a href="/contact" { "Contact" }
            @if settings.is_some_and(|it| it.contact.is_empty()) { span.unseen { " (not set up yet)" } }
        }
    }
}

/// A page that could not find out who is asking, such as an error.
pub(crate) fn bare(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head { (head(title)) }
            body {
                a.skip href="#main" { "Skip to the page" }
                header.top {
                    a.name href="/" { (moon(0.8, 26, true)) "Luna" }
                    nav aria-label="Luna" { a href="/games" { "Games" } a href="/how" { "How it works" } }
                }
                main #main { (body) }
                (footer(None))
            }
        }
    }
}

/// The hidden field every form carries.
pub(crate) fn csrf(visitor: &Visitor) -> Markup {
    html! { input type="hidden" name="csrf" value=(visitor.csrf); }
}
