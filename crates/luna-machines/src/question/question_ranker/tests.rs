use super::*;

/// Questions whose rating is known from their form: whole ones are good, cut ones bad.
fn rated() -> Vec<RatedText> {
    let things =
        ["river", "castle", "king", "city", "law", "ship", "book", "bridge", "war", "song"];
    let mut all = Vec::new();
    for (nth, thing) in things.into_iter().enumerate() {
        for (form, rating) in [
            ("Who built the great THING of Rome in 1200?", 4.4),
            ("What is the name of the old THING?", 3.8),
            ("What did the THING come to of?", 1.4),
            ("What has the THING also also done so?", 1.8),
        ] {
            let sentence = (nth % 2 == 0).then(|| format!("The {thing} of Rome is old."));
            let question = form.replace("THING", thing);
            all.push(RatedText { question, sentence, rating });
        }
    }
    all
}

#[test]
fn every_kind_learns_to_put_good_questions_first() {
    for kind in RankerKind::ALL {
        let ranker = TrainedRanker::train(kind, Label::Rating, &rated()).unwrap();
        let good = ranker.score("Who built the great tower of Rome in 1200?", None);
        let bad = ranker.score("What did the tower come to of?", None);
        assert!(good > bad + 1.0, "{}: {good} {bad}", kind.name());
        assert!((1.0..5.0).contains(&good) && (1.0..5.0).contains(&bad), "{good} {bad}");
        assert_eq!((ranker.questions(), ranker.kind()), (40, kind));
        assert!((ranker.mean_rating() - 2.85).abs() < 1e-9);
    }
}

#[test]
fn a_file_gives_the_same_ranker() {
    let ranker = TrainedRanker::train(RankerKind::Mean, Label::Rating, &rated()).unwrap();
    let bytes = ranker.to_bytes().unwrap();
    let read = TrainedRanker::from_bytes(&bytes).unwrap();
    for RatedText { question, sentence, .. } in rated() {
        let [one, other] = [&ranker, &read].map(|it| it.score(&question, sentence.as_deref()));
        assert!((one - other).abs() < 1e-9, "{question}: {one} {other}");
    }
    assert_eq!(read.features(), ranker.features());
    assert!(read.features().len() >= 250);
}

/// The same questions, whose rating the generator tells too: it has steps for the bad ones alone.
fn derived() -> Vec<(RatedText, Derivation)> {
    let derived = |it: RatedText| {
        let is_bad = it.rating < 3.0;
        let transformations = if is_bad { vec!["clause_dropped".to_owned()] } else { Vec::new() };
        let derivation = Derivation {
            answer: "Rome".to_owned(),
            answer_kind: "subject".to_owned(),
            word: Some("what".to_owned()),
            transformations,
            ..Derivation::default()
        };
        (it, derivation)
    };
    rated().into_iter().map(derived).collect()
}

#[test]
fn what_the_generator_tells_counts_where_it_is_known() {
    let rated = derived();
    let ranker = TrainedRanker::train_derived(RankerKind::Ridge, Label::Rating, &rated).unwrap();
    let question = "What is the name of the old tower?";
    let [good, bad] = [&rated[0].1, &rated[2].1]
        .map(|derivation| ranker.score_derived(question, None, derivation));
    assert!(good > bad + 0.2, "{good} {bad}");
    let alone = ranker.score(question, None);
    assert!(good > bad && alone.is_finite());
    let texts: Vec<RatedText> = rated.iter().map(|(it, _)| it.clone()).collect();
    let by_text = TrainedRanker::train(RankerKind::Ridge, Label::Rating, &texts).unwrap();
    assert!((by_text.score_derived(question, None, &rated[2].1) - alone).abs() < 1e-9);
    let read = TrainedRanker::from_bytes(&ranker.to_bytes().unwrap()).unwrap();
    assert!((read.score_derived(question, None, &rated[2].1) - bad).abs() < 1e-9);
    assert!(read.features().len() > by_text.features().len() + 250);
}

