//! The download: what an instance keeps about a player, as they may see it.

mod machines;
mod pieces;
mod responses;
mod withheld;

use luna_core::game::{Phase, Seat};
use luna_core::rating::Rating;
use serde_json::{Map, Value, json};

use pieces::whole;
pub use pieces::{Layout, Pieces};
pub use responses::{
    End, Party, Response, last_games_since, responses, responses_of_game, untouched_responses,
};
pub use withheld::withheld;

use crate::account::{recovery, second_factor};
use crate::admin::{report, warning};
use crate::consent::recall;
use crate::discipline::Discipline;
use crate::discipline::section::Section;
use crate::game::{derived, paste_detection};
use crate::job::assignment;
use crate::machine::task;
use crate::player::{TallyRow, block, seat_address};
use crate::rating::{judge, theme};
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::sql::RowPair;
use crate::{consent, game, player, predict, rating};

/// The parts of a download before those of the disciplines, in their order. Parts that may become large
/// are read item by item.
const BEFORE: &[(&str, Section)] = &[
    ("player", Section::Whole(player)),
    ("consent", Section::Whole(|tx, id| Ok(consents(tx, id)?.into()))),
    ("calibrated", Section::Whole(calibrated)),
    (
        "of_games",
        Section::Whole(|tx, id| {
            Ok(rating::derived::of_games(tx, id)?.map(|it| of_games(&it)).into())
        }),
    ),
    ("judge", Section::Whole(judge_scale)),
    ("games", Section::Items(seats, game_data)),
    (
        "questions",
        Section::Whole(|tx, id| {
            Ok(predict::of_asker(tx, id)?.iter().map(|it| json!({
            "text": it.text, "people": it.people, "share_of_ratings": it.share, "at": it.at,
        })).collect())
        }),
    ),
    (
        "question_parameters",
        Section::Whole(|tx, id| {
            Ok(predict::fit::of_asker(tx, id)?.iter().map(|it| json!({
            "text": it.text, "marks": it.marks,
            "difficulty": [it.difficulty, it.difficulty_low, it.difficulty_high],
            "discrimination": [it.discrimination, it.discrimination_low, it.discrimination_high],
            "machines": it.machines, "at": it.at,
        })).collect())
        }),
    ),
    (
        "rating_by_theme",
        Section::Whole(|tx, id| {
            let found = theme::ratings_of(tx, id)?.into_iter();
            Ok(found
                .map(|(title, it)| {
                    json!({
                        "theme": title, "rating": it.rating, "low": it.low, "high": it.high,
                        "marks": it.marks,
                    })
                })
                .collect())
        }),
    ),
    ("drafts", Section::Whole(|tx, id| Ok(drafts(tx, id)?.into()))),
    ("sessions", Section::Whole(|tx, id| Ok(sessions(tx, id)?.into()))),
    ("addresses_of_games", Section::Whole(seat_address::data)),
    ("mails", Section::Whole(|tx, id| Ok(mails(tx, id)?.into()))),
    ("actions_of_operators", Section::Whole(|tx, id| Ok(actions(tx, id)?.into()))),
    ("machines", Section::Whole(|tx, id| Ok(machines::of_owner(tx, id)?.into()))),
    (
        "asked_of_machines",
        Section::Whole(|tx, id| Ok(task::of_asker(tx, id)?.iter().map(asked).collect())),
    ),
    ("lent_to_recall", Section::Whole(|tx, id| Ok(lent(tx, id)?.into()))),
    (
        "said_by_house_machines",
        Section::Whole(|tx, id| {
            let said = derived::of_author(tx, id)?.into_iter();
            Ok(said.map(|(at, text)| json!({ "at": at, "text": text })).collect())
        }),
    ),
];

/// The parts after those of the disciplines.
const AFTER: &[(&str, Section)] = &[
    ("reviews", Section::Whole(|tx, id| Ok(assignment::of_reviewer(tx, id)?.into()))),
    ("reports", Section::Whole(report::data)),
    ("never_again", Section::Whole(block::data)),
    ("warnings", Section::Whole(warning::data)),
];

const ABOUT: &str = "The data that this Luna stores about you. Times are Unix milliseconds, guesses \
     millionths of a point.";

