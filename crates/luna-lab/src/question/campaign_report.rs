//! The report on simulated campaigns: the tables of section 5, what monitoring catches, what more raters
//! add, and what does not fit in the paper.

use luna_figures::{Chart, Frame, Range, Series, Table, histogram, line, lines};
use luna_learn::float;

use super::campaign_claims::{
    of_aggregation, of_file, of_means, of_quality, of_quantity, of_speed,
};
use super::campaigns::{Campaigns, CaughtRaters, RatedFile, SimulatedCampaign};
use super::doubts;
use crate::section::ReportSection;
use crate::trials::Estimate;

/// Points of the curve over time.
const POINTS: usize = 200;

/// The sections of the report, each with a table.
pub fn campaign_sections(of: &Campaigns) -> Vec<ReportSection> {
    let mut all = vec![quantity(of), speed(of), quality(of), means(of)];
    all.extend(of.rated.as_ref().map(rated));
    all.extend([monitoring(of), aggregation(of)]);
    all
}

/// What does not fit in the paper, as far as its own numbers say it.
pub fn paper_doubts() -> ReportSection {
    let chance = doubts::chance_of_the_test_share();
    let sampling = doubts::half_interval_of_the_top_fifth();
    let mut table = Table::new(&["number", "value"]);
    let mut row = |name: &str, value: String| table.row([name.to_owned(), value]);
    row("acceptable of all 1,195 questions of the paper, %", "12.9".to_owned());
    row("acceptable of its random 200 test questions, %", "23".to_owned());
    row("chance of 46 or more of 200, if 154 of 1,195 are", format!("{chance:.1e}"));
    row("half of an interval of 49 % of 40 questions, points", format!("{sampling:.1}"));
    let about = format!(
        "The paper says that 12.9 % of all its 1,195 questions are acceptable, and 23 % of a random 200 of them. The \
         chance of that or more is {chance:.1e}, so one of the numbers is of other questions or of another threshold. \
         Its intervals come from the draws of training questions and ignore the sampling of the test set: the top \
         fifth has 40 questions, and their sampling alone makes an interval of {sampling:.1} points to either side of \
         49 %."
    );
    ReportSection::of_table("does-not-fit", "What does not fit in the paper", about, table)
}

fn quantity(of: &Campaigns) -> ReportSection {
    let first = of.all.first().cloned().unwrap_or_default();
    let mut table = Table::new(&["number", "paper", "simulated"]);
    let mut row = |name: &str, paper: &str, found: Estimate, decimals: usize| {
        table.row([name.to_owned(), paper.to_owned(), words(found, decimals)]);
    };
    let dollars = |it: &SimulatedCampaign| it.cents * float(it.ratings) / 100.0;
    row("questions", "1,200", of.mean(|it| Some(float(it.questions))), 0);
    row("ratings that count", "6,000", of.mean(|it| Some(float(it.ratings))), 0);
    row("ratings rejected", "–", of.mean(|it| Some(float(it.rejected))), 0);
    row("cost, dollars", "330", of.mean(|it| Some(dollars(it))), 2);
    row("raters", "178", of.mean(|it| Some(float(it.raters))), 1);
    row("ratings of one rater, mean", "33.9", of.mean(|it| Some(it.each_mean)), 1);
    row("standard deviation", "58.0", of.mean(|it| Some(it.each_sd)), 1);
    row("median", "11", of.mean(|it| Some(it.each_median)), 1);
    row("most", "395", of.mean(|it| Some(it.each_most)), 0);
    row("raters with more than 100", "a handful", of.mean(|it| Some(float(it.busy))), 1);
    row("their r with the others", "–", of.mean(|it| it.busy_r), 3);
    row("r of the rest with the others", "–", of.mean(|it| it.rest_r), 3);
    let about = format!(
        "{} simulated campaigns of {} questions. The number of ratings that a rater wishes to give is drawn with the \
         paper's median of 11 and a spread that makes the mean 33.9, and at most 395; the other numbers follow. So \
         these claims say whether the numbers of the paper fit each other. Nothing in the simulation makes raters with \
         many ratings worse. ± is one standard error over the campaigns.",
        of.all.len(),
        first.questions,
    );
    ReportSection {
        checks: of_quantity(of),
        ..ReportSection::of_table("quantity", "Section 5.1: quantity and cost", about, table)
    }
}

