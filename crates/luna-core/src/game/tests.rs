use std::collections::BTreeMap;

use super::*;
use crate::rng::Chance;

pub(super) const RULES: Rules = Rules { questions: 2, max_chars: 10 };

#[test]
fn a_whole_game_in_every_phase() {
    check("", "interview A:Ask");
    check("A?", "interview");
    check("A? B+", "interview B:Ask");
    check("A? B+ B?", "response A:Answer B:Answer");
    check("A? B+ B? B!", "response A:Answer");
    check("A? B+ B? B! A!", "guess A:Guess B:Guess");
    check("A? B+ B? B! A! A=40", "guess B:Guess");
    check("A? B+ B? B! A! A=40 B=60 A*", "final");
}

#[test]
fn a_move_out_of_its_phase_is_refused() {
    check("A!", "A! refused: The other player's questions are not here yet.");
    check("A? A!", "A! refused: The other player's questions are not here yet.");
    check("A=5", "A=5 refused: The responses are not here yet.");
    check("A? B+ B? A! A=5", "A=5 refused: The responses are not here yet.");
    check("A? B+ B? A*", "A* refused: Both guesses are needed first.");
}

#[test]
fn a_move_twice_is_refused() {
    check("A? A?", "A? refused: You have already sent your questions.");
    check("A? B+ B? A! A!", "A! refused: You have already sent your responses.");
    check("A? B+ B? A! B! A=5 A=6", "A=6 refused: You have already made your guess.");
    check("A? B+ B? A! B! A=5 B=6 A* A-", "A- refused: This game is over.");
}

#[test]
fn an_empty_seat_can_be_joined_until_the_interview_is_over() {
    check("B+", "interview A:Ask B:Ask");
    check("A+", "A+ refused: This seat is taken.");
    check("A? B+ B+", "B+ refused: This seat is taken.");
    check("A? B+ B? B! A! B-", "interview");
    check("A-", "closed");
    check("A? A- B+", "B+ refused: This game is over.");
    check("A? B?", "B? refused: You are no longer in this game.");
}

#[test]
fn who_is_left_keeps_their_questions() {
    check("A? B+ B? B-", "interview");
    check("A? B+ B? B- B+", "interview B:Ask");
    check("A? B+ B? B~ B+ B?", "response A:Answer B:Answer");
    check("A? B+ B? B! B-", "interview");
    check("A? B+ B? A~ A+", "interview A:Ask");
}

#[test]
fn who_has_responded_need_not_do_it_again() {
    check("A? B+ B? A! B~", "interview");
    check("A? B+ B? A! B~ B+", "response B:Answer");
    check("A? B+ B? A! B~ B+ B?", "B? refused: You have already sent your questions.");
    check("A? B+ B? A! B~ B+ B!", "guess A:Guess B:Guess");
    check("A? B+ B? A! B! A=9 B~ B+ B!", "guess A:Guess B:Guess");
}

#[test]
fn a_game_without_players_closes() {
    check("A-", "closed");
    check("A~", "closed");
    check("A? A-", "closed");
    check("A? B+ B? A~ B~", "B~ refused: Nothing is overdue.");
    check("A? B+ B? A~ B-", "closed");
    check("A- A?", "A? refused: This game is over.");
}

#[test]
fn a_guess_is_final_and_nobody_leaves_after_it() {
    check("A? B+ B? A! B! A=9 A-", "A- refused: You have finished your part of this game.");
    check("A? B+ B? A! B! A=9 A~", "A~ refused: Nothing is overdue.");
    check("A? B+ B? A! A~", "A~ refused: Nothing is overdue.");
}

#[test]
fn a_removed_player_leaves_even_after_guessing() {
    check("A? B+ B? A! B! A=9 Ax", "interview");
    check("A? B+ B? A! B! A=9 Ax A+ A! A=9 B=4 B*", "final");
}

#[test]
fn texts_are_checked_one_by_one() {
    let ask = |texts: &[&str]| {
        let texts = texts.iter().map(|&text| text.to_owned()).collect();
        Game::new(RULES).play(Seat::A, &Move::Ask(texts)).unwrap_err().to_string()
    };
    assert_eq!(ask(&["a"]), "Please write 2 questions.");
    assert_eq!(ask(&["a", " "]), "Question 2 is still empty.");
    assert_eq!(ask(&["12345678901", "b"]), "Question 1 has 11 characters; the limit is 10.");
    assert_eq!(ask(&["a", "b", "c"]), "Please write 2 questions.");
}

#[test]
fn the_final_page_shows_both_and_the_new_rating() {
    let game = play("A? B+ B? B! A! A=81 B=91 A*").unwrap();
    let result = game.view(Seat::A).result.unwrap();
    assert_eq!(result.outcome, Outcome::Won);
    assert_eq!(result.their_rating.unwrap().to_string(), "84");
    assert_eq!(result.my_rating_then.unwrap().to_string(), "75");
    assert_eq!(result.my_rating_now.unwrap().to_string(), "83");
    assert_eq!(game.result(Seat::B).unwrap().outcome, Outcome::Lost);
    assert_eq!(game.result(Seat::B).unwrap().my_rating_now.unwrap().to_string(), "84");
}

/// Every order in which two players can act, go away, be late and be replaced
/// (each side loses a partner at most twice): no dead end, no endless game, no
/// accepted move that changes nothing, nothing seen before it is due.
#[test]
fn every_game_ends() {
    let mut seen = BTreeMap::new();
    let found = walk(&Game::new(RULES), [0, 0], &mut seen);
    assert!(found.finals > 0 && found.closed > 0);
    assert_eq!(seen.len(), STATES, "states reachable");
}

const STATES: usize = 554;

