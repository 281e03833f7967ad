//! A regression tree.

use super::parts::NodeParts;
use super::settings::Settings;
use crate::number::float;
use crate::regression::columns::Columns;
use crate::regression::design::Design;

/// A gain below this share of the sum of squares is rounding.
const ROUNDING: f64 = 1e-12;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tree {
    /// The root first, children after their parent.
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Node {
    /// Prediction if the tree ended here.
    value: f64,
    threshold: Option<Threshold>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Threshold {
    column: usize,
    /// Values up to this go to node `low`, others to the node after it.
    limit: f64,
    low: usize,
}

impl Tree {
    pub(super) fn at(&self, value: impl Fn(usize) -> f64) -> f64 {
        let mut last = 0.0;
        let root = self.walk(value, |_, moved| last += moved);
        root + last
    }

    pub(super) fn to_parts(&self) -> Vec<NodeParts> {
        let threshold = |it: Threshold| (it.column, it.limit, it.low);
        self.nodes.iter().map(|node| (node.value, node.threshold.map(threshold))).collect()
    }

    pub(super) fn from_parts(parts: Vec<NodeParts>, columns: usize) -> Option<Tree> {
        let count = parts.len();
        let node = |(nth, (value, threshold)): (usize, NodeParts)| {
            let threshold = threshold.map(|(column, limit, low)| Threshold { column, limit, low });
            let walks = |it: &Threshold| {
                it.column < columns && it.limit.is_finite() && it.low > nth && it.low < count - 1
            };
            (value.is_finite() && threshold.as_ref().is_none_or(walks))
                .then_some(Node { value, threshold })
        };
        Some(Tree { nodes: parts.into_iter().enumerate().map(node).collect::<Option<_>>()? })
    }

    /// Walks from the root to a leaf and reports each column tested and the change of the value.
    /// Returns the root's value.
    pub(super) fn walk(
        &self,
        value: impl Fn(usize) -> f64,
        mut moved: impl FnMut(usize, f64),
    ) -> f64 {
        let Some(root) = self.nodes.first() else { return 0.0 };
        let mut node = root;
        while let Some(threshold) = node.threshold {
            let next = threshold.low + usize::from(value(threshold.column) > threshold.limit);
            let Some(child) = self.nodes.get(next) else { break };
            moved(threshold.column, child.value - node.value);
            node = child;
        }
        root.value
    }
}

/// The training rows, with their groups of equal values in each column.
pub(super) struct Grower {
    values: Vec<Vec<f64>>,
    /// The columns that can part the rows, rising.
    columns: Vec<(usize, GroupedColumn)>,
    depth: usize,
    leaf: usize,
    shrinkage: f64,
}

/// The rows of a column by rising value, without those of its most common value. Most columns have
/// one value nearly everywhere, whose sums are the total less the others'.
struct GroupedColumn {
    /// Rows with a smaller value than the common one, rising, and with a greater one, falling.
    below: Vec<usize>,
    above: Vec<usize>,
    common: f64,
}

impl GroupedColumn {
    /// `None` if no threshold has so many rows on both sides.
    fn new(values: &[f64], least: usize) -> Option<GroupedColumn> {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
        let same = |one: &usize, other: &usize| values[*one].total_cmp(&values[*other]).is_eq();
        let (mut end, mut largest, mut parts) = (0, 0..0, false);
        for group in order.chunk_by(same) {
            parts |= end >= least && order.len() - end >= least;
            if group.len() > largest.len() {
                largest = end..end + group.len();
            }
            end += group.len();
        }
        let common = values[*order.get(largest.start)?];
        let above = order[largest.end..].iter().rev().copied().collect();
        order.truncate(largest.start);
        parts.then_some(GroupedColumn { below: order, above, common })
    }
}

/// Number of rows and the sum of their residuals.
#[derive(Clone, Copy, Default)]
struct RowSum {
    rows: usize,
    sum: f64,
}

/// The rows passed from one end of a column, and the last value among them.
#[derive(Clone, Copy, Default)]
struct Prefix {
    rows: RowSum,
    last: f64,
}

impl RowSum {
    fn less(self, other: RowSum) -> RowSum {
        RowSum { rows: self.rows - other.rows, sum: self.sum - other.sum }
    }

    fn add(&mut self, left: f64) {
        self.rows += 1;
        self.sum += left;
    }

    /// Reduction of the sum of squares by the mean.
    fn score(self) -> f64 {
        self.sum * self.sum / float(self.rows.max(1))
    }
}

/// A leaf that may be split.
struct OpenLeaf {
    node: usize,
    total: RowSum,
    squares: f64,
    best: Option<(f64, Threshold)>,
    /// The rows passed in the current column, and the best threshold above its common value.
    low: Prefix,
    high: Prefix,
    upper: Option<(f64, f64)>,
}

impl Grower {
    pub(super) fn new(design: &Design, rows: &[usize], settings: &Settings) -> Grower {
        let columns = Columns::new(design, rows);
        let value = |column| {
            let mut dense = vec![0.0; rows.len()];
            for &(place, value) in columns.column(column) {
                dense[place] = value;
            }
            dense
        };
        let values: Vec<Vec<f64>> = (0..columns.count()).map(value).collect();
        let grouped = |(column, values): (usize, &Vec<f64>)| {
            Some((column, GroupedColumn::new(values, settings.leaf)?))
        };
        Grower {
            columns: values.iter().enumerate().filter_map(grouped).collect(),
            values,
            depth: settings.depth,
            leaf: settings.leaf,
            shrinkage: settings.shrinkage,
        }
    }

    pub(super) fn value(&self, column: usize, place: usize) -> f64 {
        self.values[column][place]
    }

    /// Grows a tree on the sampled rows, level by level.
    pub(super) fn grow(&self, left: &[f64], drawn: &[bool]) -> Tree {
        let mut tree = Tree { nodes: vec![Node { value: 0.0, threshold: None }] };
        // The open leaf of each row.
        let mut places: Vec<Option<usize>> = drawn.iter().map(|drawn| drawn.then_some(0)).collect();
        let mut nodes = vec![0];
        for level in 0..=self.depth {
            let mut open = self.open(&mut tree, &nodes, &places, left);
            if level < self.depth {
                for (column, grouped) in &self.columns {
                    self.search(*column, grouped, &mut open, &places, left);
                }
            }
            nodes.clear();
            let mut next = vec![None; open.len()];
            for (leaf, next) in open.iter().zip(&mut next) {
                if let Some((_, threshold)) = leaf.best {
                    let low = tree.nodes.len();
                    tree.nodes[leaf.node].threshold = Some(Threshold { low, ..threshold });
                    tree.nodes.extend([Node { value: 0.0, threshold: None }; 2]);
                    *next = Some((nodes.len(), threshold));
                    nodes.extend([low, low + 1]);
                }
            }
            if nodes.is_empty() {
                break;
            }
            for (row, place) in places.iter_mut().enumerate() {
                *place = place.and_then(|at| next[at]).map(|(first, threshold)| {
                    first + usize::from(self.values[threshold.column][row] > threshold.limit)
                });
            }
        }
        tree
    }

    /// Opens the leaves at these nodes and sets their values.
    fn open(
        &self,
        tree: &mut Tree,
        nodes: &[usize],
        places: &[Option<usize>],
        left: &[f64],
    ) -> Vec<OpenLeaf> {
        let leaf = |&node: &usize| OpenLeaf {
            node,
            total: RowSum::default(),
            squares: 0.0,
            best: None,
            low: Prefix::default(),
            high: Prefix::default(),
            upper: None,
        };
        let mut open: Vec<OpenLeaf> = nodes.iter().map(leaf).collect();
        for (place, left) in places.iter().zip(left) {
            if let Some(place) = *place {
                open[place].total.add(*left);
                open[place].squares += left * left;
            }
        }
        for leaf in &open {
            let mean = leaf.total.sum / float(leaf.total.rows.max(1));
            tree.nodes[leaf.node].value = self.shrinkage * mean;
        }
        open
    }

    /// Finds each leaf's best split on a column.
    fn search(
        &self,
        column: usize,
        grouped: &GroupedColumn,
        open: &mut [OpenLeaf],
        places: &[Option<usize>],
        left: &[f64],
    ) {
        for leaf in open.iter_mut() {
            (leaf.low, leaf.high, leaf.upper) = (Prefix::default(), Prefix::default(), None);
        }
        let values = &self.values[column];
        for &row in &grouped.below {
            let Some(place) = places[row] else { continue };
            let (leaf, value) = (&mut open[place], values[row]);
            if value > leaf.low.last && leaf.low.rows.rows >= self.leaf {
                leaf.consider(column, leaf.low, value, self.leaf);
            }
            leaf.low.rows.add(left[row]);
            leaf.low.last = value;
        }
        for &row in &grouped.above {
            let Some(place) = places[row] else { continue };
            let (leaf, value) = (&mut open[place], values[row]);
            if value < leaf.high.last && leaf.high.rows.rows >= self.leaf {
                leaf.consider_above(value, self.leaf);
            }
            leaf.high.rows.add(left[row]);
            leaf.high.last = value;
        }
        for leaf in open {
            leaf.consider_common(column, grouped.common, self.leaf);
        }
    }
}

impl OpenLeaf {
    /// Considers a split between the values of these rows and a greater one.
    fn consider(&mut self, column: usize, low: Prefix, value: f64, least: usize) {
        let high = self.total.less(low.rows);
        if low.rows.rows >= least && high.rows >= least {
            self.keep(column, self.gain(low.rows, high), limit(low.last, value));
        }
    }

    /// Considers a split between a value and the rows above it. The smallest of equals is kept.
    fn consider_above(&mut self, value: f64, least: usize) {
        let low = self.total.less(self.high.rows);
        if low.rows >= least && self.high.rows.rows >= least {
            let gain = self.gain(low, self.high.rows);
            if self.upper.is_none_or(|(best, _)| gain >= best) {
                self.upper = Some((gain, limit(value, self.high.last)));
            }
        }
    }

    /// Considers the splits on both sides of the common value, which may have no row here, and then
    /// those above it.
    fn consider_common(&mut self, column: usize, common: f64, least: usize) {
        let (low, high) = (self.low, self.high);
        if low.rows.rows + high.rows.rows == self.total.rows {
            if high.rows.rows > 0 {
                self.consider(column, low, high.last, least);
            }
        } else {
            self.consider(column, low, common, least);
            if high.rows.rows >= least {
                self.consider_above(common, least);
            }
        }
        if let Some((gain, limit)) = self.upper {
            self.keep(column, gain, limit);
        }
    }

    fn gain(&self, low: RowSum, high: RowSum) -> f64 {
        low.score() + high.score() - self.total.score()
    }

    fn keep(&mut self, column: usize, gain: f64, limit: f64) {
        let useful = ROUNDING * self.squares;
        if gain > self.best.map_or(useful, |best| best.0) {
            self.best = Some((gain, Threshold { column, limit, low: 0 }));
        }
    }
}

/// The middle between two values, and below the second.
fn limit(low: f64, high: f64) -> f64 {
    let middle = low + 0.5 * (high - low);
    if middle < high { middle } else { low }
}
