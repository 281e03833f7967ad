use super::*;
use crate::number::float;

fn guess(judge: u32, player: u32, points: f64) -> Guess {
    Guess { judge, player, points }
}

/// Pseudorandom noise from -1 to 1.
fn noise(seed: u32) -> f64 {
    let bits = (seed.wrapping_mul(2_654_435_761) ^ (seed << 7)).wrapping_mul(2_246_822_519);
    f64::from(bits >> 8) / f64::from(1_u32 << 23) - 1.0
}

/// Twelve judges of forty players; the guesses of the last are given.
fn population(last: impl Fn(u32, f64) -> f64) -> (Vec<f64>, Vec<Guess>) {
    let truth: Vec<f64> = (0..40).map(|player| 2.5 * f64::from(player)).collect();
    let mut guesses = Vec::new();
    for (player, &level) in (0..).zip(&truth) {
        for judge in 0..11 {
            guesses.push(guess(judge, player, level + 4.0 * noise(player * 31 + judge)));
        }
        guesses.push(guess(11, player, last(player, level)));
    }
    (truth, guesses)
}

#[track_caller]
fn near(found: f64, expected: f64, by: f64) {
    assert!((found - expected).abs() <= by, "{found} is not {expected}");
}

#[test]
fn nothing_comes_of_nothing() {
    let none = calibrate(Vec::new());
    assert!(none.players.is_empty() && none.judges.is_empty());
    let one = calibrate(vec![guess(1, 2, 62.0)]);
    assert_eq!((one.players.len(), one.judges.len()), (3, 2));
    assert!(one.players[0].is_none() && one.judges[0].is_none());
    let level = one.players[2].unwrap();
    near(level.rating, 62.0, 1.0);
    assert!(level.low < 60.0 && level.high > 64.0 && level.judges == 1);
}

#[test]
fn a_judge_on_a_scale_of_ones_own_is_understood() {
    let (truth, guesses) = population(|player, level| 65.0 + 0.2 * level + noise(player));
    let found = calibrate(guesses);
    let own = found.judges[11].unwrap();
    near(own.scale, 0.2, 0.03);
    near(own.offset, 75.0 - 48.75, 2.0);
    assert!(own.earnest > 0.99);
    for (level, truth) in found.players.iter().zip(truth) {
        near(level.unwrap().rating, truth.clamp(0.0, 100.0), 3.0);
    }
}

#[test]
fn who_does_not_listen_has_no_weight() {
    let ways: [fn(u32, f64) -> f64; 4] = [
        |_, _| 0.0,
        |_, _| 50.0,
        |player, _| 50.0 + 50.0 * noise(player * 7 + 3),
        |player, _| if player < 4 { 100.0 } else { 0.0 },
    ];
    let (_, all) = population(|_, level| level);
    let eleven: Vec<Guess> = all.into_iter().filter(|guess| guess.judge < 11).collect();
    let leave_one_out = calibrate(eleven);
    for way in ways {
        let found = calibrate(population(way).1);
        let inattentive = found.judges[11].unwrap();
        assert!(inattentive.earnest < 0.01 && inattentive.weight < 0.01, "{inattentive:?}");
        for (level, other) in found.players.iter().zip(&leave_one_out.players) {
            near(level.unwrap().rating, other.unwrap().rating, 0.5);
        }
    }
}

#[test]
fn a_slip_costs_an_honest_judge_little() {
    let (truth, guesses) =
        population(|player, level| if player == 30 { 0.0 } else { level + noise(player) });
    let found = calibrate(guesses);
    assert!(found.judges[11].unwrap().earnest > 0.99);
    near(found.players[30].unwrap().rating, truth[30], 2.0);
}

#[test]
fn saying_it_again_does_not_make_it_truer() {
    // One judge guesses a player ninety times alike, and the others agree on that player.
    let (_, mut guesses) = population(|_, level| level + 6.0);
    guesses.extend((0..90).map(|_| guess(11, 20, 56.0)));
    let found = calibrate(guesses);
    near(found.players[20].unwrap().rating, 50.0, 2.0);
    assert_eq!(found.players[20].unwrap().judges, 12);
}

#[test]
fn the_order_of_guesses_changes_nothing() {
    let (_, mut guesses) = population(|player, _| 50.0 + 50.0 * noise(player));
    let first = calibrate(guesses.clone());
    assert_eq!(first, calibrate(guesses.clone()));
    guesses.reverse();
    for (one, other) in first.players.iter().zip(calibrate(guesses).players) {
        near(one.unwrap().rating, other.unwrap().rating, 1e-6);
    }
}

#[test]
fn numbers_stay_numbers_in_odd_crowds() {
    let all_alike: Vec<Guess> =
        (0..20).flat_map(|judge| (0..20).map(move |player| guess(judge, player, 50.0))).collect();
    let alone: Vec<Guess> = (0..30).map(|player| guess(0, player, f64::from(player))).collect();
    let twice = vec![guess(0, 1, 10.0), guess(1, 0, 90.0)];
    for guesses in [all_alike, alone, twice] {
        let found = calibrate(guesses);
        for level in found.players.iter().flatten() {
            assert!(level.low <= level.rating && level.rating <= level.high, "{level:?}");
        }
        for judge in found.judges.iter().flatten() {
            assert!(judge.noise.is_finite() && judge.weight.is_finite(), "{judge:?}");
            assert!((0.0..=1.0).contains(&judge.earnest), "{judge:?}");
        }
    }
}

