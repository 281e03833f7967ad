//! The API against Schemathesis, which reads the document that the server
//! offers and sends what it allows and what it does not.

use std::process::Stdio;

use luna_store::Db;
use luna_store::machine::{self, MachineConfig, Transport};
use luna_store::token::{self, Scope};
use luna_testkit::control::offered;
use luna_testkit::machine::{declared, token as key};
use luna_testkit::server::{Server, folder, program, sqlite};

const TOKEN: &str = "luna_00000000000000000000000000";
const MACHINE: &str = "00000000000000000000000001";

/// A database with one machine that may play as often as it wants.
fn with_machine() -> String {
    let database = sqlite();
    let db = Db::open(&database).unwrap();
    let declared =
        MachineConfig { most_open: 1_000_000, most_daily: 1_000_000, ..declared(Transport::Pull) };
    let token = key(TOKEN, Scope::Play, 0);
    let made = db.write(move |tx| {
        machine::register(tx, 0, MACHINE, "prober", None, &declared)?;
        token::create(tx, MACHINE, &token)
    });
    tokio::runtime::Runtime::new().unwrap().block_on(made).unwrap();
    database
}

const UNLIMITED: [&str; 4] =
    ["--machine-requests-per-minute", "1000000", "--sandbox-games-per-hour", "1000000"];

#[test]
fn schemathesis_finds_nothing_that_the_document_does_not_say() {
    let Some(schemathesis) = offered("LUNA_TEST_SCHEMATHESIS") else { return };
    let server = Server::start(&with_machine(), &UNLIMITED);
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
    assert!(said.contains("Tested: 15"), "{said}");
}
