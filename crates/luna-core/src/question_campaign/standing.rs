//! The standing of a rater: may they rate, and why not?

use super::gold::GoldScore;
use super::plan::{Plan, Screening};

/// The facts about a rater who asks for a question.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Record {
    /// Ratings in this campaign that were not rejected.
    pub here: u32,
    /// Earlier ratings in other campaigns, and how many of them were rejected.
    pub elsewhere: u32,
    pub rejected_elsewhere: u32,
    pub gold: GoldScore,
    pub is_blocked: bool,
    /// All ratings of this rater in this campaign were rejected.
    pub is_rejected: bool,
}

/// The next step of a rater.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Rate gold questions first: the number that is left.
    Screening(u32),
    Rating,
    Refused(WhyNot),
}

/// Why somebody may not rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhyNot {
    #[error("You cannot take part in this campaign. Its operator can tell you why.")]
    Blocked,
    #[error(
        "Your ratings in this campaign were rejected, so you cannot rate any more. Its operator can tell you why."
    )]
    Rejected,
    #[error("You have rated as many questions as one person may here. Thank you!")]
    Cap,
    #[error(
        "Your ratings of the first questions were too far from what we expect, so you cannot take part in this campaign. Thank you for trying."
    )]
    Screening,
    #[error("This campaign is for raters whose earlier ratings were nearly all accepted.")]
    Accepted,
}

impl Plan {
    /// Returns true if earlier campaigns tell enough about a rater, who needs no screening.
    pub fn is_experienced(&self, record: &Record) -> bool {
        record.elsewhere >= self.screening.accepted.max(1)
    }

    /// Returns what a rater may do next. `gold` is the number of gold questions that the campaign has.
    pub fn standing(&self, record: &Record, gold: u32) -> Standing {
        if record.is_blocked {
            return Standing::Refused(WhyNot::Blocked);
        }
        if record.is_rejected {
            return Standing::Refused(WhyNot::Rejected);
        }
        if self.cap > 0 && record.here >= self.cap {
            return Standing::Refused(WhyNot::Cap);
        }
        let Screening { questions, accepted_share, .. } = self.screening;
        if self.is_experienced(record) {
            let rejected = f64::from(record.rejected_elsewhere) / f64::from(record.elsewhere);
            let is_good = 1.0 - rejected >= accepted_share;
            return if is_good { Standing::Rating } else { Standing::Refused(WhyNot::Accepted) };
        }
        let wanted = questions.min(gold);
        if record.gold.given < wanted {
            return Standing::Screening(wanted - record.gold.given);
        }
        if self.fails_screening(record.gold, gold) {
            Standing::Refused(WhyNot::Screening)
        } else {
            Standing::Rating
        }
    }

    /// Returns true if somebody has rated all gold questions of the screening, and too few as is known.
    pub fn fails_screening(&self, score: GoldScore, gold: u32) -> bool {
        let wanted = self.screening.questions.min(gold);
        let is_far = score.share().is_some_and(|found| found < self.screening.share);
        wanted > 0 && score.given >= wanted && is_far
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rater_rates_until_a_rule_says_no() {
        let plan = Plan {
            cap: 100,
            screening: Screening { questions: 4, share: 0.75, ..Screening::default() },
            ..Plan::default()
        };
        let new = Record::default();
        let gold = |given, near| GoldScore { given, near };
        for (record, expected) in [
            (new, Standing::Screening(4)),
            (Record { gold: gold(3, 3), ..new }, Standing::Screening(1)),
            (Record { gold: gold(4, 3), ..new }, Standing::Rating),
            (Record { gold: gold(4, 2), ..new }, Standing::Refused(WhyNot::Screening)),
            // 95 % of 60 accepted.
            (Record { elsewhere: 60, rejected_elsewhere: 3, ..new }, Standing::Rating),
            (
                Record { elsewhere: 60, rejected_elsewhere: 4, ..new },
                Standing::Refused(WhyNot::Accepted),
            ),
            // Too few to tell.
            (Record { elsewhere: 49, rejected_elsewhere: 9, ..new }, Standing::Screening(4)),
            (Record { here: 100, gold: gold(4, 4), ..new }, Standing::Refused(WhyNot::Cap)),
            (Record { is_blocked: true, ..new }, Standing::Refused(WhyNot::Blocked)),
            (Record { is_rejected: true, ..new }, Standing::Refused(WhyNot::Rejected)),
        ] {
            assert_eq!(plan.standing(&record, 10), expected, "{record:?}");
        }
        // Without gold questions nobody is tested.
        assert_eq!(plan.standing(&new, 0), Standing::Rating);
    }
}
