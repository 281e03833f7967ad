//! Detection of several accounts of one person: judges who give each other far more points than
//! everybody else gives them, and give others what everybody does. It needs nothing but the
//! guesses.
//!
//! Candidates are dense parts of the graph whose edges are pairs that met and raised each other.
//! Each candidate is tested against ratings computed without its guesses. The significance is
//! corrected for the number of groups of that size (Bonferroni).

mod graph;
mod opinions;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::{LN_10, TAU};

use statrs::function::gamma::ln_gamma;

use super::judgment::Judgment;
use crate::distribution::normal::mills;
use crate::guess::calibrated::{self, Level, calibrate};
use crate::number::float;
use opinions::{FEWEST, Opinions};

/// Minimum mean of points by which members raise each other; less does little harm.
const RAISED: f64 = 8.0;
/// Minimum strength: at most one honest crowd in a thousand has such a group.
const SURE: f64 = 3.0;
/// Minimum number of guesses about others, to estimate the members' scale.
const OUTSIDE: usize = 12;
/// Minimum standard deviation assumed of a guess.
const NOISE: f64 = 3.0;
/// Minimum distance, in standard deviations, of a meeting that adds an account with few meetings.
const FAR: f64 = 4.0;
/// Candidates tested per kind of edge, and rounds of refinement of each.
const MOST: usize = 20;
const ROUNDS: usize = 4;

/// Accounts that raise each other.
#[derive(Clone, Debug, PartialEq)]
pub struct CollusionGroup {
    /// In ascending order.
    pub judges: Vec<u32>,
    /// Number of pairs of members who met and both guessed.
    pub met: usize,
    /// Number of these pairs in which each gave the other at least half of `raised`.
    pub mutual: usize,
    /// Mean points that members give each other above the rating by everybody else, on their own
    /// scale.
    pub raised: f64,
    /// Standard deviations of guesses about the same outside player: the members', and the other
    /// judges'.
    pub apart: Option<(f64, f64)>,
    /// A strength of 4: at most one honest crowd in ten thousand has such a group.
    pub strength: f64,
}

impl CollusionGroup {
    /// The evidence in words, without names.
    pub fn reason(&self) -> String {
        let CollusionGroup { judges, met, mutual, raised, apart, .. } = self;
        let alike = apart.map_or_else(String::new, |(own, usual)| {
            format!(
                " Their guesses about the same other player are {own:.1} points apart; {usual:.1} is usual."
            )
        });
        format!(
            "{} accounts raise each other's ratings. In {mutual} of the {met} pairs that met, both gave far \
             more than everybody else gives them, by {raised:.0} points on average. To others they \
             give what everybody gives.{alike}",
            judges.len()
        )
    }
}

/// Finds disjoint groups, the strongest first. The time is that of some calibrated ratings.
pub fn collusion_groups(seen: &[Judgment]) -> Vec<CollusionGroup> {
    let opinions = Opinions::new(seen);
    let mut found: Vec<CollusionGroup> = Vec::new();
    let mut taken = BTreeSet::new();
    for raised in graph::RAISED {
        for candidate in graph::dense_components(&opinions, raised, &taken).into_iter().take(MOST) {
            if let Some(group) = opinions.refine(candidate, &taken) {
                taken.extend(group.judges.iter().copied());
                found.push(group);
            }
        }
    }
    found.sort_by(|a, b| b.strength.total_cmp(&a.strength).then(a.judges.cmp(&b.judges)));
    found
}

/// Test of a group against the ratings of all others.
struct GroupTest {
    raised: f64,
    /// Standard deviation of members' guesses about outsiders, around each one's scale.
    noise: f64,
    strength: f64,
    levels: Vec<Option<Level>>,
    scales: BTreeMap<u32, Scale>,
}

/// Regression line of a judge's guesses on the ratings by others.
#[derive(Clone, Copy, Debug, Default)]
struct Scale {
    count: f64,
    at: f64,
    points: f64,
    slope: f64,
}

