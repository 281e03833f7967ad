//! A browser for the tests: Chromium, driven through WebDriver. Every step
//! waits for what it needs, and one that waits in vain fails its test with
//! what the page showed.

use std::cell::RefCell;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use luna_bench::http::{Client, Response};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::control::{is_there, offered};
use crate::people::pause;
use crate::server::program;
use crate::stopwatch::patience;

const DRIVER: &str = "/usr/bin/chromedriver";
const CHROMIUM: &str = "/usr/bin/chromium";

/// The time that a step waits for the page, and between its first two looks.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(30);

/// The name under which WebDriver hands out an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Root may only run Chromium without its sandbox; the rest keeps it from
/// talking to anybody but Luna, and from needing much of `/dev/shm`.
const FLAGS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];

const SET_VALUE: &str = "
    const [field, value] = arguments;
    field.value = value;
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));";

const RUN_AXE: &str = "
    const done = arguments[arguments.length - 1];
    const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const line = found => `${found.id} (${found.impact}) at `
        + `${found.nodes.map(node => node.target.join(' ')).join(', ')}: ${found.help}`;
    axe.run(document, { runOnly: { type: 'tag', values: levels }, resultTypes: ['violations'] })
        .then(result => done(result.violations.map(line)), error => done([`axe: ${error}`]));";

/// True where there is a browser to test with. `./check` insists on one.
pub fn available() -> bool {
    is_there(offered("LUNA_TEST_CHROMIUM").is_some() || Path::new(DRIVER).exists(), "Chromium")
}

/// The source of axe-core, where `./check` has fetched it.
pub fn axe_source() -> Option<String> {
    let path = offered("LUNA_TEST_AXE")?;
    Some(std::fs::read_to_string(path).unwrap())
}

/// The screen and settings of a visitor. The size is that of the page, in CSS pixels.
pub struct Options {
    pub width: u32,
    pub height: u32,
    pub javascript: bool,
    pub dark: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { width: 1280, height: 800, javascript: true, dark: false }
    }
}

/// One visitor with an empty profile. The browser ends with the value.
pub struct Browser {
    driver: Child,
    /// Held open: the driver ends when it cannot write.
    _said: BufReader<ChildStdout>,
    client: RefCell<Client>,
    /// `/session/{id}`; empty until the browser runs.
    session: String,
    profile: TempDir,
}

/// Something on the page, until the page changes.
pub struct Element(String);

/// Why the driver did not do as asked.
struct Problem {
    error: String,
    message: String,
}

impl Browser {
    #[track_caller]
    pub fn open(options: &Options) -> Browser {
        static STARTING: Mutex<()> = Mutex::new(());
        let profile = tempfile::Builder::new().prefix("luna-chromium-").tempdir().unwrap();
        let (driver, said, port) = start_driver(profile.path());
        let mut client = Client::new(format!("127.0.0.1:{port}"));
        client.set_timeout(Duration::from_secs(90));
        let client = RefCell::new(client);
        let session = String::new();
        let mut browser = Browser { driver, _said: said, client, session, profile };
        // Browsers that start at once hold each other up for seconds.
        let _turn = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        browser.start(options);
        browser
    }

    #[track_caller]
    fn start(&mut self, options: &Options) {
        let profile = format!("--user-data-dir={}", self.profile.path().display());
        let mut flags = Vec::from(FLAGS);
        flags.push(&profile);
        // 2 forbids. The others keep a typed password on this machine.
        let preferences = json!({
            "profile.managed_default_content_settings.javascript": if options.javascript { 1 } else { 2 },
            "profile.password_manager_leak_detection": false,
            "credentials_enable_service": false,
        });
        let wanted = json!({
            "browserName": "chrome",
            "timeouts": { "implicit": 0, "pageLoad": 30_000, "script": 60_000 },
            "goog:chromeOptions": { "binary": CHROMIUM, "args": flags, "prefs": preferences },
        });
        let wanted = json!({ "capabilities": { "alwaysMatch": wanted } });
        let session = self.must("start Chromium", self.post("/session", &wanted));
        self.session = format!("/session/{}", session["sessionId"].as_str().unwrap());
        self.emulate(options);
    }

