//! Pronouns: what they stand for, where that is sure, and which questions they leave vague.

use luna_text::reading::{EntityKind, PennTag, Relation, UniversalTag};

use super::lexicon;
use super::tree::{Tree, Word};

/// Replaces *he*, *she* and *it* at the head of a sentence if the sentence before is about one
/// thing that they can stand for.
pub(super) fn resolve(trees: &mut [Tree]) {
    let mut before: Option<(Tree, EntityKind)> = None;
    for tree in trees {
        if let Some(subject) = subject(tree)
            && let Some((phrase, kind)) = &before
            && tree.words[subject].penn == PennTag::Prp
        {
            let fits = match tree.words[subject].lower().as_str() {
                "he" | "she" => {
                    let she = tree.words[subject].lower() == "she";
                    *kind == EntityKind::Person
                        && people(tree) == 0
                        && is_woman(phrase).is_none_or(|woman| woman == she)
                }
                "it" => *kind != EntityKind::Person,
                _ => false,
            };
            if fits {
                *tree = tree.replace(subject, phrase);
                continue;
            }
        }
        before = topic(tree);
    }
}

/// The phrase of a subject, and its kind, if nothing else in its sentence can be meant by a pronoun.
fn topic(tree: &Tree) -> Option<(Tree, EntityKind)> {
    let root = tree.root()?;
    let subject = subject(tree)?;
    let word = &tree.words[subject];
    let named = word.tag == UniversalTag::Propn && !word.is_plural();
    if !named || tree.has(subject, Relation::Conj) {
        return None;
    }
    let phrase = phrase(tree, subject);
    match word.kind {
        Some(EntityKind::Person) => (people(tree) == 1).then_some((phrase, EntityKind::Person)),
        // A definition says what *it* is in the next sentence.
        kind => {
            let defined = tree.has(root, Relation::Cop)
                && tree.words[root].tag == UniversalTag::Noun
                && tree.words[root].kind != Some(EntityKind::Person);
            defined.then_some((phrase, kind.unwrap_or(EntityKind::Other)))
        }
    }
}

/// Returns true for the name of a woman and false for that of a man; `None` if it tells neither.
pub(super) fn is_woman(name: &Tree) -> Option<bool> {
    name.words.iter().find_map(|word| lexicon::is_woman(&word.form))
}

fn subject(tree: &Tree) -> Option<usize> {
    tree.dependent(tree.root()?, Relation::Nsubj)
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
    let tops: Vec<usize> = words.iter().copied().filter(|&nth| dropped(nth)).collect();
    let kept: Vec<usize> = words
        .into_iter()
        .filter(|&nth| !tops.iter().any(|&top| tree.is_within(nth, top)))
        .collect();
    tree.pick(&kept, head)
}

/// The number of persons who are mentioned, apart from predicates and appositions.
fn people(tree: &Tree) -> usize {
    let mentioned = |nth: &usize| {
        let word = &tree.words[*nth];
        word.kind == Some(EntityKind::Person)
            && matches!(word.tag, UniversalTag::Propn | UniversalTag::Noun)
            && matches!(
                word.relation,
                Relation::Nsubj
                    | Relation::Obj
                    | Relation::Iobj
                    | Relation::Obl
                    | Relation::Nmod
                    | Relation::Conj
            )
    };
    (0..tree.words.len()).filter(mentioned).count()
}

/// Returns true if the words have a pronoun that refers to nothing in the statement.
pub(super) fn is_vague(words: &[Word], has_clear_subject: bool) -> bool {
    words.iter().any(|word| {
        let lower = word.lower();
        match lower.as_str() {
            "he" | "she" | "it" | "they" | "him" | "them" => word.relation != Relation::Expl,
            "her" if word.penn == PennTag::Prp => true,
            "his" | "her" | "its" | "their" => !has_clear_subject,
            "this" | "these" | "those" | "that" => {
                word.tag == UniversalTag::Pron && word.penn == PennTag::Dt
                    || matches!(lower.as_str(), "this" | "these") && word.relation == Relation::Det
            }
            "here" => true,
            "such" => matches!(word.relation, Relation::Det | Relation::Amod),
            _ => false,
        }
    })
}
