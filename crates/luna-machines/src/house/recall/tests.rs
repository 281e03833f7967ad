use std::collections::BTreeSet;
use std::thread;

use super::*;

fn origin(author: &str, id: &str) -> Origin {
    Origin { id: id.to_owned(), author: author.to_owned() }
}

/// A line whose id is its reply.
fn by(author: &str, prompt: &str, reply: &str) -> CorpusLine {
    let source = LineSource::Player(origin(author, reply));
    CorpusLine { source, prompt: prompt.to_owned(), reply: reply.to_owned() }
}

fn remembering(pairs: &[(&str, &str)]) -> Recall {
    let recall = Recall::default();
    recall.add(pairs.iter().map(|(prompt, reply)| by("ann", prompt, reply)).collect());
    recall
}

/// Every reply that any of many chances gives.
fn replies(recall: &Recall, question: &str) -> BTreeSet<String> {
    let chances = (0..30).map(Chance::from_seed);
    chances
        .filter_map(|mut chance| recall.answer(question, 100, &mut chance, &mut |_| true))
        .map(|line| line.reply.clone())
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
fn what_is_like_nothing_gets_no_reply() {
    let recall = remembering(&[("What is a fork?", "one"), ("def", "two")]);
    for question in ["zzz", "", "?!", "\u{1f319}"] {
        check(&recall, question, &[]);
    }
    let far = "Which of your many aunts and uncles would you least like to be stranded with, and for how long is that?";
    check(&recall, far, &[]);
    check(&Recall::default(), "abc", &[]);
}

#[test]
fn a_line_that_is_not_allowed_is_never_given() {
    let recall = remembering(&[("What is a fork?", "a tool")]);
    // So many that the next best is far from the first prompts compared.
    let many = (0..200).map(|nth| by("bob", "Do you like cats?", &format!("bob {nth}")));
    recall.add(many.chain([by("ann", "do you like CATS", "next best")]).collect());
    for seed in 0..10 {
        let mut chance = Chance::from_seed(seed);
        let not_bob = &mut |line: &CorpusLine| line.origin().unwrap().author != "bob";
        let line = recall.answer("Do you like cats?", 100, &mut chance, not_bob).unwrap();
        assert_eq!(line.reply, "next best");
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
        let line = recall.answer("a b c", max_chars, &mut Chance::from_seed(1), &mut |_| true);
        assert_eq!(line.map(|line| line.reply.clone()).as_deref(), expected, "{max_chars}");
    }
}

#[test]
fn a_removed_line_is_gone() {
    let recall = remembering(&[("Do you like dogs?", "kept")]);
    recall.add(vec![by("bob", "Do you like cats?", "gone"), by("bob", "x", "stays")]);
    check(&recall, "Do you like cats?", &["gone"]);
    recall.remove(&BTreeSet::from([origin("bob", "gone"), origin("bob", "unknown")]));
    check(&recall, "Do you like cats?", &["kept"]);
    check(&recall, "x", &["stays"]);
    assert_eq!(recall.origins(), BTreeSet::from([origin("ann", "kept"), origin("bob", "stays")]));
    assert!(recall.index().lines().all(|line| line.reply != "gone"));
    assert!(recall.index().search(&Surface::of("cats"), TERMS, 9).is_empty(), "nor its terms");
    recall.add(vec![by("bob", "Do you like cats?", "new")]);
    check(&recall, "Do you like cats?", &["new"]);
    recall.remove(&recall.origins());
    check(&recall, "Do you like cats?", &[]);
}

#[test]
fn pairs_that_may_be_sent_are_counted() {
    let recall = remembering(&[("a", "four"), ("b", "sevench"), ("c", " ")]);
    assert_eq!([10, 7, 6, 3].map(|max_chars| recall.pairs(max_chars)), [2, 2, 1, 0]);
    let shipped = Recall::with_corpus();
    assert!(shipped.pairs(5_000) >= ENOUGH_PAIRS);
    assert_eq!(shipped.origins(), BTreeSet::new());
}

/// Not the words: the meaning, in the way a stranger would put it.
#[test]
fn what_comes_with_luna_answers_what_strangers_ask() {
    let recall = Recall::with_corpus();
    for (question, expected) in [
        ("whats 17 x 23", "391"),
        ("how many legs would 3 cats have?", "twelve"),
        ("What's the capital of Australia", "Canberra"),
        ("tell me a good joke!", "rooting"),
        ("are u a bot", "I was about to ask you"),
        ("what did you want to be when you were little, when you grow up?", "bus driver"),
        ("why is the sky blue??", "scatters"),
        ("Is pineapple on a pizza ok?", "advisable"),
    ] {
        let given = replies(&recall, question);
        assert!(given.iter().any(|reply| reply.contains(expected)), "{question}: {given:?}");
    }
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
        replies(&recall, &question);
        recall.add(vec![by("bob", &question, "found")]);
        if question.chars().any(char::is_alphanumeric) {
            check(&recall, &question, &["found"]);
        }
        recall.remove(&BTreeSet::from([origin("bob", "found")]));
    }
}

#[test]
fn chance_alone_decides_between_runs() {
    let answers = || {
        let all: Vec<(&str, &str)> = ["a", "b", "c", "d", "e"].map(|it| ("Why?", it)).to_vec();
        let recall = remembering(&all);
        let given = |seed| {
            let mut chance = Chance::from_seed(seed);
            recall.answer("why", 100, &mut chance, &mut |_| true).unwrap().reply.clone()
        };
        (0..40).map(given).collect::<Vec<_>>()
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
                    recall.add(vec![by(&author, &prompt, &prompt)]);
                    check(recall, &prompt, &[&prompt]);
                }
                let of_writer = |it: &Origin| it.author == format!("w{writer}");
                recall.remove(&recall.origins().into_iter().filter(of_writer).collect());
            });
        }
    });
    check(&recall, "Do you like cats?", &["only other people's"]);
}
