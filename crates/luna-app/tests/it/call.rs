//! Machines elsewhere that are called.

use std::net::SocketAddr;

use luna_app::{Settings, machine_calls, readiness};
use luna_core::game::{Duty, Phase, Seat};
use luna_machines::HouseMachine;
use luna_machines::encryption::Cipher;
use luna_store::job;
use luna_store::machine::{self, Transport, usage};
use luna_store::{self as store, Tx, player};
use luna_testkit::instance::{DAY, HOUR, MINUTE, SECOND, SECRET, TestInstance};
use luna_testkit::machine_server::{Behaviour, MachineServer, SIGNING};
use luna_testkit::player::TestPlayer;
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// A machine of Ann's that Luna posts its tasks to.
pub(crate) async fn service(app: &TestInstance) -> MachineServer {
    let far = MachineServer::start().await;
    called(app, Transport::Push, far.push()).await;
    far
}

/// A machine of Ann's that is a language model, with limits by the names of its setup.
pub(crate) async fn language_model(app: &TestInstance, limits: &[(&str, u64)]) -> MachineServer {
    let far = MachineServer::start().await;
    called(app, Transport::Openai, far.model_with(limits)).await;
    far
}

pub(crate) async fn called(app: &TestInstance, way: Transport, setup: Value) {
    app.confirmed("ann").await;
    app.calls(way, setup).await;
}

/// Bob, in a game with the machine, has five questions to answer.
pub(crate) async fn meets(app: &TestInstance) -> (TestPlayer, String) {
    let bob = app.player("bob").await;
    let game = bob.opens().await;
    app.passes(2 * MINUTE, 10 * SECOND).await;
    assert_eq!(bob.duty(&game).await, Some(Duty::Answer));
    (bob, game)
}

/// Bob has answered a machine that plays no other game, and that makes its guess when the test
/// says so.
async fn awaits_a_guess(app: &TestInstance, far: &MachineServer) -> (TestPlayer, String) {
    called(app, Transport::Push, far.push()).await;
    let (bob, game) = meets(app).await;
    app.acts(|tx, at| machine::stop(tx, at, "far")).await;
    far.requests();
    far.plays(Behaviour::InPairs);
    bob.answers(&game).await;
    (bob, game)
}

/// Machines take hours, so that none of their moves comes at once, whatever is drawn.
pub(crate) fn slow(settings: &mut Settings) {
    settings.timing.machine_pace_ms = 3 * HOUR;
}

/// Somebody's partner gives up, which comes out when it might have moved.
pub(crate) async fn parts(app: &TestInstance, who: &TestPlayer, game: &str) {
    for _ in 0..360 {
        if who.is_left(game).await {
            return;
        }
        app.passes(10 * SECOND, 10 * SECOND).await;
    }
    panic!("the partner is still there");
}

/// From Bob's answers to the end. Returns the id of the machine he met.
pub(crate) async fn plays_on(app: &TestInstance, bob: &TestPlayer, game: &str) -> String {
    bob.answers(game).await;
    app.work().await;
    assert_eq!(bob.view(game).await.their_answers, None, "held back");
    app.passes(2 * DAY, HOUR).await;
    assert_eq!(bob.view(game).await.their_answers.unwrap()[4], "it says 5");
    bob.guesses(game, "30").await;
    app.passes(2 * DAY, HOUR).await;
    assert_eq!(bob.view(game).await.phase, Phase::Final);
    opposite(app, game)
}

/// The player opposite a seat.
pub(crate) fn opposite(app: &TestInstance, seat: &str) -> String {
    let opposite = "SELECT o.player_id FROM seat s JOIN seat o ON o.game_id = s.game_id";
    app.db.column(&format!("{opposite} AND o.side <> s.side WHERE s.id = '{seat}'")).remove(0)
}

