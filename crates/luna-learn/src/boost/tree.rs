//! One tree: questions of whether a column is above a value, and means at the leaves.

use super::settings::Settings;
use crate::columns::Columns;
use crate::design::Design;
use crate::float;

/// Below this share of the squares about the mean a question is of no use but for rounding.
const ROUNDING: f64 = 1e-12;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tree {
    /// The root first, children after their parent.
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Node {
    /// What would be said if the tree ended here.
    value: f64,
    question: Option<Question>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Question {
    column: usize,
    /// At most this, and the next node is `low`; else the one after it.
    most: f64,
    low: usize,
}

impl Tree {
    pub(super) fn at(&self, value: impl Fn(usize) -> f64) -> f64 {
        let mut last = 0.0;
        let root = self.walk(value, |_, moved| last += moved);
        root + last
    }

    /// From the root, whose value comes back, to a leaf: each column asked, and how far that
    /// moved the value.
    pub(super) fn walk(
        &self,
        value: impl Fn(usize) -> f64,
        mut moved: impl FnMut(usize, f64),
    ) -> f64 {
        let Some(root) = self.nodes.first() else { return 0.0 };
        let mut node = root;
        while let Some(question) = node.question {
            let next = question.low + usize::from(value(question.column) > question.most);
            let Some(child) = self.nodes.get(next) else { break };
            moved(question.column, child.value - node.value);
            node = child;
        }
        root.value
    }
}

/// The columns of the rows that trees are grown on, in the order of their values.
pub(super) struct Grower {
    values: Vec<Vec<f64>>,
    orders: Vec<Vec<usize>>,
    depth: usize,
    leaf: usize,
    shrinkage: f64,
}

/// So many rows and the sum of what is left of them.
#[derive(Clone, Copy, Default)]
struct Heap {
    rows: usize,
    sum: f64,
}

impl Heap {
    fn add(&mut self, left: f64) {
        self.rows += 1;
        self.sum += left;
    }

    /// By how much the mean makes the sum of squares smaller.
    fn worth(self) -> f64 {
        self.sum * self.sum / float(self.rows.max(1))
    }
}

/// A leaf that may still ask.
struct Open {
    node: usize,
    heap: Heap,
    squares: f64,
    best: Option<(f64, Question)>,
    /// While a column is gone through: what lies below, and the last value met.
    low: Heap,
    last: f64,
}

impl Grower {
    pub(super) fn new(design: &Design, rows: &[usize], settings: &Settings) -> Grower {
        let columns = Columns::of(design, rows);
        let value = |column| {
            let mut dense = vec![0.0; rows.len()];
            for &(place, value) in columns.column(column) {
                dense[place] = value;
            }
            dense
        };
        let values: Vec<Vec<f64>> = (0..columns.count()).map(value).collect();
        let order = |values: &Vec<f64>| {
            let mut order: Vec<usize> = (0..values.len()).collect();
            order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
            order
        };
        Grower {
            orders: values.iter().map(order).collect(),
            values,
            depth: settings.depth,
            leaf: settings.leaf,
            shrinkage: settings.shrinkage,
        }
    }

    pub(super) fn value(&self, column: usize, place: usize) -> f64 {
        self.values[column][place]
    }

    /// On the rows drawn, level by level.
    pub(super) fn grow(&self, left: &[f64], drawn: &[bool]) -> Tree {
        let mut tree = Tree { nodes: vec![Node { value: 0.0, question: None }] };
        // Which of the open leaves a row is in.
        let mut places: Vec<Option<usize>> = drawn.iter().map(|drawn| drawn.then_some(0)).collect();
        let mut nodes = vec![0];
        for level in 0..=self.depth {
            let mut open = self.open(&mut tree, &nodes, &places, left);
            if level < self.depth {
                for column in 0..self.values.len() {
                    self.search(column, &mut open, &places, left);
                }
            }
            nodes.clear();
            let mut next = vec![None; open.len()];
            for (leaf, next) in open.iter().zip(&mut next) {
                if let Some((_, question)) = leaf.best {
                    let low = tree.nodes.len();
                    tree.nodes[leaf.node].question = Some(Question { low, ..question });
                    tree.nodes.extend([Node { value: 0.0, question: None }; 2]);
                    *next = Some((nodes.len(), question));
                    nodes.extend([low, low + 1]);
                }
            }
            if nodes.is_empty() {
                break;
            }
            for (row, place) in places.iter_mut().enumerate() {
                *place = place.and_then(|at| next[at]).map(|(first, question)| {
                    first + usize::from(self.values[question.column][row] > question.most)
                });
            }
        }
        tree
    }

    /// The leaves at these nodes, whose values are now known.
    fn open(
        &self,
        tree: &mut Tree,
        nodes: &[usize],
        places: &[Option<usize>],
        left: &[f64],
    ) -> Vec<Open> {
        let leaf = |&node: &usize| Open {
            node,
            heap: Heap::default(),
            squares: 0.0,
            best: None,
            low: Heap::default(),
            last: 0.0,
        };
        let mut open: Vec<Open> = nodes.iter().map(leaf).collect();
        for (place, left) in places.iter().zip(left) {
            if let Some(place) = *place {
                open[place].heap.add(*left);
                open[place].squares += left * left;
            }
        }
        for leaf in &open {
            let mean = leaf.heap.sum / float(leaf.heap.rows.max(1));
            tree.nodes[leaf.node].value = self.shrinkage * mean;
        }
        open
    }

    /// The best question that each leaf can ask of a column.
    fn search(&self, column: usize, open: &mut [Open], places: &[Option<usize>], left: &[f64]) {
        for leaf in open.iter_mut() {
            leaf.low = Heap::default();
        }
        let values = &self.values[column];
        for &row in &self.orders[column] {
            let Some(place) = places[row] else { continue };
            let (leaf, value) = (&mut open[place], values[row]);
            if value > leaf.last && leaf.low.rows >= self.leaf {
                leaf.weigh(column, value, self.leaf);
            }
            leaf.low.add(left[row]);
            leaf.last = value;
        }
    }
}

impl Open {
    /// Whether to ask of a column between the last value and this one.
    fn weigh(&mut self, column: usize, value: f64, least: usize) {
        let Heap { rows, sum } = self.heap;
        let high = Heap { rows: rows - self.low.rows, sum: sum - self.low.sum };
        let gain = self.low.worth() + high.worth() - self.heap.worth();
        let useful = ROUNDING * self.squares;
        if high.rows >= least && gain > self.best.map_or(useful, |best| best.0) {
            let middle = self.last + 0.5 * (value - self.last);
            let most = if middle < value { middle } else { self.last };
            self.best = Some((gain, Question { column, most, low: 0 }));
        }
    }
}
