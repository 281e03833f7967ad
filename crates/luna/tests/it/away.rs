//! A database that is away, or full: pages and machines are told so, and all is
//! well again once it is back.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use luna_bench::http::Client;
use luna_testkit::offline::{ONE, register};
use luna_testkit::people::{Page, Person, pause};
use luna_testkit::server::{Server, luna, postgres, sqlite};
use luna_testkit::stopwatch::patience;
use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};

/// Stands between a server and PostgreSQL, and can cut all connections.
struct Cable {
    address: String,
    plugged: Arc<Mutex<Option<Vec<TcpStream>>>>,
}

impl Cable {
    fn to(target: String) -> Cable {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let plugged = Arc::new(Mutex::new(Some(Vec::new())));
        let through = Arc::clone(&plugged);
        std::thread::spawn(move || {
            for near in listener.incoming().map_while(Result::ok) {
                let mut through = through.lock().unwrap();
                let Some(open) = &mut *through else { continue };
                let Ok(far) = TcpStream::connect(&target) else { continue };
                for (from, to) in [(&near, &far), (&far, &near)] {
                    let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    std::thread::spawn(move || {
                        drop(io::copy(&mut from, &mut to));
                        drop(to.shutdown(Shutdown::Both));
                    });
                }
                open.extend([near, far]);
            }
        });
        Cable { address, plugged }
    }

    fn cut(&self) {
        for stream in self.plugged.lock().unwrap().take().unwrap() {
            drop(stream.shutdown(Shutdown::Both));
        }
    }

    fn mend(&self) {
        *self.plugged.lock().unwrap() = Some(Vec::new());
    }
}

/// Asks until the answer has this status, which is to be soon.
fn becomes(address: &str, path: &str, status: u16) -> String {
    let clock = patience();
    loop {
        let answer = Client::new(address).get(path).unwrap();
        if answer.status == status {
            return answer.text().into_owned();
        }
        assert!(clock() < Duration::from_secs(30), "{path} still answers {}", answer.status);
        pause(Duration::from_millis(100));
    }
}

#[test]
fn while_postgresql_is_away_everybody_is_told_to_come_again() {
    let Some(database) = postgres() else { return };
    let (before, rest) = database.split_once('@').unwrap();
    let (target, name) = rest.split_once('/').unwrap();
    let cable = Cable::to(target.to_owned());
    let behind = format!("{before}@{}/{name}", cable.address);
    let server = Server::start(&behind, &["--machine-percent", "0"]);
    register(&database);
    let mut ann = Person::guest(&server.address);
    let game = ann.start().unwrap();
    becomes(&server.address, "/readyz", 200);

    cable.cut();
    let page = ann.client.get(&game).unwrap();
    assert_eq!((page.status, page.header("retry-after")), (503, Some("10")), "{}", page.text());
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(page.text().contains("The database is unavailable"), "{}", page.text());
    let form = ann.post("/games", &[]).unwrap();
    assert_eq!((form.status, form.header("retry-after")), (503, Some("10")));
    let mut machine = Client::new(&server.address);
    let bearer = format!("Bearer {ONE}");
    let asked = machine.request("GET", "/api/v1/games", &[("authorization", &bearer)], b"");
    let asked = asked.unwrap();
    assert_eq!((asked.status, asked.header("retry-after")), (503, Some("10")));
    let told: serde_json::Value = serde_json::from_slice(&asked.body).unwrap();
    assert_eq!(told["error"]["key"], "unavailable");
    assert_eq!(told["error"]["seconds"], 10);
    assert_eq!(becomes(&server.address, "/readyz", 503), "the database does not respond\n");
    assert_eq!(Client::new(&server.address).get("/healthz").unwrap().status, 200);

    cable.mend();
    assert_eq!(becomes(&server.address, "/readyz", 200), "ready\n");
    assert_eq!(ann.page(&game).unwrap(), Page::Interview);
    assert!(ann.act(&game, Page::Interview).unwrap());
}

/// A server that survives what a full disk does to those who write on.
fn start_with_little_disk(database: &str) -> Server {
    let mut shell = Command::new("sh");
    shell.env_clear().current_dir(std::env::temp_dir()).stdout(Stdio::null());
    shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""]).arg(luna().get_program());
    shell.process_group(0);
    Server::start_as(shell, "127.0.0.1:0", database, &["--machine-percent", "0"])
}

fn limit_files(server: &Server, bytes: Option<u64>) {
    let process = Pid::from_raw(i32::try_from(server.process()).unwrap());
    let maximum = getrlimit(Resource::Fsize).maximum;
    prlimit(process, Resource::Fsize, Rlimit { current: bytes, maximum }).unwrap();
}

#[test]
fn while_nothing_can_be_written_the_server_is_not_ready_and_says_so() {
    let server = start_with_little_disk(&sqlite());
    let mut ann = Person::guest(&server.address);
    let game = ann.start().unwrap();
    becomes(&server.address, "/readyz", 200);

    limit_files(&server, Some(1));
    let why = becomes(&server.address, "/readyz", 503);
    assert_eq!(why, "the database cannot be written\n");
    let form = ann.post("/games", &[]).unwrap();
    assert_eq!((form.status, form.header("retry-after")), (503, Some("10")), "{}", form.text());
    // What is there can be read.
    assert_eq!(ann.page(&game).unwrap(), Page::Interview);

    limit_files(&server, None);
    becomes(&server.address, "/readyz", 200);
    assert!(ann.act(&game, Page::Interview).unwrap());
}

#[test]
fn as_many_files_may_be_open_as_the_system_lets() {
    let mut shell = Command::new("sh");
    shell.env_clear().current_dir(std::env::temp_dir());
    shell.args(["-c", "ulimit -S -n 256; exec \"$0\" \"$@\""]).arg(luna().get_program());
    let server = Server::start_as(shell, "127.0.0.1:0", &sqlite(), &[]);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.process())).unwrap();
    let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let numbers: Vec<&str> = files.split_whitespace().skip(3).take(2).collect();
    assert_eq!(numbers[0], numbers[1], "{files}");
    let open: Vec<TcpStream> =
        (0..400).map(|_| TcpStream::connect(&server.address).unwrap()).collect();
    assert_eq!(Client::new(&server.address).get("/healthz").unwrap().status, 200);
    drop(open);
}
