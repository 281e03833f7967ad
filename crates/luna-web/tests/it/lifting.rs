//! Attempts to lift a machine with guests who guess once: from its owner's address, from another
//! one, and from twenty; with honest people beside, and a class of honest pupils.

use luna_testkit::app::{MINUTE, SECOND, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::player::five;
use luna_testkit::robot::Robot;
use serde_json::json;

const HOME: &str = "203.0.113.1";

/// An instance behind a proxy with a machine of `owner`, who is at home. Everybody moves at once.
async fn instance() -> (TestApp, Robot) {
    instance_with(true, 0).await
}

async fn instance_with(machines_fill_in: bool, machine_percent: usize) -> (TestApp, Robot) {
    let app = TestApp::with(|settings| {
        settings.timing.machines_fill_in = machines_fill_in;
        settings.timing.machine_percent = machine_percent;
        settings.behind_proxy = true;
        settings.neighbours_meet = false;
        settings.timing.machine_pace_ms = 0;
        settings.timing.machine_wait_ms = 2 * SECOND;
    })
    .await;
    app.only("nobody").await;
    let mut owner = app.account("owner").await;
    HOME.clone_into(&mut owner.forwarded_for);
    owner.get("/games").await;
    let robot = app.robot("robot", "owner").await;
    app.db.raw("UPDATE machine SET most_open = 1000, most_daily = 1000 RETURNING way");
    app.work().await;
    (app, robot)
}

async fn guest(app: &TestApp, name: &str, address: &str) -> Persona {
    let mut guest = app.visitor();
    address.clone_into(&mut guest.forwarded_for);
    guest.get("/consent").await;
    guest.press("I agree, play as a guest", &[("adult", "yes")]).await.leads_to("/games");
    guest.named(name).await;
    guest
}

/// Somebody plays a game with the next partner, and gives the machine these points. Returns false
/// if the machine does not come.
async fn plays(app: &TestApp, robot: &Robot, person: &mut Persona, points: u32) -> bool {
    let id = robot.waits().await;
    let game = person.opens("person").await;
    app.passes(6 * SECOND, 2 * SECOND).await;
    let seen = robot.get(&format!("/games/{id}")).await.ok();
    if seen["duty"] != "answer" {
        robot.post(&format!("/games/{id}/abort"), &json!({})).await.ok();
        person.leaves(&game).await.leads_to("/games");
        return false;
    }
    let moves = [
        ("responses", json!({ "responses": five("bad answer") })),
        ("guess", json!({ "guess": 50 })),
    ];
    person.answers(&game, "person").await.leads_to(&game);
    let [responses, guess] = moves;
    robot.post(&format!("/games/{id}/{}", responses.0), &responses.1).await.ok();
    while !person.reads(&game).await.contains("bad answer 5") {
        app.passes(10 * SECOND, 10 * SECOND).await;
    }
    person.guesses(&game, &points.to_string()).await.leads_to(&game);
    robot.post(&format!("/games/{id}/{}", guess.0), &guess.1).await.ok();
    while !person.reads(&game).await.contains("robot") {
        app.passes(10 * SECOND, 10 * SECOND).await;
    }
    true
}

/// Four people who have judged before, each from a place of their own.
async fn regulars_play(app: &TestApp, robot: &Robot) {
    for nth in 0..4 {
        let mut one = guest(app, &format!("regular{nth}"), &format!("198.51.100.{nth}")).await;
        for game in 0..4 {
            assert!(plays(app, robot, &mut one, 8 + 3 * nth + game).await);
        }
    }
}

fn rating(app: &TestApp) -> f64 {
    let row =
        app.db.raw("SELECT guess_sum, guess_count FROM player WHERE name = 'robot'").remove(0);
    row[0].parse::<f64>().unwrap() / row[1].parse::<f64>().unwrap() / 1e6
}

/// The members of all blocs, by name.
fn blocs(app: &TestApp) -> Vec<String> {
    app.db.column(
        "SELECT p.name FROM bloc_member m JOIN player p ON p.id = m.player_id ORDER BY p.name",
    )
}

#[tokio::test]
async fn guests_from_the_owners_address_never_meet_the_machine_and_the_operator_sees_it() {
    let (app, robot) = instance().await;
    regulars_play(&app, &robot).await;
    let before = rating(&app);
    for nth in 0..119 {
        let mut one = guest(&app, &format!("booster{nth}"), HOME).await;
        assert!(!plays(&app, &robot, &mut one, 100).await, "{nth}");
    }
    assert!((rating(&app) - before).abs() < 1e-9);
    let mut stranger = guest(&app, "stranger", "198.51.100.99").await;
    assert!(plays(&app, &robot, &mut stranger, 12).await, "others meet it meanwhile");
    let page = app.admin().await.get("/admin/judges").await.text();
    assert!(page.contains("robot | owner | 119 |"), "{page}");
    app.passes(10 * MINUTE, MINUTE).await;
    assert!(blocs(&app).is_empty());
}

/// Two who meet are each given a machine here, where there is one for them.
#[tokio::test]
async fn nor_do_they_meet_it_where_machines_come_as_people_meet() {
    let (app, robot) = instance_with(false, 100).await;
    for nth in 0..12 {
        robot.waits().await;
        let mut booster = guest(&app, &format!("booster{nth}"), HOME).await;
        let stranger_at = format!("198.51.100.{nth}");
        let mut stranger = guest(&app, &format!("stranger{nth}"), &stranger_at).await;
        let boosters = booster.opens("booster").await;
        let strangers = stranger.opens("stranger").await;
        app.passes(6 * SECOND, 2 * SECOND).await;
        booster.leaves(&boosters).await.leads_to("/games");
        stranger.leaves(&strangers).await.leads_to("/games");
    }
    let partners = app.db.column(
        "SELECT DISTINCT p.name FROM seat r JOIN seat s ON s.game_id = r.game_id AND s.id <> r.id
         JOIN player p ON p.id = s.player_id WHERE r.player_id = 'idrobot' ORDER BY p.name",
    );
    assert_eq!(partners.len(), 12, "{partners:?}");
    assert!(partners.iter().all(|name| name.starts_with("stranger")), "{partners:?}");
}

#[tokio::test]
async fn guests_of_one_other_address_are_a_bloc_from_six_guesses_on() {
    let (app, robot) = instance().await;
    regulars_play(&app, &robot).await;
    let mut honest = guest(&app, "honest", "203.0.113.50").await;
    assert!(plays(&app, &robot, &mut honest, 11).await);
    for nth in 0..6 {
        let mut one = guest(&app, &format!("booster{nth}"), "203.0.113.50").await;
        assert!(plays(&app, &robot, &mut one, 100).await);
    }
    app.passes(10 * MINUTE, MINUTE).await;
    let boosters: Vec<String> = (0..6).map(|nth| format!("booster{nth}")).collect();
    assert_eq!(blocs(&app), boosters);
    let page = app.admin().await.get("/admin/judges").await.text();
    assert!(page.contains("6 judges of robot"), "{page}");
    assert!(page.contains("one place: they share a network address or a browser"), "{page}");
}

#[tokio::test]
async fn guests_of_twenty_addresses_are_flagged_and_excluded_together() {
    let (app, robot) = instance().await;
    regulars_play(&app, &robot).await;
    for nth in 0..6 {
        let mut one =
            guest(&app, &format!("honest{nth}"), &format!("198.18.0.{}", 100 + nth)).await;
        assert!(plays(&app, &robot, &mut one, 4 + 3 * nth).await);
    }
    let honest = rating(&app);
    for nth in 0..20 {
        let mut one = guest(&app, &format!("booster{nth:02}"), &format!("198.18.0.{nth}")).await;
        assert!(plays(&app, &robot, &mut one, 100).await);
    }
    let lifted = rating(&app);
    assert!(lifted > honest + 30.0, "{honest} {lifted}");
    let mut operator = app.admin().await;
    app.passes(10 * MINUTE, MINUTE).await;
    let boosters: Vec<String> = (0..20).map(|nth| format!("booster{nth:02}")).collect();
    assert_eq!(blocs(&app), boosters, "these and nobody else");
    let mails = app.mails().await;
    let told = mails.iter().filter(|mail| mail.kind == "blocs");
    let told: Vec<(&str, &str)> = told.map(|mail| (&*mail.address, &*mail.subject)).collect();
    assert_eq!(told, [("operator@example.org", "Judges who may act together")], "once");
    let page = operator.get("/admin/judges").await.text();
    for words in [
        "20 judges of robot",
        "newcomers: they have made at most three guesses each, and give it 100.0 on average, in 20 guesses. \
         4 other judges give it 14.0. None of them marked a response.",
        "Not one in a million honest crowds would.",
    ] {
        assert!(page.contains(words), "{words}\n{page}");
    }
    let exclude = "Exclude the guesses of 20 judges";
    assert_eq!(operator.press(exclude, &[("why", " ")]).await.status.as_u16(), 409);
    operator.get("/admin/judges").await;
    let done = operator.press(exclude, &[("why", "All the same.")]).await;
    done.leads_to("/admin/judges/excluded");
    assert!((rating(&app) - honest).abs() < 1e-9);
    assert!(operator.get("/admin/judges").await.text().contains("No judges to review."));
    app.passes(10 * MINUTE, MINUTE).await;
    let log = operator.get("/admin/acts").await.text();
    assert!(log.contains("excluded the guesses of booster07 | All the same."), "{log}");
    operator.get("/admin/judges/excluded").await;
    operator
        .press("Let the guesses of 20 judges count", &[])
        .await
        .leads_to("/admin/judges/excluded");
    assert!((rating(&app) - lifted).abs() < 1e-9);
    let again = operator.get("/admin/judges").await.text();
    assert!(again.contains("20 judges of robot"), "{again}");
    operator.press("Nothing wrong with them", &[]).await.leads_to("/admin/judges");
    app.acts(|tx, _| luna_store::setting::set(tx, "judges_watched_until", "0")).await;
    app.passes(10 * MINUTE, MINUTE).await;
    assert!(operator.get("/admin/judges").await.text().contains("No judges to review."));
}

#[tokio::test]
async fn a_class_of_honest_pupils_at_one_address_is_no_bloc() {
    let (app, robot) = instance().await;
    for nth in 0..20 {
        let mut pupil = guest(&app, &format!("pupil{nth}"), "203.0.113.60").await;
        assert!(plays(&app, &robot, &mut pupil, nth * 7 % 31).await);
    }
    app.passes(10 * MINUTE, MINUTE).await;
    assert!(blocs(&app).is_empty(), "while nobody else has judged it");
    regulars_play(&app, &robot).await;
    app.passes(10 * MINUTE, MINUTE).await;
    assert!(blocs(&app).is_empty(), "beside others");
    let page = app.admin().await.get("/admin/judges").await.text();
    assert!(page.contains("No judges to review.") && !page.contains("Meetings refused"), "{page}");
}
