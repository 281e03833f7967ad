//! Consent: what each person agreed to, and when they took it back.
//!
//! The rows are a history. Of each purpose, and of each contest, the last row counts, and only until it
//! is withdrawn. Callers compare its hash with that of the text they show today.

pub(crate) mod current;
pub mod recall;

use self::current::last;
pub use self::current::{Matter, Purpose, current};
use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const CONSENT_TEXT: Table = Table {
    name: "consent_text",
    key: &["hash"],
    columns: &[(Class::NotPersonal, &["hash", "purpose", "version", "body"])],
    erasure: Erasure::NotPersonal,
};

pub(crate) const CONSENT: Table = Table {
    name: "consent",
    key: &["player_id", "purpose", "nth"],
    columns: &[
        (
            Class::Exported,
            &["player_id", "purpose", "about", "text_hash", "given_at", "withdrawn_at"],
        ),
        (Class::NotPersonal, &["nth"]),
    ],
    erasure: Erasure::Erased(forget),
};

/// Keeps a text that people can agree to, so that its words can be shown later.
pub fn keep_text(
    tx: &mut Tx<'_>,
    hash: &str,
    purpose: Purpose,
    version: &str,
    body: &str,
) -> Result<()> {
    run!(
        tx,
        "INSERT INTO consent_text (hash, purpose, version, body) VALUES ($1, $2, $3, $4)
         ON CONFLICT (hash) DO NOTHING",
        hash,
        purpose.name(),
        version,
        body,
    );
    Ok(())
}

/// Records that a player agrees to a text. To agree twice changes nothing.
/// [`Error::NotFound`] if they are erased.
pub fn give<'a>(
    tx: &mut Tx<'_>,
    player_id: &str,
    matter: impl Into<Matter<'a>>,
    text_hash: &str,
    now: i64,
) -> Result<()> {
    let matter = matter.into();
    // Two requests at once would both choose the next number.
    tx.lock("SELECT 1 FROM player WHERE id = $1 FOR NO KEY UPDATE", player_id)?;
    let here: Option<(String,)> =
        row!(tx, "SELECT id FROM player WHERE id = $1 AND erased_at IS NULL", player_id);
    here.ok_or(Error::NotFound)?;
    if let Some((_, hash, None)) = last(tx, player_id, matter)?
        && hash == text_hash
    {
        return Ok(());
    }
    let Matter { purpose, about } = matter;
    let found: Option<(Option<i64>,)> = row!(
        tx,
        "SELECT max(nth) FROM consent WHERE player_id = $1 AND purpose = $2",
        player_id,
        purpose.name(),
    );
    let nth = found.and_then(|(nth,)| nth).unwrap_or(0) + 1;
    run!(
        tx,
        "INSERT INTO consent (player_id, purpose, nth, text_hash, given_at, about)
         VALUES ($1, $2, $3, $4, $5, $6)",
        player_id,
        purpose.name(),
        nth,
        text_hash,
        now,
        about,
    );
    Ok(())
}

/// Records that a player takes back what they agreed to. Without an agreement in
/// force nothing changes.
pub fn withdraw<'a>(
    tx: &mut Tx<'_>,
    player_id: &str,
    matter: impl Into<Matter<'a>>,
    now: i64,
) -> Result<()> {
    let Matter { purpose, about } = matter.into();
    run!(
        tx,
        "UPDATE consent SET withdrawn_at = $3
         WHERE player_id = $1 AND purpose = $2 AND about = $4 AND withdrawn_at IS NULL",
        player_id,
        purpose.name(),
        now,
        about,
    );
    match purpose {
        Purpose::Recall => recall::withdraw(tx, player_id),
        Purpose::Adult
        | Purpose::Play
        | Purpose::Publication
        | Purpose::Machines
        | Purpose::Rating
        | Purpose::RatingPublication
        | Purpose::Contest
        | Purpose::ContestPublication => Ok(()),
    }
}

/// One line of a player's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub purpose: Purpose,
    /// What it is about, such as a contest; empty for what holds in general.
    pub about: String,
    pub version: Option<String>,
    /// The words agreed to; empty where they were not kept.
    pub text: String,
    pub text_hash: String,
    pub given_at: i64,
    pub withdrawn_at: Option<i64>,
}

record! {
    struct Row {
        purpose: String,
        about: String,
        version: Option<String>,
        text: Option<String>,
        text_hash: String,
        given_at: i64,
        withdrawn_at: Option<i64>,
    }
}

/// Returns all that a player has agreed to, by purpose, oldest first.
pub fn history(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<Record>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT c.purpose, c.about, t.version, t.body, c.text_hash, c.given_at,
                c.withdrawn_at
         FROM consent c LEFT JOIN consent_text t ON t.hash = c.text_hash
         WHERE c.player_id = $1 ORDER BY c.purpose, c.nth",
        player_id,
    );
    rows.into_iter()
        .map(|Row { purpose, about, version, text, text_hash, given_at, withdrawn_at }| {
            let purpose = Purpose::from_name(&purpose)
                .ok_or_else(|| Error::corrupt("an unknown purpose of consent"))?;
            let text = text.unwrap_or_default();
            let record =
                Record { purpose, about, version, text, text_hash, given_at, withdrawn_at };
            Ok(record)
        })
        .collect()
}

/// Removes the history of a player who is being erased.
pub(crate) fn forget(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM consent WHERE player_id = $1", player_id);
    Ok(())
}
