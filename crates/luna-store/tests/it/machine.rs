//! Machines that somebody has registered: they wait for people, and what they
//! send comes out when a person's might.

use luna_core::game::{Duty, Guess, Move, Phase, Refusal};
use luna_core::rating::Points;
use luna_store::game::{self, Kind, Seating};
use luna_store::job::{self, JobSpec};
use luna_store::machine::{self, MachineConfig, QuotaExceeded, Transport};
use luna_store::moderation_log::Act;
use luna_store::{Error, Result};
use luna_testkit::control::{DAY, MINUTE};

use crate::house::{House, RULES, answers, questions};

pub(crate) fn declared(way: Transport) -> MachineConfig {
    MachineConfig { most_open: 3, most_daily: 4, ..luna_testkit::machine::declared(way) }
}

impl House {
    /// A machine called like its id.
    pub(crate) async fn machine(&self, id: &str, owner: &str, way: Transport) {
        let (id, owner, at) = (id.to_owned(), owner.to_owned(), self.at());
        self.db
            .write(move |tx| {
                machine::register(tx, at.now, &id, &id, Some(&owner), &declared(way))?;
                machine::note_presence(tx, &id, at.now)
            })
            .await
            .unwrap();
    }

    /// One that comes with Luna, called like its id.
    pub(crate) async fn house_machine(&self, id: &str) {
        let (id, at) = (id.to_owned(), self.at());
        let work = move |tx: &mut luna_store::Tx<'_>| {
            machine::register(tx, at.now, &id, &id, None, &declared(Transport::House))
        };
        self.db.write(work).await.unwrap();
    }

    /// It opens a game, asks, and waits for a person.
    async fn waits(&self, machine: &str) -> String {
        let (id, at) = (machine.to_owned(), self.at());
        let work = move |tx: &mut luna_store::Tx<'_>| {
            machine::note_presence(tx, &id, at.now)?;
            game::start_machine(tx, &at, &id, RULES, Kind::Rated)
        };
        let seat = self.db.write(work).await.unwrap();
        self.sends(machine, &seat, Move::Ask(questions(machine))).await.unwrap();
        seat
    }

    pub(crate) async fn sends(&self, machine: &str, seat: &str, mv: Move) -> Result<()> {
        let (id, seat, at) = (machine.to_owned(), seat.to_owned(), self.at());
        self.db
            .write(move |tx| {
                let (place, mut loaded) = game::load_for_update(tx, &seat, &id)?;
                game::submit(tx, &at, &mut loaded, place.seat, &mv).map(drop)
            })
            .await
    }

    /// The player who waits in the game of a seat is given a machine; names the house
    /// machine that is to sit down, if it is one.
    async fn finds(&self, player: &str, seat: &str) -> Option<String> {
        let (game_id, at) = (self.game_of(player, seat).await, self.at());
        let found = self.db.write(move |tx| game::find_machine(tx, &at, &game_id)).await.unwrap();
        house_of(found)
    }

    /// What is due is done as far as machines' moves go.
    async fn releases(&self) {
        for claimed in self.claim().await {
            let at = self.at();
            let work = move |tx: &mut luna_store::Tx<'_>| {
                job::complete(tx, &claimed)?;
                if claimed.kind.name != job::MachineTurn::KIND {
                    return Ok(());
                }
                let job::MachineTurn { game, seat, paced_ms } = claimed.parse()?;
                let mut loaded = game::load_locked(tx, &game)?;
                game::release(tx, &at, &mut loaded, seat, paced_ms)
            };
            self.db.write(work).await.unwrap();
        }
    }
}

/// The house machine that is to sit down.
pub(crate) fn house_of((_, come): (String, Seating)) -> Option<String> {
    match come {
        Seating::House(_, machine) => Some(machine),
        Seating::Done => None,
    }
}

fn guess(points: &str) -> Move {
    let points = Points::parse(points).unwrap();
    Move::Guess(Guess { points, sliders: vec![None; RULES.questions] })
}

