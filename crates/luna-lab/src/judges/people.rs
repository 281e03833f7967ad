//! Judges as people are: each has an offset, a slope and noise of their own, moods, slips and a
//! liking for round numbers, and some are careless. Nothing here comes from the model that
//! calibrates.

use luna_core::rng::Chance;
use luna_learn::calibrated::Guess;
use luna_learn::{float, normal};

/// How the judges of a crowd differ, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Habits {
    /// Range of the judges' noise.
    pub noise: (f64, f64),
    /// Standard deviations of offset and slope.
    pub offset: f64,
    pub slope: f64,
}

/// The strategy of a judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    Earnest,
    /// Any number.
    Random,
    /// The judge's own number, within a few points.
    Constant,
    /// Earnest about every other player, by lot.
    HalfHearted,
    /// Takes the player's level for its opposite.
    Spiteful,
}

/// Standard deviation of the mood of a sitting.
pub(super) const MOOD: f64 = 4.0;
/// Number of guesses in a sitting.
const SITTING: u32 = 5;
/// Share of slips among earnest guesses.
const SLIP: f64 = 0.02;
/// Share of judges who give multiples of five.
const FIVES: f64 = 0.7;
/// Judges with a smaller slope do not discriminate at all.
const LEAST_SLOPE: f64 = 0.1;

#[derive(Debug)]
struct Judge {
    care: Care,
    offset: f64,
    slope: f64,
    noise: f64,
    fives: bool,
    /// A careless judge's own number.
    number: f64,
    mood: f64,
    guesses: u32,
}

impl Judge {
    /// The guess about a player of this level; `noise` is in standard deviations.
    fn points(&self, level: f64, noise: f64, chance: &mut Chance) -> f64 {
        let shift = self.offset + self.mood + self.noise * noise;
        let about = |level: f64| 50.0 + self.slope * (level - 50.0) + shift;
        let (any, coin) = (100.0 * chance.unit(), chance.unit());
        let points = match self.care {
            Care::Earnest if coin < SLIP => any,
            Care::HalfHearted if coin < 0.5 => any,
            Care::Earnest | Care::HalfHearted => about(level),
            Care::Random => any,
            Care::Constant => self.number + 2.0 * chance.normal(),
            Care::Spiteful => about(100.0 - level),
        };
        let points = points.clamp(0.0, 100.0);
        if self.fives { (points / 5.0).round() * 5.0 } else { points.round() }
    }
}

/// Judges with their random numbers.
#[derive(Debug)]
pub struct People {
    judges: Vec<Judge>,
    pub chance: Chance,
}

impl Habits {
    /// Mean opinion of infinitely many earnest judges: what a rating should be.
    pub fn opinion(&self, level: f64) -> f64 {
        const NOISES: u32 = 9;
        let habits = self.offset.powi(2) + MOOD.powi(2) + (self.slope * (level - 50.0)).powi(2);
        let one = |nth: u32| {
            let part = (f64::from(nth) + 0.5) / f64::from(NOISES);
            let noise = self.noise.0 + (self.noise.1 - self.noise.0) * part;
            clamped_mean(level, habits.sqrt().hypot(noise))
        };
        (0..NOISES).map(one).sum::<f64>() / f64::from(NOISES)
    }
}

/// Mean of a normal number that is limited to 0..100.
pub(super) fn clamped_mean(mean: f64, deviation: f64) -> f64 {
    let above = |limit: f64| {
        let z = (mean - limit) / deviation;
        deviation * (z * normal::cdf(z) + normal::density(z))
    };
    above(0.0) - above(100.0)
}

impl People {
    pub fn new(habits: &Habits, care: impl Iterator<Item = Care>, mut chance: Chance) -> People {
        let judge = |care| Judge {
            care,
            offset: habits.offset * chance.normal(),
            slope: (1.0 + habits.slope * chance.normal()).max(LEAST_SLOPE),
            noise: habits.noise.0 + (habits.noise.1 - habits.noise.0) * chance.unit(),
            fives: chance.unit() < FIVES,
            number: 20.0 + 60.0 * chance.unit(),
            mood: 0.0,
            guesses: 0,
        };
        let judges = care.map(judge).collect();
        People { judges, chance }
    }

    /// The judge's guess about a player of this level.
    pub fn guess(&mut self, judge: usize, level: f64) -> f64 {
        let (judge, chance) = (&mut self.judges[judge], &mut self.chance);
        if judge.guesses.is_multiple_of(SITTING) {
            judge.mood = MOOD * chance.normal();
        }
        judge.guesses += 1;
        let noise = chance.normal();
        judge.points(level, noise, chance)
    }

