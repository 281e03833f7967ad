use std::path::Path;
use std::time::Duration;

use luna_core::game::Move;
use luna_machines::subprocess::{Child, MOST_FAILURES};
use luna_machines::task::{CallError, GameTask};
use tokio::time::timeout;

use crate::server::{answer, answers, ask, conversation, five, guess, question};

const LONG: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_millis(200);

async fn machine(how: &[&str]) -> Child {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/machine.py");
    Child::start("python3", &[&[program], how].concat(), "piped").await.unwrap()
}

fn guessed(result: Result<Move, CallError>) -> String {
    match result {
        Ok(Move::Guess(guess)) => guess.points.to_string(),
        other => panic!("no guess: {other:?}"),
    }
}

/// A zombie that nobody has waited for yet does not run any more.
fn runs(pid: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| !stat.rsplit_once(')').unwrap().1.trim_start().starts_with('Z'))
}

async fn assert_gone(pid: &str) {
    let gone = async {
        while runs(pid) {
            tokio::task::yield_now().await;
        }
    };
    timeout(LONG, gone).await.unwrap_or_else(|_| panic!("{pid} still runs"));
}

#[tokio::test]
async fn a_program_plays_all_three_duties() {
    let mut child = machine(&["well"]).await;
    assert_eq!(child.call(&ask(), LONG).await, Ok(Move::Ask(five("Piped"))));
    assert_eq!(child.call(&answer(), LONG).await, Ok(Move::Answer(five("Theirs"))));
    assert_eq!(guessed(child.call(&guess(), LONG).await), "37.5");
    assert_eq!(child.failures(), 0);
}

#[tokio::test]
async fn a_program_answers_and_converses_between_the_tasks_of_a_game() {
    let mut child = machine(&["well"]).await;
    assert_eq!(child.call(&ask(), LONG).await, Ok(Move::Ask(five("Piped"))));
    let echo = answers(&[("Which river flows through Paris?", 0.25)]);
    assert_eq!(child.call(&question(), LONG).await, Ok(echo));
    let said = child.call(&conversation(), LONG).await.unwrap();
    assert_eq!(said.lines(), ["4 lines, the last: Why?"]);
    assert_eq!(guessed(child.call(&guess(), LONG).await), "37.5");
}

#[tokio::test]
async fn long_texts_go_through_whole() {
    let mut child = machine(&["well"]).await;
    let questions = vec!["🌙".repeat(5000); 5];
    let (game, problem) = ("g1".to_owned(), None);
    let task = GameTask::Answer { game, max_chars: 5000, questions: questions.clone(), problem };
    assert_eq!(child.call(&task, LONG).await, Ok(Move::Answer(questions)));
}

#[tokio::test]
async fn a_program_that_is_not_there_is_refused() {
    let Err(CallError::Refused(sentence)) = Child::start("/no/such/machine", &[], "m").await else {
        panic!("it started")
    };
    assert!(sentence.starts_with("The program /no/such/machine cannot be started"), "{sentence}");
}

#[tokio::test]
async fn a_reply_that_is_not_understood_is_asked_for_once_more() {
    let mut child = machine(&["corrigible"]).await;
    assert_eq!(guessed(child.call(&guess(), LONG).await), "99");
}

#[tokio::test]
async fn garbage_is_invalid_and_the_program_goes_on() {
    for (how, problem) in
        [("garbage", "The reply is not JSON"), ("bytes", "The reply is not UTF-8.")]
    {
        let mut child = machine(&[how]).await;
        for _ in 0..3 {
            let invalid = child.call(&ask(), LONG).await.unwrap_err();
            let CallError::Invalid(sentence) = invalid else { panic!("{invalid:?}") };
            assert!(sentence.starts_with(problem), "{sentence}");
        }
        assert_eq!(child.failures(), 0);
    }
}

#[tokio::test]
async fn a_line_too_many_does_no_harm() {
    let mut child = machine(&["noisy"]).await;
    assert_eq!(child.call(&ask(), LONG).await, Ok(Move::Ask(five("Piped"))));
}

/// Both lines are written, and read, at once.
#[tokio::test]
async fn what_was_said_twice_is_not_taken_for_the_next_reply() {
    let mut child = machine(&["twice"]).await;
    for nth in 1..=3 {
        let asked = Move::Ask(five(&format!("Task {nth},")));
        assert_eq!(child.call(&ask(), LONG).await, Ok(asked));
    }
}

#[tokio::test]
async fn a_program_that_crashes_is_started_again() {
    let scratch = tempfile::tempdir().unwrap();
    let marker = scratch.path().join("crashed");
    let mut child = machine(&["crash-once", marker.to_str().unwrap()]).await;
    let crashed = child.call(&ask(), LONG).await;
    let ended = "The program has ended (exit status: 3).".to_owned();
    assert_eq!(crashed, Err(CallError::Unreachable(ended)));
    assert_eq!(child.failures(), 1);
    assert_eq!(child.call(&ask(), LONG).await, Ok(Move::Ask(five("Piped"))));
    assert_eq!(child.failures(), 0);
}

#[tokio::test]
async fn a_program_that_always_crashes_is_given_up() {
    for how in ["crash", "crash-at-start", "close"] {
        let mut child = machine(&[how]).await;
        for failures in 0..=MOST_FAILURES {
            assert_eq!(child.failures(), failures);
            let crashed = child.call(&ask(), LONG).await.unwrap_err();
            assert!(matches!(crashed, CallError::Unreachable(_)), "{crashed:?}");
        }
        let given_up = child.call(&ask(), LONG).await.unwrap_err();
        assert!(matches!(given_up, CallError::Refused(_)), "{given_up:?}");
        assert_eq!(child.failures(), MOST_FAILURES + 1);
    }
}

#[tokio::test]
async fn a_program_that_hangs_is_killed_with_all_it_started() {
    let mut child = machine(&["pids"]).await;
    let Ok(Move::Ask(pids)) = child.call(&ask(), LONG).await else { panic!("no pids") };
    assert!(runs(&pids[0]) && runs(&pids[1]));
    assert_eq!(
        child.call(&guess(), SHORT).await,
        Err(CallError::Unreachable(
            "The program did not reply within 0.2 seconds and was stopped.".to_owned()
        ))
    );
    assert!(!Path::new(&format!("/proc/{}", pids[0])).exists(), "it was waited for");
    assert_gone(&pids[1]).await;
}

#[tokio::test]
async fn dropping_it_or_a_call_kills_it() {
    let mut dropped = machine(&["pids"]).await;
    let Ok(Move::Ask(pids)) = dropped.call(&ask(), LONG).await else { panic!("no pids") };
    drop(dropped);
    assert_gone(&pids[0]).await;
    assert_gone(&pids[1]).await;

    let mut child = machine(&["pids"]).await;
    let Ok(Move::Ask(pids)) = child.call(&ask(), LONG).await else { panic!("no pids") };
    timeout(SHORT, child.call(&guess(), LONG)).await.unwrap_err();
    assert_gone(&pids[0]).await;
    let Ok(Move::Ask(again)) = child.call(&ask(), LONG).await else { panic!("no pids") };
    assert_ne!(pids, again);
}

#[tokio::test]
async fn endless_lines_are_refused() {
    for how in ["long", "endless"] {
        let mut child = machine(&[how]).await;
        let refused = child.call(&ask(), LONG).await;
        let sentence = "The reply is longer than 512 KiB.".to_owned();
        assert_eq!(refused, Err(CallError::Invalid(sentence)), "{how}");
        assert_eq!(child.failures(), 1);
    }
}
