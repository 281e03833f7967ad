//! Tests of a judge's honesty. Each bounds the probability that an honest judge looks like this,
//! and raises a flag below [`RARE`].

use statrs::function::beta::beta_reg;

use super::crowd::Crowd;
use super::flag::{Flag, Kind};
use super::judgment::Judgment;
use super::peer_comparison::PeerComparison;
use crate::distribution::normal;
use crate::interval::quantile::median;
use crate::number::float;

const RARE: f64 = 1e-3;

/// Share of guesses of at most one point by a severe but honest judge.
const SEVERE: f64 = 0.25;
/// Share of guesses within two points of one number by a judge who discriminates little.
const NARROW: f64 = 0.35;
/// Share of guesses equal to the one received last, allowing for round numbers.
const SAME: f64 = 0.15;
/// An honest judge's correlation with the others, as a share of the usual one.
const EARNEST: f64 = 0.85;
/// Minimum significance of a lower correlation, in standard deviations.
const SURE: f64 = 2.6;

/// Maximum probability that given and received favours coincide by chance.
const COINCIDENCE: f64 = 0.01;

fn flag(kind: Kind, chance: f64, reason: String) -> Option<Flag> {
    let strength = -chance.max(1e-12).log10();
    (chance < RARE).then_some(Flag { kind, strength, reason })
}

/// Binomial tail: the probability of at least `least` successes in `of` trials.
pub(super) fn binomial_tail(least: usize, of: usize, chance: f64) -> f64 {
    match least {
        0 => 1.0,
        least if least > of => 0.0,
        least => beta_reg(float(least), float(of - least + 1), chance.clamp(0.0, 1.0)),
    }
}

pub(super) fn minimum(own: &[Judgment]) -> Option<Flag> {
    let least = own.iter().filter(|seen| seen.points <= 1.0).count();
    let reason = format!("{least} of {} guesses are one point or less.", own.len());
    flag(Kind::Minimum, binomial_tail(least, own.len(), SEVERE), reason)
}

pub(super) fn constant(own: &[Judgment], beside: &PeerComparison) -> Option<Flag> {
    let centre = median(&own.iter().map(|seen| seen.points).collect::<Vec<_>>())?;
    let near = own.iter().filter(|seen| (seen.points - centre).abs() <= 2.0).count();
    // Players who are all alike may get equal guesses.
    if beside.apart < 5.0 {
        return None;
    }
    let reason = format!(
        "{near} of {} guesses are within two points of {centre:.0}; other judges put the same \
         players {:.0} points apart.",
        own.len(),
        beside.apart
    );
    flag(Kind::Constant, binomial_tail(near, own.len(), NARROW), reason)
}

/// Uses Fisher's transformation, which makes a correlation nearly normal.
pub(super) fn random(beside: &PeerComparison, usual: f64) -> Option<Flag> {
    let correlation = beside.correlation?.clamp(-0.999, 0.999);
    let expected = (EARNEST * usual).clamp(0.0, 0.999);
    let sure = (expected.atanh() - correlation.atanh()) * (float(beside.shared) - 3.0).sqrt();
    if sure < SURE {
        return None;
    }
    let reason = format!(
        "The guesses do not follow what others guess about the same players: the correlation is \
         {correlation:.2} over {} guesses; {usual:.2} is usual.",
        beside.shared
    );
    let chance = normal::cdf(-sure);
    Some(Flag { kind: Kind::Random, strength: -chance.max(1e-12).log10(), reason })
}

pub(super) fn copying(own: &[Judgment]) -> Option<Flag> {
    let given = own.iter().filter_map(|seen| Some((seen.points, seen.before?)));
    let (same, count) = given.fold((0, 0), |(same, count), (points, before)| {
        (same + usize::from((points - before).abs() < 0.5), count + 1)
    });
    let reason =
        format!("{same} of {count} guesses repeat the guess that the judge had received last.");
    flag(Kind::Copying, binomial_tail(same, count, SAME), reason)
}

