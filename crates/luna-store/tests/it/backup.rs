//! Backups: the same file from either database, into either, whole or not at all.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use luna_store::backup::{self, BackupSummary, Error, RestoreSummary};
use luna_store::disciplines::ALL;
use luna_store::tables;
use luna_store::{Db, draft, player};
use luna_testkit::database::{Database, LIMITS, Location};

use crate::consistent::{check_consistent, check_ratings};
use crate::house::House;
use crate::play::{play_at_random, play_while};
use crate::schema;

/// On a thread of its own, as the drivers want it.
pub(crate) fn save(url: &str) -> Vec<u8> {
    let url = url.to_owned();
    let work = move || {
        let mut file = Vec::new();
        let saved = backup::save(&url, ALL, &mut file).unwrap();
        let bytes = u64::try_from(file.len()).unwrap();
        let lines = u64::try_from(text(&file).lines().count()).unwrap();
        let tables = u64::try_from(tables::all(ALL).count()).unwrap();
        assert_eq!(
            saved,
            BackupSummary { tables: tables::all(ALL).count(), rows: lines - tables - 2, bytes }
        );
        file
    };
    std::thread::spawn(work).join().unwrap()
}

pub(crate) fn restore(url: &str, file: &[u8]) -> backup::Result<RestoreSummary> {
    let (url, file) = (url.to_owned(), file.to_vec());
    let work = move || backup::restore(&url, ALL, &mut file.as_slice());
    std::thread::spawn(work).join().unwrap()
}

/// What is wrong, for a person.
pub(crate) fn refusal(url: &str, file: &[u8]) -> String {
    restore(url, file).unwrap_err().to_string()
}

pub(crate) fn text(file: &[u8]) -> &str {
    std::str::from_utf8(file).unwrap()
}

/// The names of the migrations before one, as a header has them.
pub(crate) fn migrations_before(first: &str) -> String {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let files = std::fs::read_dir(folder).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let names = names.map(|name| name.trim_end_matches(".sql").to_owned());
    let mut names: Vec<String> = names.filter(|name| name.as_str() < first).collect();
    names.sort();
    serde_json::to_string(&names).unwrap()
}

