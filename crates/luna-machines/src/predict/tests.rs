use luna_core::rng::Chance;
use luna_learn::float;

use super::*;

fn asked(key: &[&str]) -> Question {
    Question { text: "What?".to_owned(), key: key.iter().map(|&text| text.to_owned()).collect() }
}

fn example(responses: &[&str], rating: f64) -> Example {
    Example { responses: responses.iter().map(|&text| text.to_owned()).collect(), rating }
}

/// Forty people; those that know the answers are rated high.
fn crowd() -> (Vec<Question>, Vec<Example>) {
    let questions = vec![asked(&["the heart pumps blood", "pumping"]), asked(&[])];
    let known =
        ["The heart pumps blood.", "it pumps blood", "a pump for blood", "pumping the blood"];
    let not = ["no idea", "to breathe", "it thinks", "dunno, to breathe?"];
    let of = |nth: usize| {
        let rating = 0.02 * float(nth % 7);
        match nth % 2 {
            0 => example(&[known[nth / 2 % 4], "Paris, of course"], 0.8 + rating),
            _ => example(&[not[nth / 2 % 4], "London maybe"], 0.2 + rating),
        }
    };
    (questions, (0..40).map(of).collect())
}

#[test]
fn who_knows_is_told_from_who_does_not() {
    let (questions, examples) = crowd();
    let learned = Predictor::train(&questions, &examples).unwrap();
    let tried = learned.cross_validation();
    assert!(learned.beats_constant() && tried.error < 0.1 && tried.constant > 0.25, "{tried:?}");
    let high = learned.predict(&["the blood is pumped".to_owned(), "Paris".to_owned()], 0.9);
    let low = learned.predict(&["breathing".to_owned(), "London".to_owned()], 0.9);
    assert!(high.rating > 0.7 && low.rating < 0.4, "{high:?} {low:?}");
    assert!(low.low <= low.rating && low.rating <= low.high && low.high - low.low < 0.4);
}

#[test]
fn the_same_people_teach_the_same() {
    let (questions, examples) = crowd();
    let [one, other] = [0, 1].map(|_| Predictor::train(&questions, &examples).unwrap());
    assert_eq!(one.cross_validation(), other.cross_validation());
    for example in &examples {
        let [one, other] = [&one, &other].map(|it| it.predict(&example.responses, 0.8));
        assert_eq!(one, other);
        assert!(one.low <= one.rating && one.rating <= one.high, "{one:?}");
    }
}

#[test]
fn nothing_is_learned_from_ratings_by_chance() {
    let (questions, mut examples) = crowd();
    let mut chance = Chance::from_seed(4);
    for example in &mut examples {
        example.rating = chance.unit();
    }
    let learned = Predictor::train(&questions, &examples).unwrap();
    assert!(!learned.beats_constant(), "{:?}", learned.cross_validation());
    assert!(learned.cross_validation().coverage > 0.85, "{:?}", learned.cross_validation());
}

#[test]
fn words_move_a_rating_where_they_stand() {
    let (questions, examples) = crowd();
    let learned = Predictor::train(&questions, &examples).unwrap();
    let responses = ["Er… the BLOOD is pumped, dunno".to_owned(), String::new()];
    let effects = learned.explain(&responses);
    let points = |word: &str| {
        let found = effects.iter().find(|it| &responses[it.question][it.at.clone()] == word);
        found.unwrap_or_else(|| panic!("{word} in {effects:?}")).points
    };
    assert!(points("BLOOD") > 0.0 && points("pumped") > 0.02, "{effects:?}");
    assert!(points("dunno") < 0.0, "{effects:?}");
    assert_eq!(effects.len(), 4);
    assert!(learned.explain(&[]).is_empty());
}

#[test]
fn the_question_that_tells_is_told_from_the_one_that_does_not() {
    let (questions, mut examples) = crowd();
    for (nth, example) in examples.iter_mut().enumerate() {
        ["Rome", "Oslo", "Bern"][nth % 3].clone_into(&mut example.responses[1]);
    }
    let found = Predictor::informativeness(&questions, &examples);
    assert!(found[0] > 0.8 && found[1] < 0.1, "{found:?}");
    assert_eq!(Predictor::informativeness(&questions, &examples[..2]), [0.0, 0.0]);
}

#[test]
fn equal_ratings_are_predicted_and_beat_nothing() {
    let (questions, mut examples) = crowd();
    for example in &mut examples {
        example.rating = 0.3;
    }
    let learned = Predictor::train(&questions, &examples).unwrap();
    let found = learned.predict(&["anything".to_owned()], 0.95);
    assert!((found.rating - 0.3).abs() < 1e-9 && !learned.beats_constant());
    assert_eq!(Predictor::informativeness(&questions, &examples), [0.0, 0.0]);
}

