//! Ratings from won and lost games. The winner is computed from the guesses that count now, so an
//! excluded judge has no influence.

use luna_core::rating::{Outcome, Rating, outcome};
use luna_learn::glicko::Glicko2;
use luna_learn::match_log::{self, Log};
use luna_learn::rank::{Model, RankedPlayer, Settings, rank};
use luna_store::rating::derived::{Estimate, GameRatings, PlayerRatings};

use super::{TimedGuess, index, whole};

/// The length of a Glicko-2 period.
const PERIOD_DAYS: f64 = 7.0;
const DAY_MS: i64 = 86_400_000;

/// A game that was won or tied, with the time of its end.
struct Game {
    at: i64,
    players: [u32; 2],
    outcome: match_log::Outcome,
}

pub(super) fn count(counted: &mut [PlayerRatings], told: Vec<TimedGuess>) {
    let games = played(told, counted.len());
    if games.is_empty() {
        return;
    }
    let names: Vec<String> = (0..counted.len()).map(|number| number.to_string()).collect();
    let name = |player: u32| names.get(index(player)).map_or("", String::as_str);
    let log = Log::from_timed_games(games.iter().map(|game| {
        let day = i32::try_from(game.at.div_euclid(DAY_MS)).unwrap_or(i32::MAX);
        (name(game.players[0]), name(game.players[1]), game.outcome, f64::from(day))
    }));
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
            let of = counted.games.get_or_insert_default();
            of.games = whole(rated.comparisons);
            put(of, model, about(&rated));
        }
    }
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

/// Games in the order of their ends. A player's rating in a game is that of all guesses before it;
/// games with an unrated player are left out.
fn played(mut told: Vec<TimedGuess>, players: usize) -> Vec<Game> {
    told.sort_by_key(|told| told.at);
    let mut ratings: Vec<Option<Rating>> = vec![None; players];
    let mut games = Vec::new();
    for game in told.chunk_by(|a, b| a.game == b.game) {
        if let [one, other] = game {
            games.extend(won(one, other, &ratings));
        }
        for told in game.iter().filter(|told| told.counts) {
            if let Some(rating) = ratings.get_mut(index(told.of)) {
                *rating = Some(Rating::after(*rating, told.points));
            }
        }
    }
    games
}

fn won(one: &TimedGuess, other: &TimedGuess, ratings: &[Option<Rating>]) -> Option<Game> {
    let players = [one.by, other.by];
    let ratings = players.map(|player| ratings.get(index(player)).copied().flatten());
    if ratings.contains(&None) || one.by == other.by {
        return None;
    }
    let outcome = match outcome(one.points, other.points, ratings) {
        Outcome::Won => match_log::Outcome::Left,
        Outcome::Lost => match_log::Outcome::Right,
        Outcome::Tied => match_log::Outcome::Tie,
        Outcome::NoLoss => return None,
    };
    Some(Game { at: one.at, players, outcome })
}
