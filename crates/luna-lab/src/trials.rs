//! Many trials of many worlds, on every core: each trial has its own numbers,
//! and results are added up in the order of trials.

pub mod certainty;
pub mod proportion;
pub(crate) mod threads;

use std::convert::Infallible;
use std::num::NonZero;

use self::threads::run_each;
use crate::world::{Errors, Settings, World};
use luna_learn::float;
use luna_learn::paired_test::corrected_t_test;

/// A world, and after which of its steps the errors are measured.
#[derive(Clone, Debug)]
pub struct Plan {
    pub settings: Settings,
    /// Rising.
    pub marks: Vec<u32>,
}

/// The errors at one mark over all trials.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    pub mean: Estimate,
    pub max: Estimate,
}

/// A mean over trials and its standard error, which is no number where there was one trial
/// alone, or where all agree: equal numbers do not say how far they may be off.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub error: f64,
}

impl Estimate {
    /// For people, with its error.
    pub fn format(self, decimals: usize) -> String {
        let Estimate { value, error } = self;
        match (value.is_finite(), error.is_finite()) {
            (true, true) => format!("{value:.decimals$} ± {error:.decimals$}"),
            (true, false) => format!("{value:.decimals$} ± –"),
            (false, _) => "nothing".to_owned(),
        }
    }

    /// The quotient of two that were measured apart.
    pub(crate) fn over(self, other: Estimate) -> Estimate {
        let value = self.value / other.value;
        let spread = (self.error / self.value).hypot(other.error / other.value);
        Estimate { value, error: value * spread }
    }

    /// Half the width of a band of two standard errors, which never reaches below 0.
    pub(crate) fn half_band(self) -> f64 {
        if self.error.is_finite() { (2.0 * self.error).min(self.value.max(0.0)) } else { 0.0 }
    }
}

/// The number of trials in one piece of work.
const BATCH: u32 = 10;