#[tokio::test]
async fn a_whole_rated_game_with_moves_held_back() {
    for house in House::each_with(&["ann"], &["robot"]).await {
        let robot = house.waits("robot").await;
        assert_eq!(house.view("robot", &robot).await.duty, None);
        let ann = house.opens_and_asks("ann").await;
        assert!(!house.view("ann", &ann).await.partner_seated, "people do not find machines");
        assert_eq!(house.finds("ann", &ann).await, None);
        assert!(house.opposite(("ann", &ann), ("robot", &robot)).await);
        assert_eq!(house.db.column("SELECT count(*) FROM pool"), ["0"]);

        house.answer("ann", &ann).await.unwrap();
        house.sends("robot", &robot, Move::Answer(answers("robot"))).await.unwrap();
        house.sends("robot", &robot, Move::Answer(answers("robot"))).await.unwrap();
        let again = house.sends("robot", &robot, Move::Answer(answers("other"))).await;
        assert!(matches!(again, Err(Error::Refused(Refusal::AlreadyAnswered))), "{again:?}");
        assert_eq!(house.view("ann", &ann).await.phase, Phase::Response, "held back");
        assert_eq!(house.db.column("SELECT state FROM seat WHERE player_id = 'robot'"), ["wait"]);
        house.later(DAY);
        house.releases().await;
        assert_eq!(house.view("ann", &ann).await.phase, Phase::Guess);

        house.guess("ann", &ann, "30").await.unwrap();
        house.later(20 * MINUTE);
        house.sends("robot", &robot, guess("55")).await.unwrap();
        // It became due while nothing was there, or it waits a little longer.
        house.later(DAY);
        house.releases().await;
        assert_eq!(house.view("ann", &ann).await.phase, Phase::Final);
        assert_eq!(house.rating("robot").await.as_deref(), Some("30"));
        assert_eq!(house.rating("ann").await, None, "a machine's guess counts for nothing");
        assert_eq!(house.jobs().iter().filter(|id| !id.starts_with("notify")).count(), 0);
        assert_eq!(house.db.column("SELECT count(*) FROM held"), ["0"]);
    }
}

#[tokio::test]
async fn what_the_rules_refuse_is_refused_at_once() {
    for house in House::each_with(&["ann"], &["robot"]).await {
        let robot = house.waits("robot").await;
        let ann = house.opens_and_asks("ann").await;
        house.finds("ann", &ann).await;
        for wrong in [guess("5"), Move::Answer(vec![]), Move::Ask(questions("robot"))] {
            let refused = house.sends("robot", &robot, wrong).await;
            assert!(matches!(refused, Err(Error::Refused(_))), "{refused:?}");
        }
        assert_eq!(house.db.column("SELECT count(*) FROM held"), ["0"]);
    }
}

#[tokio::test]
async fn a_machine_that_says_nothing_is_replaced() {
    for house in House::each_with(&["ann", "bob"], &["robot"]).await {
        let robot = house.waits("robot").await;
        let ann = house.opens_and_asks("ann").await;
        house.finds("ann", &ann).await;
        house.answer("ann", &ann).await.unwrap();
        house.later(2 * 60 * MINUTE);
        house.overdue(&robot).await;
        let view = house.view("ann", &ann).await;
        assert!(!view.partner_seated && view.my_answers.is_some());
        let ending = house.db.column("SELECT ending FROM seat WHERE player_id = 'robot'");
        assert_eq!(ending, ["expired"]);
    }
}

