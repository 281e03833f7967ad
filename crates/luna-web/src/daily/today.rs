//! `/today`: the five exchanges of the day, and afterwards the result.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use luna_app::daily::judge::{self, DayResult, Glimpse, Today};
use luna_app::format::{date, many};
use luna_core::daily::{EXCHANGES, Verdict};
use luna_store::player::Player;
use maud::{Markup, html};

use super::exchange::{self, NOT_A_GUESS, slider, typed};
use super::{moons, results};
use crate::html::moon::moon;
use crate::http::cookie;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::BareFormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::page::layout::{Page, csrf};

const DAY_MS: i64 = 86_400_000;
const NO_SIDE: &str = "Please choose one of the two.";

pub(super) async fn show(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<Markup, Error> {
    let asking = visitor.clone();
    let cookie = cookie::find_moons(&headers, app.settings.secure());
    let read = app.db.read(move |tx| {
        let me = asking.player(tx)?;
        let today = judge::today(tx, asking.now)?;
        let history = results::History::read(tx, me.as_ref(), cookie.as_deref(), today.day)?;
        let shown = match &history.today {
            Some(result) => Some(results::read(tx, &today, result)?),
            None => None,
        };
        Ok::<_, Error>((me, today, history, shown))
    });
    let (me, today, history, shown) = read.await?;
    if let Some(shown) = shown {
        return Ok(results::page(&app, me.as_ref(), &today, &history, &shown));
    }
    Ok(form_page(&app, &visitor, me.as_ref(), &today, &Form::default(), &[]))
}

/// A problem with a field.
type Problem = (String, &'static str);

fn form_page(
    app: &App,
    visitor: &Visitor,
    me: Option<&Player>,
    today: &Today,
    form: &Form,
    problems: &[Problem],
) -> Markup {
    let night = html! {
        h1 { "Today’s moon" }
        p.lead {
            @if today.exchanges.is_empty() { (date(today.day * DAY_MS)) }
            @else { "Five answers, the same for everybody. How smart does each seem, and who gave it?" }
        }
    };
    let body = html! {
        @if today.exchanges.is_empty() {
            (nothing(today))
        } @else {
            @if !problems.is_empty() {
                div.problem.all role="alert" {
                    p { "Nothing was counted yet: " (many(i64::try_from(problems.len()).unwrap_or(0), "field")) " below " @if problems.len() == 1 { "needs" } @else { "need" } " an answer." }
                }
            }
            form.daily method="post" action="/today" {
                (csrf(visitor))
                input type="hidden" name="day" value=(today.day);
                @for (nth, it) in (1..).zip(&today.exchanges) { (one(nth, it.as_ref(), form, problems)) }
                button.button.now { "Show me who they were" }
            }
        }
        (results::how_it_is_drawn(today))
    };
    let page = Page::new("Today’s moon", body).of(me).night(night).plain().scripts(&["slider.js"]);
    page.render(app)
}

fn nothing(today: &Today) -> Markup {
    html! {
        @if today.candidates.is_some() {
            p {
                "Fewer than five answers of finished games may be shown here, so there is no moon today. Answers come from games "
                "whose players both agree to publication."
            }
        } @else {
            p { "Today’s five answers are being drawn. Please come back in a minute." }
        }
        p { a.button.now href="/consent" { "Practise with a machine" } }
    }
}

fn one(nth: usize, it: Option<&Glimpse>, form: &Form, problems: &[Problem]) -> Markup {
    let problem =
        |field: &str| problems.iter().find(|(name, _)| name == field).map(|(_, why)| *why);
    let [guess, side] = [format!("g{nth}"), format!("w{nth}")];
    html! {
        @match it {
            Some(it) => {
                fieldset.sheet.exchange {
                    legend { (nth) " of " (EXCHANGES) }
                    (exchange::words(&it.question, &it.answer))
                    div.row.apart {
                        label for=(guess) { "How smart does this seem?" }
                        span data-moon=(guess) { (moon(0.0, 34, false)) }
                    }
                    (slider(&guess, &guess, form.text(&guess), problem(&guess)))
                    div.row.sides role="radiogroup" aria-label={ "Who answered " (nth) "?" } {
                        @for (value, label) in [("person", "A person"), ("machine", "A machine")] {
                            label.tick {
                                input type="radio" name=(side) value=(value) required checked[form.text(&side) == value];
                                (label)
                            }
                        }
                    }
                    @if let Some(problem) = problem(&side) { p.problem { (problem) } }
                }
            }
            None => {
                p.note { "Answer " (nth) " was withdrawn today. It counts for nobody." }
            }
        }
    }
}

/// A visitor has judged all five.
pub(super) async fn send(
    BareFormRequest { app, visitor, form }: BareFormRequest,
) -> Result<Response, Error> {
    let asking = visitor.clone();
    let read =
        app.db.read(move |tx| Ok::<_, Error>((asking.player(tx)?, judge::today(tx, asking.now)?)));
    let (me, today) = read.await?;
    // At midnight the page holds the exchanges of yesterday.
    if today.exchanges.is_empty() || form.text("day") != today.day.to_string() {
        return Ok(Redirect::to("/today").into_response());
    }
    let (verdicts, problems) = verdicts(&today, &form);
    if !problems.is_empty() {
        let page = form_page(&app, &visitor, me.as_ref(), &today, &form, &problems);
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response());
    }
    let (doing, asking) = (app.clone(), visitor.clone());
    let result = app.db.write(move |tx| {
        let me = asking.player(tx)?;
        let player_id = me.as_ref().map(|me| me.id.as_str());
        Ok::<_, Error>(judge::submit(
            tx,
            &doing,
            player_id,
            &asking.address.to_string(),
            &verdicts,
        )?)
    });
    let result = result.await?;
    let mut response = Redirect::to("/today").into_response();
    if me.is_none()
        && let Ok(set) = HeaderValue::from_str(&remember(&app, &result))
    {
        response.headers_mut().append(header::SET_COOKIE, set);
    }
    Ok(response)
}

/// The cookie with a visitor's result.
fn remember(app: &App, result: &DayResult) -> String {
    let value = moons::cookie(result);
    cookie::write(cookie::MOONS, &value, cookie::MOONS_SECONDS, app.settings.secure())
}

fn verdicts(today: &Today, form: &Form) -> (Vec<Option<Verdict>>, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut verdicts = Vec::new();
    for (nth, it) in (1..).zip(&today.exchanges) {
        let [guess_field, side_field] = [format!("g{nth}"), format!("w{nth}")];
        if it.is_none() {
            verdicts.push(None);
            continue;
        }
        let guess = typed(form.text(&guess_field));
        let machine = match form.text(&side_field) {
            "machine" => Some(true),
            "person" => Some(false),
            _ => None,
        };
        if guess.is_none() {
            problems.push((guess_field, NOT_A_GUESS));
        }
        if machine.is_none() {
            problems.push((side_field, NO_SIDE));
        }
        let verdict = guess.zip(machine).map(|(guess, machine)| Verdict { guess, machine });
        verdicts.push(verdict);
    }
    (verdicts, problems)
}
