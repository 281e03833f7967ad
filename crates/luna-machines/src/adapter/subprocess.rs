//! A machine that is a program: tasks go to its standard input, a line each,
//! and its replies are the lines of its standard output.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};
use serde::Serialize;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::process::{ChildStdin, ChildStdout, Command};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::http::{LONGEST_REPLY, too_long};
use crate::task::{CallError, Task};

/// The number of starts in a row without a reply after which it is given up: three for each of five
/// games.
pub const MOST_FAILURES: u32 = 15;

/// The time that a program which writes twice may take with its second line.
const SECOND_LINE: Duration = Duration::from_secs(2);
const TWO_LINES: &str = "The program has written two lines for one task.";

/// Lines that wait to be read; beyond that the program waits.
const WAITING_LINES: usize = 16;

pub struct Child {
    program: String,
    args: Vec<String>,
    name: String,
    running: Option<Running>,
    failures: u32,
    /// It has replied to a task since this value was made.
    replied: bool,
    /// Returns true for a valid reply to the task that it was tried on last.
    before: Option<Box<dyn Fn(&str) -> bool + Send + Sync>>,
}

/// A program in a process group of its own: killed when dropped, with all that
/// it has started.
pub struct Process {
    process: tokio::process::Child,
    /// Its process group, while it is certain that the id is still its own.
    group: Option<Pid>,
}

struct Running {
    process: Process,
    input: ChildStdin,
    lines: mpsc::Receiver<io::Result<Vec<u8>>>,
    /// Its reply to the last task, since it was started.
    said: Option<String>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "hello")]
struct Hello<'a> {
    machine: &'a str,
}

/// Why a running program is given up.
enum ProcessFailure {
    Ended,
    Slow,
    Line(io::Error),
}

impl Child {
    /// Starts it, in a process group of its own. What it writes to its
    /// standard error goes to ours.
    pub async fn start(program: &str, args: &[&str], name: &str) -> Result<Child, CallError> {
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        let (program, name) = (program.to_owned(), name.to_owned());
        let mut child =
            Child { program, args, name, running: None, failures: 0, replied: false, before: None };
        child.running = Some(child.spawn().await?);
        Ok(child)
    }

    /// The number of times in a row that it has been lost; the caller waits the longer.
    pub fn failures(&self) -> u32 {
        self.failures
    }

    /// Returns true if it has ever replied to a task.
    pub fn has_replied(&self) -> bool {
        self.replied
    }

    /// Waits to see whether it ends by itself, and says how.
    pub async fn ends_within(&mut self, time: Duration) -> Option<CallError> {
        let running = self.running.as_mut()?;
        let status = timeout(time, running.process.wait()).await.ok()?;
        self.running = None;
        let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        Some(CallError::Unreachable(format!("The program has ended ({status}).")))
    }

    /// Starts the program again if it was lost, and asks once more, with the reason, if the reply cannot
    /// be parsed. Dropping the call kills the program: its reply would be taken for that to the next
    /// task. `limit` is for each reply.
    pub async fn call<T: Task>(
        &mut self,
        task: &T,
        limit: Duration,
    ) -> Result<T::Reply, CallError> {
        if self.failures > MOST_FAILURES {
            return Err(CallError::Refused(format!(
                "The program failed {} times in a row and is not started again.",
                self.failures
            )));
        }
        let reply = match self.once(task, task, limit).await? {
            Ok(reply) => Ok(reply),
            Err(problem) => self.once(&task.again(&problem), task, limit).await?,
        };
        self.failures = 0;
        reply.map_err(CallError::Invalid)
    }

    /// Sends `message` and reads the reply as one to `task`: the reply, or what
    /// is wrong with it.
    pub async fn once<T: Task>(
        &mut self,
        message: &impl Serialize,
        task: &T,
        limit: Duration,
    ) -> Result<Result<T::Reply, String>, CallError> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.spawn().await?,
        };
        match running.exchange(message, task, limit).await {
            Ok(reply) => {
                self.replied = true;
                self.running = Some(running);
                Ok(reply)
            }
            Err(lost) => {
                self.failures += 1;
                let status = running.process.kill().await;
                Err(lost.sentence(&status, limit))
            }
        }
    }

    /// The same in a trial, which also reports lines beyond the reply; in games such a line would be
    /// skipped, or taken for the reply to the next task.
    pub async fn strictly<T: Task + 'static>(
        &mut self,
        message: &impl Serialize,
        task: &T,
        limit: Duration,
    ) -> Result<Result<T::Reply, String>, CallError> {
        if self.running.as_mut().is_some_and(|it| it.passes_over() && it.said.is_some()) {
            return Ok(Err(TWO_LINES.to_owned()));
        }
        let valid = {
            let task = task.clone();
            move |reply: &str| task.read(reply).is_ok()
        };
        let before = self.before.replace(Box::new(valid));
        let reply = self.once(message, task, limit).await?;
        if reply.is_err()
            && let Some(running) = &mut self.running
            && let (Some(said), Some(before)) = (&running.said, before)
            && before(said)
            && running.replies_after_all(task).await
        {
            return Ok(Err(TWO_LINES.to_owned()));
        }
        Ok(reply)
    }

    async fn spawn(&self) -> Result<Running, CallError> {
        let failed = |error: &dyn std::fmt::Display| {
            CallError::Refused(format!("The program {} cannot be started: {error}.", self.program))
        };
        let mut command = Command::new(&self.program);
        command.args(&self.args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = Process::start(&mut command).map_err(|error| failed(&error))?;
        let pipes = process.process.stdin.take().zip(process.process.stdout.take());
        let (input, output) = pipes.ok_or_else(|| failed(&"no pipes"))?;
        let (sender, lines) = mpsc::channel(WAITING_LINES);
        tokio::spawn(read_lines(output, sender));
        let mut running = Running { process, input, lines, said: None };
        // If it has ended already, the first task will find out.
        running.write(&Hello { machine: &self.name }).await.ok();
        Ok(running)
    }
}