#[tokio::test]
async fn a_machine_stays_away_when_it_should() {
    for house in House::each_with(&["ann"], &["robot"]).await {
        house.waits("robot").await;
        let own = house.opens_and_asks("owner").await;
        assert_eq!(house.finds("owner", &own).await, None);
        assert!(!house.view("owner", &own).await.partner_seated, "it is their own");

        let ann = house.opens_and_asks("ann").await;
        assert!(house.view("ann", &ann).await.partner_seated, "two people meet");
        let ann = house.opens_and_asks("ann").await;
        house.later(5 * MINUTE);
        house.finds("ann", &ann).await;
        assert!(!house.view("ann", &ann).await.partner_seated, "nobody has heard of it for long");

        // Then people may come, and machines are looked for again.
        assert!(house.jobs().iter().any(|id| id.starts_with("machine_seat:")));
        house.acts(|tx, at| machine::note_presence(tx, "robot", at.now)).await;
        house.acts(|tx, _| machine::stop_all(tx, true, 1)).await;
        house.finds("ann", &ann).await;
        assert!(!house.view("ann", &ann).await.partner_seated, "all are stopped");
    }
}

#[tokio::test]
async fn who_has_met_one_machine_is_given_another() {
    for house in House::each_with(&["ann"], &["one", "two"]).await {
        let mut met = Vec::new();
        for _ in 0..2 {
            house.waits("one").await;
            house.waits("two").await;
            let ann = house.opens_and_asks("ann").await;
            house.finds("ann", &ann).await;
            let (place, loaded) = house.load_for_update("ann", &ann).await;
            met.push(loaded.occupant(place.seat.other()).unwrap().player_id.clone());
        }
        met.sort();
        assert_eq!(met, ["one", "two"]);
    }
}

#[tokio::test]
async fn so_many_games_and_no_more() {
    for house in House::each_with(&[], &["robot"]).await {
        let begin = || house.acts(|tx, at| machine::begin(tx, at.now, "robot", Kind::Rated));
        for _ in 0..3 {
            assert_eq!(begin().await, None);
            house.waits("robot").await;
        }
        assert_eq!(begin().await, Some(QuotaExceeded::Open(3)));
        house.acts(|tx, at| machine::stop(tx, at, "robot")).await;
        assert_eq!(house.db.column("SELECT count(*) FROM pool"), ["0"], "it waits no more");
        assert_eq!(begin().await, None);
        let full = begin().await;
        assert!(
            matches!(full, Some(QuotaExceeded::Daily(4, seconds)) if seconds > 40_000),
            "{full:?}"
        );
        house.later(DAY);
        assert_eq!(begin().await, None);
    }
}

#[tokio::test]
async fn a_thousand_games_in_the_sandbox_and_no_more() {
    let house = House::each().remove(0);
    house.people(&["owner"]).await;
    house.machine("robot", "owner", Transport::Pull).await;
    house.waits("robot").await;
    let full = house
        .acts(|tx, at| {
            let kind = Kind::Sandbox;
            for _ in 0..machine::MOST_SANDBOX {
                assert_eq!(machine::begin(tx, at.now, "robot", kind)?, None);
                game::start(tx, at, "robot", RULES, kind)?;
            }
            machine::begin(tx, at.now, "robot", kind)
        })
        .await;
    assert_eq!(full, Some(QuotaExceeded::Open(machine::MOST_SANDBOX)));
}

#[tokio::test]
async fn a_killed_machine_leaves_at_once_and_so_do_those_of_a_banned_owner() {
    for house in House::each_with(&["ann"], &["robot"]).await {
        house.waits("robot").await;
        let ann = house.opens_and_asks("ann").await;
        house.finds("ann", &ann).await;
        house.acts(|tx, at| machine::kill(tx, at, "robot", "It insults people.")).await;
        assert!(!house.view("ann", &ann).await.partner_seated);
        let robot = house.acts(|tx, _| machine::find(tx, "robot")).await;
        assert!(robot.idle_because().unwrap().contains("It insults people."));
        house.acts(|tx, _| machine::revive(tx, "robot")).await;
        house.acts(|tx, at| luna_store::erase::ban(tx, at, Act::of("owner", "Spam."))).await;
        let robot = house.acts(|tx, _| machine::find(tx, "robot")).await;
        assert!(robot.standing.killed_at.is_some());
    }
}

