//! The visitor: the cookies of a request, and the player behind them.

use luna_app::hash_secret;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use luna_store::consent::Purpose;
use luna_store::player::{Player, Role};
use luna_store::session::LoggedIn;
use luna_store::{self as store, Tx};

use luna_app::budget::Payer;
use luna_app::storage;

use crate::http::client_address::client_network;
use crate::http::error::Error;
use crate::http::return_path::came_from;
use crate::http::state::App;
use crate::http::{cookie, form};
use luna_app::{Presence, Sightings, Whereabouts};

const HOUR_MS: i64 = 3_600_000;

/// A request's visitor, before anything is looked up.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// The hash of the session cookie, if there is one.
    pub(crate) session: Option<String>,
    /// The hash of the cookie that is in force, of a session or of a visit.
    pub(crate) cookie: Option<String>,
    /// The cookie of a browser that has logged in before, not checked yet.
    pub(crate) device_cookie: Option<String>,
    /// The token that the visitor's forms must carry.
    pub(crate) csrf: String,
    pub(crate) address: IpAddr,
    /// What the request is put down to.
    pub(crate) payer: Payer,
    pub(crate) device: String,
    pub(crate) path: String,
    /// The address to come back to: of a page, with its query.
    pub(crate) back: String,
    /// The page of this site that led here; it may be anything that a browser says.
    pub(crate) came_from: String,
    /// Roles count only with a second factor.
    pub(crate) operators_need_second_factor: bool,
    /// The places by which the visitor is related to others.
    pub(crate) whereabouts: Whereabouts,
    /// The record of players who are here.
    pub(crate) presence: Arc<Presence>,
    /// The record of where players are.
    pub(crate) sightings: Arc<Sightings>,
    pub(crate) now: i64,
}

/// The form token while a cookie is in force.
pub(crate) fn csrf_of(cookie: &str) -> String {
    hash_secret(&format!("form:{cookie}")).chars().take(32).collect()
}

/// Makes the [`Visitor`] of each request and gives new ones a cookie.
pub(crate) async fn layer(State(app): State<App>, mut request: Request, next: Next) -> Response {
    if form::decode(request.uri().path().as_bytes()).1.is_some() {
        return Error::NotFound.into_response();
    }
    let headers = request.headers();
    let secure = app.settings.secure();
    let found = cookie::find(headers, cookie::SESSION, secure);
    let plain = found.as_ref().is_some_and(|(_, plain)| *plain);
    let session = found.map(|(session, _)| session);
    let visit = cookie::find(headers, cookie::VISIT, secure).map(|(visit, _)| visit);
    let fresh = visit.is_none().then(|| app.random.secret());
    let secret = session.as_ref().or(visit.as_ref()).or(fresh.as_ref());
    let (address, browser) = (address(&app, &request), visit.as_deref().map(hash_secret));
    let visitor = Visitor {
        session: session.as_deref().map(hash_secret),
        cookie: secret.map(|secret| hash_secret(secret)),
        device_cookie: cookie::find_device(headers, secure),
        csrf: secret.map_or_else(String::new, |secret| csrf_of(secret)),
        payer: request.extensions().get().cloned().unwrap_or_else(|| app.payer(address, false)),
        whereabouts: app.settings.whereabouts(address, browser),
        address,
        device: device(headers),
        path: request.uri().path().to_owned(),
        back: back(&request),
        came_from: came_from(request.headers(), &app.settings.public_url),
        operators_need_second_factor: app.settings.admin_second_factor,
        presence: Arc::clone(&app.presence),
        sightings: Arc::clone(&app.sightings),
        now: app.now(),
    };
    let page = *request.method() == Method::GET;
    // A form shows that somebody is here: their cookie lasts from then on.
    let sends = *request.method() == Method::POST;
    let renewed = session.filter(|_| sends || plain);
    request.extensions_mut().insert(visitor);
    let mut response = next.run(request).await;
    if plain {
        append_cookie(&mut response, &cookie::clear_plain(cookie::SESSION));
    }
    // What a log-in or log-out has just set holds.
    let set = gives_session(&response, secure);
    if let Some(session) = renewed.filter(|_| !set) {
        set_cookie(&app, &mut response, cookie::SESSION, &session, cookie::SESSION_SECONDS);
    }
    let html = response
        .headers()
        .get("content-type")
        .is_some_and(|kind| kind.to_str().is_ok_and(|kind| kind.starts_with("text/html")));
    if let Some(fresh) = fresh.filter(|_| page && html) {
        set_cookie(&app, &mut response, cookie::VISIT, &fresh, cookie::VISIT_SECONDS);
    }
    response
}

fn back(request: &Request) -> String {
    let uri = request.uri();
    let query = uri.query().filter(|_| *request.method() == Method::GET);
    query.map_or_else(|| uri.path().to_owned(), |query| format!("{}?{query}", uri.path()))
}

fn set_cookie(app: &App, response: &mut Response, name: &str, value: &str, seconds: i64) {
    append_cookie(response, &cookie::write(name, value, seconds, app.settings.secure()));
}

