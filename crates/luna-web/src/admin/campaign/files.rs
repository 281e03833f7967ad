//! Downloads of a campaign: all ratings as a stream, and the decisions on raters.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream;
use luna_figures::csv_cell;
use luna_store::player::Role;
use luna_store::question_campaign::rating::{self, Rating};
use luna_store::question_campaign::{campaign, rater};
use luna_store::{self as store, Db};
use serde_json::json;

use crate::admin::listing::plain;
use crate::error::Error;
use crate::state::App;
use crate::visitor::Visitor;

/// Ratings read at a time.
const PIECE: i64 = 1_000;

pub(super) async fn json(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let file = File { kind: "application/jsonl", name: "ratings.jsonl", line: json_line };
    file.send(&app, visitor, plain(&id)?, String::new()).await
}

pub(super) async fn csv(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let head = "question,rater,rating,comment,handed_at,rated_at,rejected_at,rejected_why\n";
    let file = File { kind: "text/csv; charset=utf-8", name: "ratings.csv", line: csv_line };
    file.send(&app, visitor, plain(&id)?, head.to_owned()).await
}

fn json_line(it: &Rating) -> String {
    let value = json!({
        "question": it.question_id, "rater": it.player_id, "rating": it.rating.number(),
        "comment": it.comment, "handed_at": it.began_at, "rated_at": it.rated_at,
        "rejected_at": it.rejected_at, "rejected_why": it.rejected_why,
    });
    format!("{value}\n")
}

fn csv_line(it: &Rating) -> String {
    let cells = [
        it.question_id.clone(),
        it.player_id.clone(),
        it.rating.number().to_string(),
        harmless(&it.comment),
        it.began_at.to_string(),
        it.rated_at.to_string(),
        it.rejected_at.map(|at| at.to_string()).unwrap_or_default(),
        it.rejected_why.clone().unwrap_or_default(),
    ];
    row(&cells)
}

/// A rater's words as a cell. A spreadsheet would compute what begins like a formula.
fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        return format!("'{text}");
    }
    text.to_owned()
}

fn row(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| csv_cell(cell)).collect();
    format!("{}\n", cells.join(","))
}

/// A download, a line for each rating.
struct File {
    kind: &'static str,
    name: &'static str,
    line: fn(&Rating) -> String,
}

/// The question and the rater of the last line.
type Spot = (String, String);

impl File {
    /// Streamed piece by piece, so memory use does not grow with its size.
    async fn send(
        self,
        app: &App,
        visitor: Visitor,
        id: String,
        head: String,
    ) -> Result<Response, Error> {
        let wanted = id.clone();
        app.db
            .read(move |tx| {
                visitor.operator(tx, Role::Moderator)?;
                Ok::<_, Error>(campaign::find(tx, &wanted)?)
            })
            .await?;
        let (db, line) = (app.db.clone(), self.line);
        let first = Some((head, (String::new(), String::new())));
        let rest = stream::try_unfold(first, move |from| {
            let (db, id) = (db.clone(), id.clone());
            async move {
                let Some((text, after)) = from else { return Ok(None) };
                piece(&db, id, after, text, line).await.map(Some)
            }
        });
        Ok((download(self.kind, self.name), Body::from_stream(rest)).into_response())
    }
}

fn download(kind: &str, name: &str) -> [(axum::http::HeaderName, String); 2] {
    let disposition = format!("attachment; filename=\"{name}\"");
    [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)]
}

/// The next lines after the given header, and the position of the following ones, if any.
async fn piece(
    db: &Db,
    id: String,
    after: Spot,
    mut text: String,
    line: fn(&Rating) -> String,
) -> store::Result<(String, Option<(String, Spot)>)> {
    let read = move |tx: &mut store::Tx<'_>| rating::page(tx, &id, (&after.0, &after.1), PIECE);
    let all = db.read(read).await?;
    text.extend(all.iter().map(line));
    let full = i64::try_from(all.len()).is_ok_and(|found| found >= PIECE);
    let next = all.into_iter().last().filter(|_| full);
    Ok((text, next.map(|last| (String::new(), (last.question_id, last.player_id)))))
}

/// The decisions on raters: what platforms need to accept or reject the work of each.
pub(super) async fn raters(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let id = plain(&id)?;
    let read = move |tx: &mut store::Tx<'_>| {
        visitor.operator(tx, Role::Moderator)?;
        campaign::find(tx, &id)?;
        let mut lines =
            "platform,worker,submission,study,rater,ratings,rejected,decision,reason\n".to_owned();
        for it in rater::of_campaign(tx, &id)? {
            let own = rating::of_rater(tx, &id, &it.player_id)?;
            let rejected = own.iter().filter(|it| it.rejected_at.is_some()).count();
            let decision = if it.rejected_at.is_some() { "reject" } else { "accept" };
            lines.push_str(&row(&[
                it.platform,
                it.worker,
                it.submission,
                it.study,
                it.player_id,
                own.len().to_string(),
                rejected.to_string(),
                decision.to_owned(),
                it.rejected_why.unwrap_or_default(),
            ]));
        }
        Ok::<_, Error>(lines)
    };
    let lines = app.db.read(read).await?;
    Ok((download("text/csv; charset=utf-8", "raters.csv"), lines).into_response())
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
