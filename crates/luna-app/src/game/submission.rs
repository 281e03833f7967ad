//! Moves as submitted by forms, the API and called machines. All of them are made here, and house
//! machines reply.

use luna_core::game::{Move, Rules, View};
use luna_core::meeting::games_of_interview;
use luna_core::rng::Chance;
use luna_core::skill::Skill;
use luna_store::game::{AskOutcome, GameRecord, Occupant, SeatRecord};
use luna_store::paste_detection::{self, Hint};
use luna_store::{self as store, Result, Tx, draft, machine};

use crate::game::house_machines;
use crate::instance::Instance;

/// A move, and what its sender knew.
pub struct Submission {
    pub mv: Move,
    /// The number of partners who had left when the move was decided, if known.
    pub partners_lost: Option<u32>,
    /// Hints from the page's script about the way each field was filled in.
    pub typing: Vec<Hint>,
}

impl Submission {
    pub fn new(mv: Move, partners_lost: Option<u32>) -> Submission {
        Submission { mv, partners_lost, typing: Vec::new() }
    }
}

/// Makes a move for the player in a seat: now, or for a machine after a humanlike delay. A repeated
/// move, from a double click or a retried request, is not made twice.
pub fn submit(
    tx: &mut Tx<'_>,
    app: &Instance,
    place: &SeatRecord,
    loaded: &mut GameRecord,
    Submission { mv, partners_lost, typing }: Submission,
) -> Result<()> {
    let view = loaded.game.view(place.seat);
    let player = loaded.occupant(place.seat).cloned();
    let player_id = player.as_ref().map(|it| it.player_id.clone()).unwrap_or_default();
    let machine = player.filter(|it| it.machine);
    if is_made(tx, &view, &mv, &player_id)? {
        return Ok(());
    }
    if let (Move::Answer(_) | Move::Guess(_), Some(lost)) = (&mv, partners_lost) {
        view.same_partner(lost)?;
    }
    match machine {
        None => person(tx, app, place, loaded, &player_id, &mv, &typing)?,
        Some(machine) => {
            let at = app.moment();
            if !store::game::submit(tx, &at, loaded, place.seat, &mv)? {
                return Ok(());
            }
            if let Some(skill) = skill_of(&mv).filter(|_| !machine.house()) {
                machine::skill::note_reply(tx, &player_id, skill, at.now)?;
            }
            // Replies to calls are counted with what they cost.
            if matches!(mv, Move::Answer(_)) && loaded.kind.counts() && !machine.called() {
                machine::count_reply(tx, at.now, &player_id, &place.seat_id)?;
            }
        }
    }
    house_machines::play_house_turns(tx, app, loaded)
}

/// The skill that a move takes.
fn skill_of(mv: &Move) -> Option<Skill> {
    match mv {
        Move::Ask(_) => Some(Skill::Ask),
        Move::Answer(_) => Some(Skill::Answer),
        Move::Guess(_) => Some(Skill::Guess),
        _ => None,
    }
}

fn person(
    tx: &mut Tx<'_>,
    app: &Instance,
    place: &SeatRecord,
    loaded: &mut GameRecord,
    player_id: &str,
    mv: &Move,
    typing: &[Hint],
) -> Result<()> {
    let (at, seat_id) = (app.moment(), &place.seat_id);
    let rated = loaded.kind.counts();
    let carryover = match mv {
        Move::Ask(_) | Move::Answer(_) if rated => Some(paste_detection::carryover(tx, seat_id)?),
        _ => None,
    };
    let author = loaded.occupant(place.seat).cloned();
    let asked = match mv {
        Move::Ask(questions) => store::game::ask(tx, &at, place, loaded, questions.clone())?,
        _ => AskOutcome {
            played: Some(store::game::play(tx, &at, loaded, place.seat, mv, None)?),
            machine_at_once: false,
            is_new: false,
        },
    };
    if let (Some(played), Some(carryover)) = (asked.played, carryover) {
        paste_detection::note(tx, at.now, &loaded.id, played, mv, &carryover, typing)?;
    }
    if asked.machine_at_once {
        machine_at_once(tx, app, loaded, player_id)?;
    }
    if let (Move::Ask(questions), Some(author), true) = (mv, author, asked.is_new) {
        ask_others(tx, app, &author, loaded.game.rules(), questions)?;
    }
    Ok(())
}

/// A machine sits down beside somebody who has just asked. They are at the page and get no mail, as
/// when a person is there already: a mail would tell.
fn machine_at_once(
    tx: &mut Tx<'_>,
    app: &Instance,
    loaded: &GameRecord,
    player_id: &str,
) -> Result<()> {
    house_machines::seat_machine(tx, app, &loaded.id)?;
    let own = loaded.occupants.iter().flatten().find(|it| it.player_id == player_id);
    if let Some(own) = own {
        store::mail::suppress_notice(tx, player_id, &own.seat_id);
    }
    Ok(())
}

/// Sends an interview to more partners, as many as the instance gives one.
fn ask_others(
    tx: &mut Tx<'_>,
    app: &Instance,
    author: &Occupant,
    rules: Rules,
    questions: &[String],
) -> Result<()> {
    let timing = &app.settings.timing;
    let mut games = timing.interview_games;
    if !timing.machines_fill_in {
        let secret = app.moment().random.secret();
        let mut chance = Chance::from_words(&[&author.seat_id, &secret, "games"]);
        games = games_of_interview(&mut chance, games, timing.machine_percent);
    }
    for _ in 1..games {
        let (mut loaded, asked) =
            store::game::repeat_interview(tx, &app.moment(), author, rules, questions.to_vec())?;
        if asked.machine_at_once {
            machine_at_once(tx, app, &loaded, &author.player_id)?;
        }
        house_machines::play_house_turns(tx, app, &mut loaded)?;
    }
    Ok(())
}

/// Returns true if this very move has been made already. Questions of somebody who has taken an
/// inherited seat were kept for their next game.
fn is_made(tx: &mut Tx<'_>, view: &View, mv: &Move, player_id: &str) -> Result<bool> {
    Ok(match mv {
        Move::Ask(texts) if view.inherited => {
            draft::kept_questions(tx, player_id, view.rules.questions)? == *texts
        }
        Move::Ask(texts) => view.my_questions.as_ref() == Some(texts),
        Move::Answer(texts) => view.my_answers.as_ref() == Some(texts),
        Move::Guess(guess) => view.my_guess.as_ref() == Some(guess),
        Move::Join | Move::Leave | Move::Expire | Move::Remove | Move::Reveal(_) => false,
    })
}
