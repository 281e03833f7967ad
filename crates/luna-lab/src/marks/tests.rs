use super::*;
use crate::claims::Verdict;

/// Worlds that hold nothing but the model.
fn trials(answers: usize, reading: Reading) -> Vec<Trial> {
    let one = |nth: u32| measure(draw(World::Families, 40, answers, &nth.to_string()), reading);
    (0..3).map(one).collect()
}

#[test]
fn twenty_answers_tell_hard_questions_from_easy_ones() {
    for reading in READINGS {
        let all = trials(20, reading);
        let rank = estimate(all.iter().map(|trial| trial.ranks[0])).value;
        assert!(rank > 0.8, "{rank}");
        let covered = |at: usize| share(&all, |trial| (trial.covered[at], trial.questions)).value;
        assert!(covered(0) > 0.88 && covered(1) > 0.88, "{} {}", covered(0), covered(1));
        let alarms = share(&all, |trial| trial.alarms).value;
        assert!(alarms < 0.15, "{alarms}");
    }
}

#[test]
fn each_world_has_as_many_answers_of_each_question() {
    for world in WORLDS {
        let Truth { marks, machines, words, questions } = draw(world, 40, 10, "1");
        assert_eq!((questions.len(), words.len(), marks.len()), (40, 40, 400));
        let count = |at: usize| marks.iter().filter(|mark| mark.question == at).count();
        assert!((0..40).all(|at| count(at) == 10));
        assert!(marks.iter().all(|mark| (0.0..=100.0).contains(&mark.mark)));
        assert!(marks.iter().any(|mark| machines[mark.person]));
        let length = |own: &Vec<(u32, f64)>| own.iter().map(|word| word.1 * word.1).sum::<f64>();
        assert!(words.iter().all(|own| (length(own) - 1.0).abs() < 1e-9));
    }
}

#[test]
fn the_report_has_each_world_and_its_claims() {
    let part = part(20, 1, NonZero::<usize>::MIN, 3, &|_, _| ());
    assert_eq!(part.table.rows.len(), WORLDS.len() * ANSWERS.len() * READINGS.len());
    assert_eq!(part.checks.len(), 5);
    assert!(part.checks.iter().all(|check| check.verdict() == Verdict::Undecided), "of one trial");
}
