//! The tagger: the universal and the Penn tag of each word, found together from left to right in two
//! rounds. The second round knows the first one's tags on both sides.

mod features;
mod tag_words;
mod train;

pub(super) use self::tag_words::Tagger;
pub(super) use self::train::{Folds, TaggedSentence, classes, lexicon, train};
