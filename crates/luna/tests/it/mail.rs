//! Mail, through a real SMTP server on this machine, read as it arrived.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::people::{Page, Person, patience, pause};
use crate::server::{Server, folder, luna, offered, program, sqlite};

struct MailServer {
    child: Child,
    folder: PathBuf,
    url: String,
}

impl MailServer {
    /// aiosmtpd, which puts what it receives into a Maildir.
    fn start() -> Option<MailServer> {
        let python_path = offered("LUNA_TEST_AIOSMTPD")?;
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = folder("mail").join("box");
        let child = program("python3")
            .args(["-m", "aiosmtpd", "-n", "-l", &format!("127.0.0.1:{port}")])
            .args(["-c", "aiosmtpd.handlers.Mailbox"])
            .arg(&folder)
            .env("PYTHONPATH", python_path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let clock = patience();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(clock() < Duration::from_secs(60), "the mail server did not open");
            pause(Duration::from_millis(50));
        }
        Some(MailServer { child, folder, url: format!("smtp://127.0.0.1:{port}") })
    }

    /// The first mail with these words in it, once it is there.
    fn wait_for(&self, words: &str) -> String {
        let clock = patience();
        loop {
            let found = letters(&self.folder).into_iter().find(|letter| letter.contains(words));
            if let Some(found) = found {
                return found;
            }
            assert!(clock() < Duration::from_secs(60), "no mail with {words:?}");
            pause(Duration::from_millis(50));
        }
    }
}

fn letters(folder: &Path) -> Vec<String> {
    let Ok(new) = fs::read_dir(folder.join("new")) else { return Vec::new() };
    new.map(|entry| unfolded(&fs::read_to_string(entry.unwrap().path()).unwrap())).collect()
}

/// Quoted-printable line ends and signs undone, as far as links need it.
fn unfolded(letter: &str) -> String {
    letter.replace("\r\n", "\n").replace("=\n", "").replace("=3D", "=")
}

impl Drop for MailServer {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The path of the first link of a kind in a letter.
fn link(letter: &str, kind: &str) -> String {
    let at = letter.find(&format!("/{kind}/")).unwrap();
    letter[at..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '/').collect()
}

fn with_account(mail: &MailServer, address: &str, email: &str) -> Person {
    let mut person = Person::guest(address);
    let fields =
        [("email", email), ("password", "correct horse"), ("agree", "yes"), ("adult", "yes")];
    assert_eq!(person.post("/signup", &fields).unwrap().status, 303);
    let letter = mail.wait_for(&format!("To: {email}"));
    assert!(letter.contains("Subject: Is this your address?"), "{letter}");
    let path = link(&letter, "verify");
    person.get(&path).unwrap();
    assert_eq!(person.post(&path, &[]).unwrap().status, 303);
    person
}

#[test]
fn a_game_by_mail_from_the_first_link_to_the_last() {
    let Some(mail) = MailServer::start() else { return };
    let server = Server::start(
        &sqlite(),
        &[
            "--smtp",
            &mail.url,
            "--mail-quiet-seconds",
            "0",
            "--machine-wait-seconds",
            "600",
            "--machine-percent",
            "0",
        ],
    );
    let mut ann = with_account(&mail, &server.address, "ann@example.org");
    let mut bob = Person::guest(&server.address);
    let (hers, his) = (ann.start().unwrap(), bob.start().unwrap());
    assert!(ann.act(&hers, Page::Interview).unwrap());
    assert!(bob.act(&his, Page::Interview).unwrap());
    let turn = mail.wait_for("Subject: Five questions for you");
    assert!(turn.contains(&hers), "{turn}");
    for part in [
        "multipart/alternative",
        "text/plain",
        "text/html",
        "Auto-Submitted: auto-generated",
        "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
        "Message-ID: <",
    ] {
        assert!(turn.contains(part), "no {part} in {turn}");
    }
    assert!(ann.act(&hers, Page::Response).unwrap());
    assert!(bob.act(&his, Page::Response).unwrap());
    mail.wait_for("Subject: Responses have come back");
    assert!(ann.act(&hers, Page::Guess).unwrap());
    assert!(bob.act(&his, Page::Guess).unwrap());
    mail.wait_for("Subject: A game is over");

    // One click, as a mail program makes it: no cookie, no token of a page.
    let mut program = luna_bench::http::Client::new(&server.address);
    let off = link(&turn, "mail/off");
    let done = program.post_form(&off, &[("List-Unsubscribe", "One-Click")]).unwrap();
    assert_eq!(done.status, 200);
    assert!(ann.get("/settings").unwrap().contains("We do not write to you about games"));
}

#[test]
fn a_forgotten_password_is_set_anew_by_mail() {
    let Some(mail) = MailServer::start() else { return };
    let server = Server::start(&sqlite(), &["--smtp", &mail.url]);
    let mut ann = with_account(&mail, &server.address, "ann@example.org");
    assert_eq!(ann.post("/forgot", &[("email", "ann@example.org")]).unwrap().status, 200);
    let path = link(&mail.wait_for("Subject: Set a new password"), "reset");
    ann.get(&path).unwrap();
    assert_eq!(ann.post(&path, &[("password", "battery staple")]).unwrap().status, 303);
    let mut elsewhere = Person::guest(&server.address);
    let log_in = [("email", "ann@example.org"), ("password", "battery staple")];
    assert_eq!(elsewhere.post("/login", &log_in).unwrap().status, 303);
}

#[test]
fn mail_waits_for_a_server_that_is_down() {
    let Some(mail) = MailServer::start() else { return };
    let url = mail.url.clone();
    drop(mail);
    let database = sqlite();
    let server = Server::start(&database, &["--smtp", &url]);
    let mut ann = Person::guest(&server.address);
    let fields = [
        ("email", "ann@example.org"),
        ("password", "correct horse"),
        ("agree", "yes"),
        ("adult", "yes"),
    ];
    assert_eq!(ann.post("/signup", &fields).unwrap().status, 303);
    let failed = server.log.iter().find(|line| line.contains("a job failed")).unwrap();
    assert!(failed.contains("mail:"), "{failed}");
    let doctor = luna().args(["doctor", "--database", &database, "--smtp", &url]).output().unwrap();
    assert_eq!(doctor.status.code(), Some(1));
    assert!(String::from_utf8(doctor.stdout).unwrap().contains("mail: WRONG"));
}
