//! What holds on every page: nothing from elsewhere runs, frames or watches
//! us, forms carry their token, and reading changes nothing.

use axum::body::Body;
use axum::http::{Method, Request};
use luna_testkit::app::{DAY, HOUR, PASSWORD, TestApp, link};
use luna_testkit::persona::{Answer, Persona, forms};
use luna_testkit::play::{answered, finished, paired};
use luna_testkit::reading::{Token, attribute, tokens};

/// An instance with something on every page, and its people.
struct QuotaExceeded {
    app: TestApp,
    /// Who reads, and what.
    pages: Vec<(Persona, Vec<String>)>,
}

/// Every kind of page for each of its readers: a visitor, guests, somebody with an
/// account, the operator.
async fn full(app: TestApp) -> QuotaExceeded {
    let (operator, his) = operator(&app).await;
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    let mut hers = games(&app, &mut ann, &mut bob).await;
    hers.extend(owned(&[
        "/games",
        "/games?before=1-a",
        "/profile",
        "/settings",
        "/settings/erase",
        "/settings/data",
    ]));
    let off = app.mails().await.into_iter().find_map(|mail| mail.off_url).unwrap();
    let cat = app.unconfirmed("cat").await;
    let mut somebody = app.visitor();
    let mut public = public(&app, &mut somebody).await;
    public.push(off.replace("http://luna.test", ""));
    let guests =
        owned(&["/settings", "/settings/erase", "/games", "/signup", "/login", "/consent"]);
    let mut guest = app.guest("eve").await;
    guest.new_game().await;
    let pages = vec![
        (somebody, public.clone()),
        (guest, guests.clone()),
        (cat, guests),
        (ann.clone(), hers),
        (ann, public),
        (operator, his),
    ];
    QuotaExceeded { app, pages }
}

fn owned(paths: &[&str]) -> Vec<String> {
    paths.iter().map(|&path| path.to_owned()).collect()
}

/// Ann's games, one for each page that a game can have.
async fn games(app: &TestApp, ann: &mut Persona, bob: &mut Persona) -> Vec<String> {
    let mut all = finished((ann, "60"), (bob, "30")).await.to_vec();
    app.later(HOUR);
    let [guessed, _] = answered(ann, bob).await;
    ann.guesses(&guessed, "50").await.leads_to(&guessed);
    let [responded, _] = paired(ann, bob).await;
    ann.answers(&responded, "ann").await.leads_to(&responded);
    let [to_guess, _] = answered(ann, bob).await;
    let [to_answer, _] = paired(ann, bob).await;
    let [lost, his] = paired(ann, bob).await;
    bob.leaves(&his).await.leads_to("/games");
    let late = ann.new_game().await;
    app.db.raw(&format!(
        "UPDATE seat SET state = 'over', ending = 'expired', ended_at = changed_at WHERE id = '{}'",
        late.rsplit('/').next().unwrap()
    ));
    let left = ann.new_game().await;
    ann.leaves(&left).await.leads_to("/games");
    all.extend([guessed, responded, to_guess, to_answer, lost, late, left]);
    all.extend([ann.opens("ann").await, ann.new_game().await, ann.practice().await]);
    all
}

/// Addresses for anybody, links from mails and files among them.
async fn public(app: &TestApp, somebody: &mut Persona) -> Vec<String> {
    somebody.get("/forgot").await;
    somebody.press("Send me the link", &[("email", "ann@example.org")]).await;
    let mails = app.mails().await;
    let of = |kind: &str| mails.iter().find(|mail| mail.kind == kind).unwrap();
    let mut all = vec![link(of("verify")), link(of("reset"))];
    all.extend(owned(&[
        "/",
        "/how",
        "/api",
        "/consent",
        "/privacy",
        "/contact",
        "/signup",
        "/login",
        "/forgot",
        "/verify/x",
        "/reset/x",
        "/mail/off/x",
        "/games",
        "/games/x",
        "/profile",
        "/settings",
        "/nowhere",
        "/admin",
        "/healthz",
        "/readyz",
        "/metrics",
        "/favicon.svg",
        "/favicon.ico",
        "/robots.txt",
        "/static/x/luna.css",
        "/events",
        "/games/x/questions",
        "/guest",
        "/logout",
    ]));
    let home = somebody.get("/").await.body;
    let files = home.split(['"', '\'']).filter(|part| part.starts_with("/static/"));
    all.extend(files.map(str::to_owned));
    all
}

/// The operator and their pages, with a ban and a mail that could not be sent.
async fn operator(app: &TestApp) -> (Persona, Vec<String>) {
    app.guest("mallory").await;
    let mut operator = app.admin().await;
    operator.get("/admin/players").await;
    operator.press("Ban mallory", &[("why", "spam")]).await.leads_to("/admin/bans");
    app.mail_fails(Some("no route to host"));
    app.unconfirmed("dan").await;
    app.passes(DAY, HOUR).await;
    app.mail_fails(None);
    let pages = [
        "",
        "/players",
        "/games",
        "/jobs",
        "/mail",
        "/bans",
        "/players?before=1-a",
        "/games?before=1-a",
    ];
    (operator, pages.map(|page| format!("/admin{page}")).to_vec())
}

