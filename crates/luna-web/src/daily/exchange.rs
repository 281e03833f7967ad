//! One exchange for a visitor to judge: on the landing page, and at an address of its own once they have
//! guessed.

use axum::extract::RawQuery;
use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::daily::judge::{self, Glimpse, Origin, Revealed};
use luna_app::daily::own_lines::Author;
use luna_app::format::{tenths, thousands};
use luna_core::rating::Points;
use maud::{Markup, html};

use crate::html::moon::moon;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::FormRequest;
use crate::http::page_request::{PageRequest, QueryRequest};
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

/// The exchange, and the form to guess.
pub(crate) fn sheet(visitor: &Visitor, it: &Glimpse, problem: Option<&str>) -> Markup {
    html! {
        section #try.sheet aria-label="Guess" data-try {
            (words(&it.question, &it.answer))
            form method="post" action={ "/try/" (it.id) } {
                (csrf(visitor))
                div.row.apart {
                    label for="try-guess" { "How smart does this seem?" }
                    span data-moon="try-guess" { (moon(0.0, 44, false)) }
                }
                (slider("try-guess", "guess", "", problem))
                div.row {
                    button.button.now { "Guess" }
                    @if it.guesses > 0 { span.soft.small { (guesses(it.guesses)) " so far" } }
                }
            }
        }
    }
}

fn guesses(count: i64) -> String {
    if count == 1 { "1 guess".to_owned() } else { format!("{} guesses", thousands(count)) }
}

/// A question and its answer.
pub(super) fn words(question: &str, answer: &str) -> Markup {
    html! {
        p.question dir="auto" { (question) }
        p.answer dir="auto" { (answer) }
    }
}

/// A number from 0 to 100, with a slider beside it where there are scripts. It rests on nothing.
pub(super) fn slider(id: &str, name: &str, value: &str, problem: Option<&str>) -> Markup {
    let described = format!("{id}-problem");
    html! {
        div.slider data-slider {
            input.narrow id=(id) type="text" inputmode="decimal" name=(name) value=(value) maxlength="5" autocomplete="off" required
                placeholder="0–100" aria-invalid=[problem.map(|_| "true")] aria-describedby=[problem.map(|_| &described)];
            div.ends aria-hidden="true" { span { "a parrot" } span { "a professor" } }
        }
        @if let Some(problem) = problem { p.problem id=(described) { (problem) } }
    }
}

pub(super) const NOT_A_GUESS: &str = "Please guess with a number from 0 to 100.";

/// A guess that somebody has typed, in whole points.
pub(super) fn typed(text: &str) -> Option<u8> {
    let points = Points::parse(text.trim()).ok()?;
    u8::try_from((points.millionths() + 500_000) / 1_000_000).ok()
}

/// Another exchange than the one that is named.
pub(super) async fn another(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let other_than = Form::of_query(query.as_deref()).text("not").to_owned();
    let asking = visitor.clone();
    let read = app.db.read(move |tx| {
        let found = judge::glimpse(tx, asking.now, &[&asking.csrf, &other_than], &other_than)?;
        Ok::<_, Error>((asking.player(tx)?, found))
    });
    let (me, found) = read.await?;
    let body = html! {
        h1 { "How smart does this seem?" }
        @match &found {
            Some(it) => { (sheet(&visitor, it, None)) }
            None => {
                p { "There is no answer to guess about yet. You can practise with a machine instead." }
                p { a.button.now href="/consent" { "Play now" } }
            }
        }
    };
    Ok(Page::new("Guess", body)
        .of(me.as_ref())
        .scripts(&["slider.js", "try.js"])
        .plain()
        .render(&app))
}

