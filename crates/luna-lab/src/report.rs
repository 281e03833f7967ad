//! `report.html`: every figure of a run, and beside it the claims of the paper about it, with
//! their bounds, the source of these, and the verdict of this run.

pub mod export;
pub mod sections;

use luna_figures::{Chart, STYLESHEET, Table};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::attendance::{Attendance, Visits};
use crate::claims::{Check, Counts, Verdict, checks};
use crate::figures::chart::chart;
use crate::figures::error_kind::BOTH;
use crate::figures::printed::printed;
use crate::figures::{Figure, FigureData, Scale, Sweep};
use crate::format::counted;
use crate::section::ReportSection;

/// The contents of a report on a simulation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contents<'a> {
    pub drawn: &'a [FigureData],
    pub sections: &'a [ReportSection],
    pub attendance: &'a [Attendance],
}

/// Returns a page that needs no other file. `command` repeats the run.
pub fn page(contents: Contents<'_>, scale: &Scale, command: &str) -> String {
    let Contents { drawn, sections, attendance } = contents;
    let body = html! {
        (opening(drawn, sections, scale))
        @for drawn in drawn { (figure_section(drawn, scale)) }
        @for one in sections { (section(one)) }
        @if !attendance.is_empty() { (attendance_section(attendance)) }
        (repetition(command, Basis::Fixed))
        @if !drawn.is_empty() {
            (table(&["choice", "read as"], &html! {
                @for (name, value) in scale.reading.choices() { tr { td { (name) } td { (value) } } }
            }))
        }
    };
    whole("Is the rating true?", &body)
}

/// The source of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Chance alone, or files: the same again.
    Fixed,
    /// An instance, in which games go on.
    Instance,
}

/// Returns a page on predicted ratings.
pub fn prediction(sections: &[ReportSection], command: &str, basis: Basis) -> String {
    titled("What do answers say about a rating?", sections, command, basis)
}

/// Returns a page on an experiment with files.
pub fn experiment(title: &str, sections: &[ReportSection], command: &str) -> String {
    titled(title, sections, command, Basis::Fixed)
}

/// Returns a page about machines that were measured, with one table in sight before all sections.
pub fn measured(
    title: &str,
    about: &str,
    lead: &Table,
    sections: &[ReportSection],
    command: &str,
) -> String {
    let headers: Vec<&str> = lead.headers.iter().map(String::as_str).collect();
    let body = html! {
        p { (about) }
        (table(&headers, &html! {
            @for row in &lead.rows { tr { @for cell in row { td { (cell) } } } }
        }))
        @for one in sections { (section(one)) }
        (repetition(command, Basis::Fixed))
    };
    whole(title, &body)
}

fn titled(title: &str, sections: &[ReportSection], command: &str, basis: Basis) -> String {
    let counts = Counts::of(sections.iter().flat_map(|section| &section.checks));
    let body = html! {
        p { (counted_claims(counts)) (VERDICT) }
        @for one in sections { (section(one)) }
        (repetition(command, basis))
    };
    whole(title, &body)
}

fn whole(title: &str, body: &Markup) -> String {
    let style = [STYLESHEET.as_str(), include_str!("../assets/report.css")].concat();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { main.report { h1 { (title) } (body) } }
        }
    };
    page.into_string() + "\n"
}

/// A table that scrolls where it is wider than the page.
fn table(headers: &[&str], rows: &Markup) -> Markup {
    html! {
        div.scroll { table {
            thead { tr { @for header in headers { th scope="col" { (header) } } } }
            tbody { (rows) }
        } }
    }
}

fn opening(drawn: &[FigureData], sections: &[ReportSection], scale: &Scale) -> Markup {
    let of_figure = |drawn: &FigureData| {
        let Figure { name, number, title, .. } = &drawn.figure;
        (name.clone(), format!("{number} {title}"), checks(drawn))
    };
    let of_section =
        |it: &ReportSection| (it.name.to_owned(), it.title.to_owned(), it.checks.clone());
    let all = drawn.iter().map(of_figure).chain(sections.iter().map(of_section));
    let rows: Vec<(String, String, Vec<Check>)> =
        all.filter(|(_, _, checks)| !checks.is_empty()).collect();
    let counts = Counts::of(rows.iter().flat_map(|(_, _, checks)| checks));
    html! {
        p {
            "Simulated players judge each other. How far are their Smarts Ratings from their intelligence? "
            (scale.players) " players, " (scale.steps) " steps, " (counted(scale.trials, "trial"))
            ", unless stated otherwise. Errors are in points out of 100, and ± is one standard error over the trials."
        }
        @if !drawn.is_empty() {
            p { "This is how the paper was read: " code { (scale.reading.words()) } "." (other_size(scale)) }
        }
        @if counts.all() > 0 {
            p {
                (counted_claims(counts)) (VERDICT)
                @if !drawn.is_empty() { (FROM_THEN) }
            }
            (table(&["about", "consistent", "contradicted", "undecided"], &html! {
                @for (name, title, checks) in &rows {
                    @let Counts { consistent, contradicted, undecided } = Counts::of(checks);
                    tr {
                        td { a href={ "#" (name) } { (title) } }
                        td { (consistent) }
                        td { (contradicted) }
                        td { (undecided) }
                    }
                }
            }))
        }
    }
}

