//! Questions are in: who takes the other seat?

use luna_core::game::{Game, Move, Refusal, Rules, Seat};
use luna_core::pairing::{Merge, Waiting, choose, choose_again, merge};

use super::append::append;
use super::consequences::of_change;
use super::left_machine::find_left;
use super::load::{LOADED_AT_ONCE, load_locked, load_waiting};
use super::notice::notice;
use super::play::{make, play};
use super::queue::{QueuedGame, queue};
use super::record::{GameRecord, Occupant, SeatRecord, SeatState, StoredMove};
use super::repeats::repeats;
use super::start::take_seat;
use super::{machine_wait, meeting};
use crate::discipline::context::Context;
use crate::machine::record::Transport;
use crate::player::draft;
use crate::rating::counters;
use crate::tx::error::Result;
use crate::tx::{Tx, locks};
use crate::{job, player};

/// The outcome of a player's asking.
#[derive(Clone, Copy, Debug)]
pub struct AskOutcome {
    /// None where somebody had asked in this seat before: then one's own are kept for the next game.
    pub played: Option<StoredMove>,
    /// No waiting player can meet them, and a machine is ready: the caller pairs them at once.
    pub machine_at_once: bool,
    /// The interview opened a game, or joined one that waited: others may get it too.
    pub is_new: bool,
}

/// The time after which somebody who found nobody looks again.
const LOOK_AGAIN_MS: i64 = 250;

/// The player's questions. A person's game that nobody has joined is paired now, with the first who
/// waits: then the seat moves into their game, and `loaded` is that game.
pub fn ask(
    tx: &mut Tx<'_>,
    at: &Context,
    place: &SeatRecord,
    loaded: &mut GameRecord,
    questions: Vec<String>,
) -> Result<AskOutcome> {
    let me = loaded.occupant(place.seat).filter(|_| place.here).ok_or(Refusal::NotSeated)?.clone();
    let mv = Move::Ask(questions);
    let alone = Seat::BOTH.iter().filter(|&&seat| loaded.occupant(seat).is_some()).count() == 1;
    let new = loaded.game == Game::new(loaded.game.rules());
    if !loaded.kind.counts() || me.machine || !alone || !new {
        let played = play(tx, at, loaded, place.seat, &mv, None)?;
        return Ok(AskOutcome { played: Some(played), machine_at_once: false, is_new: false });
    }
    // Refused questions must not pair anybody.
    loaded.game.clone().play(place.seat, &mv)?;
    counters::count(tx, at.now, "asked", &loaded.id, i64::from(!loaded.repeats_interview))?;
    locks::share_blocks(tx)?;
    let rules = loaded.game.rules();
    let games = first_games(tx, at, &me, rules)?;
    let mut found = find_unlocked(tx, &me, games)?;
    if let Some((waits, _)) = &mut found
        && meeting::is_with_machines(at, &loaded.id, &waits.id)
    {
        if !waits.game.vacancy_has_questions() {
            let played = play(tx, at, loaded, place.seat, &mv, None)?;
            meeting::give_machines(tx, loaded, waits)?;
            meeting::machine_comes(tx, at, &waits.id)?;
            return Ok(AskOutcome { played: Some(played), machine_at_once: true, is_new: true });
        }
        // Who would take over questions here gets a machine that waits with such questions.
        if let Some((mut left, seat)) = find_left(tx, at, &me, rules)? {
            meeting::give_left_machine(tx, at, &mut left, waits, &me)?;
            meeting::machine_comes(tx, at, &waits.id)?;
            found = Some((left, seat));
        }
    }
    let Some((found, seat)) = found else {
        let machine_at_once = machine_wait::is_at_once(tx, at, &loaded.id, rules)?;
        let played = play(tx, at, loaded, place.seat, &mv, None)?;
        // On PostgreSQL two who ask at once find nobody, and neither sees the other before both have
        // committed.
        let people_only = at.timing.machines_fill_in;
        let work = job::Pair { game: loaded.id.clone(), people_only };
        job::schedule(tx, &format!("pair:{}", loaded.id), &work, at.now + LOOK_AGAIN_MS)?;
        return Ok(AskOutcome { played: Some(played), machine_at_once, is_new: true });
    };
    defer!(
        tx,
        "UPDATE seat SET game_id = $2, side = $3 WHERE id = $1",
        row = place.seat_id,
        place.seat_id,
        found.id,
        seat.name(),
    );
    defer!(tx, "DELETE FROM game WHERE id = $1", row = loaded.id, loaded.id);
    *loaded = found;
    let played = join(tx, at, loaded, seat, Some(me), mv)?;
    Ok(AskOutcome { is_new: played.is_some(), played, machine_at_once: false })
}

