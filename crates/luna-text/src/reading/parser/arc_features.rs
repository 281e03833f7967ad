//! The features of a state, from which the parser decides on its next transition. They begin with
//! those of Zhang and Nivre (2011), with tags in the place of labels.

use super::super::hash::feature;
use super::state::{NONE, State};
use super::vertex::Vertex;

/// Fills `found` with the features of the top of the stack and the next word, whatever their arcs.
pub(super) fn pair_features(state: &State, vertices: &[Vertex], found: &mut Vec<u32>) {
    let (top, next) = (state.top(), state.next);
    let root = vertices.len().saturating_sub(1);
    let at = |word: u16| vertices.get(usize::from(word)).unwrap_or(&NOTHING);
    let near = |word: u16, back: u16, on: u16| {
        let place = usize::from(word).saturating_add(on.into()).checked_sub(back.into());
        let place = place.filter(|&place| place < root && word != NONE);
        place.and_then(|place| vertices.get(place)).unwrap_or(&NOTHING)
    };
    let (s0, b0) = (at(top), at(next));
    let (b1, b2, b3) = (near(next, 0, 1), near(next, 0, 2), near(next, 0, 3));
    let (s0_before, s0_near, b0_near) = (near(top, 1, 0), near(top, 0, 1), near(next, 1, 0));
    let distance = distance(top, next);
    let words = words_between(vertices, top, next);
    let between = kinds(words);
    let count = |kind: u32| {
        let kinds = words.iter().filter(|it| 1 << (it.universal & 31) & kind != 0);
        kinds.take(3).fold(0, |count, _| count + 1)
    };
    let (verbs, marks) = (count(VERBS), count(PUNCTUATION));
    found.clear();
    for (template, vertex) in [(0, s0), (3, b0), (6, b1), (9, b2)] {
        found.push(feature(template, [vertex.word, vertex.tag]));
        found.push(feature(template + 1, [vertex.word]));
        found.push(feature(template + 2, [vertex.tag]));
    }
    found.extend([
        feature(50, [s0.word, s0.tag, b0.word, b0.tag]),
        feature(51, [s0.word, s0.tag, b0.word]),
        feature(52, [s0.word, b0.word, b0.tag]),
        feature(53, [s0.word, s0.tag, b0.tag]),
        feature(54, [s0.tag, b0.word, b0.tag]),
        feature(55, [s0.word, b0.word]),
        feature(56, [s0.tag, b0.tag]),
        feature(57, [b0.tag, b1.tag]),
        feature(61, [b0.word, b1.tag]),
        feature(62, [b0.tag, b1.word]),
        feature(63, [b0.word, b1.word]),
        feature(70, [b0.tag, b1.tag, b2.tag]),
        feature(71, [s0.tag, b0.tag, b1.tag]),
        feature(82, [s0.tag, b0.universal, b1.universal, b2.universal, b3.universal]),
        feature(90, [s0.word, distance]),
        feature(91, [s0.tag, distance]),
        feature(92, [b0.word, distance]),
        feature(93, [b0.tag, distance]),
        feature(94, [s0.word, b0.word, distance]),
        feature(95, [s0.tag, b0.tag, distance]),
        feature(130, [s0.tag, s0_near.tag, b0_near.tag, b0.tag]),
        feature(131, [s0_before.tag, s0.tag, b0.tag, b1.tag]),
        feature(132, [s0.tag, s0_near.tag, b0.tag, b1.tag]),
        feature(133, [s0_before.tag, s0.tag, b0_near.tag, b0.tag]),
        feature(134, [s0.universal, b0.universal, between]),
        feature(135, [s0.tag, b0.tag, between & PUNCTUATION]),
        feature(136, [b0_near.word, s0.tag, b0.tag]),
        feature(138, [s0.suffix, b0.suffix, s0.universal, b0.universal]),
        feature(139, [b0.suffix, s0.tag, b0.tag]),
        feature(140, [s0_before.word, s0.tag, b0.tag]),
        feature(141, [s0_near.word, s0.tag, b0.tag]),
        feature(142, [s0.tag, b0.tag, b1.word]),
        feature(143, [s0.word, b0.tag, b1.tag]),
        feature(144, [s0.tag, b0.word, b1.tag]),
        feature(145, [s0.word, b0.word, b1.tag]),
        feature(146, [s0.word, b0.suffix, b0.tag]),
        feature(147, [s0.suffix, b0.word, s0.tag]),
        feature(148, [s0.tag, b0.tag, b1.tag, b2.tag]),
        feature(149, [b0.tag, b1.tag, b2.tag, b3.tag]),
        feature(150, [s0.tag, b0.tag, verbs, marks]),
        feature(151, [s0.word, b0.tag, verbs, marks]),
        feature(152, [s0.tag, b0.word, verbs, marks]),
        feature(153, [s0.tag, b0.tag, distance, b1.tag]),
        feature(154, [s0.word, b0.tag, distance]),
        feature(155, [s0.tag, b0.word, distance]),
        feature(156, [b0_near.tag, b0.tag, b1.tag]),
        feature(157, [s0_before.tag, s0.tag, s0_near.tag, b0.tag]),
    ]);
    for word in words {
        found.push(feature(158, [s0.tag, word.universal, b0.tag]));
    }
}