/// The same lines with a last line that fits.
pub(crate) fn sealed(lines: &[&str]) -> Vec<u8> {
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    let before: String = lines.iter().map(|line| format!("{line}\n")).collect();
    for byte in before.bytes() {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    let rows = lines.iter().filter(|line| line.starts_with('[')).count();
    format!("{before}{{\"end\":true,\"rows\":{rows},\"fnv1a64\":\"{sum:016x}\"}}\n").into_bytes()
}

pub(crate) async fn small_house(place: Location) -> House {
    let house = House::new(Database::open(place));
    house.people(&["ann", "bob"]).await;
    house.whole_game(("ann", "64"), ("bob", "81")).await;
    house
}

#[test]
fn no_table_is_forgotten() {
    let made = schema::tables();
    let saved: BTreeSet<&str> = tables::all(ALL).map(|table| table.name).collect();
    let there: BTreeSet<&str> = made.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(saved, there);
    let mut before = BTreeSet::new();
    for (name, key) in tables::all(ALL).map(|table| (table.name, table.key)) {
        let table = made.iter().find(|table| table.name == name).unwrap();
        assert_eq!(table.key, key, "{name}");
        assert!(
            table.refers_to.iter().all(|other| before.contains(other)),
            "{name} comes too early"
        );
        before.insert(name.to_owned());
    }
}

#[tokio::test]
async fn an_instance_moves_between_databases_and_back() {
    let houses = House::each();
    let mut files = Vec::new();
    for house in &houses {
        play_at_random(house, 5, 700).await;
        files.push(save(&house.db.url()));
    }
    // Both have played the same, so both have stored the same.
    assert!(files.iter().all(|file| text(file) == text(&files[0])));
    assert!(files[0].len() > 60_000);

    // From the last to a new one of each kind, and from there to another.
    let mut file = files.remove(0);
    for place in
        [Location::postgres(), Some(Location::file()), Location::postgres(), Some(Location::file())]
    {
        let Some(place) = place else { continue };
        let restored = restore(&place.url(), &file).unwrap();
        assert!(restored.rows > 500);
        let again = save(&place.url());
        assert!(text(&again) == text(&file), "not the same in {}", place.url());
        file = again;
        let house = House::new(Database::open(place));
        check_consistent(&house).await;
        check_ratings(&house).await;
        house.player("new", false).await;
        house.opens_and_asks("new").await;
    }
}

#[tokio::test]
async fn every_value_survives() {
    let strange = "\\N \\. \t\r\n\u{2028} \"'` 🌙 ünï \u{feff}\\";
    let mut files = Vec::new();
    for place in Location::all() {
        let house = House::new(Database::open(place));
        house.people(&["ann"]).await;
        house
            .db
            .write(move |tx| {
                draft::save(tx, "ann", "s", "empty", "", i64::MAX)?;
                draft::save(tx, "ann", "s", "strange", strange, i64::MIN)?;
                draft::save(tx, "ann", "s", "null", "NULL", 0)
            })
            .await
            .unwrap();
        house.db.raw("ALTER TABLE setting ADD COLUMN x DOUBLE PRECISION");
        house.db.raw(
            "INSERT INTO setting VALUES ('a', '', 0.1), ('b', '', 5e-324), ('c', '', -1.7976931348623157e308),
             ('d', '', 1), ('e', '', NULL), ('Z', '', 3.141592653589793)",
        );
        files.push((save(&house.db.url()), house));
    }
    for (file, _) in &files {
        assert_eq!(text(file), text(&files[0].0));
        for line in ["[\"a\",\"\",\"0.1\"]", "[\"e\",\"\",null]", "[\"b\",\"\",\"5e-324\"]"] {
            assert!(text(file).contains(line), "{line}");
        }
        for place in Location::all() {
            let target = Database::open(place);
            target.raw("ALTER TABLE setting ADD COLUMN x DOUBLE PRECISION");
            restore(&target.url(), file).unwrap();
            assert_eq!(text(&save(&target.url())), text(file));
            let found = target.read(|tx| draft::of(tx, "ann", "s")).await.unwrap();
            assert_eq!((found["empty"].as_str(), found["strange"].as_str()), ("", strange));
        }
    }
}

/// `SQLite` keeps it, PostgreSQL cannot; the store itself writes none.
#[tokio::test]
async fn a_nul_survives_where_it_can() {
    for place in Location::all() {
        let house = House::new(Database::open(place));
        house.people(&["ann"]).await;
        house.db.write(|tx| draft::save(tx, "ann", "s", "q1", "a\0b", 0)).await.unwrap();
        let kept = house.db.read(|tx| draft::of(tx, "ann", "s")).await.unwrap();
        assert_eq!(kept["q1"], "ab");
    }
    let house = House::new(Database::in_file());
    house.db.raw("INSERT INTO setting VALUES ('a', 'b' || char(0) || 'c')");
    let file = save(&house.db.url());
    assert!(text(&file).contains("b\\u0000c"));
    let again = Location::file();
    restore(&again.url(), &file).unwrap();
    assert_eq!(text(&save(&again.url())), text(&file));
    let line = text(&file).lines().position(|line| line.contains("u0000")).unwrap() + 1;
    if let Some(place) = Location::postgres() {
        let why = refusal(&place.url(), &file);
        assert_eq!(why, format!("line {line}: a NUL character, which PostgreSQL cannot store"));
    }
}

#[tokio::test]
async fn a_database_in_use_is_left_as_it_is() {
    let good = save(&small_house(Location::file()).await.db.url());
    for place in Location::all() {
        let house = House::new(Database::open(place));
        house.people(&["cat"]).await;
        let before = save(&house.db.url());
        let refused = restore(&house.db.url(), &good);
        assert!(matches!(refused, Err(Error::InUse { table: "player" })));
        assert_eq!(text(&save(&house.db.url())), text(&before));
        let words = refused.unwrap_err().to_string();
        assert!(
            words.contains("Restore a backup into a new database; nothing has been changed"),
            "{words}"
        );
    }
    for place in Location::all() {
        let house = House::new(Database::open(place));
        house.db.write(|tx| luna_store::setting::set(tx, "a", "b")).await.unwrap();
        let refused = restore(&house.db.url(), &good);
        assert!(matches!(refused, Err(Error::InUse { table: "setting" })));
    }
}

#[test]
fn what_is_not_there_or_not_ours_is_not_saved() {
    let place = Location::file();
    assert!(backup::save(&place.url(), ALL, &mut Vec::new()).is_err());
    let Location::File(path) = &place else { panic!("a file") };
    assert!(!path.exists(), "a backup makes no database");
    for place in Location::all() {
        let db = Database::open(place);
        db.raw("DELETE FROM migration WHERE name = '0003_job'");
        let old = backup::save(&db.url(), ALL, &mut Vec::new());
        assert!(matches!(old, Err(Error::Outdated("0003_job"))));
        db.raw("INSERT INTO migration VALUES ('9999_later')");
        let new = backup::save(&db.url(), ALL, &mut Vec::new());
        assert!(matches!(new, Err(Error::Store(luna_store::Error::Newer(_)))));
    }
}

/// A backup from before a migration: its rows go through that migration.
#[test]
fn an_older_backup_is_brought_up_to_date() {
    let header =
        "{\"luna\":\"backup\",\"version\":1,\"migrations\":[\"0001_player\",\"0002_game\"]}";
    let table = "{\"table\":\"pace\",\"columns\":[\"phase\",\"slot\",\"took_ms\"]}";
    let file = sealed(&[header, table, "[\"guess\",1,2]"]);
    for place in Location::all() {
        restore(&place.url(), &file).unwrap();
        let saved = save(&place.url());
        assert!(text(&saved).starts_with("{\"luna\":\"backup\",\"version\":1,\"migrations\":[\"0001_player\",\"0002_game\",\"0003_job\""));
        assert!(text(&saved).contains("[\"guess\",1,2,0]"));
    }
    for place in Location::all() {
        let db = Database::open(place);
        assert!(matches!(restore(&db.url(), &file), Err(Error::AheadOfBackup)));
    }
}

/// How moves were typed was kept for each move as a whole, in a table that has gone since.
#[test]
fn typing_marks_of_an_older_backup_become_marks_of_whole_moves() {
    let before = "0001_player 0002_game 0003_job 0004_machine 0005_write 0006_reserve 0007_view \
                  0008_watch 0009_mark 0010_predict 0011_over 0012_consent 0014_recall 0015_report \
                  0016_account 0019_erasure 0020_rights 0021_retention";
    let names: Vec<String> = before.split(' ').map(|name| format!("{name:?}")).collect();
    let header =
        format!("{{\"luna\":\"backup\",\"version\":1,\"migrations\":[{}]}}", names.join(","));
    let table = |name: &str, columns: &str| {
        let columns: Vec<String> = columns.split(' ').map(|name| format!("{name:?}")).collect();
        format!("{{\"table\":{name:?},\"columns\":[{}]}}", columns.join(","))
    };
    let player = "id kind name name_key name_skeleton created_at seen_at claimed_at verified wants_mail mailed_at \
                  guess_sum guess_count guess_squares won lost tied finished rating_hidden";
    let moved = "game_id seq at side player_id took_ms body";
    let lines = [
        header,
        table("player", player),
        "[\"ann\",\"human\",\"ann\",\"ann\",\"ann\",1,1,0,false,false,0,0,0,0,0,0,0,0,false]"
            .to_owned(),
        table("game", "id questions max_chars practice phase started_at sandbox for_machine"),
        "[\"g\",2,400,false,\"interview\",1,false,false]".to_owned(),
        table("game_move", moved),
        "[\"g\",1,70,\"A\",\"ann\",9000,\"{\\\"ask\\\":[\\\"x\\\",\\\"y\\\"]}\"]".to_owned(),
        "[\"g\",2,80,\"A\",\"ann\",900000,\"{\\\"answer\\\":[\\\"x\\\",\\\"y\\\"]}\"]".to_owned(),
        table("typing", "game_id seq chars took_ms typed_ms pasted typed"),
        "[\"g\",1,200,9000,null,null,null]".to_owned(),
        "[\"g\",2,200,900000,100,190,5]".to_owned(),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    for place in Location::all() {
        restore(&place.url(), &sealed(&lines)).unwrap();
        let db = Database::open(place);
        let marks = db.raw(
            "SELECT seq, part, at, chars, pasted, CASE WHEN is_pasted THEN 'pasted' ELSE '' END,
                    CASE WHEN is_fast THEN 'fast' ELSE '' END
             FROM typing_mark ORDER BY seq",
        );
        let marks: Vec<String> = marks.iter().map(|row| row.join(" ")).collect();
        assert_eq!(marks[0].trim_end(), "1 0 70 200 NULL  fast");
        assert_eq!(marks[1].trim_end(), "2 0 80 200 190 pasted");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_of_one_moment_while_play_goes_on() {
    for place in Location::all() {
        let house = std::sync::Arc::new(House::new(Database::open(place)));
        let enough = std::sync::Arc::new(AtomicBool::new(false));
        let playing = {
            let (house, enough) = (std::sync::Arc::clone(&house), std::sync::Arc::clone(&enough));
            let is_wanted = move |step| step < 250 || !enough.load(Ordering::Relaxed);
            tokio::spawn(async move { play_while(&house, 9, is_wanted).await })
        };
        let mut files = vec![save(&house.db.url())];
        while !playing.is_finished() {
            let url = house.db.url();
            files.push(tokio::task::spawn_blocking(move || save(&url)).await.unwrap());
            enough.store(files.len() > 3, Ordering::Relaxed);
        }
        playing.await.unwrap();
        for file in [&files[files.len() / 2], &files[files.len() - 2]] {
            let copy = Location::file();
            restore(&copy.url(), file).unwrap();
            let copy = House::new(Database::open(copy));
            check_consistent(&copy).await;
            check_ratings(&copy).await;
        }
    }
}

#[tokio::test]
async fn a_restored_instance_is_open_for_play() {
    let house = small_house(Location::file()).await;
    let file = save(&house.db.url());
    for place in Location::all() {
        restore(&place.url(), &file).unwrap();
        let db = Db::open_with(&place.url(), LIMITS).unwrap();
        let ann = db.read(|tx| player::tally(tx, "ann")).await.unwrap();
        assert_eq!(ann.rating.unwrap().to_string(), "81");
    }
}