/// A warning if the paper's numbers are of another world.
fn other_size(scale: &Scale) -> &'static str {
    let theirs = Scale::default();
    match (scale.players, scale.steps) == (theirs.players, theirs.steps) {
        true => "",
        false => {
            " The paper's numbers are for 100 players and 1,000 steps; the verdicts here compare them with \
             another size."
        }
    }
}

/// The number of claims by verdict, or nothing if there are no claims.
fn counted_claims(counts: Counts) -> String {
    if counts.all() == 0 { String::new() } else { counts.words() + ". " }
}

const FROM_THEN: &str = " A claim over time is tested where the paper's axis begins, after a tenth of the \
    steps.";

const VERDICT: &str = "The bounds of each claim, with any tolerance, were fixed before the run; the table says \
    where they come from. The interval of a measured number extends three standard errors \
    to either side; a proportion has the exact interval that is as sure (Clopper and Pearson 1934), for as many \
    independent outcomes as would vary as much from trial to trial. A claim is consistent with the run if the whole interval is within its bounds, \
    contradicted if the whole interval is outside, and undecided otherwise; more trials make the \
    interval narrower. A claim about several numbers must fit each of them; the table shows the number that \
    contradicts it most. A single trial, or trials that all give the same result, leave a claim undecided, \
    because they say nothing about their own error.";

fn figure_section(drawn: &FigureData, scale: &Scale) -> Markup {
    let Figure { name, number, title, along } = &drawn.figure;
    let sources = BOTH.iter().filter_map(|&which| Some(printed(drawn, which)?.source));
    let sources = sources.collect::<Vec<_>>().join("; ");
    html! {
        section id=(name) {
            h2 { (number) " " (title) }
            p { (about(along, scale)) " " (counted(drawn.trials, "trial")) "." }
            (charts(&BOTH.map(|which| chart(drawn, which))))
            @if !sources.is_empty() {
                p { small { "Diamonds are the paper's numbers: " (sources) "." } }
            }
            (verdicts("the paper", &checks(drawn), 2))
            (remark(drawn, scale))
            (numbers(drawn))
        }
    }
}

fn about(along: &Sweep, scale: &Scale) -> String {
    match along {
        Sweep::Time(crowd) => format!("The crowd is {} from the start.", crowd.describe()),
        Sweep::Honest(others) => {
            let names: Vec<String> = others.iter().map(|one| one.name()).collect();
            format!("Some are honest, the rest {}; after {} steps.", names.join(", "), scale.steps)
        }
        Sweep::Delay => format!(
            "Everybody is honest at first and then guesses by quantile for {} steps.",
            scale.steps / 2
        ),
    }
}

fn charts(charts: &[Chart]) -> Markup {
    html! {
        div.pair {
            @for chart in charts {
                figure { figcaption { (chart.title()) } (PreEscaped(chart.page())) }
            }
        }
    }
}

fn section(section: &ReportSection) -> Markup {
    let ReportSection { name, title, about, sources, checks, caption, table, decimals, .. } =
        section;
    html! {
        section id=(name) {
            h2 { (title) }
            p {
                (about)
                @for (name, source) in sources { br; b { (name) } ": " (source) }
            }
            (charts(&section.charts))
            (verdicts("claim or target", checks, *decimals))
            (all_numbers(caption, table))
        }
    }
}

fn attendance_section(all: &[Attendance]) -> Markup {
    let headers = [
        "site",
        "begun",
        "finished",
        "in percent",
        "finished between people",
        "in percent of those without a machine",
        "of all interviews, in a finished game, percent",
        "of those who asked, two guesses in a week, percent",
        "something to do within two minutes, percent",
        "half wait less than",
        "nine in ten",
        "waits given up, percent",
        "machines told from people by their times, percent of pairs",
    ];
    html! {
        section #attendance {
            h2 { "Attendance" }
            p {
                "The paper had " (Visits::paper().registered) " registered players and finished 292 of 685 games, "
                "43 %, because most left before asking and others waited for somebody who had left. "
                @match all.first().map(|one| one.visits) {
                    Some(visits) if visits.half_life.is_none() => {
                        "Here " (visits.registered) " such people, as many each day for " (visits.days) " days, meet "
                    }
                    _ => "Here the same people meet ",
                }
                "a site that does nothing about this, Luna with its own rules and default settings, and Luna "
                "with other settings: without machines, where nobody is replaced before the three days of a move are "
                "over, where an interview is played once, and where machines come to everybody who waits. Waits are "
                "in minutes. A game begins when an interview is sent and nobody waits, and stays begun when its player "
                "moves into another. A finished game between two people has two guesses of people about people. Trees learn "
                "from the times of some trials, as people could see them, to tell machines in others; 50 percent of pairs "
                "of a machine and a person are told apart by chance."
            }
            (table(&headers, &html! {
                @for one in all {
                    tr {
                        td { (one.name) }
                        @for number in one.numbers() { td { (number.format(1)) } }
                    }
                }
            }))
        }
    }
}