    /// The judge's guesses about two players side by side, in a sitting of their own. `shared` is
    /// the share of the noise's variance that is the same in both: where on the scale the judge
    /// puts what was seen.
    pub fn side_by_side(&mut self, judge: usize, levels: [f64; 2], shared: f64) -> [f64; 2] {
        let (judge, chance) = (&mut self.judges[judge], &mut self.chance);
        judge.mood = MOOD * chance.normal();
        let scale = shared.sqrt() * chance.normal();
        levels.map(|level| {
            let noise = scale + (1.0 - shared).sqrt() * chance.normal();
            judge.points(level, noise, chance)
        })
    }

    /// Pairs all judges at random; in each pair both guess the other, whose levels are given.
    pub fn meet(&mut self, levels: &[f64], guesses: &mut Vec<Guess>) {
        let mut order: Vec<usize> = (0..levels.len()).collect();
        for nth in (1..order.len()).rev() {
            order.swap(nth, self.chance.below(nth + 1));
        }
        for pair in order.chunks_exact(2) {
            for (judge, player) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                let points = self.guess(judge, levels[player]);
                guesses.push(Guess { judge: id(judge), player: id(player), points });
            }
        }
    }
}

pub(super) fn id(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The first of the judges are careless, in turn of these kinds; the others are earnest.
pub(super) fn careless(
    judges: usize,
    share: f64,
    kinds: &'static [Care],
) -> impl Iterator<Item = Care> {
    let bad = (share * float(judges)).round();
    kinds
        .iter()
        .cycle()
        .take(judges)
        .enumerate()
        .map(move |(nth, &care)| if float(nth) < bad { care } else { Care::Earnest })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opinion_is_the_mean_of_many_earnest_guesses() {
        let habits = Habits { noise: (10.0, 28.0), offset: 12.0, slope: 0.25 };
        for level in [5.0, 40.0, 90.0] {
            let many = 40_000;
            let earnest = careless(many, 0.0, &[Care::Random]);
            let mut people = People::new(&habits, earnest, Chance::from_seed(3));
            let mean = (0..many).map(|judge| people.guess(judge, level)).sum::<f64>() / float(many);
            // Slips pull towards the middle by a fiftieth of the distance.
            let expected = habits.opinion(level) * (1.0 - SLIP) + 50.0 * SLIP;
            assert!((mean - expected).abs() < 0.6, "{level}: {mean}, not {expected}");
        }
        assert!(habits.opinion(90.0) < 88.0, "the scale ends at 100");
    }

    #[test]
    fn side_by_side_a_difference_is_free_of_offset_mood_and_shared_noise() {
        let habits = Habits { noise: (18.0, 18.0), offset: 12.0, slope: 0.0 };
        let many = 20_000;
        let variance = |shared| {
            let earnest = careless(many, 0.0, &[Care::Random]);
            let mut people = People::new(&habits, earnest, Chance::from_seed(3));
            let off = |judge| {
                let [one, other] = people.side_by_side(judge, [45.0, 55.0], shared);
                (other - one - 10.0).powi(2)
            };
            (0..many).map(off).sum::<f64>() / float(many)
        };
        let [apart, half] = [variance(0.0), variance(0.5)];
        // Slips, round numbers and the ends of the scale move it by less than a sixth.
        assert!((apart / (2.0 * 18.0 * 18.0) - 1.0).abs() < 0.16, "{apart}");
        assert!((half / (18.0 * 18.0) - 1.0).abs() < 0.16, "{half}");
    }

    #[test]
    fn careless_judges_do_not_follow_the_player() {
        let habits = Habits { noise: (10.0, 14.0), offset: 5.0, slope: 0.1 };
        let kinds = &[Care::Random, Care::Constant, Care::HalfHearted, Care::Spiteful];
        let care: Vec<Care> = careless(8, 0.5, kinds).collect();
        assert_eq!(care, [&kinds[..], &[Care::Earnest; 4]].concat());
        let mut people = People::new(&habits, care.into_iter(), Chance::from_seed(1));
        let mut rise = |judge| {
            let mut mean =
                |level| (0..400).map(|_| people.guess(judge, level)).sum::<f64>() / 400.0;
            mean(80.0) - mean(20.0)
        };
        let rises: Vec<f64> = (0..5).map(&mut rise).collect();
        assert!(rises[0].abs() < 8.0 && rises[1].abs() < 2.0, "{rises:?}");
        assert!(
            (15.0..45.0).contains(&rises[2]) && rises[3] < -30.0 && rises[4] > 30.0,
            "{rises:?}"
        );
    }
}
