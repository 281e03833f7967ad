//! `/questions`: the test in two sentences, and the way to the first question.

use axum::extract::State;
use luna_app::question_campaign::joining;
use luna_store::Tx;
use luna_store::player::Player;
use luna_store::question_campaign::campaign::{self, Campaign};
use maud::{Markup, html};

use super::address::results_page;
use crate::error::Error;
use crate::layout::{Page, csrf};
use crate::state::App;
use crate::visitor::Visitor;

/// Public results on the page.
const MOST: i64 = 20;

/// The reader, and the campaigns that everybody may take part in.
pub(super) struct Front {
    me: Option<Player>,
    open: Vec<Campaign>,
    /// Campaigns with public results.
    published: Vec<Campaign>,
}

impl Front {
    pub(super) fn read(tx: &mut Tx<'_>, visitor: &Visitor) -> Result<Front, Error> {
        Ok(Front {
            me: visitor.player(tx)?,
            open: joining::public(tx)?,
            published: campaign::published(tx, MOST)?,
        })
    }

    /// The page, with what came of a wish to rate.
    pub(super) fn page(&self, app: &App, visitor: &Visitor, note: Option<&str>) -> Markup {
        let body = html! {
            h1 { "Would a teacher ask this?" }
            p.lead {
                "Programs read texts and make questions from them, good ones and odd ones. People rate the questions from 1 to 5, and "
                "the ratings teach programs to tell good from bad."
            }
            @if let Some(note) = note { p.note role="status" { (note) } }
            @if self.open.is_empty() {
                p { "No questions wait for ratings at the moment. The guide shows what rating them is like." }
                p { a.button.now href="/questions/guide" { "Read the guide" } }
            } @else {
                form.row method="post" action="/questions/next" {
                    (csrf(visitor))
                    button.button.now { "Rate a question" }
                    a.button href="/questions/guide" { "How to rate" }
                }
                p.soft.small {
                    "No account needed. A question takes about half a minute. You rate without seeing anybody else’s ratings."
                }
            }
            h2 { "Questions from your own text" }
            p { "Paste a text, and Luna makes questions about it within a second." }
            p { a.button href="/questions/from-text" { "Make questions" } }
            h2 { "How it works" }
            dl.steps {
                dt { "Read" }
                dd { "A few sentences of a text. The question was made from the last of them." }
                dt { "Rate" }
                dd { "1 is bad, 5 is what a good teacher would ask. The keys 1 to 5 do it too." }
                dt { "Compare" }
                dd { "Each question is rated by several people. The mean of their ratings counts; nobody’s rating counts alone." }
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
        Page::new("Questions", body).of(self.me.as_ref()).render(app)
    }
}

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let front = app.db.read(move |tx| Front::read(tx, &asking)).await?;
    Ok(front.page(&app, &visitor, None))
}