impl Running {
    async fn exchange<T: Task>(
        &mut self,
        message: &impl Serialize,
        task: &T,
        limit: Duration,
    ) -> Result<Result<T::Reply, String>, ProcessFailure> {
        // An unsolicited line is not the reply.
        self.passes_over();
        let exchange = async {
            self.write(message).await.map_err(|_| ProcessFailure::Ended)?;
            self.lines.recv().await.ok_or(ProcessFailure::Ended)?.map_err(ProcessFailure::Line)
        };
        let line = timeout(limit, exchange).await.map_err(|_| ProcessFailure::Slow)??;
        let text = String::from_utf8(line).map_err(|_| "The reply is not UTF-8.".to_owned());
        self.said = Some(text.clone().unwrap_or_default());
        Ok(text.and_then(|text| task.read(&text)))
    }

    /// Discards lines that nobody has asked for; returns true if there were any.
    fn passes_over(&mut self) -> bool {
        let mut any = false;
        while let Ok(Ok(_)) = self.lines.try_recv() {
            any = true;
        }
        any
    }

    /// Returns true if the line after an invalid reply is a valid one.
    async fn replies_after_all(&mut self, task: &impl Task) -> bool {
        let line = timeout(SECOND_LINE, self.lines.recv()).await;
        let line = line.ok().flatten().and_then(Result::ok);
        line.and_then(|line| String::from_utf8(line).ok())
            .is_some_and(|text| task.read(&text).is_ok())
    }

    async fn write(&mut self, message: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        self.input.write_all(&line).await?;
        self.input.flush().await
    }
}

impl Process {
    pub fn start(command: &mut Command) -> io::Result<Process> {
        let process = command.process_group(0).kill_on_drop(true).spawn()?;
        let id = process.id().and_then(|id| i32::try_from(id).ok());
        Ok(Process { process, group: id.and_then(Pid::from_raw) })
    }

    /// Until it ends by itself; what it has started may go on.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        let status = self.process.wait().await;
        self.group = None;
        status
    }

    /// Kills it with all it has started, and says how it ended.
    pub async fn kill(&mut self) -> String {
        self.kill_group();
        let status = self.process.wait().await;
        status.map_or_else(|error| error.to_string(), |status| status.to_string())
    }

    /// Before it has been waited for, so that no other group can have its id.
    fn kill_group(&mut self) {
        if let Some(group) = self.group.take() {
            kill_process_group(group, Signal::KILL).ok();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_group();
    }
}

impl ProcessFailure {
    fn sentence(self, status: &str, limit: Duration) -> CallError {
        match self {
            ProcessFailure::Ended => {
                CallError::Unreachable(format!("The program has ended ({status})."))
            }
            ProcessFailure::Slow => CallError::Unreachable(format!(
                "The program did not reply within {} seconds and was stopped.",
                limit.as_secs_f64()
            )),
            ProcessFailure::Line(error) => CallError::Invalid(error.to_string()),
        }
    }
}

async fn read_lines(output: ChildStdout, sender: mpsc::Sender<io::Result<Vec<u8>>>) {
    let mut output = BufReader::new(output);
    let limit = u64::try_from(LONGEST_REPLY).unwrap_or(u64::MAX);
    loop {
        let mut line = Vec::new();
        let read = (&mut output).take(limit + 1).read_until(b'\n', &mut line).await;
        let ended = line.last() != Some(&b'\n');
        let line = match read {
            Ok(_) if line.len() > LONGEST_REPLY => Err(io::Error::other(too_long(LONGEST_REPLY))),
            Ok(_) if ended => return,
            Ok(_) => Ok(line),
            Err(error) => Err(error),
        };
        let last = line.is_err();
        if sender.send(line).await.is_err() || last {
            return;
        }
    }
}
