//! House machines. They take a seat where one is needed, and move in the same transaction that made
//! it their turn.

use std::collections::BTreeMap;
use std::sync::Arc;

use luna_core::game::{Duty, Seat};
use luna_core::rng::Chance;
use luna_core::skill::Skill;
use luna_machines::{
    CorpusLine, ENOUGH_PAIRS, HouseMachine, Lately, LineSource, Occasion, Origin, Pool, Source,
};
use luna_store::consent::Purpose;
use luna_store::game::{GameRecord, Kind, Seating};
use luna_store::job::MachineSeat;
use luna_store::machine::{self, MachineConfig, Skills, Transport};
use luna_store::{self as store, Tx};

use crate::consent;
use crate::error::Error;
use crate::instance::Instance;
use crate::job::{Transaction, readiness};
use crate::secret::mac::mac;

/// Tasks of a skill outside games that a house machine takes in a day. They cost nobody anything, and many
/// writers may have one watch.
const TASKS_DAILY: i64 = 20_000;
/// The latest finished games of each house machine whose texts its own are compared with.
const REMEMBERED: i64 = 100;

/// The house machines of every instance.
pub(crate) fn prepare(tx: &mut Tx<'_>, app: &Instance) -> store::Result<()> {
    let now = app.now();
    machine::lock_all(tx)?;
    for house in HouseMachine::ALL {
        let (id, declared) = (house.id(), declared(house));
        match store::player::find(tx, id) {
            Err(store::Error::NotFound) => register(tx, now, house, &declared)?,
            other => drop(other?),
        }
        // One from before there were machines to register.
        match machine::find(tx, id) {
            Err(store::Error::NotFound) => machine::adopt(tx, now, id, &declared)?,
            other => drop(other?),
        }
        describe(tx, app, house)?;
        for skill in [Skill::Answer, Skill::Converse] {
            machine::skill::set_limits(tx, id, skill, Some(TASKS_DAILY), None)?;
        }
    }
    Ok(())
}

/// Describes a house machine on this instance. Recall plays no rated games while it knows too few
/// pairs that it may send here.
pub(crate) fn describe(tx: &mut Tx<'_>, app: &Instance, house: HouseMachine) -> store::Result<()> {
    let practice_only = match house {
        HouseMachine::Gibberish | HouseMachine::Eliza => false,
        HouseMachine::Recall => {
            app.houses.recall.pairs(app.settings.rules.max_chars) < ENOUGH_PAIRS
        }
    };
    machine::describe(tx, house.id(), house.about(), practice_only)
}

/// A house machine is named by its id if a person already has its name.
fn register(
    tx: &mut Tx<'_>,
    now: i64,
    house: HouseMachine,
    declared: &MachineConfig,
) -> store::Result<()> {
    match machine::register(tx, now, house.id(), house.name(), None, declared) {
        Err(store::Error::Conflict) => {
            machine::register(tx, now, house.id(), house.id(), None, declared)
        }
        other => other,
    }
}

fn declared(house: HouseMachine) -> MachineConfig {
    MachineConfig {
        about: house.about().to_owned(),
        model: house.name().to_owned(),
        organisation: String::new(),
        licence: String::new(),
        link: String::new(),
        contact: String::new(),
        way: Transport::House,
        setup: "{}".to_owned(),
        most_open: i64::MAX,
        most_daily: i64::MAX,
        skills: Skills::all(),
    }
}

impl Transaction for MachineSeat {
    fn perform(&self, tx: &mut Tx<'_>, app: &Instance) -> Result<(), Error> {
        Ok(seat_machine(tx, app, &self.game)?)
    }
}

/// Pairs a house machine with the player who has waited longest.
pub fn seat_machine(tx: &mut Tx<'_>, app: &Instance, game_id: &str) -> store::Result<()> {
    let at = app.moment();
    let found = match store::game::find_machine(tx, &at, game_id) {
        Err(store::Error::NotFound) => (game_id.to_owned(), Seating::Done),
        other => other?,
    };
    let (mut loaded, machine_id) = match found {
        (_, Seating::House(loaded, machine_id)) => (loaded, machine_id),
        (game_id, Seating::Done) => return refill(tx, app, at.now, &game_id),
    };
    let house = HouseMachine::from_id(&machine_id).ok_or(store::Error::NotFound)?;
    let questions = questions(tx, app, &loaded, house)?;
    store::game::seat_machine(tx, &at, &mut loaded, house.id(), questions)
}

