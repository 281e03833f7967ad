//! The numbers of figures as CSV and JSON.

use crate::chart::{BOTH, Which};
use crate::claims::{Check, checks};
use crate::figures::{Drawn, Scale};
use crate::judges::{Part, Size};
use crate::printed::{Printed, printed};
use crate::trials::Estimate;

/// A line for each point of each figure, and below them those of the paper, which are a series of
/// their own. Errors are standard errors over trials.
pub fn csv(drawn: &[Drawn], scale: &Scale) -> String {
    let mut text = "figure,name,x,mean,mean_error,max,max_error,trials,seed,series\n".to_owned();
    for one in drawn {
        let Drawn { figure, points } = one;
        let number = figure.number;
        for point in points {
            let (mean, max) = (point.found.mean, point.found.max);
            let numbers = [point.x, mean.value, mean.error, max.value, max.error].map(plain);
            let ends = format!("{},{},simulated", scale.trials, scale.seed);
            text.push_str(&format!("{number},{},{},{ends}\n", figure.name, numbers.join(",")));
        }
        for which in BOTH {
            for (x, y) in printed(one, which).into_iter().flat_map(|it| it.points) {
                let (x, y) = (plain(x), plain(y));
                let numbers = match which {
                    Which::Mean => format!("{x},{y},,,"),
                    Which::Max => format!("{x},,,{y},"),
                };
                text.push_str(&format!("{number},{},{numbers},,,the paper\n", figure.name));
            }
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
    let paper = BOTH.into_iter().filter_map(|which| Some(theirs(which, &printed(drawn, which)?)));
    let figure = &drawn.figure;
    format!(
        "{{\"figure\":{},\"name\":{},\"title\":{},\"x\":{},\"points\":[{}],\"paper\":{{{}}},\
         \"claims\":[{}]}}",
        quoted(figure.number),
        quoted(&figure.name),
        quoted(&figure.title),
        quoted(figure.x_label()),
        points.collect::<Vec<_>>().join(","),
        paper.collect::<Vec<_>>().join(","),
        claims
    )
}

/// The paper's points of one chart, by its name.
fn theirs(which: Which, printed: &Printed) -> String {
    let point = |&(x, y): &(f64, f64)| format!("[{},{}]", plain(x), plain(y));
    let points = printed.points.iter().map(point).collect::<Vec<_>>().join(",");
    format!("\"{}\":{{\"source\":{},\"points\":[{points}]}}", which.name(), quoted(printed.source))
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
    let (wanted, verdict) = (check.wanted.words(), check.verdict().word());
    let [claim, wanted, source, verdict] =
        [&*check.claim, &*wanted, check.source, verdict].map(quoted);
    let (least, most) = check.wanted.bounds();
    let numbers = [least, most, check.measured.value, check.measured.error];
    let [least, most, measured, error] = numbers.map(or_null);
    format!(
        "{{\"claim\":{claim},\"wanted\":{wanted},\"bounds\":[{least},{most}],\"source\":{source},\
         \"measured\":[{measured},{error}],\"verdict\":{verdict}}}"
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
    use crate::figures::{Point, paper};
    use crate::trials::Summary;

    #[test]
    fn the_papers_points_are_a_series_of_their_own() {
        let figure = paper().into_iter().find(|figure| figure.number == "3.2").unwrap();
        let found = |value: f64| Estimate { value, error: 0.01 };
        let point =
            |(x, mean, max)| Point { x, found: Summary { mean: found(mean), max: found(max) } };
        let drawn =
            [Drawn { figure, points: [(1.0, 3.0, 12.0), (1000.0, 0.9, 2.0)].map(point).into() }];
        let scale = Scale { trials: 7, seed: 3, ..Scale::default() };
        let expected = "figure,name,x,mean,mean_error,max,max_error,trials,seed,series\n\
                        3.2,honest,1,3,0.01,12,0.01,7,3,simulated\n\
                        3.2,honest,1000,0.9,0.01,2,0.01,7,3,simulated\n\
                        3.2,honest,1,3,,,,,,the paper\n\
                        3.2,honest,1000,0.5,,,,,,the paper\n\
                        3.2,honest,1,,,12,,,,the paper\n\
                        3.2,honest,1000,,,2,,,,the paper\n";
        assert_eq!(csv(&drawn, &scale), expected);
        let json: serde_json::Value = serde_json::from_str(&json(&drawn, &scale)).unwrap();
        let figure = &json["figures"][0];
        assert_eq!(figure["paper"]["max"]["points"], serde_json::json!([[1, 12], [1000, 2]]));
        assert!(figure["paper"]["mean"]["source"].as_str().unwrap().starts_with("page 42"));
        let claims = figure["claims"].as_array().unwrap();
        let verdicts: Vec<&str> = claims.iter().map(|it| it["verdict"].as_str().unwrap()).collect();
        assert_eq!(verdicts, ["consistent", "contradicted", "consistent", "consistent"]);
        assert_eq!(claims[1]["bounds"], serde_json::json!([0.25, 0.75]));
        assert!(claims[1]["source"].as_str().unwrap().contains("half a line of its grid"));
    }

    #[test]
    fn numbers_and_texts_are_written_plainly() {
        assert_eq!(plain(12.5), "12.5");
        assert_eq!(plain(100.0), "100");
        assert_eq!((plain(f64::NAN), or_null(f64::NAN)), (String::new(), "null".to_owned()));
        assert_eq!(quoted("a \"b\"\\\n"), "\"a \\\"b\\\"\\\\\\u000a\"");
    }
}
