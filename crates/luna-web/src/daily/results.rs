//! The result of a day: who the five were, the score, the streak, and how everybody else did.

use luna_app::daily::judge::{self, DayResult, Revealed, Today};
use luna_app::format::{date, many, tenths};
use luna_core::daily::{MOST_POINTS, Moon, streak};
use luna_figures::{Frame, histogram};
use luna_store::Tx;
use luna_store::daily::{plan, play};
use luna_store::player::Player;
use maud::{Markup, PreEscaped, html};

use super::exchange::{self, off, who, whole};
use super::moons;
use crate::html::moon::moon;
use crate::http::error::Error;
use crate::http::state::App;
use crate::page::layout::{Page, Preview};

const DAY_MS: i64 = 86_400_000;
/// Days that are read for the streak, and
const READ: i64 = 400;
/// those in the list.
const LISTED: usize = 30;
/// Scores in one bar.
const STEP: i64 = 10;

/// The days of a visitor, the latest first; of somebody without an account only the last.
pub(super) struct History {
    pub(super) today: Option<DayResult>,
    days: Vec<DayResult>,
}

impl History {
    pub(super) fn read(
        tx: &mut Tx<'_>,
        me: Option<&Player>,
        cookie: Option<&str>,
        today: i64,
    ) -> Result<History, Error> {
        let days = match me {
            Some(me) => {
                let plays = play::of_player(tx, &me.id, READ)?;
                plays.iter().map(DayResult::of_play).collect()
            }
            None => match cookie.and_then(moons::of_cookie) {
                Some((day, verdicts)) if day == today => vec![judge::result(tx, day, &verdicts)?],
                _ => Vec::new(),
            },
        };
        let played = days.first().filter(|it: &&DayResult| it.day == today);
        Ok(History { today: played.cloned(), days })
    }

    fn streak(&self, today: i64) -> usize {
        let days: Vec<i64> = self.days.iter().map(|it| it.day).collect();
        streak(&days, today)
    }
}

/// The content of the result page.
pub(super) struct Shown {
    result: DayResult,
    exchanges: Vec<Option<Revealed>>,
    scores: Vec<(i64, i64)>,
}

pub(super) fn read(tx: &mut Tx<'_>, today: &Today, result: &DayResult) -> Result<Shown, Error> {
    let mut exchanges = Vec::new();
    for it in &today.exchanges {
        let found = it.as_ref().map(|it| judge::reveal(tx, &it.id)).transpose();
        exchanges.push(match found {
            Ok(found) => found,
            Err(luna_app::Error::NotFound) => None,
            Err(error) => return Err(error.into()),
        });
    }
    let scores = plan::scores(tx, today.day)?;
    Ok(Shown { result: result.clone(), exchanges, scores })
}

