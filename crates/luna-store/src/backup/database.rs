//! Databases as a backup reads and fills them.

use super::error::Result;
use super::file::{Line, Reader};
use super::value::{Kind, Value};

/// The size of a backup just restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restored {
    pub tables: usize,
    pub rows: u64,
}

/// A database as it was at one moment.
pub(super) trait Source {
    fn migrations(&mut self) -> Result<Vec<String>>;
    fn columns(&mut self, table: &str) -> Result<Vec<(String, Kind)>>;
    /// Hands over every row, in the order of the key, byte by byte.
    fn rows(
        &mut self,
        table: &str,
        columns: &[(String, Kind)],
        key: &[&str],
        each: &mut dyn FnMut(&[Value]) -> Result<()>,
    ) -> Result<()>;
}

/// A database being filled, of which nothing stays unless all of it does.
pub(super) trait Target {
    /// Those applied already; none in a new database.
    fn migrations(&mut self) -> Result<Vec<String>>;
    fn apply(&mut self, name: &str, sql: &str) -> Result<()>;
    fn is_empty(&mut self, table: &str) -> Result<bool>;
    fn columns(&mut self, table: &str) -> Result<Vec<(String, Kind)>>;
    /// Takes the rows that follow, and gives the line after them.
    fn fill(
        &mut self,
        table: &str,
        columns: &[(String, Kind)],
        lines: &mut Reader<'_>,
    ) -> Result<Line>;
}
