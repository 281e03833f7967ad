//! The numbers of one axis: its range and its ticks.

use crate::frame::Range;

/// The largest value that an axis can show; beyond it, neighbouring ticks are the same number.
const LARGEST: f64 = 1e15;

/// The finest step between ticks: with six decimals, with two for large numbers, or
/// with none.
const FINE: f64 = 1e-6;
const CENTS: f64 = 0.01;
const WHOLE: f64 = 1.0;
const LARGE: f64 = 1e4;

/// As literals, which are exact.
const TENS: [f64; 22] = [
    1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10,
    1e11, 1e12, 1e13, 1e14, 1e15,
];

/// A low below a high, both finite, and the finest step for its ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
    finest: f64,
}

pub(crate) fn can_show(value: f64) -> bool {
    value.abs() < LARGEST
}

/// Returns the least and the greatest value, or `None` if there are none.
pub(crate) fn bounds(values: impl IntoIterator<Item = f64>) -> Option<Range> {
    values.into_iter().fold(None, |bounds, value| match bounds {
        None => Some(Range { low: value, high: value }),
        Some(Range { low, high }) => Some(Range { low: low.min(value), high: high.max(value) }),
    })
}

impl Range {
    /// From zero to a tick that is no less than any of these values: the scale that the panels of
    /// one figure share.
    pub fn shared(values: impl IntoIterator<Item = f64>) -> Range {
        let values: Vec<f64> = values.into_iter().filter(|&value| can_show(value)).collect();
        Axis::at_least(Range::FROM_ZERO, &values)
            .filter(|_| !values.is_empty())
            .map_or(Range::FROM_ZERO, Axis::range)
    }
}

fn finest(Range { low, high }: Range) -> f64 {
    if low.abs().max(high.abs()) < LARGE { FINE } else { CENTS }
}

impl Axis {
    /// The axis of a chart without data, which shows no ticks.
    pub(crate) const UNIT: Axis = Axis { low: 0.0, high: 1.0, finest: CENTS };

    /// Spans exactly the values. Ticks are whole if all values are.
    pub(crate) fn over(values: &[f64]) -> Option<Axis> {
        let whole = values.iter().all(|value| value.fract() == 0.0);
        let range = bounds(values.iter().copied())?;
        Some(Axis::spanning(range, if whole { WHOLE } else { finest(range) }))
    }

    /// Spans exactly the values, with whole ticks only.
    pub(crate) fn over_whole(values: &[f64]) -> Option<Axis> {
        bounds(values.iter().copied()).map(|range| Axis::spanning(range, WHOLE))
    }

    /// Spans the values, on to the next tick at both ends.
    pub(crate) fn around(values: &[f64]) -> Option<Axis> {
        Axis::over(values).map(|axis| axis.to_ticks(finest(axis.range())))
    }

    /// Spans zero to the largest count.
    pub(crate) fn counting(most: f64) -> Axis {
        Axis::spanning(Range { low: 0.0, high: most.max(WHOLE) }, WHOLE).to_ticks(WHOLE)
    }

    /// Spans the given range, on to the next tick if values lie outside.
    pub(crate) fn at_least(asked: Range, values: &[f64]) -> Option<Axis> {
        let ends = [asked.low, asked.high].into_iter().filter(|&end| can_show(end));
        let both = ends.clone().count() == 2 || values.is_empty();
        let asked = bounds(ends.clone()).filter(|_| both);
        let asked = asked.map(|range| Axis::spanning(range, finest(range)));
        let all = bounds(ends.chain(values.iter().copied()))?;
        match asked {
            Some(axis) if axis.low <= all.low && all.high <= axis.high => Some(axis),
            Some(_) | None => Some(Axis::spanning(all, finest(all)).to_ticks(finest(all))),
        }
    }

    /// Puts constant data in the middle of an axis.
    fn spanning(Range { low, high }: Range, finest: f64) -> Axis {
        if high <= low {
            return Axis { low: low - 0.5, high: high + 0.5, finest };
        }
        let axis = Axis { low, high, finest };
        if high - low < finest { axis.to_ticks(finest) } else { axis }
    }

    fn to_ticks(self, finest: f64) -> Axis {
        let step = Axis { finest, ..self }.step(5.0);
        let first = (self.low / step + 1e-9).floor();
        let last = (self.high / step - 1e-9).ceil().max(first + 1.0);
        Axis { low: first * step, high: last * step, finest }
    }

