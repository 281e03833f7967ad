//! The numbers of figures as CSV and JSON.

use crate::claims::{Check, Verdict, checks};
use crate::figures::{Drawn, Scale};
use crate::judges::{Part, Size};
use crate::trials::Estimate;

/// A line for each point of each figure. Errors are standard errors over trials.
pub fn csv(drawn: &[Drawn], scale: &Scale) -> String {
    let mut text = "figure,name,x,mean,mean_error,max,max_error,trials,seed\n".to_owned();
    for Drawn { figure, points } in drawn {
        for point in points {
            let (mean, max) = (point.found.mean, point.found.max);
            let numbers = [point.x, mean.value, mean.error, max.value, max.error].map(plain);
            let ends = format!("{},{}", scale.trials, scale.seed);
            let number = figure.number;
            text.push_str(&format!("{number},{},{},{ends}\n", figure.name, numbers.join(",")));
        }
    }
    text
}

/// Everything: settings, points, claims and verdicts.
pub fn json(drawn: &[Drawn], scale: &Scale) -> String {
    let choices = scale.reading.choices().map(|(name, value)| format!("\"{name}\":\"{value}\""));
    let figures: Vec<String> = drawn.iter().map(figure).collect();
    format!(
        "{{\"players\":{},\"steps\":{},\"trials\":{},\"seed\":{},\"reading\":{{{}}},\"figures\":[\n{}\n]}}\n",
        scale.players,
        scale.steps,
        scale.trials,
        scale.seed,
        choices.join(","),
        figures.join(",\n")
    )
}

fn figure(drawn: &Drawn) -> String {
    let both = |Estimate { value, error }| format!("[{},{}]", or_null(value), or_null(error));
    let points = drawn.points.iter().map(|point| {
        let [mean, max] = [point.found.mean, point.found.max].map(both);
        format!("{{\"x\":{},\"mean\":{mean},\"max\":{max}}}", or_null(point.x))
    });
    let claims = checks(drawn).iter().map(claim).collect::<Vec<_>>().join(",");
    let figure = &drawn.figure;
    format!(
        "{{\"figure\":{},\"name\":{},\"title\":{},\"x\":{},\"points\":[{}],\"claims\":[{}]}}",
        quoted(figure.number),
        quoted(&figure.name),
        quoted(&figure.title),
        quoted(figure.x_label()),
        points.collect::<Vec<_>>().join(","),
        claims
    )
}

/// What was found out about judges: claims, and every number.
pub fn parts_json(parts: &[Part], size: Size, seed: u64) -> String {
    let parts: Vec<String> = parts.iter().map(part).collect();
    let Size { players, steps, trials, .. } = size;
    format!(
        "{{\"players\":{players},\"steps\":{steps},\"trials\":{trials},\"seed\":{seed},\"parts\":[\n{}\n]}}\n",
        parts.join(",\n")
    )
}

pub(crate) fn part(part: &Part) -> String {
    let list = |cells: &Vec<String>, cell: fn(&str) -> String| {
        format!("[{}]", cells.iter().map(|it| cell(it)).collect::<Vec<_>>().join(","))
    };
    // A number stays one, and nothing is null.
    let cell = |text: &str| match text.parse::<f64>() {
        Ok(number) if number.is_finite() => text.to_owned(),
        _ if text.is_empty() => "null".to_owned(),
        _ => quoted(text),
    };
    let rows: Vec<String> = part.table.rows.iter().map(|row| list(row, cell)).collect();
    let claims = part.checks.iter().map(claim).collect::<Vec<_>>().join(",");
    format!(
        "{{\"name\":{},\"title\":{},\"claims\":[{claims}],\"columns\":{},\"rows\":[\n{}]}}",
        quoted(part.name),
        quoted(part.title),
        list(&part.table.headers, quoted),
        rows.join(",\n")
    )
}

fn claim(check: &Check) -> String {
    let [claim, wanted] = [&check.claim, &check.wanted.words()].map(|words| quoted(words));
    let [measured, error] = [check.measured.value, check.measured.error].map(or_null);
    let holds = match check.verdict() {
        Verdict::Yes => "true",
        Verdict::No => "false",
        Verdict::Open => "null",
    };
    format!(
        "{{\"claim\":{claim},\"wanted\":{wanted},\"measured\":[{measured},{error}],\"holds\":{holds}}}"
    )
}

/// Six decimals are more than any error allows. Nothing where it is no number.
pub(crate) fn plain(value: f64) -> String {
    if !value.is_finite() {
        return String::new();
    }
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(crate) fn counted(count: u32, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A dash for what cannot be said: a share of nothing, or what one split alone would have to tell.
pub(crate) fn or_dash(value: f64, shown: impl Fn(f64) -> String) -> String {
    if value.is_finite() { shown(value) } else { "–".to_owned() }
}

fn or_null(value: f64) -> String {
    if value.is_finite() { plain(value) } else { "null".to_owned() }
}

pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            control if control.is_control() => {
                quoted.push_str(&format!("\\u{:04x}", u32::from(control)));
            }
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_are_written_plainly() {
        assert_eq!(plain(12.5), "12.5");
        assert_eq!(plain(100.0), "100");
        assert_eq!((plain(f64::NAN), or_null(f64::NAN)), (String::new(), "null".to_owned()));
        assert_eq!(quoted("a \"b\"\\\n"), "\"a \\\"b\\\"\\\\\\u000a\"");
    }
}