#[tokio::test]
async fn a_whole_rated_game_with_a_language_model() {
    for app in TestInstance::each_with(slow).await {
        let far = MachineServer::start().await;
        far.plays(Behaviour::Short);
        let mut setup = far.model();
        setup["micros_out_per_million"] = json!(2_000_000);
        called(&app, Transport::Openai, setup).await;
        let (bob, game) = meets(&app).await;
        let heard = far.requests();
        assert!(heard.iter().all(|one| one.headers["authorization"] == "Bearer sk-of-ann"));
        let last = |one: &Value| one["messages"].as_array().unwrap().last().cloned();
        let told =
            heard.iter().filter_map(|one| last(&one.body)?["content"].as_str().map(str::to_owned));
        let told: Vec<String> = told.collect();
        let refused = |it: &String| it.starts_with("There are 4 questions; 5 are needed.");
        assert!(told.iter().any(refused), "{told:?}");
        assert_eq!(plays_on(&app, &bob, &game).await, "far");
        let id = app.db.column("SELECT id FROM seat WHERE player_id = 'far' AND ending = 'final'");
        let id = id.first().unwrap().clone();
        let of_game = move |tx: &mut Tx<'_>| usage::of_subject(tx, "far", &id);
        let spent = app.db.read(of_game).await.unwrap();
        // Asking and answering took a second exchange each.
        assert_eq!((spent.calls, spent.replies, spent.invalid), (5, 3, 0));
        assert_eq!((spent.tokens_in, spent.tokens_out, spent.micros), (5_000, 2_500, 5_000));
    }
}

#[tokio::test]
async fn secrets_are_in_no_row_of_the_database() {
    let far = MachineServer::start().await;
    for (way, setup) in [(Transport::Push, far.push()), (Transport::Openai, far.model())] {
        let app = TestInstance::new().await;
        called(&app, way, setup).await;
        assert_eq!(app.games(), ["2", "2"]);
        let dump = app.dump();
        assert!(dump.contains("s1:"), "{dump}");
        assert!(!dump.contains(SIGNING) && !dump.contains("sk-of-ann"), "{dump}");
    }
}

#[tokio::test]
async fn an_unreachable_machine_is_called_until_it_answers() {
    for app in TestInstance::each().await {
        let place = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address: SocketAddr = place.local_addr().unwrap();
        drop(place);
        let setup = json!({ "base_url": format!("http://{address}/v1"), "model": "m" });
        called(&app, Transport::Openai, setup).await;
        assert_eq!(app.games(), ["2", "0"]);
        assert!(app.problems()[0].starts_with("The server cannot be reached"));
        let due = || app.db.column("SELECT due_at FROM job WHERE kind = 'call'");
        assert_eq!(due(), vec![(app.now() + 2 * SECOND).to_string(); 2]);
        app.later(2 * SECOND);
        app.work().await;
        assert_eq!(due(), vec![(app.now() + 4 * SECOND).to_string(); 2]);
        MachineServer::at(TcpListener::bind(address).await.unwrap());
        app.later(4 * SECOND);
        app.work().await;
        assert_eq!((app.games(), due().len()), (["2", "2"].map(str::to_owned), 0));
        assert_eq!(app.standing().await.alarm_at, None);
    }
}

#[tokio::test]
async fn a_machine_that_fails_until_the_deadline_loses_its_seat() {
    for app in TestInstance::each().await {
        let far = service(&app).await;
        far.plays(Behaviour::Fails(500));
        let (bob, game) = meets(&app).await;
        bob.answers(&game).await;
        assert!(app.problems().iter().all(|it| it == "The server answered 500, not 200."));
        app.passes(HOUR, MINUTE).await;
        assert!(bob.is_left(&game).await);
        assert_eq!(app.db.column("SELECT count(*) FROM job WHERE kind = 'call'"), ["0"]);
        // It is not ready, so nobody is given it.
        app.passes(HOUR, MINUTE).await;
        assert!(bob.is_left(&game).await);
        far.plays(Behaviour::Well);
        app.passes(HOUR, MINUTE).await;
        assert_eq!(bob.duty(&game).await, Some(Duty::Guess));
        let said = bob.view(&game).await.their_answers.unwrap();
        assert_eq!(said[0], "it says 1", "to the same questions");
    }
}

