//! The API against Schemathesis, which reads the document that the server
//! offers and sends what it allows and what it does not.

use std::process::Stdio;

use luna_store::Db;
use luna_store::machine::{self, MachineConfig, Skills, Transport};
use luna_store::token::{self, Scope, Token};

use crate::server::{Server, folder, offered, program, sqlite};

const TOKEN: &str = "luna_00000000000000000000000000";
/// What the token is kept as: its SHA-256.
const HASH: &str = "fb3da0fba9e1e8bc29759309e853f79816af2c006d094a143fe4b1d8875660dd";
const MACHINE: &str = "00000000000000000000000001";

/// A database with one machine that may play as often as it wants.
fn with_machine() -> String {
    let database = sqlite();
    let db = Db::open(&database).unwrap();
    let declared = MachineConfig {
        about: "Says all there is to say.".to_owned(),
        model: "chance".to_owned(),
        link: String::new(),
        contact: "ann@example.org".to_owned(),
        way: Transport::Pull,
        setup: "{}".to_owned(),
        most_open: 1_000_000,
        most_daily: 1_000_000,
        skills: Skills::all(),
    };
    let token = Token {
        id: HASH.to_owned(),
        name: "test".to_owned(),
        tail: "0000".to_owned(),
        scope: Scope::Play,
        created_at: 0,
        used_at: None,
        revoked_at: None,
    };
    let made = db.write(move |tx| {
        machine::register(tx, 0, MACHINE, "prober", None, &declared)?;
        token::create(tx, MACHINE, &token)
    });
    tokio::runtime::Runtime::new().unwrap().block_on(made).unwrap();
    database
}

#[test]
fn schemathesis_finds_nothing_that_the_document_does_not_say() {
    let Some(schemathesis) = offered("LUNA_TEST_SCHEMATHESIS") else { return };
    let server = Server::start(&with_machine(), &["--machine-requests-per-minute", "1000000"]);
    let hooks = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it");
    let ran = program("python3")
        .args(["-m", "schemathesis.cli", "run"])
        .arg(format!("http://{}/api/openapi.json", server.address))
        .args(["--header", &format!("Authorization: Bearer {TOKEN}")])
        // Streams do not end by themselves; tests of our own read them.
        .args(["--exclude-tag", "Streams"])
        // What makes no sense in a game is refused, however well it is formed.
        .args(["--exclude-checks", "positive_data_acceptance"])
        // With several workers Python 3.11 sometimes fails to read itself.
        .args(["--workers", "1", "--seed", "1954", "--max-examples", "25"])
        .args(["--generation-database", "none", "--no-color"])
        .env("PYTHONPATH", format!("{schemathesis}:{hooks}"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("SCHEMATHESIS_HOOKS", "schemathesis_hooks")
        .current_dir(folder("schemathesis"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ran.stdout);
    assert!(ran.status.success(), "{said}\n{}", String::from_utf8_lossy(&ran.stderr));
    assert!(said.contains("Tested: 14"), "{said}");
}
