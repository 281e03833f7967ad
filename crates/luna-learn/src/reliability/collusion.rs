//! Accounts that may be one person's: several judges who, when they meet, give each other far
//! more than everybody else gives them, and others no more than everybody does. Only guesses
//! are needed, which are kept anyway.
//!
//! Candidates come from a graph: its edges are the pairs who met and raised each other, and a
//! candidate is a part of it in which nearly all who met did. Each is then put to a test of
//! its own: ratings are made without its guesses, and so show by how much it raises itself.
//! The chance that honest judges would is multiplied by the number of groups of that size.

mod graph;
mod opinions;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::{LN_10, TAU};

use super::judgment::Seen;
use crate::calibrated::{self, Level, calibrate};
use crate::float;
use crate::gamma::ln_gamma;
use crate::normal::mills;
use opinions::{FEWEST, Opinions};

/// Members raise each other by so many points in the mean at least: less does little harm.
const RAISED: f64 = 8.0;
/// One honest crowd in a thousand, or fewer, would have such a group.
const SURE: f64 = 3.0;
/// The guesses of others, together, that are enough to tell on which scale the members judge.
const OUTSIDE: usize = 12;
/// A guess is taken to be off by so much at the least, whatever the others of a judge say.
const NOISE: f64 = 3.0;
/// A meeting that brings in one more account is this many standard deviations away.
const FAR: f64 = 4.0;
/// Candidates tested of each kind of edge, and times that one is grown and tested again.
const MOST: usize = 20;
const ROUNDS: usize = 4;

/// Accounts that raise each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Together {
    /// In rising order.
    pub judges: Vec<u32>,
    /// Pairs of them that met and both guessed.
    pub met: usize,
    /// The pairs of these in which each gave the other at least half of `raised`.
    pub mutual: usize,
    /// The points that members give each other above the rating by everybody else, on their
    /// own scale.
    pub raised: f64,
    /// The standard deviation of members' guesses of the same other players, and that of the
    /// other judges' guesses.
    pub apart: Option<(f64, f64)>,
    /// 4: one honest crowd in ten thousand has such a group, or fewer.
    pub strength: f64,
}

impl Together {
    /// The evidence in words, without names.
    pub fn reason(&self) -> String {
        let Together { judges, met, mutual, raised, apart, .. } = self;
        let alike = apart.map_or_else(String::new, |(own, usual)| {
            format!(
                " Their guesses of the same other player lie {own:.1} points apart; {usual:.1} is usual."
            )
        });
        format!(
            "{} accounts raise each other: in {mutual} of the {met} pairs of them that met, both gave \
             far more than everybody else gives them, in the mean {raised:.0} points, and to others \
             they give what everybody does.{alike}",
            judges.len()
        )
    }
}

/// Groups by their strength, no judge in two. It takes as long as some calibrated ratings.
pub fn together(seen: &[Seen]) -> Vec<Together> {
    let opinions = Opinions::new(seen);
    let mut found: Vec<Together> = Vec::new();
    let mut taken = BTreeSet::new();
    for raised in graph::RAISED {
        for candidate in graph::dense(&opinions, raised, &taken).into_iter().take(MOST) {
            if let Some(group) = opinions.grown(candidate, &taken) {
                taken.extend(group.judges.iter().copied());
                found.push(group);
            }
        }
    }
    found.sort_by(|a, b| b.strength.total_cmp(&a.strength).then(a.judges.cmp(&b.judges)));
    found
}

/// A group beside the ratings that all others make.
struct Tested {
    raised: f64,
    /// Standard deviation of a member's guess of others around the member's scale.
    noise: f64,
    strength: f64,
    levels: Vec<Option<Level>>,
    scales: BTreeMap<u32, Scale>,
}

/// The line on which a judge's guesses lie, by the ratings of others.
#[derive(Clone, Copy, Debug, Default)]
struct Scale {
    count: f64,
    at: f64,
    points: f64,
    slope: f64,
}

