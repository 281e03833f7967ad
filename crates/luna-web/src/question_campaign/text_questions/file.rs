//! Downloads of questions: text, a table with tabs, and lines of JSON.

use axum::response::{IntoResponse as _, Response};
use serde_json::json;

use super::offer::Offer;
use crate::http::download::headers;

/// What the column `generator` says of a question.
fn generator(offer: &Offer) -> &'static str {
    if offer.is_edited() { "luna, edited by a person" } else { "luna" }
}

/// The questions with their answers, as text.
pub(super) fn text(offers: &[Offer]) -> String {
    let pair = |it: &Offer| format!("{}\n{}\n", it.question, it.answer);
    offers.iter().map(pair).collect::<Vec<_>>().join("\n")
}

fn tsv(offers: &[Offer]) -> String {
    let row = |it: &Offer| {
        let cells = [&it.question, &it.answer, &it.sentence].map(|text| harmless(text));
        format!("{}\t{}\n", cells.join("\t"), generator(it))
    };
    let head = "question\tanswer\tsentence\tgenerator\n".to_owned();
    head + &offers.iter().map(row).collect::<String>()
}

/// Words as a cell. A spreadsheet would compute what begins like a formula.
fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() }
}

pub(super) fn lines(offers: &[Offer]) -> String {
    let line = |it: &Offer| {
        let value = json!({
            "question": it.question, "answer": it.answer, "sentence": it.sentence,
            "generator": generator(it),
        });
        format!("{value}\n")
    };
    offers.iter().map(line).collect()
}

/// The file that a button asks for, if it is one of these.
pub(super) fn download(button: &str, offers: &[Offer]) -> Option<Response> {
    let (kind, body) = match button {
        "txt" => ("text/plain; charset=utf-8", text(offers)),
        "tsv" => ("text/tab-separated-values; charset=utf-8", tsv(offers)),
        "jsonl" => ("application/jsonl", lines(offers)),
        _ => return None,
    };
    Some((headers(kind, &format!("questions.{button}")), body).into_response())
}

#[cfg(test)]
mod tests {
    use luna_machines::question_file;

    use super::*;

    fn offers() -> Vec<Offer> {
        let offer = |original: &str, question: &str, answer: &str| Offer {
            original: original.to_owned(),
            question: question.to_owned(),
            original_answer: answer.to_owned(),
            answer: answer.to_owned(),
            sentence: "Marie Curie discovered radium.".to_owned(),
            is_chosen: true,
            is_vague: false,
        };
        vec![
            offer("Who discovered radium?", "Who discovered radium?", "Marie Curie"),
            offer("What did she find?", "What did Curie find?", "=radium"),
        ]
    }

    #[test]
    fn a_table_computes_nothing() {
        assert_eq!(
            tsv(&offers()),
            "question\tanswer\tsentence\tgenerator\n\
             Who discovered radium?\tMarie Curie\tMarie Curie discovered radium.\tluna\n\
             What did Curie find?\t'=radium\tMarie Curie discovered radium.\tluna, edited by a person\n"
        );
    }

    /// A campaign reads what the page gives away.
    #[test]
    fn lines_of_json_and_the_table_can_be_imported() {
        for file in [lines(&offers()), tsv(&offers())] {
            let article = Some(("Radium", "Marie Curie discovered radium. It shines."));
            let read = question_file::read(file.as_bytes(), None, article).unwrap();
            let questions: Vec<&str> =
                read.questions.iter().map(|it| it.question.as_str()).collect();
            assert_eq!(questions, ["Who discovered radium?", "What did Curie find?"]);
            assert_eq!(read.questions[1].generator, "luna, edited by a person");
        }
    }

    #[test]
    fn text_has_each_answer_below_its_question() {
        let expected = "Who discovered radium?\nMarie Curie\n\nWhat did Curie find?\n=radium\n";
        assert_eq!(text(&offers()), expected);
    }
}
