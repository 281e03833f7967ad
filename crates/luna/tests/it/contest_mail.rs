//! Invitations that are mailed from the command line.

use luna_testkit::server::{folder, luna, sqlite};

const FILE: &str = r#"
preset = "2012"
rules = { judges = 1, entries = 1, confederates = 1 }
seats = [
    { seat = "E1", program = "Elbot" },
    { seat = "J1", person = "Ann", email = "ann@example.org" },
]
"#;
const SITE: [&str; 2] = ["--public-url", "https://luna.example.org"];

/// Runs a command; returns its exit code, its results and its words.
fn run(arguments: &[&str], database: &str) -> (Option<i32>, String, String) {
    let output = luna().args(arguments).args(["--database", database]).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn an_invitation_is_mailed_with_its_link_where_the_site_has_an_address() {
    let database = sqlite();
    let file = folder("contest").join("prize.toml");
    std::fs::write(&file, FILE).unwrap();
    let file = file.to_str().unwrap();
    let (code, _, why) = run(&["contest", "new", file], &database);
    assert_eq!(code, Some(3), "{why}");
    assert!(why.contains("need the address of the site; set public_url"), "{why}");
    let (code, listed, _) = run(&["contest", "list"], &database);
    assert_eq!(code, Some(0));
    assert!(listed.starts_with("There is no contest yet"), "{listed}");

    let new = [&["contest", "new", file], &SITE[..]].concat();
    let (code, made, why) = run(&new, &database);
    assert_eq!(code, Some(0), "{why}");
    let row = made.lines().find(|line| line.starts_with("J1\t")).unwrap();
    let [_, "Ann", link, "mailed to ann@example.org"] = row.split('\t').collect::<Vec<_>>()[..]
    else {
        panic!("{row}");
    };
    let (_, mails, _) = run(&["admin", "mail"], &database);
    assert!(mails.contains("To: ann@example.org\n"), "{mails}");
    // What is printed can be passed on as it is.
    assert!(link.starts_with("https://luna.example.org/contests/join/"), "{link}");
    assert!(mails.contains(&format!("{link}\n")), "{mails}");

    // A new link replaces the mail with the old one.
    let id = made.split_whitespace().nth(1).unwrap();
    let invite = ["contest", "invite", id, "J1", "--email"];
    let (code, _, why) = run(&[&invite[..], &["ben"], &SITE[..]].concat(), &database);
    assert_eq!(code, Some(2), "{why}");
    assert!(why.contains("That does not look like an email address"), "{why}");
    let (code, _, why) = run(&[&invite[..], &["ben@example.org"], &SITE[..]].concat(), &database);
    assert_eq!(code, Some(0), "{why}");
    let (_, mails, _) = run(&["admin", "mail"], &database);
    assert!(mails.contains("To: ben@example.org\n") && !mails.contains("ann"), "{mails}");
}
