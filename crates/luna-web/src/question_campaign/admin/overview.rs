//! A campaign while it goes on: batches, cost and raters.

use luna_app::format::{dollars, many, thousands};
use luna_app::question_campaign::monitoring::{
    Batch, CampaignMonitor, RaterReport, Ratings, monitor,
};
use luna_core::question_campaign::Cost;
use luna_store::Tx;
use luna_store::player::{Player, Role};
use luna_store::question_campaign::campaign::{self, Campaign};
use maud::{Markup, html};

use super::{address, codes};
use crate::admin::listing::{page, plain};
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::page_request::PageRequest;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;
use crate::question_campaign::{coefficient, preview, results_page};

struct CampaignPage {
    me: Player,
    campaign: Campaign,
    watched: CampaignMonitor,
    checks: Vec<Campaign>,
}

impl CampaignPage {
    fn read(tx: &mut Tx<'_>, visitor: &Visitor, id: &str) -> Result<CampaignPage, Error> {
        let me = visitor.operator(tx, Role::Moderator)?;
        let campaign = campaign::find(tx, id)?;
        let watched = monitor(&campaign, &Ratings::read(tx, &campaign)?);
        let checks = campaign::checks_of(tx, id)?;
        Ok(CampaignPage { me, campaign, watched, checks })
    }
}

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let (asking, id) = (visitor.clone(), plain(&id)?);
    let one = app.db.read(move |tx| CampaignPage::read(tx, &asking, &id)).await?;
    let here = address(&one.campaign.id);
    let link = format!("{}/questions/join/{}", app.settings.public_url, one.campaign.id);
    let body = html! {
        div.row {
            a.button href={ (here) "/results" } { "Results" }
            a.button.quiet href={ (here) "/preview" } { "Preview" }
            a.button.quiet href="/admin/campaigns" { "All campaigns" }
        }
        (batches(&here, &visitor, &one.campaign, &one.watched.batches))
        (cost(&one.campaign, &one.watched))
        (raters(&here, &one.watched.raters))
        (links(&here, &link, &one.campaign))
        (codes::form(&here, &visitor, &one.campaign))
        (blocked(&here, &visitor, &one.campaign))
        (checks(&here, &visitor, &one))
        (publication(&here, &visitor, &one.campaign))
    };
    Ok(page(&app, &one.me, &one.campaign.name, &body))
}

pub(super) async fn preview_page(
    PageRequest { app, visitor, id }: PageRequest,
) -> Result<Markup, Error> {
    let id = plain(&id)?;
    let wanted = id.clone();
    let read = move |tx: &mut Tx<'_>| {
        let me = visitor.operator(tx, Role::Moderator)?;
        Ok::<_, Error>((me, preview(tx, &wanted)?))
    };
    let (me, shown) = app.db.read(read).await?;
    let body = html! {
        p.note { "What raters see of the first question. Nothing is reserved by looking." }
        (shown)
        p.after { a.button href=(address(&id)) { "Back to the campaign" } }
    };
    Ok(page(&app, &me, "Preview", &body))
}

fn batches(here: &str, visitor: &Visitor, campaign: &Campaign, all: &[Batch]) -> Markup {
    let state = |it: &Batch| match (campaign.closed_at, it.number <= campaign.opened) {
        _ if it.is_complete() => "complete",
        (Some(_), _) => "closed",
        (None, true) => "open",
        (None, false) => "not open yet",
    };
    let rows = html! {
        @for it in all {
            tr {
                td.number { (it.number) }
                td { (state(it)) }
                td.number { (it.questions) }
                td.number { (it.complete) }
                td.number { (it.ratings) }
            }
        }
    };
    let heads = [
        Number("Batch"),
        Text("State"),
        Number("Questions"),
        Number("With all ratings"),
        Number("Ratings"),
    ];
    html! {
        h2 { "Batches" }
        (table("Batches", &heads, &rows))
        @if campaign.closed_at.is_none() {
            div.row {
                @if campaign.opened < campaign.batches {
                    form method="post" action={ (here) "/open" } {
                        (csrf(visitor))
                        button.button.now { "Open batch " (campaign.opened + 1) }
                    }
                }
                form method="post" action={ (here) "/close" } {
                    (csrf(visitor))
                    button.button.quiet { "Close the campaign" }
                }
            }
        } @else { p { "The campaign is closed: it takes no ratings." } }
    }
}

fn cost(campaign: &Campaign, watched: &CampaignMonitor) -> Markup {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let questions = watched.batches.iter().map(|it| count(it.questions)).sum();
    let ratings = watched.batches.iter().map(|it| count(it.ratings)).sum();
    let cost = Cost::of(&campaign.plan, questions, ratings, watched.mean_seconds);
    let rows = html! {
        tr { th scope="row" { "One question" } td.number { (dollars(cost.question)) } }
        tr { th scope="row" { "All " (thousands(i64::from(questions))) " questions" } td.number { (dollars(cost.whole)) } }
        tr { th scope="row" { "The ratings so far" } td.number { (dollars(cost.so_far)) } }
        tr {
            th scope="row" { "What a rater earns in an hour" }
            td.number { (cost.hourly_wage.map_or("–".to_owned(), |it| dollars(it.round()))) }
        }
    };
    html! {
        h2 { "Cost" }
        (table("Cost", &[Text("Of"), Number("Cost")], &rows))
        @if cost.is_wage_absurd() {
            p.note {
                "A rater would earn " (dollars(cost.hourly_wage.unwrap_or_default().round())) " in an hour. "
                "Either the pay is not right, or nobody reads what they rate. Look at the raters before you pay."
            }
        }
        @if let Some(seconds) = watched.mean_seconds {
            p.soft.small { "A rating takes " (many(format!("{seconds:.0}").parse().unwrap_or(0), "second")) " on average." }
        }
    }
}

