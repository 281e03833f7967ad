//! What is wrong with a machine that plays by itself, as far as its requests
//! tell, and how to mend it.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use axum::http::StatusCode;
use luna_machines::pull::{Game, Luna};

use super::gate::{Fault, Seen, TOO_MANY, What};
use super::report::{Wrong, wrong};
use super::trials::Trial;

/// A clock may be a little off, and a request is under way for a while.
const EARLY: Duration = Duration::from_millis(100);

/// What a machine does that no machine should.
pub(crate) fn judge(trial: Trial, all: &[Seen]) -> Result<(), Wrong> {
    for (nth, seen) in all.iter().enumerate() {
        let before = all.get(..nth).unwrap_or_default();
        if !seen.fault {
            refused(trial, seen)?;
        }
        if seen.what == What::Abort {
            return Err(said(
                "abort: the machine gave the game up.",
                "Its own words, above, may say why. A request that fails for now is sent again, \
                 and a task that is hard is answered somehow.",
            ));
        }
        if trial == Trial::Fault(Fault::TooMany) {
            hasty(before, seen)?;
        }
        doubled(trial, before, seen)?;
    }
    Ok(())
}

fn refused(trial: Trial, seen: &Seen) -> Result<(), Wrong> {
    let (status, what) = (seen.status, seen.what);
    let error = &seen.body["error"];
    let message = error["message"].as_str().unwrap_or("there is nothing of this kind.");
    let key = error["key"].as_str().unwrap_or_default();
    if !(status.is_client_error() || status.is_server_error()) || key == "conflict" {
        return Ok(());
    }
    let mut found = wrong(what.name(), &format!("{message} ({status})"), false);
    match status {
        // The other one went away at the same time.
        StatusCode::CONFLICT if trial == Trial::Leaves => return Ok(()),
        StatusCode::CONFLICT if trial == Trial::Fault(Fault::Lost) => found.mend = AGAIN,
        StatusCode::CONFLICT => found.mend = DUTY,
        StatusCode::UNAUTHORIZED => found.mend = START,
        StatusCode::NOT_FOUND | StatusCode::METHOD_NOT_ALLOWED => {
            found.problem =
                format!("{}: there is nothing at {} ({status}).", what.name(), seen.path);
            found.mend = "What there is, with examples, is shown at /api of every instance.";
        }
        _ => {}
    }
    Err(found)
}

/// Whether it came back before it was told to.
fn hasty(before: &[Seen], seen: &Seen) -> Result<(), Wrong> {
    let told = before.iter().find(|before| before.fault && before.path == seen.path);
    let Some(told) = told else { return Ok(()) };
    let waited = seen.at.saturating_duration_since(told.at);
    if seen.what != What::Questions || waited + EARLY >= TOO_MANY {
        return Ok(());
    }
    let waited = waited.as_secs_f64();
    let problem = format!(
        "questions: sent again after {waited:.1} seconds, though the answer was to wait for 1."
    );
    Err(said(&problem, WAIT))
}

/// Whether it made a move that it had made, for no reason.
fn doubled(trial: Trial, before: &[Seen], seen: &Seen) -> Result<(), Wrong> {
    let moves = [What::Questions, What::Responses, What::Guess];
    let again = |other: &&Seen| {
        other.path == seen.path && other.status.is_success() && other.key != seen.key
    };
    let may = matches!(trial, Trial::Fault(Fault::Lost) | Trial::Killed);
    let known = may || !moves.contains(&seen.what);
    if known || !seen.status.is_success() || !before.iter().any(|other| again(&other)) {
        return Ok(());
    }
    let problem = format!("{}: sent twice for one game.", seen.what.name());
    Err(said(&problem, DUTY))
}

/// Nothing has happened for so long: what was to happen?
pub(crate) async fn silent(trial: Trial, seen: &[Seen], luna: &Luna, limit: Duration) -> Wrong {
    let within = format!("within {} seconds", limit.as_secs_f64());
    if seen.is_empty() {
        let problem = format!("start: the machine asked for nothing {within}.");
        return Wrong { silent: true, ..said(&problem, START) };
    }
    let games = luna.open_games().await.unwrap_or_default();
    let Some(game) = games.iter().max_by_key(|game| (game.duty.is_some(), &game.id)) else {
        let again = seen.iter().any(|seen| seen.what == What::Open && seen.status.is_success());
        let problem =
            format!("new game: no {}game was begun {within}.", if again { "other " } else { "" });
        let mend = if trial == Trial::Leaves { LEFT } else { BEGIN };
        return Wrong { silent: !again, ..said(&problem, mend) };
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
    said(&format!("{} {within}.", missing(game)), mend)
}

fn missing(game: &Game) -> &'static str {
    match game.duty.as_deref() {
        Some("ask") => "questions: a game has waited for them and none came",
        Some("answer") => "responses: a game has waited for them and none came",
        Some("guess") => "guess: a game has waited for it and none came",
        _ => "game: nothing happened in it",
    }
}

pub(crate) fn ended(status: &io::Result<ExitStatus>) -> Wrong {
    let status = status.as_ref().map_or_else(ToString::to_string, ToString::to_string);
    said(
        &format!("the program has ended ({status}) before its game was over."),
        "What it wrote is above. What fails for now is tried again, and a stream that breaks off \
         is opened again.",
    )
}

fn said(problem: &str, mend: &'static str) -> Wrong {
    Wrong { problem: problem.to_owned(), mend, silent: false }
}

const START: &str = "The instance is in the variable LUNA_SERVER, the token in LUNA_TOKEN, and each \
                     request to LUNA_SERVER/api/v1/… has the header “Authorization: Bearer TOKEN”.";
const BEGIN: &str = "POST /api/v1/games begins one, and when it is over, the next.";
const DUTY: &str = "“duty” says what is this machine's to do in a game: ask, answer or guess. Each is \
                    done once, whenever a game that is shown has one that was not done.";
const CUT: &str = "When the stream ends or breaks off, open it again, with the cursor of the last \
                   line: /api/v1/stream/event?since=CURSOR.";
const WAIT: &str = "Wait for as many seconds as Retry-After says, then send the same again, with the \
                    same Idempotency-Key.";
const AGAIN: &str = "Whoever does not know whether it arrived sends the very same again, with the same \
                     Idempotency-Key, a little later each time: it is done once.";
const KILLED: &str = "When it starts, games may be open: the stream begins with them, and GET \
                      /api/v1/games?state=open lists them. Play those on first.";
const LEFT: &str = "A game may be over without a result: its “ending” is “closed” when the other one has \
                    left. Begin the next.";
