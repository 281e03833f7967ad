//! Tasks outside games: permission to put them to a machine, and their ends.

use luna_core::skill::Skill;
use luna_machines::task::{OutsideReply, OutsideTask};
use luna_store::machine::{self, Machine, Transport};
use luna_store::player::Player;
use luna_store::task::{self, Task};
use luna_store::{self as store, Tx};

use crate::error::Error;
use crate::instance::Instance;
use crate::mail::Mailer;

/// The refusal while all machines are stopped.
pub const ALL_STOPPED: &str = "The operator has stopped all machines for now.";

/// The number of recent tasks from which on one failure in five raises an alarm.
const LEAST_TASKS: i64 = 5;
const LAST_TASKS: i64 = 20;

/// Returns true if somebody may ask a machine: its owner and operators may, and a machine that plays
/// in this process answers everybody with an account.
pub fn may_ask(asker: &Player, machine: &Machine) -> bool {
    let own = machine.owner_id.as_deref() == Some(asker.id.as_str());
    let house = machine.declared.way == Transport::House && asker.email.is_some();
    own || house || asker.is_admin()
}

/// Refuses a machine that does not take a skill at the moment, with the reason.
pub(crate) fn check_available(
    tx: &mut Tx<'_>,
    asker: &Player,
    machine: &Machine,
    skill: Skill,
) -> Result<(), Error> {
    let own = machine.owner_id.as_deref() == Some(asker.id.as_str());
    check_running(tx, machine, skill)?;
    let (_, silent) = words(skill);
    if machine.standing.stopped_at.is_some() && !own {
        let why = format!("The owner of this machine has stopped it: {silent}.");
        return Err(Error::Refused(why));
    }
    let alarm = machine::skill::state(tx, &machine.player_id, skill)?.alarm_why;
    match alarm.filter(|_| !own) {
        Some(_) => Err(Error::Refused(
            "Too many of this machine's answers could not be read. You can ask it again once its \
             owner has fixed this."
                .to_owned(),
        )),
        None => Ok(()),
    }
}

/// Refuses a machine that has not declared a skill, or that is gone or stopped, with the reason.
pub(crate) fn check_running(tx: &mut Tx<'_>, machine: &Machine, skill: Skill) -> Result<(), Error> {
    let standing = &machine.standing;
    let (takes_none, silent) = words(skill);
    let why = if !machine.declared.skills.has(skill) {
        format!("This machine does not declare the skill “{skill}”, so {takes_none}.")
    } else if standing.killed_at.is_some() {
        format!("The operator has stopped this machine: {silent}.")
    } else if standing.replaced_at.is_some() {
        "A later version of this machine takes its place.".to_owned()
    } else if machine::stopped_with_all(tx, machine)? {
        ALL_STOPPED.to_owned()
    } else {
        return Ok(());
    };
    Err(Error::Refused(why))
}

fn words(skill: Skill) -> (&'static str, &'static str) {
    match skill {
        Skill::Ask | Skill::Answer | Skill::Guess => {
            ("it takes no questions", "it answers no questions")
        }
        Skill::Converse => ("it takes part in no conversations", "it does not converse"),
    }
}

/// Ends a task with its reply. Returns false if it has ended already. The machine is locked.
pub fn accept(
    tx: &mut Tx<'_>,
    app: &Instance,
    id: &str,
    reply: &OutsideReply,
) -> store::Result<bool> {
    if !task::reply(tx, id, app.now(), &reply.to_json().to_string())? {
        return Ok(false);
    }
    let task = task::find(tx, id)?;
    machine::skill::calm(tx, &task.machine_id, task.skill)?;
    machine::skill::note_reply(tx, &task.machine_id, task.skill, app.now())?;
    ended(tx, app, &task)?;
    Ok(true)
}

/// Ends a task that its machine does not want to reply to.
pub fn decline(tx: &mut Tx<'_>, app: &Instance, id: &str) -> store::Result<()> {
    if task::decline(tx, id, app.now())? {
        let task = task::find(tx, id)?;
        ended(tx, app, &task)?;
    }
    Ok(())
}

/// Tells the owner of a task that it has ended. Who asks on a page looks at the topic of the task.
fn ended(tx: &mut Tx<'_>, app: &Instance, task: &Task) -> store::Result<()> {
    let mut owners = app.disciplines.iter().flat_map(|it| it.tasks);
    let owner = owners.find(|it| Some(it.name) == task.owner.as_deref());
    owner.map_or(Ok(()), |it| (it.end)(tx, task))
}

/// Ends a task without a reply, and raises the alarm of the skill if that is too often.
pub(crate) fn reject(
    tx: &mut Tx<'_>,
    app: &Instance,
    id: &str,
    problem: &str,
) -> Result<(), Error> {
    if !task::fail(tx, id, app.now(), problem)? {
        return Ok(());
    }
    let task = task::find(tx, id)?;
    ended(tx, app, &task)?;
    let (tasks, failed) = task::last_of(tx, &task.machine_id, task.skill, LAST_TASKS)?;
    if tasks < LEAST_TASKS || failed * 5 <= tasks {
        return Ok(());
    }
    let why = format!(
        "Of its last {tasks} tasks outside games, {failed} brought no reply that could be read. The \
         last one: {problem}"
    );
    raise_alarm(tx, app, &task, &why)
}

fn raise_alarm(tx: &mut Tx<'_>, app: &Instance, task: &Task, why: &str) -> Result<(), Error> {
    if !machine::skill::alarm(tx, &task.machine_id, task.skill, app.now(), why)? {
        return Ok(());
    }
    tracing::warn!(machine = task.machine_id, skill = %task.skill, "an alarm of a skill");
    let machine = machine::find(tx, &task.machine_id)?;
    // An owner who is trying the machine reads it on the page.
    if machine.owner_id.as_deref() == Some(task.asked_by.as_str()) {
        return Ok(());
    }
    Mailer { tx, at: &app.moment(), settings: &app.settings }.alarm(&machine, why)
}

/// The task as sent to a machine, from its row.
pub fn read(task: &Task) -> store::Result<OutsideTask> {
    serde_json::from_str(&task.body).map_err(store::Error::corrupt)
}
