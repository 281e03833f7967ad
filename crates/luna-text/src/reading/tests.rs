use std::io::Read as _;
use std::path::Path;

use flate2::read::GzDecoder;

use super::*;
use crate::tests::Draw;

/// A part of the treebank, which may lie beside the project. Says so if it does not.
fn treebank(part: &str) -> Option<Vec<Sentence>> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().skip(2);
    let mut paths =
        above.map(|folder| folder.join(format!("shared/data/ud_english_ewt/{part}.conllu.gz")));
    let Some(path) = paths.find(|path| path.exists()) else {
        println!("the treebank is not here: nothing to compare with.");
        return None;
    };
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    Some(read_conllu(&text).unwrap())
}

/// The text of a sentence.
fn text(sentence: &Sentence) -> String {
    let mut text = String::new();
    for token in &sentence.tokens {
        text.extend(std::iter::repeat_n(' ', token.span.start - text.len()));
        text.push_str(&token.form);
    }
    text
}

#[test]
fn the_model_reads_unknown_sentences_as_well_as_promised() {
    let Some(dev) = treebank("dev") else { return };
    let accuracy = Accuracy::of(Reader::english(), &dev);
    println!("{accuracy:?}");
    let at_least = |count: usize, share: f64| accuracy.share(count) >= share;
    assert!(at_least(accuracy.universal_tags, 0.949), "{accuracy:?}");
    assert!(at_least(accuracy.penn_tags, 0.94), "{accuracy:?}");
    assert!(at_least(accuracy.lemmas, 0.963), "{accuracy:?}");
    assert!(at_least(accuracy.heads, 0.855), "{accuracy:?}");
    assert!(at_least(accuracy.relations, 0.82), "{accuracy:?}");
}

#[test]
fn tokens_are_those_of_the_treebank() {
    let Some(dev) = treebank("dev") else { return };
    let (mut right, mut found, mut all) = (0, 0, 0);
    for sentence in &dev {
        let truth: Vec<_> = sentence.tokens.iter().map(|token| token.span.clone()).collect();
        let spans = tokenizer::tokens(&text(sentence));
        right += spans.iter().filter(|span| truth.contains(span)).count();
        found += spans.len();
        all += truth.len();
    }
    let f1 = 2.0 * crate::number::float(right) / crate::number::float(found + all);
    assert!(f1 > 0.985, "{f1}");
}

#[test]
fn the_model_is_small_and_names_its_treebank() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/reader");
    let size = std::fs::metadata(folder.join("english.model")).unwrap().len();
    assert!(size < 6_000_000, "{size} bytes");
    let notice = std::fs::read_to_string(folder.join("NOTICE")).unwrap();
    assert!(notice.contains("English Web Treebank") && notice.contains("CC BY-SA 4.0"));
    let bytes = std::fs::read(folder.join("english.model")).unwrap();
    let reader = Reader::from_bytes(&bytes).unwrap();
    assert_eq!(reader.to_bytes().unwrap(), bytes);
}

#[test]
fn a_text_is_read_with_its_spans() {
    let text = "Marie Curie didn't discover gold.\n\nShe won a large prize in Paris.";
    let sentences = Reader::english().read(text);
    assert_eq!(sentences.len(), 2);
    for token in sentences.iter().flat_map(|sentence| &sentence.tokens) {
        assert_eq!(text.get(token.span.clone()), Some(token.form.as_str()));
    }
    let first = &sentences[0];
    let forms: Vec<&str> = first.tokens.iter().map(|token| token.form.as_str()).collect();
    assert_eq!(forms, ["Marie", "Curie", "did", "n't", "discover", "gold", "."]);
    let root = first.root().unwrap();
    assert_eq!(forms[root], "discover");
    let object = first.dependent(root, Relation::Obj).unwrap();
    assert_eq!(forms[object], "gold");
    let lemmas: Vec<&str> = first.tokens.iter().map(|token| token.lemma.as_str()).collect();
    assert_eq!(lemmas, ["Marie", "Curie", "do", "not", "discover", "gold", "."]);
    let phrases = noun_phrases(&sentences[1]);
    let shown: Vec<&str> = phrases
        .iter()
        .map(|phrase| {
            let tokens = &sentences[1].tokens[phrase.base.clone()];
            &text[tokens[0].span.start..tokens[tokens.len() - 1].span.end]
        })
        .collect();
    assert_eq!(shown, ["She", "a large prize", "Paris"]);
    let names = entities(&sentences, None);
    assert_eq!(names[0].first().map(|name| name.kind), Some(EntityKind::Person));
    assert_eq!(names[1].last().map(|name| name.kind), Some(EntityKind::Place));
}

