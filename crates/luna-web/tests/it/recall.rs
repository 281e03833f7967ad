//! Recall says what comes with Luna; to people also what the operator's corpus says; and in a rated
//! game what people lent and an operator approved.

use std::collections::BTreeSet;

use insta::{allow_duplicates, assert_snapshot};
use luna_machines::read_corpus;
use luna_store::consent::{Purpose, withdraw};
use luna_store::player;
use luna_testkit::app::{HOUR, MINUTE, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::lent;
use luna_testkit::recall::{MARK, MARKED, question, response};
use serde_json::json;

fn fields(letter: char, text: impl Fn(usize) -> String) -> Vec<(String, String)> {
    (1..=5).map(|nth| (format!("{letter}{nth}"), text(nth))).collect()
}

/// What Recall says in a rated game to somebody who asks what a marked player was asked.
async fn recalls_to(app: &TestApp, asker: &mut Persona, name: &str) -> (String, String) {
    let game = asker.new_game().await;
    asker.get(&game).await;
    let asks = fields('q', |nth| question(name, nth));
    asker.press("Send my questions", &lent(&asks)).await.leads_to(&game);
    app.recall_sits_down(game.rsplit('/').next().unwrap()).await;
    asker.answers(&game, "asker").await.leads_to(&game);
    app.passes(HOUR, MINUTE).await;
    let page = asker.get(&game).await.text();
    asker.guesses(&game, "50").await.leads_to(&game);
    app.passes(HOUR, MINUTE).await;
    (game, page)
}

/// One machine account takes all it can, as fast as it can.
#[tokio::test]
async fn a_machine_that_harvests_the_sandbox_finds_nobodys_words() {
    for app in TestApp::each().await {
        app.with_marked().await;
        app.account("eve").await;
        let robot = app.robot("probe", "eve").await;
        let mut said = BTreeSet::new();
        for round in 0..200 {
            let wish = json!({ "mode": "sandbox", "opponent": "recall" });
            let game = robot.post("/games", &wish).await.ok()["id"].as_str().unwrap().to_owned();
            let asks = |nth: usize| match round % 5 {
                marked @ 0..4 => question(MARKED[marked], nth + 1),
                _ => format!(
                    "{} {round} {nth}",
                    ["why", "how many", "zzz", "do you", "tell me"][nth]
                ),
            };
            let asks: Vec<String> = (0..5).map(asks).collect();
            let path = |what: &str| format!("/games/{game}/{what}");
            robot.post(&path("questions"), &json!({ "questions": asks })).await.ok();
            let says = json!({ "responses": ["a", "b", "c", "d", "e"] });
            let over = robot.post(&path("responses"), &says).await.ok();
            for reply in over["their_responses"].as_array().unwrap() {
                said.insert(reply.as_str().unwrap().to_owned());
            }
        }
        let others: Vec<&String> =
            said.iter().filter(|reply| reply.to_lowercase().contains(MARK)).collect();
        assert!(others.is_empty(), "{others:?}");
        assert!(said.len() > 20, "{said:?}");
    }
}

/// A question that only the operator's corpus answers well.
const OPERATORS: &str = "Where does the operatorzzz keep the umbrella?";

#[tokio::test]
async fn the_operators_corpus_is_spoken_to_people_and_not_in_the_sandbox() {
    for app in TestApp::each().await {
        let own = format!("{OPERATORS}\tIn the okapi house\n");
        let lines = read_corpus(own.as_bytes()).unwrap().lines;
        luna_app::recall::add(app.app(), lines).await.unwrap();
        app.account("eve").await;
        let robot = app.robot("probe", "eve").await;
        let wish = json!({ "mode": "sandbox", "opponent": "recall" });
        for _ in 0..5 {
            let game = robot.post("/games", &wish).await.ok()["id"].as_str().unwrap().to_owned();
            let asks = json!({ "questions": vec![OPERATORS; 5] });
            robot.post(&format!("/games/{game}/questions"), &asks).await.ok();
            let says = json!({ "responses": ["a", "b", "c", "d", "e"] });
            let over = robot.post(&format!("/games/{game}/responses"), &says).await.ok();
            for reply in over["their_responses"].as_array().unwrap() {
                let reply = reply.as_str().unwrap().to_lowercase();
                assert!(!reply.contains("okapi"), "{reply}");
            }
        }
        app.only("recall").await;
        let mut ann = app.guest("ann").await;
        let game = ann.practice().await;
        ann.get(&game).await;
        let asks = fields('q', |_| OPERATORS.to_owned());
        ann.press("Send my questions", &lent(&asks)).await.leads_to(&game);
        ann.answers(&game, "ann").await.leads_to(&game);
        let page = ann.get(&game).await.text();
        assert!(page.contains("In the okapi house"), "{page}");
    }
}

#[tokio::test]
async fn repetitions_by_recall_are_erased_with_their_author() {
    for app in TestApp::each().await {
        let marked = app.with_marked().await;
        let mut ann = app.guest("ann").await;
        let (game, page) = recalls_to(&app, &mut ann, "heard").await;
        assert!(page.contains("zebra heard 1"));
        assert!(ann.get("/settings/data").await.body.contains("zebra heard 1"));
        marked[2].is_erased().await;
        assert!(!app.dump().contains("zebra heard"), "{}", app.dump());
        let page = ann.get(&game).await.text();
        assert!(page.contains("[erased]") && !page.contains(MARK), "{page}");
        assert!(!ann.get("/settings/data").await.body.contains(MARK));
    }
}

#[tokio::test]
async fn echoes_of_eliza_are_erased_with_the_asker() {
    for app in TestApp::each().await {
        app.only("eliza").await;
        let mut ann = app.guest("ann").await;
        let mut echoes = Vec::new();
        // Not every reply has something of its question in it.
        for _ in 0..20 {
            let game = ann.practice().await;
            ann.get(&game).await;
            let asks = fields('q', |_| "Are you Xylophone?".to_owned());
            ann.press("Send my questions", &lent(&asks)).await.leads_to(&game);
            ann.answers(&game, "ann").await.leads_to(&game);
            echoes = app.db.column(
                "SELECT body FROM game_move
                 WHERE player_id = 'house-eliza' AND lower(body) LIKE '%ylophone%'",
            );
            if !echoes.is_empty() {
                break;
            }
        }
        assert!(!echoes.is_empty());
        ann.get("/settings/erase").await;
        ann.press("Erase me for good", &[("sure", "yes")]).await.leads_to("/");
        assert!(!app.dump().to_lowercase().contains("xylophone"), "{}", app.dump());
    }
}

#[tokio::test]
async fn operators_review_what_is_lent() {
    for app in TestApp::each().await {
        let mut boss = app.admin().await;
        let page = boss.get("/admin/recall").await;
        allow_duplicates!(assert_snapshot!(page, @"
        200
        Figures Reports Appeals Judges Players Games Machines Recall Questions Trivia Common sense Campaigns Bans Log Readings Jobs Mail Search
        # Recall
        To review Approved Rejected
        Once you approve these responses, the house machine Recall may repeat them to strangers, word for word and without a name. Their authors have agreed to that. Reject responses that identify the author or somebody else, that say how to reach anyone, or that could hurt. The question is shown for context: Recall compares it with what it is asked and never repeats it. Each decision is recorded in the log.
        Nothing to review. Responses appear here when a rated game is over and their author allows Recall to repeat them.
        "));
        app.plays_marked("heard").await;
        let page = boss.get("/admin/recall").await;
        for nth in 1..=5 {
            let (asked, said) = (question("heard", nth), response("heard", nth));
            assert!(page.text().contains(&format!("{asked}\n{said}\nSince 2024-10-04T12:00:00Z")));
        }
        assert!(!page.text().contains("heard-asker"), "nobody is named: {}", page.text());
        let refused = boss.press("Reject this response", &[]).await;
        assert_eq!(refused.status.as_u16(), 409);
        assert!(refused.text().contains("Please say why; the author can read it."));
        boss.get("/admin/recall").await;
        let why = [("why", "A full name.")];
        boss.press("Reject this response", &why).await.leads_to("/admin/recall");
        boss.get("/admin/recall").await;
        boss.press("Approve", &[]).await.leads_to("/admin/recall");
        let text = async |boss: &mut Persona, path: &str| boss.get(path).await.text();
        assert_eq!(text(&mut boss, "/admin/recall").await.matches(MARK).count(), 3);
        let approved = text(&mut boss, "/admin/recall/approved").await;
        assert!(approved.contains("approved by operator, 2024-10-04T12:00:00Z"), "{approved}");
        let rejected = text(&mut boss, "/admin/recall/rejected").await;
        let why = "rejected by operator, 2024-10-04T12:00:00Z: A full name.";
        assert!(rejected.contains(why), "{rejected}");
        let log = text(&mut boss, "/admin/acts").await;
        assert!(
            log.contains("operator | rejected, for Recall, a response of heard | A full name."),
            "{log}"
        );
        assert!(log.contains("operator | approved, for Recall, a response of heard"), "{log}");

        boss.get("/admin/recall/approved").await;
        let why = [("why", "On second thought.")];
        let back = boss.press("Reject this response", &why).await;
        back.leads_to("/admin/recall/approved");
        let approved = text(&mut boss, "/admin/recall/approved").await;
        assert!(approved.contains("No responses are approved"), "{approved}");

        // The author takes the rest back while the operator reads.
        boss.get("/admin/recall").await;
        app.acts(|tx, at| {
            let id = player::by_name(tx, "heard")?.id;
            withdraw(tx, &id, Purpose::Recall, at.now)
        })
        .await;
        let late = boss.press("Approve", &[]).await;
        assert_eq!(late.status.as_u16(), 409);
        assert!(late.text().contains("This response is gone"), "{}", late.text());
    }
}

#[tokio::test]
async fn the_review_goes_on_from_page_to_page() {
    let app = TestApp::new().await;
    for nth in 0..11 {
        app.plays_marked(&format!("heard{nth}")).await;
        app.later(MINUTE);
    }
    let mut boss = app.admin().await;
    let first = boss.get("/admin/recall").await.body;
    let (_, rest) = first.split_once("href=\"/admin/recall?before=").unwrap();
    let older = format!("/admin/recall?before={}", rest.split_once('"').unwrap().0);
    let second = boss.get(&older).await.body;
    let all: BTreeSet<String> = [&first, &second]
        .iter()
        .flat_map(|page| page.split(MARK).skip(1))
        .map(|rest| rest.split('<').next().unwrap().to_owned())
        .collect();
    assert_eq!(first.matches(MARK).count(), 50);
    assert_eq!(all.len(), 55);
    assert!(first.contains("heard10") && !second.contains("heard10"), "the newest come first");
}
