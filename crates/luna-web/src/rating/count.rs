//! The other ways to count: from all guesses to what stands beside each Smarts
//! Rating. The same guesses, the same numbers.

use std::collections::BTreeMap;

use luna_core::rating::{Outcome, Points, Rating, outcome};
use luna_learn::calibrated::{Guess, Level, calibrate};
use luna_learn::compare::{self, Model, Settings, compare};
use luna_learn::comparison::{self, Log};
use luna_learn::glicko::Glicko2;
use luna_learn::quantile::{median, trimmed_mean};
use luna_store::rating::beside::{About, Guessed, Judge, OfGames, OfGuesses, Recount};

/// What is cut off at either end before the mean is taken.
const TRIMMED: f64 = 0.2;
/// How many days count as at once in Glicko-2.
const PERIOD_DAYS: f64 = 7.0;
const DAY_MS: i64 = 86_400_000;

/// Guesses as they are read, players counted from 0.
#[derive(Default)]
pub(super) struct Counting {
    numbers: BTreeMap<String, u32>,
    guesses: Vec<Guess>,
    games: Vec<Game>,
    /// The first guess of a game whose second one is still to come.
    half: Option<Guessed>,
}

/// A game that somebody won, or both, with the day of its end.
struct Game {
    at: i64,
    players: [u32; 2],
    outcome: comparison::Outcome,
}

impl Counting {
    /// Takes the next guess, in the order of games.
    pub(super) fn add(&mut self, guessed: Guessed) {
        if guessed.counts {
            let (judge, player) = (self.number(&guessed.by), self.number(&guessed.of));
            self.guesses.push(Guess { judge, player, points: points(guessed.points) });
        }
        match self.half.take() {
            Some(first) if first.game_id == guessed.game_id => self.add_game(&first, &guessed),
            _ => self.half = Some(guessed),
        }
    }

    fn number(&mut self, id: &str) -> u32 {
        if let Some(&number) = self.numbers.get(id) {
            return number;
        }
        let number = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        self.numbers.insert(id.to_owned(), number);
        number
    }

    /// Where one had no rating yet, nothing was compared.
    fn add_game(&mut self, one: &Guessed, other: &Guessed) {
        let ratings = [before(other), before(one)];
        if ratings.contains(&None) {
            return;
        }
        let outcome = match outcome(one.points, other.points, ratings) {
            Outcome::Won => comparison::Outcome::Left,
            Outcome::Lost => comparison::Outcome::Right,
            Outcome::Tied => comparison::Outcome::Tie,
            Outcome::NoLoss => return,
        };
        let players = [self.number(&one.by), self.number(&other.by)];
        self.games.push(Game { at: one.at, players, outcome });
    }

    pub(super) fn finish(mut self) -> Recount {
        let mut ids = vec![String::new(); self.numbers.len()];
        for (id, number) in std::mem::take(&mut self.numbers) {
            if let Some(place) = ids.get_mut(index(number)) {
                *place = id;
            }
        }
        let calibrated = calibrate(&self.guesses);
        let judges = ids.iter().zip(calibrated.judges).filter_map(|(id, judge)| {
            let judge = judge?;
            let (shift, scale, weight) = (judge.offset, judge.scale, judge.weight);
            Some((id.clone(), Judge { players: whole(judge.players), shift, scale, weight }))
        });
        Recount {
            judges: judges.collect(),
            guesses: of_guesses(&self.guesses, calibrated.players, &ids),
            games: of_games(self.games, &ids),
        }
    }
}

fn of_guesses(
    guesses: &[Guess],
    levels: Vec<Option<Level>>,
    ids: &[String],
) -> BTreeMap<String, OfGuesses> {
    let mut by_player: Vec<Vec<f64>> = vec![Vec::new(); ids.len()];
    for guess in guesses {
        if let Some(all) = by_player.get_mut(index(guess.player)) {
            all.push(guess.points);
        }
    }
    let rated = ids.iter().zip(levels).zip(by_player).filter_map(|((id, level), all)| {
        let level = level?;
        let of = OfGuesses {
            judges: whole(level.judges),
            calibrated: level.rating,
            low: level.low,
            high: level.high,
            median: median(&all)?,
            trimmed: trimmed_mean(&all, TRIMMED)?,
        };
        Some((id.clone(), of))
    });
    rated.collect()
}

/// The rating of whom a guess was of, without that guess.
fn before(guessed: &Guessed) -> Option<Rating> {
    match guessed.counts {
        true => Rating::from_sum(guessed.sum - guessed.points.millionths(), guessed.count - 1),
        false => Rating::from_sum(guessed.sum, guessed.count),
    }
}

