//! What the paper says of its figures, in our words.

use super::{Check, Wanted};
use crate::figures::{Drawn, Point};
use crate::float;
use crate::trials::Estimate;

/// What there is to say of a figure; nothing of one that is not the paper's.
pub fn checks(drawn: &Drawn) -> Vec<Check> {
    let points = drawn.points.as_slice();
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    let (begin, end) = (first.found.mean, last.found.mean);
    let straight = || {
        let claim =
            "The mean error depends on the share in a straight line: no point is far from it.";
        check(claim, bend(points), Wanted::AtMost(2.0), 2.0)
    };
    match drawn.figure.number {
        "3.1" => random(points, begin, end),
        "3.2" => honest(first, last),
        "3.3" => vec![
            check(
                "With nobody honest the mean error is half of the range.",
                begin,
                Wanted::Near(50.0, 1.0),
                2.0,
            ),
            check("With everybody honest it is 0.", end, Wanted::Near(0.0, 1.0), 1.0),
            straight(),
        ],
        "3.4" => vec![
            check(
                "With everybody guessing the mean, ratings collapse and the error explodes.",
                begin,
                Wanted::AtLeast(25.0),
                5.0,
            ),
            straight(),
        ],
        "3.5" => collapse(points, end),
        "3.6" => vec![
            check("With nobody honest they collapse here too.", begin, Wanted::AtLeast(25.0), 5.0),
            straight(),
        ],
        "3.7" => vec![
            check(
                "A significant error, a tenth of a constant's, remains at every delay.",
                least(points, |point| point.found.mean),
                Wanted::AtLeast(2.5),
                2.5,
            ),
            check(
                "A longer delay leaves less: the last has less than the first.",
                minus(begin, end),
                Wanted::AtLeast(0.0),
                5.0,
            ),
        ],
        "3.8" => vec![
            check(
                "Each 10 % fewer honest players add 3.9 to the mean error.",
                scaled(slope(points), -10.0),
                Wanted::Near(3.9, 0.05),
                0.2,
            ),
            straight(),
        ],
        _ => Vec::new(),
    }
}

fn check(claim: &str, measured: Estimate, wanted: Wanted, far: f64) -> Check {
    Check { claim: claim.to_owned(), measured, wanted, far }
}

fn random(points: &[Point], begin: Estimate, end: Estimate) -> Vec<Check> {
    let third = Wanted::Near(33.3, 1.7);
    vec![
        check("The mean error begins near a third of the range.", begin, third, 3.4),
        check("It nears a quarter of the range.", end, Wanted::Near(25.0, 1.25), 1.5),
        check(
            "The maximum stays above 50.",
            least(points, |point| point.found.max),
            Wanted::AtLeast(50.0),
            5.0,
        ),
    ]
}

fn honest(first: &Point, last: &Point) -> Vec<Check> {
    let (mean, max) = ((first.found.mean, last.found.mean), (first.found.max, last.found.max));
    vec![
        check("The axis of the mean begins about 3.0.", mean.0, Wanted::Near(3.0, 0.5), 0.5),
        check("It ends about 0.5.", mean.1, Wanted::Near(0.5, 0.5), 0.5),
        check("The axis of the maximum begins about 12.", max.0, Wanted::Near(12.0, 2.0), 2.0),
        check("It ends about 2.", max.1, Wanted::Near(2.0, 2.0), 2.0),
    ]
}

fn collapse(points: &[Point], end: Estimate) -> Vec<Check> {
    let greatest = scaled(least(points, |point| scaled(point.found.mean, -1.0)), -1.0);
    vec![
        check(
            "Ratings collapse: the error is that of a constant or worse.",
            end,
            Wanted::AtLeast(25.0),
            5.0,
        ),
        check(
            "They do not recover: the error falls from its greatest by nothing much.",
            minus(greatest, end),
            Wanted::AtMost(1.0),
            5.0,
        ),
    ]
}

fn scaled(one: Estimate, by: f64) -> Estimate {
    Estimate { value: one.value * by, error: one.error * by.abs() }
}

/// As if they had nothing to do with each other.
fn minus(one: Estimate, other: Estimate) -> Estimate {
    Estimate { value: one.value - other.value, error: one.error.hypot(other.error) }
}

fn least(points: &[Point], of: impl Fn(&Point) -> Estimate) -> Estimate {
    let rated = points.iter().map(of).filter(|one| one.value.is_finite());
    let none = Estimate { value: f64::NAN, error: f64::NAN };
    rated.min_by(|one, other| one.value.total_cmp(&other.value)).unwrap_or(none)
}

/// Of the least-squares line through the means, per percent. Each is of a world of its
/// own.
fn slope(points: &[Point]) -> Estimate {
    let x_mean = points.iter().map(|point| point.x).sum::<f64>() / float(points.len()).max(1.0);
    let squares: f64 = points.iter().map(|point| (point.x - x_mean).powi(2)).sum();
    let pulls = points
        .iter()
        .map(|point| scaled(point.found.mean, (point.x - x_mean) / squares.max(f64::MIN_POSITIVE)));
    pulls.fold(Estimate::default(), |sum, pull| Estimate {
        value: sum.value + pull.value,
        error: sum.error.hypot(pull.error),
    })
}

/// How far the means get from the least-squares line.
fn bend(points: &[Point]) -> Estimate {
    let slope = slope(points).value;
    let count = float(points.len()).max(1.0);
    let start =
        points.iter().map(|point| point.found.mean.value - slope * point.x).sum::<f64>() / count;
    let off = |point: &Point| {
        let mean = point.found.mean;
        Estimate { value: -(mean.value - start - slope * point.x).abs(), ..mean }
    };
    scaled(least(points, off), -1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::paper;
    use crate::trials::Summary;

    fn drawn(number: &str, means: &[f64], error: f64) -> Drawn {
        let figure = paper().into_iter().find(|figure| figure.number == number).unwrap();
        let point = |(at, &mean): (usize, &f64)| {
            let [mean, max] = [mean, 2.0 * mean].map(|value| Estimate { value, error });
            Point { x: 10.0 * float(at), found: Summary { mean, max } }
        };
        Drawn { figure, points: means.iter().enumerate().map(point).collect() }
    }

    #[track_caller]
    fn check(number: &str, means: &[f64], expected: &[bool]) {
        let all = checks(&drawn(number, means, 0.1));
        let found: Vec<bool> = all.iter().map(Check::holds).collect();
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

    #[test]
    fn few_trials_judge_less_harshly_than_many() {
        // One in ten of the trials, and errors three times as large.
        for (error, holds) in [(0.9, true), (0.3, false)] {
            let found = checks(&drawn("3.1", &[30.0, 27.0, 25.0], error));
            assert_eq!(found[0].holds(), holds, "{:?}", found[0]);
        }
    }

    #[test]
    fn a_slope_is_surer_than_its_points() {
        let found = slope(&drawn("3.8", &[30.0, 20.0, 10.0], 0.3).points);
        assert!((found.value + 1.0).abs() < 1e-12);
        assert!((found.error - 0.3 / f64::sqrt(200.0)).abs() < 1e-12, "{found:?}");
    }
}
