//! The documentation on the site: its chapters and their links, the search, and both for programs.

use std::collections::{BTreeMap, BTreeSet};

use axum::http::StatusCode;
use luna_testkit::app::TestApp;
use luna_testkit::persona::Persona;

/// The values of an attribute in a page.
fn values(body: &str, attribute: &str) -> BTreeSet<String> {
    let start = format!(" {attribute}=\"");
    let found = body.split(&start).skip(1).filter_map(|rest| rest.split('"').next());
    found.map(str::to_owned).collect()
}

/// The addresses of the chapters, as the first page and the reference list them.
async fn chapters(visitor: &mut Persona) -> Vec<String> {
    let mut links = values(&visitor.get("/docs").await.body, "href");
    links.extend(values(&visitor.get("/docs/api").await.body, "href"));
    let chapters = links.into_iter().filter(|link| link.starts_with("/docs/"));
    chapters.filter(|link| !link.contains('#') && !link.contains(".md")).collect()
}

#[tokio::test]
async fn every_chapter_has_its_title_and_is_marked_in_the_sidebar() {
    let app = TestApp::new().await;
    let mut visitor = app.visitor();
    let chapters = chapters(&mut visitor).await;
    assert!(chapters.len() >= 16 + 21, "{chapters:?}");
    for chapter in chapters {
        let page = visitor.get(&chapter).await;
        assert_eq!(page.status, StatusCode::OK, "{chapter}");
        assert_eq!(page.body.matches("<h1").count(), 1, "{chapter}");
        let open = format!("<a href=\"{chapter}\" aria-current=\"page\"><strong>");
        let title = page.body.split(&open).nth(1).and_then(|rest| rest.split('<').next());
        let title = format!("<title>{} · Docs · Luna</title>", title.unwrap());
        assert!(page.body.contains(&title), "{chapter}: {title}");
        let markdown = visitor.get(&format!("{chapter}.md")).await;
        assert_eq!(markdown.header("content-type"), Some("text/markdown; charset=utf-8"));
        assert!(markdown.body.starts_with("# "), "{chapter}");
    }
}