#[test]
fn the_shipped_ranker_can_be_read_and_was_trained_on_600_questions() {
    let ranker = shipped();
    assert_eq!(ranker.questions(), 600);
    let sentence = Some("The harbour of Marrow froze over in January 1863.");
    let good = ranker.score("When did the harbour of Marrow freeze over?", sentence);
    let bad = ranker.score("What did it freeze over in of?", sentence);
    assert!(good > bad, "{good} {bad}");
}

#[test]
fn a_damaged_file_is_refused_in_a_sentence() {
    let bytes = TrainedRanker::train(RankerKind::Mean, Label::Rating, &rated())
        .unwrap()
        .to_bytes()
        .unwrap();
    let refused = |bytes: &[u8]| TrainedRanker::from_bytes(bytes).unwrap_err().to_string();
    for at in (0..bytes.len()).step_by(bytes.len() / 97) {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(refused(&changed).len() > 20, "byte {at}");
        assert!(refused(&bytes[..at]).len() > 20, "the first {at} bytes");
    }
    assert!(refused(b"").contains("train-ranker"));
    // The right checksum of the wrong content.
    let text = String::from_utf8(bytes).unwrap();
    let json = text.lines().nth(2).unwrap();
    let forged = |json: &str| {
        let sum = crate::hex::encode(
            ring::digest::digest(&ring::digest::SHA256, json.as_bytes()).as_ref(),
        );
        refused(format!("Luna question ranker 2\n{sum}\n{json}\n").as_bytes())
    };
    assert!(forged("{}").contains("cannot be read"), "{}", forged("{}"));
    assert!(forged(&json.replacen("\"words\"", "\"wards\"", 1)).contains("other features"));
    assert!(forged(&json.replacen("\"mean\"", "\"median\"", 1)).contains("do not fit"));
}

#[test]
fn too_few_or_endless_ratings_are_refused() {
    let mut rated = rated();
    let few = TrainedRanker::train(RankerKind::Ridge, Label::Rating, &rated[..19])
        .unwrap_err()
        .to_string();
    assert!(few.contains("at least 20 rated questions, and there are 19"), "{few}");
    rated[3].rating = f64::NAN;
    for kind in RankerKind::ALL {
        assert!(TrainedRanker::train(kind, Label::Rating, &rated).is_err(), "{}", kind.name());
    }
}

#[test]
fn questions_that_are_all_alike_get_their_mean() {
    let same: Vec<RatedText> = (0..30)
        .map(|nth| RatedText {
            question: "Who is it?".to_owned(),
            sentence: None,
            rating: if nth % 2 == 0 { 2.0 } else { 3.0 },
        })
        .collect();
    for kind in RankerKind::ALL {
        let ranker = TrainedRanker::train(kind, Label::Rating, &same).unwrap();
        let score = ranker.score("What was the name of the river?", None);
        // Boosting draws rows, and the mean of those drawn is not quite that of all.
        assert!((score - 2.5).abs() < 0.05, "{}: {score}", kind.name());
    }
}

#[test]
fn a_file_keeps_its_label_and_one_without_predicts_ratings() {
    let shares: Vec<RatedText> =
        rated().into_iter().map(|it| RatedText { rating: it.rating / 10.0, ..it }).collect();
    let ranker = TrainedRanker::train(RankerKind::Ridge, Label::Informativeness, &shares).unwrap();
    let bytes = ranker.to_bytes().unwrap();
    assert_eq!(TrainedRanker::from_bytes(&bytes).unwrap().label(), Label::Informativeness);
    assert!(String::from_utf8(bytes).unwrap().contains("\"label\":\"informativeness\""));
    let ranker = TrainedRanker::train(RankerKind::Ridge, Label::Rating, &rated()).unwrap();
    let bytes = ranker.to_bytes().unwrap();
    assert!(!String::from_utf8(bytes.clone()).unwrap().contains("\"label\""));
    assert_eq!(TrainedRanker::from_bytes(&bytes).unwrap().label(), Label::Rating);
    let few = Label::Informativeness.enough(FEWEST - 1).unwrap_err().to_string();
    assert!(few.contains("whose informativeness is known, and there are 19"), "{few}");
}
