//! Similarity of two senses.

use std::cmp::Ordering;

use crate::wordnet::{PartOfSpeech, Synset, WordNet};

/// Decay with the path length.
const ALPHA: f64 = 0.2;
/// Growth with the depth of the common hypernym.
const BETA: f64 = 0.45;

/// The relevant properties of a sense.
#[derive(Clone)]
pub(super) struct Sense {
    part: PartOfSpeech,
    lemmas: Vec<u32>,
    /// The sense and its hypernyms, sorted.
    above: Vec<Ancestor>,
}

#[derive(Clone, Copy)]
struct Ancestor {
    synset: Synset,
    steps: u32,
    depth: u32,
}

impl Sense {
    pub(super) fn new(net: &WordNet, synset: Synset) -> Sense {
        let part = net.part(synset);
        let added = u32::from(part != PartOfSpeech::Noun);
        let above = |(synset, steps)| Ancestor { synset, steps, depth: net.depth(synset) + added };
        let mut above: Vec<Ancestor> = net.ancestors(synset).into_iter().map(above).collect();
        above.sort_unstable_by_key(|above| above.synset);
        Sense { part, lemmas: net.lemma_numbers(synset).to_vec(), above }
    }
}

pub(super) fn sense_similarity(one: &Sense, other: &Sense) -> f64 {
    if one.part != other.part {
        return 0.0;
    }
    let Some((steps, depth)) = meeting(&one.above, &other.above) else { return 0.0 };
    let named_alike = steps > 1 && one.lemmas.iter().any(|lemma| other.lemmas.contains(lemma));
    let steps = if named_alike { 1 } else { steps };
    (-ALPHA * f64::from(steps)).exp() * (BETA * f64::from(depth)).tanh()
}

/// Shortest path over a common hypernym, and the greatest depth of one; `None` if there is none.
fn meeting(one: &[Ancestor], other: &[Ancestor]) -> Option<(u32, u32)> {
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