    /// Returns 1, 2 or 5 times a power of ten, so that there are at most this many steps.
    fn step(self, most: f64) -> f64 {
        let wanted = (self.high - self.low) / most * (1.0 - 1e-9);
        let tens = TENS.into_iter().filter(|&ten| ten >= self.finest);
        let mut round = tens.flat_map(|ten| [1.0, 2.0, 5.0].map(|times| times * ten));
        round.find(|&step| step >= wanted).unwrap_or(LARGEST)
    }

    pub(crate) fn ticks(self, most: u8) -> Vec<f64> {
        let step = self.step(f64::from(most));
        let first = (self.low / step - 1e-9).ceil();
        let ticks = (0..=most).map(|index| (first + f64::from(index)) * step);
        ticks.take_while(|&tick| tick <= self.high + step * 1e-9).collect()
    }

    /// Returns the position along the axis: 0 at its low end, 1 at its high end.
    pub(crate) fn share(self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    pub(crate) fn range(self) -> Range {
        Range { low: self.low, high: self.high }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::text::tick;

    #[track_caller]
    fn check(axis: Option<Axis>, most: u8, expected: &str) {
        let ticks: Vec<String> = axis.unwrap().ticks(most).into_iter().map(tick).collect();
        assert_eq!(ticks.join(" "), expected);
    }

    #[test]
    fn ticks_are_round_numbers() {
        let asked = |low, high| Axis::at_least(Range { low, high }, &[]);
        check(asked(0.0, 100.0), 5, "0 20 40 60 80 100");
        check(asked(0.0, 1.0), 5, "0 0.2 0.4 0.6 0.8 1");
        check(asked(-1.0, 1.0), 5, "-1 -0.5 0 0.5 1");
        check(asked(1.0, 5.0), 5, "1 2 3 4 5");
        check(asked(3.0, 47.0), 5, "10 20 30 40");
        check(asked(0.0, 1e6), 5, "0 200000 400000 600000 800000 1000000");
        check(asked(0.0, 0.001), 5, "0 0.0002 0.0004 0.0006 0.0008 0.001");
        check(asked(1e6, 1e6 + 0.001), 5, "1000000 1000000.01");
        check(asked(5.0, 1.0), 5, "1 2 3 4 5");
        check(asked(f64::NAN, 7.0), 5, "6.6 6.8 7 7.2 7.4");
    }

    #[test]
    fn an_axis_asked_for_grows_to_hold_the_data() {
        let asked = Range { low: 0.0, high: 100.0 };
        check(Axis::at_least(asked, &[0.0, 100.0]), 5, "0 20 40 60 80 100");
        check(Axis::at_least(asked, &[104.0]), 5, "0 50 100 150");
        check(
            Axis::at_least(Range { low: f64::NAN, high: f64::INFINITY }, &[3.0, 8.0]),
            5,
            "3 4 5 6 7 8",
        );
        check(Axis::at_least(Range { low: 0.0, high: f64::NAN }, &[0.2, 0.27]), 5, "0 0.1 0.2 0.3");
        assert_eq!(Axis::at_least(Range { low: f64::NAN, high: f64::NAN }, &[]), None);
    }

    #[test]
    fn whole_data_have_whole_ticks() {
        check(Axis::over(&[1.0, 3.0]), 8, "1 2 3");
        check(Axis::over(&[1.0, 2.5]), 8, "1 1.2 1.4 1.6 1.8 2 2.2 2.4");
        check(Axis::over_whole(&[0.2, 0.7]), 8, "0 1");
        check(Axis::over_whole(&[4.0]), 8, "4");
        check(
            Axis::over(&[999_999_999_999_999.0, 999_999_999_999_998.0]),
            8,
            "999999999999998 999999999999999",
        );
    }

    #[test]
    fn counts_start_at_nothing() {
        check(Some(Axis::counting(0.0)), 5, "0 1");
        check(Some(Axis::counting(1.0)), 5, "0 1");
        check(Some(Axis::counting(13.0)), 5, "0 5 10 15");
    }

    #[test]
    fn constant_data_stand_in_the_middle() {
        let axis = Axis::around(&[50.0, 50.0]).unwrap();
        assert!((axis.share(50.0) - 0.5).abs() < 1e-12);
        assert_eq!(Axis::around(&[]), None);
    }
}
