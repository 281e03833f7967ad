//! Appeals against the judgment of an answer, and rulings that hold for everybody.

use insta::{allow_duplicates, assert_snapshot};
use luna_app::quiz::limits::APPEALS;
use luna_testkit::app::TestApp;
use luna_testkit::persona::Persona;

const APPEALS_PAGE: &str = "/admin/quiz/appeals";

/// Answers the next question of the test at once, wrongly.
async fn says(player: &mut Persona, answer: &str) -> String {
    let play = player.reads_timed().await;
    player.buzzes_with(&play, answer).await;
    play
}

async fn appeals(player: &mut Persona, play: &str) {
    player.get(play).await;
    player.press("I was right", &[]).await.leads_to(play);
}

async fn heading(player: &mut Persona, play: &str) -> String {
    let page = player.reads(play).await;
    page.lines().find(|line| line.starts_with('#')).unwrap().to_owned()
}

#[tokio::test]
async fn a_ruling_holds_for_all_who_gave_the_answer_and_will() {
    let app = TestApp::new().await;
    app.ravens(&["Science"]).await;
    let mut all = Vec::new();
    for name in ["ann", "bob", "cat", "dan"] {
        all.push(app.guest(name).await);
    }
    let [ann, bob, cat, dan] = &mut all[..] else { unreachable!() };
    let anns = says(ann, "Poe’s pet").await;
    let bobs = says(bob, "  the Poe's PET ").await;
    let cats = says(cat, "poes pet rook").await;
    appeals(ann, &anns).await;
    let shown = ann.get(&anns).await.lines("moderator");
    allow_duplicates! { assert_snapshot!(shown, @"You have appealed. A moderator will decide.") }
    // Sent twice it counts once.
    ann.post(&format!("{anns}/appeal"), &[]).await.leads_to(&anns);
    let mut marshal = app.moderator().await;
    let shown = marshal.get(APPEALS_PAGE).await;
    allow_duplicates! { assert_snapshot!(shown, @"
        200
        Reports Appeals Judges Players Games Machines Questions Trivia Common sense Campaigns Bans Log Search
        # Appeals
        These answers were judged wrong, but their players say that they are right. A decision applies to everybody who gives the same answer to the same question, past and future. It is recorded in the log.
        [Take the next answer]
        ## “Poe’s pet”
        The answer line: common raven [accept Corvus corax; prompt on corvid by asking “Which species?”; prompt on bird]
        ▸ The question
        q1-clue1 q1-clue2 q1-clue3 q1-clue4 q1-clue5 q1-clue6 q1-clue7 q1-clue8 q1-clue9 q1-clue10 q1-clue11 q1-clue12
        Science · Night Cup, packet 1 · buzzed after 1 of 12 words
        1 appeal; the first was made just now
        Your reason (the players will read it) ‹›
        [The answer is right] [The answer is wrong]
        ") }
    let refused = marshal.press("The answer is right", &[]).await;
    allow_duplicates! { assert_snapshot!(refused.lines("reason"), @"! Please give a reason. The players will read it.") }
    marshal.get(APPEALS_PAGE).await;
    let (to, body) =
        marshal.filled("The answer is right", &[("why", "Grip was its name."), ("do", "right")]);
    marshal.post_raw(&to, &body).await.leads_to(APPEALS_PAGE);
    let shown = marshal.post_raw(&to, &body).await.lines("decided");
    allow_duplicates! { assert_snapshot!(shown, @"! Another moderator has already decided about this answer.") }
    let shown = marshal.get(APPEALS_PAGE).await.lines("appeals");
    allow_duplicates! { assert_snapshot!(shown, @"No open appeals.") }
    assert_eq!(heading(ann, &anns).await, "# Right, and early: 15 points");
    assert_eq!(heading(bob, &bobs).await, "# Right, and early: 15 points");
    assert_eq!(heading(cat, &cats).await, "# Wrong: −5 points");
    let shown = bob.get(&bobs).await.lines("moderator");
    allow_duplicates! { assert_snapshot!(shown, @"A moderator has ruled that this answer is right: Grip was its name.") }
    let dans = says(dan, "Poe's pet").await;
    assert_eq!(heading(dan, &dans).await, "# Right, and early: 15 points");
    let shown = marshal.get("/admin/acts").await.lines("appeal");
    allow_duplicates! { assert_snapshot!(shown, @"2024-10-04T12:00:00Z | marshal | decided an appeal of ann | right: Grip was its name.") }
    assert!(ann.reads("/quiz/me").await.contains("15 points"), "also in the statistics");
}

#[tokio::test]
async fn a_ruling_that_an_answer_is_wrong_leaves_it_so() {
    let app = TestApp::new().await;
    app.ravens(&["Science"]).await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let anns = says(&mut ann, "rook").await;
    appeals(&mut ann, &anns).await;
    let mut marshal = app.moderator().await;
    marshal.get(APPEALS_PAGE).await;
    let fields = [("why", "Another <b>bird</b>."), ("do", "wrong")];
    marshal.press("The answer is wrong", &fields).await.leads_to(APPEALS_PAGE);
    assert_eq!(heading(&mut ann, &anns).await, "# Wrong: −5 points");
    let page = ann.get(&anns).await;
    allow_duplicates! { assert_snapshot!(page.lines("moderator"), @"A moderator has ruled that this answer is wrong: Another <b>bird</b>.") }
    assert!(!page.text().contains("I was right"));
    // Nobody appeals against what is decided.
    let bobs = says(&mut bob, "rook").await;
    assert!(!bob.reads(&bobs).await.contains("I was right"));
    bob.post(&format!("{bobs}/appeal"), &[]).await.leads_to(&bobs);
    let shown = marshal.get(APPEALS_PAGE).await.lines("appeals");
    allow_duplicates! { assert_snapshot!(shown, @"No open appeals.") }
}

#[tokio::test]
async fn moderators_decide_and_not_about_themselves() {
    let app = TestApp::new().await;
    app.ravens(&["Science"]).await;
    let mut ann = app.guest("ann").await;
    let anns = says(&mut ann, "rook").await;
    appeals(&mut ann, &anns).await;
    assert_eq!(ann.get(APPEALS_PAGE).await.status.as_u16(), 404);
    ann.get(&anns).await;
    let id = anns.rsplit('/').next().unwrap();
    let fields = [("play", id), ("why", "I say so."), ("do", "right")];
    assert_eq!(ann.post(APPEALS_PAGE, &fields).await.status.as_u16(), 404);
    let mut marshal = app.moderator().await;
    let own = says(&mut marshal, "rook").await;
    appeals(&mut marshal, &own).await;
    marshal.get(APPEALS_PAGE).await;
    let refused = marshal.press("The answer is right", &[("why", "Mine."), ("do", "right")]).await;
    allow_duplicates! { assert_snapshot!(refused.lines("own"), @"! You cannot decide about your own answer.") }
    assert_eq!(heading(&mut ann, &anns).await, "# Wrong: −5 points");
}

#[tokio::test]
async fn only_a_wrong_answer_that_was_given_can_be_appealed() {
    let app = TestApp::new().await;
    app.ravens(&["Science"; 4]).await;
    let mut ann = app.guest("ann").await;
    let right = says(&mut ann, "raven").await;
    let refused = ann.post(&format!("{right}/appeal"), &[]).await;
    assert_eq!(refused.status.as_u16(), 422);
    let open = ann.reads_timed().await;
    assert_eq!(ann.post(&format!("{open}/appeal"), &[]).await.status.as_u16(), 422);
    ann.get(&open).await;
    ann.press("Give up and show the answer", &[]).await.leads_to(&open);
    assert_eq!(ann.post(&format!("{open}/appeal"), &[]).await.status.as_u16(), 422);
    let wrong = says(&mut ann, "rook").await;
    let id = app.db.column("SELECT id FROM player WHERE name = 'ann'")[0].clone();
    for _ in 0..APPEALS.burst {
        app.app().limits.take(APPEALS, &id, app.now()).unwrap();
    }
    assert_eq!(ann.post(&format!("{wrong}/appeal"), &[]).await.status.as_u16(), 429);
}
