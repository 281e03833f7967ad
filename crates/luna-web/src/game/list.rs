//! `/games`: a player's games, starting with those where it is their move.

use std::collections::BTreeSet;

use luna_app::format::{beginning, capitalized, many, questions};
use luna_core::game::{Duty, Ending, Phase};
use luna_core::rating::Outcome;
use luna_store as store;
use luna_store::game::SeatState;
use luna_store::game::list::GameSummary;
use maud::{Markup, html};

use crate::html::moon::{moon, of_phase};
use crate::html::notice;
use crate::html::paging::before;
use crate::html::times::{ago, left};
use crate::http::error::Error;
use crate::page::layout::{Live, Page, csrf};
use crate::player::inbox::Inbox;

use super::pages::final_page::verdict;
use super::pages::parts::concerns;
use crate::http::page_request::QueryRequest;

const PAGE: i64 = 20;

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let before = before(query.as_deref());
    let asking = visitor.clone();
    let (me, mine, waiting, mut over, inbox, seq, from, has_played) = app
        .db
        .read(move |tx| {
            let me = asking.logged_in(tx)?;
            let list = |tx: &mut store::Tx<'_>, state, before: (i64, &str), limit| {
                store::game::list::of_player(tx, &me.id, state, before, limit)
            };
            let end = (i64::MAX, "");
            let mine = list(tx, SeatState::Move, end, 50)?;
            let waiting = list(tx, SeatState::Wait, end, 50)?;
            let from = before.as_ref().map_or(end, |(at, id)| (*at, id.as_str()));
            let over = list(tx, SeatState::Over, from, PAGE + 1)?;
            let seq = store::topic::seq(tx, &store::player::topic(&me.id))?;
            let inbox = Inbox::of(tx, &me.id)?;
            let paged = before.is_some();
            let has_played = store::player::tally(tx, &me.id)?.finished > 0;
            Ok::<_, Error>((me, mine, waiting, over, inbox, seq, paged, has_played))
        })
        .await?;
    let more = over.len() > 20;
    over.truncate(20);
    let now = visitor.now;
    let heading = match mine.len() {
        0 => "Your games".to_owned(),
        count => format!("Your move in {}", many(i64::try_from(count).unwrap_or(0), "game")),
    };
    let nothing = mine.is_empty() && waiting.is_empty() && over.is_empty() && !from;
    let body = html! {
        (inbox.section(&visitor))
        div.row.apart {
            h1 { (heading) }
            form method="post" action="/games" {
                (csrf(&visitor))
                button.button.now { "New game" }
            }
        }
        (notice::shown(query.as_deref()))
        @if nothing { (welcome(app.settings.rules.questions)) }
        @if !mine.is_empty() {
            ul.games { @for line in &mine { li { (due(line, now)) } } }
        }
        @if !waiting.is_empty() {
            h2 { "Waiting for the other player" }
            @if shares_questions(&waiting) {
                p.small.soft { "Your questions are asked in more than one game, each with another partner." }
            }
            ul.games { @for line in &waiting { li { (waits(line, now)) } } }
        }
        @if !over.is_empty() {
            h2 { "Finished" }
            p.small { a href="/guesses" { "Your open guesses" } ": how close you came where few others have guessed yet." }
            ul.games { @for line in &over { li { (finished(line, now)) (concerns(&line.seat_id)) } } }
            @if more && let Some(last) = over.last() {
                p { a.button href={ "/games?before=" (last.changed_at) "-" (last.seat_id) } { "Older games" } }
            }
        }
        div.sheet {
            h2.first { "Practice" }
            p {
                @if has_played { "Practise with a machine. It answers at once, and nothing counts." }
                @else {
                    "Would you like to see a whole game first? Practise with a machine. "
                    "It answers at once, nothing counts, and in five minutes you will know every step."
                }
            }
            form method="post" action="/practice" {
                (csrf(&visitor))
                button.button { "Practise with a machine" }
            }
        }
    };
    let live = Live {
        topic: None,
        seen: seq,
        state: seq.to_string(),
        waiting: mine.is_empty() && !waiting.is_empty(),
    };
    Ok(Page::new(&heading, body).of(Some(&me)).live(live).render(&app))
}

fn welcome(asked: usize) -> Markup {
    html! {
        p {
            "No games yet. Start one: write " (questions(asked)) ", and somebody who has written "
            "theirs will be your partner. You can have several games at once and leave them for "
            "days. Nothing you type is lost."
        }
    }
}

fn practice(line: &GameSummary) -> &'static str {
    if line.practice { "Practice · " } else { "" }
}