fn append_cookie(response: &mut Response, set: &str) {
    if let Ok(value) = HeaderValue::from_str(set) {
        response.headers_mut().append(SET_COOKIE, value);
    }
}

fn gives_session(response: &Response, secure: bool) -> bool {
    let start = format!("{}=", cookie::kept_as(cookie::SESSION, secure));
    let mut all = response.headers().get_all(SET_COOKIE).iter();
    all.any(|set| set.as_bytes().starts_with(start.as_bytes()))
}

/// The client's address, reduced to the network that limits apply to.
pub(crate) fn address(app: &App, request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(peer)| peer.ip());
    client_network(request.headers(), peer, app.settings.behind_proxy)
}

/// A short description for the list of devices.
fn device(headers: &HeaderMap) -> String {
    let agent = headers.get("user-agent").and_then(|value| value.to_str().ok()).unwrap_or("");
    let first =
        |names: &[&str]| names.iter().find(|name| agent.contains(**name)).map(|n| (*n).to_owned());
    let browser = first(&["Firefox", "Edg", "OPR", "Chrome", "Safari", "curl"]);
    let system = first(&["Android", "iPhone", "iPad", "Windows", "Mac OS X", "Linux"]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => "An unknown browser".to_owned(),
    }
}

impl Visitor {
    /// Returns the player who is logged in, if any. Banned players are refused.
    pub(crate) fn player(&self, tx: &mut Tx<'_>) -> Result<Option<Player>, Error> {
        Ok(self.allowed(tx)?.map(|it| it.player))
    }

    /// Returns the player who is logged in, for a page that everybody may read: a banned one reads it as a
    /// visitor.
    pub(crate) fn reader(&self, tx: &mut Tx<'_>) -> Result<Option<Player>, Error> {
        match self.player(tx) {
            Err(Error::Banned(_)) => Ok(None),
            me => me,
        }
    }

    fn allowed(&self, tx: &mut Tx<'_>) -> Result<Option<LoggedIn>, Error> {
        match self.banned_or_not(tx)? {
            Some(LoggedIn { player: Player { banned_why: Some(why), .. }, .. }) => {
                Err(Error::Banned(why))
            }
            Some(here) => {
                self.presence.note(&here.player.id, self.now);
                self.sightings.note(&here.player.id, &self.whereabouts, self.now);
                Ok(Some(here))
            }
            None => Ok(None),
        }
    }

    fn banned_or_not(&self, tx: &mut Tx<'_>) -> Result<Option<LoggedIn>, Error> {
        let Some(session) = &self.session else { return Ok(None) };
        let mut found = store::session::logged_in(tx, session)?;
        if let Some(here) = &mut found
            && self.lacks_second_factor(tx, &here.player)?
        {
            here.player.role = None;
        }
        if let Some(here) = &found {
            self.payer.player(&here.player.id)?;
            if self.payer.grows() {
                storage::check(tx, &self.payer, &here.player)?;
            }
        }
        Ok(found)
    }

    /// Returns true for somebody whose role does not count yet.
    fn lacks_second_factor(&self, tx: &mut Tx<'_>, player: &Player) -> Result<bool, Error> {
        Ok(self.operators_need_second_factor
            && player.role.is_some()
            && !store::second_factor::is_on(tx, &player.id)?)
    }

    /// Returns the player who is logged in, even if banned: everybody may download and erase their
    /// data.
    pub(crate) fn anyone(&self, tx: &mut Tx<'_>) -> Result<Player, Error> {
        let back = self.back.clone();
        self.banned_or_not(tx)?.map(|it| it.player).ok_or(Error::LoggedOut { back })
    }

    /// Returns the player who is logged in, or a refusal.
    pub(crate) fn logged_in(&self, tx: &mut Tx<'_>) -> Result<Player, Error> {
        let back = self.back.clone();
        self.player(tx)?.ok_or(Error::LoggedOut { back })
    }

    /// Returns the player who is logged in, and true if they have agreed to the text in force.
    /// Renews their session, at most once an hour.
    pub(crate) fn playing(&self, tx: &mut Tx<'_>) -> Result<(Player, bool), Error> {
        let back = self.back.clone();
        let here = self.allowed(tx)?.ok_or(Error::LoggedOut { back })?;
        if let Some(session) = &self.session
            && (self.now - here.seen_at).abs() >= HOUR_MS
        {
            store::session::renew(tx, session, self.now)?;
        }
        let consents =
            here.play_consent.as_deref() == Some(luna_app::consent::text(Purpose::Play).hash());
        Ok((here.player, consents))
    }

    /// Returns the player if they have this role or a higher one. For anyone else the page does not
    /// exist.
    pub(crate) fn operator(&self, tx: &mut Tx<'_>, role: Role) -> Result<Player, Error> {
        let player = self.player(tx)?.ok_or(Error::NotFound)?;
        if player.role >= Some(role) {
            return Ok(player);
        }
        let stored = store::player::find(tx, &player.id)?;
        if stored.role >= Some(role) { Err(Error::SecondFactorFirst) } else { Err(Error::NotFound) }
    }
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, Error> {
        parts.extensions.get::<Visitor>().cloned().ok_or(Error::NotFound)
    }
}