#[tokio::test]
async fn another_model_is_another_version_with_a_rating_of_its_own() {
    for house in House::each_with(&["ann"], &["robot"]).await {
        house.waits("robot").await;
        house
            .acts(|tx, at| {
                let before = machine::find(tx, "robot")?;
                let after = MachineConfig { model: "brain 2".into(), ..before.declared.clone() };
                machine::replace(tx, at, &before, "robot2", "robot v2", &after)
            })
            .await;
        assert_eq!(house.db.column("SELECT count(*) FROM pool"), ["0"]);
        let all = house.acts(|tx, _| machine::of_owner(tx, "owner")).await;
        let versions: Vec<(String, i64, bool)> = all
            .iter()
            .map(|it| {
                let machine = &it.machine;
                (machine.name.clone(), machine.version, machine.idle_because().is_some())
            })
            .collect();
        assert_eq!(versions, [("robot".into(), 1, true), ("robot v2".into(), 2, false)]);
        assert_eq!(all[1].machine.line, "robot");
        assert_eq!(house.acts(|tx, at| machine::board(tx, at.now)).await.len(), 2);
    }
}

#[tokio::test]
async fn a_called_machine_is_called_for_each_duty() {
    for house in House::each() {
        house.people(&["ann", "owner"]).await;
        house.machine("robot", "owner", Transport::Push).await;
        let calls = || house.jobs().iter().filter(|id| id.starts_with("call:")).count();
        let robot = house.waits("robot").await;
        assert_eq!(calls(), 0, "it has asked");
        let ann = house.opens_and_asks("ann").await;
        house.finds("ann", &ann).await;
        assert_eq!(calls(), 1, "it is to answer");
        house.leave("ann", &ann).await.unwrap();
        assert_eq!(calls(), 0, "nobody is there any more");
        let view = house.view("robot", &robot).await;
        assert_eq!((view.phase, view.duty), (Phase::Interview, None::<Duty>));
    }
}

/// Ann and a machine are paired; it responds, and Ann goes. The player who inherits
/// her seat is not to know from it that a person waits there.
#[tokio::test]
async fn a_machine_that_has_responded_waits_for_another_person() {
    for house in House::each_with(&["ann", "bob", "cat"], &["robot"]).await {
        let robot = house.waits("robot").await;
        let later = house.waits("robot").await;
        let ann = house.opens_and_asks("ann").await;
        house.finds("ann", &ann).await;
        house.sends("robot", &robot, Move::Answer(answers("robot"))).await.unwrap();
        house.later(DAY);
        house.releases().await;
        house.leave("ann", &ann).await.unwrap();
        let view = house.view("robot", &robot).await;
        assert_eq!((view.phase, view.duty), (Phase::Interview, None));
        assert_eq!(view.their_questions, Some(questions("ann")));
        assert_eq!(house.jobs().iter().filter(|id| !id.starts_with("notify")).count(), 0);

        house.acts(|tx, at| machine::note_presence(tx, "robot", at.now)).await;
        let bob = house.opens_and_asks("bob").await;
        house.finds("bob", &bob).await;
        assert!(house.opposite(("bob", &bob), ("robot", &robot)).await, "before its later game");
        let view = house.view("bob", &bob).await;
        assert_eq!((view.phase, view.duty), (Phase::Response, Some(Duty::Answer)));
        assert!(view.inherited && view.partners_lost == 0);
        assert_eq!(view.my_questions, Some(questions("ann")));
        assert_eq!(view.their_questions, Some(questions("robot")));
        house.answer("bob", &bob).await.unwrap();
        house.guess("bob", &bob, "40").await.unwrap();
        house.later(DAY);
        house.sends("robot", &robot, guess("55")).await.unwrap();
        assert_eq!(house.view("bob", &bob).await.phase, Phase::Final);
        // One who has responded too is not brought together with it, but stays.
        assert_eq!(house.view("robot", &later).await.phase, Phase::Interview);
    }
}

