//! Properties of the code itself.

use std::fs;
use std::path::{Path, PathBuf};

/// What each crate may depend on. A change here is a decision: say why in
/// docs/decisions.
const LAYERS: [(&str, &str); 11] = [
    ("luna-core", "serde thiserror unicode-normalization unicode-security"),
    ("luna-figures", "resvg ttf-parser unicode-normalization"),
    (
        "luna-lab",
        "luna-core luna-figures luna-learn luna-machines luna-text csv maud rayon serde \
         serde_json",
    ),
    ("luna-learn", "ndarray rayon rustc-hash statrs"),
    (
        "luna-app",
        "luna-core luna-learn luna-machines luna-store argon2 data-encoding hmac jiff maud ring \
         rustrict serde serde_json sha2 thiserror tokio toml tracing zxcvbn",
    ),
    (
        "luna-machines",
        "luna-core luna-learn luna-text csv flate2 httpdate quick-xml reqwest ring rustix rustls \
         rustls-native-certs serde serde_json thiserror tokio webpki-roots",
    ),
    (
        "luna-store",
        "luna-core crossbeam-channel postgres rusqlite serde serde_json thiserror tokio",
    ),
    (
        "luna-text",
        "flate2 ndarray rayon rust-stemmers serde_json unicode-normalization \
         unicode-properties",
    ),
    (
        "luna-web",
        "luna-app luna-core luna-figures luna-machines luna-store axum futures-util \
         jiff maud pulldown-cmark qrcodegen serde serde_json sha2 thiserror tokio tower tracing",
    ),
    (
        "luna",
        "luna-app luna-core luna-figures luna-lab luna-learn luna-machines luna-store \
         luna-text luna-web anyhow axum clap clap_complete clap_mangen csv flate2 \
         getrandom httpdate hyper hyper-util lettre mimalloc rustix serde serde_json \
         socket2 tar thiserror tokio toml tower tracing tracing-subscriber",
    ),
    (
        "luna-testkit",
        "luna-app luna-bench luna-core luna-machines luna-store luna-web axum \
         futures-util postgres rusqlite serde_json sha2 tempfile tokio tower",
    ),
];

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn crates_depend_downwards_only() {
    for (name, allowed) in LAYERS {
        let manifest =
            fs::read_to_string(root().join("crates").join(name).join("Cargo.toml")).unwrap();
        let (_, rest) = manifest.split_once("[dependencies]").unwrap();
        let section = rest.split("\n[").next().unwrap();
        let used: Vec<&str> = section
            .lines()
            .filter_map(|line| line.split(['.', ' ', '=']).next())
            .filter(|dependency| !dependency.is_empty())
            .collect();
        assert_eq!(used.join(" "), allowed, "dependencies of {name}");
    }
    let crates = fs::read_dir(root().join("crates")).unwrap().count();
    assert_eq!(crates, LAYERS.len(), "a crate that is not in this list");
}

#[test]
fn only_what_serves_pages_uses_the_crate_of_pages() {
    let folder = root().join("crates/luna/src");
    let mut files = Vec::new();
    sources(&folder, &mut files);
    let uses_it = |file: &&PathBuf| fs::read_to_string(file).unwrap().contains("luna_web::");
    let mut users: Vec<&Path> =
        files.iter().filter(uses_it).map(|file| file.strip_prefix(&folder).unwrap()).collect();
    users.sort_unstable();
    assert_eq!(users, ["bot/local_instance.rs", "serve/listen.rs", "serve.rs"].map(Path::new));
}

/// Every source file below a folder.
pub(crate) fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, all);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            all.push(path);
        }
    }
}

#[test]
fn every_file_says_what_it_is_and_stays_readable() {
    let mut all = Vec::new();
    sources(&root().join("crates"), &mut all);
    sources(&root().join("bench"), &mut all);
    assert!(all.len() > 50);
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.display();
        let tests = path.ends_with("tests.rs") || name.to_string().contains("/tests/");
        assert!(tests || text.starts_with("//! "), "{name} does not say what it is");
        let lines = text.lines().count();
        assert!(lines <= if tests { 900 } else { 500 }, "{name} has {lines} lines");
        // Spelled apart, so that this file does not find itself.
        for leftover in [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X ")] {
            assert!(!text.contains(leftover), "{name} has a {leftover}");
        }
    }
}

