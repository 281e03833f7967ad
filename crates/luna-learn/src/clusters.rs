//! Spherical k-means: groups of vectors that point the same way.

use ndarray::{Array2, ArrayView1, Axis};

use crate::rng::Rng;

const STARTS: u64 = 4;
const ROUNDS: usize = 50;
/// A sum this short has no direction.
const NOTHING: f64 = 1e-12;

/// Groups of unit vectors.
#[derive(Clone, Debug, PartialEq)]
pub struct Clusters {
    /// The directions of the groups, as rows.
    pub centres: Array2<f64>,
    /// The group of each vector.
    pub of: Vec<usize>,
    /// The sum of the cosines of vectors with their centres.
    pub likeness: f64,
}

impl Clusters {
    /// Groups the rows of a matrix, each of length 1 or 0, into at most this many groups. The best of
    /// several starts is kept. The time of a round is linear in the number of rows.
    pub fn new(points: &Array2<f64>, count: usize, seed: u64) -> Clusters {
        let count = count.max(1).min(points.nrows());
        let none = Array2::zeros((0, points.ncols()));
        let start = |nth| first_centres(points, &none, count, &mut Rng::new(seed, nth));
        let mut best = Clusters::from(points, start(0));
        for nth in 1..STARTS {
            let other = Clusters::from(points, start(nth));
            if other.likeness > best.likeness {
                best = other;
            }
        }
        best
    }

    /// The same from groups in which some rows are known to have been, so that these go on. Groups
    /// are added up to the count, and none is taken away.
    pub fn going_on(
        points: &Array2<f64>,
        known: &[Option<usize>],
        count: usize,
        seed: u64,
    ) -> Clusters {
        let groups = known.iter().flatten().max().map_or(0, |most| most + 1);
        let sums = sums(points, known, groups);
        let kept: Vec<usize> = (0..groups).filter(|&it| length(&sums.row(it)) > NOTHING).collect();
        let mut kept = sums.select(Axis(0), &kept);
        for mut row in kept.rows_mut() {
            let length = length(&row.view());
            row /= length;
        }
        let count = count.max(1).max(kept.nrows()).min(points.nrows());
        Clusters::from(points, first_centres(points, &kept, count, &mut Rng::new(seed, 0)))
    }

    /// Alternates groups and centres until the groups stay.
    fn from(points: &Array2<f64>, mut centres: Array2<f64>) -> Clusters {
        let (mut of, mut likeness) = nearest(points, &centres);
        for _ in 0..ROUNDS {
            centres = directions(points, &of, &centres);
            let (next, sum) = nearest(points, &centres);
            likeness = sum;
            if std::mem::replace(&mut of, next) == of {
                break;
            }
        }
        Clusters { centres, of, likeness }
    }
}

/// The known centres, and rows drawn one after the other, likelier the farther they are from those
/// before (k-means++).
fn first_centres(
    points: &Array2<f64>,
    known: &Array2<f64>,
    count: usize,
    rng: &mut Rng,
) -> Array2<f64> {
    let mut centres = Array2::zeros((count, points.ncols()));
    let mut apart = vec![1.0; points.nrows()];
    for (nth, mut centre) in centres.rows_mut().into_iter().enumerate() {
        let row = if nth < known.nrows() { known.row(nth) } else { points.row(draw(&apart, rng)) };
        centre.assign(&row);
        for (apart, likeness) in apart.iter_mut().zip(points.dot(&row)) {
            *apart = (1.0 - likeness).clamp(0.0, *apart);
        }
    }
    centres
}

fn draw(weights: &[f64], rng: &mut Rng) -> usize {
    let mut rest = rng.unit() * weights.iter().sum::<f64>();
    let reached = weights.iter().position(|weight| {
        rest -= weight;
        rest < 0.0
    });
    reached.unwrap_or_default()
}

