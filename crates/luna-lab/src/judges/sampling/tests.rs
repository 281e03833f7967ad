use luna_learn::float;

use super::*;

/// Mean tau of a rating at the first look over a few worlds.
fn mean_tau(policy: Policy, rating: usize) -> f64 {
    let worlds = 16;
    let all = (0..worlds).map(|trial| play(policy, 11, trial, LOOKS[0])[rating][0]);
    all.sum::<f64>() / f64::from(worlds)
}

#[test]
fn tau_is_kendalls() {
    let truth = [1.0, 2.0, 3.0, 4.0];
    assert!((tau(&truth, &truth) - 1.0).abs() < 1e-12);
    assert!((tau(&truth, &[4.0, 3.0, 2.0, 1.0]) + 1.0).abs() < 1e-12);
    assert!((tau(&truth, &[2.0, 1.0, 3.0, 4.0]) - 4.0 / 6.0).abs() < 1e-12);
    assert!((tau(&truth, &[1.0, 1.0, 3.0, 4.0]) - 5.0 / 6.0).abs() < 1e-12, "half for a tie");
}

#[test]
fn what_is_needed_is_found_between_the_looks_and_beyond_them() {
    for needed in [150.0, 640.0, 1300.0, 2500.0] {
        let curve = LOOKS.map(|look| 1.0 - 0.1 * (needed / f64::from(look)).sqrt());
        let found = crossing(&curve);
        assert!((found / needed - 1.0).abs() < 1e-9, "{found}, not {needed}");
    }
}

#[test]
fn leaving_out_worlds_gives_the_error_of_a_mean() {
    let values = [3.0, 5.0, 4.0, 9.0, 1.0];
    let found = jackknife(values.len(), |kept| {
        let own: Vec<f64> =
            values.iter().enumerate().filter(|(at, _)| kept(*at)).map(|(_, one)| *one).collect();
        own.iter().sum::<f64>() / float(own.len())
    });
    let usual = crate::trials::estimate(values.into_iter());
    assert!((found.value - usual.value).abs() < 1e-12 && (found.error - usual.error).abs() < 1e-12);
}

#[test]
fn the_joint_model_finds_the_variances_of_judges_and_no_mood_where_there_is_none() {
    let mut world = World::new(&["variances"], 400, 0.0);
    let mut joint = Joint::new();
    for number in 0..400 {
        let judge = world.judge(number);
        joint.start_judge();
        for sitting in 0..2 {
            let machines: Vec<usize> =
                (0..5).map(|nth| (number * 7 + sitting * 5 + nth) % MACHINES).collect();
            let points = world.guesses(&judge, Meeting::OneByOne, &machines, sitting);
            joint.add(&points, &[]);
        }
    }
    let mut found = joint.posterior();
    for _ in 0..4 {
        found = joint.posterior();
    }
    let [noise, judge, mood] =
        [found.variances.noise, found.variances.judge, found.variances.sitting];
    // Of 18, 5 and 4, with slips, round numbers and slopes.
    assert!((310.0..390.0).contains(&noise), "{noise}");
    assert!((12.0..45.0).contains(&judge) && (5.0..35.0).contains(&mood), "{judge} {mood}");
    let error = found.covariance[3][3].sqrt();
    assert!(
        (1.2..1.9).contains(&error),
        "18.6 by the root of 200, and the crowd's offset: {error}"
    );
    for (mean, level) in found.means.iter().zip(&world.levels) {
        assert!((mean - level).abs() < 4.5 * error, "{mean} of {level}");
    }
}

#[test]
fn guesses_that_are_most_informative_rank_better_than_an_even_draw() {
    let worlds = 80;
    let mean = |ideal, look: usize| {
        let tau = |trial: u32| {
            bound::curve(ideal, NOISE * NOISE, &["sampling test", &trial.to_string()])[look]
        };
        (0..worlds).map(tau).sum::<f64>() / f64::from(worlds)
    };
    let [even, fixed, informative] =
        [Ideal::Evenly, Ideal::BestFixed, Ideal::Informative].map(|ideal| mean(ideal, 5));
    assert!(informative > even + 0.006, "{informative}, evenly {even}");
    assert!(fixed > even + 0.002, "{fixed}, evenly {even}");
}

#[test]
fn marks_that_measure_the_level_rank_better_and_others_do_no_harm() {
    let of = |apart| {
        let marking = Some(Marking { apart, ..MARKING });
        mean_tau(Policy { marking, ..EVENLY }, 2)
    };
    let [none, exact, unrelated] = [mean_tau(EVENLY, 2), of(0.0), of(40.0)];
    assert!(exact > none + 0.02, "{exact}, without marks {none}");
    assert!(unrelated > none - 0.02, "{unrelated}, without marks {none}");
}

#[test]
fn marks_scale_with_the_guesses_while_these_are_few() {
    // A level that is taken from marks must not say how far levels are apart.
    let marked = Policy { marking: Some(MARKING), ..INFORMATIVE };
    let [none, marked] = [INFORMATIVE, marked].map(|policy| mean_tau(policy, 2));
    assert!(marked > none, "{marked}, without marks {none}");
}

#[test]
fn side_by_side_is_worth_what_noise_is_shared() {
    let beside =
        |shared| mean_tau(Policy { meeting: Meeting::SideBySide(shared), ..INFORMATIVE }, 2);
    let [none, half] = [beside(0.0), beside(0.5)];
    assert!(half > none + 0.01, "{half}, with nothing shared {none}");
}

#[test]
fn a_judge_meets_ten_machines_once_each() {
    let mut joint = Joint::new();
    let (mut counts, mut chance) = ([0; MACHINES], Chance::from_seed(2));
    for policy in [EVENLY, INFORMATIVE, Policy { choice: Choice::AtRandom, ..EVENLY }] {
        let mut met = [false; MACHINES];
        for sitting in 1..=2 {
            let posterior = joint.posterior();
            let chosen =
                policy.choice.sitting(policy.meeting, &posterior, &counts, &met, &mut chance);
            for machine in chosen {
                met[machine] = true;
                counts[machine] += 1;
            }
            assert_eq!(met.iter().filter(|met| **met).count(), 5 * sitting, "{policy:?}");
        }
    }
}