/// A visitor guesses. The number stays in the address, so that the page can be reloaded.
pub(super) async fn guess(request: FormRequest) -> Result<Response, Error> {
    let FormRequest { app, visitor, id, form } = request;
    let Some(guess) = typed(form.text("guess")) else {
        let (wanted, asking) = (id.clone(), visitor.clone());
        let read = app.db.read(move |tx| {
            let found = judge::single(tx, asking.now, &wanted)?;
            Ok::<_, Error>((asking.player(tx)?, found))
        });
        let (me, found) = read.await?;
        let body = html! {
            h1 { "How smart does this seem?" }
            (sheet(&visitor, &found, Some(NOT_A_GUESS)))
        };
        let page = Page::new("Guess", body)
            .of(me.as_ref())
            .scripts(&["slider.js", "try.js"])
            .plain()
            .render(&app);
        return Ok((axum::http::StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
    };
    let (doing, of, address) = (app.clone(), id.clone(), visitor.address.to_string());
    app.db.write(move |tx| Ok::<_, Error>(judge::guess(tx, &doing, &address, &of, guess)?)).await?;
    Ok(Redirect::to(&format!("/try/{id}?guess={guess}")).into_response())
}

/// Tells who it was. Without a guess the exchange is asked about first.
pub(super) async fn show(
    PageRequest { app, visitor, id }: PageRequest,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    let guess = typed(Form::of_query(query.as_deref()).text("guess"));
    let asking = visitor.clone();
    let read = app.db.read(move |tx| {
        Ok::<_, Error>((asking.player(tx)?, judge::single_revealed(tx, asking.now, &id)?))
    });
    let (me, found) = read.await?;
    let title = guess.map_or("How smart does this seem?", |_| who(&found));
    let body = html! {
        @if let Some(guess) = guess { h1.unseen { (title) } (revealed(&found, guess)) }
        @else { h1 { (title) } (sheet(&visitor, &found.glimpse, None)) }
    };
    let page = Page::new(title, body).of(me.as_ref()).scripts(&["slider.js", "try.js"]).plain();
    Ok(page.render(&app))
}

fn revealed(it: &Revealed, guess: u8) -> Markup {
    let others = it.tally.mean().filter(|_| it.tally.count > 1);
    html! {
        section #try.sheet aria-label="Who it was" tabindex="-1" {
            (words(&it.glimpse.question, &it.glimpse.answer))
            p.small.soft { "You said " (guess) "." }
            p.verdict { (who(it)) }
            @match it.rating {
                Some(rating) => {
                    p {
                        "Their Smarts Rating is " strong { (whole(rating)) } ", by the guesses of people who played them. You are "
                        (off(rating, guess)) "."
                    }
                }
                None => { p { (unrated(it)) } }
            }
            @if let Some(mean) = others {
                p.small.soft { "The " (guesses(it.tally.count)) " of visitors here have a mean of " (tenths(mean)) ". They count in no rating." }
            }
            div.row {
                a.button.now href="/consent" { "Play a real game" }
                a.button href={ "/try?not=" (it.glimpse.id) } data-another { "Another one" }
            }
            p.small.soft.after { "In a game, somebody guesses about you at the same time. " a href="/today" { "Today’s moon" } " has five of these." }
        }
    }
}

/// The author, in a sentence.
pub(super) fn who(it: &Revealed) -> &'static str {
    match (it.source, it.machine) {
        (Origin::Own(Author::Makers), _) => "It was one of us: a line by the makers of Luna.",
        (Origin::Own(Author::House(_)), _) => "It was a machine that comes with Luna.",
        (Origin::Game, true) => "It was a machine.",
        (Origin::Game, false) => "It was a person.",
    }
}

fn unrated(it: &Revealed) -> &'static str {
    match it.source {
        Origin::Own(Author::Makers) => {
            "It comes with Luna, for a site on which few games have finished. It has no Smarts Rating."
        }
        _ => "Too few people have guessed about them for a Smarts Rating that could be compared.",
    }
}

/// A rating as visitors see it. Its tenths could tell whose it is.
pub(super) fn whole(rating: f64) -> String {
    format!("{rating:.0}")
}

/// The distance of a guess to a rating, in words.
pub(super) fn off(rating: f64, guess: u8) -> String {
    match (rating.round() - f64::from(guess)).abs() {
        0.0..0.5 => "exactly right".to_owned(),
        0.5..1.5 => "1 point off".to_owned(),
        off => format!("{off:.0} points off"),
    }
}
