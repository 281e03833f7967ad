//! The two results of a game: each case of the table in `docs/game.md`, and open guesses that ripen.

use insta::assert_snapshot;
use luna_testkit::app::{DAY, HOUR, MINUTE, PASSWORD, SECOND, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::finished;

const GAME: &str = include_str!("../../../../docs/game.md");

/// The cells of the rows of the table of results.
fn cases() -> Vec<Vec<&'static str>> {
    let (_, table) = GAME.split_once("| you are | your partner is |").unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// Somebody else guesses about this person, who is unrated if they are to stay so.
async fn is_rated(app: &TestApp, person: &mut Persona, guess: &str) {
    let mut other = app.guest(&format!("rater{guess}")).await;
    finished((person, "50"), (&mut other, guess)).await;
}

#[tokio::test]
async fn each_case_of_the_table_is_told_as_it_stands_there() {
    let cases = cases();
    assert_eq!(cases.len(), 4);
    for case in cases {
        let [mine, theirs, outcome, close] = case[..] else { panic!("{case:?}") };
        let app = TestApp::new().await;
        let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
        if mine == "rated" {
            is_rated(&app, &mut ann, "70").await;
        }
        if theirs == "rated" {
            is_rated(&app, &mut bob, "30").await;
        }
        // Three points away, and two.
        let [anns, bobs] = finished((&mut ann, "33"), (&mut bob, "72")).await;
        let (anns, bobs) = (ann.get(&anns).await.text(), bob.get(&bobs).await.text());
        let (hers, his) = match outcome {
            "the closer guess wins" => ("You lost", "You won"),
            "a win for you" => ("You won", "You have been rated"),
            "no loss for you, a win for them" => ("You have been rated", "You won"),
            "a tie" => ("A tie", "A tie"),
            other => panic!("{other}"),
        };
        assert!(anns.contains(&format!("\n{hers}")), "{case:?} {anns}");
        assert!(bobs.contains(&format!("\n{his}")), "{case:?} {bobs}");
        let sentence = match close {
            "in points" => "your guess is 3 points from the only other guess so far",
            "you are the first to guess" => "You are the first to guess about them",
            other => panic!("{other}"),
        };
        assert!(anns.contains(sentence), "{case:?} {anns}");
    }
}

#[tokio::test]
async fn a_machine_as_a_partner_is_no_other_case() {
    let app = TestApp::new().await;
    app.only("eliza").await;
    let mut ann = app.guest("ann").await;
    let game = ann.opens("ann").await;
    app.passes(10 * MINUTE, SECOND).await;
    ann.answers(&game, "ann").await.leads_to(&game);
    app.passes(DAY, MINUTE).await;
    ann.guesses(&game, "20").await.leads_to(&game);
    app.passes(DAY, MINUTE).await;
    let page = ann.get(&game).await.text();
    assert!(page.contains("\nA tie") && page.contains("# eliza, a machine"), "{page}");
    assert!(page.contains("You are the first to guess about them"), "{page}");
    assert!(ann.get("/guesses").await.text().contains("eliza | 20 | nobody yet"));
}

#[tokio::test]
async fn an_open_guess_ripens_and_its_owner_is_told_twice() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    let [anns, _] = finished((&mut ann, "40"), (&mut bob, "60")).await;
    assert_snapshot!(ann.get("/guesses").await.lines("bob"), @"bob | 40 | nobody yet | just now");
    let mut told = Vec::new();
    for nth in 1..=5 {
        app.passes(DAY, HOUR).await;
        ann.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
        bob.logs_in("bob@example.org", PASSWORD).await.leads_to("/games");
        let mut other = app.guest(&format!("other{nth}")).await;
        finished((&mut bob, "50"), (&mut other, &format!("{}", 20 + nth))).await;
        app.passes(DAY, HOUR).await;
        let mails = app.mails().await;
        let ripened = mails.iter().filter(|mail| mail.subject == "Others have guessed too");
        told.push(ripened.filter(|mail| mail.address == "ann@example.org").count());
    }
    assert_eq!(told, [1, 0, 0, 0, 1], "with the first guess of somebody else, and the fifth");
    ann.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    let page = ann.get(&anns).await.text();
    assert!(page.contains("your guess is 17 points from the mean of 5 other guesses."), "{page}");
    assert!(ann.get("/guesses").await.text().contains("You have none"));
}

/// Whoever has met somebody once would otherwise see each time that they play.
#[tokio::test]
async fn guesses_of_today_are_told_by_neither_page_before_midnight() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let [anns, _] = finished((&mut ann, "40"), (&mut bob, "60")).await;
    let (page, open) = (ann.get(&anns).await.text(), ann.get("/guesses").await.text());
    app.later(SECOND);
    is_rated(&app, &mut bob, "30").await;
    assert_eq!(ann.get(&anns).await.text(), page);
    assert_eq!(ann.get("/guesses").await.text(), open);
    app.later(DAY);
    let page = ann.get(&anns).await.text();
    assert!(page.contains("your guess is 10 points from the only other guess so far"), "{page}");
    assert!(ann.get("/guesses").await.text().contains("10 points from the only other guess"));
}

#[tokio::test]
async fn a_private_rating_is_told_by_one_bit() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.account("bob").await);
    is_rated(&app, &mut bob, "30").await;
    bob.get("/settings").await;
    bob.press("Keep my rating private", &[]).await.leads_to("/settings");
    let [anns, _] = finished((&mut ann, "33"), (&mut bob, "72")).await;
    let page = ann.get(&anns).await.text();
    assert!(page.contains("your guess is within 10 points of the only other guess"), "{page}");
    assert!(!page.contains("3 points"), "{page}");
    let open = ann.get("/guesses").await.lines("bob");
    assert_snapshot!(open, @"bob | 33 | within 10 points of the only other guess | just now");
}