/// Mean and maximum error of the leave-one-out ratings against a fit without the guess, and the
/// error of the rating with the guess in it.
fn left_out(guesses: &[Guess]) -> (f64, f64, f64) {
    let found = calibrate(guesses.to_vec());
    let (mut count, mut off, mut most, mut with) = (0.0, 0.0, 0.0_f64, 0.0);
    let observations = (0..12).flat_map(|judge| found.observations(judge));
    for observations in observations.step_by(7) {
        let own = |guess: &&Guess| {
            (guess.judge, guess.player) != (observations.judge, observations.player)
        };
        let leave_one_out: Vec<Guess> = guesses.iter().filter(own).copied().collect();
        let at = usize::try_from(observations.player).unwrap();
        let truly = calibrate(leave_one_out).players[at].unwrap().rating;
        let away = (observations.others.unwrap() - truly).abs();
        count += 1.0;
        off += away;
        most = most.max(away);
        with += (found.players[at].unwrap().rating - truly).abs();
    }
    (off / count, most, with / count)
}

#[test]
fn what_the_others_make_of_a_player_is_what_comes_without_the_guess() {
    let strange: [fn(u32, f64) -> f64; 4] = [
        |player, level| level + 6.0 * noise(player),
        |player, level| 65.0 + 0.2 * level + noise(player),
        |player, level| if player == 7 { 0.0 } else { level + 10.0 + noise(player) },
        |_, _| 50.0,
    ];
    for last in strange {
        // Five or six guesses of each player.
        let mut guesses = population(last).1;
        guesses.retain(|guess| (guess.player * 5 + guess.judge) % 2 == 0);
        let (off, most, with) = left_out(&guesses);
        assert!(off < 0.02 * with && most < 0.2 * with, "{off}, {most} of {with}");
    }
    let alone = calibrate(vec![guess(0, 0, 40.0), guess(0, 1, 50.0), guess(1, 1, 60.0)]);
    let others = |judge| alone.observations(judge).map(|it| it.others).collect::<Vec<_>>();
    let (first, second) = (others(0), others(1));
    assert_eq!((first.len(), first[0], second.len()), (2, None, 1));
    assert!(first[1].unwrap() > second[0].unwrap());
    assert!(others(7).is_empty(), "there is no such judge");
}

/// Mean width of the intervals of players between 25 and 75.
fn width(guesses: Vec<Guess>) -> f64 {
    let levels = calibrate(guesses).players;
    let inner: Vec<Level> =
        levels[10..=30].iter().flatten().copied().filter(|level| level.high < 100.0).collect();
    inner.iter().map(|level| level.high - level.low).sum::<f64>() / float(inner.len())
}

#[test]
fn intervals_are_wider_where_some_judges_may_be_careless() {
    // Three judges of each player; a third of the guesses, or none, has nothing to do with it.
    let crowd = |careless: u32| {
        let mut guesses = Vec::new();
        for player in 0..40 {
            for judge in (0..3).map(|nth| (player + 5 * nth) % 15) {
                let seed = player * 31 + judge;
                let level = 2.5 * f64::from(player) + 12.0 * noise(seed);
                let points = if judge < careless { 50.0 + 50.0 * noise(seed) } else { level };
                guesses.push(guess(judge, player, points.clamp(0.0, 100.0)));
            }
        }
        guesses
    };
    let (honest, mixed) = (width(crowd(0)), width(crowd(5)));
    assert!(mixed > 1.3 * honest, "{mixed}, and {honest} of honest judges");
}

/// Thirty judges of ten players, each with noise of their own; the first ones give player 3 this.
fn brigaded(members: u32, given: f64) -> Vec<Guess> {
    let mut guesses = Vec::new();
    for player in 0..10 {
        for judge in 0..60 {
            let seed = player * 97 + judge;
            let off = (6.0 + f64::from(judge % 5) * 3.0) * (noise(seed) + noise(seed + 7_000));
            let honest = (15.0 + 7.0 * f64::from(player) + off).clamp(0.0, 100.0);
            let points = if judge < members && player == 3 { given } else { honest };
            guesses.push(guess(judge, player, points));
        }
    }
    guesses
}

#[test]
fn a_brigade_is_named_and_moves_the_rating_by_less_than_a_point() {
    let honest = calibrate(brigaded(0, 0.0));
    assert_eq!(honest.brigades, []);
    let before = honest.players[3].unwrap().rating;
    for (given, raises) in [(100.0, true), (0.0, false)] {
        let found = calibrate(brigaded(8, given));
        let [brigade] = &found.brigades[..] else { panic!("{:?}", found.brigades) };
        let named: Vec<u32> = brigade.judges.iter().map(|&(judge, _)| judge).collect();
        assert_eq!((brigade.player, brigade.raises, named), (3, raises, (0..8).collect()));
        assert!(brigade.strength > 2.0, "{brigade:?}");
        assert!(float(brigade.beyond) > brigade.predicted + 4.0, "{brigade:?}");
        near(found.players[3].unwrap().rating, before, 1.0);
        near(brigade.rating, found.players[3].unwrap().rating, 1e-9);
        // Other players keep their ratings.
        near(found.players[5].unwrap().rating, honest.players[5].unwrap().rating, 0.7);
    }
}

#[test]
fn a_few_guesses_are_no_brigade() {
    assert_eq!(calibrate(brigaded(2, 100.0)).brigades, []);
    let few: Vec<Guess> = brigaded(8, 100.0).into_iter().filter(|guess| guess.judge < 10).collect();
    assert_eq!(calibrate(few).brigades, [], "of most judges it is an opinion");
}