#[tokio::test]
async fn a_hanging_machine_blocks_nobody() {
    let app = TestInstance::new().await;
    let far = MachineServer::start().await;
    far.plays(Behaviour::Hangs);
    called(&app, Transport::Push, far.push()).await;
    assert_eq!(app.problems(), vec!["The server did not answer within 3 seconds."; 2]);
    far.plays(Behaviour::Well);
    app.passes(10 * SECOND, SECOND).await;
    assert_eq!(app.games(), ["2", "2"]);
}

#[tokio::test]
async fn unreadable_replies_are_no_loss_and_the_person_keeps_what_they_asked() {
    for app in TestInstance::each().await {
        let far = service(&app).await;
        far.plays(Behaviour::Nonsense);
        let bob = app.player("bob").await;
        let game = bob.opens().await;
        parts(&app, &bob, &game).await;
        let endings = "SELECT DISTINCT ending FROM seat WHERE player_id = 'far' AND ending <> ''";
        assert_eq!(app.db.column(endings), ["closed"]);
        assert!(app.problems()[0].starts_with("The reply is not JSON"));
        let carol = app.player("carol").await;
        let hers = carol.opens().await;
        assert_eq!(carol.view(&hers).await.their_questions.unwrap()[0], "bob asks 1?");
        assert_eq!(bob.view(&game).await.their_questions.unwrap()[0], "carol asks 1?");
    }
}

#[tokio::test]
async fn too_many_unreadable_replies_stop_the_machine_and_its_owner_is_told() {
    for app in TestInstance::each().await {
        let far = MachineServer::start().await;
        far.plays(Behaviour::Nonsense);
        called(&app, Transport::Openai, far.model()).await;
        app.mails().await;
        assert_eq!((app.spent()[1].as_str(), app.standing().await.alarm_at), ("2", None));
        app.passes(10 * MINUTE, 10 * SECOND).await;
        let standing = app.standing().await;
        let why = standing.alarm_why.unwrap();
        assert!(why.starts_with("5 of its last ") || why.starts_with("6 of its last "));
        assert!(why.ends_with("In the last one: There is 1 question; 5 are needed."), "{why}");
        assert!(standing.stopped_at.is_some());
        assert_eq!(app.games(), ["6", "0"], "it begins no more");
        let mails = app.mails().await;
        let mail = mails.iter().find(|mail| mail.kind == "alarm").unwrap();
        assert_eq!(
            (mail.address.as_str(), mail.subject.as_str()),
            ("ann@example.org", "Your machine far away has been stopped")
        );
        assert!(mail.plain.contains(&why) && mail.plain.contains("/settings/machines/far"));
        far.plays(Behaviour::Well);
        app.acts(|tx, at| {
            machine::resume(tx, "far")?;
            readiness::schedule_probe(tx, at, "far")
        })
        .await;
        app.work().await;
        assert_eq!(app.games(), ["8", "2"]);
    }
}

#[tokio::test]
async fn a_permanent_failure_stops_the_machine_at_once() {
    let far = MachineServer::start().await;
    far.plays(Behaviour::Fails(404));
    let app = TestInstance::new().await;
    called(&app, Transport::Push, far.push()).await;
    let why = app.standing().await.alarm_why;
    assert_eq!(why.as_deref(), Some("The server answered 404, not 200."));
    assert_eq!(app.db.column("SELECT count(*) FROM seat WHERE ending IS NULL"), ["0"]);
    assert_eq!(app.mails().await.iter().filter(|mail| mail.kind == "alarm").count(), 1);
}

#[tokio::test]
async fn nothing_on_the_private_network_is_called_where_that_is_not_allowed() {
    let far = MachineServer::start().await;
    let forbidden = "127.0.0.1 has no address on the public internet.";
    let app = TestInstance::with(|settings| settings.private_machines = false).await;
    called(&app, Transport::Openai, far.model()).await;
    assert_eq!(app.standing().await.alarm_why.as_deref(), Some(forbidden));

    let app = TestInstance::with(|settings| settings.private_machines = false).await;
    called(&app, Transport::Push, far.push()).await;
    assert_eq!((app.games(), app.standing().await.seen_at), (["0", "0"].map(str::to_owned), 0));
    assert_eq!(tried_out(&app).await, "closed: 127.0.0.1 has no address on the public internet.");
    assert!(far.requests().is_empty());
}

