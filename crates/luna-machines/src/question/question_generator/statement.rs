//! A statement that follows from a sentence, with the steps that led to it.

use super::question::Transformation;
use super::tree::Tree;

/// A statement that follows from a sentence.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) tree: Tree,
    pub(super) transformations: Vec<Transformation>,
    /// The clause after *because*, with that word.
    pub(super) reason: Option<String>,
}

impl Statement {
    /// A statement made from this one.
    pub(super) fn derived(&self, tree: Tree, transformation: Transformation) -> Statement {
        let mut transformations = self.transformations.clone();
        transformations.push(transformation);
        Statement { tree, transformations, reason: None }
    }

    pub(super) fn note(&mut self, transformation: Transformation) {
        if !self.transformations.contains(&transformation) {
            self.transformations.push(transformation);
        }
    }

    pub(super) fn drop(&mut self, tops: &[usize], transformation: Transformation) {
        if !tops.is_empty() {
            self.tree = self.tree.without(tops);
            self.note(transformation);
        }
    }
}