pub(super) fn page(
    app: &App,
    me: Option<&Player>,
    today: &Today,
    history: &History,
    shown: &Shown,
) -> Markup {
    let result = &shown.result;
    let days = history.streak(today.day);
    let link = format!("{}/today/moons/{}", app.settings.public_url, moons::code(result));
    let night = html! {
        div.centre {
            p.soft { "Your moon of " (date(today.day * DAY_MS)) }
            h1 { (result.score) " of 100" }
            p.lead { (moons::row(result.moons(), 56)) }
            p {
                @if me.is_some() && days > 1 { (days) " days in a row. " }
                "The next five come at midnight UTC."
            }
            div.row {
                a.button.now href="/consent" { "Play a real game" }
                a.button href={ "/today/moons/" (moons::code(result)) } { "Share" }
            }
        }
    };
    let body = html! {
        @for ((nth, it), (verdict, points)) in (1..).zip(&shown.exchanges).zip(result.verdicts.iter().zip(&result.points)) {
            @match (it, verdict, points) {
                (Some(it), Some(verdict), Some(points)) => {
                    section.sheet.exchange aria-label={ "Answer " (nth) } {
                        (exchange::words(&it.glimpse.question, &it.glimpse.answer))
                        div.row.apart {
                            div {
                                p.verdict { (who(it)) }
                                p {
                                    "You said " strong { (verdict.guess) } " and " strong { @if verdict.machine { "a machine" } @else { "a person" } } ". "
                                    @match it.rating {
                                        Some(rating) => { "Their Smarts Rating is " (whole(rating)) ": you are " (off(rating, verdict.guess)) "." }
                                        None => { "Too few have guessed about them for a Smarts Rating, so only who it was counts." }
                                    }
                                }
                            }
                            span.rating { (moon(Moon::of(*points).lit(), 30, false)) (points) " of " (MOST_POINTS) }
                        }
                        (others(it))
                    }
                }
                _ => { p.note { "Answer " (nth) " was withdrawn. It counts for nobody." } }
            }
        }
        (distribution(shown))
        h2 { "To share" }
        p { "Nothing of it tells what the answers were." }
        p { label for="share" { "As text" } textarea #share readonly rows="3" { "Luna " (date(today.day * DAY_MS)) " · " (result.score) "/100\n" (result.line()) "\n" (link) } }
        p { a href={ "/today/moons/" (moons::code(result)) "/card.png" } { "As a picture" } }
        @if me.is_some() && history.days.len() > 1 { (list(history)) }
        @if me.is_none() {
            p.note { "This result is kept in this browser only. " a href="/signup" { "Create an account" } " to keep a history and a streak." }
        }
        (how_it_is_drawn(today))
    };
    let preview = Preview {
        title: "Today’s moon".to_owned(),
        words: "Five answers. How smart does each seem, and who gave it: a person or a machine?"
            .to_owned(),
        image: format!("{link}/card.png"),
    };
    Page::new("Today’s moon", body).of(me).night(night).plain().preview(preview).render(app)
}

fn others(it: &Revealed) -> Markup {
    let tally = it.tally;
    html! {
        @if let Some(mean) = tally.mean() && tally.told > 1 {
            p.small.soft {
                "Visitors’ mean is " (tenths(mean)) ". " (tally.machine) " of " (many(tally.told, "player")) " of today’s moon took it for a machine’s."
            }
        }
    }
}

/// The scores of everybody, in steps of ten.
fn distribution(shown: &Shown) -> Markup {
    let people: i64 = shown.scores.iter().map(|(_, people)| people).sum();
    let own = i64::from(shown.result.score);
    let below: i64 = shown.scores.iter().filter(|(score, _)| *score < own).map(|(_, n)| n).sum();
    if people < 2 {
        return html! { p.soft { "You are the first to finish today. Come back later to see how others did." } };
    }
    let mut bins = [0_u64; 10];
    for (score, people) in &shown.scores {
        // The best score has no bar of its own.
        let bin = usize::try_from(score / STEP).unwrap_or(0).min(bins.len() - 1);
        bins[bin] += u64::try_from(*people).unwrap_or(0);
    }
    let frame = Frame {
        id: "scores",
        title: "Today’s scores",
        description: "How many have reached each score today.",
        x_label: "score",
        y_label: "players",
    };
    let chart = histogram(&frame, 0.0, 10.0, &bins);
    html! {
        h2 { "How others did" }
        p { (many(people, "player")) " so far; " (below) " scored less than you." }
        figure { (PreEscaped(chart.page())) }
    }
}

fn list(history: &History) -> Markup {
    html! {
        h2 { "Your moons" }
        ul.plain {
            @for it in history.days.iter().take(LISTED) {
                li.row.apart { span { (date(it.day * DAY_MS)) } (moons::row(it.moons(), 22)) strong.number { (it.score) } }
            }
        }
    }
}

pub(super) fn how_it_is_drawn(today: &Today) -> Markup {
    html! {
        details.after {
            summary { "How it is drawn and scored" }
            p {
                "At midnight UTC five answers are drawn"
                @if let Some(candidates) = today.candidates { " from " (many(candidates, "candidate")) }
                ": answers of finished games whose players both agree to publication, without their names, and where those are too few, "
                "lines that come with Luna. Each is drawn once."
            }
            p {
                "Each answer is worth " (MOST_POINTS) " points: half for telling a person from a machine, and half for the distance of your guess to the Smarts Rating, a "
                "point less for each five points off. Where fewer than five people have guessed about the player, all points are for the former. "
                "What visitors say here is part of no rating."
            }
            p {
                "What players said on days that are over can be downloaded: "
                a href="/today/release/judgements.jsonl" download { "JSON lines" }
                ". It has only players who agree to publication, each under a made-up name that is another one each day."
            }
            @if let Some(hash) = &today.hash_today { p { "SHA-256 of today’s seed: " code { (hash) } } }
            @if let Some(hash) = &today.hash_tomorrow { p { "SHA-256 of tomorrow’s seed: " code { (hash) } } }
            @if let Some(seed) = &today.seed_yesterday { p { "Yesterday’s seed: " code { (seed) } } }
        }
    }
}
