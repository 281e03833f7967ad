//! A test of attention: are a judge's guesses those of somebody who looks at the player?
//!
//! It compares the probability of all of a judge's guesses under two hypotheses. An attentive judge
//! follows the players' levels with an offset, a slope and noise that are distributed as those of
//! the crowd's judges, or, in one of ten cases, much more widely. An inattentive one gives any number, or numbers around one of their own, or
//! takes levels for their opposite. What is unknown about a judge and about the levels is
//! integrated out, so the quotient is a Bayes factor. As far as the model of attentive judges holds,
//! one of them ever exceeds a factor of 10 with a probability of at most 10 %, however often it is
//! looked at (Ville's inequality); in simulated crowds it is 1 % or less.

use super::belief::Belief;
use super::opinion::Opinion;
use super::result::Calibrated;
use crate::distribution::normal;
use crate::number::float;

/// Minimum number of players with guesses by others.
const ENOUGH: usize = 8;
/// Guesses so near the end of the scale may stand for any number beyond it.
const END: f64 = 2.5;
/// Bayes factors from here on, as a logarithm, are a reason to look at the judge.
pub const INATTENTIVE: f64 = std::f64::consts::LN_10;
/// Share of slips that are allowed for, whatever the crowd's.
const SLIPS: f64 = 0.02;
/// Quantiles of the standard normal distribution that stand for all of it.
const NORMAL: [f64; 7] = [-1.75, -1.07, -0.53, 0.0, 0.53, 1.07, 1.75];
/// Least slope of an attentive judge who is like the crowd's.
const FLATTEST: f64 = 0.25;
/// Share of attentive judges who are unlike the crowd's, and their offsets and slopes: a precise
/// crowd says little about a judge with another scale.
const UNLIKE: f64 = 0.1;
const OFFSETS: [f64; 7] = [-30.0, -20.0, -10.0, 0.0, 10.0, 20.0, 30.0];
const SLOPES: [f64; 6] = [0.2, 0.4, 0.6, 0.8, 1.0, 1.3];
/// Noise of a loud judge in a precise crowd.
const LOUD: f64 = 20.0;
/// Deviations of guesses around a number of the judge's own.
const AROUND: [f64; 4] = [2.5, 8.0, 16.0, 26.0];

/// Evidence that a judge does not look at the players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inattention {
    /// Natural logarithm of the Bayes factor.
    pub log_factor: f64,
    /// Number of players.
    pub players: usize,
}

impl Inattention {
    pub fn is_suspicious(&self) -> bool {
        self.log_factor > INATTENTIVE
    }

    /// The evidence in words.
    pub fn reason(&self) -> String {
        let times = match self.log_factor.exp() {
            factor if factor >= 1e6 => "more than a million times".to_owned(),
            factor if factor >= 1e3 => "more than a thousand times".to_owned(),
            factor => format!("{factor:.0} times"),
        };
        format!(
            "The guesses about {} players are {times} as likely from a judge who gives any number, \
             a number of their own or the opposite of the level as from a judge who looks at the \
             players.",
            self.players
        )
    }
}

/// A judge's guess, and what others say about the player.
#[derive(Clone, Copy, Debug)]
pub struct Compared {
    pub points: f64,
    pub level: f64,
    pub variance: f64,
}

/// How the crowd's judges differ.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// Mean level of the players.
    pub middle: f64,
    /// Standard deviations of offset and slope.
    pub offset: f64,
    pub slope: f64,
    /// Median of the noise, and the standard deviation of its logarithm.
    pub noise: f64,
    pub spread: f64,
}

impl Calibrated {
    /// Natural logarithm of the Bayes factor of inattention of a judge, and the number of players
    /// that it rests on; `None` of too few. Several guesses about one player count as their mean,
    /// and each player's level is that by the other judges. The time is linear in the players.
    pub fn inattention(&self, judge: u32) -> Option<Inattention> {
        let own = self.estimator.of(usize::try_from(judge).ok()?);
        let compared = |opinion: &Opinion| {
            let fit = self.estimator.fit_for(judge, opinion);
            let Belief { level, variance, .. } = self.estimator.belief_without(opinion, &fit)?;
            Some(Compared { points: opinion.points, level, variance })
        };
        let compared: Vec<Compared> = own.iter().filter_map(compared).collect();
        let log_factor = || log_bayes_factor(&compared, &self.habits());
        (compared.len() >= ENOUGH)
            .then(|| Inattention { log_factor: log_factor(), players: compared.len() })
    }

    fn habits(&self) -> Habits {
        let population = &self.estimator.population;
        let [offset, slope] = population.own_scale();
        let noise = population.noise.sqrt();
        // Of an inverse gamma distribution that is worth so many guesses.
        let spread = (0.5 / population.noise_prior).sqrt().clamp(0.1, 0.4);
        Habits { middle: population.middle, offset, slope, noise, spread }
    }
}

