//! `luna contest judge`: a judge at a terminal, an entry behind a folder.

use std::io::Write as _;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser as _};
use luna_core::contest::conversation::Speaker;
use luna_core::typing::stroke::Stroke;
use luna_machines::lpp::{Arrival, FolderError, Inbox, Notice, Outbox};
use serde_json::json;

use super::choose_folder::FolderChoice;
use super::display::{Display, label};
use super::folder::FolderArgs;
use super::terminal::{Input, Terminal, read_keyboard};
use crate::config::environment;
use crate::failure::Failure;
use crate::serve::signals;
use crate::terminal::print::Printer;

#[derive(Args, Debug)]
pub(crate) struct Judge {
    /// The folder through which the entry talks, by the protocol of the Loebner Prize
    /// [default: choose it from a list]
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "",
          value_parser = OsStringValueParser::new().map(FolderChoice::from))]
    lpp: Option<FolderChoice>,
    #[command(flatten)]
    folder: FolderArgs,
    /// End after this number of the entry's lines [default: at the end of the input]
    #[arg(long, value_name = "COUNT")]
    replies: Option<u64>,
}

enum TerminalEvent {
    Typed(Input),
    Arrived(Result<Vec<Arrival>, FolderError>),
    /// The program is asked to stop. The terminal is to be left as it was.
    Stopped,
}

/// A conversation as it is shown and sent.
struct Conversation<'a> {
    outbox: Outbox,
    display: Display,
    /// True if a person watches each key.
    live: bool,
    out: &'a mut Printer,
    /// The entry's lines so far.
    heard: u64,
}

/// A look at the folder is at least so often, so that a pause of the other side blocks nothing.
const LIMIT: Duration = Duration::from_secs(1);
const INSTRUCTIONS: &str = "Each key is sent as you type it. Ctrl-D ends the conversation.\n";

impl Judge {
    pub(crate) fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let choice = self.lpp.as_ref().unwrap_or(&FolderChoice::FromList);
        let path = choice.path("the entry")?;
        let folder = self.folder.open(&path, Speaker::Judge)?;
        let stopped = signals::stop_signal();
        let terminal = if out.is_json() { None } else { Terminal::open()? };
        let (sender, happenings) = channel();
        let (typed, stopping) = (sender.clone(), sender.clone());
        tokio::spawn(async move {
            stopped.await;
            drop(stopping.send(TerminalEvent::Stopped));
        });
        thread::spawn(move || {
            read_keyboard(|input| typed.send(TerminalEvent::Typed(input)).is_ok());
        });
        thread::spawn(move || watch(folder.inbox, &sender));
        let (display, live) = (Display::default(), terminal.is_some());
        let mut talk = Conversation { outbox: folder.outbox, display, live, out, heard: 0 };
        if live {
            talk.out.write_all(INSTRUCTIONS.as_bytes())?;
            talk.draw()?;
        }
        let ended = self.talk(&mut talk, happenings.into_iter());
        if live {
            talk.out.write_all(b"\r\n")?;
            talk.out.flush()?;
        }
        ended
    }

    fn talk(
        &self,
        talk: &mut Conversation<'_>,
        happenings: impl Iterator<Item = TerminalEvent>,
    ) -> Result<(), Failure> {
        for happening in happenings {
            match happening {
                TerminalEvent::Typed(Input::Stroke(stroke)) => talk.send(stroke)?,
                TerminalEvent::Typed(Input::End) if self.replies.is_none() || talk.live => break,
                TerminalEvent::Stopped => break,
                // The entry still has lines to say.
                TerminalEvent::Typed(Input::End) => {}
                TerminalEvent::Arrived(arrivals) => {
                    for arrival in arrivals.map_err(Failure::refused)? {
                        talk.receive(arrival)?;
                        if self.replies.is_some_and(|replies| talk.heard >= replies) {
                            return Ok(());
                        }
                    }
                }
            }
            talk.draw()?;
        }
        Ok(())
    }
}

impl Conversation<'_> {
    /// Sends a key of the judge. If the disk is full it waits, and the next one takes it along.
    fn send(&mut self, stroke: Stroke) -> Result<(), Failure> {
        match self.outbox.send(environment::now(), stroke) {
            Ok(notices) => notices.into_iter().try_for_each(|notice| self.notice(&notice))?,
            Err(error) if error.may_pass() => self.say(&format!("luna: {error}"))?,
            Err(error) => return Err(Failure::refused(error)),
        }
        self.show(Speaker::Judge, stroke)
    }

    fn receive(&mut self, arrival: Arrival) -> Result<(), Failure> {
        match arrival {
            Arrival::Key(key) => {
                self.heard += u64::from(key.stroke == Stroke::Return);
                self.show(Speaker::Party, key.stroke)
            }
            Arrival::Notice(notice) => self.notice(&notice),
        }
    }

    /// Shows a line once it has ended.
    fn show(&mut self, by: Speaker, stroke: Stroke) -> Result<(), Failure> {
        let Some(line) = self.display.take(by, stroke) else { return Ok(()) };
        let clear = self.display.clear();
        self.out.write_all(clear.as_bytes())?;
        let value = json!({ "by": by.name(), "line": line });
        Ok(self.out.result(&value, format_args!("{}: {line}", label(by)))?)
    }

    fn notice(&mut self, notice: &Notice) -> Result<(), Failure> {
        self.say(&format!("luna: {notice}"))
    }

    /// A sentence of the program: above the open lines, or in the log of a pipe.
    fn say(&mut self, sentence: &str) -> Result<(), Failure> {
        if !self.live {
            tracing::warn!("{}", sentence.trim_start_matches("luna: "));
            return Ok(());
        }
        let clear = self.display.clear();
        Ok(write!(self.out, "{clear}{sentence}\r\n")?)
    }

    fn draw(&mut self) -> Result<(), Failure> {
        if self.live {
            let lines = self.display.draw(Terminal::columns());
            self.out.write_all(lines.as_bytes())?;
            self.out.flush()?;
        }
        Ok(())
    }
}

/// Reads the folder until nobody wants its keys.
fn watch(mut inbox: Inbox, sender: &Sender<TerminalEvent>) {
    loop {
        let arrivals = inbox.wait(LIMIT);
        let failed = arrivals.is_err();
        let empty = arrivals.as_ref().is_ok_and(Vec::is_empty);
        if (!empty && sender.send(TerminalEvent::Arrived(arrivals)).is_err()) || failed {
            return;
        }
    }
}
