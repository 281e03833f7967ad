//! Measures of machines, which are public. They are recomputed as a whole from time to time.

use std::collections::BTreeMap;

use luna_core::measure::Measure;

use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::sql::RowPair;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "measure",
    key: &["player_id", "name"],
    columns: &[(Class::NotPersonal, &["player_id", "name", "value", "low", "high", "count", "at"])],
    erasure: Erasure::NotPersonal,
};

record! {
    /// A measure as it is stored, and when it was computed.
    #[derive(Clone, Debug, PartialEq)]
    pub struct KeptMeasure {
        pub name: String,
        pub value: f64,
        pub low: f64,
        pub high: f64,
        pub count: i64,
        pub at: i64,
    }
}

/// A measure of the machine with this id.
pub type OfMachine = (String, Measure);

/// Replaces all measures of all machines, given by their ids.
pub fn replace(tx: &mut Tx<'_>, all: &[OfMachine], at: i64) -> Result<()> {
    run!(tx, "DELETE FROM measure");
    for (player_id, it) in all {
        // It may have been erased meanwhile.
        run!(
            tx,
            "INSERT INTO measure (player_id, name, value, low, high, count, at)
             SELECT id, CAST($2 AS TEXT), CAST($3 AS DOUBLE PRECISION),
                    CAST($4 AS DOUBLE PRECISION), CAST($5 AS DOUBLE PRECISION),
                    CAST($6 AS BIGINT), CAST($7 AS BIGINT)
             FROM player WHERE id = $1 AND erased_at IS NULL",
            player_id,
            it.kind.name,
            it.value,
            it.low,
            it.high,
            it.count,
            at,
        );
    }
    Ok(())
}

/// The measures of a machine.
pub fn of_player(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<KeptMeasure>> {
    Ok(rows!(
        tx,
        "SELECT name, value, low, high, count, at FROM measure WHERE player_id = $1",
        player_id,
    ))
}

/// The measures of all machines, by the ids of those that have some.
pub fn of_all(tx: &mut Tx<'_>) -> Result<BTreeMap<String, Vec<KeptMeasure>>> {
    let rows: Vec<RowPair<(String,), KeptMeasure>> = rows!(
        tx,
        "SELECT r.player_id, r.name, r.value, r.low, r.high, r.count, r.at FROM measure r
         ORDER BY r.player_id, r.name",
    );
    let mut all: BTreeMap<String, Vec<KeptMeasure>> = BTreeMap::new();
    for RowPair((id,), it) in rows {
        all.entry(id).or_default().push(it);
    }
    Ok(all)
}
