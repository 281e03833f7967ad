//! Commands that change who may come in end all ways in, as the pages do.

use std::path::Path;

use luna_testkit::database::on_sqlite;
use luna_testkit::people::Person;
use luna_testkit::server::{Server, sqlite};

use crate::command::run;
use crate::doctor::change;

const WAYS: [&str; 5] = [
    "SELECT id FROM session WHERE player_id = 'ID'",
    "SELECT code_hash FROM recovery WHERE player_id = 'ID'",
    "SELECT id FROM link WHERE player_id = 'ID' AND kind <> 'mail_off'",
    "SELECT id FROM token WHERE revoked_at IS NULL",
    "SELECT token_hash FROM contest_seat WHERE token_hash IS NOT NULL",
];

/// Plants one of each way into a player, besides the session.
const ROWS: [&str; 5] = [
    "INSERT INTO recovery VALUES ('ID', 'hash', 1)",
    "INSERT INTO link VALUES ('l', 'reset', 'ID', 'ann@example.org', 99999999999999)",
    "INSERT INTO link VALUES ('m', 'mail_off', 'ID', 'ann@example.org', 99999999999999)",
    "UPDATE machine SET owner_id = 'ID' WHERE player_id = 'house-eliza'",
    "INSERT INTO token (id, player_id, name, tail, scope, created_at)
     VALUES ('t', 'house-eliza', 'laptop', 'wxyz', 'play', 1)",
];

#[test]
fn a_new_password_a_role_and_a_ban_by_command_end_all_ways_in() {
    for command in [
        &["reset-password", "ann@example.org"][..],
        &["create", "ann@example.org"],
        &["role", "ann@example.org", "moderator"],
        &["role", "ann@example.org", "none"],
        &["ban", "ann@example.org", "--why", "rude"],
    ] {
        let database = sqlite();
        let path = Path::new(database.strip_prefix("sqlite:").unwrap());
        let (_, made, _) = run(&["admin", "create", "ann@example.org", "--database", &database]);
        let password = made.split("Password: ").nth(1).unwrap().trim();
        let server = Server::start(&database, &[]);
        let mut ann = Person::guest(&server.address);
        let login = [("email", "ann@example.org"), ("password", password)];
        assert_eq!(ann.post("/login", &login).unwrap().status, 303);
        assert!(ann.get("/settings").unwrap().contains("Ways in"));
        let id = on_sqlite(path, "SELECT id FROM player WHERE email = 'ann@example.org'");
        let id = id[0][0].clone();
        for row in ROWS {
            change(&database, &row.replace("ID", &id));
        }
        let (code, _, words) = run(&[&["admin"], command, &["--database", &database]].concat());
        assert_eq!(code, Some(0), "{command:?}: {words}");
        for way in WAYS {
            let left = on_sqlite(path, &way.replace("ID", &id));
            assert_eq!(left, Vec::<Vec<String>>::new(), "{command:?}: {way}");
        }
        assert!(!ann.get("/settings").unwrap().contains("Ways in"), "{command:?}");
    }
}
