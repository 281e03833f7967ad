//! People and machines who do whatever they like.

use luna_core::game::{Duty, Guess, Move};
use luna_core::rating::Points;
use luna_core::rng::Chance;
use luna_store::game::{self, Context, Kind, SeatState};
use luna_store::job::{self, ClaimedJob, JobSpec};
use luna_store::mail::{self, Mail};
use luna_store::moderation_log::Act;
use luna_store::{Error, Result, Tx, draft, erase, judge, machine, player, session};
use luna_testkit::control::DAY;

use crate::house::{House, RULES};

pub(crate) const PEOPLE: usize = 12;
pub(crate) const MACHINES: [&str; 2] = ["robot1", "robot2"];

/// The same seed, the same play, to the last byte.
pub(crate) async fn play_at_random(house: &House, seed: u64, steps: usize) {
    play_while(house, seed, |step| step < steps).await;
}

/// The same for as long as another step is wanted.
pub(crate) async fn play_while(house: &House, seed: u64, is_wanted: impl Fn(usize) -> bool) {
    let mut chance = Chance::from_seed(seed);
    for machine in MACHINES {
        house.player(machine, true).await;
    }
    let mut people: Vec<String> = Vec::new();
    for _ in 0..PEOPLE {
        newcomer(house, &mut people).await;
    }
    for _ in (0..).take_while(|step| is_wanted(*step)) {
        house.later(i64::try_from(chance.below(90)).unwrap() * 1_000);
        let who = chance.below(people.len());
        let id = people[who].clone();
        match chance.below(200) {
            0 => house.later(i64::try_from(chance.below(3)).unwrap() * DAY),
            1 => {
                house.acts(move |tx, at| erase::erase(tx, at, &id)).await;
                people.remove(who);
                newcomer(house, &mut people).await;
            }
            2 => {
                house
                    .acts(move |tx, at| {
                        erase::ban(tx, at, Act::of(&id, "rude; it's \"known\"\n"))?;
                        erase::unban(tx, at, None, &id)
                    })
                    .await;
            }
            3 => toggles(house, &id).await.unwrap(),
            4..=6 => drop(house.open_kind(&id, Kind::Practice).await),
            7..=34 => drop(house.open(&id).await),
            35..=40 => allowed(leaves(house, &mut chance, &id).await),
            _ => allowed(moves(house, &mut chance, &id).await),
        }
        work_through_jobs(house, &mut chance).await;
    }
}

/// Their guesses count no more, or again; a job does the rest.
pub(crate) async fn toggles(house: &House, id: &str) -> Result<()> {
    let (at, id) = (house.at(), id.to_owned());
    let toggle = move |tx: &mut Tx<'_>| match judge::excluded(tx, &id)? {
        Some(_) => judge::restore(tx, &at, Act::of(&id, "")),
        None => judge::exclude(tx, &at, Act::of(&id, "at random")),
    };
    house.db.write(toggle).await
}

pub(crate) async fn newcomer(house: &House, people: &mut Vec<String>) {
    let id = format!("p{}", house.now());
    house.player(&id, false).await;
    if people.len().is_multiple_of(2) {
        house.verified(&id).await;
    }
    let (who, now) = (id.clone(), house.now());
    house
        .db
        .write(move |tx| session::open(tx, &format!("c-{who}"), &who, "a\\b\tc", now))
        .await
        .unwrap();
    people.push(id);
}

/// A seat of theirs where something is to be done, or where they wait.
async fn a_seat(house: &House, chance: &mut Chance, id: &str, state: SeatState) -> Option<String> {
    let id = id.to_owned();
    let lines = house
        .db
        .read(move |tx| game::list::of_player(tx, &id, state, (i64::MAX, ""), 100))
        .await
        .unwrap();
    chance.pick(&lines).map(|line| line.seat_id.clone())
}

fn words(chance: &mut Chance) -> String {
    const SOME: [&str; 8] =
        ["moon", "ünï", "🌙🌑", "\"quoted\"", "back\\slash", "two\nlines", "tab\there", "'; --"];
    let count = 1 + chance.below(3);
    (0..count).map(|_| *chance.pick(&SOME).unwrap()).collect::<Vec<_>>().join(" ")
}

fn points(chance: &mut Chance) -> Points {
    let whole = chance.below(100_000_001);
    Points::from_millionths(i64::try_from(whole).unwrap()).unwrap()
}

pub(crate) async fn leaves(house: &House, chance: &mut Chance, id: &str) -> Result<()> {
    for state in [SeatState::Wait, SeatState::Move] {
        if let Some(seat) = a_seat(house, chance, id, state).await {
            return house.leave(id, &seat).await;
        }
    }
    Ok(())
}

/// Done, or refused by the rules.
pub(crate) fn allowed(done: Result<()>) {
    match done {
        Ok(()) | Err(Error::Refused(_)) => {}
        Err(other) => panic!("{other:?}"),
    }
}

