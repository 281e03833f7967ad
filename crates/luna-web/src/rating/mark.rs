//! The judge's own mark, for their eyes alone: how close their guesses come to
//! what the players turned out to be.
//!
//! Somebody met more than once counts once, and every number is a mean over
//! several players, so that none tells what one of them is rated today.

use std::collections::BTreeMap;

use luna_figures::{Frame, Range, calibration};
use luna_learn::mark::{Bias, Bin, Judged, Mark, mark};
use luna_store::rating::beside::{self, Judge, Settled};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use super::count::points;
use crate::chart;
use crate::table::Head::{Number, Text};
use crate::table::table;
use crate::words::many;

/// Players it takes.
const LEAST: usize = 10;
/// People who must have guessed of a player, so that one's own guess is not
/// compared with itself.
const OPINIONS: i64 = 5;
/// A mean of fewer could be taken apart.
const TOGETHER: usize = 3;
/// The latest so many guesses.
const LATEST: i64 = 1_000;

pub(crate) struct Own {
    judge: Option<Judge>,
    mark: Option<Mark<Kind>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Person,
    Machine,
}

pub(crate) fn own(tx: &mut Tx<'_>, player_id: &str) -> store::Result<Own> {
    let judge = beside::judge(tx, player_id)?;
    let settled = beside::settled(tx, player_id, OPINIONS, LATEST)?;
    Ok(Own { judge, mark: mark(&judged(&settled)) })
}

/// One for each player: the mean of what was guessed of them.
fn judged(settled: &[Settled]) -> Vec<Judged<Kind>> {
    let mut by_player: BTreeMap<&str, (f64, f64, &Settled)> = BTreeMap::new();
    for one in settled {
        let (sum, count, _) = by_player.entry(&one.of).or_insert((0.0, 0.0, one));
        (*sum, *count) = (*sum + points(one.points), *count + 1.0);
    }
    let judged = |(sum, count, one): (f64, f64, &Settled)| Judged {
        points: sum / count,
        level: one.calibrated,
        kind: if one.machine { Kind::Machine } else { Kind::Person },
    };
    by_player.into_values().map(judged).collect()
}

pub(crate) fn section(own: &Own) -> Markup {
    html! {
        h2 id="mark" { "How well you judge" }
        @match &own.mark {
            Some(mark) if mark.guesses >= LEAST => (marked(mark, own.judge)),
            mark => p {
                "When you have guessed of " (LEAST) " players of whom at least " (OPINIONS)
                " people have guessed, it says here how close you come. So far it is "
                (counted(mark.as_ref().map_or(0, |mark| mark.guesses))) "."
            },
        }
        p.soft.small { "Only you see this. " a href="/ratings#mark" { "How it is reckoned" } }
    }
}

fn marked(mark: &Mark<Kind>, judge: Option<Judge>) -> Markup {
    html! {
        p {
            "In the mean your guesses miss by " strong { (points_of(mark.error)) } ": that is how far they are from the "
            "calibrated ratings that the players have by now. You have met " (counted(mark.guesses))
            " of whom enough people have guessed; somebody you met more than once counts once."
        }
        (biases(mark))
        @if let Some(judge) = judge { p { (next_to_the_crowd(judge)) } }
        (chart(&mark.chart))
    }
}

/// How much too high, of whom.
fn biases(mark: &Mark<Kind>) -> Markup {
    let of =
        |kind: Kind| mark.kinds.iter().find(|(other, _)| *other == kind).map(|(_, bias)| *bias);
    let row = |of: &str, bias: Bias| {
        html! { tr {
            th scope="row" { (of) }
            td.number { (bias.guesses) }
            @if bias.guesses < TOGETHER { td.number { "too few" } td.number { "–" } }
            @else { td.number { (signed(bias.points)) } td.number { (interval(bias.interval)) } }
        } }
    };
    let none = Bias { guesses: 0, points: 0.0, interval: None };
    let rows = html! {
        (row("everybody", mark.bias))
        (row("people", of(Kind::Person).unwrap_or(none)))
        (row("machines", of(Kind::Machine).unwrap_or(none)))
    };
    let heads = [Text("Of"), Number("Players"), Number("Points too high"), Number("95 % interval")];
    table("How much too high you guess", &heads, &rows)
}

fn next_to_the_crowd(judge: Judge) -> String {
    let shift = judge.shift.round();
    let shift = if shift > 0.0 {
        format!("{shift} points more than")
    } else if shift < 0.0 {
        format!("{} points less than", -shift)
    } else {
        "as many points as".to_owned()
    };
    format!(
        "Next to everybody who guesses, you give a middling player {shift} most, you put players \
         {:.1} times as far apart, and a guess of yours weighs {:.1} times the mean in calibrated \
         ratings.",
        judge.scale, judge.weight
    )
}

fn chart(bins: &[Bin]) -> Markup {
    let shown = || bins.iter().filter(|bin| bin.guesses >= TOGETHER);
    let dots: Vec<(f64, f64, f64)> = shown()
        .map(|bin| {
            let half = bin.interval.map_or(f64::NAN, |(low, high)| (high - low) / 2.0);
            (bin.mean_guess.round(), bin.mean_level.round(), half.round())
        })
        .collect();
    // The table is shown from its end.
    let rows: Vec<(String, String)> = shown()
        .rev()
        .map(|bin| {
            let place = format!("{} to {} ({})", bin.from, bin.to, counted(bin.guesses));
            (place, format!("{} ({})", whole(bin.mean_level), interval(bin.interval)))
        })
        .collect();
    let frame = Frame {
        id: "calibration",
        title: "What became of those you gave so many points",
        description: "Your guesses, ten points by ten, and the mean calibrated rating of the players \
                      they were of, with its 95 % interval. Where you judge truly the two are alike.",
        x_label: "your guess",
        y_label: "their calibrated rating",
    };
    html! {
        @if dots.is_empty() {
            p.soft { "Your guesses lie too far apart yet for a chart: it takes " (TOGETHER) " players within ten points." }
        } @else {
            (chart::with_table(&calibration(&frame, &dots, Range { low: 0.0, high: 100.0 }), &frame, &rows))
        }
    }
}

fn counted(count: usize) -> String {
    many(i64::try_from(count).unwrap_or(i64::MAX), "player")
}

/// "1 point", "7 points".
fn points_of(points: f64) -> String {
    let said = whole(points);
    if said == "1" { "1 point".to_owned() } else { format!("{said} points") }
}

fn whole(points: f64) -> String {
    // Never "-0".
    format!("{:.0}", points.round() + 0.0).replace('-', "−")
}

fn signed(points: f64) -> String {
    if points.round() > 0.0 { format!("+{}", whole(points)) } else { whole(points) }
}

fn interval(ends: Option<(f64, f64)>) -> String {
    ends.map_or_else(|| "–".to_owned(), |(low, high)| format!("{} to {}", whole(low), whole(high)))
}
