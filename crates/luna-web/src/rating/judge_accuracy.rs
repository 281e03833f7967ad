//! The judge's own accuracy on pages.

use luna_app::format::many;
use luna_app::rating::judge_accuracy::{
    Bias, Bin, JudgeAccuracy, LEAST, OPINIONS, OwnAccuracy, TOGETHER,
};
use luna_figures::{Frame, Range, calibration};
use luna_store::rating::derived::Judge;
use maud::{Markup, html};

use crate::html::chart;
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;

pub(crate) fn section(OwnAccuracy(own): &OwnAccuracy) -> Markup {
    html! {
        h2 id="mark" { "How well you judge" }
        @match own {
            Some((judge, Some(mark))) => (marked(mark, judge)),
            own => p {
                "You will see here how close your guesses come, once you have judged " (LEAST) " players that at least " (OPINIONS)
                " people have judged. So far: "
                (many(own.as_ref().map_or(0, |(judge, _)| judge.settled), "player")) "."
            },
        }
        p.soft.small { "Only you see this. " a href="/ratings#mark" { "How this is calculated" } }
    }
}

fn marked(mark: &JudgeAccuracy, judge: &Judge) -> Markup {
    html! {
        p {
            "Your guesses are off by " strong { (points_of(mark.error)) } " on average, measured against the "
            "calibrated ratings that the players now have without your guesses. You have judged " (counted(mark.players))
            " with enough guesses by others; a player you met more than once counts once."
        }
        (biases(mark))
        p { (next_to_the_crowd(judge)) }
        (chart(&mark.chart))
    }
}

fn biases(mark: &JudgeAccuracy) -> Markup {
    let row = |of: &str, bias: &Bias| {
        html! { tr {
            th scope="row" { (of) }
            td.number { (bias.players) }
            td.number {
                (bias.points.map_or_else(|| "too few".to_owned(), signed))
                @if bias.interval.is_some() { " " span.by { (interval(bias.interval)) } }
            }
        } }
    };
    let rows = html! {
        (row("everybody", &mark.everybody))
        (row("people", &mark.people))
        (row("machines", &mark.machines))
    };
    let heads = [Text("Of"), Number("Players"), Number("Points too high")];
    html! {
        (table("How much too high you guess", &heads, &rows))
        p.soft.small { "The 95 % interval is below each number." }
    }
}

fn next_to_the_crowd(judge: &Judge) -> String {
    let shift = judge.shift.round();
    let shift = if shift > 0.0 {
        format!("{} more generous", points_of(shift))
    } else if shift < 0.0 {
        format!("{} stricter", points_of(-shift))
    } else {
        "as generous".to_owned()
    };
    let spread = match judge.scale {
        narrow if narrow < TYPICAL.0 => "a narrower spread",
        wide if wide > TYPICAL.1 => "a wider spread",
        _ => "a typical spread",
    };
    let scatter = match judge.scatter {
        steady if steady < STEADY.0 => {
            "You are steadier than most: your guesses scatter less around what is usual for you"
        }
        wild if wild > STEADY.1 => {
            "Your guesses scatter more than most around what is usual for you: sometimes high, sometimes low for equally good answers"
        }
        _ => "Your guesses scatter about as much as most judges' do",
    };
    format!(
        "Compared with other judges: {shift}, {spread}, and {:.1} times the average weight in \
         calibrated ratings. {scatter}.",
        judge.weight
    )
}

/// A usual scatter, relative to that of the median judge.
const STEADY: (f64, f64) = (0.8, 1.25);

/// The spread of a typical judge's guesses, relative to the crowd's.
const TYPICAL: (f64, f64) = (0.8, 1.25);

fn chart(bins: &[Bin]) -> Markup {
    let dots: Vec<(f64, f64, f64)> = bins
        .iter()
        .map(|bin| {
            let half = bin
                .interval
                .map_or(f64::NAN, |(low, high)| (high - bin.level).max(bin.level - low));
            (bin.points.round(), bin.level.round(), half.round())
        })
        .collect();
    // The table is shown from its end.
    let rows: Vec<(String, String)> = bins
        .iter()
        .rev()
        .map(|bin| {
            let place = format!("{} to {} ({})", bin.from, bin.to, counted(bin.players));
            (place, format!("{} ({})", whole(bin.level), interval(bin.interval)))
        })
        .collect();
    let frame = Frame {
        id: "calibration",
        title: "Your guesses and the players' calibrated ratings",
        description: "Your guesses in steps of ten points, and the mean calibrated rating of the \
                      players in each step, with its 95 % interval. If you judge well, the two \
                      agree.",
        x_label: "your guess",
        y_label: "their calibrated rating",
    };
    html! {
        @if dots.is_empty() {
            p.soft { "There are too few similar guesses for a chart so far: it needs " (TOGETHER) " players within ten points." }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_point_is_one_point() {
        let judge = |shift| Judge {
            players: 9,
            shift,
            scale: 1.0,
            weight: 1.0,
            settled: 9,
            mark: None,
            scatter: 1.0,
        };
        let said = |shift| next_to_the_crowd(&judge(shift));
        assert!(said(0.8).contains(": 1 point more generous,"), "{}", said(0.8));
        assert!(said(-1.2).contains(": 1 point stricter,"), "{}", said(-1.2));
        assert!(said(-4.0).contains(": 4 points stricter,"), "{}", said(-4.0));
        assert!(said(-0.2).contains(": as generous,"), "{}", said(-0.2));
    }
}
