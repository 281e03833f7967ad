//! One seat of a bridge: the judge's keys into the folder, the program's keys to the site.

use std::time::Duration;

use luna_core::contest::conversation::Speaker;
use luna_core::typing::stroke::Stroke;
use luna_machines::contest_seat::{Event, JudgeText, Screen, Seat, SeatError};
use luna_machines::lpp::{Arrival, FolderError};
use tokio::sync::mpsc::{Receiver, Sender, UnboundedSender, channel, unbounded_channel};
use tokio::time::interval;

use super::folder::Folder;
use super::report::Report;
use super::sender::{self, Order};
use crate::config::environment;
use crate::contest::display::Display;

/// A seat with its conversation.
struct SeatBridge<'a> {
    folder: Folder,
    reports: &'a Sender<Report>,
    orders: UnboundedSender<Order>,
    /// The name of the seat, once the site has told it.
    name: String,
    clock: String,
    /// The current conversation: its round, and the beginning of it.
    place: Option<(usize, usize)>,
    /// Both may type in it. A pause closes it for a while.
    is_open: bool,
    /// The number of the judge's keys that have gone into the folder.
    shown: usize,
    lines: Display,
    /// The program has been told that it types into nothing.
    told_closed: bool,
    /// Keys wait for room on the disk.
    is_held: bool,
}

const RETRY: Duration = Duration::from_secs(1);

/// Bridges a seat until all rounds are over. An error is a sentence.
pub(in crate::contest) async fn run(
    seat: Seat,
    folder: Folder,
    reports: &Sender<Report>,
) -> Result<(), String> {
    let (orders, ordered) = unbounded_channel();
    let (outcomes, mut told) = channel(64);
    let mut events = follow(seat.clone());
    let sending = tokio::spawn(sender::run(seat, ordered, outcomes));
    let mut bridging = SeatBridge {
        folder,
        reports,
        orders,
        name: "?".to_owned(),
        clock: String::new(),
        place: None,
        is_open: false,
        shown: 0,
        lines: Display::default(),
        told_closed: false,
        is_held: false,
    };
    let mut retry = interval(RETRY);
    let ended = loop {
        let step = tokio::select! {
            event = events.recv() => match event {
                Some(Ok(Event::Screen(screen))) => bridging.show(screen).await,
                Some(Ok(Event::Heard(heard))) => bridging.hear(&heard).await,
                Some(Ok(Event::Cut(why))) => bridging.warn(&format!("{why} Trying again.")).await,
                Some(Err(why)) => Err(why.to_string()),
                None => Ok(Step::Over),
            },
            arrivals = bridging.folder.next() => match arrivals {
                Some(Ok(arrivals)) => bridging.take(arrivals).await,
                Some(Err(why)) => Err(why.to_string()),
                None => Ok(Step::Over),
            },
            outcome = told.recv() => match outcome {
                Some(Ok(sentence)) => bridging.warn(&sentence).await,
                Some(Err(why)) => Err(why),
                None => Ok(Step::Over),
            },
            _ = retry.tick() => bridging.flush(),
        };
        match step {
            Ok(Step::On) => {}
            Ok(Step::Over) => break Ok(()),
            Err(why) => break Err(format!("{}: {why}", bridging.name)),
        }
    };
    sending.abort();
    ended
}

enum Step {
    On,
    Over,
}

type StepResult = Result<Step, String>;

/// Reads the stream of a seat by a task of its own, so that waiting for something else cuts nothing.
fn follow(seat: Seat) -> Receiver<Result<Event, SeatError>> {
    let (sender, events) = channel(64);
    tokio::spawn(async move {
        let mut stream = seat.events();
        loop {
            let event = tokio::select! {
                event = stream.next() => event,
                () = sender.closed() => return,
            };
            let failed = event.is_err();
            if sender.send(event).await.is_err() || failed {
                return;
            }
        }
    });
    events
}