/// Notes where a guest plays from, until the game is over.
pub fn come_from(
    tx: &mut Tx<'_>,
    loaded: &mut GameRecord,
    seat: Seat,
    codes: &[String],
) -> Result<()> {
    let Some(occupant) = &mut loaded.occupants[seat.index()] else { return Ok(()) };
    let codes = codes.join(" ");
    defer!(
        tx,
        "UPDATE seat SET place = $2 WHERE id = $1",
        row = occupant.seat_id,
        occupant.seat_id,
        codes,
    );
    occupant.place = Some(codes);
    Ok(())
}

/// A game in the queue is paired with the first who waits already, rather
/// than both waiting for a third. As with [`ask`], a machine may be there, unless only people are
/// looked for. Returns the games that a machine is to be seated in now: in the same work, since what is
/// told between two pieces of work would tell machines from people.
pub fn pair(
    tx: &mut Tx<'_>,
    at: &Context,
    game_id: &str,
    people_only: bool,
) -> Result<Vec<String>> {
    locks::queue(tx)?;
    let loaded = load_locked(tx, game_id)?;
    let Some(empty) = loaded.game.vacancy() else { return Ok(Vec::new()) };
    let Some(waiting) = loaded.occupant(empty.other()).cloned() else { return Ok(Vec::new()) };
    let rules = loaded.game.rules();
    let games = first_games(tx, at, &waiting, rules)?;
    let Some((other, seat)) = find_locked(tx, &waiting, games)? else {
        let at_once = machine_wait::is_at_once(tx, at, game_id, rules)? && !people_only;
        return Ok(at_once.then_some(loaded.id).into_iter().collect());
    };
    if let Some(person) = other.occupant(seat.other()).map(|who| who.player_id.clone())
        && repeats(tx, &loaded, empty, &person)?
    {
        return Ok(Vec::new());
    }
    let (mut moves, mut waits) = match merge(&loaded.game, &other.game) {
        Some(Merge::One { .. }) => (loaded, other),
        Some(Merge::Other { .. }) => (other, loaded),
        None => return Ok(Vec::new()),
    };
    if !people_only && meeting::is_with_machines(at, &moves.id, &waits.id) {
        if !waits.game.vacancy_has_questions() {
            meeting::give_machines(tx, &mut moves, &mut waits)?;
            return Ok(vec![moves.id, waits.id]);
        }
        if let Some(mover) = moves.vacancy_partner().cloned()
            && let Some((mut left, _)) = find_left(tx, at, &mover, rules)?
        {
            meeting::give_left_machine(tx, at, &mut left, &mut waits, &mover)?;
            meet(tx, at, moves, left)?;
            return Ok(vec![waits.id]);
        }
    }
    meet(tx, at, waits, moves).map(|()| Vec::new())
}

/// Two who wait play each other, in the game of the player who has responded already. The other
/// moves over and takes their questions along.
pub(super) fn meet(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: GameRecord,
    other: GameRecord,
) -> Result<()> {
    match merge(&loaded.game, &other.game) {
        Some(Merge::One { from, into }) => move_over(tx, at, loaded, from, other, into),
        Some(Merge::Other { from, into }) => move_over(tx, at, other, from, loaded, into),
        None => Ok(()),
    }
}

/// The only player of one game takes the empty seat of another.
fn move_over(
    tx: &mut Tx<'_>,
    at: &Context,
    mut from: GameRecord,
    from_seat: Seat,
    mut into: GameRecord,
    seat: Seat,
) -> Result<()> {
    let Some(questions) = from.game.view(from_seat).my_questions else { return Ok(()) };
    append(tx, at, &mut from, from_seat, &Move::Leave, None, None)?;
    defer!(
        tx,
        "UPDATE game SET phase = 'closed', queue_key = NULL, waiting_since = NULL, ended_at = $2
         WHERE id = $1",
        row = from.id,
        from.id,
        at.now,
    );
    defer!(tx, "DELETE FROM pool WHERE game_id = $1", row = from.id, from.id);
    for job in ["machine_seat", "pair"] {
        job::cancel(tx, &format!("{job}:{}", from.id))?;
    }
    let mut who = from.occupants[from_seat.index()].take();
    let mut asked_at = None;
    if let Some(who) = &mut who {
        // Asked once: when it was and the time it took are as they were then.
        let asked: Option<(i64, i64)> = row!(
            tx,
            "SELECT at, took_ms FROM game_move
             WHERE game_id = $1 AND player_id = $2 AND took_ms IS NOT NULL ORDER BY seq LIMIT 1",
            from.id,
            who.player_id,
        );
        who.opened_at = at.now - asked.map_or(0, |(_, took_ms)| took_ms);
        asked_at = asked.map(|(at, _)| at).filter(|_| !into.game.vacancy_has_questions());
        defer!(
            tx,
            "UPDATE seat SET game_id = $2, side = $3 WHERE id = $1",
            row = who.seat_id,
            who.seat_id,
            into.id,
            seat.name(),
        );
        defer!(
            tx,
            "INSERT INTO moved (player_id, game_id) VALUES ($1, $2)
             ON CONFLICT (game_id, player_id) DO NOTHING",
            row = format_args!("{} {}", who.player_id, from.id),
            who.player_id,
            from.id,
        );
    }
    join(tx, at, &mut into, seat, who, Move::Ask(questions))?;
    if let Some(asked_at) = asked_at {
        run!(
            tx,
            "UPDATE game_move SET at = $3 WHERE game_id = $1 AND seq = $2",
            into.id,
            into.seq,
            asked_at,
        );
    }
    // They are not at the page, unlike somebody who has just asked.
    if let Some(who) = into.occupant(seat).filter(|who| who.wants_mail) {
        notice(tx, at, who, "turn");
    }
    Ok(())
}

