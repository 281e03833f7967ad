use super::*;

fn tossup(id: &str, answer: &str, text: &str) -> Tossup {
    let (id, text, answer) = (id.to_owned(), text.to_owned(), answer.to_owned());
    Tossup { id, text, answer, page: None }
}

/// Six tossups about four answers, with some words for each kind of answer.
fn small() -> Vec<Tossup> {
    vec![
        tossup(
            "whale",
            "Herman Melville",
            "This author let Ishmael sail on the Pequod. Captain Ahab hunts a white whale in a novel \
             by this author. For 10 points, name this author of Moby-Dick.",
        ),
        tossup(
            "clerk",
            "Herman Melville [or Melville]",
            "A clerk says \"I would prefer not to.\" This author named him Bartleby. For 10 points, \
             name this author of Billy Budd.",
        ),
        tossup(
            "detective",
            "Arthur Conan Doyle",
            "This author sent a detective to Baker Street. Dr. Watson tells of Sherlock Holmes. For \
             10 points, name this author of A Study in Scarlet.",
        ),
        tossup(
            "city",
            "Venice",
            "This city has the Rialto. A doge ruled this city of canals. For 10 points, name this \
             city of gondolas.",
        ),
        tossup(
            "lagoon",
            "Venice",
            "Its lagoon floods this city. The Doge's Palace faces the Bridge of Sighs. For 10 points, \
             name this Italian city.",
        ),
        tossup(
            "stone",
            "Rosetta Stone",
            "Champollion read this object in three scripts. For 10 points, name this stone.",
        ),
    ]
}

fn first(index: &Index, prefix: &str) -> String {
    let found = index.reader().guess(prefix, 1);
    found.first().map_or(String::new(), |best| index.answers()[best.answer].clone())
}

#[test]
fn clues_lead_to_their_answer() {
    let index = Index::build(small());
    assert_eq!(
        index.answers(),
        ["arthur conan doyle", "herman melville", "rosetta stone", "venice"]
    );
    for (prefix, expected) in [
        ("The Pequod carries a harpooner", "herman melville"),
        ("BARTLEBY'S boss", "herman melville"),
        ("He and Watson lived at Baker", "arthur conan doyle"),
        ("The doges of this place", "venice"),
        ("Hieroglyphs were read by Champollion", "rosetta stone"),
    ] {
        assert_eq!(first(&index, prefix), expected, "{prefix}");
    }
    assert_eq!(index.tossups_of(index.answer("venice").unwrap()), 2);
    assert_eq!(index.answer("Venice"), index.answer("venice"));
    assert_eq!(index.answer("Vienna"), None);
}

#[test]
fn probabilities_are_shares_of_certainty() {
    let index = Index::build(small());
    let mut reader = index.reader();
    let found = reader.guess("A captain called Ahab hunts a whale in this author's novel", 9);
    let sum: f64 = found.iter().map(|candidate| candidate.probability).sum();
    assert!(found.iter().all(|one| one.probability > 0.0) && sum < 1.0, "{found:?}");
    assert!(found.is_sorted_by(|one, next| one.score >= next.score));
    assert!(found.is_sorted_by(|one, next| one.probability >= next.probability));
    assert_eq!(reader.guess("", 5), []);
    assert_eq!(reader.guess("A captain called Ahab", 0), []);
}

#[test]
fn what_every_tossup_says_is_no_evidence() {
    let many: Vec<Tossup> = (0..30)
        .map(|nth| {
            let text = format!("It keeps relic{nth}. For 10 points, name this place.");
            tossup(&nth.to_string(), &format!("Place {nth}"), &text)
        })
        .collect();
    // Pages do not say it, however many there are.
    let page = |nth: usize| Page {
        id: nth.to_string(),
        title: format!("Town {nth}"),
        text: format!("A town with {nth} gates."),
    };
    for index in [Index::build(many.clone()), Index::with_pages(many, vec![page(7); 100])] {
        let question = "It shows relic7. For 10 points, name this place.";
        let found = index.reader().guess(question, 1);
        let words =
            found[0].evidence[0].words.iter().map(|word| &question[word.in_question.clone()]);
        assert_eq!(words.collect::<Vec<_>>(), ["relic7"]);
    }
}

#[test]
fn evidence_is_a_sentence_and_its_words_share_its_score() {
    let index = Index::build(small());
    let question = "Name the hunter of the white whales: Ahab";
    let found = index.reader().guess(question, 1);
    let best = &found[0].evidence[0];
    let tossup = &index.texts()[best.text];
    let sentence = &tossup.text[best.sentence.clone()];
    assert_eq!(tossup.id, "whale");
    assert_eq!(sentence, "Captain Ahab hunts a white whale in a novel by this author.");
    let words: Vec<(&str, &str)> = best
        .words
        .iter()
        .map(|word| (&sentence[word.in_sentence.clone()], &question[word.in_question.clone()]))
        .collect();
    assert_eq!(words, [("Ahab", "Ahab"), ("white", "white"), ("whale", "whales")]);
    let sum: f64 = best.words.iter().map(|word| word.weight).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    // Two words in a row say more than one alone.
    assert!(best.words[1].weight > best.words[0].weight);
}

