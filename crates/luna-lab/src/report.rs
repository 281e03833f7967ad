//! `report.html`: every figure of a run, and beside it the claims of the paper about it, with
//! their bounds, the source of these, and the verdict of this run.

use crate::chart::{BOTH, chart};
use crate::claims::{Check, Counts, Verdict, checks};
use crate::figures::{Along, Drawn, Figure, Scale};
use crate::judges::Part;
use crate::printed::printed;
use crate::table::counted;

/// What a page shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Contents<'a> {
    pub drawn: &'a [Drawn],
    pub parts: &'a [Part],
    /// A section more.
    pub attendance: &'a str,
}

/// One page that needs no other file. `command` repeats the run.
pub fn page(contents: Contents<'_>, scale: &Scale, command: &str) -> String {
    let Contents { drawn, parts, attendance } = contents;
    let figures: String = drawn.iter().map(|drawn| section(drawn, scale)).collect();
    let parts_shown: String = parts.iter().map(part).collect();
    let opening = opening(drawn, parts, scale);
    let closing = closing(drawn, scale, command);
    whole("Is the rating true?", &[&opening, &figures, &parts_shown, attendance, &closing])
}

/// What the numbers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// Chance alone, or files: the same again.
    Fixed,
    /// An instance, in which games go on.
    Instance,
}

/// The same for what a rating is predicted from.
pub fn prediction(parts: &[Part], command: &str, basis: Basis) -> String {
    let counts = Counts::of(parts.iter().flat_map(|part| &part.checks));
    let opening = format!("<p>{}{VERDICT}</p>\n", told(counts));
    let shown: String = parts.iter().map(part).collect();
    let sections = [&*opening, &shown, &repeated(command, basis)];
    whole("What do answers tell of a rating?", &sections)
}

fn whole(title: &str, sections: &[&str]) -> String {
    let sections = sections.concat();
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{PAGE}</style>\n<h1>{title}</h1>\n{sections}</html>\n"
    )
}

fn opening(drawn: &[Drawn], parts: &[Part], scale: &Scale) -> String {
    let rows: Vec<(String, Vec<Check>)> = drawn
        .iter()
        .map(|drawn| {
            let Figure { name, number, title, .. } = &drawn.figure;
            (format!("<a href=\"#{name}\">{number} {title}</a>"), checks(drawn))
        })
        .chain(parts.iter().map(|part| {
            (format!("<a href=\"#{}\">{}</a>", part.name, part.title), part.checks.clone())
        }))
        .filter(|(_, checks)| !checks.is_empty())
        .collect();
    let all = Counts::of(rows.iter().flat_map(|(_, checks)| checks));
    let verdicts: String = rows
        .iter()
        .map(|(link, checks)| {
            let Counts { consistent, contradicted, undecided } = Counts::of(checks);
            format!("<tr><td>{link}<td>{consistent}<td>{contradicted}<td>{undecided}</tr>\n")
        })
        .collect();
    let read = match drawn {
        [] => String::new(),
        _ => format!(
            "<p>The paper was read thus: <code>{}</code>.{}</p>\n",
            scale.reading.words(),
            other_size(scale)
        ),
    };
    let said = match all.all() {
        0 => String::new(),
        _ => format!(
            "<p>{}{VERDICT}</p>\n\
             <table><tr><th>about<th>consistent<th>contradicted<th>undecided</tr>\n\
             {verdicts}</table>\n",
            told(all)
        ),
    };
    format!(
        "<p>Simulated players judge each other; how far are their Smarts Ratings from their \
         intelligence? {} players, {} steps, {}, where nothing else is said. Errors are in \
         points of 100, and ± is one standard error over the trials.</p>\n{read}{said}",
        scale.players,
        scale.steps,
        counted(scale.trials, "trial")
    )
}

