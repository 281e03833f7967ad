//! Refusal of statements whose trees are broken, and of questions that would leave half a phrase.

use luna_text::reading::{PennTag, Relation, UniversalTag};

use super::clause::Clause;
use super::grammar::subject_of;
use super::lexicon;
use super::tree::Tree;

/// Returns true if a statement hangs together: no second clause without a place in it, no subject
/// that denies, no half of a sentence.
pub(super) fn is_sound(tree: &Tree, clause: &Clause) -> bool {
    !has_stray_clause(tree, clause)
        && !denies_subject(tree, clause)
        && !is_half(tree, clause)
        && !is_bare(tree, clause)
        && !disagrees(tree, clause)
        && !has_late_helper(tree, clause)
}

/// Returns true if what is left after a phrase has gone would belong to it.
pub(super) fn leaves_a_rest(tree: &Tree, removed: &[usize]) -> bool {
    let Some(next) = removed.iter().max().and_then(|&last| tree.words.get(last + 1)) else {
        return false;
    };
    let relative = matches!(next.penn, PennTag::Wdt | PennTag::Wp | PennTag::WpS);
    relative || next.lower() == "of"
}

/// A clause with a subject that no word puts below the rest.
fn has_stray_clause(tree: &Tree, clause: &Clause) -> bool {
    (0..tree.words.len()).any(|nth| {
        let word = &tree.words[nth];
        if word.relation == Relation::Parataxis && word.tag == UniversalTag::Verb {
            return true;
        }
        if nth == clause.root || subject_of(tree, nth).is_none() {
            return false;
        }
        let head_is_clause = word.head.is_some_and(|head| subject_of(tree, head).is_some());
        match word.relation {
            // A conjunct within a subordinate clause is a part of that.
            Relation::Conj => word.head == Some(clause.root) || !head_is_clause,
            Relation::Parataxis | Relation::Appos | Relation::Dep | Relation::Nmod => true,
            // *Lighter than the water, so the layers mix*.
            Relation::Advcl => {
                let mark = tree.dependent(nth, Relation::Mark);
                let opener = mark.and_then(|mark| mark.checked_sub(1));
                let comma = opener.is_some_and(|before| tree.words[before].form == ",");
                comma && mark.is_some_and(|mark| tree.words[mark].lower() == "so")
            }
            _ => false,
        }
    }) || after_so(tree, clause)
        || after_and(tree, clause)
}

/// *…, so the layers seldom mix*, whatever the tree says.
fn after_so(tree: &Tree, clause: &Clause) -> bool {
    (clause.finite..clause.end.saturating_sub(2)).any(|nth| {
        tree.words[nth].form == ","
            && matches!(tree.words[nth + 1].lower().as_str(), "so" | "because" | "but")
    })
}

/// *…, and long queues formed*, where the tree has no clause.
fn after_and(tree: &Tree, clause: &Clause) -> bool {
    let words = &tree.words[..clause.end];
    let comma = (clause.finite..clause.end.saturating_sub(2)).find(|&nth| {
        words[nth].form == "," && matches!(words[nth + 1].lower().as_str(), "and" | "or" | "yet")
    });
    let Some(comma) = comma else { return false };
    words[comma..]
        .iter()
        .take_while(|word| {
            !matches!(word.penn, PennTag::Wdt | PennTag::Wp | PennTag::WpS | PennTag::Wrb)
                && word.relation != Relation::Mark
        })
        .any(|word| {
            matches!(word.penn, PennTag::Vbd | PennTag::Vbz | PennTag::Vbp | PennTag::Md)
                || word.penn == PennTag::Vbn
                    && word.lower()
                        == super::morphology::past(&super::morphology::base(
                            &word.form,
                            &word.lemma,
                        ))
        })
}

/// *Nobody came*, *not everyone believes it*.
fn denies_subject(tree: &Tree, clause: &Clause) -> bool {
    let first = tree.words.first().map(super::tree::Word::lower).unwrap_or_default();
    let denies = matches!(
        first.as_str(),
        "nobody" | "nothing" | "none" | "no" | "not" | "neither" | "nor" | "few" | "hardly"
    );
    denies && clause.subject_end > 0
}

/// *That is why …*, *not because … but because …*, *Whitmore promised if …*, and a subject that begins
/// with a preposition.
fn is_half(tree: &Tree, clause: &Clause) -> bool {
    let why = tree
        .words
        .get(clause.finite + 1)
        .is_some_and(|next| next.penn == PennTag::Wrb || next.lower() == "because");
    let lower = |nth: usize| tree.words.get(nth).map(super::tree::Word::lower).unwrap_or_default();
    let contrast = (0..tree.words.len()).any(|nth| {
        matches!(lower(nth).as_str(), "not" | "but")
            && matches!(lower(nth + 1).as_str(), "because" | "that" | "when" | "only")
            && nth > clause.finite
    });
    let ends_in_not = clause.end.checked_sub(1).is_some_and(|last| lower(last) == "not");
    let silent = lexicon::reports(&tree.words[clause.root].lemma)
        && !tree.dependents(clause.root).any(|nth| {
            matches!(
                tree.words[nth].relation,
                Relation::Obj | Relation::Ccomp | Relation::Xcomp | Relation::Obl
            ) || tree.words[nth].subtype == Some(luna_text::reading::Subtype::Pass)
        });
    let opening = tree.words.first();
    let prepositional = opening.is_some_and(|word| {
        word.tag == UniversalTag::Adp
            && word.relation == Relation::Case
            && clause.subject_end > 1
            && !lexicon::limits_number(&word.lower())
            && !matches!(word.lower().as_str(), "up" | "between" | "over" | "under")
    });
    why || contrast || ends_in_not || silent || prepositional
}

/// *The Steelyard is*, and *by the time* without what happened then.
fn is_bare(tree: &Tree, clause: &Clause) -> bool {
    let be = tree.words[clause.root].lemma == "be" && clause.finite + 1 >= clause.end;
    let lower = |nth: usize| tree.words[nth].lower();
    let by_the_time = (2..tree.words.len()).any(|nth| {
        lower(nth) == "time"
            && lower(nth - 1) == "the"
            && lower(nth - 2) == "by"
            && !tree.dependents(nth).any(|it| it > nth)
    });
    be || by_the_time
}

/// *The council stretches ropes*, read with *the council stretches* as the subject.
fn disagrees(tree: &Tree, clause: &Clause) -> bool {
    let subject = &tree.words[clause.subject];
    clause.needs_do
        && tree.words[clause.root].penn == PennTag::Vbz
        && subject.penn == PennTag::Nns
        && subject.lemma != subject.lower()
        && subject.kind.is_none()
}

/// *The supports have lost*, read with *supports* as the verb.
fn has_late_helper(tree: &Tree, clause: &Clause) -> bool {
    tree.dependents(clause.root).any(|nth| {
        nth > clause.root
            && tree.words[nth].relation == Relation::Aux
            && tree.words[nth].tag == UniversalTag::Aux
    }) || tree.words.get(clause.root + 1).is_some_and(|next| {
        clause.needs_do
            && matches!(
                next.lower().as_str(),
                "have" | "has" | "had" | "is" | "are" | "was" | "were"
            )
            && next.relation != Relation::Cop
    })
}