fn of_games(mut games: Vec<Game>, ids: &[String]) -> BTreeMap<String, OfGames> {
    games.sort_by_key(|game| game.at);
    let name = |player: u32| ids.get(index(player)).map_or("", String::as_str);
    let log = Log::of_timed_games(games.iter().map(|game| {
        let day = i32::try_from(game.at.div_euclid(DAY_MS)).unwrap_or(i32::MAX);
        (name(game.players[0]), name(game.players[1]), game.outcome, f64::from(day))
    }));
    let settings = Settings {
        // A few games would else put somebody infinitely far away.
        prior: 1.0,
        glicko: Glicko2 { period: Some(PERIOD_DAYS), ..Glicko2::default() },
        ..Settings::default()
    };
    let mut all: BTreeMap<String, OfGames> = BTreeMap::new();
    if log.is_empty() {
        return all;
    }
    for model in [Model::BradleyTerry, Model::Elo, Model::Glicko2, Model::TrueSkill] {
        // Each can be refused a log that says too little; the others may not be.
        for rated in compare(&log, model, &settings).map_or(Vec::new(), |all| all.players) {
            let of = all.entry(rated.name.clone()).or_default();
            of.games = whole(rated.comparisons);
            let about = about(&rated);
            match model {
                Model::Elo => of.elo = about,
                Model::Glicko2 => of.glicko = about,
                Model::TrueSkill => of.trueskill = about,
                Model::BradleyTerry | Model::Davidson | Model::RaoKupper => {
                    of.bradley_terry = about;
                }
            }
        }
    }
    all
}

fn about(rated: &compare::Rated) -> About {
    let half = rated.interval.map(|(low, high)| (high - low) / 2.0);
    About {
        rating: Some(rated.rating).filter(|rating| rating.is_finite()),
        half: half.filter(|half| half.is_finite()),
    }
}

/// From 0 to 100.
pub(super) fn points(points: Points) -> f64 {
    // A hundred million at most.
    f64::from(i32::try_from(points.millionths()).unwrap_or(i32::MAX)) / 1e6
}

fn index(player: u32) -> usize {
    usize::try_from(player).unwrap_or(usize::MAX)
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was guessed of `of`, who then had so many guesses with this sum.
    fn guessed(game: &str, by: &str, of: &str, guess: i64, (sum, count): (i64, i64)) -> Guessed {
        Guessed {
            game_id: game.to_owned(),
            side: String::new(),
            by: by.to_owned(),
            of: of.to_owned(),
            points: Points::from_millionths(guess * 1_000_000).unwrap(),
            counts: by != "robot",
            sum: sum * 1_000_000,
            count,
            at: DAY_MS,
        }
    }

    fn counted(all: &[Guessed]) -> Recount {
        let mut counting = Counting::default();
        all.iter().cloned().for_each(|one| counting.add(one));
        counting.finish()
    }

    #[test]
    fn nothing_comes_of_nothing() {
        assert_eq!(counted(&[]), Recount::default());
    }

    #[test]
    fn only_games_between_rated_players_are_won() {
        let first =
            [guessed("1", "ann", "bob", 60, (60, 1)), guessed("1", "bob", "ann", 30, (30, 1))];
        let recount = counted(&first);
        assert_eq!((recount.guesses.len(), recount.games.len(), recount.judges.len()), (2, 0, 2));
        // Ann is 10 off, Bob 20.
        let second =
            [guessed("2", "ann", "bob", 70, (130, 2)), guessed("2", "bob", "ann", 50, (80, 2))];
        let recount = counted(&[first, second].concat());
        let [ann, bob] = ["ann", "bob"].map(|name| recount.games[name]);
        assert_eq!((ann.games, bob.games), (1, 1));
        assert_eq!((ann.elo.rating, bob.elo.rating), (Some(1516.0), Some(1484.0)));
        assert!(ann.bradley_terry.rating > bob.bradley_terry.rating);
        assert!(ann.glicko.rating > bob.glicko.rating && ann.glicko.half.is_some());
        assert!(ann.trueskill.rating > bob.trueskill.rating && ann.trueskill.half.is_some());
    }

    #[test]
    fn machines_win_games_and_their_guesses_count_for_nothing_else() {
        let recount = counted(&[
            guessed("1", "ann", "robot", 20, (50, 2)),
            guessed("1", "robot", "ann", 64, (60, 1)),
        ]);
        // Robot was 4 off, Ann 10.
        assert!(recount.games["robot"].elo.rating > recount.games["ann"].elo.rating);
        assert_eq!(recount.guesses.keys().collect::<Vec<_>>(), ["robot"]);
        assert_eq!(recount.judges.keys().collect::<Vec<_>>(), ["ann"]);
    }

    #[test]
    fn middles_are_of_all_guesses_and_opinions_of_different_people() {
        let all: Vec<Guessed> = [("a", 0), ("b", 50), ("c", 54), ("d", 58), ("d", 100)]
            .iter()
            .enumerate()
            .map(|(nth, (by, guess))| guessed(&nth.to_string(), by, "z", *guess, (100, 9)))
            .collect();
        let of = counted(&all).guesses["z"];
        assert_eq!((of.median, of.trimmed, of.judges), (54.0, 54.0, 4));
        assert!(of.low < of.calibrated && of.calibrated < of.high);
    }
}
