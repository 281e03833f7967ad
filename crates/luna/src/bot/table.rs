//! The games of one machine: as many as are wanted are kept going.
//!
//! What the event stream says is how things are; what requests answer only
//! fills the time until it does. A game stays with the machine that began it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use luna_core::game::Duty;
use luna_machines::child::MOST_FAILURES;
use luna_machines::pull::{Event, Events, Game, Luna, Mode, PullError};
use luna_machines::task::{CallError, GameTask, Task as _};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use super::answering::Answering;
use super::machine::{Kind, Machine, PROGRAM_ATTEMPTS};
use crate::failure::Failure;
use crate::outside;

/// What is to be played.
pub(crate) struct Plan {
    pub(crate) luna: Luna,
    pub(crate) kind: Arc<Kind>,
    /// At once.
    pub(crate) games: usize,
    pub(crate) mode: Mode,
    pub(crate) opponent: Option<String>,
    /// Ends after so many that are over, but for those that the machine gives up.
    pub(crate) count: Option<u64>,
}

/// After so many games in a row that the machine could not play it ends.
const MOST_GIVEN_UP: u32 = 5;
/// A program is started again for all of them.
const _: () = assert!(MOST_FAILURES >= PROGRAM_ATTEMPTS * MOST_GIVEN_UP);
/// Between attempts to open a game when the server does not say how long, and the
/// longest between games that the other side ends.
const REST: Duration = Duration::from_secs(60);
/// How a game ends that the machine has neither finished nor left.
const CLOSED: &str = "closed";
/// Games that are over and may still be heard of.
const REMEMBERED: usize = 1_000;

enum News {
    Stream(Result<Event, PullError>),
    Opened(Result<Box<Game>, PullError>),
    Done { game: String, duty: &'static str, how: How },
}

/// What became of a task.
enum How {
    Played(Box<Game>),
    /// The machine could not do it.
    GivenUp(String),
    /// The server wants something else by now.
    Late(Option<Box<Game>>),
    /// Nothing will be better with the next.
    Broken(String),
}

struct Table {
    plan: Arc<Plan>,
    /// One for each machine.
    seats: Vec<UnboundedSender<Handed>>,
    /// The machine's name, once it is known.
    name: String,
    answering: Answering,
    open: BTreeMap<String, Open>,
    over: VecDeque<String>,
    opening: bool,
    /// How things stand has been heard.
    ready: bool,
    cut: bool,
    finished: u64,
    given_up: u32,
    /// In a row, by the other side.
    closed: u32,
    rest: Instant,
    tell: UnboundedSender<News>,
    work: JoinSet<()>,
}

struct Open {
    game: Game,
    seat: usize,
    busy: bool,
    /// Something was heard of it since its last task was begun.
    heard: bool,
    /// What has been begun: news of it may be older than that.
    begun: Vec<Turn>,
}

/// A task, and after how many other players.
struct Handed {
    task: GameTask,
    partners_lost: u32,
}

/// A duty, and after how many other players: each comes once.
type Turn = (Duty, u32);

/// Plays until as many are finished as the plan wants; `report` is told of each
/// game that is over. Whoever drops it stops everything but the games.
pub(crate) async fn play(
    plan: Plan,
    report: &mut impl FnMut(&Game) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (tell, mut news) = unbounded_channel();
    let mut work = JoinSet::new();
    work.spawn(follow(plan.luna.events(), tell.clone()));
    let mut table = Table {
        plan: Arc::new(plan),
        seats: Vec::new(),
        name: String::new(),
        answering: Answering::default(),
        open: BTreeMap::new(),
        over: VecDeque::new(),
        opening: false,
        ready: false,
        cut: false,
        finished: 0,
        given_up: 0,
        closed: 0,
        rest: Instant::now(),
        tell,
        work,
    };
    while !table.is_done() {
        let wants = table.wants();
        tokio::select! {
            Some(news) = news.recv() => table.hear(news, report).await?,
            () = sleep_until(table.rest), if wants => table.start_one(),
        }
    }
    Ok(())
}

/// A machine that cannot play any game.
fn unusable(why: &CallError) -> Failure {
    Failure::Refused(format!("{why} No game was begun; luna bot check shows what is wrong."))
}

async fn follow(mut events: Events, tell: UnboundedSender<News>) {
    loop {
        let event = events.next().await;
        let last = event.is_err();
        if tell.send(News::Stream(event)).is_err() || last {
            return;
        }
    }
}

impl Table {
    fn is_done(&self) -> bool {
        self.plan.count.is_some_and(|count| self.finished >= count)
    }

    /// Whether another game is to be opened.
    fn wants(&self) -> bool {
        let open = u64::try_from(self.open.len()).unwrap_or(u64::MAX);
        let needed = self.plan.count.is_none_or(|count| self.finished.saturating_add(open) < count);
        self.ready && !self.opening && self.open.len() < self.plan.games && needed
    }

