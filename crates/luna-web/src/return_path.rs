//! The page that somebody returns to after logging in or agreeing.

/// A page of a player here, or one that a mail led to; never another site.
pub(crate) fn page_here(back: &str) -> &str {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '/' || c == '-';
    let ours = ["/games", "/profile", "/settings", "/admin", "/verify"]
        .iter()
        .any(|at| back.starts_with(at));
    if ours && back.chars().all(plain) { back } else { "/games" }
}
