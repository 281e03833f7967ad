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

#[cfg(test)]
mod tests {
    use luna_text::knowledge::Builder;

    use super::*;

    #[test]
    fn assertions_around_two_concepts_are_counted_by_their_place() {
        let text = "relation\tleft\tright\tweight
IsA\tdog\tpet\t3
HasProperty\tdog\tfurry\t1
IsA\tcat\tpet\t1
IsA\tpet\tanimal\t1
IsA\tdog\tanimal\t7
CapableOf\tdog\tanimal\t-1
HasA\tanimal\tdog\t1
";
        let mut builder = Builder::default();
        builder.read(text).unwrap();
        let base = KnowledgeBase::from_bytes(builder.build(|_| false).bytes).unwrap();
        let concept = |name: &str| base.concept(name).unwrap();
        let found = features(&base, concept("dog"), Relation::IsA, concept("animal"));
        let pet = (2.0_f64 + 3.0).ln().recip();
        let expected = [
            0.5 * 3.0,
            -0.5,
            0.5,
            1.0_f64.ln_1p(),
            pet.ln_1p(),
            5.0_f64.ln_1p(),
            4.0_f64.ln_1p(),
            2.0_f64.ln_1p(),
            2.0_f64.ln_1p(),
        ];
        for (nth, (found, expected)) in found.into_iter().zip(expected).enumerate() {
            assert!((found - expected).abs() < 1e-12, "{nth}: {found} instead of {expected}");
        }
        let none = features(&base, concept("cat"), Relation::HasA, concept("furry"));
        assert!(none[..5].iter().all(|it| it.abs() < 1e-12), "{none:?}");
    }
}
