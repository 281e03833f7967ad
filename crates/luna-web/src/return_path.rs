//! The page that somebody returns to after logging in or agreeing: any page that the router has.

use axum::body::Body;
use axum::http::header::ALLOW;
use axum::http::{Method, Request, Uri};
use tower::ServiceExt as _;

use crate::state::App;

/// The longest address that is returned to.
const LONGEST: usize = 2_000;

/// The pages that lead on, which are no destination.
const ASKING: [&str; 3] = ["/consent", "/login", "/signup"];

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
