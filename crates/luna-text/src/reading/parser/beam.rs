//! Beam search for the best sequence of transitions.

use super::arc_features::features;
use super::state::{State, TRANSITIONS, Transition};
use super::vertex::Vertex;

/// A state on the way, with the sum of its transitions' scores.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) state: State,
    pub(super) score: i64,
    pub(super) steps: Vec<Transition>,
}

/// From the words of a sentence, the paths of one step after another.
pub(super) struct Beam<'a, Score> {
    vertices: &'a [Vertex],
    width: usize,
    score: Score,
    /// The best first.
    pub(super) paths: Vec<Path>,
    found: Vec<u32>,
}

/// A path with one more step.
struct Candidate {
    score: i64,
    path: usize,
    step: Transition,
}

impl<'a, Score: Fn(&State, &[u32]) -> [i32; 4]> Beam<'a, Score> {
    /// The last vertex is the root.
    pub(super) fn new(vertices: &'a [Vertex], width: usize, score: Score) -> Self {
        let words = u16::try_from(vertices.len().saturating_sub(1)).unwrap_or(0);
        let state = State::new(words);
        let paths = vec![Path { state, score: 0, steps: Vec::new() }];
        Beam { vertices, width, score, paths, found: Vec::new() }
    }

    /// Takes the next step on all paths, and keeps the best of what results.
    pub(super) fn advance(&mut self) {
        let mut candidates = Vec::with_capacity(self.paths.len() * TRANSITIONS.len());
        for (nth, path) in self.paths.iter().enumerate() {
            let legal = path.state.legal();
            features(&path.state, self.vertices, &mut self.found);
            let scores = (self.score)(&path.state, &self.found);
            for ((step, legal), score) in TRANSITIONS.into_iter().zip(legal).zip(scores) {
                if legal {
                    let score = path.score + i64::from(score);
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
        for (nth, candidate) in candidates.iter().enumerate() {
            let Some(place) = old.get_mut(candidate.path) else { continue };
            let is_last = last.get(candidate.path) == Some(&Some(nth));
            let Some(mut path) = (if is_last { place.take() } else { place.clone() }) else {
                continue;
            };
            path.state.apply(candidate.step, self.vertices);
            path.steps.push(candidate.step);
            path.score = candidate.score;
            self.paths.push(path);
        }
    }
}
