use super::super::conllu::read_conllu;
use super::super::token::Sentence;
use super::find::name;
use super::*;

/// A sentence from words written `form/UPOS/PENN/head/relation`.
fn sentence(words: &str) -> Sentence {
    let mut rows = String::new();
    for (nth, word) in words.split(' ').enumerate() {
        let parts: Vec<&str> = word.split('/').collect();
        let [form, tag, penn, head, relation] = parts[..] else { panic!("{word}") };
        let lemma = if tag == "PROPN" { form.to_owned() } else { form.to_lowercase() };
        rows +=
            &format!("{}\t{form}\t{lemma}\t{tag}\t{penn}\t_\t{head}\t{relation}\t_\t_\n", nth + 1);
    }
    read_conllu(&rows).unwrap().remove(0)
}

#[track_caller]
fn check(words: &str, expected: &[(&str, EntityKind)]) {
    let sentence = sentence(words);
    let found = entities(std::slice::from_ref(&sentence), None).remove(0);
    let found: Vec<(String, EntityKind)> =
        found.iter().map(|entity| (name(&sentence, &entity.tokens), entity.kind)).collect();
    let expected: Vec<(String, EntityKind)> =
        expected.iter().map(|&(name, kind)| (name.to_owned(), kind)).collect();
    assert_eq!(found, expected);
}

#[test]
fn names_have_the_kind_that_cues_tell() {
    check(
        "Dr./PROPN/NNP/2/compound Watson/PROPN/NNP/3/nsubj visited/VERB/VBD/0/root \
         Paris/PROPN/NNP/3/obj in/ADP/IN/6/case 1890/NUM/CD/3/obl",
        &[
            ("Dr. Watson", EntityKind::Person),
            ("Paris", EntityKind::Place),
            ("1890", EntityKind::Time),
        ],
    );
    check(
        "The/DET/DT/2/det University/PROPN/NNP/5/nsubj of/ADP/IN/4/case Ghent/PROPN/NNP/2/nmod \
         has/VERB/VBZ/0/root 300/NUM/CD/7/nummod rooms/NOUN/NNS/5/obj",
        &[("University of Ghent", EntityKind::Group), ("300 rooms", EntityKind::Quantity)],
    );
}

#[test]
fn dates_and_amounts_are_whole() {
    check(
        "On/ADP/IN/2/case May/PROPN/NNP/7/obl 5/NUM/CD/2/nummod ,/PUNCT/,/5/punct \
         1821/NUM/CD/2/nummod he/PRON/PRP/7/nsubj owed/VERB/VBD/0/root $/SYM/$/7/obj \
         3/NUM/CD/10/compound million/NUM/CD/8/nummod",
        &[("May 5 , 1821", EntityKind::Time), ("$ 3 million", EntityKind::Quantity)],
    );
}

#[test]
fn pronouns_and_nouns_have_kinds_too() {
    let sentence = sentence("He/PRON/PRP/2/nsubj met/VERB/VBD/0/root women/NOUN/NNS/2/obj");
    let kinds: Vec<_> = sentence.tokens.iter().map(|token| kind_of(token, None)).collect();
    assert_eq!(kinds, [Some(EntityKind::Person), None, None]);
    assert_eq!(cues::of_noun("botanist"), Some(EntityKind::Person));
    assert_eq!(cues::of_noun("stone"), None);
}
