//! The probabilities of a question's words by the language model.

use luna_learn::float;

use super::collector::{Features, Text};
use crate::question::question_ranker::language_model::LanguageModel;

pub(super) fn add(text: &Text<'_>, all: &mut Features) {
    let each = LanguageModel::shipped().log_probabilities(&text.tokens);
    let count = float(each.len().max(1));
    for (order, name) in ["unigram", "bigram", "trigram"].into_iter().enumerate() {
        let of = each.iter().map(|one| one[order]);
        let least = of.clone().fold(0.0, f64::min);
        all.add(format_args!("{name} log-probability"), of.clone().sum());
        all.add(format_args!("{name} log-probability a word"), of.clone().sum::<f64>() / count);
        all.add(format_args!("least {name} log-probability"), least);
        let end = of.clone().next_back().unwrap_or(0.0);
        all.add(format_args!("{name} log-probability of the end"), end);
        let mark = of.rev().nth(1).unwrap_or(0.0);
        all.add(format_args!("{name} log-probability of the last sign"), mark);
    }
    let unlikely = each.iter().filter(|one| one[2] < RARE).count();
    all.count("unlikely words", unlikely, &[0, 1, 2, 4]);
    all.add("share of unlikely words", float(unlikely) / count);
    let gain = each.iter().map(|one| one[2] - one[0]);
    all.add("gain of the trigrams a word", gain.clone().sum::<f64>() / count);
    all.add("least gain of the trigrams", gain.fold(f64::INFINITY, f64::min).min(10.0));
}

/// The logarithm of one in a thousand.
const RARE: f64 = -6.907_755_278_982_137;
