//! A simulated site: players with an intelligence, who meet two at a time, each
//! guessing the other's.

pub(crate) mod ecdf;
pub(crate) mod interpretation;
pub(crate) mod normal;
pub(crate) mod ranked_ratings;
mod scale;
pub(crate) mod strategy;

use luna_core::rng::Chance;

use self::ecdf::Samples;
use self::interpretation::{Draw, Intelligence, Interpretation, Quantile, Turn};
use self::normal::Bell;
use self::ranked_ratings::Order;
use self::scale::Scale;
use self::strategy::{Crowd, Strategy};
use luna_learn::float;

/// The settings of a world. Worlds that differ in any of them, or in the trial, share no random
/// numbers.
#[derive(Clone, Debug)]
pub struct Settings {
    pub players: usize,
    /// The intended number of steps, for players who change with time.
    pub steps: u32,
    pub crowd: Crowd,
    pub reading: Interpretation,
    pub seed: u64,
    /// Tells experiments apart.
    pub name: String,
}

/// A reported guess that counts, in the order they were made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    pub judge: u32,
    pub of: u32,
    pub points: f64,
    /// The step in which it was made, from 0.
    pub step: u32,
}

/// The errors of ratings; not finite if nobody is rated.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    pub mean: f64,
    pub max: f64,
}

#[derive(Debug)]
pub struct World {
    reading: Interpretation,
    bell: &'static Bell,
    chance: Chance,
    /// The seed of noise that is drawn once per pair.
    key: u64,
    steps: u32,
    step: u32,
    players: Vec<Player>,
    /// Meetings that were drawn, and which comes next.
    ahead: Vec<Meeting>,
    next: usize,
    /// The sum of all ratings, and how many there are.
    total: f64,
    rated: u32,
    /// All ratings, from the first time they are looked at.
    order: Option<Order>,
    /// The values that Quantile players gave to players they met; empty without such players.
    samples: Samples,
    /// The last guess and rating that each player saw; empty if no strategy uses them.
    seen: Vec<Memory>,
    /// The scales of players who learn; empty without such players.
    scales: Vec<Scale>,
    /// The players who can still be met, if some strategies leave.
    present: Option<Vec<u32>>,
    /// The true values, if they differ from the players' own; else empty.
    intelligence: Vec<f64>,
}

/// Two players, and what each thinks of the other.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    a: usize,
    b: usize,
    actual: [f64; 2],
}

/// The number of meetings drawn at once.
const AHEAD: u32 = 64;

#[derive(Clone, Copy, Debug)]
struct Player {
    value: f64,
    rating: f64,
    count: u32,
    strategy: Strategy,
}

#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    guess_of_me: Option<f32>,
    rating: Option<f32>,
}

impl World {
    pub fn new(settings: &Settings, trial: u32) -> World {
        let words = [&settings.name, &settings.seed.to_string(), &trial.to_string()];
        let mut chance = Chance::from_words(&words.map(String::as_str));
        let key = chance.bits();
        let mut players: Vec<Player> = Vec::with_capacity(settings.players);
        let mut person = None;
        for strategy in settings.crowd.strategies(settings.players) {
            let mut value = 100.0 * chance.unit();
            if strategy == Strategy::ManyAccounts {
                value = *person.get_or_insert(value);
            }
            players.push(Player { value, rating: 0.0, count: 0, strategy });
        }
        let everybody = players.len();
        let any = |test: fn(Strategy) -> bool| players.iter().any(|one| test(one.strategy));
        let for_all = |wanted: bool| if wanted { everybody } else { 0 };
        let looks_back = |one| matches!(one, Strategy::Copying | Strategy::Anchoring);
        let games = 2 * usize::try_from(settings.steps).unwrap_or(0) / settings.players.max(1);
        let samples = Samples::new(for_all(any(Strategy::is_quantile)), games);
        let seen = vec![Memory::default(); for_all(any(looks_back))];
        let mut scale = Chance::from_seed(key.rotate_left(32));
        let scales = for_all(any(|one| one == Strategy::Learning));
        let scales = std::iter::repeat_with(|| Scale::draw(&mut scale)).take(scales).collect();
        let leaving = any(|one| one == Strategy::Leaving);
        let mut world = World {
            reading: settings.reading,
            bell: Bell::get(),
            chance,
            key,
            steps: settings.steps,
            step: 0,
            players,
            ahead: Vec::with_capacity(usize::try_from(AHEAD).unwrap_or(0)),
            next: 0,
            total: 0.0,
            rated: 0,
            order: None,
            samples,
            seen,
            scales,
            present: leaving.then(|| (0..).take(everybody).collect()),
            intelligence: Vec::new(),
        };
        let stays = world.reading.draw == Draw::Pair;
        if world.reading.intelligence == Intelligence::Expected && stays {
            world.intelligence = (0..everybody).map(|of| world.expected(of)).collect();
        }
        world
    }

