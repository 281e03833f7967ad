//! Claims of the paper about its figures, in our words.
//!
//! Bounds and tolerances are the paper's where it prints them: a number allows for half of its
//! last digit, what is read off an axis for half a line of its grid. Where its text has only a
//! word they are ours.

use super::check::Check;
use super::target::Target;
use crate::figures::{FigureData, Point, printed};
use crate::trials::Estimate;
use luna_learn::float;

/// A point of a hundred, for “around” and “approaches”.
const POINT: f64 = 1.0;
/// Half of the last digit of a number printed whole.
const WHOLE: f64 = 0.5;
/// The error of everybody rated 50, which no constant comes below.
const CONSTANT: f64 = 25.0;
/// “Significant”: a tenth of that.
const SIGNIFICANT: f64 = 2.5;
/// “Linear”: no mean is further from the least-squares line.
const STRAIGHT: f64 = 2.0;

/// The claims about a figure; none about one that is not the paper's. Claims over time are about
/// the printed axis.
pub fn checks(drawn: &FigureData) -> Vec<Check> {
    let of_trials = |check: Check| {
        let measured = check.measured.of_trials(drawn.trials);
        Check { measured, ..check }
    };
    claims(drawn).into_iter().map(of_trials).collect()
}

fn claims(drawn: &FigureData) -> Vec<Check> {
    let points = printed::on_printed_axis(drawn);
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    let (begin, end) = (first.found.mean, last.found.mean);
    match drawn.figure.number {
        "3.1" => random(points, begin, end),
        "3.2" => honest(first, last),
        "3.3" => vec![
            check(
                "With nobody honest, the mean error is half of the range.",
                begin,
                Target::Near(printed::MINIMUM.0, WHOLE),
                "p. 42; rounding of 50",
                2.0,
            ),
            check(
                "With everybody honest, it is 0.",
                end,
                Target::Near(printed::MINIMUM.1, WHOLE),
                "p. 42; rounding of 0",
                1.0,
            ),
            straight(points, "p. 42 “linearly”; tolerance ours"),
        ],
        "3.4" => vec![
            check(
                "When everybody guesses the mean, ratings collapse and the error explodes.",
                begin,
                Target::AtLeast(CONSTANT),
                "p. 43; a constant's error by p. 41",
                5.0,
            ),
            straight(points, "p. 43 “linearly”; tolerance ours"),
        ],
        "3.5" => collapse(points, end),
        "3.6" => vec![
            check(
                "With nobody honest, ratings collapse here too.",
                begin,
                Target::AtLeast(CONSTANT),
                "p. 43; a constant's error by p. 41",
                5.0,
            ),
            straight(points, "p. 43 “linearly”; tolerance ours"),
        ],
        "3.7" => delayed(points, begin, end),
        "3.8" => vec![
            check(
                "Each 10 % fewer honest players add 3.9 to the mean error.",
                scaled(slope(points), -10.0),
                Target::Near(printed::COMBINED, 0.05),
                "p. 45; rounding of 3.9",
                0.2,
            ),
            straight(points, "p. 44 “linear”; tolerance ours"),
        ],
        _ => Vec::new(),
    }
}

fn check(claim: &str, measured: Estimate, wanted: Target, source: &'static str, far: f64) -> Check {
    Check { claim: claim.to_owned(), measured: measured.into(), wanted, source, far }
}

fn straight(points: &[Point], source: &'static str) -> Check {
    let claim = "The mean error depends on the share in a straight line: no point is far from it.";
    check(claim, bend(points), Target::AtMost(STRAIGHT), source, 2.0)
}

fn random(points: &[Point], begin: Estimate, end: Estimate) -> Vec<Check> {
    let (third, quarter) = printed::RANDOM;
    vec![
        check(
            "The mean error begins around a third of the range.",
            begin,
            Target::Near(third, POINT),
            "p. 41 “around the 33.33 baseline”; tolerance ours",
            3.4,
        ),
        check(
            "It approaches a quarter of the range.",
            end,
            Target::Near(quarter, POINT),
            "p. 41 “approaches 25”; tolerance ours",
            1.5,
        ),
        check(
            "The maximum stays above 50.",
            least(points, |point| point.found.max),
            Target::AtLeast(50.0),
            "p. 41",
            5.0,
        ),
    ]
}

fn honest(first: &Point, last: &Point) -> Vec<Check> {
    const MEAN: &str = "labels of figure 3.2, p. 42; half a line of its grid of 0.5";
    const MAX: &str = "labels of figure 3.2, p. 42; half a line of its grid of 2";
    let (mean, max) = (printed::HONEST_MEAN, printed::HONEST_MAX);
    let near = |number, grid: f64| Target::Near(number, grid / 2.0);
    vec![
        check("The mean begins at about 3.0.", first.found.mean, near(mean.0, 0.5), MEAN, 0.5),
        check("It ends at about 0.5.", last.found.mean, near(mean.1, 0.5), MEAN, 0.5),
        check("The maximum begins at about 12.", first.found.max, near(max.0, 2.0), MAX, 2.0),
        check("It ends at about 2.", last.found.max, near(max.1, 2.0), MAX, 2.0),
    ]
}