impl QuotaExceeded {
    /// Every page, fetched by its reader.
    async fn each(&mut self) -> Vec<(String, Answer)> {
        let mut all = Vec::new();
        for (reader, paths) in &mut self.pages {
            for path in paths {
                // A stream never ends.
                if path != "/events" || !reader.jar.contains_key("luna") {
                    all.push((path.clone(), reader.get(path).await));
                }
            }
        }
        all
    }
}

#[tokio::test]
async fn every_answer_carries_the_headers_that_keep_others_out() {
    let mut full = full(TestApp::new().await).await;
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                  connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    let mut statuses = std::collections::BTreeSet::new();
    for (path, answer) in full.each().await {
        statuses.insert(answer.status.as_u16());
        for (name, value) in [
            ("content-security-policy", policy),
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
        assert!(answer.header("content-type").is_some(), "{path}");
        assert!(answer.header("cache-control").is_some(), "{path}");
    }
    assert!(
        [200, 204, 401, 404, 405].iter().all(|status| statuses.contains(status)),
        "{statuses:?}"
    );
}

#[tokio::test]
async fn refusals_of_forms_carry_them_too() {
    let app = TestApp::new().await;
    let (mut ann, game) = app.at_new_game("ann").await;
    let long = "x".repeat(600 * 1024);
    let token = ann.token();
    let mut seen = Vec::new();
    for (path, body, kind) in [
        (game.clone() + "/questions", format!("csrf={token}"), "application/x-www-form-urlencoded"),
        (game.clone() + "/responses", format!("csrf={token}"), "application/x-www-form-urlencoded"),
        (game.clone() + "/questions", long, "application/x-www-form-urlencoded"),
        (game.clone() + "/questions", "a=%00".to_owned(), "application/x-www-form-urlencoded"),
        (game.clone() + "/questions", "{}".to_owned(), "application/json"),
        ("/games".to_owned(), String::new(), "application/x-www-form-urlencoded"),
        ("/nowhere".to_owned(), String::new(), "application/x-www-form-urlencoded"),
    ] {
        let request = Request::post(path).header("content-type", kind).body(Body::from(body));
        let answer = ann.send(request.unwrap()).await;
        assert!(answer.header("content-security-policy").is_some_and(|it| !it.contains("unsafe")));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        seen.push(answer.status.as_u16());
    }
    assert_eq!(seen, [422, 409, 413, 400, 415, 403, 404]);
}

#[tokio::test]
async fn pages_are_not_cached_and_files_are_cached_for_ever() {
    let mut full = full(TestApp::new().await).await;
    for (path, answer) in full.each().await {
        let kept = answer.header("cache-control").unwrap().to_owned();
        let expected = match path.as_str() {
            path if path.starts_with("/static/") && answer.status.as_u16() == 200 => {
                "public, max-age=31536000, immutable"
            }
            "/favicon.svg" | "/favicon.ico" => "public, max-age=86400",
            _ => "no-store",
        };
        assert_eq!(kept, expected, "{path}");
    }
}

#[tokio::test]
async fn no_page_has_inline_styles_or_scripts_or_anything_from_elsewhere() {
    let mut full = full(TestApp::new().await).await;
    let mut pages = 0;
    for (path, answer) in full.each().await {
        if !answer.header("content-type").unwrap().starts_with("text/html") {
            continue;
        }
        pages += 1;
        let mut script = false;
        for token in tokens(&answer.body) {
            match token {
                Token::Open { name, attributes } => {
                    script = name == "script";
                    assert_ne!(name, "style", "{path}");
                    assert!(!matches!(name, "iframe" | "object" | "embed" | "base"), "{path}");
                    check_attributes(&path, name, attributes);
                }
                Token::Text(text) => assert!(!script || text.trim().is_empty(), "{path}: {text}"),
                Token::Close(_) => script = false,
            }
        }
    }
    assert!(pages > 60, "{pages}");
}

fn check_attributes(path: &str, name: &str, attributes: &str) {
    assert_eq!(attribute(attributes, "style"), None, "{path}: <{name} {attributes}>");
    for on in ["onclick", "onload", "onerror", "onsubmit", "onchange", "oninput"] {
        assert_eq!(attribute(attributes, on), None, "{path}: <{name} {attributes}>");
    }
    for link in ["src", "href", "action", "formaction", "data", "srcset", "xlink:href"] {
        if let Some(to) = attribute(attributes, link) {
            let ours = to.starts_with('/') && !to.starts_with("//") || to.starts_with('#');
            assert!(ours || to == "mailto:luna@example.org", "{path}: <{name} {attributes}>");
        }
    }
    if name == "script" {
        assert!(attribute(attributes, "src").is_some(), "{path}");
    }
}

#[tokio::test]
async fn every_form_is_posted_with_the_token_of_its_page() {
    let mut full = full(TestApp::new().await).await;
    let mut count = 0;
    for (path, answer) in full.each().await {
        // A search and the choice of a list change nothing, and their addresses can be kept.
        let reads = ["/admin/search", "/admin/games", "/admin/players"];
        let mut forms = forms(&answer.body);
        forms.retain(|form| form.method != "get" || !reads.contains(&form.action.as_str()));
        let token = forms.first().and_then(|form| {
            form.fields.iter().find(|(name, _)| name == "csrf").map(|(_, token)| token.clone())
        });
        for form in forms {
            count += 1;
            assert_eq!(form.method, "post", "{path}: {form:?}");
            let its = form.fields.iter().find(|(name, _)| name == "csrf").map(|(_, token)| token);
            assert!(its.is_some_and(|its| its.len() == 32), "{path}: {form:?}");
            assert_eq!(its, token.as_ref(), "{path}");
        }
    }
    assert!(count > 60, "{count}");
}

/// So that what holds on every page is not said of pages without anything on them.
#[tokio::test]
async fn the_pages_that_are_looked_at_have_something_on_them() {
    let mut full = full(TestApp::new().await).await;
    let mut all = String::new();
    for (_, answer) in full.each().await {
        all.push_str(&answer.text());
        all.push('\n');
    }
    for words in [
        "[Yes, it is mine]",
        "[Set the password]",
        "[Stop these mails]",
        "[Try again]",
        "[Lift the ban]",
        "[Send my questions]",
        "[Send my responses]",
        "[Make this my guess]",
        "# Your guess is in",
        "# Your responses are in",
        "# Your questions are in",
        "# Your partner has left",
        "# Time ran out",
        "# You left this game",
        "A tie: neither of you",
        "(a chart)",
        "# Nothing here",
        "# You are not logged in",
        "This address only accepts forms.",
    ] {
        assert!(all.contains(words), "{words}");
    }
}

/// Also not where a mail program or a browser looks ahead.
#[tokio::test]
async fn reading_changes_nothing() {
    for app in TestApp::each().await {
        let mut full = full(app).await;
        // Whether it can be written is tried out by writing when that was.
        assert_eq!(full.app.visitor().get("/readyz").await.status.as_u16(), 200);
        let before = full.app.dump();
        let mut read = 0;
        for (path, answer) in full.each().await {
            read += 1;
            assert!(answer.status.as_u16() < 500, "{path}: {answer}");
        }
        for (reader, paths) in &mut full.pages {
            for path in paths.iter().filter(|path| !path.starts_with("/events")) {
                let request = Request::builder().method(Method::HEAD).uri(path.as_str());
                reader.send(request.body(Body::empty()).unwrap()).await;
            }
        }
        assert!(read > 90, "{read}");
        assert_eq!(full.app.dump(), before);
    }
}

#[tokio::test]
async fn other_methods_change_nothing_either() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let game = ann.new_game().await;
    let before = app.dump();
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"] {
        for path in ["/", "/games", game.as_str(), "/settings/erase", "/logout"] {
            let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
            let status = ann.send(request).await.status.as_u16();
            assert!(status == 405 || status == 404, "{method} {path}: {status}");
        }
    }
    assert_eq!(app.dump(), before);
}

