//! Downloading what is kept, and being erased.

use insta::assert_snapshot;
use luna_testkit::app::{PASSWORD, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::{finished, paired, questions};
use serde_json::Value;

async fn data(player: &mut Persona) -> Value {
    let answer = player.get("/settings/data").await;
    assert_eq!(answer.status.as_u16(), 200);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(
        answer.header("content-disposition"),
        Some("attachment; filename=\"my-luna-data.json\"")
    );
    serde_json::from_str(&answer.body).unwrap()
}

#[tokio::test]
async fn the_download_has_everything_one_wrote() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
        finished((&mut ann, "60"), (&mut bob, "30")).await;
        let next = ann.new_game().await;
        ann.get(&next).await;
        ann.press("Save and finish later", &[("q2", "half a question")])
            .await
            .leads_to("/games?notice=saved");
        let kept = data(&mut ann).await;
        assert_eq!(kept["player"]["name"], "ann");
        assert_eq!(kept["player"]["email"], "ann@example.org");
        let games = kept["games"].as_array().unwrap();
        assert_eq!(games.len(), 2);
        let over = games.iter().find(|game| game["outcome"] == "tied").unwrap();
        let asked: Vec<&str> = over["moves"][0]["move"]["ask"]
            .as_array()
            .unwrap()
            .iter()
            .map(|q| q.as_str().unwrap())
            .collect();
        assert_eq!(
            asked,
            questions("ann").iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>()
        );
        assert_eq!(over["moves"][1]["move"]["answer"][4], "ann says 5.");
        assert_eq!(over["moves"][2]["move"]["guess"]["points"], 60_000_000);
        assert_eq!(over["their_answers"][0], "bob says 1.");
        assert_eq!(over["their_guess"], 30_000_000);
        assert_eq!(over["rating_after"], 30.0);
        assert!(over["their_rating"].is_null(), "bob had none before");
        let drafts = kept["drafts"].as_array().unwrap();
        assert!(drafts.iter().any(|draft| draft["text"] == "half a question"), "{drafts:?}");
        assert_eq!(kept["sessions"][0]["device"], "Firefox on Linux");
        assert_eq!(kept["mails"][0]["subject"], "Is this your address?");
    }
}

#[tokio::test]
async fn the_download_has_the_partners_rating_once_the_final_page_shows_it() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    finished((&mut ann, "60"), (&mut bob, "30")).await;
    let [anns, bobs] = paired(&mut ann, &mut bob).await;
    let ratings = async |ann: &mut Persona| -> Vec<Value> {
        let kept = data(ann).await;
        kept["games"].as_array().unwrap().iter().map(|it| it["their_rating"].clone()).collect()
    };
    for (player, page, name) in [(&mut ann, &anns, "ann"), (&mut bob, &bobs, "bob")] {
        player.answers(page, name).await.leads_to(page);
    }
    ann.guesses(&anns, "90").await.leads_to(&anns);
    assert_eq!(ratings(&mut ann).await, [Value::Null, Value::Null], "bob has not guessed");
    bob.guesses(&bobs, "40").await.leads_to(&bobs);
    let both = ratings(&mut ann).await;
    assert!(both.contains(&60.0.into()) && both.contains(&Value::Null), "{both:?}");
    assert!(ann.get(&anns).await.text().contains("60"), "as the page says");
}

#[tokio::test]
async fn the_download_has_nothing_of_the_partner_that_is_hidden() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    let [anns, bobs] = paired(&mut ann, &mut bob).await;
    bob.answers(&bobs, "bob").await.leads_to(&bobs);
    let hidden = hidden(&app, "bob");
    let check = async |ann: &mut Persona, wrote: &[&str]| {
        let text = data(ann).await.to_string();
        for secret in hidden.iter().map(String::as_str).chain(wrote.iter().copied()) {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    };
    check(&mut ann, &["bob says"]).await;
    ann.answers(&anns, "ann").await.leads_to(&anns);
    bob.guesses(&bobs, "87.125").await.leads_to(&bobs);
    check(&mut ann, &["87125000"]).await;
    assert!(data(&mut ann).await.to_string().contains("bob says 1."), "hers to read by now");
    // Also after she has gone and somebody else sits there.
    ann.leaves(&anns).await.leads_to("/games");
}

