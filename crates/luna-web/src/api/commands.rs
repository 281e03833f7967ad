//! Requests of machines that change something. Each is one transaction.
//!
//! A repeated request, whose response was lost, gets the same response and is not executed again:
//! because of its `Idempotency-Key`, or because the move exists already.

use axum::extract::{FromRequest, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use luna_app::hash_secret;
use luna_app::house_machines;
use luna_app::submission::{Submission, submit};
use luna_core::game::{self, Move};
use luna_core::rating::{NotPoints, Points};
use luna_core::text;
use luna_store::game::{Context, GameRecord, Kind, Occupant, SeatRecord};
use luna_store::idempotency::{self, Receipt};
use luna_store::machine::{self, QuotaExceeded, Transport};
use luna_store::token::Bearer;
use luna_store::{self as store, Tx};
use serde::Serialize;

use super::auth::{Caller, Id};
use super::body::{Body, EmptyBody, Guess, Mode, NewGame, Questions, Responses};
use super::problem::Problem;
use super::{queries, sandbox, views};
use crate::http::id::is_id;
use crate::http::state::App;

pub(super) async fn start(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let doing = app.clone();
    let wish = body.read::<NewGame>();
    let request = Request::new(&headers, "games", &body, StatusCode::CREATED);
    execute_once(app, caller, request, move |tx, at, me| {
        let (place, mut loaded) = open(tx, at, &doing, me, &wish?)?;
        house_machines::play_house_turns(tx, &doing, &mut loaded)?;
        Ok(views::game(tx, &place, &loaded)?)
    })
    .await
}

fn open(
    tx: &mut Tx<'_>,
    at: &Context,
    app: &App,
    me: &Bearer,
    wish: &NewGame,
) -> Result<(SeatRecord, GameRecord), Problem> {
    let rules = app.settings.rules;
    let kind = match wish.mode {
        Mode::Rated => Kind::Rated,
        Mode::Sandbox => Kind::Sandbox,
    };
    match kind {
        Kind::Rated => may_start(tx, me)?,
        Kind::Practice | Kind::Sandbox => check_skills(tx, me)?,
    }
    match machine::begin(tx, at.now, &me.player_id, kind)? {
        None => {}
        Some(QuotaExceeded::Open(most)) => {
            let why = format!("Too many open games: the limit is {most}. Please finish one first.");
            return Err(Problem::too_many(&why, None));
        }
        Some(QuotaExceeded::Daily(most, seconds)) => {
            let why = format!("Too many rated games today (UTC): the limit is {most}.");
            return Err(Problem::too_many(&why, Some(seconds)));
        }
    }
    if kind == Kind::Sandbox {
        sandbox::count(app, &me.player_id, at.now)?;
    }
    match (kind, &wish.opponent) {
        (Kind::Sandbox, Some(name)) => against(tx, at, app, me, name),
        (Kind::Sandbox, None) => Ok(store::game::join_or_wait(tx, at, &me.player_id, None, rules)?),
        (_, Some(_)) => Err(Problem::invalid("You cannot choose the partner in a rated game.")),
        (kind, None) => {
            let seat_id = store::game::start(tx, at, &me.player_id, rules, kind)?;
            Ok(store::game::load_for_update(tx, &seat_id, &me.player_id)?)
        }
    }
}

/// Nobody stops it before the game is there.
fn may_start(tx: &mut Tx<'_>, me: &Bearer) -> Result<(), Problem> {
    machine::lock(tx, &me.player_id)?;
    match machine::find(tx, &me.player_id)?.idle_because() {
        Some(why) => Err(Problem::stopped(why)),
        None => Ok(()),
    }
}

/// The sandbox is open to stopped machines, but not to those without the skills of the game.
fn check_skills(tx: &mut Tx<'_>, me: &Bearer) -> Result<(), Problem> {
    if machine::find(tx, &me.player_id)?.plays() {
        Ok(())
    } else {
        Err(Problem::stopped(machine::NO_PLAYER))
    }
}

/// A sandbox game against a machine by name. House machines and called machines join immediately.
fn against(
    tx: &mut Tx<'_>,
    at: &Context,
    app: &App,
    me: &Bearer,
    name: &str,
) -> Result<(SeatRecord, GameRecord), Problem> {
    let rules = app.settings.rules;
    let unknown = || Problem::invalid("There is no machine with this name.");
    // PostgreSQL takes no NUL.
    let name = Some(name).filter(|name| !name.contains('\0')).ok_or_else(unknown)?;
    let machine::NamedMachine { id: other, way, plays, killed, replaced } =
        machine::named(tx, name)?.ok_or_else(unknown)?;
    if other == me.player_id {
        return Err(Problem::invalid("A machine cannot play with itself."));
    }
    if killed {
        return Err(Problem::invalid("The operator has stopped that machine."));
    }
    if !plays {
        return Err(Problem::invalid("That machine does not play the Luna Game."));
    }
    if replaced {
        let message = "A later version has replaced that machine. Please name the later version.";
        return Err(Problem::invalid(message));
    }
    match way {
        Transport::House => {}
        Transport::Pull => {
            return Ok(store::game::join_or_wait(tx, at, &me.player_id, Some(&other), rules)?);
        }
        Transport::Push | Transport::Openai => {
            let other = machine::find(tx, &other)?;
            sandbox::may_join(tx, app, &me.player_id, &other)?;
        }
    }
    let seat_id = store::game::start(tx, at, &me.player_id, rules, Kind::Sandbox)?;
    let (place, loaded) = store::game::load_for_update(tx, &seat_id, &me.player_id)?;
    let (_, loaded) = store::game::join_sandbox(tx, at, loaded, &other)?;
    Ok((place, loaded))
}

/// A requested move before the game is loaded, with the number of partners who had left when it was
/// decided, if given.
#[derive(Clone)]
enum MoveRequest {
    Ask(Vec<String>),
    Answer(Vec<String>, Option<u32>),
    Guess(Points, Option<Vec<Option<Points>>>, Option<u32>),
    Leave,
}

pub(super) async fn questions(command: Command) -> Response {
    let sent =
        command.body.read().map(|Questions { questions }| MoveRequest::Ask(tidied(&questions)));
    make(command, "questions", sent).await
}

pub(super) async fn responses(command: Command) -> Response {
    let sent = command.body.read().map(|Responses { responses, partners_lost }| {
        MoveRequest::Answer(tidied(&responses), partners_lost)
    });
    make(command, "responses", sent).await
}

pub(super) async fn guess(command: Command) -> Response {
    let sent = command.body.read::<Guess>().and_then(|guess| {
        let sliders = guess.sliders.map(|all| {
            all.into_iter().map(|one| one.map(points).transpose()).collect::<Result<Vec<_>, _>>()
        });
        Ok(MoveRequest::Guess(points(guess.points)?, sliders.transpose()?, guess.partners_lost))
    });
    make(command, "guess", sent).await
}

pub(super) async fn abort(command: Command) -> Response {
    let sent = command.body.read().map(|EmptyBody {}| MoveRequest::Leave);
    make(command, "abort", sent).await
}

fn tidied(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| text::tidy(text)).collect()
}

