//! Ratings from won and lost games. The winner is computed from the guesses that count now, so an
//! excluded judge has no influence.

use luna_core::rating::{Outcome, Rating, outcome};
use luna_learn::glicko::Glicko2;
use luna_learn::match_log::{self, Log};
use luna_learn::rank::{Model, RankedPlayer, Settings, rank};
use luna_store::rating::derived::{Estimate, GameRatings};

use super::guess_log::{Game, GuessLog, index};
use super::whole;

/// The length of a Glicko-2 period.
const PERIOD_DAYS: f64 = 7.0;
const DAY_MS: i64 = 86_400_000;

/// Sorts the games by their ends, and rates their players.
pub(super) fn count(log: &mut GuessLog) -> Vec<Option<GameRatings>> {
    log.games.sort_by_key(|game| game.at);
    let mut counted = vec![None; log.numbers.len()];
    let log = played(&log.games, counted.len());
    if log.is_empty() {
        return counted;
    }
    let settings = Settings {
        // A few games would else put somebody infinitely far away.
        prior: 1.0,
        glicko: Glicko2 { period: Some(PERIOD_DAYS), ..Glicko2::default() },
        ..Settings::default()
    };
    for model in [Model::BradleyTerry, Model::Elo, Model::Glicko2, Model::TrueSkill] {
        // Each can be refused a log that says too little; the others may not be.
        for rated in rank(&log, model, &settings).map_or(Vec::new(), |all| all.players) {
            let number = rated.name.parse().unwrap_or(usize::MAX);
            let Some(counted) = counted.get_mut(number) else { continue };
            let of: &mut GameRatings = counted.get_or_insert_default();
            of.games = whole(rated.comparisons);
            put(of, model, about(&rated));
        }
    }
    counted
}

fn put(of: &mut GameRatings, model: Model, about: Estimate) {
    match model {
        Model::Elo => of.elo = about,
        Model::Glicko2 => of.glicko = about,
        Model::TrueSkill => of.trueskill = about,
        Model::BradleyTerry | Model::Davidson | Model::RaoKupper => of.bradley_terry = about,
    }
}

fn about(rated: &RankedPlayer) -> Estimate {
    let half = rated.interval.map(|(low, high)| (high - low) / 2.0);
    Estimate {
        rating: Some(rated.rating).filter(|rating| rating.is_finite()),
        half: half.filter(|half| half.is_finite()),
    }
}

/// The games that were won or tied. A player's rating in a game is that of all guesses before it;
/// games with an unrated player are left out.
fn played(games: &[Game], players: usize) -> Log {
    let names: Vec<String> = (0..players).map(|number| number.to_string()).collect();
    let name = |player: u32| names.get(index(player)).map_or("", String::as_str);
    let mut ratings: Vec<Option<Rating>> = vec![None; players];
    Log::from_timed_games(games.iter().filter_map(|game| {
        let outcome = won(game, &ratings);
        for guess in game.guesses().filter(|guess| guess.counts) {
            if let Some(rating) = ratings.get_mut(index(guess.of)) {
                *rating = Some(Rating::after(*rating, guess.points));
            }
        }
        let day = i32::try_from(game.at.div_euclid(DAY_MS)).unwrap_or(i32::MAX);
        let [one, other] = game.players.map(name);
        outcome.map(|outcome| (one, other, outcome, f64::from(day)))
    }))
}

fn won(game: &Game, ratings: &[Option<Rating>]) -> Option<match_log::Outcome> {
    let [one, other] = game.both()?;
    let ratings = game.players.map(|player| ratings.get(index(player)).copied().flatten());
    if ratings.contains(&None) || one.by == other.by {
        return None;
    }
    match outcome(one.points, other.points, ratings) {
        Outcome::Won => Some(match_log::Outcome::Left),
        Outcome::Lost => Some(match_log::Outcome::Right),
        Outcome::Tied => Some(match_log::Outcome::Tie),
        Outcome::NoLoss => None,
    }
}