fn raters(here: &str, all: &[RaterReport]) -> Markup {
    let state = |it: &RaterReport| {
        if it.rater.rejected_at.is_some() {
            "rejected".to_owned()
        } else if let Some(why) = it.reasons() {
            format!("look: {why}")
        } else {
            it.notes.join(", ")
        }
    };
    let rows = html! {
        @for it in all {
            tr {
                td.words { a href={ (here) "/raters/" (it.rater.player_id) } { (name(it)) } }
                td.number { (it.figures.ratings) }
                td.number { (it.rejected) }
                td.number { (format!("{:.0}", it.figures.mean_seconds)) }
                td.number { (format!("{:.1}", it.figures.mean)) }
                td.number { (coefficient(it.figures.correlation)) }
                td.number { @if it.gold.given == 0 { "–" } @else { (it.gold.near) " of " (it.gold.given) } }
                td.words { (state(it)) }
            }
        }
    };
    let heads = [
        Text("Rater"),
        Number("Ratings"),
        Number("Rejected"),
        Number("Seconds"),
        Number("Mean"),
        Number("r with others"),
        Number("Gold"),
        Text("Remarks"),
    ];
    html! {
        h2 { "Raters" }
        @if all.is_empty() { p { "Nobody has rated yet." } }
        @else {
            (table("Raters", &heads, &rows))
            p.soft.small {
                "Raters who probably do not look at the questions are marked for a look, from the first rating on. "
                "Nothing is rejected unless you reject it, and a rater without a mark is not proven careful."
            }
        }
    }
}

/// A rater in words: by their platform's id, else by the start of ours.
pub(super) fn name(it: &RaterReport) -> String {
    let worker = it.rater.worker.as_str();
    if worker.is_empty() {
        let end = it.rater.player_id.len().saturating_sub(6);
        format!("…{}", it.rater.player_id.get(end..).unwrap_or_default())
    } else {
        worker.to_owned()
    }
}

fn links(here: &str, link: &str, campaign: &Campaign) -> Markup {
    html! {
        h2 { "Raters from elsewhere" }
        @if campaign.opened_at.is_none() { p { "The link works as soon as a batch is open." } }
        p { "People with an account here: " code { (link) } }
        p { "Prolific: " code { (link) "?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}" } }
        p { "Mechanical Turk adds its ids by itself." }
        div.row {
            a.button.quiet href={ (here) "/raters.csv" } { "Accept and reject (CSV)" }
            a.button.quiet href={ (here) "/ratings.csv" } { "All ratings (CSV)" }
            a.button.quiet href={ (here) "/ratings.jsonl" } { "All ratings (JSON lines)" }
        }
    }
}

fn blocked(here: &str, visitor: &Visitor, campaign: &Campaign) -> Markup {
    html! {
        h2 { "Block list" }
        form.why method="post" action={ (here) "/block" } {
            (csrf(visitor))
            label for="blocked" { "Ids of workers or players who may not take part, one on each line" }
            textarea #blocked name="blocked" rows="4" { "\n" (campaign.plan.blocked.join("\n")) }
            button.button.quiet { "Save the list" }
        }
    }
}

fn checks(here: &str, visitor: &Visitor, one: &CampaignPage) -> Markup {
    html! {
        @match &one.campaign.checks {
            Some(checked) => {
                p.after { "Experts check the ratings of " a href=(address(checked)) { "another campaign" } " here." }
            }
            None => {
                h2 { "Experts" }
                p { "Two experts rate 40 random questions of four articles, without seeing other ratings. The results compare them with each other and with the crowd." }
                @if !one.checks.is_empty() {
                    ul.plain { @for it in &one.checks { li { a href=(address(&it.id)) dir="auto" { (it.name) } } } }
                    p.soft.small { (many(i64::try_from(one.checks.len()).unwrap_or(i64::MAX), "check")) " so far" }
                }
                form method="post" action={ (here) "/check" } {
                    (csrf(visitor))
                    button.button.quiet { "Draw questions for two experts" }
                }
            }
        }
    }
}

/// The decision to publish the results. Those of experts are part of the campaign that they check.
fn publication(here: &str, visitor: &Visitor, campaign: &Campaign) -> Markup {
    html! {
        @if campaign.checks.is_none() {
            h2 { "Publication" }
            @match (campaign.published_at, campaign.closed_at) {
                (Some(_), _) => {
                    p { a href=(results_page(&campaign.id)) { "The results are public." } }
                    form method="post" action={ (here) "/withdraw" } {
                        (csrf(visitor))
                        button.button.quiet { "Withdraw the results" }
                    }
                }
                (None, None) => p { "You can publish the results when the campaign is closed." },
                (None, Some(_)) => {
                    p {
                        "Everybody may then read the results, also the texts of questions. No rater is named. The ratings themselves "
                        "can be downloaded, with pseudonyms and without comments, as far as their raters agree to publication."
                    }
                    form method="post" action={ (here) "/publish" } {
                        (csrf(visitor))
                        button.button.quiet { "Publish the results" }
                    }
                }
            }
        }
    }
}
