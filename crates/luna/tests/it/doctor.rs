//! `luna doctor`: it finds what is wrong with an instance, and changes nothing.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use luna_testkit::server::{Server, folder, luna, postgres, program, sqlite};
use serde_json::Value;

use crate::command::run;
use crate::predict::files;

/// The result and the words of each check.
fn doctor(arguments: &[&str]) -> (Option<i32>, Vec<(String, String, String)>) {
    let (code, said, words) = run(&[&["doctor", "--json"], arguments].concat());
    let finding = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        let text = |name: &str| line[name].as_str().unwrap().to_owned();
        (text("check"), text("result"), text("message"))
    };
    let findings: Vec<_> = said.lines().map(finding).collect();
    assert!(!findings.is_empty(), "{words}");
    (code, findings)
}

#[track_caller]
fn says(findings: &[(String, String, String)], check: &str, result: &str, words: &str) {
    let found = findings.iter().find(|finding| finding.0 == check);
    let Some((_, found, message)) = found else { panic!("no {check} in {findings:#?}") };
    assert_eq!(found, result, "{check}: {message}");
    assert!(message.contains(words), "{check}: {message}");
}

pub(crate) fn change(database: &str, sql: &str) {
    let path = database.strip_prefix("sqlite:").unwrap();
    let script = "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); \
                  c.execute(sys.argv[2]); c.commit(); c.close()";
    assert!(program("python3").args(["-c", script, path, sql]).status().unwrap().success());
}

#[test]
fn an_empty_folder_stays_empty_and_has_no_database() {
    let place = folder("empty");
    let output = luna().current_dir(&place).args(["doctor"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("database: WRONG: cannot use the database sqlite:luna.db"), "{said}");
    assert!(said.contains("luna serve creates a new one"), "{said}");
    assert!(files(&place).is_empty());
}

#[test]
fn a_database_is_looked_at_and_left_as_it_is() {
    let database = sqlite();
    let path = Path::new(database.strip_prefix("sqlite:").unwrap()).to_owned();
    let place = path.parent().unwrap();
    assert_eq!(run(&["rating", "rebuild", "--database", &database]).0, Some(0));
    for entry in fs::read_dir(place).unwrap() {
        fs::set_permissions(entry.unwrap().path(), fs::Permissions::from_mode(0o600)).unwrap();
    }
    // Readers note in the index (-shm) what they read.
    let content = || {
        let mut all = files(place);
        all.iter_mut().filter(|(name, _)| name.ends_with("-shm")).for_each(|(_, it)| it.clear());
        all
    };
    let before = content();
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let closed = closed.to_string();
    let given = ["--database", &database, "--listen", &closed];
    let (code, found) = doctor(&given);
    assert_eq!(code, Some(0), "warnings alone are no failure: {found:#?}");
    says(&found, "settings", "good", "on this machine only");
    says(&found, "database", "good", "up to date and can be written to");
    says(&found, "files", "good", "only their owner");
    says(&found, "backup", "warning", "there is no backup so far");
    says(&found, "secret", "good", "no machine has a key");
    says(&found, "operator", "warning", "set contact");
    says(&found, "mail", "good", "no SMTP server");
    says(&found, "clock", "good", "it says 2");
    says(&found, "open files", "good", "a process here may open");
    says(&found, "server", "warning", "luna serve starts one");
    assert!(found.iter().any(|finding| finding.0 == "disk"));
    assert!(content() == before, "nothing is written");

    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    says(&doctor(&given).1, "files", "warning", "chmod 600");
    let backup = folder("backup").join("luna.backup");
    let backup = backup.to_str().unwrap();
    assert_eq!(run(&["backup", backup, "--database", &database]).0, Some(0));
    says(&doctor(&given).1, "backup", "good", "less than a day old");
    change(&database, "UPDATE setting SET value = '1763000000000' WHERE name = 'last_backup'");
    says(&doctor(&given).1, "backup", "warning", "luna backup FILE makes one");
    change(
        &database,
        "INSERT INTO player (id, kind, name, name_key, created_at)
         VALUES ('owl', 'machine', 'owl', 'owl', 1)",
    );
    change(
        &database,
        "INSERT INTO machine (player_id, line, version, about, model, link, contact, way, setup,
                              secret, most_open, most_daily, created_at)
         VALUES ('owl', 'owl', 1, '', '', '', '', 'push', '{}', 'sealed', 1, 1, 1)",
    );
    let (code, found) = doctor(&given);
    assert_eq!(code, Some(1));
    says(&found, "secret", "wrong", "set secret");
    change(&database, "DELETE FROM migration WHERE name = '0010_predict'");
    says(&doctor(&given).1, "database", "warning", "lacks the migration 0010_predict");
    change(&database, "INSERT INTO migration VALUES ('9999_later')");
    says(&doctor(&given).1, "database", "wrong", "newer Luna");
}

