//! `/settings/machines/{id}/usage`: how a machine runs, for its owner. How long it takes, which replies
//! could not be read, what it has cost, and what its questions told.

use luna_app::format::{date, many, percent, thousands};
use luna_app::reply_times::{self, ReplyTimes};
use luna_core::skill::Skill;
use luna_figures::{Bar, Bars, Frame, Range, bars};
use luna_store::machine::Transport;
use luna_store::machine::usage::last_games;
use luna_store::machine::usage_report::{DayUsage, by_day, failed_tasks, problems};
use luna_store::predict::QuestionInformativeness;
use luna_store::predict::fit::{self, QuestionParameters};
use luna_store::{self as store, predict};
use maud::{Markup, PreEscaped, html};

use super::asked_questions;
use super::owner::{owner, settings_of};
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::page_request::PageRequest;
use crate::page::layout::Page;

const DAY_MS: i64 = 86_400_000;
/// Days in the table, and on the chart.
const DAYS: i64 = 30;
const ON_CHART: usize = 14;
/// Problems that are listed.
const PROBLEMS: i64 = 20;
/// The last games of which it is said how many were given up.
const GAMES: i64 = 20;

/// The content of the page.
struct Usage {
    way: Transport,
    times: Vec<ReplyTimes>,
    /// The last games with replies, and those given up because of them.
    games: (i64, i64),
    problems: Vec<Problem>,
    days: Vec<DayUsage>,
    /// Its own questions.
    told: Vec<QuestionInformativeness>,
    marked: Vec<QuestionParameters>,
}

struct Problem {
    at: i64,
    occasion: &'static str,
    words: String,
}

impl Usage {
    fn read(tx: &mut store::Tx<'_>, id: &str, way: Transport, now: i64) -> store::Result<Usage> {
        let mut told = predict::of_asker(tx, id)?;
        told.sort_by(|one, other| other.share.total_cmp(&one.share));
        let mut all = Vec::new();
        for it in problems(tx, id, PROBLEMS)? {
            let occasion = match (it.skill, it.subject_id.as_str()) {
                // Its task says more.
                (Some(_), _) => continue,
                (None, "") => "budget of the day",
                (None, _) => "game",
            };
            all.push(Problem { at: it.day * DAY_MS, occasion, words: it.problem });
        }
        for (skill, occasion) in [(Skill::Answer, "question"), (Skill::Converse, "conversation")] {
            let failed = failed_tasks(tx, id, skill, PROBLEMS)?.into_iter();
            all.extend(failed.map(|it| Problem { at: it.ended_at, occasion, words: it.problem }));
        }
        all.sort_by_key(|it| std::cmp::Reverse(it.at));
        all.truncate(usize::try_from(PROBLEMS).unwrap_or(0));
        Ok(Usage {
            way,
            times: reply_times::of(tx, id)?,
            games: last_games(tx, id, GAMES)?,
            problems: all,
            days: by_day(tx, id, now.div_euclid(DAY_MS) - DAYS + 1)?,
            told,
            marked: fit::of_asker(tx, id)?,
        })
    }
}

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let (me, machine, usage) = app
        .db
        .read(move |tx| {
            let me = owner(&asking, tx)?;
            let machine = store::machine::owned(tx, &id, &me.id)?;
            let usage = Usage::read(tx, &id, machine.declared.way, asking.now)?;
            Ok::<_, Error>((me, machine, usage))
        })
        .await?;
    let body = html! {
        h1 { "How " bdi { (machine.name) } " runs" }
        h2 { "Response times" }
        (times(&usage.times))
        h2 { "Replies that could not be read" }
        (unread(&usage))
        h2 { "Use by day" }
        (use_by_day(&usage))
        h2 { "What its questions told" }
        (questions(&usage))
        p { a href=(settings_of(&machine.player_id)) { "Back to the machine" } }
    };
    Ok(Page::new("How a machine runs", body).of(Some(&me)).wide().render(&app))
}

fn times(times: &[ReplyTimes]) -> Markup {
    let heads = [Text("Reply"), Number("Replies"), Number("Median"), Number("95 of 100 within")];
    let rows = html! {
        @for it in times {
            tr {
                th scope="row" { (kind(it.skill, it.in_games)) }
                td.number { (it.replies) }
                td.number { (seconds(it.median_ms)) }
                td.number { (seconds(it.high_ms)) }
            }
        }
    };
    html! {
        @if times.is_empty() { p { "No replies yet in a game that is over." } }
        @else {
            p.soft.small {
                "From the moment at which the machine could reply until its reply came, in its last 100 games that "
                "are over and its last 100 tasks of each kind. Games in the sandbox are kept for a day. What Luna adds so that nobody is told by the "
                "time is no part of it."
            }
            (table("Response times", &heads, &rows))
        }
    }
}

fn kind(skill: Skill, in_games: bool) -> &'static str {
    match (skill, in_games) {
        (Skill::Ask, _) => "questions in a game",
        (Skill::Answer, true) => "responses in a game",
        (Skill::Guess, _) => "guess in a game",
        (Skill::Answer, false) => "answers outside games",
        (Skill::Converse, _) => "lines of a conversation",
    }
}

fn seconds(ms: f64) -> String {
    match ms / 1000.0 {
        many @ 100.0.. => format!("{many:.0} s"),
        few => format!("{few:.1} s"),
    }
}

