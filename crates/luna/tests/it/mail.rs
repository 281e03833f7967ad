//! Mail, through a real SMTP server on this machine, read as it arrived.

use luna_testkit::mail::{MailServer, link};
use luna_testkit::people::{Page, Person};
use luna_testkit::server::{PATIENT, Server, luna, sqlite};

fn signs_up(person: &mut Person, email: &str) {
    let fields =
        [("email", email), ("password", "correct horse"), ("agree", "yes"), ("adult", "yes")];
    assert_eq!(person.post("/signup", &fields).unwrap().status, 303);
}

fn with_account(mail: &MailServer, address: &str, email: &str) -> Person {
    let mut person = Person::guest(address);
    signs_up(&mut person, email);
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
        &[&PATIENT[..], &["--smtp", &mail.url, "--mail-quiet-seconds", "0"]].concat(),
    );
    let mut ann = with_account(&mail, &server.address, "ann@example.org");
    let mut bob = Person::guest(&server.address);
    let (hers, his) = (ann.start().unwrap(), bob.start().unwrap());
    assert!(ann.act(&hers, Page::Interview).unwrap());
    assert!(bob.act(&his, Page::Interview).unwrap());
    let turn = mail.wait_for("Subject: Questions for you");
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
    mail.wait_for("Subject: Responses are in");
    assert!(ann.act(&hers, Page::Guess).unwrap());
    assert!(bob.act(&his, Page::Guess).unwrap());
    mail.wait_for("Subject: A game is over");

    // One click, as a mail program makes it: no cookie, no token of a page.
    let mut program = luna_bench::http::Client::new(&server.address);
    let off = link(&turn, "mail/off");
    let done = program.post_form(&off, &[("List-Unsubscribe", "One-Click")]).unwrap();
    assert_eq!(done.status, 200);
    assert!(ann.get("/settings").unwrap().contains("We do not email you about games"));
}

#[test]
fn a_guest_leaves_an_address_for_one_game() {
    let Some(mail) = MailServer::start() else { return };
    let server = Server::start(
        &sqlite(),
        &[&PATIENT[..], &["--smtp", &mail.url, "--mail-quiet-seconds", "0"]].concat(),
    );
    let (mut ann, mut bob) = (Person::guest(&server.address), Person::guest(&server.address));
    let (hers, his) = (ann.start().unwrap(), bob.start().unwrap());
    assert!(ann.act(&hers, Page::Interview).unwrap());
    assert!(ann.get(&hers).unwrap().contains("Tell me by mail when it is my turn"));
    let left = ann.post(&format!("{hers}/mail"), &[("email", "ann@example.org")]).unwrap();
    assert_eq!(left.status, 303);
    assert!(bob.act(&his, Page::Interview).unwrap());
    let turn = mail.wait_for("Subject: Questions for you");
    assert!(turn.contains("To: ann@example.org") && turn.contains(&hers), "{turn}");
    assert!(turn.contains("No more mails about this game"), "{turn}");
    assert!(ann.act(&hers, Page::Response).unwrap());
    assert!(bob.act(&his, Page::Response).unwrap());
    assert!(ann.act(&hers, Page::Guess).unwrap());
    assert!(bob.act(&his, Page::Guess).unwrap());
    let over = mail.wait_for("Subject: A game is over");
    assert!(over.contains("Your address has been deleted here."), "{over}");
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
    signs_up(&mut ann, "ann@example.org");
    let failed = server.log.iter().find(|line| line.contains("a job failed")).unwrap();
    assert!(failed.contains("mail:"), "{failed}");
    let doctor = luna().args(["doctor", "--database", &database, "--smtp", &url]).output().unwrap();
    assert_eq!(doctor.status.code(), Some(1));
    assert!(String::from_utf8(doctor.stdout).unwrap().contains("mail: WRONG"));
}

#[test]
fn doctor_asks_the_mail_server() {
    let Some(mail) = MailServer::start() else { return };
    let database = sqlite();
    drop(Server::start(&database, &[]));
    let found = |url: &str| {
        let given = ["doctor", "--json", "--database", &database, "--smtp", url];
        let output = luna().args(given).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let line = said.lines().find(|line| line.contains(r#""check":"mail""#));
        line.unwrap_or_else(|| panic!("no finding about mail: {said}")).to_owned()
    };
    let good = found(&mail.url);
    assert!(good.contains(r#""result":"good""#) && good.contains("accepts mail"), "{good}");
    // A program that listens and is no mail server.
    let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = other.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in other.incoming().map_while(Result::ok) {
            drop(std::io::Write::write_all(&mut stream, b"554 no mail here\r\n"));
        }
    });
    let wrong = found(&format!("smtp://{address}"));
    assert!(
        wrong.contains(r#""result":"wrong""#) && wrong.contains(&address.to_string()),
        "{wrong}"
    );
}