/// How a game in the sandbox ends, and what was wrong.
pub(crate) async fn tried_out(app: &TestInstance) -> String {
    let with = app.app().clone();
    let seat = app
        .db
        .write(move |tx| machine_calls::try_out(&with, tx, "far", HouseMachine::Eliza))
        .await
        .unwrap();
    app.passes(MINUTE, SECOND).await;
    let ending = app.db.column(&format!("SELECT ending FROM seat WHERE id = '{seat}'"));
    let problem = app.db.read(move |tx| usage::problem(tx, "far", &seat)).await.unwrap();
    format!("{}: {}", ending[0], problem.unwrap_or_default())
}

#[tokio::test]
async fn an_owner_tries_a_machine_out_before_anything_counts() {
    for app in TestInstance::each().await {
        let far = MachineServer::start().await;
        let sealed = Cipher::new(SECRET).seal([7; 12], "far", SIGNING);
        app.confirmed("ann").await;
        app.declares(Transport::Push, far.push(), Some(sealed)).await;
        app.acts(|tx, at| machine::stop(tx, at, "far")).await;
        assert_eq!(tried_out(&app).await, "final: ");
        far.plays(Behaviour::Nonsense);
        let said = tried_out(&app).await;
        assert!(said.starts_with("closed: The reply is not JSON"), "{said}");
        far.plays(Behaviour::Fails(503));
        assert_eq!(tried_out(&app).await, "closed: The server answered 503, not 200.");
        far.plays(Behaviour::Fails(404));
        assert_eq!(tried_out(&app).await, "closed: The server answered 404, not 200.");
        assert_eq!((app.spent()[1].as_str(), app.standing().await.alarm_at), ("0", None));
        assert_eq!(app.games(), ["4", "0"], "stopped: no rated games");
    }
}

#[tokio::test]
async fn spending_stays_within_the_daily_budget() {
    for app in TestInstance::each().await {
        let far = language_model(&app, &[("max_tokens", 1_000), ("tokens_per_day", 3_900)]).await;
        app.passes(2 * SECOND, SECOND).await;
        assert_eq!(app.spent()[2..], ["2000", "1000"]);
        far.requests();
        let bob = app.player("bob").await;
        let game = bob.opens().await;
        app.passes(HOUR, 30 * SECOND).await;
        assert_eq!(far.requests().len(), 0, "900 tokens are not enough");
        assert!(bob.is_left(&game).await);
        // The game begun in place of Bob's is due with the call that is refused, in any order.
        let [begun, waiting] = app.games();
        assert!(["2", "3"].contains(&begun.as_str()), "{begun}: one more at most when Bob came");
        assert_eq!(waiting, "0");
        assert_eq!((app.spent()[1].as_str(), app.standing().await.alarm_at), ("0", None));
        app.passes(12 * HOUR, HOUR).await;
        assert_ne!(app.games()[0], begun, "the next day");
    }
}

#[tokio::test]
async fn a_budget_too_small_for_any_game_is_reported() {
    let far = MachineServer::start().await;
    let mut setup = far.model();
    setup["tokens_per_game"] = json!(500);
    let app = TestInstance::new().await;
    called(&app, Transport::Openai, setup).await;
    let why = app.standing().await.alarm_why.unwrap();
    assert!(why.starts_with("The budget for a game is too small to start one."), "{why}");
    assert!(far.requests().is_empty());
}

