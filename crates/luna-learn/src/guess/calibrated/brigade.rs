//! Detection of a brigade against one player: judges who are honest about everybody else give this
//! player far more, or far less, than their own habits predict.
//!
//! The guesses near the end of the scale are a mixture: an honest judge's is in a bin with the
//! probability that follows from the judge's offset, slope and noise, and members' are there in
//! shares that maximize the likelihood. Members' guesses lose their weight, by the probability that
//! each is a member's, and the level is estimated again.

use statrs::function::gamma::gamma_ur;

use super::belief::{Belief, Evidence};
use super::estimator::Estimator;
use super::judge_model::{JudgeModel, ResponseModel};
use super::opinion::Opinion;
use super::population::Population;
use crate::distribution::normal;
use crate::interval::quantile::median;
use crate::number::float;

/// Minimum number of attentive judges of a player, and of members.
const JUDGES: usize = 12;
const MEMBERS: usize = 4;
/// Where the bins of guesses begin, and, the other way round, 100 minus where they end.
const BINS: [f64; 3] = [77.5, 87.5, 97.0];
/// Minimum probability of an honest guess in a bin: habits do not explain everything.
const LEAST: f64 = 0.005;
/// Maximum expected number of such findings among all players of an honest crowd.
const RARE: f64 = 0.03;
/// Minimum probability of a member that is named.
const NAMED: f64 = 0.5;
/// Maximum median of the judges' noise, in points. The habits of louder judges say too little about
/// guesses near the ends of the scale, and honest crowds would have brigades.
const LOUDEST: f64 = 18.5;
const ROUNDS: usize = 40;
const REFITS: usize = 4;

/// Judges who raise or lower one player against their own habits.
#[derive(Clone, Debug, PartialEq)]
pub struct Brigade {
    pub player: u32,
    /// Judges whose guess is probably a member's, with that probability.
    pub judges: Vec<(u32, f64)>,
    /// They raise the player.
    pub raises: bool,
    /// Number of attentive judges' guesses at this limit or beyond, and the number that their
    /// habits predict.
    pub limit: f64,
    pub beyond: usize,
    pub predicted: f64,
    /// The calibrated rating without and with the members' full weight.
    pub rating: f64,
    pub with_members: f64,
    /// A strength of 4: one honest crowd in ten thousand has such a finding.
    pub strength: f64,
}

impl Brigade {
    /// The evidence in words, without names.
    pub fn reason(&self) -> String {
        let Brigade { judges, raises, limit, beyond, predicted, rating, with_members, .. } = self;
        let side = if *raises { "or more" } else { "or less" };
        format!(
            "{beyond} attentive judges give {limit} points {side}; their habits predict \
             {predicted:.1}. {} of them are probably members: they judge other players as usual. \
             The calibrated rating is {rating:.1} without the members, and would be \
             {with_members:.1} with their full weight.",
            judges.len()
        )
    }
}

/// Numbers of guesses in each bin, up and down: found, and predicted.
type Tally = [[(f64, f64); BINS.len()]; 2];

/// Weight, in guesses, of the assumption that as many are found as predicted.
const PREDICTED: f64 = 5.0;

/// A judge's guess about the player.
#[derive(Clone, Copy, Debug)]
struct Entry<'a> {
    judge: u32,
    opinion: &'a Opinion,
    fit: &'a JudgeModel,
}

#[derive(Clone, Copy, Debug)]
struct Mixture {
    raises: bool,
    /// Guesses about other players in each bin, in parts of the predicted number.
    excess: [f64; BINS.len()],
    /// Members' guesses in each bin, in parts of all.
    shares: [f64; BINS.len()],
    gain: f64,
}

/// A guess's bin, if it is in one, and the probabilities of an honest guess in each.
type Place = (Option<usize>, [f64; BINS.len()]);

/// A finding, with the level without it and each judge's probability of membership.
struct Finding {
    brigade: Brigade,
    belief: Belief,
    evidence: Evidence,
    members: Vec<(u32, f64)>,
}