impl Opinions {
    /// A candidate as it is after more have been taken in and some left out, if it stands its
    /// test in the end.
    fn grown(&self, mut group: BTreeSet<u32>, taken: &BTreeSet<u32>) -> Option<Together> {
        for _ in 0..ROUNDS {
            let tested = self.tested(&group)?;
            if tested.strength < SURE || tested.raised < RAISED {
                return None;
            }
            let next = self.next(&group, &tested, taken);
            if next == group {
                break;
            }
            group = next;
        }
        let tested = self.tested(&group)?;
        let sure = tested.strength >= SURE && tested.raised >= RAISED;
        sure.then(|| self.told(&group, &tested))
    }

    fn tested(&self, group: &BTreeSet<u32>) -> Option<Tested> {
        if group.len() < FEWEST || self.judges.len() < 2 * FEWEST {
            return None;
        }
        let rest: Vec<calibrated::Guess> =
            self.guesses.iter().filter(|guess| !group.contains(&guess.judge)).copied().collect();
        let levels = calibrate(&rest).players;
        let mut scales = BTreeMap::new();
        let (mut squares, mut count) = (0.0, 0);
        for &judge in group {
            let outside = self.by(judge).filter(|(player, _)| !group.contains(player));
            let pairs: Vec<(f64, f64)> = outside
                .filter_map(|(player, points)| Some((level(&levels, player)?.rating, points)))
                .collect();
            let scale = Scale::fit(&pairs);
            squares += pairs.iter().map(|&(at, own)| (own - scale.says(at)).powi(2)).sum::<f64>();
            count += pairs.len().saturating_sub(1);
            scales.insert(judge, scale);
        }
        if count < OUTSIDE {
            return None;
        }
        let noise = (squares / float(count)).sqrt().max(NOISE);
        let mut tested = Tested { raised: 0.0, noise, strength: 0.0, levels, scales };
        self.judge(group, &mut tested)?;
        Some(tested)
    }

    /// Finds by how much the members raise each other, and how sure that is.
    fn judge(&self, group: &BTreeSet<u32>, tested: &mut Tested) -> Option<()> {
        let (mut sum, mut all) = (0.0, 0.0);
        let (mut given, mut received) = (BTreeMap::new(), BTreeMap::new());
        for &judge in group {
            for (player, points) in self.by(judge).filter(|(player, _)| group.contains(player)) {
                let Some(raised) = tested.raised(judge, player, points) else { continue };
                sum += raised;
                all += 1.0;
                *given.entry(judge).or_insert(0.0) += 1.0;
                *received.entry(player).or_insert(0.0) += 1.0;
            }
        }
        if all < 1.0 {
            return None;
        }
        // Each guess by itself, what is not known of a judge's scale, and of a player's rating.
        let noise = tested.noise.powi(2);
        let mut variance = noise * all;
        for (judge, times) in &given {
            let count = tested.scales.get(judge).map_or(0.0, |scale| scale.count);
            variance += noise * times * times / count.max(0.1);
        }
        for (&player, times) in &received {
            let width = level(&tested.levels, player).map_or(100.0, |it| it.high - it.low);
            variance += (times * width / 3.92).powi(2);
        }
        tested.raised = sum / all;
        let chance = ln_above(sum / variance.sqrt()) / -LN_10;
        tested.strength = chance - self.groups(group.len());
        Some(())
    }

    /// The logarithm of how many groups of any size there might have been, a size weighing as
    /// much as another, and as many ways to look.
    fn groups(&self, size: usize) -> f64 {
        let (all, size) = (float(self.judges.len()), float(size));
        let ways = ln_gamma(all + 1.0) - ln_gamma(size + 1.0) - ln_gamma(all - size + 1.0);
        (ways + all.ln() + float(graph::RAISED.len()).ln()) / LN_10
    }

    /// With those who fit, and without those who do not.
    fn next(&self, group: &BTreeSet<u32>, tested: &Tested, taken: &BTreeSet<u32>) -> BTreeSet<u32> {
        let free = self.judges.iter().filter(|judge| !taken.contains(judge));
        free.filter(|&&judge| self.belongs(judge, group, tested)).copied().collect()
    }

