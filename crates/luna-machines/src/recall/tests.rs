use std::collections::BTreeSet;
use std::thread;

use super::*;

fn by(author: &str, prompt: &str, reply: &str) -> Line {
    Line {
        author: Some(author.to_owned()),
        game: Some("g".to_owned()),
        prompt: prompt.to_owned(),
        reply: reply.to_owned(),
    }
}

fn remembering(pairs: &[(&str, &str)]) -> Recall {
    let recall = Recall::empty().unwrap();
    recall.add(pairs.iter().map(|(prompt, reply)| by("ann", prompt, reply)).collect()).unwrap();
    recall
}

/// Every reply that any of many chances gives.
fn replies(recall: &Recall, question: &str) -> BTreeSet<String> {
    let chances = (0..30).map(Chance::from_seed);
    chances
        .filter_map(|mut chance| recall.answer(question, 100, &mut chance, &mut |_| true))
        .collect()
}

#[track_caller]
fn check(recall: &Recall, question: &str, expected: &[&str]) {
    let expected: BTreeSet<String> = expected.iter().map(|&reply| reply.to_owned()).collect();
    assert_eq!(replies(recall, question), expected, "{question:?}");
}

const TALK: [(&str, &str); 8] = [
    ("What is the capital of France?", "Paris, last time I looked"),
    ("What is the color of a ripe banana?", "yellow"),
    ("Do you like cats?", "only other people's"),
    ("Do you like dogs?", "they like me"),
    ("What is the best thing about the summer?", "no school"),
    ("Why does poverty exist?", "greed"),
    ("你好吗？", "很好"),
    ("Wie heißt du?", "Ünï"),
];

#[test]
fn the_same_question_gets_its_reply() {
    let recall = remembering(&TALK);
    for (prompt, reply) in TALK {
        check(&recall, prompt, &[reply]);
        check(&recall, &prompt.to_uppercase().replace('?', " !"), &[reply]);
    }
}

#[test]
fn the_words_that_tell_decide() {
    let recall = remembering(&TALK);
    check(&recall, "France's capital: what's it called?", &["Paris, last time I looked"]);
    check(&recall, "what is the reason that there is poverty", &["greed"]);
    check(&recall, "so do you love cats?", &["only other people's"]);
    check(&recall, "bananna colour??", &["yellow"]);
    check(&recall, "你好", &["很好"]);
}

#[test]
fn several_replies_to_one_question_take_turns_by_chance() {
    let recall = remembering(&[
        ("How old are you?", "12"),
        ("how old are you", "90"),
        ("How old is he?", "7"),
    ]);
    check(&recall, "How old are you?", &["12", "90"]);
}

#[test]
fn nothing_like_it_gets_any_reply() {
    let recall = remembering(&[("abc", "one"), ("def", "two")]);
    for question in ["zzz", "", "?!", "\u{1f319}"] {
        check(&recall, question, &["one", "two"]);
    }
    check(&Recall::empty().unwrap(), "abc", &[]);
}

#[test]
fn whoever_is_not_allowed_is_never_heard() {
    let recall = remembering(&[("Do you like dogs?", "next best"), ("What is a fork?", "a tool")]);
    // So many that the next best is far from the first prompts compared.
    let many = (0..200).map(|nth| by("bob", "Do you like cats?", &format!("bob {nth}")));
    recall.add(many.collect()).unwrap();
    for seed in 0..10 {
        let mut chance = Chance::from_seed(seed);
        let not_bob = &mut |line: &Line| line.author.as_deref() != Some("bob");
        let reply = recall.answer("Do you like cats?", 100, &mut chance, not_bob);
        assert_eq!(reply.as_deref(), Some("next best"));
        assert_eq!(recall.answer("Do you like cats?", 100, &mut chance, &mut |_| false), None);
    }
}

#[test]
fn a_reply_that_may_not_be_sent_is_passed_over() {
    let recall = remembering(&[
        ("a b c", "four"),
        ("a b c d", "\u{1f319}\u{1f319}"),
        ("a b", " "),
        ("a", "n\0"),
    ]);
    for (max_chars, expected) in [(4, Some("four")), (3, Some("\u{1f319}\u{1f319}")), (1, None)] {
        let reply = recall.answer("a b c", max_chars, &mut Chance::from_seed(1), &mut |_| true);
        assert_eq!(reply.as_deref(), expected, "{max_chars}");
    }
}

