//! The people who take part in campaigns.

use serde_json::{Value, json};

use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "question_rater",
    key: &["campaign_id", "player_id"],
    columns: &[(
        Class::Exported,
        &[
            "campaign_id",
            "player_id",
            "platform",
            "worker",
            "submission",
            "study",
            "joined_at",
            "rejected_at",
            "rejected_why",
        ],
    )],
    erasure: Erasure::Erased(forget),
};

record! {
    /// A person in a campaign.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Rater {
        pub campaign_id: String,
        pub player_id: String,
        /// `site`, `link`, `prolific` or `mturk`.
        pub platform: String,
        /// The platform's id of the person.
        pub worker: String,
        /// The platform's id of their part.
        pub submission: String,
        /// The platform's id of the study.
        pub study: String,
        pub joined_at: i64,
        /// When all their ratings were rejected.
        pub rejected_at: Option<i64>,
        pub rejected_why: Option<String>,
    }
}

/// Adds somebody to a campaign. Somebody who is in it already stays as they are; returns false then.
pub fn join(tx: &mut Tx<'_>, new: &Rater) -> Result<bool> {
    let added = run!(
        tx,
        "INSERT INTO question_rater
         (campaign_id, player_id, platform, worker, submission, study, joined_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (campaign_id, player_id) DO NOTHING",
        new.campaign_id,
        new.player_id,
        new.platform,
        new.worker,
        new.submission,
        new.study,
        new.joined_at,
    );
    Ok(added > 0)
}

pub fn find(tx: &mut Tx<'_>, campaign_id: &str, player_id: &str) -> Result<Option<Rater>> {
    Ok(row!(
        tx,
        "SELECT campaign_id, player_id, platform, worker, submission, study, joined_at, rejected_at,
                rejected_why
         FROM question_rater WHERE campaign_id = $1 AND player_id = $2",
        campaign_id,
        player_id,
    ))
}

/// Returns true if another player of a campaign has this worker id.
pub fn is_taken(
    tx: &mut Tx<'_>,
    campaign_id: &str,
    platform: &str,
    worker: &str,
    player_id: &str,
) -> Result<bool> {
    let found: Option<(String,)> = row!(
        tx,
        "SELECT player_id FROM question_rater
         WHERE campaign_id = $1 AND platform = $2 AND worker = $3 AND player_id <> $4",
        campaign_id,
        platform,
        worker,
        player_id,
    );
    Ok(found.is_some())
}

/// Everybody in a campaign.
pub fn of_campaign(tx: &mut Tx<'_>, campaign_id: &str) -> Result<Vec<Rater>> {
    Ok(rows!(
        tx,
        "SELECT campaign_id, player_id, platform, worker, submission, study, joined_at, rejected_at,
                rejected_why
         FROM question_rater WHERE campaign_id = $1 ORDER BY joined_at, player_id",
        campaign_id,
    ))
}

/// The campaign that a player joined last.
pub fn latest_of(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Rater>> {
    let mut all: Vec<Rater> = rows!(
        tx,
        "SELECT campaign_id, player_id, platform, worker, submission, study, joined_at, rejected_at,
                rejected_why
         FROM question_rater WHERE player_id = $1",
        player_id,
    );
    all.sort_by(|a, b| (b.joined_at, &b.campaign_id).cmp(&(a.joined_at, &a.campaign_id)));
    Ok(all)
}

/// Notes that all ratings of a rater are rejected.
pub fn reject(
    tx: &mut Tx<'_>,
    campaign_id: &str,
    player_id: &str,
    why: &str,
    now: i64,
) -> Result<()> {
    run!(
        tx,
        "UPDATE question_rater SET rejected_at = $3, rejected_why = $4
         WHERE campaign_id = $1 AND player_id = $2",
        campaign_id,
        player_id,
        now,
        why,
    );
    Ok(())
}

fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM question_rater WHERE player_id = $1", player_id);
    Ok(())
}

/// The campaigns of a player, for their download.
pub(crate) fn data(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Value>> {
    let value = |it: Rater| {
        json!({
            "campaign": it.campaign_id, "player": it.player_id, "platform": it.platform,
            "worker": it.worker, "submission": it.submission, "study": it.study,
            "joined_at": it.joined_at, "rejected_at": it.rejected_at,
            "rejected_why": it.rejected_why,
        })
    };
    Ok(latest_of(tx, player_id)?.into_iter().map(value).collect())
}
