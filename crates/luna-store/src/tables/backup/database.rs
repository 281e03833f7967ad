//! Databases as a backup reads and fills them.

use super::error::Result;
use super::file::{Entry, Reader};
use super::value::{Kind, Value};

/// The size of a backup just restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestoreSummary {
    pub tables: usize,
    pub rows: u64,
}

/// A database whose tables have columns.
pub(super) trait Schema {
    fn columns(&mut self, table: &str) -> Result<Vec<(String, Kind)>>;
}

/// All rows of a table.
pub(super) struct Rows<'a> {
    pub(super) table: &'static str,
    pub(super) columns: &'a [(String, Kind)],
    pub(super) key: &'static [&'static str],
}

impl Rows<'_> {
    /// The statement that reads them in this order.
    pub(super) fn select(&self, order: &str) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        format!("SELECT {} FROM {} ORDER BY {order}", names.join(", "), self.table)
    }
}

pub(super) type EachRow<'a> = dyn FnMut(&[Value]) -> Result<()> + 'a;

/// A database as it was at one moment.
pub(super) trait Source: Schema {
    fn migrations(&mut self) -> Result<Vec<String>>;
    /// Hands over every row, in the order of the key, byte by byte.
    fn rows(&mut self, of: &Rows<'_>, each: &mut EachRow<'_>) -> Result<()>;
}

/// A database being filled, of which nothing stays unless all of it does.
pub(super) trait Target: Schema {
    /// Those applied already; none in a new database.
    fn migrations(&mut self) -> Result<Vec<String>>;
    fn apply(&mut self, name: &str, sql: &str) -> Result<()>;
    fn is_empty(&mut self, table: &str) -> Result<bool>;
    /// Takes the rows that follow, and gives the line after them.
    fn fill(
        &mut self,
        table: &str,
        columns: &[(String, Kind)],
        lines: &mut Reader<'_>,
    ) -> Result<Entry>;
}