/// Returns a summary for each mark of each plan. `progress` is called with the number of pieces
/// done and of all.
pub fn run(
    plans: &[Plan],
    trials: u32,
    threads: NonZero<usize>,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<Vec<Summary>> {
    let batches = || (0..trials).step_by(usize::try_from(BATCH).unwrap_or(1));
    let pieces: Vec<(&Plan, u32)> =
        plans.iter().flat_map(|plan| batches().map(move |first| (plan, first))).collect();
    let Ok(found) = run_each(pieces.len(), threads, progress, |nth| {
        let (plan, first) = pieces[nth];
        let last = trials.min(first + BATCH);
        let errors = (first..last).flat_map(|trial| measure(plan, trial));
        Ok::<Vec<Errors>, Infallible>(errors.collect())
    });
    let of = |plan: &Plan| -> Vec<Summary> {
        let own = pieces.iter().zip(&found).filter(|((other, _), _)| std::ptr::eq(*other, plan));
        let errors: Vec<Errors> = own.flat_map(|(_, errors)| errors).copied().collect();
        (0..plan.marks.len()).map(|mark| summary(&errors, mark, plan.marks.len())).collect()
    };
    plans.iter().map(of).collect()
}

/// One trial: the errors at each mark.
fn measure(plan: &Plan, trial: u32) -> Vec<Errors> {
    let mut world = World::new(&plan.settings, trial);
    let mut step = 0;
    let errors = plan.marks.iter().map(|&mark| {
        (step..mark).for_each(|_| world.step());
        step = step.max(mark);
        world.errors()
    });
    errors.collect()
}

/// Over every so-manyth, from one on.
fn summary(errors: &[Errors], from: usize, every: usize) -> Summary {
    let own = || errors.iter().skip(from).step_by(every.max(1));
    Summary {
        mean: estimate(own().map(|errors| errors.mean)),
        max: estimate(own().map(|errors| errors.max)),
    }
}

/// Numbers that differ by less than this are equal.
const EQUAL: f64 = 1e-9;

/// A standard error, where there is any.
fn spread(error: f64) -> f64 {
    if error > EQUAL { error } else { f64::NAN }
}

pub(crate) fn estimate(values: impl Iterator<Item = f64> + Clone) -> Estimate {
    let count = float(values.clone().count());
    let value = values.clone().sum::<f64>() / count.max(1.0);
    let squares: f64 = values.map(|one| (one - value).powi(2)).sum();
    let error = if count > 1.0 { (squares / (count - 1.0) / count).sqrt() } else { f64::NAN };
    Estimate { value, error: spread(error) }
}

/// Returns the ratio of the summed parts to the summed wholes, and its standard error: trials with
/// a larger whole count for more.
pub(crate) fn ratio(trials: impl Iterator<Item = (f64, f64)> + Clone) -> Estimate {
    let count = float(trials.clone().count());
    let (part, whole) = trials.clone().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let value = part / whole;
    let squares: f64 = trials.map(|(part, whole)| (part - value * whole).powi(2)).sum();
    let error =
        if count > 1.0 { (squares * count / (count - 1.0)).sqrt() / whole } else { f64::NAN };
    Estimate { value, error: spread(error) }
}

/// Returns the mean of differences over random splits and its standard error, which allows for
/// the overlap of the splits (Nadeau and Bengio 2003). `split` has the sizes of the training and
/// test sets.
pub(crate) fn over_splits(differences: &[f64], (train, test): (usize, usize)) -> Estimate {
    let Estimate { value, .. } = estimate(differences.iter().copied());
    let corrected = corrected_t_test(differences, train, test);
    Estimate { value, error: corrected.map_or(f64::NAN, |found| spread(found.error)) }
}

/// Returns the ratio of two sums over random splits, with an error that allows for their overlap.
pub(crate) fn ratio_over_splits(pairs: &[(f64, f64)], split: (usize, usize)) -> Estimate {
    let Estimate { value, .. } = ratio(pairs.iter().copied());
    let mean = pairs.iter().map(|(_, whole)| whole).sum::<f64>() / float(pairs.len());
    let off: Vec<f64> = pairs.iter().map(|(part, whole)| (part - value * whole) / mean).collect();
    Estimate { value, error: over_splits(&off, split).error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::interpretation::Interpretation;
    use crate::world::strategy::Crowd;

    fn plan(crowd: &str) -> Plan {
        let settings = Settings {
            players: 50,
            steps: 300,
            crowd: Crowd::parse(crowd).unwrap(),
            reading: Interpretation::literal(),
            seed: 9,
            name: crowd.to_owned(),
        };
        Plan { settings, marks: vec![1, 100, 300] }
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let plans = [plan("quantile,mean"), plan("honest"), plan("random,leaving")];
        let on = |threads| run(&plans, 33, NonZero::new(threads).unwrap(), &|_, _| ());
        let one = on(1);
        assert_eq!(one, on(2));
        assert_eq!(one, on(7));
        assert!(one.iter().flatten().all(|summary| summary.mean.error > 0.0));
    }

    #[test]
    fn progress_reaches_its_end() {
        let told = std::sync::Mutex::new(Vec::new());
        run(&[plan("lazy")], 25, NonZero::<usize>::MIN, &|done, of| {
            told.lock().unwrap().push((done, of));
        });
        assert_eq!(*told.lock().unwrap(), [(1, 3), (2, 3), (3, 3)]);
    }

    #[test]
    fn estimates_are_means_with_standard_errors() {
        let Estimate { value, error } = estimate([1.0, 2.0, 3.0, 4.0].into_iter());
        assert!((value - 2.5).abs() < 1e-12);
        assert!((error - f64::sqrt(5.0 / 12.0)).abs() < 1e-12);
        let one = estimate([7.0].into_iter());
        assert_eq!((one.format(1), one.half_band()), ("7.0 ± –".to_owned(), 0.0));
        assert!(estimate([].into_iter()).error.is_nan());
        let equal = estimate([7.0; 9].into_iter());
        assert_eq!(equal.format(1), "7.0 ± –", "equal numbers do not say how far they are off");
        assert!(estimate([0.3, 0.3 + 1e-16].into_iter()).error.is_nan());
        assert!((Estimate { value: 1.25, error: 1.0 }.half_band() - 1.25).abs() < 1e-12);
    }

    #[test]
    fn ratios_weigh_trials_by_their_wholes() {
        let Estimate { value, error } = ratio([(1.0, 2.0), (1.0, 2.0), (6.0, 12.0)].into_iter());
        assert!((value - 0.5).abs() < 1e-12 && error.is_nan(), "all trials agree");
        // Of equal wholes it is the mean of the shares.
        let shares = [0.2, 0.4, 0.9];
        let (one, other) = (ratio(shares.map(|x| (7.0 * x, 7.0)).into_iter()), shares.into_iter());
        assert!((one.value - estimate(other.clone()).value).abs() < 1e-12);
        assert!((one.error - estimate(other).error).abs() < 1e-12);
        assert!(ratio([].into_iter()).value.is_nan(), "nothing of nothing");
    }

    #[test]
    fn overlapping_splits_say_less_than_independent_ones() {
        let differences = [0.3, -0.1, 0.25, 0.4, 0.05, 0.2];
        let (apart, overlapping) =
            (estimate(differences.into_iter()), over_splits(&differences, (400, 100)));
        assert!((overlapping.value - apart.value).abs() < 1e-12);
        // The variance is 1 / 6 + 1 / 4 of that of a difference, not 1 / 6.
        let factor = f64::sqrt((1.0 / 6.0 + 0.25) * 6.0);
        assert!((overlapping.error - factor * apart.error).abs() < 1e-12, "{overlapping:?}");
        assert!(over_splits(&[0.2; 4], (4, 1)).error.is_nan(), "equal numbers say nothing");
        assert!(over_splits(&[0.2], (4, 1)).error.is_nan());
        let pairs = [(0.2, 1.0), (0.5, 2.0), (0.2, 1.0), (0.6, 2.0)];
        let (apart, overlapping) = (ratio(pairs.into_iter()), ratio_over_splits(&pairs, (4, 1)));
        assert!((overlapping.value - apart.value).abs() < 1e-12);
        assert!((overlapping.error - f64::sqrt(2.0) * apart.error).abs() < 1e-12);
    }
}