#[test]
fn a_question_that_grows_is_guessed_like_one_read_at_once() {
    let index = Index::build(small());
    let mut reader = index.reader();
    let text = "Ishmael's captain, Ahab, hunts a white whale; don't name this author's Pequod.";
    for end in 0..=text.len() {
        let prefix = &text[..end];
        assert_eq!(reader.guess(prefix, 5), index.reader().guess(prefix, 5), "{prefix}");
    }
    for prefix in ["Ishmael's captain", "A doge", "", "Ishmael's captains"] {
        assert_eq!(reader.guess(prefix, 5), index.reader().guess(prefix, 5), "{prefix}");
    }
}

#[test]
fn any_text_is_read() {
    let index = Index::build(small());
    let mut reader = index.reader();
    let long = "the white whale \u{0} שלום ".repeat(5_000);
    assert!(long.len() > 100_000);
    for text in [&long[..], "מי כתב את מובי דיק", "\0\0", "🐳🐳", "…", &"\u{301}".repeat(999)]
    {
        for candidate in reader.guess(text, 5) {
            assert!(candidate.probability.is_finite() && candidate.score.is_finite());
        }
    }
    assert_eq!(first(&index, &long), "herman melville");
}

#[test]
fn an_index_without_passages_or_words_guesses_nothing() {
    for tossups in [vec![], vec![tossup("", "", "")], vec![tossup("x", "y", "\0 …")]] {
        let index = Index::build(tossups.clone());
        assert_eq!(index.reader().guess("This author", 5), []);
    }
}

#[test]
fn passages_are_found_by_words_and_pairs() {
    let texts = ["white whale", "a whale that is white", "a black whale", ""];
    for (terms, expected) in [(Terms::Words, vec![0, 1, 2]), (Terms::WordsAndPairs, vec![0, 1, 2])]
    {
        let passages = Passages::build(texts, terms);
        let mut reader = passages.reader();
        assert!(reader.search("wh", 5).is_empty());
        let found = reader.search("white whales", 5);
        assert_eq!(found.iter().map(|(passage, _)| *passage).collect::<Vec<_>>(), expected);
        let lead = found[0].1 - found[1].1;
        assert_eq!(lead > 0.5, terms == Terms::WordsAndPairs, "{found:?}");
    }
}

/// Six tossups about each of twenty answers: each answer has a rare word of its own, and all share
/// the rest.
fn many() -> Vec<Tossup> {
    let text = |answer: usize, nth: usize| {
        format!(
            "This thing number{nth} is like word{answer}. It is not thing{}.",
            (answer + nth) % 7
        )
    };
    (0..20)
        .flat_map(|answer| (0..6).map(move |nth| (answer, nth)))
        .map(|(answer, nth)| {
            tossup(&format!("{answer}.{nth}"), &format!("answer {answer}"), &text(answer, nth))
        })
        .collect()
}

#[test]
fn a_tossup_that_is_left_out_tells_nothing() {
    let index = Index::build(small());
    let place = |id: &str| index.texts().iter().position(|one| one.id == id).unwrap();
    let mut without = index.reader_without(place("stone"));
    let read = without.guess("Champollion read this object in three scripts.", 9);
    assert!(read.iter().all(|one| index.answers()[one.answer] != "rosetta stone"), "{read:?}");
    let whale = place("whale");
    let question = "Captain Ahab hunts a white whale in a novel by this author of Billy Budd.";
    let (with, without) =
        (index.reader().guess(question, 9), index.reader_without(whale).guess(question, 9));
    assert_eq!(index.answers()[without[0].answer], "herman melville");
    assert!(without[0].probability < with[0].probability);
    assert!(without.iter().flat_map(|one| &one.evidence).all(|one| one.text != whale));
    assert_eq!(index.reader_without(99).guess(question, 9), with);
}

#[test]
fn leaving_a_tossup_out_is_close_to_never_having_learned_it() {
    let tossups = many();
    let index = Index::build(tossups.clone());
    for (nth, left) in tossups.iter().enumerate().step_by(7) {
        let mut others = tossups.clone();
        others.remove(nth);
        let smaller = Index::build(others);
        let place = index.texts().iter().position(|one| one.id == left.id).unwrap();
        for end in [15, 30, left.text.len()] {
            let labels = |index: &Index, found: Vec<Candidate>| -> Vec<(String, f64)> {
                let label =
                    |one: &Candidate| (index.answers()[one.answer].clone(), one.probability);
                found.iter().map(label).collect()
            };
            let prefix = &left.text[..end];
            let left_out = labels(&index, index.reader_without(place).rank(prefix));
            let never = labels(&smaller, smaller.reader().rank(prefix));
            assert_eq!(left_out.len(), never.len(), "{prefix}");
            for (label, probability) in never {
                let own = left_out.iter().find(|(other, _)| *other == label).unwrap();
                assert!((own.1 - probability).abs() < 0.05, "{prefix}: {own:?}, not {probability}");
            }
        }
    }
}

#[test]
fn a_ranker_is_fitted_by_cross_validation() {
    let tossups = many();
    let settings = FitSettings { folds: 3, asked: 120, prefixes: 1, seed: 4 };
    let fitted = Ranker::fit(&tossups, &settings).unwrap();
    assert_eq!(Ranker::fit(&tossups, &settings).unwrap(), fitted);
    let index = Index::build(tossups.clone()).with_ranker(fitted);
    let found = index.reader().guess("What is like word7?", 2);
    assert_eq!(index.answers()[found[0].answer], "answer 7");
    assert!(found[0].probability > 0.8, "{found:?}");
    assert!(Ranker::fit(&tossups[..1], &settings).is_err());
}
