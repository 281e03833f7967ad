//! Readers: files that are read, and files that are refused.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use super::*;
use crate::predict::dataset::{Person, Question, Scale};

/// A folder of one's own, gone at the end.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder::new();
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    /// One problem.
    fn problem(&self) -> Problem {
        let mut all = read(self.0.path(), None, Persons::Complete).unwrap();
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    /// Why it is not read, without the path of the folder.
    fn refusal(&self) -> String {
        let why = read(self.0.path(), None, Persons::Complete).unwrap_err().to_string();
        why.replace(&format!("{}/", self.0.path().display()), "")
            .replace(&self.0.path().display().to_string(), "")
    }

    #[track_caller]
    fn refused(&self, name: &str, bytes: &str, expected: &str) {
        let path = self.0.path().join(name);
        let good = fs::read(&path).unwrap();
        fs::write(&path, bytes).unwrap();
        assert_eq!(self.refusal(), expected);
        fs::write(&path, good).unwrap();
        self.problem();
    }

    #[track_caller]
    fn changed(&self, name: &str, from: &str, to: &str, expected: &str) {
        let good = fs::read_to_string(self.0.path().join(name)).unwrap();
        assert!(good.contains(from), "no {from} in {name}");
        self.refused(name, &good.replacen(from, to, 1), expected);
    }
}

fn person(id: &str, responses: &[&str], rating: f64, grades: &[f64]) -> Person {
    let responses = responses.iter().map(|&text| text.to_owned()).collect();
    Person { id: id.to_owned(), responses, rating, grades: grades.to_vec() }
}

fn question(id: &str, text: &str, key: &[&str]) -> Question {
    let key = key.iter().map(|&answer| answer.to_owned()).collect();
    Question { id: id.to_owned(), text: text.to_owned(), key }
}

const CSV: &str = "person,question,response,rating\n\
                   ann,Who?,me,0.5\nbob,Who?,\"you, or \"\"she\"\"\",1\nann,Why?,\"be\ncause\",0.5\n";

/// A CSV's problem, or why there is none, without its path.
fn csv(said: &[u8], key: Option<&[u8]>) -> Result<Problem, String> {
    let bytes = |path: &Path| match path.to_str() {
        Some("said.csv") => Ok(said.to_vec()),
        _ => key.map(<[u8]>::to_vec).ok_or_else(|| io::Error::other("it is not there")),
    };
    let path = Path::new("key.csv");
    let key = key.map(|_| path);
    let mut all = read_as(Layout::File, Path::new("said.csv"), key, Persons::Complete, &bytes)
        .map_err(|error| error.to_string())?;
    Ok(all.remove(0))
}

#[track_caller]
fn not_csv(said: impl AsRef<[u8]>, expected: &str) {
    assert_eq!(csv(said.as_ref(), None).unwrap_err(), expected);
}

#[test]
fn a_csv_is_read_with_its_key() {
    let key = "question,answer\nWhy?,because\nWhy?,therefore\nWho?,\n";
    let problem = csv(CSV.as_bytes(), Some(key.as_bytes())).unwrap();
    let expected = Problem {
        name: "said".to_owned(),
        questions: vec![
            question("Who?", "Who?", &[]),
            question("Why?", "Why?", &["because", "therefore"]),
        ],
        people: vec![
            person("ann", &["me", "be\ncause"], 0.5, &[]),
            // Who has not answered has said nothing.
            person("bob", &["you, or \"she\"", ""], 1.0, &[]),
        ],
    };
    assert_eq!(problem, expected);
    assert_eq!(csv(CSV.as_bytes(), None).unwrap().questions[1].key, Vec::<String>::new());
}

