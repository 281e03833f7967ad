//! One exchange to guess about, and the five of each day: who they were, and what it scores.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use luna_store::consent::Purpose;
use luna_store::player;
use luna_testkit::app::{DAY, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::finished;
use tower::ServiceExt as _;

/// The address of the form with the exchange, on a page that shows one.
fn exchange(page: &str) -> String {
    let (_, rest) = page.split_once("action=\"/try/").unwrap();
    format!("/try/{}", rest.split_once('"').unwrap().0)
}

/// A day of the daily moon, as a visitor fills it in.
pub(crate) fn all(guess: &'static str, who: &'static str) -> Vec<(&'static str, &'static str)> {
    let guesses = ["g1", "g2", "g3", "g4", "g5"].map(|name| (name, guess));
    let sides = ["w1", "w2", "w3", "w4", "w5"].map(|name| (name, who));
    guesses.into_iter().chain(sides).collect()
}

/// An instance whose day has been drawn.
async fn drawn() -> TestApp {
    let app = TestApp::new().await;
    app.work().await;
    app
}

#[tokio::test]
async fn a_visitor_guesses_on_the_landing_page_and_learns_who_it_was() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    let page = ann.get("/").await.body;
    let at = exchange(&page);
    ann.press("Guess", &[("guess", "72.4")]).await.leads_to(&format!("{at}?guess=72"));
    let text = ann.reads(&format!("{at}?guess=72")).await;
    assert!(text.contains("You said 72."), "{text}");
    assert!(text.contains("It was a machine that comes with Luna."), "{text}");
    let other = ann.get(&format!("/try?not={}", at.trim_start_matches("/try/"))).await.body;
    assert_ne!(exchange(&other), at);
    // Before a guess nothing is told, also at that address.
    let asked = ann.reads(&at).await;
    assert!(asked.contains("[Guess]") && !asked.contains("It was"), "{asked}");
}

#[tokio::test]
async fn a_guess_counts_once_a_day_from_one_address_and_enters_no_rating() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    let at = exchange(&ann.get("/").await.body);
    for _ in 0..3 {
        ann.get(&at).await;
        ann.press("Guess", &[("guess", "80")]).await;
    }
    assert!(ann.get("/").await.text().contains("1 guess so far"));
    app.later(DAY);
    ann.get(&at).await;
    ann.press("Guess", &[("guess", "40")]).await;
    let text = ann.reads(&format!("{at}?guess=40")).await;
    assert!(text.contains("The 2 guesses of visitors here have a mean of 60."), "{text}");
    assert_eq!(app.db.column("SELECT count(*) FROM guess"), ["0"]);
    assert_eq!(app.db.column("SELECT sum(guess_count) FROM player"), ["0"]);
}

#[tokio::test]
async fn what_is_no_guess_and_no_exchange_is_refused_and_counts_nothing() {
    let app = TestApp::new().await;
    let mut eve = app.visitor();
    let at = exchange(&eve.get("/").await.body);
    for nonsense in ["", "101", "-1", "clever", "5e1"] {
        eve.get(&at).await;
        let page = eve.press("Guess", &[("guess", nonsense)]).await;
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{nonsense}");
        assert!(page.text().contains("Please guess with a number from 0 to 100."), "{nonsense}");
    }
    for forged in ["/try/nobody", "/try/nobody?guess=50", "/try/%3Cb%3E?guess=50"] {
        assert_eq!(eve.get(forged).await.status, StatusCode::NOT_FOUND, "{forged}");
    }
    assert_eq!(app.db.column("SELECT sum(guess_count) FROM exchange"), ["0"]);
}

