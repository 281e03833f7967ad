//! Documents and comments are written in plain, contemporary English.

use std::fs;
use std::path::{Path, PathBuf};

use crate::tidy::{root, sources};

/// The crates, whose comments name things and which have no banned word.
const CRATES: &str = "luna luna-app luna-bench luna-core luna-figures luna-lab luna-learn \
                     luna-machines luna-store luna-testkit luna-text luna-web";

/// First words of comments that describe by a clause instead of naming the thing.
const OPENERS: [&str; 11] =
    ["What", "How", "Whether", "Who", "Whom", "Whoever", "Whose", "Which", "Where", "Of", "So"];

/// Words that no engineer writes today.
const BANNED: [&str; 6] = ["reckon", "anew", "whoever", "whom", "borne out", "bears out"];

/// The source files of a crate.
fn files_of(name: &str) -> Vec<PathBuf> {
    let folder = match name {
        "luna-bench" => root().join("bench"),
        name => root().join("crates").join(name),
    };
    let mut files = Vec::new();
    sources(&folder.join("src"), &mut files);
    files
}

/// The first line of each doc comment.
fn openings(text: &str) -> Vec<&str> {
    let mut before = "";
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        let doc = |line: &str| line.starts_with("///") || line.starts_with("//!");
        if doc(line) && !doc(before) {
            found.push(line[3..].trim());
        }
        before = line;
    }
    found
}

fn is_clause(opening: &str) -> bool {
    let first = opening.split(|c: char| !c.is_alphabetic()).next().unwrap();
    OPENERS.contains(&first)
}

/// Lines with a banned word, ready to be printed.
fn banned(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let is_banned = |line: &&str| {
        let line = line.to_lowercase();
        BANNED.iter().any(|word| {
            line.match_indices(word).any(|(at, _)| {
                let before = line[..at].chars().next_back();
                before.is_none_or(|c| !c.is_alphabetic())
            })
        })
    };
    text.lines().filter(is_banned).map(|line| format!("{}: {line}", path.display())).collect()
}

#[test]
fn comments_name_things() {
    for name in CRATES.split_whitespace() {
        let files = files_of(name);
        let texts: Vec<String> =
            files.iter().map(|file| fs::read_to_string(file).unwrap()).collect();
        let all: Vec<&str> = texts.iter().flat_map(|text| openings(text)).collect();
        let clauses: Vec<&&str> = all.iter().filter(|opening| is_clause(opening)).collect();
        assert!(all.len() > 50, "{name}: {} comments", all.len());
        assert!(clauses.len() * 20 < all.len(), "{name}: {clauses:#?} of {}", all.len());
    }
}

#[test]
fn openings_are_judged_by_their_first_word() {
    let text = "/// What it is.\n/// More.\nfn a() {}\n//! How.\n// Why.\n/// Whatever it takes.\n";
    let found: Vec<(&str, bool)> =
        openings(text).into_iter().map(|opening| (opening, is_clause(opening))).collect();
    assert_eq!(found, [("What it is.", true), ("How.", true), ("Whatever it takes.", false)]);
}

#[test]
fn documents_and_crates_are_free_of_banned_words() {
    let mut files: Vec<PathBuf> = CRATES.split_whitespace().flat_map(files_of).collect();
    for folder in ["", "docs", "docs/decisions", "docs/operators", "bench", "clients/python"] {
        let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        files.extend(entries.filter(|path| path.extension().is_some_and(|kind| kind == "md")));
    }
    assert!(files.len() > 50, "{} files", files.len());
    let found: Vec<String> = files.iter().flat_map(|file| banned(file)).collect();
    assert!(found.is_empty(), "{found:#?}");
}
