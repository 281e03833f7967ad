//! A browser for the tests: Chromium, driven through WebDriver. Every step
//! waits for what it needs, and one that waits in vain fails its test with
//! what the page showed.

mod chromium;

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::control::{costs, is_there, offered};
use chromium::{Chromium, DRIVER, Problem};

/// The time that a step waits for the page, and between its first two looks.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(30);

/// The name under which WebDriver hands out an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

const SET_VALUE: &str = "
    const [field, value] = arguments;
    field.value = value;
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));";

const RUN_AXE: &str = "
    const done = arguments[arguments.length - 1];
    const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    // What still moves or fades in is looked at as it will be when it stands.
    for (const animation of document.getAnimations())
        if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
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

/// One visitor with an empty profile. The next test that needs a browser gets the same Chromium,
/// emptied.
pub struct Browser(Option<Chromium>);

/// Something on the page, until the page changes.
pub struct Element(String);

impl Browser {
    #[track_caller]
    pub fn open(options: &Options) -> Browser {
        costs("visitors with a browser");
        match Chromium::take(options.javascript) {
            Ok(chromium) => {
                let browser = Browser(Some(chromium));
                browser.emulate(options);
                browser
            }
            Err(Problem { error, message }) => {
                panic!("Chromium does not start: {error}\n{message}")
            }
        }
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
        self.must("close the tab", self.chromium().delete("/window"));
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
        self.must(command, self.chromium().devtools(command, parameters));
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
        self.chromium().get(path)
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value, Problem> {
        self.chromium().post(path, body)
    }

    fn chromium(&self) -> &Chromium {
        self.0.as_ref().unwrap()
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
        match self.0.take() {
            // Whatever the test has failed at may be the browser's fault.
            Some(chromium) if std::thread::panicking() => chromium.end(),
            Some(chromium) => chromium.give_back(),
            None => {}
        }
    }
}

impl Problem {
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
                | "aborted by navigation"
        ) || self.message.contains("does not belong to the document")
    }
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
