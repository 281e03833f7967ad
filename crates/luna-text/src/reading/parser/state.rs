//! The state of the arc-eager transition system: a stack, the words to come, and the arcs so far.
//!
//! The root is an imaginary word after the last one. Each word enters the stack once and leaves it
//! once, so every parse of a sentence has the same number of transitions.

use super::vertex::Vertex;

/// No word.
pub(super) const NONE: u16 = u16::MAX;

/// What the parser does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Transition {
    /// The next word goes to the stack.
    Shift,
    /// The top of the stack, which has a head, is complete.
    Reduce,
    /// The next word becomes the head of the top of the stack, which is complete.
    Left,
    /// The top of the stack becomes the head of the next word, which goes to the stack.
    Right,
}

pub(super) const TRANSITIONS: [Transition; 4] =
    [Transition::Shift, Transition::Reduce, Transition::Left, Transition::Right];

impl Transition {
    pub(super) fn number(self) -> usize {
        match self {
            Transition::Shift => 0,
            Transition::Reduce => 1,
            Transition::Left => 2,
            Transition::Right => 3,
        }
    }
}

/// A word with the arcs to it and from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) head: u16,
    /// The outermost dependents, and the second outermost ones.
    pub(super) left: u16,
    pub(super) left2: u16,
    pub(super) right: u16,
    pub(super) right2: u16,
    pub(super) left_count: u8,
    pub(super) right_count: u8,
    /// Universal tags of the dependents, one bit each.
    pub(super) left_tags: u32,
    pub(super) right_tags: u32,
}

pub(super) const EMPTY: Node = Node {
    head: NONE,
    left: NONE,
    left2: NONE,
    right: NONE,
    right2: NONE,
    left_count: 0,
    right_count: 0,
    left_tags: 0,
    right_tags: 0,
};

#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) stack: Vec<u16>,
    pub(super) next: u16,
    /// One for each word, and one for the root.
    pub(super) nodes: Vec<Node>,
}

impl State {
    pub(super) fn new(words: u16) -> State {
        State { stack: Vec::new(), next: 0, nodes: vec![EMPTY; usize::from(words) + 1] }
    }

    /// The number of the root.
    pub(super) fn root(&self) -> u16 {
        u16::try_from(self.nodes.len().saturating_sub(1)).unwrap_or(NONE)
    }

    pub(super) fn top(&self) -> u16 {
        self.stack.last().copied().unwrap_or(NONE)
    }

    pub(super) fn node(&self, word: u16) -> &Node {
        self.nodes.get(usize::from(word)).unwrap_or(&EMPTY)
    }

    /// Which transitions are possible.
    pub(super) fn legal(&self) -> [bool; 4] {
        let words_left = self.next < self.root();
        let full = !self.stack.is_empty();
        let attached = self.node(self.top()).head != NONE;
        [words_left, full && attached, full && !attached, full && words_left]
    }

    pub(super) fn apply(&mut self, transition: Transition, vertices: &[Vertex]) {
        let (top, next) = (self.top(), self.next);
        match transition {
            Transition::Shift => self.push(),
            Transition::Reduce => {
                self.stack.pop();
            }
            Transition::Left => {
                self.stack.pop();
                self.attach(top, next, vertices);
            }
            Transition::Right => {
                self.attach(next, top, vertices);
                self.push();
            }
        }
    }

    fn push(&mut self) {
        self.stack.push(self.next);
        self.next += 1;
    }

    fn attach(&mut self, word: u16, head: u16, vertices: &[Vertex]) {
        if let Some(node) = self.nodes.get_mut(usize::from(word)) {
            node.head = head;
        }
        let tag = vertices.get(usize::from(word)).map_or(0, |vertex| 1 << (vertex.universal & 31));
        let Some(node) = self.nodes.get_mut(usize::from(head)) else { return };
        if word < head {
            // Dependents on the left come from the nearest to the outermost.
            (node.left2, node.left) = (node.left, word);
            node.left_count = node.left_count.saturating_add(1);
            node.left_tags |= tag;
        } else {
            (node.right2, node.right) = (node.right, word);
            node.right_count = node.right_count.saturating_add(1);
            node.right_tags |= tag;
        }
    }
}
