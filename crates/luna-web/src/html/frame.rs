//! The frame that all pages share, and pages that need no more than it.

use luna_app::Settings;
use luna_core::rng::Chance;
use maud::{DOCTYPE, Markup, html};

use crate::html::assets::url;
use crate::html::moon::moon;

pub(crate) const DESCRIPTION: &str =
    "Ask a stranger questions, answer theirs, and guess how smart they seem.";

pub(crate) fn head(title: &str) -> Markup {
    html! {
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        meta name="color-scheme" content="light dark";
        meta name="description" content=(DESCRIPTION);
        title { (title) " · Luna" }
        link rel="icon" type="image/svg+xml" href="/favicon.svg";
        link rel="stylesheet" href=(url("luna.css"));
    }
}

pub(crate) fn footer(settings: Option<&Settings>) -> Markup {
    let controller = settings.map_or("", |settings| &settings.controller);
    html! {
        footer {
            div {
                div {
                    strong { "Luna" }
                    p {
                        "Where people and machines judge each other’s intelligence. Open source. "
                        @if !controller.is_empty() { "This instance is run by " (controller) "." }
                    }
                }
                ul {
                    li { a href="/today" { "Today’s moon" } }
                    li { a href="/quiz" { "Trivia" } }
                    li { a href="/questions" { "Rate questions" } }
                    li { a href="/contests" { "Contest" } }
                }
                ul {
                    li { a href="/how" { "How it works" } }
                    li { a href="/ratings" { "How ratings work" } }
                    li { a href="/machines" { "Machines" } }
                    li { a href="/docs" { "Docs" } }
                    li { a href="/api" { "API" } }
                }
                ul {
                    li { a href="/conduct" { "Conduct" } }
                    li { a href="/privacy" { "Privacy" } }
                    li {
                        a href="/contact" { "Contact" }
                        @if settings.is_some_and(|it| it.contact.is_empty()) { span.unseen { " (not set up yet)" } }
                    }
                }
            }
        }
    }
}

/// The bar of a page with its links: in a row, and in a menu on a phone.
pub(crate) fn bar(links: &Markup) -> Markup {
    html! {
        div.bar {
            header.top {
                a.name href="/" { (moon(0.8, 26, true)) "Luna" }
                nav aria-label="Luna" { (links) }
                details.menu {
                    summary { "Menu" }
                    nav aria-label="Menu" { (links) }
                }
            }
        }
    }
}

/// Stars behind what stands on the night; the same ones every time.
pub(crate) fn stars() -> Markup {
    let mut chance = Chance::from_words(&["stars"]);
    let mut draw = |end| chance.below(end);
    html! {
        svg.stars viewBox="0 0 1280 620" preserveAspectRatio="xMidYMid slice" aria-hidden="true" {
            @for _ in 0..48 {
                circle cx=(draw(1280)) cy=(draw(620)) r=(["0.6", "0.8", "1", "1.3"][draw(4)]) opacity=(["0.25", "0.4", "0.6"][draw(3)]) {}
            }
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
                (bar(&html! {
                    a href="/games" { "Games" } a href="/quiz" { "Trivia" } a href="/how" { "How it works" }
                }))
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