/// Opinions by player, for players with enough judges.
struct ByPlayer {
    /// Places of opinions.
    opinions: Vec<u32>,
    ends: Vec<usize>,
}

/// Finds all brigades, and estimates the levels of their players without them.
pub(super) fn find_all(estimator: &mut Estimator) -> Vec<Brigade> {
    let judges = estimator.fits.iter().filter(|fit| fit.opinions > 0);
    let noise = median(&judges.map(JudgeModel::noise).collect::<Vec<_>>());
    if noise.is_none_or(|noise| noise > LOUDEST) {
        return Vec::new();
    }
    let by_player = ByPlayer::new(estimator);
    let tested = || (0..estimator.beliefs.len()).filter(|&player| by_player.has(player));
    let tallies: Vec<(usize, Tally)> = tested()
        .map(|player| {
            let entries = by_player.entries(estimator, player);
            (player, tally(&entries, estimator.beliefs[player], &estimator.population))
        })
        .collect();
    let mut all = Tally::default();
    for (_, own) in &tallies {
        all = combine(&all, own, 1.0);
    }
    let find_one = |(player, own): &(usize, Tally)| {
        let entries = by_player.entries(estimator, *player);
        find(*player, &entries, estimator, &combine(&all, own, -1.0), tallies.len())
    };
    let found: Vec<Finding> = tallies.iter().filter_map(find_one).collect();
    let mut brigades = Vec::new();
    for Finding { brigade, belief, evidence, members } in found {
        if let Ok(player) = usize::try_from(brigade.player) {
            estimator.beliefs[player] = belief;
            estimator.evidence[player] = evidence;
        }
        let keys = members.into_iter().map(|(judge, member)| ((judge, brigade.player), member));
        estimator.members.extend(keys);
        brigades.push(brigade);
    }
    brigades
}

impl ByPlayer {
    fn new(estimator: &Estimator) -> ByPlayer {
        let tested = |player: usize| estimator.beliefs[player].judges >= JUDGES;
        let mut ends: Vec<usize> = vec![0; estimator.beliefs.len()];
        let own = estimator.guesses.iter().map(Opinion::player).filter(|&player| tested(player));
        own.for_each(|player| ends[player] += 1);
        let mut sum = 0;
        for end in &mut ends {
            // The start, until the opinions are in their places.
            sum += std::mem::replace(end, sum);
        }
        let mut opinions = vec![0; sum];
        for (at, opinion) in (0..).zip(&estimator.guesses) {
            if tested(opinion.player()) {
                let place = &mut ends[opinion.player()];
                opinions[*place] = at;
                *place += 1;
            }
        }
        ByPlayer { opinions, ends }
    }

    fn of(&self, player: usize) -> &[u32] {
        let start = player.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.opinions[start..self.ends[player]]
    }

    fn has(&self, player: usize) -> bool {
        !self.of(player).is_empty()
    }

    fn entries<'a>(&self, estimator: &'a Estimator, player: usize) -> Vec<Entry<'a>> {
        let entry = |&at: &u32| {
            let at = usize::try_from(at).unwrap_or(usize::MAX);
            let judge = estimator.ends.partition_point(|&end| end <= at);
            let opinion = &estimator.guesses[at];
            Entry { judge: id(judge), opinion, fit: &estimator.fits[judge] }
        };
        self.of(player).iter().map(entry).collect()
    }
}

