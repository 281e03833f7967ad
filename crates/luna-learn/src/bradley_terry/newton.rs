//! Strengths of greatest likelihood, by Newton's steps.

use super::likelihood::logistic;
use super::model::{Pair, Settings, Ties};
use crate::float;

/// After a step so small the strengths are right to some twelve digits: each
/// step squares what is missing, down to the part that is left unsolved.
pub(super) const STILL: f64 = 1e-6;
/// To some eight digits.
pub(super) const ALMOST_STILL: f64 = 1e-4;
/// The part of a step that is left unsolved: of a long one, which will not be
/// the last, much, and of a short one little.
const CLOSE: f64 = 1e-6;
const CLOSE_ENOUGH: f64 = 1e-2;
const MOST_STEPS: usize = 200;

pub(super) struct Solved {
    pub(super) strengths: Vec<f64>,
    pub(super) ties: f64,
}

/// The likelihood about some strengths: which way it rises, and how it bends.
/// The last place belongs to the parameter for ties.
pub(super) struct Slope {
    pub(super) rise: Vec<f64>,
    pub(super) bend: Bend,
}

/// The negative second derivatives, pair by pair.
pub(super) struct Bend {
    bends: Vec<PairBend>,
    diagonal: Vec<f64>,
    /// What the prior adds to the diagonal.
    held: Vec<f64>,
}

struct PairBend {
    left: usize,
    right: usize,
    /// By the difference of the two, and by it and the parameter for ties.
    apart: f64,
    both: f64,
}

/// Each step is shortened by how far it would go: `ln(1 + d) / d` of it, with
/// `d` the most that any difference changes. For likelihoods like these, whose
/// third derivative is at most `d` times the second, that never overshoots. A
/// threshold is never more than halved. The last step is a `still` one.
pub(super) fn solve(
    pairs: &[Pair],
    settings: Settings,
    start: Vec<f64>,
    ties: f64,
    still: f64,
) -> Solved {
    let any_ties = pairs.iter().any(|pair| pair.tied > 0.0);
    let with_ties = settings.ties != Ties::Halves && any_ties;
    let mut ties = match with_ties {
        true if ties > 0.0 => ties,
        true => 1.0,
        false => 0.0,
    };
    let (mut strengths, mut far) = (start, 1.0_f64);
    let mut slope = Slope::new(strengths.len(), pairs.len());
    for _ in 0..MOST_STEPS {
        slope.take(pairs, settings, &strengths, ties);
        let step = slope.bend.solve(slope.rise.clone(), (0.1 * far).clamp(CLOSE, CLOSE_ENOUGH));
        let tie_step = if with_ties { step.last().copied().unwrap_or_default() } else { 0.0 };
        let range = step
            .iter()
            .take(strengths.len())
            .fold((0.0_f64, 0.0_f64), |(low, high), &x| (low.min(x), high.max(x)));
        far = range.1 - range.0 + tie_step.abs();
        let mut part = if far > still { far.ln_1p() / far } else { 1.0 };
        if settings.ties == Ties::RaoKupper && tie_step < 0.0 {
            part = part.min(-0.5 * ties / tie_step);
        }
        for (strength, change) in strengths.iter_mut().zip(&step) {
            *strength += part * change;
        }
        match settings.ties {
            Ties::RaoKupper => ties += part * tie_step,
            Ties::Halves | Ties::Davidson => ties *= (part * tie_step).exp(),
        }
        if far <= still {
            break;
        }
    }
    Solved { strengths, ties }
}

impl Slope {
    pub(super) fn new(players: usize, pairs: usize) -> Slope {
        let bends = Vec::with_capacity(pairs);
        let (diagonal, held) = (vec![0.0; players + 1], vec![0.0; players]);
        Slope { rise: vec![0.0; players + 1], bend: Bend { bends, diagonal, held } }
    }

