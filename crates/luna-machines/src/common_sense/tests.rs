use luna_text::knowledge::{Builder, KnowledgeBase, Relation};

use super::*;

mod printed;

/// Animals and tools with what they can do, have and are found.
fn base() -> KnowledgeBase {
    let mut text = "relation\tleft\tright\tweight\n".to_owned();
    for (kind, place, names, abilities) in [
        ("animal", "barn", ["hen", "goat", "cow", "pig"], ["run", "eat", "sleep", "breathe"]),
        ("tool", "shed", ["saw", "axe", "drill", "rake"], ["rust", "break", "wear out", "vibrate"]),
    ] {
        for (nth, name) in names.into_iter().enumerate() {
            text.push_str(&format!("IsA\t{name}\t{kind}\t4\nAtLocation\t{name}\t{place}\t3\n"));
            for (mth, ability) in abilities.into_iter().enumerate() {
                // Each lacks one.
                if nth != mth {
                    text.push_str(&format!("CapableOf\t{name}\t{ability}\t2\n"));
                }
            }
        }
    }
    text.push_str("CapableOf\tcow\tfly\t-4\nCapableOf\tpig\tfly\t-4\nCapableOf\thawk\tfly\t4\n");
    let mut builder = Builder::default();
    builder.read(&text).unwrap();
    KnowledgeBase::from_bytes(builder.build(|_| false).bytes).unwrap()
}

fn ask(question: &Question) -> (Vec<String>, Answers) {
    let base = base();
    let space = KnowledgeSpace::new(&base);
    let answerer = PaperAnswerer { space: &space, similarities: SimilaritiesReading::EitherSide };
    let answers = answerer.answer(question);
    (answers.answers.iter().map(|it| it.text.clone()).collect(), answers)
}

fn texts(question: &Question) -> Vec<String> {
    ask(question).0
}

#[test]
fn a_word_is_explained_by_what_is_stated_of_it() {
    let (texts, answers) = ask(&Question::Vocabulary("the cows".to_owned()));
    assert_eq!(texts.len(), MOST_ANSWERS);
    assert!(texts.contains(&"A cow is a kind of animal.".to_owned()), "{texts:?}");
    assert!(!texts.iter().any(|text| text.contains("fly")), "{texts:?}");
    // Four are stated with the proper relations, and the fifth is inferred.
    let stated = answers.answers.iter().map(|it| it.assertions.len());
    assert_eq!(stated.collect::<Vec<_>>(), [1, 1, 1, 1, 0]);
    assert_eq!(texts[4], "A cow can sleep.");
}

#[test]
fn the_first_word_restricts_the_relations() {
    let asked = Question::Information("Where can you find a goat?".to_owned());
    assert_eq!(texts(&asked)[0], "You can find a goat in a barn.");
    let (_, answers) = ask(&asked);
    let relations = answers.answers.iter().flat_map(|it| &it.assertions).map(|it| it.relation);
    assert!(relations.into_iter().all(|relation| relation == Relation::AtLocation));
    let what = texts(&Question::Information("What is a goat?".to_owned()));
    assert!(what.contains(&"A goat is a kind of animal.".to_owned()), "{what:?}");
}

