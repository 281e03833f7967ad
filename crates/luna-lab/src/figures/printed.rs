//! Numbers that the paper's text gives of its figures, to be drawn beside a run. The pictures
//! themselves are not read; figures of which the text gives no number have none here.

use crate::figures::error_kind::ErrorKind;
use crate::figures::{FigureData, Point, Sweep};

/// Figure 3.1: the mean error at both ends of its axis, by the text.
pub(crate) const RANDOM: (f64, f64) = (33.33, 25.0);
/// Figure 3.2: the highest and the lowest label of its axes.
pub(crate) const HONEST_MEAN: (f64, f64) = (3.0, 0.5);
pub(crate) const HONEST_MAX: (f64, f64) = (12.0, 2.0);
/// Figure 3.3: the mean error with nobody honest and with everybody.
pub(crate) const MINIMUM: (f64, f64) = (50.0, 0.0);
/// Figure 3.8: what each tenth of the players who are not honest adds.
pub(crate) const COMBINED: f64 = 3.9;

/// The points that the paper's axis has as well: a printed axis of time begins at a tenth of the
/// steps.
pub(crate) fn on_printed_axis(drawn: &FigureData) -> &[Point] {
    let points = drawn.points.as_slice();
    let begin = match (&drawn.figure.along, points.last()) {
        (Sweep::Time(_), Some(last)) => last.x / 10.0,
        _ => return points,
    };
    let before = points.iter().take_while(|point| point.x < begin).count();
    points.get(before..).unwrap_or_default()
}

/// Points of one chart.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedPoints {
    /// Each with its x.
    pub points: Vec<(f64, f64)>,
    /// The points are the ends of a straight line.
    pub line: bool,
    /// The page and the words they come from, as a part of a sentence.
    pub source: &'static str,
}

/// The paper's points in a chart of a figure, if its text gives any.
pub fn printed(drawn: &FigureData, which: ErrorKind) -> Option<PrintedPoints> {
    let points = on_printed_axis(drawn);
    let (first, last) = (points.first()?.x, points.last()?.x);
    let ends = |(begin, end): (f64, f64)| vec![(first, begin), (last, end)];
    let (points, line, source) = match (drawn.figure.number, which) {
        ("3.1", ErrorKind::Mean) => {
            (ends(RANDOM), false, "page 41: the mean error starts around 33.33 and approaches 25")
        }
        ("3.2", ErrorKind::Mean) => {
            (ends(HONEST_MEAN), false, "page 42: the mean's axis is labelled from 3.0 down to 0.5")
        }
        ("3.2", ErrorKind::Max) => {
            (ends(HONEST_MAX), false, "page 42: the maximum's axis is labelled from 12 down to 2")
        }
        ("3.3", ErrorKind::Mean) => (
            ends(MINIMUM),
            true,
            "page 42: the mean error falls linearly from half of the range to 0",
        ),
        ("3.8", ErrorKind::Mean) => (
            ends((10.0 * COMBINED, 0.0)),
            true,
            "pages 44 and 45: linear, and 3.9 for each 10 %; drawn so that it ends at 0 where \
             everybody is honest, as on page 42",
        ),
        _ => return None,
    };
    Some(PrintedPoints { points, line, source })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{Point, paper};
    use crate::trials::Summary;

    #[test]
    fn only_numbers_of_the_text_are_drawn() {
        let drawn = |figure| {
            let point = |x| Point { x, found: Summary::default() };
            FigureData { figure, trials: 1, points: [1.0, 10.0, 50.0, 100.0].map(point).into() }
        };
        let mut all = Vec::new();
        for figure in paper() {
            let drawn = drawn(figure);
            for which in [ErrorKind::Mean, ErrorKind::Max] {
                if let Some(it) = printed(&drawn, which) {
                    assert!(it.source.starts_with("page"), "{it:?}");
                    all.push((drawn.figure.number, which.name(), it.points, it.line));
                }
            }
        }
        // An axis of time begins at a tenth of the steps, whatever is drawn before.
        let time = |begin, end| vec![(10.0, begin), (100.0, end)];
        let share = |begin, end| vec![(1.0, begin), (100.0, end)];
        let expected = [
            ("3.1", "mean", time(33.33, 25.0), false),
            ("3.2", "mean", time(3.0, 0.5), false),
            ("3.2", "max", time(12.0, 2.0), false),
            ("3.3", "mean", share(50.0, 0.0), true),
            ("3.8", "mean", share(39.0, 0.0), true),
        ];
        assert_eq!(all, expected);
    }
}