    fn start_one(&mut self) {
        self.opening = true;
        while self.work.try_join_next().is_some() {}
        let (plan, tell) = (Arc::clone(&self.plan), self.tell.clone());
        self.work.spawn(async move {
            let opened = plan.luna.open(&key(), plan.mode, plan.opponent.as_deref()).await;
            tell.send(News::Opened(opened.map(Box::new))).ok();
        });
    }

    async fn hear(
        &mut self,
        news: News,
        report: &mut impl FnMut(&Game) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match news {
            News::Stream(Ok(Event::Account { account })) => {
                if let Some(why) = account.stopped {
                    tracing::warn!(why, "no new rated games");
                }
                self.sit_down(&account.name).await
            }
            News::Stream(Ok(Event::Game { game, .. })) => self.see(*game, report),
            News::Stream(Ok(Event::Task { task })) => {
                let (plan, machine) = (&self.plan, (&self.plan.kind, self.name.as_str()));
                self.answering.take(&mut self.work, &plan.luna, machine, *task);
                Ok(())
            }
            News::Stream(Ok(Event::Ready { .. })) => {
                self.ready = true;
                if std::mem::take(&mut self.cut) {
                    tracing::info!("connected again");
                }
                Ok(())
            }
            News::Stream(Ok(Event::Cut { why, wait })) => {
                self.cut = true;
                tracing::warn!(why, wait_ms = wait.as_millis(), "no connection; trying again");
                Ok(())
            }
            News::Stream(Ok(Event::Closing { .. } | Event::Unknown)) => Ok(()),
            News::Stream(Err(error)) => Err(Failure::Refused(error.to_string())),
            News::Opened(opened) => self.opened(opened),
            News::Done { game, duty, how } => self.done(&game, duty, how),
        }
    }

    /// The machines start once their name is known.
    async fn sit_down(&mut self, name: &str) -> Result<(), Failure> {
        if !self.seats.is_empty() {
            return Ok(());
        }
        tracing::debug!(name, "playing");
        name.clone_into(&mut self.name);
        for _ in 0..self.plan.games {
            let machine = self.plan.kind.start(name).await;
            let mut machine = machine.map_err(|error| Failure::Refused(error.to_string()))?;
            // One stands for all, and nobody waits for a game meanwhile.
            if self.seats.is_empty()
                && let Some(why) = machine.ended_at_once().await
            {
                return Err(unusable(&why));
            }
            let (seat, tasks) = unbounded_channel();
            self.work.spawn(serve(Arc::clone(&self.plan), machine, tasks, self.tell.clone()));
            self.seats.push(seat);
        }
        Ok(())
    }

    fn opened(&mut self, opened: Result<Box<Game>, PullError>) -> Result<(), Failure> {
        self.opening = false;
        let error = match opened {
            // The stream may have told of it already, and of its end.
            Ok(game) if self.open.contains_key(&game.id) || self.over.contains(&game.id) => {
                return Ok(());
            }
            Ok(game) => {
                self.take(*game);
                return Ok(());
            }
            Err(error) => error,
        };
        match &error {
            PullError::Refused { status: 429, seconds, .. } => {
                let wait = seconds.map_or(REST, Duration::from_secs);
                tracing::warn!(why = %error, wait_s = wait.as_secs(), "no new game for now");
                self.rest = Instant::now() + wait;
                Ok(())
            }
            PullError::Refused { status: 403, key, .. } if key == "stopped" => {
                tracing::warn!(why = %error, wait_s = REST.as_secs(), "no new game for now");
                self.rest = Instant::now() + REST;
                Ok(())
            }
            _ => Err(Failure::Refused(error.to_string())),
        }
    }

