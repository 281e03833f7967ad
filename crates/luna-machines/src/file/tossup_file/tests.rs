use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use luna_core::rng::Chance;

use super::*;

const QANTA: &str = r#"{"questions": [
  {"text": "It is  black. For 10 points, name this bird.", "answer": "<b>raven</b> [or <i>Corvus</i>]",
   "page": "Common_raven", "category": "Science", "subcategory": "Science Biology",
   "tournament": "Night Cup", "difficulty": "College", "year": 2019, "qanta_id": 7},
  {"text": "It is white.", "answer": "swan", "page": null, "category": null, "tournament": "Day Cup 2018",
   "year": 2018, "qanta_id": 8}
]}"#;

const QBREADER: &str = r#"{"tossups": [
  {"question": "<b>It is black (*)</b> &amp; croaks.", "question_sanitized": "no",
   "answer": "<b><u>raven</u></b> [accept <strong class=\"x\">Corvus</strong>]", "answer_sanitized": "raven",
   "category": "Science", "subcategory": "Biology", "difficulty": 4, "number": 2,
   "set": {"name": "Night Cup", "year": 2019}, "packet": {"name": "Finals", "number": 3}}
 ], "bonuses": [{"leadin": "Name some birds."}]}"#;

const PACKET: &str = "\u{feff}Night Cup 2019, packet 3\r\nEdited by Ann Lee\r\n\r\nTossups\r\n\
    1. It is black. It was seen in\r\n1845. It (*) croaks. For 10 points,\r\nNight Cup, page 1 of 2\r\n2\r\n\
    name this bird.\r\nANSWER: <b><u>raven</u></b> [accept\r\nCorvus]\r\n<Ann Lee, Science - Biology>\r\n\r\n\
    2) An old city.\r\n\r\nAnswer: Rome <History: Ancient>\r\n\r\n\
    Bonuses\r\n1. Name some birds for 10 points each.\r\n[10] It is white.\r\nANSWER: swan\r\n";

const TABLE: &str = "Question,Answer,Category,Tournament,Year,Number\n\
    \"It is black, and\nit croaks.\",raven,Science,Night Cup,2019,4\nAn old city.,Rome,History,,,\n";

fn packed(text: &str) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(text.as_bytes()).unwrap();
    gzip.finish().unwrap()
}

/// A tossup as `packet | text | answer line | page | category | subcategory | difficulty`.
fn lines(file: &TossupFile) -> Vec<String> {
    let line = |it: &TossupRecord| {
        let page = it.page.as_deref().unwrap_or("-");
        [
            it.packet.as_str(),
            &it.text,
            &it.answer_line,
            page,
            &it.category,
            &it.subcategory,
            &it.difficulty,
        ]
        .join(" | ")
    };
    file.tossups.iter().map(line).collect()
}

#[track_caller]
fn check(text: &str, format: Format, expected: &[&str]) {
    for bytes in [text.as_bytes().to_vec(), packed(text)] {
        for asked in [None, Some(format)] {
            let file = read(&bytes, asked).unwrap();
            assert_eq!(
                (file.format, lines(&file)),
                (format, expected.iter().map(|&it| it.into()).collect())
            );
        }
    }
}

#[track_caller]
fn refused(bytes: &[u8], format: Option<Format>, expected: &str) {
    assert_eq!(read(bytes, format).unwrap_err().to_string(), expected);
}

#[test]
fn json_of_qanta_is_read_as_a_document_and_as_lines() {
    let raven = "Night Cup 2019 | It is black. For 10 points, name this bird. | <b>raven</b> [or Corvus] \
                 | Common raven | Science | Science Biology | College";
    let swan = "Day Cup 2018 | It is white. | swan | - |  |  | ";
    check(QANTA, Format::Qanta, &[raven, swan]);
    let rows: serde_json::Value = serde_json::from_str(QANTA).unwrap();
    let rows = rows["questions"].as_array().unwrap();
    let lines: String = rows.iter().map(|row| format!("{row}\n\n")).collect();
    check(&lines, Format::Qanta, &[raven, swan]);
    let list = serde_json::to_string(rows).unwrap();
    assert_eq!(read(list.as_bytes(), Some(Format::Qanta)).unwrap().tossups.len(), 2);
}

