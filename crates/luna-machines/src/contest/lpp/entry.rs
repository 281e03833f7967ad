//! An entry: a machine that answers the judge's lines behind the folder, at a person's pace.

use std::collections::VecDeque;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use luna_core::contest::conversation::Speaker;
use luna_core::contest::rules::Limits;
use luna_core::typing::stroke::{Key, Stroke};
use luna_core::typing::typist::Typist;
use luna_core::typing::utterance::Utterance;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::time::{Instant, sleep_until, timeout_at};

use super::arrival::{Arrival, Notice};
use super::error::FolderError;
use super::folder::Folder;
use super::outbox::Outbox;
use crate::contest::converse::Converser;
use crate::task::CallError;

/// A machine at a folder, for one conversation or several in a row.
pub struct Entry<C> {
    keys: Receiver<Result<Vec<Arrival>, FolderError>>,
    /// Reads the folder until the keys are no longer received.
    reader: Option<JoinHandle<()>>,
    outbox: Outbox,
    converser: C,
    typist: Typist,
    /// The line that the judge is typing.
    open: String,
    /// The time after which a line that looks like a sentence has ended.
    rest: Duration,
    /// The time at which the judge's line counts as ended without Return.
    rests_at: Option<Instant>,
    /// Lines that wait for an answer.
    lines: VecDeque<String>,
}

/// A happening at the folder.
#[derive(Debug)]
pub enum Event {
    Line {
        by: Speaker,
        text: String,
    },
    Notice(Notice),
    /// The judge's line is longer than anyone types; the rest of it is not read.
    LongLine,
    /// More lines wait than anyone answers; this one is not answered.
    Flood(String),
    /// The machine has no reply.
    Failed(CallError),
    /// Keys wait until there is room.
    Held(FolderError),
}

/// Judges often do not press Return: a line that ends like a sentence and rests so long has ended.
const REST: Duration = Duration::from_secs(5);
/// The time until keys are tried again that could not be written.
const RETRY: Duration = Duration::from_secs(1);
const LONGEST_LINE: usize = Limits::USUAL.line_characters;
const MOST_LINES: usize = 50;
/// Readings of the folder that wait; beyond that the keys stay in the folder.
const MOST_READINGS: usize = 64;

impl<C: Converser> Entry<C> {
    pub fn new(folder: Folder, converser: C, typist: Typist) -> Entry<C> {
        let (sender, keys) = channel(MOST_READINGS);
        let Folder { inbox, outbox } = folder;
        let reader = Some(thread::spawn(move || inbox.forward(&sender)));
        Entry {
            keys,
            reader,
            outbox,
            converser,
            typist,
            open: String::new(),
            rest: REST,
            rests_at: None,
            lines: VecDeque::new(),
        }
    }

    /// Answers lines until that number of them has been answered, or without an end. `clock` gives
    /// the time in milliseconds.
    pub async fn run(
        mut self,
        answers: Option<u64>,
        clock: impl Fn() -> i64,
        mut tell: impl FnMut(Event),
    ) -> Result<(), FolderError> {
        let (mut answered, began_at) = (0, Instant::now());
        let since = |now: Instant| {
            i64::try_from(now.duration_since(began_at).as_millis()).unwrap_or(i64::MAX)
        };
        while answers != Some(answered) {
            let line = self.next_line(&mut tell).await?;
            tell(Event::Line { by: Speaker::Judge, text: line.clone() });
            let begun = Instant::now();
            let said = match self.converser.reply(&line, since(begun)).await {
                Ok(said) => said,
                Err(error) => {
                    tell(Event::Failed(error));
                    Utterance::Lines(Vec::new())
                }
            };
            // A machine that takes its time before it sends lines has thought already.
            let from = match said {
                Utterance::Lines(_) => begun,
                Utterance::Keys(_) => Instant::now(),
            };
            let keys = said.keys(&line, &mut self.typist);
            self.type_out(keys, from, &clock, &mut tell).await?;
            answered += 1;
        }
        Ok(())
    }

