//! `luna admin figures`: participation as section 6.3 of the paper reports it.

use luna_app::format::{date, thousands};
use luna_core::rating::Points;
use luna_store::Db;
use luna_store::participation::{self, Participation};
use luna_store::rating::midnight::midnight;
use serde_json::json;

use crate::failure::Failure;
use crate::terminal::print::Printer;

/// The number of games in one query.
const PAGE: i64 = 200;

/// Prints the counts up to the last midnight UTC.
pub(super) async fn list(db: &Db, now: i64, out: &mut Printer) -> Result<(), Failure> {
    let until = midnight(now);
    let registered = db.read(move |tx| participation::registered(tx, until)).await?;
    let mut found = Participation::default();
    let mut after = Some((i64::MIN, String::new()));
    while let Some(start) = after {
        (found, after) = db
            .read(move |tx| {
                let next = participation::add(tx, &mut found, (&start, until), PAGE)?;
                Ok::<_, luna_store::Error>((found, next))
            })
            .await?;
    }
    let (mean, median) = found.mean_and_median()?.unzip();
    let number = |points: Option<Points>| points.map(|points| points.to_string());
    let exact = |points: Option<Points>| number(points).and_then(|text| text.parse::<f64>().ok());
    let line = json!({
        "until": until, "registered": registered, "playing": found.people(),
        "returning": found.returning(), "games": found.games, "finished": found.finished,
        "unique_questions": found.unique_questions(), "responses": found.responses,
        "rated": found.rated(), "mean_rating": exact(mean), "median_rating": exact(median),
    });
    let count = |many: usize| thousands(i64::try_from(many).unwrap_or(i64::MAX));
    let whole = |many: u64| thousands(i64::try_from(many).unwrap_or(i64::MAX));
    let rating = |points: Option<Points>| {
        exact(points).map_or_else(|| "–".to_owned(), |points| format!("{points:.1}"))
    };
    let rows = [
        ("people registered", thousands(registered)),
        ("people who played", count(found.people())),
        ("of them on two days or more", count(found.returning())),
        ("games", whole(found.games)),
        ("games finished", whole(found.finished)),
        ("unique questions", count(found.unique_questions())),
        ("responses", whole(found.responses)),
        ("people with a rating", count(found.rated())),
        ("mean rating of people", rating(mean)),
        ("median rating of people", rating(median)),
    ];
    let rows: String = rows.iter().map(|(what, many)| format!("\n{what:<28} {many:>9}")).collect();
    Ok(out.result(&line, format_args!("Before {}, 0:00 UTC:{rows}", date(until)))?)
}