fn speed(of: &Campaigns) -> ReportSection {
    let mut table = Table::new(&["number", "paper", "simulated"]);
    let mut row = |name: &str, paper: &str, found: Estimate, decimals: usize| {
        table.row([name.to_owned(), paper.to_owned(), words(found, decimals)]);
    };
    row("ratings an hour", "more than 1,000", of.mean(|it| it.per_hour), 0);
    row("pay for an hour, dollars", "5 to 10", of.mean(|it| Some(it.hourly_cents? / 100.0)), 2);
    let frame = Frame {
        id: "ratings-over-time",
        title: "Ratings over time",
        description: "The number of ratings of the first simulated campaign, by hours since its first batch was opened.",
        x_label: "hours",
        y_label: "ratings",
    };
    let all = of.all.first().map_or(&[][..], |it| &it.over_time);
    let step = all.len().div_ceil(POINTS).max(1);
    let points: Vec<(f64, f64)> =
        all.iter().copied().step_by(step).chain(all.last().copied()).collect();
    let high = points.last().map_or(1.0, |last| last.1);
    let about = "Twelve raters are at work at any time, and a rating takes a median of 22 seconds with care and 5 without; \
                 both are settings of the simulation."
        .to_owned();
    ReportSection {
        checks: of_speed(of),
        charts: vec![line(&frame, &points, Range { low: 0.0, high })],
        ..ReportSection::of_table("speed", "Section 5.2: speed", about, table)
    }
}

fn quality(of: &Campaigns) -> ReportSection {
    let mut table = Table::new(&["between", "paper", "simulated"]);
    let mut row = |name: &str, paper: &str, found: Estimate| {
        table.row([name.to_owned(), paper.to_owned(), words(found, 3)]);
    };
    row("an expert and the crowd, r", "0.79 and 0.74", of.mean(|it| it.expert_crowd_r));
    row("two experts, r", "0.65", of.mean(|it| it.experts_r));
    row("two experts, kappa at 3.5", "0.54", of.mean(|it| it.experts_kappa));
    row("an expert and the truth, r", "–", of.mean(|it| it.expert_truth_r));
    row("all raters, Krippendorff's alpha", "–", of.mean(|it| it.alpha));
    let about = "Two experts rate 40 random questions of four articles. Their error is chosen so that they correlate as \
                 those of the paper do; how far they agree with the crowd follows."
        .to_owned();
    ReportSection {
        checks: of_quality(of),
        decimals: 3,
        ..ReportSection::of_table("quality", "Section 5.3: quality", about, table)
    }
}

fn means(of: &Campaigns) -> ReportSection {
    let first = of.all.first().map_or(&[][..], |it| &it.histogram);
    let about = "Mean ratings of the questions of the first simulated campaign. The quality of questions is drawn so that \
                 12.9 % are above 3.5; means of five ratings with errors spread wider, but a scale that ends at 1 and 5 \
                 pulls them to the middle."
        .to_owned();
    ReportSection {
        checks: of_means(of),
        charts: vec![histogram_of("figure-3", "Questions by mean rating, simulated", first)],
        ..ReportSection::of_table("figure-3", "Figure 3: mean ratings", about, bins(first))
    }
}

fn rated(of: &RatedFile) -> ReportSection {
    let RatedFile { questions, articles, acceptable, share, histogram } = of;
    let about = format!(
        "{questions} questions about {articles} articles, of which {acceptable} are acceptable: {:.1} %. The error allows \
         for the likeness of questions about one article. The file has mean ratings alone, so what the paper says of \
         single raters and of experts stays undecided.",
        100.0 * share.value
    );
    ReportSection {
        checks: of_file(of),
        charts: vec![histogram_of(
            "figure-3-file",
            "Questions by mean rating, in the file",
            histogram,
        )],
        ..ReportSection::of_table(
            "figure-3-file",
            "Figure 3 and section 5 on the file",
            about,
            bins(histogram),
        )
    }
}