#[test]
fn passives_possessives_and_particles_have_subtypes() {
    let text = "The bridge was built by my uncle and he gave up his old job.";
    let sentence = Reader::english().read(text).remove(0);
    let token = |form: &str| sentence.tokens.iter().find(|token| token.form == form).unwrap();
    assert!(token("bridge").is(Relation::Nsubj, Subtype::Pass));
    assert!(token("was").is(Relation::Aux, Subtype::Pass));
    assert!(token("uncle").is(Relation::Obl, Subtype::Agent));
    assert!(token("my").is(Relation::Nmod, Subtype::Poss));
    assert!(token("up").is(Relation::Compound, Subtype::Prt));
}

#[test]
fn irregular_and_regular_words_have_their_base_forms() {
    let text = "The children were running, and the mice had eaten the knives of the biggest boxes.";
    let sentence = Reader::english().read(text).remove(0);
    for (form, lemma) in [
        ("children", "child"),
        ("were", "be"),
        ("running", "run"),
        ("had", "have"),
        ("eaten", "eat"),
        ("knives", "knife"),
        ("biggest", "big"),
        ("boxes", "box"),
    ] {
        let token = sentence.tokens.iter().find(|token| token.form == form).unwrap();
        assert_eq!(token.lemma, lemma);
    }
}

/// Whatever comes in, every sentence is a tree, and the spans are in order.
#[test]
fn any_text_is_read() {
    let mut draw = Draw(8);
    let pieces = [
        "The", "dog", "was", "n't", " ", " ", ".", "\n\n", "who", ",", "(", "\"", "3", "–", "é",
        "東京", "\0", "🎉", "\u{301}", "http://", "@", "Mr.", "İ", "'s", "-", "$", "In", "1999",
        "and", "of",
    ];
    for _ in 0..300 {
        let text: String = (0..draw.below(60)).map(|_| pieces[draw.below(pieces.len())]).collect();
        let sentences = Reader::english().read(&text);
        let mut at = 0;
        for sentence in &sentences {
            let root = sentence.root().unwrap();
            assert_eq!(sentence.subtree(root).len(), sentence.tokens.len(), "{text:?}");
            for token in &sentence.tokens {
                assert!(token.span.start >= at && !token.lemma.is_empty(), "{text:?}");
                at = token.span.end;
            }
            for phrase in noun_phrases(sentence) {
                assert!(phrase.base.contains(&phrase.head), "{text:?}");
                assert!(phrase.whole.start == phrase.base.start, "{text:?}");
                assert!(phrase.whole.end >= phrase.base.end, "{text:?}");
                assert!(phrase.whole.end <= sentence.tokens.len(), "{text:?}");
            }
        }
        for (sentence, names) in sentences.iter().zip(entities(&sentences, None)) {
            for name in &names {
                assert!(name.tokens.contains(&name.head), "{text:?}");
                assert!(name.tokens.end <= sentence.tokens.len(), "{text:?}");
            }
            assert!(
                names.is_sorted_by(|one, next| one.tokens.end <= next.tokens.start),
                "{text:?}"
            );
        }
    }
}

#[test]
fn long_sentences_are_read() {
    let text = "the dog and ".repeat(1000);
    let sentences = Reader::english().read(&text);
    assert_eq!(sentences.iter().map(|it| it.tokens.len()).sum::<usize>(), 3000);
}
