//! Dense components of the graph of judges who raised each other.

use std::collections::{BTreeMap, BTreeSet};

use super::opinions::{FEWEST, Opinions};
use crate::interval::quantile::quantile_of_sorted;

/// Thresholds of an edge: both gave this many points more than usual. High ones exclude chance, low
/// ones include accounts that cannot be raised far.
pub(super) const RAISED: [f64; 3] = [50.0, 25.0, 12.0];

/// Minimum share of a member's meetings that are edges; it takes two of them.
const DENSE: f64 = 0.8;
const MET: usize = 2;
/// Quantile that represents a player or a judge; it tolerates up to three quarters of raised
/// guesses.
const LOW: f64 = 0.25;
/// Minimum number of guesses for a quantile.
const ENOUGH: usize = 4;

/// Returns the components, the largest first.
pub(super) fn dense_components(
    opinions: &Opinions,
    raised: f64,
    taken: &BTreeSet<u32>,
) -> Vec<BTreeSet<u32>> {
    let mut meetings = meetings(opinions, raised);
    for judge in taken {
        meetings.remove(judge);
    }
    let mut left: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for (&judge, others) in &meetings {
        let edges = others.values().filter(|&&edge| edge).count();
        left.insert(judge, (others.len(), edges));
    }
    // A judge without an edge cannot stay, so these leave at once.
    let none: Vec<u32> = left.iter().filter(|(_, it)| it.1 == 0).map(|(&judge, _)| judge).collect();
    for judge in none.into_iter().chain(taken.iter().copied()) {
        leave(judge, &meetings, &mut left);
    }
    loop {
        let share = |&(met, edges): &(usize, usize)| match met {
            0 => 0.0,
            met if met < MET => crate::number::float(edges) / crate::number::float(met) / 2.0,
            met => crate::number::float(edges) / crate::number::float(met),
        };
        let worst = left.iter().min_by(|a, b| share(a.1).total_cmp(&share(b.1)));
        let Some((&judge, _)) = worst.filter(|(_, it)| share(it) < DENSE) else { break };
        leave(judge, &meetings, &mut left);
    }
    components(&meetings, &left.into_keys().collect())
}

fn leave(
    judge: u32,
    meetings: &BTreeMap<u32, BTreeMap<u32, bool>>,
    left: &mut BTreeMap<u32, (usize, usize)>,
) {
    left.remove(&judge);
    for (other, edge) in meetings.get(&judge).into_iter().flatten() {
        if let Some((met, edges)) = left.get_mut(other) {
            *met = met.saturating_sub(1);
            *edges = edges.saturating_sub(usize::from(*edge));
        }
    }
}

/// The judges met by each judge; true for edges.
fn meetings(opinions: &Opinions, raised: f64) -> BTreeMap<u32, BTreeMap<u32, bool>> {
    let excess = excess(opinions);
    let mut meetings: BTreeMap<u32, BTreeMap<u32, bool>> = BTreeMap::new();
    for (&(judge, player), &there) in &excess {
        if let Some(&back) = excess.get(&(player, judge)) {
            meetings.entry(judge).or_default().insert(player, there.min(back) > raised);
        }
    }
    meetings
}

/// Excess of each guess over the lower quartile of its player and of its judge.
fn excess(opinions: &Opinions) -> BTreeMap<(u32, u32), f64> {
    let heard = || opinions.of.iter().filter(|((judge, _), _)| opinions.judges.contains(judge));
    let players = lower_quartiles(heard().map(|(&(_, player), &points)| (player, points)));
    let above: BTreeMap<(u32, u32), f64> = heard()
        .filter_map(|(&pair, points)| Some((pair, points - players.get(&pair.1)?)))
        .collect();
    let judges = lower_quartiles(above.iter().map(|(&(judge, _), &points)| (judge, points)));
    let own = |(pair, points): ((u32, u32), f64)| Some((pair, points - judges.get(&pair.0)?));
    above.into_iter().filter_map(own).collect()
}

fn lower_quartiles(points: impl Iterator<Item = (u32, f64)>) -> BTreeMap<u32, f64> {
    let mut all: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for (of, points) in points {
        all.entry(of).or_default().push(points);
    }
    let enough = all.into_iter().filter(|(_, points)| points.len() >= ENOUGH);
    let quartile = |(of, mut points): (u32, Vec<f64>)| {
        points.sort_unstable_by(f64::total_cmp);
        Some((of, quantile_of_sorted(&points, LOW)?))
    };
    enough.filter_map(quartile).collect()
}

/// Connected components.
fn components(
    meetings: &BTreeMap<u32, BTreeMap<u32, bool>>,
    left: &BTreeSet<u32>,
) -> Vec<BTreeSet<u32>> {
    let (mut waiting, mut components) = (left.clone(), Vec::new());
    while let Some(first) = waiting.pop_first() {
        let (mut part, mut open) = (BTreeSet::from([first]), vec![first]);
        while let Some(judge) = open.pop() {
            for (other, _) in meetings.get(&judge).into_iter().flatten().filter(|it| *it.1) {
                if waiting.remove(other) {
                    part.insert(*other);
                    open.push(*other);
                }
            }
        }
        components.push(part);
    }
    components.retain(|part| part.len() >= FEWEST);
    components.sort_by_key(|part| std::cmp::Reverse(part.len()));
    components
}
