//! Questions as lines of JSON.

use serde::Deserialize;

use super::collection::{Collection, Line, QuestionFile};
use super::format::Format;
use crate::file::tossup_file::ReadError;

#[derive(Deserialize)]
struct Object {
    #[serde(default)]
    article: String,
    #[serde(default)]
    text: String,
    #[serde(default, alias = "source_sentence")]
    sentence: String,
    #[serde(default)]
    question: String,
    #[serde(default)]
    answer: String,
    #[serde(default)]
    generator: String,
    #[serde(default)]
    gold: Option<u8>,
}

pub(super) fn read(text: &str, article: Option<(&str, &str)>) -> Result<QuestionFile, ReadError> {
    let mut all = Collection::new(Format::Json, article);
    for (at, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let object: Object = serde_json::from_str(line).map_err(|_| {
            let why = "this is no JSON object whose question, sentence, article, text, answer and generator are texts and whose gold is a number";
            ReadError::line(at, why)
        })?;
        let Object { article, text, sentence, question, answer, generator, gold } = object;
        let gold = gold.map(|gold| gold.to_string()).unwrap_or_default();
        all.add(at, &Line { article, text, sentence, question, answer, generator, gold })?;
    }
    all.finish()
}
