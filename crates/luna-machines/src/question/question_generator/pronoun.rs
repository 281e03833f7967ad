//! Pronouns: what they stand for, where that is sure, and which questions they leave vague.

use luna_text::reading::{EntityKind, PennTag, Relation, Subtype, UniversalTag};

use super::antecedent::antecedents;
use super::grammar::is_plural;
use super::lexicon;
use super::tree::{Tree, Word};

/// More words than a sentence has.
const ELSEWHERE: usize = 10_000;

/// Replaces the pronouns of a text that can only stand for one thing, in subjects.
pub(super) fn resolve(trees: &mut [Tree]) {
    for found in antecedents(trees).into_iter().rev() {
        let tree = &trees[found.sentence];
        let mut phrase = found.phrase;
        if tree.words[found.word].penn == PennTag::PrpS
            || tree.words[found.word].is(Relation::Nmod, Subtype::Poss)
        {
            let mut mark = Word::added("'s", "'s", UniversalTag::Part, PennTag::Pos)
                .with_relation(Relation::Case, phrase.root());
            mark.glued = true;
            phrase.words.push(mark);
        }
        // The words keep their order, apart from all places of this sentence.
        for word in &mut phrase.words {
            if word.origin == Some(0) && !word.is_name && !lexicon::is_nationality(&word.form) {
                word.form = word.lower();
            }
            word.origin = word.origin.map(|origin| origin + ELSEWHERE);
            word.is_replaced = true;
        }
        trees[found.sentence] = tree.replace(found.word, &phrase);
    }
}

/// Returns true for the name of a woman and false for that of a man; `None` if it tells neither.
pub(super) fn is_woman(name: &Tree) -> Option<bool> {
    name.words.iter().find_map(|word| lexicon::is_woman(&word.form))
}

/// Returns true if the words have a pronoun that refers to nothing in the statement, whose subject is
/// this word of its tree.
pub(super) fn is_vague(words: &[Word], tree: &Tree, subject: usize) -> bool {
    words.iter().any(|word| {
        let lower = word.lower();
        match lower.as_str() {
            "he" | "she" | "it" | "they" | "him" | "them" => word.relation != Relation::Expl,
            "hers" | "theirs" | "here" => true,
            "her" if word.penn == PennTag::Prp => true,
            // *Asked Kordes for her charts*: the name that was put in says who it is.
            "his" | "her"
                if words.iter().any(|it| {
                    it.is_replaced && it.kind == Some(EntityKind::Person) && it.is_name
                }) =>
            {
                false
            }
            "his" | "her" | "its" | "their" => !can_own(tree, subject, &lower),
            "this" | "these" | "those" | "that" => {
                word.tag == UniversalTag::Pron && word.penn == PennTag::Dt
                    || matches!(lower.as_str(), "this" | "these") && word.relation == Relation::Det
            }
            "there" => word.relation != Relation::Expl && word.tag == UniversalTag::Adv,
            "such" => matches!(word.relation, Relation::Det | Relation::Amod),
            _ => false,
        }
    })
}

/// Returns true if a pronoun such as *its* can mean the subject.
fn can_own(tree: &Tree, subject: usize, pronoun: &str) -> bool {
    let word = &tree.words[subject];
    if word.tag == UniversalTag::Pron || word.relation == Relation::Expl {
        return false;
    }
    let person = word.kind == Some(EntityKind::Person);
    let several = is_plural(tree, subject);
    match pronoun {
        "its" => !person && !several,
        "their" => true,
        _ => !several && (person || word.tag == UniversalTag::Propn),
    }
}
