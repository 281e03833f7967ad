//! From the words of a sentence to its tree.

use super::super::classifier::{Classifier, best};
use super::super::relation::Relation;
use super::beam::{Beam, LONG};
use super::label_features::LabelledTree;
use super::table::Table;
use super::vertex::{Label, Vertex, WIDTH};

/// A trained parser.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Parser {
    pub(in super::super) arcs: Table,
    pub(in super::super) labels: Vec<Label>,
    pub(in super::super) labeller: Classifier,
}

impl Parser {
    /// The head of each word, the root's being the number of words, and its label.
    pub(in super::super) fn parse(&self, vertices: &[Vertex]) -> Vec<(usize, Label)> {
        let heads = self.heads(vertices);
        let labels = self.label(vertices, &heads);
        heads.into_iter().zip(labels).collect()
    }

    fn heads(&self, vertices: &[Vertex]) -> Vec<usize> {
        let words = vertices.len().saturating_sub(1);
        // In a longer sentence the search follows one path.
        let width = if words > LONG { 1 } else { WIDTH };
        let weigh = |features: &[u32]| self.arcs.scores(features);
        let mut beam = Beam::new(vertices, width, weigh, |_| [0; 4]);
        for _ in 0..2 * words {
            beam.advance();
        }
        let best = beam.paths.first();
        let nodes = best.map(|path| path.state.nodes.as_slice()).unwrap_or_default();
        let mut heads: Vec<usize> =
            nodes.iter().take(words).map(|node| usize::from(node.head).min(words)).collect();
        // The first word below the root is the sentence's root; later ones depend on it.
        if let Some(root) = heads.iter().position(|&head| head == words) {
            let later = heads.iter_mut().skip(root + 1).filter(|head| **head == words);
            later.for_each(|head| *head = root);
        }
        heads
    }

    fn label(&self, vertices: &[Vertex], heads: &[usize]) -> Vec<Label> {
        let mut tree = LabelledTree::new(vertices, heads);
        let (mut found, mut scores) = (Vec::new(), Vec::new());
        let mut labels = vec![(Relation::Dep, None); heads.len()];
        for nth in std::mem::take(&mut tree.order) {
            tree.features(nth, &mut found);
            self.labeller.scores(&found, &mut scores);
            let is_root = heads.get(nth) == Some(&heads.len());
            // Only the root is labelled so.
            for (score, label) in scores.iter_mut().zip(&self.labels) {
                if (label.0 == Relation::Root) != is_root {
                    *score = i32::MIN;
                }
            }
            let class = best(&scores);
            let label = self.labels.get(usize::from(class)).copied();
            if let Some(place) = tree.labels.get_mut(nth) {
                *place = class;
            }
            if let Some(place) = labels.get_mut(nth) {
                *place = label.unwrap_or((Relation::Dep, None));
            }
        }
        labels
    }
}