/// A house machine takes the empty seat of a game, if it is still empty.
pub fn seat_machine(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    machine_id: &str,
    questions: Vec<String>,
) -> Result<()> {
    let Some(seat) = loaded.game.vacancy() else { return Ok(()) };
    let machine = (machine_id, Transport::House);
    let mut machine = take_seat(tx, at, &loaded.id, seat, machine, SeatState::Wait)?;
    meeting::stand_in(tx, &mut machine, loaded.instead_of.as_ref())?;
    join(tx, at, loaded, seat, Some(machine), Move::Ask(questions)).map(drop)
}

/// Sits down, and asks unless questions are there already: the other player
/// has responded to those of somebody who has gone. Then one's own are kept
/// for the next game.
fn join(
    tx: &mut Tx<'_>,
    at: &Context,
    loaded: &mut GameRecord,
    seat: Seat,
    who: Option<Occupant>,
    ask: Move,
) -> Result<Option<StoredMove>> {
    let asked = loaded.game.vacancy_has_questions();
    let opened_at = who.as_ref().map_or(at.now, |occupant| occupant.opened_at);
    loaded.occupants[seat.index()] = who;
    remember_partners(tx, loaded)?;
    counters::count(tx, at.now, "paired", &loaded.id, i64::from(loaded.kind.counts()))?;
    let before = loaded.game.clone();
    make(tx, at, loaded, seat, &Move::Join, None)?;
    if !asked {
        // The questions took as long as they took before there was a partner.
        if let Some(occupant) = &mut loaded.occupants[seat.index()] {
            occupant.opened_at = opened_at;
        }
        let played = make(tx, at, loaded, seat, &ask, None)?;
        of_change(tx, at, loaded, &before, seat, &ask)?;
        return Ok(Some(played));
    }
    of_change(tx, at, loaded, &before, seat, &Move::Join)?;
    if let (Move::Ask(questions), Some(occupant)) = (ask, loaded.occupant(seat))
        && !occupant.machine
    {
        let (player_id, seat_id) = (occupant.player_id.clone(), occupant.seat_id.clone());
        draft::clear(tx, &player_id, &seat_id)?;
        draft::keep_for_next(tx, &player_id, &questions, at.now)?;
    }
    Ok(None)
}

/// The games of the queue that a player is paired into when they ask, the best first.
fn first_games(tx: &mut Tx<'_>, at: &Context, me: &Occupant, rules: Rules) -> Result<Vec<String>> {
    choose_games(tx, at, me, rules, |tx, waits, queue| {
        choose(waits, queue, || others_play(tx, at, waits))
    })
}

/// The game of the first who waits, whether or not they were partners of late.
pub(super) fn find_again(
    tx: &mut Tx<'_>,
    at: &Context,
    me: &Occupant,
    rules: Rules,
) -> Result<Option<(GameRecord, Seat)>> {
    let games = choose_games(tx, at, me, rules, |_, waits, queue| {
        Ok(choose_again(waits, queue).into_iter().collect())
    })?;
    find_locked(tx, me, games)
}

