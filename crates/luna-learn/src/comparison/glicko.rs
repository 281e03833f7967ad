//! Glicko-2 ratings with deviation and volatility. All games of a rating period count at once.

use crate::comparison::match_log::{Comparison, Log};

/// One unit of the internal scale, in Elo points.
const POINT: f64 = 173.7178;
/// Tolerance of the search for the volatility.
const TOLERANCE: f64 = 1e-9;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glicko2 {
    pub start: Rating,
    /// Constraint on the change of volatility: between 0.3 and 1.2.
    pub tau: f64,
    /// Length of a rating period in the log's unit of time; without one, each distinct time is a
    /// period.
    pub period: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
}

impl Default for Glicko2 {
    fn default() -> Glicko2 {
        let start = Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06 };
        Glicko2 { start, tau: 0.5, period: None }
    }
}

/// Results of a player in the current period.
#[derive(Clone, Copy, Default)]
struct Performance {
    /// Fisher information of the comparisons.
    information: f64,
    /// Sum of actual minus expected scores, weighted alike.
    surprise: f64,
}

/// A rating on the internal scale at the end of a period.
#[derive(Clone, Copy)]
struct State {
    mu: f64,
    phi: f64,
    sigma: f64,
    period: f64,
}

impl Glicko2 {
    /// Ratings at the end of the last period, each comparison repeated as often as `repeats` says
    /// (once without) and weighted. The deviation of an idle player grows once they have played.
    pub fn ratings(&self, log: &Log, repeats: Option<&[u32]>) -> Vec<Rating> {
        let start = self.start;
        let mut states: Vec<Option<State>> = vec![None; log.names.len()];
        let mut performances = vec![Performance::default(); log.names.len()];
        let (mut period, mut first) = (0.0, 0);
        let begin = log.comparisons().next().map_or(0.0, |first| first.time);
        let mut comparisons = log.comparisons().peekable();
        let mut rows: Vec<Comparison> = Vec::new();
        while let Some(one) = comparisons.next() {
            rows.clear();
            rows.push(one);
            let same = |other: &Comparison| self.same_period(begin, &one, other);
            rows.extend(std::iter::from_fn(|| comparisons.next_if(same)));
            period = self.period_of(begin, &rows, period);
            let enter_period = |player: &Option<State>| match *player {
                Some(State { mu, phi, sigma, period: last }) => {
                    let idle = (period - last - 1.0).max(0.0);
                    State { mu, phi: phi.hypot(sigma * idle.sqrt()), sigma, period }
                }
                None => State {
                    mu: (start.rating - 1500.0) / POINT,
                    phi: start.deviation / POINT,
                    sigma: start.volatility,
                    period,
                },
            };
            let mut present: Vec<usize> =
                rows.iter().flat_map(|one| [one.left(), one.right()]).collect();
            present.sort_unstable();
            present.dedup();
            for &player in &present {
                states[player] = Some(enter_period(&states[player]));
            }
            for (nth, one) in rows.iter().enumerate() {
                let times =
                    repeats.map_or(1, |repeats| repeats.get(first + nth).copied().unwrap_or(0));
                let (left, right) = (one.left(), one.right());
                if let (Some(here), Some(there)) = (states[left], states[right]) {
                    let (weight, score) = (one.weight * f64::from(times), one.outcome.score());
                    performances[left].add(here, there, score, weight);
                    performances[right].add(there, here, 1.0 - score, weight);
                }
            }
            for &player in &present {
                let performance = std::mem::take(&mut performances[player]);
                states[player] = states[player].map(|before| self.after(before, performance));
            }
            first += rows.len();
        }
        let level = |state: State| Rating {
            rating: 1500.0 + POINT * state.mu,
            deviation: POINT * state.phi.hypot(state.sigma * (period - state.period).sqrt()),
            volatility: state.sigma,
        };
        states.into_iter().map(|one| one.map_or(start, level)).collect()
    }

    fn same_period(&self, begin: f64, one: &Comparison, other: &Comparison) -> bool {
        let number =
            |one: &Comparison| self.period.map_or(one.time, |length| number(begin, one, length));
        number(one).total_cmp(&number(other)).is_eq()
    }

    /// Number of the period of these rows.
    fn period_of(&self, begin: f64, rows: &[Comparison], before: f64) -> f64 {
        match (self.period, rows.first()) {
            (Some(length), Some(one)) => number(begin, one, length),
            _ => before + 1.0,
        }
    }

    fn after(&self, before: State, performance: Performance) -> State {
        let State { mu, phi, sigma, period } = before;
        if performance.information <= 0.0 {
            return State { phi: phi.hypot(sigma), ..before };
        }
        let variance = 1.0 / performance.information;
        let sigma = self.volatility(phi, sigma, variance, variance * performance.surprise);
        let phi = 1.0 / (1.0 / (phi * phi + sigma * sigma) + performance.information).sqrt();
        State { mu: mu + phi * phi * performance.surprise, phi, sigma, period }
    }

