//! Every page that the router has, at a desk and on a phone, in light and in dark.

use std::collections::BTreeSet;

use luna_testkit::browser::Visitor;
use luna_testkit::server::{Server, boss_of, sqlite};
use luna_testkit::webdriver::{self, Options};

use crate::tidy::{root, sources};

/// Pages for visitors who are not logged in, with the names of their pictures.
const FOR_VISITORS: &[(&str, &str)] = &[
    ("/how", "how"),
    ("/try", "try"),
    ("/today/moons/20700-20-13-0-9-17", "moons"),
    ("/api", "api"),
    ("/privacy", "privacy"),
    ("/conduct", "conduct"),
    ("/terms/machines", "terms-machines"),
    ("/contact", "contact"),
    ("/signup", "signup"),
    ("/login", "login"),
    ("/forgot", "forgot"),
    ("/recover", "recover"),
    ("/verify/no-such-link", "stale-link"),
    ("/mail/stop/no-such-link", "stale-stop-link"),
    ("/nothing-here", "not-found"),
    ("/settings", "signed-out"),
    ("/machines", "machines"),
    ("/machines/house-gibberish", "machine"),
    ("/machines?sort=quiz_accuracy&kind=house", "machines-sorted"),
    ("/machines/compare?with=house-gibberish&with=house-eliza", "machines-compared"),
    ("/ratings", "ratings"),
    ("/quiz", "quiz"),
    ("/quiz/one", "quiz-one"),
    ("/quiz/one/luna-001?read=2&buzz=yes", "quiz-one-buzz"),
    ("/quiz/one/luna-001/answer?read=2&answer=Spinoza", "quiz-one-answer"),
    ("/contests", "contests"),
    ("/contests/pairs", "contest-pairs"),
    ("/contests/pairs/fd155c00a630ef82ac17c53b9e?human=left", "contest-pair"),
    ("/battery", "battery"),
    ("/battery?question=Where+can+you+find+a+penguin%3F", "battery-asked"),
    ("/battery/results?form=b", "battery-results"),
    ("/questions/guide", "questions-guide"),
    ("/questions/ten", "questions-ten"),
    ("/questions/ten/luna?ten=1-2-3-4-5-6-7-8-9-10&given=1234512345", "questions-ten-compared"),
    ("/docs", "docs"),
    ("/docs/quickstart", "docs-quickstart"),
    ("/docs/trivia", "docs-trivia"),
    ("/docs/ratings", "docs-ratings"),
    ("/docs/search?q=sandbox+game", "docs-search"),
    ("/docs/api", "docs-api"),
    ("/docs/api/ask", "docs-api-ask"),
    ("/docs/api/objects", "docs-api-objects"),
];

/// Pages for an operator.
const FOR_OPERATORS: &[&str] = &[
    "/profile",
    "/guesses",
    "/settings",
    "/settings/erase",
    "/settings/blocks",
    "/settings/second-factor",
    "/settings/machines",
    "/settings/machines/new",
    "/settings/machines/new?way=openai",
    "/admin",
    "/admin/players",
    "/admin/games",
    "/admin/reports",
    "/admin/readings",
    "/admin/search?q=house",
    "/admin/players/house-gibberish",
    "/admin/judges",
    "/admin/judges/excluded",
    "/admin/acts",
    "/admin/questions",
    "/admin/themes",
    "/admin/machines",
    "/admin/recall",
    "/admin/recall/approved",
    "/admin/recall/rejected",
    "/admin/battery",
    "/admin/quiz/waiting",
    "/admin/quiz/published",
    "/admin/jobs",
    "/admin/mail",
    "/admin/bans",
    "/contests/new",
    "/machines/house-recall/questions",
    "/machines/house-eliza/conversations",
];