impl Opinions {
    /// Refines a candidate by adding and dropping accounts; `None` unless it passes the test in the
    /// end.
    fn refine(&self, mut group: BTreeSet<u32>, taken: &BTreeSet<u32>) -> Option<CollusionGroup> {
        for _ in 0..ROUNDS {
            let tested = self.test(&group)?;
            if tested.strength < SURE || tested.raised < RAISED {
                return None;
            }
            let next = self.revise(&group, &tested, taken);
            if next == group {
                break;
            }
            group = next;
        }
        let tested = self.test(&group)?;
        let sure = tested.strength >= SURE && tested.raised >= RAISED;
        sure.then(|| self.describe(&group, &tested))
    }

    fn test(&self, group: &BTreeSet<u32>) -> Option<GroupTest> {
        if group.len() < FEWEST || self.judges.len() < 2 * FEWEST {
            return None;
        }
        let rest: Vec<calibrated::Guess> =
            self.guesses.iter().filter(|guess| !group.contains(&guess.judge)).copied().collect();
        let levels = calibrate(rest).players;
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
        let mut tested = GroupTest { raised: 0.0, noise, strength: 0.0, levels, scales };
        self.measure(group, &mut tested)?;
        Some(tested)
    }

    /// Measures by how much the members raise each other, and its significance.
    fn measure(&self, group: &BTreeSet<u32>, tested: &mut GroupTest) -> Option<()> {
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
        // Variance of the guesses, plus the uncertainty of each judge's scale and each player's
        // rating.
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
        tested.strength = chance - self.ln10_groups(group.len());
        Some(())
    }

    /// Decimal logarithm of the number of groups tested: all of this size, times the number of
    /// sizes and of kinds of edge.
    fn ln10_groups(&self, size: usize) -> f64 {
        let (all, size) = (float(self.judges.len()), float(size));
        let ways = ln_gamma(all + 1.0) - ln_gamma(size + 1.0) - ln_gamma(all - size + 1.0);
        (ways + all.ln() + float(graph::RAISED.len()).ln()) / LN_10
    }

    /// Drops the accounts that do not fit and adds those that do.
    fn revise(
        &self,
        group: &BTreeSet<u32>,
        tested: &GroupTest,
        taken: &BTreeSet<u32>,
    ) -> BTreeSet<u32> {
        let free = self.judges.iter().filter(|judge| !taken.contains(judge));
        free.filter(|&&judge| self.belongs(judge, group, tested)).copied().collect()
    }

    /// A member raises nearly all members met, and is raised by them.
    fn belongs(&self, judge: u32, group: &BTreeSet<u32>, tested: &GroupTest) -> bool {
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
        // With few meetings the points must be far beyond chance.
        let far = met >= 3 || weakest > FAR * tested.noise;
        met > 0 && far && 4 * mutual >= 3 * met
    }

    fn describe(&self, group: &BTreeSet<u32>, tested: &GroupTest) -> CollusionGroup {
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
        let own = self.spread(|judge| group.contains(&judge), group);
        let usual = self.spread(|judge| !group.contains(&judge), group);
        CollusionGroup {
            judges: group.iter().copied().collect(),
            met,
            mutual,
            raised: tested.raised,
            apart: own.zip(usual),
            strength: tested.strength,
        }
    }

    /// Standard deviation of some judges' guesses about one player, pooled over players outside the
    /// group; only judges who discriminate count.
    fn spread(&self, of: impl Fn(u32) -> bool, group: &BTreeSet<u32>) -> Option<f64> {
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

impl GroupTest {
    /// Points that a judge gives a member above everybody else, on the judge's own scale.
    fn raised(&self, judge: u32, player: u32, points: f64) -> Option<f64> {
        let level = level(&self.levels, player)?.rating;
        Some(points - self.scales.get(&judge).map_or(level, |scale| scale.says(level)))
    }
}

impl Scale {
    /// The prior of the slope is 1, worth ten guesses spread by ten points.
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

/// Logarithm of the upper tail of the normal distribution.
fn ln_above(x: f64) -> f64 {
    if x <= 0.0 { -std::f64::consts::LN_2 } else { mills(x).ln() - 0.5 * (x * x + TAU.ln()) }
}
