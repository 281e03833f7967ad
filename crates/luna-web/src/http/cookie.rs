//! Reading and writing the cookies.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;

/// The cookie of a session.
pub(crate) const SESSION: &str = "luna";
/// For a browser: it protects the forms of visitors without a session from forgery, and keeps
/// machines from meeting people who share a browser with their owners.
pub(crate) const VISIT: &str = "luna_visit";

/// Browsers keep it as long as the places of players are kept.
pub(crate) const VISIT_SECONDS: i64 = luna_store::place::KEPT_MS / 1_000;

/// For a browser that has logged in to an account before, so that failed attempts from elsewhere do
/// not lock it out.
pub(crate) const DEVICE: &str = "luna_device";

/// For a visitor without an account: what they said about today's moon.
pub(crate) const MOONS: &str = "luna_moons";
pub(crate) const MOONS_SECONDS: i64 = 400 * 86_400;

/// The length of a secret in letters.
pub(crate) const LETTERS: usize = 26;

/// Guests keep their games this long; a visit renews it.
pub(crate) const SESSION_SECONDS: i64 = luna_store::session::DAYS * 86_400;

/// The name under which a cookie is kept. With https it has the prefix that makes browsers accept
/// it from this host only, never from a sibling domain or over http.
pub(crate) fn kept_as(name: &str, secure: bool) -> String {
    if secure { format!("__Host-{name}") } else { name.to_owned() }
}

/// Reads a cookie by the name it is kept as, and returns true if it came under its plain name,
/// which was used before the prefix was introduced. Releases after 0.1 need not.
pub(crate) fn find(headers: &HeaderMap, name: &str, secure: bool) -> Option<(String, bool)> {
    let kept = read(headers, &kept_as(name, secure)).map(|value| (value, false));
    kept.or_else(|| read(headers, name).filter(|_| secure).map(|value| (value, true)))
}

/// The cookie that makes a device known: a secret of its own and a signature.
pub(crate) fn find_device(headers: &HeaderMap, secure: bool) -> Option<String> {
    read_sized(headers, &kept_as(DEVICE, secure), 2 * LETTERS)
}

/// A visitor's guesses about the moon of a day.
pub(crate) fn find_moons(headers: &HeaderMap, secure: bool) -> Option<String> {
    let value = value(headers, &kept_as(MOONS, secure))?;
    let ours = value.len() <= 64 && value.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    ours.then_some(value)
}

fn read(headers: &HeaderMap, name: &str) -> Option<String> {
    read_sized(headers, name, LETTERS)
}

fn read_sized(headers: &HeaderMap, name: &str, letters: usize) -> Option<String> {
    let value = value(headers, name)?;
    let ours = value.len() == letters && value.bytes().all(|b| b.is_ascii_alphanumeric());
    ours.then_some(value)
}

fn value(headers: &HeaderMap, name: &str) -> Option<String> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(key, _)| key.trim() == name)?;
    Some(value.trim().to_owned())
}

pub(crate) fn write(name: &str, value: &str, seconds: i64, secure: bool) -> String {
    let name = kept_as(name, secure);
    let secure = if secure { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}")
}

/// Deletes a cookie that was set under its plain name.
pub(crate) fn clear_plain(name: &str) -> String {
    format!("{name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure")
}
