//! Kendall's tau by the number of guesses, and the number that is needed.

use luna_learn::float;

use crate::trials::Estimate;

/// The wanted correlation.
pub(super) const TAU: f64 = 0.9;
/// Numbers of guesses at which ratings are compared with the truth.
pub(super) const LOOKS: [u32; 9] = [360, 480, 600, 720, 900, 1080, 1260, 1500, 1800];
/// Number of looks around the wanted tau through which the line goes that says what is needed.
const AROUND: usize = 4;

/// Tau at each of [`LOOKS`].
pub(super) type Curve = [f64; LOOKS.len()];

/// The number of the look that comes after so many guesses.
pub(super) fn look_at(guesses: usize) -> Option<usize> {
    LOOKS.iter().position(|&look| usize::try_from(look) == Ok(guesses))
}

/// Kendall's tau of numbers without ties among the first; a tie among the others counts half.
pub(super) fn tau(truth: &[f64], rating: &[f64]) -> f64 {
    let mut sum = 0.0;
    for one in 0..truth.len() {
        for other in 0..one {
            let same = (truth[one] - truth[other]) * (rating[one] - rating[other]);
            sum += f64::from(i8::from(same > 0.0) - i8::from(same < 0.0));
        }
    }
    sum / float(truth.len() * (truth.len() - 1) / 2)
}

/// The number of guesses at which the mean of curves reaches the wanted tau: from a line through
/// the looks nearest to it, as what is missing from 1 falls with the root of the number.
pub(super) fn crossing(mean: &[f64]) -> f64 {
    let mut near: Vec<(f64, f64)> = mean
        .iter()
        .zip(LOOKS)
        .map(|(tau, look)| (1.0 - tau, 1.0 / f64::from(look).sqrt()))
        .collect();
    near.sort_by(|one, other| {
        let [one, other] = [one.0, other.0].map(|missing| (missing - (1.0 - TAU)).abs());
        one.total_cmp(&other)
    });
    near.truncate(AROUND);
    let count = float(near.len());
    let (x, y) = near.iter().fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let (x, y) = (x / count, y / count);
    let products: f64 = near.iter().map(|one| (one.0 - x) * (one.1 - y)).sum();
    let squares: f64 = near.iter().map(|one| (one.0 - x).powi(2)).sum();
    (y + products / squares * (1.0 - TAU - x)).powi(-2)
}

/// A number that follows from the curves of all worlds, with its error by leaving out each world.
pub(super) fn jackknife(worlds: usize, of: impl Fn(&dyn Fn(usize) -> bool) -> f64) -> Estimate {
    let value = of(&|_| true);
    let without: Vec<f64> = (0..worlds).map(|left_out| of(&|world| world != left_out)).collect();
    let count = float(worlds);
    let middle = without.iter().sum::<f64>() / count;
    let squares: f64 = without.iter().map(|one| (one - middle).powi(2)).sum();
    let error = (squares * (count - 1.0) / count).sqrt();
    Estimate { value, error: if worlds > 1 { error } else { f64::NAN } }
}

pub(super) fn mean_curve<'a>(
    curves: impl Iterator<Item = &'a Curve>,
    kept: &dyn Fn(usize) -> bool,
) -> Curve {
    let (mut sums, mut count) = ([0.0; LOOKS.len()], 0.0);
    for (_, curve) in curves.enumerate().filter(|(world, _)| kept(*world)) {
        sums.iter_mut().zip(curve).for_each(|(sum, tau)| *sum += tau);
        count += 1.0;
    }
    sums.map(|sum| sum / count)
}