fn all_numbers(caption: &str, table: &Table) -> Markup {
    html! {
        details {
            summary { "The numbers" }
            div.scroll { table {
                caption { (caption) }
                thead { tr { @for header in &table.headers { th scope="col" { (header) } } } }
                tbody {
                    @for row in &table.rows { tr { @for cell in row { td { (cell) } } } }
                }
            } }
        }
    }
}

fn verdicts(whose: &str, checks: &[Check], decimals: usize) -> Markup {
    html! {
        @if !checks.is_empty() {
            (table(&[whose, "bounds", "from", "this run", "trials", "verdict"], &html! {
                @for check in checks {
                    @let word = check.verdict().word();
                    tr {
                        td { (check.claim) }
                        td { (check.wanted.words()) }
                        td { small { (check.source) } }
                        td.number { (check.measured.format(decimals)) }
                        td.number { @if let Some(trials) = check.measured.trials { (trials) } }
                        td class=(word) {
                            (word)
                            @if let Some(needed) = check.trials_needed() {
                                br; small { "needs about " (needed) " trials" }
                            }
                        }
                    }
                }
            }))
        }
    }
}

/// The reason that a run contradicts claims of a figure, if the reading explains it.
fn remark(drawn: &FigureData, scale: &Scale) -> Markup {
    let is_contradicted = checks(drawn).iter().any(|it| it.verdict() == Verdict::Contradicted);
    let why = match drawn.figure.number {
        _ if !is_contradicted => return html! {},
        "3.2" => match too_exact(scale) {
            Some(why) => why,
            None => return html! {},
        },
        "3.5" | "3.6" | "3.7" if !scale.reading.fraction_as_percent => recovers(),
        "3.8" => html! {
            "At the paper's size, no combination of the readings gives 3.9: each tenth adds 2.6 to 3.5. If all "
            "ratings ended at one constant, 3.9 would need a constant near 13, and random guesses already "
            "keep them higher."
        },
        _ => return html! {},
    };
    html! { p { (why) } }
}

fn too_exact(scale: &Scale) -> Option<Markup> {
    // The mean distance of a normal number from its mean.
    let single = scale.reading.noise * f64::sqrt(2.0 / std::f64::consts::PI);
    (single < 3.0).then(|| {
        html! {
            "Noise with a standard deviation of " (format!("{:.2}", scale.reading.noise))
            " puts a rating of one guess off by " (format!("{single:.2}"))
            " on average, and more guesses only bring it nearer. The beginning of the printed axes fits a "
            "standard deviation of 5, which then ends higher: "
            code { "--noise sd:5" } "."
        }
    })
}

fn recovers() -> Markup {
    html! {
        "As written, Quantile guessing looks up an opponent's place among the players met so far in the ratings, which puts "
        "the ratings back in order and near the truth. If a fraction is passed to a function that expects a "
        "percentage, the function returns about the lowest rating, and all ratings sink to it and stay there: "
        code { "--level taken-for-percent" } "."
    }
}

fn numbers(drawn: &FigureData) -> Markup {
    html! {
        details {
            summary { "The numbers" }
            (table(&[drawn.figure.x_label(), "mean error", "maximum error"], &html! {
                @for point in &drawn.points {
                    @let (mean, max) = (point.found.mean, point.found.max);
                    tr {
                        td { (point.x) }
                        @if mean.value.is_finite() {
                            td.number { (mean.format(2)) }
                            td.number { (max.format(2)) }
                        } @else {
                            td colspan="2" { "nobody is rated" }
                        }
                    }
                }
            }))
        }
    }
}

fn repetition(command: &str, basis: Basis) -> Markup {
    html! {
        section {
            h2 { "How to repeat this" }
            p { code { (command) } }
            p {
                "This gives the same bytes again, on any number of threads."
                @if basis == Basis::Instance {
                    " This holds until another game is over: " code { "luna predict train --csv FILE" }
                    " saves the training data."
                }
            }
        }
    }
}
