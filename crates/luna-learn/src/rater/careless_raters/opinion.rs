//! Chances of a rating: of a careful rater, given the quality of a question, and of a habit.

use crate::distribution::normal::cdf;

/// Ratings on the scale, counted from 0.
pub(super) const RATINGS: usize = 5;
/// Qualities from 1 to 5 in half steps, and last: a question that divides careful raters.
pub(super) const STATES: usize = 10;
/// The share of questions that divide.
const DIVIDED: f64 = 0.12;
/// The share of questions that divide among gold ones, whose ratings people agreed on.
const DIVIDED_GOLD: f64 = 0.03;
/// The share of a careful rater's ratings that follow from nothing.
const LAPSES: f64 = 0.04;
const UNIFORM: f64 = 0.2;

/// A value for each state of a question.
pub(super) type States = [f64; STATES];

/// Careful raters are stricter or milder than others, and more or less exact.
const OFFSETS: [(f64, f64); 5] = [(-1.0, 0.1), (-0.5, 0.2), (0.0, 0.4), (0.5, 0.2), (1.0, 0.1)];
const ERRORS: [(f64, f64); 4] = [(0.25, 0.1), (0.5, 0.15), (0.8, 0.3), (1.1, 0.45)];
pub(super) const MANNERS: usize = OFFSETS.len() * ERRORS.len();

/// A manner of rating with care.
pub(super) struct Manner {
    pub share: f64,
    /// The chance of each rating in each state.
    pub chances: [States; RATINGS],
}

pub(super) fn manners() -> Vec<Manner> {
    let pairs = OFFSETS.iter().flat_map(|offset| ERRORS.iter().map(move |error| (offset, error)));
    pairs
        .map(|(offset, error)| Manner {
            share: offset.1 * error.1,
            chances: chances(offset.0, error.0),
        })
        .collect()
}

fn chances(offset: f64, error: f64) -> [States; RATINGS] {
    let mut chances = [[UNIFORM; STATES]; RATINGS];
    for (rating, row) in (0_u8..).zip(&mut chances) {
        let edge = |step: u8, quality: f64| match step {
            0 => 0.0,
            5 => 1.0,
            _ => cdf((f64::from(step) + 0.5 - quality - offset) / error),
        };
        for (state, chance) in row.iter_mut().take(STATES - 1).enumerate() {
            let quality = quality(state);
            let share = edge(rating + 1, quality) - edge(rating, quality);
            *chance = (1.0 - LAPSES) * share + LAPSES * UNIFORM;
        }
    }
    chances
}

/// The quality of a state that does not divide.
pub(super) fn quality(state: usize) -> f64 {
    1.0 + 0.5 * crate::number::float(state)
}

/// The states of a question before anybody rates it, as shares: `counts` are those that are known.
pub(super) fn shares(counts: &States) -> States {
    let mut shares = *counts;
    let sum: f64 = shares[..STATES - 1].iter().sum();
    for share in &mut shares {
        *share *= (1.0 - DIVIDED) / sum;
    }
    shares[STATES - 1] = DIVIDED;
    shares
}

/// The states of a question whose rating is known, counted from 0.
pub(super) fn known(rating: usize) -> States {
    let mut states = [0.0; STATES];
    for (state, share) in states.iter_mut().take(STATES - 1).enumerate() {
        *share = match state.abs_diff(2 * rating) {
            0 => 0.5,
            1 => 0.25,
            _ => 0.0,
        };
    }
    let sum: f64 = states.iter().sum();
    for share in &mut states {
        *share *= (1.0 - DIVIDED_GOLD) / sum;
    }
    states[STATES - 1] = DIVIDED_GOLD;
    states
}

/// The standard deviation of the quality of questions that do not divide.
pub(super) fn spread(shares: &States) -> f64 {
    let of = |power: i32| -> f64 {
        let terms = shares.iter().take(STATES - 1).enumerate();
        terms.map(|(state, share)| share * quality(state).powi(power)).sum::<f64>()
            / (1.0 - DIVIDED)
    };
    (of(2) - of(1).powi(2)).max(0.0).sqrt()
}

/// Log likelihoods of a rater's ratings, whatever the questions.
#[derive(Clone, Copy)]
pub(super) struct Blind {
    /// Each rating is as likely.
    pub uniform: f64,
    /// As often as the whole crowd gives it.
    pub crowd: f64,
    /// All habits of careless raters together.
    pub careless: f64,
}

impl Blind {
    pub(super) fn of(ratings: &[usize], crowd: &[f64; RATINGS]) -> Blind {
        let uniform = crate::number::float(ratings.len()) * UNIFORM.ln();
        let as_crowd: f64 = ratings.iter().map(|it| crowd[*it].ln()).sum();
        let habits: [(f64, f64); 4] = [
            (0.55, uniform),
            (0.1, as_crowd),
            (0.25, habit(ratings, false)),
            (0.1, habit(ratings, true)),
        ];
        let careless = log_sum(habits.iter().map(|(share, it)| share.ln() + it));
        Blind { uniform, crowd: as_crowd, careless }
    }

    /// Uniform or like the crowd.
    pub(super) fn any(&self) -> f64 {
        log_sum([self.uniform, self.crowd].into_iter()) - 2.0_f64.ln()
    }
}

/// The log likelihood of a habit that shows as a rater goes on (Dirichlet-multinomial): of some ratings,
/// or of what follows on each.
fn habit(ratings: &[usize], follows: bool) -> f64 {
    const PRIOR: f64 = 0.4;
    let mut counts = [[PRIOR; RATINGS]; RATINGS + 1];
    let (mut before, mut sum) = (RATINGS, 0.0);
    for &rating in ratings {
        let row = &mut counts[before];
        sum += (row[rating] / row.iter().sum::<f64>()).ln();
        row[rating] += 1.0;
        if follows {
            before = rating;
        }
    }
    sum
}

/// The logarithm of a sum of exponentials.
pub(super) fn log_sum(logs: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = logs.clone().fold(f64::NEG_INFINITY, f64::max);
    most + logs.map(|it| (it - most).exp()).sum::<f64>().ln()
}