#[tokio::test]
async fn cookies_are_out_of_reach_of_scripts_and_other_sites() {
    for (url, secure) in [("http://luna.test", false), ("https://luna.test", true)] {
        let app = TestApp::with(|settings| settings.public_url = url.to_owned()).await;
        let mut ann = app.visitor();
        let mut all: Vec<String> = Vec::new();
        let keep = |answer: &Answer| -> Vec<String> {
            answer.cookies().into_iter().map(str::to_owned).collect()
        };
        all.extend(keep(&ann.get("/consent").await));
        all.extend(keep(&ann.press("I agree, play as a guest", &[("adult", "yes")]).await));
        ann.get("/games").await;
        all.extend(keep(&ann.press("New game", &[]).await));
        ann.get("/settings").await;
        all.extend(keep(&ann.press("Log out here", &[]).await));
        assert_eq!(all.len(), 4, "{all:?}");
        for set in all {
            assert!(set.contains("; HttpOnly") && set.contains("; SameSite=Lax"), "{set}");
            assert!(set.contains("; Path=/") && set.contains("; Max-Age="), "{set}");
            assert_eq!(set.contains("; Secure"), secure, "{set}");
        }
    }
}

#[tokio::test]
async fn neither_cookies_nor_passwords_stand_in_the_database() {
    let app = TestApp::new().await;
    let ann = app.account("ann").await;
    let dump = app.dump();
    assert!(!dump.contains(&ann.jar["luna"]));
    assert!(!dump.contains(PASSWORD));
}

#[tokio::test]
async fn crawlers_are_kept_off_the_pages_of_players() {
    let app = TestApp::new().await;
    let answer = app.visitor().get("/robots.txt").await;
    assert_eq!(
        answer.body,
        "User-agent: *\nDisallow: /games\nDisallow: /try/\nDisallow: /today/moons/\nDisallow: /today/release/\nDisallow: /quiz/\nDisallow: /contests/join/\nDisallow: /contests/pairs\nDisallow: /questions/ten\nDisallow: /settings\n"
    );
    assert!(answer.header("content-type").unwrap().starts_with("text/plain"));
}