    /// Two who are present meet and guess. Nothing happens where there are not
    /// two.
    #[inline]
    pub fn step(&mut self) {
        if let Some(meeting) = self.meeting() {
            let _: [f64; 2] = self.meet(meeting);
        }
    }

    /// Plays this many steps and returns their guesses.
    pub fn log(&mut self, steps: u32) -> Vec<Guess> {
        let mut guesses = Vec::new();
        for _ in 0..steps {
            let step = self.step;
            let Some(meeting) = self.meeting() else { break };
            let Meeting { a, b, .. } = meeting;
            let points = self.meet(meeting);
            for ((judge, of), points) in [(a, b), (b, a)].into_iter().zip(points) {
                if self.players[judge].strategy != Strategy::Machine {
                    let [judge, of] = [judge, of].map(|one| u32::try_from(one).unwrap_or(u32::MAX));
                    guesses.push(Guess { judge, of, points, step });
                }
            }
        }
        guesses
    }

    /// Returns the rating that each player should have.
    pub fn truth(&self) -> Vec<f64> {
        (0..self.players.len()).map(|of| self.intelligence(of)).collect()
    }

    /// Each player's rating: the mean of the guesses that count.
    pub fn ratings(&self) -> Vec<Option<f64>> {
        let rating = |player: &Player| (player.count > 0).then_some(player.rating);
        self.players.iter().map(rating).collect()
    }

    pub fn strategies(&self) -> Vec<Strategy> {
        self.players.iter().map(|player| player.strategy).collect()
    }

    pub fn errors(&self) -> Errors {
        self.errors_among(|_| true)
    }

    /// Only over players of some strategies.
    pub fn errors_among(&self, counts: impl Fn(Strategy) -> bool) -> Errors {
        let (mut sum, mut max, mut count) = (0.0, 0.0, 0_u32);
        let unrated = self.reading.unrated.points();
        for (at, player) in self.players.iter().enumerate() {
            let rating = if player.count > 0 { Some(player.rating) } else { unrated };
            let Some(rating) = rating.filter(|_| counts(player.strategy)) else { continue };
            let error = (rating - self.intelligence(at)).abs();
            sum += error;
            max = f64::max(max, error);
            count += 1;
        }
        if count == 0 {
            return Errors { mean: f64::NAN, max: f64::NAN };
        }
        Errors { mean: sum / f64::from(count), max }
    }

    fn intelligence(&self, of: usize) -> f64 {
        self.intelligence.get(of).copied().unwrap_or(self.players[of].value)
    }

    /// The next meeting, of many that were drawn at once: so the numbers of one
    /// are not waited for while another is played.
    #[inline]
    fn meeting(&mut self) -> Option<Meeting> {
        if self.next == self.ahead.len() {
            self.look_ahead();
        }
        let meeting = self.ahead.get(self.next).copied()?;
        self.next += 1;
        Some(meeting)
    }

    /// Only one, where somebody may leave after it; none, where there are not
    /// two.
    fn look_ahead(&mut self) {
        self.ahead.clear();
        self.next = 0;
        let left = self.steps.saturating_sub(self.step).clamp(1, AHEAD);
        let (meetings, count) = match &self.present {
            Some(present) => (1, present.len()),
            None => (left, self.players.len()),
        };
        if count < 2 {
            return;
        }
        let mut chance = self.chance.clone();
        for _ in 0..meetings {
            let a = chance.below(count);
            let b = chance.below(count - 1);
            let b = b + usize::from(b >= a);
            let who = |at: usize| match &self.present {
                Some(present) => usize::try_from(present[at]).unwrap_or(0),
                None => at,
            };
            let (a, b) = (who(a), who(b));
            let noise = match self.reading.draw {
                Draw::Guess => [self.bell.draw(&mut chance), self.bell.draw(&mut chance)],
                Draw::Pair => {
                    [(a, b), (b, a)].map(|(judge, of)| self.bell.draw(&mut self.between(judge, of)))
                }
            };
            let value = [self.players[b].value, self.players[a].value];
            let actual = [0, 1].map(|at| value[at] + self.reading.noise * noise[at]);
            self.ahead.push(Meeting { a, b, actual });
        }
        self.chance = chance;
    }

