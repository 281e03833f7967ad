//! Assignments: items handed to reviewers, one reviewer for each lease, and their reviews.

mod lease;
mod review;

pub use self::lease::{
    Desk, Lease, Waiting, end, give_back, has_lease, is_any, lease, lease_first, lease_from,
    leased_at, leased_item, leases, leases_at, renew, take_turns,
};
pub use self::review::{
    Review, all_reviews, finish, review, review_without_lease, reviews, set_aside, supersede,
};
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "assignment",
    key: &["kind", "item_id", "reviewer_id"],
    columns: &[(
        Class::Exported,
        &[
            "kind",
            "item_id",
            "reviewer_id",
            "leased_until",
            "reviewed_at",
            "verdict",
            "comment",
            "marks",
            "superseded",
        ],
    )],
    erasure: Erasure::Erased(forget),
};

/// Deletes what a reviewer was handed and has written about it.
fn forget(tx: &mut Tx<'_>, reviewer_id: &str) -> Result<()> {
    run!(tx, "DELETE FROM assignment WHERE reviewer_id = $1", reviewer_id);
    Ok(())
}

record! {
    struct ExportedAssignment {
        kind: String,
        item_id: String,
        leased_until: i64,
        reviewed_at: Option<i64>,
        verdict: Option<String>,
        comment: String,
        marks: String,
        superseded: bool,
    }
}

/// Everything that a reviewer was handed, for their download.
pub(crate) fn of_reviewer(tx: &mut Tx<'_>, reviewer_id: &str) -> Result<Vec<serde_json::Value>> {
    let rows: Vec<ExportedAssignment> = rows!(
        tx,
        "SELECT kind, item_id, leased_until, reviewed_at, verdict, comment, marks, superseded
         FROM assignment WHERE reviewer_id = $1 ORDER BY kind, leased_until, item_id",
        reviewer_id,
    );
    let value = |it: ExportedAssignment| {
        serde_json::json!({
            "kind": it.kind, "item": it.item_id, "leased_until": it.leased_until,
            "reviewed_at": it.reviewed_at, "verdict": it.verdict, "comment": it.comment,
            "marks": serde_json::from_str::<serde_json::Value>(&it.marks).ok(),
            "superseded": it.superseded,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}
