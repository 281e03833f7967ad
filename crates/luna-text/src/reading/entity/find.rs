//! The search for named things in a text.

use std::collections::BTreeMap;
use std::ops::Range;

use super::super::tag::{PennTag, UniversalTag};
use super::super::token::{Sentence, Token};
use super::cues::{Cues, OBJECTIVE, cues, of_noun};
use super::kind::{Entity, EntityKind, head, of_sense};
use super::spans::{amounts, names};
use super::time_words::TIMES;
use crate::wordnet::{BroadSense, PartOfSpeech, WordNet};

/// The named things of each sentence of a text, in order.
pub fn entities(sentences: &[Sentence], net: Option<&WordNet>) -> Vec<Vec<Entity>> {
    let found: Vec<Vec<Range<usize>>> = sentences.iter().map(names).collect();
    // The cues of a name, added up over all its mentions, and those of a person's last name.
    let mut of_names: BTreeMap<String, Cues> = BTreeMap::new();
    let mut last_names: BTreeMap<String, Cues> = BTreeMap::new();
    for (sentence, ranges) in sentences.iter().zip(&found) {
        for range in ranges {
            let cues = cues(sentence, range, net);
            of_names.entry(name(sentence, range)).or_default().add(&cues);
            if let Some(last) = sentence.tokens.get(range.end.saturating_sub(1)) {
                last_names.entry(last.form.clone()).or_default().add(&cues);
            }
        }
    }
    let kind = |sentence: &Sentence, range: &Range<usize>| {
        let whole = of_names.get(&name(sentence, range)).and_then(Cues::best);
        let last = sentence.tokens.get(range.end.saturating_sub(1));
        let shared = last.and_then(|last| last_names.get(&last.form)).and_then(Cues::best);
        match shared {
            Some(EntityKind::Person) if range.len() == 1 => EntityKind::Person,
            _ => whole.unwrap_or(EntityKind::Other),
        }
    };
    let pairs = sentences.iter().zip(&found);
    pairs
        .map(|(sentence, ranges)| {
            let names = ranges.iter().map(|range| {
                let kind = kind(sentence, range);
                Entity { kind, tokens: range.clone(), head: head(sentence, range) }
            });
            let mut all: Vec<Entity> = names.collect();
            for (tokens, kind) in amounts(sentence) {
                all.retain(|name| {
                    name.tokens.end <= tokens.start || name.tokens.start >= tokens.end
                });
                let head = head(sentence, &tokens);
                all.push(Entity { kind, tokens, head });
            }
            all.sort_by_key(|entity| entity.tokens.start);
            all
        })
        .collect()
}

/// The kind of thing that a noun or pronoun stands for, whether it is a name or not; `None` if
/// nothing tells it, or if it is neither a person nor another of the kinds.
pub fn kind_of(token: &Token, net: Option<&WordNet>) -> Option<EntityKind> {
    let lemma = token.lemma.to_lowercase();
    match token.tag {
        UniversalTag::Pron => match token.form.to_lowercase().as_str() {
            "i" | "me" | "my" | "you" | "your" | "he" | "him" | "his" | "she" | "her" | "hers"
            | "we" | "us" | "our" | "who" | OBJECTIVE | "whose" | "somebody" | "someone"
            | "everybody" | "everyone" | "anybody" | "anyone" | "nobody" | "himself"
            | "herself" | "myself" | "yourself" => Some(EntityKind::Person),
            _ => None,
        },
        UniversalTag::Noun => {
            if TIMES.contains(&lemma.as_str()) {
                return Some(EntityKind::Time);
            }
            match net {
                Some(net) => broad_sense(token, net).and_then(of_sense),
                None => of_noun(&lemma),
            }
        }
        UniversalTag::Num if token.penn == PennTag::Cd => Some(EntityKind::Quantity),
        _ => None,
    }
}

/// The broad sense of a word: that of its most frequent sense in WordNet.
pub fn broad_sense(token: &Token, net: &WordNet) -> Option<BroadSense> {
    let part = match token.tag {
        UniversalTag::Noun | UniversalTag::Propn => PartOfSpeech::Noun,
        UniversalTag::Verb | UniversalTag::Aux => PartOfSpeech::Verb,
        UniversalTag::Adj => PartOfSpeech::Adjective,
        UniversalTag::Adv => PartOfSpeech::Adverb,
        _ => return None,
    };
    let synset = net.synsets_of(&token.lemma, part).next()?;
    net.broad_sense(synset)
}

pub(super) fn name(sentence: &Sentence, range: &Range<usize>) -> String {
    let tokens = sentence.tokens.get(range.clone()).unwrap_or_default();
    tokens.iter().map(|token| token.form.as_str()).collect::<Vec<_>>().join(" ")
}
