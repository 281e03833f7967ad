//! `/games/{id}/report`: reports about a passage or a partner, for moderators.
//!
//! The form reveals nothing about the partner that the game does not.

use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use luna_app::format::beginning;
use luna_core::text;
use luna_store::game::SeatRecord;
use luna_store::player::Player;
use luna_store::report::{Category, Draft, PER_HOUR, Passage, Spot};
use luna_store::{self as store, Tx};
use maud::{Markup, html};

use crate::game::seat::seat;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form::problems::Problems;
use crate::http::form_request::FormRequest;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

/// The most characters for the moderator.
const MOST: usize = 2_000;
/// The length of the excerpt that identifies a passage.
const START: usize = 70;

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/games/{id}/report", get(show).post(send))
        .route("/games/{id}/reported", get(thanks))
}

/// The content of the form.
struct ReportForm {
    me: Player,
    place: SeatRecord,
    passages: Vec<Passage>,
    /// None if there has been no partner yet.
    opposite: Option<String>,
}

impl ReportForm {
    fn read(tx: &mut Tx<'_>, visitor: &Visitor, id: &str) -> Result<ReportForm, Error> {
        let me = visitor.logged_in(tx)?;
        let place = seat(tx, id, &me.id)?;
        let passages = store::report::passages(tx, &place, &me.id)?;
        let opposite = store::report::opposite(tx, &place, &me.id)?;
        Ok(ReportForm { me, place, passages, opposite })
    }

    /// The subject of a report, as chosen in the form.
    fn about(&self, chosen: &str) -> Option<(&str, Option<Spot>)> {
        if chosen.is_empty() || chosen == "player" {
            return self.opposite.as_deref().map(|subject| (subject, None));
        }
        let passage = self.passages.iter().find(|passage| passage.name == chosen)?;
        Some((&passage.author, Some(passage.spot)))
    }

    fn page(&self, app: &App, visitor: &Visitor, form: &Form, problems: &Problems) -> Markup {
        let game = format!("/games/{}", self.place.seat_id);
        let body = html! {
            h1 { "Report" }
            @if self.opposite.is_none() {
                p { "Nobody has been your partner in this game, so there is nothing to report." }
            } @else {
                p {
                    "A moderator reads your report and the whole game. The other player is not told who "
                    "reported them. The " a href="/conduct" { "conduct rules" } " say what is allowed."
                }
                p.note {
                    "Is somebody in danger now? Call the emergency services first. A moderator may take hours."
                }
                (overview(problems))
                (self.form(visitor, form, problems))
            }
            p.after { a.button href=(game) { "Back to the game" } }
        };
        Page::new("Report", body).of(Some(&self.me)).render(app)
    }

    fn form(&self, visitor: &Visitor, form: &Form, problems: &Problems) -> Markup {
        html! {
            form method="post" action={ "/games/" (self.place.seat_id) "/report" } {
                (csrf(visitor))
                div.field {
                    label for="passage" { "What is it about?" }
                    select #passage name="passage" aria-describedby=[problems.of("passage").map(|_| "passage-problem")] {
                        option value="player" { "The player in general" }
                        @for passage in &self.passages {
                            option dir="auto" value=(passage.name) selected[form.text("passage") == passage.name] {
                                (label(&passage.name)) ": " (beginning(&passage.text, START))
                            }
                        }
                    }
                    (beside(problems, "passage"))
                }
                fieldset.plain aria-describedby=[problems.of("category").map(|_| "category-problem")] {
                    legend { "What is wrong?" }
                    @for category in Category::ALL {
                        label.tick {
                            input type="radio" name="category" value=(category.name())
                                checked[form.text("category") == category.name()];
                            span { (words(category)) }
                        }
                    }
                    (beside(problems, "category"))
                }
                div.field {
                    label for="text" { "What should the moderator know?" }
                    textarea #text name="text" rows="4" dir="auto"
                        aria-describedby={ "text-hint" @if problems.of("text").is_some() { " text-problem" } } {
                        "\n" (form.text("text"))
                    }
                    (beside(problems, "text"))
                    p.hint #text-hint { "Optional. Up to 2,000 characters." }
                }
                label.tick {
                    input type="checkbox" name="block" value="yes" checked[form.has("block")];
                    span { "Never pair me with this player again" }
                }
                button.button.now { "Send this report" }
            }
        }
    }
}

/// The kinds of harm, in words.
pub(crate) fn words(category: Category) -> &'static str {
    match category {
        Category::Danger => "A threat, or somebody may be in danger",
        Category::Sexual => "Sexual content",
        Category::Hate => "Hate, insults or harassment",
        Category::Private => "Private details: contact details or passwords",
        Category::Spam => "Advertising or spam",
        Category::Unfair => "Unfair play",
        Category::Other => "Something else",
    }
}

fn label(name: &str) -> String {
    let nth = name.get(1..).unwrap_or_default();
    match name.chars().next() {
        Some('q') => format!("Their question {nth}"),
        Some('r') => format!("Their response {nth}"),
        _ => format!("Question {nth}, left by an earlier partner"),
    }
}

