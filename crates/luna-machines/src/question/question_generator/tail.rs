//! The end of a statement that only adds to it: what a colon introduces, and the last clause after a
//! comma.

use luna_text::reading::{PennTag, Relation, UniversalTag};

use super::grammar::{is_clausal, subject_of};
use super::lifted_clause::inner;
use super::question::Transformation;
use super::statement::Statement;
use super::tree::{Tree, Word};

/// Lifts clauses after a semicolon or a colon, which have a subject of their own.
pub(super) fn clauses_after_marks(statement: &Statement, lifted: &mut Vec<Statement>) {
    let tree = &statement.tree;
    let Some(root) = tree.root() else { return };
    for nth in tree.dependents(root) {
        if tree.words[nth].relation != Relation::Parataxis
            || nth < root
            || !is_clausal(tree, nth)
            || subject_of(tree, nth).is_none_or(|subject| subject > nth)
        {
            continue;
        }
        let mut below = inner(tree, nth);
        below.retain(|&it| it > root && !matches!(tree.words[it].form.as_str(), ";" | ":"));
        let marked = below
            .first()
            .and_then(|first| first.checked_sub(1))
            .is_some_and(|before| matches!(tree.words[before].form.as_str(), ";" | ":"));
        let whole = below.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        if marked && whole && below.contains(&nth) {
            lifted
                .push(statement.derived(tree.pick(&below, nth), Transformation::ConjunctionSplit));
        }
    }
}

impl Statement {
    /// Drops what a colon introduces, and a clause after the first comma that opens one.
    pub(super) fn cut_tail(&mut self) {
        let tree = &self.tree;
        let Some(root) = tree.root() else { return };
        let Some(subject) = subject_of(tree, root) else { return };
        let core = tree
            .dependents(root)
            .filter(|&nth| matches!(tree.words[nth].relation, Relation::Aux | Relation::Cop))
            .chain([root])
            .max()
            .unwrap_or(root);
        if subject > core {
            return;
        }
        let cut =
            (core + 1..tree.words.len().saturating_sub(1)).find(|&nth| opens(tree, core, nth));
        let Some(cut) = cut else {
            if (core + 1..tree.words.len()).any(|nth| has_second_verb(tree, nth)) {
                self.tree = Tree::default();
            }
            return;
        };
        let loose = (0..cut).any(|nth| {
            tree.words[nth].tag != UniversalTag::Punct
                && tree.words[nth].head.is_some_and(|head| head >= cut)
        });
        if loose {
            return;
        }
        let kept: Vec<usize> = (0..cut).collect();
        self.tree = tree.pick(&kept, root);
        self.note(Transformation::ClauseDropped);
    }
}

/// Returns true for the mark before an end that can be left out.
fn opens(tree: &Tree, core: usize, mark: usize) -> bool {
    let words = &tree.words;
    let before = &words[mark - 1];
    let tail = &words[mark + 1..];
    let verbs = tail.iter().any(is_finite);
    match words[mark].form.as_str() {
        ":" | ";" => {
            let opening =
                matches!(before.tag, UniversalTag::Verb | UniversalTag::Aux | UniversalTag::Adp)
                    || matches!(
                        before.lower().as_str(),
                        "following" | "follows" | "these" | "this"
                    );
            verbs || !opening
        }
        "," => {
            let Some(first) = tail.first() else { return false };
            let relative = |word: &Word| {
                matches!(word.penn, PennTag::Wdt | PennTag::Wp | PennTag::WpS | PennTag::Wrb)
            };
            let second = tail.get(1);
            let after = match first.lower().as_str() {
                "since" | "although" | "though" | "whereas" | "because" | "so" | "but"
                | "while" => true,
                "as" => second.is_some_and(|next| next.lower() != "well"),
                "and" => {
                    !words[core..mark].iter().any(|word| word.form == ",")
                        && surplus(tree, mark + 2) == 1
                }
                _ => {
                    relative(first)
                        || first.tag == UniversalTag::Adp && second.is_some_and(relative)
                }
            };
            after && verbs && surplus(tree, mark + 2) <= 1
        }
        _ => false,
    }
}

/// *Called cogs, which could carry more, brought furs*: a relative with a verb that is not its own.
fn has_second_verb(tree: &Tree, mark: usize) -> bool {
    tree.words[mark].form == ","
        && tree
            .words
            .get(mark + 1)
            .is_some_and(|word| matches!(word.penn, PennTag::Wdt | PennTag::Wp))
        && surplus(tree, mark + 2) > 1
}

fn is_finite(word: &Word) -> bool {
    matches!(word.penn, PennTag::Vbd | PennTag::Vbz | PennTag::Vbp | PennTag::Md)
}

/// How many finite verbs follow for which no word opens a clause.
fn surplus(tree: &Tree, from: usize) -> usize {
    let (mut openers, mut surplus) = (0_usize, 0_usize);
    for word in tree.words.get(from..).unwrap_or_default() {
        let opens = matches!(word.penn, PennTag::Wdt | PennTag::Wp | PennTag::WpS | PennTag::Wrb)
            || word.relation == Relation::Mark && word.penn != PennTag::To
            || word.tag == UniversalTag::Cconj;
        if opens {
            openers += 1;
        } else if is_finite(word) {
            if openers == 0 {
                surplus += 1;
            } else {
                openers -= 1;
            }
        }
    }
    surplus
}
