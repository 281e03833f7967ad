//! Tasks outside games. A machine of their own replies to them, so that no game waits for one.

use std::collections::HashSet;
use std::sync::Arc;

use luna_machines::api_client::{ApiClient, OpenTask};
use luna_machines::task::Task as _;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;

use super::machine::{Machine, MachineSource};
use crate::config::environment;

/// The tasks outside games of a machine that plays; their own machine starts with the first.
#[derive(Default)]
pub(super) struct OutsideTasks {
    seen: HashSet<String>,
    tasks: Option<UnboundedSender<OpenTask>>,
}

impl OutsideTasks {
    /// Takes a task that is open, unless it has been taken before.
    pub(super) fn take(
        &mut self,
        work: &mut JoinSet<()>,
        luna: &ApiClient,
        (kind, name): (&Arc<MachineSource>, &str),
        task: OpenTask,
    ) {
        if task.state != "open" || !self.seen.insert(task.id.clone()) {
            return;
        }
        let tasks = self.tasks.get_or_insert_with(|| {
            let (sender, receiver) = unbounded_channel();
            work.spawn(serve(luna.clone(), Arc::clone(kind), name.to_owned(), receiver));
            sender
        });
        if tasks.send(task).is_err() {
            tracing::warn!("a task outside games stays without a reply");
        }
    }
}

async fn serve(
    luna: ApiClient,
    kind: Arc<MachineSource>,
    name: String,
    mut tasks: UnboundedReceiver<OpenTask>,
) {
    let mut machine: Option<Machine> = None;
    while let Some(task) = tasks.recv().await {
        if machine.is_none() {
            match kind.start(&name).await {
                Ok(started) => machine = Some(started),
                Err(error) => tracing::warn!(why = %error, "no machine replies outside games"),
            }
        }
        if let Some(machine) = &mut machine {
            reply(&luna, machine, &task).await;
        }
    }
}

/// A task without a reply is nobody's loss: the instance ends it.
async fn reply(luna: &ApiClient, machine: &mut Machine, open: &OpenTask) {
    let (task, kind) = (&open.id, open.task.kind());
    let reply = match machine.call(&open.task).await {
        Ok(reply) => reply,
        Err(error) => {
            tracing::warn!(task, kind, why = %error, "no reply");
            return;
        }
    };
    match luna.reply(&environment::random().secret(), task, &reply).await {
        Ok(_) => tracing::info!(task, kind, "a task outside games has its reply"),
        Err(error) => tracing::warn!(task, kind, why = %error, "no reply"),
    }
}
