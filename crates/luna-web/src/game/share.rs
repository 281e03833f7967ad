//! The result of a game to share: two numbers and who it was, with no word of the game and no name. Its
//! address holds all of it, signed, so that nobody shares a result that they did not have.

use axum::response::{Redirect, Response};
use luna_app::format::{questions, tenths};
use luna_app::mac::mac;
use luna_core::game::{Ending, GameResult};
use luna_figures::Card;
use maud::{Markup, html};

use super::game_page::GamePage;
use crate::html::moon::moon;
use crate::http::card;
use crate::http::error::Error;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::page::layout::{Page, Preview};

/// The content of a shared result, in tenths of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shared {
    guess: u32,
    /// None where the partner had no rating, or keeps it private.
    rating: Option<u32>,
    /// None of a partner who has been erased.
    machine: Option<bool>,
}

impl Shared {
    fn of(seen: &GamePage, result: &GameResult) -> Shared {
        let partner = seen.partner.as_ref().filter(|it| !it.id.is_empty());
        let is_private = partner.is_none_or(|it| it.rating_hidden);
        let in_tenths = |shown: &str| shown.parse::<f64>().ok().map(tenths_of);
        Shared {
            guess: in_tenths(&result.my_guess.to_string()).unwrap_or(0),
            rating: result
                .their_rating
                .filter(|_| !is_private)
                .and_then(|it| in_tenths(&it.to_string())),
            machine: partner.map(|it| it.machine),
        }
    }

    fn words(self) -> String {
        let rating = self.rating.map_or("x".to_owned(), |it| it.to_string());
        let who = match self.machine {
            Some(true) => "m",
            Some(false) => "p",
            None => "x",
        };
        format!("{}-{rating}-{who}", self.guess)
    }

    fn code(self, key: &str) -> String {
        let words = self.words();
        format!("{words}-{}", signature(key, &words))
    }

    /// Reads an address that this instance has signed.
    fn read(key: &str, code: &str) -> Option<Shared> {
        let (words, signed) = code.rsplit_once('-')?;
        if signature(key, words) != signed {
            return None;
        }
        let mut parts = words.split('-');
        let (guess, rating, who) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Shared {
            guess: guess.parse().ok()?,
            rating: rating.parse().ok(),
            machine: match who {
                "m" => Some(true),
                "p" => Some(false),
                _ => None,
            },
        })
    }

    fn headline(self) -> String {
        let guess = points(self.guess);
        match self.rating {
            Some(rating) => format!("I guessed {guess}. It was {}.", points(rating)),
            None => format!("I guessed {guess}."),
        }
    }

    fn who(self) -> &'static str {
        match self.machine {
            Some(true) => "My partner was a machine.",
            Some(false) => "My partner was a person.",
            None => "A game of Luna.",
        }
    }

    fn moons(self) -> Vec<f64> {
        [Some(self.guess), self.rating]
            .into_iter()
            .flatten()
            .map(|it| f64::from(it) / 1_000.0)
            .collect()
    }

    fn card(self, public_url: &str) -> Card {
        Card {
            moons: self.moons(),
            headline: self.headline(),
            line: self.who().to_owned(),
            source: card::source(public_url),
        }
    }
}

#[expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to 1,000"
)]
fn tenths_of(points: f64) -> u32 {
    (points * 10.0).round().clamp(0.0, 1_000.0) as u32
}

fn points(tenths_of_points: u32) -> String {
    tenths(f64::from(tenths_of_points) / 10.0)
}

fn signature(key: &str, words: &str) -> String {
    mac(key, &["result", words]).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Leads the player of a finished game to its result.
pub(super) async fn begin(
    PageRequest { app, visitor, id }: PageRequest,
) -> Result<Redirect, Error> {
    let asking = visitor.clone();
    let seen = app.db.read(move |tx| GamePage::read(tx, &asking, &id)).await?;
    let view = seen.loaded.game.view(seen.place.seat);
    let result = view.result.filter(|_| seen.place.ending == Some(Ending::Final));
    let result = result.ok_or_else(|| {
        Error::Refused("This game is not over yet, so there is nothing to share.".to_owned())
    })?;
    let code = Shared::of(&seen, &result).code(&app.key().await?);
    Ok(Redirect::to(&format!("/results/{code}")))
}

async fn shared(app: &App, code: &str) -> Result<Shared, Error> {
    Shared::read(&app.key().await?, code).ok_or(Error::NotFound)
}

pub(super) async fn page(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let it = shared(&app, &id).await?;
    let me = app.db.read(move |tx| visitor.player(tx)).await?;
    let link = format!("{}/results/{id}", app.settings.public_url);
    let headline = it.headline();
    let invitation = invitation(app.settings.rules.questions);
    let night = html! {
        div.centre {
            p.lead { span.moons { @for lit in it.moons() { (moon(lit, 96, false)) } } }
            h1 { (headline) }
            p { (it.who()) }
            p.soft { (invitation) }
            div.row {
                @if me.is_some() { a.button.now href="/games" { "Your games" } }
                @else { a.button.now href="/" { "Try it" } }
            }
        }
    };
    let body = html! {
        @if me.is_some() {
            h2.first { "Share this result" }
            p { "It names nobody, and nothing that was written is in it." }
            p { label for="share" { "As text" } textarea #share readonly rows="3" { (headline) " " (it.who()) "\n" (link) } }
            p { a href={ "/results/" (id) "/card.png" } { "As a picture" } }
        }
    };
    let preview = Preview {
        title: headline.clone(),
        words: invitation.clone(),
        image: format!("{link}/card.png"),
    };
    let page = Page::new(&headline, body).of(me.as_ref()).night(night).plain();
    Ok(page.preview(preview).render(&app))
}

pub(super) async fn svg(PageRequest { app, id, .. }: PageRequest) -> Result<Response, Error> {
    Ok(card::svg(&shared(&app, &id).await?.card(&app.settings.public_url)))
}

pub(super) async fn png(PageRequest { app, id, .. }: PageRequest) -> Result<Response, Error> {
    card::png(shared(&app, &id).await?.card(&app.settings.public_url)).await
}

/// The game in a sentence, for somebody who has never heard of it.
fn invitation(asked: usize) -> String {
    format!("Ask a stranger {}, answer theirs, and guess how smart they seem.", questions(asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_holds_the_result_and_only_its_instance_signs_it() {
        let all = [
            Shared { guess: 810, rating: Some(840), machine: Some(false) },
            Shared { guess: 0, rating: None, machine: Some(true) },
            Shared { guess: 1_000, rating: Some(5), machine: None },
        ];
        for it in all {
            let code = it.code("key");
            assert_eq!(Shared::read("key", &code), Some(it), "{code}");
            assert_eq!(Shared::read("another key", &code), None);
            assert_eq!(Shared::read("key", &code.replacen(char::is_numeric, "7", 1)), None);
        }
        for wrong in ["", "x", "-", "810-840-p", "810-840-p-0000000000000000"] {
            assert_eq!(Shared::read("key", wrong), None, "{wrong}");
        }
    }
}
