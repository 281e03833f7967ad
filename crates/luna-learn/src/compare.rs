//! Any model over any log: ratings with intervals, in one shape for all.

use std::cmp::Ordering;
use std::fmt;

use crate::bradley_terry::{self as bt, Counted, Standing, Ties, Unfit};
use crate::elo::Elo;
use crate::glicko::Glicko2;
use crate::match_log::Log;
use crate::trueskill::TrueSkill;
use crate::{bootstrap, normal};

/// How much the intervals hold.
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
    /// How often the log is drawn anew; 0 for no such intervals.
    pub rounds: u64,
    pub seed: u64,
    /// For Bradley and Terry's model, Davidson's, and Rao and Kupper's.
    pub prior: f64,
    pub elo: Elo,
    pub glicko: Glicko2,
    pub trueskill: TrueSkill,
}

/// The ratings by one model, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    pub model: Model,
    pub players: Vec<Rated>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    pub name: String,
    /// How many comparisons it was in.
    pub comparisons: usize,
    /// On Elo's scale with mean 1500 for the models of Bradley and Terry, of
    /// Davidson, and of Rao and Kupper; infinite or NaN by its standing.
    pub rating: f64,
    pub standing: Standing,
    /// What the model itself says: from sandwich errors for Bradley and Terry's,
    /// Davidson's, and Rao and Kupper's, from the deviation for Glicko-2 and
    /// `TrueSkill`.
    pub interval: Option<(f64, f64)>,
    /// The middle of what the rounds gave.
    pub bootstrap: Option<(f64, f64)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    Unfit(Unfit),
    /// `TrueSkill` knows no weights.
    Weights,
}

/// Ratings, half the width of the model's own intervals (NaN for none), and the
/// ratings of each round.
struct Estimates {
    ratings: Vec<f64>,
    margins: Vec<f64>,
    rounds: Vec<Vec<f64>>,
    standings: Vec<Standing>,
}

pub fn compare(log: &Log, model: Model, settings: &Settings) -> Result<Compared, Refusal> {
    let estimates = match model {
        Model::BradleyTerry => fitted(log, Ties::Halves, settings)?,
        Model::Davidson => fitted(log, Ties::Davidson, settings)?,
        Model::RaoKupper => fitted(log, Ties::RaoKupper, settings)?,
        Model::Elo | Model::Glicko2 | Model::TrueSkill => played(log, model, settings)?,
    };
    // One cluster drawn anew is the same again, which says nothing.
    let rounds = if log.clusters() == 1 { &[][..] } else { &estimates.rounds };
    let bootstrap = bootstrap::intervals(rounds, LEVEL);
    let comparisons = log.met();
    let mut players: Vec<Rated> = (log.names.iter().enumerate())
        .map(|(player, name)| {
            let (rating, standing) = (estimates.ratings[player], estimates.standings[player]);
            let margin = Some(estimates.margins[player]).filter(|margin| margin.is_finite());
            Rated {
                name: name.clone(),
                comparisons: comparisons[player],
                rating,
                standing,
                interval: margin.map(|margin| (rating - margin, rating + margin)),
                bootstrap: bootstrap.get(player).copied().filter(|_| standing == Standing::Rated),
            }
        })
        .collect();
    players.sort_by(best_first);
    Ok(Compared { model, players })
}

fn best_first(one: &Rated, other: &Rated) -> Ordering {
    let unknown = one.rating.is_nan().cmp(&other.rating.is_nan());
    unknown.then(other.rating.total_cmp(&one.rating)).then_with(|| one.name.cmp(&other.name))
}

fn fitted(log: &Log, ties: Ties, settings: &Settings) -> Result<Estimates, Refusal> {
    let (how, counted) = (bt::Settings { ties, prior: settings.prior }, Counted::new(log));
    let fit = counted.fit(how).map_err(Refusal::Unfit)?;
    let mut rounds = counted.bootstrap(&fit, how, settings.rounds, settings.seed);
    let scale = 400.0 / std::f64::consts::LN_10;
    let wide = scale * two_sided();
    let points = |strength: f64| 1500.0 + scale * strength;
    rounds.iter_mut().flatten().for_each(|strength| *strength = points(*strength));
    Ok(Estimates {
        ratings: fit.strengths.into_iter().map(points).collect(),
        margins: fit.errors.into_iter().map(|error| wide * error).collect(),
        rounds,
        standings: fit.standings,
    })
}

fn played(log: &Log, model: Model, settings: &Settings) -> Result<Estimates, Refusal> {
    if model == Model::TrueSkill && log.comparisons().any(|one| (one.weight - 1.0).abs() > 0.0) {
        return Err(Refusal::Weights);
    }
    let run = |repeats: Option<&[u32]>| -> Vec<(f64, f64)> {
        match model {
            Model::Glicko2 => (settings.glicko.levels(log, repeats).into_iter())
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
    let rounds = bootstrap::rounds(settings.rounds, settings.seed, |draws| {
        let repeats = log.repeats(draws);
        run(Some(&repeats)).into_iter().map(|(rating, _)| rating).collect()
    });
    let wide = two_sided();
    let margins = deviations.into_iter().map(|deviation| wide * deviation).collect();
    let standings = vec![Standing::Rated; log.names.len()];
    Ok(Estimates { ratings, margins, rounds, standings })
}

/// How many standard errors the interval goes to either side.
fn two_sided() -> f64 {
    normal::normal_quantile(0.5 + 0.5 * LEVEL)
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::Unfit(Unfit::NoScale) => {
                "no two players can be put on one scale: between any two, directly and through \
                 others, all wins go one way or nothing was compared, so every difference is \
                 infinite or unknown"
            }
            Refusal::Unfit(Unfit::OnlyTies) => {
                "every comparison is a tie, so a model with ties of their own makes them \
                 infinitely likely and says nothing of the players"
            }
            Refusal::Weights => "TrueSkill knows no weights, and this log has some other than 1",
        })
    }
}

impl std::error::Error for Refusal {}
