use super::*;
use crate::comparison::SMALL;
use crate::comparison::match_log::Outcome;
use crate::rng::Rng;

const HALVES: Settings = Settings { ties: Ties::Halves, prior: 0.0 };
const DAVIDSON: Settings = Settings { ties: Ties::Davidson, prior: 0.0 };
const RAO_KUPPER: Settings = Settings { ties: Ties::RaoKupper, prior: 0.0 };

fn log(csv: &str) -> Log {
    Log::read(csv.as_bytes()).unwrap()
}

fn fit(csv: &str, settings: Settings) -> Result<Fit, FitError> {
    AggregatedLog::new(&log(csv)).fit(settings)
}

#[track_caller]
fn near(found: &[f64], expected: &[f64], off: f64) {
    assert_eq!(found.len(), expected.len());
    let close = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < off);
    assert!(close, "{found:?} is not {expected:?}");
}

#[test]
fn strengths_are_those_that_others_find() {
    let fit = fit(SMALL, HALVES).unwrap();
    // choix 0.4.1 and evalica 0.4.2, less their mean; errors by NumPy.
    let known = [0.016_353_004_856, 0.502_622_534_559, -1.021_598_073_974, 0.502_622_534_559];
    near(&fit.strengths, &known, 1e-10);
    let known = [0.381_481_526_628, 0.453_545_311_546, 0.655_826_601_086, 0.574_339_051_432];
    near(&fit.errors, &known, 1e-9);
}

#[test]
fn davidsons_ties_are_those_of_a_search_for_the_greatest_likelihood() {
    let fit = fit(SMALL, DAVIDSON).unwrap();
    // Newton's steps and errors by JAX.
    near(&fit.strengths, &[0.026_661_04, 0.714_736_38, -1.456_133_79, 0.714_736_38], 1e-7);
    near(&[fit.ties], &[0.801_865_545_152], 1e-10);
    let known = [0.542_779_272_673, 0.671_842_965_820, 1.049_215_737_184, 0.855_362_263_327];
    near(&fit.errors, &known, 1e-7);
}

#[test]
fn a_weight_counts_as_so_many_rows() {
    let twice = "left,right,winner,weight\na,b,left,2\nb,a,left,1\nb,c,left,3\nc,a,left,1\n";
    let apart =
        "left,right,winner\na,b,left\na,b,left\nb,a,left\nb,c,left\nb,c,left\nb,c,left\nc,a,left\n";
    let (twice, apart) = (fit(twice, HALVES).unwrap(), fit(apart, HALVES).unwrap());
    near(&twice.strengths, &apart.strengths, 1e-12);
    assert!(twice.errors.iter().zip(&apart.errors).all(|(one, other)| one > other));
}

#[test]
fn huge_and_tiny_weights_are_borne() {
    let csv =
        "left,right,winner,weight\na,b,left,1e9\nb,a,left,1e9\nb,c,left,1e-9\nc,b,left,3e-9\n";
    let fit = fit(csv, HALVES).unwrap();
    near(&[fit.strengths[0] - fit.strengths[1]], &[0.0], 1e-9);
    near(&[fit.strengths[2] - fit.strengths[1]], &[3_f64.ln()], 1e-6);
}

#[test]
fn who_won_or_lost_everything_is_infinite_and_leaves_the_others_alone() {
    let middle = "left,right,winner\na,b,left\nb,c,left\nc,a,left\na,b,left\n";
    let all = fit(&format!("{middle}best,a,left\nbest,b,left\nworst,c,right\n"), HALVES).unwrap();
    let alone = fit(middle, HALVES).unwrap();
    let [a, b, c] = [alone.strengths[0], alone.strengths[1], alone.strengths[2]];
    near(&all.strengths[..1], &[a], 1e-12);
    near(&[all.strengths[1], all.strengths[3]], &[b, c], 1e-12);
    assert_eq!(vec![all.strengths[2], all.strengths[4]], vec![f64::INFINITY, f64::NEG_INFINITY]);
    assert_eq!([all.standings[2], all.standings[4]], [Comparability::Above, Comparability::Below]);
}

#[test]
fn groups_that_never_met_are_apart() {
    let csv = "left,right,winner\na,b,left\nb,a,left\nc,d,tie\nd,e,tie\nx,y,left\n";
    let fit = fit(csv, HALVES).unwrap();
    let (r, apart) = (Comparability::Rated, Comparability::Apart);
    assert_eq!(fit.standings, [apart, apart, r, r, r, apart, apart]);
    near(&fit.strengths[2..5], &[0.0; 3], 1e-12);
    assert!(fit.strengths[0].is_nan() && fit.errors[0].is_nan());
}

