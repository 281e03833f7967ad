//! Each strategy does what it says, and worlds are what the theory says.

use super::*;
use crate::world::interpretation::Unrated;

fn settings(crowd: &str) -> Settings {
    Settings {
        players: 100,
        steps: 1000,
        crowd: Crowd::parse(crowd).unwrap(),
        reading: Interpretation::literal(),
        seed: 1,
        name: "test".to_owned(),
    }
}

fn noiseless(crowd: &str) -> Settings {
    let reading = Interpretation { noise: 0.0, ..Interpretation::literal() };
    Settings { reading, ..settings(crowd) }
}

/// The mean of the final errors over several trials.
fn errors(settings: &Settings, trials: u32) -> Errors {
    let mut sum = Errors::default();
    for trial in 0..trials {
        let mut world = World::new(settings, trial);
        (0..settings.steps).for_each(|_| world.step());
        let Errors { mean, max } = world.errors();
        sum = Errors { mean: sum.mean + mean, max: sum.max + max };
    }
    Errors { mean: sum.mean / f64::from(trials), max: sum.max / f64::from(trials) }
}

fn at(guess: &Guess) -> [usize; 2] {
    [guess.judge, guess.of].map(|one| usize::try_from(one).unwrap())
}

#[test]
fn ratings_are_the_means_of_the_log() {
    let mixed = "honest=2,random,minimum,mean,quantile,copying,ring,machine,leaving=0.2";
    let mut world = World::new(&settings(mixed), 4);
    let log = world.log(3_000);
    let strategies = world.strategies();
    for (of, rating) in world.ratings().into_iter().enumerate() {
        let got: Vec<f64> =
            log.iter().filter(|guess| at(guess)[1] == of).map(|guess| guess.points).collect();
        let mean = got.iter().sum::<f64>() / float(got.len());
        assert!(rating.is_none_or(|rating| (rating - mean).abs() < 1e-9));
        assert_eq!(rating.is_none(), got.is_empty());
    }
    assert!(log.iter().all(|guess| strategies[at(guess)[0]] != Strategy::Machine));
    assert!(log.iter().any(|guess| strategies[at(guess)[1]] == Strategy::Machine));
    assert!(log.windows(2).all(|pair| pair[0].step <= pair[1].step));
    assert!(log.iter().all(|guess| guess.judge != guess.of));
}

#[test]
fn players_who_learn_come_to_share_a_scale() {
    let mut world = World::new(&noiseless("learning"), 3);
    let (log, truth) = (world.log(20_000), world.truth());
    // How far guesses are from the true values, on the scale that all of these guesses share.
    let far = |guesses: &[Guess]| {
        let off: Vec<f64> =
            guesses.iter().map(|guess| guess.points - truth[at(guess)[1]]).collect();
        let mean = off.iter().sum::<f64>() / float(off.len());
        off.iter().map(|off| (off - mean).abs()).sum::<f64>() / float(off.len())
    };
    let (early, late) = (far(&log[..60]), far(&log[log.len() - 1000..]));
    assert!((6.0..15.0).contains(&early), "{early}");
    assert!(late < early / 3.0, "{early} {late}");
}

#[test]
fn a_log_is_the_same_as_stepping() {
    let settings = settings("quantile,mean,random");
    let (mut one, mut other) = (World::new(&settings, 0), World::new(&settings, 0));
    let _seen: Vec<Guess> = one.log(500);
    (0..500).for_each(|_| other.step());
    assert_eq!(one.ratings(), other.ratings());
    assert_ne!(one.ratings(), World::new(&settings, 1).ratings());
}

#[test]
fn honest_players_say_what_they_think() {
    let mut world = World::new(&noiseless("honest"), 0);
    let truth = world.truth();
    for guess in world.log(1000) {
        assert!((guess.points - truth[at(&guess)[1]]).abs() < 1e-12);
    }
    assert!(world.errors().max < 1e-9);
}

#[test]
fn noise_has_the_spread_that_was_asked_for_and_belongs_to_the_pair() {
    for (draw, stays) in [(Draw::Pair, true), (Draw::Guess, false)] {
        let mut settings = settings("honest");
        settings.players = 10;
        settings.reading.draw = draw;
        let mut world = World::new(&settings, 0);
        let truth = world.truth();
        let log = world.log(4_000);
        let mut first = std::collections::BTreeMap::new();
        let same = |guess: &Guess| {
            let before: f64 = *first.entry(at(guess)).or_insert(guess.points);
            before.to_bits() == guess.points.to_bits()
        };
        assert_eq!(log.iter().all(same), stays);
        let off = |guess: &Guess| (guess.points - truth[at(guess)[1]]).powi(2);
        let variance = log.iter().map(off).sum::<f64>() / float(log.len());
        assert!((3.0..8.0).contains(&variance), "{variance}");
    }
}