/// The questions that a house machine asks in a game. They are drawn for this game and repeat none
/// that the waiting person has lately heard from any partner, while the pool has others.
fn questions(
    tx: &mut Tx<'_>,
    app: &Instance,
    loaded: &GameRecord,
    house: HouseMachine,
) -> store::Result<Vec<String>> {
    let mut chance = drawn(tx, app, &[&loaded.id, house.id(), "questions"])?;
    let person = loaded.occupants.iter().flatten().map(|who| who.player_id.as_str()).next();
    let pool = pool(loaded.kind);
    let mut avoid = Vec::new();
    if loaded.kind.counts() {
        if let Some(person) = person {
            avoid = store::question::questions_heard(tx, person)?;
        }
        avoid.extend(asked_lately(tx)?);
    }
    Ok(house.questions(pool, loaded.game.rules(), &avoid, &mut chance))
}

/// The wordings that are heard in a game.
fn pool(kind: Kind) -> Pool {
    match kind {
        Kind::Rated => Pool::Rated,
        Kind::Practice => Pool::Practice,
        Kind::Sandbox => Pool::Sandbox,
    }
}

/// The house machines whose texts are put together; Gibberish draws letters.
const WORDED: [HouseMachine; 2] = [HouseMachine::Eliza, HouseMachine::Recall];

/// What house machines have asked of late in rated games.
fn asked_lately(tx: &mut Tx<'_>) -> store::Result<Vec<String>> {
    let mut texts = Vec::new();
    for house in WORDED {
        texts.extend(store::house_texts::latest_questions(tx, house.id(), REMEMBERED)?);
    }
    Ok(texts)
}

/// What house machines and those who played with them have replied of late in rated games.
fn replied_lately(tx: &mut Tx<'_>) -> store::Result<Lately> {
    let mut lately = Lately::default();
    for house in WORDED {
        let replies = store::house_texts::latest_replies(tx, house.id(), REMEMBERED)?;
        lately.by_machines.extend(replies.by_machine);
        lately.by_people.extend(replies.by_partners);
    }
    Ok(lately)
}

/// Chance from words and the instance's key: the same for the same words, and nobody else can compute
/// it.
fn drawn(tx: &mut Tx<'_>, app: &Instance, words: &[&str]) -> store::Result<Chance> {
    let key = store::setting::keep_first(tx, store::setting::KEY, &app.random.secret())?;
    let seed = mac(&key, words).iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte));
    Ok(Chance::from_seed(seed))
}

/// A machine has taken a seat, in practice or from the pool: another of its games has to wait.
fn refill(tx: &mut Tx<'_>, app: &Instance, now: i64, game_id: &str) -> store::Result<()> {
    let mut loaded = match store::game::load_locked(tx, game_id) {
        Err(store::Error::NotFound) => return Ok(()),
        loaded => loaded?,
    };
    if !loaded.kind.counts() {
        return play_house_turns(tx, app, &mut loaded);
    }
    match loaded.occupants.iter().flatten().find(|who| who.called()) {
        Some(who) => readiness::refill(tx, now, &who.player_id),
        None => Ok(()),
    }
}

/// The house machine for a game that does not count, or the reason why there is none.
pub enum HousePartner {
    Plays(HouseMachine),
    /// The player has blocked all that play.
    Blocked,
    /// The operator has stopped all of them.
    Stopped,
}

/// Returns the first of these house machines that the operator has not stopped and the player
/// has not blocked.
pub fn stand(
    tx: &mut Tx<'_>,
    order: impl IntoIterator<Item = HouseMachine>,
    player_id: &str,
) -> store::Result<HousePartner> {
    let mut none = HousePartner::Stopped;
    for house in order {
        if !machine::may_begin(tx, house.id())? {
            continue;
        }
        if !store::block::of_known(tx, player_id, house.id())? {
            return Ok(HousePartner::Plays(house));
        }
        none = HousePartner::Blocked;
    }
    Ok(none)
}

