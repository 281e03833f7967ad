//! Texts of house machines that hold words of a person: whose they are, so that
//! erasing that person erases them.

use std::collections::{BTreeMap, BTreeSet};

use luna_core::game::{Move, Seat};

use crate::db::setting;
use crate::game::record::GameRecord;
use crate::player::GONE;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "derived",
    key: &["game_id", "seq", "part"],
    columns: &[
        (Class::Exported, &["author_id"]),
        (Class::Withheld(reason::PARTNER), &["game_id"]),
        // The place of a text in a game: the text itself is in the download.
        (Class::NotPersonal, &["seq", "part"]),
    ],
    erasure: Erasure::Erased(erase),
};

/// The setting with the latest start of a game in which authors were not noted yet.
const SINCE: &str = "derived_since";
/// Games of Recall from before that are searched for somebody's words, the latest.
const SEARCHED: i64 = 20_000;
/// A game that had begun is over by then.
const LONGEST_GAME_MS: i64 = 60 * 86_400_000;

/// Returns the player whose questions a seat is to answer.
pub fn asker(tx: &mut Tx<'_>, loaded: &GameRecord, seat: Seat) -> Result<Option<String>> {
    let moves: Vec<(String, String)> = rows!(
        tx,
        "SELECT player_id, body FROM game_move WHERE game_id = $1 AND side = $2 ORDER BY seq DESC",
        loaded.id,
        seat.other().name(),
    );
    for (player_id, body) in moves {
        if let Move::Ask(_) = serde_json::from_str(&body).map_err(Error::corrupt)? {
            return Ok(Some(player_id));
        }
    }
    Ok(None)
}

/// Notes the authors of texts of the move that comes next in a game, by their places
/// in it. [`Error::Conflict`] if one of them has been erased meanwhile: what was read
/// of theirs must not be written again.
pub fn note(tx: &mut Tx<'_>, loaded: &GameRecord, authors: &BTreeMap<usize, String>) -> Result<()> {
    // The players in order, since their rows are locked against an erasure from here on.
    let mut parts: Vec<(&String, usize)> = authors.iter().map(|(part, by)| (by, *part)).collect();
    parts.sort_unstable();
    for (author, part) in parts {
        run!(
            tx,
            "INSERT INTO derived (game_id, seq, part, author_id)
             SELECT $1, CAST($2 AS BIGINT), CAST($3 AS BIGINT), id FROM player
             WHERE id = $4 AND kind = 'human'",
            loaded.id,
            loaded.next_seq(),
            i64::try_from(part).map_err(Error::corrupt)?,
            author,
        );
        let erased: Option<(String,)> =
            row!(tx, "SELECT id FROM player WHERE id = $1 AND erased_at IS NOT NULL", author);
        if erased.is_some() {
            return Err(Error::Conflict);
        }
    }
    Ok(())
}

/// The players whose words the texts of house machines in a game hold, as far as that was noted; none if
/// the game is from before authors were.
pub fn authors(tx: &mut Tx<'_>, game_id: &str, started_at: i64) -> Result<Option<Vec<String>>> {
    let since = setting::get(tx, SINCE)?.and_then(|since| since.parse::<i64>().ok());
    if since.is_some_and(|since| started_at <= since) {
        return Ok(None);
    }
    let found: Vec<(String,)> =
        rows!(tx, "SELECT author_id FROM derived WHERE game_id = $1 ORDER BY seq, part", game_id,);
    Ok(Some(found.into_iter().map(|(id,)| id).collect()))
}

