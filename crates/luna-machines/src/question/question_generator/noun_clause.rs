//! Relatives, appositions and participials after a noun, each made a statement of its own.

use luna_text::reading::{EntityKind, Number, PennTag, Relation, Subtype, UniversalTag};

use super::grammar::{is_past, is_plural, phrase, subject_of};
use super::lifted_clause::{be, inner, named, participial};
use super::question::Transformation;
use super::statement::Statement;
use super::tree::{Tree, Word};

/// Lifts relatives, appositions and participials out of noun phrases.
pub(super) fn noun_clauses(statement: &mut Statement, lifted: &mut Vec<Statement>) {
    let tree = statement.tree.clone();
    let Some(root) = tree.root() else { return };
    let past = is_past(&tree, root);
    let mut dropped = Vec::new();
    for noun in 0..tree.words.len() {
        if !matches!(
            tree.words[noun].tag,
            UniversalTag::Noun | UniversalTag::Propn | UniversalTag::Num
        ) {
            continue;
        }
        for nth in tree.dependents(noun) {
            let word = &tree.words[nth];
            let below = tree.subtree(nth);
            let Some(&first) = below.first() else { continue };
            let comma = tree.words[first].form == ","
                || first.checked_sub(1).is_some_and(|before| tree.words[before].form == ",");
            if nth < noun || !comma {
                continue;
            }
            let made = match word.relation {
                Relation::Acl if word.subtype == Some(Subtype::Relcl) => relative(&tree, noun, nth)
                    .map(|made| named_in(&tree, root, made))
                    .map(|made| (made, Transformation::RelativeLifted)),
                Relation::Acl => participial(&tree, nth, &described(&tree, noun, nth), past)
                    .map(|made| (made, Transformation::ParticipialLifted)),
                Relation::Appos => apposition(&tree, noun, nth, past)
                    .map(|made| (made, Transformation::AppositionLifted)),
                _ => continue,
            };
            if let Some((made, transformation)) = made {
                lifted.push(statement.derived(made, transformation));
            }
            dropped.push(nth);
        }
    }
    // The comma after what was lifted has nothing to close.
    let closing: Vec<usize> = dropped
        .iter()
        .filter_map(|&top| tree.subtree(top).last().map(|&last| last + 1))
        .filter(|&nth| tree.words.get(nth).is_some_and(|word| word.form == ","))
        .filter(|&nth| !dropped.iter().any(|&top| tree.is_within(nth, top)))
        .collect();
    dropped.extend(closing);
    statement.drop(&dropped, Transformation::ClauseDropped);
}

/// What a participial after a comma describes: of *a map of the lake, drawn from memory*, the map.
fn described(tree: &Tree, noun: usize, participle: usize) -> Tree {
    let of = tree.dependent(noun, Relation::Case).filter(|&case| tree.words[case].lower() == "of");
    let head = tree.words[noun].head.filter(|&head| {
        tree.words[noun].relation == Relation::Nmod && tree.words[head].tag == UniversalTag::Noun
    });
    let (Some(_), Some(head)) = (of, head) else { return phrase(tree, noun) };
    let words: Vec<usize> = tree
        .subtree(head)
        .into_iter()
        .filter(|&nth| !tree.is_within(nth, participle) && tree.words[nth].form != ",")
        .collect();
    let picked = tree.pick(&words, head);
    picked.root().map_or_else(|| phrase(tree, noun), |root| phrase(&picked, root))
}

fn named_in(tree: &Tree, root: usize, made: Tree) -> Tree {
    match subject_of(tree, root) {
        Some(subject) => named(tree, subject, made),
        None => made,
    }
}

