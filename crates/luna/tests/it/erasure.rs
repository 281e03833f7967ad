//! What is left of an erased person outside of the tables: logs, files, backups.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use luna_testkit::people::Person;
use luna_testkit::server::{Server, folder, postgres, sqlite};

use crate::command::run;

const ADDRESS: &str = "xylofoon@example.org";
const PASSWORD: &str = "marimba lithophone 77 glock";

fn with_account(server: &Server) -> Person {
    let mut person = Person::guest(&server.address);
    let fields = [("email", ADDRESS), ("password", PASSWORD), ("agree", "yes"), ("adult", "yes")];
    let response = person.post("/signup", &fields).unwrap();
    assert_eq!(response.status, 303, "{}", response.text());
    person
}

fn erase(person: &mut Person, password: &str) {
    person.get("/settings/erase").unwrap();
    let fields = [("current", password), ("sure", "yes")];
    let response = person.post("/settings/erase", &fields).unwrap();
    assert_eq!(response.status, 303, "{}", response.text());
}

/// What follows `/verify/` or the like in the latest mail with such a link.
fn token(database: &str, kind: &str) -> String {
    let (code, said, words) = run(&["admin", "mail", "--database", database]);
    assert_eq!(code, Some(0), "{words}");
    assert!(said.contains(&format!("To: {ADDRESS}\nSubject: ")), "{said}");
    let at = said.rfind(&format!("/{kind}/")).unwrap() + kind.len() + 2;
    said[at..].chars().take_while(char::is_ascii_alphanumeric).collect()
}

#[test]
fn no_line_of_the_log_names_anybody_or_opens_an_account() {
    for database in [Some(sqlite()), postgres()].into_iter().flatten() {
        let mut server = Server::start(&database, &["--log", "debug"]);
        let mut person = with_account(&server);
        let profile = person.get("/profile").unwrap();
        let name = profile.split("<h1 dir=\"auto\">").nth(1).unwrap().split('<').next().unwrap();
        let name = name.to_owned();
        let verify = token(&database, "verify");
        let path = format!("/verify/{verify}");
        person.get(&path).unwrap();
        assert_eq!(person.post(&path, &[]).unwrap().status, 303);
        assert_eq!(person.post("/forgot", &[("email", ADDRESS)]).unwrap().status, 200);
        let patience = luna_testkit::stopwatch::patience();
        let reset = loop {
            let (_, said, _) = run(&["admin", "mail", "--database", &database]);
            if said.contains("/reset/") {
                break token(&database, "reset");
            }
            assert!(patience() < std::time::Duration::from_secs(60), "no mail: {said}");
        };
        let path = format!("/reset/{reset}");
        person.get(&path).unwrap();
        let changed = "vibraphone celesta 88 tubular";
        assert_eq!(person.post(&path, &[("password", changed)]).unwrap().status, 303);
        let why = ["admin", "ban", &name, "--why", "spam", "--database", &database];
        assert_eq!(run(&why).0, Some(0));
        assert_eq!(run(&["admin", "unban", &name, "--database", &database]).0, Some(0));
        let mut back = Person::guest(&server.address);
        let log_in = [("email", ADDRESS), ("password", changed)];
        assert_eq!(back.post("/login", &log_in).unwrap().status, 303);
        erase(&mut back, changed);
        assert_eq!(server.stop(), Some(0));
        let log: Vec<String> = server.log.iter().collect();
        assert!(log.iter().any(|line| line.contains("a mail waits at /admin/mail")), "{log:#?}");
        for secret in ["xylofoon", &name, &verify, &reset, changed, PASSWORD] {
            let told = log.iter().find(|line| line.contains(secret));
            assert_eq!(told, None, "{secret}");
        }
        if let Some(path) = database.strip_prefix("sqlite:") {
            for secret in ["xylofoon", &name, &verify, &reset] {
                assert_eq!(files_with(path, secret), Vec::<String>::new());
            }
        }
    }
}

fn files_with(path: &str, secret: &str) -> Vec<String> {
    let has = |file: &String| {
        let bytes = fs::read(file).unwrap_or_default();
        bytes.windows(secret.len()).any(|window| window == secret.as_bytes())
    };
    ["", "-wal", "-shm", ".erased"]
        .map(|end| format!("{path}{end}"))
        .into_iter()
        .filter(has)
        .collect()
}

fn knows_them(database: &str) -> bool {
    // Nothing is changed: the address is unconfirmed.
    let (_, _, words) = run(&["admin", "reset-password", ADDRESS, "--database", database]);
    let unknown = words.contains("there is no player called");
    assert!(unknown || words.contains("is unconfirmed"), "{words}");
    !unknown
}

