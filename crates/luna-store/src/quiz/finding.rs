//! Findings: what the checks of a submission have found, and editors' overrides.

use luna_core::quiz::form::{Filter, Finding as Found};

use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table, reason};

pub(crate) const TABLE: Table = Table {
    name: "quiz_finding",
    key: &["question_id", "filter"],
    columns: &[
        (Class::Exported, &["question_id", "filter", "reason", "overridden_at", "override_why"]),
        (Class::Withheld(reason::OPERATORS), &["overridden_by"]),
    ],
    erasure: Erasure::With("quiz_question"),
};

/// What a check has found, and whether an editor has overridden it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub filter: Filter,
    pub reason: String,
    pub overridden_at: Option<i64>,
    pub override_why: Option<String>,
}

record! {
    struct Row {
        filter: String,
        reason: String,
        overridden_at: Option<i64>,
        override_why: Option<String>,
    }
}

/// Replaces the findings about a question. An override stays while the same check finds the same.
pub fn replace(tx: &mut Tx<'_>, question_id: &str, found: &[Found]) -> Result<()> {
    let before = all(tx, question_id)?;
    for old in before {
        let same = |new: &&Found| new.filter == old.filter && new.reason == old.reason;
        if !found.iter().any(|new| same(&new)) {
            run!(
                tx,
                "DELETE FROM quiz_finding WHERE question_id = $1 AND filter = $2",
                question_id,
                old.filter.name(),
            );
        }
    }
    for new in found {
        run!(
            tx,
            "INSERT INTO quiz_finding (question_id, filter, reason) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING",
            question_id,
            new.filter.name(),
            new.reason,
        );
    }
    Ok(())
}

pub fn all(tx: &mut Tx<'_>, question_id: &str) -> Result<Vec<Finding>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT filter, reason, overridden_at, override_why
         FROM quiz_finding WHERE question_id = $1 ORDER BY filter",
        question_id,
    );
    let finding = |row: Row| {
        Ok(Finding {
            filter: Filter::from_name(&row.filter)
                .ok_or_else(|| Error::corrupt("an unknown filter"))?,
            reason: row.reason,
            overridden_at: row.overridden_at,
            override_why: row.override_why,
        })
    };
    rows.into_iter().map(finding).collect()
}

/// Overrides a finding with a reason. Returns false if there is none.
pub fn set_aside(
    tx: &mut Tx<'_>,
    question_id: &str,
    filter: Filter,
    by: &str,
    why: &str,
    now: i64,
) -> Result<bool> {
    let changed = run!(
        tx,
        "UPDATE quiz_finding SET overridden_by = $3, overridden_at = $4, override_why = $5
         WHERE question_id = $1 AND filter = $2",
        question_id,
        filter.name(),
        by,
        now,
        why,
    );
    Ok(changed > 0)
}