/// The nearest centre of each row, and the sum of the cosines.
fn nearest(points: &Array2<f64>, centres: &Array2<f64>) -> (Vec<usize>, f64) {
    let best = |row: ArrayView1<'_, f64>| {
        let first = (0, f64::NEG_INFINITY);
        row.iter()
            .copied()
            .enumerate()
            .fold(first, |best, it| if it.1 > best.1 { it } else { best })
    };
    let cosines = points.dot(&centres.t());
    let found: Vec<(usize, f64)> = cosines.rows().into_iter().map(best).collect();
    let sum = found.iter().map(|it| it.1).filter(|it| it.is_finite()).sum();
    (found.into_iter().map(|it| it.0).collect(), sum)
}

/// The direction of the sum of each group. A group without one keeps its centre.
fn directions(points: &Array2<f64>, of: &[usize], before: &Array2<f64>) -> Array2<f64> {
    let of: Vec<Option<usize>> = of.iter().copied().map(Some).collect();
    let mut sums = sums(points, &of, before.nrows());
    for (mut sum, before) in sums.axis_iter_mut(Axis(0)).zip(before.rows()) {
        let length = length(&sum.view());
        if length > NOTHING {
            sum /= length;
        } else {
            sum.assign(&before);
        }
    }
    sums
}

fn sums(points: &Array2<f64>, of: &[Option<usize>], groups: usize) -> Array2<f64> {
    let mut sums = Array2::<f64>::zeros((groups, points.ncols()));
    for (row, group) in points.rows().into_iter().zip(of) {
        if let Some(group) = *group {
            sums.row_mut(group).scaled_add(1.0, &row);
        }
    }
    sums
}

fn length(row: &ArrayView1<'_, f64>) -> f64 {
    row.dot(row).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Unit vectors around three directions in turn.
    fn points() -> Array2<f64> {
        let mut rng = Rng::new(1, 0);
        let mut points = Array2::from_shape_fn((90, 8), |(row, column)| {
            0.2 * rng.normal() + f64::from(u8::from(row % 3 == column))
        });
        for mut row in points.rows_mut() {
            let length = row.dot(&row).sqrt();
            row /= length;
        }
        points
    }

    #[test]
    fn vectors_that_point_the_same_way_are_together() {
        let points = points();
        let found = Clusters::new(&points, 3, 7);
        for (row, group) in found.of.iter().enumerate() {
            assert_eq!(group, &found.of[row % 3]);
        }
        assert!(found.likeness > 75.0, "{}", found.likeness);
        assert_eq!(found, Clusters::new(&points, 3, 7));
        let lengths = found.centres.rows().into_iter().map(|row| row.dot(&row));
        assert!(lengths.into_iter().all(|it| (it - 1.0).abs() < 1e-12));
    }

    #[test]
    fn groups_that_are_known_go_on_and_others_are_added() {
        let points = points();
        let known: Vec<Option<usize>> =
            (0..90).map(|row| [Some(2), Some(0), None][row % 3].filter(|_| row < 60)).collect();
        let found = Clusters::going_on(&points, &known, 3, 7);
        // The second group has no row and is left out, so the one of the first rows follows.
        for (row, group) in found.of.iter().enumerate() {
            assert_eq!(*group, [1, 0, 2][row % 3], "{row}");
        }
        assert_eq!(Clusters::going_on(&points, &[], 3, 7).centres.nrows(), 3);
        assert_eq!(Clusters::going_on(&points, &known, 1, 7).centres.nrows(), 2);
    }

    #[test]
    fn odd_input_is_grouped_too() {
        let none = Array2::zeros((0, 4));
        assert_eq!(Clusters::new(&none, 3, 1).of, Vec::<usize>::new());
        let zeros = Array2::zeros((5, 4));
        assert_eq!(Clusters::new(&zeros, 9, 1).of.len(), 5);
        assert_eq!(Clusters::new(&points(), 0, 1), Clusters::new(&points(), 1, 1));
    }
}
