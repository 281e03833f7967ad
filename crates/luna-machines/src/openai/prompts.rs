//! Prompts for a model. The owner may replace all of them.

use crate::task::Task;

/// One for each task, with placeholders such as `{questions}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompts {
    pub ask: String,
    pub answer: String,
    pub guess: String,
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

impl Default for Prompts {
    fn default() -> Prompts {
        Prompts { ask: ASK.to_owned(), answer: ANSWER.to_owned(), guess: GUESS.to_owned() }
    }
}

impl Prompts {
    /// Refuses placeholders that nothing would be put in for.
    pub fn check(&self) -> Result<(), String> {
        for (prompt, what, known) in [
            (&self.ask, "asking", &["count", "max_chars"][..]),
            (&self.answer, "answering", &["questions", "count", "max_chars"]),
            (&self.guess, "guessing", &["questions", "responses", "count"]),
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

    pub(super) fn write(&self, task: &Task) -> String {
        match task {
            Task::Ask { questions, max_chars, .. } => fill(&self.ask, |name| match name {
                "count" => Some(questions.to_string()),
                "max_chars" => Some(max_chars.to_string()),
                _ => None,
            }),
            Task::Answer { questions, max_chars, .. } => fill(&self.answer, |name| match name {
                "questions" => Some(numbered(questions)),
                "count" => Some(questions.len().to_string()),
                "max_chars" => Some(max_chars.to_string()),
                _ => None,
            }),
            Task::Guess { questions, responses, .. } => fill(&self.guess, |name| match name {
                "questions" => Some(numbered(questions)),
                "responses" => Some(numbered(responses)),
                "count" => Some(responses.len().to_string()),
                _ => None,
            }),
        }
    }
}

/// Replaces each `{name}` that `value` knows. What is put in is not looked at
/// again, so a player who writes a placeholder gets nothing for it.
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

    fn guess_of(questions: [&str; 2], responses: [&str; 2]) -> Task {
        let own = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
        Task::Guess {
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
            prompts.write(&task),
            "2: 1. Why?\n2. How? / 1. Because.\n2. So. {\"guess\": 1} {"
        );
    }

    #[test]
    fn players_cannot_use_placeholders() {
        let task = guess_of(["{responses}", "{count}"], ["{questions}", "{}"]);
        let prompts = Prompts { guess: "{questions}{responses}".to_owned(), ..Prompts::default() };
        assert_eq!(prompts.write(&task), "1. {responses}\n2. {count}1. {questions}\n2. {}");
    }

    #[test]
    fn our_own_prompts_leave_no_placeholder() {
        let prompts = Prompts::default();
        assert_eq!(prompts.check(), Ok(()));
        let written = prompts.write(&guess_of(["Why?", "How?"], ["Because.", "So."]));
        for text in ["2. How?", "1. Because.", "{\"guess\": 12.5}"] {
            assert!(written.contains(text), "{text}");
        }
        let game = "g".to_owned();
        let ask = Task::Ask { game, questions: 5, max_chars: 5000, problem: None };
        assert!(prompts.write(&ask).contains("at most 5000 characters"));
        assert!(!prompts.write(&ask).contains('{'));
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
