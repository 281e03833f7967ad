//! Accuracy of a judge: guesses compared with the players' calibrated ratings.

use crate::distribution::student;
use crate::number::float;

/// A guess with the player's rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredGuess<K> {
    pub points: f64,
    /// The player's calibrated rating, ideally without this judge's own guess.
    pub level: f64,
    /// Kind of player, such as a person or a machine.
    pub kind: K,
}

#[derive(Clone, Debug, PartialEq)]
pub struct JudgeAccuracy<K> {
    pub guesses: usize,
    /// Mean absolute error in points.
    pub error: f64,
    /// Mean signed error.
    pub bias: Bias,
    /// Bias for each kind of player, in order of first appearance.
    pub kinds: Vec<(K, Bias)>,
    /// Reliability diagram: mean rating of the players by decile of the guess.
    pub chart: Vec<Bin>,
}

/// A mean difference with its 95 % interval, which takes two guesses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bias {
    pub guesses: usize,
    pub points: f64,
    pub interval: Option<(f64, f64)>,
}

/// Guesses from `from` to below `to`; 100 belongs to the last bin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    pub from: f64,
    pub to: f64,
    pub guesses: usize,
    pub mean_guess: f64,
    pub mean_level: f64,
    /// The 95 % interval of the mean level; it takes two guesses.
    pub interval: Option<(f64, f64)>,
}

/// Returns `None` without guesses. Empty bins are left out.
pub fn measure<K: PartialEq + Clone>(judged: &[ScoredGuess<K>]) -> Option<JudgeAccuracy<K>> {
    if judged.is_empty() {
        return None;
    }
    let mut kinds: Vec<K> = Vec::new();
    for one in judged {
        if !kinds.contains(&one.kind) {
            kinds.push(one.kind.clone());
        }
    }
    let off = |one: &ScoredGuess<K>| one.points - one.level;
    let of = |kind: &K| bias(judged.iter().filter(|one| one.kind == *kind).map(off));
    Some(JudgeAccuracy {
        guesses: judged.len(),
        error: judged.iter().map(|one| off(one).abs()).sum::<f64>() / float(judged.len()),
        bias: bias(judged.iter().map(off)),
        kinds: kinds.into_iter().map(|kind| (kind.clone(), of(&kind))).collect(),
        chart: (0_u32..10).filter_map(|nth| bin(judged, 10.0 * f64::from(nth))).collect(),
    })
}

fn bin<K>(judged: &[ScoredGuess<K>], from: f64) -> Option<Bin> {
    let to = from + 10.0;
    let inside = judged.iter().filter(|one| one.points >= from && (one.points < to || to > 99.0));
    let (mut points, mut levels) = (0.0, Vec::new());
    for one in inside {
        points += one.points;
        levels.push(one.level);
    }
    let Bias { guesses, points: mean_level, interval } = bias(levels.iter().copied());
    let mean_guess = points / float(guesses);
    (guesses > 0).then_some(Bin { from, to, guesses, mean_guess, mean_level, interval })
}

fn bias(values: impl Iterator<Item = f64> + Clone) -> Bias {
    let guesses = values.clone().count();
    let points = values.clone().sum::<f64>() / float(guesses.max(1));
    let left: f64 = values.map(|value| (value - points).powi(2)).sum();
    let interval = (guesses > 1).then(|| {
        let free = guesses - 1;
        let margin = student::quantile(free) * (left / float(free) / float(guesses)).sqrt();
        (points - margin, points + margin)
    });
    Bias { guesses, points, interval }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(points: f64, level: f64, kind: &str) -> ScoredGuess<&str> {
        ScoredGuess { points, level, kind }
    }

    #[test]
    fn nobody_has_an_accuracy_before_guessing() {
        assert_eq!(measure::<u8>(&[]), None);
    }

    #[test]
    fn accuracy_has_an_error_and_a_bias_for_each_kind_of_player() {
        let all = [
            judged(60.0, 50.0, "person"),
            judged(70.0, 80.0, "person"),
            judged(10.0, 40.0, "machine"),
            judged(20.0, 40.0, "machine"),
            judged(100.0, 90.0, "person"),
        ];
        let accuracy = measure(&all).unwrap();
        assert_eq!((accuracy.guesses, accuracy.error), (5, 16.0));
        assert!((accuracy.bias.points + 8.0).abs() < 1e-12);
        let [("person", people), ("machine", machines)] = accuracy.kinds[..] else {
            panic!("{accuracy:?}")
        };
        assert!((people.points - 10.0 / 3.0).abs() < 1e-12);
        // -30 and -20: their mean, and 12.7 times its standard error of 5.
        assert!((machines.points + 25.0).abs() < 1e-12);
        let (low, high) = machines.interval.unwrap();
        assert!((low + 88.531).abs() < 1e-3 && (high - 38.531).abs() < 1e-3);
        let places: Vec<f64> = accuracy.chart.iter().map(|bin| bin.from).collect();
        assert_eq!(places, [10.0, 20.0, 60.0, 70.0, 90.0]);
        let last = accuracy.chart[4];
        assert_eq!((last.guesses, last.mean_guess, last.mean_level), (1, 100.0, 90.0));
        assert_eq!(last.interval, None);
    }
}
