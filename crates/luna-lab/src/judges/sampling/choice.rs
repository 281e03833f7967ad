//! Rules for which machines a judge meets next. None of them knows the truth.

use luna_core::rng::Chance;
use luna_learn::normal;

use super::joint::Posterior;
use super::world::{MACHINES, Meeting, PAIR, SITTING};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    AtRandom,
    /// The machine with the fewest guesses, by lot among equals: an even draw.
    Fewest,
    /// The machine whose next guess tells most about its place.
    MostInformative,
}

impl Choice {
    /// The machines of the next sitting of a judge, none of which the judge has met.
    pub(super) fn sitting(
        self,
        meeting: Meeting,
        posterior: &Posterior,
        counts: &[u32; MACHINES],
        met: &[bool; MACHINES],
        chance: &mut Chance,
    ) -> Vec<usize> {
        let lots: [f64; MACHINES] = std::array::from_fn(|_| chance.unit());
        let value = |machine: usize| match self {
            Choice::AtRandom => lots[machine],
            Choice::Fewest => lots[machine] - f64::from(counts[machine]),
            Choice::MostInformative => information(posterior, machine),
        };
        let mut left: Vec<(f64, usize)> =
            (0..MACHINES).filter(|&at| !met[at]).map(|at| (value(at), at)).collect();
        left.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let wanted = match meeting {
            Meeting::OneByOne => SITTING,
            Meeting::SideBySide(_) => PAIR,
        };
        let mut chosen: Vec<usize> = left.iter().map(|&(_, at)| at).collect();
        if let (Choice::MostInformative, Meeting::SideBySide(_), [first, others @ ..]) =
            (self, meeting, chosen.as_mut_slice())
        {
            let first = *first;
            others.sort_by(|&one, &other| {
                let [one, other] = [one, other].map(|other| side_by_side(posterior, first, other));
                other.total_cmp(&one)
            });
        }
        chosen.truncate(wanted);
        chosen
    }
}

/// What a guess about a machine tells about its place: over all others, the density of a tie, which
/// is high where the order is in doubt, times the root of the part of the difference's variance that
/// the guess takes away. The chance that a guess turns the order of two equals rises with that root.
fn information(posterior: &Posterior, machine: usize) -> f64 {
    let covariance = &posterior.covariance;
    let of = posterior.variances;
    let guess = covariance[machine][machine] + of.noise + of.sitting + of.judge;
    let others = (0..MACHINES).filter(|&other| other != machine);
    let about = |other: usize| {
        let variance = apart(posterior, machine, other);
        let known = (covariance[machine][machine] - covariance[machine][other]).powi(2) / guess;
        tie(posterior, machine, other) * (known / variance).sqrt()
    };
    others.map(about).sum()
}

/// The same of two guesses side by side about the difference of two machines.
fn side_by_side(posterior: &Posterior, one: usize, other: usize) -> f64 {
    let variance = apart(posterior, one, other);
    let guesses = variance + 2.0 * posterior.variances.noise;
    tie(posterior, one, other) * (variance / guesses).sqrt()
}

/// Variance of the difference of two levels.
fn apart(posterior: &Posterior, one: usize, other: usize) -> f64 {
    let covariance = &posterior.covariance;
    (covariance[one][one] + covariance[other][other] - 2.0 * covariance[one][other]).max(1e-9)
}

/// The density of a tie in the estimates once half of the difference's variance has been taken away:
/// a look further ahead than one guess, which seldom turns an order by itself.
fn tie(posterior: &Posterior, one: usize, other: usize) -> f64 {
    let away = posterior.means[one] - posterior.means[other];
    normal::density(away / (apart(posterior, one, other) / 2.0).sqrt())
}