fn points(number: f64) -> Result<Points, Problem> {
    if !(0.0..=100.0).contains(&number) {
        return Err(NotPoints::OutOfRange.into());
    }
    Ok(Points::parse(&format!("{number:.6}"))?)
}

async fn make(command: Command, what: &str, sent: Result<MoveRequest, Problem>) -> Response {
    let request = command.request(&format!("{}/{what}", command.id));
    let Command { app, caller, id, .. } = command;
    let doing = app.clone();
    execute_once(app, caller, request, move |tx, at, me| {
        if !is_id(&id) {
            return Err(Problem::not_found());
        }
        let (place, mut loaded) = store::game::load_for_update(tx, &id, &me.player_id)?;
        send(tx, at, &doing, &place, &mut loaded, sent?)?;
        // A machine that has just left is shown the ending as it was stored.
        let place =
            if gone(&place, &loaded) { store::game::place(tx, &id, &me.player_id)? } else { place };
        Ok(views::game(tx, &place, &loaded)?)
    })
    .await
}

fn send(
    tx: &mut Tx<'_>,
    at: &Context,
    app: &App,
    place: &SeatRecord,
    loaded: &mut GameRecord,
    sent: MoveRequest,
) -> Result<(), Problem> {
    if gone(place, loaded) {
        return match sent {
            MoveRequest::Leave => Ok(()),
            _ => Err(game::Refusal::NotSeated.into()),
        };
    }
    let view = loaded.game.view(place.seat);
    let (mv, lost) = match sent {
        MoveRequest::Ask(texts) => (Move::Ask(texts), None),
        MoveRequest::Answer(texts, lost) => (Move::Answer(texts), lost),
        MoveRequest::Guess(points, sliders, lost) => {
            let sliders = sliders.unwrap_or_else(|| vec![None; view.rules.questions]);
            (Move::Guess(game::Guess { points, sliders }), lost)
        }
        MoveRequest::Leave if view.result.is_some() || place.ending.is_some() => return Ok(()),
        MoveRequest::Leave => {
            store::game::leave(tx, at, loaded, place.seat, &Move::Leave)?;
            return Ok(house_machines::play_house_turns(tx, app, loaded)?);
        }
    };
    Ok(submit(tx, app, place, loaded, Submission::new(mv, lost))?)
}

