//! The page that somebody returns to after logging in or agreeing: any page that the router has.

use axum::body::Body;
use axum::http::header::{ALLOW, HOST, REFERER};
use axum::http::{HeaderMap, Method, Request, Uri};
use tower::ServiceExt as _;

use crate::http::form::Form;
use crate::http::state::App;

/// The longest address that is returned to.
const LONGEST: usize = 2_000;

/// The pages that lead on, which are no destination.
const ASKING: [&str; 5] = ["/consent", "/login", "/signup", "/forgot", "/recover"];

/// The pages whose address is a secret of a mail; no link on them leads back there.
const SECRET: [&str; 3] = ["/claims/", "/reset/", "/verify/"];

/// The address to come back to: the one in the query, else the page of this site from which somebody
/// came, such as by the link in the header.
pub(crate) fn asked_from<'a>(query: &'a Form, came_from: &'a str) -> &'a str {
    if query.has("back") { query.text("back") } else { came_from }
}

/// The page of this site on which somebody followed a link; empty without one.
pub(crate) fn came_from(headers: &HeaderMap, public_url: &str) -> String {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let Some((_, from)) = text(REFERER).split_once("://") else { return String::new() };
    let (host, path) = from.split_at(from.find('/').unwrap_or(from.len()));
    let public = public_url.split_once("://").map_or("", |(_, host)| host);
    let is_here = !host.is_empty() && (host == text(HOST) || host == public);
    // From the start page one goes on to one's games.
    let is_left = path.len() <= 1 || SECRET.iter().any(|it| path.starts_with(it));
    if is_here && !is_left { path.to_owned() } else { String::new() }
}

/// Returns the address if it is a page of this site, else the list of games.
pub(crate) async fn page_here(app: &App, back: &str) -> String {
    if is_page(app, back).await { back.to_owned() } else { "/games".to_owned() }
}

async fn is_page(app: &App, back: &str) -> bool {
    let path = back.split_once('?').map_or(back, |(path, _)| path);
    let plain = back
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"/?=&%+.-_~:@,;!$()*".contains(&byte));
    let here = path.starts_with('/') && !path.contains("//") && !path.contains("/.");
    if !plain || !here || ASKING.contains(&path) || back.len() > LONGEST {
        return false;
    }
    // No route takes this method, so no handler runs: the answer says which methods the path takes.
    let ask = Request::builder().method(Method::OPTIONS).uri(path).body(Body::empty());
    let (Some(pages), Ok(ask)) = (app.pages.get(), ask) else { return false };
    let Ok(answer) = pages.clone().with_state(app.clone()).oneshot(ask).await;
    let allowed = answer.headers().get(ALLOW).and_then(|allowed| allowed.to_str().ok());
    back.parse::<Uri>().is_ok()
        && allowed.is_some_and(|allowed| allowed.split(',').any(|method| method.trim() == "GET"))
}
