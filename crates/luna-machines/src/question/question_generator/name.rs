//! What the names of a text stand for: one name is one thing in all of its sentences.

use std::collections::BTreeSet;

use luna_text::reading::{EntityKind, Number, PennTag, Relation, UniversalTag};

use super::lexicon;
use super::tree::{Tree, Word};

/// Gives each name of a person its kind in all sentences, and takes the capital from common nouns
/// that open a sentence.
pub(super) fn settle(trees: &mut [Tree]) {
    for tree in &mut *trees {
        first_names(tree);
        let small = |word: &&mut Word| {
            word.tag == UniversalTag::Propn
                && word.form.chars().all(|c| c.is_lowercase() || !c.is_alphabetic())
        };
        tree.words.iter_mut().filter(small).for_each(make_common);
    }
    common_nouns(trees);
    plain_adjectives(trees);
    names_at_start(trees);
    let persons: BTreeSet<String> = trees
        .iter()
        .flat_map(|tree| (0..tree.words.len()).filter_map(|nth| person(tree, nth)))
        .collect();
    for tree in trees {
        for nth in 0..tree.words.len() {
            let word = &tree.words[nth];
            let undecided = matches!(word.kind, None | Some(EntityKind::Other | EntityKind::Group));
            let part = word.head.is_some_and(|head| {
                tree.words[head].tag == UniversalTag::Propn
                    && matches!(word.relation, Relation::Compound | Relation::Flat)
            });
            let articled = tree.has(nth, Relation::Det) && !is_titled(tree, nth);
            if word.tag == UniversalTag::Propn
                && undecided
                && !part
                && !articled
                && !word.is_plural()
                && last_word(tree, nth).is_some_and(|last| persons.contains(&tree.words[last].form))
            {
                tree.words[nth].kind = Some(EntityKind::Person);
            }
        }
    }
}

impl Tree {
    /// *Elizabeth I*, *World War I*: a number, not the writer.
    pub(super) fn numbers_of_names(&mut self) {
        for nth in 1..self.words.len() {
            if self.words[nth].form != "I" || self.words[nth - 1].tag != UniversalTag::Propn {
                continue;
            }
            let is_name = |&it: &usize| self.words[it].tag == UniversalTag::Propn && it < nth;
            let up = |&it: &usize| self.words[it].head.filter(is_name);
            let name = std::iter::successors(Some(nth - 1), up).take(nth).last();
            let word = &mut self.words[nth];
            let (head, relation) = (word.head, word.relation);
            word.tag = UniversalTag::Propn;
            word.penn = PennTag::Nnp;
            word.is_name = true;
            let Some(name) = name.filter(|&name| !self.is_within(name, nth)) else { continue };
            if relation == Relation::Nsubj && !self.is_within(nth, name) {
                self.words[name].head = head;
                self.words[name].relation = Relation::Nsubj;
            }
            let below: Vec<usize> = self.dependents(nth).collect();
            self.words[nth].head = Some(name);
            self.words[nth].relation = Relation::Flat;
            for it in below {
                self.words[it].head = Some(name);
            }
        }
    }
}

/// The last name of a person who is named here.
fn person(tree: &Tree, nth: usize) -> Option<String> {
    let word = &tree.words[nth];
    if word.tag != UniversalTag::Propn || word.is_plural() {
        return None;
    }
    let described = word.relation == Relation::Nsubj
        && word.head.is_some_and(|head| {
            let predicate = &tree.words[head];
            predicate.tag == UniversalTag::Noun
                && lexicon::is_people_noun(&predicate.lemma)
                && tree.has(head, Relation::Cop)
        });
    let undecided = matches!(word.kind, None | Some(EntityKind::Other | EntityKind::Group));
    let first = (0..tree.words.len()).find(|&it| is_part(tree, nth, it));
    let first_name = undecided
        && !tree.has(nth, Relation::Det)
        && first.is_some_and(|first| lexicon::is_woman(&tree.words[first].form).is_some());
    let titled = undecided && is_titled(tree, nth);
    if word.kind != Some(EntityKind::Person) && !described && !first_name && !titled {
        return None;
    }
    last_word(tree, nth).map(|last| tree.words[last].form.clone())
}

/// *The architect Hector Guimard*: what somebody is stands before the name.
fn is_titled(tree: &Tree, nth: usize) -> bool {
    tree.dependents(nth).any(|it| {
        it < nth
            && tree.words[it].tag == UniversalTag::Noun
            && lexicon::is_people_noun(&tree.words[it].lemma)
            && matches!(tree.words[it].relation, Relation::Compound | Relation::Nmod)
    })
}

/// The last word of the name that a word heads.
fn last_word(tree: &Tree, head: usize) -> Option<usize> {
    (0..tree.words.len()).rfind(|&nth| is_part(tree, head, nth))
}

/// Returns true for a word of the name that another one heads.
fn is_part(tree: &Tree, head: usize, nth: usize) -> bool {
    nth == head
        || tree.words[nth].head == Some(head)
            && tree.words[nth].tag == UniversalTag::Propn
            && matches!(tree.words[nth].relation, Relation::Flat | Relation::Compound)
}

