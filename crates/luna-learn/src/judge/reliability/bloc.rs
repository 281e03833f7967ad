//! Detection of blocs: judges who all give one player far more, or far less, than other judges do.
//! It needs one guess of each, so it finds people whose own statistics say nothing yet.
//!
//! The test is of counts: how many of those who may act together are beyond a limit, against the
//! share of the others beyond it.

use super::detectors::binomial_tail;
use crate::interval::quantile::median;
use crate::number::float;

/// Minimum number of judges in a bloc.
pub const FEWEST: usize = 4;
/// Minimum number of other guesses about the player, for a comparison with them.
const OTHERS: usize = 3;
/// Minimum distance of each member's guess from the others' mean.
const FAR: f64 = 25.0;
/// Guesses that are equal, allowing for care about not being so: within two points of their median.
const EQUAL: f64 = 2.0;
/// Minimum strength: at most one honest crowd in a thousand has such a bloc.
const SURE: f64 = 3.0;
/// Assumed mean of guesses where nothing is known.
const MIDDLE: f64 = 50.0;

/// What a judge gives the player: the mean of all guesses of the judge about the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    pub judge: u32,
    pub points: f64,
}

/// Judges who may act together, and what to compare them with.
#[derive(Clone, Copy, Debug)]
pub struct Suspicion<'a> {
    pub opinions: &'a [Opinion],
    /// What other judges give the same player.
    pub others: &'a [f64],
    /// What judges give other players of the kind; it stands in for others while there are few.
    pub elsewhere: &'a [f64],
    /// The number of suspicions that are tested, for the correction of the probability.
    pub tests: usize,
}

/// Judges who all give a player far more or far less than others do.
#[derive(Clone, Debug, PartialEq)]
pub struct Bloc {
    pub judges: Vec<u32>,
    /// They raise the player.
    pub raises: bool,
    /// Mean of what they give.
    pub given: f64,
    /// Number of other judges, and the mean of what they give; with fewer than three, the number
    /// and mean of guesses about other players.
    pub others: usize,
    pub others_mean: f64,
    /// The comparison is with guesses about other players.
    pub elsewhere: bool,
    /// A strength of 4: at most one honest crowd in ten thousand has such a bloc.
    pub strength: f64,
}

impl Suspicion<'_> {
    /// Returns the bloc among these judges, if there is one.
    pub fn bloc(&self) -> Option<Bloc> {
        if self.opinions.len() < FEWEST {
            return None;
        }
        let known = self.others.len() >= OTHERS;
        let raising = self.test(true, known);
        let lowering = if known { self.test(false, known) } else { None };
        raising.into_iter().chain(lowering).max_by(|a, b| a.strength.total_cmp(&b.strength))
    }

    fn test(&self, raises: bool, known: bool) -> Option<Bloc> {
        let compared = if known { self.others } else { self.elsewhere };
        let mean = mean(compared).unwrap_or(MIDDLE);
        let beyond = |points: f64| {
            if raises { points >= mean + FAR } else { points <= mean - FAR }
        };
        let far: Vec<Opinion> =
            self.opinions.iter().copied().filter(|it| beyond(it.points)).collect();
        let points: Vec<f64> = far.iter().map(|it| it.points).collect();
        let centre = median(&points)?;
        let near = |points: f64| (points - centre).abs() <= EQUAL;
        let equal: Vec<Opinion> = far.iter().copied().filter(|it| near(it.points)).collect();
        let all = self.opinions.len();
        // Others who say nothing about the player cannot tell a good one from a lifted one, but
        // honest judges of a good one do not all say the same.
        let mostly_equal = equal.len() * 5 >= far.len() * 4;
        let far_bloc = (far.len() * 2 >= all && (known || mostly_equal)).then(|| {
            let share = share(compared, beyond);
            // A high guess that differs from the rest may be an honest one about a good player.
            let members = if known { &far } else { &equal };
            (members.clone(), binomial_tail(members.len(), all, share))
        });
        let equal_bloc = (known && equal.len() * 4 >= all).then(|| {
            let share = share(compared, |points| beyond(points) && near(points));
            // Any of the numbers beyond the limit could have been the one.
            (equal.clone(), binomial_tail(equal.len(), all, share) * NUMBERS)
        });
        let (members, chance) = far_bloc
            .into_iter()
            .chain(equal_bloc)
            .filter(|(members, _)| members.len() >= FEWEST)
            .min_by(|a, b| a.1.total_cmp(&b.1))?;
        let strength = -(chance * 2.0 * float(self.tests.max(1))).max(1e-12).log10();
        let given: Vec<f64> = members.iter().map(|it| it.points).collect();
        (strength >= SURE).then(|| Bloc {
            judges: members.iter().map(|it| it.judge).collect(),
            raises,
            given: self::mean(&given).unwrap_or(mean),
            others: compared.len(),
            others_mean: mean,
            elsewhere: !known,
            strength,
        })
    }
}