#[tokio::test]
async fn a_call_that_is_made_twice_moves_once() {
    for app in TestInstance::each_with(|settings| settings.timing.machine_pace_ms = 0).await {
        let far = MachineServer::start().await;
        let (bob, game) = awaits_a_guess(&app, &far).await;
        let second = async {
            far.arrival().await;
            app.later(5 * MINUTE);
            app.work().await;
        };
        tokio::join!(app.work(), second);
        let heard = far.requests();
        let delivered: Vec<_> = heard.iter().map(|one| &one.headers["luna-delivery"]).collect();
        assert_eq!((delivered.len(), delivered[0]), (2, delivered[1]));
        let moves = "SELECT count(*) FROM game_move WHERE player_id = 'far' AND body LIKE '%uess%'";
        assert_eq!(app.db.column(moves), ["1"]);
        bob.guesses(&game, "30").await;
        assert_eq!(
            (bob.view(&game).await.phase, opposite(&app, &game).as_str()),
            (Phase::Final, "far")
        );
    }
}

#[tokio::test]
async fn a_reply_about_one_partner_is_not_used_for_the_next() {
    for app in TestInstance::each_with(|settings| settings.timing.machine_pace_ms = 0).await {
        let far = service(&app).await;
        let (bob, game) = meets(&app).await;
        far.requests();
        far.plays(Behaviour::InPairs);
        bob.answers(&game).await;
        let cat = app.player("cat").await;
        let meanwhile = async {
            far.arrival().await;
            far.plays(Behaviour::Well);
            bob.leaves(&game).await;
            let cats = cat.opens().await;
            app.passes(2 * MINUTE, 10 * SECOND).await;
            cat.answers(&cats).await;
            far.answers_now().await;
        };
        tokio::join!(app.work(), meanwhile);
        app.work().await;
        assert_eq!(far.requests().len(), 2, "a guess of Bob, and one of Cat");
        let guesses = "SELECT body FROM game_move WHERE player_id = 'far' AND body LIKE '%uess%'";
        let guesses = app.db.column(guesses);
        assert!(guesses.len() == 1 && guesses[0].contains("50"), "{guesses:?}");
    }
}

#[tokio::test]
async fn a_machine_with_a_delayed_move_is_not_called_again() {
    for app in TestInstance::each_with(slow).await {
        let far = service(&app).await;
        meets(&app).await;
        assert!(far.requests().iter().any(|one| one.body["type"] == "answer"));
        let held = app.db.raw("SELECT game_id, side FROM held").remove(0);
        app.acts(move |tx, at| {
            let seat = Seat::from_name(&held[1]).ok_or(store::Error::NotFound)?;
            let work = job::Call { game: held[0].clone(), seat };
            job::schedule(tx, "again", &work, at.now)
        })
        .await;
        app.work().await;
        assert_eq!(app.db.column("SELECT count(*) FROM held"), ["1"]);
        assert!(far.requests().iter().all(|one| one.body["type"] == "ask"));
        assert_eq!(app.db.column("SELECT count(*) FROM job WHERE id = 'again'"), ["0"]);
    }
}

#[tokio::test]
async fn nothing_else_waits_for_a_call() {
    for app in TestInstance::each().await {
        let far = service(&app).await;
        app.db.raw("DELETE FROM spent RETURNING day");
        far.requests();
        far.plays(Behaviour::Hangs);
        let (mailed, mut mails) = tokio::sync::mpsc::unbounded_channel();
        let deliver: luna_app::jobs::Deliver = std::sync::Arc::new(move |mail| {
            let sent = mailed.send(mail).map_err(|error| error.to_string());
            Box::pin(async move { sent })
        });
        let with = app.app().clone();
        app.db
            .write(move |tx| machine_calls::try_out(&with, tx, "far", HouseMachine::Eliza))
            .await
            .unwrap();
        let running = tokio::spawn(luna_app::jobs::run(app.app().clone(), deliver));
        far.arrival().await;
        app.claimant("dora").await;
        assert_eq!(mails.recv().await.unwrap().address, "dora@example.org");
        assert_eq!(app.db.column("SELECT count(*) FROM spent"), ["0"], "still under way");
        app.stop();
        running.await.unwrap();
        assert_eq!(app.db.column("SELECT count(*) FROM spent"), ["0"], "dropped");
        assert_eq!(app.db.column("SELECT attempts FROM job WHERE kind = 'call'"), ["1"]);
    }
}