    /// Shows the page on another screen. Scripts stay as they are.
    #[track_caller]
    pub fn emulate(&self, options: &Options) {
        // A window cannot be as narrow as a phone; what the page sees can.
        let (width, height) = (options.width, options.height);
        let screen =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", &screen);
        // Without it some versions leave the page of a new profile without focus.
        self.devtools("Emulation.setFocusEmulationEnabled", &json!({ "enabled": true }));
        let scheme = if options.dark { "dark" } else { "light" };
        let scheme = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.devtools("Emulation.setEmulatedMedia", &json!({ "features": [scheme] }));
    }

    /// Visits a page and waits until it has loaded.
    #[track_caller]
    pub fn goto(&self, url: &str) {
        self.must(&format!("visit {url}"), self.post("/url", &json!({ "url": url })));
    }

    #[track_caller]
    pub fn url(&self) -> String {
        self.must("tell the URL", self.get("/url")).as_str().unwrap().to_owned()
    }

    /// The page as HTML, as it is now.
    #[track_caller]
    pub fn source(&self) -> String {
        self.must("read the source", self.get("/source")).as_str().unwrap().to_owned()
    }

    #[track_caller]
    pub fn find(&self, css: &str) -> Option<Element> {
        match self.locate("css selector", css) {
            Ok(element) => Some(element),
            Err(problem) if problem.may_pass() => None,
            Err(problem) => self.fail(&format!("find {css}"), &problem),
        }
    }

    #[track_caller]
    pub fn exists(&self, css: &str) -> bool {
        self.find(css).is_some()
    }

    /// The text of an element, as far as it can be read.
    #[track_caller]
    pub fn text(&self, css: &str) -> String {
        self.poll(&format!("read {css}"), || self.text_of(&self.locate("css selector", css)?))
    }

    #[track_caller]
    pub fn click(&self, css: &str) {
        self.poll(&format!("click {css}"), || {
            self.act(&self.locate("css selector", css)?, "click", &json!({}))
        });
    }

    /// Clicks the element of that tag whose text is exactly `text`.
    #[track_caller]
    pub fn click_text(&self, tag: &str, text: &str) {
        let path = format!("//{tag}[normalize-space()={}]", xpath_literal(text));
        self.poll(&format!("click the {tag} \"{text}\""), || {
            self.act(&self.locate("xpath", &path)?, "click", &json!({}))
        });
    }

    /// Types into a field, in place of what was there.
    #[track_caller]
    pub fn type_into(&self, css: &str, text: &str) {
        self.poll(&format!("type into {css}"), || {
            let field = self.locate("css selector", css)?;
            self.act(&field, "clear", &json!({}))?;
            self.act(&field, "value", &json!({ "text": text }))
        });
    }

    /// Sets what cannot be typed into: a range, a date, a choice.
    #[track_caller]
    pub fn set_value(&self, css: &str, value: &str) {
        self.poll(&format!("set {css}"), || {
            let Element(id) = self.locate("css selector", css)?;
            let arguments = json!([{ ELEMENT: id }, value]);
            let body = json!({ "script": SET_VALUE, "args": arguments });
            self.post("/execute/sync", &body)
        });
    }

    /// Runs a script on the page, whatever the page's policy, and gives what
    /// it returns.
    #[track_caller]
    pub fn execute(&self, js: &str) -> Value {
        self.must("run a script", self.post("/execute/sync", &json!({ "script": js, "args": [] })))
    }

    /// A cookie of the page's host, whatever scripts may see of it.
    #[track_caller]
    pub fn cookie(&self, name: &str) -> Option<String> {
        let all = self.must("read the cookies", self.get("/cookie"));
        let found = all.as_array().unwrap().iter().find(|cookie| cookie["name"] == name)?;
        Some(found["value"].as_str().unwrap().to_owned())
    }

    #[track_caller]
    pub fn set_cookie(&self, name: &str, value: &str) {
        let body = json!({ "cookie": { "name": name, "value": value } });
        self.must("set a cookie", self.post("/cookie", &body));
    }

