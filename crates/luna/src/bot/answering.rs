//! Questions outside games. A machine of their own answers them, so that no game waits for one.

use std::collections::HashSet;
use std::sync::Arc;

use luna_machines::api_client::{ApiClient, OpenTask};
use luna_machines::task::QuestionTask;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;

use super::machine::{Machine, MachineSource};
use crate::environment;

/// The questions of a machine that plays; its own machine starts with the first.
#[derive(Default)]
pub(super) struct Answering {
    seen: HashSet<String>,
    questions: Option<UnboundedSender<QuestionTask>>,
}

impl Answering {
    /// Takes a task that is open, unless it has been taken before.
    pub(super) fn take(
        &mut self,
        work: &mut JoinSet<()>,
        luna: &ApiClient,
        (kind, name): (&Arc<MachineSource>, &str),
        task: OpenTask,
    ) {
        if task.state != "open" || !self.seen.insert(task.id) {
            return;
        }
        let questions = self.questions.get_or_insert_with(|| {
            let (sender, receiver) = unbounded_channel();
            work.spawn(serve(luna.clone(), Arc::clone(kind), name.to_owned(), receiver));
            sender
        });
        if questions.send(task.task).is_err() {
            tracing::warn!("a question outside games stays without an answer");
        }
    }
}

async fn serve(
    luna: ApiClient,
    kind: Arc<MachineSource>,
    name: String,
    mut questions: UnboundedReceiver<QuestionTask>,
) {
    let mut machine: Option<Machine> = None;
    while let Some(question) = questions.recv().await {
        if machine.is_none() {
            match kind.start(&name).await {
                Ok(started) => machine = Some(started),
                Err(error) => tracing::warn!(why = %error, "no machine answers questions"),
            }
        }
        if let Some(machine) = &mut machine {
            answer(&luna, machine, &question).await;
        }
    }
}

/// A question without an answer is nobody's loss: the instance ends it.
async fn answer(luna: &ApiClient, machine: &mut Machine, question: &QuestionTask) {
    let answers = match machine.call(question).await {
        Ok(answers) => answers,
        Err(error) => {
            tracing::warn!(question = question.id, why = %error, "no answer");
            return;
        }
    };
    match luna.answer(&environment::random().secret(), &question.id, &answers).await {
        Ok(_) => tracing::info!(question = question.id, "a question is answered"),
        Err(error) => tracing::warn!(question = question.id, why = %error, "no answer"),
    }
}
