//! Authentication of machines: the token of a request, and its rate limit.

use luna_app::hash_secret;
use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use luna_store::token::{self, Bearer, Scope};
use luna_store::{self as store, Tx};

use super::problem::Problem;
use super::verified_tokens::VerifiedTokens;
use crate::http::state::App;
use crate::http::visitor;
use luna_app::Error as AppError;
use luna_app::budget::Payer;
use luna_app::rate_limit::{self, Allowance, Limit};
use luna_app::tasks::ALL_STOPPED;
use luna_app::{Sightings, Whereabouts};

/// The interval at which the use of a token is recorded.
const NOTED_MS: i64 = 60_000;
/// The number of tokens at their limit that one address may use.
const TOKENS_PER_ADDRESS: u32 = 20;

/// The token of a request, not looked up yet.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    /// The hash of the token.
    pub(super) id: String,
    pub(super) address: IpAddr,
    /// What the request is put down to.
    pub(super) payer: Payer,
    /// The place of the machine, which is a place of its owner.
    pub(super) whereabouts: Whereabouts,
    /// The record of where players are.
    pub(super) sightings: Arc<Sightings>,
    pub(super) now: i64,
}

/// Counts the request, and adds the state of the limit to its response.
pub(super) async fn layer(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let now = app.now();
    let from = visitor::address(&app, &request);
    let address = from.to_string();
    let Some(secret) = secret(request.headers()) else {
        let message = "Send a token of this machine: Authorization: Bearer luna_…";
        return Problem::unauthorized(message).into_response();
    };
    let id = hash_secret(secret);
    let known = app.memory.get::<VerifiedTokens>().has(&id);
    if !known {
        let left = app.limits.look(rate_limit::STRANGER, &address, now);
        if left.remaining <= 0 {
            let why = "Too many attempts without a valid token.";
            return Problem::too_many(why, Some(left.seconds)).into_response();
        }
    }
    let per_minute = app.settings.machine_requests_per_minute;
    let limit = rate_limit::token(per_minute);
    let crowd = Limit {
        what: "api-address",
        burst: per_minute.saturating_mul(TOKENS_PER_ADDRESS),
        ..limit
    };
    let from_here = app.limits.take_one(crowd, &address, now);
    let left = if from_here.refused { from_here } else { app.limits.take_one(limit, &id, now) };
    let mut response = if left.refused {
        Problem::too_many("Too many attempts.", Some(left.seconds)).into_response()
    } else {
        let payer = request.extensions().get().cloned().unwrap_or_else(|| app.payer(from, false));
        request.extensions_mut().insert(Caller {
            id: id.clone(),
            address: from,
            payer,
            whereabouts: app.settings.whereabouts(from, None),
            sightings: Arc::clone(&app.sightings),
            now,
        });
        next.run(request).await
    };
    match (response.status().as_u16(), known) {
        (401, _) => {
            app.memory.get::<VerifiedTokens>().forget(&id);
            app.limits.take_one(rate_limit::STRANGER, &address, now);
        }
        // Only what was done has been looked up for sure.
        (200..300, false) => app.memory.get::<VerifiedTokens>().add(&id),
        _ => {}
    }
    show(&mut response, per_minute, left);
    response
}

fn secret(headers: &HeaderMap) -> Option<&str> {
    let (scheme, secret) = headers.get("authorization")?.to_str().ok()?.split_once(' ')?;
    let ours = scheme.eq_ignore_ascii_case("bearer") && secret.trim().starts_with("luna_");
    ours.then_some(secret.trim())
}

fn show(response: &mut Response, per_minute: u32, left: Allowance) {
    let policy = format!("\"token\";q={per_minute};w=60");
    let state = format!("\"token\";r={};t={}", left.remaining, left.seconds);
    for (name, value) in [("ratelimit-policy", policy), ("ratelimit", state)] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(name, value);
        }
    }
}

impl Caller {
    /// The machine that the token belongs to.
    pub(super) fn bearer(&self, tx: &mut Tx<'_>) -> Result<Bearer, Problem> {
        let bearer = token::bearer(tx, &self.id)?
            .ok_or_else(|| Problem::unauthorized("This token is unknown or has been revoked."))?;
        if let Some(owner_id) = &bearer.owner_id {
            self.sightings.note(owner_id, &self.whereabouts, self.now);
        }
        if bearer.all_stopped {
            return Err(Problem::stopped(ALL_STOPPED));
        }
        if let Err(AppError::TooOften(seconds)) = self.payer.player(&bearer.player_id) {
            let why = "This machine has asked a lot of this server within a minute.";
            return Err(Problem::too_many(why, Some(seconds)));
        }
        match &bearer.killed_why {
            Some(why) => {
                Err(Problem::stopped(format!("The operator has stopped this machine: {why}")))
            }
            None => Ok(bearer),
        }
    }

    /// The same for requests that change something.
    pub(super) fn player(&self, tx: &mut Tx<'_>) -> Result<Bearer, Problem> {
        let bearer = self.bearer(tx)?;
        if !plays(&bearer) {
            return Err(Problem::scope());
        }
        self.note(tx, &bearer)?;
        Ok(bearer)
    }

    /// Returns true if it is time to note that the token is in use.
    pub(super) fn is_news(&self, bearer: &Bearer) -> bool {
        let old = |at: i64| self.now - at >= NOTED_MS;
        old(bearer.used_at.unwrap_or(0)) || plays(bearer) && old(bearer.seen_at)
    }

    /// Records the use of the token, and the presence of the machine unless the token is read-only:
    /// that may be a program that draws charts.
    pub(super) fn note(&self, tx: &mut Tx<'_>, bearer: &Bearer) -> Result<(), store::Error> {
        if self.is_news(bearer) {
            token::note_use(tx, &self.id, self.now)?;
            if plays(bearer) {
                store::machine::note_presence(tx, &bearer.player_id, self.now)?;
            }
        }
        Ok(())
    }
}

fn plays(bearer: &Bearer) -> bool {
    bearer.scope == Scope::Play
}

/// The id in the address of a game.
pub(super) struct Id(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Id, Problem> {
        match Path::from_request_parts(parts, state).await {
            Ok(Path(id)) => Ok(Id(id)),
            Err(_) => Err(Problem::not_found()),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Problem> {
        parts.extensions.get::<Caller>().cloned().ok_or_else(Problem::not_found)
    }
}
