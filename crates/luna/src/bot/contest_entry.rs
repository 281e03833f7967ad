//! `luna bot run --lpp`: a machine as an entry of a contest, behind a folder.

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser as _};
use luna_core::answer::{Limits, Question};
use luna_core::contest::conversation::Speaker;
use luna_core::rng::Chance;
use luna_core::typing::typist::Typist;
use luna_core::typing::utterance::Utterance;
use luna_machines::converse::{Converser, Transcript};
use luna_machines::lpp::{Entry, Event, Folder};
use luna_machines::task::{CallError, QuestionTask, Role};
use serde_json::json;

use super::machine::{Machine, MachineSource};
use crate::config::environment;
use crate::contest::{FolderArgs, FolderChoice};
use crate::failure::Failure;
use crate::serve::signals;
use crate::terminal::print::Printer;

#[derive(Args, Debug)]
pub(super) struct EntryArgs {
    /// Enter a contest: answer the judge through this folder, or one chosen from a list, by the
    /// protocol of the Loebner Prize
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "",
          value_parser = OsStringValueParser::new().map(FolderChoice::from),
          conflicts_with_all = ["games", "mode", "opponent", "count", "once", "ask_from"])]
    lpp: Option<FolderChoice>,
    #[command(flatten)]
    folder: FolderArgs,
    /// With --lpp: the pace at which lines are typed out
    #[arg(long, value_name = "WORDS", default_value_t = 40, requires = "lpp",
          value_parser = clap::value_parser!(u16).range(1..=1_000))]
    words_per_minute: u16,
    /// With --lpp: type lines out at once
    #[arg(long, requires = "lpp", conflicts_with = "words_per_minute")]
    instant: bool,
    /// With --lpp: the seed of the pace and of a house machine's choices [default: drawn]
    #[arg(long, requires = "lpp")]
    seed: Option<u64>,
    /// With --lpp: end after this number of answers
    #[arg(long, value_name = "COUNT", requires = "lpp")]
    replies: Option<u64>,
}

/// A machine in one conversation. One that turns out to take no conversations is asked a question
/// for each line.
struct MachineConverser {
    machine: Machine,
    transcript: Transcript,
    manner: TaskChoice,
}

/// The task that a machine is given for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TaskChoice {
    /// A conversation, and a question if that fails.
    Unknown,
    Conversation,
    Question,
}

/// The most characters of a line that a machine says.
const LONGEST_LINE: usize = 300;
/// The characters of the conversation that a question has with it; older ones are left out.
const REMEMBERED: usize = Limits::USUAL.context;

impl EntryArgs {
    pub(super) fn is_chosen(&self) -> bool {
        self.lpp.is_some()
    }

    pub(super) async fn run(self, source: MachineSource, out: &mut Printer) -> Result<(), Failure> {
        let path = self.lpp.as_ref().unwrap_or(&FolderChoice::FromList).path("the entry")?;
        let folder = self.folder.open(&path, Speaker::Party)?;
        let machine = source.start("entry").await.map_err(Failure::refused)?;
        let seed =
            self.seed.map_or_else(|| environment::random().secret(), |seed| seed.to_string());
        tracing::info!(folder = %path.display(), seed, "waiting for the judge to speak");
        tokio::select! {
            ended = self.converse(folder, machine, &seed, out) => ended,
            () = signals::stop_signal() => Ok(()),
        }
    }

    async fn converse(
        &self,
        folder: Folder,
        machine: Machine,
        seed: &str,
        out: &mut Printer,
    ) -> Result<(), Failure> {
        let typist = if self.instant {
            Typist::instant()
        } else {
            let chance = Chance::from_words(&[seed, "pace"]);
            Typist::new(chance, f64::from(self.words_per_minute))
        };
        let transcript = Transcript::new(seed);
        let converser = MachineConverser { machine, transcript, manner: TaskChoice::Unknown };
        self.answer(Entry::new(folder, converser, typist), out).await
    }

    async fn answer<C: Converser>(
        &self,
        entry: Entry<C>,
        out: &mut Printer,
    ) -> Result<(), Failure> {
        let mut printed = Ok(());
        let tell = |event: Event| match event {
            Event::Line { by, ref text } if printed.is_ok() => {
                printed = out.result(&json!({ "by": by.name(), "line": text }), &event);
            }
            Event::Line { .. } => {}
            event => tracing::warn!("{event}"),
        };
        entry.run(self.replies, environment::now, tell).await.map_err(Failure::refused)?;
        Ok(printed?)
    }
}

impl Converser for MachineConverser {
    async fn reply(&mut self, line: &str, at_ms: i64) -> Result<Utterance, CallError> {
        let context = self.context();
        let task = self.transcript.hear(line, at_ms);
        let replied = match self.manner {
            TaskChoice::Question => self.answer(&task.id, line, &context).await,
            TaskChoice::Conversation => self.machine.call(&task).await,
            TaskChoice::Unknown => match self.machine.call(&task).await {
                Ok(said) => {
                    self.manner = TaskChoice::Conversation;
                    Ok(said)
                }
                Err(failed) => match self.answer(&task.id, line, &context).await {
                    Ok(said) => {
                        tracing::warn!(why = %failed, "it does not converse, so it gets questions");
                        self.manner = TaskChoice::Question;
                        Ok(said)
                    }
                    Err(_) => Err(failed),
                },
            },
        };
        let said = replied?;
        self.transcript.say(&said, at_ms);
        Ok(said)
    }
}

impl MachineConverser {
    /// The best answer to a line as a question.
    async fn answer(
        &mut self,
        id: &str,
        line: &str,
        context: &str,
    ) -> Result<Utterance, CallError> {
        let task = QuestionTask::new(id, Question::new(line, context, &[]), LONGEST_LINE);
        let best = self.machine.call(&task).await?.into_iter().next();
        Ok(Utterance::Lines(best.map(|answer| answer.text).into_iter().collect()))
    }

    /// The end of the conversation, as the context of a question.
    fn context(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        let mut room = REMEMBERED;
        for line in self.transcript.lines().iter().rev() {
            let name = match line.by {
                Role::Judge => "Judge",
                Role::Entry => "You",
            };
            let text = format!("{name}: {}\n", line.text);
            let Some(left) = room.checked_sub(text.chars().count()) else { break };
            room = left;
            lines.push(text);
        }
        lines.reverse();
        lines.concat()
    }
}
