//! The browser that the other tests use: what it does on pages of its own.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};

use luna_testkit::webdriver::{Browser, Options, available, axe_source};
use serde_json::json;

const PAGE: &str = r#"<!doctype html><html lang="en"><head><title>Page</title>
    <link rel="stylesheet" href="/style.css"><script src="/script.js" defer></script></head>
    <body><main><h1>A page</h1><p id="script">Scripts are off.</p><p id="theme"></p>
    <script>document.querySelector('h1').textContent = 'No policy';</script>
    <form action="/sent"><label>Text <input name="text" value="old"></label>
    <label>Guess <input name="guess" type="range" min="0" max="100"></label>
    <button>Send "it's" off</button></form><a href="/other">Other page</a></main></body></html>"#;
const STYLE: &str = "a, button { display: block; padding: 1em }
    #theme::before { content: 'light' }
    @media (prefers-color-scheme: dark) {
        :root { background: #111; color: #eee } a { color: #8cf }
        #theme { visibility: hidden }
    }";
const SCRIPT: &str = "document.querySelector('#script').textContent = 'Scripts are on.';
    setTimeout(() => {
        const late = document.createElement('button');
        late.textContent = 'Late';
        late.onclick = () => { late.textContent = 'Clicked'; };
        document.querySelector('main').append(late);
    }, 200);";
const FLAWED: &str = r#"<!doctype html><html><head><title>Flawed</title></head>
    <body><h1>Flawed</h1><img src="/none.png" width="9" height="9"></body></html>"#;

/// A site with a policy as strict as Luna's.
fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let stream = stream.unwrap();
            // Chromium opens connections before it needs them.
            std::thread::spawn(move || answer(stream));
        }
    });
    format!("http://{address}")
}

fn answer(mut stream: TcpStream) {
    let mut request = String::new();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    while reader.read_line(&mut request).is_ok_and(|bytes| bytes > 2) {}
    let path = request.split(' ').nth(1).unwrap_or_default();
    let (kind, body) = match path {
        "/" => ("text/html", PAGE),
        "/style.css" => ("text/css", STYLE),
        "/script.js" => ("text/javascript", SCRIPT),
        "/flawed" => ("text/html", FLAWED),
        _ => ("text/html", "<!doctype html><title>Other</title><h1>Another page</h1>"),
    };
    let response = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}; charset=utf-8\r\ncontent-length: {}\r\nconnection: close\r\n\
         content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; \
         form-action 'self'\r\n\r\n{body}",
        body.len()
    );
    // The browser may have gone.
    stream.write_all(response.as_bytes()).ok();
}

#[test]
fn a_phone_reads_clicks_and_types() {
    if !available() {
        return;
    }
    let site = serve();
    let phone = Options { width: 360, height: 740, dark: true, ..Options::default() };
    let browser = Browser::open(&phone);
    browser.goto(&site);
    assert_eq!(browser.url(), format!("{site}/"));
    assert_eq!(browser.text("h1"), "A page");
    assert!(browser.source().contains("<h1>A page</h1>"));
    assert_eq!(browser.execute("return [innerWidth, innerHeight]"), json!([360, 740]));
    assert_eq!(browser.execute("return document.documentElement.clientWidth"), 360);
    assert_eq!(browser.text("#theme"), "", "hidden in the dark");
    assert!(browser.exists("a") && !browser.exists("b"));

    let picture = luna_testkit::server::folder("picture").join("page.png");
    browser.screenshot(&picture);
    let png = std::fs::read(&picture).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.ends_with(b"IEND\xaeB`\x82"));
    assert_eq!(png[16..24], [0, 0, 1, 104, 0, 0, 2, 228], "width and height");

    browser.click_text("button", "Late");
    browser.wait_for_text("Clicked");
    browser.type_into("[name=text]", "new & ü");
    browser.set_value("[name=guess]", "73");
    browser.click_text("button", "Send \"it's\" off");
    browser.wait_for_url("/sent?text=new+%26+%C3%BC&guess=73");
    browser.goto(&site);
    browser.click("a");
    browser.wait_for_text("Another page");
}

#[test]
fn a_page_without_scripts_is_read_clicked_and_typed_into() {
    if !available() {
        return;
    }
    let site = serve();
    let plain = Options { javascript: false, ..Options::default() };
    let browser = Browser::open(&plain);
    browser.goto(&site);
    assert_eq!(browser.text("#script"), "Scripts are off.");
    assert_eq!(browser.execute("return innerWidth"), 1280);
    browser.type_into("[name=text]", "new");
    browser.set_value("[name=guess]", "4");
    browser.click("button");
    browser.wait_for_url("/sent?text=new&guess=4");
    browser.goto(&site);
    browser.click_text("a", "Other page");
    browser.wait_for("h1");
    browser.wait_for_text("Another page");
}

#[test]
fn axe_names_what_is_wrong() {
    let Some(axe) = axe_source().filter(|_| available()) else { return };
    let site = serve();
    let browser = Browser::open(&Options::default());
    browser.goto(&site);
    assert_eq!(browser.axe(&axe), [""; 0]);
    browser.goto(&format!("{site}/flawed"));
    assert_eq!(
        browser.axe(&axe),
        [
            "html-has-lang (serious) at html: <html> element must have a lang attribute",
            "image-alt (critical) at img: Images must have alternative text",
        ]
    );
}

#[test]
fn a_browser_knows_nothing_of_the_test_that_used_it_before() {
    if !available() {
        return;
    }
    let site = serve();
    let stored = "return [localStorage.length, sessionStorage.length, document.cookie, innerWidth]";
    let browser = Browser::open(&Options { width: 360, ..Options::default() });
    browser.goto(&site);
    browser.execute("for (const it of [localStorage, sessionStorage]) it.setItem('a', 'b')");
    browser.set_cookie("luna", "moon");
    browser.duplicate_tab();
    assert_eq!(
        browser.execute(stored).as_array().unwrap()[..3],
        json!([1, 1, "luna=moon"]).as_array().unwrap()[..]
    );
    drop(browser);
    let browser = Browser::open(&Options::default());
    browser.goto(&site);
    assert_eq!(browser.execute(stored), json!([0, 0, "", 1280]));
    assert_eq!(browser.execute("return document.hasFocus()"), true);
}
