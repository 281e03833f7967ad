//! The questions of a campaign, in batches.

use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "question_campaign_item",
    key: &["campaign_id", "question_id"],
    columns: &[(Class::NotPersonal, &["campaign_id", "question_id", "batch", "place"])],
    erasure: Erasure::NotPersonal,
};

record! {
    /// A question in its place in a campaign.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Item {
        pub question_id: String,
        /// From 1; 0 for a gold question, which every rater gets.
        pub batch: i64,
        pub place: i64,
    }
}

pub fn add(tx: &mut Tx<'_>, campaign_id: &str, item: &Item) -> Result<()> {
    run!(
        tx,
        "INSERT INTO question_campaign_item (campaign_id, question_id, batch, place)
         VALUES ($1, $2, $3, $4)",
        campaign_id,
        item.question_id,
        item.batch,
        item.place,
    );
    Ok(())
}

/// The items of a campaign, in order.
pub fn all(tx: &mut Tx<'_>, campaign_id: &str) -> Result<Vec<Item>> {
    Ok(rows!(
        tx,
        "SELECT question_id, batch, place FROM question_campaign_item
         WHERE campaign_id = $1 ORDER BY place",
        campaign_id,
    ))
}

pub fn find(tx: &mut Tx<'_>, campaign_id: &str, question_id: &str) -> Result<Option<Item>> {
    Ok(row!(
        tx,
        "SELECT question_id, batch, place FROM question_campaign_item
         WHERE campaign_id = $1 AND question_id = $2",
        campaign_id,
        question_id,
    ))
}

/// The items of the open batches that a player has not rated, in order. Gold questions are in batch 0.
pub fn unrated(
    tx: &mut Tx<'_>,
    campaign_id: &str,
    opened: i64,
    player_id: &str,
) -> Result<Vec<Item>> {
    Ok(rows!(
        tx,
        "SELECT i.question_id, i.batch, i.place FROM question_campaign_item i
         WHERE i.campaign_id = $1 AND i.batch <= $2
               AND NOT EXISTS (SELECT 1 FROM question_rating r
                               WHERE r.campaign_id = $1 AND r.question_id = i.question_id
                                     AND r.player_id = $3)
         ORDER BY i.place",
        campaign_id,
        opened,
        player_id,
    ))
}
