//! The scheduler of one machine's games. It keeps a number of them in progress.
//!
//! The event stream is authoritative; replies to requests only bridge the time until it
//! delivers. A game stays with the process that began it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use luna_core::game::Duty;
use luna_machines::api_client::{ApiClient, ApiError, Event, Events, Game, Mode};
use luna_machines::subprocess::MOST_FAILURES;
use luna_machines::task::{CallError, GameTask, Task as _};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use super::answering::OutsideTasks;
use super::machine::{Machine, MachineSource, PROGRAM_ATTEMPTS};
use crate::config::environment;
use crate::failure::Failure;

/// The games to play.
pub(crate) struct Plan {
    pub(crate) luna: ApiClient,
    pub(crate) kind: Arc<MachineSource>,
    /// The number of simultaneous games.
    pub(crate) games: usize,
    pub(crate) mode: Mode,
    pub(crate) opponent: Option<String>,
    /// The number of games to end after, without those that the machine gives up.
    pub(crate) count: Option<u64>,
}

/// The number of games in a row given up by the machine after which the command ends.
const MOST_GIVEN_UP: u32 = 5;
// A program can be started again for each attempt at each of them.
const _: () = assert!(MOST_FAILURES >= PROGRAM_ATTEMPTS * MOST_GIVEN_UP);
/// The pause before another attempt to open a game when the server names none, and the longest
/// pause between games that the partner closes.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// The ending of a game that the machine has neither finished nor left.
const CLOSED: &str = "closed";
/// The number of finished games to remember, since late events may mention them.
const REMEMBERED: usize = 1_000;

enum Message {
    Stream(Result<Event, ApiError>),
    Opened(Result<Box<Game>, ApiError>),
    Done { game: String, duty: &'static str, result: TaskResult },
}

/// The result of a task.
enum TaskResult {
    Played(Box<Game>),
    /// The machine could not do the task, so the game is to be given up.
    Failed(String),
    /// The machine has never done a task, so the next game would fail in the same way.
    Mute(String),
    /// The game has moved on in the meantime.
    Late(Option<Box<Game>>),
    /// No further game can work.
    Broken(String),
}

struct Scheduler {
    plan: Arc<Plan>,
    /// The queue of each machine process.
    machines: Vec<UnboundedSender<Assignment>>,
    /// The machine's name, once it is known.
    name: String,
    answering: OutsideTasks,
    open: BTreeMap<String, OpenGame>,
    over: VecDeque<String>,
    opening: bool,
    /// The stream has delivered the current state.
    ready: bool,
    cut: bool,
    finished: u64,
    given_up: u32,
    /// The number of games in a row that the partner closed.
    closed: u32,
    paused_until: Instant,
    sender: UnboundedSender<Message>,
    work: JoinSet<()>,
}

struct OpenGame {
    game: Game,
    seat: usize,
    busy: bool,
    /// The stream has mentioned the game since its last task began.
    confirmed: bool,
    /// Tasks that have begun. The stream may deliver an older state than that.
    begun: Vec<Turn>,
}

/// A task, with the number of partners lost before it.
struct Assignment {
    task: GameTask,
    partners_lost: u32,
}

/// A duty with the number of partners lost before it. Each occurs once.
type Turn = (Duty, u32);

/// Plays until the plan is fulfilled, and calls `report` for each finished game. Dropping the
/// future stops everything except the games themselves.
pub(crate) async fn play(
    plan: Plan,
    report: &mut impl FnMut(&Game) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (sender, mut messages) = unbounded_channel();
    let mut work = JoinSet::new();
    work.spawn(follow(plan.luna.events(), sender.clone()));
    let mut scheduler = Scheduler {
        plan: Arc::new(plan),
        machines: Vec::new(),
        name: String::new(),
        answering: OutsideTasks::default(),
        open: BTreeMap::new(),
        over: VecDeque::new(),
        opening: false,
        ready: false,
        cut: false,
        finished: 0,
        given_up: 0,
        closed: 0,
        paused_until: Instant::now(),
        sender,
        work,
    };
    while !scheduler.is_done() {
        let wants = scheduler.wants();
        tokio::select! {
            Some(message) = messages.recv() => scheduler.handle(message, report).await?,
            () = sleep_until(scheduler.paused_until), if wants => scheduler.start_one(),
        }
    }
    Ok(())
}

/// The failure of a machine that cannot play any game.
fn unusable(why: &CallError) -> Failure {
    Failure::Refused(format!("{why} No game was begun; luna bot check shows what is wrong."))
}

async fn follow(mut events: Events, sender: UnboundedSender<Message>) {
    loop {
        let event = events.next().await;
        let last = event.is_err();
        if sender.send(Message::Stream(event)).is_err() || last {
            return;
        }
    }
}

impl Scheduler {
    fn is_done(&self) -> bool {
        self.plan.count.is_some_and(|count| self.finished >= count)
    }

