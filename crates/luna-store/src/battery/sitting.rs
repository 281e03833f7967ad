//! Sittings: the answers of one player to one form.

use serde_json::{Value, json};

use super::RESULTS;
use super::answer::{BatteryAnswer, KIND, Row as AnswerRow};
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::sql::RowPair;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "battery_sitting",
    key: &["id"],
    columns: &[(Class::Exported, &["id", "player_id", "form", "knowledge", "taken_at"])],
    erasure: Erasure::Erased(forget),
};

pub(crate) const REPLY: Table = Table {
    name: "battery_reply",
    key: &["sitting_id", "item", "rank"],
    columns: &[(Class::Exported, &["sitting_id", "item", "rank", "answer_id"])],
    erasure: Erasure::With("battery_sitting"),
};

pub(crate) const CLUE_REPLY: Table = Table {
    name: "battery_clue_reply",
    key: &["sitting_id", "item", "clues"],
    columns: &[(Class::Exported, &["sitting_id", "item", "clues", "answer_id"])],
    erasure: Erasure::With("battery_sitting"),
};

record! {
    /// One player's sitting of one form.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Sitting {
        pub id: String,
        pub player_id: String,
        /// Its letter.
        pub form: String,
        /// What the answers draw on; empty if Luna does not know.
        pub knowledge: String,
        pub taken_at: i64,
    }
}

/// An answer in its place in a sitting.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    pub item: String,
    /// From 1, the best first.
    pub rank: i64,
    pub answer: BatteryAnswer,
}

/// The best answer to the first clues of an item.
#[derive(Clone, Debug, PartialEq)]
pub struct ClueReply {
    pub item: String,
    /// The number of clues.
    pub clues: i64,
    pub answer: BatteryAnswer,
}

/// Keeps a sitting with the places of its answers, which are kept already.
pub fn add(
    tx: &mut Tx<'_>,
    sitting: &Sitting,
    replies: &[Reply],
    by_clue: &[ClueReply],
) -> Result<()> {
    run!(
        tx,
        "INSERT INTO battery_sitting (id, player_id, form, knowledge, taken_at)
         VALUES ($1, $2, $3, $4, $5)",
        sitting.id,
        sitting.player_id,
        sitting.form,
        sitting.knowledge,
        sitting.taken_at,
    );
    for reply in replies {
        run!(
            tx,
            "INSERT INTO battery_reply (sitting_id, item, rank, answer_id) VALUES ($1, $2, $3, $4)",
            sitting.id,
            reply.item,
            reply.rank,
            reply.answer.id,
        );
    }
    for reply in by_clue {
        run!(
            tx,
            "INSERT INTO battery_clue_reply (sitting_id, item, clues, answer_id)
             VALUES ($1, $2, $3, $4)",
            sitting.id,
            reply.item,
            reply.clues,
            reply.answer.id,
        );
    }
    tx.touch(RESULTS);
    Ok(())
}

/// The sittings of a form, the latest first.
pub fn of_form(tx: &mut Tx<'_>, form: &str, limit: i64) -> Result<Vec<Sitting>> {
    Ok(rows!(
        tx,
        "SELECT id, player_id, form, knowledge, taken_at FROM battery_sitting
         WHERE form = $1 ORDER BY taken_at DESC, id DESC LIMIT $2",
        form,
        limit,
    ))
}