#[tokio::test]
async fn only_operators_name_a_variable_of_the_server() {
    let far = MachineServer::start().await;
    let mut setup = far.model();
    setup["key_env"] = json!("LUNA_KEY_TEST");
    let app = TestInstance::new().await;
    app.confirmed("ann").await;
    app.declares(Transport::Openai, setup.clone(), None).await;
    let refused = "closed: Only operators may name an environment variable of this server.";
    assert_eq!((tried_out(&app).await.as_str(), app.games()[1].as_str()), (refused, "0"));
    app.acts(|tx, at| {
        let ann = player::by_name(tx, "ann")?.id;
        player::make_admin(tx, &ann)?;
        readiness::schedule_probe(tx, at, "far")
    })
    .await;
    app.work().await;
    assert_eq!(app.games()[1], "2");
    let heard = far.requests();
    assert!(heard.iter().all(|one| one.headers["authorization"] == "Bearer sk-operator"));
    assert_eq!(heard.len(), 2);
    let mut other = setup;
    other["key_env"] = json!("PATH");
    app.acts(move |tx, _| {
        let mut declared = machine::find(tx, "far")?.declared;
        declared.setup = other.to_string();
        machine::update(tx, "far", &declared)
    })
    .await;
    assert_eq!(tried_out(&app).await, refused);
}

#[tokio::test]
async fn the_panel_asks_questions_of_its_own_and_plays_while_it_is_configured() {
    let far = MachineServer::start().await;
    let app = TestInstance::with(|settings| {
        slow(settings);
        settings.panel = Some(far.panel(0));
    })
    .await;
    app.only("nobody").await;
    app.work().await;
    assert!(far.requests().is_empty(), "it is not asked for questions");
    let (bob, game) = meets(&app).await;
    let asked = app.db.column(
        "SELECT body FROM game_move WHERE player_id = 'house-panel' AND body LIKE '{\"ask\"%'",
    );
    let asked: Value = serde_json::from_str(&asked[0]).unwrap();
    assert_eq!(json!(bob.view(&game).await.their_questions), asked["ask"]);
    assert_eq!(plays_on(&app, &bob, &game).await, "house-panel");
    assert!(far.requests().iter().all(|one| one.headers["authorization"] == "Bearer sk-operator"));
    let panels =
        "SELECT player_id, stopped_at IS NULL, replaced_at IS NULL FROM machine WHERE way = 'openai'
         ORDER BY version";
    app.restarts().await;
    assert_eq!(app.db.raw(panels), [["house-panel", "1", "1"]]);
    app.restarts_with(|settings| settings.panel = None).await;
    assert_eq!(app.db.raw(panels), [["house-panel", "0", "1"]]);
    app.restarts().await;
    assert_eq!(app.db.raw(panels), [["house-panel", "1", "1"]]);
    app.restarts_with(|settings| {
        settings.panel =
            settings.panel.clone().map(|it| luna_app::Panel { model: "n".into(), ..it });
    })
    .await;
    assert_eq!(app.db.raw(panels), [["house-panel", "1", "0"], ["house-panel-2", "1", "1"]]);
}

#[tokio::test]
async fn the_panel_may_be_at_a_private_address_where_machines_of_others_may_not() {
    let far = MachineServer::start().await;
    let all = TestInstance::each_with(|settings| {
        settings.panel = Some(far.panel(0));
        settings.private_machines = false;
    });
    for app in all.await {
        called(&app, Transport::Openai, far.model()).await;
        let why = app.standing().await.alarm_why.unwrap();
        assert_eq!(why, "127.0.0.1 has no address on the public internet.");
        assert!(far.requests().is_empty());
        let (bob, game) = meets(&app).await;
        assert_eq!(plays_on(&app, &bob, &game).await, "house-panel");
        assert!(
            far.requests().iter().all(|one| one.headers["authorization"] == "Bearer sk-operator")
        );
    }
}