#[test]
fn without_a_scale_nothing_is_made_up() {
    assert_eq!(fit("left,right,winner\na,b,left\nb,c,left\n", HALVES), Err(FitError::NoScale));
    assert_eq!(fit("left,right,winner,weight\na,b,tie,0\n", HALVES), Err(FitError::NoScale));
    assert_eq!(fit("left,right,winner\na,b,tie\n", DAVIDSON), Err(FitError::OnlyTies));
    near(&fit("left,right,winner\na,b,tie\n", HALVES).unwrap().strengths, &[0.0, 0.0], 1e-12);
}

#[test]
fn a_prior_makes_everything_finite() {
    let csv = "left,right,winner\na,b,left\nx,y,left\n";
    let fit = fit(csv, Settings { prior: 1.0, ..HALVES }).unwrap();
    // Of s with 1 - e(2s) + 1/2 - e(s) = 0, e the logistic function.
    let s = fit.strengths[0];
    let e = |x: f64| 1.0 / (1.0 + (-x).exp());
    near(&[1.5 - e(2.0 * s) - e(s)], &[0.0], 1e-9);
    near(&fit.strengths, &[s, -s, s, -s], 1e-9);
    assert!(fit.errors.iter().all(|error| error.is_finite()));
}

#[test]
fn one_comparison_says_little() {
    let found = fit("left,right,winner\na,b,left\n", Settings { ties: Ties::Halves, prior: 1.0 });
    let Fit { strengths, errors, curvature_errors, .. } = found.unwrap();
    let e = |x: f64| 1.0 / (1.0 + (-x).exp());
    let curve = |x: f64| e(x) * e(-x);
    // The information about (s, -s) is that of the comparison twice, and of the prior.
    let (win, prior) = (curve(2.0 * strengths[0]), curve(strengths[0]));
    let expected = (0.5 / (2.0 * win + prior)).sqrt();
    near(&curvature_errors, &[expected; 2], 1e-6);
    assert!(errors[0] < 0.5 * expected);
}

#[test]
fn without_ties_all_models_are_one() {
    let csv = "left,right,winner\na,b,left\nb,c,left\nc,a,left\na,b,left\n";
    let (halves, davidson) = (fit(csv, HALVES).unwrap(), fit(csv, DAVIDSON).unwrap());
    near(&halves.strengths, &davidson.strengths, 1e-12);
    assert!(davidson.ties <= 0.0);
    assert_eq!(fit(csv, RAO_KUPPER).unwrap(), davidson);
}

/// Probabilities that the left player wins and of a tie, from the models' definitions.
fn chances(model: Ties, ahead: f64, ties: f64) -> (f64, f64) {
    match model {
        Ties::Halves | Ties::Davidson => {
            let (up, down) = (ahead.exp(), 1.0);
            let sum = up + down + ties * (up * down).sqrt();
            (up / sum, ties * (up * down).sqrt() / sum)
        }
        Ties::RaoKupper => {
            let win = |ahead: f64| ahead.exp() / (ahead.exp() + ties.exp());
            (win(ahead), 1.0 - win(ahead) - win(-ahead))
        }
    }
}

fn ln_likelihood(log: &Log, model: Ties, strengths: &[f64], ties: f64) -> f64 {
    let one = |one: crate::comparison::match_log::Comparison| {
        let (win, tie) = chances(model, strengths[one.left()] - strengths[one.right()], ties);
        match one.outcome {
            Outcome::Left => win.ln(),
            Outcome::Right => (1.0 - win - tie).ln(),
            Outcome::Tie => tie.ln(),
        }
    };
    log.comparisons().map(one).sum()
}

#[test]
fn models_with_ties_are_where_the_likelihood_is_flat() {
    let log = log(SMALL);
    for settings in [DAVIDSON, RAO_KUPPER] {
        let fit = AggregatedLog::new(&log).fit(settings).unwrap();
        let at = |player: Option<usize>, by: f64| {
            let (mut strengths, mut ties) = (fit.strengths.clone(), fit.ties);
            match player {
                Some(player) => strengths[player] += by,
                None => ties += by,
            }
            ln_likelihood(&log, settings.ties, &strengths, ties)
        };
        for place in (0..4).map(Some).chain([None]) {
            let rise = (at(place, 1e-4) - at(place, -1e-4)) / 2e-4;
            let bend = at(place, 1e-2) + at(place, -1e-2) - 2.0 * at(place, 0.0);
            assert!(rise.abs() < 1e-6 && bend < 0.0, "{settings:?} {place:?}: {rise} {bend}");
        }
    }
}

