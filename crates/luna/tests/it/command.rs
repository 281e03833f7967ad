//! The command: arguments, what it prints, and its exit codes.

use std::io::Write as _;
use std::process::Stdio;

use luna_bench::http::Client;
use luna_testkit::people::{Page, Person};
use luna_testkit::server::{PATIENT, Server, folder, luna, postgres, program, sqlite};

/// Runs it; gives the exit code, what went to stdout and what to stderr.
pub(crate) fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = luna().args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn an_address_that_is_taken_is_said_so() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let (code, _, words) = run(&["serve", "--listen", &address, "--database", &sqlite()]);
    assert_eq!(code, Some(6));
    let expected = format!(
        "luna: cannot listen on {address}: another program uses it; stop that program or choose another address with --listen"
    );
    assert_eq!(words.trim(), expected);
}

#[test]
fn a_database_that_cannot_be_reached_is_said_so() {
    let (code, _, words) =
        run(&["serve", "--listen", "127.0.0.1:0", "--database", "sqlite:/no/such/folder/luna.db"]);
    assert_eq!(code, Some(4));
    assert!(words.contains("cannot use the database sqlite:/no/such/folder/luna.db"), "{words}");
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let url = format!("postgres://ann:s3cret@{free}/luna");
    let (code, _, words) = run(&["serve", "--listen", "127.0.0.1:0", "--database", &url]);
    assert_eq!(code, Some(4));
    assert!(!words.contains("s3cret") && words.contains("ann@"), "{words}");
}

#[test]
fn a_newer_database_is_left_alone() {
    for database in [Some(sqlite()), postgres()].into_iter().flatten() {
        assert_eq!(run(&["rating", "rebuild", "--database", &database]).0, Some(0));
        if let Some(path) = database.strip_prefix("sqlite:") {
            let sql = "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); \
                       c.execute(\"INSERT INTO migration VALUES ('9999_later')\"); c.commit()";
            let done = program("python3").args(["-c", sql, path]).status().unwrap();
            assert!(done.success());
        } else {
            let mut client = postgres::Client::connect(&database, postgres::NoTls).unwrap();
            client.execute("INSERT INTO migration VALUES ('9999_later')", &[]).unwrap();
        }
        let (code, _, words) = run(&["serve", "--listen", "127.0.0.1:0", "--database", &database]);
        assert_eq!(code, Some(5));
        assert!(words.contains("9999_later"), "{words}");
    }
}

#[test]
fn wrong_settings_are_named() {
    let (code, _, words) = run(&["serve", "--database", "mysql://x"]);
    assert_eq!(
        (code, words.trim()),
        (
            Some(3),
            "luna: the database must be sqlite:PATH or postgres://USER@HOST/NAME, not mysql://x"
        )
    );
    let (code, _, words) = run(&[
        "serve",
        "--smtp",
        "carrier-pigeon://x",
        "--listen",
        "127.0.0.1:0",
        "--database",
        &sqlite(),
    ]);
    assert_eq!(code, Some(3));
    assert!(words.contains("smtp://USER:PASSWORD@HOST:PORT"), "{words}");
    assert_eq!(run(&["serve", "--nonsense"]).0, Some(2));
}

#[test]
fn the_server_stops_when_asked_and_finishes_first() {
    let mut server = Server::start(&sqlite(), &[]);
    let mut ann = Person::guest(&server.address);
    let game = ann.start().unwrap();
    let mut stream = luna_bench::http::open_stream(
        &server.address,
        "/events",
        "text/event-stream",
        ("cookie", &ann.client.cookie_header()),
    )
    .unwrap();
    assert!(ann.act(&game, Page::Interview).unwrap());
    assert_eq!(server.stop(), Some(0));
    // The open stream was ended, not cut.
    while stream.next_line().unwrap().is_some() {}
}

/// A copy of that file alone then has everything.
#[test]
fn a_server_that_is_stopped_as_soon_as_it_is_open_ends_well() {
    let database = sqlite();
    for _ in 0..10 {
        assert_eq!(Server::start(&database, &[]).stop(), Some(0));
    }
}

