//! The exchanges of finished games: of each player who agrees to publication one response, if the other
//! player agrees as well.

use std::ops::RangeInclusive;

use luna_core::rng::Chance;
use luna_store::daily::exchange::{self, Place, Source};
use luna_store::export::{Response, responses};
use luna_store::{self as store, Tx, setting};

use super::own_lines;
use crate::consent::{SHOWN_AFTER_MS, may_publish};
use crate::error::Error;
use crate::instance::Instance;

/// Games that are read in one transaction.
const GAMES: i64 = 100;
/// The setting with the last game that was read, by the time of its end and its id.
const READ: &str = "exchanges_read";
/// What stands alone has so many characters.
const QUESTION: RangeInclusive<usize> = 8..=240;
const ANSWER: RangeInclusive<usize> = 8..=400;

/// Reads some games that have finished; returns true if there are more.
pub(super) fn add_finished(tx: &mut Tx<'_>, app: &Instance) -> Result<bool, Error> {
    let at = app.moment();
    let until = at.now - SHOWN_AFTER_MS;
    let read = setting::get(tx, READ)?.unwrap_or_default();
    let (after, id) = read.split_once(' ').unwrap_or(("0", ""));
    let after: i64 = after.parse().unwrap_or(0);
    let (found, next) = responses(tx, (after, id), GAMES)?;
    let settled: Vec<Response> = found.into_iter().filter(|it| it.at <= until).collect();
    let next = next.filter(|(at, _)| *at <= until);
    let more = next.is_some();
    let last = settled.last().map(|it| (it.at, it.game_id.clone()));
    let Some(end) = next.or(last) else { return Ok(false) };
    for answers in settled.chunk_by(|a, b| a.game_id == b.game_id && a.player.id == b.player.id) {
        let Some(first) = answers.first() else { continue };
        let fit: Vec<&Response> = answers.iter().filter(|it| is_fit(it)).collect();
        let mut chance = Chance::from_words(&[&app.random.secret()]);
        let Some(one) = chance.pick(&fit) else { continue };
        let place = Place {
            game_id: one.game_id.clone(),
            player_id: one.player.id.clone(),
            asker_id: one.judge.id.clone(),
            part: one.part,
        };
        if both_agree(tx, &place)? {
            exchange::add(tx, &at, &place, first.player.machine)?;
        }
    }
    setting::set(tx, READ, &format!("{} {}", end.0, end.1))?;
    Ok(more)
}

fn is_fit(it: &Response) -> bool {
    let fits =
        |text: &str, chars: RangeInclusive<usize>| chars.contains(&text.trim().chars().count());
    !it.inherited && fits(&it.question, QUESTION) && fits(&it.response, ANSWER)
}

fn both_agree(tx: &mut Tx<'_>, place: &Place) -> store::Result<bool> {
    Ok(may_publish(tx, &place.player_id)? && may_publish(tx, &place.asker_id)?)
}

/// The question and the answer of an exchange that may be shown now.
pub(super) fn words(tx: &mut Tx<'_>, source: &Source) -> store::Result<Option<(String, String)>> {
    match source {
        Source::Own(name) => {
            let found = own_lines::find(name);
            Ok(found.map(|it| (it.question.to_owned(), it.answer.clone())))
        }
        Source::Game(place) if both_agree(tx, place)? => exchange::words(tx, place),
        Source::Game(_) => Ok(None),
    }
}