/// All house machines in an order drawn for a practice game; the one that the person practised
/// with last comes last. The first game of a person shows what a game is like, so a machine that
/// writes words comes before Gibberish.
fn practice_order(
    tx: &mut Tx<'_>,
    loaded: &GameRecord,
    player_id: &str,
) -> store::Result<Vec<HouseMachine>> {
    let last = store::question::practised_with(tx, player_id, &loaded.id)?;
    let last = last.as_deref().and_then(HouseMachine::from_id);
    let mut chance = Chance::from_words(&[&loaded.id, "practice"]);
    let mut left: Vec<HouseMachine> =
        HouseMachine::ALL.into_iter().filter(|it| Some(*it) != last).collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        order.push(left.swap_remove(chance.below(left.len())));
    }
    match last {
        Some(last) => order.push(last),
        None => order.sort_by_key(|house| *house == HouseMachine::Gibberish),
    }
    Ok(order)
}

/// The machine to practise with, or the reason why there is none, so that it is known before
/// anybody types.
pub fn partner(
    tx: &mut Tx<'_>,
    order: impl IntoIterator<Item = HouseMachine>,
    player_id: &str,
) -> Result<HouseMachine, Error> {
    let why = match stand(tx, order, player_id)? {
        HousePartner::Plays(house) => return Ok(house),
        HousePartner::Blocked => {
            "You have blocked all house machines that are available \
             now, so there is none to practise with. You can allow one again in the settings."
        }
        HousePartner::Stopped => {
            "The operator has stopped all house machines, so there is none to practise \
             with now. Games with people continue."
        }
    };
    Err(Error::Refused(why.into()))
}

/// Stops a machine for the operator. People who practise with a house machine go on with another.
pub fn kill(tx: &mut Tx<'_>, app: &Instance, id: &str, why: &str) -> store::Result<()> {
    let practised = match HouseMachine::from_id(id) {
        Some(_) => store::game::list::practised(tx, id)?,
        None => Vec::new(),
    };
    machine::kill(tx, &app.moment(), id, why)?;
    for game_id in practised {
        let mut loaded = store::game::load(tx, &game_id)?;
        play_house_turns(tx, app, &mut loaded)?;
    }
    Ok(())
}

/// Plays the house machine's next moves at once in games that do not count.
pub fn play_house_turns(
    tx: &mut Tx<'_>,
    app: &Instance,
    loaded: &mut GameRecord,
) -> store::Result<()> {
    if loaded.kind.counts() {
        return Ok(());
    }
    let vacancy = loaded.game.vacancy().filter(|_| loaded.kind == Kind::Practice);
    if let Some(empty) = vacancy {
        let person = loaded.occupant(empty.other()).map(|who| who.player_id.clone());
        let person = person.unwrap_or_default();
        let order = practice_order(tx, loaded, &person)?;
        let house = match stand(tx, order, &person)? {
            HousePartner::Plays(house) if machine::lock_if_may_begin(tx, house.id())? => house,
            _ => return store::game::retry_later(tx, &app.moment(), &loaded.id),
        };
        let questions = questions(tx, app, loaded, house)?;
        store::game::seat_machine(tx, &app.moment(), loaded, house.id(), questions)?;
    }
    while let Some((seat, duty)) = loaded.house_to_move() {
        play(tx, app, loaded, seat, duty, None)?;
    }
    Ok(())
}

/// Computes a machine's slow guess before its move is made, so that no other game waits for it.
pub(crate) async fn precompute_guess(
    app: &Instance,
    game_id: &str,
    seat: Seat,
) -> store::Result<()> {
    if !app.houses.learned.is_trained() {
        return Ok(());
    }
    let game_id = game_id.to_owned();
    let seen = app.db.read(move |tx| to_guess(tx, &game_id, seat)).await?;
    if let Some((questions, responses)) = seen {
        let houses = Arc::clone(&app.houses);
        let thinking = move || houses.learned.precompute(&questions, &responses);
        let thought = tokio::task::spawn_blocking(thinking).await;
        thought.map_err(|error| store::Error::Database(error.into()))?;
    }
    Ok(())
}

