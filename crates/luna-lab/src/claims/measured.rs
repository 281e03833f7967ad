//! Measured numbers: with the interval that a verdict rests on.

use super::target::Target;
use crate::trials::Estimate;
use crate::trials::certainty::SURE;
use crate::trials::proportion::Proportion;

/// A measured number and the ends of its interval, which are no numbers where nothing says how far
/// it may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    pub value: f64,
    pub from: f64,
    pub to: f64,
    /// The number of trials it comes from, if it comes from a simulation.
    pub trials: Option<u32>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// With as many standard errors on either side as make it sure.
    Mean,
    /// With an interval that need not be even.
    Proportion,
}

impl From<Estimate> for Measured {
    fn from(Estimate { value, error }: Estimate) -> Measured {
        let (from, to) = (value - SURE * error, value + SURE * error);
        Measured { value, from, to, trials: None, kind: Kind::Mean }
    }
}

impl From<Proportion> for Measured {
    fn from(Proportion { value, from, to }: Proportion) -> Measured {
        Measured { value, from, to, trials: None, kind: Kind::Proportion }
    }
}

impl Measured {
    /// With the number of trials that it comes from.
    pub fn of_trials(self, trials: u32) -> Measured {
        Measured { trials: Some(trials), ..self }
    }

    /// The standard error; no number for a proportion, which has only its interval.
    pub fn error(self) -> f64 {
        match self.kind {
            Kind::Mean => (self.to - self.value) / SURE,
            Kind::Proportion => f64::NAN,
        }
    }

    /// For people: a mean with its standard error, a proportion with its interval.
    pub fn format(self, decimals: usize) -> String {
        let Measured { value, from, to, kind, .. } = self;
        match kind {
            Kind::Mean => Estimate { value, error: self.error() }.format(decimals),
            Kind::Proportion if from.is_finite() => {
                format!("{value:.decimals$} ({from:.decimals$} to {to:.decimals$})")
            }
            Kind::Proportion => Estimate { value, error: f64::NAN }.format(decimals),
        }
    }

    /// How many times as many trials would decide, if the value stays: the interval would just miss
    /// every bound that it now crosses. Nothing if no number would.
    pub(super) fn more_trials(self, wanted: Target) -> Option<f64> {
        let Measured { value, from, to, .. } = self;
        let (least, most) = wanted.bounds();
        let (below, above) = (value - from, to - value);
        let part = if value < least {
            above / (least - value)
        } else if value > most {
            below / (value - most)
        } else {
            f64::max(below / (value - least), above / (most - value))
        };
        // At 0 and 1 an interval shrinks with the number of trials, elsewhere with its root.
        let at_end = self.kind == Kind::Proportion && (below <= 0.0 || above <= 0.0);
        let times = if at_end { part } else { part * part };
        times.is_finite().then(|| times.max(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_told_with_errors_and_proportions_with_intervals() {
        let mean = Measured::from(Estimate { value: 3.25, error: 0.125 });
        assert_eq!((mean.from, mean.to, mean.error()), (2.875, 3.625, 0.125));
        assert_eq!(mean.format(2), "3.25 ± 0.12");
        assert_eq!(Measured::from(Estimate { value: 3.0, error: f64::NAN }).format(1), "3.0 ± –");
        let share = Measured::from(Proportion { value: 0.889, from: 0.7012, to: 0.9784 });
        assert_eq!(share.format(3), "0.889 (0.701 to 0.978)");
        assert!(share.error().is_nan());
        let none = Proportion { value: f64::NAN, from: f64::NAN, to: f64::NAN };
        assert_eq!(Measured::from(none).format(1), "nothing");
    }

    #[test]
    fn four_times_the_trials_halve_an_interval() {
        let more = |value: f64, error: f64, wanted: Target| {
            Measured::from(Estimate { value, error }).more_trials(wanted)
        };
        // Two standard errors from the bound: (3 / 2)^2.
        let near = |found: Option<f64>, expected: f64| (found.unwrap() - expected).abs() < 1e-9;
        assert!(near(more(5.2, 0.1, Target::AtLeast(5.0)), 2.25));
        assert!(near(more(4.8, 0.1, Target::AtLeast(5.0)), 2.25));
        assert!(near(more(5.2, 0.1, Target::AtMost(5.0)), 2.25));
        assert!(near(more(5.2, 0.1, Target::Near(5.1, 0.2)), 9.0), "the nearer bound counts");
        assert_eq!(more(5.0, 0.1, Target::AtLeast(5.0)), None, "none would do at the bound itself");
        assert_eq!(more(5.2, f64::NAN, Target::AtLeast(5.0)), None);
        let none = Measured::from(Proportion { value: 0.0, from: 0.0, to: 0.08 });
        assert!(near(none.more_trials(Target::AtMost(0.02)), 4.0));
    }
}
