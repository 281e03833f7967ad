//! Questions from a text that somebody has pasted. The text is read in memory and stored nowhere.

use std::time::Duration;

use luna_core::game::Rules;
use luna_machines::question_draw;
use luna_machines::question_generator::{
    GeneratedQuestion, Options, SkipReason, SkippedText, generate,
};
use luna_machines::question_ranker::{rank, shipped};
use luna_store as store;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use crate::format::thousands;
use crate::instance::rate_limit::{Limit, MINUTE};

/// Texts that one network has questions made from, each up to a second of work.
pub const TEXTS: Limit = Limit { what: "texts", burst: 20, window_ms: MINUTE };
/// Characters of a text, at most: about ten pages.
pub const MOST_CHARS: usize = 20_000;
/// Texts that are read at the same time; each keeps a core busy.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
/// The time for which a text waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why a text was not read.
#[derive(Debug, thiserror::Error)]
pub enum TextRefusal {
    #[error("Paste a text first: some sentences in English.")]
    Empty,
    #[error(
        "The text has {} characters, and {} are the limit. Please paste a part of it.",
        count(*.0), count(MOST_CHARS)
    )]
    TooLong(usize),
    #[error(
        "Other texts are being read at the moment. Yours is still in the box: please try again in ten seconds."
    )]
    Busy,
    #[error(transparent)]
    Failed(store::Error),
}

fn count(number: usize) -> String {
    thousands(i64::try_from(number).unwrap_or(i64::MAX))
}

/// The language that a text is in, as far as Luna can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    /// Some of its paragraphs are in another language.
    PartlyEnglish,
    Other,
}

/// A text that has been read.
#[derive(Clone, Debug)]
pub struct TextReading {
    /// The text, in which questions and skipped parts have their places.
    pub text: String,
    pub language: Language,
    /// The best first.
    pub questions: Vec<GeneratedQuestion>,
    pub skipped: Vec<SkippedText>,
    /// Words that were read.
    pub words: usize,
}

impl TextReading {
    /// The questions to draw from in games, the best first: none is vague, and each has room.
    pub fn for_games(&self, rules: Rules) -> Vec<&GeneratedQuestion> {
        let fits = |it: &&GeneratedQuestion| {
            !it.is_vague && luna_core::text::check(&it.text, rules.max_chars).is_ok()
        };
        let mut questions: Vec<&GeneratedQuestion> = self.questions.iter().filter(fits).collect();
        let most = question_draw::best(&questions, rules.questions, |it| it.source.start);
        questions.truncate(most);
        questions
    }

    /// The words at a place, on one line.
    pub fn excerpt(&self, place: std::ops::Range<usize>) -> String {
        let words = self.text.get(place).unwrap_or_default().split_whitespace();
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Reads a text away from the threads that serve requests, when it is its turn.
pub async fn read(text: &str) -> Result<TextReading, TextRefusal> {
    let text = luna_core::text::tidy(text);
    if text.trim().is_empty() {
        return Err(TextRefusal::Empty);
    }
    let chars = text.chars().count();
    if chars > MOST_CHARS {
        return Err(TextRefusal::TooLong(chars));
    }
    let permit = turn(&AT_ONCE, PATIENCE).await?;
    // The permit goes with the work, which goes on when the visitor has left.
    let work = move || {
        let _permit = permit;
        questions(text)
    };
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| TextRefusal::Failed(store::Error::Database(error.into())))
}

async fn turn(turns: &Semaphore, patience: Duration) -> Result<SemaphorePermit<'_>, TextRefusal> {
    match timeout(patience, turns.acquire()).await {
        Ok(Ok(permit)) => Ok(permit),
        Ok(Err(_)) | Err(_) => Err(TextRefusal::Busy),
    }
}

fn questions(text: String) -> TextReading {
    let generated = generate(&text, &Options::default());
    let ranked = rank(shipped(), &text, generated.questions, &Options::default());
    let mut questions: Vec<_> = ranked.into_iter().map(|it| it.question).collect();
    // The same question about two sentences is one.
    let mut seen = std::collections::BTreeSet::new();
    questions.retain(|it| seen.insert(it.text.clone()));
    let language = language(text.trim().len(), &generated.skipped);
    TextReading { text, language, questions, skipped: generated.skipped, words: generated.words }
}

fn language(bytes: usize, skipped: &[SkippedText]) -> Language {
    let other = skipped.iter().filter(|it| it.reason == SkipReason::OtherLanguage);
    let other: usize = other.map(|it| it.place.len()).sum();
    if other == 0 {
        Language::English
    } else if other * 2 >= bytes {
        Language::Other
    } else {
        Language::PartlyEnglish
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CURIE: &str = "Marie Curie discovered radium in 1898.";
    const GERMAN: &str = "Der Hund ist nicht mit dem Mann auf der Straße und das ist gut.";

    #[test]
    fn the_language_of_a_text_is_told_by_its_paragraphs() {
        let language = |text: &str| questions(text.to_owned()).language;
        assert_eq!(language(CURIE), Language::English);
        assert_eq!(language(GERMAN), Language::Other);
        assert_eq!(
            language(&format!("{CURIE} {CURIE} {CURIE}\n\n{GERMAN}")),
            Language::PartlyEnglish
        );
    }

    #[test]
    fn a_question_comes_once_however_often_its_sentence_does() {
        let once = questions(CURIE.to_owned()).questions.len();
        assert!(once > 2);
        assert_eq!(questions(format!("{CURIE} {CURIE}")).questions.len(), once);
    }

    #[tokio::test]
    async fn a_text_that_cannot_be_read_is_refused_in_a_sentence() {
        let refused = async |text: &str| read(text).await.unwrap_err().to_string();
        assert_eq!(refused(" \r\n ").await, "Paste a text first: some sentences in English.");
        let long = "é".repeat(MOST_CHARS + 1);
        assert_eq!(
            refused(&long).await,
            "The text has 20,001 characters, and 20,000 are the limit. Please paste a part of it."
        );
    }

    #[tokio::test]
    async fn a_text_whose_turn_does_not_come_is_refused() {
        let turns = Semaphore::new(1);
        let soon = Duration::from_millis(20);
        let held = turn(&turns, soon).await.unwrap();
        assert!(matches!(turn(&turns, soon).await, Err(TextRefusal::Busy)));
        drop(held);
        assert!(turn(&turns, PATIENCE).await.is_ok());
    }
}