    /// Returns whether to open another game.
    fn wants(&self) -> bool {
        let open = u64::try_from(self.open.len()).unwrap_or(u64::MAX);
        let needed = self.plan.count.is_none_or(|count| self.finished.saturating_add(open) < count);
        self.ready && !self.opening && self.open.len() < self.plan.games && needed
    }

    fn start_one(&mut self) {
        self.opening = true;
        while self.work.try_join_next().is_some() {}
        let (plan, sender) = (Arc::clone(&self.plan), self.sender.clone());
        self.work.spawn(async move {
            let opened = plan.luna.open(&key(), plan.mode, plan.opponent.as_deref()).await;
            sender.send(Message::Opened(opened.map(Box::new))).ok();
        });
    }

    async fn handle(
        &mut self,
        message: Message,
        report: &mut impl FnMut(&Game) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match message {
            Message::Stream(Ok(Event::Account { account })) => {
                if let Some(why) = account.stopped {
                    tracing::warn!(why, "no new rated games");
                }
                self.start_machines(&account.name).await
            }
            Message::Stream(Ok(Event::Game { game, .. })) => self.receive(*game, report),
            Message::Stream(Ok(Event::Task { task })) => {
                let (plan, machine) = (&self.plan, (&self.plan.kind, self.name.as_str()));
                self.answering.take(&mut self.work, &plan.luna, machine, *task);
                Ok(())
            }
            Message::Stream(Ok(Event::Ready { .. })) => {
                self.ready = true;
                if std::mem::take(&mut self.cut) {
                    tracing::info!("connected again");
                }
                Ok(())
            }
            Message::Stream(Ok(Event::Cut { why, wait })) => {
                self.cut = true;
                tracing::warn!(why, wait_ms = wait.as_millis(), "no connection; trying again");
                Ok(())
            }
            Message::Stream(Ok(Event::Closing { .. } | Event::Unknown)) => Ok(()),
            Message::Stream(Err(error)) => Err(Failure::Refused(error.to_string())),
            Message::Opened(opened) => self.opened(opened),
            Message::Done { game, duty, result } => self.done(&game, duty, result).await,
        }
    }

    /// Starts the machine's processes, once its name is known.
    async fn start_machines(&mut self, name: &str) -> Result<(), Failure> {
        if !self.machines.is_empty() {
            return Ok(());
        }
        tracing::debug!(name, "playing");
        name.clone_into(&mut self.name);
        for _ in 0..self.plan.games {
            let machine = self.plan.kind.start(name).await;
            let mut machine = machine.map_err(|error| Failure::Refused(error.to_string()))?;
            // One stands for all, and no game waits in the meantime.
            if self.machines.is_empty()
                && let Some(why) = machine.ended_at_once().await
            {
                return Err(unusable(&why));
            }
            let (seat, tasks) = unbounded_channel();
            self.work.spawn(serve(Arc::clone(&self.plan), machine, tasks, self.sender.clone()));
            self.machines.push(seat);
        }
        Ok(())
    }

