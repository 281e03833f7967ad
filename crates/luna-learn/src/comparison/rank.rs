//! Rankings: ratings with intervals by any model over any log.

use std::cmp::Ordering;
use std::fmt;

use crate::comparison::bradley_terry::{self as bt, AggregatedLog, Comparability, FitError, Ties};
use crate::comparison::elo::Elo;
use crate::comparison::glicko::Glicko2;
use crate::comparison::match_log::Log;
use crate::comparison::trueskill::TrueSkill;
use crate::distribution::normal;
use crate::interval::bootstrap;

/// Coverage of the intervals.
pub const LEVEL: f64 = 0.95;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    BradleyTerry,
    Davidson,
    RaoKupper,
    Elo,
    Glicko2,
    TrueSkill,
}

impl Model {
    pub const ALL: [Model; 6] = [
        Model::BradleyTerry,
        Model::Davidson,
        Model::RaoKupper,
        Model::Elo,
        Model::Glicko2,
        Model::TrueSkill,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Model::BradleyTerry => "bradley-terry",
            Model::Davidson => "davidson",
            Model::RaoKupper => "rao-kupper",
            Model::Elo => "elo",
            Model::Glicko2 => "glicko-2",
            Model::TrueSkill => "trueskill",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// Bootstrap rounds; 0 for no bootstrap intervals.
    pub rounds: u64,
    pub seed: u64,
    /// Prior of the Bradley-Terry, Davidson and Rao-Kupper models.
    pub prior: f64,
    pub elo: Elo,
    pub glicko: Glicko2,
    pub trueskill: TrueSkill,
}

/// Ratings by one model, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    pub model: Model,
    pub players: Vec<RankedPlayer>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RankedPlayer {
    pub name: String,
    /// Number of comparisons.
    pub comparisons: usize,
    /// On Elo's scale with mean 1500 for the Bradley-Terry, Davidson and Rao-Kupper models;
    /// infinite or NaN according to the standing.
    pub rating: f64,
    pub standing: Comparability,
    /// The model's own interval: from sandwich errors for the Bradley-Terry, Davidson and
    /// Rao-Kupper models, from the deviation for Glicko-2 and `TrueSkill`.
    pub interval: Option<(f64, f64)>,
    /// Bootstrap percentile interval.
    pub bootstrap: Option<(f64, f64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Unfit(FitError),
    /// `TrueSkill` has no weights.
    Weights,
}

/// Ratings, half widths of the model's own intervals (NaN for none), and bootstrap ratings.
struct Estimates {
    ratings: Vec<f64>,
    margins: Vec<f64>,
    rounds: Vec<Vec<f64>>,
    standings: Vec<Comparability>,
}

pub fn rank(log: &Log, model: Model, settings: &Settings) -> Result<Ranking, Refusal> {
    let estimates = match model {
        Model::BradleyTerry => fit_paired(log, Ties::Halves, settings)?,
        Model::Davidson => fit_paired(log, Ties::Davidson, settings)?,
        Model::RaoKupper => fit_paired(log, Ties::RaoKupper, settings)?,
        Model::Elo | Model::Glicko2 | Model::TrueSkill => rate_in_order(log, model, settings)?,
    };
    // A single cluster resamples to itself, which shows no uncertainty.
    let rounds = if log.clusters() == 1 { &[][..] } else { &estimates.rounds };
    let bootstrap = bootstrap::percentile_intervals(rounds, LEVEL);
    let comparisons = log.comparison_counts();
    let mut players: Vec<RankedPlayer> = (log.names.iter().enumerate())
        .map(|(player, name)| {
            let (rating, standing) = (estimates.ratings[player], estimates.standings[player]);
            let margin = Some(estimates.margins[player]).filter(|margin| margin.is_finite());
            RankedPlayer {
                name: name.clone(),
                comparisons: comparisons[player],
                rating,
                standing,
                interval: margin.map(|margin| (rating - margin, rating + margin)),
                bootstrap: bootstrap
                    .get(player)
                    .copied()
                    .filter(|_| standing == Comparability::Rated),
            }
        })
        .collect();
    players.sort_by(best_first);
    Ok(Ranking { model, players })
}

fn best_first(one: &RankedPlayer, other: &RankedPlayer) -> Ordering {
    let unknown = one.rating.is_nan().cmp(&other.rating.is_nan());
    unknown.then(other.rating.total_cmp(&one.rating)).then_with(|| one.name.cmp(&other.name))
}

fn fit_paired(log: &Log, ties: Ties, settings: &Settings) -> Result<Estimates, Refusal> {
    let (how, counted) = (bt::Settings { ties, prior: settings.prior }, AggregatedLog::new(log));
    let fit = counted.fit(how).map_err(Refusal::Unfit)?;
    let mut rounds = counted.bootstrap(&fit, how, settings.rounds, settings.seed);
    let scale = 400.0 / std::f64::consts::LN_10;
    let wide = scale * z_score();
    let points = |strength: f64| 1500.0 + scale * strength;
    rounds.iter_mut().flatten().for_each(|strength| *strength = points(*strength));
    Ok(Estimates {
        ratings: fit.strengths.into_iter().map(points).collect(),
        margins: fit.errors.into_iter().map(|error| wide * error).collect(),
        rounds,
        standings: fit.standings,
    })
}

fn rate_in_order(log: &Log, model: Model, settings: &Settings) -> Result<Estimates, Refusal> {
    if model == Model::TrueSkill && log.comparisons().any(|one| (one.weight - 1.0).abs() > 0.0) {
        return Err(Refusal::Weights);
    }
    let run = |repeats: Option<&[u32]>| -> Vec<(f64, f64)> {
        match model {
            Model::Glicko2 => (settings.glicko.ratings(log, repeats).into_iter())
                .map(|level| (level.rating, level.deviation))
                .collect(),
            Model::TrueSkill => (settings.trueskill.beliefs(log, repeats).into_iter())
                .map(|belief| (belief.mean, belief.deviation))
                .collect(),
            Model::Elo | Model::BradleyTerry | Model::Davidson | Model::RaoKupper => {
                let ratings = settings.elo.ratings(log, repeats);
                ratings.into_iter().map(|rating| (rating, f64::NAN)).collect()
            }
        }
    };
    let (ratings, deviations): (_, Vec<f64>) = run(None).into_iter().unzip();
    let rounds = bootstrap::resample(settings.rounds, settings.seed, |rng| {
        let repeats = log.resample_counts(rng);
        run(Some(&repeats)).into_iter().map(|(rating, _)| rating).collect()
    });
    let wide = z_score();
    let margins = deviations.into_iter().map(|deviation| wide * deviation).collect();
    let standings = vec![Comparability::Rated; log.names.len()];
    Ok(Estimates { ratings, margins, rounds, standings })
}

/// Half width of an interval in standard errors.
fn z_score() -> f64 {
    normal::quantile(0.5 + 0.5 * LEVEL)
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Unfit(FitError::NoScale) => {
                "no two players can be put on one scale: between any two, directly and through \
                 others, all wins go one way or nothing was compared, so every difference is \
                 infinite or unknown"
            }
            Refusal::Unfit(FitError::OnlyTies) => {
                "every comparison is a tie, so a model with its own probability of ties makes them \
                 infinitely likely and says nothing about the players"
            }
            Refusal::Weights => "TrueSkill has no weights, and this log has weights other than 1",
        })
    }
}

impl std::error::Error for Refusal {}
