//! Questions that a machine asks about a text of its owner. Each game draws its own.

use std::path::Path;

use luna_core::text;
use luna_machines::question_draw;
use luna_machines::question_generator::{GeneratedQuestions, Options, generate};
use luna_machines::question_ranker::{rank, shipped};

use super::tasks::QUESTIONS;
use crate::failure::Failure;
use crate::question::{beginning, plain_text};

/// The questions about a text that a game can use.
#[derive(Debug)]
pub(super) struct TextQuestions {
    name: String,
    /// The best first, none twice.
    questions: Vec<TextQuestion>,
}

#[derive(Debug)]
struct TextQuestion {
    text: String,
    /// The place of its sentence.
    sentence: usize,
}

/// The parts without questions that a refusal names, at most.
const MOST_NAMED: usize = 3;

impl TextQuestions {
    /// Reads a text, or explains why a machine cannot ask about it.
    pub(super) fn read(path: &Path) -> Result<TextQuestions, Failure> {
        let text = plain_text(path)?;
        let questions = TextQuestions::of(&path.display().to_string(), &text);
        questions.map_err(Failure::Refused)
    }

    fn of(name: &str, text: &str) -> Result<TextQuestions, String> {
        let options = Options::default();
        let mut generated = generate(text, &options);
        let all = std::mem::take(&mut generated.questions);
        let (vague, clear): (Vec<_>, Vec<_>) = all.into_iter().partition(|it| it.is_vague);
        if clear.len() < QUESTIONS {
            return Err(too_few(name, text, clear.len(), vague.len(), &generated));
        }
        let ranked = rank(shipped(), text, clear, &options).into_iter().map(|it| it.question);
        let questions =
            ranked.map(|it| TextQuestion { text: it.text, sentence: it.source.start }).collect();
        Ok(TextQuestions { name: name.to_owned(), questions })
    }

    pub(super) fn count(&self) -> usize {
        self.questions.len()
    }

    /// Draws questions for a game from the best: the same for the same game, none twice, and about
    /// different sentences as far as there are enough.
    pub(super) fn draw(
        &self,
        game: &str,
        count: usize,
        max_chars: usize,
    ) -> Result<Vec<String>, String> {
        let fits = |it: &&TextQuestion| text::check(&it.text, max_chars).is_ok();
        let mut drawn: Vec<&TextQuestion> = self.questions.iter().filter(fits).collect();
        if drawn.len() < count {
            return Err(format!(
                "{} gives {} questions of at most {max_chars} characters, and a game of this \
                 instance needs {count}.",
                self.name,
                drawn.len()
            ));
        }
        let sentence = |it: &&TextQuestion| it.sentence;
        drawn.truncate(question_draw::best(&drawn, count, sentence));
        let drawn = question_draw::draw(drawn, count, game, sentence);
        Ok(drawn.into_iter().map(|it| it.text.clone()).collect())
    }
}