/// It would not hear of what the first one changes.
#[test]
fn a_second_server_on_a_file_of_sqlite_refuses() {
    let database = sqlite();
    let mut server = Server::start(&database, &[]);
    let file = database.strip_prefix("sqlite:").unwrap();
    let linked = folder("second").join("other-name.db");
    std::os::unix::fs::symlink(file, &linked).unwrap();
    for name in [database.clone(), format!("sqlite:{}", linked.display())] {
        let (code, _, words) = run(&["serve", "--listen", "127.0.0.1:0", "--database", &name]);
        assert_eq!(code, Some(4), "{words}");
        assert!(words.contains("another luna serve uses it"), "{words}");
    }
    // Other commands do not mind, and a lock ends with its server.
    assert_eq!(run(&["admin", "months", "--database", &database]).0, Some(0));
    server.kill();
    assert_eq!(Server::start(&database, &[]).stop(), Some(0));
}

#[test]
fn after_a_stop_all_is_in_the_one_file() {
    let database = sqlite();
    // Nobody else comes.
    let mut server = Server::start(&database, &PATIENT);
    let mut ann = Person::guest(&server.address);
    let game = ann.start().unwrap();
    assert!(ann.act(&game, Page::Interview).unwrap());
    assert_eq!(server.stop(), Some(0));
    let file = database.strip_prefix("sqlite:").unwrap();
    let log = std::fs::metadata(format!("{file}-wal"));
    assert!(log.is_err() || log.is_ok_and(|log| log.len() == 0));
    let copy = sqlite();
    std::fs::copy(file, copy.strip_prefix("sqlite:").unwrap()).unwrap();
    let server = Server::start(&copy, &PATIENT);
    assert_eq!(ann.at(&server.address).page(&game).unwrap(), Page::Waiting);
}

#[test]
fn health_readiness_and_figures() {
    let server = Server::start(&sqlite(), &["--metrics-token", "a token for figures"]);
    let mut client = Client::new(&server.address);
    assert_eq!(client.get("/healthz").unwrap().text(), "ok\n");
    assert_eq!(client.get("/readyz").unwrap().text(), "ready\n");
    let token = ("authorization", "Bearer a token for figures");
    let figures = client.request("GET", "/metrics", &[token], b"").unwrap().text().into_owned();
    assert!(
        figures.contains("luna_requests_total{method=\"GET\",route=\"/healthz\",status=\"200\"} 1"),
        "{figures}"
    );
}

#[test]
fn an_operator_is_made_and_sees_the_admin_pages() {
    let database = sqlite();
    let server = Server::start(&database, &[]);
    let mut child = luna()
        .args(["admin", "create", "boss@example.org", "--password-stdin", "--database", &database])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"correct horse\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .contains("(boss@example.org) is an administrator.")
    );

    let mut boss = Person::guest(&server.address);
    assert_eq!(boss.client.get("/admin").unwrap().status, 404);
    let log_in = [("email", "boss@example.org"), ("password", "correct horse")];
    assert_eq!(boss.post("/login", &log_in).unwrap().status, 303);
    for page in
        ["/admin", "/admin/players", "/admin/games", "/admin/jobs", "/admin/mail", "/admin/bans"]
    {
        assert_eq!(boss.client.get(page).unwrap().status, 200, "{page}");
    }
}

#[test]
fn a_ban_by_command_says_why_and_can_be_lifted() {
    let database = sqlite();
    let server = Server::start(&database, &[]);
    let mut eve = Person::guest(&server.address);
    let name = eve.name();
    let (code, said, _) = run(&["admin", "ban", &name, "--why", "spam", "--database", &database]);
    assert_eq!((code, said), (Some(0), format!("{name} is banned.\n")));
    let shut = eve.client.get("/games").unwrap();
    assert_eq!(shut.status, 403);
    assert!(shut.text().contains("This player has been banned: spam"));
    let (code, said, _) = run(&["admin", "unban", &name, "--database", &database]);
    assert_eq!((code, said), (Some(0), format!("{name} may play again.\n")));
    let (code, _, words) =
        run(&["admin", "ban", "nobody-here", "--why", "x", "--database", &database]);
    assert_eq!((code, words.trim()), (Some(1), "luna: there is no player called nobody-here"));
}