/// Pages that other browser tests look at, each by the name of its picture in their source.
const ELSEWHERE: &[(&str, &str)] = &[
    ("/", "landing"),
    ("/try/{id}", "guessed"),
    ("/today", "today"),
    ("/consent", "consent"),
    ("/contests/join/{token}", "contest-join"),
    ("/contests/{id}", "contest"),
    ("/contests/{id}/console", "contest-console"),
    ("/contests/{id}/folders/{seat}", "contest-folders"),
    ("/contests/{id}/seat", "contest-seat"),
    ("/contests/{id}/{round}/{judge}/{side}", "contest-transcript"),
    ("/games", "home-practice"),
    ("/games/{id}", "interview"),
    ("/games/{id}/report", "report"),
    ("/results/{id}", "result"),
    ("/games/{id}/reported", "reported"),
    ("/games/{id}/block", "block"),
    ("/admin/reports/{id}", "admin-report"),
    ("/admin/games/{id}", "admin-game"),
    ("/admin/typing", "admin-typing"),
    ("/machines/{id}/questions/{task}", "answers"),
    ("/machines/{id}/battery", "machine-sitting"),
    ("/settings/machines/{id}", "machine-settings"),
    ("/settings/machines/{id}/games", "machine-games"),
    ("/settings/machines/{id}/games/{seat}", "machine-game"),
    ("/settings/machines/{id}/usage", "machine-usage"),
    ("/settings/machines/{id}/version", "machine-version"),
    ("/settings/machines/{id}/text", "machine-text"),
    ("/owners/{id}", "owner"),
    ("/quiz/read", "quiz-choice"),
    ("/quiz/read/{id}", "quiz-reading"),
    ("/quiz/me", "quiz-statistics"),
    ("/admin/quiz/appeals", "admin-appeals"),
    ("/admin/battery/answers/{id}", "battery-score"),
    ("/admin/quiz", "quiz-queue"),
    ("/admin/quiz/questions/{id}", "quiz-review"),
    ("/quiz/statistics", "quiz-written"),
    ("/quiz/write", "quiz-try"),
    ("/quiz/write/{id}", "quiz-known"),
    ("/quiz/write/{id}/history", "quiz-history"),
    ("/questions", "questions"),
    ("/questions/from-text", "text-questions"),
    ("/questions/sets", "question-sets"),
    ("/questions/sets/{id}", "question-set"),
    ("/games/{id}/suggestions", "interview-suggestions"),
    ("/questions/join/{id}", "questions-join"),
    ("/questions/rate/{id}", "questions-rate"),
    ("/questions/results/{id}", "questions-results"),
    ("/admin/campaigns", "admin-campaigns"),
    ("/admin/campaigns/{id}", "admin-campaign"),
    ("/admin/campaigns/{id}/preview", "admin-campaign-preview"),
    ("/admin/campaigns/{id}/raters/{player}", "admin-campaign-rater"),
    ("/admin/campaigns/{id}/results", "admin-campaign-results"),
];

/// Addresses that are no pages, or not for a browser test, each with the reason.
const NO_PAGES: &[(&str, &str)] = &[
    ("/admin/typing.csv", "a download"),
    ("/admin/typing.jsonl", "a download"),
    ("/api/openapi.json", "a document"),
    ("/contests/join/{token}/stream", "a stream"),
    ("/contests/{id}/seat/events", "a stream"),
    ("/contests/{id}/seat/socket", "a WebSocket"),
    ("/contests/{id}/{round}/{judge}/{side}/{format}", "a download"),
    ("/contests/{id}/transcripts/{format}", "a download"),
    ("/docs/figures/{name}", "a picture"),
    ("/events", "a stream"),
    ("/llms.txt", "for programs"),
    ("/today/release/judgements.jsonl", "a download"),
    ("/login/code", "leads to the log-in; tests of the second factor show the form"),
    ("/favicon.ico", "a picture"),
    ("/favicon.svg", "a picture"),
    ("/games/{id}/draft", "leads back to the game"),
    ("/games/{id}/guess", "leads back to the game"),
    ("/games/{id}/leave", "leads back to the game"),
    ("/games/{id}/mail", "leads back to the game"),
    ("/games/{id}/questions", "leads back to the game"),
    ("/games/{id}/responses", "leads back to the game"),
    ("/games/{id}/rematch", "leads back to the game, or to the rematch"),
    ("/games/{id}/share", "leads to the result"),
    ("/results/{id}/card.png", "a picture"),
    ("/results/{id}/card.svg", "a picture"),
    ("/healthz", "for supervisors"),
    ("/metrics", "for monitoring"),
    ("/today/moons/{code}/card.png", "a picture"),
    ("/today/moons/{code}/card.svg", "a picture"),
    ("/quiz/answers", "a list for the writing page"),
    ("/quiz/release/qanta.json", "a download"),
    ("/quiz/release/questions.jsonl", "a download"),
    ("/quiz/release/withdrawn.json", "a download"),
    ("/quiz/read/{id}/answer", "leads back to the play"),
    ("/quiz/read/{id}/appeal", "leads back to the play"),
    ("/quiz/read/{id}/buzz", "leads back to the play"),
    ("/quiz/read/{id}/give-up", "leads back to the play"),
    ("/quiz/read/{id}/more", "leads back to the play"),
    ("/quiz/read/{id}/words", "a stream"),
    ("/questions/next", "leads back to the questions"),
    ("/questions/results/{id}/ratings.csv", "a download"),
    ("/questions/results/{id}/ratings.jsonl", "a download"),
    ("/questions/rate/{id}/agree", "leads back to the question"),
    ("/questions/rate/{id}/give-back", "leads back to the question"),
    ("/questions/rate/{id}/next", "leads back to the question"),
    ("/questions/rate/{id}/stop", "leads back to the question"),
    ("/admin/campaigns/{id}/raters.csv", "a download"),
    ("/admin/campaigns/{id}/ratings.csv", "a download"),
    ("/admin/campaigns/{id}/questions.csv", "a download"),
    ("/admin/campaigns/{id}/questions.jsonl", "a download"),
    ("/admin/campaigns/{id}/ratings.jsonl", "a download"),
    ("/readyz", "for load balancers"),
    ("/robots.txt", "for crawlers"),
    ("/settings/data", "a download"),
    ("/settings/machines/{id}/resume", "leads back to the machine"),
    ("/settings/machines/{id}/revoke", "leads back to the machine"),
    ("/settings/machines/{id}/secret", "leads back to the machine"),
    ("/settings/machines/{id}/skills", "leads back to the machine"),
    ("/settings/machines/{id}/stop", "leads back to the machine"),
    ("/settings/machines/{id}/tokens", "leads back to the machine"),
    ("/settings/machines/{id}/tries", "leads back to the machine"),
    ("/static/{version}/{name}", "styles and scripts"),
    ("/machines/{id}/battery/give-up", "leads back to the sitting"),
    ("/machines/{id}/battery/go-on", "leads back to the sitting"),
    ("/machines/{id}/badge.svg", "a picture"),
    ("/mail/off/{token}", "needs a mail; snapshots show it"),
    ("/claims/{token}", "needs a mail; snapshots show it"),
    ("/reset/{token}", "needs a mail; snapshots show it"),
    ("/settings/machines/{id}/tries/{seat}", "needs a server of a machine; snapshots show it"),
];

