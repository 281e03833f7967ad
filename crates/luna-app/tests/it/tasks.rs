//! Questions to machines outside games, and conversations with them.

use luna_app::conversations::{self, Occasion, Turn};
use luna_app::questions;
use luna_core::answer::Question;
use luna_core::skill::Skill;
use luna_core::typing::stroke::Stroke;
use luna_machines::task::{Role, TaskLine};
use luna_store::machine::{self, Transport, skill, usage};
use luna_store::task::{self, State};
use luna_store::{Tx, player};
use luna_testkit::instance::{DAY, SECOND, TestInstance};
use luna_testkit::machine_server::{Behaviour, MachineServer};
use serde_json::Value;

use crate::call::{called, language_model};

const SPIDERS: &str = "I am fond of spiders.";

/// The turn of a machine in a conversation with one line.
fn turn() -> Turn {
    Turn {
        conversation: "01contesttalk".to_owned(),
        you: Role::Entry,
        elapsed_ms: 4_000,
        lines: vec![TaskLine::new(Role::Judge, SPIDERS, 4_000)],
    }
}

#[tokio::test]
async fn a_contest_asks_whatever_the_owner_has_paused_once_at_a_time_and_withdraws() {
    for app in TestInstance::each().await {
        app.confirmed("ann").await;
        app.machine("robot", "ann").await;
        app.confirmed("judge").await;
        let doing = app.app().clone();
        app.acts(move |tx, at| {
            skill::send_characters(tx, "robot", true)?;
            machine::lock(tx, "robot")?;
            machine::stop(tx, at, "robot")?;
            let (judge, robot) = (player::by_name(tx, "judge")?, machine::find(tx, "robot")?);
            let ask = |tx: &mut Tx<'_>| {
                conversations::ask(tx, &doing, &judge, &robot, Occasion::Contest("contest"), turn())
                    .unwrap()
            };
            let first = ask(tx);
            assert_eq!(
                (&first.state, first.about.as_deref()),
                (&State::Open, Some("01contesttalk"))
            );
            assert_eq!(ask(tx).id, first.id, "it is still being asked");
            let sent: Value = serde_json::from_str(&first.body).unwrap();
            assert_eq!(sent["wants"], "characters");
            conversations::withdraw(tx, &doing, "01contesttalk")?;
            assert_eq!(task::find(tx, &first.id)?.state, State::Declined);
            conversations::withdraw(tx, &doing, "01contesttalk")?;
            let eliza = machine::find(tx, "house-eliza")?;
            let said = conversations::ask(
                tx,
                &doing,
                &judge,
                &eliza,
                Occasion::Contest("contest"),
                turn(),
            );
            let said = said.unwrap();
            assert_eq!(said.machine_id, "house-eliza");
            let keys = conversations::keys(&said, 40.0)?;
            assert_eq!(keys, conversations::keys(&said, 40.0)?, "drawn by seed");
            assert_eq!(keys.last().unwrap().stroke, Stroke::Return);
            assert!(keys[0].delay_ms > 100, "it reads and thinks first");
            Ok(())
        })
        .await;
    }
}

/// Ann asks the machine about a river. Returns the id of the task.
async fn asks(app: &TestInstance) -> String {
    let (with, text) = (app.app().clone(), "Which river flows through Paris?".to_owned());
    let ask = move |tx: &mut Tx<'_>| {
        let ann = player::by_name(tx, "ann")?;
        let question = Question { text, context: None, choices: Vec::new() };
        questions::ask(tx, &with, &ann, "far", question)
    };
    app.db.write(ask).await.unwrap()
}

async fn state(app: &TestInstance, task: &str) -> State {
    let task = task.to_owned();
    app.db.read(move |tx| task::find(tx, &task)).await.unwrap().state
}

/// The seconds at which a machine that fails in a way is called about a question, what went wrong
/// the first time, and the end of the task.
async fn calls(
    app: &TestInstance,
    far: &MachineServer,
    how: Behaviour,
) -> (Vec<i64>, Option<String>, State) {
    far.plays(how);
    let task = asks(app).await;
    far.requests();
    let (mut seconds, mut problem) = (Vec::new(), None);
    for second in 0..=120 {
        app.work().await;
        seconds.extend(far.requests().iter().map(|_| second));
        if second == 1 {
            let task = task.clone();
            problem = app.db.read(move |tx| task::last_problem(tx, &task)).await.unwrap();
        }
        app.later(SECOND);
    }
    (seconds, problem, state(app, &task).await)
}

#[tokio::test]
async fn a_machine_that_fails_is_called_less_and_less_often() {
    for way in [Transport::Push, Transport::Openai] {
        let app = TestInstance::new().await;
        let far = MachineServer::start().await;
        let setup = if way == Transport::Push { far.push() } else { far.model() };
        called(&app, way, setup).await;
        let (seconds, problem, end) = calls(&app, &far, Behaviour::Fails(500)).await;
        assert_eq!(seconds, [0, 2, 6, 14, 30, 62, 110], "{way:?}");
        assert!(problem.unwrap().starts_with("The server answered 500"));
        let State::Failed(why) = end else { panic!("{end:?}") };
        assert!(why.starts_with("The server answered 500"), "{why}");
    }
}

#[tokio::test]
async fn a_machine_that_wants_to_be_left_alone_is() {
    let app = TestInstance::new().await;
    let far = MachineServer::start().await;
    called(&app, Transport::Push, far.push()).await;
    let (seconds, _, end) = calls(&app, &far, Behaviour::Busy(50)).await;
    assert_eq!(seconds, [0, 50, 100]);
    let why = "The server answered 429, not 200. It asks to be called again in 50 seconds, after the \
               end of this task.";
    assert_eq!(end, State::Failed(why.to_owned()));
    let (seconds, _, end) = calls(&app, &far, Behaviour::Busy(600)).await;
    assert_eq!(seconds, [0]);
    let State::Failed(why) = end else { panic!("{end:?}") };
    assert!(why.contains("called again in 600 seconds"), "{why}");
}

#[tokio::test]
async fn a_language_model_answers_within_its_limits() {
    for app in TestInstance::each().await {
        let far = language_model(&app, &[("tokens_per_day", 1_000_000)]).await;
        let task = asks(&app).await;
        app.work().await;
        let State::Done(reply) = state(&app, &task).await else { panic!("no reply") };
        assert!(reply.contains("Seine"), "{reply}");
        assert_eq!(app.answering(), ["1", "0", "1000", "500"]);
        let now = app.now();
        let today =
            move |tx: &mut Tx<'_>| usage::of_skill(tx, "far", now.div_euclid(DAY), Skill::Answer);
        assert_eq!(app.db.read(today).await.unwrap().tokens_in, 1_000);
        // The skill has a limit of its own, which the next question would exceed.
        app.acts(|tx, _| skill::set_limits(tx, "far", Skill::Answer, None, Some(2_000))).await;
        let task = asks(&app).await;
        app.work().await;
        let State::Failed(why) = state(&app, &task).await else { panic!("a reply") };
        let limit = "The limit is “Tokens per day for questions outside games”.";
        assert!(why.contains("are left in the budget.") && why.contains(limit), "{why}");
        assert_eq!(
            far.requests()
                .iter()
                .filter(|it| it.body.to_string().contains("Answer the question"))
                .count(),
            1
        );
    }
}