#[test]
fn judges_are_listed_left_out_and_put_back_by_command() {
    let database = sqlite();
    let server = Server::start(&database, &[]);
    let mut eve = Person::guest(&server.address);
    let name = eve.name();
    let judges = || run(&["admin", "judges", "--database", &database]).1;
    assert_eq!(judges(), "No judges to review.\n");
    let sql = "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); \
               i=c.execute('SELECT id FROM player WHERE name=?', (sys.argv[2],)).fetchone()[0]; \
               c.execute('INSERT INTO judge VALUES (?,20,3.4,50,0,NULL,12)', (i,)); \
               c.execute(\"INSERT INTO flag VALUES (?,'constant',12,'All the same.',0,NULL,NULL)\", (i,)); \
               c.commit()";
    let path = database.strip_prefix("sqlite:").unwrap();
    let done = program("python3").args(["-c", sql, path, &name]).status();
    assert!(done.unwrap().success());
    let line = format!(
        "{name}: strength 12.0, 20 guesses, seconds for each 3, mean 50.0, standard deviation 0.0, \
         correlation with the others not known\n  constant: All the same.\n"
    );
    assert_eq!(judges(), line);
    let exclude = ["admin", "exclude", &name, "--why", "See above.", "--database", &database];
    let (code, said, _) = run(&exclude);
    assert_eq!((code, said), (Some(0), format!("The guesses of {name} no longer count.\n")));
    let profile = eve.get("/profile").unwrap();
    assert!(
        profile.contains("do not count in anybody's rating: <bdi>See above.</bdi>"),
        "{profile}"
    );
    assert_eq!(judges(), "No judges to review.\n");
    let (code, said, _) = run(&["admin", "restore", &name, "--database", &database]);
    assert_eq!((code, said), (Some(0), format!("The guesses of {name} count again.\n")));
    assert!(!eve.get("/profile").unwrap().contains("do not count in anybody"));
    let (code, _, words) =
        run(&["admin", "exclude", "gibberish", "--why", "x", "--database", &database]);
    assert_eq!((code, words.trim()), (Some(1), "luna: machines' guesses never count"));
}

/// A person who says that an address is theirs, and their name.
fn unconfirmed(server: &Server, address: &str) -> (Person, String) {
    let mut person = Person::guest(&server.address);
    let sign_up =
        [("email", address), ("password", "correct horse"), ("agree", "on"), ("adult", "on")];
    assert!(person.post("/signup", &sign_up).unwrap().status < 400);
    let profile = person.get("/profile").unwrap();
    let name =
        profile.split("<h1 dir=\"auto\">").nth(1).unwrap().split('<').next().unwrap().to_owned();
    (person, name)
}

#[test]
fn accounts_are_found_by_an_address_that_is_unconfirmed() {
    let database = sqlite();
    let server = Server::start(&database, &[]);
    let (_ann, name) = unconfirmed(&server, "ann@example.org");
    let admin = |verb: &str, who: &str, more: &[&str]| {
        let (code, said, words) =
            run(&[&["admin", verb, who, "--database", &database], more].concat());
        (code, said.clone() + words.trim())
    };
    let done = |said: String| (Some(0), said + "\n");
    let why = ["--why", "spam"];
    assert_eq!(admin("ban", "ann@example.org", &why), done(format!("{name} is banned.")));
    assert_eq!(admin("unban", "Ann@Example.org", &[]), done(format!("{name} may play again.")));
    let left_out = format!("The guesses of {name} no longer count.");
    assert_eq!(admin("exclude", "ann@example.org", &why), done(left_out));
    let counts = format!("The guesses of {name} count again.");
    assert_eq!(admin("restore", "ann@example.org", &[]), done(counts));

    let (_eve, other) = unconfirmed(&server, "ann@example.org");
    assert_ne!(name, other);
    let several = "luna: several accounts have the address ann@example.org and none has confirmed \
                   it: please give the player's name";
    for (verb, more) in [("ban", &why[..]), ("unban", &[]), ("reset-password", &[])] {
        assert_eq!(admin(verb, "ann@example.org", more), (Some(1), several.to_owned()));
    }
    assert_eq!(admin("ban", &other, &why), done(format!("{other} is banned.")));
}

