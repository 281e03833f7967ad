use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::*;
use crate::snl::{Snl, WordCounts};
use crate::tests::{Draw, dictionary};

fn net() -> WordNet {
    WordNet::open(&dictionary()).unwrap()
}

/// The first lemma of each synset, which identifies it.
fn names(net: &WordNet, synsets: impl IntoIterator<Item = Synset>) -> Vec<String> {
    let first = |synset| net.lemmas(synset).next().unwrap().to_owned();
    synsets.into_iter().map(first).collect()
}

fn sense(net: &WordNet, word: &str, nth: usize) -> Synset {
    net.synsets(word)[nth]
}

#[test]
fn the_senses_of_a_word_are_listed_in_order() {
    let net = net();
    let senses = net.synsets("run");
    let parts: Vec<PartOfSpeech> = senses.iter().map(|&synset| net.part(synset)).collect();
    assert_eq!(parts, [PartOfSpeech::Noun, PartOfSpeech::Verb, PartOfSpeech::Verb]);
    let above = senses.iter().flat_map(|&synset| net.hypernyms(synset));
    assert_eq!(names(&net, above.copied()), ["abstraction", "go", "change"]);
    assert_eq!(names(&net, net.synsets("Washington")), ["George_Washington", "Washington"]);
    assert_eq!(names(&net, net.synsets("george washington")), ["George_Washington"]);
    assert_eq!(net.synsets("lorry").len(), 0);
}

#[test]
fn a_synset_knows_where_the_files_have_it() {
    let net = net();
    let text = fs::read_to_string(dictionary().join("data.adv")).unwrap();
    for word in ["well", "badly", "fast"] {
        let offset = net.offset(sense(&net, word, 0));
        let line = &text[usize::try_from(offset).unwrap()..];
        assert!(line.starts_with(&format!("{offset:08} 00 r 01 {word} ")), "{line}");
    }
}

#[test]
fn forms_are_traced_to_what_is_listed() {
    let net = net();
    for (form, part, expected) in [
        ("dogs", PartOfSpeech::Noun, vec!["dog"]),
        ("parties", PartOfSpeech::Noun, vec!["party"]),
        ("Children", PartOfSpeech::Noun, vec!["child"]),
        ("men", PartOfSpeech::Noun, vec!["man"]),
        ("went", PartOfSpeech::Verb, vec!["go"]),
        ("grows", PartOfSpeech::Verb, vec!["grow"]),
        ("loving", PartOfSpeech::Verb, vec!["love"]),
        ("smallest", PartOfSpeech::Adjective, vec!["small"]),
        ("better", PartOfSpeech::Adverb, vec!["well"]),
        ("dogs", PartOfSpeech::Verb, vec![]),
        ("s", PartOfSpeech::Noun, vec![]),
        ("", PartOfSpeech::Noun, vec![]),
        ("日本ses", PartOfSpeech::Noun, vec![]),
    ] {
        assert_eq!(net.morphy(form, part), expected, "{form}");
    }
}

#[test]
fn ways_and_depths_are_those_that_nltk_finds() {
    let net = net();
    assert_eq!(net.depth(sense(&net, "dog", 0)), 6, "the longer of two ways");
    let named = |name: &str| match name.split_once('.') {
        Some((word, nth)) => sense(&net, word, nth.parse().unwrap()),
        None => sense(&net, name, 0),
    };
    for (one, other, steps, subsumer) in [
        ("dog", "cat", Some(2), Some("pet")),
        ("boy", "girl", Some(2), Some("child")),
        ("dog", "washington", Some(7), Some("being")),
        ("run.1", "walk", Some(2), Some("go")),
        ("run.1", "talk", None, None),
        ("washington", "washington.1", Some(8), Some("object")),
        ("love", "car", Some(7), Some("entity")),
        ("good", "bad", None, None),
        ("man", "man", Some(0), Some("man")),
        ("run", "run.1", None, None),
    ] {
        let (one, other) = (named(one), named(other));
        assert_eq!(net.distance(one, other), steps);
        assert_eq!(net.distance(other, one), steps);
        assert_eq!(names(&net, net.subsumer(one, other)), Vec::from_iter(subsumer));
    }
}

