//! Instances with rules of their own: fewer questions, shorter texts.

use insta::assert_snapshot;
use luna_core::game::Rules;
use luna_testkit::app::TestApp;
use luna_testkit::persona::Persona;

/// `q1` to `q3`.
const ASKED: [(&str, &str); 3] = [("q1", "Why?"), ("q2", "When?"), ("q3", "Where?")];
const ANSWERED: [(&str, &str); 3] = [("r1", "So."), ("r2", "Then."), ("r3", "There.")];

async fn with_three_questions() -> TestApp {
    TestApp::with(|settings| settings.rules = Rules { questions: 3, max_chars: 200 }).await
}

async fn asks_three(who: &mut Persona) -> String {
    let game = who.new_game().await;
    who.get(&game).await;
    who.press("Send my questions", &ASKED).await.leads_to(&game);
    game
}

#[tokio::test]
async fn two_people_play_a_game_of_three_questions() {
    let app = with_three_questions().await;
    let landing = app.visitor().get("/").await;
    assert_snapshot!(landing.lines("Ask a stranger"), @"Ask a stranger three questions. Answer theirs. Then say, from 0 to 100, how smart they seem. The closer guess wins. The stranger may be a person. It may be a machine.");
    assert_snapshot!(app.visitor().get("/how").await.lines("You write"), @"You write three questions of any kind, in any language, up to 200 characters each. When they are in, you are paired with somebody whose questions are in too. Now and then you get a machine instead, and always if nobody comes within 2 minutes. You are not told.");
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let anns = ann.new_game().await;
    assert_snapshot!(ann.get(&anns).await.lines("# "), @"# Ask three questions");
    let long = "x".repeat(201);
    let refused = ann.press("Send my questions", &[ASKED[0], ASKED[1], ("q3", &long)]).await;
    assert_snapshot!(refused.lines("! "), @"! Question 3 has 201 characters; the limit is 200.");
    ann.get(&anns).await;
    ann.press("Send my questions", &ASKED).await.leads_to(&anns);
    let bobs = asks_three(&mut bob).await;
    assert_snapshot!(bob.get("/games").await.lines("- Three"), @"- Three questions for you / Answer when you like · just now 3 days left");
    for (who, game) in [(&mut ann, &anns), (&mut bob, &bobs)] {
        assert_eq!(who.get(game).await.lines("# "), "# Answer three questions");
        who.press("Send my responses", &ANSWERED).await.leads_to(game);
    }
    ann.guesses(&anns, "40").await.leads_to(&anns);
    bob.guesses(&bobs, "60").await.leads_to(&bobs);
    assert_snapshot!(ann.get(&anns).await.lines("A tie"), @"A tie: neither of you had a rating yet.");
}

#[tokio::test]
async fn house_machines_keep_to_the_rules_of_the_game() {
    let app = with_three_questions().await;
    let mut ann = app.guest("ann").await;
    let practice = ann.practice().await;
    ann.get(&practice).await;
    ann.press("Send my questions", &ASKED).await.leads_to(&practice);
    assert_eq!(ann.get(&practice).await.lines("# "), "# Answer three questions");
    ann.press("Send my responses", &ANSWERED).await.leads_to(&practice);
    ann.guesses(&practice, "40").await.leads_to(&practice);
    assert_snapshot!(ann.get(&practice).await.lines("This was"), @"This was practice, so nobody wins or loses.");
}