fn monitoring(of: &Campaigns) -> ReportSection {
    let mut table = Table::new(&[
        "raters",
        "in a campaign",
        "screened out",
        "with a correlation",
        "marked and rejected",
        "noted otherwise",
        "found of those with a correlation, %",
    ]);
    let manners = of.all.first().map_or(&[][..], |it| &it.caught);
    for (nth, CaughtRaters { manner, .. }) in manners.iter().enumerate() {
        let mean = |number: fn(&CaughtRaters) -> usize| {
            of.mean(|it| it.caught.get(nth).map(|it| float(number(it)))).value
        };
        let (measured, rejected, noted) =
            (mean(|it| it.measured), mean(|it| it.rejected), mean(|it| it.noted));
        let found = 100.0 * (rejected + noted) / measured;
        table.row([
            (*manner).to_owned(),
            format!("{:.1}", mean(|it| it.raters)),
            format!("{:.1}", mean(|it| it.screened_out)),
            format!("{measured:.1}"),
            format!("{rejected:.1}"),
            format!("{noted:.1}"),
            if found.is_finite() { format!("{found:.0}") } else { "–".to_owned() },
        ]);
    }
    let about = "Means over the campaigns. Screened out are those who rate too many gold questions wrong, where the \
                 campaign has some, and may not go on. A rater needs eight ratings for a correlation. Marked are those whose seconds, \
                 repetitions and ratings speak of somebody who does not look, whatever their number; the simulated \
                 operator rejects them. Other statistics of judges note some more, who keep their ratings."
        .to_owned();
    ReportSection::of_table("monitoring", "What monitoring catches", about, table)
}

fn aggregation(of: &Campaigns) -> ReportSection {
    let most = of.all.iter().map(|it| it.r_by_raters.len()).max().unwrap_or(0);
    let found: Vec<(usize, Estimate)> = (1..=most)
        .map(|count| (count, of.mean(|it| it.r_by_raters.get(count - 1).copied())))
        .collect();
    let mut table = Table::new(&["mean of", "r with the truth"]);
    for (count, r) in &found {
        table.row([count.to_string(), words(*r, 3)]);
    }
    table.row([
        "all ratings, rejected ones too".to_owned(),
        words(of.mean(|it| it.r_unmonitored), 3),
    ]);
    table.row(["one expert".to_owned(), words(of.mean(|it| it.expert_truth_r), 3)]);
    let points: Vec<(f64, f64, f64)> =
        found.iter().map(|(count, r)| (float(*count), r.value, r.half_band())).collect();
    let expert = of.mean(|it| it.expert_truth_r);
    let ends = [1.0, float(most.max(2))].map(|x| (x, expert.value, expert.half_band()));
    let series = [
        Series { name: "mean of raters", points: &points },
        Series { name: "one expert", points: &ends },
    ];
    let frame = Frame {
        id: "aggregation",
        title: "Agreement with the truth by number of raters",
        description: "The correlation of the mean of so many ratings with the true quality of questions, and that of one \
                      expert. Bands are two standard errors over the campaigns.",
        x_label: "raters of each question",
        y_label: "r with the truth",
    };
    let about = "After the campaign its questions are extended to seven raters each. The truth is the quality that the \
                 simulation has drawn for a question; ratings count in the order in which they came."
        .to_owned();
    ReportSection {
        checks: of_aggregation(of),
        charts: vec![lines(&frame, &series, Range { low: 0.0, high: 1.0 })],
        decimals: 3,
        ..ReportSection::of_table("aggregation", "What more raters add", about, table)
    }
}

fn histogram_of(id: &str, title: &str, bins: &[u64]) -> Chart {
    let frame = Frame {
        id,
        title,
        description: "How many questions have a mean rating in each half step from 1 to 5.",
        x_label: "mean rating",
        y_label: "questions",
    };
    histogram(&frame, 1.0, 0.5, bins)
}

fn bins(bins: &[u64]) -> Table {
    let mut table = Table::new(&["mean rating", "questions"]);
    for (count, bin) in bins.iter().zip(0_u32..) {
        let low = 1.0 + f64::from(bin) / 2.0;
        table.row([format!("{low:.1} to {:.1}", low + 0.5), count.to_string()]);
    }
    table
}

/// With its error where it has one.
fn words(it: Estimate, decimals: usize) -> String {
    match (it.value.is_finite(), it.error.is_finite()) {
        (true, true) => it.format(decimals),
        (true, false) => format!("{:.decimals$}", it.value),
        (false, _) => "–".to_owned(),
    }
}