/// The sittings of a player, the latest first.
pub fn of_player(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Sitting>> {
    Ok(rows!(
        tx,
        "SELECT id, player_id, form, knowledge, taken_at FROM battery_sitting
         WHERE player_id = $1 ORDER BY taken_at DESC, id DESC",
        player_id,
    ))
}

record! {
    struct Place {
        item: String,
        rank: i64,
    }
}

/// The answers of a sitting, by item and rank.
pub fn replies(tx: &mut Tx<'_>, sitting_id: &str) -> Result<Vec<Reply>> {
    let reply = |RowPair(place, row): RowPair<Place, AnswerRow>| {
        Ok(Reply { item: place.item, rank: place.rank, answer: row.into_answer()? })
    };
    rows(tx, sitting_id)?.into_iter().map(reply).collect()
}

fn rows(tx: &mut Tx<'_>, sitting_id: &str) -> Result<Vec<RowPair<Place, AnswerRow>>> {
    Ok(rows!(
        tx,
        "SELECT r.item, r.rank, a.id, a.form, a.item, a.text, a.points, a.confidence, a.is_recognized,
                a.is_unchildlike, a.waiting_since, a.settled_at, a.people_points, a.people_nonsense,
                a.people_unchildlike
         FROM battery_reply r JOIN battery_answer a ON a.id = r.answer_id
         WHERE r.sitting_id = $1 ORDER BY r.item, r.rank",
        sitting_id,
    ))
}

record! {
    struct CluePlace {
        item: String,
        clues: i64,
    }
}

/// The best answers of a sitting to the first clues of items, by item and number of clues.
pub fn clue_replies(tx: &mut Tx<'_>, sitting_id: &str) -> Result<Vec<ClueReply>> {
    let reply = |RowPair(place, row): RowPair<CluePlace, AnswerRow>| {
        Ok(ClueReply { item: place.item, clues: place.clues, answer: row.into_answer()? })
    };
    clue_rows(tx, sitting_id)?.into_iter().map(reply).collect()
}

fn clue_rows(tx: &mut Tx<'_>, sitting_id: &str) -> Result<Vec<RowPair<CluePlace, AnswerRow>>> {
    Ok(rows!(
        tx,
        "SELECT r.item, r.clues, a.id, a.form, a.item, a.text, a.points, a.confidence,
                a.is_recognized, a.is_unchildlike, a.waiting_since, a.settled_at, a.people_points,
                a.people_nonsense, a.people_unchildlike
         FROM battery_clue_reply r JOIN battery_answer a ON a.id = r.answer_id
         WHERE r.sitting_id = $1 ORDER BY r.item, r.clues",
        sitting_id,
    ))
}

/// Deletes the sittings of a player, with the answers that nobody else has given.
pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    for sitting in of_player(tx, player_id)? {
        tx.touch(RESULTS);
        let mut answers: Vec<(String,)> = rows!(
            tx,
            "DELETE FROM battery_reply WHERE sitting_id = $1 RETURNING answer_id",
            sitting.id,
        );
        let by_clue: Vec<(String,)> = rows!(
            tx,
            "DELETE FROM battery_clue_reply WHERE sitting_id = $1 RETURNING answer_id",
            sitting.id,
        );
        answers.extend(by_clue);
        run!(tx, "DELETE FROM battery_sitting WHERE id = $1", sitting.id);
        for (answer,) in answers {
            let gone = run!(
                tx,
                "DELETE FROM battery_answer WHERE id = $1
                 AND NOT EXISTS (SELECT 1 FROM battery_reply WHERE answer_id = $1)
                 AND NOT EXISTS (SELECT 1 FROM battery_clue_reply WHERE answer_id = $1)",
                answer,
            );
            if gone > 0 {
                run!(tx, "DELETE FROM assignment WHERE kind = $1 AND item_id = $2", KIND, answer,);
            }
        }
    }
    Ok(())
}

/// The sittings of a player with all that is kept about their answers, for a download.
pub(crate) fn data(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for sitting in of_player(tx, player_id)? {
        let replies: Vec<Value> =
            rows(tx, &sitting.id)?.iter().map(|RowPair(place, row)| reply(place, row)).collect();
        let by_clue: Vec<Value> = (clue_rows(tx, &sitting.id)?.iter())
            .map(|RowPair(place, row)| {
                json!({ "item": place.item, "clues": place.clues, "answer": answer(row) })
            })
            .collect();
        all.push(json!({
            "id": sitting.id, "player": sitting.player_id, "form": sitting.form,
            "knowledge": sitting.knowledge, "taken_at": sitting.taken_at, "replies": replies,
            "replies_by_clue": by_clue,
        }));
    }
    Ok(all)
}

fn reply(place: &Place, row: &AnswerRow) -> Value {
    json!({ "item": place.item, "rank": place.rank, "answer": answer(row) })
}

fn answer(row: &AnswerRow) -> Value {
    json!({
        "id": row.id, "form": row.form, "item": row.item, "text": row.text,
        "points_by_key": row.points, "confidence": row.confidence,
        "recognized": row.is_recognized, "unchildlike": row.is_unchildlike,
        "put_to_scorers_at": row.waiting_since, "settled_at": row.settled_at,
        "points_by_people": row.people_points, "nonsense_to_people": row.people_nonsense,
        "unchildlike_to_people": row.people_unchildlike,
    })
}
