//! Nothing that a person entered outlasts their erasure: no column, no freed page, no log.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use luna_store::idempotency::{self, Receipt};
use luna_store::machine::usage::{self, UsageCounts};
use luna_store::machine::{self, MachineConfig, Transport};
use luna_store::moderation_log::{Act, Action};
use luna_store::token::{self, Token};
use luna_store::{Db, Tx, consent, draft, erase, judge, moderation_log, player, token as tokens};
use luna_testkit::database::{Database, Location};

use crate::erase::{MARK, marked, much_about};
use crate::house::House;
use crate::machine::declared;

const OWNER: &str = "01hzzzzzzzzzzzzzzzabcdefghij";
const ROBOT: &str = "01hzzzzzzzzzzzzzzzrobotrobot";

fn said() -> MachineConfig {
    MachineConfig {
        about: MARK.to_owned(),
        model: MARK.to_owned(),
        organisation: format!("{MARK} & Sons"),
        licence: format!("{MARK}-2.0"),
        link: format!("https://{MARK}.example"),
        contact: format!("{MARK}@example.org"),
        setup: format!("{{\"url\":\"https://{MARK}.example\"}}"),
        ..declared(Transport::Push)
    }
}

fn laptop(id: &str) -> Token {
    Token {
        id: id.to_owned(),
        name: format!("{MARK}'s laptop"),
        tail: "wxyz".to_owned(),
        scope: token::Scope::Play,
        created_at: 1,
        used_at: None,
        revoked_at: None,
    }
}

/// A machine with the mark in everything that its owner or an operator can say of it,
/// and with an earlier version.
fn enter_machines(tx: &mut Tx<'_>, at: &luna_store::game::Context) -> luna_store::Result<()> {
    let name = format!("{MARK}-bot");
    machine::register(tx, at.now, ROBOT, &name, Some(OWNER), &said())?;
    machine::set_secret(tx, ROBOT, Some(MARK))?;
    let before = machine::find(tx, ROBOT)?;
    let second = format!("{ROBOT}2");
    machine::replace(tx, at, &before, &second, &format!("{MARK}-bot-2"), &said())?;
    machine::alarm(tx, at, &second, &format!("It said {MARK}."))?;
    machine::kill(tx, at, &second, &format!("Too much {MARK}."))?;
    for id in [ROBOT, &second] {
        tokens::create(tx, id, &laptop(&format!("hash of {id}")))?;
        usage::add(tx, id, 1, "seat", &UsageCounts::default(), Some(MARK))?;
        let answered = Receipt { request: "hash".into(), status: 200, subject_id: "seat".into() };
        idempotency::keep(tx, id, MARK, &answered, 1)?;
        moderation_log::note(tx, at, Act::of(id, &format!("{MARK}-bot is rude.")), Action::Ban)?;
    }
    token::revoke(tx, ROBOT, &format!("hash of {ROBOT}"), 7)
}

/// A person with the mark in all that a person can enter.
async fn much_of_everything(house: &House) {
    house.player(OWNER, false).await;
    house.db.write(move |tx| player::rename(tx, OWNER, MARK)).await.unwrap();
    much_about(house, OWNER).await;
    house
        .acts(move |tx, at| {
            enter_machines(tx, at)?;
            judge::exclude(tx, at, Act::of(OWNER, &format!("{MARK} guesses at random.")))?;
            consent::give(tx, OWNER, consent::Purpose::Play, "hash", at.now)?;
            // More than a page holds, so that there are pages to be freed.
            draft::save(tx, OWNER, "next", "q1", &MARK.repeat(2_000), at.now)
        })
        .await;
}

async fn erase_owner(house: &House) {
    house.acts(|tx, at| erase::erase(tx, at, OWNER)).await;
}

/// The columns with the mark in them.
fn marked_columns(house: &House) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for table in crate::schema::tables() {
        for column in &table.columns {
            let values = format!("SELECT CAST({column} AS TEXT) FROM {}", table.name);
            let marked = |text: &String| text.to_lowercase().contains(&MARK.to_lowercase());
            if house.db.column(&values).iter().any(marked) {
                found.insert(format!("{}.{column}", table.name));
            }
        }
    }
    found
}

#[tokio::test]
async fn nothing_that_a_person_entered_is_left_in_any_column() {
    for house in House::each() {
        much_of_everything(&house).await;
        let before = marked_columns(&house);
        for column in [
            "act.why",
            "draft.body",
            "game_move.body",
            "link.email",
            "machine.about",
            "machine.alarm_why",
            "machine.contact",
            "machine.killed_why",
            "machine.link",
            "machine.model",
            "machine.secret",
            "machine.setup",
            "mail.address",
            "mail.html",
            "mail.off_url",
            "mail.plain",
            "mail.subject",
            "player.email",
            "player.excluded_why",
            "player.name",
            "player.name_key",
            "receipt.key",
            "seat_address.email",
            "session.device",
            "spent.problem",
            "token.name",
        ] {
            assert!(before.contains(column), "nothing was planted in {column}");
        }
        erase_owner(&house).await;
        assert_eq!(marked_columns(&house), BTreeSet::new());
        assert_eq!(marked(&house), Vec::<String>::new());
        let names = house.db.column("SELECT name FROM player WHERE kind = 'machine' ORDER BY id");
        assert_eq!(names, ["erased-zzrobotrobot", "erased-zzrobotrobot2"]);
        let times = house.db.column("SELECT revoked_at FROM token ORDER BY id");
        assert_eq!(times[0], "7", "it was revoked before");
        let machine = house.db.read(|tx| machine::find(tx, ROBOT)).await.unwrap();
        let idle = "The operator has stopped this machine: its owner has left.";
        assert_eq!(machine.idle_because().as_deref(), Some(idle));
    }
}

