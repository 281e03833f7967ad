//! Who is asking: the cookies of a request, and the player behind them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use luna_store::consent::Purpose;
use luna_store::player::Player;
use luna_store::{self as store, Tx};
use sha2::{Digest as _, Sha256};

use crate::error::Error;
use crate::{App, consent, cookie, form};

const HOUR_MS: i64 = 3_600_000;

/// A request's visitor, before anything is looked up.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// The hash of the session cookie, if there is one.
    pub(crate) session: Option<String>,
    /// What the visitor's forms must carry.
    pub(crate) csrf: String,
    pub(crate) address: IpAddr,
    pub(crate) device: String,
    pub(crate) path: String,
    pub(crate) now: i64,
}

/// The hash that stands in the database for a secret.
pub fn hash(secret: &str) -> String {
    let digest = Sha256::digest(secret.as_bytes());
    let digits = digest.iter().flat_map(|&byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from_digit(digit.into(), 16).unwrap_or('0')).collect()
}

/// What forms carry while a cookie is in force.
pub(crate) fn csrf_of(cookie: &str) -> String {
    hash(&format!("form:{cookie}")).chars().take(32).collect()
}

/// Makes the [`Visitor`] of each request and gives new ones a cookie.
pub(crate) async fn layer(State(app): State<App>, mut request: Request, next: Next) -> Response {
    if form::decode(request.uri().path().as_bytes()).1.is_some() {
        return Error::NotFound.into_response();
    }
    let headers = request.headers();
    let session = cookie::read(headers, cookie::SESSION);
    let visit = cookie::read(headers, cookie::VISIT);
    let fresh = (session.is_none() && visit.is_none()).then(|| app.random.secret());
    let secret = session.as_ref().or(visit.as_ref()).or(fresh.as_ref());
    let visitor = Visitor {
        session: session.as_deref().map(hash),
        csrf: secret.map_or_else(String::new, |secret| csrf_of(secret)),
        address: address(&app, &request),
        device: device(headers),
        path: request.uri().path().to_owned(),
        now: app.now(),
    };
    let page = *request.method() == Method::GET;
    // Games renew the session; so do their answers the cookie.
    let playing = *request.method() == Method::POST && visitor.path.starts_with("/games");
    let renewed = session.filter(|_| playing);
    request.extensions_mut().insert(visitor);
    let mut response = next.run(request).await;
    if let Some(session) = renewed {
        set_cookie(&app, &mut response, cookie::SESSION, &session, cookie::SESSION_MS / 1000);
    }
    let html = response
        .headers()
        .get("content-type")
        .is_some_and(|kind| kind.to_str().is_ok_and(|kind| kind.starts_with("text/html")));
    if let Some(fresh) = fresh.filter(|_| page && html) {
        set_cookie(&app, &mut response, cookie::VISIT, &fresh, 86_400);
    }
    response
}

fn set_cookie(app: &App, response: &mut Response, name: &str, value: &str, seconds: i64) {
    let set = cookie::write(name, value, seconds, app.settings.secure());
    if let Ok(value) = HeaderValue::from_str(&set) {
        response.headers_mut().append(SET_COOKIE, value);
    }
}

/// Where a request comes from, as far as limits tell places apart.
pub(crate) fn address(app: &App, request: &Request) -> IpAddr {
    let forwarded = || {
        // The proxy adds to the last line, or a line of its own.
        let lines = request.headers().get_all("x-forwarded-for");
        let line = lines.iter().next_back()?.to_str().ok()?;
        line.rsplit(',').next()?.trim().parse().ok()
    };
    let direct = || {
        let ConnectInfo(address) = request.extensions().get::<ConnectInfo<SocketAddr>>()?;
        Some(address.ip())
    };
    let found = if app.settings.behind_proxy { forwarded().or_else(direct) } else { direct() };
    found.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), network)
}

/// Whoever has one address of IPv6 has all of its network of 64 bits.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
        address @ IpAddr::V4(_) => address,
    }
}

/// A few words for the list of signed-in devices.
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
    /// Who is signed in, if anyone.
    pub(crate) fn player(&self, tx: &mut Tx<'_>) -> Result<Option<Player>, Error> {
        let Some(session) = &self.session else { return Ok(None) };
        let Some((id, _)) = store::session::player(tx, session, self.now)? else {
            return Ok(None);
        };
        let player = store::player::find(tx, &id)?;
        match player.banned_why {
            Some(why) => Err(Error::Banned(why)),
            None => Ok(Some(player)),
        }
    }

    /// Who is signed in; nobody else gets further.
    pub(crate) fn signed_in(&self, tx: &mut Tx<'_>) -> Result<Player, Error> {
        let back = self.path.clone();
        self.player(tx)?.ok_or(Error::SignedOut { back })
    }

    /// A signed-in player who has agreed to the text in force.
    pub(crate) fn consenting(&self, tx: &mut Tx<'_>) -> Result<Player, Error> {
        let player = self.signed_in(tx)?;
        if consent::is_current(tx, &player.id, Purpose::Play)? {
            Ok(player)
        } else {
            Err(Error::ConsentFirst { back: self.path.clone() })
        }
    }

    /// Notes, at most once an hour, that this browser is in use: its session
    /// lives on.
    pub(crate) fn in_use(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        let Some(session) = &self.session else { return Ok(()) };
        match store::session::player(tx, session, self.now)? {
            Some((_, seen_at)) if self.now - seen_at >= HOUR_MS => {
                let expires_at = self.now + cookie::SESSION_MS;
                Ok(store::session::renew(tx, session, self.now, expires_at)?)
            }
            _ => Ok(()),
        }
    }

    /// The operator. For anyone else there is nothing here.
    pub(crate) fn admin(&self, tx: &mut Tx<'_>) -> Result<Player, Error> {
        self.player(tx)?.filter(|player| player.admin).ok_or(Error::NotFound)
    }
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, Error> {
        parts.extensions.get::<Visitor>().cloned().ok_or(Error::NotFound)
    }
}
