//! A large instance: games played by the rules and copied until there are enough, then three
//! people who look at the pages.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Result;
use luna_store::disciplines::ALL;
use luna_store::game::{Context, Timing};
use luna_store::mail::{self, Mail};
use luna_store::{Db, Random, Tx, job, player, session};
use sha2::{Digest as _, Sha256};

use crate::copies;
use crate::play::{Until, against_machine, play};

/// The cookies of the three people who look at the pages.
pub(crate) const HEAVY: &str = "00heavyplayer0000000000000";
pub(crate) const LIGHT: &str = "00lightplayer0000000000000";
pub(crate) const ADMIN: &str = "00admin0000000000000000000";

const MACHINE: &str = "house-gibberish";
/// The number of finished games that are played and then copied.
const PLAYED: i64 = 8_000;
/// The number of people who play them.
const PEOPLE: i64 = 800;
/// The number of finished games of the heavy player.
const HEAVY_GAMES: i64 = 2_000;
/// The time between two games, in milliseconds.
const STEP: i64 = 2_000;
const YEAR: i64 = 365 * 86_400_000;

/// Creates the database with about `games` finished games.
pub(crate) fn fill(path: &Path, games: i64) -> Result<()> {
    let half_done = path.with_extension("filling");
    // That of a run that was interrupted.
    for left in ["filling", "filling-wal", "filling-shm"] {
        drop(std::fs::remove_file(path.with_extension(left)));
    }
    let now = i64::try_from(std::time::UNIX_EPOCH.elapsed()?.as_millis())?;
    let stretches = ((games - HEAVY_GAMES + PLAYED / 2) / PLAYED).max(1);
    let window = PLAYED * STEP;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let db = Db::open(&format!("sqlite:{}", half_done.display()))?;
    runtime.block_on(play_originals(&db, now - window))?;
    copies::make(&half_done, stretches, window)?;
    runtime.block_on(add_visitors(&db, now - stretches * window, now))?;
    drop(db);
    copies::settle(&half_done)?;
    Ok(std::fs::rename(half_done, path)?)
}

/// Plays the games to be copied: people with their sessions and mails, finished games, and about
/// one running game for ten finished ones.
async fn play_originals(db: &Db, from: i64) -> Result<()> {
    let at = moment(from);
    let made = db.write(move |tx| {
        player::create(tx, MACHINE, true, "gibberish", at.now)?;
        (0..PEOPLE).map(|nth| person(tx, &at, nth)).collect::<Result<Vec<String>>>()
    });
    let people = Arc::new(made.await?);
    for first in (0..PLAYED).step_by(100) {
        let people = Arc::clone(&people);
        let played = db.write(move |tx| {
            for nth in first..first + 100 {
                let at = moment(from + nth * STEP);
                let nth = usize::try_from(nth)?;
                // Nobody is paired with a partner of their last ten games.
                let (round, one) = (nth / people.len(), nth % people.len());
                let person = |nth: usize| people[nth % people.len()].as_str();
                let both = [person(one), person(one + 1 + round)];
                let others = [both[0], person(one + 1 + round + people.len() / 2)];
                match nth % 10 {
                    0 => against_machine(tx, at.clone(), both[0], MACHINE, nth)?,
                    _ => play(tx, at.clone(), both, Until::Final, nth)?,
                }
                match nth % 40 {
                    0 => play(tx, at, others, Until::Typing, nth)?,
                    10 => play(tx, at, others, Until::BothAsked, nth)?,
                    20 => play(tx, at, others, Until::Answered, nth)?,
                    30 => play(tx, at, others, Until::BothAnswered, nth)?,
                    _ => {}
                }
            }
            anyhow::Ok(())
        });
        played.await?;
    }
    Ok(())
}