/// Ids and addresses by which somebody could be found.
fn hidden(app: &TestApp, name: &str) -> Vec<String> {
    let rows = app.db.raw(&format!("SELECT id, email FROM player WHERE name = '{name}'"));
    let seats = app.db.column(&format!(
        "SELECT s.id FROM seat s JOIN player p ON p.id = s.player_id WHERE p.name = '{name}'"
    ));
    let games = app.db.column("SELECT id FROM game");
    rows.concat().into_iter().chain(seats).chain(games).collect()
}

#[tokio::test]
async fn a_player_who_left_a_game_downloads_nothing_of_what_followed() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, [anns, bobs]) = app.paired().await;
    bob.answers(&bobs, "bob").await.leads_to(&bobs);
    ann.leaves(&anns).await.leads_to("/games");
    let mut cat = app.guest("cat").await;
    let cats = cat.opens("cat").await;
    cat.answers(&cats, "cat").await.leads_to(&cats);
    cat.guesses(&cats, "12").await.leads_to(&cats);
    bob.guesses(&bobs, "34").await.leads_to(&bobs);
    let text = data(&mut ann).await.to_string();
    for other in ["bob says", "cat says", "cat asks", "12000000", "34000000"] {
        assert!(!text.contains(other), "{other} in {text}");
    }
    assert!(text.contains("ann asks 1?"));
}

#[tokio::test]
async fn the_page_before_erasing_says_what_is_deleted_and_what_stays() {
    let app = TestApp::new().await;
    assert_snapshot!(app.guest("ann").await.get("/settings/erase").await, @"
    200
    You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
    # Erase me
    Your name, your address and every word you wrote here are deleted at once and for good. You leave your open games, and your partners get new partners. Finished games stay for your partners, without your words; your guesses stay, so that ratings stay correct.
    [Download my data]
    [ ] I am sure: this cannot be undone [Erase me for good]
    ");
    assert_snapshot!(app.account("bob").await.get("/settings/erase").await.lines("‹"), @"Your password ‹›");
}

#[tokio::test]
async fn erasing_takes_a_tick_and_the_password() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    let mut told = String::new();
    for fields in [
        vec![("current", PASSWORD)],
        vec![("current", "wrong horse"), ("sure", "yes")],
        vec![("sure", "yes")],
    ] {
        ann.get("/settings/erase").await;
        let answer = ann.press("Erase me for good", &fields).await;
        told.push_str(&format!("{} {}\n", answer.status.as_u16(), answer.lines("!")));
    }
    assert_snapshot!(told, @"
    422 ! Please tick the box to confirm.
    422 ! Wrong password.
    422 ! Wrong password.
    ");
    assert_eq!(ann.get("/profile").await.lines("# "), "# ann");
}

#[tokio::test]
async fn an_erased_player_leaves_no_word_and_no_trace_but_the_guesses() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
        finished((&mut ann, "60"), (&mut bob, "30")).await;
        let [anns, bobs] = paired(&mut ann, &mut bob).await;
        ann.get(&anns).await;
        ann.press("Save and finish later", &[("r1", "ann is typing")])
            .await
            .leads_to("/games?notice=saved");
        app.mails().await;
        let mut phone = ann.elsewhere();
        phone.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
        ann.get("/settings/erase").await;
        let sure = [("current", PASSWORD), ("sure", "yes")];
        ann.press("Erase me for good", &sure).await.leads_to("/?notice=erased");
        assert!(!ann.jar.contains_key("luna"));
        let dump = app.dump();
        for word in ["ann asks", "ann says", "ann is typing", "ann@example.org", "| ann |"] {
            assert!(!dump.contains(word), "{word} in {dump}");
        }
        assert_eq!(phone.get("/games").await.status.as_u16(), 401);
        assert_eq!(phone.logs_in("ann@example.org", PASSWORD).await.status.as_u16(), 422);
        // Bob keeps his rating, and his open game continues with somebody else.
        assert!(bob.get("/profile").await.text().contains("60 Smarts Rating"));
        assert!(bob.get(&bobs).await.text().contains("# Your partner has left"));
        // The address is free again.
        app.account("ann").await;
    }
}
