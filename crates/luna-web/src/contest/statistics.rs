//! The statistics of a contest, each in a sentence and a picture with its table: how often judges were right, how
//! they differ, which programs and people they confused, and how human everybody seemed.

use luna_app::contest::outcome::Outcome;
use luna_app::contest::statistics::{Humanness, Share, Statistics, TURING};
use luna_core::contest::participant::Participant;
use luna_figures::{Frame, Range, Row, intervals};
use maud::{Markup, html};

use crate::html::chart;
use crate::html::table::{Column, table};

const CHANCE: f64 = 0.5;

pub(super) fn section(outcome: &Outcome) -> Markup {
    let statistics = &outcome.statistics;
    html! {
        h2 { "Programs taken for people" }
        p { "A program wins a pair when the judge takes it for the human. At 50 %, it would pass for a person." }
        (shares(&ENTRIES, &statistics.entries, |entry| outcome.entry_name(entry)))
        h2 { "How well judges could tell" }
        (identified(statistics))
        h2 { "Each judge" }
        p {
            "Each judge gives few verdicts, so some of their differences are chance. "
            (differing(&statistics.judges))
        }
        (shares(&JUDGES, &statistics.judges, |number| format!("J{number}")))
        h2 { "People taken for machines" }
        p { "Each of these verdicts is the other side of one that took a program for the human." }
        (shares(&CONFEDERATES, &statistics.confederates, |number| format!("C{number}")))
        (humanness(outcome, &statistics.humanness))
    }
}

fn identified(statistics: &Statistics) -> Markup {
    let Statistics { right, left, d_prime, .. } = statistics;
    if right.of == 0 {
        return html! { p { "No judge gave a verdict, so there is nothing to count." } };
    }
    let heads = [
        Column::Text("Measure"),
        Column::Number("Share"),
        Column::Number("Exact 95 % interval"),
        Column::Text("Compared with"),
    ];
    let against = |share: &Share, what: f64, name: &str| {
        format!("{} {name}, {}", comparison(*share, what), percent(what))
    };
    let rows = html! {
        tr {
            th scope="row" { "Right identifications" }
            td.number { (of(*right)) }
            td.number { (interval(*right)) }
            td.words { (against(right, CHANCE, "chance")) "; " (against(right, TURING, "Turing’s forecast")) }
        }
        tr {
            th scope="row" { "Verdicts for the left side" }
            td.number { (of(*left)) }
            td.number { (interval(*left)) }
            td.words { (against(left, CHANCE, "an even choice")) }
        }
        tr {
            th scope="row" { "d′, sensitivity" }
            td.number { @if let Some(d_prime) = d_prime { (signed(*d_prime)) } }
            td.number { }
            td.words { (sensitivity(*d_prime)) }
        }
    };
    let shown = [row("Right identifications", *right), row("Verdicts for the left side", *left)];
    let frame = Frame {
        id: "identified",
        title: "How well judges could tell",
        description: "The share of verdicts that found the human, and the share for the left side, each with the exact 95 % interval, in percent. At 50 % judges guess. The table below has the numbers.",
        x_label: PERCENT,
        y_label: "share",
    };
    html! {
        p {
            "Judges found the human in " strong { (right.count) " of " (right.of) } " pairs (exact 95 % interval: "
            (interval(*right)) "). That is " (comparison(*right, CHANCE)) " chance, 50 %, and "
            (comparison(*right, TURING)) " the 70 % that Turing expected judges not to exceed after five minutes."
        }
        (picture(&frame, &shown, &table("How well judges could tell", &heads, &rows)))
    }
}

/// The place of a whole interval beside a value.
fn comparison(share: Share, value: f64) -> &'static str {
    if value < share.low {
        "above"
    } else if value > share.high {
        "below"
    } else {
        "not clearly different from"
    }
}

fn sensitivity(d_prime: Option<f64>) -> &'static str {
    match d_prime {
        None => "there was no verdict",
        Some(d_prime) if d_prime == f64::INFINITY => {
            "every verdict was right, so nothing bounds it from above"
        }
        Some(d_prime) if d_prime == f64::NEG_INFINITY => {
            "every verdict was wrong, so nothing bounds it from below"
        }
        Some(_) => "the distance between people and programs in standard deviations; 0 is guessing",
    }
}

/// Says if the intervals of the judges leave no share that all of them could have.
fn differing(judges: &[(usize, Share)]) -> &'static str {
    let given = judges.iter().filter(|(_, share)| share.of > 0);
    if given.clone().count() < 2 {
        return "";
    }
    let low = given.clone().map(|(_, share)| share.low).fold(0.0, f64::max);
    let high = given.map(|(_, share)| share.high).fold(1.0, f64::min);
    if low > high {
        "Here the intervals of at least two judges do not overlap: some were clearly better than others."
    } else {
        "Here all intervals overlap: the same skill in all of them would explain the shares."
    }
}

/// Shares of several judges or parties: the id of their chart, its title, who they are and what is counted.
struct Shares {
    id: &'static str,
    title: &'static str,
    who: &'static str,
    what: &'static str,
    description: &'static str,
}

const PERCENT: &str = "percent, with 95 % interval";

const JUDGES: Shares = Shares {
    id: "judges",
    title: "Each judge",
    who: "Judge",
    what: "Right",
    description: "For each judge the share of verdicts that found the human, with the exact 95 % interval, in percent. The table below has the numbers.",
};

const ENTRIES: Shares = Shares {
    id: "entries",
    title: "Programs taken for people",
    who: "Entry",
    what: "Taken for the human",
    description: "For each program the share of verdicts that took it for the human, with the exact 95 % interval, in percent. The table below has the numbers.",
};