/// The bytes of a SQLite database and of the files beside it in which the mark occurs.
fn files_with_the_mark(path: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for ending in ["", "-wal", "-shm", ".erased"] {
        let file = format!("{}{ending}", path.display());
        let bytes = fs::read(&file).unwrap_or_default().to_ascii_lowercase();
        let mark = MARK.to_lowercase();
        if bytes.windows(mark.len()).any(|window| window == mark.as_bytes()) {
            found.push(file);
        }
    }
    found
}

fn path_of(db: &Database) -> std::path::PathBuf {
    db.url().strip_prefix("sqlite:").unwrap().into()
}

/// A checkpoint leaves out what a reader still sees, and is tried again.
async fn waits_until(holds: impl Fn() -> bool) {
    let waited = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), waited).await.unwrap();
}

#[tokio::test]
async fn the_log_is_emptied_after_an_erasure_while_the_database_is_open() {
    let house = House::new(Database::in_file());
    let path = path_of(&house.db);
    much_of_everything(&house).await;
    assert!(!files_with_the_mark(&path).is_empty());
    erase_owner(&house).await;
    waits_until(|| files_with_the_mark(&path).is_empty()).await;
}

/// A reader who is in the way is waited for, and writers are not kept waiting meanwhile.
#[tokio::test]
async fn the_log_is_emptied_once_nobody_reads_it() {
    let house = House::new(Database::in_file());
    let path = path_of(&house.db);
    much_of_everything(&house).await;
    let reader = rusqlite::Connection::open(&path).unwrap();
    reader.execute_batch("BEGIN").unwrap();
    let count = || reader.query_row("SELECT count(*) FROM mail", [], |row| row.get(0));
    assert_eq!(count(), Ok(1_i64));
    erase_owner(&house).await;
    house.people(&["next"]).await;
    assert_eq!(count(), Ok(1), "the reader sees what it saw");
    assert!(!files_with_the_mark(&path).is_empty());
    reader.execute_batch("COMMIT").unwrap();
    waits_until(|| files_with_the_mark(&path).is_empty()).await;
}

#[tokio::test]
async fn no_page_of_a_settled_database_holds_what_was_erased() {
    let place = Location::file();
    let url = place.url();
    let path: std::path::PathBuf = url.strip_prefix("sqlite:").unwrap().into();
    let house = House::new(Database::open(place));
    much_of_everything(&house).await;
    // All of it is in the file, not in the log alone.
    let marked = || {
        Db::checkpoint(&url).unwrap();
        files_with_the_mark(&path)
    };
    waits_until(|| marked().contains(&path.display().to_string())).await;
    erase_owner(&house).await;
    waits_until(|| marked().is_empty()).await;
}

fn list(house: &House) -> std::path::PathBuf {
    format!("{}.erased", path_of(&house.db).display()).into()
}

#[tokio::test]
async fn an_erasure_is_listed_once_it_holds_and_not_where_it_is_undone() {
    let house = House::new(Database::in_file());
    house.people(&["ann", "bob"]).await;
    let at = house.at();
    let undone: luna_store::Result<()> = house
        .db
        .write(move |tx| {
            erase::erase(tx, &at, "ann")?;
            Err(luna_store::Error::NotFound)
        })
        .await;
    assert!(undone.is_err());
    assert!(!list(&house).exists());
    let at = house.at();
    let now = at.now;
    house.db.write(move |tx| erase::erase(tx, &at, "bob")).await.unwrap();
    assert_eq!(fs::read_to_string(list(&house)).unwrap(), format!("{now} bob\n"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(list(&house)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[tokio::test]
async fn nobody_is_erased_whose_erasure_cannot_be_listed() {
    let house = House::new(Database::in_file());
    house.people(&["ann"]).await;
    let file = list(&house);
    fs::create_dir(&file).unwrap();
    let at = house.at();
    let refused = house.db.write(move |tx| erase::erase(tx, &at, "ann")).await;
    fs::remove_dir(&file).unwrap();
    let Err(luna_store::Error::Database(why)) = refused else { panic!("{refused:?}") };
    assert!(why.to_string().starts_with("cannot write the list of erasures"), "{why}");
    assert!(house.db.read(|tx| player::find(tx, "ann")).await.is_ok());
}

#[tokio::test]
async fn those_who_are_back_are_erased_again() {
    for place in Location::all() {
        let other = Location::file();
        let path = format!("{}.list", other.url().strip_prefix("sqlite:").unwrap());
        // The last line was cut short, the first is of a database of before.
        fs::write(&path, "5 nobody\n6 ann\n6 ann\n7 bo").unwrap();
        let house = House::new(Database::open(place));
        let db = Db::clone(&house.db).with_erasures(path.clone().into());
        house.people(&["ann", "bob", "bo-bo"]).await;
        assert_eq!(erase::replay(&db, &house.at()).await.unwrap(), 1);
        assert_eq!(erase::replay(&db, &house.at()).await.unwrap(), 0);
        let names = house.db.column("SELECT name FROM player ORDER BY id");
        assert_eq!(names, ["erased-ann", "bo-bo", "bob"]);
        let at = house.at();
        let now = at.now;
        db.write(move |tx| erase::erase(tx, &at, "bob")).await.unwrap();
        let lines = fs::read_to_string(&path).unwrap();
        assert_eq!(lines, format!("5 nobody\n6 ann\n6 ann\n7 bo\n{now} bob\n"));
        fs::remove_file(path).unwrap();
    }
}