#[test]
fn slopes_and_pulls_are_those_of_the_likelihood() {
    let pair = Pair { left: 0, right: 1, won: 3.0, lost: 1.0, tied: 2.0 };
    for model in [Ties::Davidson, Ties::RaoKupper] {
        for (ahead, ties) in [(0.0, 0.4), (-1.3, 0.3), (2.5, 1.7)] {
            // Davidson's parameter goes in by its logarithm.
            let parameter = |by: f64| match model {
                Ties::Halves | Ties::Davidson => ties * by.exp(),
                Ties::RaoKupper => ties + by,
            };
            let of = |outcome: Outcome, ahead: f64, by: f64| {
                let (win, tie) = chances(model, ahead, parameter(by));
                match outcome {
                    Outcome::Left => win.ln(),
                    Outcome::Right => (1.0 - win - tie).ln(),
                    Outcome::Tie => tie.ln(),
                }
            };
            let outcomes = [(Outcome::Left, 3.0), (Outcome::Right, 1.0), (Outcome::Tie, 2.0)];
            let d = 1e-4;
            for (outcome, _) in outcomes {
                let (apart, tie) = model.gradient(outcome, ahead, ties);
                near(
                    &[apart],
                    &[(of(outcome, ahead + d, 0.0) - of(outcome, ahead - d, 0.0)) / 2.0 / d],
                    1e-6,
                );
                near(&[tie], &[(of(outcome, ahead, d) - of(outcome, ahead, -d)) / 2.0 / d], 1e-6);
            }
            let all = |x: f64, y: f64| -> f64 {
                outcomes.iter().map(|&(outcome, times)| times * of(outcome, ahead + x, y)).sum()
            };
            let slope = model.derivatives(&pair, ahead, ties);
            let both = (all(d, d) - all(d, -d) - all(-d, d) + all(-d, -d)) / 4.0 / d / d;
            let along = |plus: f64, minus: f64| (2.0 * all(0.0, 0.0) - plus - minus) / d / d;
            near(
                &[
                    slope.gradient,
                    slope.tie_gradient,
                    slope.curvature,
                    slope.cross,
                    slope.tie_curvature,
                ],
                &[
                    (all(d, 0.0) - all(-d, 0.0)) / 2.0 / d,
                    (all(0.0, d) - all(0.0, -d)) / 2.0 / d,
                    along(all(d, 0.0), all(-d, 0.0)),
                    -both,
                    along(all(0.0, d), all(0.0, -d)),
                ],
                1e-5,
            );
        }
    }
}

#[test]
fn many_comparisons_give_back_what_they_were_made_with() {
    let truth = [-1.0, -0.2, 0.1, 0.4, 0.7];
    for (settings, ties) in [(DAVIDSON, 0.8), (RAO_KUPPER, 0.6)] {
        let log = played(&truth, 60_000, settings.ties, ties, &mut Rng::new(8, 0));
        let fit = AggregatedLog::new(&log).fit(settings).unwrap();
        for ((found, truth), error) in fit.strengths.iter().zip(truth).zip(&fit.errors) {
            assert!((found - truth).abs() < 3.5 * error && *error < 0.02, "{fit:?}");
        }
        assert!((fit.ties - ties).abs() < 0.03, "{}", fit.ties);
    }
}

