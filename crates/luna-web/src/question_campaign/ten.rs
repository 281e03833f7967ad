//! `/questions/ten`: ten questions to rate at once, without an account, and what others said of them. The
//! ratings are in the address, so nothing is stored.

use axum::extract::RawQuery;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use luna_app::question_campaign::ten::{self, Comparison, Others, Question, TEN, Ten};
use luna_core::question_rating::QuestionRating;
use luna_figures::{Bar, Bars, Frame, Range, bars};
use luna_store::Tx;
use maud::{Markup, html};

use super::address::results_page;
use super::results::coefficient;
use crate::html::chart;
use crate::html::table::Column::{Number, Text};
use crate::html::table::table;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::page_request::{PageRequest, QueryRequest};
use crate::http::visitor::Visitor;
use crate::page::layout::Page;

const NOT_A_RATING: &str = "A rating is a whole number from 1, bad, to 5, good.";

/// A visitor among the ten questions.
pub(super) struct Step {
    ten: Ten,
    others: Others,
    question: Question,
    /// The ratings so far.
    given: String,
}

impl Step {
    /// The first of ten that a visitor rates today, or after others.
    pub(super) fn first(tx: &mut Tx<'_>, visitor: &Visitor, after: &str) -> Result<Step, Error> {
        let day = (visitor.now / 86_400_000).to_string();
        let ten = ten::draw(tx, &["ten", &visitor.csrf, &day, after])?;
        Step::read(tx, ten, String::new())
    }

    fn read(tx: &mut Tx<'_>, ten: Ten, given: String) -> Result<Step, Error> {
        let others = ten.others(tx)?;
        let question = ten.question(tx, given.len())?;
        Ok(Step { ten, others, question, given })
    }

    /// The heading and one sentence, with the question beside them.
    pub(super) fn night(&self, problem: Option<&str>) -> Markup {
        night(&self.sheet(problem))
    }

    fn sheet(&self, problem: Option<&str>) -> Markup {
        let nth = self.given.len() + 1;
        html! {
            section #try.sheet aria-label={ "Question " (nth) " of ten" } tabindex="-1" {
                p.small.soft { (nth) " of " (TEN) }
                p.question dir="auto" { (self.question.question) }
                @if let Some(problem) = problem { p.problem role="alert" { (problem) } }
                form.row.apart method="get" action={ "/questions/ten/" (self.ten.set) } {
                    input type="hidden" name="ten" value=(self.ten.written());
                    input type="hidden" name="given" value=(self.given);
                    @for it in QuestionRating::ALL {
                        button.button.quiet name="rating" value=(it.number()) aria-label={ (it.number()) " " (it.name()) }
                            title=(it.meaning()) { (it.number()) }
                    }
                }
                p.row.apart.small.soft aria-hidden="true" { span { "bad" } span { "good" } }
                p.small { span.soft { "Made from: " } bdi { (self.question.sentence) } }
                p.small.soft { (who(&self.others)) " rated it before. Nothing of your ratings is stored." }
            }
        }
    }
}

fn night(sheet: &Markup) -> Markup {
    html! {
        div.halves.start {
            div {
                h1 { "Would a teacher ask this?" }
                p.lead { "A program made quiz questions from a text. Rate ten, and see how others rated them." }
            }
            (sheet)
        }
    }
}

fn who(others: &Others) -> &'static str {
    match others {
        Others::Campaign { .. } => "People",
        Others::Model => "A language model",
    }
}

/// The first of other ten questions.
pub(super) async fn another(
    QueryRequest { app, visitor, query }: QueryRequest,
) -> Result<Markup, Error> {
    let after = Form::of_query(query.as_deref()).text("after").to_owned();
    let read = app
        .db
        .read(move |tx| Ok::<_, Error>((visitor.reader(tx)?, Step::first(tx, &visitor, &after)?)));
    let (me, step) = read.await?;
    let page = Page::new("Rate ten questions", html! {}).of(me.as_ref()).night(step.night(None));
    Ok(page.scripts(&["try.js"]).render(&app))
}

