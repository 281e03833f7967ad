//! Games on the page of a machine: only with consent, and only until something happens to them.

use luna_store::consent::Purpose;
use luna_store::player;
use luna_testkit::app::{DAY, MINUTE, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::player::five;
use serde_json::json;

use crate::last::against_the_machine;

const SECTION: &str = "## From its games";

/// A player agrees to something, or withdraws.
async fn agrees(app: &TestApp, name: &'static str, purpose: Purpose, agrees: bool) {
    app.acts(move |tx, at| {
        let id = player::by_name(tx, name)?.id;
        if agrees {
            luna_app::consent::give(tx, &id, purpose, at.now)
        } else {
            luna_store::consent::withdraw(tx, &id, purpose, at.now)
        }
    })
    .await;
}

/// Ann has played a game with Gibberish; the address of it.
async fn played(app: &TestApp) -> (Persona, String) {
    app.only("gibberish").await;
    let mut ann = app.account("ann").await;
    let game = against_the_machine(app, &mut ann, "5").await;
    app.later(2 * DAY);
    (ann, game)
}

async fn shown(app: &TestApp) -> bool {
    app.visitor().reads("/machines/house-gibberish").await.contains(SECTION)
}

#[tokio::test]
async fn a_game_is_shown_while_its_person_agrees_and_never_with_a_name() {
    for app in TestApp::each().await {
        let _played = played(&app).await;
        assert!(!shown(&app).await, "nobody has agreed");
        agrees(&app, "ann", Purpose::Publication, true).await;
        let page = app.visitor().get("/machines/house-gibberish").await;
        let (_, section) = page.body.split_once("From its games").unwrap();
        let (section, _) = section.split_once("<h2>").unwrap();
        assert_eq!(section.matches("class=\"question\"").count(), 10, "{section}");
        assert_eq!(section.matches("class=\"answer\"").count(), 10, "{section}");
        assert!(section.contains("ann asks 1?") && section.contains("ann says 5"), "{section}");
        for tell in ["/games/", "/players/", ">ann<", "2024"] {
            assert!(!section.contains(tell), "{tell}: {section}");
        }
        agrees(&app, "ann", Purpose::Publication, false).await;
        assert!(!shown(&app).await, "withdrawn");
    }
}

#[tokio::test]
async fn a_game_waits_for_a_day_and_goes_with_a_report_a_block_a_ban_and_an_erasure() {
    for what in ["report", "block", "ban", "erase"] {
        let app = TestApp::new().await;
        let (mut ann, game) = played(&app).await;
        agrees(&app, "ann", Purpose::Publication, true).await;
        assert!(shown(&app).await, "{what}");
        match what {
            "report" => {
                app.db.raw(
                    "INSERT INTO report (id, at, reporter, seat_id, game_id, subject, passage, category, urgency, text)
                     SELECT 'r', 1, s.player_id, s.id, s.game_id, 'house-gibberish', 'player', 'other', 1, ''
                     FROM seat s JOIN player p ON p.id = s.player_id
                     WHERE p.name = 'ann' AND s.ending = 'final' RETURNING id",
                );
            }
            "block" => {
                ann.get(&format!("{game}/block")).await;
                ann.press("Never pair us again", &[]).await.leads_to("/settings/blocks");
            }
            "ban" => {
                app.db.raw("UPDATE player SET banned_at = 1 WHERE name = 'ann' RETURNING id");
            }
            _ => {
                ann.get("/settings/erase").await;
                let fields = [("current", luna_testkit::app::PASSWORD), ("sure", "yes")];
                ann.press("Erase me for good", &fields).await.leads_to("/?notice=erased");
            }
        }
        assert!(!shown(&app).await, "{what}");
    }
    let app = TestApp::new().await;
    app.only("gibberish").await;
    let mut ann = app.account("ann").await;
    agrees(&app, "ann", Purpose::Publication, true).await;
    against_the_machine(&app, &mut ann, "5").await;
    app.db.raw(&format!("UPDATE seat SET ended_at = {} RETURNING id", app.now() - DAY / 2));
    assert!(!shown(&app).await, "half a day after its end");
    app.later(DAY);
    assert!(shown(&app).await);
}

/// What Recall quotes is another person's.
#[tokio::test]
async fn a_game_with_words_of_a_third_person_waits_for_their_consent_too() {
    let app = TestApp::new().await;
    let _played = played(&app).await;
    app.account("cyd").await;
    agrees(&app, "ann", Purpose::Publication, true).await;
    app.db.raw(
        "INSERT INTO derived (game_id, seq, part, author_id)
         SELECT s.game_id, 99, 0, p.id FROM seat s, player p
         WHERE s.player_id = 'house-gibberish' AND p.name = 'cyd' RETURNING seq",
    );
    assert!(!shown(&app).await);
    agrees(&app, "cyd", Purpose::Publication, true).await;
    assert!(shown(&app).await);
}

#[tokio::test]
async fn a_registered_machine_shows_games_while_its_owner_keeps_the_terms() {
    let app = TestApp::new().await;
    app.account("owner").await;
    let mut bob = app.account("bob").await;
    let robot = app.robot("robot", "owner").await;
    app.only("nobody").await;
    let id = robot.waits().await;
    let game = bob.opens("bob").await;
    app.passes(10 * MINUTE, MINUTE).await;
    bob.answers(&game, "bob").await.leads_to(&game);
    robot
        .post(&format!("/games/{id}/responses"), &json!({ "responses": five("beeps") }))
        .await
        .ok();
    for _ in 0..40 {
        app.passes(MINUTE, MINUTE).await;
        if bob.reads(&game).await.contains("beeps 5") {
            break;
        }
    }
    bob.guesses(&game, "40").await.leads_to(&game);
    robot.post(&format!("/games/{id}/guess"), &json!({ "guess": 70 })).await.ok();
    app.passes(3 * DAY, MINUTE * 30).await;
    agrees(&app, "bob", Purpose::Publication, true).await;
    let page = async || app.visitor().reads("/machines/idrobot").await;
    assert!(!page().await.contains(SECTION), "the owner has not agreed to the terms in force");
    agrees(&app, "owner", Purpose::Machines, true).await;
    let text = page().await;
    assert!(text.contains(SECTION) && text.contains("beeps 5"), "{text}");
    assert!(!text.contains(">bob<"), "{text}");
}
