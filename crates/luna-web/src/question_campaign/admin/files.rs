//! Downloads of a campaign for its operators: all ratings as a stream, the questions with their labels,
//! and the decisions on raters.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::response::{IntoResponse as _, Response};
use luna_app::question_campaign::completion;
use luna_app::question_campaign::labels::{self, LabelledQuestion, rated_questions};
use luna_app::question_campaign::monitoring::{RaterReport, Ratings, monitor, seconds};
use luna_core::question_rating::QuestionRating;
use luna_store as store;
use luna_store::player::Role;
use luna_store::predict::QuestionInformativeness;
use luna_store::question_campaign::campaign::Campaign;
use luna_store::question_campaign::rating::{self, Rating};
use luna_store::question_campaign::{campaign, imported, item, rater};
use serde_json::json;

use crate::admin::listing::plain;
use crate::http::download::headers;
use crate::http::error::Error;
use crate::http::page_request::PageRequest;
use crate::http::state::App;
use crate::http::visitor::Visitor;
use crate::question_campaign::ratings_file::{RatingLine, RatingsFile, harmless, row};

pub(super) async fn json(PageRequest { app, visitor, id }: PageRequest) -> Result<Response, Error> {
    send(&app, visitor, plain(&id)?, RatingsFile::json, json_line).await
}

pub(super) async fn csv(PageRequest { app, visitor, id }: PageRequest) -> Result<Response, Error> {
    let head = "question,rater,rating,comment,handed_at,rated_at,rejected_at,rejected_why,\
                informativeness,people,question_text,worker,batch,seconds,gold,screening\n";
    send(&app, visitor, plain(&id)?, |line| RatingsFile::csv(head, line), csv_line).await
}

/// The words beside each rating of a campaign.
struct Around {
    /// The places in which games tell it.
    informativeness: BTreeMap<String, QuestionInformativeness>,
    texts: BTreeMap<String, String>,
    batches: BTreeMap<String, i64>,
    gold: BTreeMap<String, QuestionRating>,
    /// The ids of raters on their platforms.
    workers: BTreeMap<String, String>,
    /// Gold questions that a rater had before this were their screening.
    first_ordinary: BTreeMap<String, i64>,
}

impl Around {
    fn read(tx: &mut store::Tx<'_>, id: &str) -> Result<Around, Error> {
        let raters = rater::of_campaign(tx, id)?.into_iter();
        Ok(Around {
            informativeness: labels::informativeness(tx, id)?,
            texts: imported::of_campaign(tx, id)?
                .into_iter()
                .map(|it| (it.id, it.question))
                .collect(),
            batches: item::all(tx, id)?.into_iter().map(|it| (it.question_id, it.batch)).collect(),
            gold: imported::gold_of_campaign(tx, id)?.into_iter().collect(),
            workers: raters.map(|it| (it.player_id, it.worker)).collect(),
            first_ordinary: rating::first_ordinary(tx, id)?.into_iter().collect(),
        })
    }

    fn informativeness(&self, it: &Rating) -> Option<&QuestionInformativeness> {
        self.informativeness.get(&it.question_id)
    }

    /// The rating that a gold question deserves.
    fn gold(&self, it: &Rating) -> Option<u8> {
        self.gold.get(&it.question_id).map(|known| known.number())
    }

    fn is_screening(&self, it: &Rating) -> bool {
        let ordinary = self.first_ordinary.get(&it.player_id);
        self.gold.contains_key(&it.question_id) && ordinary.is_none_or(|&first| it.rated_at < first)
    }
}

async fn send(
    app: &App,
    visitor: Visitor,
    id: String,
    file: impl FnOnce(RatingLine) -> RatingsFile,
    line: fn(&Rating, &Around) -> String,
) -> Result<Response, Error> {
    let wanted = id.clone();
    let read = move |tx: &mut store::Tx<'_>| {
        visitor.operator(tx, Role::Moderator)?;
        campaign::find(tx, &wanted)?;
        Around::read(tx, &wanted)
    };
    let around = app.db.read(read).await?;
    let file = file(Arc::new(move |it: &Rating| Some(line(it, &around))));
    Ok(file.send(app.db.clone(), id))
}

fn json_line(it: &Rating, around: &Around) -> String {
    let known = around.informativeness(it);
    let value = json!({
        "question": it.question_id, "rater": it.player_id, "rating": it.rating.number(),
        "comment": it.comment, "handed_at": it.began_at, "rated_at": it.rated_at,
        "rejected_at": it.rejected_at, "rejected_why": it.rejected_why,
        "informativeness": known.map(|it| it.share), "people": known.map(|it| it.people),
        "question_text": around.texts.get(&it.question_id),
        "worker": around.workers.get(&it.player_id), "batch": around.batches.get(&it.question_id),
        "seconds": seconds(it), "gold": around.gold(it), "screening": around.is_screening(it),
    });
    format!("{value}\n")
}

