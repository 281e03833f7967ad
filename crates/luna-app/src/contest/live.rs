//! The stream of a seat: its screen when that changes, and each key of the other side as it is
//! typed. Any process can serve it, and a reader who comes back gets the screen again.

use std::future::pending;
use std::time::Duration;

use luna_core::contest::clock::Phase;
use luna_core::contest::conversation::Speaker;
use luna_core::contest::participant::Side;
use luna_store::contest::keystroke::ConversationPlace;
use luna_store::contest::record;
use tokio::sync::watch::Receiver;

use super::attendance::{self, HOLD_MS, Sitter};
use super::screen::{ContestClock, Screen, TalkView};
use super::typing::{self, News};
use crate::error::Error;
use crate::instance::Instance;

/// Something new in a seat.
#[derive(Clone, Debug)]
pub enum Event {
    /// The screen as it is now. Keys that follow come after those on it.
    Screen(Box<Screen>),
    /// Keys of the other side; the side is that of a judge's screen.
    Keys(Option<Side>, News),
    /// The server stops; the reader comes back to another one, or to this one later.
    Stopped,
}

/// The events of a seat, which stays with its browser as long as they are read.
pub struct Live {
    app: Instance,
    sitter: Sitter,
    contest: Receiver<u64>,
    stopping: Receiver<bool>,
    talks: Vec<ConversationFeed>,
    /// What the last screen showed; none before the first.
    shown: Option<ScreenKey>,
    /// The time by which the seat is to be held again.
    held_until: i64,
    /// The contest may have changed since the last screen.
    is_stale: bool,
}

/// A conversation that is followed key by key.
struct ConversationFeed {
    side: Option<Side>,
    place: ConversationPlace,
    changes: Receiver<u64>,
    shown: usize,
    /// The time at which there is something to read.
    due_at: Option<i64>,
}

enum Woken {
    Contest,
    Talk(usize),
    Stopping,
    Time,
}

/// What makes a screen another one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ScreenKey {
    version: i64,
    phase: Phase,
    round: Option<usize>,
    attempt: usize,
    ends_at: Option<i64>,
}

/// The time from one hold to the next.
const RENEW_MS: i64 = HOLD_MS / 3;
const AT_ONCE: i64 = i64::MIN;
/// Without news, the database is looked at after this time.
const LOOK_EVERY: Duration = Duration::from_secs(2);

impl Live {
    /// Takes the seat for the browser. Refused while another browser has it.
    pub async fn open(app: &Instance, sitter: Sitter) -> Result<Live, Error> {
        let mut live = Live {
            contest: app.db.watch(&record::topic(&sitter.contest_id)),
            stopping: app.stopping.clone(),
            app: app.clone(),
            sitter,
            talks: Vec::new(),
            shown: None,
            held_until: i64::MIN,
            is_stale: true,
        };
        live.hold().await?;
        Ok(live)
    }

    /// Waits for something new. An error says why the seat is lost.
    pub async fn next(&mut self) -> Result<Event, Error> {
        loop {
            if *self.stopping.borrow() {
                return Ok(Event::Stopped);
            }
            if self.is_hold_due() {
                self.hold().await?;
            }
            let ends_at = self.shown.as_ref().and_then(|shown| shown.ends_at);
            if (self.is_stale || ends_at.is_some_and(|at| at <= self.app.now()))
                && let Some(screen) = self.screen().await?
            {
                return Ok(Event::Screen(Box::new(screen)));
            }
            if let Some(event) = self.keys().await? {
                return Ok(event);
            }
            self.wait().await;
        }
    }

    /// Returns whether the seat is to be held again: in time, or because the clock was set back.
    fn is_hold_due(&self) -> bool {
        let left_ms = self.held_until.saturating_sub(self.app.now());
        left_ms <= HOLD_MS - RENEW_MS || left_ms > HOLD_MS
    }

    async fn hold(&mut self) -> Result<(), Error> {
        let (now, sitter) = (self.app.now(), self.sitter.clone());
        self.app.db.write(move |tx| attendance::hold(tx, now, &sitter)).await?;
        self.held_until = now + HOLD_MS;
        Ok(())
    }