fn unread(usage: &Usage) -> Markup {
    let (games, given_up) = usage.games;
    let heads = [Text("Day (UTC)"), Text("In"), Text("Problem")];
    let rows = html! {
        @for it in &usage.problems {
            tr { td.date { (date(it.at)) } td { (it.occasion) } td.words { bdi { (it.words) } } }
        }
    };
    html! {
        @if games > 0 {
            p {
                (given_up) " of its last " (many(games, "game")) " ended early because its replies were invalid or missing."
            }
        }
        @if usage.way == Transport::Pull {
            p.soft.small { "A program that comes to the API is told at once what is wrong with a reply, so this list has what did not come in time." }
        }
        @if usage.problems.is_empty() { p { "None." } }
        @else { (table("Replies that could not be read", &heads, &rows)) }
    }
}

fn use_by_day(usage: &Usage) -> Markup {
    let days: Vec<&DayUsage> = usage.days.iter().filter(|it| it.calls > 0).collect();
    let costs = days.iter().any(|it| it.micros > 0);
    let mut heads =
        vec![Text("Day (UTC)"), Number("Calls"), Number("Tokens sent"), Number("Tokens received")];
    if costs {
        heads.push(Number("Money"));
    }
    let rows = html! {
        @for it in &days {
            tr {
                td.date { (date(it.day * DAY_MS)) }
                td.number { (thousands(it.calls)) }
                td.number { (thousands(it.tokens_in)) }
                td.number { (thousands(it.tokens_out)) }
                @if costs { td.number { (money(it.micros)) } }
            }
        }
    };
    html! {
        @if matches!(usage.way, Transport::Pull | Transport::House) {
            p { "Luna does not call this machine, so it counts neither tokens nor money." }
        } @else if days.is_empty() {
            p { "Luna has not called it in the last " (many(DAYS, "day")) "." }
        } @else {
            @if days.iter().any(|it| it.tokens_in + it.tokens_out > 0) { (chart(&days)) }
            details {
                summary { "The numbers of the last " (many(DAYS, "day")) }
                (table("Use by day", &heads, &rows))
                @if costs { p.soft.small { "Money is in your currency, at the prices in the settings at the time of each call." } }
            }
        }
    }
}

/// The tokens of the latest days, the first first.
fn chart(days: &[&DayUsage]) -> Markup {
    let shown: Vec<&&DayUsage> = days.iter().take(ON_CHART).rev().collect();
    let names: Vec<String> = shown.iter().map(|it| short_date(it.day)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let thousands = |tokens: i64| f64::from(i32::try_from(tokens).unwrap_or(i32::MAX)) / 1e3;
    let of = |tokens: fn(&DayUsage) -> i64| -> Vec<Bar> {
        shown.iter().map(|it| Bar::plain(thousands(tokens(it)))).collect()
    };
    let (sent, received) = (of(|it| it.tokens_in), of(|it| it.tokens_out));
    let high = sent.iter().chain(&received).map(|bar| bar.mean).fold(0.1, f64::max);
    let frame = Frame {
        id: "tokens",
        title: "Tokens by day",
        description: "For each of the latest days with calls, the tokens sent to the machine and received from it. The table below has the numbers.",
        x_label: "day (UTC)",
        y_label: "thousand tokens",
    };
    let series =
        [Bars { name: "sent", values: &sent }, Bars { name: "received", values: &received }];
    let chart = bars(&frame, &names, &series, Range { low: 0.0, high });
    html! { figure { (PreEscaped(chart.wide_page())) } }
}

/// "29 November": a date without its year.
fn short_date(day: i64) -> String {
    let whole = date(day * DAY_MS);
    whole.rsplit_once(' ').map_or(whole.clone(), |(day, _)| day.to_owned())
}

/// An amount, to hundredths of a cent where it is small.
fn money(micros: i64) -> String {
    let units = f64::from(i32::try_from(micros / 100).unwrap_or(i32::MAX)) / 1e4;
    if units < 1.0 { format!("{units:.4}") } else { format!("{units:.2}") }
}

fn questions(usage: &Usage) -> Markup {
    let heads = [Text("Question"), Number("Rated people"), Number("Explains")];
    let rows = html! {
        @for it in &usage.told {
            tr {
                th scope="row" dir="auto" { (it.text) }
                td.number { (it.people) }
                td.number { (percent(it.share)) }
            }
        }
    };
    html! {
        @if usage.told.is_empty() && usage.marked.is_empty() {
            p { "Not known yet. It takes the same question in many games with people who have ratings." }
        }
        @if !usage.told.is_empty() {
            p.soft.small { "How much of the differences between people’s ratings the responses to a question explain." }
            (table("What its questions told", &heads, &rows))
        }
        (asked_questions::titled("By people’s and machines’ marks", &usage.marked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_times_are_as_exact_as_they_are_of_use() {
        assert_eq!(["0.0012", "0.2500", "12.30"], [1_234, 250_000, 12_300_000].map(money)[..]);
        assert_eq!(["0.1 s", "59.0 s", "120 s"], [80.0, 59_000.0, 120_000.0].map(seconds)[..]);
        assert_eq!(short_date(20_000), "4 October");
    }
}
