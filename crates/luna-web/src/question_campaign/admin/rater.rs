//! One rater of a campaign: their ratings beside those of the others, and rejecting them.

use std::collections::BTreeMap;

use luna_app::format::stamp;
use luna_app::question_campaign::monitoring::{RaterReport, Ratings, monitor, seconds};
use luna_core::question_campaign::LONGEST_COMMENT;
use luna_store::Tx;
use luna_store::player::{Player, Role};
use luna_store::question_campaign::campaign::{self, Campaign};
use luna_store::question_campaign::imported;
use luna_store::question_campaign::rating::Rating;
use maud::{Markup, html};

use super::address;
use super::overview::name;
use crate::admin::listing::{page, plain};
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::page_request::PageRequest;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;
use crate::question_campaign::coefficient;

struct RaterPage {
    me: Player,
    campaign: Campaign,
    report: RaterReport,
    /// Each with the text of the question, and the mean of the others.
    ratings: Vec<(Rating, String, Option<f64>)>,
}

impl RaterPage {
    fn read(
        tx: &mut Tx<'_>,
        visitor: &Visitor,
        id: &str,
        player: &str,
    ) -> Result<RaterPage, Error> {
        let me = visitor.operator(tx, Role::Moderator)?;
        let campaign = campaign::find(tx, id)?;
        let all = Ratings::read(tx, &campaign)?;
        let found = monitor(&campaign, &all).raters;
        let report =
            found.into_iter().find(|it| it.rater.player_id == player).ok_or(Error::NotFound)?;
        let texts: BTreeMap<String, String> =
            imported::of_campaign(tx, id)?.into_iter().map(|it| (it.id, it.question)).collect();
        let others = |question: &str| {
            let given: Vec<f64> = all
                .valid()
                .filter(|it| it.question_id == question && it.player_id != player)
                .map(|it| f64::from(it.rating.number()))
                .collect();
            let count = f64::from(u32::try_from(given.len()).unwrap_or(u32::MAX));
            (!given.is_empty()).then(|| given.iter().sum::<f64>() / count)
        };
        let mut ratings: Vec<_> = all
            .all
            .iter()
            .filter(|it| it.player_id == player)
            .map(|it| {
                let text = texts.get(&it.question_id).cloned().unwrap_or_default();
                (it.clone(), text, others(&it.question_id))
            })
            .collect();
        ratings.sort_by_key(|(it, ..)| it.rated_at);
        Ok(RaterPage { me, campaign, report, ratings })
    }
}

pub(super) async fn show(
    PageRequest { app, visitor, id: (id, player) }: PageRequest<(String, String)>,
) -> Result<Markup, Error> {
    let (asking, id, player) = (visitor.clone(), plain(&id)?, plain(&player)?);
    let found = app.db.read(move |tx| RaterPage::read(tx, &asking, &id, &player)).await?;
    let RaterPage { me, campaign, report, ratings } = &found;
    let here = format!("{}/raters/{}/reject", address(&campaign.id), report.rater.player_id);
    let body = html! {
        p {
            (report.figures.ratings) " ratings that count, mean " (format!("{:.2}", report.figures.mean))
            ", standard deviation " (format!("{:.2}", report.sd))
            ", " (format!("{:.0}", report.figures.mean_seconds)) " seconds each, correlation with the others "
            (coefficient(report.figures.correlation)) "."
        }
        @if let Some(why) = report.reasons() {
            p.note { "This rater probably does not look at the questions: " (why) "." }
        }
        @match &report.rater.rejected_why {
            Some(why) => p.note { "All ratings of this rater were rejected: " span dir="auto" { (why) } },
            None => (reject_all(&here, &visitor)),
        }
        (list(&here, &visitor, ratings))
        p.after { a.button href=(address(&campaign.id)) { "Back to the campaign" } }
    };
    Ok(page(&app, me, &format!("Rater {}", name(report)), &body))
}

fn reject_all(here: &str, visitor: &Visitor) -> Markup {
    html! {
        details {
            summary { "Reject all ratings" }
            form.why method="post" action=(here) {
                (csrf(visitor))
                p { "Their questions go to other raters, and this rater gets no more of them." }
                label for="why" { "Why? The rater may ask." }
                input #why name="why" type="text" required maxlength=(LONGEST_COMMENT);
                button.button.quiet { "Reject all" }
            }
        }
    }
}

fn list(here: &str, visitor: &Visitor, all: &[(Rating, String, Option<f64>)]) -> Markup {
    let rows = html! {
        @for (it, text, others) in all {
            tr {
                td.words dir="auto" { (text) }
                td.number { (it.rating.number()) }
                td.number { (others.map_or("–".to_owned(), |mean| format!("{mean:.1}"))) }
                td.number { (format!("{:.0}", seconds(it))) }
                td { (stamp(it.rated_at)) }
                td.words dir="auto" { (it.comment) }
                td {
                    @match &it.rejected_why {
                        Some(why) => { "rejected: " span dir="auto" { (why) } },
                        None => (reject_one(here, visitor, it)),
                    }
                }
            }
        }
    };
    let heads = [
        Text("Question"),
        Number("Rating"),
        Number("Others"),
        Number("Seconds"),
        Text("At"),
        Text("Comment"),
        Text("Rejection"),
    ];
    html! { h2 { "Ratings" } (table("Ratings", &heads, &rows)) }
}

fn reject_one(here: &str, visitor: &Visitor, it: &Rating) -> Markup {
    let id = format!("why-{}", it.question_id);
    html! {
        details {
            summary { "Reject" }
            form.why method="post" action=(here) {
                (csrf(visitor))
                input type="hidden" name="question" value=(it.question_id);
                label.small for=(id) { "Why?" }
                input id=(id) name="why" type="text" required maxlength=(LONGEST_COMMENT);
                button.button.quiet { "Reject this rating" }
            }
        }
    }
}
