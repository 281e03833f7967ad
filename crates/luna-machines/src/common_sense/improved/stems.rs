//! Stems of words: what a concept adds to a question, and whether a child knows its words.

use std::collections::HashSet;
use std::sync::LazyLock;

use luna_text::knowledge::{Concept, KnowledgeBase};
use luna_text::stem::stem;

use crate::common_sense::shipped::shipped_base;

/// The stems of a concept's words.
pub(super) fn stems(base: &KnowledgeBase, concept: Concept) -> Vec<String> {
    base.name(concept).split(' ').map(|word| stem(word).into_owned()).collect()
}

/// The share of a concept's words that are not among these stems.
pub(super) fn novelty(base: &KnowledgeBase, concept: Concept, known: &[String]) -> f64 {
    let all = stems(base, concept);
    let new = all.iter().filter(|stem| !known.contains(stem)).count();
    luna_learn::float(new) / luna_learn::float(all.len())
}

/// All words of a concept are in the assertions that come with Luna, which a child knows.
pub(super) fn is_childlike(base: &KnowledgeBase, concept: Concept) -> bool {
    static KNOWN: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let assertions = shipped_base().into_iter().flat_map(|base| {
            base.assertions().flat_map(|it| [stems(base, it.left), stems(base, it.right)])
        });
        assertions.flatten().collect()
    });
    stems(base, concept).iter().all(|stem| KNOWN.contains(stem))
}

/// Some word of a concept is not among these stems.
pub(super) fn adds_to(base: &KnowledgeBase, concept: Concept, known: &[String]) -> bool {
    stems(base, concept).iter().any(|stem| !known.contains(stem))
}
