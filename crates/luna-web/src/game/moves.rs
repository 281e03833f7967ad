//! The forms of a game. All of them go through the same rules.
//!
//! A repeated move, from a double click or a retried request, gets the same response as the first.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use luna_app::submission::{Submission, submit};
use luna_app::{place_writer, question_ideas};
use luna_core::game::{Duty, Ending, Guess, Move, Refusal, Rules, View};
use luna_core::rating::{NotPoints, Points};
use luna_core::text;
use luna_store::game::{GameRecord, SeatRecord};
use luna_store::paste_detection::Hint;
use luna_store::{self as store, Tx};

use super::form_problems::{FormProblems, PARTNERS_LOST, SUGGESTED};
use super::game_page::GamePage;
use super::pages;
use super::seat::{seat, seat_for_update};
use crate::html::notice::Notice;
use crate::http::error::Error;
use crate::http::form::Form;
use crate::http::form_request::FormRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;

pub(super) async fn questions(request: FormRequest) -> Response {
    send(request, ask).await
}

pub(super) async fn responses(request: FormRequest) -> Response {
    send(request, answer).await
}

pub(super) async fn guess(request: FormRequest) -> Response {
    send(request, make_guess).await
}

/// The form was accepted, or is shown again with its problems.
enum MoveResult {
    Done,
    Again(FormProblems),
    PlaceFirst,
}

/// The same, with the page that is shown again.
enum Outcome {
    Done,
    Again(Box<GamePage>, FormProblems),
    /// The player has to agree first; what they typed is kept as a draft.
    ConsentFirst,
    /// Where this player is has to be written first, since pairing depends on it.
    PlaceFirst(String),
}

/// A form that makes a move in a game.
struct MoveForm<'a> {
    app: &'a App,
    place: &'a SeatRecord,
    loaded: &'a mut GameRecord,
    form: &'a Form,
    /// It has been written where the player is.
    is_placed: bool,
}

type MoveHandler = fn(&mut Tx<'_>, MoveForm<'_>) -> Result<MoveResult, Error>;

/// Makes the move and shows the game's page. The page of any error contains the submitted texts.
async fn send(request: FormRequest, handle: MoveHandler) -> Response {
    let FormRequest { app, visitor, id, form } = request;
    let mut outcome = make_move(&app, &visitor, &id, &form, (handle, false)).await;
    if let Ok(Outcome::PlaceFirst(player_id)) = &outcome {
        outcome = match place_writer::write(&app, player_id, &visitor.whereabouts).await {
            Ok(()) => make_move(&app, &visitor, &id, &form, (handle, true)).await,
            Err(error) => Err(error.into()),
        };
    }
    match outcome {
        Ok(Outcome::Done | Outcome::PlaceFirst(_)) => {
            Redirect::to(&format!("/games/{id}")).into_response()
        }
        Ok(Outcome::ConsentFirst) => {
            Error::ConsentFirst { back: format!("/games/{id}") }.page(Some(&form))
        }
        Ok(Outcome::Again(seen, refused)) => {
            let page = pages::page(&seen, &app, &visitor, Some(&refused));
            (StatusCode::UNPROCESSABLE_ENTITY, page).into_response()
        }
        Err(error) => error.page(Some(&form)),
    }
}

