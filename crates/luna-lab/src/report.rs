//! `report.html`: every figure of a run, and beside it what the paper says of
//! it and whether this run bears it out.

use crate::chart::{BOTH, chart};
use crate::claims::{Check, checks};
use crate::figures::{Along, Drawn, Scale};

/// One page that needs no other file. `command` repeats the run; `more` is put
/// below the figures.
pub fn page(drawn: &[Drawn], scale: &Scale, command: &str, more: &str) -> String {
    let figures: String = drawn.iter().map(|drawn| section(drawn, scale)).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>Is the rating true?</title><style>{PAGE}</style>\n\
         <h1>Is the rating true?</h1>\n{}{figures}{more}{}</html>\n",
        opening(drawn, scale),
        closing(scale, command)
    )
}

fn opening(drawn: &[Drawn], scale: &Scale) -> String {
    let all: Vec<Check> = drawn.iter().flat_map(checks).collect();
    let held = all.iter().filter(|check| check.holds()).count();
    let verdicts: String = drawn.iter().map(row).collect();
    format!(
        "<p>Simulated players judge each other; how far are their Smarts Ratings from their \
         intelligence? {} players, {} steps, {} trials. Errors are in points of 100, and ± is one \
         standard error over the trials.</p>\n\
         <p>The paper was read thus: <code>{}</code>. Of {} things it says or prints, this run \
         bears out {held}.</p>\n<table><tr><th>figure<th>borne out<th>not borne out</tr>\n{verdicts}</table>\n",
        scale.players,
        scale.steps,
        scale.trials,
        scale.reading.words(),
        all.len()
    )
}

/// Nothing of a figure about which nothing is said.
fn row(drawn: &Drawn) -> String {
    let checks = checks(drawn);
    if checks.is_empty() {
        return String::new();
    }
    let held = checks.iter().filter(|check| check.holds()).count();
    format!(
        "<tr><td><a href=\"#{}\">{} {}</a><td>{held}<td>{}</tr>\n",
        drawn.figure.name,
        drawn.figure.number,
        drawn.figure.title,
        checks.len() - held
    )
}

fn section(drawn: &Drawn, scale: &Scale) -> String {
    let figure = &drawn.figure;
    let charts: String =
        BOTH.map(|which| format!("<figure>{}</figure>", chart(drawn, which).svg())).concat();
    let verdicts: String = checks(drawn).iter().map(verdict).collect();
    let verdicts = if verdicts.is_empty() {
        String::new()
    } else {
        format!("<table><tr><th>the paper<th>this run<th>borne out?</tr>\n{verdicts}</table>\n")
    };
    format!(
        "<section id=\"{}\"><h2>{} {}</h2>\n<p>{}</p>\n<div class=\"pair\">{charts}</div>\n\
         {verdicts}{}{}</section>\n",
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

fn verdict(check: &Check) -> String {
    let (class, word) = if check.holds() { ("yes", "yes") } else { ("no", "no") };
    format!(
        "<tr><td>{} <small>({})</small><td>{:.2}<td class=\"{class}\">{word}</tr>\n",
        check.claim,
        check.wanted.words(),
        check.measured
    )
}

/// Why a claim cannot hold, where the settings alone say so.
fn remark(drawn: &Drawn, scale: &Scale) -> String {
    // The mean distance of a normal number from its mean.
    let single = scale.reading.noise * f64::sqrt(2.0 / std::f64::consts::PI);
    let failed = checks(drawn).into_iter().find(|check| !check.holds());
    match (drawn.figure.number, failed) {
        ("3.2", Some(check)) if single < 3.0 => format!(
            "<p>{} fails: noise with a standard deviation of {:.2} puts a rating of one guess off \
             by {single:.2} on average, and more guesses only bring it nearer.</p>\n",
            check.claim.trim_end_matches('.'),
            scale.reading.noise
        ),
        _ => String::new(),
    }
}

fn numbers(drawn: &Drawn) -> String {
    let rows = drawn.points.iter().map(|point| {
        let (mean, max) = (point.found.mean, point.found.max);
        if !mean.value.is_finite() {
            return format!("<tr><td>{}<td colspan=2>nobody is rated</tr>\n", point.x);
        }
        format!(
            "<tr><td>{}<td>{:.2} ± {:.2}<td>{:.2} ± {:.2}</tr>\n",
            point.x, mean.value, mean.error, max.value, max.error
        )
    });
    format!(
        "<details><summary>The numbers</summary><table><tr><th>{}<th>mean error<th>maximum error</tr>\n\
         {}</table></details>",
        drawn.figure.x_label(),
        rows.collect::<String>()
    )
}

fn closing(scale: &Scale, command: &str) -> String {
    let choices = scale.reading.choices();
    let rows: String =
        choices.map(|(name, value)| format!("<tr><td>{name}<td>{value}</tr>\n")).concat();
    format!(
        "<section><h2>How to repeat this</h2>\n<p><code>{command}</code></p>\n\
         <p>The same seed gives the same bytes, whatever the number of threads.</p>\n\
         <table><tr><th>choice<th>read as</tr>\n{rows}</table></section>\n"
    )
}

const PAGE: &str = "\
    body{font:1rem/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#111;background:#fff}\
    .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(18rem,1fr));gap:1rem}\
    figure{margin:0}svg{width:100%;height:auto}section{margin:3rem 0;overflow-x:auto}\
    table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .75rem .25rem 0;text-align:left;vertical-align:top;border-bottom:1px solid #ddd}\
    td{font-variant-numeric:tabular-nums}.no{font-weight:700}code{overflow-wrap:anywhere}small{color:#555}";