#[test]
fn json_of_qbreader_is_read_with_its_marks() {
    let raven = "Night Cup 2019, Finals, tossup 2 | It is black (*) & croaks. \
                 | <b><u>raven</u></b> [accept <b>Corvus</b>] | - | Science | Biology | 4";
    check(QBREADER, Format::Qbreader, &[raven]);
    let row = r#"{"id": "q1", "set": "2012-PACE", "year": 2012, "packet": "1", "num": 3, "question": "An old city.", "answer": "Rome", "subcategory": null}"#;
    check(
        row,
        Format::Qbreader,
        &["2012-PACE, packet 1, tossup 3 | An old city. | Rome | - |  |  | "],
    );
}

#[test]
fn packets_are_read_without_titles_page_numbers_and_bonuses() {
    let title = "Night Cup 2019, packet 3, tossup";
    let raven = format!(
        "{title} 1 | It is black. It was seen in 1845. It (*) croaks. For 10 points, name this bird. \
         | <b><u>raven</u></b> [accept Corvus] | - | Science | Biology | "
    );
    let rome = format!("{title} 2 | An old city. | Rome | - | History | Ancient | ");
    check(PACKET, Format::Packet, &[&raven, &rome]);
}

#[test]
fn bonuses_without_a_heading_end_the_tossups() {
    let text =
        "1. An old city.\nANSWER: Rome\n\n1. Name some birds.\n[10] It is white.\nANSWER: swan\n";
    check(text, Format::Packet, &["tossup 1 | An old city. | Rome | - |  |  | "]);
}

#[test]
fn tables_are_read_with_any_separator() {
    let expected = [
        "Night Cup 2019, tossup 4 | It is black, and it croaks. | raven | - | Science |  | ",
        " | An old city. | Rome | - | History |  | ",
    ];
    check(TABLE, Format::Csv, &expected);
    let tabs = "text\tanswer_line\tpage\tdifficulty\nAn old city; a seat.\tRome\tRome\teasy\n";
    check(tabs, Format::Csv, &[" | An old city; a seat. | Rome | Rome |  |  | easy"]);
    check(
        "question;answer\nAn old city.;Rome\n",
        Format::Csv,
        &[" | An old city. | Rome | - |  |  | "],
    );
}

#[test]
fn lists_of_answers_are_read_with_and_without_columns() {
    let file = read(b"&quot;Weird Al&quot; Yankovic\n\nRome\r\nRome\n", None).unwrap();
    let titles: Vec<&str> = file.answers.iter().map(|it| it.title.as_str()).collect();
    assert_eq!((file.format, titles), (Format::Answers, vec!["\"Weird Al\" Yankovic", "Rome"]));
    assert_eq!(file.duplicates, [Duplicate { row: 3, first_row: 2 }]);
    let table = "title\tkind\tcategory\taliases\nRome\tplace\tHistory\tRoma | the Eternal City\nSwan\t\t\t\n";
    let file = read(table.as_bytes(), None).unwrap();
    let rome = AnswerRecord {
        row: 1,
        title: "Rome".to_owned(),
        kind: "place".to_owned(),
        category: "History".to_owned(),
        aliases: vec!["Roma".to_owned(), "the Eternal City".to_owned()],
    };
    assert_eq!(file.answers[0], rome);
    assert_eq!(file.answers[1].title, "Swan");
}

#[test]
fn texts_from_right_to_left_and_odd_brackets_stay() {
    let text = "question,answer\n\"שלום <a name> if x < y & y > z: <i>Beowulf</i><br>and\u{7} more\",\"רומא\"\n";
    check(
        text,
        Format::Csv,
        &[" | שלום <a name> if x < y & y > z: Beowulf and more | רומא | - |  |  | "],
    );
}

