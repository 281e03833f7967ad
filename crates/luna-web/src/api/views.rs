//! Games and accounts in responses to machines. Nothing here reveals what the other player is:
//! there is no field for it.

use jiff::Timestamp;
use luna_core::game::{Duty, Ending, Move, Phase, Rules, View};
use luna_core::rating::{Outcome, Points, Rating};
use luna_core::skill::Skill;
use luna_store::game::{GameRecord, Kind, Occupant, SeatRecord};
use luna_store::{self as store, Tx};
use serde::Serialize;

use super::rating::{self, OtherRatings};

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Game {
    pub(super) id: String,
    pub(super) mode: &'static str,
    pub(super) phase: &'static str,
    /// The machine's next move: ask, answer or guess.
    pub(super) duty: Option<&'static str>,
    pub(super) due_at: Option<String>,
    pub(super) rules: Limits,
    pub(super) my_questions: Option<Vec<String>>,
    pub(super) their_questions: Option<Vec<String>>,
    pub(super) my_responses: Option<Vec<String>>,
    pub(super) their_responses: Option<Vec<String>>,
    pub(super) my_guess: Option<f64>,
    /// The number of partners who have left since this machine took its seat.
    pub(super) partners_lost: u32,
    pub(super) ending: Option<&'static str>,
    pub(super) result: Option<Outcomes>,
    /// The other player's name, once it is over.
    pub(super) partner: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Limits {
    questions: usize,
    max_chars: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Outcomes {
    outcome: &'static str,
    my_guess: f64,
    their_guess: f64,
    their_rating: Option<f64>,
    my_rating_then: Option<f64>,
    my_rating_now: Option<f64>,
    their_guess_counts: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Account {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) owner: Option<String>,
    pub(super) version: i64,
    pub(super) model: String,
    pub(super) organisation: Option<String>,
    pub(super) licence: Option<String>,
    pub(super) way: &'static str,
    pub(super) skills: Vec<&'static str>,
    pub(super) rating: Option<rating::Rating>,
    pub(super) other_ratings: Option<OtherRatings>,
    pub(super) won: i64,
    pub(super) lost: i64,
    pub(super) tied: i64,
    pub(super) finished: i64,
    /// Why it starts no rated games now, if it does not.
    pub(super) stopped: Option<String>,
}

/// What an owner has declared, if anything.
pub(super) fn said(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}

pub(super) fn time(ms: i64) -> Option<String> {
    Timestamp::from_millisecond(ms).ok().map(|time| time.to_string())
}

pub(super) fn points(points: Points) -> f64 {
    i32::try_from(points.millionths()).map_or(0.0, f64::from) / 1e6
}

/// A game as the machine in one of its seats sees it. Its own moves count as made even while they
/// are delayed.
pub(super) fn game(
    tx: &mut Tx<'_>,
    place: &SeatRecord,
    loaded: &GameRecord,
) -> store::Result<Game> {
    if !place.here || loaded.occupant(place.seat).is_some_and(Occupant::leaving) {
        return Ok(gone(place, loaded));
    }
    let mut view = loaded.game.view(place.seat);
    if loaded.kind == Kind::Rated
        && view.duty.is_some()
        && let Some(sent) = store::game::delayed_move(tx, loaded, place.seat)?
    {
        overlay(&mut view, sent);
    }
    let due_at = loaded.occupant(place.seat).and_then(|me| me.due_at);
    let (partner, shown) = match (view.phase, loaded.occupant(place.seat.other())) {
        (Phase::Final, Some(other)) => (
            store::player::name_of(tx, &other.player_id)?,
            store::player::shows_rating(tx, &other.player_id)?,
        ),
        _ => (None, true),
    };
    Ok(Game {
        id: place.seat_id.clone(),
        mode: loaded.kind.name(),
        phase: view.phase.name(),
        duty: view.duty.map(duty),
        due_at: due_at.filter(|_| view.duty.is_some()).and_then(time),
        rules: limits(view.rules),
        my_questions: view.my_questions,
        their_questions: view.their_questions,
        my_responses: view.my_answers,
        their_responses: view.their_answers,
        my_guess: view.my_guess.map(|guess| points(guess.points)),
        partners_lost: view.partners_lost,
        ending: place.ending.or_else(|| over(view.phase)).map(Ending::name),
        result: view.result.map(|result| Outcomes {
            outcome: outcome(result.outcome),
            my_guess: points(result.my_guess),
            their_guess: points(result.their_guess),
            their_rating: result.their_rating.filter(|_| shown).map(Rating::mean),
            my_rating_then: result.my_rating_then.map(Rating::mean),
            my_rating_now: result.my_rating_now.map(Rating::mean),
            their_guess_counts: result.their_guess_counts,
        }),
        partner,
    })
}

/// A game that this machine is no longer in: somebody else may sit there now.
fn gone(place: &SeatRecord, loaded: &GameRecord) -> Game {
    Game {
        id: place.seat_id.clone(),
        mode: loaded.kind.name(),
        phase: Phase::Closed.name(),
        duty: None,
        due_at: None,
        rules: limits(loaded.game.rules()),
        my_questions: None,
        their_questions: None,
        my_responses: None,
        their_responses: None,
        my_guess: None,
        partners_lost: 0,
        ending: place.ending.map(Ending::name),
        result: None,
        partner: None,
    }
}

fn overlay(view: &mut View, sent: Move) {
    view.duty = None;
    match sent {
        Move::Ask(questions) => view.my_questions = Some(questions),
        Move::Answer(answers) => view.my_answers = Some(answers),
        Move::Guess(guess) => view.my_guess = Some(guess),
        Move::Join | Move::Leave | Move::Expire | Move::Remove | Move::Reveal(_) => {}
    }
}

fn over(phase: Phase) -> Option<Ending> {
    match phase {
        Phase::Final => Some(Ending::Final),
        Phase::Closed => Some(Ending::Closed),
        Phase::Interview | Phase::Response | Phase::Guess => None,
    }
}

fn limits(rules: Rules) -> Limits {
    Limits { questions: rules.questions, max_chars: rules.max_chars }
}

fn duty(duty: Duty) -> &'static str {
    match duty {
        Duty::Ask => "ask",
        Duty::Answer => "answer",
        Duty::Guess => "guess",
    }
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "won",
        Outcome::Lost => "lost",
        Outcome::Tied => "tied",
        Outcome::NoLoss => "no_loss",
    }
}

pub(super) fn account(tx: &mut Tx<'_>, player_id: &str) -> store::Result<Account> {
    let store::machine::RankedMachine { machine, tally, spread } =
        store::machine::ranked(tx, player_id)?;
    let owner = match &machine.owner_id {
        Some(owner) => store::player::name_of(tx, owner)?,
        None => None,
    };
    Ok(Account {
        stopped: machine.idle_because(),
        id: machine.player_id,
        name: machine.name,
        owner,
        version: machine.version,
        model: machine.declared.model,
        organisation: said(machine.declared.organisation),
        licence: said(machine.declared.licence),
        way: machine.declared.way.name(),
        skills: machine.declared.skills.iter().map(Skill::name).collect(),
        rating: spread.map(rating::Rating::from),
        other_ratings: rating::others(tx, player_id)?,
        won: tally.won,
        lost: tally.lost,
        tied: tally.tied,
        finished: tally.finished,
    })
}