/// A warning where the paper's numbers are of another world.
fn other_size(scale: &Scale) -> &'static str {
    let theirs = Scale::default();
    match (scale.players, scale.steps) == (theirs.players, theirs.steps) {
        true => "",
        false => {
            " The paper's numbers are for 100 players and 1,000 steps; verdicts here set them beside \
             another size."
        }
    }
}

/// Nothing where there are no claims.
fn told(counts: Counts) -> String {
    if counts.all() == 0 { String::new() } else { counts.words() + ". " }
}

const VERDICT: &str = "The bounds of each claim, with any tolerance, were fixed before the run; beside \
    them stands where they are from. The interval of a measured number reaches three standard errors \
    to both sides. A claim is consistent with the run if the whole interval lies within its bounds, \
    contradicted if the whole interval lies outside, and undecided otherwise: more trials make the \
    interval narrower. A claim about several numbers has to fit each; the number that speaks most \
    against it is shown. A single trial, or trials that all give the same, leave a claim undecided, \
    for they do not say how far they may be off.";

fn section(drawn: &Drawn, scale: &Scale) -> String {
    let figure = &drawn.figure;
    let charts: String =
        BOTH.map(|which| format!("<figure>{}</figure>", chart(drawn, which).svg())).concat();
    let verdicts = verdicts("the paper", &checks(drawn), 2);
    let theirs: Vec<&str> =
        BOTH.iter().filter_map(|&which| Some(printed(drawn, which)?.source)).collect();
    let theirs = match theirs.join("; ") {
        none if none.is_empty() => none,
        some => format!("<p><small>Diamonds are the paper's: {some}.</small></p>\n"),
    };
    format!(
        "<section id=\"{}\"><h2>{} {}</h2>\n<p>{}</p>\n<div class=\"pair\">{charts}</div>\n\
         {theirs}{verdicts}{}{}</section>\n",
        figure.name,
        figure.number,
        figure.title,
        about(&figure.along, scale),
        remark(drawn, scale),
        numbers(drawn)
    )
}

fn about(along: &Along, scale: &Scale) -> String {
    match along {
        Along::Time(crowd) => format!("The crowd is {} from the start.", crowd.shown()),
        Along::Honest(others) => {
            let names: Vec<String> = others.iter().map(|one| one.name()).collect();
            format!("Some are honest, the rest {}; after {} steps.", names.join(", "), scale.steps)
        }
        Along::Delay => format!(
            "Everybody is honest at first and then guesses by quantile for {} steps.",
            scale.steps / 2
        ),
    }
}

fn part(part: &Part) -> String {
    let Part { name, title, about, checks, charts, caption, table, decimals } = part;
    let charts: String =
        charts.iter().map(|chart| format!("<figure>{}</figure>", chart.svg())).collect();
    format!(
        "<section id=\"{name}\"><h2>{title}</h2>\n<p>{about}</p>\n<div class=\"pair\">{charts}</div>\n\
         {}<details><summary>The numbers</summary>{}</details></section>\n",
        verdicts("what is said or wanted", checks, *decimals),
        table.html(caption)
    )
}

fn verdicts(whose: &str, checks: &[Check], decimals: usize) -> String {
    if checks.is_empty() {
        return String::new();
    }
    let rows: String = checks.iter().map(|check| verdict(check, decimals)).collect();
    format!(
        "<table><tr><th>{whose}<th>bounds<th>from<th>this run<th>verdict</tr>\n{rows}</table>\n"
    )
}

fn verdict(check: &Check, decimals: usize) -> String {
    let (word, measured) = (check.verdict().word(), check.measured.shown(decimals));
    format!(
        "<tr><td>{}<td>{}<td><small>{}</small><td class=\"number\">{measured}\
         <td class=\"{word}\">{word}</tr>\n",
        escaped(&check.claim),
        check.wanted.words(),
        escaped(check.source),
    )
}

