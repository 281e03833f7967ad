//! What happens in life between two moves of a game, at each point of it: the other player plays on
//! to the end and writes nothing twice.

use luna_core::timing::{PHASE_MS, SILENCE_MS};
use luna_testkit::app::{DAY, HOUR, MINUTE, PASSWORD, TestApp};
use luna_testkit::persona::Persona;

/// How far Ann and Bob are when it happens to Bob.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Point {
    BobWaits,
    BothHaveQuestions,
    AnnHasAnswered,
    BobHasAnswered,
    BothHaveAnswered,
    AnnHasGuessed,
    BobHasGuessed,
}

const POINTS: [Point; 7] = [
    Point::BobWaits,
    Point::BothHaveQuestions,
    Point::AnnHasAnswered,
    Point::BobHasAnswered,
    Point::BothHaveAnswered,
    Point::AnnHasGuessed,
    Point::BobHasGuessed,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    Erased,
    Banned,
    Blocks,
    Reports,
    Withdraws,
    ChangesDevice,
    InstanceStopsForAWeek,
}

const EVENTS: [Event; 7] = [
    Event::Erased,
    Event::Banned,
    Event::Blocks,
    Event::Reports,
    Event::Withdraws,
    Event::ChangesDevice,
    Event::InstanceStopsForAWeek,
];

impl Event {
    fn takes_bob_away(self) -> bool {
        matches!(self, Event::Erased | Event::Banned)
    }

    /// Blocking and reporting need a partner.
    fn can_be_at(self, point: Point) -> bool {
        point != Point::BobWaits || !matches!(self, Event::Blocks | Event::Reports)
    }

    async fn happens(self, app: &TestApp, bob: &mut Persona, game: &str) {
        match self {
            Event::Erased => {
                bob.get("/settings/erase").await;
                bob.press("Erase me for good", &[("sure", "yes")])
                    .await
                    .leads_to("/?notice=erased");
            }
            Event::Banned => {
                let mut operator = app.admin().await;
                operator.get("/admin/players").await;
                operator.press("Ban bob", &[("why", "insults")]).await.leads_to("/admin/bans");
            }
            Event::Blocks => {
                bob.get(&format!("{game}/block")).await;
                bob.press("Never pair us again", &[]).await.leads_to("/settings/blocks");
            }
            Event::Reports => bob.reports(game, &[("category", "hate")]).await,
            Event::Withdraws => {
                bob.get("/settings").await;
                bob.press("Allow publication", &[]).await.leads_to("/settings#consent");
                bob.get("/settings").await;
                bob.press("Withdraw from publication", &[]).await.leads_to("/settings#consent");
            }
            Event::ChangesDevice => {
                let mut phone = bob.elsewhere();
                phone.logs_in("bob@example.org", PASSWORD).await.leads_to("/games");
                *bob = phone;
            }
            Event::InstanceStopsForAWeek => {
                app.later(7 * DAY);
                app.restarts().await;
                app.work().await;
            }
        }
    }
}

/// Makes the move that a player owes, if any. Returns its heading.
async fn moves(who: &mut Persona, game: &str, name: &str) -> Option<String> {
    let heading = who.get(game).await.lines("# ");
    match heading.as_str() {
        "# Ask five questions" => who.asks(game, name).await.leads_to(game),
        "# Answer five questions" => who.answers(game, name).await.leads_to(game),
        "# How smart is your partner?" => who.guesses(game, "50").await.leads_to(game),
        _ => return None,
    };
    Some(heading)
}

/// An instance where an interview waits for people and no machine comes.
async fn with_people_alone() -> TestApp {
    TestApp::with(|settings| {
        settings.timing.machines_fill_in = false;
        settings.timing.machine_percent = 0;
        settings.timing.silence_ms = SILENCE_MS;
        settings.timing.phase_ms = PHASE_MS;
    })
    .await
}

/// Takes Ann and Bob to a point. Ann's moves are those she need not make again.
async fn play_until(point: Point, ann: &mut Persona, bob: &mut Persona) -> (String, String) {
    let bobs = bob.opens("bob").await;
    if point == Point::BobWaits {
        return (ann.new_game().await, bobs);
    }
    let anns = ann.opens("ann").await;
    let (ann_answers, bob_answers) = match point {
        Point::BobWaits | Point::BothHaveQuestions => (false, false),
        Point::AnnHasAnswered => (true, false),
        Point::BobHasAnswered => (false, true),
        Point::BothHaveAnswered | Point::AnnHasGuessed | Point::BobHasGuessed => (true, true),
    };
    if ann_answers {
        ann.answers(&anns, "ann").await.leads_to(&anns);
    }
    if bob_answers {
        bob.answers(&bobs, "bob").await.leads_to(&bobs);
    }
    match point {
        Point::AnnHasGuessed => drop(ann.guesses(&anns, "40").await.leads_to(&anns)),
        Point::BobHasGuessed => drop(bob.guesses(&bobs, "60").await.leads_to(&bobs)),
        _ => {}
    }
    (anns, bobs)
}

#[tokio::test]
async fn whatever_happens_to_one_the_other_finishes_the_game() {
    for point in POINTS {
        for event in EVENTS.into_iter().filter(|event| event.can_be_at(point)) {
            let app = with_people_alone().await;
            let mut ann = app.guest("ann").await;
            let mut bob = match event {
                Event::ChangesDevice => app.account("bob").await,
                _ => app.guest("bob").await,
            };
            let (anns, bobs) = play_until(point, &mut ann, &mut bob).await;
            event.happens(&app, &mut bob, &bobs).await;
            let mut cat = app.guest("cat").await;
            let mut cats: Option<String> = None;
            let mut made = Vec::new();
            for _ in 0..8 {
                app.passes(MINUTE, MINUTE).await;
                made.extend(moves(&mut ann, &anns, "ann").await);
                if !event.takes_bob_away() {
                    moves(&mut bob, &bobs, "bob").await;
                } else if let Some(cats) = &cats {
                    moves(&mut cat, cats, "cat").await;
                } else {
                    cats = Some(cat.opens("cat").await);
                }
            }
            let told = format!("{event:?} at {point:?}: {made:?}");
            assert!(ann.get(&anns).await.text().contains("\nA tie: neither of you"), "{told}");
            let again = made.iter().enumerate().any(|(nth, heading)| made[..nth].contains(heading));
            assert!(!again, "twice the same: {told}");
        }
    }
}

#[tokio::test]
async fn a_stop_of_the_instance_costs_nobody_time() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
        let [anns, bobs] = luna_testkit::play::paired(&mut ann, &mut bob).await;
        app.passes(HOUR, 10 * MINUTE).await;
        let before = bob.get("/games").await.lines("- Five");
        app.later(7 * DAY);
        app.restarts().await;
        app.work().await;
        assert_eq!(bob.get("/games").await.lines("- Five"), before);
        // A second server, or a second start, finds no stop.
        app.restarts().await;
        app.work().await;
        assert_eq!(bob.get("/games").await.lines("- Five"), before);
        app.mails().await;
        ann.answers(&anns, "ann").await.leads_to(&anns);
        bob.answers(&bobs, "bob").await.leads_to(&bobs);
    }
}
