//! A machine does not meet people from its owner's places, or from the places of such people.

use luna_app::{Whereabouts, place_writer};
use luna_core::game::Kind;
use luna_testkit::instance::{DAY, HOUR, MINUTE, TestInstance};
use luna_testkit::player::TestPlayer;

const HOME: &str = "203.0.113.1";
const CAFE: &str = "203.0.113.2";
const OFFICE: &str = "203.0.113.3";
const FAR: &str = "203.0.113.4";

/// An instance on which only a machine of `owner` plays. The owner is at home.
struct World {
    app: TestInstance,
    robot: TestPlayer,
}

impl World {
    async fn new() -> World {
        let app = TestInstance::with(|settings| settings.neighbours_meet = false).await;
        app.only("nobody").await;
        app.confirmed("owner").await;
        let robot = app.machine("robot", "owner").await;
        app.db.raw("UPDATE machine SET most_open = 1000, most_daily = 1000 RETURNING way");
        let world = World { app, robot };
        world.comes("owner", HOME).await;
        world
    }

    /// A network, and the browser that somebody has with them.
    fn place(&self, id: &str, network: &str) -> Whereabouts {
        let settings = &self.app.app().settings;
        settings.whereabouts(network.parse().unwrap(), Some(format!("the browser of {id}")))
    }

    /// Somebody reads a page somewhere.
    async fn comes(&self, id: &str, network: &str) {
        let place = self.place(id, network);
        self.app.app().sightings.note(id, &place, self.app.now());
        self.app.work().await;
    }

    async fn guest(&self, name: &str, network: &str) -> TestPlayer {
        let guest = self.app.player(name).await;
        self.comes(name, network).await;
        guest
    }

    /// Returns true if somebody who waits for a partner is given the machine.
    async fn meets(&self, person: &TestPlayer, network: &str) -> bool {
        let met = "SELECT COALESCE(SUM(times), 0) FROM met";
        let before = self.app.db.column(met);
        self.robot.comes().await;
        self.robot.opens().await;
        let place = self.place(&person.id, network);
        place_writer::write(self.app.app(), &person.id, &place).await.unwrap();
        let game = person.starts(Kind::Rated).await;
        person.asks(&game).await;
        for _ in 0..3 {
            self.app.later(MINUTE);
            // It is there as long as its program asks.
            self.robot.comes().await;
            self.app.work().await;
        }
        person.leaves(&game).await;
        self.app.work().await;
        self.app.db.column(met) != before
    }
}

#[tokio::test]
async fn nobody_meets_it_who_shares_a_place_with_somebody_from_the_owners_places() {
    let world = World::new().await;
    world.guest("friend", HOME).await;
    // To read a page there is enough.
    world.comes("friend", CAFE).await;
    let second = world.guest("second", CAFE).await;
    assert!(!world.meets(&second, CAFE).await, "one step");
    world.comes("second", OFFICE).await;
    let third = world.guest("third", OFFICE).await;
    assert!(world.meets(&third, OFFICE).await, "two steps are too many");
    // Backwards: the owner comes to a place where people have been before.
    let early = world.guest("early", FAR).await;
    assert!(world.meets(&early, FAR).await);
    world.guest("reader", FAR).await;
    world.comes("reader", "203.0.113.77").await;
    world.comes("owner", FAR).await;
    assert!(!world.meets(&early, FAR).await);
    let beside = world.guest("beside", "203.0.113.77").await;
    assert!(!world.meets(&beside, "203.0.113.77").await);
}

#[tokio::test]
async fn a_place_is_forgotten_after_a_month_and_not_while_the_owner_comes_back() {
    let world = World::new().await;
    for _ in 0..3 {
        world.app.passes(20 * DAY, 6 * HOUR).await;
        world.comes("owner", HOME).await;
    }
    let neighbour = world.guest("neighbour", HOME).await;
    assert!(!world.meets(&neighbour, HOME).await);
    world.app.passes(31 * DAY, 6 * HOUR).await;
    assert_eq!(world.app.db.column("SELECT COUNT(*) FROM owner_place WHERE own"), ["0"]);
    let late = world.guest("late", HOME).await;
    assert!(world.meets(&late, HOME).await);
}

#[tokio::test]
async fn somebody_who_becomes_an_owner_brings_their_places_along() {
    for app in TestInstance::each().await {
        app.confirmed("ann").await;
        let place = Whereabouts { network: None, browser: Some("anns".to_owned()) };
        app.app().sightings.note("ann", &place, app.now());
        app.work().await;
        assert_eq!(app.db.column("SELECT COUNT(*) FROM owner_place"), ["0"]);
        app.machine("robot", "ann").await;
        assert_eq!(app.db.column("SELECT COUNT(*) FROM owner_place WHERE own"), ["1"]);
    }
}