/// A random log of players with these strengths.
fn played(strengths: &[f64], count: usize, model: Ties, ties: f64, rng: &mut Rng) -> Log {
    let names: Vec<String> = (0..strengths.len()).map(|player| format!("p{player:02}")).collect();
    let mut pick =
        |end: usize| (0..end).find(|&n| rng.unit() < 1.0 / crate::number::float(end - n)).unwrap();
    let mut games = Vec::new();
    for _ in 0..count {
        let left = pick(names.len());
        let right = (left + 1 + pick(names.len() - 1)) % names.len();
        games.push((left, right));
    }
    Log::from_games(games.into_iter().map(|(left, right)| {
        let (win, tie) = chances(model, strengths[left] - strengths[right], ties);
        let outcome = match rng.unit() {
            u if u < win => Outcome::Left,
            u if u < win + tie => Outcome::Tie,
            _ => Outcome::Right,
        };
        (names[left].as_str(), names[right].as_str(), outcome)
    }))
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let truth: Vec<f64> = (0..8).map(|nth| f64::from(nth) * 0.3 - 1.05).collect();
    for (settings, ties) in [(HALVES, 0.0), (DAVIDSON, 0.8), (RAO_KUPPER, 0.6)] {
        let (mut held, mut held_resampled, mut all) = (0.0, 0.0, 0.0);
        for trial in 0..150 {
            let log = played(&truth, 1500, settings.ties, ties, &mut Rng::new(11, trial));
            let counted = AggregatedLog::new(&log);
            let fit = counted.fit(settings).unwrap();
            let rounds = counted.bootstrap(&fit, settings, 200, trial);
            let intervals = bootstrap::percentile_intervals(&rounds, 0.95);
            for (player, &strength) in truth.iter().enumerate() {
                let off = (fit.strengths[player] - strength).abs();
                held += f64::from(u8::from(off < 1.96 * fit.errors[player]));
                let (low, high) = intervals[player];
                held_resampled += f64::from(u8::from(low < strength && strength < high));
                all += 1.0;
            }
        }
        // 1,200 intervals: a standard error of 0.6 %, a little more as those of
        // one trial hang together.
        assert!((held / all - 0.95_f64).abs() < 0.02, "{}", held / all);
        assert!((held_resampled / all - 0.94_f64).abs() < 0.025, "{}", held_resampled / all);
    }
}

#[test]
fn order_and_sides_of_rows_change_nothing_and_names_only_names() {
    let mut rng = Rng::new(3, 3);
    for trial in 0..20 {
        let log = played(&[0.0, 0.5, -0.5, 1.0, 0.2, 0.1], 60, Ties::Davidson, 0.4, &mut rng);
        let games: Vec<_> =
            log.comparisons().map(|one| (one.left(), one.right(), one.outcome)).collect();
        let with = |names: &[String], mut games: Vec<(usize, usize, Outcome)>, apply_qt: bool| {
            if apply_qt {
                games.reverse();
                games.rotate_left(7);
            }
            let log = Log::from_games(games.iter().map(|&(left, right, outcome)| match apply_qt {
                true => (names[right].as_str(), names[left].as_str(), outcome.reversed()),
                false => (names[left].as_str(), names[right].as_str(), outcome),
            }));
            let counted = AggregatedLog::new(&log);
            let fit = counted.fit(DAVIDSON).unwrap();
            let rounds = counted.bootstrap(&fit, DAVIDSON, 5, trial);
            (fit, rounds)
        };
        let (fit, rounds) = with(&log.names, games.clone(), false);
        assert_eq!(with(&log.names, games.clone(), true).0.strengths, fit.strengths);
        assert_eq!(format!("{:?}", with(&log.names, games.clone(), true).1), format!("{rounds:?}"));
        let reversed: Vec<String> = log.names.iter().rev().cloned().collect();
        let mut other = with(&reversed, games, true).0;
        other.strengths.reverse();
        other.errors.reverse();
        near(&other.strengths, &fit.strengths, 1e-9);
        near(&other.errors, &fit.errors, 1e-9);
    }
}

#[test]
fn a_round_without_a_scale_says_nothing_of_anybody() {
    let counted = AggregatedLog::new(&log("left,right,winner\nann,bob,left\nbob,ann,left\n"));
    let fit = counted.fit(HALVES).unwrap();
    let rounds = counted.bootstrap(&fit, HALVES, 40, 1);
    let (unknown, known): (Vec<_>, Vec<_>) = rounds.iter().partition(|round| round[0].is_nan());
    assert!(unknown.len() > 10 && known.len() > 10, "each comes in half of all draws");
    assert!(unknown.iter().all(|round| round[1].is_nan()));
    assert!(known.iter().all(|round| **round == [0.0, 0.0]));
    assert_eq!(
        bootstrap::percentile_intervals(&rounds, 0.95),
        [(f64::NEG_INFINITY, f64::INFINITY); 2]
    );
}

#[test]
fn the_same_seed_gives_the_same_rounds() {
    let counted = AggregatedLog::new(&log(SMALL));
    let fit = counted.fit(HALVES).unwrap();
    let rounds = |seed| format!("{:?}", counted.bootstrap(&fit, HALVES, 20, seed));
    assert_eq!(rounds(4), rounds(4));
    assert_ne!(rounds(4), rounds(5));
}

mod clustered;
