//! Removing a player: for a while (a ban) or for good (erasure). Partners keep
//! their games, and ratings stay right.

use luna_core::game::{Move, Seat};
use luna_core::rating::Rating;

use crate::act::{self, What};
use crate::game::{self, Moment};
use crate::{
    Error, Result, Tx, consent, derived, judge, machine, player, predict, rating, recall, session,
    typing,
};

mod list;
mod machines;
mod replay;

pub use list::List;
pub use replay::replay;

/// What stands where an erased player's words were.
pub const GONE: &str = "[erased]";
/// Woken by each erasure: SQLite then empties its log, which still holds the old pages.
pub(crate) const TOPIC: &str = "erased";

/// Nobody plays with a banned player: open games are left. Sessions stay, so
/// that the player reads why wherever they are.
pub fn ban(
    tx: &mut Tx<'_>,
    at: &Moment,
    by: Option<&str>,
    player_id: &str,
    why: &str,
) -> Result<()> {
    machine::hold_all_of(tx, player_id)?;
    player::find(tx, player_id)?;
    leave_all(tx, at, player_id)?;
    machine::kill_all_of(tx, at, player_id, "its owner is banned.")?;
    run!(
        tx,
        "UPDATE player SET banned_at = $2, banned_why = $3 WHERE id = $1 AND kind = 'human'",
        player_id,
        at.now,
        why,
    );
    predict::outdated(tx);
    act::note(tx, at, by, player_id, What::Ban, why)
}

pub fn unban(tx: &mut Tx<'_>, at: &Moment, by: Option<&str>, player_id: &str) -> Result<()> {
    let lifted = run!(
        tx,
        "UPDATE player SET banned_at = NULL, banned_why = NULL
         WHERE id = $1 AND banned_at IS NOT NULL",
        player_id,
    );
    if lifted > 0 {
        predict::outdated(tx);
        act::note(tx, at, by, player_id, What::Unban, "")?;
    }
    Ok(())
}

/// Everything a person wrote and everything that names them goes; guesses and
/// what became of the games stay.
/// The id is in the [`List`] of erasures before this is durable.
pub fn erase(tx: &mut Tx<'_>, at: &Moment, player_id: &str) -> Result<()> {
    erase_unlisted(tx, at, player_id)?;
    tx.list_erasure(player_id, at.now);
    Ok(())
}

fn erase_unlisted(tx: &mut Tx<'_>, at: &Moment, player_id: &str) -> Result<()> {
    machine::hold_all_of(tx, player_id)?;
    leave_all(tx, at, player_id)?;
    machine::kill_all_of(tx, at, player_id, machines::WHY)?;
    tx.hold("SELECT 1 FROM player WHERE id = $1 FOR UPDATE", player_id)?;
    derived::erase(tx, player_id)?;
    recall::forget(tx, player_id)?;
    machines::forget(tx, at, player_id)?;
    erase_words(tx, player_id)?;
    session::close_others(tx, player_id, "")?;
    run!(tx, "DELETE FROM draft WHERE player_id = $1", player_id);
    run!(tx, "DELETE FROM link WHERE player_id = $1", player_id);
    consent::forget(tx, player_id)?;
    rating::beside::forget(tx, player_id)?;
    predict::forget(tx, player_id)?;
    run!(tx, "DELETE FROM notice WHERE player_id = $1", player_id);
    let mails: Vec<(String,)> = rows!(tx, "SELECT id FROM mail WHERE player_id = $1", player_id);
    for (id,) in mails {
        run!(tx, "DELETE FROM job WHERE id = $1", format!("mail:{id}"));
    }
    run!(tx, "DELETE FROM mail WHERE player_id = $1", player_id);
    run!(tx, "DELETE FROM job WHERE id = $1", format!("notify:{player_id}"));
    run!(tx, "DELETE FROM flag WHERE player_id = $1", player_id);
    run!(tx, "DELETE FROM judge WHERE player_id = $1", player_id);
    run!(tx, "UPDATE act SET why = '' WHERE of_player = $1", player_id);
    run!(
        tx,
        "UPDATE player SET name = $2, name_key = $2, email = NULL, verified = FALSE,
                password = NULL, admin = FALSE, wants_mail = FALSE, banned_why = NULL, excluded_why = NULL,
                erased_at = $3
         WHERE id = $1",
        player_id,
        placeholder(player_id),
        at.now,
    );
    run!(tx, "DELETE FROM receipt WHERE player_id = $1", player_id);
    tx.wake(TOPIC);
    Ok(())
}

/// Returns the name that takes the place of an erased one.
fn placeholder(player_id: &str) -> String {
    format!("erased-{}", player_id.get(16..).unwrap_or(player_id))
}

