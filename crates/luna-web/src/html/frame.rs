//! The frame that all pages share, and pages that need no more than it.

use luna_app::Settings;
use maud::{DOCTYPE, Markup, html};

use crate::html::assets::url;
use crate::html::moon::moon;

pub(crate) fn head(title: &str) -> Markup {
    html! {
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        meta name="color-scheme" content="light dark";
        meta name="description" content="Ask a stranger questions, answer theirs, and guess how smart they seem.";
        title { (title) " · Luna" }
        link rel="icon" type="image/svg+xml" href="/favicon.svg";
        link rel="stylesheet" href=(url("luna.css"));
    }
}

pub(crate) fn footer(settings: Option<&Settings>) -> Markup {
    let controller = settings.map_or("", |settings| &settings.controller);
    html! {
        footer {
            "Luna is open source. "
            @if !controller.is_empty() { "This instance is run by " (controller) ". " }
            a href="/how" { "How it works" } " · "
            a href="/contests" { "Contest" } " · "
            a href="/machines" { "Machines" } " · "
            a href="/conduct" { "Conduct" } " · "
            a href="/privacy" { "Privacy" } " · "
            a href="/api" { "API" } " · "
            a href="/contact" { "Contact" }
            @if settings.is_some_and(|it| it.contact.is_empty()) { span.unseen { " (not set up yet)" } }
        }
    }
}

/// A page without a player, such as an error.
pub(crate) fn bare(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head { (head(title)) }
            body {
                a.skip href="#main" { "Skip to the page" }
                header.top {
                    a.name href="/" { (moon(0.8, 26, true)) "Luna" }
                    nav aria-label="Luna" { a href="/games" { "Games" } a href="/quiz" { "Trivia" } a href="/how" { "How it works" } }
                }
                main #main { (body) }
                (footer(None))
            }
        }
    }
}

/// The link to a player's download, called the same on every page.
pub(crate) fn download_link() -> Markup {
    html! { a.button href="/settings/data" download { "Download my data" } }
}
