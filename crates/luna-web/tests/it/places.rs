//! A machine does not meet people from its owner's places, or from the places of such people.

use luna_testkit::app::{DAY, HOUR, MINUTE, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::robot::Robot;

const HOME: &str = "203.0.113.1";
const CAFE: &str = "203.0.113.2";
const OFFICE: &str = "203.0.113.3";
const FAR: &str = "203.0.113.4";

/// An instance behind a proxy on which only a machine of `owner` plays. The owner is at home.
async fn instance(neighbours_meet: bool) -> (TestApp, Persona, Robot) {
    let app = TestApp::with(|settings| {
        settings.behind_proxy = true;
        settings.neighbours_meet = neighbours_meet;
    })
    .await;
    app.only("nobody").await;
    let mut owner = app.account("owner").await;
    let robot = app.robot("robot", "owner").await;
    app.db.raw("UPDATE machine SET most_open = 1000, most_daily = 1000 RETURNING way");
    HOME.clone_into(&mut owner.forwarded_for);
    owner.get("/games").await;
    app.work().await;
    (app, owner, robot)
}

async fn guest(app: &TestApp, name: &str, address: &str) -> Persona {
    guest_with(app, app.visitor(), name, address).await
}

/// A guest in this browser.
async fn guest_with(app: &TestApp, mut guest: Persona, name: &str, address: &str) -> Persona {
    address.clone_into(&mut guest.forwarded_for);
    guest.get("/consent").await;
    guest.press("I agree, play as a guest", &[("adult", "yes")]).await.leads_to("/games");
    guest.named(name).await;
    app.work().await;
    guest
}

/// Returns true if somebody who waits for a partner is given the machine.
async fn meets(app: &TestApp, robot: &Robot, person: &mut Persona) -> bool {
    let met = "SELECT COALESCE(SUM(times), 0) FROM met";
    let before = app.db.column(met);
    robot.waits().await;
    let game = person.opens("person").await;
    for _ in 0..3 {
        app.later(MINUTE);
        // It is there as long as its program asks.
        robot.get("/account").await.ok();
        app.work().await;
    }
    person.leaves(&game).await.leads_to("/games");
    app.work().await;
    app.db.column(met) != before
}

#[tokio::test]
async fn nobody_from_the_owners_address_meets_the_machine_whether_guest_or_not() {
    let (app, _owner, robot) = instance(false).await;
    let mut stranger = guest(&app, "stranger", FAR).await;
    assert!(meets(&app, &robot, &mut stranger).await);
    let mut neighbour = guest(&app, "neighbour", HOME).await;
    assert!(!meets(&app, &robot, &mut neighbour).await);
    neighbour.signs_up("neighbour@example.org", "correct horse").await.leads_to("/games");
    assert!(!meets(&app, &robot, &mut neighbour).await, "an account there is no stranger either");
    FAR.clone_into(&mut neighbour.forwarded_for);
    assert!(!meets(&app, &robot, &mut neighbour).await, "nor is somebody who was there");
}

#[tokio::test]
async fn nobody_meets_it_who_shares_a_place_with_somebody_from_the_owners_places() {
    let (app, mut owner, robot) = instance(false).await;
    let mut friend = guest(&app, "friend", HOME).await;
    CAFE.clone_into(&mut friend.forwarded_for);
    // To read a page there is enough.
    friend.get("/games").await;
    app.work().await;
    let mut second = guest(&app, "second", CAFE).await;
    assert!(!meets(&app, &robot, &mut second).await, "one step");
    OFFICE.clone_into(&mut second.forwarded_for);
    second.get("/games").await;
    app.work().await;
    let mut third = guest(&app, "third", OFFICE).await;
    assert!(meets(&app, &robot, &mut third).await, "two steps are too many");
    // Backwards: the owner comes to a place where people have been before.
    let mut early = guest(&app, "early", FAR).await;
    assert!(meets(&app, &robot, &mut early).await);
    let mut reader = guest(&app, "reader", FAR).await;
    "203.0.113.77".clone_into(&mut reader.forwarded_for);
    reader.get("/games").await;
    app.work().await;
    FAR.clone_into(&mut owner.forwarded_for);
    owner.get("/games").await;
    app.work().await;
    assert!(!meets(&app, &robot, &mut early).await);
    let mut beside = guest(&app, "beside", "203.0.113.77").await;
    assert!(!meets(&app, &robot, &mut beside).await);
}

#[tokio::test]
async fn a_browser_is_a_place_also_where_neighbours_meet() {
    for neighbours_meet in [false, true] {
        let (app, owner, robot) = instance(neighbours_meet).await;
        let mut again = app.visitor();
        again.jar = owner.jar.clone();
        again.jar.remove("luna");
        let mut again = guest_with(&app, again, "again", OFFICE).await;
        assert!(!meets(&app, &robot, &mut again).await, "{neighbours_meet}");
        let mut neighbour = guest(&app, "neighbour", HOME).await;
        assert_eq!(meets(&app, &robot, &mut neighbour).await, neighbours_meet);
    }
}

#[tokio::test]
async fn a_place_is_forgotten_after_a_month_and_not_while_the_owner_comes_back() {
    let (app, mut owner, robot) = instance(false).await;
    for _ in 0..3 {
        app.passes(20 * DAY, 6 * HOUR).await;
        owner.get("/games").await;
        app.work().await;
    }
    let mut neighbour = guest(&app, "neighbour", HOME).await;
    assert!(!meets(&app, &robot, &mut neighbour).await);
    app.passes(31 * DAY, 6 * HOUR).await;
    assert_eq!(app.db.column("SELECT COUNT(*) FROM owner_place WHERE own"), ["0"]);
    let mut late = guest(&app, "late", HOME).await;
    assert!(meets(&app, &robot, &mut late).await);
}

#[tokio::test]
async fn somebody_who_becomes_an_owner_brings_their_places_along() {
    let app = TestApp::with(|settings| settings.behind_proxy = true).await;
    let mut ann = guest(&app, "ann", HOME).await;
    assert_eq!(app.db.column("SELECT COUNT(*) FROM owner_place"), ["0"]);
    ann.signs_up("ann@example.org", "correct horse").await.leads_to("/games");
    app.robot("robot", "ann").await;
    assert_eq!(app.db.column("SELECT COUNT(*) FROM owner_place WHERE own"), ["1"]);
}
