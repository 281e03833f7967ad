//! `/questions`: ten questions to rate at once, and the way to those that wait for ratings.

use axum::extract::State;
use luna_app::question_campaign::joining;
use luna_store::Tx;
use luna_store::player::Player;
use luna_store::question_campaign::campaign::{self, Campaign};
use maud::{Markup, html};

use super::address::results_page;
use super::ten::Step;
use crate::http::error::Error;
use crate::http::form::leading_back;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};
use crate::privacy::consent::section::{ConsentState, consent_state};
use crate::privacy::consent::single::RATING;

/// Public results on the page.
const MOST: i64 = 20;

/// The reader, and the campaigns that everybody may take part in.
pub(super) struct Front {
    me: Option<Player>,
    consents: ConsentState,
    /// They may take part without the link of a platform.
    is_known: bool,
    open: Vec<Campaign>,
    /// Campaigns with public results.
    published: Vec<Campaign>,
    /// The first of ten questions for everybody.
    step: Step,
}

impl Front {
    pub(super) fn read(
        tx: &mut Tx<'_>,
        visitor: &Visitor,
        sends_mail: bool,
    ) -> Result<Front, Error> {
        let me = visitor.player(tx)?;
        Ok(Front {
            is_known: me.as_ref().is_some_and(|me| joining::is_known(me, sends_mail)),
            consents: consent_state(tx, visitor)?,
            me,
            open: joining::public(tx)?,
            published: campaign::published(tx, MOST)?,
            step: Step::first(tx, visitor, "")?,
        })
    }

    /// The page, with what came of a wish to rate.
    pub(super) fn page(&self, app: &App, visitor: &Visitor, note: Option<&str>) -> Markup {
        let body = html! {
            @if let Some(note) = note { p.note role="status" { (note) } }
            h2.first { "Rate for a campaign" }
            @if self.open.is_empty() {
                p { "No questions wait for ratings at the moment. The guide shows what rating them is like." }
                p { a.button href="/questions/guide" { "Read the guide" } }
            } @else {
                (self.start(visitor))
            }
            h2 { "Questions from your own text" }
            p { "Paste a text, and Luna makes questions about it within a second." }
            p { a.button href="/questions/from-text" { "Make questions" } }
            details {
                summary { "How it works" }
                p {
                    "Programs read texts and make questions from them, good ones and odd ones. People rate the questions from 1 to 5, and "
                    "the ratings teach programs to tell good from bad."
                }
                dl.steps {
                    dt { "Read" }
                    dd { "A few sentences of a text. The question was made from the last of them." }
                    dt { "Rate" }
                    dd { "1 is bad, 5 is what a good teacher would ask. The keys 1 to 5 do it too." }
                    dt { "Compare" }
                    dd { "Each question is rated by several people. The mean of their ratings counts; nobody’s rating counts alone." }
                }
            }
            @if !self.published.is_empty() {
                h2 { "Results" }
                ul.plain {
                    @for it in &self.published {
                        li { a href=(results_page(&it.id)) dir="auto" { (it.name) } }
                    }
                }
            }
        };
        let page = Page::new("Questions", body).of(self.me.as_ref());
        page.night(self.step.night(None)).scripts(&["try.js"]).render(app)
    }
}

impl Front {
    /// The way to the first question.
    fn start(&self, visitor: &Visitor) -> Markup {
        let agrees = self.consents.rating;
        html! {
            @if self.is_known {
                form method="post" action="/questions/next" {
                    (csrf(visitor))
                    @if !agrees { (RATING.fields(self.consents.adult, false)) }
                    div.row {
                        button.button { @if agrees { "Rate a question" } @else { "I agree, rate a question" } }
                        a.button href="/questions/guide" { "How to rate" }
                    }
                }
                p.soft.small {
                    "A question takes about half a minute. You rate without seeing anybody else’s ratings."
                }
            } @else {
                p { (joining::NEEDS_ACCOUNT) }
                div.row {
                    a.button href="/questions/guide" { "How to rate" }
                    (account_links(self.me.as_ref(), "/questions"))
                }
            }
        }
    }
}

/// The ways to an account, for somebody who has none or has not confirmed its address.
pub(super) fn account_links(me: Option<&Player>, back: &str) -> Markup {
    html! {
        @if me.is_some_and(|me| me.email.is_some()) {
            a.button href="/settings" { "Confirm your address" }
        } @else {
            a.button href=(leading_back("/signup", back)) { "Create an account" }
            @if me.is_none() { a.button href=(leading_back("/login", back)) { "Log in" } }
        }
    }
}

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let (asking, sends_mail) = (visitor.clone(), app.settings.smtp);
    let front = app.db.read(move |tx| Front::read(tx, &asking, sends_mail)).await?;
    Ok(front.page(&app, &visitor, None))
}