#[test]
fn a_csv_may_be_written_in_other_ways() {
    let expected = csv(b"person,question,response,rating\na,q,r s,1\nb,q,,0\n", None).unwrap();
    for same in [
        "\u{feff}person,question,response,rating\r\na,q,r s,1\r\nb,q,,0\r\n",
        "person,question,response,rating\na,q,r s,1\nb,q,,0",
        "\nRating, RESPONSE ,question,person,more\n\n1,r s,q,a,x\n\n\"0\",\"\",\"q\",\"b\",\"\"",
        "\"person\",question,response,rating\na,q,\"r s\", 1.0 \r\nb,q,\"\",0e3\n",
    ] {
        assert_eq!(csv(same.as_bytes(), None).as_ref(), Ok(&expected), "{same}");
    }
    // Nothing is nothing, however it is written.
    let zero = csv(b"person,question,response,rating\na,q,r,-0\na,p,s,0\n", None).unwrap();
    assert_eq!(zero.people, [person("a", &["r", "s"], 0.0, &[])]);
    // Without questions there are no people.
    let none = csv(b"person,question,response,rating\n", None).unwrap();
    assert_eq!((none.people.len(), none.questions.len()), (0, 0));
    assert_eq!(none.check(Scale::Given).unwrap_err(), "said: there are no questions.");
}

#[test]
fn a_row_that_does_not_fit_is_named() {
    let rows = |rows: &str| format!("person,question,response,rating\n{rows}");
    for empty in ["", "\u{feff}", "\n\r\n\n"] {
        not_csv(empty, "said.csv: it is empty; the first line names the columns.");
    }
    not_csv(
        "person;question;response;rating\n",
        "said.csv, line 1: there is no column “person”; the columns are \
         person;question;response;rating.",
    );
    not_csv(
        "person,question,rating\n",
        "said.csv, line 1: there is no column “response”; the columns are person, question, rating.",
    );
    not_csv(
        "person,question,response,rating,Rating\nann,q,r,1,0\n",
        "said.csv, line 1: two columns are called “rating”.",
    );
    not_csv(
        rows("ann,\"q\nq\",r,1\n\nbob,q,r\n"),
        "said.csv, line 5: this row has 3 fields, and the first line names 4.",
    );
    not_csv(
        rows("ann,q,well, yes,1\n"),
        "said.csv, line 2: this row has 5 fields, and the first line names 4.",
    );
    for number in ["", "none", "NaN", "-inf", "1e999", "0,5"] {
        let expected = format!("said.csv, line 2: “{number}” in rating is not a number.");
        not_csv(rows(&format!("ann,q,r,\"{number}\"\n")), &expected);
    }
    not_csv(
        rows("ann,q,r,1\nann,p,\"r,1\n"),
        "said.csv, line 3: a quotation mark opens and never closes.",
    );
    not_csv(
        rows("ann,q,\"r\" r,1\n"),
        "said.csv, line 2: there is text between a closing quotation mark and the comma.",
    );
    not_csv(
        rows("ann,q,r,1\nann,p,r,0.5\n"),
        "said.csv, line 3: ann is rated 0.5 here and 1 above.",
    );
    not_csv(
        rows("ann,q,r,1\nbob,q,r,1\nann,q,s,1\n"),
        "said.csv, line 4: ann has already answered “q”.",
    );
    for row in [",q,r,1", " ,q,r,1", "ann,\"\n\",r,1"] {
        not_csv(rows(row), "said.csv, line 2: this row lacks a person or a question.");
    }
    not_csv(b"person\na\nb\xff\n", "said.csv, line 3: this is not UTF-8 text.");
    // However long the text, the sentence stays one that is read.
    let long = "ö\n".repeat(5000);
    let why = csv(rows(&format!("a,\"{long}\",r,1\na,\"{long}\",r,1")).as_bytes(), None);
    let why = why.unwrap_err();
    assert!(
        why.starts_with("said.csv, line 5003: a has already answered “ö\\nö") && why.len() < 400
    );
}

#[test]
fn a_key_that_does_not_fit_is_refused() {
    let with = |key: &[u8]| csv(CSV.as_bytes(), Some(key)).unwrap_err();
    assert_eq!(
        with(b"question,answer\nWho?,I\nWhen?,now\n"),
        "key.csv, line 3: nobody was asked “When?”."
    );
    assert_eq!(
        with(b"question\nWho?\n"),
        "key.csv, line 1: there is no column “answer”; the columns are question."
    );
    assert_eq!(with(b""), "key.csv: it is empty; the first line names the columns.");
    // One that lacks a question is a key all the same.
    let problem = csv(CSV.as_bytes(), Some(b"question,answer\n")).unwrap();
    assert!(problem.questions.iter().all(|question| question.key.is_empty()));
}

