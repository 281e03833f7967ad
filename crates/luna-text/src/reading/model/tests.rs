use super::super::conllu::read_conllu;
use super::super::training::{Accuracy, Training};
use super::*;
use crate::tests::Draw;

/// A treebank of three kinds of sentences.
fn treebank() -> Vec<super::super::Sentence> {
    let mut text = String::new();
    for (subject, verb, object) in [
        ("dogs", "chase", "cats"),
        ("cats", "see", "dogs"),
        ("girls", "like", "songs"),
        ("boys", "hear", "girls"),
    ] {
        let bare = subject.trim_end_matches('s');
        text += &format!(
            "1\t{subject}\t{bare}\tNOUN\tNNS\t_\t2\tnsubj\t_\t_\n\
             2\t{verb}\t{verb}\tVERB\tVBP\t_\t0\troot\t_\t_\n\
             3\tthe\tthe\tDET\tDT\t_\t4\tdet\t_\t_\n\
             4\t{object}\t{}\tNOUN\tNNS\t_\t2\tobj\t_\tSpaceAfter=No\n\
             5\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n",
            object.trim_end_matches('s')
        );
    }
    read_conllu(&text).unwrap()
}

fn training(seed: u64) -> Training {
    Training {
        seed,
        tag_rounds: 3,
        label_rounds: 3,
        tree_rounds: 3,
        taggers: 2,
        parsers: 1,
        folds: 2,
    }
}

#[test]
fn training_learns_the_treebank_and_its_file_keeps_it() {
    let treebank = treebank();
    let mut steps = Vec::new();
    let reader = training(5).train(&treebank, |done, all| steps.push((done, all)));
    assert_eq!(steps, (1..=12).map(|done| (done, 12)).collect::<Vec<_>>());
    let accuracy = Accuracy::of(&reader, &treebank);
    assert_eq!((accuracy.tokens, accuracy.lemmas), (20, 20));
    assert_eq!((accuracy.universal_tags, accuracy.penn_tags), (20, 20));
    let again = Reader::from_bytes(&reader.to_bytes().unwrap()).unwrap();
    assert_eq!(Accuracy::of(&again, &treebank), accuracy);
    assert_eq!(again.read("Dogs chase the girls."), reader.read("Dogs chase the girls."));
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let treebank = treebank();
    let [one, again, other] =
        [5, 5, 6].map(|seed| training(seed).train(&treebank, |_, _| ()).to_bytes().unwrap());
    assert_eq!(one, again);
    assert_ne!(one, other);
}

#[test]
fn altered_files_are_refused() {
    let file = training(5).train(&treebank(), |_, _| ()).to_bytes().unwrap();
    let mut draw = Draw(9);
    for _ in 0..200 {
        let mut altered = file.clone();
        match draw.below(3) {
            0 => altered.truncate(draw.below(file.len())),
            1 => altered.push(0),
            _ => altered[draw.below(file.len())] ^= 1 << draw.below(8),
        }
        let error = Reader::from_bytes(&altered).unwrap_err().to_string();
        assert!(error.starts_with("the reading model is "), "{error}");
    }
}

/// What has the right checksum and is no model all the same.
#[test]
fn altered_contents_never_panic() {
    let reader = training(5).train(&treebank(), |_, _| ());
    let mut target = Target::default();
    write(&reader, &mut target);
    let mut draw = Draw(4);
    for _ in 0..100 {
        let mut altered = target.bytes.clone();
        for _ in 0..=draw.below(3) {
            let at = draw.below(altered.len());
            altered[at] = u8::try_from(draw.below(256)).unwrap();
        }
        altered.truncate(altered.len() - draw.below(2));
        if let Some(reader) = read(&mut Source::new(&altered)) {
            let sentences = reader.read("Dogs don't chase, they see the cats.");
            assert_eq!(sentences.iter().map(|it| it.tokens.len()).sum::<usize>(), 10);
        }
    }
}