/// Loads the game and makes the move. `written`: it has just been written where the player is.
async fn make_move(
    app: &App,
    visitor: &Visitor,
    id: &str,
    form: &Form,
    (handle, written): (MoveHandler, bool),
) -> Result<Outcome, Error> {
    let (doing, asking, seat_id, sent) =
        (app.clone(), visitor.clone(), id.to_owned(), form.clone());
    app.db
        .write_retrying(move |tx| {
            let (me, consents) = asking.playing(tx)?;
            let (place, mut loaded) = seat_for_update(tx, &seat_id, &me.id)?;
            if place.ending.is_some_and(|ending| ending != Ending::Final) {
                return Err(Refusal::NotSeated.into());
            }
            if !consents {
                keep(tx, &place, &loaded, &me.id, &sent, doing.now())?;
                return Ok(Outcome::ConsentFirst);
            }
            if me.email.is_none() && !doing.settings.neighbours_meet {
                come_from(tx, &doing, &asking, &place, &mut loaded)?;
            }
            let is_placed =
                written || doing.sightings.is_written(&me.id, &asking.whereabouts, asking.now);
            let (app, loaded) = (&doing, &mut loaded);
            match handle(tx, MoveForm { app, place: &place, loaded, form: &sent, is_placed })? {
                MoveResult::Done => Ok::<_, Error>(Outcome::Done),
                MoveResult::PlaceFirst => Ok(Outcome::PlaceFirst(me.id)),
                MoveResult::Again(refused) => {
                    let (place, loaded) = store::game::load_for_update(tx, &seat_id, &me.id)?;
                    let drafts = sent.fields().map(|(k, v)| (k.to_owned(), v.to_owned())).collect();
                    let seen = GamePage::without_extras(tx, me, place, loaded, drafts)?;
                    Ok(Outcome::Again(Box::new(seen), refused))
                }
            }
        })
        .await
}

/// Records the origin of a guest in the interview, as codes that cannot be traced back: two guests
/// from one address or browser are not paired, so that nobody can raise their own rating.
fn come_from(
    tx: &mut Tx<'_>,
    app: &App,
    visitor: &Visitor,
    place: &SeatRecord,
    loaded: &mut GameRecord,
) -> Result<(), Error> {
    if !loaded.kind.counts() || loaded.game.duty(place.seat) != Some(Duty::Ask) {
        return Ok(());
    }
    let key = store::setting::keep_first(tx, store::setting::KEY, &app.random.secret())?;
    let codes = place_writer::codes(&key, &visitor.whereabouts);
    Ok(store::game::come_from(tx, loaded, place.seat, &codes)?)
}

/// Saves the submitted texts as drafts if they fit the current state of the game.
fn keep(
    tx: &mut Tx<'_>,
    place: &SeatRecord,
    loaded: &GameRecord,
    player_id: &str,
    form: &Form,
    now: i64,
) -> Result<(), Error> {
    let view = loaded.game.view(place.seat);
    if place.ending.is_some() || view.duty.is_none() || same_partner(form, &view).is_err() {
        return Ok(());
    }
    let most = MOST_KEPT * loaded.game.rules().max_chars;
    let fits = |(field, body): &(&str, &str)| {
        is_field(field, loaded) && !body.is_empty() && body.chars().count() <= most
    };
    for (field, body) in form.fields().filter(fits) {
        store::draft::save(tx, player_id, &place.seat_id, field, &text::tidy(body), now)?;
    }
    Ok(())
}

fn ask(tx: &mut Tx<'_>, it: MoveForm<'_>) -> Result<MoveResult, Error> {
    let is_due = it.loaded.game.view(it.place.seat).my_questions.is_none();
    submit_texts(tx, it, ("q", is_due), |texts| Submission::new(Move::Ask(texts), None))
}

fn answer(tx: &mut Tx<'_>, it: MoveForm<'_>) -> Result<MoveResult, Error> {
    let is_due = it.loaded.game.view(it.place.seat).duty == Some(Duty::Answer);
    let lost = partners_lost(it.form);
    submit_texts(tx, it, ("r", is_due), |texts| Submission::new(Move::Answer(texts), lost))
}

/// Submits the texts whose fields begin so. Invalid ones are shown again if the move is due.
fn submit_texts(
    tx: &mut Tx<'_>,
    MoveForm { app, place, loaded, form, is_placed }: MoveForm<'_>,
    (field, is_due): (&str, bool),
    submission: impl FnOnce(Vec<String>) -> Submission,
) -> Result<MoveResult, Error> {
    let rules = loaded.game.view(place.seat).rules;
    let texts = form.texts(field, rules.questions);
    if is_due && let Some(refused) = FormProblems::texts(field, &texts, rules) {
        return Ok(MoveResult::Again(refused));
    }
    if is_due
        && !is_placed
        && loaded.kind.counts()
        && loaded.game.duty(place.seat) == Some(Duty::Ask)
    {
        return Ok(MoveResult::PlaceFirst);
    }
    let mut submission = submission(texts);
    submission.typing = hints(form, rules);
    submit(tx, app, place, loaded, submission)?;
    Ok(MoveResult::Done)
}

