//! Prompts for a model. The owner may replace all of them.

use crate::task::{ConverseTask, GameTask, QuestionTask, Role};

/// One for each task, with placeholders such as `{questions}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompts {
    pub ask: String,
    pub answer: String,
    pub guess: String,
    /// For a question outside a game.
    pub question: String,
    /// For a conversation: the system's message before what both have said.
    pub converse: String,
}

const ASK: &str = "\
You are playing a game. You and another player, who may be a person or a machine, send each other \
{count} questions, answer those you receive, and then guess how smart the other one is, from 0 to 100.

Write your {count} questions. The responses should tell you as much as possible about how smart \
the other player is. A question has at most {max_chars} characters.

Reply with a JSON array of {count} texts, and nothing else.";

const ANSWER: &str = "\
You are playing a game. You and another player, who may be a person or a machine, send each other \
{count} questions, answer those you receive, and then guess how smart the other one is, from 0 to \
100. Your aim is to be taken for as smart as you can.

These are the questions of the other player:

{questions}

Respond to each of them, in this order. A response has at most {max_chars} characters.

Reply with a JSON array of {count} texts, one response for each question, and nothing else.";

const GUESS: &str = "\
You are playing a game. You and another player, who may be a person or a machine, sent each other \
{count} questions and answered those you received. Now you guess how smart the other player is: a \
number from 0 to 100, where 100 is the smartest. Your aim is to come as near as possible to what \
people think of this player on average.

These were your questions:

{questions}

These are the responses of the other player:

{responses}

