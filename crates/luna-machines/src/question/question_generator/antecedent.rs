//! What the pronouns of a text stand for, where only one thing is possible.

use std::collections::{BTreeMap, BTreeSet};

use luna_text::reading::{EntityKind, PennTag, Relation, Subtype, UniversalTag};

use super::grammar::subject_of;
use super::mention::{Class, Mention, gender, is_same, may_be_person, mention};
use super::protagonist::{Protagonists, Rival};
use super::tree::Tree;

/// A pronoun with the phrase that it stands for.
#[derive(Clone, Debug)]
pub(super) struct Antecedent {
    /// The number of the tree, and that of the word in it.
    pub(super) sentence: usize,
    pub(super) word: usize,
    pub(super) phrase: Tree,
}

/// The sentences after which somebody has to be named again.
const FAR: usize = 3;

/// The pronouns of a text that can be replaced, in order.
pub(super) fn antecedents(trees: &[Tree]) -> Vec<Antecedent> {
    let protagonists = Protagonists::of(trees);
    // Where people were named last, or meant by a pronoun.
    let mut last: Vec<(BTreeSet<String>, usize)> = Vec::new();
    let mut known: Vec<Mention> = Vec::new();
    let mut women: BTreeMap<String, bool> = BTreeMap::new();
    let mut found = Vec::new();
    for (sentence, tree) in trees.iter().enumerate() {
        // Only this sentence and the one before are near enough.
        known.retain(|mention| mention.sentence + 1 >= sentence);
        for word in 0..tree.words.len() {
            let lower = tree.words[word].lower();
            let class = match lower.as_str() {
                "he" | "she" | "him" | "his" | "her" => Class::Person,
                "it" | "its" => Class::Thing,
                "they" | "them" | "their" => Class::Several,
                _ => {
                    if let Some(mention) = mention(tree, word, sentence, &women) {
                        if mention.class == Class::Person {
                            last.push((mention.words.clone(), sentence));
                        }
                        if may_be_person(tree, word) {
                            known.push(Mention {
                                class: Class::Person,
                                phrase: None,
                                ..mention.clone()
                            });
                        }
                        known.push(mention);
                    }
                    continue;
                }
            };
            let is_woman = match lower.as_str() {
                "she" | "her" => Some(true),
                "he" | "him" | "his" => Some(false),
                _ => None,
            };
            let meant = only_one(&known, class, is_woman, sentence, tree, word).or_else(|| {
                let rivals = known.iter().filter(|it| it.class == Class::Person);
                let rivals: Vec<Rival<'_>> = rivals.map(|it| Rival::of(it, sentence)).collect();
                let (words, phrase) = protagonists.meant(is_woman?, sentence, &rivals)?;
                let mut before = last.iter().rev();
                let (_, seen) = before.find(|(it, _)| it.is_subset(words))?;
                if seen + FAR < sentence {
                    return None;
                }
                let (words, phrase) = (words.clone(), Some(phrase.clone()));
                Some(Mention { words, phrase, ..open(class, is_woman, sentence) })
            });
            let Some(meant) = meant else {
                if class == Class::Person || !is_owner(tree, word) {
                    known.push(open(class, is_woman, sentence));
                }
                continue;
            };
            if class == Class::Person {
                last.push((meant.words.clone(), sentence));
            }
            if let (Class::Person, Some(she)) = (class, is_woman) {
                for name in &meant.words {
                    women.insert(name.clone(), she);
                }
            }
            let again = Mention {
                sentence,
                is_woman: is_woman.or(meant.is_woman),
                is_subject: tree.words[word].relation == Relation::Nsubj,
                ..meant
            };
            if let Some(phrase) = &again.phrase
                && can_be_replaced(tree, word, &again)
                && !is_named_before(tree, word, sentence, &found, phrase)
            {
                let phrase = phrase.clone();
                found.push(Antecedent { sentence, word, phrase });
            }
            known.push(again);
        }
    }
    found
}

/// A pronoun that could stand for more than one thing, or for something that is not named.
fn open(class: Class, is_woman: Option<bool>, sentence: usize) -> Mention {
    Mention {
        class,
        words: BTreeSet::new(),
        phrase: None,
        is_woman,
        is_subject: false,
        is_topic: false,
        sentence,
    }
}