    /// The judge's next line that is not blank.
    async fn next_line(&mut self, tell: &mut impl FnMut(Event)) -> Result<String, FolderError> {
        loop {
            if let Some(line) = self.lines.pop_front() {
                return Ok(line);
            }
            self.receive(None, tell).await?;
        }
    }

    /// Types keys, the first of them its pause after `due`, and reads meanwhile.
    async fn type_out(
        &mut self,
        keys: Vec<Key>,
        mut due: Instant,
        clock: &impl Fn() -> i64,
        tell: &mut impl FnMut(Event),
    ) -> Result<(), FolderError> {
        let mut typed = String::new();
        for Key { delay_ms, stroke } in keys {
            due += Duration::from_millis(u64::from(delay_ms));
            while Instant::now() < due {
                self.receive(Some(due), tell).await?;
            }
            due = due.max(Instant::now());
            let mut sent = self.outbox.send(clock(), stroke);
            while let Err(error) = sent {
                if !error.may_pass() {
                    return Err(error);
                }
                tell(Event::Held(error));
                sleep_until(Instant::now() + RETRY).await;
                sent = self.outbox.flush(clock());
            }
            sent.into_iter().flatten().for_each(|notice| tell(Event::Notice(notice)));
            match stroke {
                Stroke::Character(c) => typed.push(c),
                Stroke::Backspace => drop(typed.pop()),
                Stroke::Return => {
                    let text = std::mem::take(&mut typed);
                    tell(Event::Line { by: Speaker::Party, text });
                }
            }
        }
        Ok(())
    }

    /// Takes the judge's keys, or the end of a line that rests, or waits until then.
    async fn receive(
        &mut self,
        until: Option<Instant>,
        tell: &mut impl FnMut(Event),
    ) -> Result<(), FolderError> {
        let end = match (until, self.rests_at) {
            (Some(until), Some(rests_at)) => Some(until.min(rests_at)),
            (until, rests_at) => until.or(rests_at),
        };
        let received = match end {
            Some(end) => timeout_at(end, self.keys.recv()).await.ok(),
            None => Some(self.keys.recv().await),
        };
        // The thread ends only after an error, which was received before.
        let Some(received) = received else {
            if self.rests_at.is_some_and(|at| at <= Instant::now()) {
                self.end_line(tell);
            }
            return Ok(());
        };
        for arrival in received.unwrap_or(Ok(Vec::new()))? {
            match arrival {
                Arrival::Key(key) => self.take(key.stroke, tell),
                Arrival::Notice(notice) => tell(Event::Notice(notice)),
            }
        }
        let rests = self.open.trim_end().ends_with(['.', '?', '!']);
        self.rests_at = rests.then(|| Instant::now() + self.rest);
        Ok(())
    }

    fn take(&mut self, stroke: Stroke, tell: &mut impl FnMut(Event)) {
        match stroke {
            Stroke::Character(c) => match self.open.chars().count() {
                0..LONGEST_LINE => self.open.push(c),
                LONGEST_LINE => {
                    tell(Event::LongLine);
                    // Marks that this was told, and is cut off below.
                    self.open.push(c);
                }
                _ => {}
            },
            Stroke::Backspace => drop(self.open.pop()),
            Stroke::Return => self.end_line(tell),
        }
    }

    fn end_line(&mut self, tell: &mut impl FnMut(Event)) {
        self.rests_at = None;
        let line: String = std::mem::take(&mut self.open).chars().take(LONGEST_LINE).collect();
        if line.trim().is_empty() {
            return;
        }
        if self.lines.len() < MOST_LINES {
            self.lines.push_back(line);
        } else {
            tell(Event::Flood(line));
        }
    }
}

impl<C> Drop for Entry<C> {
    /// Waits for the reader: nobody may take keys, or make the folder again, after the entry is gone.
    fn drop(&mut self) {
        self.keys.close();
        drop(self.reader.take().map(JoinHandle::join));
    }
}

