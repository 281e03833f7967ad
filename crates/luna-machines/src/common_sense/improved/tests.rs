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
        "HasProperty\telephant\tbig\t4",
        "IsA\tmouse\tsmall animal\t3",
        "HasProperty\twhale\tlarge\t4",
        "HasProperty\tcow\tsmall\t-2",
        "HasA\tsnake\tleg\t-4",
        "IsA\twhale\tfish\t2",
        "IsA\twhale\tfish\t-5",
        "AtLocation\tpenguin\tdesert\t-3",
        "HasProperty\tdog\tfriendly\t3",
        "HasProperty\twolf\tfriendly\t-3",
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

#[test]
fn what_the_base_denies_is_no_and_what_it_states_is_yes() {
    for (question, best) in [
        ("Can a pig fly?", "No, a pig cannot fly."),
        ("Can pigs sleep?", "Yes, a pig can sleep."),
        ("Does a snake have legs?", "No, a snake does not have a leg."),
        // There are more votes against it.
        ("Is a whale a kind of fish?", "No, a whale is not a kind of fish."),
        ("Can you find a penguin in the desert?", "No, you cannot find a penguin in a desert."),
    ] {
        check(&information(question), best);
    }
    for unknown in ["Can a saw fly?", "Can a pig fly at night?", "Is a pig?", "Can?", "is it"] {
        let answers = ask(&information(unknown));
        let decides = |it: &Answer| it.text.starts_with("No,") || it.text.starts_with("Yes,");
        assert!(!answers.iter().any(decides), "{unknown}: {answers:?}");
    }
}

#[test]
fn two_things_are_compared_where_they_are_at_different_ends() {
    for (question, best) in [
        ("What is bigger, an elephant or a mouse?", "An elephant"),
        ("Which animal is smaller: an elephant or a mouse?", "A mouse"),
        ("What is larger, a mouse or a cow?", "A cow"),
        ("Is a mouse bigger than an elephant?", "No, an elephant is bigger than a mouse."),
        ("Is an elephant bigger than a mouse?", "Yes, an elephant is bigger than a mouse."),
        ("Which is more friendly, a wolf or a dog?", "A dog"),
        ("Which is less friendly, a wolf or a dog?", "A wolf"),
    ] {
        check(&information(question), best);
    }
    // Both are big, or nothing is known of one.
    for (question, first) in [
        ("What is bigger, an elephant or a whale?", "An elephant"),
        ("Which is bigger, a saw or a mouse?", "A saw"),
    ] {
        assert!(!ask(&information(question)).iter().any(|it| it.text == first), "{question}");
    }
}
