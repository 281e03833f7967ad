//! The numbers of boosted trees, for a file.

/// The numbers of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct BoostParts {
    /// The prediction without any tree.
    pub start: f64,
    pub columns: usize,
    /// The nodes of each tree, the root first.
    pub trees: Vec<Vec<NodeParts>>,
}

/// A node: its value and, unless it is a leaf, the column tested, the limit, and the place of the
/// node for values up to the limit; the node for greater values follows that one.
pub type NodeParts = (f64, Option<(usize, f64, usize)>);
