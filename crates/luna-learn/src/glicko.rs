//! Glicko-2: a rating, how unsure it is, and how erratic the player. What
//! happens within one rating period counts as at once.

use crate::match_log::{Comparison, Log};

/// One point of the scale that the formulas are written in, on Elo's.
const POINT: f64 = 173.7178;
/// Where the search for the volatility ends.
const CLOSE: f64 = 1e-9;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glicko2 {
    pub start: Level,
    /// How little the volatility changes: between 0.3 and 1.2.
    pub tau: f64,
    /// How long a rating period is, in the log's unit of time; without, each
    /// time in the log is a period.
    pub period: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
}

impl Default for Glicko2 {
    fn default() -> Glicko2 {
        let start = Level { rating: 1500.0, deviation: 350.0, volatility: 0.06 };
        Glicko2 { start, tau: 0.5, period: None }
    }
}

/// What a player did in the period under way.
#[derive(Clone, Copy, Default)]
struct Form {
    /// How much the comparisons tell.
    information: f64,
    /// Won beyond what was expected, in the same proportion.
    surprise: f64,
}

/// A level on the formulas' scale, as it was at the end of a period.
#[derive(Clone, Copy)]
struct Standing {
    mu: f64,
    phi: f64,
    sigma: f64,
    period: f64,
}

impl Glicko2 {
    /// At the end of the last period, each comparison counted as often as it
    /// `repeats` (once without) and as much as it weighs. Who is idle grows
    /// unsure; who has not come yet does not.
    pub fn levels(&self, log: &Log, repeats: Option<&[u32]>) -> Vec<Level> {
        let start = self.start;
        let mut standings: Vec<Option<Standing>> = vec![None; log.names.len()];
        let mut forms = vec![Form::default(); log.names.len()];
        let (mut period, mut first) = (0.0, 0);
        let comparisons: Vec<Comparison> = log.comparisons().collect();
        let begin = comparisons.first().map_or(0.0, |first| first.time);
        for rows in comparisons.chunk_by(|one, other| self.same_period(begin, one, other)) {
            period = self.period_of(begin, rows, period);
            let come = |player: &Option<Standing>| match *player {
                Some(Standing { mu, phi, sigma, period: last }) => {
                    let idle = (period - last - 1.0).max(0.0);
                    Standing { mu, phi: phi.hypot(sigma * idle.sqrt()), sigma, period }
                }
                None => Standing {
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
                standings[player] = Some(come(&standings[player]));
            }
            for (nth, one) in rows.iter().enumerate() {
                let times =
                    repeats.map_or(1, |repeats| repeats.get(first + nth).copied().unwrap_or(0));
                let (left, right) = (one.left(), one.right());
                if let (Some(here), Some(there)) = (standings[left], standings[right]) {
                    let (weight, score) = (one.weight * f64::from(times), one.outcome.score());
                    forms[left].meets(here, there, score, weight);
                    forms[right].meets(there, here, 1.0 - score, weight);
                }
            }
            for &player in &present {
                let form = std::mem::take(&mut forms[player]);
                standings[player] = standings[player].map(|before| self.after(before, form));
            }
            first += rows.len();
        }
        let level = |standing: Standing| Level {
            rating: 1500.0 + POINT * standing.mu,
            deviation: POINT
                * standing.phi.hypot(standing.sigma * (period - standing.period).sqrt()),
            volatility: standing.sigma,
        };
        standings.into_iter().map(|one| one.map_or(start, level)).collect()
    }

    fn same_period(&self, begin: f64, one: &Comparison, other: &Comparison) -> bool {
        let number =
            |one: &Comparison| self.period.map_or(one.time, |length| number(begin, one, length));
        number(one).total_cmp(&number(other)).is_eq()
    }

    /// The number of the period that the rows belong to.
    fn period_of(&self, begin: f64, rows: &[Comparison], before: f64) -> f64 {
        match (self.period, rows.first()) {
            (Some(length), Some(one)) => number(begin, one, length),
            _ => before + 1.0,
        }
    }

    fn after(&self, before: Standing, form: Form) -> Standing {
        let Standing { mu, phi, sigma, period } = before;
        if form.information <= 0.0 {
            return Standing { phi: phi.hypot(sigma), ..before };
        }
        let variance = 1.0 / form.information;
        let sigma = self.volatility(phi, sigma, variance, variance * form.surprise);
        let phi = 1.0 / (1.0 / (phi * phi + sigma * sigma) + form.information).sqrt();
        Standing { mu: mu + phi * phi * form.surprise, phi, sigma, period }
    }

    /// Where the posterior density of the logarithm of the squared volatility
    /// is highest: a root, found by regula falsi (the Illinois way).
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
            if (high - low).abs() <= CLOSE || !between.is_finite() {
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

impl Form {
    fn meets(&mut self, here: Standing, there: Standing, score: f64, weight: f64) {
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
    use crate::match_log::Outcome;

    #[test]
    fn the_published_example_comes_out() {
        let model = Glicko2::default();
        let standing = |rating: f64, deviation: f64| Standing {
            mu: (rating - 1500.0) / POINT,
            phi: deviation / POINT,
            sigma: 0.06,
            period: 1.0,
        };
        let (player, mut form) = (standing(1500.0, 200.0), Form::default());
        for (rating, deviation, score) in
            [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)]
        {
            form.meets(player, standing(rating, deviation), score, 1.0);
        }
        let after = model.after(player, form);
        assert!((1500.0 + POINT * after.mu - 1464.06).abs() < 0.01);
        assert!((POINT * after.phi - 151.52).abs() < 0.005);
        assert!((after.sigma - 0.059_99).abs() < 0.000_01);
    }

    /// Four rows to a period.
    fn in_periods() -> Log {
        let log = Log::read(crate::SMALL.as_bytes()).unwrap();
        let name = |player: usize| log.names[player].as_str();
        Log::of_timed_games(log.comparisons().enumerate().map(|(nth, one)| {
            (name(one.left()), name(one.right()), one.outcome, crate::float(nth / 4))
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
                model.levels(&log, None).iter().zip(known)
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
        let log = Log::of_timed_games(games);
        let near = Glicko2::default().levels(&log, None);
        let far = Glicko2 { period: Some(1.0), ..Glicko2::default() }.levels(&log, None);
        assert!(far[0].deviation > near[0].deviation && far[2] == near[2]);
        let steps = (far[0].deviation.powi(2) - near[0].deviation.powi(2))
            / (POINT * far[0].volatility).powi(2);
        assert!((steps - 99.0).abs() < 1e-6, "{steps}");
    }

    #[test]
    fn a_great_surprise_raises_the_volatility() {
        let games = vec![("weak", "strong", Outcome::Left); 40];
        let start = Level { rating: 1500.0, deviation: 30.0, volatility: 0.06 };
        let model = Glicko2 { start, tau: 1.2, ..Glicko2::default() };
        let levels = model.levels(&Log::of_games(games), None);
        assert!(levels[0].volatility > 0.061, "{levels:?}");
    }
}
