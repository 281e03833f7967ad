//! A rating that follows a player whose level changes: the true level walks at random, and each guess
//! is the level of its time plus the noise of its judge (a Kalman filter).
//!
//! Players differ in how much they change: most machines never do, and a new version is a jump. The
//! shares of players by speed are estimated by maximum likelihood over all players, and a player's
//! own guesses say which speed is theirs.

use crate::number::float;

/// A guess about the player, from 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    pub time_ms: i64,
    pub points: f64,
    /// Standard deviation of this judge's guesses around the level.
    pub noise: f64,
}

/// What the guesses up to a time say about the level then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub level: f64,
    /// Ends of the 95 % interval.
    pub low: f64,
    pub high: f64,
    /// Expected variance of the level's change in a day, in squared points.
    pub speed: f64,
}

/// How players differ in their first levels and in speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Population {
    pub middle: f64,
    pub variance: f64,
    /// Shares of players by [`SPEEDS`].
    pub shares: [f64; SPEEDS.len()],
}

/// Variances of the change in a day, in squared points: from none to 10 points a day.
pub const SPEEDS: [f64; 10] = [0.0, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0];

const DAY_MS: f64 = 86_400_000.0;
/// Noise below this is taken for it, so that no single guess decides.
const LEAST_NOISE: f64 = 1.0;
/// Steps of the search for the shares.
const ROUNDS: usize = 200;
/// The 97.5 % quantile of the normal distribution.
const Z_975: f64 = 1.959_963_985;

/// Belief about a level, and the log-likelihood of the guesses behind it.
#[derive(Clone, Copy)]
struct Filtered {
    level: f64,
    variance: f64,
    log_likelihood: f64,
}

impl Default for Population {
    /// Levels anywhere, and every speed as likely.
    fn default() -> Population {
        Population { middle: 50.0, variance: 800.0, shares: [1.0 / float(SPEEDS.len()); 10] }
    }
}

impl Population {
    /// Maximum likelihood of the shares over all players, with one more player of unknown speed, so
    /// that no speed is ruled out. Their order does not matter, nor that of their guesses.
    pub fn fit(players: &[Vec<Guess>]) -> Population {
        let rated: Vec<Vec<Guess>> =
            players.iter().filter(|own| !own.is_empty()).map(|own| sorted(own, i64::MAX)).collect();
        if rated.is_empty() {
            return Population::default();
        }
        let count = float(rated.len());
        let means = rated.iter().map(|own| weighted_mean(own));
        let middle = means.clone().map(|(mean, _)| mean).sum::<f64>() / count;
        let squares: f64 = means.clone().map(|(mean, _)| (mean - middle).powi(2)).sum();
        let errors: f64 = means.map(|(_, variance)| variance).sum();
        // One more player, anywhere on the scale.
        let variance = ((squares - errors).max(0.0) + 800.0) / (count + 1.0);
        let start = Population { middle, variance, ..Population::default() };
        let likely: Vec<[f64; SPEEDS.len()]> = rated
            .iter()
            .map(|own| start.each_speed(own, None).map(|one| one.log_likelihood))
            .collect();
        let mut shares = start.shares;
        for _ in 0..ROUNDS {
            let mut sums = [1.0 / float(SPEEDS.len()); SPEEDS.len()];
            for own in &likely {
                let own = posterior(own, &shares);
                sums.iter_mut().zip(own).for_each(|(sum, share)| *sum += share);
            }
            shares = sums.map(|sum| sum / (count + 1.0));
        }
        Population { shares, ..start }
    }

    /// The belief at each speed, at the time of the last guess or at a later one.
    fn each_speed(&self, guesses: &[Guess], at_ms: Option<i64>) -> [Filtered; SPEEDS.len()] {
        SPEEDS.map(|speed| {
            let mut belief =
                Filtered { level: self.middle, variance: self.variance, log_likelihood: 0.0 };
            let mut last = None;
            for guess in guesses {
                belief.variance += speed * days(last, guess.time_ms);
                belief.learn(guess);
                last = Some(guess.time_ms);
            }
            belief.variance += at_ms.map_or(0.0, |at| speed * days(last, at));
            belief
        })
    }
}