#[test]
fn a_forgotten_author_is_gone() {
    let recall = remembering(&[("Do you like dogs?", "kept")]);
    recall.add(vec![by("bob", "Do you like cats?", "gone"), by("bobby", "x", "stays")]).unwrap();
    check(&recall, "Do you like cats?", &["gone"]);
    recall.forget("bob").unwrap();
    recall.forget("nobody").unwrap();
    check(&recall, "Do you like cats?", &["kept"]);
    check(&recall, "zzz", &["kept", "stays"]);
    assert!(recall.lines().by_number.values().all(|line| line.reply != "gone"));
    recall.add(vec![by("bob", "Do you like cats?", "new")]).unwrap();
    check(&recall, "Do you like cats?", &["new"]);
    recall.forget("bob").unwrap();
    recall.forget("bobby").unwrap();
    recall.forget("ann").unwrap();
    check(&recall, "zzz", &[]);
}

#[test]
fn the_oldest_games_are_forgotten_and_the_corpus_is_not() {
    let recall = Recall::empty().unwrap();
    let corpus = Line { author: None, game: None, ..by("", "Do you like cats?", "corpus") };
    recall.add_at_most(vec![corpus], 10).unwrap();
    for nth in 0..40 {
        let line = |half: usize| Line {
            game: Some(nth.to_string()),
            ..by("ann", &format!("unheard{nth}"), &format!("{nth}.{half}"))
        };
        recall.add_at_most(vec![line(0), line(1)], 10).unwrap();
        let held = recall.lines().from_games;
        assert!(held <= 11 && (nth < 5 || held >= 10), "{held} after {nth}");
        assert_eq!(recall.lines().by_number.len(), held + 1);
    }
    check(&recall, "unheard39", &["39.0", "39.1"]);
    check(&recall, "Do you like cats?", &["corpus"]);
    let searcher = recall.reader.searcher();
    assert_eq!(searcher.num_docs(), 11, "the index has forgotten them too");
}

#[test]
fn no_question_does_harm() {
    let recall = remembering(&TALK);
    let hostile = [
        "a:b AND (".to_owned(),
        "terms:* OR \"".to_owned(),
        "\\ +[a TO *] -x ~2 ^9 {".to_owned(),
        "?!".repeat(2_500),
        "i ".repeat(2_500),
        "x".repeat(5_000),
        "\u{1f468}\u{200d}\u{1f469}\u{fe0f}\u{202e}\u{0}".repeat(800),
        (0..5_000).filter_map(|n| char::from_u32(0x4e00 + n)).collect(),
        (0..1_600).map(|n| format!("{n} ")).collect(),
    ];
    for question in hostile {
        assert!(!replies(&recall, &question).is_empty(), "{question:?}");
        recall.add(vec![by("bob", &question, "found")]).unwrap();
        if question.chars().any(char::is_alphanumeric) {
            check(&recall, &question, &["found"]);
        }
        recall.forget("bob").unwrap();
    }
}

#[test]
fn chance_alone_decides_between_runs() {
    let answers = || {
        let recall = remembering(&TALK);
        (0..40)
            .map(|seed| {
                recall.answer("zzz", 100, &mut Chance::from_seed(seed), &mut |_| true).unwrap()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(answers(), answers());
    assert!(answers().iter().collect::<BTreeSet<_>>().len() > 4);
}

#[test]
fn many_may_write_and_read_at_once() {
    let recall = remembering(&TALK);
    thread::scope(|scope| {
        for writer in 0..4 {
            let recall = &recall;
            scope.spawn(move || {
                for nth in 0..8 {
                    let (author, prompt) =
                        (format!("w{writer}"), format!("unheard{writer}of{nth}"));
                    recall.add(vec![by(&author, &prompt, &prompt)]).unwrap();
                    check(recall, &prompt, &[&prompt]);
                }
                recall.forget(&format!("w{writer}")).unwrap();
            });
        }
    });
    check(&recall, "Do you like cats?", &["only other people's"]);
}