/// Rings are used for what people do with them, and not only for what is asked about.
#[test]
fn words_that_say_nothing_are_in_no_category_and_no_answer() {
    let mut text = "relation\thead\ttail\tfreq\tscore\n".to_owned();
    for name in ["ring", "medal", "crown"] {
        for goal in ["marry", "remember", "decorate"] {
            text.push_str(&format!("UsedFor\t{name}\t{goal}\t5\t2\n"));
        }
    }
    for act in ["eat", "sleep", "talk", "walk"] {
        for name in ["person", "something", "child"] {
            text.push_str(&format!("CapableOf\t{name}\t{act}\t5\t40\n"));
        }
    }
    text.push_str("CapableOf\tperson\tring\t5\t40\nUsedFor\tring\tsomething\t5\t40\n");
    let mut builder = Builder::default();
    builder.read(&text).unwrap();
    let base = KnowledgeBase::from_bytes(builder.build(|_| false).bytes).unwrap();
    let space = KnowledgeSpace::new(&base);
    let paper = PaperAnswerer { space: &space, similarities: SimilaritiesReading::EitherSide };
    let asked = |text: &str| {
        let answers = paper.answer(&Question::Comprehension(text.to_owned())).answers;
        let concepts = answers.iter().filter_map(|it| Some(base.name(it.concept?)));
        concepts.map(str::to_owned).collect::<Vec<String>>()
    };
    let with = asked("Why do people wear rings?");
    let mut first: Vec<&str> = with.iter().take(3).map(String::as_str).collect();
    first.sort_unstable();
    assert_eq!(first, ["decorate", "marry", "remember"]);
    assert!(!with.iter().any(|it| ["person", "something"].contains(&&**it)), "{with:?}");
    assert_eq!(asked("Why does somebody wear all her rings?"), with);
    // Where there is nothing else, it is what the question is about.
    let person = asked("Why do people?");
    assert!(person.contains(&"eat".to_owned()), "{person:?}");
}

#[test]
fn clues_lead_to_the_thing_that_has_them_all() {
    let clues = ["It can rust.", "It can break, and it can vibrate."].map(str::to_owned);
    let found = texts(&Question::WordReasoning(clues.to_vec()));
    assert!(["saw", "axe", "drill", "rake"].contains(&found[0].as_str()), "{found:?}");
}

#[test]
fn two_words_share_their_class() {
    let words = ["hen", "pigs"].map(str::to_owned);
    let (texts, answers) = ask(&Question::Similarities(words));
    assert_eq!(texts[0], "animal", "{texts:?}");
    assert_eq!(answers.answers[0].assertions.len(), 2);
    assert_eq!(answers.concepts.len(), 2);
}

#[test]
fn without_a_known_word_there_is_no_answer() {
    for question in [
        Question::Vocabulary("quark".to_owned()),
        Question::Information(String::new()),
        Question::Comprehension("Why do quarks bind?".to_owned()),
        Question::Similarities(["cow", "quark"].map(str::to_owned)),
        Question::WordReasoning(Vec::new()),
        // The hawk is not in the core.
        Question::Vocabulary("hawk".to_owned()),
    ] {
        assert_eq!(texts(&question), [""; 0], "{question:?}");
    }
}

#[test]
fn random_answers_are_the_same_for_the_same_seed() {
    let base = base();
    let answer = |seed: u64| {
        RandomAnswerer { base: &base, seed }.answer(&Question::Vocabulary("cow".to_owned()))
    };
    assert_eq!(answer(1), answer(1));
    assert_ne!(answer(1), answer(2));
    assert_eq!(answer(1).answers.len(), MOST_ANSWERS);
    assert!(answer(1).answers.iter().all(|it| !it.assertions[0].is_negative()));
}

/// Its neighbours have no others, so that it is outside of the core as well.
#[test]
fn a_concept_with_a_million_neighbours_is_asked_like_any_other() {
    let mut text = "relation\thead\ttail\tfreq\tscore\n".to_owned();
    for ray in 0..1_000_000 {
        text.push_str(&format!("HasA\tsun\tray {ray}\t5\t1\n"));
    }
    let mut builder = Builder::default();
    builder.read(&text).unwrap();
    let base = KnowledgeBase::from_bytes(builder.build(|_| false).bytes).unwrap();
    assert_eq!(base.len(), 1_000_000);
    let space = KnowledgeSpace::new(&base);
    let paper = PaperAnswerer { space: &space, similarities: SimilaritiesReading::EitherSide };
    let improved = ImprovedAnswerer { space: &space };
    for question in [
        Question::Vocabulary("the sun".to_owned()),
        Question::Information("What does the sun have?".to_owned()),
        Question::Comprehension("Why is there a sun?".to_owned()),
        Question::Similarities(["the sun", "ray 7"].map(str::to_owned)),
        Question::WordReasoning(vec!["It has ray 7.".to_owned()]),
    ] {
        assert_eq!(paper.answer(&question).answers, [], "{question:?}");
        assert!(improved.answer(&question).answers.len() <= MOST_ANSWERS, "{question:?}");
    }
}
