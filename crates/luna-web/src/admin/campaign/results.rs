//! The results of a campaign: means, speed, raters and agreement.

use axum::extract::{Path, State};
use luna_app::format::thousands;
use luna_app::question_campaign::agreement::PairAgreement;
use luna_app::question_campaign::monitoring::Ratings;
use luna_app::question_campaign::results::{
    ExpertCheck, RaterCounts, Results, expert_check, results,
};
use luna_figures::{Frame, Range, histogram, line};
use luna_store::Tx;
use luna_store::player::Role;
use luna_store::question_campaign::{campaign, imported};
use maud::{Markup, html};

use super::{address, coefficient};
use crate::admin::listing::{page, plain};
use crate::error::Error;
use crate::state::App;
use crate::table::Column::{Number, Text};
use crate::table::table;
use crate::visitor::Visitor;

/// Points of the curve over time.
const POINTS: usize = 200;
/// Questions at either end of the list.
const ENDS: usize = 10;

pub(super) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Markup, Error> {
    let id = plain(&id)?;
    let read = move |tx: &mut Tx<'_>| {
        let me = visitor.operator(tx, Role::Moderator)?;
        let campaign = campaign::find(tx, &id)?;
        let ratings = Ratings::read(tx, &campaign)?;
        let mut checks = Vec::new();
        for it in campaign::checks_of(tx, &id)? {
            checks.push(expert_check(&Ratings::read(tx, &it)?, &ratings));
        }
        let texts = imported::of_campaign(tx, &id)?;
        Ok::<_, Error>((me, campaign, ratings, checks, texts))
    };
    let (me, campaign, ratings, checks, texts) = app.db.read(read).await?;
    let found = results(&ratings, campaign.opened_at.unwrap_or(campaign.created_at));
    let text = |id: &str| texts.iter().find(|it| it.id == id).map_or("", |it| it.question.as_str());
    let body = html! {
        @if found.ratings == 0 { p { "Nobody has rated a question of this campaign yet." } }
        @else {
            (overview(&found))
            (histogram_of(&found))
            (ends(&found, text))
            (over_time(&found))
            (raters(&found.raters))
            (agreement(&found, &checks))
        }
        p.after { a.button href=(address(&campaign.id)) { "Back to the campaign" } }
    };
    Ok(page(&app, &me, &format!("Results of {}", campaign.name), &body))
}

fn count(count: usize) -> String {
    thousands(i64::try_from(count).unwrap_or(i64::MAX))
}

fn overview(found: &Results) -> Markup {
    let (low, high) = found.acceptable_interval;
    html! {
        p.lead {
            (format!("{:.1}", 100.0 * found.acceptable)) " % of " (count(found.questions.len())) " questions are acceptable: "
            "the mean of their ratings is above 3.5."
        }
        p {
            "The interval of 95 % goes from " (format!("{:.1}", 100.0 * low)) " to " (format!("{:.1}", 100.0 * high))
            " %. The mean of all questions is " (format!("{:.2}", found.mean)) ". The questions of the paper: 12.9 %."
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
    crate::chart::with_table(&histogram(&frame, 1.0, 0.5, &found.histogram), &frame, &rows)
}

fn ends<'a>(found: &Results, text: impl Fn(&str) -> &'a str) -> Markup {
    let all = &found.questions;
    let worst = all.iter().skip(ENDS.max(all.len().saturating_sub(ENDS)));
    let rows = html! {
        @for it in all.iter().take(ENDS).chain(worst) {
            tr {
                td.words dir="auto" { (text(&it.question_id)) }
                td.number { (format!("{:.1}", it.mean)) }
                td.number { (it.ratings) }
            }
        }
    };
    html! {
        h2 { "Best and worst questions" }
        (table("Best and worst questions", &[Text("Question"), Number("Mean"), Number("Ratings")], &rows))
    }
}

fn over_time(found: &Results) -> Markup {
    let all = &found.over_time;
    let step = all.len().div_ceil(POINTS).max(1);
    let points: Vec<(f64, f64)> =
        all.iter().copied().step_by(step).chain(all.last().copied()).collect();
    let most = points.last().map_or(1.0, |last| last.1);
    let frame = Frame {
        id: "campaign-time",
        title: "Ratings over time",
        description: "The number of ratings that had come, by hours since the first batch was opened.",
        x_label: "hours",
        y_label: "ratings",
    };
    let rows: Vec<(String, String)> =
        points.iter().map(|(x, y)| (format!("{x:.2}"), format!("{y:.0}"))).collect();
    let chart = line(&frame, &points, Range { low: 0.0, high: most });
    html! {
        h2 { "Speed" }
        p {
            (count(found.ratings)) " ratings"
            @if let Some(rate) = found.per_hour { ", " (format!("{rate:.0}")) " an hour from the first to the last" }
            ". The paper had more than 1,000 an hour."
        }
        (crate::chart::with_table(&chart, &frame, &rows))
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
        (row("Their r with the others", coefficient(it.busy_r), "–"))
        (row("r of all the rest with the others", coefficient(it.rest_r), "–"))
    };
    html! {
        h2 { "Raters" }
        (table("Raters", &[Text("Of"), Number("Here"), Number("Paper")], &rows))
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
            (row("The two experts", &check.experts, "r 0.65"))
            @for it in &check.with_crowd { (row("An expert and the crowd", it, "r 0.79 and 0.74; κ 0.54")) }
        }
    };
    let heads =
        [Text("Between"), Number("Pairs"), Number("r"), Number("κ at 3.5"), Number("Paper")];
    html! {
        h2 { "Agreement" }
        (table("Agreement", &heads, &rows))
        p {
            "Krippendorff’s alpha of all ratings is " (coefficient(found.agreement.alpha))
            ": 1 is full agreement, 0 is what chance gives."
        }
    }
}