/// Why a run contradicts claims of a figure, where that is known of the reading.
fn remark(drawn: &Drawn, scale: &Scale) -> String {
    if checks(drawn).iter().all(|check| check.verdict() != Verdict::Contradicted) {
        return String::new();
    }
    // The mean distance of a normal number from its mean.
    let single = scale.reading.noise * f64::sqrt(2.0 / std::f64::consts::PI);
    let why = match drawn.figure.number {
        "3.2" if single < 3.0 => format!(
            "Noise with a standard deviation of {:.2} puts a rating of one guess off by {single:.2} on \
             average, and more guesses only bring it nearer. Where the printed axes begin goes with a \
             standard deviation of 5 and a first point at 100 steps, which then end higher: <code>--noise sd:5 --first-point 100</code>.",
            scale.reading.noise
        ),
        "3.5" | "3.6" | "3.7" if !scale.reading.fraction_as_percent => RECOVERS.to_owned(),
        "3.8" => TOO_FLAT.to_owned(),
        _ => return String::new(),
    };
    format!("<p>{why}</p>\n")
}

const RECOVERS: &str = "As written, Quantile guessing looks up an opponent's place among those met in the \
    ratings, which puts these back in order, and near the truth. Where a fraction is handed to a function \
    that takes a percentage, which then names about the lowest rating, all ratings sink to it and stay there: \
    <code>--level taken-for-percent</code>.";

const TOO_FLAT: &str = "At the paper's size, no combination of the readings gives 3.9: each tenth brings 2.6 to \
    3.5. If all ratings ended at one constant, 3.9 would need one near 13, and whoever guesses at random \
    already keeps them higher.";

fn numbers(drawn: &Drawn) -> String {
    let rows = drawn.points.iter().map(|point| {
        let (mean, max) = (point.found.mean, point.found.max);
        if !mean.value.is_finite() {
            return format!("<tr><td>{}<td colspan=2>nobody is rated</tr>\n", point.x);
        }
        format!("<tr><td>{}<td>{}<td>{}</tr>\n", point.x, mean.shown(2), max.shown(2))
    });
    format!(
        "<details><summary>The numbers</summary><table><tr><th>{}<th>mean error<th>maximum error</tr>\n\
         {}</table></details>",
        drawn.figure.x_label(),
        rows.collect::<String>()
    )
}

fn closing(drawn: &[Drawn], scale: &Scale, command: &str) -> String {
    let choices = scale.reading.choices();
    let rows: String =
        choices.map(|(name, value)| format!("<tr><td>{name}<td>{value}</tr>\n")).concat();
    let read = match drawn {
        [] => String::new(),
        _ => format!("<table><tr><th>choice<th>read as</tr>\n{rows}</table>"),
    };
    repeated(command, Basis::Fixed) + &read
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn repeated(command: &str, basis: Basis) -> String {
    let command = escaped(command);
    let until = match basis {
        Basis::Fixed => "",
        Basis::Instance => {
            " As long as no further game is over, that is: <code>luna predict train --csv FILE</code> \
             keeps what is learned from."
        }
    };
    format!(
        "<section><h2>How to repeat this</h2>\n<p><code>{command}</code></p>\n\
         <p>That gives the same bytes again, whatever the number of threads.{until}</p></section>\n"
    )
}

const PAGE: &str = "\
    body{font:1rem/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}\
    .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1rem}\
    figure{margin:0}svg{width:100%;height:auto}section{margin:3rem 0;overflow-x:auto}\
    table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .75rem .25rem 0;text-align:left;vertical-align:top;border-bottom:1px solid #ddd}\
    td{font-variant-numeric:tabular-nums}.number{white-space:nowrap}.contradicted{font-weight:700}.undecided{font-style:italic}code{overflow-wrap:anywhere}small{color:#555}\
    @media print{.pair{grid-template-columns:1fr 1fr}h2,h2+p{break-after:avoid}figure,tr{break-inside:avoid}\
    details::details-content{content-visibility:visible;display:block}summary{list-style:none}}\
    @media screen and (prefers-color-scheme:dark){:root{color-scheme:dark}body{color:#eee;background:#111}small{color:#aaa}a{color:#8cf}td,th{border-color:#444}}";