fn collapse(points: &[Point], end: Estimate) -> Vec<Check> {
    let greatest = scaled(least(points, |point| scaled(point.found.mean, -1.0)), -1.0);
    vec![
        check(
            "Ratings collapse: the error is that of a constant or worse.",
            end,
            Target::AtLeast(CONSTANT),
            "p. 43; a constant's error by p. 41",
            5.0,
        ),
        check(
            "They do not recover: the error hardly falls from its maximum.",
            minus(greatest, end),
            Target::AtMost(POINT),
            "p. 44 “cannot recover”; tolerance ours",
            5.0,
        ),
    ]
}

fn delayed(points: &[Point], begin: Estimate, end: Estimate) -> Vec<Check> {
    vec![
        check(
            "A significant error, a tenth of a constant's, remains at every delay.",
            least(points, |point| point.found.mean),
            Target::AtLeast(SIGNIFICANT),
            "p. 44 “significant error”; bound ours",
            2.5,
        ),
        check(
            "A longer delay leaves a smaller error: the error with the first delay minus that with the last.",
            minus(begin, end),
            Target::AtLeast(0.0),
            "p. 44",
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

/// The slope of the least-squares line through the means, per percent. Each is of a world of its
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

/// The greatest distance of a mean from the least-squares line.
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
    use crate::claims::Verdict::{self, Consistent as Yes, Contradicted as No, Undecided as Open};
    use crate::figures::paper;
    use crate::trials::Summary;

    fn drawn(number: &str, means: &[f64], error: f64) -> FigureData {
        let figure = paper().into_iter().find(|figure| figure.number == number).unwrap();
        let point = |(at, &mean): (usize, &f64)| {
            let [mean, max] = [mean, 4.0 * mean].map(|value| Estimate { value, error });
            Point { x: 10.0 * float(at + 1), found: Summary { mean, max } }
        };
        let points = means.iter().enumerate().map(point).collect();
        FigureData { figure, trials: 100, points }
    }

    #[track_caller]
    fn check(number: &str, means: &[f64], expected: &[Verdict]) {
        let all = checks(&drawn(number, means, 0.02));
        let found: Vec<Verdict> = all.iter().map(Check::verdict).collect();
        assert_eq!(found, expected, "{number} {means:?}");
    }

    #[test]
    fn verdicts_follow_the_numbers() {
        check("3.1", &[33.0, 28.0, 25.5], &[Yes, Yes, Yes]);
        check("3.1", &[29.7, 24.0], &[No, Open, Yes]);
        check("3.1", &[20.0, 12.0], &[No, No, No]);
        check("3.2", &[3.0, 0.5], &[Yes, Yes, Yes, Yes]);
        check("3.2", &[2.9, 0.9], &[Yes, No, Yes, No]);
        check("3.2", &[1.8, 0.4], &[No, Yes, No, Yes]);
        check("3.3", &[50.0, 25.0, 0.3], &[Yes, Yes, Yes]);
        check("3.3", &[50.0, 25.0, 0.47], &[Yes, Open, Yes]);
        check("3.3", &[51.0, 10.0, 0.9], &[No, No, No]);
        check("3.4", &[29.0, 14.0, 0.4], &[Yes, Yes]);
        check("3.5", &[30.0, 45.0, 50.0], &[Yes, Yes]);
        check("3.5", &[12.0, 8.0, 4.0], &[No, No]);
        check("3.6", &[5.0, 2.5, 0.4], &[No, Yes]);
        check("3.7", &[46.0, 16.0], &[Yes, Yes]);
        check("3.7", &[0.9, 6.0], &[No, No]);
        check("3.8", &[28.0, 25.3, 22.6], &[No, Yes]);
        check("3.8", &[], &[]);
        let exact = checks(&drawn("3.8", &[39.0, 35.1, 31.2], 0.01));
        assert_eq!(exact[0].verdict(), Yes, "{:?}", exact[0]);
    }

    #[test]
    fn what_lies_before_the_printed_axis_decides_nothing() {
        let mut drawn = drawn("3.1", &[11.0, 33.0, 28.0, 25.5], 0.02);
        drawn.points[0].x = 1.0;
        let [begin, end, maximum] = &checks(&drawn)[..] else { panic!("{drawn:?}") };
        assert_eq!((begin.measured.value, end.measured.value), (33.0, 25.5));
        assert_eq!(maximum.verdict(), Yes, "{maximum:?}");
    }

    #[test]
    fn few_trials_decide_less_than_many() {
        // One in ten of the trials, and errors three times as large.
        for (error, verdict) in [(0.9, Open), (0.3, No)] {
            let found = checks(&drawn("3.1", &[30.0, 27.0, 25.0], error));
            assert_eq!(found[0].verdict(), verdict, "{:?}", found[0]);
        }
        let once = checks(&drawn("3.3", &[50.0, 25.0, 0.0], f64::NAN));
        assert!(once.iter().all(|check| check.verdict() == Open), "{once:?}");
    }

    #[test]
    fn each_claim_names_its_page() {
        for figure in paper() {
            let all = checks(&drawn(figure.number, &[30.0, 20.0], 0.1));
            assert!(all.len() >= 2, "{}", figure.number);
            assert!(all.iter().all(|check| check.source.contains("p. 4")), "{all:?}");
        }
    }

    #[test]
    fn a_slope_is_surer_than_its_points() {
        let found = slope(&drawn("3.8", &[30.0, 20.0, 10.0], 0.3).points);
        assert!((found.value + 1.0).abs() < 1e-12);
        assert!((found.error - 0.3 / f64::sqrt(200.0)).abs() < 1e-12, "{found:?}");
    }
}
