//! `/quiz/me`: somebody's plays in figures, and the latest ones.

use luna_app::format::many;
use luna_core::quiz::play::Outcome;
use luna_figures::{Bar, Bars, Chart, Frame, Range, bars};
use luna_store::quiz::play::{self, Play, Tally};
use maud::{Markup, html};

use super::ending::{points, title};
use crate::html::chart;
use crate::html::paging::before;
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::html::times::ago;
use crate::http::error::Error;
use crate::http::page_request::QueryRequest;
use crate::page::layout::Page;

const PAGE: i64 = 20;
/// Categories on the chart at most: those with the most plays.
const ON_CHART: usize = 8;

pub(super) async fn show(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let from = before(query.as_deref());
    let asking = visitor.clone();
    let (me, tallies, counted, mut latest) = app
        .db
        .read(move |tx| {
            let me = asking.logged_in(tx)?;
            let tallies = play::tallies(tx, &me.id, false)?;
            let counted = play::tallies(tx, &me.id, true)?;
            let from = from.as_ref().map_or((i64::MAX, ""), |(at, id)| (*at, id.as_str()));
            let latest = play::latest_of(tx, &me.id, from, PAGE + 1)?;
            Ok::<_, Error>((me, tallies, counted, latest))
        })
        .await?;
    let most = usize::try_from(PAGE).unwrap_or(0);
    let more = latest.len() > most;
    latest.truncate(most);
    let body = html! {
        h1 { "Your trivia" }
        @if tallies.is_empty() {
            p { "You have not finished a question yet. Your points and how early you buzz appear here." }
            p { a.button.now href="/quiz/read" { "Start reading" } }
        } @else {
            (figures(&tallies))
            (practice(&tallies, &counted))
            div.row { a.button.now href="/quiz/read" { "Keep reading" } a.button href="/quiz/read?misses=yes" { "Repeat what you missed" } }
            h2 { "By category" }
            (chart::before(&picture(&tallies), &by_category(&tallies)))
            p.soft.small { "If you read a question again, it counts again." }
            h2 { "Latest questions" }
            (list(&latest, visitor.now))
            @if let Some(last) = latest.last().filter(|_| more) {
                p { a.button href={ "/quiz/me?before=" (last.started_at) "-" (last.id) } { "Older questions" } }
            }
        }
    };
    Ok(Page::new("Your trivia", body).of(Some(&me)).wide().render(&app))
}

/// The number of plays of some outcomes.
fn count(tally: &Tally, of: impl Fn(Outcome) -> bool) -> i64 {
    tally.outcomes.iter().filter(|(outcome, _)| of(*outcome)).map(|(_, count)| count).sum()
}

fn scored(tally: &Tally) -> i64 {
    tally.outcomes.iter().map(|(outcome, count)| outcome.points() * count).sum()
}

fn plays(tally: &Tally) -> i64 {
    count(tally, |_| true)
}

fn figures(tallies: &[Tally]) -> Markup {
    let sum = |of: fn(&Tally) -> i64| tallies.iter().map(of).sum::<i64>();
    let right = sum(|tally| count(tally, Outcome::is_right));
    let (played, scored) = (sum(plays), sum(scored));
    html! {
        div.tiles {
            div.sheet { span.figure { (played) } span.small.soft { @if played == 1 { "question" } @else { "questions" } } }
            div.sheet { span.figure { (right) } span.small.soft { "right" } }
            div.sheet {
                span.figure { @if scored < 0 { "−" } (scored.abs()) }
                span.small.soft { @if scored.abs() == 1 { "point" } @else { "points" } }
            }
        }
    }
}

/// The plays that count, told from practice.
fn practice(all: &[Tally], counted: &[Tally]) -> Markup {
    let sum = |tallies: &[Tally], of: fn(&Tally) -> i64| tallies.iter().map(of).sum::<i64>();
    let (played, of_all) = (sum(counted, plays), sum(all, plays));
    let right = sum(counted, |tally| count(tally, Outcome::is_right));
    html! {
        p {
            @if played == 0 {
                "All of this is practice: these questions can be known from elsewhere. "
            } @else {
                (many(played, "question")) " of these " @if played == 1 { "counts" } @else { "count" } ": "
                (right) " right, " (points(sum(counted, scored))) ". "
                @if played < of_all { "The others are practice. " }
            }
            "A question counts if it is in no release and no public source, and you had not read, written or reviewed it before."
        }
    }
}

fn number(value: i64) -> f64 {
    f64::from(i32::try_from(value).unwrap_or(i32::MAX))
}

/// The share of right answers, in percent.
fn share(tally: &Tally) -> f64 {
    100.0 * number(count(tally, Outcome::is_right)) / number(plays(tally)).max(1.0)
}

fn name(tally: &Tally) -> &str {
    if tally.category.is_empty() { "Other" } else { &tally.category }
}

fn picture(tallies: &[Tally]) -> Chart {
    let mut shown: Vec<&Tally> = tallies.iter().collect();
    shown.sort_by_key(|tally| std::cmp::Reverse(plays(tally)));
    shown.truncate(ON_CHART);
    let names: Vec<&str> = shown.iter().map(|tally| name(tally)).collect();
    let right: Vec<Bar> = shown.iter().map(|tally| Bar::plain(share(tally))).collect();
    let heard = |tally: &&Tally| Bar::plain(100.0 * tally.mean_position.unwrap_or(f64::NAN));
    let heard: Vec<Bar> = shown.iter().map(heard).collect();
    let frame = Frame {
        id: "categories",
        title: "Right answers and buzzes by category",
        description: "For each category the share of questions answered right, and the mean share of a question heard before the buzz. The table below has the numbers.",
        x_label: "category",
        y_label: "percent",
    };
    let series = [
        Bars { name: "answered right", values: &right },
        Bars { name: "heard before the buzz", values: &heard },
    ];
    bars(&frame, &names, &series, Range { low: 0.0, high: 100.0 })
}

fn by_category(tallies: &[Tally]) -> Markup {
    let heads = [
        Text("Category"),
        Number("Questions"),
        Number("Points"),
        Number("Early"),
        Number("Right"),
        Number("Wrong before the end"),
        Number("Wrong at the end"),
        Number("No buzz"),
        Number("Answered right"),
        Number("Heard before the buzz"),
    ];
    let rows = html! {
        @for tally in tallies {
            tr {
                th scope="row" { (name(tally)) }
                td.number { (plays(tally)) }
                td.number { @if scored(tally) < 0 { "−" } (scored(tally).abs()) }
                @for outcome in Outcome::ALL { td.number { (count(tally, |it| it == outcome)) } }
                td.number { (format!("{:.0} %", share(tally))) }
                td.number { @match tally.mean_position { Some(mean) => (format!("{:.0} %", 100.0 * mean)), None => "–" } }
            }
        }
    };
    table("Your plays by category", &heads, &rows)
}

fn list(latest: &[Play], now: i64) -> Markup {
    html! {
        ul.plain {
            @for play in latest {
                li {
                    a href={ "/quiz/read/" (play.id) } {
                        @match play.last_answer() {
                            Some(answer) => { "“" bdi { (answer) } "”" },
                            None if play.position.is_some() => "No answer",
                            None => "No buzz",
                        }
                    }
                    div.small.soft {
                        @if let Some(outcome) = play.outcome { (title(outcome)) ": " (points(outcome.points())) " · " }
                        @if let Some(position) = play.position { "after " (position) " of " (many(play.words, "word")) " · " }
                        @if play.is_counted { "counts · " }
                        (ago(now, play.started_at))
                    }
                }
            }
        }
    }
}
