//! How many files must know a test by its name although they are not its own. Each is a place to visit
//! when a test is added, renamed or taken out.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::tidy::{root, sources};

/// A test, the words that name its modules, and the number of product files outside its own folders that
/// use one of them. A number that falls is lowered here; none is raised. Seven are needed by all: the
/// roots and lists of the crates. The game is not counted: accounts, ratings and machines are made of it.
const KNOWN: [(&str, &[&str], usize); 4] = [
    ("common sense", &["battery"], 9),
    ("trivia", &["quiz"], 9),
    ("contest", &["contest"], 10),
    ("questions", &["question_campaign", "text_questions", "question_set"], 10),
];

/// Folders and files whose name begins with one of these belong to the questions too.
const OF_QUESTIONS: [&str; 2] = ["question", "campaign"];

#[test]
fn no_further_file_has_to_know_a_test() {
    let files = product();
    for (test, words, most) in KNOWN {
        let foreign: Vec<&str> = files
            .iter()
            .filter(|(file, code)| !is_own(file, test, words) && uses(code, words))
            .map(|(file, _)| file.to_str().unwrap())
            .collect();
        assert_eq!(foreign.len(), most, "{test} is known in {}", foreign.join(" "));
    }
}

#[test]
fn no_test_knows_another() {
    let files = product();
    for (test, words, _) in KNOWN {
        for (other, others, _) in KNOWN.iter().filter(|(other, ..)| *other != test) {
            for (file, code) in files.iter().filter(|(file, _)| is_own(file, test, words)) {
                let is_shared = is_own(file, other, others);
                assert!(is_shared || !uses(code, others), "{} knows {other}", file.display());
            }
        }
    }
}

/// The files of the product with their code.
fn product() -> Vec<(PathBuf, String)> {
    let crates = root().join("crates");
    let mut files = Vec::new();
    for name in ["luna-core", "luna-store", "luna-app", "luna-web", "luna"] {
        sources(&crates.join(name).join("src"), &mut files);
    }
    assert!(files.len() > 500, "hardly any files");
    files.retain(|file| !is_unit_test(file));
    let read = |file: PathBuf| {
        let code = code(&fs::read_to_string(&file).unwrap());
        (file.strip_prefix(&crates).unwrap().to_owned(), code)
    };
    files.into_iter().map(read).collect()
}

#[test]
fn words_in_comments_unit_tests_and_longer_words_do_not_count() {
    let has = |text: &str| uses(&code(text), &["quiz"]);
    assert!(has("use crate::quiz::rooms;\n"));
    assert!(has("        @if let Some(quiz) = all {\n"));
    assert!(!has("/// A quiz.\nlet quizzes = 1; // a quiz\n"));
    assert!(!has("h2 { \"A quiz about us\" } // x\n"));
    assert!(has("a href=\"/quiz\" { \"Trivia\" }"));
    assert!(has("run!(tx, \"DELETE FROM quiz \\\n WHERE id = $1\")"));
    assert!(!has("#[cfg(test)]\nmod tests {\n    use crate::quiz;\n}\n"));
}

fn is_own(file: &Path, test: &str, words: &[&str]) -> bool {
    file.iter().any(|part| {
        let part = part.to_str().unwrap();
        let further = OF_QUESTIONS.iter().filter(|_| test == "questions");
        words.iter().chain(further).any(|word| part.starts_with(word))
    })
}

fn is_unit_test(file: &Path) -> bool {
    file.ends_with("tests.rs") || file.iter().any(|part| part == "tests")
}

/// Returns true if a word stands in code by itself.
fn uses(code: &str, words: &[&str]) -> bool {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| words.contains(&word))
}

/// The code of a file without its comments, its unit tests, and sentences for people, in which a word is
/// English.
fn code(text: &str) -> String {
    let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let code = product.lines().map(|line| match line.split_once("// ") {
        Some((code, _)) => code,
        None if line.trim_start().starts_with("//") => "",
        None => line,
    });
    without_sentences(&code.collect::<Vec<_>>().join("\n"))
}

/// Leaves out texts of more than one word, but those with a statement of SQL, and paths.
fn without_sentences(code: &str) -> String {
    static LITERAL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r##"'"'|'\\"'|r#"[\s\S]*?"#|"(?:[^"\\]|\\[\s\S])*""##).unwrap()
    });
    static STATEMENT: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\b(FROM|JOIN|INTO|UPDATE) ").unwrap());
    let kept = |found: &Captures<'_>| match &found[0] {
        text if !text.trim_matches(['"', ' ']).contains(' ') || STATEMENT.is_match(text) => {
            text.to_owned()
        }
        text => text.split(' ').filter(|word| word.contains('/')).collect::<Vec<_>>().join(" "),
    };
    LITERAL.replace_all(code, kept).into_owned()
}
