//! The transitions that lead to a given tree.

use super::state::{NONE, State, Transition};

/// The next transition towards the tree, whose heads may not cross.
pub(super) fn next(state: &State, heads: &[u16]) -> Transition {
    let head = |word: u16| heads.get(usize::from(word)).copied().unwrap_or(NONE);
    let (top, next) = (state.top(), state.next);
    let [shift, reduce, left, right] = state.legal();
    if left && head(top) == next {
        return Transition::Left;
    }
    if right && head(next) == top {
        return Transition::Right;
    }
    let below = || state.stack.iter().rev().skip(1);
    let waits = |&word: &u16| head(word) == next || next < state.root() && head(next) == word;
    if reduce && (!shift || below().any(waits)) {
        return Transition::Reduce;
    }
    if shift { Transition::Shift } else { Transition::Left }
}

/// Heads without crossing arcs: of an arc that crosses others, the head moves up. Each head is a
/// number below that of the root, or the root's.
pub(super) fn projective(mut heads: Vec<u16>) -> Vec<u16> {
    let root = u16::try_from(heads.len()).unwrap_or(NONE);
    while let Some(word) = shortest_crossing(&heads, root) {
        let head = heads.get(usize::from(word)).copied().unwrap_or(root);
        let above = heads.get(usize::from(head)).copied().unwrap_or(root);
        if let Some(place) = heads.get_mut(usize::from(word)) {
            *place = above;
        }
    }
    heads
}

/// The word with the shortest arc over a word that is not below its head.
fn shortest_crossing(heads: &[u16], root: u16) -> Option<u16> {
    let head = |word: u16| heads.get(usize::from(word)).copied().unwrap_or(root);
    let below = |word: u16, top: u16| {
        std::iter::successors(Some(word), |&at| (at < root).then(|| head(at)))
            .take(heads.len() + 1)
            .any(|at| at == top)
    };
    let crosses = |word: u16| {
        let over = head(word).min(word) + 1..head(word).max(word);
        // The root is the head of one word only.
        head(word) < root && over.into_iter().any(|it| !below(it, head(word)))
    };
    (0..root).filter(|&word| crosses(word)).min_by_key(|&word| head(word).abs_diff(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(heads: &[u16], expected: &[u16]) {
        let tree = projective(heads.to_vec());
        assert_eq!(tree, expected);
        let words = u16::try_from(heads.len()).unwrap();
        let mut state = State::new(words);
        for _ in 0..2 * words {
            let transition = next(&state, &tree);
            assert!(state.legal()[transition.number()]);
            state.apply(transition, &[]);
        }
        let found: Vec<u16> = (0..words).map(|word| state.node(word).head).collect();
        assert_eq!(found, tree);
    }

    #[test]
    fn transitions_build_the_tree() {
        check(&[1], &[1]);
        check(&[1, 2], &[1, 2]);
        check(&[1, 4, 1, 2], &[1, 4, 1, 2]);
        check(&[1, 2, 6, 5, 5, 2], &[1, 2, 6, 5, 5, 2]);
        check(&[3, 0, 1], &[3, 0, 1]);
    }

    #[test]
    fn crossing_arcs_move_up() {
        // 0 → 2 crosses 1 → 3.
        check(&[1, 4, 0, 1], &[1, 4, 1, 1]);
    }
}
