//! What players said about single answers, as everybody may download it.

use luna_store::consent::Purpose;
use luna_store::player;
use luna_testkit::app::{DAY, TestApp};
use serde_json::Value;

use crate::daily::{agrees, all, published};

const FILE: &str = "/today/release/judgements.jsonl";

/// Somebody plays the daily moon, as a guest who is logged in.
async fn plays(app: &TestApp, name: &'static str, guess: &'static str) {
    let mut who = app.guest(name).await;
    who.get("/today").await;
    who.press("Show me who they were", &all(guess, "machine")).await.leads_to("/today");
}

async fn judgements(app: &TestApp) -> Vec<Value> {
    let text = app.visitor().get(FILE).await.body;
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn guesses(all: &[Value]) -> Vec<u64> {
    all.iter().map(|it| it["guess"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn judgements_are_published_when_the_day_is_over_while_their_players_agree() {
    for app in TestApp::each().await {
        app.work().await;
        for (name, guess) in [("ann", "72"), ("bob", "30"), ("cat", "5")] {
            plays(&app, name, guess).await;
        }
        let mut visitor = app.visitor();
        visitor.get("/today").await;
        visitor.press("Show me who they were", &all("9", "person")).await.leads_to("/today");
        for name in ["ann", "bob"] {
            agrees(&app, name, true).await;
        }
        assert!(judgements(&app).await.is_empty(), "the day is not over");
        app.later(DAY);
        app.work().await;
        let found = judgements(&app).await;
        let mut said = guesses(&found);
        said.sort_unstable();
        assert_eq!(said, [[30; 5], [72; 5]].concat());
        let one = &found[0];
        assert_eq!(one["taken_for"], "machine");
        assert_eq!(one["source"], "luna");
        for field in ["question", "answer", "answered_by", "judge", "exchange", "day"] {
            assert!(one[field].as_str().is_some_and(|text| !text.is_empty()), "{field}: {one}");
        }
        let text = format!("{found:?}");
        for id in app.db.column("SELECT id FROM player WHERE name IN ('ann', 'bob', 'cat')") {
            assert!(!text.contains(&id), "{id} in {text}");
        }

        agrees(&app, "bob", false).await;
        assert_eq!(guesses(&judgements(&app).await), [72; 5]);
        app.acts(|tx, at| {
            let id = player::by_name(tx, "ann")?.id;
            luna_store::erase::erase(tx, at, &id)
        })
        .await;
        assert!(judgements(&app).await.is_empty());
    }
}

#[tokio::test]
async fn a_player_has_another_name_on_each_day_and_in_each_download() {
    let app = TestApp::new().await;
    app.work().await;
    let mut ann = app.guest("ann").await;
    agrees(&app, "ann", true).await;
    for _ in 0..2 {
        ann.get("/today").await;
        ann.press("Show me who they were", &all("50", "person")).await.leads_to("/today");
        app.later(DAY);
        app.work().await;
    }
    let mut names = std::collections::BTreeSet::new();
    for _ in 0..2 {
        let found = judgements(&app).await;
        assert_eq!(found.len(), 10);
        names.extend(found.iter().map(|it| it["judge"].as_str().unwrap().to_owned()));
    }
    assert_eq!(names.len(), 4, "{names:?}");
}

/// Both players of a game decide about an answer in it, whatever those say who judge it.
#[tokio::test]
async fn judgements_of_an_answer_go_with_the_consent_to_its_words() {
    for app in TestApp::each().await {
        let _both = published(&app).await;
        let of_games = app.db.column("SELECT id FROM exchange WHERE name IS NOT NULL ORDER BY id");
        let own = &of_games[..3];
        let of_games = app.db.column("SELECT id FROM exchange WHERE name IS NULL ORDER BY id");
        assert_eq!(of_games.len(), 2);
        let five = [own, &of_games].concat().join(" ");
        let today = app.now().div_euclid(DAY);
        app.db.raw(&format!("UPDATE daily SET exchanges = '{five}' WHERE day = {today}"));
        plays(&app, "eve", "64").await;
        agrees(&app, "eve", true).await;
        app.later(DAY);
        let found = judgements(&app).await;
        assert_eq!(found.len(), 5);
        let sources: Vec<&Value> = found.iter().map(|it| &it["source"]).collect();
        assert_eq!(sources, ["luna", "luna", "luna", "game", "game"]);
        agrees(&app, "bob", false).await;
        assert_eq!(judgements(&app).await.len(), 3);
        // In the words in force only.
        app.acts(|tx, at| {
            let id = player::by_name(tx, "eve")?.id;
            luna_store::consent::give(tx, &id, Purpose::Publication, "an older text", at.now)
        })
        .await;
        assert!(judgements(&app).await.is_empty());
    }
}
