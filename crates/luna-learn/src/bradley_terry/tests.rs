use super::*;
use crate::SMALL;
use crate::draws::Draws;

const HALVES: Settings = Settings { ties: Ties::Halves, prior: 0.0 };
const DAVIDSON: Settings = Settings { ties: Ties::Davidson, prior: 0.0 };

fn log(csv: &str) -> Log {
    Log::read(csv.as_bytes()).unwrap()
}

fn fit(csv: &str, settings: Settings) -> Result<Fit, Unfit> {
    Counted::new(&log(csv)).fit(settings)
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
    assert_eq!([all.standings[2], all.standings[4]], [Standing::Above, Standing::Below]);
}

#[test]
fn groups_that_never_met_are_apart() {
    let csv = "left,right,winner\na,b,left\nb,a,left\nc,d,tie\nd,e,tie\nx,y,left\n";
    let fit = fit(csv, HALVES).unwrap();
    let (r, apart) = (Standing::Rated, Standing::Apart);
    assert_eq!(fit.standings, [apart, apart, r, r, r, apart, apart]);
    near(&fit.strengths[2..5], &[0.0; 3], 1e-12);
    assert!(fit.strengths[0].is_nan() && fit.errors[0].is_nan());
}

#[test]
fn without_a_scale_nothing_is_made_up() {
    assert_eq!(fit("left,right,winner\na,b,left\nb,c,left\n", HALVES), Err(Unfit::NoScale));
    assert_eq!(fit("left,right,winner,weight\na,b,tie,0\n", HALVES), Err(Unfit::NoScale));
    assert_eq!(fit("left,right,winner\na,b,tie\n", DAVIDSON), Err(Unfit::OnlyTies));
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
fn without_ties_both_models_are_one() {
    let csv = "left,right,winner\na,b,left\nb,c,left\nc,a,left\na,b,left\n";
    let (halves, davidson) = (fit(csv, HALVES).unwrap(), fit(csv, DAVIDSON).unwrap());
    near(&halves.strengths, &davidson.strengths, 1e-12);
    assert!(davidson.ties <= 0.0);
}

/// A log of so many comparisons of players with such strengths.
fn played(strengths: &[f64], count: usize, ties: f64, draws: &mut Draws) -> Log {
    let names: Vec<String> = (0..strengths.len()).map(|player| format!("p{player:02}")).collect();
    let mut pick =
        |end: usize| (0..end).find(|&n| draws.unit() < 1.0 / crate::float(end - n)).unwrap();
    let mut games = Vec::new();
    for _ in 0..count {
        let left = pick(names.len());
        let right = (left + 1 + pick(names.len() - 1)) % names.len();
        games.push((left, right));
    }
    Log::of_games(games.into_iter().map(|(left, right)| {
        let up = (0.5 * (strengths[left] - strengths[right])).exp();
        let sum = up + 1.0 / up + ties;
        let outcome = match draws.unit() {
            u if u < up / sum => Outcome::Left,
            u if u < (up + ties) / sum => Outcome::Tie,
            _ => Outcome::Right,
        };
        (names[left].as_str(), names[right].as_str(), outcome)
    }))
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let truth: Vec<f64> = (0..8).map(|nth| f64::from(nth) * 0.3 - 1.05).collect();
    for (settings, ties) in [(HALVES, 0.0), (DAVIDSON, 0.8)] {
        let (mut held, mut held_anew, mut all) = (0.0, 0.0, 0.0);
        for trial in 0..150 {
            let log = played(&truth, 1500, ties, &mut Draws::new(11, trial));
            let counted = Counted::new(&log);
            let fit = counted.fit(settings).unwrap();
            let rounds = counted.bootstrap(&fit, settings, 200, trial);
            let intervals = bootstrap::intervals(&rounds, 0.95);
            for (player, &strength) in truth.iter().enumerate() {
                let off = (fit.strengths[player] - strength).abs();
                held += f64::from(u8::from(off < 1.96 * fit.errors[player]));
                let (low, high) = intervals[player];
                held_anew += f64::from(u8::from(low < strength && strength < high));
                all += 1.0;
            }
        }
        // 1,200 intervals: a standard error of 0.6 %, a little more as those of
        // one trial hang together.
        assert!((held / all - 0.95_f64).abs() < 0.02, "{}", held / all);
        assert!((held_anew / all - 0.94_f64).abs() < 0.025, "{}", held_anew / all);
    }
}

#[test]
fn order_and_sides_of_rows_change_nothing_and_names_only_names() {
    let mut draws = Draws::new(3, 3);
    for trial in 0..20 {
        let log = played(&[0.0, 0.5, -0.5, 1.0, 0.2, 0.1], 60, 0.4, &mut draws);
        let games: Vec<_> =
            log.comparisons.iter().map(|one| (one.left(), one.right(), one.outcome)).collect();
        let with = |names: &[String], mut games: Vec<(usize, usize, Outcome)>, turn: bool| {
            if turn {
                games.reverse();
                games.rotate_left(7);
            }
            let log = Log::of_games(games.iter().map(|&(left, right, outcome)| match turn {
                true => (names[right].as_str(), names[left].as_str(), outcome.turned()),
                false => (names[left].as_str(), names[right].as_str(), outcome),
            }));
            let counted = Counted::new(&log);
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
fn the_same_seed_gives_the_same_rounds() {
    let counted = Counted::new(&log(SMALL));
    let fit = counted.fit(HALVES).unwrap();
    let rounds = |seed| format!("{:?}", counted.bootstrap(&fit, HALVES, 20, seed));
    assert_eq!(rounds(4), rounds(4));
    assert_ne!(rounds(4), rounds(5));
}
