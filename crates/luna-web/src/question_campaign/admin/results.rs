//! The results of a campaign, for its operators.

use luna_store::Tx;
use luna_store::player::Role;
use luna_store::question_campaign::campaign;
use maud::{Markup, html};

use super::address;
use crate::admin::listing::{page, plain};
use crate::http::error::Error;
use crate::http::page_request::PageRequest;
use crate::question_campaign::CampaignResults;

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let id = plain(&id)?;
    let read = move |tx: &mut Tx<'_>| {
        let me = visitor.operator(tx, Role::Moderator)?;
        let campaign = campaign::find(tx, &id)?;
        let results = CampaignResults::read(tx, campaign.clone())?.with_labels(tx)?;
        Ok::<_, Error>((me, campaign, results))
    };
    let (me, campaign, results) = app.db.read(read).await?;
    let body = html! {
        (results.body())
        h2 { "The questions" }
        p {
            "The files have each rated question with its mean rating and, where games tell it, its informativeness. "
            code { "luna question train-ranker" } " reads them."
        }
        div.row {
            a.button.quiet href={ (address(&campaign.id)) "/questions.csv" } { "Questions (CSV)" }
            a.button.quiet href={ (address(&campaign.id)) "/questions.jsonl" } { "Questions (JSON lines)" }
        }
        p.after { a.button href=(address(&campaign.id)) { "Back to the campaign" } }
    };
    Ok(page(&app, &me, &format!("Results of {}", campaign.name), &body))
}
