use std::collections::BTreeMap;

use luna_core::rating::Points;
use luna_store::rating::derived::RatedGuess;

use super::*;

const DAY_MS: i64 = 86_400_000;

/// A guess about `of`, in a game that ended at the time of its number.
fn guessed(game: i64, by: &str, of: &str, points: i64) -> RatedGuess {
    RatedGuess {
        game_id: game.to_string(),
        side: String::new(),
        by: by.to_owned(),
        of: of.to_owned(),
        machine: of == "robot",
        points: Points::from_millionths(points * 1_000_000).unwrap(),
        chars: 300,
        counts: !["robot", "out"].contains(&by),
        at: DAY_MS + game,
    }
}

/// A game in which each has guessed the other.
fn both_guessed(game: i64, one: (&str, i64), other: (&str, i64)) -> [RatedGuess; 2] {
    [guessed(game, one.0, other.0, one.1), guessed(game, other.0, one.0, other.1)]
}

fn counted(all: &[RatedGuess]) -> BTreeMap<String, PlayerRatings> {
    recount(all).players().collect()
}

fn recount(all: &[RatedGuess]) -> Ratings {
    let mut log = GuessLog::default();
    all.iter().cloned().for_each(|one| log.add(one));
    Ratings::new(log)
}

#[test]
fn nothing_comes_of_nothing() {
    let found = recount(&[]);
    assert_eq!(found.players().count(), 0);
    assert!((found.usual - interval::usual(0.0, 0.0)).abs() < 1e-12);
}

#[test]
fn only_games_between_rated_players_are_won() {
    let first = both_guessed(1, ("ann", 60), ("bob", 30));
    let all = counted(&first);
    assert!(all.values().all(|it| it.guesses.is_some() && it.judge.is_some()));
    assert_eq!((all.len(), all["ann"].games, all["bob"].games), (2, None, None));
    // Ann is 10 off, Bob 20.
    let second = both_guessed(2, ("ann", 70), ("bob", 50));
    let all = counted(&[first, second].concat());
    let [ann, bob] = ["ann", "bob"].map(|name| all[name].games.unwrap());
    assert_eq!((ann.games, bob.games), (1, 1));
    assert_eq!((ann.elo.rating, bob.elo.rating), (Some(1516.0), Some(1484.0)));
    assert!(ann.bradley_terry.rating > bob.bradley_terry.rating);
    assert!(ann.glicko.rating > bob.glicko.rating && ann.glicko.half.is_some());
    assert!(ann.trueskill.rating > bob.trueskill.rating && ann.trueskill.half.is_some());
}

#[test]
fn games_are_in_the_order_of_their_ends() {
    // The second game to begin was the first to end.
    let mut late = both_guessed(1, ("ann", 60), ("bob", 30));
    for one in &mut late {
        one.at += 5;
    }
    let soon = both_guessed(2, ("ann", 70), ("bob", 50));
    let all = counted(&[late, soon].concat());
    // In the first Ann was 10 off from Bob's 70, Bob 20 from Ann's 50.
    assert_eq!(all["ann"].games.unwrap().elo.rating, Some(1516.0));
}

#[test]
fn who_is_left_out_has_made_nobody_rated() {
    let first = both_guessed(1, ("out", 60), ("bob", 30));
    let second = both_guessed(2, ("ann", 60), ("bob", 30));
    let third = both_guessed(3, ("ann", 70), ("bob", 50));
    let all = counted(&[first, second, third].concat());
    assert_eq!(all["out"].games, None);
    assert!(all["out"].judge.is_none() && all["out"].guesses.is_some());
    assert_eq!(all["bob"].games.unwrap().games, 1);
}

#[test]
fn machines_win_games_and_their_guesses_count_for_nothing_else() {
    let first = both_guessed(1, ("ann", 50), ("robot", 10));
    let second = both_guessed(2, ("bob", 60), ("ann", 60));
    let third = both_guessed(3, ("ann", 40), ("robot", 64));
    let all = counted(&[first, second, third].concat());
    // Robot was 4 off, Ann 10.
    let [ann, robot] = ["ann", "robot"].map(|name| all[name].games.unwrap());
    assert!(robot.elo.rating > ann.elo.rating);
    assert!(all["robot"].judge.is_none() && all["robot"].guesses.is_some());
    assert_eq!(all["ann"].guesses.unwrap().judges, 1);
}

#[test]
fn middles_are_of_all_guesses_and_opinions_of_different_people() {
    let all: Vec<RatedGuess> = [("a", 0), ("b", 50), ("c", 54), ("d", 58), ("d", 100)]
        .iter()
        .zip(1..)
        .map(|((by, points), game)| guessed(game, by, "z", *points))
        .collect();
    let of = counted(&all)["z"].guesses.unwrap();
    assert_eq!((of.median, of.trimmed, of.judges), (54.0, 54.0, 4));
    assert!(of.low < of.calibrated && of.calibrated < of.high);
}

#[test]
fn how_guesses_vary_is_put_together_over_players() {
    let mut all = Vec::new();
    for (game, player) in (0..).zip(["x", "y"].into_iter().cycle().take(22)) {
        let points = 40 + 10 * (game / 2 % 2) + 30 * (game % 2);
        all.push(guessed(game, "a", player, points));
    }
    // Eleven guesses of either: six of 40 and five of 50, or 30 more.
    let squares = 2.0 * (6.0 * 5.0 / 11.0) * 100.0;
    assert!((recount(&all).usual - squares / 20.0).abs() < 1e-9);
}

#[test]
fn a_mark_compares_with_what_the_others_say() {
    // Six judges of twelve players; one says ten more than the others of all of them.
    let names: Vec<String> = (0..12).map(|player| format!("player {player}")).collect();
    let mut all = Vec::new();
    for (of, level) in names.iter().zip((20..).step_by(5)) {
        for (judge, more) in ["a", "b", "c", "d", "e", "kind"].iter().zip([-1, 0, 1, 0, 0, 10]) {
            all.push(guessed(i64::try_from(all.len()).unwrap(), judge, of, level + more));
        }
    }
    let players = counted(&all);
    let judge = players["kind"].judge.as_ref().unwrap();
    assert_eq!(judge.settled, 12);
    let mark: serde_json::Value = serde_json::from_str(judge.mark.as_ref().unwrap()).unwrap();
    let bias = mark["everybody"]["points"].as_f64().unwrap();
    assert!((9.9..10.1).contains(&bias), "{mark}");
    assert_eq!(
        mark["machines"],
        serde_json::json!({ "players": 0, "points": null, "interval": null })
    );
}

#[test]
fn a_rating_at_equal_length_takes_away_what_longer_responses_bring() {
    let mut all = Vec::new();
    for game in 0..240_i64 {
        // Each player is guessed by many judges, with long and with short responses.
        let (player, judge) = (game % 6, (game * 7) % 11);
        let doublings = player + game / 6 % 3;
        let by = format!("judge{judge}");
        let of = format!("player{player}");
        all.push(RatedGuess {
            chars: 1 << (4 + doublings),
            ..guessed(game, &by, &of, 30 + 4 * doublings)
        });
    }
    let found = counted(&all);
    for player in 0..6 {
        let guesses = found[&format!("player{player}")].guesses.unwrap();
        let (even, low, high) =
            (guesses.even.unwrap(), guesses.even_low.unwrap(), guesses.even_high.unwrap());
        assert!((even - 44.0).abs() < 0.5, "all are alike at one length: {guesses:?}");
        assert!(low < even && even < high);
    }
    let few = counted(&all[..20]);
    assert!(few.values().filter_map(|it| it.guesses).all(|it| it.even.is_none()));
}
