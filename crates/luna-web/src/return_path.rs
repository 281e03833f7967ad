//! The page that somebody returns to after logging in or agreeing.

/// Returns the path if it is a page of this site that may be returned to, else the list of games.
pub(crate) fn page_here(back: &str) -> &str {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '/' || c == '-';
    let ours = [
        "/games",
        "/profile",
        "/quiz",
        "/contests",
        "/questions",
        "/settings",
        "/admin",
        "/verify",
    ]
    .iter()
    .any(|at| back.starts_with(at));
    // What somebody wants to read is in the query.
    let (path, query) = back.split_once('?').unwrap_or((back, ""));
    let kept = query.is_empty() || path == "/quiz/read" || path.starts_with("/questions/join/");
    let in_query = |c: char| plain(c) || "=&%+._".contains(c);
    let is_good = ours && kept && path.chars().all(plain) && query.chars().all(in_query);
    if is_good { back } else { "/games" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_this_site_are_returned_to() {
        for good in [
            "/games/abc",
            "/quiz/read",
            "/quiz/read?category=Fine%20Arts&speed=200",
            "/settings",
            "/questions",
            "/questions/join/01abc?PROLIFIC_PID=5f&SESSION_ID=6a_b-c",
        ] {
            assert_eq!(page_here(good), good);
        }
        for bad in [
            "",
            "//example.org",
            "https://example.org",
            "/quiz/read?to=//example.org\r",
            "/quiz?x=1",
            "/questions?x=1",
            "/games?x=1",
            "/quiz.example.org",
            "/nowhere",
        ] {
            assert_eq!(page_here(bad), "/games", "{bad}");
        }
    }
}
