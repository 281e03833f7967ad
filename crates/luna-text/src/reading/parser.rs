//! The dependency parser: a beam search finds the tree, and a classifier then the relation of each
//! arc in it.

mod arc_features;
mod beam;
mod label_features;
mod oracle;
mod parse;
mod state;
mod table;
mod train;
mod vertex;

pub(super) use self::parse::Parser;
pub(super) use self::table::{SLOTS, Table};
pub(super) use self::train::{Example, Settings, train};
pub(super) use self::vertex::vertices;