pub(crate) fn leave_all(tx: &mut Tx<'_>, at: &Moment, player_id: &str) -> Result<()> {
    leave_some(tx, at, player_id, i64::MAX).map(drop)
}

/// The same for so many games at most. Gives how many were left.
pub(crate) fn leave_some(tx: &mut Tx<'_>, at: &Moment, player_id: &str, limit: i64) -> Result<i64> {
    let mut seats: Vec<(String, String)> = rows!(
        tx,
        "SELECT game_id, id FROM seat WHERE player_id = $1 AND ending IS NULL LIMIT $2",
        player_id,
        limit,
    );
    // Games are held in the same order by all who hold several.
    seats.sort();
    let mut left = 0;
    for (_, seat_id) in seats {
        let (place, mut loaded) = game::seated(tx, &seat_id, player_id)?;
        if place.here && place.ending.is_none() {
            game::play(tx, at, &mut loaded, place.seat, &Move::Remove, None)?;
            left += 1;
        }
    }
    Ok(left)
}

fn erase_words(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    let games: Vec<(String, i64)> = rows!(
        tx,
        "SELECT DISTINCT g.id, g.max_chars FROM seat s JOIN game g ON g.id = s.game_id
         WHERE s.player_id = $1 AND s.ending IS NOT NULL",
        player_id,
    );
    for (game_id, max_chars) in games {
        // What replaces their words must be allowed by the game's rules too.
        let gone: String = GONE.chars().take(usize::try_from(max_chars).unwrap_or(0)).collect();
        let moves: Vec<(i64, String)> = rows!(
            tx,
            "SELECT seq, body FROM game_move WHERE game_id = $1 AND player_id = $2",
            game_id,
            player_id,
        );
        for (seq, body) in moves {
            let mv = match serde_json::from_str(&body).map_err(Error::corrupt)? {
                Move::Ask(texts) => Move::Ask(vec![gone.clone(); texts.len()]),
                Move::Answer(texts) => Move::Answer(vec![gone.clone(); texts.len()]),
                _ => continue,
            };
            run!(
                tx,
                "UPDATE game_move SET body = $3 WHERE game_id = $1 AND seq = $2",
                game_id,
                seq,
                serde_json::to_string(&mv).map_err(Error::corrupt)?,
            );
            run!(tx, "DELETE FROM typing WHERE game_id = $1 AND seq = $2", game_id, seq);
        }
    }
    Ok(())
}

/// Everything kept about a player, for them to download.
pub fn data(tx: &mut Tx<'_>, player_id: &str) -> Result<serde_json::Value> {
    let me: Option<(String, Option<String>, i64, i64, i64)> = row!(
        tx,
        "SELECT name, email, created_at, guess_sum, guess_count FROM player WHERE id = $1",
        player_id,
    );
    let (name, email, created_at, guess_sum, guess_count) = me.ok_or(Error::NotFound)?;
    let mut seats: Vec<(String, String, String, Option<String>, bool)> = rows!(
        tx,
        "SELECT id, game_id, side, outcome, here FROM seat
         WHERE player_id = $1 AND ending IS NOT NULL ORDER BY changed_at, id",
        player_id,
    );
    seats.extend(rows!(
        tx,
        "SELECT id, game_id, side, outcome, here FROM seat
         WHERE player_id = $1 AND ending IS NULL ORDER BY changed_at, id",
        player_id,
    ));
    let mut games = Vec::new();
    for (seat_id, game_id, side, outcome, here) in seats {
        games.push(game_data(tx, player_id, &seat_id, &game_id, &side, outcome.as_deref(), here)?);
    }
    let drafts: Vec<(String, String, String, i64)> = rows!(
        tx,
        "SELECT seat_id, field, body, at FROM draft WHERE player_id = $1 ORDER BY seat_id, field",
        player_id,
    );
    let sessions: Vec<(String, i64, i64)> = rows!(
        tx,
        "SELECT device, created_at, seen_at FROM session WHERE player_id = $1 ORDER BY created_at",
        player_id,
    );
    let mails: Vec<(String, String, String, i64)> = rows!(
        tx,
        "SELECT kind, address, subject, created_at FROM mail WHERE player_id = $1 ORDER BY created_at",
        player_id,
    );
    let scale = rating::beside::judge(tx, player_id)?;
    let beside = rating::beside::of_guesses(tx, player_id)?;
    let told = predict::of_asker(tx, player_id)?;
    let excluded = judge::excluded(tx, player_id)?;
    let agreed = consent::history(tx, player_id)?;
    let mut all = serde_json::json!({
        "about": "Everything this Luna keeps about you. Times are Unix milliseconds, guesses millionths of a point.",
        "player": {
            "id": player_id, "name": name, "email": email,
            "created_at": created_at, "guess_sum": guess_sum, "guess_count": guess_count,
        },
        "calibrated": beside.map(|it| serde_json::json!({
            "rating": it.calibrated, "low": it.low, "high": it.high })),
        "judge": scale.map(|it| serde_json::json!({
            "offset": it.shift, "scale": it.scale, "weight": it.weight,
            "mark": it.mark.and_then(|mark| serde_json::from_str::<serde_json::Value>(&mark).ok()) })),
        "games": games,
        "questions": told.iter().map(|it| serde_json::json!({
            "text": it.text, "people": it.people, "share_of_ratings": it.share, "at": it.at })).collect::<Vec<_>>(),
        "consent": agreed.iter().map(|it| serde_json::json!({
            "purpose": it.purpose.name(), "version": it.version, "text": it.text,
            "hash": it.text_hash, "given_at": it.given_at, "withdrawn_at": it.withdrawn_at })).collect::<Vec<_>>(),
        "drafts": drafts.iter().map(|(game, field, body, at)| serde_json::json!({
            "game": game, "field": field, "text": body, "at": at })).collect::<Vec<_>>(),
        "sessions": sessions.iter().map(|(device, created_at, seen_at)| serde_json::json!({
            "device": device, "created_at": created_at, "seen_at": seen_at })).collect::<Vec<_>>(),
        "mails": mails.iter().map(|(kind, address, subject, created_at)| serde_json::json!({
            "kind": kind, "to": address, "subject": subject, "created_at": created_at })).collect::<Vec<_>>(),
    });
    all["lent_to_recall"] = lent(tx, player_id)?;
    all["said_by_house_machines"] = derived::of_author(tx, player_id)?
        .into_iter()
        .map(|(at, text)| serde_json::json!({ "at": at, "text": text }))
        .collect();
    if let Some(excluded) = excluded {
        all["player"]["guesses_not_counted"] =
            serde_json::json!({ "since": excluded.at, "why": excluded.why });
    }
    Ok(all)
}