/// Refuses a form that was filled in for a partner who has gone.
fn same_partner(form: &Form, view: &View) -> Result<(), Refusal> {
    partners_lost(form).map_or(Ok(()), |lost| view.same_partner(lost))
}

/// The number of partners who had gone when the form was shown.
fn partners_lost(form: &Form) -> Option<u32> {
    form.text(PARTNERS_LOST).parse().ok()
}

/// The script's hints about the way each field was filled in: numbers in the order of the fields,
/// separated by commas, empty where nothing is known. Without the script there are none.
fn hints(form: &Form, rules: Rules) -> Vec<Hint> {
    let numbers = |name| {
        let given: Vec<&str> = form.text(name).split(',').collect();
        let number = |text: &&str| text.parse().ok().filter(|number| (0..=MOST).contains(number));
        let all = given.iter().map(number).collect::<Vec<Option<i64>>>();
        if all.len() == rules.questions { all } else { vec![None; rules.questions] }
    };
    let all = numbers("pasted").into_iter().zip(numbers("typed")).zip(numbers("typed_ms"));
    all.map(|((pasted, typed), typed_ms)| Hint { pasted, typed, typed_ms }).collect()
}

/// A month in milliseconds, and more characters than there can be.
const MOST: i64 = 31 * 86_400_000;

fn make_guess(
    tx: &mut Tx<'_>,
    MoveForm { app, place, loaded, form, .. }: MoveForm<'_>,
) -> Result<MoveResult, Error> {
    let view = loaded.game.view(place.seat);
    let guess = match read_guess(form, view.rules) {
        Ok(guess) => guess,
        Err(refused) => {
            // Out of turn it is refused for that, whatever else is wrong with it.
            let any = Guess { points: Points::MAX, sliders: vec![None; view.rules.questions] };
            loaded.game.clone().play(place.seat, &Move::Guess(any))?;
            return Ok(MoveResult::Again(refused));
        }
    };
    submit(tx, app, place, loaded, Submission::new(Move::Guess(guess), partners_lost(form)))?;
    Ok(MoveResult::Done)
}

/// The guess and the marks. Marks without a guess return the form with a suggested guess, and so do
/// marks that were changed after a suggestion. Invalid marks suggest nothing.
fn read_guess(form: &Form, rules: Rules) -> Result<Guess, FormProblems> {
    let mut refused = FormProblems::default();
    let mut sliders = Vec::new();
    for nth in 1..=rules.questions {
        let field = format!("s{nth}");
        let text = form.text(&field).trim();
        if text.is_empty() {
            sliders.push(None);
            continue;
        }
        match Points::parse(text) {
            Ok(points) => sliders.push(Some(points)),
            Err(problem) => refused.add(&field, format!("Mark {nth}: {problem}")),
        }
    }
    let given: Vec<Points> = sliders.iter().flatten().copied().collect();
    let typed = form.text("guess").trim();
    let untouched = typed == form.text(SUGGESTED).trim();
    let points = match Points::suggest(&given) {
        _ if untouched && !refused.is_empty() => Err(NotPoints::NotANumber),
        Some(suggested) if untouched && suggested.to_string() != typed => {
            refused.suggest(suggested);
            Err(NotPoints::NotANumber)
        }
        _ => Points::parse(typed).inspect_err(|problem| {
            refused.add("guess", problem.to_string());
        }),
    };
    match points {
        Ok(points) if refused.is_empty() => Ok(Guess { points, sliders }),
        _ => Err(refused),
    }
}