#[test]
fn no_new_password_from_an_address_alone() {
    let database = sqlite();
    let server = Server::start(&database, &[]);
    let (_eve, name) = unconfirmed(&server, "ann@example.org");
    let reset = |who: &str| run(&["admin", "reset-password", who, "--database", &database]);
    let (code, said, words) = reset("ann@example.org");
    let refused = format!(
        "luna: the address ann@example.org is unconfirmed: anybody may have typed it, so it does not \
         show whose account this is; if you know that, give the player's name, {name}\n"
    );
    assert_eq!((code, said, words), (Some(1), String::new(), refused));
    let log_in = |password: &str| {
        let login = [("email", "ann@example.org"), ("password", password)];
        Person::guest(&server.address).post("/login", &login).unwrap().status
    };
    assert_eq!(log_in("correct horse"), 303);
    let (code, said, _) = reset(&name);
    assert_eq!(code, Some(0));
    assert!(said.starts_with(&format!("{name} has a new password.\n")), "{said}");
    let password = said.split("Password: ").nth(1).unwrap().trim();
    assert_eq!(log_in(password), 303);
    assert_ne!(log_in("correct horse"), 303);
    let guest = Person::guest(&server.address).get("/profile").unwrap();
    let guest =
        guest.split("<h1 dir=\"auto\">").nth(1).unwrap().split('<').next().unwrap().to_owned();
    let refused = format!("luna: {guest} has no account: there is no address to log in with");
    assert_eq!(reset(&guest).2.trim(), refused);
}

#[test]
fn a_new_password_by_command() {
    let database = sqlite();
    let (_, made, _) = run(&["admin", "create", "boss@example.org", "--database", &database]);
    assert!(made.contains("Password: "), "{made}");
    let (code, said, _) =
        run(&["admin", "reset-password", "boss@example.org", "--database", &database]);
    assert_eq!(code, Some(0));
    let password = said.split("Password: ").nth(1).unwrap().trim();
    let server = Server::start(&database, &[]);
    let mut boss = Person::guest(&server.address);
    assert_eq!(
        boss.post("/login", &[("email", "boss@example.org"), ("password", password)])
            .unwrap()
            .status,
        303
    );
}

#[test]
fn a_backup_of_a_running_server_is_restored_elsewhere() {
    let source = sqlite();
    let server = Server::start(&source, &PATIENT);
    let (mut ann, mut bob) = (Person::guest(&server.address), Person::guest(&server.address));
    let (hers, his) = (ann.start().unwrap(), bob.start().unwrap());
    assert!(ann.act(&hers, Page::Interview).unwrap());
    assert!(bob.act(&his, Page::Interview).unwrap());
    assert!(ann.act(&hers, Page::Response).unwrap());
    for target in [Some(sqlite()), postgres()].into_iter().flatten() {
        let file = folder("backup").join("luna.backup").display().to_string();
        let (code, said, words) = run(&["backup", &file, "--database", &source]);
        assert_eq!(code, Some(0), "{said}{words}");
        assert_eq!(run(&["backup", &file, "--database", &source]).0, Some(1), "never over another");
        let (code, said, words) = run(&["restore", &file, "--database", &target]);
        assert_eq!(code, Some(0), "{said}{words}");
        // Sessions, drafts and games go on where they were.
        let other = Server::start(&target, &PATIENT);
        let (mut ann, mut bob) = (ann.at(&other.address), bob.at(&other.address));
        assert_eq!(ann.page(&hers).unwrap(), Page::Waiting);
        assert_eq!(bob.page(&his).unwrap(), Page::Response);
        assert!(bob.act(&his, Page::Response).unwrap());
        assert!(ann.act(&hers, Page::Guess).unwrap());
        let (code, _, words) = run(&["restore", &file, "--database", &target]);
        assert_ne!(code, Some(0), "a database in use is not overwritten");
        assert!(!words.is_empty());
    }
}

#[test]
fn completions_and_the_manual_page_are_printed() {
    assert!(run(&["completions", "bash"]).1.contains("luna"));
    assert!(run(&["man"]).1.contains(".TH luna"));
    assert!(run(&["--help"]).1.contains("Exit codes"));
}

#[test]
fn a_reader_that_closes_the_pipe_causes_no_error() {
    for what in ["man", "completions"] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let shell = (what == "completions").then_some("bash");
        let output = luna().arg(what).args(shell).stdout(writer).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), words.as_str()), (Some(1), ""), "{what}");
    }
}

