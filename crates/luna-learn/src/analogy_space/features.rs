//! The matrix of concepts and features.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::matrix::sparse_svd::SparseMatrix;

/// An assertion in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    pub left: u32,
    pub relation: u8,
    pub right: u32,
    /// Negative if the assertion is false.
    pub weight: f64,
}

/// The side of a relation that a feature leaves open for a concept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OpenSide {
    Left,
    Right,
}

/// A relation to a concept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Feature {
    pub open: OpenSide,
    pub relation: u8,
    /// The concept on the other side.
    pub concept: u32,
}

/// Concepts as rows and features as columns, before any weighting.
#[derive(Clone, Debug)]
pub struct FeatureMatrix {
    /// The links between concepts of the core.
    links: Vec<Link>,
    /// The concept of each row, in order.
    concepts: Vec<u32>,
    /// The feature of each column, in order.
    features: Vec<Feature>,
    rows: FxHashMap<u32, usize>,
    columns: FxHashMap<Feature, usize>,
}

impl FeatureMatrix {
    /// Keeps the concepts of the core: the largest set in which each has links to this many
    /// others of the set. Each link gives both of its concepts a feature.
    pub fn new(links: &[Link], core: usize) -> FeatureMatrix {
        let kept = core_of(links, core);
        let is_kept = |concept: u32| kept.get(to_usize(concept)) == Some(&true);
        let links: Vec<Link> =
            links.iter().copied().filter(|it| is_kept(it.left) && is_kept(it.right)).collect();
        let mut concepts: Vec<u32> = links.iter().flat_map(|it| [it.left, it.right]).collect();
        concepts.sort_unstable();
        concepts.dedup();
        let mut features: Vec<Feature> =
            links.iter().flat_map(|it| it.features().map(|(_, feature)| feature)).collect();
        features.sort_unstable();
        features.dedup();
        let rows = concepts.iter().copied().zip(0..).collect();
        let columns = features.iter().copied().zip(0..).collect();
        FeatureMatrix { links, concepts, features, rows, columns }
    }

    /// The concept of each row.
    pub fn concepts(&self) -> &[u32] {
        &self.concepts
    }

    /// The feature of each column.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    pub fn row(&self, concept: u32) -> Option<usize> {
        self.rows.get(&concept).copied()
    }

    pub fn column(&self, feature: Feature) -> Option<usize> {
        self.columns.get(&feature).copied()
    }

    /// The entries, with a column for each concept too if association has a weight.
    pub fn matrix(&self, association: f64) -> SparseMatrix {
        let mut entries = Vec::new();
        let mut add = |concept: u32, column: Option<usize>, weight: f64| {
            if let (Some(row), Some(column)) = (self.row(concept), column) {
                entries.push((to_u32(row), to_u32(column), weight));
            }
        };
        for link in &self.links {
            for (concept, feature) in link.features() {
                add(concept, self.column(feature), link.weight);
            }
        }
        let mut columns = self.features.len();
        if association > 0.0 {
            for link in &self.links {
                for (concept, other) in [(link.left, link.right), (link.right, link.left)] {
                    let column = self.row(other).map(|row| columns + row);
                    add(concept, column, association * link.weight);
                }
            }
            columns += self.concepts.len();
        }
        SparseMatrix::new(self.concepts.len(), columns, &entries)
    }

    /// Concepts as rows and as columns: each link counts for both of its concepts, in any relation.
    pub fn associations(&self) -> SparseMatrix {
        let mut entries = Vec::new();
        for link in &self.links {
            if let (Some(left), Some(right)) = (self.row(link.left), self.row(link.right)) {
                let (left, right) = (to_u32(left), to_u32(right));
                entries.extend([(left, right, link.weight), (right, left, link.weight)]);
            }
        }
        SparseMatrix::new(self.concepts.len(), self.concepts.len(), &entries)
    }
}

impl Link {
    /// Both concepts, each with the feature that the link gives it.
    pub(super) fn features(&self) -> [(u32, Feature); 2] {
        let Link { left, relation, right, .. } = *self;
        [
            (left, Feature { open: OpenSide::Left, relation, concept: right }),
            (right, Feature { open: OpenSide::Right, relation, concept: left }),
        ]
    }
}

/// Marks the concepts of the core, by removing those with too few neighbours one after the other.
fn core_of(links: &[Link], core: usize) -> Vec<bool> {
    let size = links.iter().map(|it| it.left.max(it.right)).max().map_or(0, |last| last + 1);
    let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); to_usize(size)];
    for link in links {
        neighbours[to_usize(link.left)].push(link.right);
        neighbours[to_usize(link.right)].push(link.left);
    }
    for list in &mut neighbours {
        list.sort_unstable();
        list.dedup();
    }
    let mut degrees: Vec<usize> = neighbours.iter().map(Vec::len).collect();
    let mut kept: Vec<bool> = degrees.iter().map(|&degree| degree >= core).collect();
    let mut removed: VecDeque<usize> =
        (0..degrees.len()).filter(|&concept| !kept[concept]).collect();
    while let Some(concept) = removed.pop_front() {
        for &other in &neighbours[concept] {
            let other = to_usize(other);
            degrees[other] = degrees[other].saturating_sub(1);
            if kept[other] && degrees[other] < core {
                kept[other] = false;
                removed.push_back(other);
            }
        }
    }
    kept
}

fn to_usize(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

fn to_u32(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