const CONFEDERATES: Shares = Shares {
    id: "confederates",
    title: "People taken for machines",
    who: "Person",
    what: "Taken for a machine",
    description: "For each person the share of verdicts that took them for the machine, with the exact 95 % interval, in percent. The table below has the numbers.",
};

fn shares(kind: &Shares, all: &[(usize, Share)], name: impl Fn(usize) -> String) -> Markup {
    let Shares { id, title, who, what, description } = *kind;
    let heads = [Column::Text(who), Column::Number(what), Column::Number("Exact 95 % interval")];
    let rows = html! {
        @for (number, share) in all {
            tr {
                th scope="row" dir="auto" { (name(*number)) }
                td.number { (of(*share)) }
                td.number { (interval(*share)) }
            }
        }
    };
    let names: Vec<(String, Share)> =
        all.iter().map(|(number, share)| (name(*number), *share)).collect();
    let given = names.iter().filter(|(_, share)| share.of > 0);
    let shown: Vec<Row<'_>> = given.map(|(name, share)| row(name, *share)).collect();
    let frame = Frame { id, title, description, x_label: PERCENT, y_label: who };
    picture(&frame, &shown, &table(title, &heads, &rows))
}

/// A share in percent, with its interval.
fn row(name: &str, share: Share) -> Row<'_> {
    let mean = share.value().map_or(f64::NAN, |value| 100.0 * value);
    Row { name, mean, ends: Some((100.0 * share.low, 100.0 * share.high)) }
}

/// Shares from 0 to 100 %, with the table behind; the table alone where there is nothing to draw.
fn picture(frame: &Frame<'_>, rows: &[Row<'_>], table: &Markup) -> Markup {
    if rows.is_empty() {
        return table.clone();
    }
    chart::before(&intervals(frame, rows, Range { low: 0.0, high: 100.0 }), table)
}

fn humanness(outcome: &Outcome, all: &[Humanness]) -> Markup {
    let heads = [
        Column::Text("Party"),
        Column::Text("Kind"),
        Column::Number("Level"),
        Column::Number("95 % interval"),
    ];
    let rows = html! {
        @for it in all {
            tr {
                th scope="row" dir="auto" { (party(outcome, it.party)) }
                td { @if matches!(it.party, Participant::Entry(_)) { "program" } @else { "person" } }
                td.number { (signed(it.level)) }
                td.number { (signed(it.low)) " to " (signed(it.high)) }
            }
        }
    };
    let names: Vec<String> = all.iter().map(|it| party(outcome, it.party)).collect();
    let shown: Vec<Row<'_>> = names
        .iter()
        .zip(all)
        .map(|(name, it)| Row { name, mean: it.level, ends: Some((it.low, it.high)) })
        .collect();
    let frame = Frame {
        id: "humanness",
        title: "Scale of humanness",
        description: "The level of each program and person, with its 95 % interval. Zero is an average party. The table below has the numbers.",
        x_label: "level, with 95 % interval",
        y_label: "party",
    };
    html! {
        h2 { "Scale of humanness" }
        @if all.is_empty() {
            p { "Without a verdict there is no scale." }
        } @else {
            p {
                "The Bradley–Terry model counts each verdict as a win for the party that was taken for the "
                "human. A level is the log odds of winning against an average party: at 0 the chance is 50 %, at 1 "
                "it is 73 %. One virtual comparison keeps every level finite."
            }
            (chart::before(&intervals(&frame, &shown, Range::OPEN), &table("Scale of humanness", &heads, &rows)))
        }
    }
}

fn party(outcome: &Outcome, party: Participant) -> String {
    match party {
        Participant::Entry(entry) => outcome.entry_name(entry),
        other => other.to_string(),
    }
}

/// “3 of 4 (75 %)”.
fn of(share: Share) -> String {
    let value = share.value().map(|value| format!(" ({})", percent(value)));
    format!("{} of {}{}", share.count, share.of, value.unwrap_or_default())
}

fn interval(share: Share) -> String {
    if share.of == 0 {
        return "–".to_owned();
    }
    format!("{} to {}", percent(share.low), percent(share.high))
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// A number with two decimals and a true minus sign.
fn signed(value: f64) -> String {
    let size = if value.is_infinite() { "∞".to_owned() } else { format!("{:.2}", value.abs()) };
    if value <= -0.005 { format!("−{size}") } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_compared_by_its_whole_interval() {
        let beside = |count, of, value| comparison(Share::new(count, of), value);
        assert_eq!(beside(16, 16, CHANCE), "above");
        assert_eq!(beside(16, 16, TURING), "above");
        assert_eq!(beside(12, 16, TURING), "not clearly different from");
        assert_eq!(beside(0, 16, CHANCE), "below");
    }

    #[test]
    fn judges_differ_clearly_if_no_share_fits_all() {
        let judges = |all: &[(usize, usize)]| -> Vec<(usize, Share)> {
            (1..).zip(all.iter().map(|&(count, of)| Share::new(count, of))).collect()
        };
        assert!(differing(&judges(&[(10, 10), (0, 10), (0, 0)])).contains("do not overlap"));
        assert!(differing(&judges(&[(3, 4), (1, 4), (0, 0)])).contains("all intervals overlap"));
    }

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!([0.954, -1.5, -0.001].map(signed), ["0.95", "−1.50", "0.00"]);
        assert_eq!([f64::INFINITY, f64::NEG_INFINITY].map(signed), ["∞", "−∞"]);
        assert_eq!(of(Share::new(3, 4)), "3 of 4 (75 %)");
        assert_eq!(interval(Share::new(3, 4)), "19 % to 99 %");
        let none = Share::new(0, 0);
        assert_eq!([of(none), interval(none)], ["0 of 0", "–"]);
    }
}