#[tokio::test]
async fn a_house_machine_that_was_left_waits_too() {
    for house in House::each() {
        house.people(&["ann", "bob"]).await;
        house.house_machine("home").await;
        let ann = house.opens_and_asks("ann").await;
        let game_id = house.game_of("ann", &ann).await;
        assert_eq!(house.finds("ann", &ann).await.as_deref(), Some("home"));
        house.machine_sits("home", &game_id).await;
        house.machine_moves(&game_id, "0").await;
        house.leave("ann", &ann).await.unwrap();
        let bob = house.opens_and_asks("bob").await;
        assert_eq!(house.finds("bob", &bob).await, None, "it has a seat");
        assert_eq!(house.game_of("bob", &bob).await, game_id);
        assert!(house.view("bob", &bob).await.inherited);
    }
}

/// Two who have responded to somebody who has left can neither of them move.
#[tokio::test]
async fn who_has_responded_is_given_a_machine_that_can_come_over() {
    for house in House::each_with(&["ann", "bob", "cat"], &["stays", "comes"]).await {
        let stays = house.waits("stays").await;
        let ann = house.opens_and_asks("ann").await;
        house.finds("ann", &ann).await;
        house.sends("stays", &stays, Move::Answer(answers("stays"))).await.unwrap();
        house.later(DAY);
        house.releases().await;
        house.leave("ann", &ann).await.unwrap();
        let bob = house.opens_and_asks("bob").await;
        let cat = house.opens_and_asks("cat").await;
        house.answer("bob", &bob).await.unwrap();
        house.leave("cat", &cat).await.unwrap();
        house.acts(|tx, at| machine::note_presence(tx, "stays", at.now)).await;
        let comes = house.waits("comes").await;
        house.finds("bob", &bob).await;
        assert!(house.opposite(("bob", &bob), ("comes", &comes)).await);
        assert_eq!(house.view("comes", &comes).await.duty, Some(Duty::Answer));
        assert!(!house.view("stays", &stays).await.partner_seated);
    }
}

#[tokio::test]
async fn one_that_begins_no_more_goes_with_its_partner() {
    for house in House::each_with(&["ann"], &["robot"]).await {
        let robot = house.waits("robot").await;
        let ann = house.opens_and_asks("ann").await;
        house.finds("ann", &ann).await;
        house.acts(|tx, at| machine::stop(tx, at, "robot")).await;
        house.leave("ann", &ann).await.unwrap();
        assert_eq!(house.view("robot", &robot).await.phase, Phase::Closed);
        assert_eq!(house.db.column("SELECT count(*) FROM pool"), ["0"]);
    }
}

/// As many seats that were left are given to people as a machine waits in and
/// as a person does.
#[tokio::test]
async fn where_the_next_partner_is_to_be_a_machine_a_machine_goes_too() {
    for mut house in House::each() {
        house.people(&["owner"]).await;
        let mut went = 0;
        for nth in 0..40 {
            let (ann, robot) = (format!("ann{nth}"), format!("robot{nth}"));
            house.people(&[&ann]).await;
            house.machine(&robot, "owner", Transport::Pull).await;
            let waits = house.waits(&robot).await;
            house.timing.machine_percent = 0;
            let seat = house.opens_and_asks(&ann).await;
            house.finds(&ann, &seat).await;
            house.timing.machine_percent = 50;
            house.leave(&ann, &seat).await.unwrap();
            went += usize::from(house.view(&robot, &waits).await.phase == Phase::Closed);
            house.acts(move |tx, at| machine::kill(tx, at, &robot, "its part is over")).await;
        }
        assert!((10..30).contains(&went), "{went} of 40 went");
    }
}

