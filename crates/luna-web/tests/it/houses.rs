//! The machines that come with Luna, as they meet people.

use luna_machines::{HouseMachine, is_gibberish};
use luna_testkit::app::{MINUTE, SECOND, TestApp};
use luna_testkit::persona::Persona;

/// Presses "Never pair again" in a game.
async fn blocks(somebody: &mut Persona, game: &str) {
    somebody.get(&format!("{game}/block")).await;
    somebody.press("Never pair us again", &[]).await.leads_to("/settings/blocks");
}

/// The machine in a game, whose page does not say which it is.
async fn machine_in(app: &TestApp, somebody: &mut Persona, game: &str) -> String {
    let page = somebody.reads(game).await;
    for house in HouseMachine::ALL {
        assert!(!page.to_lowercase().contains(house.name()), "{page}");
    }
    let seat = game.rsplit('/').next().unwrap();
    let opposite = "SELECT o.player_id FROM seat s JOIN seat o ON o.game_id = s.game_id";
    app.db.column(&format!("{opposite} AND o.side <> s.side WHERE s.id = '{seat}'")).remove(0)
}

/// Plays a practice game up to where a machine has sat down.
pub(crate) async fn practises(somebody: &mut Persona, name: &str) -> String {
    let game = somebody.practice().await;
    somebody.asks(&game, name).await.leads_to(&game);
    game
}

#[tokio::test]
async fn practice_seats_no_machine_that_the_player_has_blocked_and_says_when_none_is_left() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let mut met = Vec::new();
        for _ in 0..HouseMachine::ALL.len() {
            let game = practises(&mut ann, "ann").await;
            met.push(machine_in(&app, &mut ann, &game).await);
            app.later(SECOND);
            blocks(&mut ann, &game).await;
        }
        met.sort();
        assert_eq!(met, ["house-eliza", "house-gibberish", "house-recall"]);

        ann.get("/games").await;
        let refused = ann.press("Practise with a machine", &[]).await;
        assert_eq!(refused.status.as_u16(), 409);
        assert_eq!(
            refused.lines("!"),
            "! You have blocked all house machines that are available now, so there is none to \
             practise with. You can allow one again in the settings."
        );
        // Another player's blocks are not theirs.
        let mut bob = app.guest("bob").await;
        let game = practises(&mut bob, "bob").await;
        assert!(bob.reads(&game).await.contains("# Answer five questions"));
    }
}

#[tokio::test]
async fn a_practice_game_waits_while_every_machine_is_blocked_and_goes_on_once_one_is_allowed() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let early = ann.practice().await;
        for _ in 0..HouseMachine::ALL.len() {
            let game = practises(&mut ann, "ann").await;
            blocks(&mut ann, &game).await;
        }
        ann.asks(&early, "ann").await.leads_to(&early);
        let page = ann.reads(&early).await;
        assert!(
            page.contains(
                "You have blocked all machines that are available now. \
                 Nothing of yours is lost: as soon as you allow one in the settings, it takes the empty seat."
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

/// Blocks every machine that comes with Luna, in practice, which seats one after the other.
async fn blocks_all(app: &TestApp, ann: &mut Persona) {
    for _ in 0..HouseMachine::ALL.len() {
        let game = practises(ann, "ann").await;
        blocks(ann, &game).await;
    }
    app.work().await;
}

const PROMISE: &str = "If no person comes, a machine will within 2 minutes.";

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
            let page = ann.reads(&practice).await;
            let (drawn, rest): (Vec<&str>, Vec<&str>) =
                page.lines().partition(|line| is_gibberish(line));
            assert_eq!(drawn.len(), 5, "{page}");
            seen.push((waits, rest.join("\n")));
            ann.leaves(&other).await.leads_to("/games");
        }
        assert_eq!(seen[0], seen[1]);
    }
}

/// All questions that machines have asked, a list for each game.
pub(crate) fn asked(app: &TestApp, practice: bool) -> Vec<Vec<String>> {
    let not = if practice { "" } else { "NOT" };
    let moves = app.db.column(&format!(
        "SELECT m.body FROM game_move m JOIN game g ON g.id = m.game_id
         WHERE m.player_id LIKE 'house-%' AND m.body LIKE '{{\"ask\"%' AND {not} g.practice
         ORDER BY m.at, m.game_id"
    ));
    let texts = |body: &String| {
        let ask: serde_json::Value = serde_json::from_str(body).unwrap();
        let texts = ask["ask"].as_array().unwrap();
        texts.iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    moves.iter().map(texts).collect()
}
