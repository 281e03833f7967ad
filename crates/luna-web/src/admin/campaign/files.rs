//! Downloads of a campaign for its operators: all ratings as a stream, and the decisions on raters.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Response};
use luna_store as store;
use luna_store::player::Role;
use luna_store::question_campaign::rating::{self, Rating};
use luna_store::question_campaign::{campaign, rater};
use serde_json::json;

use crate::admin::listing::plain;
use crate::error::Error;
use crate::question_campaign::ratings_file::{RatingsFile, download, harmless, row};
use crate::state::App;
use crate::visitor::Visitor;

pub(super) async fn json(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let file = RatingsFile::json(Arc::new(|it: &Rating| Some(json_line(it))));
    send(&app, visitor, plain(&id)?, file).await
}

pub(super) async fn csv(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Error> {
    let head = "question,rater,rating,comment,handed_at,rated_at,rejected_at,rejected_why\n";
    let file = RatingsFile::csv(head, Arc::new(|it: &Rating| Some(csv_line(it))));
    send(&app, visitor, plain(&id)?, file).await
}

async fn send(
    app: &App,
    visitor: Visitor,
    id: String,
    file: RatingsFile,
) -> Result<Response, Error> {
    let wanted = id.clone();
    let read = move |tx: &mut store::Tx<'_>| {
        visitor.operator(tx, Role::Moderator)?;
        Ok::<_, Error>(campaign::find(tx, &wanted)?)
    };
    app.db.read(read).await?;
    Ok(file.send(app.db.clone(), id))
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
