//! The person that a text is about: *she* stands for her unless somebody else is near.

use std::collections::{BTreeMap, BTreeSet};

use luna_text::reading::UniversalTag;

use super::mention::{Class, Mention, have_same_name, mention};
use super::tree::Tree;

/// Somebody with a name.
#[derive(Clone, Debug)]
struct Person {
    words: BTreeSet<String>,
    is_woman: Option<bool>,
    /// How often the name comes.
    count: usize,
    /// The sentence of the first mention.
    first: usize,
    /// The shortest form of the name.
    phrase: Tree,
}

/// The women and the men with a name, and how often each pronoun comes.
#[derive(Clone, Debug, Default)]
pub(super) struct Protagonists {
    people: Vec<Person>,
    she: usize,
    he: usize,
}

/// Somebody in this sentence or the one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rival<'a> {
    words: &'a BTreeSet<String>,
    is_woman: Option<bool>,
    is_subject: bool,
    is_before: bool,
}

impl Rival<'_> {
    pub(super) fn of(mention: &Mention, sentence: usize) -> Rival<'_> {
        Rival {
            words: &mention.words,
            is_woman: mention.is_woman,
            is_subject: mention.is_subject,
            is_before: mention.sentence < sentence,
        }
    }
}

impl Protagonists {
    pub(super) fn of(trees: &[Tree]) -> Protagonists {
        let mut found = Protagonists::default();
        for (sentence, tree) in trees.iter().enumerate() {
            for nth in 0..tree.words.len() {
                match tree.words[nth].lower().as_str() {
                    "she" | "her" => found.she += 1,
                    "he" | "his" | "him" => found.he += 1,
                    _ if tree.words[nth].tag == UniversalTag::Propn => {
                        let mention = mention(tree, nth, sentence, &BTreeMap::new());
                        found.add(mention);
                    }
                    _ => {}
                }
            }
        }
        found
    }

    fn add(&mut self, mention: Option<Mention>) {
        let Some(mention) = mention.filter(|it| it.class == Class::Person) else { return };
        let Some(phrase) = mention.phrase else { return };
        let same = |it: &&mut Person| have_same_name(&it.words, &mention.words);
        let Some(person) = self.people.iter_mut().find(same) else {
            self.people.push(Person {
                words: mention.words,
                is_woman: mention.is_woman,
                count: 1,
                first: mention.sentence,
                phrase,
            });
            return;
        };
        person.count += 1;
        person.is_woman = person.is_woman.or(mention.is_woman);
        if phrase.words.len() < person.phrase.words.len() {
            person.phrase = phrase;
        }
        person.words.extend(mention.words);
    }

    /// The words and the phrase of the person that a pronoun of a woman or a man stands for.
    pub(super) fn meant(
        &self,
        is_woman: bool,
        sentence: usize,
        rivals: &[Rival<'_>],
    ) -> Option<(&BTreeSet<String>, &Tree)> {
        let fitting = self.people.iter().filter(|it| it.is_woman.is_none_or(|it| it == is_woman));
        let fitting: Vec<&Person> = fitting.collect();
        let best = fitting.iter().rev().max_by_key(|it| it.count)?;
        let alone = fitting.iter().all(|it| it.words == best.words || 2 * it.count <= best.count);
        let pronouns = if is_woman { self.she > self.he } else { self.he > self.she };
        let known = best.is_woman.is_some() || pronouns;
        if !alone || !known || best.count < 3 || best.first > sentence {
            return None;
        }
        let goes_on =
            rivals.iter().any(|it| it.is_subject && have_same_name(it.words, &best.words));
        let disturbs = |it: &&Rival<'_>| {
            !it.words.is_empty()
                && !have_same_name(it.words, &best.words)
                && it.is_woman.is_none_or(|woman| woman == is_woman)
                && (it.is_subject || it.is_woman.is_some() && !(goes_on && it.is_before))
        };
        (!rivals.iter().any(|it| disturbs(&it))).then_some((&best.words, &best.phrase))
    }
}
