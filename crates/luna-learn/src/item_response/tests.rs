use super::*;
use crate::regression::metrics::spearman;
use crate::rng::Rng;

/// The answers of 1,500 people to six questions, with the numbers of girth for them.
const GIRTH: &str = include_str!("tests/girth.csv");

#[test]
fn the_likelihood_has_its_maximum_where_girth_finds_it_and_the_chain_stays_near() {
    let mut lines = GIRTH.lines().filter(|line| !line.starts_with('#'));
    let mut numbers = || -> Vec<f64> {
        lines.next().unwrap().split(',').map(|number| number.parse().unwrap()).collect()
    };
    let known = [numbers(), numbers()];
    let (mut answers, mut person) = (Vec::new(), 0);
    for line in lines {
        let (pattern, count) = line.split_once(',').unwrap();
        for _ in 0..count.parse().unwrap() {
            for (question, given) in pattern.chars().enumerate() {
                let mark = if given == '1' { 80.0 } else { 20.0 };
                answers.push(MarkedAnswer { person, question, judge: 0, mark });
            }
            person += 1;
        }
    }
    let fits = fit(
        Marks { answers: &answers, covariates: &[], machines: &[], words: &[] },
        Reading::Sides,
    );
    for (at, (best, fit)) in
        maximum_likelihood(&answers).into_iter().zip(&fits.questions).enumerate()
    {
        let QuestionFit { discrimination, difficulty, .. } = fit.clone().unwrap();
        for (best, drawn, known) in
            [(best.0, discrimination, known[0][at]), (best.1, difficulty, known[1][at])]
        {
            assert!((best - known).abs() < 0.01, "{at}: {best} is not {known}");
            // Its prior draws the chain towards the middle.
            assert!((drawn.value - known).abs() < 0.2, "{at}: {drawn:?} is far from {known}");
            assert!(drawn.low < known && known < drawn.high);
        }
    }
}

/// A question's discrimination, difficulty and ease for machines.
type Truth = (f64, f64, f64);

/// Marks of people and as many machines, who all answer every question, by two judges. The second
/// judge is severe.
fn marked(truth: &[Truth], people: usize, seed: u64) -> (Vec<MarkedAnswer>, Vec<bool>) {
    let mut rng = Rng::new(seed, 0);
    let machines: Vec<bool> = (0..2 * people).map(|nth| nth >= people).collect();
    let mut answers = Vec::new();
    for (person, &machine) in machines.iter().enumerate() {
        let ability = rng.normal() - if machine { 0.8 } else { 0.0 };
        for (question, &(discrimination, difficulty, ease)) in truth.iter().enumerate() {
            let judge = rng.below(2);
            let severity = if judge == 1 { 1.5 } else { 0.0 };
            let share = rng.unit().clamp(1e-9, 1.0 - 1e-9);
            let quality = discrimination * (ability - difficulty) - severity
                + if machine { ease } else { 0.0 }
                + (share / (1.0 - share)).ln();
            let mark = (50.0 + 15.0 * quality).clamp(0.0, 100.0);
            answers.push(MarkedAnswer { person, question, judge, mark });
        }
    }
    (answers, machines)
}

fn fitted(truth: &[Truth], people: usize, reading: Reading) -> Vec<QuestionFit> {
    let (answers, machines) = marked(truth, people, 5);
    let marks = Marks { answers: &answers, covariates: &[], machines: &machines, words: &[] };
    fit(marks, reading).questions.into_iter().map(Option::unwrap).collect()
}

/// Questions of all sorts; the third is much harder for machines.
fn sorts() -> Vec<Truth> {
    let one = |nth: u32| {
        let ease = if nth == 2 { -2.5 } else { 0.0 };
        ((0.4 * f64::from(nth % 5) - 0.8).exp(), 0.3 * f64::from(nth) - 1.8, ease)
    };
    (0..12).map(one).collect()
}

#[test]
fn both_readings_find_the_questions_of_a_known_world() {
    for reading in [Reading::Points, Reading::Sides] {
        let fits = fitted(&sorts(), 60, reading);
        let rank = |truth: fn(&Truth) -> f64, found: fn(&QuestionFit) -> f64| {
            let truth: Vec<f64> = sorts().iter().map(truth).collect();
            let found: Vec<f64> = fits.iter().map(found).collect();
            spearman(&truth, &found).unwrap()
        };
        let difficulties = rank(|it| it.1, |it| it.difficulty.value);
        let discriminations = rank(|it| it.0, |it| it.discrimination.value);
        assert!(difficulties > 0.75 && discriminations > 0.7, "{difficulties} {discriminations}");
        for Estimate { value, low, high } in fits.iter().map(|fit| fit.discrimination) {
            assert!(0.0 < low && low < value && value < high);
        }
    }
}