fn person(tx: &mut Tx<'_>, at: &Context, nth: i64) -> Result<String> {
    let id = at.random.id(at.now);
    player::create(tx, &id, false, &format!("player-{nth}"), at.now)?;
    session::open(tx, &hash(&id), &id, "Firefox on Linux", at.now)?;
    if nth % 2 == 0 {
        let address = format!("player-{nth}@example.org");
        player::claim_email(tx, &id, &address, "no hash", at.now)?;
        player::verify_email(tx, &id, &address)?;
        player::set_wants_mail(tx, &id, false)?;
        let mail = Mail {
            id: at.random.id(at.now),
            player_id: Some(id.clone()),
            kind: "verify".to_owned(),
            address,
            subject: "Please confirm your address".to_owned(),
            plain: "Somebody has given this address at Luna.\n".repeat(10),
            html: "<p>Somebody has given this address at Luna.</p>\n".repeat(10),
            off_url: None,
            about: None,
        };
        mail::send(tx, &mail, at.now)?;
        mail::mark_sent(tx, &mail.id, at.now)?;
        job::cancel(tx, &format!("mail:{}", mail.id))?;
    }
    Ok(id)
}

/// A player with two thousand finished games and one running in each phase, a player with a
/// single game, and the operator.
async fn add_visitors(db: &Db, from: i64, now: i64) -> Result<()> {
    let at = moment(now);
    let made = db.write(move |tx| {
        let others = player::list(tx, (at.now, ""), HEAVY_GAMES)?.into_iter();
        let others: Vec<String> =
            others.filter(|(other, _)| !other.machine).map(|(other, _)| other.id).collect();
        let mut visitor = |cookie, name| {
            let id = at.random.id(at.now);
            player::create(tx, &id, false, name, at.now)?;
            luna_app::consent::join(tx, &id, at.now)?;
            session::open(tx, &hash(cookie), &id, "Firefox on Linux", at.now)?;
            Ok::<_, anyhow::Error>(id)
        };
        let (heavy, light) = (visitor(HEAVY, "heavy")?, visitor(LIGHT, "light")?);
        let admin = visitor(ADMIN, "admin")?;
        player::make_admin(tx, &admin)?;
        play(tx, at, [&light, &heavy], Until::Final, 0)?;
        anyhow::Ok((heavy, others))
    });
    let (heavy, others) = made.await?;
    let (heavy, others) = (Arc::new(heavy), Arc::new(others));
    for first in (0..HEAVY_GAMES).step_by(100) {
        let (heavy, others) = (Arc::clone(&heavy), Arc::clone(&others));
        let played = db.write(move |tx| {
            for nth in (first..).take(100) {
                let at = moment(from + (now - from) / HEAVY_GAMES * nth);
                let nth = usize::try_from(nth)?;
                // Two who have met wait for others, so the rest is with a machine.
                match others.get(nth) {
                    Some(other) => play(tx, at, [&heavy, other], Until::Final, nth)?,
                    None => against_machine(tx, at, &heavy, MACHINE, nth)?,
                }
            }
            anyhow::Ok(())
        });
        played.await?;
    }
    let under_way = db.write(move |tx| {
        use Until::{Answered, Asked, BothAnswered, BothAsked, Guessed, Typing};
        // The game that waits for a partner comes last; otherwise the next would join it.
        let phases = [Typing, BothAsked, Answered, BothAnswered, Guessed, Asked];
        for (nth, until) in phases.into_iter().enumerate() {
            let at = moment(now);
            let other = at.random.id(now);
            player::create(tx, &other, false, &format!("partner-{nth}"), now)?;
            play(tx, at, [&heavy, &other], until, 0)?;
        }
        anyhow::Ok(())
    });
    under_way.await
}

fn moment(now: i64) -> Context {
    static DRAWN: AtomicU64 = AtomicU64::new(0);
    let draw = || {
        let nth = DRAWN.fetch_add(1, Ordering::Relaxed);
        let digest = Sha256::digest(nth.to_be_bytes());
        std::array::from_fn(|at| digest[at])
    };
    let timing = Timing {
        phase_ms: YEAR,
        silence_ms: 31_536_000_000,
        machine_wait_ms: YEAR,
        machine_pace_ms: YEAR,
        mail_quiet_ms: YEAR,
        machine_percent: 0,
        machines_fill_in: true,
        interview_games: 1,
    };
    Context { now, random: Random(Arc::new(draw)), timing, disciplines: ALL }
}

fn hash(secret: &str) -> String {
    Sha256::digest(secret).iter().map(|byte| format!("{byte:02x}")).collect()
}