#[test]
fn random_guesses_fill_the_range_and_may_stay() {
    let mut world = World::new(&settings("random"), 0);
    let log = world.log(5_000);
    let mean = log.iter().map(|guess| guess.points).sum::<f64>() / float(log.len());
    assert!((mean - 50.0).abs() < 1.5, "{mean}");
    assert!(log.iter().all(|guess| (0.0..100.0).contains(&guess.points)));
    let mut stays = settings("random");
    stays.players = 2;
    stays.reading.random = Draw::Pair;
    let log = World::new(&stays, 0).log(3);
    let of = |wanted: u32| log.iter().filter(move |guess| guess.of == wanted);
    assert!(
        of(0).all(|guess| (guess.points - log[usize::from(log[0].of != 0)].points).abs() < 1e-12)
    );
    assert_eq!(of(0).count(), 3);
}

#[test]
fn baselines_are_as_the_theory_says() {
    // After one step two players have a random rating each: a third of the range.
    let mut first = settings("random");
    first.steps = 1;
    assert!((errors(&first, 4_000).mean - 100.0 / 3.0).abs() < 1.0);
    // In the long run every rating is 50: a quarter.
    let mut long = settings("random");
    long.steps = 20_000;
    assert!((errors(&long, 20).mean - 25.0).abs() < 1.0);
    // Everybody at 50 is the same, and everybody at 0 is half.
    assert!((errors(&settings("lazy"), 60).mean - 25.0).abs() < 1.0);
    assert!((errors(&settings("minimum"), 60).mean - 50.0).abs() < 1.2);
}

#[test]
fn minimum_guessing_errs_in_proportion() {
    for tenths in 0..=10_u32 {
        let share = f64::from(tenths) / 10.0;
        let crowd = Crowd::honest_and(share, &[Strategy::Minimum]);
        let long = Settings { crowd, steps: 20_000, ..noiseless("honest") };
        let mean = errors(&long, 10).mean;
        let values: f64 =
            (0..10).flat_map(|trial| World::new(&long, trial).truth()).sum::<f64>() / 1_000.0;
        assert!((mean - (1.0 - share) * values).abs() < 0.5, "{share}: {mean}");
    }
}

#[test]
fn mean_guessing_repeats_the_mean() {
    let mut world = World::new(&settings("mean"), 0);
    // The first two have nothing to go by.
    let _first = world.log(1);
    for _ in 0..999 {
        let ratings: Vec<f64> = world.ratings().into_iter().flatten().collect();
        let mean = ratings.iter().sum::<f64>() / float(ratings.len());
        assert!(world.log(1).iter().all(|guess| (guess.points - mean).abs() < 1e-9));
    }
    let ratings: Vec<f64> = world.ratings().into_iter().flatten().collect();
    assert!(ratings.iter().all(|rating| (rating - ratings[0]).abs() < 20.0));
    let mut fifty = settings("mean");
    fifty.reading.unrated = Unrated::Fifty;
    assert!((World::new(&fifty, 0).log(1)[0].points - 50.0).abs() < 1e-12);
}

#[test]
fn the_mean_and_the_order_follow_the_ratings() {
    for unrated in [Unrated::LeftOut, Unrated::Zero, Unrated::Fifty] {
        let mut settings = settings("mean,quantile,random,honest");
        settings.reading.unrated = unrated;
        let mut world = World::new(&settings, 2);
        for _ in 0..600 {
            world.step();
            let counted = world.ratings().into_iter().filter_map(|one| one.or(unrated.points()));
            let mut counted: Vec<f64> = counted.collect();
            counted.sort_by(f64::total_cmp);
            let mean = counted.iter().sum::<f64>() / float(counted.len());
            assert!((world.mean().unwrap() - mean).abs() < 1e-9);
            let order = world.order();
            let kept: Vec<f64> = (0..order.len()).map(|at| order.nth(at)).collect();
            assert_eq!(kept, counted);
        }
    }
}

#[test]
fn quantile_players_begin_honest_then_name_a_rating_there_is() {
    let mut world = World::new(&noiseless("quantile"), 3);
    let truth = world.truth();
    let mut judged = [false; 100];
    for _ in 0..1000 {
        let before = world.ratings();
        for guess in world.log(1) {
            let [judge, of] = at(&guess);
            let honest = (guess.points - truth[of]).abs() < 1e-12;
            let repeats =
                before.iter().flatten().any(|&one| one.to_bits() == guess.points.to_bits());
            assert!(if judged[judge] { repeats } else { honest });
            judged[judge] = true;
        }
    }
}

#[test]
fn quantile_definitions_differ_as_they_say() {
    let order = Order::new([20.0, 10.0, 80.0, 40.0].map(Some).into_iter());
    let check = |definition, part, of, expected: f64| {
        let found = quantile(&order, part, of, definition);
        assert!((found - expected).abs() < 1e-12, "{definition:?} of {part}/{of}: {found}");
    };
    for definition in Quantile::ALL {
        check(definition, 0, 4, 10.0);
        check(definition, 4, 4, 80.0);
    }
    check(Quantile::Inverse, 1, 4, 10.0);
    check(Quantile::Inverse, 2, 4, 20.0);
    check(Quantile::Inverse, 51, 100, 40.0);
    check(Quantile::Linear, 1, 4, 17.5);
    check(Quantile::Lower, 1, 4, 10.0);
    check(Quantile::Higher, 1, 4, 20.0);
    check(Quantile::Nearest, 1, 4, 20.0);
    check(Quantile::Nearest, 1, 2, 40.0);
    check(Quantile::Midpoint, 1, 4, 15.0);
    check(Quantile::Midpoint, 1, 3, 20.0);
    // A whole taken for a percent is as good as nothing.
    check(Quantile::Linear, 1, 100, 10.3);
}

