//! Questions that are near copies of each other, by the words that they share.

use std::collections::{HashMap, HashSet};

use luna_core::quiz::near_copy::is_near_copy;

use super::question::{Lesson, Question};

/// The words of texts, to find the texts that have most of them in common with another.
struct WordIndex {
    /// By word, the texts that have it.
    places: HashMap<String, Vec<u32>>,
    /// The number of different words of each text.
    sizes: Vec<usize>,
}

impl WordIndex {
    fn of<'a>(texts: impl Iterator<Item = &'a str>) -> WordIndex {
        let mut index = WordIndex { places: HashMap::new(), sizes: Vec::new() };
        for (nth, text) in (0..).zip(texts) {
            let words = words(text);
            index.sizes.push(words.len());
            for word in words {
                index.places.entry(word).or_default().push(nth);
            }
        }
        index
    }

    /// The texts of which this one is a near copy, by their numbers, ascending.
    fn copies(&self, text: &str) -> Vec<usize> {
        let words = words(text);
        let mut shared = vec![0_usize; self.sizes.len()];
        for place in words.iter().filter_map(|word| self.places.get(word)).flatten() {
            if let Some(shared) = usize::try_from(*place).ok().and_then(|at| shared.get_mut(at)) {
                *shared += 1;
            }
        }
        let is_copy = |&(_, (both, size)): &(usize, (&usize, &usize))| {
            is_near_copy(*both, words.len(), *size)
        };
        let all = shared.iter().zip(&self.sizes).enumerate();
        all.filter(is_copy).map(|(nth, _)| nth).collect()
    }
}

/// The different words of a text, without the power mark.
fn words(text: &str) -> HashSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Leaves out lessons that are near copies of an ordinary question, since a guesser would know it by
/// heart, and challenge questions that are near copies of a published one, since nobody wrote them to
/// trick a machine.
pub fn apart(
    mut lessons: Vec<Lesson>,
    ordinary: &[Question],
    mut challenge: Vec<Question>,
) -> (Vec<Lesson>, Vec<Question>) {
    let learned = WordIndex::of(lessons.iter().map(|it| it.0.text.as_str()));
    let asked = WordIndex::of(ordinary.iter().map(|it| it.text.as_str()));
    challenge.retain(|it| learned.copies(&it.text).is_empty() && asked.copies(&it.text).is_empty());
    let known = |it: &Question| learned.copies(&it.text);
    let known: HashSet<usize> = ordinary.iter().flat_map(known).collect();
    let mut nth = 0..;
    lessons.retain(|_| nth.next().is_none_or(|nth| !known.contains(&nth)));
    (lessons, challenge)
}

#[cfg(test)]
mod tests {
    use luna_machines::search_guesser::Tossup;

    use super::*;

    fn question(text: &str) -> Question {
        Question { text: text.to_owned(), ..Question::default() }
    }

    fn lesson(text: &str) -> Lesson {
        let [id, answer] = [String::new(), String::new()];
        Lesson(Tossup { id, text: text.to_owned(), answer, page: None })
    }

    #[test]
    fn lessons_and_challenge_questions_are_no_copies() {
        let half = "Anubis weighs the heart of the dead against a feather.";
        let lessons = vec![
            lesson("An  old (*) CITY on seven hills."),
            lesson(half),
            lesson("A new city in Brazil."),
        ];
        let ordinary = [question("An old city on seven hills")];
        let challenge = vec![
            question("Anubis weighs a heart of the dead against this feather."),
            question("The old city on its seven hills"),
            question("Who weighs hearts?"),
        ];
        let (lessons, challenge) = apart(lessons, &ordinary, challenge);
        assert_eq!(lessons, [lesson(half), lesson("A new city in Brazil.")]);
        assert_eq!(challenge, [question("Who weighs hearts?")]);
    }

    #[test]
    fn half_of_all_words_make_a_copy() {
        let index = WordIndex::of(["a b c", "a b x y", ""].into_iter());
        assert_eq!(index.copies("a b c d"), [0], "3 of 4; 2 of 6");
        assert_eq!(index.copies("a b x y z w v u"), [1], "4 of 8");
        assert_eq!(index.copies(""), [0_usize; 0]);
    }
}