#[test]
fn a_path_that_cannot_be_read_is_said_so() {
    let folder = Folder::with(&[("notes.txt", "nothing"), ("said.csv", CSV)]);
    assert_eq!(
        folder.refusal(),
        ": this is neither Powergrading's folder (student_answers_698.tsv), nor Mohler's \
         (answers.tsv, or the tree with raw/ and scores/), nor a file."
    );
    let path = folder.0.path().join("not there");
    let why = read(&path, None, Persons::Complete).unwrap_err().to_string();
    assert_eq!(why, format!("{}: there is no such file or folder.", path.display()));
    // The key is a folder.
    let said = folder.0.path().join("said.csv");
    let why = read(&said, Some(folder.0.path()), Persons::Complete).unwrap_err().to_string();
    assert!(why.starts_with(&format!("{}: ", folder.0.path().display())), "{why}");
    assert_eq!(read(&said, None, Persons::Complete).unwrap()[0].name, "said");
    let why = csv(CSV.as_bytes(), None).map(|_| ());
    assert_eq!(why, Ok(()));
}

fn powergrading() -> Folder {
    Folder::with(&[
        (
            "student_answers_698.tsv",
            "student_id\tstudent_uuid\tquestion_id\tanswer\tg1\tg2\tg3\n\
             s1\tx\t1\tThe \"Bill\" of Rights\t1\t0\t1\n\
             s1\tx\t9\tnever graded\t-1\t-1\t-1\n\
             s1\tx\t2\t\t0\t0\t0\n\
             s2\ty\t1\tidk\t0\t-1\t1\n\
             s2\ty\t2\t27\t1\t1\t1\n",
        ),
        (
            "questions_answer_key.tsv",
            "question_id\tquestion\tanswers\n2\tHow many?\t27 | twenty-seven\n9\tWhich?\tthis\n1\tWhat?\tThe Bill\n",
        ),
    ])
}

#[test]
fn powergrading_is_read() {
    let folder = powergrading();
    let problem = folder.problem();
    assert_eq!(problem.name, "Powergrading");
    let asked = [
        question("2", "How many?", &["27", "twenty-seven"]),
        question("1", "What?", &["The Bill"]),
    ];
    assert_eq!(problem.questions, asked);
    let two = 2.0 / 3.0;
    assert_eq!(
        problem.people,
        [
            person("s1", &["", "The \"Bill\" of Rights"], two, &[0.0, two]),
            person("s2", &["27", "idk"], 1.5, &[1.0, 0.5]),
        ]
    );
    let key = folder.0.path().join("questions_answer_key.tsv");
    let why = read(folder.0.path(), Some(&key), Persons::Complete).unwrap_err().to_string();
    assert!(
        why.ends_with("a key goes with a file of responses, and a folder has its own."),
        "{why}"
    );
}

#[test]
fn a_graded_question_that_the_key_lacks_has_no_answer() {
    let folder = powergrading();
    folder.write("questions_answer_key.tsv", b"question_id\tquestion\tanswers\r\n1\tWhat?\t\r\n");
    assert_eq!(folder.problem().questions, [question("1", "What?", &[]), question("2", "2", &[])]);
}

