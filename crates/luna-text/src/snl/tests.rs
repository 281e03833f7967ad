use super::*;
use crate::tests::{Draw, dictionary};
use crate::words::content_words;

fn snl(corpus: &[u8]) -> Snl {
    let net = WordNet::open(&dictionary()).unwrap();
    Snl::new(Arc::new(net), WordCounts::read(corpus).unwrap())
}

fn compared(snl: &mut Snl, one: &str, other: &str) -> f64 {
    let (one, other) = (snl.sentence(&content_words(one)), snl.sentence(&content_words(other)));
    snl.similarity(&one, &other)
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

const CORPUS: &[u8] = b"The boy loves the dog.\nA girl talks, \xff the dog runs";

#[test]
fn words_are_as_similar_as_python_finds_them() {
    let mut snl = snl(CORPUS);
    for (one, other, expected) in [
        ("boy", "girl", 0.634_663_050_117_930_7),
        ("dog", "cats", 0.634_663_050_117_930_7),
        ("car", "automobiles", 0.946_806_012_846_268_3),
        ("big", "large", 0.421_899_005_250_007_9),
        ("ran", "walking", 0.480_148_821_327_040_5),
        ("mice", "dog", 0.479_690_614_958_082_6),
        ("loves", "love", 0.874_053_287_886_007),
        ("dog", "dog", 1.0),
        ("xyzzy", "xyzzy", 1.0),
        ("xyzzy", "dog", 0.0),
        ("run", "badly", 0.0),
        ("big", "small", 0.0),
        ("", "dog", 0.0),
    ] {
        near(snl.word_similarity(one, other), expected);
        near(snl.word_similarity(other, one), expected);
    }
}

#[test]
fn sentences_are_as_similar_as_python_finds_them() {
    let mut snl = snl(CORPUS);
    for (one, other, expected) in [
        ("A boy runs to the cat", "The girl walked; the dog talked", 0.544_626_157_353_980_2),
        ("the boy loves dogs", "dogs love the boy", 0.923_223_108_704_970_4),
        ("xyzzy boy", "boy xyzzy", 0.95),
        ("dog", "Dog!", 1.0),
        ("boy", "", 0.0),
        ("", "", 0.0),
    ] {
        near(compared(&mut snl, one, other), expected);
    }
}

#[test]
fn what_everybody_says_says_little() {
    let counts = WordCounts::read(CORPUS).unwrap();
    near(counts.information("dog"), 0.471_679_166_426_281_16);
    near(counts.information("boy"), 2.0 / 3.0);
    near(counts.information("cat"), 1.0);
    near(WordCounts::default().information("dog"), 1.0);
    let mut snl = snl(b"dog dog dog");
    near(compared(&mut snl, "dog", "dog"), 0.15);
}

#[test]
fn similarity_is_a_share_and_knows_no_first() {
    let mut snl = snl(b"dog cat man run xyzzy");
    let words = ["dog", "cats", "man", "ran", "walk", "bank", "big", "good", "xyzzy", "本", "dog"];
    let mut draw = Draw(4);
    for _ in 0..2000 {
        let mut sentence = || -> Vec<&str> {
            let len = draw.below(8);
            (0..len).map(|_| words[draw.below(words.len())]).collect()
        };
        let (one, other) = (sentence(), sentence());
        let (a, b) = (snl.sentence(&one), snl.sentence(&other));
        let found = snl.similarity(&a, &b);
        assert!((0.0..=1.0).contains(&found), "{one:?} {other:?}: {found}");
        near(snl.similarity(&b, &a), found);
        if !one.is_empty() {
            near(snl.similarity(&a, &a), 1.0);
        }
    }
}
