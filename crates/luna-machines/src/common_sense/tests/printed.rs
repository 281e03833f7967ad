//! The answers that the paper prints, as far as the data of the paper are here.
//!
//! The raw assertions behind the printed sentences are not to be had, so an answer is the concept that it
//! adds to the question.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use luna_core::battery::PrintedAnswers;

use super::*;

/// The concept of a printed answer, its printed rank if there is one, and its rank here.
type Ranks = (&'static str, Option<usize>, Option<usize>);

/// The base has *refrigerator* where the paper prints "refrigeration".
fn printed() -> Vec<(Question, Vec<Ranks>)> {
    let information = |text: &str| Question::Information(text.to_owned());
    let vocabulary = |word: &str| Question::Vocabulary(word.to_owned());
    vec![
        (
            Question::Comprehension("Why do people shake hands?".to_owned()),
            vec![
                ("hold", Some(1), Some(1)),
                ("grasp", Some(2), Some(2)),
                ("grab", Some(3), Some(3)),
                ("play harp", Some(4), Some(4)),
                ("tie shoelace", Some(5), Some(5)),
            ],
        ),
        (
            Question::Similarities(["canoe", "aircraft carrier"].map(str::to_owned)),
            vec![
                ("boat", Some(1), Some(2)),
                ("water", Some(2), Some(1)),
                ("ocean", Some(3), Some(3)),
            ],
        ),
        (
            vocabulary("dog"),
            vec![("pet", Some(1), Some(1)), ("friendly", Some(2), None), ("swim", Some(3), None)],
        ),
        (
            vocabulary("happy"),
            vec![
                ("feel good", Some(1), None),
                ("joy", Some(2), None),
                ("celebrate", Some(3), None),
            ],
        ),
        (
            information("Where does your food go when you swallow it?"),
            vec![("refrigerator", Some(1), Some(1)), ("stomach", None, None)],
        ),
        (information("What is inside of tires?"), vec![("sleep", Some(1), None)]),
    ]
}

/// `ConceptNet` 4, where it is beside the repository.
fn conceptnet() -> Option<KnowledgeBase> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(2);
    let name = "shared/data/conceptnet4/conceptnet4_en.tsv.gz";
    let file = above.map(|folder| folder.join(name)).find(|it| it.exists());
    let Some(file) = file else {
        println!("{name} is not here: nothing to compare with.");
        return None;
    };
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(file).unwrap()).read_to_string(&mut text).unwrap();
    let mut builder = Builder::default();
    builder.read(&text).unwrap();
    Some(KnowledgeBase::from_bytes(builder.build(|_| false).bytes).unwrap())
}

#[test]
fn the_printed_answers_have_these_ranks() {
    let Some(base) = conceptnet() else { return };
    let space = KnowledgeSpace::new(&base);
    let paper = PaperAnswerer { space: &space, similarities: SimilaritiesReading::EitherSide };
    let (mut all, mut at_rank) = (0, 0);
    for (question, expected) in printed() {
        let answers = paper.answer(&question).answers;
        let found: Vec<Ranks> = (expected.iter())
            .map(|&(name, printed, _)| {
                let place = answers.iter().position(|it| it.concept == base.concept(name));
                (name, printed, place.map(|place| place + 1))
            })
            .collect();
        assert_eq!(found, expected, "{question:?}: {answers:#?}");
        all += found.len();
        at_rank +=
            found.iter().filter(|(_, printed, here)| printed.is_some() && printed == here).count();
    }
    assert_eq!((all, at_rank), PrintedAnswers::HERE.numbers());
    no_sentence_answers_many_questions(&paper);
}

fn no_sentence_answers_many_questions(paper: &PaperAnswerer<'_>) {
    let form = include_str!("../../../../luna-app/data/battery/form-a.toml");
    let items = form.split("[[item]]").filter(|it| it.contains("subtest = \"comprehension\""));
    let questions: Vec<&str> =
        items.filter_map(|it| it.split("question = \"").nth(1)?.split('"').next()).collect();
    assert_eq!(questions.len(), 12);
    let mut given: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for question in questions {
        for answer in paper.answer(&Question::Comprehension(question.to_owned())).answers {
            given.entry(answer.text).or_default().push(question);
        }
    }
    for (text, questions) in given {
        assert!(questions.len() <= 2, "{text}: {questions:?}");
    }
}
