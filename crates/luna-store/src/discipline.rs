//! A discipline: one of the ways in which people and machines are tested here, with everything that the
//! rest of the store has to know of it. [`crate::disciplines`] lists them.

pub(crate) mod context;
pub(crate) mod random;
pub mod section;

use self::section::Section;
use crate::tx::Tx;
use crate::tx::error::Result;
use crate::tx::table::Table;

/// A discipline. Backups, downloads and erasures receive a list of them and read these fields.
pub struct Discipline {
    /// The name in a sentence, such as "trivia".
    pub noun: &'static str,
    /// The tables, each after those it refers to. They may refer to tables of [`crate::tables::CORE`].
    pub tables: &'static [Table],
    /// The parts of a player's download, in their order.
    pub sections: &'static [(&'static str, Section)],
    /// Ends what a machine has begun, if it can begin something: it has been stopped for good, or its
    /// next version takes over.
    pub end_machine: Option<fn(&mut Tx<'_>, &str) -> Result<()>>,
    /// Removes what a machine has replied, if that is kept: its owner is erased.
    pub forget_machine: Option<fn(&mut Tx<'_>, &str) -> Result<()>>,
    /// What an operator watches of it.
    pub gauges: &'static [Gauge],
}

/// A number that rises and falls, for the metrics of an instance. The name begins with `luna_`, and
/// the description is a sentence.
pub struct Gauge {
    pub name: &'static str,
    pub description: &'static str,
    pub read: fn(&mut Tx<'_>) -> Result<i64>,
}