impl Filtered {
    fn learn(&mut self, guess: &Guess) {
        let expected = self.variance + guess.noise.max(LEAST_NOISE).powi(2);
        let surprise = guess.points - self.level;
        let gain = self.variance / expected;
        self.log_likelihood -= 0.5 * (expected.ln() + surprise * surprise / expected);
        self.level += gain * surprise;
        self.variance *= 1.0 - gain;
    }
}

/// The player's rating at a time, from the guesses until then, in any order; `None` without one.
pub fn rating(guesses: &[Guess], at_ms: i64, population: &Population) -> Option<Rating> {
    let known = sorted(guesses, at_ms);
    if known.is_empty() {
        return None;
    }
    let beliefs = population.each_speed(&known, Some(at_ms));
    let shares = posterior(&beliefs.map(|one| one.log_likelihood), &population.shares);
    let mean = |of: &dyn Fn(usize) -> f64| -> f64 {
        shares.iter().enumerate().map(|(at, share)| share * of(at)).sum()
    };
    let level = mean(&|at| beliefs[at].level);
    let variance = mean(&|at| beliefs[at].variance + (beliefs[at].level - level).powi(2));
    let margin = Z_975 * variance.sqrt();
    let on_scale = |points: f64| points.clamp(0.0, 100.0);
    Some(Rating {
        level: on_scale(level),
        low: on_scale(level - margin),
        high: on_scale(level + margin),
        speed: mean(&|at| SPEEDS[at]),
    })
}

/// The guesses until a time, by time; those of one time by points, so that their order does not
/// matter.
fn sorted(guesses: &[Guess], until_ms: i64) -> Vec<Guess> {
    let mut known: Vec<Guess> =
        guesses.iter().filter(|guess| guess.time_ms <= until_ms).copied().collect();
    known.sort_by(|one, other| {
        let time = one.time_ms.cmp(&other.time_ms);
        time.then(one.points.total_cmp(&other.points)).then(one.noise.total_cmp(&other.noise))
    });
    known
}

/// Days since the guess before, none before the first.
fn days(last: Option<i64>, at_ms: i64) -> f64 {
    #[expect(clippy::as_conversions, clippy::cast_precision_loss, reason = "far below 2^53")]
    last.map_or(0.0, |last| at_ms.saturating_sub(last).max(0) as f64 / DAY_MS)
}

/// Mean of the guesses by their precisions, and its variance.
fn weighted_mean(guesses: &[Guess]) -> (f64, f64) {
    let (mut weights, mut sum) = (0.0, 0.0);
    for guess in guesses {
        let weight = guess.noise.max(LEAST_NOISE).powi(-2);
        weights += weight;
        sum += weight * guess.points;
    }
    (sum / weights, 1.0 / weights)
}

