//! How far off a prediction may be: intervals that hold the truth as often as they say, whatever
//! the model, so long as what is foretold is like what it was tried on.

use crate::float;

/// Where the truth lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Interval {
    Within(f64, f64),
    /// Too few were tried to rule anything out: the interval is all that can be, such as all
    /// of `[0, 1]` for a rating, and whoever knows what can be says so.
    Anywhere,
}

/// How far off predictions were for rows that the model had not learned from.
#[derive(Clone, Debug, PartialEq)]
pub struct Tried {
    sorted: Vec<f64>,
}

impl Tried {
    /// Of residuals, whose sign does not matter; what is not a number might have been anything.
    pub fn new(residuals: &[f64]) -> Tried {
        let size = |off: &f64| if off.is_nan() { f64::INFINITY } else { off.abs() };
        let mut sorted: Vec<f64> = residuals.iter().map(size).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        Tried { sorted }
    }

    /// Of residuals and how hard each was held to be, above 0: then an interval is as wide as
    /// what it is for is hard.
    pub fn scaled(residuals: &[f64], difficulty: &[f64]) -> Tried {
        let by = |(off, hard): (&f64, &f64)| if *hard > 0.0 { off / hard } else { f64::NAN };
        Tried::new(&residuals.iter().zip(difficulty).map(by).collect::<Vec<_>>())
    }

    /// Half the width of an interval that holds the truth at least so often, for something of
    /// difficulty 1: of `n` residuals the one with number `(n + 1) * level`, rounded up; `None`
    /// where that is more than there are.
    pub fn radius(&self, level: f64) -> Option<f64> {
        let rank = rank(self.sorted.len(), level)?;
        self.sorted.get(rank - 1).copied().filter(|radius| radius.is_finite())
    }

    pub fn interval(&self, foretold: f64, level: f64) -> Interval {
        self.interval_scaled(foretold, 1.0, level)
    }

    pub fn interval_scaled(&self, foretold: f64, difficulty: f64, level: f64) -> Interval {
        let radius = self.radius(level).map(|radius| radius * difficulty);
        radius.map_or(Interval::Anywhere, |radius| within(foretold - radius, foretold + radius))
    }
}

/// From models that each left some rows out (the jackknife+, and CV+; Barber and others 2021):
/// for each row, what the model that did not learn from it foretells here, and how far off it
/// was there. It holds the truth at least `2 * level - 1` of the time, and in practice `level`.
pub fn crossed(each: &[(f64, f64)], level: f64) -> Interval {
    let Some(rank) = rank(each.len(), level) else { return Interval::Anywhere };
    let (mut lows, mut highs): (Vec<f64>, Vec<f64>) =
        each.iter().map(|(foretold, off)| (foretold - off.abs(), foretold + off.abs())).unzip();
    lows.sort_unstable_by(|one, other| other.total_cmp(one));
    highs.sort_unstable_by(f64::total_cmp);
    match (lows.get(rank - 1), highs.get(rank - 1)) {
        (Some(&low), Some(&high)) => within(low.min(high), high.max(low)),
        _ => Interval::Anywhere,
    }
}

fn within(low: f64, high: f64) -> Interval {
    let finite = low.is_finite() && high.is_finite();
    if finite { Interval::Within(low, high) } else { Interval::Anywhere }
}

/// The least whole number from `(count + 1) * level` on, but 1 at least and never more than the
/// count; a little less than a whole number, as rounding makes it, is that number.
fn rank(count: usize, level: f64) -> Option<usize> {
    let wanted = float(count + 1) * level * (1.0 - 4.0 * f64::EPSILON);
    let enough = |rank: &usize| float(*rank) >= wanted;
    let ranks: Vec<usize> = (1..=count).collect();
    ranks.get(ranks.partition_point(|rank| !enough(rank))).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    #[test]
    fn the_quantile_counts_the_one_to_come() {
        let tried = Tried::new(&[-4.0, 1.0, 3.0, -2.0, 5.0, 6.0, 7.0, 8.0, 9.0]);
        assert_eq!(tried.radius(0.9), Some(9.0));
        assert_eq!(tried.radius(0.8), Some(8.0));
        assert_eq!(tried.radius(0.71), Some(8.0));
        assert_eq!(tried.radius(0.7), Some(7.0));
        assert_eq!(tried.radius(0.0), Some(1.0));
        assert_eq!(tried.interval(0.5, 0.8), Interval::Within(-7.5, 8.5));
        assert_eq!(tried.interval_scaled(0.5, 0.5, 0.8), Interval::Within(-3.5, 4.5));
    }

    #[test]
    fn too_few_rule_nothing_out() {
        let tried = Tried::new(&[1.0; 9]);
        assert_eq!(tried.interval(0.5, 0.91), Interval::Anywhere);
        assert_eq!(Tried::new(&[]).interval(0.5, 0.5), Interval::Anywhere);
        assert_eq!(tried.interval(0.5, f64::NAN), Interval::Anywhere);
        assert_eq!(tried.interval(f64::NAN, 0.5), Interval::Anywhere);
        assert_eq!(Tried::new(&[f64::NAN, 1.0]).interval(0.0, 0.6), Interval::Anywhere);
        assert_eq!(crossed(&[(0.5, 0.1); 8], 0.9), Interval::Anywhere);
        assert_eq!(crossed(&[], 0.9), Interval::Anywhere);
    }

    #[test]
    fn difficulty_stretches_what_is_hard() {
        let tried = Tried::scaled(&[0.1, -0.4, 0.9], &[0.1, 0.2, 0.3]);
        assert_eq!(tried.radius(0.5), Some(2.0));
        assert_eq!(Tried::scaled(&[0.1], &[0.0]).radius(0.5), None);
    }

    #[test]
    fn crossing_takes_what_each_model_says() {
        let each = [(0.4, 0.1), (0.5, 0.2), (0.6, -0.1), (0.5, 0.05)];
        let Interval::Within(low, high) = crossed(&each, 0.8) else { panic!("{each:?}") };
        assert!((low - 0.3).abs() < 1e-12 && (high - 0.7).abs() < 1e-12);
        let Interval::Within(low, high) = crossed(&each, 0.6) else { panic!("{each:?}") };
        assert!((low - 0.3).abs() < 1e-12 && (high - 0.7).abs() < 1e-12);
    }

    #[test]
    fn the_truth_is_held_as_often_as_said() {
        let mut draws = Draws::new(11, 0);
        let mut held = 0_u32;
        for _ in 0..4000 {
            let residuals: Vec<f64> = (0..19).map(|_| draws.unit() - 0.3).collect();
            let truth = draws.unit() - 0.3;
            match Tried::new(&residuals).interval(0.0, 0.8) {
                Interval::Within(low, high) => held += u32::from(low <= truth && truth <= high),
                Interval::Anywhere => panic!("nineteen are enough"),
            }
        }
        assert!((3120..3280).contains(&held), "{held}");
    }
}
