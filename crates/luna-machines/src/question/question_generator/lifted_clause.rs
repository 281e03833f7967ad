//! A clause within a statement, made a statement of its own.

use luna_text::reading::{EntityKind, PennTag, Relation, Subtype, UniversalTag};

use super::grammar::{is_plural, phrase, subject_of};
use super::morphology;
use super::pronoun;
use super::tree::{Tree, Word};

/// The subtree of a conjunct, without conjunction and commas at its edges.
pub(super) fn inner(tree: &Tree, top: usize) -> Vec<usize> {
    let mut below: Vec<usize> = tree
        .subtree(top)
        .into_iter()
        .filter(|&nth| {
            !(tree.words[nth].relation == Relation::Cc
                && tree.words[nth].head == Some(top)
                && nth < top)
        })
        .collect();
    while below.first().is_some_and(|&nth| {
        tree.words[nth].tag == UniversalTag::Punct && tree.words[nth].form == ","
    }) {
        below.remove(0);
    }
    while below.last().is_some_and(|&nth| matches!(tree.words[nth].form.as_str(), "," | "." | ";"))
    {
        below.pop();
    }
    below
}

/// A lifted clause whose pronoun subject can only mean the subject of the sentence.
pub(super) fn named(tree: &Tree, subject: usize, made: Tree) -> Tree {
    let Some(place) = made.root().and_then(|root| subject_of(&made, root)) else { return made };
    let person = tree.words[subject].kind == Some(EntityKind::Person)
        && tree.words[subject].tag != UniversalTag::Pron
        && !tree.words[subject].is_plural();
    let others = tree.words.iter().enumerate().any(|(nth, word)| {
        nth != subject
            && !tree.is_within(nth, subject)
            && word.kind == Some(EntityKind::Person)
            && word.tag != UniversalTag::Pron
    });
    let stands = matches!(made.words[place].lower().as_str(), "he" | "she");
    let she = made.words[place].lower() == "she";
    let fits = pronoun::is_woman(&phrase(tree, subject)) == Some(she);
    if person && stands && fits && !others {
        made.replace(place, &phrase(tree, subject))
    } else {
        made
    }
}

/// *Built in 1889* becomes *the tower was built in 1889*.
pub(super) fn participial(tree: &Tree, verb: usize, subject: &Tree, past: bool) -> Option<Tree> {
    let word = &tree.words[verb];
    let helped = tree.dependents(verb).any(|nth| {
        matches!(tree.words[nth].relation, Relation::Aux | Relation::Cop | Relation::Mark)
    });
    if helped || subject_of(tree, verb).is_some() || word.tag != UniversalTag::Verb {
        return None;
    }
    let below = inner(tree, verb);
    let opens = |nth: &usize| *nth == verb || tree.words[*nth].tag == UniversalTag::Adv;
    if below.len() < 2 || !below.first().is_some_and(opens) {
        return None;
    }
    let subject_root = subject.root()?;
    let plural = is_plural(subject, subject_root);
    let mut made = tree.pick(&below, verb);
    let root = made.root()?;
    let lower = word.lower();
    let lemma = morphology::base(&lower, &word.lemma);
    match word.penn {
        // *A treatise concerning motion*: these are prepositions as often.
        PennTag::Vbg if is_like_preposition(&lower) => return None,
        PennTag::Vbg => {
            let form = if past {
                morphology::past(&lemma)
            } else if plural {
                lemma.clone()
            } else {
                morphology::third_person(&lemma)
            };
            let perfect =
                made.words.get(root + 1).is_some_and(|next| next.tag == UniversalTag::Verb);
            if lemma == "be"
                || lemma == "have" && perfect
                || !made.words[..root].iter().all(|it| it.tag == UniversalTag::Adv)
            {
                return None;
            }
            let word = &mut made.words[root];
            word.form = form;
            word.lemma = lemma;
            word.penn = if past {
                PennTag::Vbd
            } else if plural {
                PennTag::Vbp
            } else {
                PennTag::Vbz
            };
            made = made.insert(0, subject, Relation::Nsubj);
        }
        PennTag::Vbn | PennTag::Vbd
            if morphology::participle(&lemma) == lower && !tree.has(verb, Relation::Obj) =>
        {
            let dated =
                made.words.iter().any(|it| it.kind == Some(EntityKind::Time) || it.lower() == "by");
            let form = be(past || dated, plural);
            made.words[root].penn = PennTag::Vbn;
            let auxiliary = Word::added(form, "be", UniversalTag::Aux, PennTag::Vbd);
            let auxiliary = auxiliary.with_relation(Relation::Root, None);
            made = made.insert(0, &Tree { words: vec![auxiliary] }, Relation::Aux);
            if let Some(first) = made.words.first_mut() {
                first.subtype = Some(Subtype::Pass);
            }
            made = made.insert(0, subject, Relation::Nsubj);
            if let Some(root) = made.root()
                && let Some(nsubj) = made.dependent(root, Relation::Nsubj)
            {
                made.words[nsubj].subtype = Some(Subtype::Pass);
            }
        }
        _ => return None,
    }
    Some(made)
}

/// Returns true for a participle that stands for a preposition.
fn is_like_preposition(form: &str) -> bool {
    matches!(
        form,
        "according"
            | "beginning"
            | "concerning"
            | "considering"
            | "depending"
            | "excluding"
            | "including"
            | "owing"
            | "pertaining"
            | "ranging"
            | "regarding"
            | "relating"
            | "starting"
    )
}

pub(super) fn be(past: bool, plural: bool) -> &'static str {
    match (past, plural) {
        (true, true) => "were",
        (true, false) => "was",
        (false, true) => "are",
        (false, false) => "is",
    }
}