#[track_caller]
fn refused(questions: &[Question], examples: &[Example], sentence: &str) {
    let refusal = Predictor::train(questions, examples).err().expect("it is refused");
    assert_eq!(refusal.to_string(), sentence);
}

#[test]
fn what_cannot_be_learned_from_is_refused_in_a_sentence() {
    let (questions, examples) = crowd();
    refused(&[], &examples, "There are no questions to learn from.");
    refused(&questions, &examples[..1], "1 rated person has answered; training needs 5.");
    let mut odd = examples.clone();
    odd[2].responses.pop();
    refused(
        &questions,
        &odd,
        "Person 3 has 1 responses to 2 questions. A response may be empty, but none may be missing.",
    );
    for rating in [f64::NAN, 1.5] {
        odd = examples.clone();
        odd[0].rating = rating;
        let sentence = format!("Person 1 is rated {rating}, which is not from 0 to 1.");
        refused(&questions, &odd, &sentence);
    }
}

#[test]
fn only_the_last_of_very_many_are_learned_from() {
    let (questions, examples) = crowd();
    let many: Vec<Example> = examples.iter().cycle().take(MOST + 7).cloned().collect();
    let last = &many[7..];
    let tried = |some: &[Example]| check(&questions, some).map(|()| newest(some).len());
    assert_eq!((tried(&many), tried(last)), (Ok(MOST), Ok(MOST)));
    assert_eq!(newest(&many), last);
}

/// Texts of any kind, some of them long, empty or the same.
fn any_text(chance: &mut Chance) -> String {
    let pieces = [
        "blood",
        "the",
        " ",
        "…",
        "日本語",
        "Ünï",
        "🎉",
        "e\u{301}",
        "\u{200d}",
        "heart",
        "\0",
        "ß",
        "١٢",
        "n't",
        "İ",
    ];
    let length = *chance.pick(&[0, 1, 3, 8, 200]).unwrap();
    (0..length)
        .map(|_| *chance.pick(&pieces).unwrap())
        .collect::<Vec<_>>()
        .join(if chance.unit() < 0.5 { " " } else { "" })
}

#[test]
fn any_answers_lead_to_numbers_within_bounds() {
    let mut chance = Chance::from_seed(11);
    for _ in 0..12 {
        let many = 1 + chance.below(3);
        let key = |chance: &mut Chance| (0..chance.below(3)).map(|_| any_text(chance)).collect();
        let questions: Vec<Question> = (0..many)
            .map(|_| Question { text: any_text(&mut chance), key: key(&mut chance) })
            .collect();
        let examples: Vec<Example> = (0..FEWEST + chance.below(9))
            .map(|_| Example {
                responses: (0..many).map(|_| any_text(&mut chance)).collect(),
                rating: *chance.pick(&[0.0, 1.0, 0.5, 1e-300]).unwrap(),
            })
            .collect();
        let learned = Predictor::train(&questions, &examples).unwrap();
        let tried = *learned.cross_validation();
        let numbers = [tried.error, tried.constant, tried.coverage, tried.p];
        assert!(numbers.iter().all(|it| (0.0..=1.0).contains(it)), "{tried:?}");
        for level in [0.95, 0.5, 0.0, 1.0, 7.0, f64::NAN] {
            let responses: Vec<String> =
                (0..chance.below(5)).map(|_| any_text(&mut chance)).collect();
            let found = learned.predict(&responses, level);
            assert_eq!(found.rating.to_bits(), learned.rating(&responses).to_bits());
            let ordered = 0.0 <= found.low && found.low <= found.rating;
            assert!(ordered && found.rating <= found.high && found.high <= 1.0, "{found:?}");
        }
        let responses: Vec<String> = (0..many).map(|_| any_text(&mut chance)).collect();
        for effect in learned.explain(&responses) {
            assert!(effect.points.is_finite(), "{effect:?}");
            assert!(responses[effect.question].get(effect.at).is_some());
        }
    }
}

#[test]
fn five_thousand_characters_are_answers_too() {
    let (questions, mut examples) = crowd();
    examples[3].responses[0] = "blood and air ".repeat(360);
    let learned = Predictor::train(&questions, &examples).unwrap();
    let found = learned.predict(&["pump ".repeat(1000), "x".repeat(5000)], 0.95);
    assert!((0.0..=1.0).contains(&found.rating), "{found:?}");
}