/// *Asked Kordes for her charts*: the pronoun follows the name in the same clause.
fn is_named_before(
    tree: &Tree,
    word: usize,
    sentence: usize,
    found: &[Antecedent],
    phrase: &Tree,
) -> bool {
    let text = |tree: &Tree| tree.words.iter().map(|it| it.form.clone()).collect::<Vec<_>>();
    let Some(before) = found.last().filter(|it| it.sentence == sentence) else { return false };
    let apart = (before.word..=word).any(|nth| tree.words[nth].relation == Relation::Nsubj);
    is_owner(tree, word) && !apart && text(&before.phrase) == text(phrase)
}

fn is_owner(tree: &Tree, word: usize) -> bool {
    tree.words[word].is(Relation::Nmod, Subtype::Poss) || tree.words[word].penn == PennTag::PrpS
}

/// The only thing that was mentioned and fits; `None` if there are several or none.
fn only_one(
    known: &[Mention],
    class: Class,
    is_woman: Option<bool>,
    sentence: usize,
    tree: &Tree,
    word: usize,
) -> Option<Mention> {
    let agrees = |mention: &&Mention| {
        mention.class == class
            && (is_woman.is_none() || mention.is_woman.is_none_or(|woman| Some(woman) == is_woman))
    };
    let fitting: Vec<&Mention> = known.iter().filter(agrees).collect();
    let last = fitting.last()?;
    let same = fitting.iter().all(|mention| is_same(mention, last));
    if !same && class == Class::Thing {
        return topic(&fitting, sentence, tree, word);
    }
    if !same && class == Class::Person {
        return subject_before(&fitting, sentence, tree, word)
            .or_else(|| topic(&fitting, sentence, tree, word));
    }
    if !same || last.words.is_empty() {
        return None;
    }
    let best = fitting.iter().rev().find(|mention| mention.phrase.is_some()).unwrap_or(last);
    let is_subject = fitting.iter().any(|mention| mention.is_subject);
    let enough = match class {
        Class::Person => is_subject || last.phrase.is_some(),
        // A thing or several things are meant only if the sentence before is about them.
        Class::Thing | Class::Several => {
            tree.words[word].relation == Relation::Nsubj
                && fitting.iter().any(|it| it.is_subject && it.sentence + 1 == sentence)
        }
    };
    enough.then(|| (*best).clone())
}

/// *When Banks saw it, he refused*: the subject of the clause before, if it names nobody else.
fn subject_before(
    fitting: &[&Mention],
    sentence: usize,
    tree: &Tree,
    word: usize,
) -> Option<Mention> {
    let here: Vec<&&Mention> =
        fitting.iter().filter(|it| it.sentence == sentence && !it.words.is_empty()).collect();
    let found = here.iter().find(|it| it.is_subject && it.phrase.is_some())?;
    let is_alone = here.iter().all(|it| is_same(it, found));
    let clause = tree.words[word].head?;
    let opens =
        tree.dependents(clause).any(|it| tree.words[it].relation == Relation::Advcl && it < word);
    let is_subject = tree.words[word].relation == Relation::Nsubj;
    (is_alone && opens && is_subject).then(|| (**found).clone())
}

/// *Rubisco is a protein. It works slowly*: what the sentence before defines.
fn topic(fitting: &[&Mention], sentence: usize, tree: &Tree, word: usize) -> Option<Mention> {
    let mut topics = fitting.iter().filter(|it| it.is_topic && it.sentence + 1 == sentence);
    let found = topics.next()?;
    let is_alone = topics.next().is_none() && fitting.iter().all(|it| it.sentence != sentence);
    let is_subject = tree.words[word].relation == Relation::Nsubj;
    (is_alone && is_subject && found.phrase.is_some()).then(|| (*found).clone())
}