/// Returns true if the machine has left, even if its partner does not see that yet.
fn gone(place: &SeatRecord, loaded: &GameRecord) -> bool {
    !place.here || loaded.occupant(place.seat).is_none_or(Occupant::leaving)
}

/// A request that changes one thing, and the id of that thing in the address.
pub(super) struct Command {
    pub(super) app: App,
    pub(super) caller: Caller,
    headers: HeaderMap,
    pub(super) id: String,
    pub(super) body: Body,
}

impl FromRequest<App> for Command {
    type Rejection = Response;

    async fn from_request(request: axum::extract::Request, app: &App) -> Result<Command, Response> {
        let (caller, headers, Id(id), body) =
            <(Caller, HeaderMap, Id, Body)>::from_request(request, app).await?;
        Ok(Command { app: app.clone(), caller, headers, id, body })
    }
}

impl Command {
    pub(super) fn request(&self, path: &str) -> Request {
        Request::new(&self.headers, path, &self.body, StatusCode::OK)
    }
}

/// The identity of a request, by which it is recognised when it is sent again.
#[derive(Clone)]
pub(super) struct Request {
    key: Option<Result<String, Problem>>,
    /// A hash of path and body.
    fingerprint: String,
    status: StatusCode,
}

impl Request {
    fn new(headers: &HeaderMap, path: &str, body: &Body, status: StatusCode) -> Request {
        let key = headers.get("idempotency-key").map(|value| {
            let key = value.to_str().unwrap_or("");
            let fits = (1..=64).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_graphic());
            fits.then(|| key.to_owned()).ok_or_else(|| {
                Problem::idempotency_key("An Idempotency-Key is 1 to 64 visible ASCII characters.")
            })
        });
        let fingerprint = match key {
            Some(_) => hash_secret(&format!("{path}\n{}", String::from_utf8_lossy(&body.0))),
            None => String::new(),
        };
        Request { key, fingerprint, status }
    }
}

/// The subject of a request, shown in the response; for a repeated request, in its current state.
pub(super) trait Subject: Serialize + Send + 'static {
    fn id(&self) -> &str;

    fn find(tx: &mut Tx<'_>, me: &Bearer, id: &str) -> Result<Self, Problem>
    where
        Self: Sized;
}

impl Subject for views::Game {
    fn id(&self) -> &str {
        &self.id
    }

    fn find(tx: &mut Tx<'_>, me: &Bearer, id: &str) -> Result<views::Game, Problem> {
        queries::one(tx, me, id)
    }
}

/// Executes a request once; a repetition shows the current state of its subject.
pub(super) async fn execute_once<S: Subject>(
    app: App,
    caller: Caller,
    request: Request,
    work: impl FnOnce(&mut Tx<'_>, &Context, &Bearer) -> Result<S, Problem> + Clone + Send + 'static,
) -> Response {
    let at = app.moment();
    let done = app
        .db
        .write_retrying(move |tx| {
            let me = caller.player(tx)?;
            let key = request.key.transpose()?;
            if let Some(key) = &key
                && let Some(before) = idempotency::find(tx, &me.player_id, key)?
            {
                return replay::<S>(tx, &me, &before, &request.fingerprint);
            }
            let subject = work(tx, &at, &me)?;
            if let Some(key) = key {
                let status = i64::from(request.status.as_u16());
                let subject_id = subject.id().to_owned();
                let kept = Receipt { request: request.fingerprint, status, subject_id };
                idempotency::keep(tx, &me.player_id, &key, &kept, at.now)?;
            }
            Ok(Answer { status: request.status, body: written(&subject)?, again: false })
        })
        .await;
    match done {
        Ok(answer) => answer.into_response(),
        Err(problem) => Problem::into_response(problem),
    }
}

fn written(subject: &impl Subject) -> Result<String, Problem> {
    serde_json::to_string(subject).map_err(|error| store::Error::Corrupt(error.into()).into())
}

fn replay<S: Subject>(
    tx: &mut Tx<'_>,
    me: &Bearer,
    before: &Receipt,
    fingerprint: &str,
) -> Result<Answer, Problem> {
    if before.request != fingerprint {
        return Err(Problem::idempotency_key(
            "This Idempotency-Key was used for another request. Use a new one.",
        ));
    }
    let status = u16::try_from(before.status).ok().and_then(|it| StatusCode::from_u16(it).ok());
    let status = status.unwrap_or(StatusCode::OK);
    let subject = S::find(tx, me, &before.subject_id)?;
    Ok(Answer { status, body: written(&subject)?, again: true })
}

struct Answer {
    status: StatusCode,
    body: String,
    again: bool,
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        let kind = [(header::CONTENT_TYPE, "application/json")];
        let mut response = (self.status, kind, self.body).into_response();
        if self.again {
            let yes = HeaderValue::from_static("true");
            response.headers_mut().insert("idempotency-replayed", yes);
        }
        response
    }
}
