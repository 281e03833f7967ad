//! `/questions/rate/{id}`: a question with its context, and the scale.

use luna_app::format::many;
use luna_app::place_writer::network_code;
use luna_app::question_campaign::completion;
use luna_app::question_campaign::context::context;
use luna_app::question_campaign::hand_out::{CROWDED, Look, look};
use luna_core::question_campaign::LONGEST_COMMENT;
use luna_core::question_rating::QuestionRating;
use luna_store::Tx;
use luna_store::player::Player;
use luna_store::question_campaign::campaign::{self, Campaign};
use luna_store::question_campaign::imported::{self, Article, MachineQuestion};
use luna_store::question_campaign::rater::{self, Rater};
use luna_store::question_campaign::rating;
use maud::{Markup, html};

use super::ending::{Ending, Reason};
use super::{address, guide};
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::id::is_id;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};
use crate::privacy::consent::section::consent_state;
use crate::privacy::consent::single::RATING;

/// A rater's view of a campaign.
pub(super) struct RatePage {
    pub(super) me: Player,
    pub(super) campaign: Campaign,
    pub(super) rater: Rater,
    /// Their completion code.
    code: String,
    /// They agree to rate, and have said that they are adults.
    agrees: (bool, bool),
    /// Ratings of this rater that were not rejected.
    pub(super) rated: i64,
    pub(super) stage: Stage,
}

pub(super) enum Stage {
    Rating(Box<QuestionSheet>),
    /// There is a question to take.
    Waiting,
    /// There is one, but others of the network hold as many as it may.
    Crowded,
    Over(Look),
}

/// A question with its article.
pub(super) struct QuestionSheet {
    question: MachineQuestion,
    article: Article,
}

impl QuestionSheet {
    fn read(tx: &mut Tx<'_>, question_id: &str) -> Result<QuestionSheet, Error> {
        let question = imported::question(tx, question_id)?;
        let article = imported::article(tx, &question.article_id)?;
        Ok(QuestionSheet { question, article })
    }
}

impl RatePage {
    pub(super) fn read(
        tx: &mut Tx<'_>,
        visitor: &Visitor,
        campaign_id: &str,
        key: &str,
    ) -> Result<RatePage, Error> {
        let me = visitor.logged_in(tx)?;
        let consents = consent_state(tx, visitor)?;
        let campaign = campaign::find(tx, campaign_id)?;
        let rater = rater::find(tx, campaign_id, &me.id)?.ok_or(Error::NotFound)?;
        let own = rating::of_rater(tx, campaign_id, &me.id)?;
        let valid = own.iter().filter(|it| it.rejected_at.is_none()).count();
        let network = network_code(key, &visitor.whereabouts);
        let stage = match look(tx, &campaign, &me.id, network.as_deref(), visitor.now)? {
            Look::Held(id) => Stage::Rating(Box::new(QuestionSheet::read(tx, &id)?)),
            Look::Waiting => Stage::Waiting,
            Look::Crowded => Stage::Crowded,
            over @ (Look::Nothing | Look::Refused(_) | Look::Closed) => Stage::Over(over),
        };
        let count = i64::try_from(valid).unwrap_or(i64::MAX);
        Ok(RatePage {
            code: completion::code(key, &campaign, &me.id),
            agrees: (consents.rating, consents.adult),
            me,
            campaign,
            rater,
            rated: count,
            stage,
        })
    }

    /// The page, with what was chosen and typed, and the problem with it.
    pub(super) fn page(
        &self,
        app: &App,
        visitor: &Visitor,
        typed: &Form,
        problem: Option<&str>,
    ) -> Markup {
        let here = address::rate_page(&self.campaign.id);
        let body = match &self.stage {
            Stage::Rating(sheet) => html! {
                h1.unseen { "Rate a question" }
                @if let Some(problem) = problem { div.problem.all role="alert" { p { (problem) } } }
                (self.consent(visitor))
                (self.progress())
                details open[self.rated == 0] { summary { "How to rate" } (guide::instructions()) }
                (question(sheet))
                (form(&here, visitor, sheet, typed))
                (article(sheet))
            },
            Stage::Waiting | Stage::Crowded => html! {
                h1 { "The next question" }
                @if matches!(self.stage, Stage::Crowded) { p.note role="status" { (CROWDED) } }
                @if let Some(problem) = problem { div.problem.all role="alert" { p { (problem) } } }
                (self.consent(visitor))
                (self.progress())
                form.row method="post" action={ (here) "/next" } {
                    (csrf(visitor))
                    button.button.now autofocus { "Take the next question" }
                    a.button href="/questions/guide" { "How to rate" }
                    button.button.quiet formaction={ (here) "/stop" } { "Stop" }
                }
            },
            Stage::Over(look) => self.ending(Reason::Over(look)).body(problem),
        };
        Page::new("Rate a question", body).of(Some(&self.me)).scripts(&["score.js"]).render(app)
    }