/// The addresses that answer GET, from the routes in the source of the site. Those of the API have
/// tests of their own.
fn routes() -> BTreeSet<String> {
    let folder = root().join("crates/luna-web/src");
    let (mut all, mut files) = (BTreeSet::new(), Vec::new());
    sources(&folder, &mut files);
    for file in files {
        // The API is no page, and only unit tests hold the mirror.
        if file.ends_with("src/api.rs") || file.iter().any(|part| part == "mirror") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        for route in text.split(".route(").skip(1) {
            let Some(path) = route.trim_start().strip_prefix('"') else { continue };
            let Some((path, rest)) = path.split_once('"') else { continue };
            let handlers = rest.split_once('\n').map_or(rest, |(line, _)| line);
            if handlers.contains("get(") {
                all.insert(path.to_owned());
            }
        }
    }
    all
}

/// Returns true if a path is one of a route's.
fn fits(route: &str, path: &str) -> bool {
    let path = path.split('?').next().unwrap_or(path);
    let (route, path): (Vec<&str>, Vec<&str>) =
        (route.split('/').collect(), path.split('/').collect());
    let part = |(route, path): (&&str, &&str)| route.starts_with('{') || route == path;
    route.len() == path.len() && route.iter().zip(&path).all(part)
}

#[test]
fn every_page_of_the_router_is_looked_at() {
    let routes = routes();
    assert!(routes.len() > 50, "{routes:#?}");
    let seen = |route: &str| {
        FOR_VISITORS.iter().any(|(path, _)| fits(route, path))
            || FOR_OPERATORS.iter().any(|path| fits(route, path))
            || ELSEWHERE.iter().chain(NO_PAGES).any(|(known, _)| *known == route)
    };
    let missing: Vec<&String> = routes.iter().filter(|route| !seen(route)).collect();
    assert!(missing.is_empty(), "no browser looks at {missing:#?}");
    let mut files = Vec::new();
    sources(&root().join("crates/luna/tests/it"), &mut files);
    sources(&root().join("crates/luna-testkit/src"), &mut files);
    let tests: String = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    for (route, picture) in ELSEWHERE {
        assert!(tests.contains(&format!("look(\"{picture}\")")), "{route}: {picture}");
    }
}