impl std::fmt::Display for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Event::Line { by, text } => write!(f, "{}: {text}", by.name()),
            Event::Notice(notice) => notice.fmt(f),
            Event::LongLine => {
                write!(f, "A line has at most {LONGEST_LINE} characters; the rest is not read.")
            }
            Event::Flood(line) => {
                write!(f, "{MOST_LINES} lines wait for an answer; “{line}” gets none.")
            }
            Event::Failed(error) => write!(f, "The machine has no reply: {error}"),
            Event::Held(error) => write!(f, "{error} It is tried again every second."),
        }
    }
}

#[cfg(test)]
mod tests {
    use luna_core::contest::conversation::Speaker;

    use super::super::settings::Settings;
    use super::*;

    /// Says how many characters it was told; fails at “fail”, has two lines for “two”, and sends keys
    /// for “keys”.
    struct Counter;

    impl Converser for Counter {
        async fn reply(&mut self, line: &str, _at_ms: i64) -> Result<Utterance, CallError> {
            let lines = match line {
                "fail" => return Err(CallError::Invalid("Nothing comes to mind.".to_owned())),
                "keys" => {
                    let key = |c| Key { delay_ms: 1, stroke: Stroke::from_char(c).unwrap() };
                    return Ok(Utterance::Keys("Hm\u{8}i\n".chars().map(key).collect()));
                }
                "two" => vec!["one".to_owned(), "t\nwo…".to_owned()],
                line => vec![line.chars().count().to_string()],
            };
            Ok(Utterance::Lines(lines))
        }
    }

    /// Types all this as the judge, and returns what the entry types and what it tells.
    async fn talk(typed: &str, answers: u64, lines: usize) -> (String, Vec<String>) {
        let place = tempfile::tempdir().unwrap();
        let open = |side| Folder::open(place.path(), side, Settings::default()).unwrap();
        let (entry, mut judge) = (open(Speaker::Party), open(Speaker::Judge));
        for c in typed.chars() {
            judge.outbox.send(1, Stroke::from_char(c).unwrap()).unwrap();
        }
        let mut told = Vec::new();
        let mut entry = Entry::new(entry, Counter, Typist::instant());
        entry.rest = Duration::from_millis(1);
        let tell = |event: Event| told.push(event.to_string());
        entry.run(Some(answers), || 2, tell).await.unwrap();
        let mut heard = String::new();
        while heard.matches('\n').count() < lines {
            for arrival in judge.inbox.wait(Duration::from_secs(60)).unwrap() {
                let Arrival::Key(key) = arrival else { panic!("{arrival:?}") };
                heard.push(key.stroke.to_char());
            }
        }
        (heard, told)
    }

    #[tokio::test]
    async fn each_line_of_the_judge_is_answered_in_order() {
        let (heard, told) = talk("Hi\n  \n\nWhy x\u{8}\u{8}\u{8}o\ntwo\n", 3, 4).await;
        assert_eq!(heard, "2\n3\none\ntwo...\n");
        assert_eq!(told[0], "judge: Hi");
        assert_eq!(told[2], "judge: Who");
    }

    #[tokio::test]
    async fn a_machine_that_sends_keys_has_them_typed_as_sent() {
        let (heard, told) = talk("keys\n", 1, 1).await;
        assert_eq!(heard, "Hm\u{8}i\n");
        assert_eq!(told[1], "party: Hi");
    }

    #[tokio::test]
    async fn a_machine_without_a_reply_goes_on() {
        let (heard, told) = talk("fail\nHi\n", 2, 1).await;
        assert_eq!(heard, "2\n");
        assert!(told[1].contains("Nothing comes to mind."), "{told:?}");
    }

    #[tokio::test]
    async fn a_sentence_without_return_is_answered_when_it_has_rested() {
        let (heard, _) = talk("How are you?", 1, 1).await;
        assert_eq!(heard, "12\n");
    }

    #[tokio::test]
    async fn a_judge_who_floods_is_contained() {
        let long = "x".repeat(3_000) + "\n";
        let (heard, told) = talk(&long, 1, 1).await;
        assert_eq!(heard, "1000\n");
        assert_eq!(told.iter().filter(|told| told.contains("at most 1000")).count(), 1, "{told:?}");
    }
}
