//! The pace of a person at a keyboard, drawn by seed.

use std::time::Duration;

use super::stroke::{Key, Stroke};
use crate::rng::Chance;

/// Draws the pause before each key of a line.
pub struct Typist {
    chance: Chance,
    /// The median time from key to key; zero types everything at once.
    key_ms: f64,
}

/// Letters of a word as typists count them.
const WORD: f64 = 5.0;
/// Spread of the logarithm of a pause.
const SPREAD: f64 = 0.45;
/// A word or a sentence begins after a longer pause than a letter.
const WORD_PAUSE: f64 = 1.6;
const SENTENCE_PAUSE: f64 = 3.0;
/// Keys' time that reading a character of the judge's line takes, and thinking before typing.
const READING: f64 = 0.25;
const THINKING: f64 = 10.0;
/// No pause is longer, whatever is drawn.
const LONGEST: Duration = Duration::from_secs(20);

impl Typist {
    pub fn new(chance: Chance, words_per_minute: f64) -> Typist {
        Typist { chance, key_ms: 60_000.0 / (words_per_minute * WORD) }
    }

    /// Types at once.
    pub fn instant() -> Typist {
        Typist { chance: Chance::from_seed(0), key_ms: 0.0 }
    }

    /// The keys of these lines, each with its Return, after reading `heard`. Characters that cannot be
    /// typed are left out, so one line stays one.
    pub fn type_out(&mut self, heard: &str, lines: &[String]) -> Vec<Key> {
        let mut keys = Vec::new();
        let (mut pause, mut before) = (self.before_line(heard), None);
        for line in lines {
            let strokes = line.chars().filter_map(|c| Stroke::from_char(c).ok());
            let strokes = strokes.filter(|stroke| matches!(stroke, Stroke::Character(_)));
            for stroke in strokes.chain([Stroke::Return]) {
                pause += self.before_key(before);
                let delay_ms = u32::try_from(pause.as_millis()).unwrap_or(u32::MAX);
                keys.push(Key { delay_ms, stroke });
                (pause, before) = (Duration::ZERO, Some(stroke));
            }
        }
        keys
    }

    /// The pause before an answer begins: reading the line and thinking.
    pub fn before_line(&mut self, line: &str) -> Duration {
        let read = line.chars().fold(0.0, |sum, _| sum + READING);
        self.draw(THINKING + read)
    }

    /// The pause before a key, given the one before it.
    pub fn before_key(&mut self, before: Option<Stroke>) -> Duration {
        self.draw(match before {
            Some(Stroke::Character(' ')) => WORD_PAUSE,
            Some(Stroke::Character('.' | ',' | '?' | '!' | ';' | ':')) => SENTENCE_PAUSE,
            Some(Stroke::Character(_) | Stroke::Backspace | Stroke::Return) | None => 1.0,
        })
    }

    fn draw(&mut self, keys: f64) -> Duration {
        let ms = self.key_ms * keys * (SPREAD * self.chance.normal()).exp();
        Duration::try_from_secs_f64(ms / 1_000.0).unwrap_or(LONGEST).min(LONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time in which a text is typed.
    fn seconds(mut typist: Typist, text: &str) -> f64 {
        let mut before = None;
        let mut all = Duration::ZERO;
        for c in text.chars() {
            all += typist.before_key(before);
            before = Some(Stroke::Character(c));
        }
        all.as_secs_f64()
    }

    #[test]
    fn a_seed_types_the_same_again_and_another_differently() {
        let text = "I am fine, thank you. And you?";
        let typed = |seed| seconds(Typist::new(Chance::from_seed(seed), 40.0), text);
        assert!((typed(1) - typed(1)).abs() < f64::EPSILON);
        assert!((typed(1) - typed(2)).abs() > 0.01);
    }

    #[test]
    fn the_pace_is_about_the_one_that_was_set() {
        let text = "the quick brown fox jumps over the lazy dog ".repeat(50);
        let words = 44.0 * 50.0 / 5.0;
        for pace in [20.0, 40.0, 80.0] {
            let typed = seconds(Typist::new(Chance::from_seed(7), pace), &text);
            let measured = words * 60.0 / typed;
            assert!((0.6..1.2).contains(&(measured / pace)), "{measured} for {pace}");
        }
    }

    #[test]
    fn instant_has_no_pauses_and_a_hopeless_pace_a_longest_one() {
        let mut typist = Typist::instant();
        assert_eq!(typist.before_line("What?"), Duration::ZERO);
        assert_eq!(typist.before_key(None), Duration::ZERO);
        let mut typist = Typist::new(Chance::from_seed(1), 1e-300);
        assert_eq!(typist.before_key(None), LONGEST);
    }
}
