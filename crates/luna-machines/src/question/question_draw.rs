//! Questions about a text for one game, drawn from the best.

use std::collections::BTreeSet;

use luna_core::rng::Chance;

/// The share of the questions to draw from, as its reciprocal: the fifth that the ranker puts first
/// is what its evaluation measures.
const SHARE: usize = 5;
/// The number of questions to draw from, at least. With fewer, the games of a short text are alike.
const FEWEST: usize = 20;

/// The number of questions to draw from, of all with the best first. They are about enough sentences,
/// as far as the text has them.
pub fn best<T, K: Ord>(questions: &[T], count: usize, sentence: impl Fn(&T) -> K) -> usize {
    let mut sentences = BTreeSet::new();
    let new = questions.iter().enumerate().filter(|(_, it)| sentences.insert(sentence(it)));
    let with_sentences = new.take(count).last().map_or(0, |(nth, _)| nth + 1);
    let fifth = questions.len().div_ceil(SHARE);
    fifth.max(FEWEST).max(with_sentences).max(count).min(questions.len())
}

/// Draws questions for a game: the same for the same game, and about different sentences as far as
/// there are enough.
pub fn draw<T, K: Ord>(
    mut questions: Vec<T>,
    count: usize,
    game: &str,
    sentence: impl Fn(&T) -> K,
) -> Vec<T> {
    let mut chance = Chance::from_words(&[game, "questions from a text"]);
    for last in (1..questions.len()).rev() {
        questions.swap(last, chance.below(last + 1));
    }
    let mut sentences = BTreeSet::new();
    let (first, further): (Vec<T>, Vec<T>) =
        questions.into_iter().partition(|it| sentences.insert(sentence(it)));
    first.into_iter().chain(further).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_best_are_drawn_unless_they_are_about_too_few_sentences() {
        let size = |sentences: &[usize]| best(sentences, 5, |&it| it);
        let many: Vec<usize> = (0..200).collect();
        assert_eq!(size(&many), 40);
        assert_eq!(size(&many[..60]), 20);
        assert_eq!(size(&many[..7]), 7);
        // The fifth sentence comes late.
        let late: Vec<usize> = (0..50).map(|nth| if nth < 30 { nth % 4 } else { nth }).collect();
        assert_eq!(size(&late), 31);
        assert_eq!(size(&[0; 50]), 20);
    }
}
