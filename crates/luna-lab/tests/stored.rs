//! Every figure at 20 trials agrees with what 2,000 trials gave once. Those
//! were written by `luna simulate all --trials 2000 --seed 2000`, with and
//! without `--reading figures`, and are its `figures.csv`.
#![expect(clippy::unwrap_used, reason = "a test that cannot set up should stop")]

use std::num::NonZero;

use luna_lab::figures::{FigureData, Scale, beyond, draw, paper};
use luna_lab::{Estimate, Interpretation};

const TRIALS: u32 = 20;

#[test]
fn figures_read_literally_stay_as_they_are() {
    compare(Interpretation::literal(), include_str!("stored/literal.csv"));
}

#[test]
fn figures_read_as_printed_stay_as_they_are() {
    compare(Interpretation::figures(), include_str!("stored/figures.csv"));
}

#[track_caller]
fn compare(reading: Interpretation, stored: &str) {
    let scale = Scale { reading, trials: TRIALS, ..Scale::default() };
    let threads = NonZero::new(2).unwrap();
    let drawn = draw(&[paper(), beyond()].concat(), &scale, threads, &|_, _| ());
    let points = |drawn: &FigureData| {
        let name = drawn.figure.name.clone();
        let points = drawn.points.clone();
        points.into_iter().map(move |point| (name.clone(), point)).collect::<Vec<_>>()
    };
    let points: Vec<_> = drawn.iter().flat_map(points).collect();
    let lines: Vec<&str> = stored.lines().skip(1).collect();
    assert_eq!(lines.len(), points.len());
    for (line, (name, point)) in lines.iter().zip(points) {
        let cells: Vec<&str> = line.split(',').collect();
        // Where nobody is rated there is no error, and nothing stands there.
        let number = |at: usize| match cells[at] {
            "" => f64::NAN,
            number => number.parse::<f64>().unwrap(),
        };
        assert_eq!(cells[1], name);
        assert!((number(2) - point.x).abs() < 1e-9, "{line}");
        assert_eq!(cells[7], "2000", "so many trials");
        agree(line, point.found.mean, number(3), number(4));
        agree(line, point.found.max, number(5), number(6));
    }
}

/// Within four standard errors of the difference, as the many trials tell it.
#[track_caller]
fn agree(line: &str, found: Estimate, value: f64, error: f64) {
    let ratio = 2000.0 / f64::from(TRIALS);
    let allowed = 4.0 * error * f64::sqrt(ratio + 1.0);
    let near = (found.value - value).abs() <= allowed + 1e-6;
    assert!(near || found.value.is_nan() && value.is_nan(), "{} for {line}", found.value);
}
