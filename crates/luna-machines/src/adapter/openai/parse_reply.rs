//! Parsing of a model's output. Ambiguous output is refused.

use serde_json::{Map, Value, json};

use crate::task::{GameTask, miscounted};

/// The reply to a task of the game as JSON, or what is wrong.
pub(super) fn game(task: &GameTask, text: &str) -> Result<Value, String> {
    match task {
        GameTask::Ask { questions, .. } => {
            let list = ReplyShape { count: *questions, what: "questions", many_lines: false };
            Ok(json!({ "questions": list.read(text)? }))
        }
        GameTask::Answer { questions, .. } => {
            let list = ReplyShape { count: questions.len(), what: "responses", many_lines: true };
            Ok(json!({ "responses": list.read(text)? }))
        }
        GameTask::Guess { .. } => Ok(json!({ "guess": guess(text)? })),
    }
}

/// Answers to one question as JSON: the list, whether it stands alone or in an object.
pub(super) fn answers(text: &str) -> Result<Value, String> {
    let text = unfenced(text);
    let found = json(text).filter(|value| value.is_array() || value.is_object());
    let found = found.or_else(|| json_within(text)).ok_or(
        "There is no JSON in the reply; a JSON array of objects with “answer” and “confidence” is \
         needed.",
    )?;
    let single = |value: &Value| value.get("answer").is_some_and(Value::is_string);
    let list = match found {
        Value::Object(object) if single(&Value::Object(object.clone())) => vec![object.into()],
        Value::Object(mut object) => match object.remove("answers") {
            Some(Value::Array(list)) => list,
            _ => return Err("The JSON has no list “answers”.".to_owned()),
        },
        Value::Array(list) => list,
        _ => return Err("The JSON is not a list of answers.".to_owned()),
    };
    Ok(json!({ "answers": list }))
}

/// What is said in a conversation, as JSON: the lines of the text, or of the JSON in it.
pub(super) fn lines(text: &str) -> Result<Value, String> {
    let text = unfenced(text);
    if let Some(value) = json(text).filter(|value| value.get("lines").is_some()) {
        return Ok(value);
    }
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.is_empty() {
        return Err("There is no line in the reply.".to_owned());
    }
    Ok(json!({ "lines": lines }))
}

/// The text after the last `end`: models think aloud before it.
pub(super) fn after_reasoning<'a>(text: &'a str, end: Option<&str>) -> &'a str {
    let end = end.filter(|end| !end.is_empty());
    end.and_then(|end| text.rsplit_once(end)).map_or(text, |(_, rest)| rest)
}

struct ReplyShape {
    count: usize,
    what: &'static str,
    many_lines: bool,
}

impl ReplyShape {
    fn read(&self, text: &str) -> Result<Vec<String>, String> {
        let text = unfenced(text);
        if let Some(value) = json(text).filter(|value| value.is_array() || value.is_object()) {
            let no_texts = || format!("The JSON is not a list of {} texts.", self.count);
            return self.counted(strings(&value).ok_or_else(no_texts)?);
        }
        if let Some(list) = self.marked(text, &numbered) {
            return self.counted(list?);
        }
        if let Some(list) = json_within(text).as_ref().and_then(strings) {
            return self.counted(list);
        }
        if let Some(list) = self.marked(text, &bulleted) {
            return self.counted(list?);
        }
        let mut lines: Vec<&str> =
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        if lines.len() > 1 && lines.first().is_some_and(|first| first.ends_with(':')) {
            lines.remove(0);
        }
        self.counted(lines.into_iter().map(str::to_owned).collect())
    }

    fn counted(&self, list: Vec<String>) -> Result<Vec<String>, String> {
        if list.len() == self.count {
            return Ok(list);
        }
        Err(miscounted(list.len(), self.what, self.count))
    }

    /// The items of a list whose items begin as `marker` says; nothing if no line does. Text before
    /// the first item is an introduction.
    fn marked(
        &self,
        text: &str,
        marker: &dyn Fn(&str, usize) -> Option<Result<String, ()>>,
    ) -> Option<Result<Vec<String>, String>> {
        let mut items: Vec<String> = Vec::new();
        let mut indent = 0;
        let mut open = false;
        for line in text.lines() {
            let bare = line.trim_start();
            let indented = line.len() - bare.len();
            let is_marker = items.is_empty() || indented <= indent;
            match marker(bare, items.len() + 1).filter(|_| is_marker) {
                Some(Ok(item)) => {
                    indent = indented;
                    items.push(item);
                    open = true;
                }
                Some(Err(())) if !items.is_empty() => {
                    return Some(Err(format!(
                        "The {} are not numbered from 1 to {}.",
                        self.what, self.count
                    )));
                }
                Some(Err(())) | None => {
                    open = open && (self.many_lines || !bare.is_empty());
                    if let Some(item) = items.last_mut().filter(|_| open) {
                        item.push('\n');
                        item.push_str(line);
                    }
                }
            }
        }
        let tidy = |item: String| item.trim().to_owned();
        (!items.is_empty()).then(|| Ok(items.into_iter().map(tidy).collect()))
    }
}

