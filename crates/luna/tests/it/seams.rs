//! How many files must know a test by its name although they are not its own. Each is a place to visit
//! when a test is added, renamed or taken out.

use std::fs;
use std::path::Path;

use regex::{Captures, Regex};

use crate::tidy::{root, sources};

/// A test, the words that name its modules, and the number of product files outside its own folders that
/// use one of them. A number that falls is lowered here; none is raised. Seven are needed by all: the
/// roots and lists of the crates. The game is not counted: accounts, ratings and machines are made of it.
const KNOWN: [(&str, &[&str], usize); 4] = [
    ("common sense", &["battery"], 9),
    ("trivia", &["quiz"], 10),
    ("contest", &["contest"], 10),
    ("questions", &["question_campaign", "text_questions", "question_set"], 10),
];

/// Folders and files whose name begins with one of these belong to the questions too.
const OF_QUESTIONS: [&str; 2] = ["question", "campaign"];

#[test]
fn no_further_file_has_to_know_a_test() {
    let crates = root().join("crates");
    let mut files = Vec::new();
    for name in ["luna-core", "luna-store", "luna-app", "luna-web", "luna"] {
        sources(&crates.join(name).join("src"), &mut files);
    }
    assert!(files.len() > 500, "hardly any files");
    for (test, words, most) in KNOWN {
        let foreign: Vec<String> = files
            .iter()
            .map(|file| file.strip_prefix(&crates).unwrap())
            .filter(|file| !is_own(file, test, words) && !is_unit_test(file))
            .filter(|file| uses(&fs::read_to_string(crates.join(file)).unwrap(), words))
            .map(|file| file.display().to_string())
            .collect();
        let found = foreign.len();
        assert_eq!(found, most, "{test} is known in {}", foreign.join(" "));
    }
}

#[test]
fn words_in_comments_unit_tests_and_longer_words_do_not_count() {
    assert!(uses("use crate::quiz::rooms;\n", &["quiz"]));
    assert!(uses("        @if let Some(quiz) = all {\n", &["quiz"]));
    assert!(!uses("/// A quiz.\nlet quizzes = 1; // a quiz\n", &["quiz"]));
    assert!(!uses("h2 { \"A quiz about us\" } // x\n", &["quiz"]));
    assert!(uses("a href=\"/quiz\" { \"Trivia\" }", &["quiz"]));
    assert!(uses("run!(tx, \"DELETE FROM quiz \\\n WHERE id = $1\")", &["quiz"]));
    assert!(!uses("#[cfg(test)]\nmod tests {\n    use crate::quiz;\n}\n", &["quiz"]));
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

/// Returns true if a word stands in code, by itself. In a sentence for people it is English.
fn uses(text: &str, words: &[&str]) -> bool {
    let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let code = product.lines().map(|line| match line.split_once("// ") {
        Some((code, _)) => code,
        None if line.trim_start().starts_with("//") => "",
        None => line,
    });
    let code = without_sentences(&code.collect::<Vec<_>>().join("\n"));
    code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| words.contains(&word))
}

/// Leaves out texts of more than one word, but those with a statement of SQL, and paths.
fn without_sentences(code: &str) -> String {
    let literal = Regex::new(r##"'"'|'\\"'|r#"[\s\S]*?"#|"(?:[^"\\]|\\[\s\S])*""##).unwrap();
    let statement = Regex::new(r"\b(FROM|JOIN|INTO|UPDATE) ").unwrap();
    let kept = |found: &Captures<'_>| match &found[0] {
        text if !text.trim_matches(['"', ' ']).contains(' ') || statement.is_match(text) => {
            text.to_owned()
        }
        text => text.split(' ').filter(|word| word.contains('/')).collect::<Vec<_>>().join(" "),
    };
    literal.replace_all(code, kept).into_owned()
}