#[tokio::test]
async fn ten_thousand_guesses_of_one_address_are_too_many() {
    let app = TestApp::new().await;
    let mut eve = app.visitor();
    let all = app.db.column("SELECT id FROM exchange ORDER BY id");
    let mut refused = 0;
    for id in all.iter().cycle().take(100) {
        eve.get(&format!("/try/{id}")).await;
        let answer = eve.press("Guess", &[("guess", "0")]).await;
        refused += usize::from(answer.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(refused, 40);
    let counted: i64 = app.db.column("SELECT sum(guess_count) FROM exchange")[0].parse().unwrap();
    assert!(counted <= 60, "{counted}");
}

#[tokio::test]
async fn the_moon_of_a_day_is_the_same_for_everybody_and_scored() {
    let app = drawn().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.visitor());
    let five = |page: &str| -> Vec<String> {
        page.split("<p class=\"question\"")
            .skip(1)
            .map(|it| it.split("</p>").next().unwrap().to_owned())
            .collect()
    };
    let seen = five(&ann.get("/today").await.body);
    assert_eq!(seen.len(), 5);
    assert_eq!(five(&bob.get("/today").await.body), seen);

    let page = ann.press("Show me who they were", &all("50", "person")).await;
    page.leads_to("/today");
    let text = ann.reads("/today").await;
    assert!(text.contains(" of 100"), "{text}");
    assert!(text.contains("You are the first to finish today."), "{text}");
    // A second try changes nothing.
    bob.press("Show me who they were", &all("50", "machine")).await.leads_to("/today");
    let theirs = bob.reads("/today").await;
    assert!(theirs.contains("2 players so far"), "{theirs}");
    let score = |text: &str| -> i64 {
        let line = text.lines().find(|line| line.ends_with(" of 100")).unwrap().to_owned();
        line.trim_start_matches("# ").split(' ').next().unwrap().parse().unwrap()
    };
    // Without ratings, one of the two was right about each.
    assert_eq!(score(&text) + score(&theirs), 100);
    assert_eq!(app.db.column("SELECT count(*) FROM daily_play"), ["1"], "only ann has an account");
    assert!(ann.get("/settings/data").await.body.contains("\"daily_moons\""));
}

#[tokio::test]
async fn the_five_of_a_day_are_told_nowhere_else_on_that_day() {
    let app = drawn().await;
    let day = app.db.column("SELECT exchanges FROM daily WHERE candidates IS NOT NULL").join("");
    let five: Vec<&str> = day.split(' ').collect();
    let mut eve = app.visitor();
    for id in &five {
        assert_eq!(eve.get(&format!("/try/{id}?guess=50")).await.status, StatusCode::NOT_FOUND);
    }
    let mut at = exchange(&eve.get("/").await.body);
    for _ in 0..60 {
        let id = at.trim_start_matches("/try/").to_owned();
        assert!(!five.contains(&id.as_str()), "{id}");
        at = exchange(&eve.get(&format!("/try?not={id}")).await.body);
    }
    app.later(DAY);
    app.work().await;
    assert_eq!(eve.get(&format!("/try/{}?guess=50", five[0])).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_streak_grows_by_the_day_and_goes_with_its_player() {
    let app = drawn().await;
    let mut ann = app.guest("ann").await;
    for _ in 0..3 {
        ann.get("/today").await;
        ann.press("Show me who they were", &all("50", "person")).await.leads_to("/today");
        let text = ann.reads("/today").await;
        app.later(DAY);
        app.work().await;
        if text.contains("3 days in a row") {
            ann.get("/settings/erase").await;
            ann.press("Erase me for good", &[("sure", "yes")]).await;
            assert_eq!(app.db.column("SELECT count(*) FROM daily_play"), ["0"]);
            return;
        }
    }
    panic!("no streak of three days");
}

#[tokio::test]
async fn a_day_that_is_filled_in_by_half_is_asked_for_again() {
    let app = drawn().await;
    let mut ann = app.visitor();
    ann.get("/today").await;
    let page = ann.press("Show me who they were", &[("g1", "20"), ("w2", "machine")]).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    let text = page.text();
    assert!(text.contains("8 fields below need an answer"), "{text}");
    assert!(page.body.contains("name=\"g1\" value=\"20\""), "what was typed is kept");
    assert_eq!(app.db.column("SELECT count(*) FROM daily_score"), ["0"]);
}

#[tokio::test]
async fn the_seed_is_shown_when_the_day_is_over() {
    let app = drawn().await;
    let mut ann = app.visitor();
    let code = |page: &str, before: &str| {
        let (_, rest) = page.split_once(&format!("{before} <code>")).unwrap();
        rest.split_once('<').unwrap().0.to_owned()
    };
    let today = ann.get("/today").await.body;
    let promised = code(&today, "tomorrow’s seed:");
    app.later(DAY);
    app.work().await;
    assert_eq!(code(&ann.get("/today").await.body, "today’s seed:"), promised);
    app.later(DAY);
    app.work().await;
    let seed = code(&ann.get("/today").await.body, "Yesterday’s seed:");
    assert_eq!(luna_app::hash_secret(&seed), promised);
    let seeds = app.db.column("SELECT seed FROM daily ORDER BY day");
    assert_eq!(seeds[1], seed);
}

#[tokio::test]
async fn the_lines_that_come_with_luna_are_used_up_once_and_then_it_says_so() {
    let app = drawn().await;
    let mut ann = app.visitor();
    for _ in 0..8 {
        assert!(ann.reads("/today").await.contains("[Show me who they were]"));
        app.later(DAY);
        app.work().await;
    }
    let text = ann.reads("/today").await;
    assert!(text.contains("there is no moon today"), "{text}");
    assert!(text.contains("[Practise with a machine]"), "{text}");
}

/// A player agrees to publication, or withdraws.
pub(crate) async fn agrees(app: &TestApp, name: &'static str, agrees: bool) {
    app.acts(move |tx, at| {
        let id = player::by_name(tx, name)?.id;
        if agrees {
            luna_app::consent::give(tx, &id, Purpose::Publication, at.now)
        } else {
            luna_store::consent::withdraw(tx, &id, Purpose::Publication, at.now)
        }
    })
    .await;
}

/// Two people who agree to publication have played a game.
pub(crate) async fn published(app: &TestApp) -> (Persona, Persona) {
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    for name in ["ann", "bob"] {
        agrees(app, name, true).await;
    }
    finished((&mut ann, "64"), (&mut bob, "81")).await;
    app.later(DAY + DAY / 2);
    app.work().await;
    (ann, bob)
}

fn from_games(app: &TestApp) -> String {
    app.db.column("SELECT count(*) FROM exchange WHERE name IS NULL").join("")
}

#[tokio::test]
async fn games_whose_players_agree_give_an_exchange_each_until_one_of_them_withdraws() {
    let app = TestApp::new().await;
    let _both = published(&app).await;
    assert_eq!(from_games(&app), "2");
    let mut eve = app.visitor();
    let id = app.db.column("SELECT id FROM exchange WHERE name IS NULL ORDER BY id")[0].clone();
    let shown = eve.get(&format!("/try/{id}?guess=50")).await;
    assert_eq!(shown.status, StatusCode::OK);
    assert!(shown.text().contains("It was a person."));
    // Never with a name: the words of the answer are the only ones that could tell one.
    for link in ["/players/", "/games/", ">ann<", ">bob<"] {
        assert!(!shown.body.contains(link), "{link}");
    }
    agrees(&app, "ann", false).await;
    assert_eq!(eve.get(&format!("/try/{id}?guess=50")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn games_of_players_who_do_not_agree_give_nothing() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    agrees(&app, "ann", true).await;
    finished((&mut ann, "64"), (&mut bob, "81")).await;
    app.later(2 * DAY);
    app.work().await;
    assert_eq!(from_games(&app), "0");
}

#[tokio::test]
async fn a_result_is_shared_as_moons_and_a_picture_that_tell_nothing() {
    let app = drawn().await;
    let mut ann = app.visitor();
    ann.get("/today").await;
    ann.press("Show me who they were", &all("50", "person")).await;
    let page = ann.get("/today").await.body;
    let (_, rest) = page.split_once("href=\"/today/moons/").unwrap();
    let at = format!("/today/moons/{}", rest.split_once('"').unwrap().0);
    let mut bob = app.visitor();
    let shared = bob.get(&at).await;
    assert!(shared.body.contains(&format!("og:image\" content=\"http://luna.test{at}/card.png")));
    assert!(!shared.body.contains("class=\"answer\""));
    let svg = bob.get(&format!("{at}/card.svg")).await;
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    let request = Request::get(format!("{at}/card.png")).body(Body::empty()).unwrap();
    let png = app.router.clone().oneshot(request).await.unwrap();
    assert_eq!(png.headers()["content-type"], "image/png");
    for forged in ["/today/moons/99999999-20", "/today/moons/1-21", "/today/moons/x"] {
        assert_eq!(bob.get(forged).await.status, StatusCode::NOT_FOUND, "{forged}");
    }
}
