//! Downloads of ratings: a line for each, streamed piece by piece.

use std::sync::Arc;

use axum::response::{IntoResponse as _, Response};
use luna_figures::csv_cell;
use luna_store::question_campaign::rating::{self, Rating};
use luna_store::{Db, Tx};

use crate::http::download;

/// Writes a rating as a line; none if it is left out.
pub(crate) type RatingLine = Arc<dyn Fn(&Rating) -> Option<String> + Send + Sync>;

pub(crate) struct RatingsFile {
    pub(crate) kind: &'static str,
    pub(crate) name: &'static str,
    /// Before the first line.
    pub(crate) head: &'static str,
    pub(crate) line: RatingLine,
}

impl RatingsFile {
    pub(crate) fn json(line: RatingLine) -> RatingsFile {
        RatingsFile { kind: "application/jsonl", name: "ratings.jsonl", head: "", line }
    }

    pub(crate) fn csv(head: &'static str, line: RatingLine) -> RatingsFile {
        RatingsFile { kind: "text/csv; charset=utf-8", name: "ratings.csv", head, line }
    }

    pub(crate) fn send(self, db: Db, campaign_id: String) -> Response {
        let line = self.line;
        let first = (self.head.to_owned(), (String::new(), String::new()));
        let page = move |tx: &mut Tx<'_>, (question, rater): &(String, String), most| {
            rating::page(tx, &campaign_id, (question, rater), most)
        };
        let spot = |it: &Rating| (it.question_id.clone(), it.player_id.clone());
        let body = download::lines(db, first, page, move |it| line(it), spot);
        (download::headers(self.kind, self.name), body).into_response()
    }
}

/// Cells as a line of a CSV file.
pub(crate) fn row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| csv_cell(cell)).collect();
    format!("{}\n", cells.join(","))
}

/// Somebody's words as a cell. A spreadsheet would compute what begins like a formula.
pub(crate) fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        return format!("'{text}");
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_comment_is_a_formula_in_a_spreadsheet() {
        for (comment, cell) in [("=1+1", "'=1+1"), ("@sum", "'@sum"), ("a = b", "a = b"), ("", "")]
        {
            assert_eq!(harmless(comment), cell);
        }
    }
}
