//! Prompts for a model. The owner may replace all of them.

use serde::{Deserialize, Serialize};

use crate::task::{ConverseTask, GameTask, QuestionTask, Role};

/// An owner's prompts, one for each task, with placeholders such as `{questions}`. An empty one is
/// Luna's own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Prompts {
    pub ask: String,
    pub answer: String,
    pub guess: String,
    /// For a question outside a game.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub question: String,
    /// For a conversation: the system's message before what both have said.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub converse: String,
}

/// A prompt that owners may replace.
#[derive(Debug)]
pub struct PromptField {
    /// Its name in forms and in [`Prompts`].
    pub name: &'static str,
    /// Its label in forms.
    pub label: &'static str,
    pub placeholders: &'static [&'static str],
    find: fn(&Prompts) -> &String,
    find_mut: fn(&mut Prompts) -> &mut String,
}

/// All prompts, in the order of forms.
pub static PROMPTS: [PromptField; 5] = [
    PromptField {
        name: "ask",
        label: "To ask",
        placeholders: &["count", "max_chars"],
        find: |it| &it.ask,
        find_mut: |it| &mut it.ask,
    },
    PromptField {
        name: "answer",
        label: "To answer",
        placeholders: &["questions", "count", "max_chars"],
        find: |it| &it.answer,
        find_mut: |it| &mut it.answer,
    },
    PromptField {
        name: "guess",
        label: "To guess",
        placeholders: &["questions", "responses", "count"],
        find: |it| &it.guess,
        find_mut: |it| &mut it.guess,
    },
    PromptField {
        name: "question",
        label: "To answer one question outside games",
        placeholders: &["question", "context", "choices", "count", "max_chars"],
        find: |it| &it.question,
        find_mut: |it| &mut it.question,
    },
    PromptField {
        name: "converse",
        label: "To converse: the system's message before the conversation",
        placeholders: &["role", "max_lines", "max_chars"],
        find: |it| &it.converse,
        find_mut: |it| &mut it.converse,
    },
];

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

impl PromptField {
    /// The owner's text, empty if they use Luna's own.
    pub fn get<'a>(&self, prompts: &'a Prompts) -> &'a str {
        (self.find)(prompts)
    }

    pub fn set(&self, prompts: &mut Prompts, text: String) {
        *(self.find_mut)(prompts) = text;
    }

    /// Refuses unknown placeholders.
    pub fn check(&self, text: &str) -> Result<(), String> {
        let mut unknown = None;
        fill(text, |name| {
            let is_known = self.placeholders.contains(&name);
            unknown = unknown.take().or_else(|| (!is_known).then(|| name.to_owned()));
            None
        });
        match unknown {
            None => Ok(()),
            Some(name) => Err(format!(
                "The prompt “{}” has {{{name}}}, which is not known there; known are {}.",
                self.label,
                self.listed()
            )),
        }
    }

    /// The placeholders as an owner types them.
    pub fn listed(&self) -> String {
        let all = self.placeholders.iter().map(|name| format!("{{{name}}}"));
        all.collect::<Vec<_>>().join(", ")
    }
}

impl Prompts {
    pub(super) fn game(&self, task: &GameTask) -> String {
        match task {
            GameTask::Ask { questions, max_chars, .. } => {
                fill(or_ours(&self.ask, ASK), |name| match name {
                    "count" => Some(questions.to_string()),
                    "max_chars" => Some(max_chars.to_string()),
                    _ => None,
                })
            }
            GameTask::Answer { questions, max_chars, .. } => {
                fill(or_ours(&self.answer, ANSWER), |name| match name {
                    "questions" => Some(numbered(questions)),
                    "count" => Some(questions.len().to_string()),
                    "max_chars" => Some(max_chars.to_string()),
                    _ => None,
                })
            }
            GameTask::Guess { questions, responses, .. } => {
                fill(or_ours(&self.guess, GUESS), |name| match name {
                    "questions" => Some(numbered(questions)),
                    "responses" => Some(numbered(responses)),
                    "count" => Some(responses.len().to_string()),
                    _ => None,
                })
            }
        }
    }

    pub(super) fn question(&self, task: &QuestionTask) -> String {
        let context =
            task.context.as_ref().map(|text| format!("It is about this text:\n\n{text}\n"));
        let choices = (!task.choices.is_empty())
            .then(|| format!("Only these answers are allowed:\n\n{}\n", numbered(&task.choices)));
        fill(or_ours(&self.question, QUESTION), |name| match name {
            "question" => Some(task.question.clone()),
            "context" => Some(context.clone().unwrap_or_default()),
            "choices" => Some(choices.clone().unwrap_or_default()),
            "count" => Some(task.max_answers.to_string()),
            "max_chars" => Some(task.max_chars.to_string()),
            _ => None,
        })
    }

    pub(super) fn converse(&self, task: &ConverseTask) -> String {
        fill(or_ours(&self.converse, CONVERSE), |name| match name {
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

fn or_ours<'a>(theirs: &'a str, ours: &'a str) -> &'a str {
    if theirs.trim().is_empty() { ours } else { theirs }
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
        for (field, ours) in PROMPTS.iter().zip([ASK, ANSWER, GUESS, QUESTION, CONVERSE]) {
            assert_eq!((field.check(ours), field.get(&prompts)), (Ok(()), ""));
        }
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
        let [ask, answer, ..] = &PROMPTS;
        assert_eq!(
            answer.check("{questions} {respones} {other}").unwrap_err(),
            "The prompt “To answer” has {respones}, which is not known there; known are \
             {questions}, {count}, {max_chars}."
        );
        assert!(ask.check("{questions}").is_err());
    }

    #[test]
    fn each_field_is_stored_under_its_name() {
        let mut prompts = Prompts::default();
        for field in &PROMPTS {
            field.set(&mut prompts, format!("my {}", field.name));
        }
        let stored = serde_json::to_value(&prompts).unwrap();
        assert_eq!(stored.as_object().unwrap().len(), PROMPTS.len());
        for field in &PROMPTS {
            let written = format!("my {}", field.name);
            assert_eq!(
                (field.get(&prompts), stored[field.name].as_str()),
                (&*written, Some(&*written))
            );
        }
    }
}
