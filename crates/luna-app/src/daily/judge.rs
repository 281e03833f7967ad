//! What visitors see of exchanges, and what becomes of their guesses.

use luna_core::daily::{self, Moon, Respondent, Verdict};
use luna_core::rng::Chance;
use luna_store::daily::exchange::{self, Exchange, Source, Tally};
use luna_store::daily::{plan, play};
use luna_store::{Tx, player, rating};

use super::gather::words;
use super::own_lines::{self, Author};
use super::tend::day_of;
use crate::error::Error;
use crate::instance::Instance;
use crate::rate_limit::{Limit, MINUTE};
use crate::secret::hash;

/// Guesses of one address about single exchanges,
const GUESSES: Limit = Limit { what: "exchange-guess", burst: 60, window_ms: 60 * MINUTE };
/// about the same one,
const SAME: Limit = Limit { what: "same-exchange", burst: 1, window_ms: 24 * 60 * MINUTE };
/// and days of visitors without an account.
const DAYS: Limit = Limit { what: "daily-moon", burst: 10, window_ms: 24 * 60 * MINUTE };
/// Exchanges that are looked at before one is found that may be shown,
const TRIES: i64 = 6;
/// and the most characters of one.
const MOST_CHARS: usize = 210;

/// An exchange as it is shown before a guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glimpse {
    pub id: String,
    pub question: String,
    pub answer: String,
    /// The visitors who have guessed.
    pub guesses: i64,
}

/// An exchange as it is shown after a guess.
#[derive(Clone, Debug, PartialEq)]
pub struct Revealed {
    pub glimpse: Glimpse,
    pub source: Origin,
    pub machine: bool,
    /// The Smarts Rating of the respondent, once it is settled.
    pub rating: Option<f64>,
    pub tally: Tally,
}

/// Where an exchange comes from, as far as that is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Game,
    /// A line that comes with Luna.
    Own(Author),
}

/// An exchange for a visitor to guess, but not the one with that id; none where there are none. The same
/// words draw the same one, as long as no other exchanges come.
pub fn glimpse(
    tx: &mut Tx<'_>,
    now: i64,
    words: &[&str],
    other_than: &str,
) -> Result<Option<Glimpse>, Error> {
    let mut chance = Chance::from_words(words);
    let place = i64::from_ne_bytes(chance.bits().to_ne_bytes());
    let mut found = exchange::from_place(tx, place, TRIES)?;
    let own = exchange::own(tx)?;
    let (first, second) = own.split_at(chance.below(own.len()));
    found.extend(second.iter().chain(first).cloned());
    let fits = |it: &Exchange| it.id != other_than && !is_of(it, day_of(now));
    for it in found.into_iter().filter(fits) {
        if let Some(glimpse) = shown(tx, &it)?.filter(is_short) {
            return Ok(Some(glimpse));
        }
    }
    Ok(None)
}

/// It is one of the five of that day, which nobody is to know before they have judged them.
fn is_of(it: &Exchange, day: i64) -> bool {
    it.day == Some(day)
}

/// It can be read at a glance.
fn is_short(it: &Glimpse) -> bool {
    it.question.chars().count() + it.answer.chars().count() <= MOST_CHARS
}

/// The exchange with an id. [`Error::NotFound`] if it may not be shown alone.
pub fn single(tx: &mut Tx<'_>, now: i64, id: &str) -> Result<Glimpse, Error> {
    let found = exchange::find(tx, id)?;
    if is_of(&found, day_of(now)) {
        return Err(Error::NotFound);
    }
    shown(tx, &found)?.ok_or(Error::NotFound)
}

/// The same and what was hidden about it.
pub fn single_revealed(tx: &mut Tx<'_>, now: i64, id: &str) -> Result<Revealed, Error> {
    single(tx, now, id)?;
    reveal(tx, id)
}

