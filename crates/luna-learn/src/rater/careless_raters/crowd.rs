//! Simulated crowds: a campaign with a screening, five ratings a question and raters of known manner.

use std::collections::BTreeSet;

use super::{Carelessness, TimedRating, careless_raters};
use crate::number::float;
use crate::rng::Rng;

const POOL: usize = 12;
const SCREENING: usize = 4;
/// The share of gold questions to get right within a step.
const NEAR: f64 = 0.7;
const PANEL: usize = 5;

/// How careless raters rate.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Habit {
    Random,
    /// 4 or 5.
    High,
    Constant,
    Alternating,
    /// Around the middle.
    Middle,
}

/// The gold questions of a campaign.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Gold {
    None,
    /// Clearly bad and clearly good ones.
    Clear,
    /// Drawn like other questions.
    Like,
}

#[derive(Clone, Copy)]
pub(super) struct Crowd {
    pub good: usize,
    pub careless: usize,
    pub habit: Habit,
    /// The seconds of careless raters are between these.
    pub seconds: (f64, f64),
    /// Each careless rater has a pace of their own between these, instead of any.
    pub own_pace: bool,
    pub gold: Gold,
    /// The share of questions of which half of the good raters think the opposite.
    pub divided: f64,
    /// The share of good raters who are a step off.
    pub offset: f64,
    /// Good raters whose median is 10 seconds.
    pub fast: usize,
    /// The mean and the standard deviation of the quality of questions.
    pub quality: (f64, f64),
}

impl Default for Crowd {
    /// The attack: about as many robots as people.
    fn default() -> Crowd {
        Crowd {
            good: 40,
            careless: 44,
            habit: Habit::Random,
            seconds: (6.0, 20.0),
            own_pace: false,
            gold: Gold::Clear,
            divided: 0.0,
            offset: 0.0,
            fast: 5,
            quality: (2.45, 0.93),
        }
    }
}

/// What became of a rater.
pub(super) struct Fate {
    pub is_good: bool,
    pub is_screened_out: bool,
    pub found: Carelessness,
}

struct Rater {
    is_good: bool,
    offset: f64,
    median: f64,
    constant: u8,
    given: u8,
    quota: usize,
    gold: Vec<usize>,
    near: usize,
    screened: usize,
    next_gold: usize,
    rated: BTreeSet<usize>,
}

impl Rater {
    fn new(crowd: Crowd, at: usize, rng: &mut Rng) -> Rater {
        let is_good = at < crowd.good;
        let (low, high) = if is_good { (15.0, 45.0) } else { crowd.seconds };
        let drawn = low * (high / low).powf(rng.unit());
        let median = if is_good && at < crowd.fast { 10.0 } else { drawn };
        let of_paper = (11.0 * (1.5 * rng.normal()).exp()).clamp(1.0, 30.0);
        let paper = (1..=30).take_while(|it| float(*it) <= of_paper).count();
        let quota = if is_good { paper } else { 1 + rng.below(11) };
        let side = if rng.unit() < 0.5 { 1.0 } else { -1.0 };
        let offset = if rng.unit() < crowd.offset { side } else { 0.0 };
        let (constant, next_gold) = (step(1.0 + 4.0 * rng.unit()), 1 + rng.below(10));
        let (rated, given) = (BTreeSet::new(), 0);
        let (near, screened) = (0, 0);
        let constant = if crowd.habit == Habit::Alternating { constant.min(4) } else { constant };
        Rater {
            is_good,
            offset,
            median,
            constant,
            given,
            quota,
            gold: Vec::new(),
            near,
            screened,
            next_gold,
            rated,
        }
    }

    fn rating(&mut self, habit: Habit, quality: f64, rng: &mut Rng) -> u8 {
        self.given += 1;
        if self.is_good {
            return step(quality + self.offset + 1.1 * rng.normal());
        }
        match habit {
            Habit::Random => step(0.5 + 5.0 * rng.unit()),
            Habit::High => 4 + u8::from(rng.unit() < 0.5),
            Habit::Constant => self.constant,
            Habit::Alternating => self.constant + self.given % 2,
            Habit::Middle => step(3.0 + 0.7 * rng.normal()),
        }
    }

    fn seconds(&self, crowd: Crowd, rng: &mut Rng) -> f64 {
        if !self.is_good && !crowd.own_pace {
            return crowd.seconds.0 + (crowd.seconds.1 - crowd.seconds.0) * rng.unit();
        }
        let spread = if self.is_good { 0.4 } else { 0.25 };
        self.median * (spread * rng.normal()).exp()
    }

    fn is_refused(&self) -> bool {
        self.screened == SCREENING && float(self.near) < NEAR * float(SCREENING)
    }
}

/// The nearest of five.
fn step(wanted: f64) -> u8 {
    let steps = [1.5, 2.5, 3.5, 4.5].iter().filter(|edge| wanted > **edge).count();
    u8::try_from(steps).unwrap() + 1
}