#[test]
fn a_statement_of_having_no_answer_is_recognized_for_any_question() {
    let read = |text: &str| {
        let (set, reads) = AnswerSet::new(&asked(&["knowing"]), std::iter::once(text));
        set.compare(&reads[0]).own.unanswered > 0.5
    };
    for nothing in ["", "...", "I don’t know.", "Not answered", "dont know!", "N/A", "IDK"] {
        assert!(read(nothing), "{nothing}");
    }
    for something in ["Know thyself", "not answered by anybody", "sure", "no"] {
        assert!(!read(something), "{something}");
    }
    // What differs by words that say little else is yet not the same.
    let (set, _) = AnswerSet::new(&asked(&[]), ["sure", "not sure"].into_iter());
    assert_eq!(set.len(), 2);
}

#[test]
fn nobody_learned_from_is_compared_with_themselves() {
    let (questions, examples) = crowd();
    let people: Vec<&[String]> = examples.iter().map(|one| one.responses.as_slice()).collect();
    let answers = Answers::new(&questions, &people);
    let ratings: Vec<f64> = examples.iter().map(|one| one.rating).collect();
    let everybody: Vec<usize> = (0..people.len()).collect();
    let good = crowd::good(&everybody, &ratings);
    assert_eq!(good.iter().filter(|good| **good).count(), 14);
    let (set, comparison) = (&answers.answer_sets[0], &answers.comparisons[0]);
    let own = |nth: usize| crowd::OwnAnswer { answer: set.by[nth], good: good[nth] };
    let all: Vec<crowd::OwnAnswer> = (0..people.len()).map(own).collect();
    let whole = crowd::Crowd::of(comparison, &all);
    for nth in 0..people.len() {
        let mut others = all.clone();
        others.remove(nth);
        let without = crowd::Crowd::of(comparison, &others).traits(&comparison[set.by[nth]], None);
        let with = whole.traits(&comparison[set.by[nth]], Some(all[nth]));
        // The rest is on another scale, which all learned from make.
        for at in (0..crowd::AVERAGES).chain(crowd::AVERAGES + 2..crowd::TRAITS) {
            assert!((with[at] - without[at]).abs() < 1e-12, "{nth} {at}: {with:?} {without:?}");
        }
    }
}

#[test]
fn ratings_of_others_change_nothing_that_is_learned() {
    let (questions, examples) = crowd();
    let people: Vec<&[String]> = examples.iter().map(|one| one.responses.as_slice()).collect();
    let answers = Answers::new(&questions, &people);
    let (train, test): (Vec<usize>, Vec<usize>) = (0..40).partition(|nth| nth % 3 > 0);
    let mut ratings: Vec<f64> = examples.iter().map(|one| one.rating).collect();
    let learned = |ratings: &[f64]| -> Vec<f64> {
        let model = answers.learn(&train, ratings).unwrap();
        let unseen = answers.elsewhere((&train, &[0]), (&test, &[1]), ratings).unwrap();
        test.iter().map(|&nth| answers.predict(&model, nth)).chain(unseen).collect()
    };
    let before = learned(&ratings);
    for &nth in &test {
        ratings[nth] = f64::NAN;
    }
    assert_eq!(learned(&ratings), before);
    ratings[train[1]] = 0.5;
    assert_ne!(learned(&ratings), before);
}

#[test]
fn a_question_that_nobody_answered_is_guessed_from_what_holds_for_any() {
    let questions = [asked(&["the heart pumps blood"]), asked(&["plants need light"])];
    let right = [["The heart pumps blood", "Plants need light"], ["it pumps blood", "light"]];
    let wrong = [["no idea", "not sure"], ["it thinks", "a stone"]];
    let set: Vec<Vec<String>> = (0..20)
        .map(|nth| {
            let of = if nth % 2 == 0 { right } else { wrong }[nth / 2 % 2];
            of.map(str::to_owned).into()
        })
        .collect();
    let people: Vec<&[String]> = set.iter().map(Vec::as_slice).collect();
    let answers = Answers::new(&questions, &people);
    let rating = |nth: usize| if nth.is_multiple_of(2) { 0.9 } else { 0.2 };
    let ratings: Vec<f64> = (0..20).map(rating).collect();
    let (train, test): (Vec<usize>, Vec<usize>) = ((0..12).collect(), (12..20).collect());
    let found = answers.elsewhere((&train, &[0]), (&test, &[1]), &ratings).unwrap();
    for (found, &nth) in found.iter().zip(&test) {
        assert!((found - rating(nth)).abs() < 0.25, "{nth}: {found}");
    }
}