#[test]
fn a_repeated_question_is_skipped_and_named() {
    let text = "question,answer\nAn old city.,Rome\nIt is black.,raven\nAn <b>old</b> city.,Roma\n";
    let file = read(text.as_bytes(), None).unwrap();
    assert_eq!(file.tossups.iter().map(|it| it.row).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(file.duplicates, [Duplicate { row: 3, first_row: 1 }]);
}

#[test]
fn a_map_of_answers_finds_pages_by_plain_words() {
    let map = "answer_string\twikipedia_page\n10 downing street\t10_Downing_Street\nthe raven\tThe_Raven\n\
               mercury\tMercury_(planet)\nMercury\tMercury_(element)\n";
    let map = read_map(map.as_bytes()).unwrap();
    assert_eq!(map.page("10 Downing-Street"), Some("10 Downing Street"));
    assert_eq!(map.page("“Raven”"), Some("The Raven"));
    assert_eq!(map.page("Mercury"), None);
    assert_eq!(
        read_map(b"a\tA\nb\n").unwrap_err().to_string(),
        "line 2: expected an answer, a tab and a page"
    );
    assert_eq!(
        read_map(b"a\t \n").unwrap_err().to_string(),
        "line 1: the answer or the page is empty; expected both"
    );
}

#[test]
fn a_damaged_document_is_refused_with_its_place() {
    let cut = &QANTA.as_bytes()[..QANTA.len() - 30];
    refused(cut, None, "line 6: this is not the JSON expected: EOF while parsing a string");
    let qanta = Some(Format::Qanta);
    refused(
        QBREADER.as_bytes(),
        qanta,
        "expected an object with the list `questions`, or a tossup on each line",
    );
    let row = |row: &str| format!(r#"{{"questions": [{{"text": "A", "answer": "B"}}, {row}]}}"#);
    for (bad, expected) in [
        (r#"{"text": "", "answer": "B"}"#, "the question is empty; expected its text"),
        (
            r#"{"text": "C (*)", "answer": "<b> </b>"}"#,
            "the answer line is empty; expected the answer",
        ),
        (r#"{"answer": "B"}"#, "there is no `text`; each tossup needs one"),
        (r#"{"text": "C"}"#, "there is no `answer`; each tossup needs one"),
        (r#"{"text": [1], "answer": "B"}"#, "`text` is no text; expected a text or a number"),
        (
            r#"{"text": "C\u0000", "answer": "B"}"#,
            "the question has a NUL character, which no text has",
        ),
        ("7", "expected a tossup as a JSON object: invalid type: integer `7`, expected a map"),
    ] {
        refused(row(bad).as_bytes(), qanta, &format!("questions[1]: {expected}"));
    }
    refused(
        b"{\"text\": \"A\", \"answer\": \"B\"}\n\n{\"text\": \"C\"}\n",
        None,
        "line 3: there is no `answer`; each tossup needs one",
    );
    refused(b"{\"questions\": []}", None, "there is nothing to import; expected tossups");
}

#[test]
fn a_packet_with_a_missing_line_is_refused_at_the_question() {
    refused(
        b"Night Cup\n1. An old city.\n\n2. It is black.\nANSWER: raven\n",
        None,
        "line 2: question 1 has no line that begins with ANSWER:",
    );
    refused(
        b"1. An old city.\nANSWER: Rome\n2. It is black.\n",
        None,
        "line 3: question 2 has no line that begins with ANSWER:",
    );
    refused(
        b"1. An old city.\nANSWER:\n",
        None,
        "line 1: the answer line is empty; expected the answer",
    );
    refused(b"1.\nANSWER: Rome\n", None, "line 1: the question is empty; expected its text");
    refused(
        b"An old city.\nANSWER: Rome\n",
        None,
        "line 2: this answer has no question; expected a numbered question before it, such as \u{201c}1. \u{2026}\u{201d}",
    );
    refused(
        b"1. An old city.\nANSWER: Rome\nANSWER: Roma\n",
        None,
        "line 1: this is a second answer; expected one for each question",
    );
}

#[test]
fn a_damaged_table_is_refused_with_its_line() {
    let csv = Some(Format::Csv);
    refused(
        b"q,a\n1,2\n",
        csv,
        "line 1: there is no column question; expected a header with question and answer",
    );
    refused(
        b"question,page\n1,2\n",
        csv,
        "line 1: there is no column answer; expected a header with question and answer",
    );
    refused(b"question,answer\nA,B\n\nC,D,E\n", None, "line 4: there are 3 cells; expected 2");
    refused(
        b"question,answer\nA,B\nC,\n",
        None,
        "line 3: the answer line is empty; expected the answer",
    );
    refused(
        b"question,answer\n",
        None,
        "there is nothing to import; expected rows below the header",
    );
}

#[test]
fn other_content_is_refused_in_a_sentence() {
    refused(b" \n", None, "the file is empty");
    refused(
        b"question,answer\nA\0,B\n",
        None,
        "line 2: there is a NUL character, which no text has",
    );
    refused(
        b"Rome\ncaf\xe9\n",
        None,
        "line 2: there are bytes that are not UTF-8; please save the file as UTF-8",
    );
    refused(b"\xff\xfeR\0", None, "the file is text in UTF-16; please save it as UTF-8");
    let long = format!("question,answer\n{},B\n", "a".repeat(100_000));
    refused(
        long.as_bytes(),
        None,
        "line 2: the question has 100000 characters; the limit is 10000",
    );
    let half = packed(TABLE);
    refused(&half[..half.len() - 9], None, "the compressed file is incomplete");
    refused(&[0x1f, 0x8b, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9], None, "the compressed file is damaged");
    let prose = "A word is here again. ".repeat(20);
    let why = read(prose.as_bytes(), None).unwrap_err().to_string();
    assert!(why.starts_with("the format is unknown; expected JSON"), "{why}");
    refused(
        b"Rome\nRaven\tbird\n",
        Some(Format::Answers),
        "line 2: there is a tab; a list with columns begins with title, kind, category and aliases",
    );
    refused(b"title\tkind\nRome\tplace\tmore\n", None, "line 2: there are 3 cells; expected 2");
}

#[test]
fn a_table_without_the_named_columns_is_no_list_of_titles() {
    let why = "this is a table whose header does not name the columns question and answer; rename them, or give \
               --format answers if each line is one title";
    for text in
        ["q,a\nx,y\n", "clue;solution\nIt is black.;raven\n", "q,a,c\n\"x, z\",y,1\nz,y,2\n"]
    {
        refused(text.as_bytes(), None, why);
    }
    let titles = "Rome\nJohnson, Samuel\nBuda, Pest, and more\n";
    assert_eq!(read(titles.as_bytes(), None).unwrap().answers.len(), 3);
    assert_eq!(read(b"q,a\nx,y\n", Some(Format::Answers)).unwrap().answers.len(), 2);
}

#[test]
fn a_table_of_one_known_column_is_no_list_of_titles() {
    let why = |column| {
        format!(
            "this looks like a table with the one column {column}; a table of tossups has the columns \
             question and answer. If each line is one title, delete the first line, or give --format \
             answers"
        )
    };
    for (text, column) in [
        ("question\nWho wrote Emma?\n", "question"),
        ("\u{feff}\"Question\"\r\n\"Who, in 1815, wrote Emma?\"\r\n", "question"),
        ("\nAnswer\nJane Austen\n", "answer"),
        ("text\nIt is black.\n", "text"),
    ] {
        refused(text.as_bytes(), None, &why(column));
    }
    assert_eq!(read(b"Question time\nRome\n", None).unwrap().answers.len(), 2);
    assert_eq!(read(b"question\nRome\n", Some(Format::Answers)).unwrap().answers.len(), 2);
}

#[test]
fn altered_files_are_read_or_refused_in_a_sentence() {
    let answers = "title\tkind\tcategory\taliases\nRome\tplace\tHistory\tRoma | Urbs\n";
    for seed in [QANTA, QBREADER, PACKET, TABLE, answers] {
        let mut chance = Chance::from_words(&["tossup file", seed]);
        for _ in 0..500 {
            let mut bytes = seed.as_bytes().to_vec();
            for _ in 0..=chance.below(3) {
                let at = chance.below(bytes.len());
                match chance.below(3) {
                    0 => bytes[at] ^= 1 << chance.below(8),
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, b"\"<>\t\n1,"[chance.below(7)]),
                }
            }
            for format in [None].into_iter().chain(Format::ALL.map(Some)) {
                match read(&bytes, format) {
                    Ok(file) => assert!(file.tossups.len() + file.answers.len() > 0),
                    Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
                }
            }
        }
    }
}

/// The real files, where they lie beside the project.
#[test]
fn the_published_files_are_read_where_they_are_present() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/quizbowl");
    let Ok(qanta) = std::fs::read(folder.join("qanta_dev.jsonl.gz")) else { return };
    let file = read(&qanta, None).unwrap();
    assert_eq!(file.format, Format::Qanta);
    assert_eq!((file.tossups.len(), file.duplicates.len()), (2_023, 33));
    let open = |name: &str| std::fs::read(folder.join(name)).unwrap();
    let file = read(&open("qbreader_tossups.jsonl.gz"), None).unwrap();
    assert_eq!(file.format, Format::Qbreader);
    assert_eq!(file.tossups.len() + file.duplicates.len(), 35_376);
    assert_eq!(read(&open("qanta_answer_titles.txt"), None).unwrap().format, Format::Answers);
    assert_eq!(
        read_map(&open("answer_to_page.tsv")).unwrap().page("1 Ceres"),
        Some("Ceres (dwarf planet)")
    );
}