    /// The page of somebody who stops.
    pub(super) fn stopped(&self, app: &App, visitor: &Visitor) -> Markup {
        let here = address::rate_page(&self.campaign.id);
        let body = html! {
            (self.ending(Reason::Stop).body(None))
            form.row method="post" action={ (here) "/next" } {
                (csrf(visitor))
                button.button.quiet { "Go on after all" }
            }
        };
        Page::new("You have stopped", body).of(Some(&self.me)).render(app)
    }

    fn ending<'a>(&'a self, reason: Reason<'a>) -> Ending<'a> {
        let (platform, code) = (self.rater.platform.as_str(), self.code.as_str());
        Ending { rated: self.rated, platform, code, reason }
    }

    /// The text in force, for somebody who has not agreed to it.
    fn consent(&self, visitor: &Visitor) -> Markup {
        let (agrees, is_adult) = self.agrees;
        html! {
            @if !agrees {
                form method="post" action={ (address::rate_page(&self.campaign.id)) "/agree" } {
                    p.note { "You have not agreed to the current text." }
                    (csrf(visitor))
                    (RATING.fields(is_adult, false))
                    button.button { "I agree" }
                }
            }
        }
    }

    fn progress(&self) -> Markup {
        html! { p.soft.small { (many(self.rated, "question")) " rated by you so far" } }
    }
}

pub(super) async fn show(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    if !is_id(&id) {
        return Err(Error::NotFound);
    }
    let asking = visitor.clone();
    let key = app.key().await?;
    let found = app.db.read(move |tx| RatePage::read(tx, &asking, &id, &key)).await?;
    Ok(found.page(&app, &visitor, &Form::default(), None))
}

fn question(sheet: &QuestionSheet) -> Markup {
    let sentences = context(&sheet.article.text, &sheet.question.sentence);
    html! {
        h2 { "Context" }
        @if let Some((source, before)) = sentences.split_last() {
            p dir="auto" { @for it in before { (it) " " } strong { (source) } }
        }
        h2 { "Question" }
        p.question dir="auto" { (sheet.question.question) }
    }
}

fn form(here: &str, visitor: &Visitor, sheet: &QuestionSheet, typed: &Form) -> Markup {
    // What was typed belongs to the question that it was typed for.
    let is_same = typed.text("question") == sheet.question.id;
    let chosen = if is_same { typed.text("rating") } else { "" };
    let comment = if is_same { typed.text("comment") } else { "" };
    html! {
        form method="post" action=(here) data-score {
            (csrf(visitor))
            input type="hidden" name="question" value=(sheet.question.id);
            fieldset.plain {
                legend { "Your rating" }
                @for it in QuestionRating::ALL {
                    @let number = it.number().to_string();
                    label.tick {
                        input type="radio" name="rating" value=(number) data-key=(number) required checked[chosen == number];
                        span { strong { (number) " " (it.name()) } span.soft { " " (it.meaning()) } }
                    }
                }
            }
            div.field {
                label for="comment" { "Comment" }
                textarea #comment name="comment" dir="auto" rows="2" maxlength=(LONGEST_COMMENT) aria-describedby="comment-hint" { "\n" (comment) }
                p.hint #comment-hint { "Optional. For the people who run the campaign." }
            }
            div.row {
                button.button.now { "Send" }
                button.button.quiet formaction={ (here) "/give-back" } formnovalidate { "Give the question back" }
                button.button.quiet formaction={ (here) "/stop" } formnovalidate { "Stop" }
            }
        }
        p.small #keys hidden {
            label.tick {
                input type="checkbox" checked;
                span { "Use keys: 1 to 5 choose a rating, the Enter key sends it" }
            }
        }
    }
}

fn article(sheet: &QuestionSheet) -> Markup {
    html! {
        @if sheet.article.text != sheet.question.sentence {
            h2 { "The whole article" }
            @if sheet.article.name.len() < 100 { p { strong dir="auto" { (sheet.article.name) } } }
            @for part in sheet.article.text.split("\n\n").filter(|part| !part.trim().is_empty()) {
                @match part.trim_start().strip_prefix('#') {
                    Some(heading) => p { strong dir="auto" { (heading.trim_start_matches('#').trim()) } },
                    None => p dir="auto" { (part) },
                }
            }
        }
    }
}

/// A question as raters see it, without a form: nothing is leased.
pub(crate) fn preview(tx: &mut Tx<'_>, campaign_id: &str) -> Result<Markup, Error> {
    let all = imported::of_campaign(tx, campaign_id)?;
    let first = all.iter().find(|it| it.gold.is_none()).ok_or(Error::NotFound)?;
    let sheet = QuestionSheet::read(tx, &first.id)?;
    Ok(html! {
        (guide::instructions())
        (question(&sheet))
        p { "Raters choose one of these:" }
        ul.plain { @for it in QuestionRating::ALL { li { strong { (it.number()) " " (it.name()) } " " (it.meaning()) } } }
        (article(&sheet))
    })
}
