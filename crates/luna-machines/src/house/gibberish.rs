//! The Gibberish machine: the most basic of controls. If ratings mean anything,
//! it has a very low one.

use luna_core::rating::Points;
use luna_core::rng::Chance;

pub(crate) const LONGEST: usize = 200;
/// Characters of a question.
const FEWEST_ASKED: usize = 12;
const MOST_ASKED: usize = 60;

/// From 1 to `longest` capitals, digits and spaces; never blank.
pub(crate) fn answer(chance: &mut Chance, longest: usize) -> String {
    const LETTERS: &[u8; 37] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ";
    let length = 1 + chance.below(longest);
    let visible = chance.below(length);
    let letter = |at: usize| {
        let among = if at == visible { LETTERS.len() - 1 } else { LETTERS.len() };
        LETTERS.get(chance.below(among)).map_or('0', |&byte| char::from(byte))
    };
    (0..length).map(letter).collect()
}

/// From 12 to 60 of the same, if so many are allowed, the last of them a question mark.
pub(crate) fn question(chance: &mut Chance, longest: usize) -> String {
    let (least, most) = (FEWEST_ASKED.min(longest), MOST_ASKED.min(longest));
    let length = least + chance.below(most - least + 1);
    let mut question = String::new();
    while question.len() + 1 < length {
        question.push_str(&answer(chance, length - 1 - question.len()));
    }
    question.push('?');
    question
}

/// Any whole number, each as likely.
pub(crate) fn guess(chance: &mut Chance) -> Points {
    let whole = i64::try_from(chance.below(101)).unwrap_or(0);
    Points::from_millionths(whole * 1_000_000).unwrap_or(Points::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_one_to_two_hundred_capitals_digits_and_spaces() {
        let mut chance = Chance::from_seed(1);
        let all: Vec<String> = (0..5_000).map(|_| answer(&mut chance, LONGEST)).collect();
        let lengths = || all.iter().map(String::len);
        assert_eq!((lengths().min(), lengths().max()), (Some(1), Some(200)));
        for text in &all {
            assert!(!text.trim().is_empty());
            assert!(text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == ' '));
        }
    }

    #[test]
    fn questions_are_a_dozen_to_sixty_of_the_same_and_a_question_mark() {
        let mut chance = Chance::from_seed(3);
        let all: Vec<String> = (0..5_000).map(|_| question(&mut chance, LONGEST)).collect();
        let lengths = || all.iter().map(String::len);
        assert_eq!((lengths().min(), lengths().max()), (Some(12), Some(60)));
        let allowed = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == ' ';
        for text in &all {
            let text = text.strip_suffix('?').unwrap();
            assert!(!text.trim().is_empty() && text.chars().all(allowed), "{text:?}");
        }
        for longest in 1..12 {
            assert_eq!(question(&mut chance, longest).len(), longest);
        }
    }

    #[test]
    fn guesses_cover_the_whole_range() {
        let mut chance = Chance::from_seed(2);
        let all: Vec<String> = (0..5_000).map(|_| guess(&mut chance).to_string()).collect();
        for end in ["0", "50", "100"] {
            assert!(all.iter().any(|guess| guess == end), "{end}");
        }
    }
}