/// The questions and responses from which a trained machine makes its next guess.
fn to_guess(
    tx: &mut Tx<'_>,
    game_id: &str,
    seat: Seat,
) -> store::Result<Option<(Vec<String>, Vec<String>)>> {
    let loaded = match store::game::load(tx, game_id) {
        Err(store::Error::NotFound) => return Ok(None),
        loaded => loaded?,
    };
    let house = loaded.occupant(seat).and_then(|it| HouseMachine::from_id(&it.player_id));
    let due =
        loaded.game.duty(seat) == Some(Duty::Guess) && house.is_some_and(HouseMachine::learns);
    let view = loaded.game.view(seat);
    Ok(view.my_questions.zip(view.their_answers).filter(|_| due))
}

/// Decides the next move of the machine in a seat from the view of that seat.
pub(crate) fn play(
    tx: &mut Tx<'_>,
    app: &Instance,
    loaded: &mut GameRecord,
    seat: Seat,
    duty: Duty,
    paced_ms: Option<i64>,
) -> store::Result<()> {
    let Some(house) = loaded.occupant(seat).and_then(|it| HouseMachine::from_id(&it.player_id))
    else {
        return Err(store::Error::NotFound);
    };
    let view = loaded.game.view(seat);
    let words = [&loaded.id, seat.name(), view.phase.name(), "house"];
    let mut chance = drawn(tx, app, &words)?;
    let lately = if loaded.kind.counts() && duty == Duty::Answer {
        replied_lately(tx)?
    } else {
        Lately::default()
    };
    let opponent = loaded.occupant(seat.other());
    // A machine could have all lines in an hour: it hears those that anybody can read in Luna's code.
    let to_machine = loaded.kind == Kind::Sandbox || opponent.is_some_and(|it| it.machine);
    let person = opponent.filter(|it| loaded.kind.counts() && !it.machine);
    let person = person.map(|it| it.player_id.clone());
    let mut allowed = |line: &CorpusLine| match (&line.source, &person) {
        (LineSource::Luna, _) => true,
        (LineSource::Operator, _) => !to_machine,
        (LineSource::Player(origin), Some(person)) => {
            origin.author != *person && may_be_heard(tx, origin)
        }
        (LineSource::Player(_), None) => false,
    };
    let mut occasion = Occasion { pool: pool(loaded.kind), lately: &lately, allowed: &mut allowed };
    let turn = app.houses.turn(house, &view, duty, &mut occasion, &mut chance);
    note_sources(tx, loaded, seat, &turn.sources)?;
    store::game::play(tx, &app.moment(), loaded, seat, &turn.mv, paced_ms).map(drop)
}

/// Records the authors that a move quotes. Until the move is made none of them can be erased;
/// authors who were erased in the meantime are not quoted.
fn note_sources(
    tx: &mut Tx<'_>,
    loaded: &GameRecord,
    seat: Seat,
    sources: &[Source],
) -> store::Result<()> {
    let mut authors = BTreeMap::new();
    for (part, source) in sources.iter().enumerate() {
        match source {
            Source::Luna => {}
            Source::Question => {
                let asker = store::derived::asker(tx, loaded, seat)?;
                authors.extend(asker.map(|asker| (part, asker)));
            }
            Source::Line(origin) => drop(authors.insert(part, origin.author.clone())),
        }
    }
    store::derived::note(tx, loaded, &authors)?;
    for source in sources {
        if let Source::Line(origin) = source
            && !may_be_heard(tx, origin)
        {
            return Err(store::Error::Conflict);
        }
    }
    Ok(())
}

/// Returns true if Recall may repeat a line: it is approved, and its author still agrees to the
/// text in force. The index in memory may be behind.
fn may_be_heard(tx: &mut Tx<'_>, origin: &Origin) -> bool {
    store::recall::may_repeat(tx, &origin.id).unwrap_or(false)
        && consent::is_current(tx, &origin.author, Purpose::Recall).unwrap_or(false)
}
