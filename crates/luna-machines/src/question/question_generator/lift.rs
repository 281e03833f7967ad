//! Conjuncts and adverbial clauses, each made a statement of its own.

use luna_text::reading::{PennTag, Relation, Subtype};

use super::fragment;
use super::grammar::{is_clausal, is_clause_conjunct, is_past, phrase, subject_of};
use super::irregular;
use super::lexicon;
use super::lifted_clause::{inner, named, participial};
use super::morphology;
use super::question::Transformation;
use super::spelling;
use super::statement::Statement;
use super::tree::{Tree, Word};

/// Splits coordinated clauses and predicates.
pub(super) fn conjuncts(statement: &mut Statement, lifted: &mut Vec<Statement>) {
    let tree = statement.tree.clone();
    let Some(root) = tree.root() else { return };
    let subject = subject_of(&tree, root);
    let mut dropped = Vec::new();
    for nth in tree.dependents(root) {
        if !is_clause_conjunct(&tree, nth) || nth < root {
            continue;
        }
        let below: Vec<usize> = inner(&tree, nth);
        if subject_of(&tree, nth).is_some() {
            lifted
                .push(statement.derived(tree.pick(&below, nth), Transformation::ConjunctionSplit));
            dropped.push(nth);
            continue;
        }
        let Some(subject) = subject else { continue };
        if shares_object(&tree, root, nth) || tree.has(nth, Relation::Mark) {
            continue;
        }
        let Some(made) = with_subject(&tree, root, nth, subject, &below) else { continue };
        let mut made = statement.derived(made, Transformation::ConjunctionSplit);
        made.note(Transformation::SubjectShared);
        lifted.push(made);
        dropped.push(nth);
    }
    // *Stood where the station is today*, read as *stood* and *is*: nothing joins them.
    let joins = |it: usize| {
        tree.words[it].relation == Relation::Cc
            || matches!(
                tree.words[it].form.as_str(),
                "," | ";" | ":" | "–" | "—" | "--" | "-" | "/" | "&"
            )
    };
    if dropped.iter().any(|&nth| !(root..nth).any(joins)) {
        statement.tree = Tree::default();
        lifted.clear();
        return;
    }
    // *Either … or* claims neither part.
    let is_choice = dropped.iter().any(|&nth| {
        tree.dependents(nth).any(|it| {
            tree.words[it].relation == Relation::Cc
                && matches!(tree.words[it].lower().as_str(), "or" | "nor")
        })
    });
    if is_choice {
        lifted.clear();
        return;
    }
    // *Ships called cogs brought furs*, read as *called, brought*: the last verb of a list follows *and*.
    let last = dropped.iter().copied().filter(|&nth| subject_of(&tree, nth).is_none()).max();
    let joined = (root..tree.words.len()).any(|it| {
        tree.words[it].relation == Relation::Cc
            && tree.words[it].head.is_some_and(|head| is_clausal(&tree, head))
    });
    let unjoined = last.is_some() && !joined;
    if unjoined {
        statement.tree = Tree::default();
        return;
    }
    // *In which wild yeast and bacteria live*: what is left must be whole.
    let rest = tree.without(&dropped);
    if !dropped.is_empty() && fragment::has_open_relative(&rest.words) {
        statement.tree = Tree::default();
        lifted.clear();
        return;
    }
    if !dropped.is_empty() {
        let commas = tree.dependents(root).filter(|&nth| {
            tree.words[nth].relation == Relation::Cc && dropped.iter().any(|&it| nth + 1 == it)
        });
        let mut tops: Vec<usize> = dropped.clone();
        tops.extend(commas);
        statement.drop(&tops, Transformation::ConjunctionSplit);
    }
}

/// *Bought and sold houses*: the object belongs to both verbs.
fn shares_object(tree: &Tree, root: usize, conjunct: usize) -> bool {
    let adjacent = conjunct == root + 2;
    adjacent
        && tree.dependents(root).chain(tree.dependents(conjunct)).any(|nth| {
            nth > conjunct
                && matches!(
                    tree.words[nth].relation,
                    Relation::Obj
                        | Relation::Obl
                        | Relation::Xcomp
                        | Relation::Ccomp
                        | Relation::Advcl
                )
        })
}

