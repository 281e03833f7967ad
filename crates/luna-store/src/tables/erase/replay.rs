//! Repeats erasures of people who came back with a restored backup.

use super::erasure::erase_unlisted;
use crate::db::Db;
use crate::discipline::context::Context;
use crate::tx::Tx;
use crate::tx::error::{Error, Result};

/// People looked up at a time.
const PAGE: usize = 500;

/// Erases everybody who is in the database's list of erasures and not erased in the
/// database. Returns their number.
pub async fn replay(db: &Db, at: &Context) -> Result<usize> {
    let Some(list) = db.erasures() else { return Ok(0) };
    let ids = list.ids().map_err(|error| Error::Database(error.into()))?;
    let mut erased = 0;
    for page in ids.chunks(PAGE) {
        let page = page.to_vec();
        let back = db.read(move |tx| filter_back(tx, page)).await?;
        for id in back {
            let at = at.clone();
            db.write_retrying(move |tx| erase_unlisted(tx, &at, &id)).await?;
            erased += 1;
        }
    }
    Ok(erased)
}

fn filter_back(tx: &mut Tx<'_>, ids: Vec<String>) -> Result<Vec<String>> {
    let mut back = Vec::new();
    for id in ids {
        let found: Option<(String,)> = row!(
            tx,
            "SELECT id FROM player WHERE id = $1 AND erased_at IS NULL AND kind = 'human'",
            id,
        );
        // An id may be listed twice.
        back.extend(found.map(|(id,)| id).filter(|id| !back.contains(id)));
    }
    Ok(back)
}
