//! Files of questions: what is read, what is refused, and what a sample is.

use std::collections::BTreeMap;

use luna_core::question_rating::QuestionRating;

use super::*;

fn refused(bytes: &[u8]) -> String {
    read(bytes, None, None).unwrap_err().to_string()
}

#[test]
fn json_tables_and_the_output_of_the_papers_program_give_the_same_questions() {
    let json = br#"{"article": "Moon", "text": "The moon is round. It shines.", "sentence": "It shines.", "question": "What shines?", "answer": "the moon"}"#;
    let csv = b"question,source_sentence,answer,article,text\nWhat  shines?,It shines.,the moon,Moon,The moon is round. It shines.\n";
    let toolkit = b"What shines?\tIt shines.\tthe moon\t2.61\n";
    let article = Some(("Moon", "The moon is round. It shines."));
    let files = [
        read(json, None, None).unwrap(),
        read(csv, None, None).unwrap(),
        read(toolkit, None, article).unwrap(),
    ];
    let formats = files.each_ref().map(|it| it.format);
    assert_eq!(formats, [Format::Json, Format::Table, Format::Toolkit]);
    for file in files {
        assert_eq!(file.articles[0].name, "Moon");
        assert_eq!(file.articles[0].text, "The moon is round. It shines.");
        let it = &file.questions[0];
        assert_eq!((&*it.question, &*it.sentence), ("What shines?", "It shines."));
        assert_eq!((&*it.answer, it.gold), ("the moon", None));
    }
}

#[test]
fn a_bad_file_is_refused_in_a_sentence_that_names_the_line() {
    let long = format!("question,sentence\n{},It shines.\n", "a".repeat(10_000));
    for (bytes, expected) in [
        (
            &b"question,answer\nWhat?,it\n"[..],
            "line 1: there is no column sentence; expected a header with question and sentence",
        ),
        (
            b"article,sentence\nMoon,It shines.\n",
            "line 1: there is no column question; expected a header with question and sentence",
        ),
        (
            b"question,sentence\nWhat shines?,It shines.\nWho?,\n",
            "line 3: there is no source sentence; raters cannot rate the question without it",
        ),
        (long.as_bytes(), "line 2: the question has 10000 characters; the most is 500"),
        (
            b"question,sentence,gold\nWhat?,It shines.,six\n",
            "line 2: the gold rating is “six”; expected 1 to 5",
        ),
        (
            b"question,sentence,gold\nWhat?,It shines.,6\n",
            "line 2: A rating is a whole number from 1, bad, to 5, good; this is 6.",
        ),
        (b"question,sentence\nWhat?\n", "line 2: there are 1 cells; expected 2"),
        (
            b"{\"question\": \"What?\"}\n",
            "line 1: there is no source sentence; raters cannot rate the question without it",
        ),
        (
            b"question,sentence,article,text\nWhat?,A,Moon,One.\nWho?,A,Moon,Two.\n",
            "line 3: the article “Moon” has another text than on an earlier line",
        ),
        (b"question,sentence\n", "there is no question in the file"),
        (b" \n", "the file is empty"),
    ] {
        assert_eq!(refused(bytes), expected);
        let with_returns = String::from_utf8_lossy(bytes).replace('\n', "\r\n");
        assert_eq!(refused(with_returns.as_bytes()), expected);
    }
    assert!(refused(b"{\"question\": 1}").starts_with("line 1: this is no JSON object"));
}

#[test]
fn a_repeated_question_is_named_and_left_out() {
    let file =
        read(b"question,sentence,gold\nWhat?,It shines.,4\nWhat?,It  shines.,\n", None, None);
    let file = file.unwrap();
    assert_eq!((file.questions.len(), &*file.repeated), (1, &[3][..]));
    assert_eq!(file.questions[0].gold, Some(QuestionRating::Acceptable));
}

#[test]
fn a_sample_ignores_the_order_of_the_file_and_articles_of_another_size() {
    let mut text = "question,sentence,article,text\n".to_owned();
    for (article, words) in [("short", 249), ("fine", 250), ("also", 2_000), ("long", 2_001)] {
        for number in 0..40 {
            let content = vec!["word"; words].join(" ");
            text.push_str(&format!("What is {number}?,word word.,{article},{content}\n"));
        }
    }
    let file = read(text.as_bytes(), None, None).unwrap();
    let mut turned = file.clone();
    turned.questions.reverse();
    let drawn = sample(&file, None, 20, 7);
    assert_eq!(drawn, sample(&turned, None, 20, 7), "the order matters");
    assert_ne!(drawn, sample(&file, None, 20, 8));
    let names: Vec<&str> = drawn.articles.iter().map(|it| &*it.name).collect();
    assert_eq!(names, ["also", "fine"]);
    assert_eq!(drawn.questions.len(), 40);
    assert_eq!(sample(&file, Some(1), 20, 7).questions.len(), 20);
    // Over many seeds each question is drawn about as often as any other: 0.5 of 400 times.
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..400 {
        for it in sample(&file, None, 20, seed).questions.iter().filter(|it| it.article == 0) {
            *counts.entry(it.question.clone()).or_default() += 1;
        }
    }
    assert_eq!(counts.len(), 40);
    assert!(counts.values().all(|count| (150..=250).contains(count)), "{counts:?}");
}
