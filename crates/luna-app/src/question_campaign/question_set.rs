//! Questions that a person keeps for interviews, and takes into one, or gives to a machine.

use luna_core::game::{Duty, Rules};
use luna_core::text;
use luna_machines::question_draw;
use luna_store::machine::Machine;
use luna_store::paste_detection::suggestion_field;
use luna_store::player::Player;
use luna_store::predict::fit::ParameterIndex;
use luna_store::question_set::{self, Item, QuestionSet};
use luna_store::{Tx, draft, game};

use crate::error::Error;
use crate::format::many;
use crate::instance::Instance;

/// Sets of one person, at most.
pub const MOST_SETS: usize = 100;
/// Characters of the name of a set, at most.
pub const MOST_NAME_CHARS: usize = 80;
/// Characters of a question, an answer or a sentence, at most.
const MOST_CHARS: usize = 2_000;

/// Keeps questions as a set. Returns its id.
pub fn keep(
    tx: &mut Tx<'_>,
    app: &Instance,
    me: &Player,
    name: &str,
    items: &[Item],
) -> Result<String, Error> {
    add(tx, app, me, name, items, None)
}

fn add(
    tx: &mut Tx<'_>,
    app: &Instance,
    me: &Player,
    name: &str,
    items: &[Item],
    machine: Option<String>,
) -> Result<String, Error> {
    let refused = |why: String| Err(Error::Refused(why));
    if items.is_empty() {
        return refused("Tick the questions that you want to keep.".to_owned());
    }
    if let Err(problem) = text::check(name, MOST_NAME_CHARS) {
        return refused(format!("The name of the questions {problem}."));
    }
    if let Some(long) = items
        .iter()
        .find(|it| [&it.question, &it.answer, &it.sentence].iter().any(|it| it.len() > MOST_CHARS))
    {
        let start: String = long.question.chars().take(60).collect();
        return refused(format!(
            "The question “{start}…”, or its sentence, is too long to be kept."
        ));
    }
    if question_set::of_player(tx, &me.id)?.len() >= MOST_SETS {
        return refused(format!(
            "You keep {MOST_SETS} sets of questions, which is the limit. Please delete one first."
        ));
    }
    let now = app.now();
    let new = QuestionSet {
        id: app.random.id(now),
        player_id: me.id.clone(),
        name: name.to_owned(),
        created_at: now,
        machine,
    };
    question_set::add(tx, &new, items)?;
    Ok(new.id)
}

/// Gives a machine the questions to ask in its games, in place of those that it had.
pub fn give(
    tx: &mut Tx<'_>,
    app: &Instance,
    me: &Player,
    machine: &Machine,
    items: &[Item],
) -> Result<String, Error> {
    take_back(tx, machine)?;
    let name = format!("What {} asks", machine.name);
    let name: String = name.chars().take(MOST_NAME_CHARS).collect();
    add(tx, app, me, &name, items, Some(machine.line.clone()))
}

/// Deletes the questions that a machine was given.
pub fn take_back(tx: &mut Tx<'_>, machine: &Machine) -> luna_store::Result<()> {
    match question_set::of_machine(tx, &machine.line)? {
        Some(set) => question_set::delete(tx, &set.id),
        None => Ok(()),
    }
}

/// Draws a game's questions from those that a machine was given; `None` if it writes its own, or if
/// too few have room in this game.
pub(crate) fn draw(
    tx: &mut Tx<'_>,
    machine: &Machine,
    seat_id: &str,
    rules: Rules,
) -> luna_store::Result<Option<Vec<String>>> {
    let Some(set) = question_set::of_machine(tx, &machine.line)? else { return Ok(None) };
    let mut items = question_set::items(tx, &set.id)?;
    items.retain(|it| text::check(&it.question, rules.max_chars).is_ok());
    if items.len() < rules.questions {
        return Ok(None);
    }
    let known = ParameterIndex::of_questions(tx, items.iter().map(|it| it.question.as_str()))?;
    leave_out(&mut items, rules.questions, &known);
    let drawn = question_draw::draw(items, rules.questions, seat_id, |it| it.sentence.clone());
    Ok(Some(drawn.into_iter().map(|it| it.question).collect()))
}

/// Leaves out questions that are surely less telling than usual, as long as there are enough others.
fn leave_out(items: &mut Vec<Item>, least: usize, known: &ParameterIndex) {
    let is_poor =
        |it: &Item| known.get(&it.question).is_some_and(|it| it.discrimination_high < 1.0);
    if items.iter().filter(|it| !is_poor(it)).count() >= least {
        items.retain(|it| !is_poor(it));
    }
}

/// A set of this player. For anyone else it does not exist.
pub fn own(tx: &mut Tx<'_>, me: &Player, id: &str) -> Result<QuestionSet, Error> {
    let set = question_set::find(tx, id)?;
    if set.player_id == me.id { Ok(set) } else { Err(Error::NotFound) }
}

/// Puts questions into the empty fields of a player's next interview.
pub fn take_for_next(
    tx: &mut Tx<'_>,
    app: &Instance,
    me: &Player,
    questions: &[String],
) -> Result<(), Error> {
    take(tx, app, me, draft::NEXT, app.settings.rules, questions)
}

/// Puts questions into the empty fields of the interview that a player writes.
pub fn take_into(
    tx: &mut Tx<'_>,
    app: &Instance,
    me: &Player,
    seat_id: &str,
    questions: &[String],
) -> Result<(), Error> {
    let (place, loaded) = game::load_for_update(tx, seat_id, &me.id)?;
    if place.ending.is_some() || loaded.game.duty(place.seat) != Some(Duty::Ask) {
        let why = "You have no questions to write in this game now.";
        return Err(Error::Refused(why.to_owned()));
    }
    take(tx, app, me, &place.seat_id, loaded.game.rules(), questions)
}

/// Each question is kept twice: as the draft, which the player may change, and as it was taken, for
/// the typing marks.
fn take(
    tx: &mut Tx<'_>,
    app: &Instance,
    me: &Player,
    subject_id: &str,
    rules: Rules,
    questions: &[String],
) -> Result<(), Error> {
    let refused = |why: String| Err(Error::Refused(why));
    if questions.is_empty() {
        return refused("Tick the questions that you want to take.".to_owned());
    }
    for question in questions {
        if let Err(problem) = text::check(question, rules.max_chars) {
            let start: String = question.chars().take(60).collect();
            return refused(format!("The question “{start}” {problem}."));
        }
    }
    let typed = draft::of(tx, &me.id, subject_id)?;
    let fields = (1..=rules.questions).map(|nth| format!("q{nth}"));
    let empty: Vec<String> =
        fields.filter(|field| typed.get(field).is_none_or(|body| body.trim().is_empty())).collect();
    if questions.len() > empty.len() {
        let (room, ticked) = (count(empty.len()), count(questions.len()));
        return refused(format!(
            "Your interview has room for {}, and you have ticked {ticked}.",
            many(room, "more question")
        ));
    }
    let now = app.now();
    for (field, question) in empty.iter().zip(questions) {
        draft::save(tx, &me.id, subject_id, field, question, now)?;
        draft::save(tx, &me.id, subject_id, &suggestion_field(field), question, now)?;
    }
    Ok(())
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
