//! The machines that come with Luna, as they meet people.

use luna_machines::House;

use crate::app::{MINUTE, SECOND, TestApp};
use crate::persona::Persona;

#[tokio::test]
async fn a_person_who_has_its_name_already_keeps_it() {
    for app in TestApp::each().await {
        app.db.raw("DELETE FROM machine WHERE player_id = 'house-eliza' RETURNING way");
        app.db.raw("DELETE FROM player WHERE id = 'house-eliza' RETURNING id");
        app.guest("Eliza").await;
        app.restarts().await;
        let names =
            app.db.raw("SELECT name FROM player WHERE name_key LIKE '%eliza' ORDER BY name_key");
        assert_eq!(names, [["Eliza"], ["house-eliza"]]);
    }
}

#[tokio::test]
async fn what_is_said_of_them_is_what_this_luna_says() {
    let app = TestApp::new().await;
    app.db.raw("UPDATE machine SET about = 'old' WHERE way = 'house' RETURNING way");
    app.restarts().await;
    for house in House::ALL {
        let about = format!("SELECT about FROM machine WHERE player_id = '{}'", house.id());
        assert_eq!(app.db.column(&about), [house.about()]);
    }
}

/// Presses "Never pair again" in a game.
async fn blocks(somebody: &mut Persona, game: &str) {
    somebody.get(&format!("{game}/block")).await;
    somebody.press("Never pair us again", &[]).await.leads_to("/settings/blocks");
}

/// Plays a practice game up to where the machine is named.
async fn practises(somebody: &mut Persona, name: &str) -> String {
    let game = somebody.practice().await;
    somebody.asks(&game, name).await.leads_to(&game);
    game
}

#[tokio::test]
async fn practice_seats_no_machine_that_the_player_has_blocked_and_says_when_none_is_left() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let mut named = Vec::new();
        for _ in 0..House::ALL.len() {
            let game = practises(&mut ann, "ann").await;
            let note = ann.get(&game).await.lines("Practice with the machine");
            named.push(note.split(':').next().unwrap_or_default().to_owned());
            blocks(&mut ann, &game).await;
        }
        assert_eq!(named[0], "Practice with the machine gibberish");
        let all = named.len();
        named.sort();
        named.dedup();
        assert_eq!(named.len(), all, "{named:?}");

        ann.get("/games").await;
        let refused = ann.press("Practise with a machine", &[]).await;
        assert_eq!(refused.status.as_u16(), 409);
        assert_eq!(
            refused.lines("!"),
            "! You asked never to be paired again with any machine that comes with Luna and may \
             play just now, so there is none to practise with. You can allow one again in the \
             settings."
        );
        // Another player's blocks are not theirs.
        let mut bob = app.guest("bob").await;
        let game = practises(&mut bob, "bob").await;
        assert!(bob.reads(&game).await.contains("Practice with the machine gibberish"));
    }
}

#[tokio::test]
async fn a_practice_game_waits_while_every_machine_is_blocked_and_goes_on_once_one_is_allowed() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let early = ann.practice().await;
        for _ in 0..House::ALL.len() {
            let game = practises(&mut ann, "ann").await;
            blocks(&mut ann, &game).await;
        }
        ann.asks(&early, "ann").await.leads_to(&early);
        let page = ann.reads(&early).await;
        assert!(
            page.contains(
                "You asked never to be paired again with any machine that may play just now. \
                 Nothing of yours is lost: as soon as you allow one in the settings it takes the \
                 empty seat."
            ),
            "{page}"
        );
        app.passes(MINUTE, 10 * SECOND).await;
        assert!(ann.reads(&early).await.contains("# Your questions are in"));
        ann.get("/settings/blocks").await;
        ann.press("Allow again", &[]).await.leads_to("/settings/blocks");
        app.passes(MINUTE, 10 * SECOND).await;
        assert!(ann.reads(&early).await.contains("# Answer five questions"));
    }
}

/// Blocks every machine that comes with Luna, in practice, where each is known.
async fn blocks_all(app: &TestApp, ann: &mut Persona) {
    for _ in 0..House::ALL.len() {
        let game = practises(ann, "ann").await;
        blocks(ann, &game).await;
    }
    app.work().await;
}

const PROMISE: &str = "If no person comes, a machine does within 2 minutes.";

#[tokio::test]
async fn the_page_of_a_player_who_waits_promises_no_machine_that_is_blocked() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let game = ann.opens("ann").await;
        assert!(ann.reads(&game).await.contains(PROMISE));
        blocks_all(&app, &mut ann).await;
        let page = ann.reads(&game).await;
        assert!(page.contains("You will have a partner as soon as somebody comes."), "{page}");
        assert!(
            page.contains("It may be a person or a machine. You will not be told until the end.")
        );
        app.passes(10 * MINUTE, MINUTE).await;
        assert!(ann.reads(&game).await.contains("# Your questions are in"));
    }
}

/// Ann blocks a partner she does not know yet. What she is shown next is the same whether it is
/// a person or the machine that she would practise with.
#[tokio::test]
async fn a_block_in_an_open_game_tells_nothing_of_the_partner() {
    for app in TestApp::each().await {
        app.only("gibberish").await;
        let mut seen = Vec::new();
        for partner in ["machine", "person"] {
            let mut ann = app.guest(&format!("ann-{partner}")).await;
            let game = ann.opens("ann").await;
            if partner == "person" {
                app.guest("bob").await.opens("bob").await;
            }
            app.passes(3 * MINUTE, 10 * SECOND).await;
            assert!(ann.reads(&game).await.contains("# Answer five questions"), "{partner}");
            blocks(&mut ann, &game).await;
            let other = ann.opens("ann").await;
            let waits = ann.reads(&other).await;
            assert!(!waits.contains(PROMISE), "{partner}: {waits}");
            let practice = practises(&mut ann, "ann").await;
            seen.push((waits, ann.reads(&practice).await));
            ann.leaves(&other).await.leads_to("/games");
        }
        assert_eq!(seen[0], seen[1]);
    }
}