fn beside(problems: &Problems, field: &str) -> Markup {
    html! {
        @if let Some(problem) = problems.of(field) { p.problem #{ (field) "-problem" } { (problem) } }
    }
}

/// Above the form, for those who cannot see it.
fn overview(problems: &Problems) -> Markup {
    html! {
        @if !problems.is_empty() {
            div.problem.all role="alert" {
                p { "Your report has not been sent yet:" }
                ul { @for problem in problems.all() { li { (problem) } } }
            }
        }
    }
}

async fn show(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let sheet = app.db.read(move |tx| ReportForm::read(tx, &asking, &id)).await?;
    let chosen = query.as_deref().and_then(|query| query.strip_prefix("passage=")).unwrap_or("");
    let form = Form::filled([("passage", chosen.to_owned())]);
    Ok(sheet.page(&app, &visitor, &form, &Problems::default()))
}

enum FilingResult {
    Done,
    Again(Box<ReportForm>, StatusCode, Problems),
}

async fn send(FormRequest { app, visitor, id, form }: FormRequest) -> Response {
    let (at, asking, typed, seat) = (app.moment(), visitor.clone(), form.clone(), id.clone());
    let outcome = app
        .db
        .write_retrying(move |tx| {
            let sheet = ReportForm::read(tx, &asking, &seat)?;
            match check(&sheet, &typed) {
                Ok(draft) => file(tx, &at, sheet, &draft, typed.has("block")),
                Err(problems) => Ok(FilingResult::Again(
                    Box::new(sheet),
                    StatusCode::UNPROCESSABLE_ENTITY,
                    problems,
                )),
            }
        })
        .await;
    match outcome {
        Ok(FilingResult::Done) => Redirect::to(&format!("/games/{id}/reported")).into_response(),
        Ok(FilingResult::Again(sheet, status, problems)) => {
            (status, sheet.page(&app, &visitor, &form, &problems)).into_response()
        }
        Err(error) => error.page(Some(&form)),
    }
}

/// A form that can be filed.
struct ValidReport {
    subject: String,
    spot: Option<Spot>,
    category: Category,
    text: String,
}

fn check(sheet: &ReportForm, form: &Form) -> Result<ValidReport, Problems> {
    let mut problems = Problems::default();
    let about = sheet.about(form.text("passage"));
    if about.is_none() {
        let why = "That passage is no longer part of your game. Please choose again.";
        problems.push("passage", why);
    }
    let category = Category::from_name(form.text("category"));
    if category.is_none() {
        problems.push("category", "Please choose what is wrong.");
    }
    let text = text::tidy(form.text("text"));
    let chars = text.chars().count();
    if chars > MOST {
        let why = format!("This is {chars} characters long; the limit is {MOST}.");
        problems.push("text", why);
    }
    match (about, category) {
        (Some((subject, spot)), Some(category)) if problems.is_empty() => {
            Ok(ValidReport { subject: subject.to_owned(), spot, category, text })
        }
        _ => Err(problems),
    }
}

fn file(
    tx: &mut Tx<'_>,
    at: &store::game::Context,
    sheet: ReportForm,
    checked: &ValidReport,
    block: bool,
) -> Result<FilingResult, Error> {
    // Work that takes both takes the queue before players.
    let blocked =
        !block || store::block::add(tx, at, &sheet.me.id, &checked.subject, &sheet.place.seat_id)?;
    let draft = Draft {
        reporter: &sheet.me.id,
        seat_id: &sheet.place.seat_id,
        game_id: &sheet.place.game_id,
        subject: &checked.subject,
        spot: checked.spot,
        category: checked.category,
        text: &checked.text,
    };
    if blocked && store::report::create(tx, at, &draft)? {
        return Ok(FilingResult::Done);
    }
    let why = format!(
        "You have made {PER_HOUR} reports in the last hour, which is the limit. \
         Please send this one later. You can copy your words from here."
    );
    let problems = Problems::from(("text", why));
    Ok(FilingResult::Again(Box::new(sheet), StatusCode::TOO_MANY_REQUESTS, problems))
}

async fn thanks(PageRequest { app, visitor, id }: PageRequest) -> Result<Markup, Error> {
    let me = app
        .db
        .read(move |tx| {
            let me = visitor.logged_in(tx)?;
            seat(tx, &id, &me.id).map(|place| (me, place))
        })
        .await?;
    let (me, place) = me;
    let body = html! {
        h1 { "Thank you" }
        p {
            "Your report is with the moderators. When they have decided, you will find the outcome on the page with "
            "your games. The other player is not told who reported them."
        }
        p { "If you never want to play with somebody again, block them. Your settings list "
            a href="/settings/blocks" { "everybody you have blocked" } "." }
        p { a.button href={ "/games/" (place.seat_id) } { "Back to the game" } " "
            a.button href="/games" { "Your games" } }
    };
    Ok(Page::new("Thank you", body).of(Some(&me)).render(&app))
}