#[test]
fn powergrading_that_does_not_fit_is_named() {
    let folder = powergrading();
    let (answers, key) = ("student_answers_698.tsv", "questions_answer_key.tsv");
    for (file, from, to, why) in [
        (
            answers,
            "g2\t",
            "g4\t",
            ", line 1: there is no column “g2”; the columns are \
          student_id, student_uuid, question_id, answer, g1, g4, g3.",
        ),
        (answers, "idk\t0", "idk\t", ", line 5: “” in g1 is not a number."),
        (answers, "idk\t0", "idk", ", line 5: this row has 6 fields, and the first line names 7."),
        (
            answers,
            "idk\t0",
            "idk\t2",
            ", line 5: a grade must be from 0 to 1, or -1 where there is none, not 2.",
        ),
        (
            answers,
            "27\t1\t1\t1",
            "27\t-1\t-1\t-1",
            ", line 5: s2 has no grade for question 2, which others have.",
        ),
        (
            answers,
            "27\t1\t1\t1\n",
            "27\t1\t1\t1\ns3\tz\t1\t\t0\t0\t0\ns3\tz\t2\t\t0\t0\t0\ns3\tz\t9\tthis\t1\t1\t1\n",
            ", line 9: question 9 is graded, but not for 2 of 3 people.",
        ),
        (answers, "s2\ty\t2", "s2\ty\t1", ", line 6: s2 has already answered question 1."),
        (
            key,
            "answers",
            "answer",
            ", line 1: there is no column “answers”; the columns are \
          question_id, question, answer.",
        ),
        (key, "9\tW", "1\tW", ", line 4: question 1 appears twice."),
    ] {
        folder.changed(file, from, to, &format!("{file}{why}"));
    }
    folder.refused(key, "", &format!("{key}: it is empty; the first line names the columns."));
    fs::remove_file(folder.0.path().join(key)).unwrap();
    assert!(folder.refusal().starts_with(&format!("{key}: ")), "{}", folder.refusal());
    // Where nothing is graded, nobody is rated.
    folder.write(key, b"question_id\tquestion\tanswers\n");
    folder.write(answers, b"student_id\tquestion_id\tanswer\tg1\tg2\tg3\ns1\t1\ta\t-1\t-1\t-1\n");
    assert_eq!((folder.problem().questions.len(), folder.problem().people.len()), (0, 1));
}

fn tables() -> Folder {
    Folder::with(&[
        (
            "questions.tsv",
            "question_id\tassignment\tquestion\tdesired_answer\n\
             1.1\t1\tWhat is a stack?\tLast in, first out.\n1.2\t1\tWhy?\t\n2.1\t2\tHow?\tSo.\n",
        ),
        (
            "answers.tsv",
            "question_id\tstudent_pos\tscore_avg\tstudent_answer\n\
             1.1\t0\t5\ta pile\n1.1\t1\t3.5\tLIFO\n1.1\t2\t0\tnot answered\n\
             2.1\t0\t4\tlike this\n\
             1.2\t0\t1\tx < y\n1.2\t1\t2\tcafé\n1.2\t2\t2.5\t\n2.1\t1\t4.5\t\n",
        ),
    ])
}

/// The same, as it was published.
fn tree() -> Folder {
    let folder = Folder::with(&[
        ("data/raw/questions", "1.1 What is a stack?\n1.2 Why?\n\n2.1 How?"),
        ("data/raw/answers", "1.1 Last in, first out.\r\n2.1\tSo.\r\n"),
        ("data/raw/1.1", "1.1 a pile<br><br>\n1.1\tLIFO\n1.1  not  answered \n"),
        ("data/raw/1.2", "1.2 x &lt; y\n1.2 caf\u{c3}\u{a9}\n1.2\n"),
        ("data/raw/2.1", "2.1 like this\n2.1"),
        ("data/scores/1.1/ave", "5.0\r\n3.5\r\n0\r\n"),
        ("data/scores/1.2/ave", "1\n2\n2.5\n"),
        ("data/scores/2.1/ave", "4\n4.5"),
    ]);
    folder.write("data/raw/1.2", b"1.2 x &lt; y\n1.2 caf\xc3\x83\xc2\xa9\n1.2\n");
    folder
}

#[test]
fn mohlers_tables_and_tree_say_the_same() {
    for folder in [tables(), tree()] {
        let problem = folder.problem();
        assert_eq!(problem.name, "Mohler");
        let asked = [
            question("1.1", "What is a stack?", &["Last in, first out."]),
            question("1.2", "Why?", &[]),
            question("2.1", "How?", &["So."]),
        ];
        assert_eq!(problem.questions, asked);
        let first = person("line 1", &["a pile", "x < y", "like this"], 10.0, &[5.0, 1.0, 4.0]);
        let second = person("line 2", &["LIFO", "café", ""], 10.0, &[3.5, 2.0, 4.5]);
        assert_eq!(problem.people, [first, second]);
        let by = read(folder.0.path(), None, Persons::Assignments).unwrap();
        let sizes: Vec<_> =
            by.iter().map(|it| (it.name.as_str(), it.questions.len(), it.people.len())).collect();
        assert_eq!(sizes, [("Mohler 1", 2, 3), ("Mohler 2", 1, 2)]);
        assert_eq!(by[0].people[2], person("line 3", &["not answered", ""], 2.5, &[0.0, 2.5]));
    }
}

