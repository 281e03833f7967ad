//! The cost of ratings.

use super::plan::Plan;

/// The cost of a campaign, in cents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// One question, with commission.
    pub question: f64,
    /// All ratings that are wanted.
    pub whole: f64,
    /// The ratings that are in and were not rejected.
    pub so_far: f64,
    /// A rater's pay for an hour, from the mean time of a rating.
    pub hourly_wage: Option<f64>,
}

/// Cents in an hour beyond which a wage tells that nobody has read what they rated, and below which
/// raters are paid too little.
const PLAUSIBLE: (f64, f64) = (200.0, 6_000.0);

impl Cost {
    /// Returns true for an hourly wage that no platform knows.
    pub fn is_wage_absurd(&self) -> bool {
        self.hourly_wage.is_some_and(|wage| !(PLAUSIBLE.0..=PLAUSIBLE.1).contains(&wage))
    }

    /// Computes the cost of this many questions, with this many ratings to pay so far and their mean time.
    pub fn of(plan: &Plan, questions: u32, ratings: u32, mean_seconds: Option<f64>) -> Cost {
        let rating = plan.cents * (1.0 + plan.commission / 100.0);
        let question = rating * f64::from(plan.raters);
        let wage = |seconds: f64| plan.cents * 3_600.0 / seconds;
        Cost {
            question,
            whole: question * f64::from(questions),
            so_far: rating * f64::from(ratings),
            hourly_wage: mean_seconds.filter(|seconds| *seconds > 0.0).map(wage),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_campaign_costs_what_the_paper_paid() {
        let cost = Cost::of(&Plan::default(), 1_200, 6_000, Some(24.0));
        assert!((cost.question - 27.5).abs() < 1e-9, "{cost:?}");
        assert!((cost.whole - 33_000.0).abs() < 1e-6, "{cost:?}");
        assert!((cost.so_far - 33_000.0).abs() < 1e-6, "{cost:?}");
        // The paper extrapolates 5 to 10 dollars an hour: 18 to 36 seconds for 5 cents.
        assert_eq!(cost.hourly_wage.map(f64::round), Some(750.0));
        for (seconds, dollars) in [(36.0, 5.0), (18.0, 10.0)] {
            let wage = Cost::of(&Plan::default(), 1, 1, Some(seconds)).hourly_wage.unwrap();
            assert!((wage / 100.0 - dollars).abs() < 1e-9, "{wage}");
        }
        for (seconds, is_absurd) in [(2.0, true), (3.5, false), (24.0, false), (120.0, true)] {
            let cost = Cost::of(&Plan::default(), 1, 1, Some(seconds));
            assert_eq!(cost.is_wage_absurd(), is_absurd, "{seconds}");
        }
        assert_eq!(Cost::of(&Plan::default(), 1, 0, None).hourly_wage, None);
        assert_eq!(Cost::of(&Plan::default(), 1, 1, Some(0.0)).hourly_wage, None);
    }
}
