//! Questions outside games, over the API: `luna bot run` and the Python client answer them while
//! they play.

use std::process::{Child, Command};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use luna_core::answer::Question;
use luna_core::skill::Skill;
use luna_machines::task::QuestionTask;
use luna_store::Db;
use luna_store::task::{self, NewTask, State};
use luna_testkit::control::offered;
use luna_testkit::people::pause;
use luna_testkit::server::{Server, folder, program};
use luna_testkit::stopwatch::patience;

use crate::bot::{ID, TOKEN, block, bot, with_machine};

const TASK: &str = "01question0000000000000001";

/// A program, until it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// A database in which the machine has been asked a question just now.
fn asked() -> String {
    let database = with_machine();
    let db = Db::open(&database).unwrap();
    let choices = ["Loire", "Seine"].map(str::to_owned);
    let question = Question::new("Which river flows through Paris?", "", &choices);
    let body = serde_json::to_string(&QuestionTask::new(TASK, question, 500)).unwrap();
    #[expect(clippy::disallowed_methods, reason = "the server's clock is the real one")]
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let now = i64::try_from(now).unwrap();
    let put = db.write(move |tx| {
        let skill = Skill::Answer;
        let new = NewTask {
            id: TASK,
            machine_id: ID,
            asked_by: "01owner",
            skill,
            about: None,
            counted: true,
            owner: None,
            body: &body,
        };
        task::put(tx, now, &new, false).map(|limit| assert_eq!(limit, None))
    });
    block(put).unwrap();
    database
}

/// The state of the question, once it has ended.
fn ended(database: &str) -> State {
    let db = Db::open(database).unwrap();
    let patience = patience();
    loop {
        match block(db.read(|tx| task::find(tx, TASK))).unwrap().state {
            State::Open => assert!(patience() < Duration::from_secs(60), "no answer yet"),
            ended => return ended,
        }
        pause(Duration::from_millis(50));
    }
}

fn answered_by(start: impl FnOnce(&str) -> Command) -> String {
    match ended_by(start) {
        State::Done(reply) => reply,
        other => panic!("{other:?}"),
    }
}

fn ended_by(start: impl FnOnce(&str) -> Command) -> State {
    let database = asked();
    let server = Server::start(&database, &["--machine-wait-seconds", "3600"]);
    let url = format!("http://{}", server.address);
    let _machine = Running(start(&url).spawn().unwrap());
    ended(&database)
}

/// The Python client, run as this.
fn python(args: &[&str], url: &str) -> Command {
    let mut command = program("python3");
    command
        .args(args)
        .env("PATH", offered("PATH").unwrap_or_default())
        .env("PYTHONPATH", crate::python::home().join("src"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("LUNA_SERVER", url)
        .env("LUNA_TOKEN", TOKEN);
    command
}

#[test]
fn luna_bot_answers_a_question_while_it_plays() {
    let said = answered_by(|url| {
        let mut command = bot();
        command.args(["run", "--server", url, "--house", "eliza"]);
        command
    });
    assert_eq!(
        said,
        r#"{"answers":[{"answer":"Loire","confidence":0.5},{"answer":"Seine","confidence":0.5}]}"#
    );
}

#[test]
fn a_program_of_luna_bot_answers_a_question() {
    let directory = folder("new").join("mine");
    assert!(bot().args(["new", "python"]).arg(&directory).status().unwrap().success());
    let said = answered_by(|url| {
        let mut command = bot();
        command
            .args(["run", "--server", url, "--exec", "python3"])
            .arg(directory.join("machine.py"));
        command
    });
    assert!(said.starts_with(r#"{"answers":[{"answer":"Loire","confidence":0.5}"#), "{said}");
}

#[test]
fn the_python_client_answers_a_question() {
    let said = answered_by(|url| python(&["-m", "luna_machine", "example"], url));
    assert!(said.starts_with(r#"{"answers":[{"answer":"Loire","confidence":0.5}"#), "{said}");
}

#[test]
fn the_python_client_declines_a_question() {
    let machine = "
from luna_machine import example, run
run(lambda task: None if task.type == 'question' else example.machine(task))
";
    assert_eq!(ended_by(|url| python(&["-c", machine], url)), State::Declined);
}