fn due(line: &GameSummary, now: i64) -> Markup {
    let view = line.game.view(line.seat);
    let asked = questions(view.rules.questions);
    let (what, hint) = match view.duty {
        Some(Duty::Guess) => ("Responses are in".to_owned(), "Read them and guess"),
        Some(Duty::Answer) => (capitalized(&format!("{asked} for you")), "Answer when you like"),
        Some(Duty::Ask) | None if line.practice => {
            (format!("Write your {asked}"), "The machine answers at once")
        }
        Some(Duty::Ask) | None => (format!("Write your {asked}"), "Then you get a partner"),
    };
    html! {
        a href={ "/games/" (line.seat_id) } {
            (moon(of_phase(view.phase), 34, true))
            span {
                strong { (what) } br;
                span.soft.small { (practice(line)) (hint) " · " (ago(now, line.opened_at)) }
            }
            @if let Some(due_at) = line.due_at { span.due { (left(now, due_at)) } }
        }
    }
}

/// Characters of a question that tell games apart.
const START: usize = 60;

/// Returns true if two of the games ask the same questions.
fn shares_questions(games: &[GameSummary]) -> bool {
    let mut seen = BTreeSet::new();
    games.iter().filter_map(own_questions).any(|questions| !seen.insert(questions))
}

fn own_questions(line: &GameSummary) -> Option<Vec<String>> {
    line.game.view(line.seat).my_questions
}

fn waits(line: &GameSummary, now: i64) -> Markup {
    let view = line.game.view(line.seat);
    let (what, hint) = match view.phase {
        Phase::Guess => ("Your guess is in", "The other player is still guessing"),
        Phase::Response => ("Your responses are in", "The other player is still answering"),
        _ if line.practice => {
            ("Your questions are in", "A machine answers as soon as one may play")
        }
        _ if view.partners_lost > 0 => {
            ("Your partner has left", "Your game is first in the queue for a new partner")
        }
        _ => ("Your questions are in", "You will have a partner soon"),
    };
    html! {
        a href={ "/games/" (line.seat_id) } {
            (moon(of_phase(view.phase), 34, false))
            span {
                (what) br;
                span.soft.small {
                    @if let Some(first) = view.my_questions.as_ref().and_then(|it| it.first()) {
                        bdi { (beginning(first, START)) } br;
                    }
                    (hint)
                }
            }
            span.soft.small { (ago(now, line.changed_at)) }
        }
    }
}

/// The outcome of a game by shape and colour: up, down, level, or open where nobody won.
fn outcome_mark(outcome: Option<Outcome>) -> Markup {
    let (shape, colour) = match outcome {
        Some(Outcome::Won) => ("M17 7l11 19H6z", "var(--good)"),
        Some(Outcome::Lost) => ("M17 27l11-19H6z", "var(--bad)"),
        Some(Outcome::Tied) => ("M7 13h20v8H7z", "var(--soft)"),
        Some(Outcome::NoLoss) => ("M17 6a11 11 0 1 0 .1 0zm0 5a6 6 0 1 1-.1 0z", "var(--soft)"),
        None => ("M9 16h16v2H9z", "var(--line)"),
    };
    html! { svg width="34" height="34" viewBox="0 0 34 34" aria-hidden="true" { path d=(shape) fill=(colour) {} } }
}

/// The same wording for people and machines, so that it does not reveal the partner.
const GIVEN_UP: &str = "Nobody waits for you";

fn finished(line: &GameSummary, now: i64) -> Markup {
    let partner = match line.partner.as_deref() {
        // No player can choose such a name.
        None => "somebody who has left",
        Some(name) if name.starts_with("erased-") => "somebody who has been erased",
        Some(name) => name,
    };
    let result = line.game.result(line.seat);
    let (what, hint) = match (line.ending, &result) {
        (Some(Ending::Final), Some(result)) => (
            html! { (verdict(result)) " " bdi { (partner) } },
            match result.their_rating {
                Some(_) if line.rating_hidden => {
                    format!("You guessed {}; they keep their rating private", result.my_guess)
                }
                Some(rating) => format!("You guessed {}, it was {rating}", result.my_guess),
                None => format!("You guessed {}; they had no rating yet", result.my_guess),
            },
        ),
        (Some(Ending::Expired), _) => (html! { "Time ran out" }, GIVEN_UP.into()),
        (Some(Ending::Left), _) => (html! { "You left this game" }, GIVEN_UP.into()),
        _ => (html! { "Given up" }, "Nobody was left to play".into()),
    };
    html! {
        a href={ "/games/" (line.seat_id) } {
            (outcome_mark(result.as_ref().filter(|_| line.ending == Some(Ending::Final)).map(|it| it.outcome)))
            span { (what) br; span.soft.small { (practice(line)) (hint) } }
            span.soft.small { (ago(now, line.changed_at)) }
        }
    }
}
