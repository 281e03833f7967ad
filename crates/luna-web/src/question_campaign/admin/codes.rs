//! Completion codes that raters have given, checked by an operator.

use luna_app::question_campaign::completion::{self, Completion};
use luna_store::Tx;
use luna_store::player::Role;
use luna_store::question_campaign::campaign::{self, Campaign};
use maud::{Markup, html};

use super::address;
use crate::admin::listing::{page, plain};
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::form_request::FormRequest;
use crate::http::visitor::Visitor;
use crate::page::layout::csrf;

/// The form, which takes a list of codes or a platform's file.
pub(super) fn form(here: &str, visitor: &Visitor, campaign: &Campaign) -> Markup {
    html! {
        h2 { "Completion codes" }
        p {
            "Each rater gets a code of their own, which begins with " strong { (campaign.code) "-" }
            ". They also get it when they stop, fail the test of newcomers or find nothing left."
        }
        form.why method="post" action={ (here) "/codes" } {
            (csrf(visitor))
            label for="codes" { "Codes to check: one, several, or a platform’s CSV file" }
            textarea #codes name="codes" rows="4" {}
            button.button.quiet { "Check the codes" }
        }
    }
}

pub(super) async fn check(request: FormRequest) -> Result<Markup, Error> {
    let FormRequest { app, visitor, id, form: sent } = request;
    let (id, key, asking) = (plain(&id)?, app.key().await?, visitor.clone());
    let work = move |tx: &mut Tx<'_>| {
        let me = asking.operator(tx, Role::Moderator)?;
        let found = completion::check(tx, &key, &id, sent.text("codes"))?;
        Ok::<_, Error>((me, campaign::find(tx, &id)?, found))
    };
    let (me, campaign, found) = app.db.read(work).await?;
    let here = address(&campaign.id);
    let body = html! {
        @if found.is_empty() {
            p.note { "There is no code of this campaign in the text. Its codes begin with " strong { (campaign.code) "-" } "." }
        } @else {
            (results(&here, &found))
        }
        (form(&here, &visitor, &campaign))
        p.after { a.button href=(here) { "Back to the campaign" } }
    };
    Ok(page(&app, &me, "Completion codes", &body))
}

fn results(here: &str, found: &[Completion]) -> Markup {
    let rows = html! {
        @for it in found {
            tr {
                th scope="row" { (it.code) }
                @match &it.rater {
                    Some(rater) => {
                        td {
                            a href={ (here) "/raters/" (rater.player_id) } {
                                @if rater.worker.is_empty() { "a rater without a platform’s id" } @else { (rater.worker) }
                            }
                        }
                        td.number { (it.counted) }
                        td.number { (it.rejected) }
                        td { @if rater.rejected_at.is_some() { "all work rejected" } @else { "genuine" } }
                    }
                    None => {
                        td {}
                        td.number {}
                        td.number {}
                        td { strong { "made up, or its rater has been erased" } }
                    }
                }
            }
        }
    };
    let heads =
        [Text("Code"), Text("Rater"), Number("Ratings"), Number("Rejected"), Text("The code is")];
    table("Completion codes", &heads, &rows)
}