/// Fills `found` with the features that depend on the arcs so far.
pub(super) fn state_features(state: &State, vertices: &[Vertex], found: &mut Vec<u32>) {
    let at = |word: u16| vertices.get(usize::from(word)).unwrap_or(&NOTHING);
    let (top, next) = (state.top(), state.next);
    let after = |steps: u16| {
        let word = next.saturating_add(steps);
        if word < state.root() { at(word) } else { &NOTHING }
    };
    let below = state.stack.iter().rev().nth(1).copied().unwrap_or(NONE);
    let (top_node, next_node) = (state.node(top), state.node(next));
    let head = top_node.head;
    let (s0, b0, b1, b2) = (at(top), at(next), after(1), after(2));
    let (s1, s0h) = (at(below), at(head));
    let above_head = at(state.node(head).head);
    let (s0l, s0r) = (at(top_node.left), at(top_node.right));
    let (second_left, second_right) = (at(top_node.left2), at(top_node.right2));
    let (b0l, second_before) = (at(next_node.left), at(next_node.left2));
    let attached = u32::from(head != NONE);
    let between = kinds(words_between(vertices, top, next));
    let [s0_right, s0_left, b0_left] =
        [top_node.right_count, top_node.left_count, next_node.left_count].map(u32::from);
    found.clear();
    for (template, vertex) in [
        (12, s0h),
        (15, s0l),
        (18, s0r),
        (21, b0l),
        (24, above_head),
        (27, second_left),
        (30, second_right),
        (33, second_before),
        (36, s1),
    ] {
        found.push(feature(template, [vertex.word, vertex.tag]));
        found.push(feature(template + 1, [vertex.word]));
        found.push(feature(template + 2, [vertex.tag]));
    }
    found.extend([
        feature(58, [s0.tag, b0.tag, attached]),
        feature(59, [s0.tag, attached]),
        feature(60, [s0.word, attached, b0.tag]),
        feature(64, [s1.tag, b0.tag]),
        feature(65, [s1.word, b0.tag]),
        feature(66, [s1.tag, s0.tag]),
        feature(72, [s0h.tag, s0.tag, b0.tag]),
        feature(73, [s0.tag, s0l.tag, b0.tag]),
        feature(74, [s0.tag, s0r.tag, b0.tag]),
        feature(75, [s0.tag, b0.tag, b0l.tag]),
        feature(76, [s1.tag, s0.tag, b0.tag]),
        feature(77, [s0.tag, s0l.tag, second_left.tag]),
        feature(78, [s0.tag, s0r.tag, second_right.tag]),
        feature(79, [s0.tag, s0h.tag, above_head.tag]),
        feature(80, [b0.tag, b0l.tag, second_before.tag]),
        feature(81, [s0.universal, b0.tag, b1.tag, b2.tag, attached]),
        feature(83, [s1.universal, s0.tag, b0.tag, b1.universal]),
        feature(84, [s0h.tag, s0.universal, b0.tag, b0l.word]),
        feature(85, [s0.tag, s0r.universal, b0.tag, b1.universal]),
        feature(96, [s0.word, s0_right]),
        feature(97, [s0.tag, s0_right]),
        feature(98, [s0.word, s0_left]),
        feature(99, [s0.tag, s0_left]),
        feature(100, [b0.word, b0_left]),
        feature(101, [b0.tag, b0_left]),
        feature(102, [s0.word, top_node.right_tags]),
        feature(103, [s0.tag, top_node.right_tags]),
        feature(104, [s0.word, top_node.left_tags]),
        feature(105, [s0.tag, top_node.left_tags]),
        feature(106, [b0.word, next_node.left_tags]),
        feature(107, [b0.tag, next_node.left_tags]),
        feature(108, [s0.tag, b0.tag, top_node.right_tags]),
        feature(109, [s0.tag, b0.tag, next_node.left_tags]),
        feature(110, [s0.tag, b0.tag, top_node.left_tags]),
        feature(120, [s0.word, b0l.word]),
        feature(121, [s0.tag, b0l.word, b0.tag]),
        feature(122, [s0h.word, b0l.word, attached]),
        feature(123, [s0.word, b0l.word, b0.tag]),
        feature(124, [s0h.tag, s0l.word, b0l.word, b0.tag]),
        feature(125, [s0l.word, b0l.word, s0.tag]),
        feature(126, [s1.word, b0l.word]),
        feature(127, [s0h.word, b0.word]),
        feature(128, [s0h.word, s0.word, b0.word]),
        feature(137, [s0.universal, b0.universal, b0l.word, between]),
    ]);
}

const NOTHING: Vertex = Vertex { word: 0, tag: 255, universal: 31, suffix: 0 };
/// The bits of punctuation and conjunctions among the universal tags.
const PUNCTUATION: u32 = 1 << 12 | 1 << 4;
const VERBS: u32 = 1 << 3 | 1 << 15;

fn distance(top: u16, next: u16) -> u32 {
    match next.wrapping_sub(top) {
        near @ 0..=4 => u32::from(near),
        5..=6 => 5,
        7..=9 => 6,
        10..=14 => 7,
        _ => 8,
    }
}

/// The universal tags of some words, one bit each.
fn kinds(words: &[Vertex]) -> u32 {
    words.iter().fold(0, |bits, word| bits | 1 << (word.universal & 31))
}

/// The words between two words, the last ones if there are many.
fn words_between(vertices: &[Vertex], top: u16, next: u16) -> &[Vertex] {
    const REACH: usize = 12;
    let words = vertices.get(usize::from(top).saturating_add(1)..usize::from(next));
    let words = words.unwrap_or_default();
    words.get(words.len().saturating_sub(REACH)..).unwrap_or_default()
}
