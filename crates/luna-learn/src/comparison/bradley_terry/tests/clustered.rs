//! Correlated rows: judges with tastes of their own.

use super::*;

fn clustered(csv: &str) -> Log {
    Log::read_clustered(csv.as_bytes(), "judge").unwrap()
}

/// The rows of a log with a judge for each, repeated.
fn judged(times: usize, judge: impl Fn(usize) -> String) -> String {
    let rows = SMALL.lines().skip(1).enumerate();
    let rows = rows.flat_map(|(nth, row)| vec![format!("{row},{}\n", judge(nth)); times]);
    format!("left,right,winner,judge\n{}", rows.collect::<String>())
}

#[test]
fn a_row_said_twice_by_one_judge_says_nothing_new() {
    for settings in [HALVES, DAVIDSON, RAO_KUPPER] {
        let fit = |csv: &str| AggregatedLog::new(&clustered(csv)).fit(settings).unwrap();
        let once = fit(&judged(1, |nth| nth.to_string()));
        let twice = fit(&judged(2, |nth| nth.to_string()));
        near(&once.strengths, &twice.strengths, 1e-9);
        near(&once.errors, &twice.errors, 1e-9);
        // Each row by itself is a cluster too, but for the correction for few:
        // there are 16.
        let alone = AggregatedLog::new(&log(SMALL)).fit(settings).unwrap();
        let widened: Vec<f64> =
            alone.errors.iter().map(|error| error * (16.0_f64 / 15.0).sqrt()).collect();
        near(&once.errors, &widened, 1e-9);
        let nobody = fit(&judged(1, |_| String::new()));
        near(&nobody.errors, &widened, 1e-9);
        // Said by two, it does say something.
        let csv = judged(1, |nth| nth.to_string()) + &judged(1, |nth| format!("x{nth}"))[24..];
        assert!(fit(&csv).errors.iter().zip(&once.errors).all(|(two, one)| two < one));
    }
}

#[test]
fn errors_of_clusters_are_those_worked_out_by_hand() {
    // Two players: the strength is half the logarithm of wins by losses, and
    // each row pulls by what it is above the share of wins.
    let csv = "left,right,winner,judge\na,b,a,x\na,b,a,x\na,b,b,y\na,b,a,z\na,b,b,z\na,b,a,z\n";
    let fit = AggregatedLog::new(&clustered(csv)).fit(HALVES).unwrap();
    let share = 4.0 / 6.0;
    let pulls = [2.0 - 2.0 * share, -share, 2.0 - 3.0 * share];
    let squares: f64 = pulls.iter().map(|pull: &f64| pull.powi(2)).sum();
    let error = 0.5 * (1.5 * squares).sqrt() / (6.0 * share * (1.0 - share));
    near(&fit.errors, &[error; 2], 1e-9);
    let one = clustered("left,right,winner,judge\na,b,a,x\na,b,b,x\n");
    assert!(
        AggregatedLog::new(&one).fit(HALVES).unwrap().errors.iter().all(|error| !error.is_finite())
    );
}

#[test]
fn intervals_hold_where_judges_have_tastes() {
    let names = ["a", "b", "c", "d", "e"];
    let (mut alone, mut together, mut resampled, mut all) = (0.0, 0.0, 0.0, 0.0);
    for trial in 0..120 {
        let mut rng = Rng::new(21, trial);
        let mut csv = "left,right,winner,Judge\n".to_owned();
        for judge in 0..60 {
            // All are equal, but each judge likes one above all others.
            let unit = rng.unit();
            let liked = [0.2, 0.4, 0.6, 0.8].iter().filter(|&&end| unit >= end).count();
            for (left, one) in names.iter().enumerate() {
                for (right, other) in names.iter().enumerate().skip(left + 1) {
                    let taste = |player: usize| if player == liked { 2.0 } else { 0.0 };
                    let win = chances(Ties::Halves, taste(left) - taste(right), 0.0).0;
                    let winner = if rng.unit() < win { one } else { other };
                    // A judge sees the same pair several times, or not at all.
                    let times = usize::from(rng.unit() < 0.5) * 3;
                    csv.push_str(&format!("{one},{other},{winner},{judge}\n").repeat(times));
                }
            }
        }
        let counted = AggregatedLog::new(&clustered(&csv));
        let fit = counted.fit(HALVES).unwrap();
        let unclustered = AggregatedLog::new(&log(&csv)).fit(HALVES).unwrap();
        let rounds = counted.bootstrap(&fit, HALVES, 200, trial);
        let intervals = bootstrap::percentile_intervals(&rounds, 0.95);
        for (player, (low, high)) in intervals.into_iter().enumerate() {
            let off = fit.strengths[player].abs();
            together += f64::from(u8::from(off < 1.96 * fit.errors[player]));
            alone += f64::from(u8::from(off < 1.96 * unclustered.errors[player]));
            resampled += f64::from(u8::from(low < 0.0 && 0.0 < high));
            all += 1.0;
        }
    }
    // 600 intervals: a standard error of 0.9 %.
    let shares = [together / all, resampled / all, alone / all];
    assert!((shares[0] - 0.945_f64).abs() < 0.03, "{shares:?}");
    assert!((shares[1] - 0.94_f64).abs() < 0.035, "{shares:?}");
    assert!(shares[2] < 0.8, "{shares:?}");
}

#[test]
fn one_cluster_has_no_interval() {
    use crate::comparison::rank::{Model, Settings, rank};
    let log = clustered("left,right,winner,judge\na,b,a,x\na,b,b,x\n");
    for model in [Model::BradleyTerry, Model::RaoKupper, Model::Elo] {
        let settings = Settings { rounds: 20, ..Settings::default() };
        let players = rank(&log, model, &settings).unwrap().players;
        let none = players.iter().all(|one| (one.interval, one.bootstrap) == (None, None));
        assert!(none, "{players:?}");
    }
}
