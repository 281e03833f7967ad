//! The results of a campaign, as operators and, once they are public, everybody may read them: means,
//! speed, raters and agreement. No rater is named.

use std::collections::BTreeMap;

use luna_app::format::{many, percent, thousands};
use luna_app::question_campaign::agreement::PairAgreement;
use luna_app::question_campaign::labels::{correlation, informativeness};
use luna_app::question_campaign::monitoring::Ratings;
use luna_app::question_campaign::results::{
    ExpertCheck, QuestionMean, RaterCounts, Results, expert_check, results,
};
use luna_figures::{Frame, Range, histogram, line};
use luna_store::Tx;
use luna_store::predict::QuestionInformativeness;
use luna_store::question_campaign::campaign::{self, Campaign};
use luna_store::question_campaign::imported::{self, MachineQuestion};
use maud::{Markup, html};

use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;

/// Points of the curve over time.
const POINTS: usize = 200;
/// Questions at either end of the list.
const ENDS: usize = 10;

/// Everything that the results are computed from.
pub(crate) struct CampaignResults {
    campaign: Campaign,
    ratings: Ratings,
    checks: Vec<ExpertCheck>,
    texts: Vec<MachineQuestion>,
    /// The informativeness of the questions, by id; none for everybody but operators.
    informativeness: Option<BTreeMap<String, QuestionInformativeness>>,
}

impl CampaignResults {
    pub(crate) fn read(tx: &mut Tx<'_>, campaign: Campaign) -> Result<CampaignResults, Error> {
        let ratings = Ratings::read(tx, &campaign)?;
        let mut checks = Vec::new();
        for it in campaign::checks_of(tx, &campaign.id)? {
            checks.push(expert_check(&Ratings::read(tx, &it)?, &ratings));
        }
        let texts = imported::of_campaign(tx, &campaign.id)?;
        Ok(CampaignResults { campaign, ratings, checks, texts, informativeness: None })
    }

    /// Adds what games tell about the questions, which only operators may read.
    pub(crate) fn with_labels(mut self, tx: &mut Tx<'_>) -> Result<CampaignResults, Error> {
        self.informativeness = Some(informativeness(tx, &self.campaign.id)?);
        Ok(self)
    }

    pub(crate) fn body(&self) -> Markup {
        let opened_at = self.campaign.opened_at.unwrap_or(self.campaign.created_at);
        let found = results(&self.ratings, opened_at);
        let text = |id: &str| {
            self.texts.iter().find(|it| it.id == id).map_or("", |it| it.question.as_str())
        };
        html! {
            @if found.ratings == 0 { p { "Nobody has rated a question of this campaign yet." } }
            @else {
                (warning(&found))
                (overview(&found))
                (histogram_of(&found))
                (ends(&found, text, self.informativeness.as_ref()))
                (over_time(&found))
                (raters(&found.raters))
                (agreement(&found, &self.checks))
            }
        }
    }
}

/// A correlation, kappa or alpha.
pub(crate) fn coefficient(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.2}").replace('-', "−"))
}

fn count(count: usize) -> String {
    thousands(i64::try_from(count).unwrap_or(i64::MAX))
}

/// A number without decimals.
fn whole(number: f64) -> String {
    thousands(format!("{number:.0}").parse().unwrap_or(0))
}

fn warning(found: &Results) -> Markup {
    html! {
        @if found.agreement.is_low() {
            p.note {
                "Do not rely on these results: the raters hardly agree. Krippendorff’s alpha is "
                (coefficient(found.agreement.alpha)) ", and 0 is what chance gives."
            }
        }
    }
}

fn overview(found: &Results) -> Markup {
    let (low, high) = found.acceptable_interval;
    html! {
        p.lead {
            (format!("{:.1}", 100.0 * found.acceptable)) " % of " (many(i64::try_from(found.questions.len()).unwrap_or(i64::MAX), "question")) @if found.questions.len() == 1 { " is" } @else { " are" } " acceptable: "
            "the mean of their ratings is above 3.5."
        }
        p {
            "The 95 % interval goes from " (format!("{:.1}", 100.0 * low)) " to " (format!("{:.1}", 100.0 * high))
            " %. The mean of all questions is " (format!("{:.2}", found.mean)) ". In the paper by Heilman and Smith (2010), 12.9 % were acceptable."
        }
    }
}

fn histogram_of(found: &Results) -> Markup {
    let frame = Frame {
        id: "campaign-histogram",
        title: "Questions by mean rating",
        description: "How many questions have a mean rating in each half step from 1 to 5.",
        x_label: "mean rating",
        y_label: "questions",
    };
    let rows: Vec<(String, String)> = found
        .histogram
        .iter()
        .zip(0_u32..)
        .map(|(count, bin)| {
            let low = 1.0 + f64::from(bin) / 2.0;
            (format!("{low:.1} to {:.1}", low + 0.5), count.to_string())
        })
        .collect();
    crate::html::chart::with_table(&histogram(&frame, 1.0, 0.5, &found.histogram), &frame, &rows)
}

