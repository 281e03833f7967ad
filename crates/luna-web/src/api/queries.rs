//! Requests of machines that read: about themselves, their games, their limits.

use axum::extract::{FromRequestParts, State};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use luna_app::Instance;
use luna_app::rate_limit::{self, Allowance};
use luna_core::interval::Spread;
use luna_core::measure::MeasureKind;
use luna_core::rank::GUESSES_FOR_A_RANK;
use luna_store::game::Kind;
use luna_store::measure::{self, KeptMeasure};
use luna_store::rating::midnight::midnight;
use luna_store::token::Bearer;
use luna_store::{self as store, Tx};
use serde::Serialize;

use super::auth::{Caller, Id};
use super::open_streams::{MOST_STREAMS, Streams};
use super::problem::Problem;
use super::rating::{OtherRatings, Rating, others};
use super::views::{self, Account, Game};
use crate::http::form;
use crate::http::id::is_id;
use crate::http::state::App;

/// Answers a request with something that the holder of a token may read.
pub(super) async fn look<T: Serialize + Send + 'static>(
    app: &App,
    caller: &Caller,
    work: impl FnOnce(&mut Tx<'_>, &Bearer) -> Result<T, Problem> + Send + 'static,
) -> Response {
    match noted(app, caller, work).await {
        Ok(found) => json(&found),
        Err(problem) => problem.into_response(),
    }
}

/// Reads something, and records the machine's presence from time to time.
pub(super) async fn noted<T: Send + 'static>(
    app: &App,
    caller: &Caller,
    work: impl FnOnce(&mut Tx<'_>, &Bearer) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let asking = caller.clone();
    let read = app.db.read(move |tx| {
        let me = asking.bearer(tx)?;
        let found = work(tx, &me)?;
        Ok::<_, Problem>((asking.is_news(&me).then_some(me), found))
    });
    let (news, found) = read.await?;
    if let Some(me) = news {
        let noting = caller.clone();
        if let Err(error) = app.db.write(move |tx| noting.note(tx, &me)).await {
            tracing::warn!(?error, "could not note that a machine is there");
        }
    }
    Ok(found)
}

fn json(found: &impl Serialize) -> Response {
    match serde_json::to_string(found) {
        Ok(body) => ([(header::CONTENT_TYPE, "application/json")], body).into_response(),
        Err(error) => Problem::from(store::Error::Corrupt(error.into())).into_response(),
    }
}

pub(super) async fn account(State(app): State<App>, caller: Caller) -> Response {
    look(&app, &caller, |tx, me| Ok::<Account, _>(views::account(tx, &me.player_id)?)).await
}

pub(super) async fn game(State(app): State<App>, caller: Caller, Id(id): Id) -> Response {
    look(&app, &caller, move |tx, me| one(tx, me, &id)).await
}

/// A game of this machine.
pub(super) fn one(tx: &mut Tx<'_>, me: &Bearer, id: &str) -> Result<Game, Problem> {
    if !is_id(id) {
        return Err(Problem::not_found());
    }
    let place = store::game::place(tx, id, &me.player_id)?;
    let loaded = store::game::load(tx, &place.game_id)?;
    Ok(views::game(tx, &place, &loaded)?)
}

#[derive(Serialize)]
struct Page {
    games: Vec<Game>,
    /// The value of `before` for the next page.
    next: Option<String>,
}

pub(super) async fn games(State(app): State<App>, caller: Caller, wish: ListQuery) -> Response {
    look(&app, &caller, move |tx, me| {
        let (at, id) = &wish.before;
        let (open, limit) = (wish.open, wish.limit);
        let mut found =
            store::game::list::places(tx, &me.player_id, open, (*at, id.as_str()), limit + 1)?;
        let next = cut(&mut found, limit, |(place, at)| format!("{at}-{}", place.seat_id));
        let mut games = Vec::new();
        for (place, _) in &found {
            let loaded = store::game::load(tx, &place.game_id)?;
            games.push(views::game(tx, place, &loaded)?);
        }
        Ok(Page { games, next })
    })
    .await
}