/// The same as [`of`] as a text, to be read piece by piece.
pub fn pieces(disciplines: &[&'static Discipline], player_id: String, layout: Layout) -> Pieces {
    Pieces::new(player_id, layout, opening(disciplines), &sections(disciplines))
}

/// Returns everything kept about a player that is theirs to see, and why the rest is not.
pub fn of(tx: &mut Tx<'_>, disciplines: &[&'static Discipline], player_id: &str) -> Result<Value> {
    let mut all = Map::new();
    all.extend(opening(disciplines).map(|(name, value)| (name.to_owned(), value)));
    all.extend(whole(tx, player_id, &sections(disciplines))?);
    Ok(all.into())
}

/// What a download says of itself.
fn opening(disciplines: &[&'static Discipline]) -> [(&'static str, Value); 2] {
    [("about", json!(ABOUT)), ("not_included", json!(withheld(disciplines)))]
}

fn sections(disciplines: &[&'static Discipline]) -> Vec<(&'static str, Section)> {
    let own = disciplines.iter().flat_map(|discipline| discipline.sections);
    BEFORE.iter().chain(own).chain(AFTER).copied().collect()
}

fn calibrated(tx: &mut Tx<'_>, player_id: &str) -> Result<Value> {
    let found = rating::derived::of_guesses(tx, player_id)?;
    Ok(found
        .map(|it| {
            json!({
                "rating": it.calibrated, "low": it.low, "high": it.high, "median": it.median,
                "trimmed": it.trimmed, "judges": it.judges, "at_equal_length": it.even,
                "adaptive": it.adaptive, "adaptive_low": it.adaptive_low,
                "adaptive_high": it.adaptive_high, "at_equal_length_low": it.even_low, "at_equal_length_high": it.even_high,
            })
        })
        .into())
}

fn judge_scale(tx: &mut Tx<'_>, player_id: &str) -> Result<Value> {
    let found = rating::derived::judge(tx, player_id)?;
    Ok(found
        .map(|it| {
            let mark = it.mark.and_then(|mark| serde_json::from_str::<Value>(&mark).ok());
            json!({
                "offset": it.shift, "scale": it.scale, "weight": it.weight, "players": it.players,
                "settled": it.settled, "mark": mark, "scatter": it.scatter,
            })
        })
        .into())
}

/// A task outside a game, for the person who put it.
fn asked(it: &task::Task) -> Value {
    let parsed = |text: &str| serde_json::from_str::<Value>(text).ok();
    let (reply, problem) = match &it.state {
        task::State::Open | task::State::Declined => (None, None),
        task::State::Done(reply) => (parsed(reply), None),
        task::State::Failed(problem) => (None, Some(problem)),
    };
    json!({
        "id": it.id, "machine": it.machine_id, "skill": it.skill.name(), "about": it.about,
        "task": parsed(&it.body),
        "at": it.created_at, "due_at": it.due_at, "ended_at": it.ended_at, "reply": reply,
        "problem": problem, "is_declined": it.state == task::State::Declined,
    })
}

record! {
    struct Account {
        kind: String,
        name: String,
        email: Option<String>,
        verified: bool,
        created_at: i64,
        seen_at: i64,
        claimed_at: i64,
        wants_mail: bool,
        mailed_at: i64,
    }
}

record! {
    struct Standing {
        banned_at: Option<i64>,
        banned_why: Option<String>,
        role: Option<String>,
        rating_hidden: bool,
    }
}

fn player(tx: &mut Tx<'_>, id: &str) -> Result<Value> {
    let about: Option<RowPair<Account, RowPair<TallyRow, Standing>>> = row!(
        tx,
        "SELECT kind, name, email, verified, created_at, seen_at, claimed_at, wants_mail, mailed_at,
                guess_sum, guess_count, won, lost, tied, finished, banned_at, banned_why, role,
                rating_hidden
         FROM player WHERE id = $1",
        id,
    );
    let RowPair(account, RowPair(tally, standing)) = about.ok_or(Error::NotFound)?;
    let mut player = json!({
        "id": id, "kind": account.kind, "name": account.name, "email": account.email,
        "email_confirmed": account.verified,
        "email_since": (account.claimed_at > 0).then_some(account.claimed_at),
        "created_at": account.created_at, "seen_at": account.seen_at,
        "wants_mail": account.wants_mail, "mailed_at": account.mailed_at,
        "guess_sum": tally.guess_sum, "guess_count": tally.guess_count,
        "won": tally.won, "lost": tally.lost, "tied": tally.tied,
        "finished": tally.finished, "recovery_code_since": recovery::made_at(tx, id)?,
        "second_factor": second_factor::exported(tx, id)?, "role": standing.role, "rating_hidden": standing.rating_hidden,
    });
    if let Some(at) = standing.banned_at {
        player["banned"] = json!({ "since": at, "why": standing.banned_why });
    }
    if let Some(excluded) = judge::excluded(tx, id)? {
        player["guesses_not_counted"] = json!({ "since": excluded.at, "why": excluded.why });
    }
    Ok(player)
}

fn of_games(it: &rating::derived::GameRatings) -> Value {
    let about =
        |it: rating::derived::Estimate| json!({ "rating": it.rating, "half_interval": it.half });
    json!({
        "games": it.games, "bradley_terry": about(it.bradley_terry), "elo": about(it.elo),
        "glicko": about(it.glicko), "trueskill": about(it.trueskill),
    })
}

fn consents(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Value>> {
    let history = consent::history(tx, player_id)?;
    let record = |it: consent::Record| {
        json!({
            "purpose": it.purpose.name(), "about": it.about, "version": it.version,
            "text": it.text, "hash": it.text_hash, "given_at": it.given_at, "withdrawn_at": it.withdrawn_at,
        })
    };
    Ok(history.into_iter().map(record).collect())
}

fn drafts(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Value>> {
    let rows: Vec<(String, String, String, i64)> = rows!(
        tx,
        "SELECT subject_id, field, body, at FROM draft WHERE player_id = $1
         ORDER BY subject_id, field",
        player_id,
    );
    let draft =
        |(game, field, body, at)| json!({ "game": game, "field": field, "text": body, "at": at });
    Ok(rows.into_iter().map(draft).collect())
}

fn sessions(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Value>> {
    let rows: Vec<(String, i64, i64)> = rows!(
        tx,
        "SELECT device, created_at, seen_at FROM session
         WHERE player_id = $1 ORDER BY created_at",
        player_id,
    );
    let session = |(device, created_at, seen_at)| json!({ "device": device, "created_at": created_at, "seen_at": seen_at });
    Ok(rows.into_iter().map(session).collect())
}

record! {
    struct MailRow {
        kind: String,
        address: String,
        subject: String,
        created_at: i64,
        sent_at: Option<i64>,
    }
}

fn mails(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Value>> {
    let rows: Vec<MailRow> = rows!(
        tx,
        "SELECT kind, address, subject, created_at, sent_at FROM mail
         WHERE player_id = $1 ORDER BY created_at",
        player_id,
    );
    let mail = |it: MailRow| {
        json!({
            "kind": it.kind, "to": it.address, "subject": it.subject,
            "created_at": it.created_at, "sent_at": it.sent_at,
        })
    };
    Ok(rows.into_iter().map(mail).collect())
}

/// Returns what operators did to a player. The operators themselves are not named.
fn actions(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Value>> {
    let rows: Vec<(i64, String, String)> =
        rows!(tx, "SELECT at, what, why FROM act WHERE of_player = $1 ORDER BY at, id", player_id,);
    Ok(rows
        .into_iter()
        .map(|(at, what, why)| json!({ "at": at, "what": what, "why": why }))
        .collect())
}

/// Returns the responses that a player lends to Recall, and what was decided of them.
fn lent(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Value>> {
    let lines = recall::of_author(tx, player_id)?.into_iter().map(|line| {
        let decision = line.decision.map(|it| json!({ "at": it.at, "why": it.why }));
        json!({
            "text": line.reply, "state": line.state.name(), "at": line.added_at,
            "decision": decision,
        })
    });
    Ok(lines.collect())
}

record! {
    struct SeatRow {
        game_id: String,
        side: String,
        outcome: Option<String>,
        here: bool,
    }
}

/// The seats of a player: first those of games that are over.
fn seats(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<String>> {
    let mut seats: Vec<(String,)> = rows!(
        tx,
        "SELECT id FROM seat WHERE player_id = $1 AND ended_at IS NOT NULL ORDER BY ended_at, id",
        player_id,
    );
    seats.extend(rows!(
        tx,
        "SELECT id FROM seat WHERE player_id = $1 AND ending IS NULL ORDER BY changed_at, id",
        player_id,
    ));
    Ok(seats.into_iter().map(|(id,)| id).collect())
}

/// The typing mark of a question or response, by its number, or of all of a move.
fn typing_mark(it: &paste_detection::TypingMark) -> Value {
    let paste_detection::Typing { chars, took_ms, hint, suggested } = it.typing;
    json!({
        "part": (it.spot.part > 0).then_some(it.spot.part), "at": it.spot.at, "chars": chars, "took_ms": took_ms,
        "pasted": hint.pasted, "typed": hint.typed, "typed_ms": hint.typed_ms,
        "suggested": suggested,
        "is_pasted": it.pasted, "is_fast": it.fast, "is_suggested": it.suggested,
    })
}

/// One game as its player may see it, with their own moves and times.
fn game_data(tx: &mut Tx<'_>, player_id: &str, seat_id: &str) -> Result<Value> {
    let row: Option<SeatRow> = row!(
        tx,
        "SELECT game_id, side, outcome, here FROM seat WHERE id = $1 AND player_id = $2",
        seat_id,
        player_id,
    );
    let SeatRow { game_id, side, outcome, here } = row.ok_or(Error::NotFound)?;
    let (game_id, side) = (game_id.as_str(), side.as_str());
    let moves: Vec<(i64, i64, Option<i64>, String)> = rows!(
        tx,
        "SELECT seq, at, took_ms, body FROM game_move
         WHERE game_id = $1 AND player_id = $2 ORDER BY seq",
        game_id,
        player_id,
    );
    let marked = paste_detection::of_game(tx, game_id)?;
    let mut own = Vec::new();
    for (seq, at, took_ms, body) in moves {
        let body: Value = serde_json::from_str(&body).map_err(Error::corrupt)?;
        // A reveal holds both ratings; it is shown below, from this seat. Who
        // met when would tell during the game what the other player is.
        if body.get("reveal").is_none() && body != "join" {
            let mut mv = json!({ "at": at, "took_ms": took_ms, "move": body });
            let marks: Vec<Value> =
                marked.iter().filter(|it| it.spot.seq == seq).map(typing_mark).collect();
            if !marks.is_empty() {
                mv["typing"] = json!(marks);
            }
            own.push(mv);
        }
    }
    let seat = Seat::from_name(side).ok_or_else(|| Error::corrupt("an unknown seat"))?;
    let loaded = game::load(tx, game_id)?;
    let shown = match loaded.occupant(seat.other()) {
        Some(other) => player::shows_rating(tx, &other.player_id)?,
        None => true,
    };
    let view = loaded.game.view(seat);
    let over = matches!(loaded.game.phase(), Phase::Final | Phase::Closed);
    let result = view.result.filter(|_| here);
    Ok(json!({
        "game": seat_id,
        // Who sits where says who came first, and so, during a game, what the other may be.
        "side": over.then_some(side),
        "outcome": outcome,
        "moves": own,
        "their_questions": view.their_questions.filter(|_| here),
        "their_answers": view.their_answers.filter(|_| here),
        "my_marks": view.my_guess.map(|guess| guess.sliders).filter(|_| here),
        "their_guess": result.as_ref().map(|result| result.their_guess),
        "their_rating":
            result.as_ref().and_then(|result| result.their_rating).filter(|_| shown).map(Rating::mean),
        "rating_after": result.and_then(|result| result.my_rating_now).map(Rating::mean),
        "counted": counted(tx, player_id, game_id)?,
    }))
}

/// The guess about a player in one game, as it was counted for their rating.
fn counted(tx: &mut Tx<'_>, player_id: &str, game_id: &str) -> Result<Option<Value>> {
    let guess: Option<(i64, i64, i64, i64, Option<f64>)> = row!(
        tx,
        "SELECT points, rating_sum, rating_count, at, calibrated FROM guess
         WHERE game_id = $1 AND of_player = $2",
        game_id,
        player_id,
    );
    Ok(guess.map(|(points, sum, count, at, calibrated)| {
        json!({
            "points": points, "sum_after": sum, "count_after": count, "at": at,
            "calibrated_then": calibrated,
        })
    }))
}
