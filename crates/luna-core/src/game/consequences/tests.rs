use super::super::tests::{RULES, parse};
use super::*;

#[test]
fn questions_put_a_person_into_the_queue() {
    check(
        "people",
        "A?",
        "pace Ask 7; 2 question; Interview, A queues; tell A; A waits; clear drafts of A; no deadline of A",
    );
    check("practice", "A?", "2 question; tell A; A waits; clear drafts of A; no deadline of A");
}

#[test]
fn a_partner_ends_the_wait_and_both_are_to_answer() {
    let joined = "Response, met; tell A; A moves by 100; deadline of A at 100; mail A Turn; \
                  tell B; B moves by 100; clear drafts of B; deadline of B at 100";
    check("people", "A? | B+ B?", joined);
}

#[test]
fn a_partner_who_answers_first_waits() {
    check(
        "people",
        "A? B+ B? | A!",
        "pace Answer 7; 2 response; tell A; A waits; clear drafts of A; no deadline of A",
    );
    check(
        "people",
        "A? B+ B? A! | B!",
        "pace Answer 7; 2 response; Guess; tell A; A moves by 100; deadline of A at 100; mail A Turn; tell B; B moves by 100; clear drafts of B; deadline of B at 100",
    );
}

#[test]
fn the_reveal_ends_the_game_for_both() {
    check(
        "people",
        "A? B+ B? A! B! A=5 | B=6 B*",
        "pace Guess 7; 1 final; Final; tell A; A over final; no deadline of A; mail A Over; tell B; B over final; clear drafts of B; no deadline of B",
    );
    check(
        "practice",
        "A? B+ B? A! B! B=5 | A=6 A*",
        "1 practised; Final; tell A; A over final; clear drafts of A; no deadline of A; B over final; stop B",
    );
}

#[test]
fn who_loses_a_partner_is_first_in_the_queue() {
    check(
        "people",
        "A? B+ B? A! | B-",
        "B left; tell B; no deadline of B; 1 left; \
         Interview, A queues first; tell A; A waits; no deadline of A; set drafts of A aside; mail A Again",
    );
    check(
        "people",
        "A? B+ B? | B~",
        "B expired; tell B; no deadline of B; 1 expired; \
         Interview, A queues first; tell A; A waits; no deadline of A; set drafts of A aside; mail A Again",
    );
}

#[test]
fn a_game_that_both_have_left_is_closed() {
    check("people", "A? | A-", "A left; tell A; no deadline of A; 1 left; 1 closed; Closed");
    check("waiting", "A? | A-", "A left; tell A; no deadline of A; 1 left; 1 closed; Closed, met");
}

#[test]
fn a_machine_moves_at_the_pace_of_people_and_waits_in_the_pool() {
    check(
        "house",
        "A? | B+ B?",
        "Response, met; tell A; A moves by 100; deadline of A at 100; mail A Turn; B moves; start B Answer",
    );
    check(
        "house",
        "A? B+ B? B! | A-",
        "A left; tell A; no deadline of A; 1 left; Interview, B in pool first; B waits; stop B; set drafts of B aside; mail B Again",
    );
    check(
        "machine",
        "A? B+ B? A! | B!",
        "2 response; Guess; tell A; A moves by 100; deadline of A at 100; mail A Turn; tell B; B moves by 60; start B Guess; deadline of B at 60",
    );
}

#[test]
fn a_machine_that_leaves_its_partner_has_lost_the_game() {
    let waits = "Interview, A queues first; tell A; A waits; no deadline of A; set drafts of A aside; mail A Again";
    check(
        "machine",
        "A? B+ B? A! | B-",
        &format!(
            "stop B; B left; tell B; no deadline of B; B loses: It left its partner.; {waits}"
        ),
    );
    check(
        "machine",
        "A? B+ B? A! | B~",
        &format!(
            "stop B; B expired; tell B; no deadline of B; B loses: It did not move in time.; {waits}"
        ),
    );
    check(
        "machine",
        "A? B+ B? A! | Bx",
        &format!("stop B; B closed; tell B; no deadline of B; {waits}"),
    );
    // It has left before, and has been told.
    check(
        "leaving",
        "A? B+ B? A! | B-",
        &format!("stop B; B goes; B loses: It left its partner.; {waits}"),
    );
}