fn id(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The sum of two tallies, the second times this.
fn combine(one: &Tally, other: &Tally, times: f64) -> Tally {
    std::array::from_fn(|side| {
        std::array::from_fn(|bin| {
            let ((found, predicted), (more, expected)) = (one[side][bin], other[side][bin]);
            (found + times * more, predicted + times * expected)
        })
    })
}

/// Finds the brigade among the guesses about a player, and estimates the level without it.
fn find(
    player: usize,
    entries: &[Entry<'_>],
    estimator: &Estimator,
    elsewhere: &Tally,
    tests: usize,
) -> Option<Finding> {
    if entries.iter().filter(|entry| attentive(entry)).count() < JUDGES {
        return None;
    }
    let (before, population) = (estimator.beliefs[player], &estimator.population);
    let mut mixture = fit(entries, before, population, elsewhere)?;
    if expected(&mixture, tests) > RARE {
        return None;
    }
    let (mut belief, mut evidence) = (before, estimator.evidence[player]);
    for _ in 0..REFITS {
        (belief, evidence) = without(entries, belief, &mixture, population);
        mixture = fit(entries, belief, population, elsewhere)?;
    }
    if expected(&mixture, tests) > RARE {
        return None;
    }
    let places = places(entries, belief, mixture.raises, population);
    let chances = members(&places, &mixture);
    let each = || entries.iter().zip(&chances).filter(|&(_, &member)| member > 0.0);
    let named = || each().filter(|&(_, &member)| member > NAMED);
    if named().count() < MEMBERS {
        return None;
    }
    let brigade = Brigade {
        player: id(player),
        judges: named().map(|(entry, &member)| (entry.judge, member)).collect(),
        raises: mixture.raises,
        limit: towards(mixture.raises, BINS[0]),
        beyond: places.iter().filter(|(bin, _)| bin.is_some()).count(),
        predicted: places
            .iter()
            .map(|(_, honest)| mixture.honest(honest).iter().sum::<f64>())
            .sum(),
        rating: belief.level.clamp(0.0, 100.0),
        with_members: before.level.clamp(0.0, 100.0),
        strength: -expected(&mixture, tests).max(1e-12).log10(),
    };
    let members = each().map(|(entry, &member)| (entry.judge, member)).collect();
    Some(Finding { brigade, belief, evidence, members })
}

impl Mixture {
    /// Probabilities of an honest guess in each bin, with what is found about other players.
    fn honest(&self, predicted: &[f64; BINS.len()]) -> [f64; BINS.len()] {
        std::array::from_fn(|bin| (self.excess[bin] * predicted[bin]).clamp(LEAST, 1.0))
    }

    /// The share of guesses that are no member's.
    fn rest(&self) -> f64 {
        1.0 - self.shares.iter().sum::<f64>()
    }
}

/// Counts the attentive judges' guesses in each bin.
fn tally(entries: &[Entry<'_>], belief: Belief, population: &Population) -> Tally {
    [true, false].map(|raises| {
        let mut counts = [(0.0, 0.0); BINS.len()];
        for (found, predicted) in places(entries, belief, raises, population) {
            for (bin, count) in counts.iter_mut().enumerate() {
                count.0 += f64::from(u8::from(found == Some(bin)));
                count.1 += predicted[bin];
            }
        }
        counts
    })
}

fn attentive(entry: &Entry<'_>) -> bool {
    entry.fit.shared.share + entry.fit.own.share > 0.5
}

/// Expected number of players of an honest crowd with a mixture that fits so much better.
fn expected(mixture: &Mixture, tests: usize) -> f64 {
    let looks = 2.0 * float(tests.max(1));
    0.5 * gamma_ur(0.5 * float(BINS.len()), mixture.gain.max(1e-9)) * looks
}

/// Points, counted from the end from which a brigade pushes.
fn towards(raises: bool, points: f64) -> f64 {
    if raises { points } else { 100.0 - points }
}

/// For each guess. Those of inattentive judges have no bin, and no part in anything.
fn places(
    entries: &[Entry<'_>],
    belief: Belief,
    raises: bool,
    population: &Population,
) -> Vec<Place> {
    let place = |entry: &Entry<'_>| {
        if !attentive(entry) {
            return (None, [0.0; BINS.len()]);
        }
        let points = towards(raises, entry.opinion.points);
        let beyond = BINS.map(|limit| honest_beyond(entry, belief, raises, limit, population));
        let honest =
            std::array::from_fn(|bin| beyond[bin] - beyond.get(bin + 1).copied().unwrap_or(0.0));
        (BINS.iter().rposition(|&limit| points >= limit), honest)
    };
    entries.iter().map(place).collect()
}

/// Probability of an honest guess beyond a limit.
fn honest_beyond(
    entry: &Entry<'_>,
    belief: Belief,
    raises: bool,
    limit: f64,
    population: &Population,
) -> f64 {
    let x = belief.level - population.middle;
    let tail = |model: &ResponseModel| {
        if model.share < 1e-6 {
            return 0.0;
        }
        let [offset, stretch, cross] = model.covariance;
        let noise = population.small_sample_factor(model.kept) / model.precision;
        let variance = noise / population.opinion(entry.opinion.times())
            + offset
            + x * (2.0 * cross + x * stretch)
            + belief.variance * (1.0 + model.stretch).powi(2);
        let mean = towards(raises, belief.level + model.offset + model.stretch * x);
        model.share * normal::cdf((mean - limit) / variance.sqrt())
    };
    let earnest = entry.fit.shared.share + entry.fit.own.share;
    let inattentive = (1.0 - earnest) * (100.0 - limit) / 100.0;
    tail(&entry.fit.shared) + tail(&entry.fit.own) + inattentive
}

/// The mixture that fits best, in both directions.
fn fit(
    entries: &[Entry<'_>],
    belief: Belief,
    population: &Population,
    elsewhere: &Tally,
) -> Option<Mixture> {
    let both = [true, false].into_iter().zip(elsewhere).map(|(raises, tallies)| {
        let places = places(entries, belief, raises, population);
        fit_bins(raises, &places, tallies)
    });
    both.max_by(|one, other| one.gain.total_cmp(&other.gain))
}

/// Maximizes the likelihood of the members' shares by expectation and maximization.
fn fit_bins(raises: bool, places: &[Place], elsewhere: &[(f64, f64); BINS.len()]) -> Mixture {
    let excess = elsewhere
        .map(|(found, predicted)| ((found + PREDICTED) / (predicted + PREDICTED)).max(1.0));
    let mut mixture = Mixture { raises, excess, shares: [0.03; BINS.len()], gain: 0.0 };
    let seen: Vec<Place> =
        places.iter().map(|(bin, honest)| (*bin, mixture.honest(honest))).collect();
    let count = float(seen.len().max(1));
    for _ in 0..ROUNDS {
        let mut members = [0.0; BINS.len()];
        for &(bin, honest) in &seen {
            if let Some(bin) = bin {
                let share = mixture.shares[bin];
                members[bin] += share / (share + mixture.rest() * honest[bin]);
            }
        }
        mixture.shares = members.map(|sum| sum / count);
    }
    let rest = mixture.rest();
    let gain = |&(bin, honest): &Place| {
        bin.map_or(rest, |bin| rest + mixture.shares[bin] / honest[bin]).ln()
    };
    mixture.gain = seen.iter().map(gain).sum();
    mixture
}

/// For each guess, the probability that it is a member's.
fn members(places: &[Place], mixture: &Mixture) -> Vec<f64> {
    let member = |(bin, honest): &Place| {
        bin.map_or(0.0, |bin| {
            let share = mixture.shares[bin];
            share / (share + mixture.rest() * mixture.honest(honest)[bin])
        })
    };
    places.iter().map(member).collect()
}

/// The level, if each guess has the weight of its probability to be honest.
fn without(
    entries: &[Entry<'_>],
    mut belief: Belief,
    mixture: &Mixture,
    population: &Population,
) -> (Belief, Evidence) {
    let chances = members(&places(entries, belief, mixture.raises, population), mixture);
    let mut sums = Evidence::default();
    for (entry, member) in entries.iter().zip(chances) {
        let fit = entry.fit.discounted(1.0 - member);
        for model in [&fit.shared, &fit.own].into_iter().filter(|model| model.share > 1e-6) {
            model.accumulate(entry.opinion, belief, population, &mut sums);
        }
    }
    population.update_belief(&mut belief, sums);
    (belief, sums)
}
