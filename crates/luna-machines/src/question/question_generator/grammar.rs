//! Grammatical facts about the words of a tree.

use luna_text::reading::{PennTag, Relation, UniversalTag};

use super::tree::Tree;

/// The subject of a clause, if it has one.
pub(super) fn subject_of(tree: &Tree, root: usize) -> Option<usize> {
    let is_there = |nth: &usize| tree.words[*nth].lower() == "there";
    tree.dependents(root)
        .filter(|&nth| tree.words[nth].relation == Relation::Expl)
        .find(is_there)
        .or_else(|| tree.dependent(root, Relation::Nsubj))
        .or_else(|| tree.dependent(root, Relation::Csubj))
        .or_else(|| tree.dependent(root, Relation::Expl))
}

/// The first word of the subject that is no punctuation.
pub(super) fn subject_start(tree: &Tree, root: usize) -> Option<usize> {
    let subject = subject_of(tree, root)?;
    let below = tree.subtree(subject);
    below.into_iter().find(|&nth| {
        tree.words[nth].tag != UniversalTag::Punct
            || matches!(tree.words[nth].penn, PennTag::OpeningQuote)
    })
}

/// Returns true for a clause in the past.
pub(super) fn is_past(tree: &Tree, root: usize) -> bool {
    let helpers = tree
        .dependents(root)
        .filter(|&nth| matches!(tree.words[nth].relation, Relation::Aux | Relation::Cop));
    let finite = helpers.into_iter().next().unwrap_or(root);
    let word = &tree.words[finite];
    let form = word.lower();
    word.penn == PennTag::Vbd
        || matches!(form.as_str(), "was" | "were" | "had" | "did" | "would" | "could")
        || finite == root && word.penn == PennTag::Vbn
}

/// Returns true if a word heads a clause: a verb, or a predicate with a copula.
pub(super) fn is_clausal(tree: &Tree, nth: usize) -> bool {
    matches!(tree.words[nth].tag, UniversalTag::Verb)
        || tree.words[nth].tag == UniversalTag::Aux
        || tree.has(nth, Relation::Cop)
}

/// Returns true for a conjunct that is a clause.
pub(super) fn is_clause_conjunct(tree: &Tree, nth: usize) -> bool {
    tree.words[nth].relation == Relation::Conj && is_clausal(tree, nth)
}

/// Returns true for a subject that takes a plural verb.
pub(super) fn is_plural(tree: &Tree, subject: usize) -> bool {
    let word = &tree.words[subject];
    let joined = tree.dependents(subject).any(|nth| tree.words[nth].relation == Relation::Conj);
    joined
        || word.is_plural()
        || matches!(
            word.lower().as_str(),
            "people" | "they" | "these" | "those" | "both" | "many" | "few" | "police"
        )
}

/// A noun phrase without what is set off by commas.
pub(super) fn phrase(tree: &Tree, head: usize) -> Tree {
    let words: Vec<usize> = tree.subtree(head);
    let dropped = |nth: usize| {
        let word = &tree.words[nth];
        word.head == Some(head)
            && matches!(
                word.relation,
                Relation::Acl
                    | Relation::Appos
                    | Relation::Case
                    | Relation::Cc
                    | Relation::Punct
                    | Relation::Conj
                    | Relation::Parataxis
                    | Relation::Mark
                    | Relation::Cop
            )
            && !(word.relation == Relation::Punct
                && matches!(word.form.as_str(), "-" | "\"" | "“" | "”"))
    };
    // *Lyme Regis, a small town, in 1799*: what follows an apposition is no part of the name.
    let apposition = tree.dependents(head).find(|&nth| tree.words[nth].relation == Relation::Appos);
    let late = |nth: usize| {
        tree.words[nth].head == Some(head)
            && matches!(tree.words[nth].relation, Relation::Nmod | Relation::Obl)
            && apposition.is_some_and(|apposition| nth > apposition)
    };
    let tops: Vec<usize> = words.iter().copied().filter(|&nth| dropped(nth) || late(nth)).collect();
    let kept: Vec<usize> = words
        .into_iter()
        .filter(|&nth| !tops.iter().any(|&top| tree.is_within(nth, top)))
        .collect();
    tree.pick(&kept, head)
}