impl SeatBridge<'_> {
    /// Takes over a screen: the conversation that is open, and the judge's keys in it.
    async fn show(&mut self, screen: Screen) -> StepResult {
        self.name = screen.seat;
        if self.clock != screen.clock {
            let (seat, clock) = (self.name.clone(), screen.clock.clone());
            self.clock = screen.clock;
            self.report(Report::Clock { seat, clock }).await;
        }
        let was_open = std::mem::replace(&mut self.is_open, false);
        let Some(talk) = screen.talk.filter(|talk| talk.is_open) else {
            if was_open {
                self.order(Order::End);
            }
            return Ok(if screen.is_over { Step::Over } else { Step::On });
        };
        self.is_open = true;
        self.told_closed = false;
        let is_new = self.place != Some(talk.place());
        if is_new {
            self.folder.clear().map_err(|why| why.to_string())?;
            self.lines = Display::default();
            self.shown = talk.answered();
            self.place = Some(talk.place());
        }
        self.order(match was_open && !is_new {
            true => Order::Taken(talk.next),
            false => Order::Begin { place: talk.place(), next: talk.next },
        });
        let keys: Vec<char> = talk.judge().skip(self.shown).collect();
        self.write(&keys).await?;
        Ok(Step::On)
    }

    async fn hear(&mut self, heard: &JudgeText) -> StepResult {
        if self.place == Some((heard.round, heard.attempt)) {
            let keys: Vec<char> = heard.text.chars().collect();
            let fresh = heard.shown.saturating_sub(self.shown).min(keys.len());
            self.write(&keys[keys.len() - fresh..]).await?;
        }
        Ok(Step::On)
    }

    /// Writes keys of the judge into the folder.
    async fn write(&mut self, keys: &[char]) -> Result<(), String> {
        for &key in keys {
            self.shown += 1;
            let Ok(stroke) = Stroke::from_char(key) else { continue };
            match self.folder.outbox().send(environment::now(), stroke) {
                Ok(notices) => {
                    for notice in notices {
                        self.warn(&notice.to_string()).await?;
                    }
                }
                Err(error) => self.held(error).await?,
            }
            self.line(Speaker::Judge, stroke).await;
        }
        Ok(())
    }

    /// Keys wait while the disk is full; anything else ends the bridge.
    async fn held(&mut self, error: FolderError) -> Result<(), String> {
        if !error.may_pass() {
            return Err(error.to_string());
        }
        if !std::mem::replace(&mut self.is_held, true) {
            self.warn(&format!("{error} It is tried again every second.")).await?;
        }
        Ok(())
    }

    fn flush(&mut self) -> StepResult {
        if self.is_held {
            self.is_held = false;
            if let Err(error) = self.folder.outbox().flush(environment::now()) {
                self.is_held = error.may_pass();
                if !self.is_held {
                    return Err(error.to_string());
                }
            }
        }
        Ok(Step::On)
    }

    /// Takes keys of the program.
    async fn take(&mut self, arrivals: Vec<Arrival>) -> StepResult {
        for arrival in arrivals {
            match arrival {
                Arrival::Key(key) if self.is_open => {
                    self.order(Order::Type(key.stroke));
                    self.line(Speaker::Party, key.stroke).await;
                }
                Arrival::Key(_) if self.told_closed => {}
                Arrival::Key(_) => {
                    self.told_closed = true;
                    self.warn("No conversation is open; what the program types is dropped.")
                        .await?;
                }
                Arrival::Notice(notice) => {
                    self.warn(&notice.to_string()).await?;
                }
            }
        }
        Ok(Step::On)
    }

    async fn line(&mut self, by: Speaker, stroke: Stroke) {
        if let Some(line) = self.lines.take(by, stroke) {
            let seat = self.name.clone();
            self.report(Report::Line { seat, by, line }).await;
        }
    }

    async fn warn(&mut self, sentence: &str) -> StepResult {
        let (seat, sentence) = (self.name.clone(), sentence.to_owned());
        self.report(Report::Warning { seat, sentence }).await;
        Ok(Step::On)
    }

    async fn report(&self, report: Report) {
        // Without a reader the program is about to end.
        drop(self.reports.send(report).await);
    }

    fn order(&self, order: Order) {
        // Without a sender the program is about to end.
        self.orders.send(order).ok();
    }
}
