//! `luna quiz`: imports, their sentences, and the content that comes with Luna.

use std::fs;
use std::path::{Path, PathBuf};

use luna_app::quiz::seed::{self, Content};
use luna_store::Db;
use luna_store::quiz::source::{self, SHIPPED};
use luna_store::quiz::tossup::{self, Tossup};
use luna_store::quiz::{answer, page};
use luna_testkit::control::counted;
use luna_testkit::database::databases;
use luna_testkit::offline::{moment, read};
use luna_testkit::server::{Server, folder, postgres, sqlite};
use serde_json::Value;

use crate::command::run;

const PACKET: &str = "Night Cup\n\n1. It is (*) black.\nANSWER: <b><u>raven</u></b> [or Corvus]\n\
                      <Science - Biology>\n\n2. An old city.\nANSWER: Rome\n\n3. An old city.\nANSWER: Roma\n";

/// A file in a folder of its own.
fn file(name: &str, content: &str) -> PathBuf {
    let path = folder("quiz").join(name);
    fs::write(&path, content).unwrap();
    path
}

fn import(database: &str, file: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let path = file.display().to_string();
    let (code, out, words) =
        run(&[&["quiz", "import", &path, "--database", database], more].concat());
    let bare = |text: String| text.replace(&path, "FILE");
    (code, bare(out), bare(words))
}

fn tossups(database: &str, source_id: &str) -> Vec<Tossup> {
    let id = source_id.to_owned();
    read(database, move |tx| tossup::of_source(tx, &id, 0, 100))
}

#[test]
fn a_packet_is_imported_once_and_listed() {
    for database in [Some(sqlite()), postgres()].into_iter().flatten() {
        let packet = file("night.txt", PACKET);
        let (code, out, words) = import(&database, &packet, &["--licence", "CC BY 4.0"]);
        let expected = "FILE: 2 tossups and 2 new answers imported. \
                        Skipped 1 repeated row: 3 (like 2).\n";
        assert_eq!((code, out.as_str(), words.as_str()), (Some(0), expected, ""));
        let (code, out, words) = import(&database, &packet, &[]);
        assert_eq!((code, out.as_str()), (Some(1), ""));
        let sentence = words.split_once(" on ").unwrap();
        assert_eq!(sentence.0, "luna: FILE was already imported");
        assert!(sentence.1.ends_with(", as night.txt, and is skipped\n"), "{words}");
        let (code, out, _) = run(&["quiz", "sources", "--json", "--database", &database]);
        assert_eq!((code, out.lines().count()), (Some(0), 1));
        let source: Value = serde_json::from_str(&out).unwrap();
        for (field, value) in
            [("name", "night.txt"), ("format", "packet"), ("licence", "CC BY 4.0")]
        {
            assert_eq!(source[field], value);
        }
        assert_eq!((&source["tossups"], &source["answers"]), (&2.into(), &2.into()));
        let (_, out, _) = run(&["quiz", "sources", "--database", &database]);
        assert!(out.starts_with("night.txt\tpacket\t2 tossups\t2 answers\tCC BY 4.0\t"), "{out}");
        let stored = tossups(&database, source["source"].as_str().unwrap());
        let raven = &stored[0];
        assert_eq!(
            [&raven.packet, &raven.text, &raven.answer_line, &raven.category, &raven.subcategory],
            [
                "Night Cup, tossup 1",
                "It is (*) black.",
                "<b><u>raven</u></b> [or Corvus]",
                "Science",
                "Biology"
            ]
        );
        assert_eq!(stored.iter().map(|it| it.number).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(stored[1].page.as_deref(), Some("Rome"));
    }
}

#[test]
fn pages_come_from_the_file_the_map_or_the_list() {
    let database = sqlite();
    let list = file("list.tsv", "title\tkind\tcategory\taliases\nRome\tplace\tHistory\tRoma\n");
    let (code, out, _) = import(&database, &list, &["--json"]);
    let listed: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (code, &listed["answers"], &listed["format"]),
        (Some(0), &1.into(), &"answers".into())
    );
    let table = file(
        "table.csv",
        "question,answer,page\nA city.,\"ROMA [or the Eternal City]\",\nA bird.,ravens,\nA god.,Odin,Woden_(god)\nA bird again.,swan,\n",
    );
    let map = file("map.tsv", "ravens\tCommon_raven\n").display().to_string();
    let (code, out, words) =
        import(&database, &table, &["--map", &map, "--name", "Birds", "--json"]);
    assert_eq!(code, Some(0), "{words}");
    let source: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&source["name"], &source["answers"]), (&"Birds".into(), &3.into()));
    let stored = tossups(&database, source["source"].as_str().unwrap());
    let pages: Vec<&str> = stored.iter().filter_map(|it| it.page.as_deref()).collect();
    assert_eq!(pages, ["Rome", "Common raven", "Woden (god)", "swan"]);
    let titles = read(&database, |tx| answer::page(tx, "", 10));
    let titles: Vec<&str> = titles.iter().map(|it| it.title.as_str()).collect();
    assert_eq!(titles, ["Common raven", "Rome", "Woden (god)", "swan"]);
}

