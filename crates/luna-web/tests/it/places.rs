//! A machine does not meet people from its owner's address, nor from its owner's browser.

use luna_testkit::app::{MINUTE, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::robot::Robot;

const HOME: &str = "203.0.113.1";
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
