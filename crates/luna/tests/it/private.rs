//! Files with what people wrote, on a machine where new files are everybody's to read.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use luna_testkit::people::{Page, Person};
use luna_testkit::school::School;
use luna_testkit::server::{Server, folder, program};

use crate::predict_train::taught;

/// The command as a shell with the umask 022 starts it.
fn luna() -> Command {
    let mut command = program("sh");
    command.args(["-c", "umask 022; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_luna")]);
    command
}

#[track_caller]
fn run(arguments: &[&str]) {
    let output = luna().args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// All files in a folder, these among them, can be read by their owner alone.
#[track_caller]
fn are_private(folder: &Path, expected: &[&str]) {
    let mut missing = expected.to_vec();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(format!("{name} {mode:o}"), format!("{name} 600"));
        missing.retain(|it| *it != name);
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_database_its_backups_and_the_list_of_erasures_are_their_owners_alone() {
    let place = folder("private");
    let path = |name: &str| place.join(name).display().to_string();
    let database = format!("sqlite:{}", path("luna.db"));
    let at_once = ["--machine-wait-seconds", "0", "--machine-pace-seconds", "0"];
    let mut server = Server::start_as(luna(), "127.0.0.1:0", &database, &at_once);
    let mut person = Person::guest(&server.address);
    let game = person.start().unwrap();
    assert_eq!(person.play_on(&game), Page::Final);
    run(&["backup", &path("luna.backup"), "--database", &database]);
    person.get("/settings/erase").unwrap();
    assert_eq!(person.post("/settings/erase", &[("sure", "yes")]).unwrap().status, 303);
    let with_log = ["luna.backup", "luna.db", "luna.db-shm", "luna.db-wal", "luna.db.erased"];
    are_private(&place, &with_log);

    // Killed, it leaves its log; a start and a restore make files like it.
    server.kill();
    let mut server = Server::start_as(luna(), "127.0.0.1:0", &database, &at_once);
    are_private(&place, &with_log);
    assert_eq!(server.stop(), Some(0));
    let other = folder("private-restored");
    let restored = format!("sqlite:{}", other.join("luna.db").display());
    run(&["restore", &path("luna.backup"), "--database", &restored]);
    are_private(&other, &["luna.db"]);
}

#[tokio::test]
async fn answers_written_to_a_file_are_their_owners_alone() {
    let database = taught(School { pupils: 31, fair: true }).await;
    let place = folder("private-answers");
    let csv = place.join("answers.csv").display().to_string();
    run(&["predict", "train", "--csv", &csv, "--database", &database]);
    are_private(&place, &["answers.csv"]);
    // Written again, it has nothing of before.
    let length = fs::metadata(&csv).unwrap().len();
    fs::write(&csv, "x".repeat(100_000)).unwrap();
    run(&["predict", "train", "--csv", &csv, "--database", &database]);
    assert_eq!(fs::metadata(&csv).unwrap().len(), length);
}