    fn opened(&mut self, opened: Result<Box<Game>, ApiError>) -> Result<(), Failure> {
        self.opening = false;
        let error = match opened {
            // The stream may have delivered the game already, and its end.
            Ok(game) if self.open.contains_key(&game.id) || self.over.contains(&game.id) => {
                return Ok(());
            }
            Ok(game) => {
                self.update(*game);
                return Ok(());
            }
            Err(error) => error,
        };
        match &error {
            ApiError::Refused { status: 429, seconds, .. } => {
                let wait = seconds.map_or(LONGEST_PAUSE, Duration::from_secs);
                tracing::warn!(why = %error, wait_s = wait.as_secs(), "no new game for now");
                self.paused_until = Instant::now() + wait;
                Ok(())
            }
            ApiError::Refused { status: 403, key, .. } if key == "stopped" => {
                tracing::warn!(why = %error, wait_s = LONGEST_PAUSE.as_secs(), "no new game for now");
                self.paused_until = Instant::now() + LONGEST_PAUSE;
                Ok(())
            }
            _ => Err(Failure::Refused(error.to_string())),
        }
    }

    /// Takes a game from the stream.
    fn receive(
        &mut self,
        game: Game,
        report: &mut impl FnMut(&Game) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if game.ending.is_none() {
            if !self.over.contains(&game.id) {
                self.update(game);
            }
            return Ok(());
        }
        if self.open.remove(&game.id).is_none() {
            return Ok(());
        }
        self.over.push_back(game.id.clone());
        if self.over.len() > REMEMBERED {
            self.over.pop_front();
        }
        if game.result.is_some() {
            self.finished += 1;
            (self.given_up, self.closed) = (0, 0);
        } else if game.ending.as_deref() == Some(CLOSED) {
            self.finished += 1;
            self.closed += 1;
            self.paused_until = self.paused_until.max(Instant::now() + pause_after(self.closed));
        }
        report(&game)
    }

    /// Updates an open game.
    fn update(&mut self, game: Game) {
        let id = game.id.clone();
        if let Some(open) = self.open.get_mut(&id) {
            open.game = game;
            open.confirmed = true;
        } else {
            let busy = |seat: &usize| self.open.values().filter(|it| it.seat == *seat).count();
            let seat = (0..self.machines.len()).min_by_key(busy).unwrap_or(0);
            let open = OpenGame { game, seat, busy: false, confirmed: true, begun: Vec::new() };
            self.open.insert(id.clone(), open);
        }
        self.assign(&id);
    }

    /// Gives the machine the game's task, unless it is busy with the game or has had this task.
    fn assign(&mut self, id: &str) {
        let Some(open) = self.open.get_mut(id).filter(|open| !open.busy) else { return };
        let Some(task) = open.game.task() else { return };
        let partners_lost = open.game.partners_lost;
        let turn = turn(&task, partners_lost);
        if !open.begun.contains(&turn)
            && let Some(seat) = self.machines.get(open.seat)
            && seat.send(Assignment { task, partners_lost }).is_ok()
        {
            open.busy = true;
            open.confirmed = false;
            open.begun.push(turn);
        }
    }

