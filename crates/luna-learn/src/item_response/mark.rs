//! The likelihood of a mark, given the expected quality of the answer.

use super::answer::Reading;

/// What a mark shows of the quality, in points above the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mark {
    AtMost(f64),
    Exactly(f64),
    AtLeast(f64),
}

/// The middle of the scale.
const MIDDLE: f64 = 50.0;

/// The derivatives of the logarithm of a likelihood by the expected quality.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) slope: f64,
    pub(super) curvature: f64,
}

impl Mark {
    pub(super) fn read(points: f64, reading: Reading) -> Option<Mark> {
        let above = points - MIDDLE;
        match reading {
            Reading::Sides if above > 0.0 => Some(Mark::AtLeast(0.0)),
            Reading::Sides if above < 0.0 => Some(Mark::AtMost(0.0)),
            Reading::Sides => None,
            Reading::Points if above >= MIDDLE => Some(Mark::AtLeast(MIDDLE)),
            Reading::Points if above <= -MIDDLE => Some(Mark::AtMost(-MIDDLE)),
            Reading::Points => Some(Mark::Exactly(above)),
        }
    }

    /// The place on the scale of qualities, if one logit is so many points.
    pub(super) fn place(self, spread: f64) -> f64 {
        let (Mark::AtMost(points) | Mark::Exactly(points) | Mark::AtLeast(points)) = self;
        points / spread
    }

    /// The logarithm of the likelihood; of an exact mark without the constant, the logarithm of the
    /// spread.
    pub(super) fn value(self, place: f64, quality: f64) -> f64 {
        let x = place - quality;
        let tail = (-x.abs()).exp().ln_1p();
        match self {
            Mark::AtMost(_) => -tail - (-x).max(0.0),
            Mark::AtLeast(_) => -tail - x.max(0.0),
            Mark::Exactly(_) => -2.0 * tail - x.abs(),
        }
    }

    pub(super) fn term(self, place: f64, quality: f64) -> Term {
        // The tails below and above the place, without cancellation.
        let x = place - quality;
        let small = (-x.abs()).exp();
        let (less, more) = (1.0 / (1.0 + small), small / (1.0 + small));
        let (below, above) = if x >= 0.0 { (less, more) } else { (more, less) };
        let (slope, curvature) = match self {
            Mark::AtMost(_) => (-above, -below * above),
            Mark::AtLeast(_) => (below, -below * above),
            Mark::Exactly(_) => (below - above, -2.0 * below * above),
        };
        Term { slope, curvature }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_are_those_of_the_value() {
        for mark in [Mark::AtMost(3.0), Mark::Exactly(-8.0), Mark::AtLeast(12.0)] {
            for quality in [-30.0, -2.0, 0.1, 2.5, 30.0] {
                let place = mark.place(10.0);
                let [low, high] = [quality - 1e-4, quality + 1e-4];
                let slope = (mark.value(place, high) - mark.value(place, low)) / 2e-4;
                let here = mark.term(place, quality);
                assert!((slope - here.slope).abs() < 1e-6, "{mark:?}");
                let [low, high] = [low, high].map(|at| mark.term(place, at).slope);
                assert!(((high - low) / 2e-4 - here.curvature).abs() < 1e-6, "{mark:?}");
            }
        }
    }

    #[test]
    fn a_mark_tells_a_side_or_the_points_and_at_the_ends_a_bound() {
        let read = |points| [Reading::Sides, Reading::Points].map(|how| Mark::read(points, how));
        assert_eq!(read(50.0), [None, Some(Mark::Exactly(0.0))]);
        assert_eq!(read(51.0), [Some(Mark::AtLeast(0.0)), Some(Mark::Exactly(1.0))]);
        assert_eq!(read(0.0), [Some(Mark::AtMost(0.0)), Some(Mark::AtMost(-50.0))]);
        assert_eq!(read(100.0), [Some(Mark::AtLeast(0.0)), Some(Mark::AtLeast(50.0))]);
    }
}