/// Leaves the seat. The other player's moves are kept for their next partner.
pub(super) async fn leave(
    FormRequest { app, visitor, id, .. }: FormRequest,
) -> Result<Redirect, Error> {
    let at = app.moment();
    app.db
        .write_retrying(move |tx| {
            let me = visitor.logged_in(tx)?;
            let (place, mut loaded) = seat_for_update(tx, &id, &me.id)?;
            if place.ending.is_some() {
                return Ok::<_, Error>(());
            }
            if let Some(occupant) = loaded.occupant(place.seat).cloned()
                && loaded.kind.counts()
            {
                store::game::keep_drafts(tx, &at, &loaded, place.seat, &occupant)?;
            }
            store::game::play(tx, &at, &mut loaded, place.seat, &Move::Leave, None)?;
            Ok(())
        })
        .await?;
    Ok(Redirect::to("/games"))
}

/// Saves a draft: scripts send it while the player types; without them there is a button.
pub(super) async fn draft(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
    form: Form,
) -> Response {
    let by_script = headers.contains_key("x-luna-draft");
    let (now, seat_id, sent, asking) = (app.now(), id.clone(), form.clone(), visitor.clone());
    let kept = app
        .db
        .write(move |tx| {
            let me = visitor.logged_in(tx)?;
            let place = seat(tx, &seat_id, &me.id)?;
            let loaded = store::game::load(tx, &place.game_id)?;
            let meant = same_partner(&sent, &loaded.game.view(place.seat));
            let wanted = place.ending.is_none() && loaded.game.duty(place.seat).is_some();
            match (&meant, by_script) {
                (Ok(()), _) if wanted => {}
                // A script that comes too late is about to show another page.
                (Ok(()), true) => return Ok(()),
                (Ok(()), false) => return Err(Error::Refused(NOT_KEPT.into())),
                (Err(_), true) => {}
                (Err(gone), false) => return Err((*gone).into()),
            }
            let most = MOST_KEPT * loaded.game.rules().max_chars;
            for (field, body) in sent.fields().filter(|(field, _)| is_field(field, &loaded)) {
                if body.chars().count() > most {
                    return Err(Error::Refused(format!(
                        "Drafts are saved up to {most} characters. This one is longer."
                    )));
                }
                let body = text::tidy(body);
                if meant.is_ok() {
                    store::draft::save(tx, &me.id, &seat_id, field, &body, now)?;
                } else {
                    store::draft::save_aside(tx, &me.id, &seat_id, field, &body)?;
                }
            }
            Ok(())
        })
        .await;
    match kept {
        Ok(()) if by_script => StatusCode::NO_CONTENT.into_response(),
        Ok(()) if let Some(name) = form.text("then").strip_prefix("ideas-") => {
            match fill(&app, &asking, &id, name.to_owned()).await {
                Ok(()) => Redirect::to(&format!("/games/{id}")).into_response(),
                Err(error) => error.page(Some(&form)),
            }
        }
        Ok(()) if form.text("then") == "suggestions" => {
            Redirect::to(&format!("/games/{id}/suggestions")).into_response()
        }
        Ok(()) => Notice::Saved.redirect("/games").into_response(),
        Err(error) => error.page(Some(&form)),
    }
}

/// Fills the interview with questions to begin with.
async fn fill(app: &App, visitor: &Visitor, id: &str, name: String) -> Result<(), Error> {
    let (doing, asking, id) = (app.clone(), visitor.clone(), id.to_owned());
    let work = move |tx: &mut Tx<'_>| {
        let me = asking.logged_in(tx)?;
        Ok::<_, Error>(question_ideas::fill(tx, &doing, &me, &id, &name)?)
    };
    app.db.write_retrying(work).await
}

const NOT_KEPT: &str = "You have nothing to write in this game now, so this was not saved.";
/// The multiple of the limit up to which a draft is kept, so that a text that is too long is not
/// lost.
const MOST_KEPT: usize = 2;

/// `q1`, `r5`, `s3` or `guess`.
fn is_field(name: &str, loaded: &GameRecord) -> bool {
    let numbered = |nth: usize| ["q", "r", "s"].iter().any(|kind| name == format!("{kind}{nth}"));
    name == "guess" || (1..=loaded.game.rules().questions).any(numbered)
}