Reply with a JSON object such as {\"guess\": 12.5}, with your own number, and nothing else.";

const QUESTION: &str = "\
Answer the question below. {context}{choices}

Question: {question}

Give up to {count} answers, the most likely first, each with your confidence: the probability from \
0 to 1 that this answer is right. An answer is as short as it can be and has at most {max_chars} \
characters.

Reply with a JSON array such as [{\"answer\": \"Seine\", \"confidence\": 0.8}, \
{\"answer\": \"Loire\", \"confidence\": 0.1}], and nothing else.";

const CONVERSE: &str = "\
You are in a conversation that is typed, line by line, in the imitation game: a judge talks to a \
person and to a machine, and then says which is which. {role}

Write what a person would type next, in plain text without any formatting. A person types one \
short line, seldom two. A line has at most {max_chars} characters, and there are at most \
{max_lines}. Reply with these lines and nothing else.";
const ENTRY: &str =
    "You are the one that the judge is talking to now. Your aim is to be taken for the person.";
const JUDGE: &str =
    "You are the judge. Your aim is to find out if the other side is the person or the machine.";

impl Default for Prompts {
    fn default() -> Prompts {
        let [ask, answer, guess, question, converse] =
            [ASK, ANSWER, GUESS, QUESTION, CONVERSE].map(str::to_owned);
        Prompts { ask, answer, guess, question, converse }
    }
}

impl Prompts {
    /// Refuses unknown placeholders.
    pub fn check(&self) -> Result<(), String> {
        for (prompt, what, known) in [
            (&self.ask, "asking", &["count", "max_chars"][..]),
            (&self.answer, "answering", &["questions", "count", "max_chars"]),
            (&self.guess, "guessing", &["questions", "responses", "count"]),
            (
                &self.question,
                "answering one question",
                &["question", "context", "choices", "count", "max_chars"],
            ),
            (&self.converse, "conversations", &["role", "max_lines", "max_chars"]),
        ] {
            let mut unknown = None;
            fill(prompt, |name| {
                unknown =
                    unknown.take().or_else(|| (!known.contains(&name)).then(|| name.to_owned()));
                None
            });
            if let Some(name) = unknown {
                let known: Vec<String> = known.iter().map(|name| format!("{{{name}}}")).collect();
                return Err(format!(
                    "The prompt for {what} has {{{name}}}, which is not known there; known are {}.",
                    known.join(", ")
                ));
            }
        }
        Ok(())
    }

    pub(super) fn game(&self, task: &GameTask) -> String {
        match task {
            GameTask::Ask { questions, max_chars, .. } => fill(&self.ask, |name| match name {
                "count" => Some(questions.to_string()),
                "max_chars" => Some(max_chars.to_string()),
                _ => None,
            }),
            GameTask::Answer { questions, max_chars, .. } => {
                fill(&self.answer, |name| match name {
                    "questions" => Some(numbered(questions)),
                    "count" => Some(questions.len().to_string()),
                    "max_chars" => Some(max_chars.to_string()),
                    _ => None,
                })
            }
            GameTask::Guess { questions, responses, .. } => fill(&self.guess, |name| match name {
                "questions" => Some(numbered(questions)),
                "responses" => Some(numbered(responses)),
                "count" => Some(responses.len().to_string()),
                _ => None,
            }),
        }
    }

    pub(super) fn question(&self, task: &QuestionTask) -> String {
        let context =
            task.context.as_ref().map(|text| format!("It is about this text:\n\n{text}\n"));
        let choices = (!task.choices.is_empty())
            .then(|| format!("Only these answers are allowed:\n\n{}\n", numbered(&task.choices)));
        fill(&self.question, |name| match name {
            "question" => Some(task.question.clone()),
            "context" => Some(context.clone().unwrap_or_default()),
            "choices" => Some(choices.clone().unwrap_or_default()),
            "count" => Some(task.max_answers.to_string()),
            "max_chars" => Some(task.max_chars.to_string()),
            _ => None,
        })
    }

    pub(super) fn converse(&self, task: &ConverseTask) -> String {
        fill(&self.converse, |name| match name {
            "role" => Some(match task.you {
                Role::Judge => JUDGE.to_owned(),
                Role::Entry => ENTRY.to_owned(),
            }),
            "max_lines" => Some(task.max_lines.to_string()),
            "max_chars" => Some(task.max_chars.to_string()),
            _ => None,
        })
    }
}

/// Replaces each `{name}` that `value` knows. Inserted text is not expanded again, so a
/// placeholder written by a player has no effect.
fn fill(template: &str, mut value: impl FnMut(&str) -> Option<String>) -> String {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let length = after.find(|c: char| !c.is_ascii_lowercase() && c != '_').unwrap_or(0);
        let (name, end) = after.split_at(length);
        let value = if name.is_empty() {
            None
        } else {
            end.strip_prefix('}').and_then(|end| Some((end, value(name)?)))
        };
        filled.push_str(value.as_ref().map_or("{", |(_, text)| text));
        rest = value.map_or(after, |(end, _)| end);
    }
    filled + rest
}

fn numbered(texts: &[String]) -> String {
    let lines: Vec<String> =
        texts.iter().enumerate().map(|(nth, text)| format!("{}. {text}", nth + 1)).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess_of(questions: [&str; 2], responses: [&str; 2]) -> GameTask {
        let own = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
        GameTask::Guess {
            game: "g".to_owned(),
            questions: own(questions),
            responses: own(responses),
            their_questions: own(["x", "y"]),
            my_responses: own(["x", "y"]),
            problem: None,
        }
    }

    #[test]
    fn a_prompt_shows_what_the_task_has() {
        let task = guess_of(["Why?", "How?"], ["Because.", "So."]);
        let guess = "{count}: {questions} / {responses} {\"guess\": 1} {".to_owned();
        let prompts = Prompts { guess, ..Prompts::default() };
        assert_eq!(prompts.check(), Ok(()));
        assert_eq!(
            prompts.game(&task),
            "2: 1. Why?\n2. How? / 1. Because.\n2. So. {\"guess\": 1} {"
        );
    }

    #[test]
    fn players_cannot_use_placeholders() {
        let task = guess_of(["{responses}", "{count}"], ["{questions}", "{}"]);
        let prompts = Prompts { guess: "{questions}{responses}".to_owned(), ..Prompts::default() };
        assert_eq!(prompts.game(&task), "1. {responses}\n2. {count}1. {questions}\n2. {}");
    }

    #[test]
    fn our_own_prompts_leave_no_placeholder() {
        let prompts = Prompts::default();
        assert_eq!(prompts.check(), Ok(()));
        let written = prompts.game(&guess_of(["Why?", "How?"], ["Because.", "So."]));
        for text in ["2. How?", "1. Because.", "{\"guess\": 12.5}"] {
            assert!(written.contains(text), "{text}");
        }
        let game = "g".to_owned();
        let ask = GameTask::Ask { game, questions: 5, max_chars: 5000, problem: None };
        assert!(prompts.game(&ask).contains("at most 5000 characters"));
        assert!(!prompts.game(&ask).contains('{'));
    }

    #[test]
    fn an_unknown_placeholder_is_named() {
        let answer = "{questions} {respones} {other}".to_owned();
        let refused = Prompts { answer, ..Prompts::default() }.check();
        assert_eq!(
            refused.unwrap_err(),
            "The prompt for answering has {respones}, which is not known there; \
             known are {questions}, {count}, {max_chars}."
        );
        let ask = "{questions}".to_owned();
        assert!(Prompts { ask, ..Prompts::default() }.check().is_err());
    }
}
