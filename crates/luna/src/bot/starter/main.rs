//! A machine for Luna: it reads tasks and writes replies, a line of JSON each.
//!
//! Only replies go to standard output. Print anything else to standard error.

use std::io::{self, BufRead as _, Write as _};

use serde_json::{Value, json};

const QUESTIONS: [&str; 5] = [
    "What is the last thing you changed your mind about?",
    "Which weighs more: a kilogram of feathers or half a kilogram of lead?",
    "The cup did not fit on the shelf because it was too tall. What was too tall?",
    "Explain to a child of six why the moon seems to follow a car.",
    "What would you like to be asked?",
];

/// The questions for the other player.
fn ask(count: usize, max_chars: usize) -> Vec<String> {
    QUESTIONS.iter().cycle().take(count).map(|question| cut(question, max_chars)).collect()
}

/// A response to each of the other player's questions.
fn answer(questions: &[&str], max_chars: usize) -> Vec<String> {
    let respond = |question| cut(&format!("I have no good answer to “{question}”"), max_chars);
    questions.iter().map(respond).collect()
}

/// A guess about the other player, from 0 to 100, by the responses.
fn guess(_questions: &[&str], responses: &[&str]) -> usize {
    let words: usize = responses.iter().map(|response| response.split_whitespace().count()).sum();
    (10 + words).min(90)
}

/// Up to five answers to a question outside games, best first, each with the probability from 0 to
/// 1 that it is right.
fn answers(_question: &str, choices: &[&str]) -> Vec<Value> {
    let guesses = if choices.is_empty() { &["I have no good answer."][..] } else { choices };
    let guesses: Vec<&&str> = guesses.iter().take(5).collect();
    let confidence = 1.0 / f64::from(u8::try_from(guesses.len()).unwrap_or(u8::MAX));
    let answer = |text| json!({ "answer": text, "confidence": confidence });
    guesses.into_iter().map(answer).collect()
}

/// The lines to say next in a conversation, or none; the last line is the newest.
fn converse(lines: &[Value], max_chars: usize) -> Vec<String> {
    match lines.last() {
        Some(last) if last["by"] == "judge" && last["open"] != true => {
            let heard = last["text"].as_str().unwrap_or_default();
            vec![cut(&format!("Why do you say “{heard}”?"), max_chars)]
        }
        _ => Vec::new(),
    }
}

fn cut(text: &str, max_chars: usize) -> String {
    text.chars().take(max_chars).collect()
}

fn reply(task: &Value) -> Option<Value> {
    let texts = |name: &str| -> Vec<&str> {
        task[name].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    };
    let number =
        |name: &str| task[name].as_u64().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
    match task["type"].as_str()? {
        "ask" => Some(json!({ "questions": ask(number("questions"), number("max_chars")) })),
        "answer" => Some(json!({ "responses": answer(&texts("questions"), number("max_chars")) })),
        "guess" => Some(json!({ "guess": guess(&texts("questions"), &texts("responses")) })),
        "question" => {
            let question = task["question"].as_str().unwrap_or_default();
            Some(json!({ "answers": answers(question, &texts("choices")) }))
        }
        "converse" => {
            let lines = task["lines"].as_array().map_or(&[][..], Vec::as_slice);
            Some(json!({ "lines": converse(lines, number("max_chars")) }))
        }
        // "hello" names the machine and wants no reply.
        _ => None,
    }
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let task: Value = serde_json::from_str(&line?)?;
        if let Some(problem) = task["problem"].as_str() {
            writeln!(io::stderr(), "The last reply was refused: {problem}")?;
        }
        if let Some(reply) = reply(&task) {
            writeln!(out, "{reply}")?;
            out.flush()?;
        }
    }
    Ok(())
}
