//! Reading and writing the two cookies there are.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;

/// Whoever has it is signed in.
pub(crate) const SESSION: &str = "luna";
/// For visitors without a session, so that their forms can be told from forged ones.
pub(crate) const VISIT: &str = "luna_visit";

/// Guests keep their games this long; a visit renews it.
pub(crate) const SESSION_MS: i64 = 60 * 86_400_000;

pub(crate) fn read(headers: &HeaderMap, name: &str) -> Option<String> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(key, _)| key.trim() == name)?;
    let value = value.trim();
    let ours = value.len() == 26 && value.bytes().all(|b| b.is_ascii_alphanumeric());
    ours.then(|| value.to_owned())
}

pub(crate) fn write(name: &str, value: &str, seconds: i64, secure: bool) -> String {
    let secure = if secure { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}")
}
