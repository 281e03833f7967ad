//! Topics: a sequence number for each thing that can change.

use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::{Class, Erasure, Table};

pub(crate) const TABLE: Table = Table {
    name: "topic",
    key: &["name"],
    columns: &[(Class::NotPersonal, &["name", "seq"])],
    erasure: Erasure::NotPersonal,
};

pub fn seq(tx: &mut Tx<'_>, topic: &str) -> Result<i64> {
    let found: Option<(i64,)> = row!(tx, "SELECT seq FROM topic WHERE name = $1", topic);
    Ok(found.map_or(0, |(seq,)| seq))
}