#[tokio::test]
async fn no_link_and_no_anchor_is_dead_and_no_chapter_has_a_style_or_an_id_twice() {
    let app = TestApp::new().await;
    let mut reader = app.account("ann").await;
    let mut pages: BTreeMap<String, String> = BTreeMap::new();
    for chapter in chapters(&mut reader).await {
        let body = reader.get(&chapter).await.body;
        assert!(!body.contains(" style="), "{chapter}");
        assert_eq!(values(&body, "id").len(), body.matches(" id=\"").count(), "{chapter}");
        pages.insert(chapter, body);
    }
    let mut others = BTreeSet::new();
    for (page, body) in &pages {
        let links = values(body, "href").into_iter().chain(values(body, "src"));
        for link in links.filter(|link| link.starts_with(['/', '#'])) {
            let (target, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if target.is_empty() { page } else { target };
            match pages.get(target) {
                Some(body) => {
                    let is_there = anchor.is_empty() || values(body, "id").contains(anchor);
                    assert!(is_there, "{page}: {link}");
                }
                None => drop(others.insert(target.to_owned())),
            }
        }
    }
    assert!(others.len() > 30, "{others:?}");
    for address in others {
        assert_eq!(reader.get(&address).await.status, StatusCode::OK, "{address}");
    }
}

#[tokio::test]
async fn the_quickstart_shows_its_languages_beside_each_other() {
    let app = TestApp::new().await;
    let body = app.visitor().get("/docs/quickstart").await.body;
    let tabs = body.split("<div class=\"tabs\">").nth(1).unwrap();
    let places = ["Python", "Rust", "curl", "Any program"]
        .map(|label| tabs.find(&format!("<strong>{label}</strong>")).unwrap());
    assert!(places.is_sorted(), "{places:?}");
    assert!(body.contains("<a href=\"/settings/machines/new\"><code>"), "{body}");
    assert!(!body.contains("&lt;!--"), "{body}");
}

#[tokio::test]
async fn a_search_leads_to_the_section_and_marks_the_words() {
    let app = TestApp::new().await;
    let mut visitor = app.visitor();
    let found = visitor.get("/docs/search?q=signing+secr").await.body;
    let hits = found.split("id=\"docs-hits\"").nth(1).unwrap().split("</ul>").next().unwrap();
    assert!(hits.contains("href=\"/docs/machines#tokens-secrets-and-keys\""), "{hits}");
    assert!(hits.contains("<mark>secret</mark>"), "{hits}");
    assert!(found.contains("value=\"signing secr\""), "the field keeps the words");
    let first = visitor.get("/docs/search?q=QUICKST").await.body;
    let first = first.split("id=\"docs-hits\"").nth(1).unwrap().to_owned();
    let link = first.split("href=\"").nth(1).unwrap().split('"').next();
    assert_eq!(link, Some("/docs/quickstart"), "a title comes first");
    let many = visitor.get("/docs/search?q=a").await.body;
    let many = many.split("id=\"docs-hits\"").nth(1).unwrap().split("</ul>").next().unwrap();
    assert_eq!(many.matches("<li>").count(), 20);
}

#[tokio::test]
async fn the_reference_is_folded_until_one_of_its_chapters_is_open() {
    let app = TestApp::new().await;
    let mut visitor = app.visitor();
    let operation = "<a href=\"/docs/api/abort\">Leave</a>";
    for page in ["/docs", "/docs/quickstart"] {
        let body = visitor.get(page).await.body;
        assert!(!body.contains(operation), "{page}");
        assert!(body.contains("<a href=\"/docs/api\">API reference</a>"), "{page}");
    }
    for page in ["/docs/api", "/docs/api/ask"] {
        assert!(visitor.get(page).await.body.contains(operation), "{page}");
    }
    let found = visitor.get("/docs/search?q=leave+abort").await.body;
    assert!(found.contains("href=\"/docs/api/abort\""), "{found}");
    let markdown = visitor.get("/docs/api/ask.md").await.body;
    assert!(markdown.starts_with("# Ask\n\n`POST /api/v1/games/{id}/questions`\n"), "{markdown}");
}

#[tokio::test]
async fn a_search_without_words_or_without_result_says_what_to_do() {
    let app = TestApp::new().await;
    let mut visitor = app.visitor();
    for query in ["", "?q=", "?q=+%20", "?q=%3F%21", "?other=1"] {
        let page = visitor.get(&format!("/docs/search{query}")).await;
        assert_eq!(page.status, StatusCode::OK, "{query}");
        assert_eq!(
            page.lines("Type a word"),
            "Type a word or two, such as “token” or “sandbox game”."
        );
    }
    let long = format!("?q={}", "x".repeat(10_000));
    for query in ["?q=zyzzyva", "?q=%FF%FEzyzzyva", "?q=zyz%00zyva", &long] {
        let page = visitor.get(&format!("/docs/search{query}")).await;
        assert_eq!(page.status, StatusCode::OK, "{query}");
        let said = "Nothing in the docs has all of these words. Try fewer, or only how they begin.";
        assert_eq!(page.lines("Nothing"), said, "{query}");
    }
    let evil = visitor.get("/docs/search?q=%22%3E%3Cscript%3Etoken").await;
    assert!(!evil.body.contains("\"><script>token"), "{}", evil.body);
}

#[tokio::test]
async fn what_is_no_chapter_is_not_found() {
    let app = TestApp::new().await;
    let mut visitor = app.visitor();
    let nowhere = [
        "/docs/nothing",
        "/docs/nothing.md",
        "/docs/api/nothing",
        "/docs/api/ask.md.md",
        "/docs/api/",
        "/docs/.md",
        "/docs/quickstart.md.md",
        "/docs/..%2F..%2FCargo.toml",
        "/docs/figures/nothing.svg",
        "/docs/figures/..%2Fgame.md",
    ];
    for address in nowhere {
        assert_eq!(visitor.get(address).await.status, StatusCode::NOT_FOUND, "{address}");
    }
    let figure = visitor.get("/docs/figures/quiz-figure-3.svg").await;
    assert_eq!(figure.header("content-type"), Some("image/svg+xml"));
}

#[tokio::test]
async fn programs_read_a_list_of_the_chapters() {
    let app = TestApp::new().await;
    let mut visitor = app.visitor();
    let list = visitor.get("/llms.txt").await;
    assert_eq!(list.header("content-type"), Some("text/plain; charset=utf-8"));
    let lines: Vec<&str> = list.body.lines().filter(|line| line.starts_with("- [")).collect();
    assert_eq!(lines.len(), chapters(&mut visitor).await.len(), "{}", list.body);
    for line in lines {
        let address = line.split("](").nth(1).unwrap().split(')').next().unwrap();
        let path = format!("/{}", address.splitn(4, '/').nth(3).unwrap());
        assert_eq!(visitor.get(&path).await.status, StatusCode::OK, "{line}");
    }
}

#[tokio::test]
async fn every_page_leads_to_the_documentation() {
    let app = TestApp::new().await;
    for mut visitor in [app.visitor(), app.guest("ann").await] {
        let page = visitor.get("/machines").await.body;
        for part in ["<header", "<footer"] {
            let part = page.split(part).nth(1).unwrap();
            assert!(part.contains("<a href=\"/docs\">Docs</a>"), "{page}");
        }
    }
}