#[test]
fn a_comparison_and_the_reference_of_the_api_fit_on_every_screen() {
    if !webdriver::available() {
        return;
    }
    let server = Server::start(&sqlite(), &[]);
    let visitor = Visitor::wide(&server);
    let pages = [
        ("/machines/compare?with=house-gibberish&with=house-eliza", "#with1", "machines-compared"),
        ("/docs/api", "article a[href='/docs/api/ask']", "docs-api"),
        ("/docs/api/ask", ".tabs [role=tabpanel]", "docs-api-ask"),
        ("/docs/api/objects", "article h2", "docs-api-objects"),
    ];
    for (path, part, name) in pages {
        visitor.on_every_screen(|visitor| {
            visitor.go(path);
            visitor.browser.wait_for(part);
            visitor.look(name);
        });
    }
}

#[test]
fn every_other_page_is_accessible_wide_and_narrow_light_and_dark() {
    if !webdriver::available() {
        return;
    }
    let database = sqlite();
    let server = Server::start(&database, &["--contact", "luna@example.org"]);
    let wide = Visitor::wide(&server);
    let narrow = Visitor::new(
        &server,
        "narrow",
        &Options { width: 360, height: 780, javascript: true, dark: true },
    );
    let password = &boss_of(&database);
    for visitor in [&wide, &narrow] {
        for (path, name) in FOR_VISITORS {
            visitor.go(path);
            visitor.look(name);
        }
        visitor.go("/login");
        visitor.browser.type_into("#email", "boss@example.org");
        visitor.browser.type_into("#password", "not the password");
        visitor.browser.click_text("button", "Log in");
        visitor.browser.wait_for_text("Wrong email or password");
        visitor.look("login-refused");
        visitor.browser.type_into("#password", password);
        visitor.browser.click_text("button", "Log in");
        visitor.browser.wait_for_url("/games");
        visitor.agree();
        visitor.browser.click_text("button", "Practise with a machine");
        visitor.browser.wait_for_text("Ask five questions");
        visitor.browser.execute(
            "for (const field of document.querySelectorAll('textarea')) field.required = false",
        );
        visitor.browser.click_text("button", "Send my questions");
        visitor.browser.wait_for_text("Nothing has been sent yet");
        visitor.look("interview-refused");
        visitor.ask();
        visitor.answer();
        visitor.guess("3");
        visitor.browser.wait_for_text(", a machine");
        visitor.look("final-practice");
        // As wide as a name can be.
        let name = "W".repeat(30);
        visitor.go("/settings");
        visitor.browser.type_into("#name", &name);
        visitor.browser.click_text("button", "Change name");
        if !visitor.is_wide() {
            visitor.browser.click_text("summary", "Menu");
        }
        visitor.browser.wait_for_text(&name);
        for path in FOR_OPERATORS {
            visitor.go(path);
            visitor.look(&path.trim_start_matches('/').replace(['/', '?', '='], "-"));
        }
        visitor.go("/settings/second-factor");
        if visitor.is_wide() {
            visitor.browser.type_into("#current", password);
            visitor.browser.click_text("button", "Set it up");
        }
        visitor.browser.wait_for_text("Scan this picture");
        visitor.look("second-factor");
        visitor.go("/machines/house-recall/questions");
        visitor.browser.type_into("#question", "What is your favourite food?");
        visitor.browser.click_text("button", "Ask");
        visitor.browser.wait_for_text("Confidence");
        visitor.look("answers");
        let machine = if visitor.is_wide() { "crow" } else { "wren" };
        visitor.go("/settings/machines/new?way=pull");
        for (field, text) in
            [("#name", machine), ("#model", "crow 1"), ("#contact", "me@example.org")]
        {
            visitor.browser.type_into(field, text);
        }
        for tick in ["terms", "sure"] {
            visitor.browser.click(&format!("input[name={tick}]"));
        }
        visitor.browser.click_text("button", "Register it");
        visitor.browser.wait_for_text("Save skills");
        visitor.look("machine-settings");
        let settings = visitor.browser.url();
        visitor.browser.goto(&format!("{settings}/version"));
        visitor.look("machine-version");
        visitor.browser.goto(&format!("{settings}/games"));
        visitor.look("machine-games");
        visitor.browser.goto(&format!("{settings}/usage"));
        visitor.look("machine-usage");
        visitor.browser.goto(&format!("{settings}/text"));
        visitor.look("machine-text");
        visitor.browser.goto(&settings.replace("/settings", ""));
        visitor.browser.click("a[href^='/owners/']");
        visitor.browser.wait_for_text("All machines and versions");
        visitor.look("owner");
        visitor.browser.goto(&settings.replace("/settings", ""));
        visitor.browser.click_text("button", "Start the test");
        visitor.browser.wait_for_text("0 of 90 questions are done");
        visitor.look("machine-sitting");
    }
}