fn ends<'a>(
    found: &Results,
    text: impl Fn(&str) -> &'a str,
    known: Option<&BTreeMap<String, QuestionInformativeness>>,
) -> Markup {
    let all = &found.questions;
    let (best, rest) = all.split_at(ENDS.min(all.len()));
    let worst = rest.split_at(rest.len().saturating_sub(ENDS)).1;
    let rows = |some: &[QuestionMean]| {
        html! {
            @for it in some {
                tr {
                    td.words dir="auto" { (text(&it.question_id)) }
                    td.number { (format!("{:.1}", it.mean)) }
                    td.number { (it.ratings) }
                    @if let Some(known) = known {
                        @let known = known.get(&it.question_id);
                        td.number { @if let Some(known) = known { (percent(known.share)) } }
                        td.number { @if let Some(known) = known { (thousands(known.people)) } }
                    }
                }
            }
        }
    };
    let mut heads = vec![Text("Question"), Number("Mean"), Number("Ratings")];
    if known.is_some() {
        heads.extend([Number("Tells"), Number("People")]);
    }
    html! {
        h2 { "Best questions" }
        (table("Best questions", &heads, &rows(best)))
        @if !worst.is_empty() {
            h2 { "Worst questions" }
            (table("Worst questions", &heads, &rows(worst)))
        }
        @if let Some(known) = known { (what_games_tell(found, known)) }
    }
}

/// The second label of the questions, beside the mean rating.
fn what_games_tell(found: &Results, known: &BTreeMap<String, QuestionInformativeness>) -> Markup {
    let both = found.questions.iter().filter(|it| known.contains_key(&it.question_id)).count();
    let of = many(i64::try_from(found.questions.len()).unwrap_or(i64::MAX), "question");
    html! {
        p.soft.small {
            "“Tells” is how much of the differences between players’ ratings the responses to the question explain, and “People” "
            "the number of rated players who have answered it in a game. It is known for " (count(both)) " of " (of)
            @if let Some(r) = correlation(found, known) { "; its correlation with the mean rating is " (coefficient(Some(r))) }
            "."
        }
    }
}

fn over_time(found: &Results) -> Markup {
    let all = &found.over_time;
    let step = all.len().div_ceil(POINTS).max(1);
    // A campaign of minutes is no dot at the left of an hour.
    let is_short = all.last().is_none_or(|last| last.0 < 1.0);
    let (unit, scale) = if is_short { ("minutes", 60.0) } else { ("hours", 1.0) };
    let points: Vec<(f64, f64)> = all
        .iter()
        .step_by(step)
        .chain(all.last())
        .map(|(hours, ratings)| (hours * scale, *ratings))
        .collect();
    let most = points.last().map_or(1.0, |last| last.1);
    let frame = Frame {
        id: "campaign-time",
        title: "Ratings over time",
        description: "Ratings received, by the time since the first batch was opened.",
        x_label: unit,
        y_label: "ratings",
    };
    let rows: Vec<(String, String)> =
        points.iter().map(|(x, y)| (format!("{x:.2}"), format!("{y:.0}"))).collect();
    let chart = line(&frame, &points, Range { low: 0.0, high: most });
    html! {
        h2 { "Speed" }
        p {
            (many(i64::try_from(found.ratings).unwrap_or(i64::MAX), "rating"))
            @if let Some(rate) = found.per_hour { ", " (whole(rate)) " an hour from the first to the last" }
            ". The paper had more than 1,000 an hour."
        }
        (crate::html::chart::with_table(&chart, &frame, &rows))
    }
}

fn raters(it: &RaterCounts) -> Markup {
    let row = |name: &str, ours: String, paper: &str| {
        html! { tr { th scope="row" { (name) } td.number { (ours) } td.number { (paper) } } }
    };
    let one = |value: f64| format!("{value:.1}");
    let rows = html! {
        (row("Raters", count(it.raters), "178"))
        (row("Ratings of one rater, mean", one(it.mean), "33.9"))
        (row("standard deviation", one(it.sd), "58.0"))
        (row("median", one(it.median), "11"))
        (row("most", format!("{:.0}", it.max), "395"))
        (row("Raters with more than 100", count(it.busy), "–"))
        (row("Their r with other raters", coefficient(it.busy_r), "–"))
        (row("The remaining raters’ r with others", coefficient(it.rest_r), "–"))
    };
    html! {
        h2 { "Raters" }
        p {
            (many(i64::try_from(it.raters).unwrap_or(i64::MAX), "rater")) " gave " (one(it.mean)) " ratings on average, at most "
            (format!("{:.0}", it.max)) "."
        }
        details {
            summary { "Raters here and in the paper" }
            (table("Raters", &[Text("Of"), Number("Here"), Number("Paper")], &rows))
        }
    }
}

fn agreement(found: &Results, checks: &[ExpertCheck]) -> Markup {
    let row = |name: &str, it: &PairAgreement, paper: &str| {
        html! {
            tr {
                th scope="row" { (name) }
                td.number { (count(it.pairs)) }
                td.number { (coefficient(it.r)) }
                td.number { (coefficient(it.kappa)) }
                td.number { (paper) }
            }
        }
    };
    let rows = html! {
        (row("Each rating and the mean of the others", &found.agreement.with_others, "–"))
        @for check in checks {
            (row("The two experts", &check.experts, "r 0.65; κ 0.54"))
            @for it in &check.with_crowd { (row("An expert and the crowd", it, "r 0.79 and 0.74")) }
        }
    };
    let heads =
        [Text("Between"), Number("Pairs"), Number("r"), Number("κ at 3.5"), Number("Paper")];
    html! {
        h2 { "Agreement" }
        p {
            @match found.agreement.alpha {
                Some(alpha) => {
                    "Krippendorff’s alpha of all ratings is " (coefficient(Some(alpha)))
                    ": 1 is full agreement, and 0 is what chance gives."
                }
                None => {
                    "Krippendorff’s alpha is not known yet: it needs two ratings of one question, and ratings that differ."
                }
            }
        }
        details { summary { "Agreement here and in the paper" } (table("Agreement", &heads, &rows)) }
    }
}