pub(crate) async fn moves(house: &House, chance: &mut Chance, id: &str) -> Result<()> {
    let Some(seat_id) = a_seat(house, chance, id, SeatState::Move).await else { return Ok(()) };
    let (place, loaded) = house.load_for_update(id, &seat_id).await;
    let texts: Vec<String> = (0..RULES.questions).map(|_| words(chance)).collect();
    if chance.below(4) == 0 {
        let (id, now) = (id.to_owned(), house.now());
        let field = ["q1", "q2", "r1", "guess"][chance.below(4)];
        let save = move |tx: &mut Tx<'_>| draft::save(tx, &id, &seat_id, field, &texts[0], now);
        return house.db.write(save).await;
    }
    match loaded.game.duty(place.seat) {
        // Somebody was quicker.
        None => {}
        Some(Duty::Ask) => {
            house.ask_texts(id, &seat_id, texts).await?;
            if !loaded.kind.counts() {
                let robot = *chance.pick(&MACHINES).unwrap();
                house.machine_sits(robot, &place.game_id).await;
            }
        }
        Some(Duty::Answer) => house.play(id, &seat_id, Move::Answer(texts)).await?,
        Some(Duty::Guess) => {
            let sliders = (0..RULES.questions)
                .map(|_| (chance.below(2) == 0).then(|| points(chance)))
                .collect();
            let guess = Guess { points: points(chance), sliders };
            house.play(id, &seat_id, Move::Guess(guess)).await?;
        }
    }
    if !loaded.kind.counts() {
        for _ in 0..2 {
            let text = points(chance).to_string();
            house.machine_moves(&house.game_of(id, &seat_id).await, &text).await;
        }
    }
    Ok(())
}

/// What the server does with what is due.
pub(crate) async fn work_through_jobs(house: &House, chance: &mut Chance) {
    for done in try_jobs(house, chance).await {
        done.unwrap();
    }
}

pub(crate) async fn try_jobs(house: &House, chance: &mut Chance) -> Vec<Result<()>> {
    let mut all = Vec::new();
    for job in house.claim().await {
        let at = house.at();
        let robot = *chance.pick(&MACHINES).unwrap();
        let (text, guess) = (words(chance), points(chance));
        let work = move |tx: &mut Tx<'_>| {
            run(tx, &at, &job, robot, &text, guess)?;
            job::complete(tx, &job)?;
            Ok(())
        };
        all.push(house.db.write(work).await);
    }
    all
}

fn run(
    tx: &mut Tx<'_>,
    at: &Context,
    claimed: &ClaimedJob,
    robot: &str,
    text: &str,
    points: Points,
) -> Result<()> {
    let texts = vec![text.to_owned(); RULES.questions];
    match claimed.kind.name {
        job::MachineSeat::KIND => {
            let job::MachineSeat { game } = &claimed.parse()?;
            let mut loaded = game::load_locked(tx, game)?;
            game::seat_machine(tx, at, &mut loaded, robot, texts)
        }
        job::Call::KIND | job::Task::KIND | job::Ready::KIND => {
            panic!("no machine here is called")
        }
        job::Leave::KIND => {
            let job::Leave { after } = &claimed.parse()?;
            machine::leave_next(tx, at, after)
        }
        job::Pair::KIND => {
            let job::Pair { game, people_only } = &claimed.parse()?;
            for game in game::pair(tx, at, game, *people_only)? {
                let mut loaded = game::load_locked(tx, &game)?;
                game::seat_machine(tx, at, &mut loaded, robot, texts.clone())?;
            }
            Ok(())
        }
        job::MachineTurn::KIND => {
            let job::MachineTurn { game, seat, paced_ms } = &claimed.parse()?;
            let mut loaded = game::load_locked(tx, game)?;
            let mv = match loaded.game.duty(*seat) {
                None => return Ok(()),
                Some(Duty::Ask) => Move::Ask(texts),
                Some(Duty::Answer) => Move::Answer(texts),
                Some(Duty::Guess) => {
                    Move::Guess(Guess { points, sliders: vec![None; RULES.questions] })
                }
            };
            game::play(tx, at, &mut loaded, *seat, &mv, Some(*paced_ms)).map(drop)
        }
        job::Deadline::KIND => {
            let job::Deadline { seat, reminded } = &claimed.parse()?;
            let seen = |_: &str| (at.now % 3 > 0).then_some(at.now);
            game::overdue(tx, at, seat, *reminded, &seen).map(drop)
        }
        job::Notify::KIND => {
            let job::Notify { player } = &claimed.parse()?;
            let told = mail::take_notices(tx, player)?;
            let lines: Vec<String> =
                told.iter().map(|n| format!("{} {}", n.kind, n.subject_id)).collect();
            let letter = Mail {
                id: at.random.id(at.now),
                player_id: Some(player.clone()),
                kind: "games".to_owned(),
                address: "somebody@example.org".to_owned(),
                subject: "Your games".to_owned(),
                plain: lines.join("\r\n"),
                html: String::new(),
                off_url: None,
                about: None,
            };
            player::note_mail(tx, player, at.now)?;
            mail::send(tx, &letter, at.now)
        }
        job::Mail::KIND => {
            let job::Mail { mail } = &claimed.parse()?;
            mail::mark_sent(tx, mail, at.now)
        }
        job::Follow::KIND => {
            let job::Follow { judge } = &claimed.parse()?;
            while judge::follow(tx, judge)? {}
            Ok(())
        }
        _ => Ok(()),
    }
}
