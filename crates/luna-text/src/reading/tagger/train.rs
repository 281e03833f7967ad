//! Training of the tagger.
//!
//! Whatever learns from tags must see tags as wrong as those of new text. So the treebank is cut into
//! folds, and each is tagged by a tagger of the others.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::super::classifier::{Class, Classifier, Rounding, Trainer, average, best};
use super::super::hash;
use super::super::shuffle::Shuffler;
use super::super::tag::{PennTag, UniversalTag};
use super::super::token::Sentence;
use super::super::word::{Lexicon, Word};
use super::features::{NO_TAG, features, refined};
use super::tag_words::{Tagger, tag_round};

/// A sentence for training: its words and their true tags.
#[derive(Clone, Debug)]
pub(in super::super) struct TaggedSentence {
    pub(in super::super) words: Vec<Word>,
    pub(in super::super) tags: Vec<Class>,
}

/// How the treebank is cut.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Folds {
    pub(in super::super) count: usize,
    pub(in super::super) epochs: usize,
    pub(in super::super) seed: u64,
    /// The number of taggers whose weights are averaged.
    pub(in super::super) taggers: usize,
}

/// Points by which the right tag is to win.
const MARGIN: i32 = 0;
const ROUNDING: Rounding = Rounding { scale: 8, smallest: 4 };
/// Taggers that only tag for training need no small file.
const FOLD_ROUNDING: Rounding = Rounding { scale: 8, smallest: 2 };
/// The number of times that a word must occur before its tags say much.
const FREQUENT: usize = 3;
/// A tag belongs to a word's set if this part of its occurrences has it.
const SHARE: usize = 30;

/// The words of the treebank, and the pairs of tags in it.
pub(in super::super) fn lexicon(sentences: &[Sentence]) -> (Lexicon, Vec<(UniversalTag, PennTag)>) {
    let mut pairs: BTreeMap<(UniversalTag, PennTag), Class> = BTreeMap::new();
    let mut words: BTreeMap<u32, BTreeMap<(UniversalTag, PennTag), usize>> = BTreeMap::new();
    for token in sentences.iter().flat_map(|sentence| &sentence.tokens) {
        let pair = (token.tag, token.penn);
        pairs.insert(pair, 0);
        let word = words.entry(hash::text(&token.form.to_lowercase())).or_default();
        *word.entry(pair).or_default() += 1;
    }
    let mut sets: BTreeMap<Vec<(UniversalTag, PennTag)>, u16> = BTreeMap::new();
    let (mut hashes, mut classes) = (Vec::new(), Vec::new());
    for (hash, tags) in words {
        let count: usize = tags.values().sum();
        if count < 2 {
            continue;
        }
        hashes.push(hash);
        if count < FREQUENT {
            classes.push(0);
            continue;
        }
        let set = tags.into_iter().filter(|&(_, times)| times * SHARE >= count);
        let next = u16::try_from(sets.len() + 1).unwrap_or(0);
        classes.push(*sets.entry(set.map(|(pair, _)| pair).collect()).or_insert(next));
    }
    let pairs = pairs.into_keys().take(usize::from(NO_TAG)).collect();
    (Lexicon::new(hashes, classes), pairs)
}

/// Trains a tagger; returns it with the tags of each sentence that taggers of the other sentences
/// give it.
pub(in super::super) fn train(
    tags: Vec<(UniversalTag, PennTag)>,
    sentences: &[TaggedSentence],
    folds: Folds,
    step: &(dyn Fn() + Sync),
) -> (Tagger, Vec<Vec<Class>>) {
    let mut tagger = Tagger { tags, rounds: Vec::new() };
    let mut guesses: Option<Vec<Vec<Class>>> = None;
    for _ in 0..2 {
        // The last one learns from all sentences.
        let mut classifiers: Vec<Classifier> = (0..=folds.count)
            .into_par_iter()
            .map(|fold| {
                let chosen = (0..sentences.len()).filter(|nth| nth % folds.count != fold);
                let chosen: Vec<usize> = chosen.collect();
                let classes = tagger.tags.len();
                let count = if fold == folds.count { folds.taggers } else { 1 };
                let trainers: Vec<Trainer> = (folds.seed..)
                    .take(count)
                    .collect::<Vec<u64>>()
                    .into_par_iter()
                    .map(|seed| {
                        let folds = Folds { seed, ..folds };
                        train_round(classes, sentences, &chosen, guesses.as_deref(), folds)
                    })
                    .collect();
                step();
                average(&trainers, if fold == folds.count { ROUNDING } else { FOLD_ROUNDING })
            })
            .collect();
        tagger.rounds.extend(classifiers.pop());
        let tags = sentences.iter().enumerate().map(|(nth, sentence)| {
            let before = guesses.as_ref().and_then(|all| all.get(nth)).map(Vec::as_slice);
            let Some(classifier) = classifiers.get(nth % folds.count) else { return Vec::new() };
            let score = |features: &[u32], scores: &mut Vec<i32>| {
                classifier.scores(features, scores);
            };
            tag_round(&sentence.words, before, score)
        });
        guesses = Some(tags.collect());
    }
    (tagger, guesses.unwrap_or_default())
}

fn train_round(
    classes: usize,
    sentences: &[TaggedSentence],
    chosen: &[usize],
    guesses: Option<&[Vec<Class>]>,
    folds: Folds,
) -> Trainer {
    let mut trainer = Trainer::new(classes, MARGIN);
    let mut order = chosen.to_vec();
    let mut shuffler = Shuffler::new(folds.seed);
    let (mut found, mut scores) = (Vec::new(), Vec::new());
    for _ in 0..folds.epochs {
        shuffler.shuffle(&mut order);
        for &nth in &order {
            let Some(sentence) = sentences.get(nth) else { continue };
            let before = guesses.and_then(|all| all.get(nth));
            let mut tags: Vec<Class> = Vec::with_capacity(sentence.words.len());
            for (at, &truth) in sentence.tags.iter().enumerate() {
                features(&sentence.words, at, &tags, &mut found);
                if let Some(before) = before {
                    refined(&sentence.words, at, &tags, before, &mut found);
                }
                trainer.scores(&found, &mut scores);
                let guess = best(&scores);
                trainer.learn(&found, &scores, truth);
                tags.push(guess);
            }
        }
    }
    trainer
}

/// The number of each pair of tags of a sentence.
pub(in super::super) fn classes(
    tags: &[(UniversalTag, PennTag)],
    sentence: &Sentence,
) -> Vec<Class> {
    let find = |pair| tags.iter().position(|&it| it == pair);
    sentence
        .tokens
        .iter()
        .map(|token| find((token.tag, token.penn)).and_then(|nth| Class::try_from(nth).ok()))
        .map(|class| class.unwrap_or(NO_TAG))
        .collect()
}