#[test]
fn the_question_that_is_harder_for_machines_is_found() {
    let fits = fitted(&sorts(), 60, Reading::Points);
    let tests: Vec<MachineTest> = fits.iter().map(|fit| fit.machines.unwrap()).collect();
    assert!(tests[2].p < 1e-4 && tests[2].shift < -1.0, "{tests:?}");
    assert!(tests.iter().filter(|test| test.p < 0.01).count() < 4, "{tests:?}");
    let few = fitted(&sorts(), 4, Reading::Points);
    assert!(few.iter().all(|fit| fit.machines.is_none()), "four marks say nothing");
}

#[test]
fn a_question_with_one_mark_is_taken_for_one_of_its_kind() {
    let hard = |nth: usize| nth < 6;
    let truth: Vec<Truth> =
        (0..12).map(|nth| (1.0, if hard(nth) { 1.5 } else { -1.5 }, 0.0)).collect();
    let (mut answers, machines) = marked(&truth, 20, 3);
    let mut first = true;
    answers.retain(|it| it.question != 0 || std::mem::take(&mut first));
    let kind = |nth: usize| u32::from(hard(nth));
    let own = |nth: usize| u32::try_from(nth).unwrap() + 10;
    let words: Vec<Vec<(u32, f64)>> =
        (0..12).map(|nth| vec![(kind(nth), 0.9), (own(nth), 0.435_889_894_354)]).collect();
    let difficulty = |words: &[Vec<(u32, f64)>]| {
        let fits = fit(
            Marks { answers: &answers, covariates: &[], machines: &machines, words },
            Reading::Points,
        );
        fits.questions[0].clone().unwrap().difficulty
    };
    let (alone, alike) = (difficulty(&[]), difficulty(&words));
    assert!((alike.value - 1.5).abs() < (alone.value - 1.5).abs(), "{alone:?} {alike:?}");
    assert!(alike.high - alike.low < alone.high - alone.low, "{alone:?} {alike:?}");
}

#[test]
fn no_marks_give_no_questions() {
    let fits = |answers| {
        fit(Marks { answers, covariates: &[], machines: &[], words: &[] }, Reading::Sides).questions
    };
    assert_eq!(fits(&[]), []);
    let middle = MarkedAnswer { person: 0, question: 1, judge: 0, mark: 50.0 };
    assert_eq!(fits(&[middle]), [None, None], "the middle is on no side");
}

#[test]
fn what_covariates_add_to_a_mark_is_found_and_does_not_make_a_question_easier() {
    let truth: Vec<Truth> = (0..12).map(|_| (1.0, 0.0, 0.0)).collect();
    let (mut answers, machines) = marked(&truth, 30, 3);
    let mut rng = Rng::new(8, 0);
    // The first question gets longer answers; each unit is worth 12 points.
    let lengths: Vec<f64> =
        answers.iter().map(|it| rng.normal() + if it.question == 0 { 1.5 } else { 0.0 }).collect();
    for (answer, length) in answers.iter_mut().zip(&lengths) {
        answer.mark = (answer.mark + 12.0 * length).clamp(0.0, 100.0);
    }
    let noise: Vec<f64> = answers.iter().map(|_| rng.normal()).collect();
    let covariates = [lengths, noise];
    let fitted = |covariates| {
        let marks = Marks { answers: &answers, covariates, machines: &machines, words: &[] };
        fit(marks, Reading::Points)
    };
    let (with, without) = (fitted(&covariates), fitted(&[]));
    let [length, noise] = [with.effects[0], with.effects[1]];
    assert!((length.value - 0.8).abs() < 0.15 && length.low > 0.0, "{length:?}");
    assert!(noise.low < 0.0 && 0.0 < noise.high, "{noise:?}");
    let easiest = |fit: &Fit| {
        let first = fit.questions[0].clone().unwrap().difficulty.value;
        let all = fit.questions.iter().map(|it| it.clone().unwrap().difficulty.value);
        first - all.sum::<f64>() / 12.0
    };
    assert!(easiest(&without) < easiest(&with) - 0.5 && easiest(&with) > -0.5);
}