/// The page after some ratings.
enum Shown {
    Step(Step, Option<&'static str>),
    End(Ten, Comparison),
}

/// The next question, or the comparison after the last one.
pub(super) async fn show(
    PageRequest { app, visitor, id }: PageRequest,
    RawQuery(query): RawQuery,
) -> Result<Response, Error> {
    let form = Form::of_query(query.as_deref());
    let ten = Ten::parse(&id, form.text("ten")).ok_or(Error::NotFound)?;
    let sent = format!("{}{}", form.text("given"), form.text("rating"));
    let read = app.db.read(move |tx| {
        let me = visitor.reader(tx)?;
        let given = ratings(&sent);
        let is_whole = given.len() == sent.chars().count();
        let shown = if given.len() == TEN && is_whole {
            let found = ten.compare(tx, &given)?;
            Shown::End(ten, found)
        } else {
            let kept = given.iter().take(TEN - 1).map(|it| it.number().to_string()).collect();
            Shown::Step(Step::read(tx, ten, kept)?, (!is_whole).then_some(NOT_A_RATING))
        };
        Ok::<_, Error>((me, shown))
    });
    let (me, shown) = read.await?;
    let (status, sheet) = match &shown {
        Shown::Step(step, problem) => {
            let status = problem.map_or(StatusCode::OK, |_| StatusCode::UNPROCESSABLE_ENTITY);
            (status, step.sheet(*problem))
        }
        Shown::End(ten, found) => (StatusCode::OK, comparison(ten, found)),
    };
    let page = Page::new("Rate ten questions", html! {}).of(me.as_ref()).night(night(&sheet));
    Ok((status, page.scripts(&["try.js"]).render(&app)).into_response())
}

/// The ratings of an address, up to the first that is none.
fn ratings(sent: &str) -> Vec<QuestionRating> {
    let numbers = sent.chars().take(TEN).map(|digit| {
        let number = u8::try_from(digit.to_digit(10)?).ok()?;
        QuestionRating::try_from(number).ok()
    });
    numbers.map_while(|it| it).collect()
}

fn comparison(ten: &Ten, found: &Comparison) -> Markup {
    let by = match &found.others {
        Others::Campaign { .. } => "the people who rated them before",
        Others::Model => "the language model that rated them before",
    };
    html! {
        section #try.sheet aria-label="Your ratings and those of others" tabindex="-1" {
            p.verdict { (agreement(found)) }
            p {
                @if let Some(r) = found.rank_correlation {
                    "The rank correlation of your ratings with the means of " (by) " is " strong { (coefficient(Some(r))) }
                    ": 1 is the same order, 0 no common order, −1 the opposite. With ten questions, chance alone stays between "
                    "−0.65 and 0.65 in about 19 of 20 cases. "
                }
                "Your mean is " (one(found.own_mean)) ", theirs " (one(found.others_mean)) "."
            }
            (picture(found))
            div.row {
                a.button.now href={ "/questions/ten?after=" (ten.written()) } data-another { "Rate ten others" }
                @if let Others::Campaign { id, .. } = &found.others { a.button href=(results_page(id)) { "All results" } }
            }
            p.small.soft.after {
                @if found.others == Others::Model {
                    "These questions come with Luna, for a site without public results. A language model rated each three times; no person did. "
                }
                "Nothing of your ratings is stored, and none enters a campaign."
            }
        }
    }
}

/// The agreement of a visitor with others, in a few words.
fn agreement(found: &Comparison) -> &'static str {
    match found.rank_correlation {
        None => "There is no order to compare: all ratings of one side are the same",
        Some(r) if r >= 0.8 => "You put them in nearly the same order",
        Some(r) if r >= 0.5 => "You put them in much the same order",
        Some(r) if r > -0.5 => "You put them in another order",
        Some(_) => "You put them in nearly the opposite order",
    }
}

fn one(value: f64) -> String {
    format!("{value:.1}")
}

/// Both ratings of each question, with the words in the table behind.
fn picture(found: &Comparison) -> Markup {
    let names: Vec<String> = (1..=found.rated.len()).map(|nth| nth.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let own: Vec<Bar> =
        found.rated.iter().map(|it| Bar::plain(f64::from(it.own.number()))).collect();
    let theirs: Vec<Bar> = found.rated.iter().map(|it| Bar::plain(it.mean)).collect();
    let frame = Frame {
        id: "ten",
        title: "Your ratings and theirs",
        description: "For each of the questions your rating and the mean of the others’ ratings, from 1, bad, to 5, good. The table below has the words.",
        x_label: "question",
        y_label: "rating",
    };
    let series = [Bars { name: "you", values: &own }, Bars { name: "others", values: &theirs }];
    let drawn = bars(&frame, &names, &series, Range { low: 0.0, high: 5.0 });
    let rows = html! {
        @for (nth, it) in (1..).zip(&found.rated) {
            tr {
                td.number { (nth) }
                td.words dir="auto" { (it.question.question) }
                td.number { (it.own.number()) }
                td.number { (one(it.mean)) }
                td.number { (it.ratings) }
            }
        }
    };
    let heads = [
        Number("No."),
        Text("Question"),
        Number("You"),
        Number("Others, mean"),
        Number("Their ratings"),
    ];
    chart::before(&drawn, &table("Ratings", &heads, &rows))
}