/// A test in a file of no module would never run.
#[test]
fn every_file_is_a_module_of_its_crate() {
    let mut all = Vec::new();
    sources(&root().join("crates"), &mut all);
    let mut modules = 0;
    for path in all {
        let (folder, name) = (path.parent().unwrap(), path.file_stem().unwrap().to_str().unwrap());
        if matches!(name, "main" | "lib" | "build") {
            continue;
        }
        let in_folder = ["main.rs", "lib.rs", "mod.rs"].map(|root| folder.join(root));
        let parents = in_folder.into_iter().chain([folder.with_extension("rs")]);
        let parents: Vec<String> =
            parents.filter_map(|parent| fs::read_to_string(parent).ok()).collect();
        let declared = format!("mod {name};");
        // An example or a benchmark is a program of its own.
        if parents.is_empty() {
            continue;
        }
        modules += 1;
        let found = parents.iter().any(|text| text.contains(&declared));
        assert!(found, "no module beside {} has `{declared}`", path.display());
    }
    assert!(modules > 500, "{modules}");
}

/// A job of a kind that is not listed would be set aside when it is due.
#[test]
fn every_kind_of_job_is_listed() {
    let mut all = Vec::new();
    sources(&root().join("crates/luna-store/src"), &mut all);
    sources(&root().join("crates/luna-app/src"), &mut all);
    let lists = all.iter().filter(|it| it.ends_with("jobs.rs") || it.ends_with("discipline.rs"));
    let list: String = lists.map(|path| fs::read_to_string(path).unwrap()).collect();
    let mut kinds = 0;
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        for rest in text.split("\nimpl JobSpec for ").skip(1) {
            let name = rest.split_whitespace().next().unwrap();
            let listed = [format!("<{name}>()"), format!("::{name}>()")];
            assert!(listed.iter().any(|it| list.contains(it)), "{name} is in no list of jobs");
            kinds += 1;
        }
    }
    assert_eq!(
        kinds,
        list.matches("JobHandler::transaction::<").count()
            + list.matches("JobHandler::job::<").count()
    );
}

#[test]
fn the_stylesheet_stays_small_and_asks_nobody() {
    let css = luna_figures::STYLESHEET.as_str();
    assert!(css.len() < 24_000, "{} bytes", css.len());
    for foreign in ["http", "@import", "url("] {
        assert!(!css.contains(foreign), "{foreign} in the stylesheet");
    }
}

#[test]
fn one_version_of_each_dependency_we_name() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    for name in
        ["rusqlite", "libsqlite3-sys", "postgres", "tokio", "axum", "hyper", "serde", "rustls"]
    {
        let found = lock.matches(&format!("name = \"{name}\"\n")).count();
        assert_eq!(found, 1, "{name}");
    }
}

#[test]
fn every_setting_is_in_the_book() {
    let config = fs::read_to_string(root().join("crates/luna/src/config/options.rs")).unwrap();
    let book = fs::read_to_string(root().join("docs/running.md")).unwrap();
    let names = config.split("env = \"").skip(1).filter_map(|rest| rest.split('"').next());
    let names: Vec<&str> = names.filter(|name| *name != "LUNA_CONFIG").collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        let plain = name.trim_start_matches("LUNA_").to_lowercase();
        let shown = [name.to_owned(), format!("--{}", plain.replace('_', "-")), plain];
        for one in shown {
            assert!(book.contains(&format!("`{one}`")), "docs/running.md lacks {one}");
        }
    }
}

#[test]
fn the_book_says_when_the_times_of_people_are_used() {
    let book = fs::read_to_string(root().join("docs/game.md")).unwrap();
    let expected = format!("until there are {} such times", luna_core::machine_delay::ENOUGH);
    assert!(book.contains(&expected), "docs/game.md lacks: {expected}");
}
