//! Tasks outside games: what a machine is asked, and its reply.

use luna_core::skill::Skill;

use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};
use crate::{job, machine, player};

pub(crate) const TABLE: Table = Table {
    name: "task",
    key: &["id"],
    columns: &[
        (
            Class::Exported,
            &[
                "id",
                "machine_id",
                "asked_by",
                "skill",
                "about",
                "body",
                "created_at",
                "due_at",
                "ended_at",
                "reply",
                "problem",
            ],
        ),
        (Class::NotPersonal, &["counted", "owner"]),
    ],
    erasure: Erasure::Erased(forget_asker),
};

/// The time that a machine has for a reply.
pub const TIME_MS: i64 = 120_000;
/// Tasks of each skill that are kept of one person. For more, their oldest of earlier days go.
pub const MOST_KEPT: i64 = 1_000;

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 86_400_000;

record! {
    struct Row {
        id: String,
        machine_id: String,
        asked_by: String,
        skill: String,
        about: Option<String>,
        body: String,
        created_at: i64,
        due_at: i64,
        ended_at: Option<i64>,
        reply: Option<String>,
        problem: Option<String>,
        owner: Option<String>,
    }
}

/// One thing that a machine is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    pub id: String,
    pub machine_id: String,
    pub asked_by: String,
    pub skill: Skill,
    /// The conversation that it belongs to; none for a question.
    pub about: Option<String>,
    /// JSON, as the machine is sent it.
    pub body: String,
    pub created_at: i64,
    pub due_at: i64,
    /// None: it is open.
    pub ended_at: Option<i64>,
    pub state: State,
    /// The part of Luna that put it and is told of its end; none for a person.
    pub owner: Option<String>,
}

/// The state of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    Open,
    /// The reply, as JSON.
    Done(String),
    /// The machine does not want to reply, which is no fault.
    Declined,
    /// There is no reply, and why.
    Failed(String),
}

/// A task that is put.
#[derive(Clone, Debug)]
pub struct NewTask<'a> {
    pub id: &'a str,
    pub machine_id: &'a str,
    /// The person whose words the machine is sent.
    pub asked_by: &'a str,
    pub skill: Skill,
    pub about: Option<&'a str>,
    pub body: &'a str,
    /// False: the limits of the person do not apply, and it does not use them up. Contests and the battery
    /// have limits of their own.
    pub counted: bool,
    pub owner: Option<&'a str>,
}

/// Why a task cannot be put now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    #[error("This machine has reached its limit of tasks outside games today (UTC): {0} a day.")]
    Daily(i64),
    #[error("You have {} within an hour, which is the limit.", sent(*.0, most_hourly(*.0)))]
    Hourly(Skill),
    #[error(
        "You have {} today (UTC), which is the limit. You can send more tomorrow.",
        sent(*.0, MOST_KEPT)
    )]
    Kept(Skill),
}

/// Tasks of a skill that one person may put in an hour.
pub fn most_hourly(skill: Skill) -> i64 {
    match skill {
        Skill::Ask | Skill::Answer | Skill::Guess => 100,
        // A line each.
        Skill::Converse => 600,
    }
}

fn sent(skill: Skill, count: i64) -> String {
    match skill {
        Skill::Ask | Skill::Answer | Skill::Guess => format!("asked machines {count} questions"),
        Skill::Converse => format!("sent machines {count} lines"),
    }
}

impl Row {
    fn into_task(self) -> Result<Task> {
        let state = match (self.ended_at, self.reply, self.problem) {
            (None, _, _) => State::Open,
            (Some(_), Some(reply), _) => State::Done(reply),
            (Some(_), None, None) => State::Declined,
            (Some(_), None, Some(problem)) => State::Failed(problem),
        };
        Ok(Task {
            id: self.id,
            machine_id: self.machine_id,
            asked_by: self.asked_by,
            skill: Skill::from_name(&self.skill)
                .ok_or_else(|| Error::corrupt("an unknown skill"))?,
            about: self.about,
            body: self.body,
            created_at: self.created_at,
            due_at: self.due_at,
            ended_at: self.ended_at,
            state,
            owner: self.owner,
        })
    }
}

/// Puts a task to a machine that is locked ([`machine::lock`]), unless there is a limit against it. A
/// machine that is `called` is called for its reply now; any other is looked at when the time is over.
pub fn put(tx: &mut Tx<'_>, now: i64, new: &NewTask<'_>, called: bool) -> Result<Option<Limit>> {
    if new.counted {
        lock_asker(tx, new.asked_by)?;
    }
    player::require_here(tx, new.asked_by)?;
    let state = machine::skill::state(tx, new.machine_id, new.skill)?;
    let today = now - now.rem_euclid(DAY_MS);
    let most = state.most_daily(new.skill);
    if count_of_machine(tx, new.machine_id, new.skill, today)? >= most {
        return Ok(Some(Limit::Daily(most)));
    }
    if new.counted {
        let hour = count_of_asker(tx, new.asked_by, new.skill, now - HOUR_MS)?;
        if hour >= most_hourly(new.skill) {
            return Ok(Some(Limit::Hourly(new.skill)));
        }
        if !make_room(tx, new.asked_by, new.skill, today)? {
            return Ok(Some(Limit::Kept(new.skill)));
        }
    }
    run!(
        tx,
        "INSERT INTO task (id, machine_id, asked_by, skill, about, body, created_at, due_at, counted,
                           owner)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        new.id,
        new.machine_id,
        new.asked_by,
        new.skill.name(),
        new.about,
        new.body,
        now,
        now + TIME_MS,
        new.counted,
        new.owner,
    );
    let work = job::Task { task: new.id.to_owned() };
    let look_at = if called { now } else { now + TIME_MS };
    job::schedule(tx, &format!("task:{}", new.id), &work, look_at)?;
    tx.touch(&topic(new.id));
    tx.touch(&player::topic(new.machine_id));
    if let Some(about) = new.about {
        tx.touch(&conversation_topic(about));
    }
    Ok(None)
}