#[test]
fn settings_that_do_not_go_together_are_named() {
    let database = sqlite();
    assert_eq!(run(&["rating", "rebuild", "--database", &database]).0, Some(0));
    let with = |more: &[&str]| doctor(&[&["--database", &database], more].concat());
    let (code, found) = with(&["--listen", "0.0.0.0:1"]);
    assert_eq!(code, Some(1));
    says(&found, "settings", "wrong", "listening on 0.0.0.0:1 without public_url");
    says(&found, "operator", "wrong", "people have no contact");
    says(&found, "help line", "warning", "set help_line");
    says(&found, "mail", "warning", "nobody gets one");
    let (_, found) = with(&["--public-url", "https://luna.example", "--contact", "me"]);
    says(&found, "proxy", "warning", "set behind_proxy");
    says(&found, "operator", "wrong", "set controller, controller_address");
    let named = ["--controller", "Ann", "--controller-address", "1 Road", "--contact", "me"];
    let named = [&named[..], &["--help-line", "116 123"]].concat();
    let (_, found) = with(&[&["--public-url", "https://luna.example"][..], &named].concat());
    says(&found, "operator", "good", "people can write to me");
    let (_, found) = with(&["--public-url", "http://luna.example"]);
    says(&found, "settings", "wrong", "is not https");
    let open = ["--behind-proxy", "--listen", "0.0.0.0:1", "--secret", "0123456789abcdef"];
    let (_, found) = with(&open);
    says(&found, "proxy", "warning", "can claim any address");
    says(&found, "secret", "warning", "fewer than 32");
}

#[test]
fn the_server_that_runs_is_asked() {
    for database in [Some(sqlite()), postgres()].into_iter().flatten() {
        let mut server = Server::start(&database, &[]);
        let url = format!("http://{}", server.address);
        let given = ["--database", &database, "--listen", &server.address, "--public-url", &url];
        let (code, found) = doctor(&given);
        assert_eq!(code, Some(0), "{found:#?}");
        says(&found, "server", "good", "is ready");
        says(&found, "version", "good", env!("CARGO_PKG_VERSION"));
        says(&found, "server clock", "good", "agrees");
        says(&found, "public URL", "good", "leads to a Luna");
        if database.starts_with("postgres") {
            says(&found, "database clock", "good", "agrees");
        }
        assert_eq!(server.stop(), Some(0));
    }
}

#[test]
fn another_server_at_the_address_is_told_from_luna() {
    let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = other.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for stream in other.incoming().map_while(Result::ok) {
            let mut line = String::new();
            drop(BufReader::new(&stream).read_line(&mut line));
            drop((&stream).write_all(b"HTTP/1.0 404 Not Found\r\n\r\n"));
        }
    });
    let database = sqlite();
    assert_eq!(run(&["rating", "rebuild", "--database", &database]).0, Some(0));
    let (code, found) = doctor(&["--database", &database, "--listen", &address]);
    assert_eq!(code, Some(1));
    says(&found, "server", "wrong", "is not Luna (status 404)");
}