/// A game whose partner has been erased: its owner deletes what they kept of it.
#[derive(Serialize)]
struct Erasure {
    game: String,
    at: Option<String>,
}

#[derive(Serialize)]
struct Erasures {
    erasures: Vec<Erasure>,
    next: Option<String>,
}

pub(super) async fn erasures(State(app): State<App>, caller: Caller, wish: ListQuery) -> Response {
    look(&app, &caller, move |tx, me| {
        let (before, limit) = ((wish.before.0, wish.before.1.as_str()), wish.limit);
        let mut found = store::erased_game::of_machine(tx, &me.player_id, before, limit + 1)?;
        let next = cut(&mut found, limit, |it| format!("{}-{}", it.at, it.game));
        let erasure =
            |it: store::erased_game::ErasedGame| Erasure { game: it.game, at: views::time(it.at) };
        Ok(Erasures { erasures: found.into_iter().map(erasure).collect(), next })
    })
    .await
}

/// Shortens a list to one page. Returns the cursor of the next page, if there is one.
fn cut<T>(found: &mut Vec<T>, limit: i64, cursor: impl Fn(&T) -> String) -> Option<String> {
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = found.len() > most;
    found.truncate(most);
    found.last().filter(|_| more).map(cursor)
}

/// The filter and position of a list of games.
pub(super) struct ListQuery {
    open: bool,
    before: (i64, String),
    limit: i64,
}

impl FromRequestParts<App> for ListQuery {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<ListQuery, Problem> {
        ListQuery::read(parts.uri.query().unwrap_or(""))
    }
}

impl ListQuery {
    fn read(query: &str) -> Result<ListQuery, Problem> {
        let fields = form::parse(query.as_bytes())
            .map_err(|_| Problem::invalid("The query is not percent-encoded UTF-8."))?;
        let mut wish = ListQuery { open: true, before: (i64::MAX, String::new()), limit: 20 };
        for (name, value) in fields.fields() {
            match (name, value) {
                ("state", "open") => wish.open = true,
                ("state", "over") => wish.open = false,
                ("state", _) => return Err(Problem::invalid("state must be open or over.")),
                ("before", cursor) => wish.before = before(cursor)?,
                ("limit", text) => {
                    let limit = text.parse().ok().filter(|limit| (1..=100).contains(limit));
                    wish.limit = limit
                        .ok_or_else(|| Problem::invalid("limit must be a number from 1 to 100."))?;
                }
                _ => {
                    let message = "The only parameters are state, before and limit.";
                    return Err(Problem::invalid(message));
                }
            }
        }
        Ok(wish)
    }
}

fn before(cursor: &str) -> Result<(i64, String), Problem> {
    let digits = |at: &str| (1..=15).contains(&at.len()) && at.bytes().all(|b| b.is_ascii_digit());
    let parts = cursor.split_once('-').filter(|(at, id)| digits(at) && id.len() == 26 && is_id(id));
    parts
        .and_then(|(at, id)| Some((at.parse().ok()?, id.to_owned())))
        .ok_or_else(|| Problem::invalid("before must be the next value of the previous page."))
}

#[derive(Serialize)]
struct Quota {
    name: &'static str,
    limit: i64,
    remaining: i64,
    /// Until there are more, where time brings them.
    seconds: Option<i64>,
}

#[derive(Serialize)]
struct Quotas {
    quotas: Vec<Quota>,
}

impl Quota {
    /// A limit of this process, which refills little by little.
    fn refilling(name: &'static str, limit: u32, left: Allowance) -> Quota {
        let Allowance { remaining, seconds, .. } = left;
        Quota { name, limit: i64::from(limit), remaining, seconds: Some(seconds) }
    }
}

