//! From the words of a sentence to their tags.

use super::super::classifier::{Class, Classifier, best};
use super::super::tag::{PennTag, UniversalTag};
use super::super::word::Word;
use super::features::{features, refined};

/// A trained tagger.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Tagger {
    /// The pairs of tags, by number.
    pub(in super::super) tags: Vec<(UniversalTag, PennTag)>,
    pub(in super::super) rounds: Vec<Classifier>,
}

impl Tagger {
    /// The number of the tags of each word.
    pub(in super::super) fn tag(&self, words: &[Word]) -> Vec<Class> {
        let mut tags = Vec::new();
        for (nth, round) in self.rounds.iter().enumerate() {
            let before = (nth > 0).then_some(tags.as_slice());
            tags = tag_round(words, before, |features, scores| round.scores(features, scores));
        }
        tags
    }

    pub(in super::super) fn pair(&self, class: Class) -> (UniversalTag, PennTag) {
        let pair = self.tags.get(usize::from(class)).copied();
        pair.unwrap_or((UniversalTag::X, PennTag::Xx))
    }
}

/// Tags from left to right; `before` is what the round before found.
pub(super) fn tag_round(
    words: &[Word],
    before: Option<&[Class]>,
    score: impl Fn(&[u32], &mut Vec<i32>),
) -> Vec<Class> {
    let mut tags = Vec::with_capacity(words.len());
    let (mut found, mut scores) = (Vec::new(), Vec::new());
    for nth in 0..words.len() {
        features(words, nth, &tags, &mut found);
        if let Some(before) = before {
            refined(words, nth, &tags, before, &mut found);
        }
        score(&found, &mut scores);
        tags.push(best(&scores));
    }
    tags
}