/// Ann has met both machines; by its second version one is no other machine.
#[tokio::test]
async fn the_machine_met_least_often_comes_next() {
    for house in House::each_with(&["ann"], &["one", "two"]).await {
        house.waits("one").await;
        let first = house.opens_and_asks("ann").await;
        house.finds("ann", &first).await;
        assert!(house.view("ann", &first).await.partner_seated);
        house
            .acts(|tx, at| {
                let before = machine::find(tx, "one")?;
                let after = MachineConfig { model: "brain 2".into(), ..before.declared.clone() };
                machine::replace(tx, at, &before, "one2", "one v2", &after)
            })
            .await;
        house.waits("one2").await;
        let two = house.waits("two").await;
        let second = house.opens_and_asks("ann").await;
        house.finds("ann", &second).await;
        assert!(house.opposite(("ann", &second), ("two", &two)).await);
        let third = house.opens_and_asks("ann").await;
        house.finds("ann", &third).await;
        assert!(house.view("ann", &third).await.partner_seated, "rather again than nobody");
    }
}

/// The machine for which Ann's time is up comes to Bob, who has waited longer; but a person
/// who met Bob the other day comes before a machine that he met.
#[tokio::test]
async fn a_machine_goes_to_the_player_who_has_waited_longest() {
    for house in House::each() {
        house.people(&["ann", "bob", "dan", "eve"]).await;
        house.house_machine("home").await;
        house.whole_game(("ann", "50"), ("bob", "50")).await;
        house.opens_and_asks("dan").await;
        house.opens_and_asks("eve").await;
        let bob = house.opens_and_asks("bob").await;
        let ann = house.opens_and_asks("ann").await;
        assert!(!house.view("ann", &ann).await.partner_seated, "they have just met");
        let came = house.finds("ann", &ann).await.unwrap();
        house.machine_sits(&came, &house.game_of("bob", &bob).await).await;
        assert!(house.view("bob", &bob).await.partner_seated, "he was there first");
        assert!(!house.view("ann", &ann).await.partner_seated);
        let bob = house.opens_and_asks("bob").await;
        assert!(!house.opposite(("ann", &ann), ("bob", &bob)).await);
        house.db.raw("UPDATE machine SET killed_at = 1 RETURNING way");
        assert_eq!(house.finds("bob", &bob).await, None);
        assert!(house.opposite(("ann", &ann), ("bob", &bob)).await, "rather again than nobody");
    }
}

/// Where B waits, A is given B; so that B was not given tells nothing about the partner of A.
#[tokio::test]
async fn nobody_who_waits_is_passed_over_for_a_machine() {
    for mut house in House::each() {
        house.timing.machine_percent = 60;
        house.house_machine("home").await;
        let mut at_once = 0;
        for nth in 0..40 {
            let (a, b) = (format!("a{nth}"), format!("b{nth}"));
            house.people(&[&a, &b]).await;
            let waits = house.open(&b).await;
            at_once += i64::from(house.asks_for_machine(&b, &waits).await);
            let seat = house.open(&a).await;
            assert!(!house.asks_for_machine(&a, &seat).await);
            assert!(house.opposite((&a, &seat), (&b, &waits)).await);
        }
        assert!((5..35).contains(&at_once), "{at_once} of 40 who found nobody");
    }
}

#[tokio::test]
async fn a_machine_with_many_games_keeps_no_other_from_being_met() {
    for house in House::each_with(&["ann"], &["greedy", "modest"]).await {
        for _ in 0..501 {
            house.waits("greedy").await;
        }
        house.waits("modest").await;
        // Half an hour has passed.
        house.acts(|tx, at| machine::note_presence(tx, "greedy", at.now)).await;
        for _ in 0..2 {
            let seat = house.opens_and_asks("ann").await;
            assert_eq!(house.finds("ann", &seat).await, None);
        }
        let met = "SELECT machine_id FROM met ORDER BY machine_id";
        assert_eq!(house.db.column(met), ["greedy", "modest"]);
    }
}