    /// The screen, unless it is the one that has been shown.
    async fn screen(&mut self) -> Result<Option<Screen>, Error> {
        self.is_stale = false;
        self.contest.borrow_and_update();
        let (app, sitter) = (self.app.clone(), self.sitter.clone());
        let read = self.app.db.read(move |tx| {
            let version = record::version(tx, &sitter.contest_id)?;
            Ok::<_, Error>((version, Screen::read(tx, &app, &sitter)?))
        });
        let (version, screen) = read.await?;
        let clock = *screen.clock();
        let shown = ScreenKey::of(version, &clock);
        if self.shown.as_ref() == Some(&shown) {
            return Ok(None);
        }
        self.follow(&screen);
        self.shown = Some(shown);
        Ok(Some(screen))
    }

    /// Follows the conversations that are open on a screen.
    fn follow(&mut self, screen: &Screen) {
        let (other, talks): (_, Vec<_>) = match screen {
            Screen::Judge(judge) => {
                let mine = judge.talks.iter().map(|(side, talk)| (Some(*side), talk));
                (Speaker::Party, mine.collect())
            }
            Screen::Party(party) => {
                (Speaker::Judge, party.talk.iter().map(|talk| (None, talk)).collect())
            }
        };
        let open = talks.into_iter().filter(|(_, talk)| talk.is_open);
        let follow = |(side, talk): (Option<Side>, &TalkView)| ConversationFeed {
            side,
            changes: self.app.db.watch(&talk.place.topic(other)),
            place: talk.place.clone(),
            shown: talk.shown,
            // Keys may have come between the reading and the watching.
            due_at: Some(AT_ONCE),
        };
        self.talks = open.map(follow).collect();
    }

    /// The keys that have come since the last look.
    async fn keys(&mut self) -> Result<Option<Event>, Error> {
        let now = self.app.now();
        for talk in &mut self.talks {
            if talk.due_at.is_none_or(|due| due > now) {
                continue;
            }
            talk.due_at = None;
            let news = typing::after(&self.app, &self.sitter, talk.side, talk.shown).await?;
            let Some(news) = news else { continue };
            if (news.round, news.attempt) != (talk.place.round, talk.place.attempt) {
                continue;
            }
            talk.due_at = news.due_at;
            if !news.keys.is_empty() {
                talk.shown = news.shown;
                return Ok(Some(Event::Keys(talk.side, news)));
            }
        }
        Ok(None)
    }

    async fn wait(&mut self) {
        let pause = self.pause();
        let [first, second] = match &mut self.talks[..] {
            [] => [None, None],
            [one] => [Some(&mut one.changes), None],
            [one, other, ..] => [Some(&mut one.changes), Some(&mut other.changes)],
        };
        let woken = tokio::select! {
            _ = self.contest.changed() => Woken::Contest,
            () = changed(first) => Woken::Talk(0),
            () = changed(second) => Woken::Talk(1),
            _ = self.stopping.changed() => Woken::Stopping,
            () = tokio::time::sleep(pause) => Woken::Time,
        };
        match woken {
            Woken::Contest => self.is_stale = true,
            Woken::Talk(nth) => {
                self.talks.iter_mut().skip(nth).take(1).for_each(ConversationFeed::look);
            }
            Woken::Stopping => {}
            Woken::Time if pause < LOOK_EVERY => {}
            // News may have been missed.
            Woken::Time => {
                self.is_stale = true;
                self.talks.iter_mut().for_each(ConversationFeed::look);
            }
        }
    }

    /// The time until something is due that nobody else tells.
    fn pause(&self) -> Duration {
        let now = self.app.now();
        let ends_at = self.shown.as_ref().and_then(|shown| shown.ends_at);
        let due = self.talks.iter().filter_map(|talk| talk.due_at).chain(ends_at).min();
        let ms = due.map(|due| u64::try_from(due.saturating_sub(now)).unwrap_or(0));
        ms.map_or(LOOK_EVERY, |ms| Duration::from_millis(ms).min(LOOK_EVERY))
    }
}

impl ConversationFeed {
    fn look(&mut self) {
        self.due_at = Some(AT_ONCE);
    }
}

impl ScreenKey {
    fn of(version: i64, clock: &ContestClock) -> ScreenKey {
        let ContestClock { phase, round, attempt, ends_at, .. } = *clock;
        ScreenKey { version, phase, round, attempt, ends_at }
    }
}

/// Waits for a change; for ever where there is nothing to wait for.
async fn changed(changes: Option<&mut Receiver<u64>>) {
    let told = match changes {
        Some(changes) => changes.changed().await.is_ok(),
        None => false,
    };
    if !told {
        pending::<()>().await;
    }
}