#[test]
fn questions_of_one_assignment_go_together_wherever_they_stand() {
    let folder = tables();
    let header = "question_id\tassignment\tquestion\tdesired_answer\n";
    let lines = "1.1\t1\tA?\t\n2.1\t2\tB?\t\n1.2\t1\tC?\t\n";
    folder.write("questions.tsv", format!("{header}{lines}").as_bytes());
    let by = read(folder.0.path(), None, Persons::Assignments).unwrap();
    let sizes: Vec<_> = by.iter().map(|it| (it.name.as_str(), it.questions.len())).collect();
    assert_eq!(sizes, [("Mohler 1", 2), ("Mohler 2", 1)]);
}

#[test]
fn lines_in_several_encodings_are_what_was_meant() {
    let folder = tree();
    for (bytes, expected) in [
        // Windows' signs, as they are.
        (&b"caf\xe9 \x93it\x94 \x81"[..], "café “it” \u{81}"),
        // UTF-8, then UTF-8 that was taken for Windows' signs once and twice.
        ("it’s".as_bytes(), "it’s"),
        ("itâ€™s".as_bytes(), "it’s"),
        ("â€œIâ€\u{9d}".as_bytes(), "“I”"),
        ("itÃ¢â‚¬â„¢s".as_bytes(), "it’s"),
        // What only looks a little like it.
        ("Ã© 東".as_bytes(), "Ã© 東"),
        ("Ã".as_bytes(), "Ã"),
        (b"a <br> b&gt;c &amp;lt; <i>", "a b>c &lt; <i>"),
    ] {
        folder.write("data/raw/2.1", &[b"2.1 ", bytes, b"\n2.1 ok\n"].concat());
        assert_eq!(folder.problem().people[0].responses[2], expected);
    }
}

#[test]
fn mohlers_data_that_do_not_fit_are_named() {
    let folder = tables();
    for (file, from, to, why) in [
        (
            "questions.tsv",
            "assignment",
            "a",
            ", line 1: there is no column “assignment”; the \
          columns are question_id, a, question, desired_answer.",
        ),
        ("questions.tsv", "1.2\t1", "1.1\t1", ", line 3: question 1.1 appears twice."),
        (
            "questions.tsv",
            "Why?\t",
            "Why?",
            ", line 3: this row has 3 fields, and the first line names 4.",
        ),
        ("answers.tsv", "1.1\t1", "1.3\t1", ", line 3: there is no question 1.3."),
        ("answers.tsv", "1.1\t1", "1.1\t2", ", line 3: expected answer 1 of question 1.1, not 2."),
        ("answers.tsv", "3.5", "-50", ", line 3: a grade must be from 0 to 5, not -50."),
        ("answers.tsv", "3.5", "3,5", ", line 3: “3,5” in score_avg is not a number."),
    ] {
        folder.changed(file, from, to, &format!("{file}{why}"));
    }
    let folder = tree();
    for (file, from, to, why) in [
        (
            "data/raw/questions",
            "2.1",
            "1.2",
            "data/raw/questions, line 4: question 1.2 appears twice.",
        ),
        (
            "data/raw/questions",
            "1.2 W",
            "../1.2 W",
            "data/raw/questions, line 2: “../1.2” is not the \
          number of a question, such as 1.2.",
        ),
        (
            "data/raw/questions",
            "1.2 W",
            "W",
            "data/raw/questions, line 2: “Why?” is not the \
          number of a question, such as 1.2.",
        ),
        (
            "data/scores/1.1/ave",
            "3.5",
            "50",
            "data/scores/1.1/ave, line 2: a grade must be from 0 to 5, not 50.",
        ),
        (
            "data/raw/1.1",
            "1.1\tLIFO",
            "9.9\tLIFO",
            "data/raw/1.1, line 2: expected an answer to 1.1, not to “9.9”.",
        ),
        (
            "data/scores/1.1/ave",
            "3.5",
            "\n\nNaN",
            "data/scores/1.1/ave, line 4: “NaN” is not a grade.",
        ),
        (
            "data/scores/1.1/ave",
            "3.5",
            "",
            "data/scores/1.1/ave: there are 2 grades for 3 answers.",
        ),
    ] {
        folder.changed(file, from, to, why);
    }
    fs::remove_dir_all(folder.0.path().join("data/scores/2.1")).unwrap();
    assert!(folder.refusal().starts_with("data/scores/2.1/ave: "), "{}", folder.refusal());
    // A folder where a file should be.
    fs::create_dir_all(folder.0.path().join("data/scores/2.1/ave")).unwrap();
    assert!(folder.refusal().starts_with("data/scores/2.1/ave: "), "{}", folder.refusal());
    // No question has an answer that all have.
    let none = Folder::with(&[("raw/questions", ""), ("raw/answers", "")]).problem();
    assert_eq!((none.questions.len(), none.people.len()), (0, 0));
}