/// Backs a person up and erases them. Gives the backup and the list of erasures.
fn erased_after_a_backup(database: &str, list: &str, settings: &[&str]) -> String {
    let mut server = Server::start(database, settings);
    let mut person = with_account(&server);
    let file = folder("backup").join("luna.backup").display().to_string();
    assert_eq!(run(&["backup", &file, "--database", database]).0, Some(0));
    assert!(knows_them(database) && !Path::new(list).exists());
    erase(&mut person, PASSWORD);
    assert!(!knows_them(database));
    let lines = fs::read_to_string(list).unwrap();
    let words: Vec<&str> = lines.split_whitespace().collect();
    assert_eq!((words.len(), words[1].len()), (2, 26), "a time and an id: {lines}");
    assert_eq!(fs::metadata(list).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(server.stop(), Some(0));
    file
}

#[test]
fn erased_people_do_not_come_back_with_a_backup_of_sqlite() {
    let database = sqlite();
    let path = database.strip_prefix("sqlite:").unwrap().to_owned();
    let list = format!("{path}.erased");
    let file = erased_after_a_backup(&database, &list, &[]);
    // A restore beside the list.
    fs::remove_file(&path).unwrap();
    let (code, said, words) = run(&["restore", &file, "--database", &database]);
    assert_eq!(code, Some(0), "{words}");
    assert!(said.contains(&format!("People in the list of erasures, {list}, erased again: 1.")));
    assert!(!knows_them(&database));
    assert_eq!(files_with(&path, "xylofoon"), Vec::<String>::new());
    // One elsewhere: the list is put there, and a start reads it.
    let other = sqlite();
    let (_, said, _) = run(&["restore", &file, "--database", &other]);
    assert!(said.contains("There is no list of erasures"), "{said}");
    assert!(knows_them(&other));
    fs::copy(&list, format!("{}.erased", other.strip_prefix("sqlite:").unwrap())).unwrap();
    let mut server = Server::start(&other, &[]);
    assert!(!knows_them(&other));
    let mut person = Person::guest(&server.address);
    let log_in = [("email", ADDRESS), ("password", PASSWORD)];
    assert_ne!(person.post("/login", &log_in).unwrap().status, 303);
    assert_eq!(server.stop(), Some(0));
}

#[test]
fn erased_people_do_not_come_back_with_a_backup_of_postgresql() {
    let (Some(database), Some(other), Some(third)) = (postgres(), postgres(), postgres()) else {
        return;
    };
    let list = folder("list").join("erased").display().to_string();
    let setting = ["--erasure-log", list.as_str()];
    let file = erased_after_a_backup(&database, &list, &setting);
    let restore = ["restore", &file, "--database", &other];
    let (code, said, words) = run(&[&restore[..], &setting].concat());
    assert_eq!(code, Some(0), "{words}");
    assert!(said.contains("erased again: 1."), "{said}");
    assert!(!knows_them(&other));
    let (_, said, _) = run(&["restore", &file, "--database", &third]);
    assert!(said.contains("name it with --erasure-log"), "{said}");
    assert!(knows_them(&third));
    let mut server = Server::start(&third, &setting);
    assert!(!knows_them(&third));
    assert_eq!(server.stop(), Some(0));
}

#[test]
fn an_operator_exports_and_erases_somebody_who_asks_for_it() {
    for database in [Some(sqlite()), postgres()].into_iter().flatten() {
        let list = folder("list").join("erased").display().to_string();
        let setting = ["--erasure-log", list.as_str()];
        let mut server = Server::start(&database, &setting);
        let mut person = with_account(&server);
        let profile = person.get("/profile").unwrap();
        let name = profile.split("<h1 dir=\"auto\">").nth(1).unwrap().split('<').next().unwrap();
        let admin = |arguments: &[&str]| {
            let database = ["--database", database.as_str()];
            run(&[&["admin"], arguments, &database, &setting].concat())
        };
        let (code, said, words) = admin(&["export", ADDRESS]);
        assert_eq!(code, Some(0), "{words}");
        let data: serde_json::Value = serde_json::from_str(&said).unwrap();
        assert_eq!(
            (&data["player"]["name"], &data["player"]["email"]),
            (&name.into(), &ADDRESS.into())
        );
        assert!(data["not_included"].as_array().is_some_and(|reasons| reasons.len() > 3), "{said}");
        assert_eq!(data["mails"][0]["to"], ADDRESS);
        let id = data["player"]["id"].as_str().unwrap();
        assert_eq!(admin(&["export", id]).0, Some(0));

        // Without --yes it says who that would be, and does nothing.
        let (code, _, words) = admin(&["erase", name]);
        assert_eq!(code, Some(1), "{words}");
        assert!(words.contains(id) && words.contains("--yes"), "{words}");
        assert!(person.get("/profile").unwrap().contains(name) && !Path::new(&list).exists());
        let (code, said, words) = admin(&["erase", name, "--yes"]);
        assert_eq!(code, Some(0), "{words}");
        assert!(said.contains("is erased."), "{said}");
        assert!(!person.get("/profile").unwrap().contains(name), "the server knows it at once");
        assert!(fs::read_to_string(&list).unwrap().contains(id));
        assert!(!knows_them(&database));
        assert_eq!(admin(&["export", id]).0, Some(1));
        assert_eq!(server.stop(), Some(0));
        if let Some(path) = database.strip_prefix("sqlite:") {
            assert_eq!(files_with(path, "xylofoon"), Vec::<String>::new());
        }
    }
}

#[test]
fn a_server_does_not_start_with_a_list_of_erasures_that_it_cannot_read() {
    let list = folder("list");
    let list = list.display().to_string();
    let started =
        ["serve", "--listen", "127.0.0.1:0", "--database", &sqlite(), "--erasure-log", &list];
    let (code, _, words) = run(&started);
    assert_eq!(code, Some(3));
    assert!(words.contains(&format!("cannot read the list of erasures {list}")), "{words}");
}

#[test]
fn a_backup_on_standard_output_is_a_backup_and_nothing_else() {
    let database = sqlite();
    assert_eq!(run(&["admin", "create", ADDRESS, "--database", &database]).0, Some(0));
    let (code, said, words) = run(&["backup", "-", "--database", &database]);
    assert_eq!(code, Some(0), "{words}");
    assert!(words.contains("rows are in the backup on standard output."), "{words}");
    let file = folder("backup").join("luna.backup");
    fs::write(&file, said).unwrap();
    let other = sqlite();
    let (code, _, words) = run(&["restore", file.to_str().unwrap(), "--database", &other]);
    assert_eq!(code, Some(0), "{words}");
    let (_, said, _) = run(&["admin", "create", ADDRESS, "--database", &other]);
    assert!(said.contains("is an administrator now."), "{said}");
}
