//! The Chromiums of a test process, which its tests use one after another. They end with it.

use std::cell::RefCell;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use luna_bench::http::{Client, Response};
use serde_json::{Value, json};

use crate::server::program;

pub(super) const DRIVER: &str = "/usr/bin/chromedriver";
const CHROMIUM: &str = "/usr/bin/chromium";

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

/// Ends a process group and removes its folder once nobody writes to the standard input: the
/// tests have ended, in whatever way. Processes that are about to end may still write files.
const END_WITH_US: &str = "cat >/dev/null
    kill -s KILL -- \"-$1\"
    for try in $(seq 300); do rm -rf \"$2\" 2>/dev/null && break; sleep 0.1; done";

static HOST: LazyLock<Host> = LazyLock::new(Host::start);
/// Those that no test uses.
static FREE: Mutex<Vec<Chromium>> = Mutex::new(Vec::new());

/// A running Chromium with one empty tab, to which WebDriver talks.
pub(super) struct Chromium {
    client: RefCell<Client>,
    /// `/session/{id}`.
    session: String,
    javascript: bool,
}

/// Why the driver did not do as asked.
pub(super) struct Problem {
    pub(super) error: String,
    pub(super) message: String,
}

/// The driver, which serves all Chromiums.
struct Host {
    port: String,
    /// Held open: the driver ends when it cannot write.
    _said: BufReader<ChildStdout>,
    _driver: Child,
    /// Reads from us, and so sees our end.
    _watcher: Child,
}

impl Chromium {
    /// Returns one that knows nothing of earlier tests.
    pub(super) fn take(javascript: bool) -> Result<Chromium, Problem> {
        match take_free(javascript) {
            Some(free) => Ok(free),
            None => Chromium::start(javascript),
        }
    }

    /// Hands it on to the next test, as empty as a new one, or ends it where that fails.
    pub(super) fn give_back(self) {
        if self.forget().is_ok() {
            FREE.lock().unwrap_or_else(PoisonError::into_inner).push(self);
        } else {
            self.end();
        }
    }

    pub(super) fn end(self) {
        self.client.into_inner().delete(&self.session).ok();
    }

    pub(super) fn get(&self, path: &str) -> Result<Value, Problem> {
        outcome(&self.client.borrow_mut().get(&self.at(path)).map_err(Problem::lost)?)
    }

    pub(super) fn delete(&self, path: &str) -> Result<Value, Problem> {
        outcome(&self.client.borrow_mut().delete(&self.at(path)).map_err(Problem::lost)?)
    }

    pub(super) fn post(&self, path: &str, body: &Value) -> Result<Value, Problem> {
        let (path, body) = (self.at(path), body.to_string());
        outcome(&self.client.borrow_mut().post_json(&path, &body).map_err(Problem::lost)?)
    }

    /// Gives it a command of its developer tools.
    pub(super) fn devtools(&self, command: &str, parameters: &Value) -> Result<Value, Problem> {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    fn start(javascript: bool) -> Result<Chromium, Problem> {
        static STARTING: Mutex<()> = Mutex::new(());
        let mut client = Client::new(format!("127.0.0.1:{}", HOST.port));
        client.set_timeout(Duration::from_secs(90));
        // 2 forbids. The others keep what is typed on this machine, and from later tests.
        let preferences = json!({
            "profile.managed_default_content_settings.javascript": if javascript { 1 } else { 2 },
            "profile.password_manager_leak_detection": false,
            "credentials_enable_service": false,
            "autofill.profile_enabled": false,
        });
        let wanted = json!({
            "browserName": "chrome",
            "timeouts": { "implicit": 0, "pageLoad": 30_000, "script": 60_000 },
            "goog:chromeOptions": { "binary": CHROMIUM, "args": FLAGS, "prefs": preferences },
        });
        let wanted = json!({ "capabilities": { "alwaysMatch": wanted } });
        let client = RefCell::new(client);
        let mut chromium = Chromium { client, session: String::new(), javascript };
        // Those that start at once hold each other up for seconds.
        let turn = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        let session = chromium.post("/session", &wanted)?;
        drop(turn);
        chromium.session = format!("/session/{}", session["sessionId"].as_str().unwrap());
        Ok(chromium)
    }

    /// Goes on in a new tab, without cookies and stored data, and without the emulated screen.
    fn forget(&self) -> Result<(), Problem> {
        let old = self.get("/window/handles")?;
        let new = self.post("/window/new", &json!({ "type": "tab" }))?;
        for tab in old.as_array().unwrap() {
            self.post("/window", &json!({ "handle": tab }))?;
            self.delete("/window")?;
        }
        self.post("/window", &json!({ "handle": new["handle"] }))?;
        self.devtools("Network.clearBrowserCookies", &json!({}))?;
        self.devtools("Network.clearBrowserCache", &json!({}))?;
        let all = json!({ "origin": "*", "storageTypes": "all" });
        self.devtools("Storage.clearDataForOrigin", &all)?;
        Ok(())
    }

    fn at(&self, path: &str) -> String {
        format!("{}{path}", self.session)
    }
}

impl Problem {
    pub(super) fn new(error: &str) -> Problem {
        Problem { error: error.to_owned(), message: String::new() }
    }

    #[expect(clippy::needless_pass_by_value, reason = "for map_err")]
    fn lost(error: std::io::Error) -> Problem {
        Problem { error: "the driver does not answer".to_owned(), message: error.to_string() }
    }
}

fn take_free(javascript: bool) -> Option<Chromium> {
    let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    let nth = free.iter().rposition(|it| it.javascript == javascript)?;
    Some(free.swap_remove(nth))
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

impl Host {
    /// The driver chooses a free port and says which. Somebody else may take that port first:
    /// the driver then ends, and is started again.
    fn start() -> Host {
        for _ in 0..5 {
            let home = tempfile::Builder::new().prefix("luna-chromium-").tempdir().unwrap().keep();
            let mut driver = program(DRIVER)
                .arg("--port=0")
                .current_dir(&home)
                .env("HOME", &home)
                .env("TMPDIR", &home)
                .process_group(0)
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            let mut said = BufReader::new(driver.stdout.take().unwrap());
            let mut watcher = watch(&driver, &home);
            if let Some(port) = read_port(&mut said) {
                return Host { port, _said: said, _driver: driver, _watcher: watcher };
            }
            driver.wait().unwrap();
            watcher.wait().unwrap();
        }
        panic!("{DRIVER} ends before it says its port");
    }
}

/// Starts what ends the driver and its Chromiums after us.
fn watch(driver: &Child, home: &Path) -> Child {
    program("sh")
        .args(["-c", END_WITH_US, "watcher", &driver.id().to_string()])
        .arg(home)
        .current_dir("/")
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
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
