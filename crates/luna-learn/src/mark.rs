//! A judge's own mark: how close the guesses come to what the crowd made of the players in
//! the end.

use crate::float;
use crate::student;

/// A guess of a judge, and what became of the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged<K> {
    pub points: f64,
    /// The player's calibrated rating, best without this judge's own guess.
    pub level: f64,
    /// What the player is, such as a person or a machine.
    pub kind: K,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Mark<K> {
    pub guesses: usize,
    /// How far a guess is off in the mean, in points.
    pub error: f64,
    /// Points given too many, in the mean.
    pub bias: Bias,
    /// The same for each kind of player, in the order in which they were met.
    pub kinds: Vec<(K, Bias)>,
    /// What became of the players whom the judge gave so many points, ten by ten.
    pub chart: Vec<Bin>,
}

/// A mean difference and its 95 % interval, which takes two guesses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bias {
    pub guesses: usize,
    pub points: f64,
    pub interval: Option<(f64, f64)>,
}

/// Guesses from `from` on, and below `to`; 100 is in the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    pub from: f64,
    pub to: f64,
    pub guesses: usize,
    pub mean_guess: f64,
    pub mean_level: f64,
    /// Of the mean level, 95 %; it takes two guesses.
    pub interval: Option<(f64, f64)>,
}

/// `None` of no guesses. Bins without a guess are left out.
pub fn mark<K: PartialEq + Clone>(judged: &[Judged<K>]) -> Option<Mark<K>> {
    if judged.is_empty() {
        return None;
    }
    let mut kinds: Vec<K> = Vec::new();
    for one in judged {
        if !kinds.contains(&one.kind) {
            kinds.push(one.kind.clone());
        }
    }
    let off = |one: &Judged<K>| one.points - one.level;
    let of = |kind: &K| bias(judged.iter().filter(|one| one.kind == *kind).map(off));
    Some(Mark {
        guesses: judged.len(),
        error: judged.iter().map(|one| off(one).abs()).sum::<f64>() / float(judged.len()),
        bias: bias(judged.iter().map(off)),
        kinds: kinds.into_iter().map(|kind| (kind.clone(), of(&kind))).collect(),
        chart: (0_u32..10).filter_map(|nth| bin(judged, 10.0 * f64::from(nth))).collect(),
    })
}

fn bin<K>(judged: &[Judged<K>], from: f64) -> Option<Bin> {
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

    fn judged(points: f64, level: f64, kind: &str) -> Judged<&str> {
        Judged { points, level, kind }
    }

    #[test]
    fn nobody_has_a_mark_before_guessing() {
        assert_eq!(mark::<u8>(&[]), None);
    }

    #[test]
    fn a_mark_tells_how_far_off_and_for_whom() {
        let all = [
            judged(60.0, 50.0, "person"),
            judged(70.0, 80.0, "person"),
            judged(10.0, 40.0, "machine"),
            judged(20.0, 40.0, "machine"),
            judged(100.0, 90.0, "person"),
        ];
        let mark = mark(&all).unwrap();
        assert_eq!((mark.guesses, mark.error), (5, 16.0));
        assert!((mark.bias.points + 8.0).abs() < 1e-12);
        let [("person", people), ("machine", machines)] = mark.kinds[..] else {
            panic!("{mark:?}")
        };
        assert!((people.points - 10.0 / 3.0).abs() < 1e-12);
        // -30 and -20: their mean, and 12.7 times its standard error of 5.
        assert!((machines.points + 25.0).abs() < 1e-12);
        let (low, high) = machines.interval.unwrap();
        assert!((low + 88.531).abs() < 1e-3 && (high - 38.531).abs() < 1e-3);
        let places: Vec<f64> = mark.chart.iter().map(|bin| bin.from).collect();
        assert_eq!(places, [10.0, 20.0, 60.0, 70.0, 90.0]);
        let last = mark.chart[4];
        assert_eq!((last.guesses, last.mean_guess, last.mean_level), (1, 100.0, 90.0));
        assert_eq!(last.interval, None);
    }
}
