//! Whatever people say, and whatever a file holds: a result or one sentence.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use luna_core::rng::Chance;
use luna_text::wordnet::WordNet;

use super::{net, plan};
use crate::predict::dataset::{Person, Problem, Question, Scale};
use crate::predict::language::Sources;
use crate::predict::read::{Layout, Persons, read_as};
use crate::predict::trials::{Plan, PreparedDataset};
use crate::predict::{Ties, report};

type Net = (Option<Arc<WordNet>>, String);

/// The whole experiment. Gives whether there is a result.
fn tried(problem: Problem, scale: Scale, net: Net, ties: Ties) -> bool {
    let name = problem.name.clone();
    let plan = Plan { trials: 2, ties, ..plan(1) };
    let prepared = PreparedDataset::new(problem, scale, &Sources::default(), net);
    let ran = prepared.and_then(|prepared| {
        let finite =
            |(_, _, values): (&str, &str, [f64; 6])| values.iter().all(|it| it.is_finite());
        assert!(prepared.compared().all(finite), "{name}");
        prepared.run(&plan, &|_, _| ())
    });
    match ran {
        Ok(ran) => {
            for scores in &ran.scores {
                let mut errors = scores.ols.iter().chain(&scores.lasso);
                assert!(errors.all(|error| error.is_finite()), "{name}: {scores:?}");
            }
            let all = [ran];
            let (part, text) = (report::part(&all, 2), report::text(&all));
            let json = report::json(&part, &all, &plan);
            assert!(!text.contains("NaN") && !json.contains("NaN") && !json.contains("inf,"));
            true
        }
        Err(why) => {
            sentence(&why.to_string());
            false
        }
    }
}

#[track_caller]
fn sentence(why: &str) {
    assert!(why.lines().count() == 1 && why.len() < 900 && why.ends_with('.'), "{why}");
}

const WORDS: [&str; 24] = [
    "dog",
    "dogs",
    "hound",
    "the",
    "not",
    "freedom",
    "Washington",
    "running",
    "7",
    "3.5",
    "東京",
    "наш",
    "Über",
    "مرحبا",
    "हिन्दी",
    "\u{202e}tac",
    "\u{200b}",
    "a\u{200d}b",
    "👩‍👩‍👧",
    "İ",
    "e\u{301}",
    "\u{feff}",
    "\0",
    "'",
];

fn said(chance: &mut Chance) -> String {
    let words = match chance.below(8) {
        0 => 0,
        1 => 1000,
        _ => 1 + chance.below(6),
    };
    let each: Vec<&str> = (0..words).map(|_| WORDS[chance.below(WORDS.len())]).collect();
    let text = each.join([" ", "  ", "\n", ", ", ""][chance.below(5)]);
    text.chars().take(5000).collect()
}

fn problem(nth: usize, chance: &mut Chance) -> Problem {
    let people = [1, 4, 5, 6, 12][chance.below(5)];
    let questions = [0, 1, 2, 5][chance.below(4)];
    let kind = chance.below(6);
    let rating = |chance: &mut Chance| match kind {
        0 => 0.0,
        1 => 0.25,
        2 => -3.0 * chance.unit(),
        3 => chance.normal() * 1e300,
        4 => chance.unit() * f64::MIN_POSITIVE,
        _ => chance.unit(),
    };
    let person = |chance: &mut Chance, nth: usize| Person {
        id: format!("p{nth}"),
        responses: (0..questions).map(|_| said(chance)).collect(),
        rating: rating(chance),
        grades: Vec::new(),
    };
    let people = (0..people).map(|nth| person(chance, nth)).collect();
    let question = |chance: &mut Chance, nth: usize| Question {
        id: format!("q{nth}"),
        text: said(chance),
        key: (0..chance.below(3)).map(|_| said(chance)).collect(),
    };
    let questions = (0..questions).map(|nth| question(chance, nth)).collect();
    Problem { name: format!("problem {nth}"), questions, people }
}

#[test]
fn any_problem_has_a_result_or_a_sentence() {
    let (net, mut chance, mut results) = (net(), Chance::from_words(&["any problem"]), 0);
    let without = (None, "No WordNet.".to_owned());
    for nth in 0..120 {
        let problem = problem(nth, &mut chance);
        let scale = Scale::ALL[chance.below(3)];
        let ties = [Ties::First, Ties::Mean][chance.below(2)];
        let net = [&net, &without][chance.below(2)].clone();
        results += usize::from(tried(problem, scale, net, ties));
    }
    assert!((24..96).contains(&results), "{results} of 120 have a result");
}

