use super::*;

fn rated(machine: bool, mean: i64, count: i64) -> Respondent {
    Respondent { machine, rating: Rating::from_sum(mean * 1_000_000 * count, count) }
}

#[test]
fn half_the_points_are_for_who_it_was_and_half_for_the_distance() {
    let of = |guess, machine, respondent| points(Verdict { guess, machine }, respondent);
    let person = rated(false, 60, 5);
    for (guess, machine, expected) in [
        (60, false, 20),
        (62, false, 20),
        (63, false, 19),
        (55, false, 19),
        (52, false, 18),
        (35, false, 15),
        (13, false, 11),
        (12, false, 10),
        (0, false, 10),
        (60, true, 10),
        (0, true, 0),
    ] {
        assert_eq!(of(guess, machine, person), expected, "{guess} {machine}");
    }
    // Four guesses say too little.
    for unsettled in [rated(true, 60, 4), Respondent { machine: true, rating: None }] {
        assert_eq!(of(0, true, unsettled), 20);
        assert_eq!(of(60, false, unsettled), 0);
    }
}

#[test]
fn a_score_is_a_share_of_what_could_be_had() {
    assert_eq!(score(&[20; 5]), 100);
    assert_eq!(score(&[20, 0, 10, 5, 0]), 35);
    assert_eq!(score(&[20, 19, 20]), 98);
    assert_eq!(score(&[]), 0);
}

#[test]
fn a_moon_waxes_with_the_points() {
    let all: String = (0..=MOST_POINTS).map(|points| Moon::of(points).to_string()).collect();
    assert_eq!(all, "🌑🌑🌑🌑🌒🌒🌒🌒🌓🌓🌓🌓🌓🌔🌔🌔🌔🌕🌕🌕🌕");
}

#[test]
fn a_streak_lasts_until_a_whole_day_is_missed() {
    assert_eq!(streak(&[], 9), 0);
    assert_eq!(streak(&[9], 9), 1);
    assert_eq!(streak(&[9, 8, 7, 5], 9), 3);
    assert_eq!(streak(&[8, 7], 9), 2, "today is not over");
    assert_eq!(streak(&[7, 6], 9), 0);
}

#[test]
fn a_seed_draws_the_same_five_in_any_order() {
    let mut all: Vec<(String, bool)> =
        (0..40).map(|nth| (format!("x{nth}"), nth % 3 == 0)).collect();
    let drawn = draw("seed", &all);
    all.reverse();
    assert_eq!(draw("seed", &all), drawn);
    assert_ne!(draw("another", &all), drawn);
    assert_eq!(drawn.len(), EXCHANGES);
}

#[test]
fn a_day_has_people_and_machines_where_there_are_both() {
    let candidates = |people: usize, machines: usize| -> Vec<(String, bool)> {
        let people = (0..people).map(|nth| (format!("p{nth}"), false));
        people.chain((0..machines).map(|nth| (format!("m{nth}"), true))).collect()
    };
    let machines = |drawn: &[String]| drawn.iter().filter(|id| id.starts_with('m')).count();
    let mut found = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let drawn = draw(&seed.to_string(), &candidates(20, 20));
        let different: std::collections::BTreeSet<_> = drawn.iter().collect();
        assert_eq!(different.len(), EXCHANGES);
        found.insert(machines(&drawn));
        assert_eq!(machines(&draw(&seed.to_string(), &candidates(1, 9))), 4);
        assert_eq!(machines(&draw(&seed.to_string(), &candidates(9, 1))), 1);
        assert_eq!(machines(&draw(&seed.to_string(), &candidates(0, 9))), 5);
        assert_eq!(machines(&draw(&seed.to_string(), &candidates(9, 0))), 0);
    }
    assert_eq!(found, [1, 2, 3, 4].into());
    assert!(draw("seed", &candidates(3, 1)).is_empty(), "four are not enough");
}