/// A conjunct with the subject, and where it needs them the auxiliaries, of the first verb.
fn with_subject(
    tree: &Tree,
    root: usize,
    conjunct: usize,
    subject: usize,
    below: &[usize],
) -> Option<Tree> {
    let own_helper = tree
        .dependents(conjunct)
        .any(|nth| matches!(tree.words[nth].relation, Relation::Aux | Relation::Cop));
    let helpers: Vec<usize> = tree
        .dependents(root)
        .filter(|&nth| tree.words[nth].relation == Relation::Aux && nth < root)
        .collect();
    let mut words = tree.subtree(subject);
    while words.last().is_some_and(|&nth| tree.words[nth].form == ",") {
        words.pop();
    }
    let mut tree = tree.clone();
    let word = &tree.words[conjunct];
    let form = word.lower();
    let passive = helpers.iter().any(|&nth| tree.words[nth].subtype == Some(Subtype::Pass));
    let perfect = helpers
        .iter()
        .any(|&nth| matches!(tree.words[nth].lower().as_str(), "has" | "have" | "had"));
    let lemma = morphology::base(&form, &word.lemma);
    let is_done =
        matches!(word.penn, PennTag::Vbn | PennTag::Vbd) && morphology::participle(&lemma) == form;
    let shares = !own_helper
        && match word.penn {
            PennTag::Vb | PennTag::Vbp => helpers
                .iter()
                .any(|&nth| tree.words[nth].penn == PennTag::Md || tree.words[nth].lemma == "do"),
            PennTag::Vbg => helpers.iter().any(|&nth| tree.words[nth].lemma == "be"),
            _ => {
                is_done
                    && lemma != "have"
                    && (passive && !tree.has(conjunct, Relation::Obj) || perfect)
            }
        };
    if shares {
        if tree.dependents(root).any(|nth| tree.words[nth].lower() == "not") {
            return None;
        }
        words.extend(&helpers);
        if is_done {
            tree.words[conjunct].penn = PennTag::Vbn;
        }
    } else if !own_helper && is_done {
        if morphology::past(&lemma) != form {
            return None;
        }
        tree.words[conjunct].penn = PennTag::Vbd;
    } else if !own_helper && passive && morphology::past(&lemma) == form {
        // *Were introduced and cut the cost*.
        tree.words[conjunct].penn = PennTag::Vbd;
    } else if !own_helper
        && helpers.is_empty()
        && tree.words[root].penn == PennTag::Vbd
        && irregular::base(&form).is_some_and(|base| morphology::past(base) == form)
    {
        // *Climbed the steps, lit the lamp*.
        tree.words[conjunct].penn = PennTag::Vbd;
    } else if !own_helper
        && tree.words[conjunct].penn == PennTag::Vb
        && (helpers.is_empty() && tree.words[root].penn == PennTag::Vbp || perfect)
    {
        tree.words[conjunct].penn = PennTag::Vbp;
    } else if !own_helper && matches!(tree.words[conjunct].penn, PennTag::Vbg | PennTag::Vb) {
        return None;
    }
    words.extend(below);
    for nth in helpers.iter().copied().chain([subject]) {
        tree.words[nth].head = Some(conjunct);
    }
    Some(tree.pick(&words, conjunct))
}

const FACTS: [&str; 9] =
    ["when", "while", "after", "before", "although", "though", "because", "since", "whereas"];

/// Returns true for a clause with *if* or the like, which must stay with what it limits.
pub(super) fn is_condition(tree: &Tree, nth: usize) -> bool {
    opener(tree, nth).is_some_and(|(_, word)| {
        matches!(
            word.as_str(),
            "if" | "unless" | "until" | "once" | "whether" | "till" | "whenever" | "wherever"
        )
    })
}

/// The word that opens a subordinate clause.
fn opener(tree: &Tree, clause: usize) -> Option<(usize, String)> {
    let marks = tree.dependents(clause).filter(|&nth| {
        nth < clause
            && (tree.words[nth].relation == Relation::Mark
                || tree.words[nth].penn == PennTag::Wrb
                || tree.words[nth].relation == Relation::Case)
    });
    marks.into_iter().next().map(|nth| (nth, tree.words[nth].lower()))
}

/// Lifts adverbial clauses out and drops them, unless they limit what is stated.
pub(super) fn adverbial_clauses(statement: &mut Statement, lifted: &mut Vec<Statement>) {
    let tree = statement.tree.clone();
    let Some(root) = tree.root() else { return };
    let Some(subject) = subject_of(&tree, root) else { return };
    let past = is_past(&tree, root);
    let mut dropped = Vec::new();
    for nth in tree.dependents(root) {
        if tree.words[nth].relation != Relation::Advcl {
            continue;
        }
        let below = tree.subtree(nth);
        let (Some(&first), Some(&last)) = (below.first(), below.last()) else { continue };
        let apart = last < root
            || tree.words[first].form == ","
            || first.checked_sub(1).is_some_and(|before| tree.words[before].form == ",");
        match opener(&tree, nth) {
            Some((mark, word)) if FACTS.contains(&word.as_str()) => {
                // *Four months before it opened* says when by both parts.
                let measured = first
                    .checked_sub(1)
                    .is_some_and(|before| lexicon::is_time_unit(&tree.words[before].lemma));
                if measured && matches!(word.as_str(), "before" | "after") {
                    continue;
                }
                let kept: Vec<usize> =
                    inner(&tree, nth).into_iter().filter(|&it| it != mark).collect();
                if subject_of(&tree, nth).is_some() && is_clausal(&tree, nth) {
                    let made = tree.pick(&kept, nth);
                    let made = named(&tree, subject, made);
                    lifted.push(statement.derived(made, Transformation::AdverbialClauseLifted));
                    if word == "because" {
                        let words: Vec<Word> =
                            inner(&tree, nth).iter().map(|&it| tree.words[it].clone()).collect();
                        statement.reason = Some(spelling::text(&words));
                    }
                    dropped.push(nth);
                } else if apart {
                    dropped.push(nth);
                }
            }
            Some(_) if apart && !is_condition(&tree, nth) => dropped.push(nth),
            None if apart && subject_of(&tree, nth).is_none() => {
                let subject_words = phrase(&tree, subject);
                // *Kept offices, known as Kontore*: it is the noun before that it describes.
                let described = nth > root
                    && tree.words[nth].penn == PennTag::Vbn
                    && tree.has(root, Relation::Obj);
                if !described && let Some(made) = participial(&tree, nth, &subject_words, past) {
                    lifted.push(statement.derived(made, Transformation::ParticipialLifted));
                }
                dropped.push(nth);
            }
            Some(_) | None => {}
        }
    }
    statement.drop(&dropped, Transformation::ClauseDropped);
}