fn csv_line(it: &Rating, around: &Around) -> String {
    let text = |all: &BTreeMap<String, String>, id: &str| {
        all.get(id).map(|text| harmless(text)).unwrap_or_default()
    };
    let batch = around.batches.get(&it.question_id).map(i64::to_string);
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
    let more = [
        text(&around.texts, &it.question_id),
        text(&around.workers, &it.player_id),
        batch.unwrap_or_default(),
        seconds(it).to_string(),
        around.gold(it).map(|known| known.to_string()).unwrap_or_default(),
        around.is_screening(it).to_string(),
    ];
    row(&[&cells[..], &known_cells(around.informativeness(it)), &more].concat())
}

/// Blank where games tell nothing.
fn known_cells(known: Option<&QuestionInformativeness>) -> [String; 2] {
    let cell = |number: Option<String>| number.unwrap_or_default();
    [cell(known.map(|it| it.share.to_string())), cell(known.map(|it| it.people.to_string()))]
}

/// The rated questions with their labels, as `luna question train-ranker` reads them.
pub(super) async fn questions_json(
    PageRequest { app, visitor, id }: PageRequest,
) -> Result<Response, Error> {
    let all = questions(&app, visitor, plain(&id)?).await?;
    let lines: String = all.iter().map(question_json).collect();
    Ok((headers("application/jsonl", "questions.jsonl"), lines).into_response())
}

pub(super) async fn questions_csv(
    PageRequest { app, visitor, id }: PageRequest,
) -> Result<Response, Error> {
    let all = questions(&app, visitor, plain(&id)?).await?;
    let head =
        "id,article,question,sentence,answer,generator,rating,ratings,informativeness,people\n";
    let lines: String = all.iter().map(question_csv).collect();
    let file = format!("{head}{lines}");
    Ok((headers("text/csv; charset=utf-8", "questions.csv"), file).into_response())
}

async fn questions(
    app: &App,
    visitor: Visitor,
    id: String,
) -> Result<Vec<LabelledQuestion>, Error> {
    let read = move |tx: &mut store::Tx<'_>| {
        visitor.operator(tx, Role::Moderator)?;
        let campaign = campaign::find(tx, &id)?;
        Ok::<_, Error>(rated_questions(tx, &campaign)?)
    };
    app.db.read(read).await
}

fn question_json(it: &LabelledQuestion) -> String {
    let LabelledQuestion { article, question, rating, informativeness: known } = it;
    let value = json!({
        "id": question.id, "article": article, "question": question.question,
        "sentence": question.sentence, "answer": question.answer, "generator": question.generator,
        "rating": rating.mean, "ratings": rating.ratings,
        "informativeness": known.as_ref().map(|it| it.share),
        "people": known.as_ref().map(|it| it.people),
    });
    format!("{value}\n")
}

fn question_csv(it: &LabelledQuestion) -> String {
    let LabelledQuestion { article, question, rating, informativeness } = it;
    let cells = [
        question.id.clone(),
        harmless(article),
        harmless(&question.question),
        harmless(&question.sentence),
        harmless(&question.answer),
        harmless(&question.generator),
        rating.mean.to_string(),
        rating.ratings.to_string(),
    ];
    row(&[&cells[..], &known_cells(informativeness.as_ref())].concat())
}

/// The decisions on raters: what platforms need to accept or reject the work of each.
pub(super) async fn raters(
    PageRequest { app, visitor, id }: PageRequest,
) -> Result<Response, Error> {
    let (id, key) = (plain(&id)?, app.key().await?);
    let read = move |tx: &mut store::Tx<'_>| {
        visitor.operator(tx, Role::Moderator)?;
        let campaign = campaign::find(tx, &id)?;
        let all = Ratings::read(tx, &campaign)?;
        let gold = u32::try_from(all.gold.len()).unwrap_or(u32::MAX);
        let mut lines =
            "platform,worker,submission,study,rater,code,ratings,rejected,decision,reason\n"
                .to_owned();
        for it in monitor(&campaign, &all).raters {
            let (decision, reason) = decision(&campaign, gold, &it);
            let given = all.all.iter().filter(|own| own.player_id == it.rater.player_id).count();
            let code = completion::code(&key, &campaign, &it.rater.player_id);
            lines.push_str(&row(&[
                it.rater.platform,
                it.rater.worker,
                it.rater.submission,
                it.rater.study,
                it.rater.player_id,
                code,
                given.to_string(),
                it.rejected.to_string(),
                decision.to_owned(),
                reason,
            ]));
        }
        Ok::<_, Error>(lines)
    };
    let lines = app.db.read(read).await?;
    Ok((headers("text/csv; charset=utf-8", "raters.csv"), lines).into_response())
}

/// What to do about a rater, and why: nobody is to be paid unseen who is marked, failed the screening or
/// has no rating that counts.
fn decision(campaign: &Campaign, gold: u32, it: &RaterReport) -> (&'static str, String) {
    if let Some(why) = &it.rater.rejected_why {
        return ("reject", why.clone());
    }
    let why = if let Some(why) = it.reasons() {
        why
    } else if campaign.plan.fails_screening(it.gold, gold) {
        "failed the screening".to_owned()
    } else if it.figures.ratings == 0 {
        "no rating that counts".to_owned()
    } else {
        return ("accept", String::new());
    };
    ("look", why)
}