/// *The architect Hector Guimard*, where the first name is read as a noun.
fn first_names(tree: &mut Tree) {
    // *Catherine of Braganza*.
    if let Some(first) = tree.words.first_mut()
        && first.tag == UniversalTag::Noun
        && lexicon::is_woman(&first.form).is_some()
        && !lexicon::is_people_noun(&first.lower())
        && !matches!(first.form.as_str(), "Mark" | "Rose" | "Grace" | "Lily" | "Ruby" | "Jack")
    {
        first.tag = UniversalTag::Propn;
        first.penn = PennTag::Nnp;
        first.is_name = true;
        first.kind = Some(EntityKind::Person);
    }
    for nth in 1..tree.words.len().saturating_sub(1) {
        let is_first = tree.words[nth].tag == UniversalTag::Noun
            && tree.words[nth].form.starts_with(char::is_uppercase)
            && tree.words[nth + 1].tag == UniversalTag::Propn
            && tree.words[nth + 1].head == Some(nth);
        if is_first {
            let word = &mut tree.words[nth];
            word.tag = UniversalTag::Propn;
            word.penn = PennTag::Nnp;
            word.is_name = true;
            tree.words[nth + 1].relation = Relation::Flat;
        }
    }
}

/// *Sunlight* at the start of a sentence is no name.
fn common_nouns(trees: &mut [Tree]) {
    let small: BTreeSet<String> = trees
        .iter()
        .flat_map(|tree| &tree.words)
        .filter(|word| word.form.starts_with(char::is_lowercase))
        .flat_map(|word| [word.form.clone(), word.lemma.to_lowercase()])
        .collect();
    let names: BTreeSet<String> = trees
        .iter()
        .flat_map(|tree| tree.words.iter().skip(1))
        .filter(|word| word.tag == UniversalTag::Propn)
        .map(|word| word.form.clone())
        .collect();
    for tree in trees {
        let Some(first) = tree.words.first() else { continue };
        let alone = !tree.words.get(1).is_some_and(|next| {
            next.form.starts_with(char::is_uppercase) || next.tag == UniversalTag::Num
        });
        let lower = first.lower();
        let singular = lower.strip_suffix('s').unwrap_or(&lower);
        let known = small.contains(&lower)
            || small.contains(singular)
            || lexicon::is_mass_noun(&lower)
            || lexicon::looks_common(&lower);
        // *Frogs, dragonflies and bats*.
        let is_listed = tree.dependents(0).any(|nth| {
            tree.words[nth].relation == Relation::Conj && tree.words[nth].tag == UniversalTag::Noun
        });
        // *Blue light*.
        let modifies = lexicon::is_plain_adjective(&lower)
            && tree.words.get(1).is_some_and(|next| {
                next.tag == UniversalTag::Noun && next.form.starts_with(char::is_lowercase)
            });
        let several = first.is_plural()
            && !lexicon::is_people_name(&first.form)
            && !lexicon::is_nationality(&first.form)
            && matches!(first.kind, None | Some(EntityKind::Other));
        if first.tag == UniversalTag::Propn
            && alone
            && !names.contains(&first.form)
            && !matches!(
                first.kind,
                Some(EntityKind::Person | EntityKind::Place | EntityKind::Time)
            )
            && (known || several || is_listed || modifies)
            && let Some(first) = tree.words.first_mut()
        {
            make_common(first);
        }
    }
}

/// *Blue light*, read as if *blue* were a name.
fn plain_adjectives(trees: &mut [Tree]) {
    for tree in trees {
        let before_noun = tree.words.get(1).is_some_and(|next| {
            next.tag == UniversalTag::Noun && next.form.starts_with(char::is_lowercase)
        });
        let Some(first) = tree.words.first_mut() else { continue };
        if first.tag == UniversalTag::Adj
            && before_noun
            && lexicon::is_plain_adjective(&first.lower())
        {
            first.is_name = false;
            first.lemma = first.lower();
            first.penn = PennTag::Jj;
        }
    }
}

/// *Simmons praised the team*, read as a noun: what has its capital within sentences and never loses it
/// is a name.
fn names_at_start(trees: &mut [Tree]) {
    let words = || trees.iter().flat_map(|tree| tree.words.iter().skip(1));
    let capital: BTreeSet<String> = words()
        .filter(|word| word.tag == UniversalTag::Propn && word.form.starts_with(char::is_uppercase))
        .map(|word| word.form.clone())
        .collect();
    let small: BTreeSet<String> = words()
        .filter(|word| word.form.starts_with(char::is_lowercase))
        .map(|word| word.form.clone())
        .collect();
    for tree in trees {
        let Some(first) = tree.words.first_mut() else { continue };
        let lower = first.lower();
        if first.tag == UniversalTag::Noun
            && first.form.starts_with(char::is_uppercase)
            && capital.contains(&first.form)
            && !small.contains(&lower)
            && !lexicon::is_people_noun(&lower)
            && !lexicon::is_people_noun(&first.lemma)
        {
            first.tag = UniversalTag::Propn;
            first.penn = PennTag::Nnp;
            first.is_name = true;
            first.number = Some(Number::Singular);
            first.lemma.clone_from(&first.form);
        }
    }
}

fn make_common(word: &mut Word) {
    word.tag = UniversalTag::Noun;
    word.is_name = false;
    word.kind = None;
    word.lemma = word.lemma.to_lowercase();
    let plural = word.is_plural();
    word.penn = if plural { PennTag::Nns } else { PennTag::Nn };
    word.number = Some(if plural { Number::Plural } else { Number::Singular });
    if lexicon::is_people_noun(&word.lemma) {
        word.kind = Some(EntityKind::Person);
    }
}