#[test]
fn a_wrong_file_is_refused_with_its_line_and_nothing_is_imported() {
    let database = sqlite();
    let good = file("good.txt", PACKET).display().to_string();
    let bad = file("bad.txt", "1. It is black.\n2. An old city.\nANSWER: Rome\n");
    let (code, out, words) = import(&database, &bad, &[&good]);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    let expected = "luna: FILE: line 1: question 1 has no line that begins with ANSWER:; nothing was imported\n";
    assert_eq!(words, expected);
    let (code, out, _) = run(&["quiz", "sources", "--database", &database]);
    let none = "Nothing has been imported yet; luna quiz import FILE does it.\n";
    assert_eq!((code, out.as_str()), (Some(0), none));
    let (code, _, words) = import(&database, &bad, &["--format", "qanta"]);
    assert_eq!(code, Some(1));
    assert!(words.starts_with("luna: FILE: line 1: this is not the JSON expected"), "{words}");
    assert_eq!(import(&database, &bad, &["--format", "mp3"]).0, Some(2));
    assert_eq!(import(&database, &bad, &[&good, "--name", "Two"]).0, Some(2));
    let (code, _, words) = import(&database, Path::new("/no/such/file"), &[]);
    assert_eq!(code, Some(1));
    assert!(words.starts_with("luna: cannot read FILE: No such file"), "{words}");
}

#[test]
fn an_import_is_undone_by_its_source() {
    for database in [Some(sqlite()), postgres()].into_iter().flatten() {
        let night = file("night.txt", PACKET);
        let other = file("other.csv", "question,answer,page\nA Roman city.,Rome,Rome\n");
        import(&database, &night, &[]);
        import(&database, &other, &["--unpublished"]);
        let undo = |more: &[&str]| {
            run(&[&["quiz", "undo", "night.txt", "--database", &database], more].concat())
        };
        let (code, out, words) = undo(&[]);
        let told = "night.txt has 2 tossups and added 2 answers.\nNothing has been removed; --yes removes them.\n";
        assert_eq!((code, out.as_str(), words.as_str()), (Some(0), told, ""));
        let (_, listed, _) = run(&["quiz", "sources", "--json", "--database", &database]);
        let sources: Vec<Value> =
            listed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let of = |name: &str| sources.iter().find(|it| it["name"] == name).unwrap();
        assert_eq!(
            (&of("night.txt")["secret"], &of("other.csv")["secret"]),
            (&false.into(), &true.into())
        );
        let (code, out, _) = undo(&["--yes"]);
        let told = "night.txt: 2 tossups and 1 answer removed. Other questions have 1 answer of it, which stay.\n";
        assert_eq!((code, out.as_str()), (Some(0), told));
        let left = tossups(&database, of("night.txt")["source"].as_str().unwrap());
        assert!(left.iter().all(|it| it.text.is_empty() && it.answer_line.is_empty()), "{left:?}");
        assert!(left.iter().all(|it| it.withdrawn_at.is_some() && it.page.is_none()), "{left:?}");
        let (code, _, words) = undo(&["--yes"]);
        assert_eq!((code, words.as_str()), (Some(1), "luna: night.txt has already been undone\n"));
        let (_, listed, _) = run(&["quiz", "sources", "--database", &database]);
        assert!(listed.contains("\tundone on "), "{listed}");
        // The same file can be imported again; the first one stays undone.
        let (code, out, _) = import(&database, &night, &[]);
        assert_eq!(code, Some(0), "{out}");
        assert_eq!(undo(&[]).0, Some(0));
        for (name, why) in [
            ("nothing", "luna: There is no source nothing; luna quiz sources lists them\n"),
            ("luna", "luna: There is no source luna; luna quiz sources lists them\n"),
        ] {
            let (code, _, words) = run(&["quiz", "undo", name, "--database", &database]);
            assert_eq!((code, words.as_str()), (Some(1), why));
        }
    }
}