/// Returns true if a question would be better with the phrase than with the pronoun: it is the
/// subject of a clause that becomes a statement, or owns that subject.
fn can_be_replaced(tree: &Tree, word: usize, mention: &Mention) -> bool {
    let lower = tree.words[word].lower();
    let owner = is_owner(tree, word);
    if owner && !matches!(lower.as_str(), "his" | "her") || lower == "them" {
        return false;
    }
    let subject = if owner { tree.words[word].head } else { Some(word) };
    let Some(subject) = subject.filter(|&it| tree.words[it].relation == Relation::Nsubj) else {
        return is_clear_elsewhere(tree, word, mention);
    };
    let Some(clause) = tree.words[subject].head else { return false };
    if !is_statement(tree, clause) || lower == "it" && is_empty(tree, clause) {
        return false;
    }
    // *When she was ill, the queen slept*: who comes later may be meant.
    let later = (word + 1..tree.words.len()).any(|it| {
        tree.words[clause].relation == Relation::Advcl
            && tree.words[it].relation == Relation::Nsubj
            && tree.words[it].head.is_some_and(|head| tree.words[head].head.is_none())
            && tree.words[it].tag != UniversalTag::Pron
    });
    !later && mention.phrase.is_some()
}

/// *The academy refused to print her name*: somebody who is not in the subject of any clause around.
fn is_clear_elsewhere(tree: &Tree, word: usize, mention: &Mention) -> bool {
    let lower = tree.words[word].lower();
    let owner = is_owner(tree, word);
    let relation = tree.words[word].relation;
    let stands = owner
        || matches!(relation, Relation::Obj | Relation::Iobj | Relation::Obl | Relation::Nmod);
    // *The poet and his friend* are named together.
    let joined =
        tree.words[word].head.is_some_and(|head| tree.words[head].relation == Relation::Conj);
    if owner && joined {
        return false;
    }
    if mention.class != Class::Person || !matches!(lower.as_str(), "him" | "his" | "her") || !stands
    {
        return false;
    }
    let heads = std::iter::successors(tree.words[word].head, |&nth| tree.words[nth].head);
    for clause in heads.take(tree.words.len()) {
        let Some(subject) = subject_of(tree, clause) else { continue };
        let is_inside = tree.is_within(word, subject);
        let who = &tree.words[subject];
        let pronoun = matches!(who.lower().as_str(), "he" | "she" | "who" | "they");
        let named = tree.subtree(subject).iter().any(|&nth| {
            mention.words.contains(&tree.words[nth].form)
                || !is_inside && matches!(tree.words[nth].lower().as_str(), "his" | "her")
        });
        // *The captain lost her charts*: they may be the captain's.
        let may_own = owner && who.kind == Some(EntityKind::Person) && !who.is_plural();
        let other = gender(&who.lower()).is_some_and(|woman| Some(woman) != mention.is_woman);
        if named || !is_inside && (pronoun || may_own && !other) {
            return false;
        }
        if is_statement(tree, clause) {
            return mention.phrase.is_some();
        }
    }
    false
}

/// Returns true for a clause that can become a statement of its own.
fn is_statement(tree: &Tree, clause: usize) -> bool {
    let Some(head) = tree.words[clause].head else { return true };
    match tree.words[clause].relation {
        Relation::Conj => is_statement(tree, head),
        Relation::Advcl => {
            let mark = tree.dependents(clause).find(|&it| {
                it < clause
                    && (tree.words[it].relation == Relation::Mark
                        || tree.words[it].penn == PennTag::Wrb)
            });
            is_statement(tree, head)
                && mark.is_some_and(|it| {
                    matches!(
                        tree.words[it].lower().as_str(),
                        "when"
                            | "while"
                            | "after"
                            | "before"
                            | "although"
                            | "though"
                            | "because"
                            | "since"
                            | "whereas"
                            | "so"
                    )
                })
        }
        _ => false,
    }
}

/// *It is important that*, *it rains*: the pronoun stands for nothing.
fn is_empty(tree: &Tree, clause: usize) -> bool {
    let follows = tree.dependents(clause).any(|it| {
        it > clause
            && matches!(
                tree.words[it].relation,
                Relation::Csubj
                    | Relation::Ccomp
                    | Relation::Xcomp
                    | Relation::Advcl
                    | Relation::Acl
            )
    });
    let weather = matches!(
        tree.words[clause].lemma.as_str(),
        "rain" | "snow" | "seem" | "appear" | "happen" | "take" | "turn" | "matter"
    );
    weather
        || tree.has(clause, Relation::Cop) && follows
        || tree.words[clause].relation != Relation::Root && tree.has(clause, Relation::Csubj)
        || tree.words[clause].tag == UniversalTag::Adj && follows
        || tree.has(clause, Relation::Ccomp) && tree.words[clause].lemma != "show"
}