    /// Presses one key, wherever the focus is.
    #[track_caller]
    pub fn press(&self, key: &str) {
        let keys = json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
        let body = json!({ "actions": [{ "type": "key", "id": "keyboard", "actions": keys }] });
        self.must("press a key", self.post("/actions", &body));
    }

    /// Opens the page in another tab, which gets a copy of this tab's storage as a duplicate does,
    /// and goes on there.
    #[track_caller]
    pub fn duplicate_tab(&self) {
        self.execute("window.open(location.href)");
        self.switch_tab(1);
    }

    /// Closes the tab and goes on in the first one.
    #[track_caller]
    pub fn close_tab(&self) {
        let path = format!("{}/window", self.session);
        let closed = outcome(&self.client.borrow_mut().delete(&path).unwrap());
        self.must("close the tab", closed);
        self.switch_tab(0);
    }

    #[track_caller]
    fn switch_tab(&self, nth: usize) {
        self.poll(&format!("go to tab {nth}"), || {
            let all = self.get("/window/handles")?;
            match all.get(nth) {
                Some(tab) => self.post("/window", &json!({ "handle": tab })),
                None => Err(Problem::new("not there")),
            }
        });
    }

    /// Saves what the window shows as a PNG.
    #[track_caller]
    pub fn screenshot(&self, path: &Path) {
        let picture = self.must("take a screenshot", self.get("/screenshot"));
        std::fs::write(path, from_base64(picture.as_str().unwrap())).unwrap();
    }

    #[track_caller]
    pub fn wait_for(&self, css: &str) {
        self.poll(&format!("see {css}"), || self.locate("css selector", css));
    }

    #[track_caller]
    pub fn wait_for_text(&self, text: &str) {
        self.poll(&format!("read \"{text}\""), || {
            let page = self.text_of(&self.locate("css selector", "body")?)?;
            Problem::unless(page.contains(text), "not on the page")
        });
    }

    #[track_caller]
    pub fn wait_for_url(&self, part: &str) {
        self.poll(&format!("be at a URL with {part}"), || {
            let url = self.get("/url")?;
            let there = url.as_str().is_some_and(|url| url.contains(part));
            Problem::unless(there, "not there")
        });
    }

    /// The objections of axe-core to the page at the levels A and AA, a line each.
    /// The page has to be allowed its scripts.
    #[track_caller]
    pub fn axe(&self, axe_source: &str) -> Vec<String> {
        let body = json!({ "script": format!("{axe_source}\n;{RUN_AXE}"), "args": [] });
        let found = self.must("run axe", self.post("/execute/async", &body));
        found.as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned()).collect()
    }

    fn locate(&self, using: &str, value: &str) -> Result<Element, Problem> {
        let found = self.post("/element", &json!({ "using": using, "value": value }))?;
        Ok(Element(found[ELEMENT].as_str().unwrap().to_owned()))
    }

    fn text_of(&self, Element(id): &Element) -> Result<String, Problem> {
        let text = self.get(&format!("/element/{id}/text"))?;
        Ok(text.as_str().unwrap().to_owned())
    }

    fn act(&self, Element(id): &Element, what: &str, body: &Value) -> Result<Value, Problem> {
        self.post(&format!("/element/{id}/{what}"), body)
    }

    /// Gives Chromium a command of its developer tools.
    #[track_caller]
    pub fn devtools(&self, command: &str, parameters: &Value) {
        let body = json!({ "cmd": command, "params": parameters });
        self.must(command, self.post("/goog/cdp/execute", &body));
    }

    /// Looks until it succeeds or cannot, more and more rarely: a look costs the browser time.
    #[expect(clippy::disallowed_methods, reason = "nothing tells us when a page has changed")]
    #[track_caller]
    fn poll<T>(&self, wanted: &str, look: impl Fn() -> Result<T, Problem>) -> T {
        let start = Instant::now();
        let mut pause = PAUSE;
        loop {
            match look() {
                Ok(seen) => return seen,
                Err(problem) if problem.may_pass() && start.elapsed() < PATIENCE => {
                    std::thread::sleep(pause);
                    pause = (2 * pause).min(8 * PAUSE);
                }
                Err(problem) => self.fail(wanted, &problem),
            }
        }
    }

    #[track_caller]
    fn must(&self, wanted: &str, done: Result<Value, Problem>) -> Value {
        match done {
            Ok(value) => value,
            Err(problem) => self.fail(wanted, &problem),
        }
    }

    fn get(&self, path: &str) -> Result<Value, Problem> {
        let path = format!("{}{path}", self.session);
        outcome(&self.client.borrow_mut().get(&path).unwrap())
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value, Problem> {
        let path = format!("{}{path}", self.session);
        outcome(&self.client.borrow_mut().post_json(&path, &body.to_string()).unwrap())
    }

    #[track_caller]
    fn fail(&self, wanted: &str, problem: &Problem) -> ! {
        let url = self.get("/url").unwrap_or_default();
        let page = self.locate("css selector", "body").and_then(|body| self.text_of(&body));
        let page = page.unwrap_or_else(|problem| problem.error);
        let Problem { error, message } = problem;
        panic!("could not {wanted}: {error}\n{message}\nThe page {url} shows:\n{page}");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Asked to, the driver ends the browser; killed, it leaves it behind.
        if !self.session.is_empty() {
            self.client.get_mut().delete(&self.session).ok();
        }
        self.driver.kill().ok();
        self.driver.wait().ok();
        // Helpers of the browser may be writing still, and end after the driver.
        let clock = patience();
        while let Err(error) = std::fs::remove_dir_all(self.profile.path())
            && error.kind() != std::io::ErrorKind::NotFound
            && clock() < Duration::from_secs(30)
        {
            pause(Duration::from_millis(20));
        }
    }
}

