//! Numbers about a judged assertion from the assertions around its concepts.

use std::collections::BTreeSet;

use luna_learn::float;
use luna_text::knowledge::{Assertion, Concept, KnowledgeBase, Relation, Side};

/// The number of [`features`].
pub(super) const COUNT: usize = 9;

/// Numbers about an assertion from the assertions that are stated.
pub(super) fn features(
    base: &KnowledgeBase,
    left: Concept,
    relation: Relation,
    right: Concept,
) -> [f64; COUNT] {
    let sum = |from: Concept, to: Concept, is_wanted: &dyn Fn(Relation) -> bool| -> f64 {
        let between = base.about(from, Side::Left).filter(|it| it.right == to);
        between.filter(|it| is_wanted(it.relation)).map(|it| it.weight()).sum()
    };
    let shared: Vec<f64> = (neighbours(base, left).intersection(&neighbours(base, right)))
        .filter(|concept| ![left, right].contains(concept))
        .map(|&concept| (2.0 + degree(base, concept)).ln().recip())
        .collect();
    let in_place =
        |concept: Concept, side: Side| float(base.related(concept, side, relation).len());
    [
        sum(left, right, &|it| it == relation),
        sum(left, right, &|it| it != relation),
        sum(right, left, &|_| true),
        float(shared.len()).ln_1p(),
        // Rare neighbours tell more (Adamic and Adar).
        shared.iter().sum::<f64>().ln_1p(),
        degree(base, left).ln_1p(),
        degree(base, right).ln_1p(),
        in_place(left, Side::Left).ln_1p(),
        in_place(right, Side::Right).ln_1p(),
    ]
}

fn degree(base: &KnowledgeBase, concept: Concept) -> f64 {
    Side::BOTH.into_iter().map(|side| float(base.degree(concept, side))).sum()
}

fn neighbours(base: &KnowledgeBase, concept: Concept) -> BTreeSet<Concept> {
    let other = |side: Side| move |it: Assertion| it.concept(side.other());
    Side::BOTH.into_iter().flat_map(|side| base.about(concept, side).map(other(side))).collect()
}