/// Tests for mutual favours beyond chance, in a group of three or more. An overrated judge
/// reciprocates by coincidence, so given and received favours must correlate.
pub(super) fn ring(
    judge: usize,
    own: &[Judgment],
    beside: &PeerComparison,
    crowd: &Crowd,
) -> Option<Flag> {
    let mutual = mutual(judge, beside, &crowd.judges).count();
    let group = crowd.groups.get(judge).copied().unwrap_or(0);
    if mutual < 2 || group < 3 {
        return None;
    }
    let received = own.iter().filter(|seen| {
        let other = usize::try_from(seen.player).ok().and_then(|at| crowd.judges.get(at));
        other.is_some_and(|other| other.favours(judge))
    });
    if hypergeometric_tail(mutual, own.len(), beside.favoured.len(), received.count()) > COINCIDENCE
    {
        return None;
    }
    let given = float(beside.favoured.len()) / float(beside.guesses.max(1));
    let reason = format!(
        "{mutual} times both gave each other over 25 points more than others do. The group has \
         {group} judges who exchange such favours.",
    );
    flag(Kind::Ring, binomial_tail(mutual, beside.guesses, given * crowd.favours), reason)
}

/// Hypergeometric tail: the probability that two random subsets of `all`, of sizes `one` and
/// `other`, share at least `both`.
fn hypergeometric_tail(both: usize, all: usize, one: usize, other: usize) -> f64 {
    let (mut weight, mut sum, mut tail) = (1.0, 0.0, 0.0);
    for twice in (one + other).saturating_sub(all)..=one.min(other) {
        sum += weight;
        tail += if twice < both { 0.0 } else { weight };
        weight *= float(one - twice) * float(other - twice);
        weight /= float(twice + 1) * float(all + twice + 1 - one - other);
        if sum > 1e200 {
            (weight, sum, tail) = (weight / sum, 1.0, tail / sum);
        }
    }
    tail / sum
}

/// Favoured players who favour the judge in return, once per favour.
fn mutual<'a>(
    judge: usize,
    beside: &'a PeerComparison,
    judges: &'a [PeerComparison],
) -> impl Iterator<Item = usize> + 'a {
    let favoured = beside.favoured.iter().filter_map(|&player| usize::try_from(player).ok());
    favoured.filter(move |&player| judges.get(player).is_some_and(|other| other.favours(judge)))
}

/// Size of each judge's component in the graph of mutual favours.
pub(super) fn groups(judges: &[PeerComparison]) -> Vec<usize> {
    let mut group: Vec<Option<usize>> = vec![None; judges.len()];
    let mut sizes = Vec::new();
    for first in 0..judges.len() {
        if group[first].is_some() {
            continue;
        }
        let (mut waiting, mut size) = (vec![first], 0);
        group[first] = Some(sizes.len());
        while let Some(judge) = waiting.pop() {
            size += 1;
            for other in mutual(judge, &judges[judge], judges) {
                if group[other].is_none() {
                    group[other] = Some(sizes.len());
                    waiting.push(other);
                }
            }
        }
        sizes.push(size);
    }
    group.into_iter().map(|of| of.and_then(|of| sizes.get(of).copied()).unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_sums_of_the_distribution() {
        assert!((binomial_tail(3, 4, 0.5) - 5.0 / 16.0).abs() < 1e-14);
        assert!((binomial_tail(20, 20, 0.25) / 0.25_f64.powi(20) - 1.0).abs() < 1e-12);
        let ends = [binomial_tail(0, 9, 0.2), binomial_tail(10, 9, 0.2), binomial_tail(1, 9, 0.0)];
        assert_eq!(ends.map(f64::to_bits), [1.0_f64, 0.0, 0.0].map(f64::to_bits));
    }

    #[test]
    fn what_falls_together_by_lot_is_told_from_what_does_not() {
        assert!((hypergeometric_tail(2, 20, 2, 2) - 1.0 / 190.0).abs() < 1e-12);
        // Two of three and two of twenty: 3 * 17 ways to share two, and one to share all.
        assert!((hypergeometric_tail(2, 20, 3, 3) - 52.0 / 1140.0).abs() < 1e-12);
        assert!((hypergeometric_tail(0, 20, 5, 7) - 1.0).abs() < 1e-12);
        assert!((hypergeometric_tail(10, 20, 15, 15) - 1.0).abs() < 1e-12, "they have to");
        assert!(hypergeometric_tail(3000, 6000, 3000, 3000) < 1e-300, "no number is too large");
    }
}
