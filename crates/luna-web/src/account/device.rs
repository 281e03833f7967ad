//! Browsers that have logged in to an account before. Each keeps a signed cookie, so that
//! wrong passwords from elsewhere do not keep it from logging in.

use axum::http::HeaderValue;
use axum::http::header::SET_COOKIE;
use axum::response::Response;
use luna_app::rate_limit;
use luna_core::identity::Email;

use crate::cookie;
use crate::error::Error;
use crate::state::App;
use crate::visitor::Visitor;
use luna_app::mac::mac;

/// The longest time that browsers keep a cookie.
const KEPT_SECONDS: i64 = 400 * 86_400;

/// The signature: the second half of the cookie.
fn signature(key: &str, address: &str, nonce: &str) -> String {
    let bytes = mac(key, &["device", address, nonce]);
    let digits = bytes.iter().flat_map(|&byte| [byte >> 4, byte & 15]).take(cookie::LETTERS);
    digits.map(|digit| char::from_digit(digit.into(), 16).unwrap_or('0')).collect()
}

/// The device's own part of its cookie, if this browser has logged in with the address before.
fn known<'a>(key: &str, address: &str, cookie: Option<&'a str>) -> Option<&'a str> {
    let (nonce, signed) = cookie?.split_at_checked(cookie::LETTERS)?;
    // The comparison's time tells nothing that helps: each guess needs another request.
    (signature(key, address, nonce) == signed).then_some(nonce)
}

/// Counts an attempt to log in. Known devices have separate limits; all others share one for the
/// account and their network, which shrinks while many networks try: nobody's first attempts are
/// refused because of others.
pub(super) async fn count_try(app: &App, visitor: &Visitor, email: &Email) -> Result<(), Error> {
    let (key, address) = (app.key().await?, email.as_str());
    let take = |limit, whose: &str| app.limits.take(limit, whose, visitor.now).map_err(Error::from);
    if let Some(nonce) = known(&key, address, visitor.device_cookie.as_deref()) {
        return take(rate_limit::LOG_IN_DEVICE, &format!("{address} {nonce}"));
    }
    let here = format!("{address} {}", visitor.address);
    take(rate_limit::LOG_IN_NETWORK, &here)?;
    match take(rate_limit::LOG_IN_STRANGERS, address) {
        Ok(()) => Ok(()),
        Err(_) => take(rate_limit::LOG_IN_UNDER_ATTACK, &here),
    }
}

/// Adds the cookie that makes this browser known.
pub(super) async fn remember(
    app: &App,
    address: &str,
    mut response: Response,
) -> Result<Response, Error> {
    let (key, nonce) = (app.key().await?, app.random.secret());
    let value = format!("{nonce}{}", signature(&key, address, &nonce));
    let set = cookie::write(cookie::DEVICE, &value, KEPT_SECONDS, app.settings.secure());
    if let Ok(set) = HeaderValue::from_str(&set) {
        response.headers_mut().append(SET_COOKIE, set);
    }
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_signature_makes_a_device_known() {
        let nonce = "0123456789abcdefghjkmnpqrs";
        let cookie = format!("{nonce}{}", signature("key", "ann@example.org", nonce));
        let known = |key, address, cookie: &str| known(key, address, Some(cookie)).is_some();
        assert!(known("key", "ann@example.org", &cookie));
        assert!(!known("key", "bob@example.org", &cookie));
        assert!(!known("another key", "ann@example.org", &cookie));
        assert!(!known("key", "ann@example.org", &cookie.replace("0123", "3210")));
        assert!(!known("key", "ann@example.org", "short"));
    }
}
