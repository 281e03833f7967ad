//! `luna quiz pages`: what is kept of dumps and other files of pages.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use luna_store::quiz::page::{self, Page};
use luna_testkit::offline::read;
use luna_testkit::server::{folder, postgres, sqlite};
use serde_json::Value;

use crate::command::run;

const DUMP: &str = "<mediawiki><page><title>Common raven</title><ns>0</ns><revision><text>The '''common raven''' is \
    a [[black]] bird of the crow family.{{cn}}</text></revision></page>\
    <page><title>Rome</title><ns>0</ns><revision><text>'''Rome''' lies on the [[Tiber]].</text></revision></page>\
    <page><title>Raven</title><ns>0</ns><redirect title=\"Common raven\" /><revision><text>x</text></revision></page>\
    <page><title>Milan</title><ns>0</ns><revision><text>A city.</text></revision></page></mediawiki>";

fn file(name: &str, content: &str) -> PathBuf {
    let path = folder("quiz").join(name);
    fs::write(&path, content).unwrap();
    path
}

/// Databases in which Raven and Rome are answers.
fn with_answers() -> impl Iterator<Item = String> {
    let answers =
        file("answers.tsv", "title\tkind\tcategory\taliases\nRaven\t\t\tCorvus\nRome\tplace\t\t\n");
    [Some(sqlite()), postgres()].into_iter().flatten().inspect(move |database| {
        let path = answers.display().to_string();
        assert_eq!(run(&["quiz", "import", &path, "--database", database]).0, Some(0));
    })
}

fn import(database: &str, file: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let path = file.display().to_string();
    let (code, out, words) =
        run(&[&["quiz", "pages", &path, "--database", database], more].concat());
    let bare = |text: String| text.replace(&path, "FILE");
    (code, bare(out), bare(words))
}

fn stored(database: &str) -> Vec<(String, String)> {
    let mut all: Vec<Page> = read(database, |tx| page::page(tx, "", 100));
    all.sort_by(|one, other| one.title.cmp(&other.title));
    all.into_iter().map(|page| (page.title, page.text)).collect()
}

fn pair(title: &str, text: &str) -> (String, String) {
    (title.to_owned(), text.to_owned())
}

#[test]
fn a_dump_gives_pages_about_the_answers_that_are_here() {
    for database in with_answers() {
        let dump = file("dump.xml", DUMP);
        let (code, out, words) = import(&database, &dump, &["--licence", "CC BY-SA 4.0"]);
        assert_eq!(
            (code, out.as_str(), words.as_str()),
            (Some(0), "FILE: 2 pages of 3 imported.\n", "")
        );
        let raven = pair("Raven", "The common raven is a black bird of the crow family.");
        assert_eq!(stored(&database), [raven, pair("Rome", "Rome lies on the Tiber.")]);
        let (code, _, words) = import(&database, &dump, &[]);
        assert_eq!(code, Some(1));
        assert!(words.contains("was already imported"), "{words}");
        let (_, listed, _) = run(&["quiz", "sources", "--database", &database]);
        assert!(
            listed.contains("dump.xml\tmediawiki\t2 pages\t0 answers\tCC BY-SA 4.0"),
            "{listed}"
        );
        let (code, out, _) = run(&["quiz", "undo", "dump.xml", "--yes", "--database", &database]);
        let told = "dump.xml: 2 pages and 0 answers removed.\n";
        assert_eq!((code, out.as_str(), stored(&database).len()), (Some(0), told, 0));
    }
}

#[test]
fn all_pages_make_their_titles_answers() {
    for database in with_answers() {
        let dump = file("dump.xml", DUMP);
        let (_, out, _) = import(&database, &dump, &["--all", "--json"]);
        let value: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((&value["pages"], &value["pages_read"]), (&3.into(), &3.into()));
        assert_eq!(value["answers"], 2, "Rome was one already");
        let (_, out, _) = run(&["quiz", "undo", "dump.xml", "--yes", "--database", &database]);
        assert_eq!(out, "dump.xml: 3 pages and 2 answers removed.\n");
    }
}

#[test]
fn lines_and_texts_are_read_from_the_standard_input_too() {
    let database = with_answers().next().unwrap();
    let lines = "{\"title\": \"corvus\", \"text\": \"A black bird with a long beak.\"}\n";
    let mut child = Command::new(env!("CARGO_BIN_EXE_luna"))
        .args(["quiz", "pages", "-", "--name", "birds", "--database", &database])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let done = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(done.stdout).unwrap(), "-: 1 page of 1 imported.\n");
    assert_eq!(stored(&database), [pair("Raven", "A black bird with a long beak.")]);
}

#[test]
fn a_page_with_the_title_counts_before_one_with_another_name() {
    let database = with_answers().next().unwrap();
    let text = "# Corvus\nA constellation.\n# Raven\nA bird.\n# raven\nAnother.\n";
    import(&database, &file("pages.txt", text), &[]);
    assert_eq!(stored(&database), [pair("Raven", "A bird.")]);
}

#[test]
fn a_wrong_file_of_pages_imports_nothing() {
    let database = with_answers().next().unwrap();
    let cut = DUMP.split_once("<page><title>Milan").unwrap().0;
    for (content, why) in [
        (
            cut,
            "luna: FILE: after the page Raven: the dump ends in its middle; nothing was imported\n",
        ),
        (
            "# Milan\nA city.",
            "luna: FILE: none of 1 pages is about an answer that is here; --all imports them, with \
             their titles as answers\n",
        ),
        ("", "luna: FILE: the file is empty; nothing was imported\n"),
    ] {
        let (code, out, words) = import(&database, &file("cut.xml", content), &[]);
        assert_eq!((code, out.as_str(), words.as_str()), (Some(1), "", why));
    }
    assert_eq!(stored(&database), []);
    let (code, _, words) = import(&database, Path::new("/no/such/file"), &[]);
    assert!(
        code == Some(1) && words.starts_with("luna: cannot read FILE: No such file"),
        "{words}"
    );
    assert_eq!(import(&database, &file("x", "# Rome\nx"), &["--chars", "10"]).0, Some(2));
    let (code, _, words) = import(&sqlite(), &file("x", "# Rome\nx"), &[]);
    assert_eq!(code, Some(1));
    assert!(words.starts_with("luna: there are no answers yet"), "{words}");
}
