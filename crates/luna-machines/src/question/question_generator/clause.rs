//! The parts of a statement that a question moves: subject, finite word, what follows.

use luna_text::reading::{PennTag, Relation, UniversalTag};

use super::grammar::{is_clausal, is_plural, subject_of};
use super::morphology;
use super::tree::Tree;

/// A statement whose parts are known. Numbers are those of its words.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub(super) root: usize,
    pub(super) subject: usize,
    /// The word after the subject's last one.
    pub(super) subject_end: usize,
    pub(super) finite: usize,
    /// The finite word is a full verb, which needs *do*.
    pub(super) needs_do: bool,
    /// *Not* or *never*.
    pub(super) negation: Option<usize>,
    /// The word after the last one, without the mark at the end.
    pub(super) end: usize,
    pub(super) is_existential: bool,
}

/// The parts of a statement; `None` if it has a form that questions cannot be made from.
pub(super) fn clause(tree: &mut Tree) -> Option<Clause> {
    let root = tree.root()?;
    if !is_clausal(tree, root) {
        return None;
    }
    let subject = subject_of(tree, root)?;
    if tree.words[subject].relation == Relation::Csubj {
        return None;
    }
    let is_existential = tree.words[subject].relation == Relation::Expl;
    let below: Vec<usize> = tree.subtree(subject);
    let (first, last) = (*below.first()?, *below.last()?);
    // The subject opens the statement, in one piece.
    if first != 0
        || below.len() != last + 1
        || last >= root && !tree.has(root, Relation::Cop) && !is_existential
    {
        return None;
    }
    let mut subject_end = last + 1;
    // A comma after the subject belongs to it.
    while tree.words.get(subject_end).is_some_and(|word| word.form == ",") {
        subject_end += 1;
    }
    if is_existential
        && tree.words[subject].lower() != "there"
        && tree.words[subject].lower() != "it"
    {
        return None;
    }
    let mut end = tree.words.len();
    while end > 0
        && tree.words[end - 1].tag == UniversalTag::Punct
        && !matches!(tree.words[end - 1].form.as_str(), "\"" | "”" | "''" | "’" | "'")
    {
        end -= 1;
    }
    let asks = |nth: usize| {
        matches!(tree.words[nth].penn, PennTag::Wp | PennTag::Wdt | PennTag::WpS | PennTag::Wrb)
            && tree.words[nth].head == Some(root)
    };
    if (0..tree.words.len()).any(asks) {
        return None;
    }
    let helpers: Vec<usize> = tree
        .dependents(root)
        .filter(|&nth| matches!(tree.words[nth].relation, Relation::Aux | Relation::Cop))
        .filter(|&nth| tree.words[nth].penn != PennTag::To)
        .collect();
    let finite = helpers.first().copied().unwrap_or(root);
    if finite < subject_end {
        return None;
    }
    // Only adverbs may stand between subject and verb.
    let between_is_plain = (subject_end..finite).all(|nth| {
        let word = &tree.words[nth];
        tree.is_within(nth, root)
            && (word.tag == UniversalTag::Adv
                || word.tag == UniversalTag::Punct && word.form == ","
                || word.tag == UniversalTag::Part
                || word.relation == Relation::Advmod)
    });
    if !between_is_plain {
        return None;
    }
    let is_be = tree.words[root].lemma == "be"
        || matches!(tree.words[root].lower().as_str(), "is" | "are" | "was" | "were" | "am");
    let needs_do = finite == root && !is_be;
    if needs_do && !make_finite(tree, root, subject) {
        return None;
    }
    if !needs_do {
        let form = tree.words[finite].lower();
        if !FINITE.contains(&form.as_str()) {
            return None;
        }
    }
    let negation = tree
        .dependents(root)
        .find(|&nth| matches!(tree.words[nth].lower().as_str(), "not" | "never"));
    Some(Clause { root, subject, subject_end, finite, needs_do, negation, end, is_existential })
}

const FINITE: [&str; 24] = [
    "is", "are", "was", "were", "am", "has", "have", "had", "do", "does", "did", "will", "would",
    "can", "could", "may", "might", "must", "shall", "should", "ought", "need", "used", "dare",
];

/// Corrects the tag of a full verb that must be finite; false if it cannot be.
fn make_finite(tree: &mut Tree, root: usize, subject: usize) -> bool {
    let is_plural = is_plural(tree, subject);
    let word = &mut tree.words[root];
    let lower = word.lower();
    if matches!(word.penn, PennTag::Vbd | PennTag::Vbn | PennTag::Vb | PennTag::Vbp) {
        word.lemma = morphology::base(&lower, &word.lemma);
    }
    let is_past = morphology::is_past_of(&lower, &word.lemma);
    match word.penn {
        PennTag::Vbd | PennTag::Vbz => true,
        PennTag::Vbp => {
            if is_past && lower != word.lemma {
                word.penn = PennTag::Vbd;
            }
            true
        }
        PennTag::Vbn if is_past => {
            word.penn = PennTag::Vbd;
            true
        }
        PennTag::Vb if is_plural || is_past => {
            word.penn = if is_past { PennTag::Vbd } else { PennTag::Vbp };
            true
        }
        _ => false,
    }
}
