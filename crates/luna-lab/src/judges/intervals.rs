//! How often the interval of a rating holds what the rating tends to: looked at once, and
//! looked at after every game.

use luna_core::interval::Sample;

use super::{Size, Table, each_trial, percent};
use crate::{Crowd, Draw, Intelligence, Reading, Settings, World};

/// After how many guesses of a player it is looked at.
pub const LOOKS: [i64; 6] = [3, 5, 10, 20, 50, 100];

/// Counts over players and trials, at each of [`LOOKS`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    pub players: f64,
    /// Student's interval holds the truth now.
    pub once: f64,
    /// It has held the truth at every look since the second guess.
    pub once_always: f64,
    /// The watched interval has held it at every look.
    pub watched: f64,
    /// Half the widths.
    pub once_margin: f64,
    pub watched_margin: f64,
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

/// Where a rating tends to: the player's value where all are honest, and else the rating
/// after so many times more steps.
const LONG: u32 = 200;

pub fn measure(crowd: &Crowd, reading: Reading, size: Size, seed: u64) -> [Found; LOOKS.len()] {
    let settings = Settings {
        players: size.players,
        steps: size.steps,
        crowd: crowd.clone(),
        reading,
        seed,
        name: format!("intervals {}", crowd.name()),
    };
    let honest = *crowd == Crowd::all(crate::Strategy::Honest);
    let mut all = [Found::default(); LOOKS.len()];
    for trial in each_trial(size, |trial| one(&settings, trial, honest)) {
        for (sum, found) in all.iter_mut().zip(trial) {
            sum.players += found.players;
            sum.once += found.once;
            sum.once_always += found.once_always;
            sum.watched += found.watched;
            sum.once_margin += found.once_margin;
            sum.watched_margin += found.watched_margin;
        }
    }
    all
}

fn one(settings: &Settings, trial: u32, honest: bool) -> [Found; LOOKS.len()] {
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
    let mut found = [Found::default(); LOOKS.len()];
    let mut all = (0.0, 0.0);
    for guess in log {
        let Ok(of) = usize::try_from(guess.of) else { continue };
        let player = &mut players[of];
        all.1 -= player.left;
        let usual = (all.0 > 0.0).then(|| all.1 / all.0);
        let (once, watched) = player.hear(guess.points, truth[of], usual);
        all.0 += if player.count > 1 { 1.0 } else { 0.0 };
        all.1 += player.left;
        let Some(nth) = LOOKS.iter().position(|&look| look == player.count) else { continue };
        let found = &mut found[nth];
        let one = |holds: bool| f64::from(u8::from(holds));
        found.players += 1.0;
        found.once += one(player.once);
        found.once_always += one(player.always);
        found.watched += one(player.watched);
        found.once_margin += once;
        found.watched_margin += watched;
    }
    found
}

impl Player {
    /// One guess more; gives the margins.
    fn hear(&mut self, points: f64, truth: f64, usual: Option<f64>) -> (f64, f64) {
        self.count += 1;
        let count = i32::try_from(self.count).map_or(f64::MAX, f64::from);
        let away = points - self.mean;
        self.mean += away / count;
        self.left += away * (points - self.mean);
        let sample =
            Sample { count: self.count, variance: self.left / (count - 1.0).max(1.0), usual };
        let off = (self.mean - truth).abs();
        let once = sample.once().unwrap_or(100.0);
        let watched = sample.watched().unwrap_or(100.0);
        self.once = off <= once;
        self.always &= self.once;
        self.watched &= off <= watched;
        (once, watched)
    }
}

/// Worlds by name.
pub fn worlds() -> Vec<(&'static str, Crowd, Reading)> {
    let literal = Reading { intelligence: Intelligence::Expected, ..Reading::literal() };
    let at_each = Reading { noise: 5.0, draw: Draw::Guess, ..Reading::literal() };
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

pub fn tables(size: Size, seed: u64) -> Vec<Table> {
    let title = format!(
        "How often intervals of the plain mean hold what it tends to, in percent; {} players, {} \
         trials",
        size.players, size.trials
    );
    let headers = [
        "world",
        "guesses",
        "Student's, now",
        "Student's, at every look",
        "watched, at every look",
        "margin, Student's",
        "margin, watched",
    ];
    let mut table = Table::new(title, &headers);
    // Far enough that most players have as many guesses as the last look needs.
    let size = Size { steps: size.steps.saturating_mul(6), ..size };
    for (name, crowd, reading) in worlds() {
        for (look, found) in LOOKS.iter().zip(measure(&crowd, reading, size, seed)) {
            table.rows.push(vec![
                name.to_owned(),
                look.to_string(),
                percent(found.once, found.players),
                percent(found.once_always, found.players),
                percent(found.watched, found.players),
                format!("{:.1}", found.once_margin / found.players.max(1.0)),
                format!("{:.1}", found.watched_margin / found.players.max(1.0)),
            ]);
        }
    }
    vec![table]
}
