//! Coverage of the rating's interval: looked at once, and looked at after every game.

mod report;

use luna_core::interval::{Sample, usual};
use luna_learn::student;

use super::{Size, each_trial, enough, indicator, settings};
use crate::section::ReportSection;
use crate::trials::proportion::Proportion;
use crate::trials::{Estimate, ratio};
use crate::world::interpretation::{Draw, Intelligence, Interpretation};
use crate::world::strategy::Crowd;
use crate::world::{Settings, World};

/// After how many guesses of a player it is looked at.
pub const LOOKS: [i64; 6] = [3, 5, 10, 20, 50, 100];

/// Shares of all players in all trials, at each of [`LOOKS`].
#[derive(Clone, Copy, Debug)]
pub struct Metrics {
    pub players: f64,
    /// Student's interval holds the truth now.
    pub once: Proportion,
    /// It has held the truth at every look since the second guess.
    pub once_always: Proportion,
    /// The watched interval has held it at every look.
    pub watched: Proportion,
    /// Half the widths.
    pub once_margin: Estimate,
    pub watched_margin: Estimate,
}

/// A world with its results at each look.
struct Measurement {
    name: &'static str,
    trials: u32,
    found: [Metrics; LOOKS.len()],
}

/// The same counted in one trial.
#[derive(Clone, Copy, Debug, Default)]
struct Coverage {
    players: f64,
    once: f64,
    once_always: f64,
    watched: f64,
    once_margin: f64,
    watched_margin: f64,
}

#[derive(Clone, Copy, Debug)]
struct Player {
    count: i64,
    mean: f64,
    left: f64,
    once: bool,
    always: bool,
    watched: bool,
}

/// The multiple of the steps after which a rating counts as its limit. With honest players alone,
/// the limit is the player's value.
const LONG: u32 = 200;

pub fn measure(
    crowd: &Crowd,
    reading: Interpretation,
    size: Size,
    seed: u64,
) -> [Metrics; LOOKS.len()] {
    let settings = settings("intervals", crowd, reading, size, seed);
    let honest = *crowd == Crowd::all(crate::Strategy::Honest);
    let trials = each_trial(size, |trial| one(&settings, trial, honest));
    std::array::from_fn(|look| {
        let own = || trials.iter().map(move |trial| trial[look]);
        let pairs = |of: fn(Coverage) -> f64| own().map(move |one| (of(one), one.players));
        let share = |of| Proportion::over(&pairs(of).collect::<Vec<_>>());
        Metrics {
            players: own().map(|one| one.players).sum(),
            once: share(|one| one.once),
            once_always: share(|one| one.once_always),
            watched: share(|one| one.watched),
            once_margin: ratio(pairs(|one| one.once_margin)),
            watched_margin: ratio(pairs(|one| one.watched_margin)),
        }
    })
}

fn one(settings: &Settings, trial: u32, honest: bool) -> [Coverage; LOOKS.len()] {
    let mut world = World::new(settings, trial);
    let log = world.log(settings.steps);
    let truth = if honest {
        world.truth()
    } else {
        (0..settings.steps.saturating_mul(LONG)).for_each(|_| world.step());
        world.ratings().into_iter().map(|rating| rating.unwrap_or(50.0)).collect()
    };
    let start = Player { count: 0, mean: 0.0, left: 0.0, once: true, always: true, watched: true };
    let mut players = vec![start; truth.len()];
    let mut found = [Coverage::default(); LOOKS.len()];
    // How guesses vary around the means of their players, so far: squares, and how many.
    let (mut squares, mut free) = (0.0, 0.0);
    for guess in log {
        let Ok(of) = usize::try_from(guess.of) else { continue };
        let player = &mut players[of];
        let known = usual(squares, free);
        squares -= player.left;
        let (once, watched) = player.hear(guess.points, truth[of], known);
        squares += player.left;
        free += if player.count > 1 { 1.0 } else { 0.0 };
        let Some(nth) = LOOKS.iter().position(|&look| look == player.count) else { continue };
        let found = &mut found[nth];
        found.players += 1.0;
        found.once += indicator(player.once);
        found.once_always += indicator(player.always);
        found.watched += indicator(player.watched);
        found.once_margin += once;
        found.watched_margin += watched;
    }
    found
}

impl Player {
    /// One guess more; gives the margins.
    fn hear(&mut self, points: f64, truth: f64, usual: f64) -> (f64, f64) {
        self.count += 1;
        let count = i32::try_from(self.count).map_or(f64::MAX, f64::from);
        let away = points - self.mean;
        self.mean += away / count;
        self.left += away * (points - self.mean);
        let sample =
            Sample { count: self.count, variance: self.left / (count - 1.0).max(1.0), usual };
        let off = (self.mean - truth).abs();
        let once = once(sample).unwrap_or(100.0);
        let watched = sample.watched().unwrap_or(100.0);
        self.once = off <= once;
        self.always &= self.once;
        self.watched &= off <= watched;
        (once, watched)
    }
}

/// Returns half the width of Student's interval, which holds for a single look.
fn once(sample: Sample) -> Option<f64> {
    let (freedom, left) = sample.pooled();
    let [freedom, count] = [freedom, sample.count].map(|n| usize::try_from(n).unwrap_or(0));
    let variance = left / luna_learn::float(freedom) / luna_learn::float(count);
    (count > 1).then(|| student::quantile(freedom) * variance.sqrt())
}

/// Worlds by name.
pub fn worlds() -> Vec<(&'static str, Crowd, Interpretation)> {
    let literal =
        Interpretation { intelligence: Intelligence::Expected, ..Interpretation::literal() };
    let at_each = Interpretation { noise: 5.0, draw: Draw::Guess, ..Interpretation::literal() };
    let crowd =
        |text: &str| Crowd::parse(text).unwrap_or_else(|_| Crowd::all(crate::Strategy::Honest));
    vec![
        ("all honest, noise at each guess", crowd("honest"), at_each),
        ("all honest, noise once for each pair", crowd("honest"), literal),
        (
            "judges with biases from -20 to 20",
            crowd("biased:-20,biased:-10,honest,biased:10,biased:20"),
            at_each,
        ),
        ("a fifth Random", crowd("honest=4,random"), at_each),
        ("half on a scale from 60 to 80", crowd("honest,compressed"), at_each),
        ("a fifth Minimum", crowd("honest=4,minimum"), at_each),
        ("half Minimum", crowd("honest,minimum"), at_each),
        ("half Random, Minimum, Mean, Quantile", crowd(&super::calibration::combined(50)), at_each),
    ]
}

pub(super) fn part(size: Size, seed: u64, tell: &dyn Fn()) -> ReportSection {
    // Far enough that most players have as many guesses as the last look needs.
    let longer = Size { steps: size.steps.saturating_mul(6), ..size };
    let world = |(name, crowd, reading): &(&'static str, Crowd, Interpretation), size: Size| {
        let found = measure(crowd, *reading, size, seed);
        Measurement { name, trials: size.trials, found }
    };
    report::part(&enough(&worlds(), longer, &world, &report::checks, tell), longer)
}
