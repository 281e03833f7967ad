//! Campaigns: what their operators decided, and which of their batches are open.

use luna_core::question_campaign::Plan;

use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "question_campaign",
    key: &["id"],
    columns: &[(
        Class::NotPersonal,
        &[
            "id",
            "name",
            "plan",
            "code",
            "checks",
            "created_at",
            "opened_at",
            "batches",
            "opened",
            "closed_at",
            "published_at",
            "salt",
        ],
    )],
    erasure: Erasure::NotPersonal,
};

/// A campaign.
#[derive(Clone, Debug, PartialEq)]
pub struct Campaign {
    pub id: String,
    pub name: String,
    pub plan: Plan,
    /// Shown at the end to raters from a platform.
    pub code: String,
    /// The campaign whose ratings this one checks, with experts.
    pub checks: Option<String>,
    pub created_at: i64,
    pub opened_at: Option<i64>,
    pub batches: i64,
    /// Batches that are open, from the first.
    pub opened: i64,
    pub closed_at: Option<i64>,
    /// When its results were made public.
    pub published_at: Option<i64>,
    /// A secret from which follow the places of gold questions, and the pseudonyms of raters in the
    /// published ratings.
    pub salt: String,
}

impl Campaign {
    /// Returns true if raters may be handed questions.
    pub fn is_open(&self) -> bool {
        self.opened > 0 && self.closed_at.is_none()
    }

    /// The kind of its assignments.
    pub fn kind(&self) -> String {
        format!("question:{}", self.id)
    }
}

record! {
    struct Row {
        id: String,
        name: String,
        plan: String,
        code: String,
        checks: Option<String>,
        created_at: i64,
        opened_at: Option<i64>,
        batches: i64,
        opened: i64,
        closed_at: Option<i64>,
        published_at: Option<i64>,
        salt: String,
    }
}

impl Row {
    fn into_campaign(self) -> Result<Campaign> {
        let plan = serde_json::from_str(&self.plan).map_err(Error::corrupt)?;
        let Row { id, name, code, checks, created_at, opened_at, .. } = self;
        let Row { batches, opened, closed_at, published_at, salt, .. } = self;
        Ok(Campaign {
            id,
            name,
            plan,
            code,
            checks,
            created_at,
            opened_at,
            batches,
            opened,
            closed_at,
            published_at,
            salt,
        })
    }
}

pub fn add(tx: &mut Tx<'_>, new: &Campaign) -> Result<()> {
    let plan = serde_json::to_string(&new.plan).map_err(Error::corrupt)?;
    run!(
        tx,
        "INSERT INTO question_campaign
         (id, name, plan, code, checks, created_at, opened_at, batches, opened, closed_at,
          published_at, salt)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        new.id,
        new.name,
        plan,
        new.code,
        new.checks,
        new.created_at,
        new.opened_at,
        new.batches,
        new.opened,
        new.closed_at,
        new.published_at,
        new.salt,
    );
    Ok(())
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Campaign> {
    let row: Option<Row> = row!(
        tx,
        "SELECT id, name, plan, code, checks, created_at, opened_at, batches, opened, closed_at,
                published_at, salt
         FROM question_campaign WHERE id = $1",
        id,
    );
    row.ok_or(Error::NotFound)?.into_campaign()
}

/// The same, held until the transaction ends.
pub fn find_for_update(tx: &mut Tx<'_>, id: &str) -> Result<Campaign> {
    tx.lock("SELECT 1 FROM question_campaign WHERE id = $1 FOR UPDATE", id)?;
    find(tx, id)
}

/// The latest campaigns.
pub fn latest(tx: &mut Tx<'_>, most: i64) -> Result<Vec<Campaign>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, name, plan, code, checks, created_at, opened_at, batches, opened, closed_at,
                published_at, salt
         FROM question_campaign WHERE created_at > 0 ORDER BY created_at DESC, id DESC LIMIT $1",
        most,
    );
    rows.into_iter().map(Row::into_campaign).collect()
}

/// The campaigns that are open, the oldest first.
pub fn open(tx: &mut Tx<'_>, most: i64) -> Result<Vec<Campaign>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, name, plan, code, checks, created_at, opened_at, batches, opened, closed_at,
                published_at, salt
         FROM question_campaign
         WHERE opened_at IS NOT NULL AND closed_at IS NULL AND opened_at > 0
         ORDER BY opened_at, id LIMIT $1",
        most,
    );
    rows.into_iter().map(Row::into_campaign).collect()
}

pub fn count_open(tx: &mut Tx<'_>) -> Result<i64> {
    let count: Option<(i64,)> = row!(
        tx,
        "SELECT count(*) FROM question_campaign
         WHERE opened_at IS NOT NULL AND closed_at IS NULL AND opened_at > 0",
    );
    Ok(count.map_or(0, |(count,)| count))
}

/// The campaigns whose results are public, the latest first.
pub fn published(tx: &mut Tx<'_>, most: i64) -> Result<Vec<Campaign>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, name, plan, code, checks, created_at, opened_at, batches, opened, closed_at,
                published_at, salt
         FROM question_campaign WHERE published_at IS NOT NULL AND published_at > 0
         ORDER BY published_at DESC, id DESC LIMIT $1",
        most,
    );
    rows.into_iter().map(Row::into_campaign).collect()
}

/// The campaigns in which experts check another, the latest first.
pub fn checks_of(tx: &mut Tx<'_>, id: &str) -> Result<Vec<Campaign>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, name, plan, code, checks, created_at, opened_at, batches, opened, closed_at,
                published_at, salt
         FROM question_campaign WHERE checks = $1 ORDER BY created_at DESC",
        id,
    );
    rows.into_iter().map(Row::into_campaign).collect()
}

/// Keeps which batches are open, and whether the campaign is closed and its results are public.
pub fn update(tx: &mut Tx<'_>, it: &Campaign) -> Result<()> {
    let plan = serde_json::to_string(&it.plan).map_err(Error::corrupt)?;
    run!(
        tx,
        "UPDATE question_campaign
         SET plan = $2, opened_at = $3, opened = $4, closed_at = $5, published_at = $6, salt = $7
         WHERE id = $1",
        it.id,
        plan,
        it.opened_at,
        it.opened,
        it.closed_at,
        it.published_at,
        it.salt,
    );
    Ok(())
}
