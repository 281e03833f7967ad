//! What pronouns stand for: 240 of them, marked one by one in `tests/pronouns.txt`.
//!
//! In the file, `[she|Lise Meitner/Meitner]` is a pronoun with what it stands for; `-` means that it
//! stands for nothing that the text names. A resolution is right if its phrase begins with one of
//! the alternatives, apart from *the*.

use luna_text::reading::Sentence;

use super::super::antecedent::antecedents;
use super::super::{block, read, spelling, trees};
use super::check_all;
use crate::question::question_generator::block::Block;
use crate::question::question_generator::{GeneratedQuestions, Options, generate};

/// A text without its marks, and each pronoun's place with what it stands for.
fn unmarked(marked: &str) -> (String, Vec<(usize, Vec<String>)>) {
    let mut text = String::new();
    let mut marks = Vec::new();
    let mut rest = marked;
    while let Some((before, after)) = rest.split_once('[') {
        text += before;
        let (mark, after) = after.split_once(']').unwrap();
        let (pronoun, meant) = mark.split_once('|').unwrap();
        marks.push((text.len(), meant.split('/').map(str::to_owned).collect()));
        text += pronoun;
        rest = after;
    }
    (text + rest, marks)
}

/// Marked pronouns, those resolved, those resolved rightly, and the wrong ones in words.
fn measure(marked: &str) -> (usize, usize, usize, Vec<String>) {
    let (text, marks) = unmarked(marked);
    let mut generated = GeneratedQuestions::default();
    let sentences: Vec<Sentence> = block::blocks(&text)
        .into_iter()
        .flat_map(|block| match block {
            Block::Prose(range) => read(&text, range, &mut generated),
            Block::Skipped(_) => Vec::new(),
        })
        .collect();
    let (mut resolved, mut right, mut wrong) = (0, 0, Vec::new());
    for found in antecedents(&trees(&sentences)) {
        let place = sentences[found.sentence].tokens[found.word].span.start;
        let phrase = spelling::text(&found.phrase.words);
        let phrase = phrase.strip_prefix("the ").unwrap_or(&phrase);
        let (_, meant) = marks.iter().find(|(at, _)| *at == place).unwrap();
        resolved += 1;
        if meant.iter().any(|it| phrase.starts_with(it.as_str())) {
            right += 1;
        } else {
            let sentence = &text[sentences[found.sentence].span()];
            wrong.push(format!("{phrase}, not {}: {sentence}", meant.join("/")));
        }
    }
    (marks.len(), resolved, right, wrong)
}

#[test]
fn pronouns_are_replaced_only_by_what_they_stand_for() {
    let (marked, resolved, right, wrong) = measure(include_str!("pronouns.txt"));
    let words =
        format!("{marked} marked, {resolved} resolved, {right} right\n{}", wrong.join("\n"));
    println!("{words}");
    assert!(marked >= 200, "{words}");
    assert!(right * 100 >= resolved * 95, "{words}");
    assert!(resolved >= 40, "{words}");
}

#[test]
fn a_pronoun_for_the_only_thing_that_fits_is_replaced() {
    check_all(
        r"
Lise Meitner met Max Planck. She studied physics.
? What did Lise Meitner study?
! did she

Marie Curie was a physicist. Her sister founded a hospital.
? What did Marie Curie's sister found?
! her sister

The castle stood alone. It had four towers.
? How many towers did the castle have?

The keeper saw the ships and the boats. They reached the harbour.
~ What did they reach?

Octopuses are animals. They open jars.
? What do octopuses open?

The king was ill. He sold the castle.
? What did the king sell?
! did he
",
    );
}

#[test]
fn a_pronoun_that_may_stand_for_two_things_is_kept() {
    check_all(
        r"
The castle stood near the church. It had four towers.
~ Did it have four towers?

A king lived in the castle. He sold the hall.
~ What did he sell?

The castle stood on a hill. It had four towers.
~ Did it have four towers?

The castle was old. It is known that the king left.
! Is the castle known

John saw Peter. He fled.
~ Did he flee?
",
    );
}

#[test]
fn names_are_known_across_paragraphs() {
    let text = "Lise Meitner was born in Vienna.\n\nMeitner refused a post.";
    let questions = generate(text, &Options::default()).questions;
    let texts: Vec<&str> = questions.iter().map(|it| it.text.as_str()).collect();
    assert!(texts.contains(&"Who refused a post?"), "{texts:?}");
}

const LIFE: &str = "Hedwig Kordes was a physicist. She was born in 1868. Her father made ropes. At the age of \
                    seventeen she enrolled at a college in Riga, where she studied physics. In 1891 Kordes moved to \
                    Kiel. The rooms were cold. The academy refused to print her name. Kordes lived with her \
                    sister Agathe. During the war the navy asked her for her charts. A strait has been named after \
                    her.";

#[test]
fn in_the_life_of_one_woman_she_is_the_woman() {
    let questions = generate(LIFE, &Options::default()).questions;
    let texts: Vec<&str> = questions.iter().map(|it| it.text.as_str()).collect();
    for expected in [
        "When was Hedwig Kordes born?",
        "When did Hedwig Kordes enroll at a college in Riga?",
        "Whose name did the academy refuse to print?",
        "When did the navy ask Kordes for her charts?",
        "What has been named after Kordes?",
    ] {
        assert!(texts.contains(&expected), "{expected} {texts:#?}");
    }
    assert!(questions.iter().all(|it| !it.is_vague), "{texts:#?}");
}

#[test]
fn another_woman_near_the_pronoun_keeps_it_open() {
    let rival = format!("{LIFE} Clara Voss met Kordes in Kiel. She left the city.");
    let questions = generate(&rival, &Options::default()).questions;
    let left: Vec<_> = questions.iter().filter(|it| it.text.contains("leave")).collect();
    assert!(!left.is_empty() && left.iter().all(|it| it.is_vague), "{left:#?}");
}

#[test]
fn what_a_sentence_defines_is_meant_in_the_next_one() {
    check_all(
        r"
Rubisco is a protein of the leaf. It works slowly.
? What works slowly?
! Does it
",
    );
}

#[test]
fn a_vague_question_is_left_out_beside_a_clear_one() {
    let text = "The king saw the duke. He left the hall. The crowd cheered and he sold a castle.";
    let all = generate(text, &Options { keep_vague: true, ..Options::default() }).questions;
    let few = generate(text, &Options::default()).questions;
    assert!(few.len() < all.len());
    for it in all.iter().filter(|it| !few.contains(it)) {
        let clear = |other: &&crate::question::question_generator::GeneratedQuestion| {
            other.source == it.source && !other.is_vague
        };
        assert!(it.is_vague && few.iter().any(|other| clear(&other)), "{it:?}");
    }
    assert!(few.iter().any(|it| it.is_vague));
}