#[test]
fn a_server_has_the_content_of_luna() {
    let database = sqlite();
    let server = Server::start(&database, &[]);
    let stored = tossups(&database, SHIPPED);
    assert!(stored.len() > 50, "{}", stored.len());
    let known: Vec<String> = stored.into_iter().filter_map(|it| it.page).collect();
    read(&database, move |tx| {
        for page in known {
            assert!(answer::find(tx, &page)?.is_some(), "{page}");
        }
        Ok(())
    });
    drop(server);
}

#[tokio::test]
async fn processes_that_start_at_once_share_the_content_of_luna() {
    for db in databases() {
        let other = Db::open(&db.url()).unwrap();
        for content in [FIRST, SECOND, seed::CONTENT] {
            let plant = |db| seed::plant(db, moment(), content);
            let (one, two) = tokio::join!(plant(&db), plant(&other));
            one.unwrap();
            two.unwrap();
        }
        let all = db.read(source::all).await.unwrap();
        assert_eq!(all.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), [SHIPPED]);
        let stored = db.read(|tx| tossup::of_source(tx, SHIPPED, 0, 1_000)).await.unwrap();
        let kept = stored.iter().filter(|it| it.withdrawn_at.is_none()).count();
        assert_eq!(i64::try_from(kept).unwrap(), all[0].tossups);
    }
}

const FIRST: Content = Content {
    tossups: r#"{"id": "luna-1", "question": "It is black.", "answer": "raven", "answer_page": "Raven", "category": "Science", "subcategory": "", "difficulty": "easy"}
{"id": "luna-2", "question": "An old city.", "answer": "Rome", "answer_page": "Rome", "category": "History", "subcategory": "", "difficulty": "easy"}
"#,
    answers: "title\tkind\tcategory\taliases\nRaven\t\tScience\t\nRome\tplace\tHistory\t\n",
    pages: "title\ttext\nRaven\tA bird.\nRome\tA city.\n",
};

/// A later release: one text has changed, one is gone, and one is new.
const SECOND: Content = Content {
    tossups: r#"{"id": "luna-3", "question": "It is white.", "answer": "swan", "answer_page": "Swan", "category": "Science", "subcategory": "", "difficulty": "easy"}
{"id": "luna-1", "question": "It is as black as night.", "answer": "raven", "answer_page": "Raven", "category": "Science", "subcategory": "", "difficulty": "hard"}
"#,
    answers: "title\tkind\tcategory\taliases\nRaven\tidea\tScience\tCorvus\nRome\tplace\tHistory\t\nSwan\t\t\t\n",
    pages: "title\ttext\nRaven\tA black bird.\n",
};

#[tokio::test]
async fn a_later_release_updates_adds_and_withdraws() {
    for db in databases() {
        let at = |now| {
            let mut at = moment();
            at.now = now;
            at.random = counted();
            at
        };
        seed::plant(&db, at(1), FIRST).await.unwrap();
        seed::plant(&db, at(2), FIRST).await.unwrap();
        let first = db.read(|tx| source::find(tx, SHIPPED)).await.unwrap();
        assert_eq!((first.imported_at, first.tossups, first.answers), (1, 2, 2));
        seed::plant(&db, at(3), SECOND).await.unwrap();
        let second = db.read(|tx| source::find(tx, SHIPPED)).await.unwrap();
        assert_eq!((second.imported_at, second.tossups, second.answers), (3, 2, 3));
        let pages = db.read(|tx| page::page(tx, "", 10)).await.unwrap();
        let pages: Vec<(&str, &str)> =
            pages.iter().map(|it| (it.title.as_str(), it.text.as_str())).collect();
        assert_eq!((first.pages, second.pages, pages), (2, 1, vec![("Raven", "A black bird.")]));
        let stored = db.read(|tx| tossup::of_source(tx, SHIPPED, 0, 10)).await.unwrap();
        let lines: Vec<String> = stored
            .iter()
            .map(|it| format!("{} {} {:?} {}", it.number, it.id, it.withdrawn_at, it.text))
            .collect();
        let expected = [
            "1 luna-1 None It is as black as night.",
            "2 luna-2 Some(3) ",
            "3 luna-3 None It is white.",
        ];
        assert_eq!(lines, expected);
        assert_eq!(stored[0].difficulty, "hard");
        let raven = db.read(|tx| answer::find(tx, "Raven")).await.unwrap().unwrap();
        assert_eq!((raven.kind.as_str(), raven.aliases), ("idea", vec!["Corvus".to_owned()]));
    }
}