/// A campaign at work.
struct World {
    crowd: Crowd,
    rng: Rng,
    quality: Vec<f64>,
    divided: Vec<bool>,
    gold: Vec<Option<u8>>,
    counts: Vec<usize>,
    ratings: Vec<TimedRating>,
}

impl World {
    fn new(crowd: Crowd, seed: u64, wanted: usize) -> World {
        let mut rng = Rng::new(seed, 1);
        let count = POOL + wanted.div_ceil(PANEL) + PANEL;
        let draw =
            |rng: &mut Rng| (crowd.quality.0 + crowd.quality.1 * rng.normal()).clamp(1.0, 5.0);
        let mut quality: Vec<f64> = (0..count).map(|_| draw(&mut rng)).collect();
        if crowd.gold == Gold::Clear {
            for (at, quality) in quality.iter_mut().take(POOL).enumerate() {
                let edge = 0.75 * rng.unit();
                *quality = if at < POOL / 2 { 1.0 + edge } else { 5.0 - edge };
            }
        }
        let divided = (0..count).map(|at| at >= POOL && rng.unit() < crowd.divided).collect();
        let is_gold = |at: usize| crowd.gold != Gold::None && at < POOL;
        let known = |at: usize| is_gold(at).then(|| step(quality[at]));
        let gold = (0..count).map(known).collect();
        World { crowd, rng, quality, divided, gold, counts: vec![0; count], ratings: Vec::new() }
    }

    /// The gold questions in an order of a rater's own, bad and good ones in turn, the last first.
    fn draw(&mut self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..POOL).filter(|at| self.gold[*at].is_some()).collect();
        self.rng.shuffle(&mut all);
        let mut ranks = [0; 3];
        let mut ranked = all
            .into_iter()
            .map(|at| {
                let side = self.gold[at]
                    .map_or(1, |known| usize::from(known > 2) + usize::from(known > 3));
                ranks[side] += 1;
                (ranks[side] + if side == 1 { POOL } else { 0 }, at)
            })
            .collect::<Vec<_>>();
        ranked.sort_by_key(|it| std::cmp::Reverse(it.0));
        ranked.into_iter().map(|it| it.1).collect()
    }

    fn rate(&mut self, id: usize, rater: &mut Rater, question: usize) {
        let World { crowd, rng, quality, .. } = self;
        let is_opposed = self.divided[question] && id.is_multiple_of(2);
        let own = if is_opposed { 6.0 - quality[question] } else { quality[question] };
        let rating = rater.rating(crowd.habit, own, rng);
        let seconds = Some(rater.seconds(*crowd, rng));
        rater.rated.insert(question);
        self.counts[question] += 1;
        self.ratings.push(TimedRating { rater: id, question, rating, seconds });
        if let Some(known) = self.gold[question] {
            rater.near += usize::from(known.abs_diff(rating) < 2 && rater.screened < SCREENING);
            rater.screened += usize::from(rater.screened < SCREENING);
        }
    }

    /// The next question of a rater, if there is one for them.
    fn next(&self, rater: &mut Rater) -> Option<usize> {
        if rater.is_refused() {
            return None;
        }
        let is_screening = self.crowd.gold != Gold::None && rater.screened < SCREENING;
        if is_screening || rater.next_gold == 0 {
            rater.next_gold += 10 * usize::from(!is_screening);
            if let Some(gold) = rater.gold.pop() {
                return Some(gold);
            }
        }
        if rater.quota == 0 {
            return None;
        }
        rater.quota -= 1;
        rater.next_gold -= 1;
        (POOL..self.counts.len())
            .filter(|at| self.counts[*at] < PANEL && !rater.rated.contains(at))
            .min_by_key(|at| self.counts[*at] == 0)
    }
}

/// The fates of a crowd in one world.
pub(super) fn fates(crowd: Crowd, seed: u64) -> Vec<Fate> {
    let mut rng = Rng::new(seed, 0);
    let all = crowd.good + crowd.careless;
    let mut raters: Vec<Rater> = (0..all).map(|at| Rater::new(crowd, at, &mut rng)).collect();
    let mut world = World::new(crowd, seed, raters.iter().map(|it| it.quota).sum());
    for rater in &mut raters {
        rater.gold = world.draw();
    }
    let mut active: Vec<usize> = (0..all).collect();
    rng.shuffle(&mut active);
    // Twelve at a time.
    while !active.is_empty() {
        let at = rng.below(active.len().min(12));
        let id = active[at];
        match world.next(&mut raters[id]) {
            Some(question) => world.rate(id, &mut raters[id], question),
            None => {
                active.remove(at);
            }
        }
    }
    let found = careless_raters(&world.ratings, &world.gold);
    let fate = |(rater, found): (&Rater, Carelessness)| Fate {
        is_good: rater.is_good,
        is_screened_out: rater.is_refused(),
        found,
    };
    raters.iter().zip(found).map(fate).collect()
}