#[test]
fn comparisons_are_rated_without_a_database() {
    let file = folder("compare").join("comparisons.csv");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "left,right,winner\na,b,left\nb,a,left\nb,\"c, d\",b\n").unwrap();
    let (code, out, words) =
        run(&["rating", "compare", path, "--format", "csv", "--bootstrap", "0"]);
    assert_eq!(code, Some(0), "{words}");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[1].starts_with("bradley-terry,a,2,1500"), "{out}");
    assert_eq!(lines[3], "bradley-terry,\"c, d\",1,-inf,,,,,below");
    assert!(words.contains("c, d: lost every comparison with the rated"), "{words}");
    let judged = "left,right,winner,judge\na,b,left,x\na,b,tie,y\nb,a,left,z\na,b,left,x\n";
    std::fs::write(&file, judged).unwrap();
    let rated = |more: &[&str]| {
        let mut line = vec!["rating", "compare", path, "--format", "csv", "--model", "rao-kupper"];
        line.extend(more);
        run(&line).1
    };
    let (alone, clustered) = (rated(&[]), rated(&["--cluster", "Judge"]));
    assert!(clustered.contains("\nrao-kupper,a,4,15") && alone != clustered, "{clustered}");
    let (code, _, words) = run(&["rating", "compare", path, "--cluster", "voter"]);
    assert_eq!(code, Some(1));
    assert!(words.contains("line 1: no column is called 'voter' (there are: left, "), "{words}");
    std::fs::write(&file, "left,right,winner\n\u{1b}[2Ja,\u{202e}b,tie\n").unwrap();
    let out = run(&["rating", "compare", path, "--bootstrap", "2"]).1;
    assert!(out.contains("\\u{1b}[2Ja ") && out.contains("\\u{202e}b "), "{out}");
    let (code, _, words) = run(&["rating", "compare", path, "--bootstrap", "99999999999999"]);
    assert_eq!((code, words.lines().count()), (Some(2), 1), "{words}");
    std::fs::write(&file, "left,right,winner\na,b,tie\n").unwrap();
    for (option, value, bound) in
        [("--k", "1e9", "above 0, 1,000,000 at most"), ("--prior", "1e12", "to 1,000,000,000\n")]
    {
        let (code, _, words) = run(&["rating", "compare", path, option, value]);
        assert_eq!((code, words.contains(bound)), (Some(2), true), "{words}");
    }
    let davidson = ["rating", "compare", path, "--model", "davidson", "--prior", "1"];
    let (code, _, words) = run(&davidson);
    assert_eq!(code, Some(1));
    assert!(words.contains("; --model bradley-terry takes a tie for half a win"), "{words}");
    std::fs::write(&file, "left,right,winner,weight\na,b,left,0\n").unwrap();
    for (prior, hint) in [("0", "; --prior 1 would pull"), ("1", "; or no row weighs more than 0")]
    {
        let (_, _, words) = run(&["rating", "compare", path, "--prior", prior]);
        assert!(words.contains(hint), "{words}");
    }
    std::fs::write(&file, "left,right,winner\na,b,won\n").unwrap();
    let (code, _, words) = run(&["rating", "compare", path]);
    assert_eq!(code, Some(1));
    assert!(words.contains("comparisons.csv: line 2: the winner 'won' is none of left"), "{words}");
}

#[test]
fn an_instance_behind_https_does_not_open_before_it_names_its_operator() {
    let url = ["--listen", "127.0.0.1:0", "--public-url", "https://luna.test"];
    let said = luna().arg("serve").args(url).args(["--database", &sqlite()]).output().unwrap();
    assert_eq!(said.status.code(), Some(3));
    let why = String::from_utf8(said.stderr).unwrap();
    let expected = "set controller, controller_address, contact, help_line";
    assert_eq!(why.trim().lines().count(), 1, "{why}");
    assert!(why.contains(expected), "{why}");
    let named = [
        "--public-url=https://luna.test",
        "--controller=The Luna Society",
        "--controller-address=1 Moon Road, Reading",
        "--contact=luna@example.org",
        "--help-line=Call 116 123",
    ];
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let server = Server::start_at(&free.to_string(), &sqlite(), &named);
    let page = Client::new(&server.address).get("/contact").unwrap().text().into_owned();
    for shown in ["The Luna Society", "1 Moon Road, Reading", "luna@example.org", "Call 116 123"] {
        assert!(page.contains(shown), "{shown} on {page}");
    }
}