#[test]
fn opposites_are_those_of_the_word_itself() {
    let net = net();
    assert_eq!(net.opposites("smaller"), ["big"]);
    assert_eq!(net.opposites("fell"), ["rise"]);
    assert_eq!(net.opposites("little"), [""; 0], "small is the opposite of big");
    let pairs: Vec<_> = net.antonyms(sense(&net, "worse", 0)).collect();
    assert_eq!(pairs, [("bad", "good")]);
}

#[test]
fn it_is_found_where_it_is_said_to_be() {
    let here = dictionary();
    let set = |name: &'static str, path: PathBuf| {
        move |asked: &str| (asked == name).then(|| path.clone().into_os_string())
    };
    assert_eq!(find(Some(&here), |_| None).unwrap(), here);
    assert_eq!(find(None, set("WNSEARCHDIR", here.clone())).unwrap(), here);
    let scratch = tempfile::tempdir().unwrap();
    let home = scratch.path().to_owned();
    let copy = home.join("dict");
    fs::create_dir_all(&copy).unwrap();
    fs::copy(here.join("index.noun"), copy.join("index.noun")).unwrap();
    assert_eq!(find(None, set("WNHOME", home.clone())).unwrap(), copy);
    // What is set to nothing names no folder.
    let nowhere = |name: &str| (name != "WNHOME").then(OsString::new);
    let told = find(None, nowhere).map_or_else(|why| why.to_string(), |_| String::new());
    assert!(!told.contains("are not in , "), "{told}");
    let missing = find(Some(&home), set("WNHOME", home.clone())).unwrap_err().to_string();
    assert!(missing.contains(&format!("are not in {}; `luna", home.display())), "{missing}");
    let user_folder = home.join(".local/share/luna/wordnet");
    fs::create_dir_all(&user_folder).unwrap();
    fs::rename(copy.join("index.noun"), user_folder.join("index.noun")).unwrap();
    assert_eq!(find(None, set("HOME", home.clone())).unwrap(), user_folder);
    assert_eq!(find(None, set("XDG_DATA_HOME", home.join(".local/share"))).unwrap(), user_folder);
    let own = crate::user_data(set("XDG_DATA_HOME", "share".into()), "wordnet");
    assert_eq!(own, None, "no path of its own");
}

#[test]
fn a_file_that_does_not_fit_is_named_with_its_line() {
    let scratch = copied();
    let folder = scratch.path();
    for (file, from, to, why) in [
        (
            "data.noun",
            "@ 00000056",
            "@ 00000057",
            "line 3: points to 00000057, which data.noun has not",
        ),
        (
            "data.noun",
            "000 |",
            "001 @ 00000056 n 0000 |",
            "line 2: its hypernyms have no end: they go in a circle",
        ),
        (
            "data.noun",
            "@ 00000056 n",
            "@ 00000056 x",
            "line 3: the part of speech, 'x', is none of n v a s r",
        ),
        (
            "data.noun",
            "00000102",
            "00000002",
            "line 3: the offset 2 comes after 56, and is to be higher",
        ),
        (
            "data.noun",
            " n 01 entity",
            " v 01 entity",
            "line 2: a sense of data.verb stands in data.noun",
        ),
        ("data.verb", "001 @", "999 @", "line 3: ends before the pointer"),
        ("data.verb", "01 move", "0q move", "line 2: the number of words, '0q', is not a number"),
        (
            "index.adj",
            "bad a 1 0 1 0 00",
            "bad a 1 0 1 0 01",
            "line 3: names 01000341, which data.adj has not",
        ),
        ("index.adj", "big a", "bad a", "line 4: 'bad' is listed a second time"),
        ("index.adv", "badly r 1", "badly r 2", "line 2: ends before the offset"),
        ("noun.exc", "children child", "children", "line 1: 'children' has no base form beside it"),
    ] {
        let path = folder.join(file);
        let good = fs::read_to_string(&path).unwrap();
        fs::write(&path, good.replacen(from, to, 1)).unwrap();
        let found = WordNet::open(folder).unwrap_err().to_string();
        assert!(found.starts_with(&format!("{}, {why}", path.display())), "{found}");
        fs::write(&path, good).unwrap();
    }
    fs::write(folder.join("index.verb"), b"a\nb\xff\n").unwrap();
    let found = WordNet::open(folder).unwrap_err().to_string();
    assert!(found.ends_with("index.verb, line 2: is not UTF-8 text"), "{found}");
    fs::remove_file(folder.join("index.verb")).unwrap();
    let found = WordNet::open(folder).unwrap_err().to_string();
    assert!(found.contains("index.verb: cannot be read: "), "{found}");
}

