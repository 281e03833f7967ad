//! Proportions: of yes-or-no outcomes in trials, with an interval of their own. A standard error says
//! little near 0 or 1.

use luna_learn::proportion::clopper_pearson;
use luna_learn::{float, student};

use crate::trials::certainty::{SURE, WRONG};
use crate::trials::{Estimate, ratio};

/// A proportion with its interval, as sure as that of a verdict; no ends where nothing says how far
/// it may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proportion {
    pub value: f64,
    pub from: f64,
    pub to: f64,
}

impl Proportion {
    /// The exact interval of independent outcomes.
    pub fn of(hits: usize, count: usize) -> Proportion {
        if count == 0 {
            return Proportion { value: f64::NAN, from: f64::NAN, to: f64::NAN };
        }
        let (from, to) = clopper_pearson(float(hits), float(count), WRONG);
        Proportion { value: float(hits) / float(count), from, to }
    }

    /// From the hits and the count of each trial. Outcomes of one trial may depend on each other:
    /// the exact interval is that of as many independent outcomes as would vary as much (Korn and
    /// Graubard 1998).
    pub(crate) fn over(trials: &[(f64, f64)]) -> Proportion {
        let Estimate { value, error } = ratio(trials.iter().copied());
        let count: f64 = trials.iter().map(|(_, count)| count).sum();
        let single = trials.iter().all(|&(_, count)| count <= 1.0);
        if trials.len() < 2 || !value.is_finite() {
            return Proportion { value, from: f64::NAN, to: f64::NAN };
        }
        let worth = match error.is_finite() && !single {
            true => count.min(independent(value, error, trials.len(), count)),
            // All trials agree, or each has one outcome.
            false => count,
        };
        let (from, to) = clopper_pearson(value * worth, worth, WRONG);
        Proportion { value, from, to }
    }

    /// Half the width of a band of about two standard errors, which stays within what is possible.
    pub(crate) fn half_band(self) -> f64 {
        let half = f64::min(self.value - self.from, self.to - self.value) * 2.0 / SURE;
        if half.is_finite() { half } else { 0.0 }
    }

    /// The same in percent.
    pub fn percent(self) -> Proportion {
        let [value, from, to] = [self.value, self.from, self.to].map(|share| 100.0 * share);
        Proportion { value, from, to }
    }
}

/// The number of independent outcomes with this standard error. That of few trials is itself rough,
/// which Student's distribution allows for.
fn independent(value: f64, error: f64, trials: usize, count: f64) -> f64 {
    let [by_count, by_trials] =
        [count, float(trials)].map(|number| student::critical(WRONG, number - 1.0));
    value * (1.0 - value) / error.powi(2) * (by_count / by_trials).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn independent_outcomes_have_the_exact_interval() {
        let single: Vec<(f64, f64)> = (0..50).map(|nth| (f64::from(nth % 5 / 4), 1.0)).collect();
        assert_eq!(Proportion::over(&single), Proportion::of(10, 50));
        let none = Proportion::over(&[(0.0, 60.0); 5]);
        assert_eq!(none, Proportion::of(0, 300), "all agree");
        // By hand: 1 - (WRONG / 2)^(1 / 300).
        let to = 1.0 - (WRONG / 2.0).powf(1.0 / 300.0);
        assert!(none.from <= 0.0 && (none.to - to).abs() < 1e-12, "{none:?}");
        let all = Proportion::over(&[(60.0, 60.0); 5]).percent();
        assert!((all.from - 100.0 * (1.0 - to)).abs() < 1e-9 && all.to >= 100.0, "{all:?}");
    }

    #[test]
    fn outcomes_that_come_together_say_less() {
        let mixed: Vec<(f64, f64)> = (0..20).map(|nth| (f64::from(4 + nth % 3), 10.0)).collect();
        let together: Vec<(f64, f64)> =
            (0..20).map(|nth| (f64::from(nth % 2 * 10), 10.0)).collect();
        let (mixed, together) = (Proportion::over(&mixed), Proportion::over(&together));
        assert!((together.value - 0.5).abs() < 1e-12);
        // About twenty outcomes, not two hundred; no better than if all were independent.
        assert!(together.from < 0.2 && together.to > 0.8, "{together:?}");
        assert!(mixed.from > 0.35 && mixed.to < 0.65, "{mixed:?}");
        let limit = Proportion::of(100, 200);
        assert!(mixed.to - mixed.from >= limit.to - limit.from - 0.02, "{mixed:?} {limit:?}");
    }

    #[test]
    fn one_trial_alone_and_nothing_say_nothing() {
        let one = Proportion::over(&[(30.0, 60.0)]);
        assert!((one.value - 0.5).abs() < 1e-12 && one.from.is_nan() && one.to.is_nan());
        assert!(Proportion::over(&[]).value.is_nan() && Proportion::of(0, 0).value.is_nan());
        assert!(Proportion::over(&[(0.0, 0.0); 2]).to.is_nan());
    }
}