/// A download with two games of one set of questions and one of another.
const DOWNLOAD: &str = r#"{"player": {"name": "ann"}, "drafts": [],
"games": [
{"game": "g1", "outcome": "won", "moves": [{"at": 1, "move": {"ask": ["Who?", "Why?"]}},
  {"at": 2, "move": {"answer": ["a", "b"]}}, {"at": 3, "move": "leave"}],
  "their_questions": null, "their_answers": ["me", "bec\u00e0use"], "their_rating": 62.5},
{"game": "g2", "moves": [{"move": {"ask": ["What?"]}}], "their_answers": ["x"], "their_rating": 1},
{"game": "g3", "moves": [{"move": {"ask": ["Who?", "Why?"]}}], "their_answers": ["you", ""],
  "their_rating": 100},
{"game": "g4", "moves": [{"move": {"ask": ["Who?", "Why?"]}}], "their_answers": ["no", "rating"],
  "their_rating": null},
{"game": "g5", "moves": [{"move": {"ask": ["Who?", "Why?"]}}], "their_answers": null},
{"game": "g6", "moves": [], "their_answers": ["taken", "over"], "their_rating": 7}
]}"#;

#[test]
fn a_download_holds_the_questions_asked_most_often() {
    let expected = Problem {
        name: "said".to_owned(),
        questions: vec![question("Who?", "Who?", &[]), question("Why?", "Why?", &["so"])],
        people: vec![
            person("g1", &["me", "becàuse"], 0.625, &[]),
            person("g3", &["you", ""], 1.0, &[]),
        ],
    };
    let key = b"question,answer\nWhy?,so\n";
    assert_eq!(csv(DOWNLOAD.as_bytes(), Some(key)).as_ref(), Ok(&expected));
    for before in ["\u{feff}", "\n \t"] {
        let same = csv(format!("{before}{DOWNLOAD}").as_bytes(), Some(key));
        assert_eq!(same.as_ref(), Ok(&expected));
    }
}

#[test]
fn what_is_no_download_is_refused() {
    let none = "said.csv: no game in it has a partner's answers and the partner's rating.";
    not_csv(r#"{"games": []}"#, none);
    not_csv(DOWNLOAD.replace("their_rating", "rating"), none);
    let why = |line: usize, why: &str| {
        format!("said.csv, line {line}: this is not a player's download from Luna ({why}).")
    };
    not_csv("{", &why(1, "EOF while parsing an object"));
    not_csv("{\n}", &why(2, "missing field `games`"));
    not_csv("{\"games\":\n 3}", &why(2, "invalid type: integer `3`, expected a sequence"));
    not_csv(DOWNLOAD.replace("\"moves\": []", "\"move\": []"), &why(12, "missing field `moves`"));
    not_csv(
        DOWNLOAD.replace("[\"x\"]", "[\"x\", 1]"),
        &why(6, "invalid type: integer `1`, expected a string"),
    );
    not_csv(DOWNLOAD.replace("62.5", "1e999"), &why(5, "number out of range"));
    not_csv(format!("{DOWNLOAD} more"), &why(13, "trailing characters"));
    not_csv(
        DOWNLOAD.replace("62.5", "162.5"),
        "said.csv: game g1: a rating must be from 0 to 100, not 162.5.",
    );
    not_csv(DOWNLOAD.replace("[\"x\"]", "[]"), "said.csv: game g2: 0 answers for 1 questions.");
    not_csv(b"{\n\xff", "said.csv, line 2: this is not UTF-8 text.");
    let deep = format!("{{\"games\":{}", "[".repeat(100_000));
    assert!(csv(deep.as_bytes(), None).is_err());
}