/// The games in the queue that `chosen` takes.
fn choose_games(
    tx: &mut Tx<'_>,
    at: &Context,
    me: &Occupant,
    rules: Rules,
    chosen: impl Fn(&mut Tx<'_>, Waiting<'_>, &[Waiting<'_>]) -> Result<Vec<usize>>,
) -> Result<Vec<String>> {
    let mut queue = queue(tx, at, &me.player_id, rules)?;
    queue.retain(|it| !it.shares_place(me.place.as_deref()));
    if at.timing.interview_games > 1 && !queue.is_empty() {
        // They would meet the same interviews again.
        let partners = partners_now(tx, &me.player_id)?;
        queue.retain(|it| !partners.contains(&it.player_id));
    }
    if queue.is_empty() {
        return Ok(Vec::new());
    }
    let partners = player::partners(tx, &me.player_id)?;
    let waiting: Vec<Waiting<'_>> = queue.iter().map(QueuedGame::waiting).collect();
    let waits = Waiting { player: &me.player_id, partners: &partners };
    let chosen = chosen(tx, waits, &waiting)?;
    Ok(chosen.into_iter().filter_map(|at| queue.get(at)).map(|it| it.game_id.clone()).collect())
}

/// The partners in a player's running games.
fn partners_now(tx: &mut Tx<'_>, player_id: &str) -> Result<Vec<String>> {
    let partners: Vec<(String,)> = rows!(
        tx,
        "SELECT o.player_id
         FROM seat s CROSS JOIN seat o
         WHERE s.player_id = $1 AND s.ending IS NULL
               AND o.game_id = s.game_id AND o.side <> s.side AND o.here",
        player_id,
    );
    // Those that a machine came instead of, too: to meet one of them now would tell.
    let absent: Vec<(String,)> = rows!(
        tx,
        "SELECT g.instead_of
         FROM seat s JOIN game g ON g.id = s.game_id
         WHERE s.player_id = $1 AND s.ending IS NULL AND g.instead_of IS NOT NULL",
        player_id,
    );
    Ok(partners.into_iter().chain(absent).map(|(id,)| id).collect())
}

/// The first of these games in which the player can sit down, locked, and the empty seat in it. Games
/// that are locked by others are passed over.
fn find_unlocked(
    tx: &mut Tx<'_>,
    me: &Occupant,
    mut games: Vec<String>,
) -> Result<Option<(GameRecord, Seat)>> {
    while !games.is_empty() {
        let some = games.len().min(LOADED_AT_ONCE);
        match load_waiting(tx, &games[..some])? {
            None => drop(games.drain(..some)),
            Some(loaded) => {
                if let Some(seat) = free_seat(tx, me, &loaded)? {
                    return Ok(Some((loaded, seat)));
                }
                games.retain(|id| *id != loaded.id);
            }
        }
    }
    Ok(None)
}

/// The same; waits for games that are locked by others.
fn find_locked(
    tx: &mut Tx<'_>,
    me: &Occupant,
    games: Vec<String>,
) -> Result<Option<(GameRecord, Seat)>> {
    for game in games {
        let loaded = load_locked(tx, &game)?;
        // Its player may have left while the row was waited for.
        if let Some(seat) = free_seat(tx, me, &loaded)? {
            return Ok(Some((loaded, seat)));
        }
    }
    Ok(None)
}

fn free_seat(tx: &mut Tx<'_>, me: &Occupant, loaded: &GameRecord) -> Result<Option<Seat>> {
    let Some(seat) = loaded.game.vacancy() else { return Ok(None) };
    Ok((!repeats(tx, loaded, seat, &me.player_id)?).then_some(seat))
}

/// Returns true if some other person plays just now who was no partner of late.
fn others_play(tx: &mut Tx<'_>, at: &Context, me: Waiting<'_>) -> Result<bool> {
    let playing: Option<(String,)> = row!(
        tx,
        "SELECT s.player_id
         FROM seat s JOIN player p ON p.id = s.player_id JOIN game g ON g.id = s.game_id
         WHERE s.player_id >= $1 AND s.ending IS NULL AND s.changed_at > $2
               AND p.kind = 'human' AND s.player_id <> $3 AND NOT g.practice
               AND replace($4, ' ' || s.player_id || ' ', '') = $4
         LIMIT 1",
        "",
        at.now - at.timing.silence_ms,
        me.player,
        format!(" {} ", me.partners.replace(' ', "  ")),
    );
    Ok(playing.is_some())
}

fn remember_partners(tx: &mut Tx<'_>, loaded: &GameRecord) -> Result<()> {
    if let [Some(a), Some(b)] = &loaded.occupants
        && loaded.kind.counts()
    {
        for (person, machine) in [(a, b), (b, a)] {
            if !person.machine && machine.machine {
                defer!(
                    tx,
                    "INSERT INTO met (player_id, machine_id, times) VALUES ($1, $2, 1)
                     ON CONFLICT (player_id, machine_id) DO UPDATE SET times = met.times + 1",
                    row = format_args!("{} {}", person.player_id, machine.player_id),
                    person.player_id,
                    machine.player_id,
                );
            }
        }
        player::note_partners(tx, &a.player_id, &b.player_id)?;
    }
    Ok(())
}