pub(super) async fn quotas(State(app): State<App>, caller: Caller) -> Response {
    let per_minute = app.settings.machine_requests_per_minute;
    let left = app.limits.look(rate_limit::token(per_minute), &caller.id, caller.now);
    let requests = Quota::refilling("requests", per_minute, left);
    let (now, here) = (caller.now, app.clone());
    look(&app, &caller, move |tx, me| {
        let caps = store::machine::find(tx, &me.player_id)?.declared;
        let open = store::game::list::open_of(tx, &me.player_id, Kind::Rated)?;
        let sandbox = store::game::list::open_of(tx, &me.player_id, Kind::Sandbox)?;
        let today = store::machine::begun_today(tx, now, &me.player_id)?;
        let tomorrow = (DAY_MS - now.rem_euclid(DAY_MS)) / 1000 + 1;
        let per_hour = here.settings.sandbox_games_per_hour;
        let left = here.limits.look(rate_limit::sandbox(per_hour), &me.player_id, now);
        let [most, streams] = [MOST_STREAMS, here.memory.get::<Streams>().open(&me.player_id)]
            .map(|count| i64::try_from(count).unwrap_or(i64::MAX));
        let quota = |name, limit: i64, used: i64, seconds| Quota {
            name,
            limit,
            remaining: (limit - used).max(0),
            seconds,
        };
        Ok(Quotas {
            quotas: vec![
                requests,
                quota("games_open", caps.most_open, open, None),
                quota("games_today", caps.most_daily, today, Some(tomorrow)),
                quota("sandbox_open", store::machine::MOST_SANDBOX, sandbox, None),
                Quota::refilling("sandbox_hour", per_hour, left),
                quota("streams", most, streams, None),
            ],
        })
    })
    .await
}

const DAY_MS: i64 = 86_400_000;

#[derive(Serialize)]
struct Machines {
    /// The midnight up to which guesses are counted.
    as_of: Option<String>,
    machines: Vec<MachineSummary>,
}

#[derive(Serialize)]
struct MachineSummary {
    name: String,
    owner: Option<String>,
    organisation: Option<String>,
    licence: Option<String>,
    way: String,
    rating: Option<Rating>,
    /// Too few guesses for a rank.
    provisional: bool,
    other_ratings: Option<OtherRatings>,
    measures: Vec<Measured>,
}

/// A measure of a machine.
#[derive(Serialize)]
struct Measured {
    name: &'static str,
    value: f64,
    low: f64,
    high: f64,
    count: i64,
    unit: &'static str,
    /// The midnight up to which it is counted.
    as_of: Option<String>,
}

/// The measures of a machine, in the order of the tests.
fn measured(kinds: &[&'static MeasureKind], kept: &[KeptMeasure]) -> Vec<Measured> {
    let of_kind = |kind: &&'static MeasureKind| {
        let it = kept.iter().find(|it| it.name == kind.name)?;
        Some(Measured {
            name: kind.name,
            value: it.value,
            low: it.low,
            high: it.high,
            count: it.count,
            unit: kind.unit,
            as_of: views::time(it.at),
        })
    };
    kinds.iter().filter_map(of_kind).collect()
}

/// The active machines, as of midnight. Their presence, number of games or current rating would
/// reveal who has met them.
pub(super) async fn machines(State(app): State<App>, caller: Caller) -> Response {
    let now = caller.now;
    let instance: &Instance = &app;
    let kinds: Vec<&'static MeasureKind> =
        instance.disciplines.iter().flat_map(|it| it.measures).collect();
    look(&app, &caller, move |tx, _| {
        let mut machines = Vec::new();
        let measures = measure::of_all(tx)?;
        let mut playing = store::machine::board(tx, now)?;
        playing.retain(|it| !it.retired);
        playing.sort_by(|a, b| a.name.cmp(&b.name));
        for line in playing {
            let few = |it: Spread| it.rating.count() < GUESSES_FOR_A_RANK;
            let kept = measures.get(&line.player_id).map_or(&[][..], Vec::as_slice);
            machines.push(MachineSummary {
                measures: measured(&kinds, kept),
                provisional: line.spread.is_some_and(few),
                name: line.name,
                owner: line.owner,
                organisation: views::said(line.organisation),
                licence: views::said(line.licence),
                way: line.way,
                rating: line.spread.map(Rating::from),
                other_ratings: others(tx, &line.player_id)?,
            });
        }
        Ok(Machines { as_of: views::time(midnight(now)), machines })
    })
    .await
}