/// An exchange of a day, if it may be shown.
fn of_day(tx: &mut Tx<'_>, id: &str) -> Result<Option<Glimpse>, Error> {
    match exchange::find(tx, id) {
        Ok(found) => shown(tx, &found),
        Err(luna_store::Error::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn shown(tx: &mut Tx<'_>, it: &Exchange) -> Result<Option<Glimpse>, Error> {
    let words = words(tx, &it.source)?;
    let glimpse = |(question, answer)| Glimpse {
        id: it.id.clone(),
        question,
        answer,
        guesses: it.tally.count,
    };
    Ok(words.map(glimpse))
}

/// What was hidden about an exchange. [`Error::NotFound`] if it may not be shown.
pub fn reveal(tx: &mut Tx<'_>, id: &str) -> Result<Revealed, Error> {
    let found = exchange::find(tx, id)?;
    let glimpse = shown(tx, &found)?.ok_or(Error::NotFound)?;
    let source = match &found.source {
        Source::Own(name) => {
            Origin::Own(own_lines::find(name).map_or(Author::Makers, |it| it.author))
        }
        Source::Game(_) => Origin::Game,
    };
    let rating = respondent(tx, &found)?.settled_rating();
    Ok(Revealed { glimpse, source, machine: found.machine, rating, tally: found.tally })
}

fn respondent(tx: &mut Tx<'_>, it: &Exchange) -> Result<Respondent, Error> {
    let id = match &it.source {
        Source::Game(place) => Some(place.player_id.as_str()),
        Source::Own(name) => match own_lines::find(name).map(|it| it.author) {
            Some(Author::House(house)) => Some(house.id()),
            _ => None,
        },
    };
    let rating = match id {
        Some(id) if player::shows_rating(tx, id)? => rating::of(tx, id)?,
        _ => None,
    };
    Ok(Respondent { machine: it.machine, rating })
}

/// Counts the guess of a visitor about an exchange, once a day for each address.
pub fn guess(
    tx: &mut Tx<'_>,
    app: &Instance,
    address: &str,
    id: &str,
    guess: u8,
) -> Result<(), Error> {
    let now = app.now();
    app.limits.take(GUESSES, address, now)?;
    single(tx, now, id)?;
    if app.limits.take(SAME, &format!("{address} {id}"), now).is_ok() {
        exchange::count_guess(tx, id, i64::from(guess), None)?;
    }
    Ok(())
}

/// The daily moon as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Today {
    pub day: i64,
    /// The five, in their order; none where one was withdrawn. Empty before the draw, and where there
    /// were too few.
    pub exchanges: Vec<Option<Glimpse>>,
    /// From how many they were drawn; none before the draw.
    pub candidates: Option<i64>,
    /// The seeds of yesterday, and of today and tomorrow their hashes, as far as they are chosen.
    pub seed_yesterday: Option<String>,
    pub hash_today: Option<String>,
    pub hash_tomorrow: Option<String>,
}

pub fn today(tx: &mut Tx<'_>, now: i64) -> Result<Today, Error> {
    let day = day_of(now);
    let plan = plan::find(tx, day)?;
    let mut exchanges = Vec::new();
    for id in plan.iter().flat_map(|it| &it.exchanges) {
        exchanges.push(of_day(tx, id)?);
    }
    Ok(Today {
        day,
        exchanges,
        candidates: plan.as_ref().and_then(|it| it.candidates),
        seed_yesterday: plan::find(tx, day - 1)?.map(|it| it.seed),
        hash_today: plan.map(|it| hash(&it.seed)),
        hash_tomorrow: plan::find(tx, day + 1)?.map(|it| hash(&it.seed)),
    })
}

/// A day that a visitor has played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayResult {
    pub day: i64,
    /// In the order of the exchanges; none for one that was withdrawn.
    pub verdicts: Vec<Option<Verdict>>,
    pub points: Vec<Option<u32>>,
    pub score: u32,
}

impl DayResult {
    pub fn moons(&self) -> impl Iterator<Item = Moon> {
        self.points.iter().flatten().copied().map(Moon::of)
    }

    /// What a visitor shares: moons and a number, and nothing of the exchanges.
    pub fn line(&self) -> String {
        self.moons().map(|moon| moon.to_string()).collect()
    }

    fn to_play(&self, at: i64) -> play::Play {
        let verdicts = self.verdicts.iter().map(|it| it.map_or("-".to_owned(), verdict_code));
        let points = self.points.iter().map(|it| it.map_or("-".to_owned(), |it| it.to_string()));
        play::Play {
            day: self.day,
            verdicts: verdicts.collect::<Vec<_>>().join(" "),
            points: points.collect::<Vec<_>>().join(" "),
            score: i64::from(self.score),
            at,
        }
    }

    /// A day as it is stored.
    pub fn of_play(play: &play::Play) -> DayResult {
        DayResult {
            day: play.day,
            verdicts: play.verdicts.split(' ').map(verdict).collect(),
            points: play.points.split(' ').map(|it| it.parse().ok()).collect(),
            score: u32::try_from(play.score).unwrap_or(0),
        }
    }
}

/// A verdict in a few letters: `72p` for a person, `10m` for a machine.
pub fn verdict_code(verdict: Verdict) -> String {
    format!("{}{}", verdict.guess, if verdict.machine { 'm' } else { 'p' })
}

/// Reads what [`verdict_code`] writes.
pub fn verdict(code: &str) -> Option<Verdict> {
    let (number, who) = code.split_at_checked(code.len().checked_sub(1)?)?;
    let guess = number.parse().ok().filter(|guess| *guess <= 100)?;
    let machine = match who {
        "m" => true,
        "p" => false,
        _ => return None,
    };
    Some(Verdict { guess, machine })
}

/// The result of what somebody says about the exchanges of a day, in their order.
pub fn result(tx: &mut Tx<'_>, day: i64, verdicts: &[Option<Verdict>]) -> Result<DayResult, Error> {
    let plan = plan::find(tx, day)?.ok_or(Error::NotFound)?;
    let mut points = Vec::new();
    for (id, verdict) in plan.exchanges.iter().zip(verdicts) {
        let shown = of_day(tx, id)?.is_some();
        points.push(match verdict.filter(|_| shown) {
            Some(verdict) => {
                let found = exchange::find(tx, id)?;
                Some(daily::points(verdict, respondent(tx, &found)?))
            }
            None => None,
        });
    }
    let verdicts = verdicts.iter().zip(&points).map(|(it, points)| it.filter(|_| points.is_some()));
    let verdicts = verdicts.collect();
    let counted: Vec<u32> = points.iter().flatten().copied().collect();
    Ok(DayResult { day, verdicts, score: daily::score(&counted), points })
}

/// Takes a day of a visitor: kept for a player, and counted once. A player who has played it before gets
/// the result of then.
pub fn submit(
    tx: &mut Tx<'_>,
    app: &Instance,
    player_id: Option<&str>,
    address: &str,
    verdicts: &[Option<Verdict>],
) -> Result<DayResult, Error> {
    let now = app.now();
    let day = day_of(now);
    if player_id.is_none() {
        app.limits.take(DAYS, address, now)?;
    }
    let result = result(tx, day, verdicts)?;
    if result.points.iter().flatten().next().is_none() {
        return Err(Error::NotFound);
    }
    if let Some(player_id) = player_id
        && !play::add(tx, player_id, &result.to_play(now))?
    {
        let first = play::of_player(tx, player_id, 1)?;
        return first.first().map(DayResult::of_play).ok_or(Error::NotFound);
    }
    let plan = plan::find(tx, day)?.ok_or(Error::NotFound)?;
    for (id, verdict) in plan.exchanges.iter().zip(&result.verdicts) {
        if let Some(verdict) = verdict {
            exchange::count_guess(tx, id, i64::from(verdict.guess), Some(verdict.machine))?;
        }
    }
    plan::count_score(tx, day, i64::from(result.score))?;
    Ok(result)
}