/// Returns the problem of the last call for a reply, while Luna tries again.
pub fn last_problem(tx: &mut Tx<'_>, id: &str) -> Result<Option<String>> {
    let job: Option<(Option<String>,)> =
        row!(tx, "SELECT problem FROM job WHERE id = $1", format!("task:{id}"));
    Ok(job.and_then(|(problem,)| problem))
}

/// Locks somebody's questions: of several to different machines at once, each sees those before it.
/// It is taken only here, after the lock of a machine, so nobody waits in a circle.
fn lock_asker(tx: &mut Tx<'_>, asked_by: &str) -> Result<()> {
    tx.lock("SELECT pg_advisory_xact_lock(1959, hashtext(current_schema()::TEXT || $1))", asked_by)
}

/// Deletes the oldest tasks that somebody has put, as far as they keep as many as they may. Those of
/// today stay, since the limits of machines count them, and so do open ones. Returns false if there is no
/// room for another.
fn make_room(tx: &mut Tx<'_>, asked_by: &str, skill: Skill, today: i64) -> Result<bool> {
    let surplus = count_of_asker(tx, asked_by, skill, i64::MIN)? - (MOST_KEPT - 1);
    if surplus <= 0 {
        return Ok(true);
    }
    let oldest: Vec<(String,)> = rows!(
        tx,
        "SELECT id FROM task
         WHERE asked_by = $1 AND skill = $2 AND created_at < $3 AND ended_at IS NOT NULL AND counted
         ORDER BY created_at, id LIMIT $4",
        asked_by,
        skill.name(),
        today,
        surplus,
    );
    for (id,) in &oldest {
        delete(tx, id)?;
    }
    Ok(i64::try_from(oldest.len()).is_ok_and(|gone| gone == surplus))
}

/// The topic of pages that wait for the reply to a task.
pub fn topic(id: &str) -> String {
    format!("task:{id}")
}

/// The topic of a conversation, which changes when a machine is asked about it and when that task
/// ends.
pub fn conversation_topic(about: &str) -> String {
    format!("conversation:{about}")
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Task> {
    let row: Option<Row> = row!(
        tx,
        "SELECT id, machine_id, asked_by, skill, about, body, created_at, due_at, ended_at, reply, problem,
                owner
         FROM task WHERE id = $1",
        id,
    );
    row.ok_or(Error::NotFound)?.into_task()
}

/// The tasks that a machine still owes a reply to, oldest first.
pub fn open_of(tx: &mut Tx<'_>, machine_id: &str, now: i64, limit: i64) -> Result<Vec<Task>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, machine_id, asked_by, skill, about, body, created_at, due_at, ended_at, reply, problem,
                owner
         FROM task WHERE machine_id = $1 AND ended_at IS NULL AND created_at > $2
         ORDER BY created_at, id LIMIT $3",
        machine_id,
        now - TIME_MS,
        limit,
    );
    rows.into_iter().map(Row::into_task).collect()
}

/// The latest tasks of a skill that one person has put to a machine, newest first.
pub fn latest_of(
    tx: &mut Tx<'_>,
    machine_id: &str,
    asked_by: &str,
    skill: Skill,
    limit: i64,
) -> Result<Vec<Task>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, machine_id, asked_by, skill, about, body, created_at, due_at, ended_at, reply, problem,
                owner
         FROM task WHERE asked_by = $2 AND machine_id = $1 AND skill = $3
         ORDER BY created_at DESC, id DESC LIMIT $4",
        machine_id,
        asked_by,
        skill.name(),
        limit,
    );
    rows.into_iter().map(Row::into_task).collect()
}

/// The last task about a conversation, open or ended.
pub fn latest_about(tx: &mut Tx<'_>, about: &str) -> Result<Option<Task>> {
    let row: Option<Row> = row!(
        tx,
        "SELECT id, machine_id, asked_by, skill, about, body, created_at, due_at, ended_at, reply, problem,
                owner
         FROM task WHERE about = $1 ORDER BY created_at DESC, id DESC LIMIT 1",
        about,
    );
    row.map(Row::into_task).transpose()
}