/// The responses that a player lends to Recall, and what was decided of them.
fn lent(tx: &mut Tx<'_>, player_id: &str) -> Result<serde_json::Value> {
    let lines = recall::of_author(tx, player_id)?.into_iter().map(|line| {
        let decision = line.decision.map(|it| serde_json::json!({ "at": it.at, "why": it.why }));
        serde_json::json!({
            "text": line.reply, "state": line.state.name(), "at": line.added_at,
            "decision": decision,
        })
    });
    Ok(lines.collect())
}

/// One game as its player may see it, with their own moves and times.
fn game_data(
    tx: &mut Tx<'_>,
    player_id: &str,
    seat_id: &str,
    game_id: &str,
    side: &str,
    outcome: Option<&str>,
    here: bool,
) -> Result<serde_json::Value> {
    let moves: Vec<(i64, i64, Option<i64>, String)> = rows!(
        tx,
        "SELECT seq, at, took_ms, body FROM game_move
         WHERE game_id = $1 AND player_id = $2 ORDER BY seq",
        game_id,
        player_id,
    );
    let marked = typing::of_game(tx, game_id)?;
    let mut own = Vec::new();
    for (seq, at, took_ms, body) in moves {
        let body: serde_json::Value = serde_json::from_str(&body).map_err(Error::corrupt)?;
        // A reveal holds both ratings; it is shown below, from this seat. Who
        // joined whom would tell during the game what the other player is.
        if body.get("reveal").is_none() && body != "join" {
            let mut mv = serde_json::json!({ "at": at, "took_ms": took_ms, "move": body });
            if let Some(marked) = marked.iter().find(|marked| marked.seq == seq) {
                let typing = marked.typing;
                mv["typing"] = serde_json::json!({
                    "chars": typing.chars, "pasted": typing.hint.pasted,
                    "typed": typing.hint.typed, "typed_ms": typing.hint.typed_ms,
                });
            }
            own.push(mv);
        }
    }
    let seat = Seat::from_name(side).ok_or_else(|| Error::corrupt("an unknown seat"))?;
    let view = game::load(tx, game_id)?.game.view(seat);
    let result = view.result.filter(|_| here);
    Ok(serde_json::json!({
        "game": seat_id,
        "outcome": outcome,
        "moves": own,
        "their_questions": view.their_questions.filter(|_| here),
        "their_answers": view.their_answers.filter(|_| here),
        "their_guess": result.as_ref().map(|result| result.their_guess),
        "their_rating": result.as_ref().and_then(|result| result.their_rating).map(Rating::mean),
        "rating_after": result.and_then(|result| result.my_rating_now).map(Rating::mean),
    }))
}