/// The statement that a relative clause makes about its noun.
fn relative(tree: &Tree, noun: usize, clause: usize) -> Option<Tree> {
    let below = inner(tree, clause);
    let asks = |nth: &usize| {
        matches!(tree.words[*nth].penn, PennTag::Wp | PennTag::Wdt | PennTag::WpS | PennTag::Wrb)
    };
    let opener = below.iter().copied().find(|nth| asks(nth))?;
    let subject = phrase(tree, noun);
    let made = tree.pick(&below, clause);
    let place = below.iter().position(|&nth| nth == opener)?;
    let word = &tree.words[opener];
    if word.penn == PennTag::WpS {
        let mut owner = subject;
        let mut mark = Word::added("'s", "'s", UniversalTag::Part, PennTag::Pos)
            .with_relation(Relation::Case, owner.root());
        mark.glued = true;
        owner.words.push(mark);
        return Some(made.replace(place, &owner));
    }
    if word.penn == PennTag::Wrb {
        if word.lower() == "when" && made.root() != Some(place) {
            return Some(made.without(&[place]));
        }
        if word.lower() != "where" || made.root() == Some(place) {
            return None;
        }
        let mut made = made.without(&[place]);
        let mut there = subject;
        let case = Word::added("in", "in", UniversalTag::Adp, PennTag::In)
            .with_relation(Relation::Case, there.root().map(|root| root + 1));
        for word in &mut there.words {
            word.head = word.head.map(|head| head + 1);
        }
        there.words.insert(0, case);
        let after = after_verb(&made);
        made = made.insert(after, &there, Relation::Obl);
        return Some(made);
    }
    match word.relation {
        Relation::Nsubj if word.head == Some(clause) => {
            let mut made = made.replace(place, &subject);
            agree(&mut made);
            Some(made)
        }
        Relation::Obj if word.head == Some(clause) => {
            let made = made.without(&[place]);
            let after = after_verb(&made);
            Some(made.insert(after, &subject, Relation::Obj))
        }
        _ => None,
    }
}

/// The place after the verb, its particle and its object.
fn after_verb(tree: &Tree) -> usize {
    let Some(root) = tree.root() else { return 0 };
    let close = tree.dependents(root).filter(|&nth| {
        nth > root
            && (tree.words[nth].relation == Relation::Obj
                || tree.words[nth].relation == Relation::Xcomp
                || tree.words[nth].subtype == Some(Subtype::Prt))
    });
    close.filter_map(|nth| tree.subtree(nth).last().copied()).max().unwrap_or(root) + 1
}

/// A verb in the present after *who* or *which* has the number of the noun already.
fn agree(tree: &mut Tree) {
    let Some(root) = tree.root() else { return };
    let Some(subject) = subject_of(tree, root) else { return };
    if tree.words[root].penn == PennTag::Vb {
        tree.words[root].penn = if is_plural(tree, subject) { PennTag::Vbp } else { PennTag::Vbz };
    }
}

/// *Paris, the capital of France* becomes *Paris is the capital of France*.
fn apposition(tree: &Tree, noun: usize, second: usize, past: bool) -> Option<Tree> {
    if tree.has(noun, Relation::Conj)
        || tree.has(second, Relation::Case)
        || tree.has(second, Relation::Cc)
        || tree.has(noun, Relation::Nummod)
        || [noun, second].iter().any(|&it| tree.words[it].kind == Some(EntityKind::Time))
    {
        return None;
    }
    let described = |nth: usize| {
        tree.dependents(nth).any(|it| {
            it < nth
                && (tree.words[it].relation == Relation::Det
                    || tree.words[it].is(Relation::Nmod, Subtype::Poss))
        })
    };
    let is_name = |nth: usize| tree.words[nth].tag == UniversalTag::Propn;
    let (subject, predicate) = if described(second) && (is_name(noun) || !is_name(second)) {
        (noun, second)
    } else if is_name(second) && described(noun) && !is_name(noun) {
        (second, noun)
    } else {
        return None;
    };
    let subject = phrase(tree, subject);
    let subject_root = subject.root()?;
    let words: Vec<usize> = if predicate == second { inner(tree, second) } else { Vec::new() };
    let mut made =
        if words.is_empty() { phrase(tree, predicate) } else { tree.pick(&words, predicate) };
    let plural = is_plural(&subject, subject_root)
        && made.root().is_some_and(|root| made.words[root].number != Some(Number::Singular));
    let copula = Word::added(be(past, plural), "be", UniversalTag::Aux, PennTag::Vbd)
        .with_relation(Relation::Root, None);
    made = made.insert(0, &Tree { words: vec![copula] }, Relation::Cop);
    made = made.insert(0, &subject, Relation::Nsubj);
    Some(made)
}
