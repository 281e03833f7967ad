//! Requests to the page: reading a text, and what is to be done with its questions.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONNECTION, RETRY_AFTER};
use axum::response::{IntoResponse as _, Response};
use luna_app::format::wait;
use luna_app::text_questions::TEXTS;
use luna_app::text_questions::{TextRefusal, read};
use luna_machines::question_generator::GeneratedQuestion;
use luna_store::player::Player;
use maud::Markup;

use super::file;
use super::filter::Filter;
use super::hand_over::Destination;
use super::list::Report;
use super::offer::{MOST, Offer, chosen_or_all, merged, posted};
use super::page::Desk;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::state::App;
use crate::http::visitor::Visitor;

/// Questions that are shown at first, and how many more each time.
const PIECE: usize = 30;
const BUSY_SECONDS: i64 = 10;

pub(super) async fn show(State(app): State<App>, visitor: Visitor) -> Result<Markup, Error> {
    let me = reader(&app, &visitor).await?;
    Ok(Desk { me, ..Desk::default() }.page(&app, &visitor))
}

pub(super) async fn send(
    State(app): State<App>,
    visitor: Visitor,
    form: Result<Form, Error>,
) -> Result<Response, Error> {
    let me = reader(&app, &visitor).await?;
    let form = match form {
        Ok(form) => form,
        Err(error) => {
            return Ok(damaged_form(&app, &visitor, Desk { me, ..Desk::default() }, error));
        }
    };
    let offers = posted(&form);
    if let Some(file) = file::download(form.text("do"), &chosen_or_all(&offers)) {
        return Ok(file);
    }
    let mut desk = Desk { me, form, offers, ..Desk::default() };
    let done = match Destination::of(desk.form.text("do")) {
        Some(destination) => {
            match destination.take(&app, &visitor, &desk.form, &desk.offers).await {
                Ok(done) => return Ok(done),
                Err(error) => Err(Refusal::from(error)),
            }
        }
        None => fill(&app, &visitor, &mut desk).await,
    };
    Ok(match done {
        Ok(()) => desk.page(&app, &visitor).into_response(),
        Err(refusal) => refusal.response(&app, &visitor, desk),
    })
}

/// The player, if there is one. Banned people may read what everybody may.
async fn reader(app: &App, visitor: &Visitor) -> Result<Option<Player>, Error> {
    let asking = visitor.clone();
    match app.db.read(move |tx| asking.player(tx)).await {
        Err(Error::Banned(_)) => Ok(None),
        me => me,
    }
}

/// Why the page is shown again.
pub(super) struct Refusal {
    status: StatusCode,
    why: String,
    /// The seconds after which another attempt may succeed.
    seconds: Option<i64>,
}

impl Refusal {
    fn of(why: impl Into<String>) -> Refusal {
        Refusal { status: StatusCode::UNPROCESSABLE_ENTITY, why: why.into(), seconds: None }
    }

    /// The page with the reason and with all that the visitor typed.
    pub(super) fn response(self, app: &App, visitor: &Visitor, desk: Desk) -> Response {
        let page = Desk { problem: Some(self.why), ..desk }.page(app, visitor);
        let mut response = (self.status, page).into_response();
        if let Some(seconds) = self.seconds {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let status = error.status();
        let why = match error {
            Error::Refused(why) => return Refusal::of(why),
            Error::LoggedOut { .. } => {
                "Please log in first, or play as a guest. Do it in another window: what you see here stays in this one."
                    .to_owned()
            }
            Error::ConsentFirst { .. } => {
                "Please agree to what is stored first. Do it in another window, where you start a game: what you see here stays in this one."
                    .to_owned()
            }
            other => other.sentence(),
        };
        Refusal { status, why, seconds: None }
    }
}

impl From<TextRefusal> for Refusal {
    fn from(error: TextRefusal) -> Refusal {
        let why = error.to_string();
        match error {
            TextRefusal::Empty | TextRefusal::TooLong(_) => Refusal::of(why),
            TextRefusal::Busy => Refusal {
                status: StatusCode::SERVICE_UNAVAILABLE,
                why,
                seconds: Some(BUSY_SECONDS),
            },
            TextRefusal::Failed(error) => Refusal::from(Error::Store(error)),
        }
    }
}

/// Reads the text and fills the page with its questions.
pub(super) async fn fill(app: &App, visitor: &Visitor, desk: &mut Desk) -> Result<(), Refusal> {
    let filter = Filter::of(&desk.form).map_err(Refusal::of)?;
    let left = app.limits.take_one(TEXTS, &visitor.address.to_string(), app.now());
    if left.refused {
        return Err(Refusal {
            status: StatusCode::TOO_MANY_REQUESTS,
            why: format!(
                "That was a lot of texts within a minute. Yours is still in the box: please try again in {}.",
                wait(left.seconds)
            ),
            seconds: Some(left.seconds),
        });
    }
    let reading = read(desk.form.text("text")).await?;
    let fitting = filter.apply(reading.questions.clone());
    let offer = |it: &GeneratedQuestion| Offer::of(it, reading.excerpt(it.source.clone()));
    let fresh: Vec<Offer> = fitting.iter().map(offer).collect();
    let offers = merged(fresh, std::mem::take(&mut desk.offers));
    desk.report = Some(Report::of(&reading, offers.len()));
    desk.offers = offers.into_iter().take(shown(&desk.form)).collect();
    Ok(())
}

/// The number of questions to show.
fn shown(form: &Form) -> usize {
    let before = form.text("shown").parse().unwrap_or(0);
    let more = if form.text("do") == "more" { PIECE } else { 0 };
    (before + more).clamp(PIECE, MOST)
}

/// The page after a form that could not be read, with as much of it as could.
pub(super) fn damaged_form(app: &App, visitor: &Visitor, empty: Desk, error: Error) -> Response {
    let status = error.status();
    let (why, form) = match error {
        Error::TooLarge => (
            "The text is far too long, so it was not read. Please paste a part of it.".to_owned(),
            Form::default(),
        ),
        Error::Forged(form) => (
            "You logged in or out meanwhile. Nothing is lost: please press the button again."
                .to_owned(),
            form,
        ),
        Error::Unreadable(why, form) => (why.to_owned(), form),
        other => (other.sentence(), Form::default()),
    };
    let desk = Desk { offers: posted(&form), form, ..empty };
    let mut response = Refusal { status, why, seconds: None }.response(app, visitor, desk);
    if matches!(status, StatusCode::PAYLOAD_TOO_LARGE | StatusCode::REQUEST_TIMEOUT) {
        let close = axum::http::HeaderValue::from_static("close");
        response.headers_mut().insert(CONNECTION, close);
    }
    response
}
