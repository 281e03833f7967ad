//! A registered machine is an entry: it is asked for each line, and its reply is typed out.

use luna_app::contest::console;
use luna_app::tasks;
use luna_core::contest::clock::Command;
use luna_core::contest::conversation::Speaker;
use luna_core::contest::participant::{Participant, Side};
use luna_core::typing::utterance::Utterance;
use luna_machines::task::{OutsideReply, OutsideTask, Role};
use luna_store::machine::{self, Transport};
use luna_store::task::{self, State};
use luna_store::{Tx, player};
use luna_testkit::contest::text;
use luna_testkit::instance::{MINUTE, SECOND, TestInstance};
use luna_testkit::machine::declared;

use super::Run;

const MACHINE: &str = "01hthinker";
const J1: Participant = Participant::Judge(1);

/// A contest in its first round, in which J1 meets the machine.
async fn begun(app: TestInstance) -> Run {
    let run = Run::new(app).await;
    let id = run.id.clone();
    let seated = run.acts(move |tx, at| {
        player::create(tx, "owner", false, "owner", at.now)?;
        let config = declared(Transport::Pull);
        machine::register(tx, at.now, MACHINE, "thinker", Some("owner"), &config)?;
        console::seat_machine(tx, at, &id, None, Participant::Entry(1), "thinker")
    });
    seated.await.unwrap();
    run.passes(0).await;
    run.commands(Command::Start).await.unwrap();
    run.passes(SECOND).await;
    run
}

/// The tasks of the machine: their ids, oldest first.
fn asked(run: &Run) -> Vec<String> {
    run.app.db.column("SELECT id FROM task WHERE skill = 'converse' ORDER BY created_at, id")
}

async fn replies(run: &Run, id: &str, lines: &[&str]) {
    let (app, id) = (run.server.clone(), id.to_owned());
    let said = Utterance::Lines(lines.iter().map(|line| (*line).to_owned()).collect());
    let reply = move |tx: &mut Tx<'_>| {
        machine::lock(tx, MACHINE)?;
        tasks::accept(tx, &app, &id, &OutsideReply::Utterance(said))
    };
    assert!(run.server.db.write(reply).await.unwrap());
}

/// What the machine has typed on J1's screen.
async fn typed(run: &Run) -> String {
    let side = run.schedule.pair(1, J1).unwrap().entry_side;
    let judge = run.judge(1).await;
    let talk = judge.talks.iter().find(|(on, _)| *on == side).unwrap();
    text(&talk.1.keys, Speaker::Party)
}

#[tokio::test]
async fn a_registered_machine_is_asked_for_each_line_and_typed_out() {
    for app in TestInstance::each().await {
        let mut run = begun(app).await;
        let side = run.schedule.pair(1, J1).unwrap().entry_side;
        if side == Side::Right {
            run.passes(5 * MINUTE).await;
        }
        run.types(J1, Some(side), "Are you there?\n").await;
        run.work().await;
        let [first] = &asked(&run)[..] else { panic!("{:?}", asked(&run)) };
        let id = first.clone();
        let row = run.server.db.read(move |tx| task::find(tx, &id)).await.unwrap();
        assert_eq!((row.state.clone(), row.asked_by.as_str()), (State::Open, "player J1"));
        let OutsideTask::Converse(sent) = tasks::read(&row).unwrap() else { panic!("{row:?}") };
        assert_eq!(sent.you, Role::Entry);
        assert_eq!(sent.unanswered().collect::<Vec<_>>(), ["Are you there?"]);
        for secret in [run.id.as_str(), "left", "right", "J1"] {
            assert!(!row.body.contains(secret), "{secret} in {}", row.body);
        }
        // The judge goes on, another process takes over, and then the reply comes.
        run.types(J1, Some(side), "Hello?\n").await;
        run.work().await;
        assert_eq!(asked(&run).len(), 1);
        run.restart();
        replies(&run, first, &["I am.", "Are you?"]).await;
        run.work().await;
        assert!(typed(&run).await.len() < 2, "a person has not typed it yet");
        run.passes(MINUTE).await;
        assert_eq!(typed(&run).await, "I am.\nAre you?\n");
        let all = asked(&run);
        assert_eq!(all.len(), 2, "the line that it missed");
        replies(&run, &all[1], &[]).await;
        run.passes(MINUTE).await;
        assert_eq!(typed(&run).await, "I am.\nAre you?\n");
        // Another line is left open by the judge, who only stops typing.
        run.passes(run.judge(1).await.clock.left_ms - 40 * SECOND).await;
        run.types(J1, Some(side), "Hm").await;
        run.passes(20 * SECOND).await;
        assert_eq!(asked(&run).len(), 3);
        // A reply after the end of the conversation is typed by nobody.
        run.passes(MINUTE).await;
        let late = run.app.db.column("SELECT count(*) FROM contest_keystroke");
        replies(&run, &asked(&run)[2], &["Too late."]).await;
        run.work().await;
        assert_eq!(run.app.db.column("SELECT count(*) FROM contest_keystroke"), late);
    }
}