    /// Both guess, and what they report is counted.
    #[inline]
    fn meet(&mut self, Meeting { a, b, actual }: Meeting) -> [f64; 2] {
        let of_b = self.guess(a, b, actual[0]);
        if self.reading.turn == Turn::InTurn {
            self.receive(a, b, of_b);
        }
        let of_a = self.guess(b, a, actual[1]);
        if self.reading.turn == Turn::Together {
            self.receive(a, b, of_b);
        }
        self.receive(b, a, of_a);
        self.step += 1;
        if self.present.is_some() {
            self.leave(a);
            self.leave(b);
        }
        [of_b, of_a]
    }

    #[inline]
    fn guess(&mut self, judge: usize, of: usize, actual: f64) -> f64 {
        let points = match self.players[judge].strategy {
            Strategy::Honest | Strategy::Leaving | Strategy::Machine => actual,
            Strategy::Random => self.random(judge, of),
            Strategy::Minimum => 0.0,
            Strategy::Mean => self.mean().unwrap_or(actual),
            Strategy::Quantile => self.quantile(judge, actual, 0),
            Strategy::Delayed(steps) => self.quantile(judge, actual, steps),
            other => self.beyond(other, judge, of, actual),
        };
        if self.reading.clamped { points.clamp(0.0, 100.0) } else { points }
    }

    /// The strategies that are not the paper's.
    fn beyond(&self, strategy: Strategy, judge: usize, of: usize, actual: f64) -> f64 {
        let friend = self.players[of].strategy == strategy;
        let seen = self.seen.get(judge).copied().unwrap_or_default();
        match strategy {
            Strategy::Copying => seen.guess_of_me.map_or(actual, f64::from),
            Strategy::Anchoring => {
                seen.rating.map_or(actual, |rating| f64::midpoint(actual, f64::from(rating)))
            }
            Strategy::Ring | Strategy::ManyAccounts if friend => 100.0,
            Strategy::Ring => 0.0,
            Strategy::Learning => {
                let scale = self.scales.get(judge).copied().unwrap_or_default();
                (actual + scale.off()).clamp(0.0, 100.0)
            }
            Strategy::Lazy => 50.0,
            Strategy::Biased(points) => (actual + f64::from(points)).clamp(0.0, 100.0),
            Strategy::Compressed => 60.0 + actual.clamp(0.0, 100.0) / 5.0,
            Strategy::Drifting => {
                let gone = f64::from(self.step) / f64::from(self.steps.max(1));
                (actual + 20.0 * gone).clamp(0.0, 100.0)
            }
            _ => actual,
        }
    }

    /// The numbers that belong to a judge and a player: the same at each meeting.
    #[inline]
    fn between(&self, judge: usize, of: usize) -> Chance {
        let judge = match self.players[judge].strategy {
            Strategy::ManyAccounts => self.players.len(),
            Strategy::LikeMinded => self.players.len() + 1,
            _ => judge,
        };
        let [judge, of] = [judge, of].map(|one| u64::try_from(one).unwrap_or(0));
        let place = (judge << 32 | of).wrapping_mul(0xd1b5_4a32_d192_ed03);
        Chance::from_seed(self.key.wrapping_add(place))
    }

    fn expected(&self, of: usize) -> f64 {
        let others = (0..self.players.len()).filter(|&judge| judge != of);
        let sum: f64 = others.map(|judge| self.bell.draw(&mut self.between(judge, of))).sum();
        let count = float(self.players.len().max(2) - 1);
        self.players[of].value + self.reading.noise * sum / count
    }

    fn random(&mut self, judge: usize, of: usize) -> f64 {
        if self.reading.random == Draw::Guess {
            return 100.0 * self.chance.unit();
        }
        // Not what the noise was made from.
        let mut between = self.between(judge, of);
        100.0 * Chance::from_seed(!between.bits()).unit()
    }

    fn mean(&self) -> Option<f64> {
        let everybody = float(self.players.len());
        match self.reading.unrated.points() {
            Some(points) => {
                Some((self.total + points * (everybody - f64::from(self.rated))) / everybody)
            }
            None if self.rated > 0 => Some(self.total / f64::from(self.rated)),
            None => None,
        }
    }

