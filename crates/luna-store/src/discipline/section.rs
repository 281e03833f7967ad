//! The parts of a download, as the modules that have the data declare them.

use serde_json::Value;

use crate::tx::Tx;
use crate::tx::error::Result;

pub type Read = fn(&mut Tx<'_>, &str) -> Result<Value>;
/// The ids of the items of a player.
pub type ReadIds = fn(&mut Tx<'_>, &str) -> Result<Vec<String>>;
/// An item of a player, by its id.
pub type ReadItem = fn(&mut Tx<'_>, &str, &str) -> Result<Value>;

/// A part of a download.
#[derive(Clone, Copy)]
pub enum Section {
    /// Small enough to be read at once.
    Whole(Read),
    Items(ReadIds, ReadItem),
    Nested(&'static [(&'static str, Section)]),
}
