//! Downloads of ratings: a line for each, streamed piece by piece.

use std::sync::Arc;

use axum::body::Body;
use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use luna_figures::csv_cell;
use luna_store::question_campaign::rating::{self, Rating};
use luna_store::{self as store, Db};

/// Ratings read at a time.
const PIECE: i64 = 1_000;

/// Writes a rating as a line; none if it is left out.
pub(crate) type RatingLine = Arc<dyn Fn(&Rating) -> Option<String> + Send + Sync>;

/// The question and the rater of the last line.
type Spot = (String, String);

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

    /// Memory use does not grow with the size of the campaign.
    pub(crate) fn send(self, db: Db, campaign_id: String) -> Response {
        let line = self.line;
        let first = Some((self.head.to_owned(), (String::new(), String::new())));
        let rest = stream::try_unfold(first, move |from| {
            let (db, id, line) = (db.clone(), campaign_id.clone(), Arc::clone(&line));
            async move {
                let Some((text, after)) = from else { return Ok(None) };
                piece(&db, id, after, text, &line).await.map(Some)
            }
        });
        (download(self.kind, self.name), Body::from_stream(rest)).into_response()
    }
}

/// The headers of a download.
pub(crate) fn download(kind: &str, name: &str) -> [(HeaderName, String); 2] {
    let disposition = format!("attachment; filename=\"{name}\"");
    [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)]
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

/// The next lines after the given header, and the position of the following ones, if any.
async fn piece(
    db: &Db,
    id: String,
    after: Spot,
    mut text: String,
    line: &RatingLine,
) -> store::Result<(String, Option<(String, Spot)>)> {
    let read = move |tx: &mut store::Tx<'_>| rating::page(tx, &id, (&after.0, &after.1), PIECE);
    let all = db.read(read).await?;
    text.extend(all.iter().filter_map(|it| line(it)));
    let full = i64::try_from(all.len()).is_ok_and(|found| found >= PIECE);
    let next = all.into_iter().last().filter(|_| full);
    Ok((text, next.map(|last| (String::new(), (last.question_id, last.player_id)))))
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