impl Problem {
    fn new(error: &str) -> Problem {
        Problem { error: error.to_owned(), message: String::new() }
    }

    fn unless(good: bool, error: &str) -> Result<(), Problem> {
        if good { Ok(()) } else { Err(Problem::new(error)) }
    }

    /// True if the page may yet become what was expected.
    fn may_pass(&self) -> bool {
        matches!(
            &*self.error,
            "no such element"
                | "stale element reference"
                | "element not interactable"
                | "element click intercepted"
                | "invalid element state"
                | "not on the page"
                | "not there"
        ) || self.message.contains("does not belong to the document")
    }
}

fn outcome(response: &Response) -> Result<Value, Problem> {
    let mut answer: Value = serde_json::from_slice(&response.body).unwrap();
    let value = answer["value"].take();
    if response.status == 200 {
        return Ok(value);
    }
    let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    Err(Problem { error: text("error"), message: text("message") })
}

/// The driver chooses a free port and says which. Somebody else may take that port first:
/// the driver then ends, and is started again.
fn start_driver(home: &Path) -> (Child, BufReader<ChildStdout>, String) {
    for _ in 0..5 {
        let mut driver = program(DRIVER)
            .arg("--port=0")
            .env("HOME", home)
            .env("TMPDIR", home)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(driver.stdout.take().unwrap());
        if let Some(port) = read_port(&mut said) {
            return (driver, said, port);
        }
        driver.wait().unwrap();
    }
    panic!("{DRIVER} ends before it says its port");
}

fn read_port(said: &mut BufReader<ChildStdout>) -> Option<String> {
    let mut line = String::new();
    while said.read_line(&mut line).unwrap() > 0 {
        if let Some((_, port)) = line.split_once("started successfully on port ") {
            return Some(port.trim_end().trim_end_matches('.').to_owned());
        }
        line.clear();
    }
    None
}

/// `XPath` knows no escapes: a text with both kinds of quotes is put together.
fn xpath_literal(text: &str) -> String {
    let parts: Vec<String> = text.split('"').map(|part| format!("\"{part}\"")).collect();
    format!("concat({}, \"\")", parts.join(", '\"', "))
}

fn from_base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_usize, 0);
    for digit in text.bytes().filter_map(|byte| DIGITS.iter().position(|known| *known == byte)) {
        bits = (bits << 6) | digit;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count).unwrap());
            bits &= (1 << count) - 1;
        }
    }
    bytes
}
