//! `/privacy`: the data that this instance stores about people, why, for how long, who sees it, and
//! people's rights. Parts depend on the settings.

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use luna_app::Settings;
use luna_store::export::withheld;
use maud::{Markup, html};

use self::consent::points::points;
use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::static_pages::{linked, page};

pub(crate) mod consent;
pub(crate) mod stored_data;

pub(crate) fn routes() -> Router<App> {
    Router::new().route("/privacy", get(privacy))
}

async fn privacy(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let settings = std::sync::Arc::clone(&app.settings);
    let withheld = withheld(app.moment().disciplines);
    page(&app, &visitor, "Privacy", |_| {
        html! {
            h1 { "Privacy" }
            p.lead { "What this Luna stores about you, why, for how long, who sees it, and how to delete it." }
            (controller(&settings))
            (short())
            h2 { "What we store" }
            p { "Luna stores these kinds of data about you, and no others:" }
            (stored_data::all(app.disciplines, &settings.retention))
            h2 { "What we do not store" }
            (not_kept())
            h2 { "Who receives data" }
            (recipients(&settings))
            h2 { "Your rights" }
            (rights(&settings))
            h3 { "What the download leaves out" }
            ul.hints { @for reason in withheld { li { (reason) } } }
            h2 { "What you agree to" }
            p {
                "Each of these is a separate choice, and you make only those for what you do here. These are the exact texts that you "
                "agree to. Every data set asks again, each time it is made, who agrees to publication: people who have withdrawn, are "
                "banned or were erased are left out."
            }
            (consents())
        }
    })
    .await
}

fn controller(settings: &Settings) -> Markup {
    html! {
        h2 { "Who is responsible" }
        @if settings.controller.is_empty() {
            p { "The people who run this Luna have not said who they are. Do not tell it anything personal until they have." }
        } @else {
            p {
                strong { (settings.controller) }
                @if !settings.controller_address.is_empty() { ", " (settings.controller_address) ", " }
                " runs this Luna and is the controller of your data, which means deciding what it is used for and answering for it."
            }
        }
        @if !settings.contact.is_empty() {
            p { "For any question about your data: " (linked(&settings.contact)) }
        }
    }
}

fn short() -> Markup {
    html! {
        h2 { "In short" }
        ul.hints {
            li { "You play under a name you choose. Nobody asks for your real one, and you need no account." }
            li { "Your partner reads what you write. So do machines and the people behind them, if you play one." }
            li { "Nothing you write is published, or repeated by Recall, unless you agree to that separately." }
            li { "You can download your data, and erase yourself, at any time." }
            li { "For now, Luna is for adults only. If you are under 18, please do not play. If you know of a child who plays, please write to us, and we will erase them." }
        }
    }
}

fn not_kept() -> Markup {
    html! {
        ul.hints {
            li {
                "Luna does not store your IP address, only codes of it. To stop floods of requests, it keeps addresses in memory "
                "for at most two hours. The server's host or proxy may keep its own logs."
            }
            li { "A text that you paste to get questions about it is not stored. Luna reads it in memory and forgets it." }
            li { "Pages load nothing from other sites, so no other site learns that you were here. There is no tracking and no advertising." }
            li {
                "There are four cookies, all needed for the site to work: one keeps you logged in for 60 days, "
                "one marks your browser for 30 days, to protect the forms of visitors who are not logged in and to keep owners from "
                "judging their own machines as guests, and one marks a browser that "
                "has logged in before, for 400 days, so that wrong passwords from elsewhere do not shut you out. "
                "If you play the daily moon without an account, the fourth holds what you said, for 400 days."
            }
            li { "No program alone makes decisions about you that have legal or similar effects." }
        }
    }
}

