//! The release: what players said about single answers on days that are over. A judgement is in it only
//! while its player agrees to publication, and so do both players of the game that the answer is from.
//! Each day gives a player another pseudonym, and so does each release.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use luna_core::daily::Verdict;
use luna_store::daily::exchange::{self, Exchange, Source};
use luna_store::daily::plan;
use luna_store::daily::play::{self, OwnedPlay};
use luna_store::{self as store, Tx};
use serde_json::{Value, json};

use super::gather::words;
use super::judge::verdict;
use super::tend::DAY_MS;
use crate::consent::may_publish;
use crate::format::stamp;
use crate::release::pseudonym::{Unit, pseudonym};
use crate::release::{Row, agreed};

/// The day of one player, with the judgements that may be published: none without consent.
#[derive(Clone, Debug)]
pub struct ReleasedDay {
    day: i64,
    player_id: String,
    judgements: Vec<Value>,
}

/// Where a release goes on, by day and player.
pub type Spot = (i64, String);

/// Where a release begins.
pub fn start() -> Spot {
    (i64::MIN, String::new())
}

impl ReleasedDay {
    pub fn spot(&self) -> Spot {
        (self.day, self.player_id.clone())
    }

    pub fn count(&self) -> usize {
        self.judgements.len()
    }

    /// A line of JSON for each judgement.
    pub fn lines(&self) -> String {
        self.judgements.iter().map(|it| format!("{it}\n")).collect()
    }
}

/// Reads the next days of players that were over before `today`. `salt` makes the pseudonyms of one
/// release.
pub fn page(
    tx: &mut Tx<'_>,
    salt: &str,
    today: i64,
    (after, player_id): &Spot,
    limit: i64,
) -> store::Result<Vec<ReleasedDay>> {
    let plays = play::before(tx, today, (*after, player_id), limit)?;
    let mut answers = Answers::default();
    let mut rows = Vec::new();
    for (nth, play) in plays.iter().enumerate() {
        rows.extend(judgements(tx, &mut answers, nth, play)?);
    }
    let released = |play: &OwnedPlay| ReleasedDay {
        day: play.day,
        player_id: play.player_id.clone(),
        judgements: Vec::new(),
    };
    let mut days: Vec<ReleasedDay> = plays.iter().map(released).collect();
    for row in agreed(tx, rows)? {
        if let (Some(day), Some(line)) = (days.get_mut(row.nth), answers.line(tx, salt, &row)?) {
            day.judgements.push(line);
        }
    }
    Ok(days)
}

/// What a player said about one answer.
struct Judgement {
    /// Which of the days that are read.
    nth: usize,
    play: OwnedPlay,
    /// None: it is gone, since somebody has been erased.
    exchange: Option<Exchange>,
    verdict: Verdict,
    points: Option<u32>,
}

impl Row for Judgement {
    fn authors(&self) -> Option<Vec<&str>> {
        let mut authors = vec![self.play.player_id.as_str()];
        if let Source::Game(place) = &self.exchange.as_ref()?.source {
            authors.extend([place.player_id.as_str(), place.asker_id.as_str()]);
        }
        Some(authors)
    }

    fn may_publish(&self, tx: &mut Tx<'_>, author: &str) -> store::Result<bool> {
        may_publish(tx, author)
    }
}

/// The judgements of a player on one day.
fn judgements(
    tx: &mut Tx<'_>,
    answers: &mut Answers,
    nth: usize,
    play: &OwnedPlay,
) -> store::Result<Vec<Judgement>> {
    let exchanges = answers.of_day(tx, play.day)?;
    let said = play.verdicts.split(' ').map(verdict);
    let points = play.points.split(' ').map(|it| it.parse().ok());
    let of_each = exchanges.iter().zip(said.zip(points));
    Ok(of_each
        .filter_map(|(exchange, (verdict, points))| {
            let (play, exchange) = (play.clone(), exchange.clone());
            Some(Judgement { nth, play, exchange, verdict: verdict?, points })
        })
        .collect())
}

/// The exchanges of days and their words, as far as they have been read.
#[derive(Default)]
struct Answers {
    days: BTreeMap<i64, Vec<Option<Exchange>>>,
    words: BTreeMap<String, Option<(String, String)>>,
}

impl Answers {
    /// The five of a day, in their order.
    fn of_day(&mut self, tx: &mut Tx<'_>, day: i64) -> store::Result<&[Option<Exchange>]> {
        Ok(match self.days.entry(day) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(five(tx, day)?),
        })
    }

    /// A judgement as everybody may read it; none where a moderator has hidden the words, or a report is
    /// open.
    fn line(
        &mut self,
        tx: &mut Tx<'_>,
        salt: &str,
        it: &Judgement,
    ) -> store::Result<Option<Value>> {
        let Some(exchange) = &it.exchange else { return Ok(None) };
        let words = match self.words.entry(exchange.id.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(words(tx, &exchange.source)?),
        };
        let Some((question, answer)) = words else { return Ok(None) };
        let day = it.play.day.to_string();
        let date = stamp(it.play.day * DAY_MS);
        Ok(Some(json!({
            "day": date.get(..10),
            "exchange": exchange.id,
            "source": match exchange.source { Source::Game(_) => "game", Source::Own(_) => "luna" },
            "question": question,
            "answer": answer,
            "answered_by": if exchange.machine { "machine" } else { "person" },
            "judge": pseudonym(salt, Unit::Day(&day), &it.play.player_id),
            "guess": it.verdict.guess,
            "taken_for": if it.verdict.machine { "machine" } else { "person" },
            "points": it.points,
        })))
    }
}

fn five(tx: &mut Tx<'_>, day: i64) -> store::Result<Vec<Option<Exchange>>> {
    let mut found = Vec::new();
    for id in plan::find(tx, day)?.into_iter().flat_map(|plan| plan.exchanges) {
        found.push(match exchange::find(tx, &id) {
            Ok(exchange) => Some(exchange),
            Err(store::Error::NotFound) => None,
            Err(error) => return Err(error),
        });
    }
    Ok(found)
}
