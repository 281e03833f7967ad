//! The diagnosis of a machine that plays by itself, from its requests, with the fix.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use axum::http::StatusCode;
use luna_machines::api_client::{ApiClient, Game};

use super::fault_proxy::{Exchange, Fault, RequestKind, TOO_MANY};
use super::report::{Defect, defect};
use super::trial::Trial;

/// The tolerance for clocks that differ and for the time of a request.
const EARLY: Duration = Duration::from_millis(100);

/// Finds the first defect in the machine's requests.
pub(crate) fn diagnose(trial: Trial, all: &[Exchange]) -> Result<(), Defect> {
    for (nth, exchange) in all.iter().enumerate() {
        let before = all.get(..nth).unwrap_or_default();
        if !exchange.fault {
            check_refusal(trial, exchange)?;
        }
        if exchange.kind == RequestKind::Abort {
            return Err(found(
                "abort: the machine gave up the game.",
                "Its own output, above, may say why. Repeat a request that fails temporarily, and \
                 reply something to a difficult task.",
            ));
        }
        if trial == Trial::Fault(Fault::TooMany) {
            check_wait(before, exchange)?;
        }
        check_repetition(trial, before, exchange)?;
    }
    Ok(())
}

fn check_refusal(trial: Trial, exchange: &Exchange) -> Result<(), Defect> {
    let (status, what) = (exchange.status, exchange.kind);
    let error = &exchange.body["error"];
    let message = error["message"].as_str().unwrap_or("there is nothing of this kind.");
    let key = error["key"].as_str().unwrap_or_default();
    if !(status.is_client_error() || status.is_server_error()) || key == "conflict" {
        return Ok(());
    }
    let mut found = defect(what.name(), &format!("{message} ({status})"), false);
    match status {
        // The partner left at the same time.
        StatusCode::CONFLICT if trial == Trial::Leaves => return Ok(()),
        StatusCode::CONFLICT if trial == Trial::Fault(Fault::Lost) => found.mend = AGAIN,
        StatusCode::CONFLICT => found.mend = DUTY,
        StatusCode::UNAUTHORIZED => found.mend = START,
        StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => {
            found.problem =
                format!("{}: there is nothing at {} ({status}).", what.name(), exchange.path);
            found.mend = "The page /api of every instance lists all requests, with examples.";
        }
        _ => {}
    }
    Err(found)
}

/// Finds a repetition earlier than `Retry-After` asked for.
fn check_wait(before: &[Exchange], exchange: &Exchange) -> Result<(), Defect> {
    let refusal = before.iter().find(|before| before.fault && before.path == exchange.path);
    let Some(refusal) = refusal else { return Ok(()) };
    let waited = exchange.at.saturating_duration_since(refusal.at);
    if exchange.kind != RequestKind::Questions || waited + EARLY >= TOO_MANY {
        return Ok(());
    }
    let waited = waited.as_secs_f64();
    let problem =
        format!("questions: sent again after {waited:.1} seconds, although Retry-After was 1.");
    Err(found(&problem, WAIT))
}

/// Finds a move that was sent twice without a reason.
fn check_repetition(trial: Trial, before: &[Exchange], exchange: &Exchange) -> Result<(), Defect> {
    let moves = [RequestKind::Questions, RequestKind::Responses, RequestKind::Guess];
    let again = |other: &&Exchange| {
        other.path == exchange.path && other.status.is_success() && other.key != exchange.key
    };
    let may = matches!(trial, Trial::Fault(Fault::Lost) | Trial::Killed);
    let known = may || !moves.contains(&exchange.kind);
    if known || !exchange.status.is_success() || !before.iter().any(|other| again(&other)) {
        return Ok(());
    }
    let problem = format!("{}: sent twice for one game.", exchange.kind.name());
    Err(found(&problem, DUTY))
}

/// Finds the step that the machine did not take in time.
pub(crate) async fn diagnose_silence(
    trial: Trial,
    exchanges: &[Exchange],
    luna: &ApiClient,
    limit: Duration,
) -> Defect {
    let within = format!("within {} seconds", limit.as_secs_f64());
    if exchanges.is_empty() {
        let problem = format!("start: the machine asked for nothing {within}.");
        return Defect { silent: true, ..found(&problem, START) };
    }
    let games = luna.open_games().await.unwrap_or_default();
    let Some(game) = games.iter().max_by_key(|game| (game.duty.is_some(), &game.id)) else {
        let again = exchanges
            .iter()
            .any(|exchange| exchange.kind == RequestKind::Open && exchange.status.is_success());
        let problem =
            format!("new game: no {}game was begun {within}.", if again { "other " } else { "" });
        let mend = if trial == Trial::Leaves { LEFT } else { BEGIN };
        return Defect { silent: !again, ..found(&problem, mend) };
    };
    let mend = match trial {
        Trial::Cut => CUT,
        Trial::Fault(Fault::TooMany) => WAIT,
        Trial::Fault(Fault::Busy | Fault::Lost) => AGAIN,
        Trial::Killed => KILLED,
        Trial::Leaves => LEFT,
        Trial::Whole(_)
        | Trial::Slow
        | Trial::Fault(Fault::None | Fault::Shut | Fault::Twice | Fault::Late) => DUTY,
    };
    found(&format!("{} {within}.", missing(game)), mend)
}

fn missing(game: &Game) -> &'static str {
    match game.duty.as_deref() {
        Some("ask") => "questions: a game has waited for them and none came",
        Some("answer") => "responses: a game has waited for them and none came",
        Some("guess") => "guess: a game has waited for it and none came",
        _ => "game: nothing happened in it",
    }
}

pub(crate) fn diagnose_exit(status: &io::Result<ExitStatus>) -> Defect {
    let status = status.as_ref().map_or_else(ToString::to_string, ToString::to_string);
    found(
        &format!("the program has ended ({status}) before its game was over."),
        "Its output is above. Repeat requests that fail temporarily, and open a stream again after \
         it breaks off.",
    )
}

fn found(problem: &str, mend: &'static str) -> Defect {
    Defect { problem: problem.to_owned(), mend, silent: false }
}

const START: &str = "The variable LUNA_SERVER contains the URL of the instance, LUNA_TOKEN the token. Send each \
                     request to LUNA_SERVER/api/v1/… with the header “Authorization: Bearer TOKEN”.";
const BEGIN: &str = "POST /api/v1/games begins a game. When it is over, begin the next.";
const DUTY: &str = "“duty” is the machine's next task in a game: ask, answer or guess. Do each task once, \
                    as soon as a game appears with it.";
const CUT: &str = "When the stream ends or breaks off, open it again, with the cursor of the last \
                   line: /api/v1/stream/event?since=CURSOR.";
const WAIT: &str = "Wait for the number of seconds in Retry-After, then send the same request again, \
                    with the same Idempotency-Key.";
const AGAIN: &str = "If you do not know whether a request arrived, send it again, with the same \
                     Idempotency-Key, each time a little later. It takes effect once.";
const KILLED: &str = "When the machine starts, games may be open. The stream begins with them, and GET \
                      /api/v1/games?state=open lists them. Continue those first.";
const LEFT: &str = "A game may end without a result: its “ending” is “closed” when the partner has left. \
                    Begin the next.";