/// Kinds of judges who respond to the level, all with the same probability.
struct Responses {
    middle: f64,
    /// Slopes, each with the noise.
    scales: Vec<(f64, f64)>,
    offsets: Vec<f64>,
}

impl Responses {
    /// Like the crowd's; in the other direction, if that is negative.
    fn usual(habits: &Habits, direction: f64) -> Responses {
        let noises = NORMAL.map(|z| habits.noise * (habits.spread * z).exp());
        let slopes = NORMAL.map(|z| direction * (1.0 + habits.slope * z).max(FLATTEST));
        let scales = slopes.into_iter().flat_map(|slope| noises.map(|noise| (slope, noise)));
        Responses {
            middle: habits.middle,
            scales: scales.collect(),
            offsets: NORMAL.map(|z| habits.offset * z).to_vec(),
        }
    }

    /// A flat scale makes the noise smaller too. Where the crowd is precise, a judge may be loud.
    fn unusual(habits: &Habits) -> Responses {
        let usual = habits.noise * (habits.spread * NORMAL[NORMAL.len() - 1]).exp();
        let loud = [2.0 * habits.noise, LOUD].map(|noise| noise.min(LOUD));
        let of = |slope: f64| {
            let own = habits.noise * slope.clamp(0.3, 1.0);
            let loud = loud.into_iter().filter(|&noise| noise > usual);
            std::iter::once(own).chain(loud).map(move |noise| (slope, noise))
        };
        Responses {
            middle: habits.middle,
            scales: SLOPES.into_iter().flat_map(of).collect(),
            offsets: OFFSETS.to_vec(),
        }
    }

    /// Log-probability of the guesses.
    fn log_probability(&self, compared: &[Compared]) -> f64 {
        let mut all = Vec::with_capacity(self.scales.len() * self.offsets.len());
        for &(slope, noise) in &self.scales {
            let expected: Vec<(f64, f64, f64)> = compared
                .iter()
                .map(|one| {
                    let mean = self.middle + slope * (one.level - self.middle);
                    (one.points, mean, noise.hypot(slope * one.variance.sqrt()))
                })
                .collect();
            let log_of = |offset: &f64| {
                log_product(&expected, |&(points, mean, deviation)| {
                    with_slips(points, censored(points, mean + offset, deviation))
                })
            };
            all.extend(self.offsets.iter().map(log_of));
        }
        log_mean(&all)
    }
}

/// Natural logarithm of the Bayes factor of inattention.
pub fn log_bayes_factor(compared: &[Compared], habits: &Habits) -> f64 {
    let mut careless: Vec<f64> = Vec::new();
    let any = log_product(compared, |one| uniform(one.points));
    for deviation in AROUND {
        let centres = (0..=20).map(|nth| around(compared, 5.0 * f64::from(nth), deviation));
        careless.push(log_mean(&centres.collect::<Vec<_>>()));
    }
    let opposite = Responses::usual(habits, -1.0).log_probability(compared);
    let inattentive = log_mean(&[any, log_mean(&careless), opposite]);
    let usual = Responses::usual(habits, 1.0).log_probability(compared) + (1.0 - UNLIKE).ln();
    let unusual = Responses::unusual(habits).log_probability(compared) + UNLIKE.ln();
    let most = usual.max(unusual);
    inattentive - most - ((usual - most).exp() + (unusual - most).exp()).ln()
}

fn around(compared: &[Compared], centre: f64, deviation: f64) -> f64 {
    log_product(compared, |one| with_slips(one.points, censored(one.points, centre, deviation)))
}

fn with_slips(points: f64, usual: f64) -> f64 {
    (1.0 - SLIPS) * usual + SLIPS * uniform(points)
}

fn uniform(points: f64) -> f64 {
    if points <= END || points >= 100.0 - END { END / 100.0 } else { 0.01 }
}

/// Density of a guess; near the ends of the scale, the probability of all numbers there and beyond.
fn censored(points: f64, mean: f64, deviation: f64) -> f64 {
    if points <= END {
        normal::cdf((END - mean) / deviation)
    } else if points >= 100.0 - END {
        normal::cdf((mean - (100.0 - END)) / deviation)
    } else {
        normal::density((points - mean) / deviation) / deviation
    }
}

/// Logarithm of a product of densities. With slips, 64 of them do not underflow, so few logarithms
/// are needed.
fn log_product<T>(all: &[T], density: impl Fn(&T) -> f64) -> f64 {
    all.chunks(64).map(|some| some.iter().map(&density).product::<f64>().ln()).sum()
}