    fn quantile(&mut self, judge: usize, actual: f64, honest_steps: u32) -> f64 {
        let samples = &mut self.samples;
        let past = samples.len(judge);
        if past == 0 || self.rated == 0 || self.step < honest_steps {
            samples.note(judge, actual);
            return actual;
        }
        let current = usize::from(self.reading.own_includes_current);
        let at_most = samples.at_most(judge, actual) + current;
        samples.note(judge, actual);
        let of = if self.reading.fraction_as_percent { 100 } else { 1 } * (past + current);
        let (definition, order) = (self.reading.quantile, self.order());
        quantile(order, at_most, of, definition)
    }

    fn order(&mut self) -> &Order {
        let Self { order, players, reading, .. } = self;
        order.get_or_insert_with(|| {
            let unrated = reading.unrated.points();
            let rating =
                |player: &Player| if player.count > 0 { Some(player.rating) } else { unrated };
            Order::new(players.iter().map(rating))
        })
    }

    /// Adds a guess to the rating of a player.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs as much as the rest of it")]
    fn receive(&mut self, judge: usize, of: usize, points: f64) {
        if !self.seen.is_empty() {
            self.look(judge, of, points);
        }
        match self.players[judge].strategy {
            Strategy::Machine => return,
            Strategy::Learning => self.learn(judge, of, points),
            _ => {}
        }
        let player = &mut self.players[of];
        let before = player.rating;
        player.count += 1;
        player.rating += (points - before) * share(player.count);
        let (first, after) = (player.count == 1, player.rating);
        self.total += after - before;
        self.rated += u32::from(first);
        let Some(order) = &mut self.order else { return };
        match (first, self.reading.unrated.points()) {
            (false, _) => order.replace(of, before, after),
            (true, Some(unrated)) => order.replace(of, unrated, after),
            (true, None) => order.insert(of, after),
        }
    }

    /// Moves the judge's scale by what the guess is off the rating that others have given.
    fn learn(&mut self, judge: usize, of: usize, points: f64) {
        let player = self.players[of];
        if let Some(scale) = self.scales.get_mut(judge).filter(|_| player.count > 0) {
            scale.learn(player.rating - points);
        }
    }

    /// Shows the guess to its subject, and the subject's rating to the judge.
    fn look(&mut self, judge: usize, of: usize, points: f64) {
        let player = self.players[of];
        self.seen[of].guess_of_me = Some(single(points));
        if player.count > 0 {
            self.seen[judge].rating = Some(single(player.rating));
        }
    }

    /// One in ten of those who may leave do.
    fn leave(&mut self, player: usize) {
        let Some(present) = &mut self.present else { return };
        if self.players[player].strategy == Strategy::Leaving && self.chance.below(10) == 0 {
            present.retain(|&other| usize::try_from(other) != Ok(player));
        }
    }
}

#[expect(clippy::as_conversions, clippy::cast_possible_truncation, reason = "rounding is meant")]
fn single(value: f64) -> f32 {
    value as f32
}

/// Returns 1 / count from a table, because a division takes longer.
#[inline]
fn share(count: u32) -> f64 {
    let at = usize::try_from(count).unwrap_or(usize::MAX);
    SHARES.get(at).copied().unwrap_or_else(|| f64::from(count).recip())
}

const SHARES: [f64; 256] = {
    let mut shares = [1.0; 256];
    let (mut at, mut count) = (1, 1.0);
    while at < shares.len() {
        shares[at] = 1.0 / count;
        at += 1;
        count += 1.0;
    }
    shares
};

/// The quantile at a level of `part` in `of`.
fn quantile(order: &Order, part: usize, of: usize, definition: Quantile) -> f64 {
    if definition == Quantile::Inverse {
        return order.nth((part * order.len()).div_ceil(of).max(1) - 1);
    }
    let place = part * (order.len().max(1) - 1);
    let (whole, rest) = (place / of, place % of);
    let (low, high) = (order.nth(whole), order.nth(whole + usize::from(rest > 0)));
    match definition {
        Quantile::Linear => low + (high - low) * float(rest) / float(of),
        Quantile::Higher => high,
        Quantile::Nearest if 2 * rest > of || 2 * rest == of && whole % 2 == 1 => high,
        Quantile::Midpoint if rest > 0 => f64::midpoint(low, high),
        Quantile::Inverse | Quantile::Lower | Quantile::Nearest | Quantile::Midpoint => low,
    }
}

#[cfg(test)]
mod tests;