/// Numbers, [`EQUAL`] apart on either side, that lie beyond a limit.
const NUMBERS: f64 = 20.0;

fn mean(points: &[f64]) -> Option<f64> {
    (!points.is_empty()).then(|| points.iter().sum::<f64>() / float(points.len()))
}

/// The share of guesses for which this holds, with Laplace's correction: none of three is not never.
fn share(points: &[f64], holds: impl Fn(f64) -> bool) -> f64 {
    let count = points.iter().filter(|&&points| holds(points)).count();
    float(count + 1) / float(points.len() + 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn opinions(points: &[f64]) -> Vec<Opinion> {
        (0..).zip(points).map(|(judge, &points)| Opinion { judge, points }).collect()
    }

    fn found(given: &[f64], others: &[f64], elsewhere: &[f64]) -> Option<Bloc> {
        let opinions = opinions(given);
        Suspicion { opinions: &opinions, others, elsewhere, tests: 10 }.bloc()
    }

    /// Honest guesses about a player of this level.
    fn honest(seed: u64, count: usize, level: f64, noise: f64) -> Vec<f64> {
        let mut rng = Rng::new(seed, 0);
        let mut normal = || (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
        (0..count).map(|_| (level + noise * normal()).clamp(0.0, 100.0)).collect()
    }

    #[test]
    fn a_few_are_enough_where_others_have_judged() {
        let others = honest(1, 10, 15.0, 10.0);
        let bloc = found(&[100.0; 6], &others, &[]).unwrap();
        assert_eq!((bloc.judges.len(), bloc.raises, bloc.elsewhere), (6, true, false));
        assert!((bloc.given - 100.0).abs() < 1e-9 && bloc.others == 10, "{bloc:?}");
        let lowered = found(&[0.0; 6], &honest(2, 10, 70.0, 10.0), &[]).unwrap();
        assert!(!lowered.raises);
        assert_eq!(found(&[100.0; 3], &others, &[]), None);
        assert_eq!(found(&[95.0; 20], &honest(3, 10, 85.0, 10.0), &[]), None, "no lift at all");
    }

    #[test]
    fn honest_judges_beside_them_are_not_in_the_bloc() {
        let others = honest(1, 20, 15.0, 10.0);
        let mut given = honest(2, 30, 15.0, 10.0);
        given.extend([100.0; 20]);
        let bloc = found(&given, &others, &[]).unwrap();
        assert_eq!(bloc.judges, (30..50).collect::<Vec<u32>>());
    }

    #[test]
    fn where_nobody_else_has_judged_only_equal_and_high_guesses_are_a_bloc() {
        let elsewhere = honest(1, 200, 25.0, 15.0);
        assert!(found(&[100.0; 8], &[], &elsewhere).unwrap().elsewhere);
        assert_eq!(found(&honest(2, 20, 80.0, 12.0), &[], &elsewhere), None, "a good machine");
        assert_eq!(found(&[0.0; 20], &[10.0], &elsewhere), None, "a bad one");
        assert!(found(&[100.0; 20], &[], &[]).is_some());
    }

    #[test]
    fn where_nobody_else_has_judged_honest_high_guesses_are_not_in_the_bloc() {
        let elsewhere = honest(1, 200, 25.0, 10.0);
        let mut given = vec![31.0, 38.0, 42.0, 45.0, 47.0, 49.0, 50.0, 61.0, 62.0, 64.0];
        given.extend([100.0; 20]);
        for others in [&[][..], &[40.0, 44.0]] {
            let bloc = found(&given, others, &elsewhere).unwrap();
            assert_eq!(bloc.judges, (10..30).collect::<Vec<u32>>());
            assert!((bloc.given - 100.0).abs() < 1e-9, "{bloc:?}");
        }
    }

    /// Of a thousand honest classes, at most one is a bloc by design; here it is none.
    #[test]
    fn an_honest_class_is_no_bloc() {
        for seed in 0..1_000 {
            let level = f64::from(u32::try_from(seed % 10).unwrap()) * 9.0 + 5.0;
            let class = honest(seed, 20, level, 15.0);
            let others = honest(seed + 5_000, usize::try_from(seed % 30).unwrap(), level, 15.0);
            let elsewhere = honest(seed + 9_000, 100, 30.0, 20.0);
            assert_eq!(found(&class, &others, &elsewhere), None, "{seed}");
        }
    }
}
