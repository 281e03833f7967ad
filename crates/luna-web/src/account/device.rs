//! Browsers that have logged in to an account before. Each keeps a signed cookie, so that
//! wrong passwords from elsewhere do not keep it from logging in.

use axum::http::HeaderValue;
use axum::http::header::SET_COOKIE;
use axum::response::Response;
use luna_app::rate_limit;
use luna_core::identity::Email;
use luna_store as store;

use crate::http::cookie;
use crate::http::error::Error;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use luna_app::mac::mac;

/// The longest time that browsers keep a cookie.
const KEPT_SECONDS: i64 = 400 * 86_400;

/// The signature: the second half of the cookie.
fn signature(key: &str, (address, epoch): (&str, i64), nonce: &str) -> String {
    let epoch = epoch.to_string();
    // Cookies from before there were epochs stay good until the first reset.
    let bytes = match epoch.as_str() {
        "0" => mac(key, &["device", address, nonce]),
        epoch => mac(key, &["device", address, nonce, epoch]),
    };
    let digits = bytes.iter().flat_map(|&byte| [byte >> 4, byte & 15]).take(cookie::LETTERS);
    digits.map(|digit| char::from_digit(digit.into(), 16).unwrap_or('0')).collect()
}

/// The device's own part of its cookie, if this browser has logged in with the address before.
fn known<'a>(key: &str, of: (&str, i64), cookie: Option<&'a str>) -> Option<&'a str> {
    let (nonce, signed) = cookie?.split_at_checked(cookie::LETTERS)?;
    // The comparison's time tells nothing that helps: each guess needs another request.
    (signature(key, of, nonce) == signed).then_some(nonce)
}

/// Counts an attempt to log in. Known devices have separate limits; all others share one for the
/// account and their network, which shrinks while many networks try: nobody's first attempts are
/// refused because of others. Returns true for a known device.
pub(super) async fn count_try(app: &App, visitor: &Visitor, email: &Email) -> Result<bool, Error> {
    let address = email.as_str();
    let take = |limit, whose: &str| app.limits.take(limit, whose, visitor.now).map_err(Error::from);
    if let Some(nonce) = nonce(app, visitor, address).await? {
        take(rate_limit::LOG_IN_DEVICE, &format!("{address} {nonce}"))?;
        return Ok(true);
    }
    let here = format!("{address} {}", visitor.address);
    take(rate_limit::LOG_IN_NETWORK, &here)?;
    match take(rate_limit::LOG_IN_STRANGERS, address) {
        Ok(()) => Ok(false),
        Err(_) => take(rate_limit::LOG_IN_UNDER_ATTACK, &here).map(|()| false),
    }
}

/// Returns the device's own part of its cookie, if this browser is known to have logged in with the
/// address.
pub(super) async fn nonce(
    app: &App,
    visitor: &Visitor,
    address: &str,
) -> Result<Option<String>, Error> {
    let (key, epoch) = (app.key().await?, epoch(app, address).await?);
    let nonce = known(&key, (address, epoch), visitor.device_cookie.as_deref());
    Ok(nonce.map(str::to_owned))
}

/// Returns the number that the cookies of an address carry since its last reset.
async fn epoch(app: &App, address: &str) -> Result<i64, Error> {
    let address = address.to_owned();
    Ok(app.db.read(move |tx| store::ways_in::device_epoch(tx, &address)).await?)
}

/// Adds the cookie that makes this browser known.
pub(crate) async fn remember(
    app: &App,
    address: &str,
    mut response: Response,
) -> Result<Response, Error> {
    let (key, nonce) = (app.key().await?, app.random.secret());
    let of = (address, epoch(app, address).await?);
    let value = format!("{nonce}{}", signature(&key, of, &nonce));
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
        let cookie = format!("{nonce}{}", signature("key", ("ann@example.org", 1), nonce));
        let known = |key, address, epoch, cookie: &str| {
            known(key, (address, epoch), Some(cookie)).is_some()
        };
        assert!(known("key", "ann@example.org", 1, &cookie));
        assert!(!known("key", "ann@example.org", 0, &cookie));
        assert!(!known("key", "ann@example.org", 2, &cookie));
        assert!(!known("key", "bob@example.org", 1, &cookie));
        assert!(!known("another key", "ann@example.org", 1, &cookie));
        assert!(!known("key", "ann@example.org", 1, &cookie.replace("0123", "3210")));
        assert!(!known("key", "ann@example.org", 1, "short"));
    }
}
