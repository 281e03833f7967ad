//! What the paper says of its figures, in our words, and whether the numbers of
//! a run bear it out.

use crate::figures::{Drawn, Point};
use crate::float;

/// One thing the paper says or prints.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    pub claim: &'static str,
    pub measured: f64,
    pub wanted: Wanted,
}

/// What a measured number should be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wanted {
    /// Within so much of a number.
    Near(f64, f64),
    /// With how far below is as bad as a whole tolerance.
    AtLeast(f64, f64),
    AtMost(f64, f64),
}

impl Check {
    pub fn holds(&self) -> bool {
        self.off() <= self.wanted.allowed()
    }

    /// How far off, in tolerances. What is at least or at most as it should be
    /// is not off at all.
    pub fn off(&self) -> f64 {
        match self.wanted {
            Wanted::Near(number, tolerance) => (self.measured - number).abs() / tolerance,
            Wanted::AtLeast(least, scale) => (least - self.measured).max(0.0) / scale,
            Wanted::AtMost(most, scale) => (self.measured - most).max(0.0) / scale,
        }
    }
}

impl Wanted {
    fn allowed(self) -> f64 {
        match self {
            Wanted::Near(..) => 1.0,
            Wanted::AtLeast(..) | Wanted::AtMost(..) => 0.0,
        }
    }

    pub fn words(self) -> String {
        match self {
            Wanted::Near(number, tolerance) => format!("{number:.1} ± {tolerance:.1}"),
            Wanted::AtLeast(least, _) => format!("at least {least:.1}"),
            Wanted::AtMost(most, _) => format!("at most {most:.1}"),
        }
    }
}

/// What there is to say of a figure; nothing of one that is not the paper's.
pub fn checks(drawn: &Drawn) -> Vec<Check> {
    let points = drawn.points.as_slice();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    let check = |claim, measured, wanted| Check { claim, measured, wanted };
    let (begin, end) = (first.found.mean.value, last.found.mean.value);
    let straight = check(
        "The mean error depends on the share in a straight line: no point is far from it.",
        bend(points),
        Wanted::AtMost(2.0, 2.0),
    );
    match drawn.figure.number {
        "3.1" => vec![
            check(
                "The mean error begins near a third of the range.",
                begin,
                Wanted::Near(33.3, 3.4),
            ),
            check("It nears a quarter of the range.", end, Wanted::Near(25.0, 1.5)),
            check("The maximum stays above 50.", lowest_max(points), Wanted::AtLeast(50.0, 5.0)),
        ],
        "3.2" => vec![
            check("The axis of the mean begins about 3.0.", begin, Wanted::Near(3.0, 0.5)),
            check("It ends about 0.5.", end, Wanted::Near(0.5, 0.5)),
            check(
                "The axis of the maximum begins about 12.",
                first.found.max.value,
                Wanted::Near(12.0, 2.0),
            ),
            check("It ends about 2.", last.found.max.value, Wanted::Near(2.0, 2.0)),
        ],
        "3.3" => vec![
            check(
                "With nobody honest the mean error is half of the range.",
                begin,
                Wanted::Near(50.0, 2.0),
            ),
            check("With everybody honest it is 0.", end, Wanted::Near(0.0, 1.0)),
            straight,
        ],
        "3.4" => vec![
            check(
                "With everybody guessing the mean, ratings collapse and the error explodes.",
                begin,
                Wanted::AtLeast(25.0, 5.0),
            ),
            straight,
        ],
        "3.5" => vec![
            check(
                "Ratings collapse: the error is that of a constant or worse.",
                end,
                Wanted::AtLeast(25.0, 5.0),
            ),
            check(
                "They do not recover: the error falls from its greatest by nothing much.",
                greatest_mean(points) - end,
                Wanted::AtMost(1.0, 5.0),
            ),
        ],
        "3.6" => vec![
            check("With nobody honest they collapse here too.", begin, Wanted::AtLeast(25.0, 5.0)),
            straight,
        ],
        "3.7" => vec![
            check(
                "A significant error, a tenth of a constant's, remains at every delay.",
                lowest_mean(points),
                Wanted::AtLeast(2.5, 2.5),
            ),
            check(
                "A longer delay leaves less: the last has less than the first.",
                begin - end,
                Wanted::AtLeast(0.0, 5.0),
            ),
        ],
        "3.8" => vec![
            check(
                "Each 10 % fewer honest players add 3.9 to the mean error.",
                -slope(points) * 10.0,
                Wanted::Near(3.9, 0.2),
            ),
            straight,
        ],
        _ => Vec::new(),
    }
}

fn means(points: &[Point]) -> impl Iterator<Item = f64> {
    points.iter().map(|point| point.found.mean.value)
}

fn lowest_max(points: &[Point]) -> f64 {
    points.iter().map(|point| point.found.max.value).fold(f64::INFINITY, f64::min)
}

fn lowest_mean(points: &[Point]) -> f64 {
    means(points).fold(f64::INFINITY, f64::min)
}

fn greatest_mean(points: &[Point]) -> f64 {
    means(points).fold(0.0, f64::max)
}

/// Of the least-squares line through the means, per percent.
fn slope(points: &[Point]) -> f64 {
    let count = float(points.len()).max(1.0);
    let x_mean = points.iter().map(|point| point.x).sum::<f64>() / count;
    let y_mean = means(points).sum::<f64>() / count;
    let products =
        points.iter().map(|point| (point.x - x_mean) * (point.found.mean.value - y_mean));
    let squares = points.iter().map(|point| (point.x - x_mean).powi(2));
    products.sum::<f64>() / squares.sum::<f64>().max(f64::MIN_POSITIVE)
}

/// How far the means get from the least-squares line.
fn bend(points: &[Point]) -> f64 {
    let slope = slope(points);
    let count = float(points.len()).max(1.0);
    let start =
        points.iter().map(|point| point.found.mean.value - slope * point.x).sum::<f64>() / count;
    let off = points.iter().map(|point| (point.found.mean.value - start - slope * point.x).abs());
    off.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::paper;
    use crate::trials::{Estimate, Summary};

    fn drawn(number: &str, means: &[f64]) -> Drawn {
        let figure = paper().into_iter().find(|figure| figure.number == number).unwrap();
        let point = |(at, &mean): (usize, &f64)| {
            let [mean, max] = [mean, 2.0 * mean].map(|value| Estimate { value, error: 0.1 });
            Point { x: 10.0 * float(at), found: Summary { mean, max } }
        };
        Drawn { figure, points: means.iter().enumerate().map(point).collect() }
    }

    #[track_caller]
    fn check(number: &str, means: &[f64], expected: &[bool]) {
        let found: Vec<bool> = checks(&drawn(number, means)).iter().map(Check::holds).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn verdicts_follow_the_numbers() {
        check("3.1", &[33.0, 28.0, 26.0], &[true, true, true]);
        check("3.1", &[20.0, 24.0], &[false, true, false]);
        check("3.3", &[50.0, 25.0, 0.4], &[true, true, true]);
        check("3.3", &[50.0, 10.0, 0.4], &[true, true, false]);
        check("3.5", &[30.0, 45.0, 50.0], &[true, true]);
        check("3.5", &[12.0, 8.0, 4.0], &[false, false]);
        check("3.7", &[46.0, 16.0], &[true, true]);
        check("3.7", &[6.0, 0.9], &[false, true]);
        check("3.8", &[39.0, 35.1, 31.2], &[true, true]);
        check("3.8", &[28.0, 25.3, 22.6], &[false, true]);
        check("3.8", &[], &[]);
    }
}
