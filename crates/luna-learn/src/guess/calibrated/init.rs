//! Initial levels: means weighted by each judge's agreement with the others.

use super::belief::Belief;
use super::opinion::Opinion;
use crate::number::float;

const ROUNDS: usize = 6;

/// Sum of weights and of weighted guesses of a player.
type Sum = (f64, f64);

pub(super) fn levels(guesses: &[Opinion], ends: &[usize], players: usize) -> Vec<Belief> {
    let mut weights = vec![1.0; ends.len()];
    let mut sums: Vec<Sum> = Vec::new();
    for round in 0..=ROUNDS {
        sums = vec![(0.0, 0.0); players];
        for (judge, &weight) in weights.iter().enumerate() {
            for opinion in of(judge, guesses, ends) {
                let (all, sum) = &mut sums[opinion.player()];
                *all += weight;
                *sum += weight * opinion.points;
            }
        }
        if round < ROUNDS {
            for (judge, weight) in weights.iter_mut().enumerate() {
                *weight = agreement_weight(of(judge, guesses, ends), &sums, *weight);
            }
        }
    }
    let mut beliefs: Vec<Belief> = sums
        .into_iter()
        .map(|(all, sum)| Belief { level: sum / all, ..Belief::default() })
        .collect();
    for opinion in guesses {
        beliefs[opinion.player()].judges += 1;
    }
    for belief in &mut beliefs {
        belief.variance = 25.0 / float(belief.judges);
    }
    beliefs
}

fn of<'a>(judge: usize, guesses: &'a [Opinion], ends: &[usize]) -> &'a [Opinion] {
    let start = judge.checked_sub(1).map_or(0, |before| ends[before]);
    &guesses[start..ends[judge]]
}

/// Weight from the correlation of a judge's guesses with the weighted means of the others, shrunk
/// for judges with few guesses.
fn agreement_weight(guesses: &[Opinion], sums: &[Sum], weight: f64) -> f64 {
    let pairs = || {
        guesses.iter().filter_map(|opinion| {
            let ((all, sum), points) = (sums[opinion.player()], opinion.points);
            let others = all - weight;
            (others > 1e-6).then(|| (points, (sum - weight * points) / others))
        })
    };
    let (mut count, mut x, mut y) = (0.0, 0.0, 0.0);
    for (points, others) in pairs() {
        count += 1.0;
        x += points;
        y += others;
    }
    if count < 1.0 {
        return weight;
    }
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (points, others) in pairs() {
        let (dx, dy) = (points - x / count, others - y / count);
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    // A prior of three guesses with correlation one half.
    let usual = 3.0 * 100.0;
    let correlation = (xy + 0.5 * usual) / ((xx + usual) * (yy + usual)).sqrt();
    let square = correlation.max(0.0).powi(2);
    (square / (1.0 - square).max(0.02)).max(1e-3)
}