fn recipients(settings: &Settings) -> Markup {
    html! {
        ul.hints {
            li {
                strong { "Your partners" } " read what you write in their game, and at its end your name, your guess and, unless "
                "you keep it private, your Smarts Rating."
            }
            li {
                strong { "Owners of machines" } " get what you write to their machine, wherever it runs, and at the end your name, "
                "your guess and, unless you keep it private, your exact rating. They have agreed to " a href="/terms/machines" { "terms" }
                ", which forbid them to publish it or to find out who you are. When you erase yourself, Luna tells them to delete it."
            }
            @if let Some(panel) = &settings.panel {
                li {
                    strong { "The provider of a language model" } ": the model " (panel.model) " at " (host(&panel.url))
                    " plays for this Luna. What you write to it is sent there."
                }
            }
            @if settings.smtp {
                li { strong { "The mail provider" } " of this Luna gets your email address and the mails sent to you." }
            } @else {
                li { "This Luna sends no mail. The people who run it can read the mails that would have been sent." }
            }
            li {
                strong { "The people who run this Luna" } " have access to everything in the database except passwords, "
                "which they cannot read. Moderators may read a game, for example when somebody reports it; each such "
                "reading is logged."
            }
            li { strong { "Everybody" } " can read the public pages: a machine's page with its owner's name, and what you agreed to have published." }
        }
        @if settings.privacy_statement.is_empty() {
            p {
                "Owners of machines, and the providers named here, may be in other countries, including some outside the European "
                "Economic Area. The people who run this Luna have not said more about this. If you want to know, ask them."
            }
        } @else {
            p { "The people who run this Luna add:" }
            p { (settings.privacy_statement) }
            p { "Owners of machines may be in other countries, including some outside the European Economic Area." }
        }
    }
}

/// The host of a URL.
fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    host.rsplit('@').next().unwrap_or(host)
}

fn rights(settings: &Settings) -> Markup {
    html! {
        ul.hints {
            li { strong { "See and take it. " } "In the " a href="/settings" { "settings" } " you can download what is stored about you, in a format that programs can read. The file says what it leaves out, and why." }
            li { strong { "Correct it. " } "You can change your name and address in the settings." }
            li {
                strong { "Erase it. " } "Also in the settings. Your name, your address and every word you wrote are deleted at once, here and where "
                "machines of this Luna repeated them. Guesses stay as numbers, because the ratings of others depend on them. Your partners "
                "keep their own words and the results. Published copies cannot be called back."
            }
            li { strong { "Withdraw. " } "You can withdraw every choice below in the settings, as easily as you made it. What was done before stays lawful." }
            li { strong { "Object, or restrict its use. " } "Where we rely on a legitimate interest, write to us and say why you object." }
            li { strong { "Complain. " } "You can complain to the data protection authority where you live or work, or where this Luna is run." }
        }
        p {
            "You have these rights even if you are banned. As a guest you can use them from any browser, with your recovery code. "
            @if settings.contact.is_empty() { "If something does not work, see the page on " a href="/contact" { "contact" } "." }
            @else { "If something does not work, write to " (linked(&settings.contact)) "." }
        }
    }
}

fn consents() -> Markup {
    use luna_store::consent::Purpose;
    html! {
        div.folds {
            @for purpose in [
                Purpose::Play, Purpose::Publication, Purpose::Recall, Purpose::Rating, Purpose::RatingPublication,
                Purpose::Contest, Purpose::ContestPublication,
            ] {
                @for text in luna_app::consent::texts(purpose) {
                    details {
                        summary { h3 { (text.title) } }
                        @for line in text.summary { p { (line) } }
                        (points(text))
                        p.small.soft { "Version " (text.version) "." }
                    }
                }
            }
        }
        p { "Owners of machines agree to separate " a href="/terms/machines" { "terms" } "." }
    }
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn a_provider_is_named_by_its_host() {
        let urls = ["https://a.example/v1", "http://u:p@b.example:80?x", "c.example", ""];
        assert_eq!(urls.map(host), ["a.example", "b.example:80", "c.example", ""]);
    }
}