#[test]
fn a_player_who_is_leaving_is_given_nothing_to_do() {
    check(
        "leaving",
        "A? B+ B? B! | A!",
        "pace Answer 7; 2 response; Guess; tell A; A moves by 100; clear drafts of A; deadline of A at 100",
    );
}

#[test]
fn the_sandbox_knows_no_time_and_counts_nothing() {
    check(
        "sandbox",
        "A? | B+ B?",
        "Response; tell A; A moves; start A Answer; tell B; B moves; start B Answer",
    );
    check("sandbox", "A? | A-", "stop A; A left; tell A; no deadline of A; leave sandbox; Closed");
}

/// Every change of state that two players can bring about: a player who is to move has a deadline,
/// one who waits has none, and somebody who waits for a partner is found by pairing.
#[test]
fn every_effect_agrees_with_the_game() {
    let marks = ["+", "?", "!", "=5", "-", "~", "x", "*"];
    let mut games = vec![Game::new(RULES)];
    let mut seen = std::collections::BTreeSet::new();
    while let Some(before) = games.pop() {
        for (by, mark) in Seat::BOTH.into_iter().flat_map(|by| marks.map(|mark| (by, mark))) {
            let Ok(after) = before.clone().play(by, &parse(mark)) else { continue };
            let lost = Seat::BOTH.map(|seat| after.view(seat).partners_lost);
            if lost.iter().any(|&times| times > 2)
                || !seen.insert(format!("{by:?}{mark}{before:?}"))
            {
                continue;
            }
            let mut situation = situation("people");
            situation.waiting = before.vacancy().is_some();
            for seat in Seat::BOTH {
                if !after.view(seat.other()).partner_seated {
                    situation.players[seat.index()] = None;
                }
            }
            let effects = of_change(&before, &after, by, &parse(mark), &situation);
            for effect in &effects {
                match *effect {
                    Effect::Seat { seat, state, due_at, .. } => {
                        assert_eq!(state == State::Move, after.duty(seat).is_some());
                        assert_eq!(due_at.is_some(), after.duty(seat).is_some());
                    }
                    Effect::SetDeadline { seat, .. } => assert!(after.duty(seat).is_some()),
                    Effect::DropDeadline { seat } => assert!(after.duty(seat).is_none()),
                    Effect::Game { phase, .. } => assert_eq!(phase, after.phase()),
                    _ => {}
                }
            }
            let queues = |effect: &Effect| {
                matches!(effect, Effect::Game { waiting: Waiting::InQueue { .. }, .. })
            };
            let met =
                |effect: &Effect| matches!(effect, Effect::Game { waiting: Waiting::Over, .. });
            let waits = after.vacancy().is_some();
            assert_eq!(effects.iter().any(queues), waits && !situation.waiting, "{effects:?}");
            assert_eq!(effects.iter().any(met), !waits && situation.waiting, "{effects:?}");
            games.push(after);
        }
    }
    assert!(seen.len() > 600, "{}", seen.len());
}