    /// One belongs to a group who raises nearly all members met, and is raised by them.
    fn belongs(&self, judge: u32, group: &BTreeSet<u32>, tested: &Tested) -> bool {
        let member = group.contains(&judge);
        let (mut met, mut mutual, mut weakest) = (0_u32, 0_u32, f64::INFINITY);
        for (player, points) in self.by(judge).filter(|(player, _)| group.contains(player)) {
            let Some(&back) = self.of.get(&(player, judge)) else { continue };
            let there = tested.raised(judge, player, points);
            let back = tested.raised(player, judge, back);
            let (Some(there), Some(back)) = (there, back) else { continue };
            met += 1;
            let raised = there.min(back);
            weakest = weakest.min(raised);
            mutual += u32::from(raised > tested.raised / 3.0);
        }
        if member {
            return met > 0 && 4 * mutual >= 3 * met;
        }
        // Few meetings have to be far from what could be chance.
        let far = met >= 3 || weakest > FAR * tested.noise;
        met > 0 && far && 4 * mutual >= 3 * met
    }

    fn told(&self, group: &BTreeSet<u32>, tested: &Tested) -> Together {
        let (mut met, mut mutual) = (0, 0);
        for &judge in group {
            for (player, points) in self.by(judge).filter(|&(player, _)| player > judge) {
                let back = self.of.get(&(player, judge)).filter(|_| group.contains(&player));
                let Some(&back) = back else { continue };
                let there = tested.raised(judge, player, points);
                let back = tested.raised(player, judge, back);
                let (Some(there), Some(back)) = (there, back) else { continue };
                met += 1;
                mutual += usize::from(there.min(back) > tested.raised / 2.0);
            }
        }
        let own = self.apart(|judge| group.contains(&judge), group);
        let usual = self.apart(|judge| !group.contains(&judge), group);
        Together {
            judges: group.iter().copied().collect(),
            met,
            mutual,
            raised: tested.raised,
            apart: own.zip(usual),
            strength: tested.strength,
        }
    }

    /// The standard deviation of what some judges guess of one player, over all players who
    /// are in no group; of those who tell players apart.
    fn apart(&self, of: impl Fn(u32) -> bool, group: &BTreeSet<u32>) -> Option<f64> {
        let mut by_player: BTreeMap<u32, (f64, f64, f64)> = BTreeMap::new();
        for (&(judge, player), &points) in &self.of {
            if of(judge) && self.judges.contains(&judge) && !group.contains(&player) {
                let (count, mean, squares) = by_player.entry(player).or_default();
                *count += 1.0;
                let away = points - *mean;
                *mean += away / *count;
                *squares += away * (points - *mean);
            }
        }
        let (squares, free) = by_player
            .values()
            .fold((0.0, 0.0), |sum, &(count, _, squares)| (sum.0 + squares, sum.1 + count - 1.0));
        (free >= 10.0).then(|| (squares / free).sqrt())
    }
}

impl Tested {
    /// The points that a judge gives a member above everybody else, on the judge's own scale.
    fn raised(&self, judge: u32, player: u32, points: f64) -> Option<f64> {
        let level = level(&self.levels, player)?.rating;
        Some(points - self.scales.get(&judge).map_or(level, |scale| scale.says(level)))
    }
}

impl Scale {
    /// A slope of 1 is as good as a spread of ten points over ten guesses.
    fn fit(pairs: &[(f64, f64)]) -> Scale {
        const BEFORE: f64 = 1000.0;
        if pairs.is_empty() {
            return Scale { slope: 1.0, ..Scale::default() };
        }
        let count = float(pairs.len());
        let at = pairs.iter().map(|pair| pair.0).sum::<f64>() / count;
        let points = pairs.iter().map(|pair| pair.1).sum::<f64>() / count;
        let (mut xx, mut xy) = (BEFORE, BEFORE);
        for &(x, y) in pairs {
            xx += (x - at).powi(2);
            xy += (x - at) * (y - points);
        }
        Scale { count, at, points, slope: xy / xx }
    }

    fn says(&self, level: f64) -> f64 {
        (self.points + self.slope * (level - self.at)).clamp(0.0, 100.0)
    }
}

fn level(levels: &[Option<Level>], player: u32) -> Option<Level> {
    levels.get(usize::try_from(player).ok()?).copied().flatten()
}

/// The logarithm of what lies above `x` in a normal distribution, however far out.
fn ln_above(x: f64) -> f64 {
    if x <= 0.0 { -std::f64::consts::LN_2 } else { mills(x).ln() - 0.5 * (x * x + TAU.ln()) }
}