#[test]
fn without_exceptions_regular_forms_are_known() {
    let scratch = copied();
    let folder = scratch.path();
    fs::remove_file(folder.join("noun.exc")).unwrap();
    let net = WordNet::open(folder).unwrap();
    assert_eq!((net.synsets("children").len(), net.synsets("girls").len()), (0, 1));
}

#[test]
fn any_bytes_give_a_dictionary_or_a_sentence() {
    let folder = dictionary();
    let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_none_or(|kind| kind != "py")).collect();
    let (mut draw, mut opened) = (Draw(3), 0);
    for _ in 0..3000 {
        let changed = &files[draw.below(files.len())];
        let bytes = mutated(fs::read(changed).unwrap(), &mut draw);
        let read = |path: &Path| if path == changed { Ok(bytes.clone()) } else { fs::read(path) };
        match WordNet::read(&folder, read) {
            Ok(net) => {
                opened += 1;
                ask(net);
            }
            Err(error) => {
                let sentence = error.to_string();
                assert!(sentence.starts_with(&folder.display().to_string()), "{sentence}");
                assert!(sentence.lines().count() == 1 && sentence.len() < 400, "{sentence}");
            }
        }
    }
    assert!((300..2700).contains(&opened), "{opened} of 3000 can be read");
}

/// Changes, removes, repeats or inserts a few bytes.
fn mutated(mut bytes: Vec<u8>, draw: &mut Draw) -> Vec<u8> {
    for _ in 0..=draw.below(3) {
        let at = draw.below(bytes.len().max(1)).min(bytes.len());
        let to = (at + draw.below(12)).min(bytes.len());
        match draw.below(5) {
            0 => drop(bytes.drain(at..to)),
            1 => bytes.truncate(at),
            2 => bytes.extend_from_within(at..to),
            3 => bytes.insert(at, b" \n@!9f\xffs|\t"[draw.below(10)]),
            _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << draw.below(8)),
        }
    }
    bytes
}

fn ask(net: WordNet) {
    let words = ["dog", "mice", "Washington", "ran", "better", "huge", "loves", "fast", "bank"];
    let senses: Vec<Synset> = words.iter().flat_map(|word| net.synsets(word)).collect();
    for &one in &senses {
        assert!(net.depth(one) < 256 && net.antonyms(one).count() < 9);
        let _ = (net.lemmas(one).count(), net.offset(one));
        for &other in &senses {
            assert_eq!(net.distance(one, other).is_some(), net.subsumer(one, other).is_some());
        }
    }
    let mut snl = Snl::new(Arc::new(net), WordCounts::default());
    let (one, other) = (snl.sentence(&words[..5]), snl.sentence(&words[3..]));
    assert!((0.0..=1.0).contains(&snl.similarity(&one, &other)));
}

/// A copy of the dictionary to modify.
fn copied() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in fs::read_dir(dictionary()).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|kind| kind != "py") {
            fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    folder
}
