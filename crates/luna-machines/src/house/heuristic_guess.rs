//! A heuristic guess of a Smarts Rating: a small sum about the words of the responses, the same for
//! Eliza and Recall.
//!
//! Nobody claims that it measures intelligence. It rewards effort, since people
//! do (in the paper the length of responses and the guess had r = 0.18):
//!
//! - *effort*: words a response, up to 20, in percent of 20;
//! - *variety*: different words in percent of all words;
//! - *relation*: responses that share a word with their question, in percent;
//! - *plainness*: words all of letters or all of digits, in percent of all.
//!
//! The guess is 10 + 0.8 × plainness × (½ effort + ¼ variety + ¼ relation), and
//! up to 5 more or less by chance. Ten sensible words a response give about 50.

use std::collections::BTreeSet;

use luna_core::rating::Points;
use luna_core::rng::Chance;

pub(crate) fn guess(questions: &[String], responses: &[String], chance: &mut Chance) -> Points {
    let said: Vec<Vec<String>> = responses.iter().map(|text| words(text)).collect();
    let all: Vec<&String> = said.iter().flatten().collect();
    let effort = percent(all.len(), 20 * said.len());
    let variety = percent(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    let related = questions
        .iter()
        .zip(&said)
        .filter(|(question, said)| words(question).iter().any(|word| said.contains(word)));
    let relation = percent(related.count(), said.len());
    let plain = percent(all.iter().filter(|word| is_plain(word)).count(), all.len());
    let share = plain * (2 * effort + variety + relation) / 4;
    let whole = 10 + 80 * share / 10_000 + chance.below(11);
    // What chance adds is from 0 to 10, so 5 too much.
    let millionths = i64::try_from(whole - 5).unwrap_or(50) * 1_000_000;
    Points::from_millionths(millionths).unwrap_or(Points::MAX)
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// `AB3D` is not, unlike most of what people write.
fn is_plain(word: &str) -> bool {
    word.chars().all(char::is_alphabetic) || word.chars().all(char::is_numeric)
}

/// Up to 100; of nothing, 0.
fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or(0).min(100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::QUESTIONS;
    use crate::house::gibberish;

    /// The lowest and the highest guess about these responses.
    fn range(responses: &[&str]) -> (i64, i64) {
        let questions = QUESTIONS.map(str::to_owned);
        let responses: Vec<String> = responses.iter().map(|&text| text.to_owned()).collect();
        let guesses =
            || (0..200).map(|seed| guess(&questions, &responses, &mut Chance::from_seed(seed)));
        let whole = |points: Option<Points>| points.unwrap().millionths() / 1_000_000;
        (whole(guesses().min()), whole(guesses().max()))
    }

    #[test]
    fn some_effort_is_guessed_to_be_about_the_middle() {
        let sensible = [
            "The sky is blue by day because air scatters short waves most.",
            "The ball, since it is what the boy threw.",
            "Because seven ate nine, as every child knows.",
            "Because wealth is shared by people who already have some of it.",
            "Albany, although most visitors would bet on the big city.",
        ];
        assert_eq!(range(&sensible), (53, 63));
        assert_eq!(range(&["blue", "ball", "7 8 9", "idk", "albany"]), (35, 45));
        assert_eq!(range(&["no", "no", "no", "no", "no"]), (11, 21));
        assert_eq!(range(&["", "?", "\u{1f319}", "", ""]), (5, 15));
        assert_eq!(range(&[]), (5, 15));
    }

    #[test]
    fn gibberish_is_guessed_to_be_low() {
        let mut chance = Chance::from_seed(5);
        let texts: Vec<String> =
            (0..5).map(|_| gibberish::answer(&mut chance, gibberish::LONGEST)).collect();
        let (_, highest) = range(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(highest < 35, "{highest}");
    }

    #[test]
    fn a_flood_of_words_stays_in_range() {
        let flood: String = (0..1_250).map(|n| format!("{n} ")).collect();
        assert!(range(&[flood.as_str(); 5]).1 <= 95);
    }
}