#[derive(Clone, Copy, Default)]
struct Found {
    finals: u64,
    closed: u64,
}

/// `lost` is the number of times that each side has lost its partner, in any seat.
fn walk(game: &Game, lost: [u32; 2], seen: &mut BTreeMap<String, Found>) -> Found {
    let key = format!("{lost:?} {game:?}");
    if let Some(&found) = seen.get(&key) {
        return found;
    }
    check_views(game);
    let mut found = Found::default();
    let mut moves = 0;
    for by in Seat::BOTH {
        for mark in ["+", "?", "!", "=5", "-", "~", "x", "*"] {
            let Ok(next) = game.clone().play(by, &parse(mark)) else { continue };
            assert_ne!(*game, next, "{by:?}{mark} changed nothing");
            moves += 1;
            let mut lost = lost;
            lost[by.other().index()] += u32::from(game.side(by).seated && !next.side(by).seated);
            if lost.iter().all(|&times| times <= 2) {
                let more = walk(&next, lost, seen);
                found = Found {
                    finals: found.finals + more.finals,
                    closed: found.closed + more.closed,
                };
            }
        }
    }
    match game.phase() {
        Phase::Final => found.finals = 1,
        Phase::Closed => found.closed = 1,
        Phase::Interview | Phase::Response | Phase::Guess => {
            assert!(moves > 0, "stuck: {game:?}");
            let someone = Seat::BOTH.into_iter().any(|seat| game.duty(seat).is_some());
            assert!(
                someone || game.vacancy().is_some() || game.awaits_reveal(),
                "nobody's move: {game:?}"
            );
        }
    }
    if !matches!(game.phase(), Phase::Closed) {
        assert!(found.finals > 0 || lost[0] + lost[1] >= 2, "can no longer be finished: {game:?}");
    }
    seen.insert(key, found);
    found
}

fn check_views(game: &Game) {
    for seat in Seat::BOTH {
        let view = game.view(seat);
        let early = game.phase() < Phase::Response && view.my_answers.is_none();
        assert!(!(early && view.their_questions.is_some()), "questions before their time");
        assert!(game.phase() >= Phase::Guess || view.their_answers.is_none(), "answers early");
        assert_eq!(view.result.is_some(), game.phase() == Phase::Final, "a result early");
    }
}

/// A long random life of many games never panics and never lets a guess through
/// that was not both given and revealed.
#[test]
fn random_moves_never_break_a_game() {
    let mut chance = Chance::from_seed(1950);
    for _ in 0..2_000 {
        let mut game = Game::new(RULES);
        for _ in 0..40 {
            let by = if chance.below(2) == 0 { Seat::A } else { Seat::B };
            let marks = ["+", "?", "!", "=5", "=77.5", "-", "~", "x", "*", "?", "!", "+"];
            let mark = chance.pick(&marks).unwrap();
            if let Ok(next) = game.clone().play(by, &parse(mark)) {
                game = next;
            }
            check_views(&game);
        }
    }
}

/// Each kind of move ever stored must be read for ever.
#[test]
fn stored_moves_keep_their_spelling() {
    let lines = [
        r#""join""#,
        r#"{"ask":["Why?","How?"]}"#,
        r#"{"answer":["So.","Thus."]}"#,
        r#"{"guess":{"points":81500000,"sliders":[72000000,null]}}"#,
        r#""leave""#,
        r#""expire""#,
        r#""remove""#,
        r#"{"reveal":{"ratings":[{"sum":75000000,"count":1},null],"counts":[true,false]}}"#,
    ];
    for line in lines {
        let mv: Move = serde_json::from_str(line).unwrap();
        assert_eq!(serde_json::to_string(&mv).unwrap(), line);
    }
    assert!(
        serde_json::from_str::<Move>(r#"{"guess":{"points":101000000,"sliders":[]}}"#).is_err()
    );
}

/// Plays `A? B+ B? …` and compares where it ended with `expected`: `+` joins,
/// `?` asks, `!` answers, `=` guesses, `-` leaves, `~` expires, `x` is removed, `*` reveals.
#[track_caller]
fn check(script: &str, expected: &str) {
    let shown = match play(script) {
        Err(refused) => refused,
        Ok(game) => {
            let mut shown = game.phase().name().to_owned();
            for seat in Seat::BOTH {
                if let Some(duty) = game.duty(seat) {
                    shown.push_str(&format!(" {seat:?}:{duty:?}"));
                }
            }
            shown
        }
    };
    assert_eq!(shown, expected, "{script}");
}

fn play(script: &str) -> Result<Game, String> {
    let mut game = Game::new(RULES);
    for word in script.split_whitespace() {
        let by = Seat::from_name(&word[..1]).unwrap();
        game = game
            .play(by, &parse(&word[1..]))
            .map_err(|refusal| format!("{word} refused: {refusal}"))?;
    }
    Ok(game)
}

pub(super) fn parse(mark: &str) -> Move {
    let two = |text: &str| vec![text.to_owned(), text.to_owned()];
    let rated = |points| Some(Rating::after(None, Points::parse(points).unwrap()));
    match mark.split_at(1) {
        ("+", _) => Move::Join,
        ("?", _) => Move::Ask(two("Why?")),
        ("!", _) => Move::Answer(two("So.")),
        ("=", points) => Move::Guess(Guess {
            points: Points::parse(points).unwrap(),
            sliders: vec![None, Some(Points::MAX)],
        }),
        ("-", _) => Move::Leave,
        ("~", _) => Move::Expire,
        ("x", _) => Move::Remove,
        ("*", _) => {
            Move::Reveal(Reveal { ratings: [rated("75"), rated("84")], counts: [false, true] })
        }
        other => panic!("no such mark: {other:?}"),
    }
}