/// Small files of each form, all of them readable.
fn good() -> Vec<(Layout, BTreeMap<&'static str, Vec<u8>>)> {
    let mut csv = "person,question,response,rating\n".to_owned();
    let mut games = Vec::new();
    let mut powergrading = "student_id\tquestion_id\tanswer\tg1\tg2\tg3\n".to_owned();
    let mut tables = "question_id\tstudent_pos\tscore_avg\tstudent_answer\n".to_owned();
    let (mut raw, mut grades) = (String::new(), String::new());
    for (nth, word) in WORDS.into_iter().take(6).enumerate() {
        let (grade, rating) = (nth % 2, nth * 17);
        csv += &format!("p{nth},Why?,\"{word}, so\",0.{nth}\np{nth},Who?,{word},0.{nth}\n");
        games.push(format!(
            "{{\"game\":\"{nth}\",\"moves\":[{{\"move\":{{\"ask\":[\"Who?\"]}}}}],\
             \"their_answers\":[\"{word}\"],\"their_rating\":{rating}}}"
        ));
        for question in 1..3 {
            powergrading += &format!("s{nth}\t{question}\t{word}\t{grade}\t1\t-1\n");
            tables += &format!("{question}.1\t{}\t3.{nth}\t{word}\n", 0);
        }
        raw += &format!("1.1 {word} caf\u{e9}<br>\n");
        grades += &format!("3.{nth}\n");
    }
    // Each question's lines count from 0 by themselves.
    let lines = tables.lines().enumerate().map(|(line, text)| {
        let place = format!("\t{}\t", line.saturating_sub(1) / 2);
        text.replacen("\t0\t", &place, 1) + "\n"
    });
    let tables: String = lines.collect();
    let asked =
        "question_id\tassignment\tquestion\tdesired_answer\n1.1\t1\tA?\tdog\n2.1\t2\tB?\t\n";
    let key = "question_id\tquestion\tanswers\n1\tA?\tdog | cat\n2\tB?\tseven\n";
    let files = |all: &[(&'static str, &str)]| {
        all.iter().map(|&(name, text)| (name, text.as_bytes().to_vec())).collect()
    };
    let download = format!("{{\"games\":[{}]}}", games.join(",\n"));
    let key_of_file = "question,answer\nWho?,dog\nWho?,\"the, hound\"\n";
    vec![
        (Layout::File, files(&[("file", &csv), ("key", key_of_file)])),
        (Layout::File, files(&[("file", &download), ("key", key_of_file)])),
        (
            Layout::Powergrading,
            files(&[
                ("file/student_answers_698.tsv", &powergrading),
                ("file/questions_answer_key.tsv", key),
            ]),
        ),
        (
            Layout::MohlerTables,
            files(&[("file/questions.tsv", asked), ("file/answers.tsv", &tables)]),
        ),
        (
            Layout::MohlerTree,
            files(&[
                ("file/raw/questions", "1.1 A?\n"),
                ("file/raw/answers", "1.1 dog\n"),
                ("file/raw/1.1", &raw),
                ("file/scores/1.1/ave", &grades),
            ]),
        ),
    ]
}

fn problems(
    form: Layout,
    files: &BTreeMap<&'static str, Vec<u8>>,
    who: Persons,
) -> Result<Vec<Problem>, String> {
    let bytes = |path: &Path| {
        let found = path.to_str().and_then(|path| files.get(path));
        found.cloned().ok_or_else(|| io::Error::other("it is not there"))
    };
    let key = files.contains_key("key").then_some(Path::new("key"));
    read_as(form, Path::new("file"), key, who, &bytes).map_err(|why| why.to_string())
}

/// Changes, removes or doubles a few bytes.
fn mutated(bytes: &mut Vec<u8>, chance: &mut Chance) {
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len().max(1)).min(bytes.len());
        let to = (at + chance.below(40)).min(bytes.len());
        match chance.below(6) {
            0 => drop(bytes.drain(at..to)),
            1 => bytes.truncate(at),
            2 => bytes.extend_from_within(at..to),
            3 => bytes.insert(at, b"\n\t\",\\{}[]\xff\xe2\x80-e9<&;\r"[chance.below(19)]),
            4 => drop(bytes.splice(at..to, b"1e999".iter().copied())),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << chance.below(8)),
        }
    }
}

#[test]
fn any_bytes_give_problems_or_a_sentence() {
    let (net, mut chance, good) = (net(), Chance::from_words(&["any bytes"]), good());
    for (form, files) in &good {
        let problems = problems(*form, files, Persons::Complete).unwrap();
        assert_eq!(problems.len(), 1);
        for problem in problems {
            tried(problem, Scale::Range, net.clone(), Ties::First);
        }
    }
    let (mut readable, mut results) = (0, 0);
    for nth in 0..4000 {
        let (form, files) = &good[nth % good.len()];
        let mut files = files.clone();
        let names: Vec<&str> = files.keys().copied().collect();
        let name = names[chance.below(names.len())];
        mutated(files.get_mut(name).unwrap(), &mut chance);
        let who = [Persons::Complete, Persons::Assignments][chance.below(2)];
        match problems(*form, &files, who) {
            Ok(problems) => {
                readable += 1;
                // It takes far longer than to read.
                for problem in problems.into_iter().filter(|_| nth % 8 == 0) {
                    let tried = tried(problem, Scale::Range, net.clone(), Ties::Mean);
                    results += usize::from(tried);
                }
            }
            Err(why) => sentence(&why),
        }
    }
    assert!((400..3600).contains(&readable), "{readable} of 4000 can be read");
    assert!(results > 20, "{results} had a result");
}