    /// That about these strengths, in the place of what it was.
    pub(super) fn take(
        &mut self,
        pairs: &[Pair],
        settings: Settings,
        strengths: &[f64],
        ties: f64,
    ) {
        let (players, prior) = (strengths.len(), settings.prior);
        let Slope { rise, bend: Bend { bends, diagonal, held } } = self;
        bends.clear();
        rise.fill(0.0);
        diagonal.fill(0.0);
        for pair in pairs {
            let (left, right) = (pair.left, pair.right);
            let one = settings.ties.slope(pair, strengths[left] - strengths[right], ties);
            rise[left] += one.rise;
            rise[right] -= one.rise;
            diagonal[left] += one.apart;
            diagonal[right] += one.apart;
            rise[players] += one.tie_rise;
            diagonal[players] += one.ties;
            bends.push(PairBend { left, right, apart: one.apart, both: one.both });
        }
        if prior > 0.0 {
            for (player, &strength) in strengths.iter().enumerate() {
                let score = logistic(strength);
                rise[player] += prior * (0.5 - score);
                held[player] = prior * score * (1.0 - score);
                diagonal[player] += held[player];
            }
        }
    }
}

impl Bend {
    /// The lower triangle of it, by `places` of the players `rated`, and at
    /// last the ties. Without a prior, moving all players alike changes
    /// nothing; that way is bent like the others are on the average.
    pub(super) fn rows(&self, rated: &[usize], places: &[usize]) -> Vec<Vec<f64>> {
        let (players, count) = (self.held.len(), rated.len());
        let whole: f64 = self.diagonal.iter().take(players).sum();
        let together = if self.free() { whole / float(count * count) } else { 0.0 };
        let mut rows: Vec<Vec<f64>> = (1..=count).map(|length| vec![together; length]).collect();
        for (place, &player) in rated.iter().enumerate() {
            rows[place][place] += self.diagonal[player];
        }
        let mut last = vec![0.0; count + 1];
        last[count] = if self.diagonal[players] > 0.0 { self.diagonal[players] } else { 1.0 };
        for &PairBend { left, right, apart, both } in &self.bends {
            let (left, right) = (places[left], places[right]);
            rows[left.max(right)][left.min(right)] -= apart;
            last[left] += both;
            last[right] -= both;
        }
        rows.push(last);
        rows
    }

    /// Whether nothing holds the strengths as a whole.
    fn free(&self) -> bool {
        self.held.iter().all(|&held| held <= 0.0)
    }

    /// What it turns `x` into.
    fn times(&self, x: &[f64], out: &mut [f64]) {
        let last = self.held.len();
        for ((out, x), held) in out.iter_mut().zip(x).zip(&self.held) {
            *out = held * x;
        }
        let mut sum = self.diagonal[last] * x[last];
        for &PairBend { left, right, apart, both } in &self.bends {
            let difference = x[left] - x[right];
            let push = apart * difference + both * x[last];
            out[left] += push;
            out[right] -= push;
            sum += both * difference;
        }
        out[last] = sum;
    }

    /// What it turns into `rest`: conjugate gradients, each place in its own
    /// measure. Without a prior only differences are determined, and `rest` has
    /// the sum zero but for rounding, which is taken away. The part `close` is left
    /// unsolved.
    fn solve(&self, mut rest: Vec<f64>, close: f64) -> Vec<f64> {
        if self.free() {
            let (sum, count) = (rest.iter().zip(&self.diagonal).take(self.held.len()))
                .filter(|(_, own)| **own > 0.0)
                .fold((0.0, 0.0), |(sum, count), (rest, _)| (sum + rest, count + 1.0));
            let known = rest.iter_mut().zip(&self.diagonal).take(self.held.len());
            known.filter(|(_, own)| **own > 0.0).for_each(|(rest, _)| *rest -= sum / count);
        }
        let scaled = |rest: &[f64]| -> Vec<f64> {
            let each = rest.iter().zip(&self.diagonal);
            each.map(|(rest, &own)| if own > 0.0 { rest / own } else { 0.0 }).collect()
        };
        let mut found = vec![0.0; rest.len()];
        let mut way = scaled(&rest);
        let mut size = dot(&rest, &way);
        let (enough, mut turned) = (size * close * close, vec![0.0; rest.len()]);
        for _ in 0..10 * rest.len() {
            if size <= enough {
                break;
            }
            self.times(&way, &mut turned);
            let bent = dot(&way, &turned);
            if bent <= 0.0 {
                break;
            }
            let far = size / bent;
            for (((found, way), rest), turned) in
                found.iter_mut().zip(&way).zip(&mut rest).zip(&turned)
            {
                *found += far * way;
                *rest -= far * turned;
            }
            let next = scaled(&rest);
            let before = std::mem::replace(&mut size, dot(&rest, &next));
            for (way, next) in way.iter_mut().zip(next) {
                *way = next + size / before * *way;
            }
        }
        found
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}