/// Plays the moves before `|`, then compares the consequences of those after it with `expected`:
/// of each move by itself, then of all of them.
#[track_caller]
fn check(who: &str, script: &str, expected: &str) {
    let (before, moves) = script.split_once('|').unwrap_or(("", script));
    let mut situation = situation(who);
    let mut game = Game::new(RULES);
    if who != "sandbox" && who != "practice" {
        situation.waiting = before.trim() == "A?" && moves.contains("B+");
    }
    situation.waiting |= who == "waiting";
    for word in before.split_whitespace() {
        game = game.play(Seat::from_name(&word[..1]).unwrap(), &parse(&word[1..])).unwrap();
    }
    let mut effects = Vec::new();
    let (start, mut last) = (game.clone(), None);
    for word in moves.split_whitespace() {
        let (by, mv) = (Seat::from_name(&word[..1]).unwrap(), parse(&word[1..]));
        let next = game.clone().play(by, &mv).unwrap();
        if !moves.contains('+') {
            effects.extend(of_move(&game, by, &mv, &situation));
        }
        if matches!(mv, Move::Leave | Move::Expire | Move::Remove) {
            situation.players[by.index()] = None;
        }
        if !next.view(Seat::A).partner_seated {
            situation.players[1] = None;
        }
        game = next;
        if !matches!(mv, Move::Reveal(_)) {
            last = Some((by, mv));
        }
    }
    let (by, mv) = last.unwrap();
    effects.extend(of_change(&start, &game, by, &mv, &situation));
    let shown: Vec<String> = effects.iter().map(shown).collect();
    assert_eq!(shown.join("; "), expected, "{script}");
}

fn situation(who: &str) -> Situation {
    let person = Player { machine: false, house: false, leaving: false, opened_at: 3, time_ms: 90 };
    let machine = Player { machine: true, time_ms: 50, ..person };
    let house = Player { house: true, ..machine };
    let (kind, players) = match who {
        "people" | "waiting" => (Kind::Rated, [person, person]),
        "practice" => (Kind::Practice, [person, house]),
        "sandbox" => (Kind::Sandbox, [machine, machine]),
        "house" => (Kind::Rated, [person, house]),
        "machine" => (Kind::Rated, [person, machine]),
        "leaving" => (Kind::Rated, [person, Player { leaving: true, ..machine }]),
        other => panic!("no such players: {other}"),
    };
    Situation {
        now: 10,
        kind,
        players: players.map(Some),
        waiting: false,
        repeats_interview: false,
    }
}

fn shown(effect: &Effect) -> String {
    match effect {
        Effect::Count { what, many } => format!("{many} {what}"),
        Effect::NotePace { duty, took_ms, .. } => format!("pace {duty:?} {took_ms}"),
        Effect::StopMachine { seat } => format!("stop {seat:?}"),
        Effect::Vacate { seat, ending: None } => format!("{seat:?} goes"),
        Effect::Vacate { seat, ending: Some(ending) } => format!("{seat:?} {}", ending.name()),
        Effect::Lose { seat, reason } => format!("{seat:?} loses: {reason}"),
        Effect::Tell { seat } => format!("tell {seat:?}"),
        Effect::Game { phase, waiting } => match waiting {
            Waiting::No => format!("{phase:?}"),
            Waiting::InQueue { seat, first: false } => format!("{phase:?}, {seat:?} queues"),
            Waiting::InQueue { seat, first: true } => format!("{phase:?}, {seat:?} queues first"),
            Waiting::InPool { seat, first: false } => format!("{phase:?}, {seat:?} in pool"),
            Waiting::InPool { seat, first: true } => format!("{phase:?}, {seat:?} in pool first"),
            Waiting::Over => format!("{phase:?}, met"),
        },
        Effect::LeaveSandbox => "leave sandbox".to_owned(),
        Effect::Seat { seat, state: State::Over(ending), .. } => {
            format!("{seat:?} over {}", ending.name())
        }
        Effect::Seat { seat, state: State::Wait, .. } => format!("{seat:?} waits"),
        Effect::Seat { seat, due_at: None, .. } => format!("{seat:?} moves"),
        Effect::Seat { seat, due_at: Some(due_at), .. } => format!("{seat:?} moves by {due_at}"),
        Effect::ClearDrafts { seat } => format!("clear drafts of {seat:?}"),
        Effect::StartMachine { seat, duty } => format!("start {seat:?} {duty:?}"),
        Effect::SetDeadline { seat, due_at } => format!("deadline of {seat:?} at {due_at}"),
        Effect::DropDeadline { seat } => format!("no deadline of {seat:?}"),
        Effect::SetDraftsAside { seat } => format!("set drafts of {seat:?} aside"),
        Effect::Notify { seat, news } => format!("mail {seat:?} {news:?}"),
    }
}
