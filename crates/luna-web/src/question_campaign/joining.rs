//! `/questions/join/{id}`: the link for raters from elsewhere.

use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::format::dollars;
use luna_app::place_writer::network_code;
use luna_app::question_campaign::hand_out;
use luna_app::question_campaign::joining::{Arrival, NEEDS_ACCOUNT, is_known, is_preview, join};
use luna_app::question_campaign::limits::{RATERS, RATERS_WITH_IDS};
use luna_store::Tx;
use luna_store::player::Player;
use luna_store::question_campaign::campaign::{self, Campaign};
use luna_store::question_campaign::rater;
use maud::{Markup, html};

use super::address;
use super::front::account_links;
use super::rate_page::preview;
use super::rating::agree;
use crate::account::guest::Newcomer;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::FormRequest;
use crate::http::id::is_id;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};
use crate::privacy::consent::section::{ConsentState, consent_state};
use crate::privacy::consent::single::RATING;

const OVER: &str = "This campaign takes no ratings any more. If a platform sent you, please give the task back there. Thank you for your interest!";

/// A campaign as somebody with its link sees it.
struct Invitation {
    me: Option<Player>,
    campaign: Campaign,
    consents: ConsentState,
    /// They come from a platform or have an account.
    may_join: bool,
    shown: Option<Markup>,
}

/// The parameters that platforms add to the link.
const PARAMETERS: [&str; 6] =
    ["PROLIFIC_PID", "SESSION_ID", "STUDY_ID", "workerId", "assignmentId", "hitId"];

fn field(form: &Form) -> impl Fn(&str) -> String + '_ {
    |name| form.text(name).trim().to_owned()
}

pub(super) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    if !is_id(&id) {
        return Err(Error::NotFound);
    }
    let given = Form::of_query(query.as_deref());
    let is_preview = is_preview(field(&given));
    let arrival = if is_preview { Arrival::default() } else { Arrival::from_link(field(&given))? };
    let has_ids = !arrival.worker.is_empty();
    let (asking, wanted, sends_mail) = (visitor.clone(), id.clone(), app.settings.smtp);
    let read = move |tx: &mut Tx<'_>| {
        let me = asking.player(tx)?;
        let campaign = campaign::find(tx, &wanted)?;
        // A campaign that was never opened is its operators' business.
        if campaign.opened_at.is_none() {
            return Err(Error::NotFound);
        }
        let shown = if is_preview { Some(preview(tx, &wanted)?) } else { None };
        let is_known = me.as_ref().is_some_and(|me| is_known(me, sends_mail));
        let consents = consent_state(tx, &asking)?;
        Ok::<_, Error>(Invitation { me, campaign, consents, may_join: has_ids || is_known, shown })
    };
    let found = app.db.read(read).await?;
    let body = html! {
        h1 dir="auto" { (found.campaign.name) }
        @if let Some(shown) = &found.shown {
            p.note { "This is a preview. Accept the task to take part; nothing that you see here is reserved for you." }
            (shown)
        } @else if !found.campaign.is_open() {
            p { (OVER) }
            p { a.button href="/questions" { "About questions" } }
        } @else if found.may_join {
            (found.form(&visitor, &given))
        } @else {
            p { (NEEDS_ACCOUNT) }
            div.row { (account_links(found.me.as_ref(), &format!("/questions/join/{id}"))) }
        }
    };
    let me = found.me.as_ref();
    Ok(Page::new("Rate questions", body).of(me).render(&app))
}

impl Invitation {
    /// The task, the consent and the button.
    fn form(&self, visitor: &Visitor, given: &Form) -> Markup {
        let agrees = self.consents.rating;
        let cents = self.campaign.plan.cents;
        html! {
            ul.hints {
                li { "English should be your first language." }
                li { "You read a few sentences and rate a question about them from 1 to 5." }
                @if cents > 0.0 { li { "A rating is paid with " (dollars(cents)) "." } }
            }
            form method="post" action={ "/questions/join/" (self.campaign.id) } {
                (csrf(visitor))
                @for name in PARAMETERS {
                    @if given.has(name) { input type="hidden" name=(name) value=(given.text(name)); }
                }
                @if !agrees { (RATING.fields(self.consents.adult, false)) }
                div.row {
                    button.button.now { @if agrees { "Take part" } @else { "I agree, take part" } }
                    a.button href="/questions/guide" { "How to rate" }
                }
            }
        }
    }
}

pub(super) async fn send(request: FormRequest) -> Result<Response, Error> {
    let FormRequest { app, visitor, id, form } = request;
    if !is_id(&id) {
        return Err(Error::NotFound);
    }
    let arrival = Arrival::from_link(field(&form))?;
    let now = app.now();
    let to = address::rate_page(&id);
    let newcomer = Newcomer::new(&app, &visitor);
    let network = network_code(&app.key().await?, &visitor.whereabouts);
    let (entering, doing) = (newcomer.clone(), app.clone());
    let work = move |tx: &mut Tx<'_>| {
        let me = visitor.player(tx)?;
        let campaign = campaign::find(tx, &id)?;
        if !campaign.is_open() {
            return Err(Error::Refused(OVER.to_owned()));
        }
        let is_known = me.as_ref().is_some_and(|me| is_known(me, doing.settings.smtp));
        if arrival.worker.is_empty() && !is_known {
            return Err(Error::Refused(NEEDS_ACCOUNT.to_owned()));
        }
        let consents = consent_state(tx, &visitor)?;
        let (is_new, player_id) = match me {
            Some(me) => (false, me.id),
            None => (true, entering.enter(tx)?),
        };
        if rater::find(tx, &id, &player_id)?.is_none() {
            let limit = if arrival.worker.is_empty() { RATERS } else { RATERS_WITH_IDS };
            doing.limits.take(limit, &visitor.address.to_string(), now)?;
        }
        if !consents.rating {
            agree(tx, &player_id, &form, consents.adult, now)?;
        }
        join(tx, &campaign, &player_id, &arrival, now)?;
        hand_out::lease_next(tx, &campaign, &player_id, network.as_deref(), now)?;
        Ok(is_new)
    };
    let is_new = app.db.write_retrying(work).await?;
    let to = Redirect::to(&to);
    Ok(if is_new { newcomer.logged_in(to) } else { to.into_response() })
}