#[test]
fn delayed_players_are_honest_until_then() {
    let mut world = World::new(&noiseless("delayed:300"), 0);
    let truth = world.truth();
    let honest = |guess: &Guess| (guess.points - truth[at(guess)[1]]).abs() < 1e-12;
    assert!(world.log(300).iter().all(honest));
    assert!(!world.log(300).iter().all(honest));
}

#[test]
fn copying_and_anchoring_follow_what_was_seen() {
    let mut copying = noiseless("copying");
    copying.players = 2;
    let log = World::new(&copying, 0).log(3);
    // What was guessed of me in one game is what I guess in the next.
    let by = |judge: u32, step: u32| {
        log.iter().find(|guess| guess.judge == judge && guess.step == step).unwrap().points
    };
    assert!((by(0, 1) - by(1, 0)).abs() < 1e-4 && (by(1, 1) - by(0, 0)).abs() < 1e-4);
    let mut anchoring = noiseless("anchoring");
    anchoring.players = 2;
    let mut world = World::new(&anchoring, 0);
    let truth = world.truth();
    let _seen: Vec<Guess> = world.log(2);
    let rating = world.ratings()[0].unwrap();
    let next = world.log(1).into_iter().find(|guess| guess.of == 0).unwrap();
    assert!((next.points - f64::midpoint(truth[0], rating)).abs() < 5.0);
}

#[test]
fn rings_and_accounts_raise_each_other() {
    let mut world = World::new(&noiseless("ring=10,many-accounts=10,honest=80"), 0);
    let (truth, strategies) = (world.truth(), world.strategies());
    for guess in world.log(4_000) {
        let [judge, of] = at(&guess);
        let expected = match (strategies[judge], strategies[of]) {
            (Strategy::Ring, Strategy::Ring) | (Strategy::ManyAccounts, Strategy::ManyAccounts) => {
                100.0
            }
            (Strategy::Ring, _) => 0.0,
            _ => truth[of],
        };
        assert!((guess.points - expected).abs() < 1e-12);
    }
    let accounts = (0..100).filter(|&one| strategies[one] == Strategy::ManyAccounts);
    assert!(accounts.map(|one| truth[one].to_bits()).is_sorted_by(|a, b| a == b));
}

#[test]
fn scales_are_biased_compressed_and_drifting() {
    let check = |crowd: &str, expected: fn(f64, u32) -> f64| {
        let mut world = World::new(&noiseless(crowd), 0);
        let truth = world.truth();
        for guess in world.log(1000) {
            let expected = expected(truth[at(&guess)[1]], guess.step);
            assert!((guess.points - expected).abs() < 1e-9, "{crowd}");
        }
    };
    check("lazy", |_, _| 50.0);
    check("biased", |value, _| (value + 15.0).min(100.0));
    check("biased:-5", |value, _| (value - 5.0).max(0.0));
    check("compressed", |value, _| 60.0 + value / 5.0);
    check("drifting", |value, step| (value + f64::from(step) / 50.0).clamp(0.0, 100.0));
}

#[test]
fn who_left_is_not_met_again() {
    let mut world = World::new(&settings("leaving"), 0);
    let log = world.log(100_000);
    assert!(log.len() < 2_500, "the site is empty in the end");
    assert!(log.len() > 600);
    assert!(World::new(&settings("leaving"), 1).log(100_000).len() != log.len());
}

#[test]
fn a_world_of_nobody_stands_still() {
    for players in [0, 1] {
        let lonely = Settings { players, ..settings("quantile") };
        let mut world = World::new(&lonely, 0);
        world.step();
        assert_eq!(world.log(5), []);
        assert!(world.errors().mean.is_nan());
    }
}

#[test]
fn intelligence_may_be_what_all_others_expect() {
    let mut expected = settings("honest");
    expected.players = 6;
    expected.reading.intelligence = Intelligence::Expected;
    let mut world = World::new(&expected, 0);
    let log = world.log(2_000);
    // With every pair met, the mean over pairs is the intelligence itself.
    let mut pairs = std::collections::BTreeMap::new();
    for guess in &log {
        pairs.insert(at(guess), guess.points);
    }
    assert_eq!(pairs.len(), 30);
    for (of, truth) in world.truth().into_iter().enumerate() {
        let sum: f64 =
            pairs.iter().filter(|(pair, _)| pair[1] == of).map(|(_, points)| points).sum();
        assert!((sum / 5.0 - truth).abs() < 1e-9);
    }
}