    /// What the stream says of a game.
    fn see(
        &mut self,
        game: Game,
        report: &mut impl FnMut(&Game) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if game.ending.is_none() {
            if !self.over.contains(&game.id) {
                self.take(game);
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
            self.rest = self.rest.max(Instant::now() + between(self.closed));
        }
        report(&game)
    }

    /// A game that is open, as it stands now.
    fn take(&mut self, game: Game) {
        let id = game.id.clone();
        if let Some(open) = self.open.get_mut(&id) {
            open.game = game;
            open.heard = true;
        } else {
            let busy = |seat: &usize| self.open.values().filter(|it| it.seat == *seat).count();
            let seat = (0..self.seats.len()).min_by_key(busy).unwrap_or(0);
            let open = Open { game, seat, busy: false, heard: true, begun: Vec::new() };
            self.open.insert(id.clone(), open);
        }
        self.hand(&id);
    }

    /// Gives the machine its task, unless it has one, or has had this one.
    fn hand(&mut self, id: &str) {
        let Some(open) = self.open.get_mut(id).filter(|open| !open.busy) else { return };
        let Some(task) = open.game.task() else { return };
        let partners_lost = open.game.partners_lost;
        let turn = turn(&task, partners_lost);
        if !open.begun.contains(&turn)
            && let Some(seat) = self.seats.get(open.seat)
            && seat.send(Handed { task, partners_lost }).is_ok()
        {
            open.busy = true;
            open.heard = false;
            open.begun.push(turn);
        }
    }

    fn done(&mut self, id: &str, duty: &str, how: How) -> Result<(), Failure> {
        match &how {
            How::Broken(why) => return Err(Failure::Refused(why.clone())),
            How::GivenUp(why) => {
                tracing::warn!(game = id, duty, why, "a game is given up");
                self.given_up += 1;
                if self.given_up >= MOST_GIVEN_UP {
                    return Err(Failure::Refused(format!(
                        "{MOST_GIVEN_UP} games in a row were given up, the last because of this: \
                         {why} Try the machine with luna bot check."
                    )));
                }
                self.rest = Instant::now() + Duration::from_secs(1 << self.given_up);
            }
            How::Played(_) | How::Late(_) => {}
        }
        let Some(open) = self.open.get_mut(id) else { return Ok(()) };
        open.busy = false;
        if let How::Played(game) | How::Late(Some(game)) = how
            && !open.heard
            && game.ending.is_none()
        {
            open.game = *game;
        }
        self.hand(id);
        Ok(())
    }
}

/// After so many games in a row that the other side has ended, which may be over as
/// soon as they are begun.
fn between(closed: u32) -> Duration {
    Duration::from_secs(1_u64.checked_shl(closed.saturating_sub(1)).unwrap_or(u64::MAX)).min(REST)
}

/// Questions are asked once, whoever comes and goes.
fn turn(task: &GameTask, partners_lost: u32) -> Turn {
    match task.duty() {
        Duty::Ask => (Duty::Ask, 0),
        duty => (duty, partners_lost),
    }
}

/// One machine: does one task after the other.
async fn serve(
    plan: Arc<Plan>,
    mut machine: Machine,
    mut tasks: UnboundedReceiver<Handed>,
    tell: UnboundedSender<News>,
) {
    while let Some(Handed { task, partners_lost }) = tasks.recv().await {
        let how = perform(&plan.luna, &mut machine, &task, partners_lost).await;
        let how = how.unwrap_or_else(|error| How::Broken(error.to_string()));
        let (game, duty) = (task.subject().to_owned(), task.kind());
        if tell.send(News::Done { game, duty, how }).is_err() {
            return;
        }
    }
}

async fn perform(
    luna: &Luna,
    machine: &mut Machine,
    task: &GameTask,
    partners_lost: u32,
) -> Result<How, PullError> {
    let id = task.subject();
    let mv = match decide(machine, task).await {
        Ok(mv) => mv,
        Err(CallError::Refused(why) | CallError::Spent(why)) => return Ok(How::Broken(why)),
        Err(CallError::Unreachable(why)) if machine.is_mute() => {
            // The next game would go the same way.
            give_up(luna, id, String::new()).await?;
            let why =
                format!("{why} It has replied to no task; luna bot check shows what is wrong.");
            return Ok(How::Broken(why));
        }
        Err(CallError::Unreachable(why) | CallError::Stalled(why) | CallError::Invalid(why)) => {
            return give_up(luna, id, why).await;
        }
    };
    match luna.play(&key(), id, &mv, partners_lost).await {
        Ok(game) => Ok(How::Played(Box::new(game))),
        Err(error) if error.status() == Some(422) => give_up(luna, id, error.to_string()).await,
        Err(error) if is_late(&error) => look(luna, id).await,
        Err(error) => Err(error),
    }
}

/// Tries again, ever more slowly, while there is no reply.
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
        wait = (wait * 2).min(REST);
    }
    machine.call(task).await
}

async fn give_up(luna: &Luna, id: &str, why: String) -> Result<How, PullError> {
    match luna.abort(&key(), id).await {
        Ok(_) => Ok(How::GivenUp(why)),
        Err(error) if is_late(&error) => Ok(How::GivenUp(why)),
        Err(error) => Err(error),
    }
}

/// The game as it is now, if it is there at all.
async fn look(luna: &Luna, id: &str) -> Result<How, PullError> {
    match luna.game(id).await {
        Ok(game) => Ok(How::Late(Some(Box::new(game)))),
        Err(error) if is_late(&error) => Ok(How::Late(None)),
        Err(error) => Err(error),
    }
}

fn is_late(error: &PullError) -> bool {
    matches!(error.status(), Some(404 | 409))
}

pub(super) fn key() -> String {
    outside::random().secret()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_between_games_that_others_end_grows_to_a_minute() {
        let rests: Vec<u64> =
            [1, 2, 3, 6, 7, 64, 65, u32::MAX].map(|closed| between(closed).as_secs()).to_vec();
        assert_eq!(rests, [1, 2, 4, 32, 60, 60, 60, 60]);
    }
}