/// The sentence about a text with too few questions.
fn too_few(
    name: &str,
    text: &str,
    clear: usize,
    vague: usize,
    generated: &GeneratedQuestions,
) -> String {
    let questions = |count: usize| match count {
        1 => "1 question".to_owned(),
        count => format!("{count} questions"),
    };
    let mut left_out = Vec::new();
    if vague > 0 {
        let pronouns = "in which nothing tells what a pronoun stands for";
        left_out.push(format!("{} {pronouns}", questions(vague)));
    }
    for skipped in generated.skipped.iter().take(MOST_NAMED) {
        let part = match beginning(skipped, text) {
            part if part.is_empty() => String::new(),
            part => format!("“{part}” because "),
        };
        left_out.push(format!("{part}{}", skipped.reason.words()));
    }
    match generated.skipped.len().saturating_sub(MOST_NAMED) {
        0 => {}
        1 => left_out.push("1 other part".to_owned()),
        others => left_out.push(format!("{others} other parts")),
    }
    let left_out = if left_out.is_empty() {
        String::new()
    } else {
        format!(" (left out: {})", left_out.join("; "))
    };
    format!(
        "{name} gives {} for a game, which needs {QUESTIONS}{left_out}; use a longer text of \
         English sentences",
        questions(clear)
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const TEXT: &str = "Marie Curie discovered radium in 1898. Vasco da Gama reached India in 1498. \
                        The king built a castle on the hill. The plague killed 46,000 people. Lise \
                        Meitner died in Cambridge in 1968. The committee published the report in \
                        March.";

    fn read(text: &str) -> TextQuestions {
        TextQuestions::of("notes.md", text).unwrap()
    }

    fn drawn(of: &TextQuestions, game: &str) -> Vec<String> {
        of.draw(game, QUESTIONS, 5_000).unwrap()
    }

    fn sentences(of: &TextQuestions, texts: &[String]) -> BTreeSet<usize> {
        let asked = of.questions.iter().filter(|it| texts.contains(&it.text));
        asked.map(|it| it.sentence).collect()
    }

    #[test]
    fn a_game_always_gets_the_same_questions_and_another_game_others() {
        let questions = read(TEXT);
        assert_eq!(drawn(&questions, "01a"), drawn(&read(TEXT), "01a"));
        let games = |nth: usize| drawn(&questions, &format!("01game{nth}"));
        let different: BTreeSet<Vec<String>> = (0..20).map(games).collect();
        assert!(different.len() > 15, "{different:?}");
    }

    #[test]
    fn no_question_comes_twice_and_each_is_about_a_sentence_of_its_own() {
        let questions = read(TEXT);
        for nth in 0..100 {
            let five = drawn(&questions, &nth.to_string());
            assert_eq!(five.iter().collect::<BTreeSet<_>>().len(), 5, "{five:?}");
            assert_eq!(sentences(&questions, &five).len(), 5, "{five:?}");
        }
    }

    #[test]
    fn two_questions_share_a_sentence_only_where_sentences_are_too_few() {
        let questions = read("Marie Curie discovered radium in 1898. The king built a castle.");
        for nth in 0..20 {
            let five = drawn(&questions, &nth.to_string());
            assert_eq!(five.iter().collect::<BTreeSet<_>>().len(), 5, "{five:?}");
            assert_eq!(sentences(&questions, &five).len(), 2, "{five:?}");
        }
    }

    #[test]
    fn questions_that_a_game_has_no_room_for_are_not_drawn() {
        let questions = read(TEXT);
        for nth in 0..50 {
            let five = questions.draw(&nth.to_string(), 5, 32).unwrap();
            assert!(five.len() == 5 && five.iter().all(|it| it.chars().count() <= 32), "{five:?}");
        }
        let refused = questions.draw("01a", 5, 3).unwrap_err();
        let expected = "notes.md gives 0 questions of at most 3 characters, and a game of this \
                        instance needs 5.";
        assert_eq!(refused, expected);
    }

    #[test]
    fn a_text_with_too_few_questions_is_refused_with_what_was_left_out() {
        let refused = |text: &str| TextQuestions::of("notes.md", text).unwrap_err();
        assert_eq!(
            refused(" \n"),
            "notes.md gives 0 questions for a game, which needs 5 (left out: there is no text); use \
             a longer text of English sentences"
        );
        let said = refused("A short history\n\nIt was cold. Der Hund ist nicht mit dem Mann da.");
        assert!(said.contains("“A short history” because it is a heading; "), "{said}");
        let list = (0..9).map(|nth| format!("- tea {nth}\n\n")).collect::<String>();
        let said = refused(&format!("{list}It was cold."));
        assert!(said.contains(" other part"), "{said}");
    }

    #[test]
    fn vague_questions_are_never_asked() {
        let vague = "It was cold. They left the city. It ended in 1920.";
        let said = TextQuestions::of("notes.md", vague).unwrap_err();
        let pronouns = "questions in which nothing tells what a pronoun stands for";
        assert!(
            said.starts_with("notes.md gives 0 questions") && said.contains(pronouns),
            "{said}"
        );
        let with_vague = read(&format!("{vague}\n\n{TEXT}"));
        assert_eq!(with_vague.count(), read(TEXT).count());
    }
}