/// Logarithm of the mean of numbers with these logarithms.
fn log_mean(logs: &[f64]) -> f64 {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    most + (logs.iter().map(|log| (log - most).exp()).sum::<f64>() / float(logs.len())).ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guess::calibrated::{Guess, calibrate};
    use crate::rng::Rng;

    const PLAYERS: u32 = 60;

    /// Judges with a noise of 18 points; the first three give any number, the same, and opposites.
    fn crowd(careless: u32, guesses_of_each: u32) -> Vec<Guess> {
        let mut rng = Rng::new(4, 0);
        let mut guesses = Vec::new();
        for judge in 0..PLAYERS {
            for nth in 0..guesses_of_each {
                let player = (judge + 2 * nth + 1) % PLAYERS;
                let level = 10.0 + 80.0 * f64::from(player) / f64::from(PLAYERS);
                let noise = 18.0 * ((0..12).map(|_| rng.unit()).sum::<f64>() - 6.0);
                let any = 100.0 * rng.unit();
                let points = match judge {
                    0 if careless > 0 => any,
                    1 if careless > 0 => 60.0 + 0.1 * noise,
                    2 if careless > 0 => 100.0 - level + noise,
                    _ => level + noise,
                };
                guesses.push(Guess { judge, player, points: points.clamp(0.0, 100.0) });
            }
        }
        guesses
    }

    /// The suspicious judges, of those with enough guesses.
    fn suspicious(careless: u32, guesses: u32) -> (Vec<u32>, usize) {
        let found = calibrate(crowd(careless, guesses));
        let known = (0..PLAYERS).filter_map(|judge| Some((judge, found.inattention(judge)?)));
        let known: Vec<(u32, Inattention)> = known.collect();
        let suspicious = known.iter().filter(|(_, it)| it.is_suspicious());
        (suspicious.map(|(judge, _)| *judge).collect(), known.len())
    }

    #[test]
    fn careless_judges_are_told_from_loud_ones() {
        // Any number may look like an honest one by chance, the others do not.
        let (found, known) = suspicious(3, 30);
        assert!(found.ends_with(&[1, 2]) && found.len() <= 3 && known == 60, "{found:?}");
        assert_eq!(suspicious(0, 30), (vec![], 60), "all are honest");
        assert_eq!(suspicious(3, 7), (vec![], 0), "too few guesses");
    }

    #[test]
    fn several_guesses_about_one_player_are_one() {
        let mut guesses = crowd(3, 7);
        guesses.extend(crowd(3, 7));
        assert_eq!(calibrate(guesses).inattention(0), None);
    }

    #[test]
    fn the_evidence_is_a_sentence() {
        let reason = |factor: f64| Inattention { log_factor: factor.ln(), players: 9 }.reason();
        assert!(reason(42.2).starts_with("The guesses about 9 players are 42 times as likely"));
        assert!(reason(2e3).contains("more than a thousand times"));
        assert!(reason(1e300).contains("more than a million times"));
    }

    #[test]
    fn attentive_judges_with_an_unusual_scale_are_not_suspicious() {
        // A crowd whose judges are precise and all alike.
        let habits = Habits { middle: 50.0, offset: 1.0, slope: 0.02, noise: 3.0, spread: 0.2 };
        let noise = |nth: i32| f64::from((nth * 7 + nth * nth) % 11 - 5);
        let attentive: [fn(f64, f64) -> f64; 5] = [
            |level, noise| level + noise - 20.0,
            |level, noise| level + noise + 20.0,
            |level, noise| 60.0 + 0.2 * level + 0.2 * noise,
            |level, noise| 25.0 + 0.5 * level + noise,
            |level, noise| level + 4.0 * noise,
        ];
        for points in attentive {
            let guess = |nth: i32| {
                let level = 5.0 + f64::from(nth * 37 % 90);
                let points = points(level, noise(nth)).clamp(0.0, 100.0);
                Compared { points, level, variance: 4.0 }
            };
            let factor = log_bayes_factor(&(0..25).map(guess).collect::<Vec<_>>(), &habits);
            assert!(factor < -3.0, "{factor}");
        }
    }

    #[test]
    fn players_who_are_not_told_apart_say_nothing_about_a_judge() {
        let habits = Habits { middle: 50.0, offset: 5.0, slope: 0.1, noise: 15.0, spread: 0.2 };
        let of = |variance: f64, level: fn(f64) -> f64| {
            let guess = |nth: i32| {
                let points = 20.0 + 3.0 * f64::from(nth);
                Compared { points, level: level(points), variance }
            };
            log_bayes_factor(&(0..20).map(guess).collect::<Vec<_>>(), &habits)
        };
        assert!(of(4.0, |points| points) < -5.0);
        assert!(of(4.0, |points| 100.0 - points) > 5.0);
        let unknown = of(900.0, |_| 50.0);
        assert!(unknown.abs() < 3.0, "{unknown}");
    }
}
