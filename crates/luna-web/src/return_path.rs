//! The page that somebody returns to after logging in or agreeing.

/// Returns the path if it is a page of this site that may be returned to, else the list of games.
pub(crate) fn page_here(back: &str) -> &str {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '/' || c == '-';
    let ours = ["/games", "/profile", "/settings", "/admin", "/verify"]
        .iter()
        .any(|at| back.starts_with(at));
    if ours && back.chars().all(plain) { back } else { "/games" }
}
