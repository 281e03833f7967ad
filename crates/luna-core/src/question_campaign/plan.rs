//! The plan of a campaign, which its operator decides.

use serde::{Deserialize, Serialize};

use crate::assignment::Panel;

/// The rules of one campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Ratings of each question.
    pub raters: u32,
    /// Questions that are opened at once.
    pub batch: u32,
    /// The most ratings of one rater; 0: no limit.
    pub cap: u32,
    /// The pay for a rating, in cents; 0: raters are not paid.
    pub cents: f64,
    /// The share of the platform on top, in percent of the pay.
    pub commission: f64,
    pub screening: Screening,
    /// Players of this instance may rate, not only those with the link.
    pub is_public: bool,
    /// Ids of raters who may not take part: of players, or of workers of a platform.
    pub blocked: Vec<String>,
}

/// The test of raters before their first rating counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Screening {
    /// Questions with a known rating that a newcomer rates first; 0: none.
    pub questions: u32,
    /// The share of them that has to be near the known rating.
    pub share: f64,
    /// Earlier ratings that make the test unnecessary, if enough of them were accepted.
    pub accepted: u32,
    /// The share of earlier ratings that has to have been accepted.
    pub accepted_share: f64,
}

impl Default for Screening {
    fn default() -> Screening {
        Screening { questions: 0, share: 0.7, accepted: 50, accepted_share: 0.95 }
    }
}

impl Default for Plan {
    /// The paper's campaign.
    fn default() -> Plan {
        Plan {
            raters: 5,
            batch: 250,
            cap: 400,
            cents: 5.0,
            commission: 10.0,
            screening: Screening::default(),
            is_public: true,
            blocked: Vec::new(),
        }
    }
}

/// A plan that cannot be carried out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadPlan {
    #[error("A question has from 1 to 25 raters; this is {0}.")]
    Raters(u32),
    #[error("A batch has from 1 to 500 questions; this is {0}.")]
    Batch(u32),
    #[error("The pay for a rating is from 0 to 10,000 cents.")]
    Cents,
    #[error("The commission is from 0 to 100 percent.")]
    Commission,
    #[error("The share of gold questions to get right is from 0 to 100 percent.")]
    GoldShare,
    #[error("The share of earlier ratings that were accepted is from 0 to 100 percent.")]
    AcceptedShare,
}

impl Plan {
    pub fn check(&self) -> Result<(), BadPlan> {
        let is_share = |share: f64| (0.0..=1.0).contains(&share);
        if !(1..=25).contains(&self.raters) {
            return Err(BadPlan::Raters(self.raters));
        }
        if !(1..=500).contains(&self.batch) {
            return Err(BadPlan::Batch(self.batch));
        }
        if !(0.0..=10_000.0).contains(&self.cents) {
            return Err(BadPlan::Cents);
        }
        if !(0.0..=100.0).contains(&self.commission) {
            return Err(BadPlan::Commission);
        }
        let Screening { share, accepted_share, .. } = self.screening;
        if !is_share(share) {
            return Err(BadPlan::GoldShare);
        }
        if is_share(accepted_share) { Ok(()) } else { Err(BadPlan::AcceptedShare) }
    }

    pub fn panel(&self) -> Panel {
        Panel::of(usize::try_from(self.raters).unwrap_or(usize::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_outside_its_limits_is_refused_in_a_sentence() {
        let plan = Plan::default();
        assert_eq!(plan.check(), Ok(()));
        for (wrong, expected) in [
            (Plan { raters: 0, ..plan.clone() }, BadPlan::Raters(0)),
            (Plan { raters: 26, ..plan.clone() }, BadPlan::Raters(26)),
            (Plan { batch: 501, ..plan.clone() }, BadPlan::Batch(501)),
            (Plan { batch: 0, ..plan.clone() }, BadPlan::Batch(0)),
            (Plan { cents: -1.0, ..plan.clone() }, BadPlan::Cents),
            (Plan { cents: f64::NAN, ..plan.clone() }, BadPlan::Cents),
            (Plan { commission: 101.0, ..plan.clone() }, BadPlan::Commission),
        ] {
            assert_eq!(wrong.check(), Err(expected));
        }
        let screening = Screening { share: 1.5, ..Screening::default() };
        assert_eq!(Plan { screening, ..plan.clone() }.check(), Err(BadPlan::GoldShare));
        let screening = Screening { accepted_share: -0.1, ..Screening::default() };
        assert_eq!(Plan { screening, ..plan }.check(), Err(BadPlan::AcceptedShare));
    }
}