    /// Takes a task's result. A game is given up here, so that no other is opened before the
    /// scheduler knows why this one has ended.
    async fn done(&mut self, id: &str, duty: &str, result: TaskResult) -> Result<(), Failure> {
        match &result {
            TaskResult::Broken(why) => return Err(Failure::Refused(why.clone())),
            TaskResult::Mute(why) => {
                give_up(&self.plan.luna, id).await?;
                return Err(Failure::Refused(format!(
                    "{why} It has replied to no task; luna bot check shows what is wrong."
                )));
            }
            TaskResult::Failed(why) => {
                give_up(&self.plan.luna, id).await?;
                tracing::warn!(game = id, duty, why, "a game is given up");
                self.given_up += 1;
                if self.given_up >= MOST_GIVEN_UP {
                    return Err(Failure::Refused(format!(
                        "{MOST_GIVEN_UP} games in a row were given up, the last because of this: \
                         {why} Try the machine with luna bot check."
                    )));
                }
                self.paused_until = Instant::now() + Duration::from_secs(1 << self.given_up);
            }
            TaskResult::Played(_) | TaskResult::Late(_) => {}
        }
        let Some(open) = self.open.get_mut(id) else { return Ok(()) };
        open.busy = false;
        if let TaskResult::Played(game) | TaskResult::Late(Some(game)) = result
            && !open.confirmed
            && game.ending.is_none()
        {
            open.game = *game;
        }
        self.assign(id);
        Ok(())
    }
}

/// The pause after a number of games in a row that the partner closed. Such games may end as soon
/// as they begin.
fn pause_after(closed: u32) -> Duration {
    Duration::from_secs(1_u64.checked_shl(closed.saturating_sub(1)).unwrap_or(u64::MAX))
        .min(LONGEST_PAUSE)
}

/// The turn of a task. Questions are asked once, even if partners change.
fn turn(task: &GameTask, partners_lost: u32) -> Turn {
    match task.duty() {
        Duty::Ask => (Duty::Ask, 0),
        duty => (duty, partners_lost),
    }
}

/// Runs one machine process: one task after the other.
async fn serve(
    plan: Arc<Plan>,
    mut machine: Machine,
    mut tasks: UnboundedReceiver<Assignment>,
    sender: UnboundedSender<Message>,
) {
    while let Some(Assignment { task, partners_lost }) = tasks.recv().await {
        let result = perform(&plan, &mut machine, &task, partners_lost).await;
        let result = result.unwrap_or_else(|error| TaskResult::Broken(error.to_string()));
        let (game, duty) = (task.subject().to_owned(), task.kind());
        if sender.send(Message::Done { game, duty, result }).is_err() {
            return;
        }
    }
}

async fn perform(
    Plan { luna, kind, .. }: &Plan,
    machine: &mut Machine,
    task: &GameTask,
    partners_lost: u32,
) -> Result<TaskResult, ApiError> {
    let id = task.subject();
    let decided = match kind.questions(task) {
        Some(asked) => asked,
        None => decide(machine, task).await,
    };
    let mv = match decided {
        Ok(mv) => mv,
        Err(CallError::Refused(why) | CallError::Spent(why)) => return Ok(TaskResult::Broken(why)),
        Err(CallError::Unreachable(why)) if machine.is_mute() => return Ok(TaskResult::Mute(why)),
        Err(CallError::Unreachable(why) | CallError::Stalled(why) | CallError::Invalid(why)) => {
            return Ok(TaskResult::Failed(why));
        }
    };
    match luna.play(&key(), id, &mv, partners_lost).await {
        Ok(game) => Ok(TaskResult::Played(Box::new(game))),
        Err(error) if error.status() == Some(422) => Ok(TaskResult::Failed(error.to_string())),
        Err(error) if is_late(&error) => reload(luna, id).await,
        Err(error) => Err(error),
    }
}

/// Repeats a task with growing pauses while there is no reply.
async fn decide(
    machine: &mut Machine,
    task: &GameTask,
) -> Result<luna_core::game::Move, CallError> {
    let mut wait = Duration::from_millis(500);
    for _ in 1..machine.attempts() {
        match machine.call(task).await {
            Err(CallError::Unreachable(why) | CallError::Stalled(why)) => {
                tracing::warn!(
                    game = task.subject(),
                    duty = task.kind(),
                    why,
                    "no reply; trying again"
                );
            }
            other => return other,
        }
        sleep(wait).await;
        wait = (wait * 2).min(LONGEST_PAUSE);
    }
    machine.call(task).await
}

async fn give_up(luna: &ApiClient, id: &str) -> Result<(), Failure> {
    match luna.abort(&key(), id).await {
        Err(error) if !is_late(&error) => Err(Failure::Refused(error.to_string())),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// The current state of the game, if it still exists.
async fn reload(luna: &ApiClient, id: &str) -> Result<TaskResult, ApiError> {
    match luna.game(id).await {
        Ok(game) => Ok(TaskResult::Late(Some(Box::new(game)))),
        Err(error) if is_late(&error) => Ok(TaskResult::Late(None)),
        Err(error) => Err(error),
    }
}

fn is_late(error: &ApiError) -> bool {
    matches!(error.status(), Some(404 | 409))
}

fn key() -> String {
    environment::random().secret()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pause_between_games_that_partners_close_grows_to_a_minute() {
        let pauses: Vec<u64> =
            [1, 2, 3, 6, 7, 64, 65, u32::MAX].map(|closed| pause_after(closed).as_secs()).to_vec();
        assert_eq!(pauses, [1, 2, 4, 32, 60, 60, 60, 60]);
    }
}