/// `1.`, `2)`, `**3.**`, `Question 4:` and the like, followed by a space; an
/// error if it is the number of another item.
fn numbered(line: &str, expected: usize) -> Option<Result<String, ()>> {
    let rest = line.trim_start_matches(['*', '_', '#', '(', ' ']);
    let emphasis = line.len() - rest.len();
    let word = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(0);
    let (word, rest) = rest.split_at(word);
    let words = ["", "q", "a", "question", "answer", "response"];
    if !words.contains(&word.to_lowercase().as_str()) {
        return None;
    }
    let rest = if word.is_empty() { rest } else { rest.trim_start() };
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, rest) = rest.split_at(digits);
    let number: usize = digits.parse().ok().filter(|_| digits.len() < 3)?;
    let rest = rest.trim_start_matches(['*', '_']).strip_prefix(['.', ')', ':'])?;
    let rest = if emphasis > 0 { rest.trim_start_matches(['*', '_', ':']) } else { rest };
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let text = rest.trim();
    let bold = text.strip_suffix("**").filter(|text| emphasis > 0 && !text.contains("**"));
    Some(if number == expected { Ok(bold.unwrap_or(text).to_owned()) } else { Err(()) })
}

fn bulleted(line: &str, _: usize) -> Option<Result<String, ()>> {
    let rest = line.strip_prefix(['-', '*', '•', '–', '—'])?;
    rest.starts_with(char::is_whitespace).then(|| Ok(rest.trim().to_owned()))
}

/// Without the fence of backticks around all of it.
fn unfenced(text: &str) -> &str {
    let inner = text.trim().strip_prefix("```").and_then(|text| text.strip_suffix("```"));
    let inner = inner.filter(|inner| !inner.contains("```"));
    inner.and_then(|inner| inner.split_once('\n')).map_or(text, |(_, inner)| inner)
}

fn json(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// From the first bracket to the last of its kind.
fn json_within(text: &str) -> Option<Value> {
    let (_, from) = text.split_at_checked(text.find(['[', '{'])?)?;
    let close = if from.starts_with('[') { ']' } else { '}' };
    json(from.get(..=from.rfind(close)?)?)
}

/// The texts of a list, of the only list in an object, or of an object whose
/// keys are numbered.
fn strings(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Array(list) => list.iter().map(only_text).collect(),
        Value::Object(object) => {
            let mut lists = object.values().filter(|value| value.is_array());
            match (lists.next(), lists.next()) {
                (Some(list), None) => strings(list),
                (Some(_), Some(_)) => None,
                (None, _) => by_number(object),
            }
        }
        _ => None,
    }
}

/// A text, or an object with one text in it.
fn only_text(value: &Value) -> Option<String> {
    let mut texts = match value {
        Value::Object(object) => object.values().filter_map(Value::as_str).collect(),
        other => vec![other.as_str()?],
    };
    texts.pop().filter(|_| texts.is_empty()).map(str::to_owned)
}

fn by_number(object: &Map<String, Value>) -> Option<Vec<String>> {
    let number = |key: &str| key.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok();
    let numbered =
        object.iter().map(|(key, value)| Some((number(key)?, value.as_str()?.to_owned())));
    let mut numbered: Vec<(usize, String)> = numbered.collect::<Option<_>>()?;
    numbered.sort();
    let texts: Vec<String> = numbered.into_iter().map(|(_, text)| text).collect();
    (!texts.is_empty()).then_some(texts)
}

/// From JSON, or the one number in the text.
fn guess(text: &str) -> Result<Value, String> {
    let json = json_within(text);
    let named = json.as_ref().and_then(|json| json.get("guess"));
    if let Some(guess) = named.filter(|guess| guess.is_number()) {
        return Ok(guess.clone());
    }
    let mut found = numbers(text);
    found.dedup();
    match &found[..] {
        [] => Err("There is no number in the reply; one from 0 to 100 is needed.".to_owned()),
        [one] => {
            // Three digits after a comma are thousands, not decimals.
            let plain = one.split_once(',').is_none_or(|(_, decimals)| decimals.len() != 3);
            let number = one.replace(',', ".").parse::<f64>().ok().filter(|_| plain);
            number.map(Value::from).ok_or_else(|| format!("“{one}” is not a number from 0 to 100."))
        }
        many => Err(format!(
            "There are several numbers in the reply ({}); reply with one.",
            many.iter().take(5).map(String::as_str).collect::<Vec<_>>().join("; ")
        )),
    }
}

/// The numbers in a text, without the scale in "62/100", "62 out of 100" and "from 0 to 100".
fn numbers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (between, from) = rest.split_at(start);
        let end = from.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','));
        let (token, after) = from.split_at(end.unwrap_or(from.len()));
        let number = token.trim_end_matches(['.', ',']);
        add(&mut found, number, between);
        rest = after;
    }
    found
}

fn add(found: &mut Vec<String>, number: &str, between: &str) {
    let words = between.trim().to_lowercase();
    if number == "100" && !found.is_empty() {
        if words == "/" || words.ends_with("out of") {
            return;
        }
        let range = matches!(words.as_str(), "to" | "-" | "–" | "—" | "and");
        if range && found.last().is_some_and(|last| last == "0") {
            found.pop();
            return;
        }
    }
    // A minus, not a hyphen nor the dash of a range.
    let sign = between.strip_suffix(['-', '−']);
    let negative = sign.is_some_and(|before| match before.chars().last() {
        Some(last) => !last.is_alphanumeric(),
        None => found.is_empty(),
    });
    found.push(if negative { format!("-{number}") } else { number.to_owned() });
}

#[cfg(test)]
mod tests;