/// Probability of each speed.
fn posterior(likely: &[f64; SPEEDS.len()], shares: &[f64; SPEEDS.len()]) -> [f64; SPEEDS.len()] {
    let best = likely.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let each: [f64; SPEEDS.len()] =
        std::array::from_fn(|at| shares[at] * (likely[at] - best).exp());
    let all: f64 = each.iter().sum();
    each.map(|one| one / all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    const DAY: i64 = 86_400_000;

    /// A guess a day about levels of this many days.
    fn guesses(level: impl Fn(f64) -> f64, days: u32, noise: f64, rng: &mut Rng) -> Vec<Guess> {
        let one = |day: u32| Guess {
            time_ms: i64::from(day) * DAY,
            points: level(f64::from(day)) + noise * rng.normal(),
            noise,
        };
        (0..days).map(one).collect()
    }

    fn only(nth: usize) -> Population {
        let mut shares = [0.0; SPEEDS.len()];
        shares[nth] = 1.0;
        Population { shares, ..Population::default() }
    }

    #[test]
    fn without_speed_it_is_the_mean_by_precision_with_the_first_belief() {
        let (one, other) = (
            Guess { time_ms: 0, points: 40.0, noise: 10.0 },
            Guess { time_ms: 9 * DAY, points: 70.0, noise: 20.0 },
        );
        let found = rating(&[other, one], 20 * DAY, &only(0)).unwrap();
        let weights = 1.0 / 800.0 + 1.0 / 100.0 + 1.0 / 400.0;
        let level = (50.0 / 800.0 + 40.0 / 100.0 + 70.0 / 400.0) / weights;
        assert!((found.level - level).abs() < 1e-9, "{found:?}, not {level}");
        assert!((found.high - found.low - 2.0 * Z_975 / f64::sqrt(weights)).abs() < 1e-9);
        assert!(found.speed.abs() < 1e-12);
    }

    #[test]
    fn guesses_after_the_time_do_not_count_and_none_give_no_rating() {
        let guess = Guess { time_ms: DAY, points: 80.0, noise: 15.0 };
        let later = Guess { time_ms: 3 * DAY, points: 10.0, noise: 15.0 };
        let now = |all: &[Guess]| rating(all, 2 * DAY, &Population::default());
        assert_eq!(now(&[guess, later]), now(&[guess]));
        assert_eq!(now(&[later]), None);
    }

    #[test]
    fn one_that_changes_is_less_certain_with_time() {
        let guess = Guess { time_ms: 0, points: 50.0, noise: 5.0 };
        let width = |speed, at| {
            let found = rating(&[guess], at, &only(speed)).unwrap();
            found.high - found.low
        };
        assert!(width(6, 30 * DAY) > 2.0 * width(6, 0));
        assert!((width(0, 30 * DAY) - width(0, 0)).abs() < 1e-9);
    }

    #[test]
    fn the_shares_of_speeds_are_those_of_the_players() {
        let mut rng = Rng::new(4, 0);
        let (mut still, mut moving) = (Vec::new(), Vec::new());
        for nth in 0..30_u32 {
            let level = 30.0 + f64::from(nth);
            still.push(guesses(|_| level, 60, 15.0, &mut rng));
            let (mut at, mut walk) = (level, Vec::new());
            for _ in 0..60 {
                walk.push(at);
                at += f64::sqrt(10.0) * rng.normal();
            }
            let on = |day: f64| walk.iter().zip(0_u32..).find(|(_, n)| f64::from(*n) >= day);
            moving.push(guesses(|day| on(day).map_or(at, |it| *it.0), 60, 15.0, &mut rng));
        }
        let slow = |of: &Population| of.shares[..5].iter().sum::<f64>();
        let fast = |of: &Population| of.shares[6..].iter().sum::<f64>();
        let found = Population::fit(&still);
        assert!(slow(&found) > 0.85, "{found:?}");
        let found = Population::fit(&moving);
        assert!(fast(&found) > 0.8, "{found:?}");
        let found = Population::fit(&[still, moving].concat());
        assert!((0.35..0.65).contains(&fast(&found)), "{found:?}");
        assert_eq!(Population::fit(&[]), Population::default());
    }

    #[test]
    fn after_a_jump_it_is_nearer_than_the_mean_and_the_interval_holds() {
        let mut rng = Rng::new(8, 0);
        let (mut own, mut mean, mut held) = (0.0, 0.0, 0.0);
        let players: Vec<Vec<Guess>> = (0..40)
            .map(|_| guesses(|day| if day < 60.0 { 40.0 } else { 65.0 }, 75, 15.0, &mut rng))
            .collect();
        let population = Population::fit(&players);
        for player in &players {
            let found = rating(player, 75 * DAY, &population).unwrap();
            own += (found.level - 65.0).abs() / 40.0;
            mean += (weighted_mean(player).0 - 65.0).abs() / 40.0;
            held += f64::from(u8::from((found.low..=found.high).contains(&65.0))) / 40.0;
        }
        assert!(mean > 18.0 && own < 0.4 * mean && held > 0.85, "{own} {mean} {held}");
    }
}