/// Everything that one person has asked machines, oldest first.
pub(crate) fn of_asker(tx: &mut Tx<'_>, asked_by: &str) -> Result<Vec<Task>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, machine_id, asked_by, skill, about, body, created_at, due_at, ended_at, reply, problem,
                owner
         FROM task WHERE asked_by = $1 ORDER BY created_at, id",
        asked_by,
    );
    rows.into_iter().map(Row::into_task).collect()
}

/// Ends a task with a reply. Returns false if it has ended already.
pub fn reply(tx: &mut Tx<'_>, id: &str, now: i64, reply: &str) -> Result<bool> {
    end(tx, id, now, &State::Done(reply.to_owned()))
}

/// Ends a task without a reply, and says why. Returns false if it has ended already.
pub fn fail(tx: &mut Tx<'_>, id: &str, now: i64, problem: &str) -> Result<bool> {
    end(tx, id, now, &State::Failed(problem.to_owned()))
}

/// Ends a task that its machine declines. Returns false if it has ended already.
pub fn decline(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<bool> {
    end(tx, id, now, &State::Declined)
}

fn end(tx: &mut Tx<'_>, id: &str, now: i64, state: &State) -> Result<bool> {
    let (reply, problem) = match state {
        State::Open | State::Declined => (None, None),
        State::Done(reply) => (Some(reply), None),
        State::Failed(problem) => (None, Some(problem)),
    };
    let ended = run!(
        tx,
        "UPDATE task SET ended_at = $2, reply = $3, problem = $4
         WHERE id = $1 AND ended_at IS NULL",
        id,
        now,
        reply,
        problem,
    );
    if ended > 0 {
        job::cancel(tx, &format!("task:{id}"))?;
        tx.touch(&topic(id));
        let about: Option<(Option<String>,)> = row!(tx, "SELECT about FROM task WHERE id = $1", id);
        if let Some((Some(about),)) = about {
            tx.touch(&conversation_topic(&about));
        }
    }
    Ok(ended > 0)
}

/// Of the last tasks of a skill that have ended and were not declined: how many there are, and how
/// many have failed.
pub fn last_of(tx: &mut Tx<'_>, machine_id: &str, skill: Skill, limit: i64) -> Result<(i64, i64)> {
    let ended: Vec<(bool,)> = rows!(
        tx,
        "SELECT (reply IS NULL) FROM task
         WHERE machine_id = $1 AND skill = $2 AND ended_at IS NOT NULL
               AND (reply IS NOT NULL OR problem IS NOT NULL)
         ORDER BY created_at DESC, id DESC LIMIT $3",
        machine_id,
        skill.name(),
        limit,
    );
    let count = |number: usize| i64::try_from(number).unwrap_or(limit);
    Ok((count(ended.len()), count(ended.iter().filter(|(failed,)| *failed).count())))
}

fn count_of_machine(tx: &mut Tx<'_>, machine_id: &str, skill: Skill, since: i64) -> Result<i64> {
    let found: Option<(i64,)> = row!(
        tx,
        "SELECT count(*) FROM task WHERE machine_id = $1 AND skill = $2 AND created_at >= $3",
        machine_id,
        skill.name(),
        since,
    );
    Ok(found.map_or(0, |(count,)| count))
}

/// The counted tasks of a person.
fn count_of_asker(tx: &mut Tx<'_>, asked_by: &str, skill: Skill, since: i64) -> Result<i64> {
    let found: Option<(i64,)> = row!(
        tx,
        "SELECT count(*) FROM task
         WHERE asked_by = $1 AND skill = $2 AND created_at >= $3 AND counted",
        asked_by,
        skill.name(),
        since,
    );
    Ok(found.map_or(0, |(count,)| count))
}

/// Deletes tasks put before a time. Returns how many.
pub(crate) fn sweep(tx: &mut Tx<'_>, before: i64, limit: i64) -> Result<i64> {
    let old: Vec<(String,)> = rows!(
        tx,
        "SELECT id FROM task WHERE created_at < $1 ORDER BY created_at, id LIMIT $2",
        before,
        limit,
    );
    let count = i64::try_from(old.len()).unwrap_or(limit);
    for (id,) in old {
        delete(tx, &id)?;
    }
    Ok(count)
}

/// Deletes the tasks that somebody has put.
pub(crate) fn forget_asker(tx: &mut Tx<'_>, player_id: &str) -> Result<()> {
    let all: Vec<(String,)> =
        rows!(tx, "SELECT id FROM task WHERE asked_by = $1 ORDER BY id", player_id);
    all.iter().try_for_each(|(id,)| delete(tx, id))
}

/// Deletes the tasks of a machine, with its replies.
pub(crate) fn forget_machine(tx: &mut Tx<'_>, machine_id: &str) -> Result<()> {
    let all: Vec<(String,)> =
        rows!(tx, "SELECT id FROM task WHERE machine_id = $1 ORDER BY id", machine_id);
    all.iter().try_for_each(|(id,)| delete(tx, id))
}

fn delete(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    run!(tx, "DELETE FROM job WHERE id = $1", format!("task:{id}"));
    run!(tx, "DELETE FROM task WHERE id = $1", id);
    Ok(())
}