/// Texts of house machines that hold words of a player, oldest first.
pub(crate) fn of_author(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<(i64, String)>> {
    let found: Vec<(String, i64, i64)> = rows!(
        tx,
        "SELECT game_id, seq, part FROM derived WHERE author_id = $1 ORDER BY game_id, seq, part",
        player_id,
    );
    let mut texts = Vec::new();
    for (game_id, seq, part) in found {
        let moved: Option<(i64, String)> = row!(
            tx,
            "SELECT at, body FROM game_move WHERE game_id = $1 AND seq = $2",
            game_id,
            seq,
        );
        let Some((at, body)) = moved else { continue };
        let said = answers(&body)?.unwrap_or_default();
        texts.extend(nth(part).and_then(|nth| said.into_iter().nth(nth)).map(|text| (at, text)));
    }
    Ok(texts)
}

/// Erases what house machines said with words of a player. It comes before the
/// player's own words go, which are looked for in games in which no author was noted.
pub(crate) fn erase(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    // A move may hold words of several; each erasure is to see what another has left.
    tx.lock("SELECT pg_advisory_xact_lock(1966, hashtext(current_schema()::TEXT || $1))", "all")?;
    let found: Vec<(String, i64, i64)> = rows!(
        tx,
        "SELECT game_id, seq, part FROM derived WHERE author_id = $1 ORDER BY game_id, seq, part",
        player_id,
    );
    let mut moves: BTreeMap<(String, i64), BTreeSet<usize>> = BTreeMap::new();
    for (game_id, seq, part) in found {
        moves.entry((game_id, seq)).or_default().extend(nth(part));
    }
    for ((game_id, seq), parts) in moves {
        erase_texts(tx, &game_id, seq, &|part, _| parts.contains(&part))?;
    }
    run!(tx, "DELETE FROM derived WHERE author_id = $1", player_id);
    match setting::get(tx, SINCE)?.and_then(|since| since.parse().ok()) {
        Some(since) => erase_untraced(tx, player_id, since),
        None => Ok(()),
    }
}

/// In games that began before authors were noted: what Recall said that is, letter by
/// letter, a response of theirs, and all that a house machine replied to their questions.
fn erase_untraced(tx: &mut Tx<'_>, player_id: &str, since: i64) -> Result<()> {
    let theirs: Vec<(String,)> = rows!(
        tx,
        "SELECT DISTINCT g.id FROM seat s JOIN game g ON g.id = s.game_id
         WHERE s.player_id = $1 AND s.ended_at IS NOT NULL AND g.started_at <= $2",
        player_id,
        since,
    );
    let mut said = BTreeSet::new();
    for (game_id,) in theirs {
        said.extend(erase_echoes(tx, &game_id, player_id)?);
    }
    if said.is_empty() {
        return Ok(());
    }
    let recalled: Vec<(String, i64)> = rows!(
        tx,
        "SELECT s.game_id, s.ended_at FROM seat s
         WHERE s.player_id = 'house-recall' AND s.ended_at IS NOT NULL AND s.ended_at <= $1
         ORDER BY s.ended_at DESC, s.id DESC LIMIT $2",
        since + LONGEST_GAME_MS,
        SEARCHED,
    );
    for (game_id, _) in recalled {
        let moves: Vec<(i64,)> = rows!(
            tx,
            "SELECT seq FROM game_move WHERE game_id = $1 AND player_id = 'house-recall'",
            game_id,
        );
        for (seq,) in moves {
            erase_texts(tx, &game_id, seq, &|_, text| said.contains(text))?;
        }
    }
    Ok(())
}

/// Erases what house machines replied to a player's questions in one game. Gives what
/// the player answered there.
fn erase_echoes(tx: &mut Tx<'_>, game_id: &str, player_id: &str) -> Result<Vec<String>> {
    let moves: Vec<(i64, String, String, String)> = rows!(
        tx,
        "SELECT seq, side, player_id, body FROM game_move WHERE game_id = $1 ORDER BY seq",
        game_id,
    );
    let mut asked_by: BTreeMap<String, String> = BTreeMap::new();
    let mut said = Vec::new();
    for (seq, side, by, body) in moves {
        match serde_json::from_str(&body).map_err(Error::corrupt)? {
            Move::Ask(_) => drop(asked_by.insert(side, by)),
            Move::Answer(texts) if by == player_id => said.extend(texts),
            Move::Answer(_) if by == "house-eliza" => {
                let asker = asked_by.iter().find(|(other, _)| **other != side);
                if asker.is_some_and(|(_, asker)| asker == player_id) {
                    erase_texts(tx, game_id, seq, &|_, _| true)?;
                }
            }
            _ => {}
        }
    }
    Ok(said)
}

/// Puts the mark of erasure in place of some texts of an answer.
fn erase_texts(
    tx: &mut Tx<'_>,
    game_id: &str,
    seq: i64,
    goes: &dyn Fn(usize, &str) -> bool,
) -> Result<()> {
    let found: Option<(String, i64)> = row!(
        tx,
        "SELECT m.body, g.max_chars FROM game_move m JOIN game g ON g.id = m.game_id
         WHERE m.game_id = $1 AND m.seq = $2",
        game_id,
        seq,
    );
    let Some((body, max_chars)) = found else { return Ok(()) };
    let Some(mut texts) = answers(&body)? else { return Ok(()) };
    // What replaces the words must be allowed by the game's rules too.
    let gone: String = GONE.chars().take(usize::try_from(max_chars).unwrap_or(0)).collect();
    let mut changed = false;
    for (part, text) in texts.iter_mut().enumerate() {
        if goes(part, text) {
            text.clone_from(&gone);
            changed = true;
        }
    }
    if changed {
        run!(
            tx,
            "UPDATE game_move SET body = $3 WHERE game_id = $1 AND seq = $2",
            game_id,
            seq,
            serde_json::to_string(&Move::Answer(texts)).map_err(Error::corrupt)?,
        );
    }
    Ok(())
}

fn answers(body: &str) -> Result<Option<Vec<String>>> {
    match serde_json::from_str(body).map_err(Error::corrupt)? {
        Move::Answer(texts) => Ok(Some(texts)),
        _ => Ok(None),
    }
}

fn nth(part: i64) -> Option<usize> {
    usize::try_from(part).ok()
}
