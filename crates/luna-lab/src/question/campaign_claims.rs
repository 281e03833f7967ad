//! The claims of section 5 of the paper, beside simulated campaigns and a file of ratings.
//!
//! A number that the paper measured allows for two standard errors of such a number.

use super::campaigns::{Campaigns, NOTHING, RatedFile, SimulatedCampaign};
use crate::claims::{Check, OURS, Target};
use crate::trials::Estimate;

const OF_EXPERTS: &str = "section 5.3; two standard errors over 40 questions";
const OF_ACCEPTABLE: &str = "section 6; two standard errors of a share of 1,195";

/// The share of acceptable questions, in percent.
const ACCEPTABLE: Target = Target::Near(12.9, 1.9);
const EXPERT_AND_CROWD: Target = Target::Near(0.765, 0.1);
const EXPERTS: Target = Target::Near(0.65, 0.19);
const KAPPA: Target = Target::Near(0.54, 0.3);

pub(super) fn of_quantity(of: &Campaigns) -> Vec<Check> {
    let float = luna_learn::float;
    vec![
        check(
            "A rater gives 33.9 ratings on average.",
            of.mean(|it| Some(it.each_mean)),
            Target::Near(33.9, 8.7),
            "section 5.1; two standard errors of a mean of 178",
        ),
        check(
            "Their standard deviation is 58.0.",
            of.mean(|it| Some(it.each_sd)),
            Target::Near(58.0, 20.0),
            "section 5.1; tolerance ours",
        ),
        check(
            "Half of the raters give 11 ratings or fewer.",
            of.mean(|it| Some(it.each_median)),
            Target::Near(11.0, 3.1),
            "section 5.1; two standard errors of a median of 178",
        ),
        check(
            "A handful of raters give more than 100.",
            of.mean(|it| Some(float(it.busy))),
            Target::Between(1.0, 20.0),
            "section 5.1; bounds ours",
        ),
        check(
            "The ratings of those are slightly worse: r with the others, the rest less these.",
            of.mean(|it| Some(it.rest_r? - it.busy_r?)),
            Target::AtLeast(0.0),
            "section 5.1 “slightly lower in quality”",
        ),
        check(
            "A question costs less than 30 cents, even if rejected ratings are paid.",
            of.mean(|it| Some(it.cents * float(it.ratings + it.rejected) / float(it.questions))),
            Target::AtMost(30.0),
            "section 7",
        ),
    ]
}

pub(super) fn of_speed(of: &Campaigns) -> Vec<Check> {
    vec![
        check(
            "More than 1,000 ratings come in an hour.",
            of.mean(|it| it.per_hour),
            Target::AtLeast(1_000.0),
            "section 5.2",
        ),
        check(
            "Raters earn 5 to 10 dollars an hour.",
            of.mean(|it| Some(it.hourly_cents? / 100.0)),
            Target::Between(5.0, 10.0),
            "footnote 4",
        ),
    ]
}

pub(super) fn of_quality(of: &Campaigns) -> Vec<Check> {
    let beyond = |it: &SimulatedCampaign| Some(it.expert_crowd_r? - it.experts_r?);
    vec![
        check(
            "An expert and the mean of five raters correlate by 0.79 and 0.74.",
            of.mean(|it| it.expert_crowd_r),
            EXPERT_AND_CROWD,
            OF_EXPERTS,
        ),
        check("Two experts correlate by 0.65.", of.mean(|it| it.experts_r), EXPERTS, OF_EXPERTS),
        check(
            "Cohen's kappa at 3.5 is 0.54.",
            of.mean(|it| it.experts_kappa),
            KAPPA,
            "footnote 5; two standard errors over 40 questions",
        ),
        check(
            "A crowd is more reliable than one person: r of an expert with the crowd less r with the other.",
            of.mean(beyond),
            Target::AtLeast(0.0),
            "section 5.3",
        ),
        check(
            "The paper's distance: 0.79 and 0.74 less 0.65.",
            of.mean(beyond),
            Target::Near(0.115, 0.22),
            OF_EXPERTS,
        ),
    ]
}

pub(super) fn of_means(of: &Campaigns) -> Vec<Check> {
    let share = of.mean(|it| Some(100.0 * it.acceptable));
    vec![check("12.9 % of the questions are acceptable.", share, ACCEPTABLE, OF_ACCEPTABLE)]
}

pub(super) fn of_aggregation(of: &Campaigns) -> Vec<Check> {
    let beyond = |count: usize| {
        move |it: &SimulatedCampaign| Some(it.r_by_raters.get(count - 1)? - it.expert_truth_r?)
    };
    let mut checks: Vec<Check> = [3, 7]
        .into_iter()
        .map(|count| {
            check(
                &format!("The mean of {count} raters is as near the truth as an expert: r less r."),
                of.mean(beyond(count)),
                Target::AtLeast(0.0),
                "section 5.3, from Snow and others (2008)",
            )
        })
        .collect();
    checks.push(check(
        "Monitoring helps: r of the monitored ratings less r of all.",
        of.mean(|it| Some(it.r_by_raters.last()? - it.r_unmonitored?)),
        Target::AtLeast(0.0),
        OURS,
    ));
    checks
}

/// What a file of mean ratings says; it cannot say anything about raters.
pub(super) fn of_file(of: &RatedFile) -> Vec<Check> {
    let Estimate { value, error } = of.share;
    let share = Estimate { value: 100.0 * value, error: 100.0 * error };
    vec![
        check("12.9 % of the questions are acceptable.", share, ACCEPTABLE, OF_ACCEPTABLE),
        check(
            "A rater gives 33.9 ratings on average; the file names no raters.",
            NOTHING,
            Target::Near(33.9, 8.7),
            "section 5.1",
        ),
        check(
            "More than 1,000 ratings come in an hour; the file has no times.",
            NOTHING,
            Target::AtLeast(1_000.0),
            "section 5.2",
        ),
        check(
            "An expert and the crowd correlate by 0.79 and 0.74; the file has no experts.",
            NOTHING,
            EXPERT_AND_CROWD,
            OF_EXPERTS,
        ),
        check("Two experts correlate by 0.65.", NOTHING, EXPERTS, OF_EXPERTS),
        check("Cohen's kappa at 3.5 is 0.54.", NOTHING, KAPPA, "footnote 5"),
    ]
}

fn check(claim: &str, measured: Estimate, wanted: Target, source: &'static str) -> Check {
    Check { claim: claim.to_owned(), measured: measured.into(), wanted, source, far: 1.0 }
}
