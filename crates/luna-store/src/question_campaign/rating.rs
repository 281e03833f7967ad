//! Ratings of questions.

use luna_core::question_rating::QuestionRating;
use serde_json::{Value, json};

use super::imported::stored_rating;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "question_rating",
    key: &["campaign_id", "question_id", "player_id"],
    columns: &[(
        Class::Exported,
        &[
            "campaign_id",
            "question_id",
            "player_id",
            "rating",
            "comment",
            "began_at",
            "rated_at",
            "rejected_at",
            "rejected_why",
        ],
    )],
    erasure: Erasure::Erased(forget),
};

/// One rater's rating of one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    pub campaign_id: String,
    pub question_id: String,
    pub player_id: String,
    pub rating: QuestionRating,
    pub comment: String,
    /// When the rater was handed the question.
    pub began_at: i64,
    pub rated_at: i64,
    pub rejected_at: Option<i64>,
    pub rejected_why: Option<String>,
}

record! {
    struct Row {
        campaign_id: String,
        question_id: String,
        player_id: String,
        rating: i64,
        comment: String,
        began_at: i64,
        rated_at: i64,
        rejected_at: Option<i64>,
        rejected_why: Option<String>,
    }
}

impl Row {
    fn into_rating(self) -> Result<Rating> {
        let rating = stored_rating(self.rating)?;
        let Row { campaign_id, question_id, player_id, comment, began_at, rated_at, .. } = self;
        let Row { rejected_at, rejected_why, .. } = self;
        Ok(Rating {
            campaign_id,
            question_id,
            player_id,
            rating,
            comment,
            began_at,
            rated_at,
            rejected_at,
            rejected_why,
        })
    }
}

/// Keeps a rating. The first of a rater for a question counts; returns false for another one.
pub fn add(tx: &mut Tx<'_>, new: &Rating) -> Result<bool> {
    let added = run!(
        tx,
        "INSERT INTO question_rating
         (campaign_id, question_id, player_id, rating, comment, began_at, rated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (campaign_id, question_id, player_id) DO NOTHING",
        new.campaign_id,
        new.question_id,
        new.player_id,
        i64::from(new.rating.number()),
        new.comment,
        new.began_at,
        new.rated_at,
    );
    Ok(added > 0)
}

/// A page of the ratings of a campaign, by question and rater, after a place.
pub fn page(
    tx: &mut Tx<'_>,
    campaign_id: &str,
    after: (&str, &str),
    most: i64,
) -> Result<Vec<Rating>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT campaign_id, question_id, player_id, rating, comment, began_at, rated_at, rejected_at,
                rejected_why
         FROM question_rating
         WHERE campaign_id = $1 AND (question_id, player_id) > ($2, $3)
         ORDER BY question_id, player_id LIMIT $4",
        campaign_id,
        after.0,
        after.1,
        most,
    );
    rows.into_iter().map(Row::into_rating).collect()
}

/// When each rater of a campaign first rated a question that is no gold question.
pub fn first_ordinary(tx: &mut Tx<'_>, campaign_id: &str) -> Result<Vec<(String, i64)>> {
    Ok(rows!(
        tx,
        "SELECT r.player_id, MIN(r.rated_at)
         FROM question_rating r JOIN question_campaign_item i
              ON i.campaign_id = r.campaign_id AND i.question_id = r.question_id
         WHERE r.campaign_id = $1 AND i.batch > 0
         GROUP BY r.player_id",
        campaign_id,
    ))
}

/// All ratings of a campaign, by question and rater.
pub fn of_campaign(tx: &mut Tx<'_>, campaign_id: &str) -> Result<Vec<Rating>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT campaign_id, question_id, player_id, rating, comment, began_at, rated_at, rejected_at,
                rejected_why
         FROM question_rating WHERE campaign_id = $1 ORDER BY question_id, player_id",
        campaign_id,
    );
    rows.into_iter().map(Row::into_rating).collect()
}

/// The ratings of a player in a campaign, the oldest first.
pub fn of_rater(tx: &mut Tx<'_>, campaign_id: &str, player_id: &str) -> Result<Vec<Rating>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT campaign_id, question_id, player_id, rating, comment, began_at, rated_at, rejected_at,
                rejected_why
         FROM question_rating WHERE player_id = $2 AND campaign_id = $1 ORDER BY rated_at, question_id",
        campaign_id,
        player_id,
    );
    rows.into_iter().map(Row::into_rating).collect()
}

/// A player's ratings in all other campaigns: their number, and how many were rejected.
pub fn elsewhere(tx: &mut Tx<'_>, campaign_id: &str, player_id: &str) -> Result<(i64, i64)> {
    let counts: Option<(i64, i64)> = row!(
        tx,
        "SELECT count(*), count(rejected_at) FROM question_rating
         WHERE player_id = $2 AND campaign_id <> $1",
        campaign_id,
        player_id,
    );
    Ok(counts.unwrap_or((0, 0)))
}

/// Rejects a rating. Returns false if there is none, or it was rejected before.
pub fn reject(
    tx: &mut Tx<'_>,
    (campaign_id, question_id, player_id): (&str, &str, &str),
    why: &str,
    now: i64,
) -> Result<bool> {
    let rejected = run!(
        tx,
        "UPDATE question_rating SET rejected_at = $4, rejected_why = $5
         WHERE campaign_id = $1 AND question_id = $2 AND player_id = $3 AND rejected_at IS NULL",
        campaign_id,
        question_id,
        player_id,
        now,
        why,
    );
    Ok(rejected > 0)
}

/// Deletes the ratings of a player; their questions wait for other raters again.
fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM question_rating WHERE player_id = $1", player_id);
    Ok(())
}

/// The ratings of a player, for their download.
pub(crate) fn data(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Value>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT campaign_id, question_id, player_id, rating, comment, began_at, rated_at, rejected_at,
                rejected_why
         FROM question_rating WHERE player_id = $1 ORDER BY campaign_id, rated_at, question_id",
        player_id,
    );
    let value = |it: Row| {
        json!({
            "campaign": it.campaign_id, "question": it.question_id, "player": it.player_id,
            "rating": it.rating, "comment": it.comment, "handed_at": it.began_at,
            "rated_at": it.rated_at, "rejected_at": it.rejected_at,
            "rejected_why": it.rejected_why,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}
