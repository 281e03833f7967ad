//! Nouns and names that a text mentions.

use std::collections::{BTreeMap, BTreeSet};

use luna_text::reading::{EntityKind, Relation, Subtype, UniversalTag};

use super::grammar::{is_clausal, phrase};
use super::lexicon;
use super::tree::Tree;

/// Something that a pronoun may stand for.
#[derive(Clone, Debug)]
pub(super) struct Mention {
    pub(super) class: Class,
    /// The words of its name or its noun; none for a pronoun whose own meaning is open.
    pub(super) words: BTreeSet<String>,
    /// A phrase that can be repeated: a name, or a noun that *the* makes definite.
    pub(super) phrase: Option<Tree>,
    pub(super) is_woman: Option<bool>,
    pub(super) is_subject: bool,
    /// The sentence says what it is, or how it is called.
    pub(super) is_topic: bool,
    pub(super) sentence: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Person,
    Thing,
    Several,
}

/// Returns true if two mentions can be of one thing: *Lise Meitner* and *Meitner*.
pub(super) fn is_same(one: &Mention, other: &Mention) -> bool {
    have_same_name(&one.words, &other.words)
}

/// The same by the words of the names.
pub(super) fn have_same_name(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    !one.is_empty() && !other.is_empty() && (one.is_subset(other) || other.is_subset(one))
}

/// A noun or a name that is mentioned at this word.
pub(super) fn mention(
    tree: &Tree,
    nth: usize,
    sentence: usize,
    women: &BTreeMap<String, bool>,
) -> Option<Mention> {
    let word = &tree.words[nth];
    let nominal = matches!(word.tag, UniversalTag::Noun | UniversalTag::Propn);
    let part = matches!(word.relation, Relation::Flat | Relation::Compound | Relation::Appos)
        || word.relation == Relation::Fixed
        || word.is(Relation::Nmod, Subtype::Desc);
    // A predicate says what something is that was mentioned already.
    let predicate = tree.has(nth, Relation::Cop)
        || word.relation == Relation::Xcomp
        || matches!(word.relation, Relation::Amod | Relation::Det);
    if !nominal || part || predicate {
        return None;
    }
    if matches!(word.kind, Some(EntityKind::Time | EntityKind::Quantity))
        || lexicon::is_time_unit(&word.lemma)
    {
        return None;
    }
    let joined =
        tree.dependents(nth).any(|it| tree.words[it].relation == Relation::Conj && it > nth);
    let is_name = word.tag == UniversalTag::Propn;
    let class = if word.is_plural() || joined || word.lower() == "people" {
        Class::Several
    } else if word.kind == Some(EntityKind::Person) && !(is_name && tree.has(nth, Relation::Det)) {
        Class::Person
    } else {
        Class::Thing
    };
    // *Algae and some bacteria* are mentioned together.
    if class == Class::Several && word.relation == Relation::Conj {
        return None;
    }
    let name_words: Vec<usize> = (0..tree.words.len())
        .filter(|&it| {
            it == nth
                || is_name
                    && tree.words[it].head == Some(nth)
                    && tree.words[it].tag == UniversalTag::Propn
                    && matches!(tree.words[it].relation, Relation::Flat | Relation::Compound)
        })
        .collect();
    let words: BTreeSet<String> = name_words
        .iter()
        .map(|&it| tree.words[it].form.clone())
        .chain(joined.then(|| "and".to_owned()))
        .collect();
    let titles =
        tree.dependents(nth).filter(|&it| tree.words[it].is(Relation::Nmod, Subtype::Desc));
    let is_woman = titles
        .chain(name_words.iter().copied())
        .find_map(|it| {
            lexicon::is_woman(&tree.words[it].form).or_else(|| gender(&tree.words[it].lower()))
        })
        .or_else(|| words.iter().find_map(|name| women.get(name).copied()));
    let certain = if is_name {
        class == Class::Thing || word.kind == Some(EntityKind::Person)
    } else {
        is_definite(tree, nth, class)
    };
    let phrase = if joined {
        let below = tree.subtree(nth);
        let plain = below.iter().all(|&it| tree.words[it].form != ",");
        (plain && word.relation == Relation::Nsubj).then(|| tree.pick(&below, nth))
    } else {
        certain.then(|| phrase(tree, nth))
    };
    let phrase = phrase.filter(|phrase| phrase.words.len() <= 6 && !has_pronoun(phrase));
    Some(Mention {
        class,
        words,
        phrase,
        is_woman,
        is_subject: word.relation == Relation::Nsubj
            && word
                .head
                .is_some_and(|head| tree.words[head].head.is_none() || is_clausal(tree, head)),
        is_topic: word.relation == Relation::Nsubj
            && word.head.is_some_and(|head| {
                let defined = tree.has(head, Relation::Cop)
                    && tree.words[head].tag == UniversalTag::Noun
                    && !tree.has(head, Relation::Case);
                let called = matches!(tree.words[head].lower().as_str(), "called" | "named");
                tree.words[head].head.is_none() && (defined || called)
            }),
        sentence,
    })
}

/// A name of which nothing tells that it is no person's.
pub(super) fn may_be_person(tree: &Tree, nth: usize) -> bool {
    let word = &tree.words[nth];
    word.tag == UniversalTag::Propn
        && matches!(word.kind, None | Some(EntityKind::Other | EntityKind::Group))
        && matches!(word.relation, Relation::Nsubj | Relation::Obj | Relation::Iobj)
        && !tree.has(nth, Relation::Det)
}

fn has_pronoun(phrase: &Tree) -> bool {
    phrase.words.iter().any(|word| {
        word.tag == UniversalTag::Pron || matches!(word.lower().as_str(), "this" | "these" | "such")
    })
}

/// *The king*, or *animals* without an article: the words mean the same if they are said again.
fn is_definite(tree: &Tree, nth: usize, class: Class) -> bool {
    let determiner = tree.dependent(nth, Relation::Det).map(|it| tree.words[it].lower());
    let counted = tree.has(nth, Relation::Nummod)
        || tree.dependents(nth).any(|it| {
            matches!(tree.words[it].lower().as_str(), "many" | "several" | "few" | "other" | "more")
        });
    match determiner.as_deref() {
        Some("the") => true,
        None => class != Class::Person && !counted,
        _ => false,
    }
}

/// Returns true for a noun for women, false for one for men.
pub(super) fn gender(noun: &str) -> Option<bool> {
    match noun {
        "woman" | "girl" | "queen" | "princess" | "duchess" | "mother" | "sister" | "daughter"
        | "wife" | "aunt" | "widow" | "nun" | "actress" | "empress" | "grandmother"
        | "granddaughter" | "niece" | "bride" | "lady" | "midwife" => Some(true),
        "man" | "boy" | "king" | "prince" | "duke" | "father" | "brother" | "son" | "husband"
        | "uncle" | "monk" | "priest" | "bishop" | "pope" | "grandfather" | "grandson"
        | "nephew" | "lord" | "knight" | "nobleman" | "emperor" | "fisherman" => Some(false),
        _ => None,
    }
}
