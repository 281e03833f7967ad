//! Beam search for the best sequence of transitions.

use super::arc_features::{pair_features, state_features};
use super::state::{NONE, State, TRANSITIONS, Transition};
use super::vertex::Vertex;

/// Words of a sentence up to which scores of pairs are kept.
pub(super) const LONG: usize = 250;

/// A state on the way, with the sum of its transitions' scores.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) state: State,
    pub(super) score: i64,
    pub(super) steps: Vec<Transition>,
}

/// The transitions' scores. A pair of words has the same share of them in all states, so that share is
/// computed once.
pub(super) struct Scorer<'a, Weigh> {
    vertices: &'a [Vertex],
    weigh: Weigh,
    pairs: Vec<Option<[i32; 4]>>,
    found: Vec<u32>,
}

impl<Weigh: Fn(&[u32]) -> [i32; 4]> Scorer<'_, Weigh> {
    pub(super) fn scores(&mut self, state: &State) -> [i32; 4] {
        let (top, next) = (state.top(), state.next);
        let count = self.vertices.len();
        let row = if top == NONE { count.saturating_sub(1) } else { usize::from(top) };
        let place = row * count + usize::from(next);
        let known = self.pairs.get(place).copied().flatten();
        let pair = known.unwrap_or_else(|| {
            pair_features(state, self.vertices, &mut self.found);
            (self.weigh)(&self.found)
        });
        if let Some(place) = self.pairs.get_mut(place) {
            *place = Some(pair);
        }
        state_features(state, self.vertices, &mut self.found);
        let mut scores = (self.weigh)(&self.found);
        for (score, pair) in scores.iter_mut().zip(pair) {
            *score += pair;
        }
        scores
    }
}

/// From the words of a sentence, the paths of one step after another.
pub(super) struct Beam<'a, Weigh, Cost> {
    pub(super) scorer: Scorer<'a, Weigh>,
    width: usize,
    /// What is added to a state's scores.
    cost: Cost,
    /// The best first.
    pub(super) paths: Vec<Path>,
    /// Paths that were given up, whose memory is used again.
    spare: Vec<Path>,
}

/// A path with one more step.
struct Candidate {
    score: i64,
    path: usize,
    step: Transition,
}

impl<'a, Weigh, Cost> Beam<'a, Weigh, Cost>
where
    Weigh: Fn(&[u32]) -> [i32; 4],
    Cost: Fn(&State) -> [i32; 4],
{
    /// The last vertex is the root.
    pub(super) fn new(vertices: &'a [Vertex], width: usize, weigh: Weigh, cost: Cost) -> Self {
        let words = vertices.len().saturating_sub(1);
        let state = State::new(u16::try_from(words).unwrap_or(0));
        let paths = vec![Path { state, score: 0, steps: Vec::new() }];
        let pairs = if words > LONG { Vec::new() } else { vec![None; vertices.len().pow(2)] };
        let scorer = Scorer { vertices, weigh, pairs, found: Vec::new() };
        Beam { scorer, width, cost, paths, spare: Vec::new() }
    }

    /// Takes the next step on all paths, and keeps the best of what results.
    pub(super) fn advance(&mut self) {
        let mut candidates = Vec::with_capacity(self.paths.len() * TRANSITIONS.len());
        for (nth, path) in self.paths.iter().enumerate() {
            let legal = path.state.legal();
            let scores = self.scorer.scores(&path.state).into_iter().zip((self.cost)(&path.state));
            for ((step, legal), (score, cost)) in TRANSITIONS.into_iter().zip(legal).zip(scores) {
                if legal {
                    let score = path.score + i64::from(score + cost);
                    candidates.push(Candidate { score, path: nth, step });
                }
            }
        }
        candidates.sort_by_key(|it| (std::cmp::Reverse(it.score), it.path, it.step));
        candidates.truncate(self.width);
        let mut last = vec![None; self.paths.len()];
        for (nth, candidate) in candidates.iter().enumerate() {
            if let Some(place) = last.get_mut(candidate.path) {
                *place = Some(nth);
            }
        }
        // The last step from a path takes it over, the others take copies.
        let mut old: Vec<Option<Path>> =
            std::mem::take(&mut self.paths).into_iter().map(Some).collect();
        for (place, last) in old.iter_mut().zip(&last) {
            self.spare.extend(if last.is_none() { place.take() } else { None });
        }
        for (nth, candidate) in candidates.iter().enumerate() {
            let Some(place) = old.get_mut(candidate.path) else { continue };
            let is_last = last.get(candidate.path) == Some(&Some(nth));
            let path = if is_last { place.take() } else { copy(place.as_ref(), self.spare.pop()) };
            let Some(mut path) = path else { continue };
            path.state.apply(candidate.step, self.scorer.vertices);
            path.steps.push(candidate.step);
            path.score = candidate.score;
            self.paths.push(path);
        }
    }
}

/// A copy of a path, in the memory of another one.
fn copy(path: Option<&Path>, spare: Option<Path>) -> Option<Path> {
    let Some(mut spare) = spare else { return path.cloned() };
    let path = path?;
    spare.state.stack.clone_from(&path.state.stack);
    spare.state.nodes.clone_from(&path.state.nodes);
    spare.state.next = path.state.next;
    spare.steps.clone_from(&path.steps);
    Some(spare)
}