    /// Maximum of the posterior density of the logarithm of the squared volatility, by the Illinois
    /// method.
    fn volatility(&self, phi: f64, sigma: f64, variance: f64, change: f64) -> f64 {
        let begin = (sigma * sigma).ln();
        let slope = |x: f64| {
            let sum = phi * phi + variance + x.exp();
            x.exp() * (change * change - sum) / (2.0 * sum * sum) - (x - begin) / self.tau.powi(2)
        };
        let excess = change * change - phi * phi - variance;
        let mut low = begin;
        let mut high = if excess > 0.0 {
            excess.ln()
        } else {
            let mut steps = (1..1000).map(|steps| begin - f64::from(steps) * self.tau);
            steps.find(|&x| slope(x) >= 0.0).unwrap_or(begin)
        };
        let (mut at_low, mut at_high) = (slope(low), slope(high));
        for _ in 0..200 {
            let between = low + (low - high) * at_low / (at_high - at_low);
            if (high - low).abs() <= TOLERANCE || !between.is_finite() {
                break;
            }
            let at_between = slope(between);
            if at_between * at_high <= 0.0 {
                (low, at_low) = (high, at_high);
            } else {
                at_low /= 2.0;
            }
            (high, at_high) = (between, at_between);
        }
        (low / 2.0).exp()
    }
}

impl Performance {
    fn add(&mut self, here: State, there: State, score: f64, weight: f64) {
        let blunted = 1.0 / (1.0 + 3.0 * (there.phi / std::f64::consts::PI).powi(2)).sqrt();
        let expected = 1.0 / (1.0 + (-blunted * (here.mu - there.mu)).exp());
        self.information += weight * blunted * blunted * expected * (1.0 - expected);
        self.surprise += weight * blunted * (score - expected);
    }
}

fn number(begin: f64, one: &Comparison, length: f64) -> f64 {
    ((one.time - begin) / length).floor()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::match_log::Outcome;

    #[test]
    fn the_published_example_comes_out() {
        let model = Glicko2::default();
        let state = |rating: f64, deviation: f64| State {
            mu: (rating - 1500.0) / POINT,
            phi: deviation / POINT,
            sigma: 0.06,
            period: 1.0,
        };
        let (player, mut performance) = (state(1500.0, 200.0), Performance::default());
        for (rating, deviation, score) in
            [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
        {
            performance.add(player, state(rating, deviation), score, 1.0);
        }
        let after = model.after(player, performance);
        assert!((1500.0 + POINT * after.mu - 1464.06).abs() < 0.01);
        assert!((POINT * after.phi - 151.52).abs() < 0.005);
        assert!((after.sigma - 0.059_99).abs() < 0.000_01);
    }

    /// Four rows to a period.
    fn in_periods() -> Log {
        let log = Log::read(crate::comparison::SMALL.as_bytes()).unwrap();
        let name = |player: usize| log.names[player].as_str();
        Log::from_timed_games(log.comparisons().enumerate().map(|(nth, one)| {
            (name(one.left()), name(one.right()), one.outcome, crate::number::float(nth / 4))
        }))
    }

    #[test]
    fn periods_follow_each_other() {
        let log = in_periods();
        // glicko2 2.1.0, with the deviation in its volatility where it takes
        // the rating; its search ends at 1e-6.
        let known = [
            (1_518.094_532, 143.063_743, 0.059_993_27),
            (1_647.333_482, 150.947_592, 0.059_999_11),
            (1_226.732_289, 159.898_286, 0.060_000_57),
            (1_617.232_722, 152.897_414, 0.060_002_07),
        ];
        for model in [Glicko2::default(), Glicko2 { period: Some(1.0), ..Glicko2::default() }] {
            for (found, (rating, deviation, volatility)) in
                model.ratings(&log, None).iter().zip(known)
            {
                assert!((found.rating - rating).abs() < 1e-4, "{found:?}");
                assert!((found.deviation - deviation).abs() < 1e-4, "{found:?}");
                assert!((found.volatility - volatility).abs() < 1e-7, "{found:?}");
            }
        }
    }

    #[test]
    fn who_is_idle_grows_unsure() {
        let games = [("a", "b", Outcome::Left, 0.0), ("c", "d", Outcome::Left, 100.0)];
        let log = Log::from_timed_games(games);
        let near = Glicko2::default().ratings(&log, None);
        let far = Glicko2 { period: Some(1.0), ..Glicko2::default() }.ratings(&log, None);
        assert!(far[0].deviation > near[0].deviation && far[2] == near[2]);
        let steps = (far[0].deviation.powi(2) - near[0].deviation.powi(2))
            / (POINT * far[0].volatility).powi(2);
        assert!((steps - 99.0).abs() < 1e-6, "{steps}");
    }

    #[test]
    fn a_great_surprise_raises_the_volatility() {
        let games = vec![("weak", "strong", Outcome::Left); 40];
        let start = Rating { rating: 1500.0, deviation: 30.0, volatility: 0.06 };
        let model = Glicko2 { start, tau: 1.2, ..Glicko2::default() };
        let ratings = model.ratings(&Log::from_games(games), None);
        assert!(ratings[0].volatility > 0.061, "{ratings:?}");
    }
}
