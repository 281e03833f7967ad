//! How alike two senses are.

use std::cmp::Ordering;

use crate::wordnet::{Part, Synset, WordNet};

/// How fast likeness falls along the way between two senses.
const ALPHA: f64 = 0.2;
/// How fast it grows with the depth of what they have in common.
const BETA: f64 = 0.45;

/// What is looked at of a sense.
#[derive(Clone)]
pub(super) struct Sense {
    part: Part,
    lemmas: Vec<u32>,
    /// It and all that it is a kind of, in order.
    above: Vec<Above>,
}

#[derive(Clone, Copy)]
struct Above {
    synset: Synset,
    steps: u32,
    depth: u32,
}

impl Sense {
    pub(super) fn new(net: &WordNet, synset: Synset) -> Sense {
        let part = net.part(synset);
        let added = u32::from(part != Part::Noun);
        let above = |(synset, steps)| Above { synset, steps, depth: net.depth(synset) + added };
        let mut above: Vec<Above> = net.ancestors(synset).into_iter().map(above).collect();
        above.sort_unstable_by_key(|above| above.synset);
        Sense { part, lemmas: net.lemma_numbers(synset).to_vec(), above }
    }
}

pub(super) fn alike(one: &Sense, other: &Sense) -> f64 {
    if one.part != other.part {
        return 0.0;
    }
    let Some((steps, depth)) = meeting(&one.above, &other.above) else { return 0.0 };
    let named_alike = steps > 1 && one.lemmas.iter().any(|lemma| other.lemmas.contains(lemma));
    let steps = if named_alike { 1 } else { steps };
    (-ALPHA * f64::from(steps)).exp() * (BETA * f64::from(depth)).tanh()
}

/// The fewest steps over anything in both, and the greatest depth of anything in
/// both; `None` if nothing is.
fn meeting(one: &[Above], other: &[Above]) -> Option<(u32, u32)> {
    let (mut ours, mut theirs) = (one.iter().peekable(), other.iter().peekable());
    let mut met: Option<(u32, u32)> = None;
    while let (Some(our), Some(their)) = (ours.peek(), theirs.peek()) {
        match our.synset.cmp(&their.synset) {
            Ordering::Less => drop(ours.next()),
            Ordering::Greater => drop(theirs.next()),
            Ordering::Equal => {
                let (steps, depth) = met.unwrap_or((u32::MAX, 0));
                met = Some((steps.min(our.steps + their.steps), depth.max(our.depth)));
                ours.next();
                theirs.next();
            }
        }
    }
    met
}
