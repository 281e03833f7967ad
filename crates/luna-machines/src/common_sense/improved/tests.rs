use luna_text::knowledge::{Builder, KnowledgeBase};

use super::*;
use crate::common_sense::answer::Answer;

/// Animals and tools, with a sky, a bee and a coat.
fn base() -> KnowledgeBase {
    let mut text = "relation\tleft\tright\tweight\n".to_owned();
    for (kind, place, names, deeds) in [
        ("animal", "barn", ["hen", "goat", "cow", "pig"], ["run", "eat", "sleep", "breathe"]),
        ("tool", "shed", ["saw", "axe", "drill", "rake"], ["rust", "break", "wear out", "vibrate"]),
    ] {
        for name in names {
            text.push_str(&format!("IsA\t{name}\t{kind}\t4\nAtLocation\t{name}\t{place}\t3\n"));
            for deed in deeds {
                text.push_str(&format!("CapableOf\t{name}\t{deed}\t2\n"));
            }
        }
    }
    for line in [
        "CapableOf\tcow\tgive milk\t5",
        "CapableOf\tpig\tfly\t-4",
        "IsA\tblue\tcolor\t4",
        "IsA\tred\tcolor\t4",
        "IsA\tgreen\tcolor\t4",
        "IsA\tpink\tcolor\t4",
        "HasProperty\tsky\tblue\t4",
        "HasProperty\tsky\thigh\t8",
        "HasA\tbee\twing\t9",
        "CapableOf\tbee\tmake honey\t3",
        "MotivatedByGoal\twear a coat\tkeep warm\t3",
        "HasSubevent\tlight a fire\tkeep warm\t2",
        "AtLocation\tcoat\tcloset\t9",
        "IsA\tdentist\tperson\t3",
        "CapableOf\tdentist\tfix teeth\t3",
        "HasA\tmouth\tteeth\t9",
        "MadeOf\tdress\tsilk\t2",
        "HasProperty\tdress\tlong\t9",
    ] {
        text.push_str(line);
        text.push('\n');
    }
    let mut builder = Builder::default();
    builder.read(&text).unwrap();
    KnowledgeBase::from_bytes(builder.build(|_| false).bytes).unwrap()
}

fn ask(question: &Question) -> Vec<Answer> {
    let base = base();
    let space = KnowledgeSpace::new(&base);
    ImprovedAnswerer { space: &space }.answer(question).answers
}

#[track_caller]
fn check(question: &Question, best: &str) {
    let answers = ask(question);
    assert_eq!(answers.first().map(|it| it.text.as_str()), Some(best), "{answers:?}");
}

fn information(text: &str) -> Question {
    Question::Information(text.to_owned())
}

#[test]
fn a_word_is_its_class_and_what_tells_it_apart() {
    check(
        &Question::Vocabulary("a cow".to_owned()),
        "A cow is a kind of animal. A cow can give milk.",
    );
    let answers = ask(&Question::Vocabulary("pigs".to_owned()));
    assert!(answers.iter().all(|it| !it.text.contains("fly")), "{answers:?}");
    // What is only named on the right is told by what is on the left.
    check(&Question::Vocabulary("silk".to_owned()), "A dress is made of silk.");
}

#[test]
fn the_kind_of_question_decides() {
    check(&information("Where does a goat live?"), "You can find a goat in a barn.");
    check(&information("What color is the sky?"), "The sky is blue.");
    check(&information("What do bees make?"), "A bee can make honey.");
    check(&information("Who fixes your teeth?"), "A dentist can fix teeth.");
    check(&information("What is a dress made of?"), "A dress is made of silk.");
    let why = Question::Comprehension("Why do people wear coats?".to_owned());
    check(&why, "You would wear a coat because you want to keep warm.");
}

#[test]
fn two_words_share_their_class() {
    check(&Question::Similarities(["hens", "pig"].map(str::to_owned)), "animal");
}

#[test]
fn all_clues_count() {
    let clues = ["You can drink its milk.", "It can eat, and it lives in a barn."];
    let answers = ask(&Question::WordReasoning(clues.map(str::to_owned).to_vec()));
    assert!(["hen", "goat", "cow", "pig"].contains(&answers[0].text.as_str()), "{answers:?}");
}

#[test]
fn without_a_known_word_there_is_no_answer() {
    for question in [
        Question::Vocabulary("quark".to_owned()),
        information(""),
        Question::Comprehension("Why do quarks bind?".to_owned()),
        Question::Similarities(["cow", "quark"].map(str::to_owned)),
        Question::WordReasoning(Vec::new()),
    ] {
        assert_eq!(ask(&question), [], "{question:?}");
    }
}
