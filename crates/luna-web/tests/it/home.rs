//! The list of a player's games.

use insta::assert_snapshot;
use luna_testkit::app::{DAY, HOUR, MINUTE, TestApp};
use luna_testkit::play::{answered, finished, paired};

#[tokio::test]
async fn without_games_it_says_how_to_begin() {
    let app = TestApp::new().await;
    assert_snapshot!(app.guest("ann").await.get("/games").await, @"
    200
    You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
    # Your games
    [New game]
    No games yet. Start one: write five questions, and somebody who has written theirs will be your partner. You can have several games at once and leave them for days. Nothing you type is lost.
    ## Practice
    Would you like to see a whole game first? Practise with a machine. It answers at once, nothing counts, and in five minutes you will know every step.
    [Practise with a machine]
    ");
}

#[tokio::test]
async fn games_with_a_move_to_make_come_before_waiting_ones() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    let [anns, _] = answered(&mut ann, &mut bob).await;
    app.later(HOUR);
    // Each step on its own, so that each game has a time of its own.
    let [guessed, _] = answered(&mut ann, &mut bob).await;
    ann.guesses(&guessed, "50").await.leads_to(&guessed);
    app.later(HOUR);
    paired(&mut ann, &mut bob).await;
    app.later(HOUR);
    let [responded, _] = paired(&mut ann, &mut bob).await;
    ann.answers(&responded, "ann").await.leads_to(&responded);
    app.later(30 * MINUTE);
    ann.practice().await;
    // What changes twice in a millisecond counts as changed in the next.
    app.later(MINUTE + 10);
    ann.opens("ann").await;
    ann.new_game().await;
    assert_snapshot!(ann.get("/games").await, @"
    200
    # Your move in 4 games
    [New game]
    - Write your five questions / Then you get a partner · just now 3 days left
    - Write your five questions / Practice · The machine answers at once · 1 minute ago 3 days left
    - Five questions for you / Answer when you like · 1 hour ago 3 days left
    - Responses are in / Read them and guess · 3 hours ago 3 days left
    ## Waiting for the other player
    Your questions are asked in more than one game, each with another partner.
    - Your questions are in / ann asks 1? / You will have a partner soon just now
    - Your responses are in / ann asks 1? / The other player is still answering 31 minutes ago
    - Your guess is in / ann asks 1? / The other player is still guessing 2 hours ago
    ## Practice
    Would you like to see a whole game first? Practise with a machine. It answers at once, nothing counts, and in five minutes you will know every step.
    [Practise with a machine]
    ");
    assert_eq!(ann.get(&anns).await.status.as_u16(), 200);
}

#[tokio::test]
async fn a_partner_who_has_gone_shows_in_the_list() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    let [_, bobs] = paired(&mut ann, &mut bob).await;
    bob.leaves(&bobs).await.leads_to("/games");
    assert_snapshot!(ann.get("/games").await.lines("partner"), @"- Your partner has left / ann asks 1? / Your game is first in the queue for a new partner just now");
}

#[tokio::test]
async fn finished_games_say_how_they_ended() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    finished((&mut ann, "60"), (&mut bob, "30")).await;
    app.later(HOUR);
    finished((&mut ann, "58"), (&mut bob, "50")).await;
    app.later(HOUR);
    finished((&mut ann, "0"), (&mut bob, "40")).await;
    app.later(HOUR);
    let mut cat = app.guest("cat").await;
    finished((&mut ann, "70"), (&mut cat, "20")).await;
    app.later(HOUR);
    let mut dan = app.guest("dan").await;
    let [dans, _] = answered(&mut dan, &mut bob).await;
    dan.guesses(&dans, "1").await;
    app.later(DAY);
    let left = ann.new_game().await;
    ann.leaves(&left).await.leads_to("/games");
    app.later(MINUTE);
    let late = ann.new_game().await;
    app.passes(3 * DAY, 12 * HOUR).await;
    assert_snapshot!(ann.get("/games").await, @"
    200
    # Your games
    [New game]
    ## Finished
    Your open guesses: how close you came where few others have guessed yet.
    - Time ran out / Nobody waits for you just now
    Report · Never pair again
    - You left this game / Nobody waits for you 3 days ago
    Report · Never pair again
    - You won against cat / You guessed 70; they had no rating yet 4 days ago
    Report · Never pair again
    - You lost to bob / You guessed 0, it was 59 4 days ago
    Report · Never pair again
    - You won against bob / You guessed 58, it was 60 4 days ago
    Report · Never pair again
    - A tie with bob / You guessed 60; they had no rating yet 4 days ago
    Report · Never pair again
    ## Practice
    Practise with a machine. It answers at once, and nothing counts.
    [Practise with a machine]
    ");
    assert_snapshot!(ann.get(&late).await.lines("#"), @"# Time ran out");
}

#[tokio::test]
async fn twenty_finished_games_fit_on_a_page_and_the_rest_follow() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    for _ in 0..43 {
        let game = ann.new_game().await;
        ann.leaves(&game).await.leads_to("/games");
    }
    let mut path = "/games".to_owned();
    let mut seen = Vec::new();
    let mut counts = Vec::new();
    for _ in 0..3 {
        let page = ann.get(&path).await;
        let seats: Vec<String> = page
            .body
            .split("<li><a href=\"/games/")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().to_owned())
            .collect();
        counts.push(seats.len());
        seen.extend(seats);
        let older = page.body.split("href=\"/games?before=").nth(1);
        path = older.map_or(String::new(), |rest| {
            format!("/games?before={}", rest.split('"').next().unwrap())
        });
    }
    assert_eq!((counts, path.as_str()), (vec![20, 20, 3], ""));
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 43, "none twice, none left out");
}

#[tokio::test]
async fn a_page_past_the_oldest_game_is_empty_and_does_not_greet() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    assert_snapshot!(ann.get("/games?before=0-0").await.until("## Practice"), @"
    200
    You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
    # Your games
    [New game]
    ");
}

#[tokio::test]
async fn an_invalid_query_shows_the_first_page() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    let game = ann.new_game().await;
    ann.leaves(&game).await;
    let first = ann.get("/games").await.body;
    let long = format!("before={}-x", "9".repeat(4_000));
    for query in [
        "before=",
        "before=-",
        "before=-5-abc",
        "before=%00",
        "before=1-%00",
        "before=1-%F0%9F%8C%99",
        "before=99999999999999999999-a",
        "before=1.5-a",
        "seen=1",
        "&&==&",
        &long,
    ] {
        let page = ann.get(&format!("/games?{query}")).await;
        assert_eq!((page.status.as_u16(), &page.body), (200, &first), "{query}");
    }
}
