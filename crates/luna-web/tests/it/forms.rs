//! What forms keep and confirm where no script runs, and which way texts are written.

use luna_testkit::app::TestApp;
use luna_testkit::persona::Persona;
use luna_testkit::play::lent;

/// What a form of the page that is open would send.
fn fields(persona: &Persona, button: &str) -> Vec<String> {
    persona.filled(button, &[]).1.split('&').map(str::to_owned).collect()
}

#[tokio::test]
async fn a_guess_follows_the_marks_that_are_sent_with_it() {
    let app = TestApp::new().await;
    let (mut ann, _, [anns, _]) = app.answered().await;
    let send = "Make this my guess";
    ann.get(&anns).await;
    let wrong = [("s1", "10"), ("s2", "30"), ("s3", "500"), ("s5", "50")];
    let refused = ann.press(send, &wrong).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(!refused.text().contains("Your marks suggest"), "{refused}");
    assert!(fields(&ann, send).contains(&"guess=".to_owned()), "{:?}", fields(&ann, send));
    let suggested = ann.press(send, &[("s3", "30")]).await;
    assert!(suggested.text().contains("Your marks suggest 30."), "{suggested}");
    // A suggestion that is left as it is gives way to that of other marks.
    let again = ann.press(send, &[("s5", "90")]).await;
    assert_eq!(again.status.as_u16(), 422);
    assert!(again.text().contains("Your marks suggest 40."), "{again}");
    ann.press(send, &[]).await.leads_to(&anns);
    let moves = app.db.column("SELECT body FROM game_move WHERE body LIKE '%guess%'");
    assert!(moves.concat().contains("\"points\":40000000"), "{moves:?}");
}

#[tokio::test]
async fn a_guess_that_was_typed_stays_when_a_mark_is_wrong() {
    let app = TestApp::new().await;
    let (mut ann, _, [anns, _]) = app.answered().await;
    let send = "Make this my guess";
    ann.get(&anns).await;
    let refused = ann.press(send, &[("s1", "many"), ("guess", "62,5")]).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(fields(&ann, send).contains(&"guess=62%2C5".to_owned()), "{:?}", fields(&ann, send));
    ann.press(send, &[("s1", "20")]).await.leads_to(&anns);
    let moves = app.db.column("SELECT body FROM game_move WHERE body LIKE '%guess%'");
    assert!(moves.concat().contains("\"points\":62500000"), "{moves:?}");
}

#[tokio::test]
async fn saving_renaming_and_erasing_are_confirmed() {
    let app = TestApp::new().await;
    let (mut ann, _) = app.at_new_game("ann").await;
    let to = ann.press("Save and finish later", &[("q1", "half a")]).await.leads_to("/games?");
    assert!(ann.get(&to).await.text().contains("Your draft is saved."));
    ann.get("/settings").await;
    let to = ann.press("Change name", &[("name", "anna")]).await.leads_to("/settings?");
    assert!(ann.get(&to).await.text().contains("Your name has been changed."));
    ann.get("/settings/erase").await;
    let to = ann.press("Erase me for good", &[("sure", "yes")]).await.leads_to("/?");
    assert!(ann.get(&to).await.text().contains("You have been erased from this Luna"));
    let mut bob = app.guest("bob").await;
    for forged in ["notice=Pay+me", "notice=", "notice", "notice=saved2"] {
        for page in ["/", "/games"] {
            assert_eq!(bob.reads(&format!("{page}?{forged}")).await, bob.reads(page).await);
        }
    }
}

/// Whether each element with this text lets the text decide which way it runs.
#[track_caller]
fn runs_by_itself(page: &str, text: &str) {
    let mut found = 0;
    for (at, _) in page.match_indices(text) {
        let tag = &page[page[..at].rfind('<').unwrap()..at];
        assert!(tag.contains("dir=\"auto\""), "{tag}{text}");
        found += 1;
    }
    assert!(found > 0, "{text} is not on the page");
}

#[tokio::test]
async fn texts_of_players_run_in_their_own_direction() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let (asked, said) = ("ما هذا؟", "זה ספר");
    let texts = |kind: &str, text: &str| -> Vec<(String, String)> {
        (1..=5).map(|nth| (format!("{kind}{nth}"), text.to_owned())).collect()
    };
    let (anns, bobs) = (ann.new_game().await, bob.new_game().await);
    for (player, game) in [(&mut ann, &anns), (&mut bob, &bobs)] {
        player.get(game).await;
        player.press("Save and finish later", &[("q1", asked)]).await;
        runs_by_itself(&player.get(game).await.body, asked);
        player.press("Send my questions", &lent(&texts("q", asked))).await.leads_to(game);
    }
    for (player, game) in [(&mut ann, &anns), (&mut bob, &bobs)] {
        runs_by_itself(&player.get(game).await.body, asked);
        player.press("Send my responses", &lent(&texts("r", said))).await.leads_to(game);
    }
    for (player, game) in [(&mut ann, &anns), (&mut bob, &bobs)] {
        let page = player.get(game).await.body;
        runs_by_itself(&page, asked);
        runs_by_itself(&page, said);
        player.guesses(game, "50").await.leads_to(game);
    }
    let last = ann.get(&anns).await.body;
    runs_by_itself(&last, asked);
    runs_by_itself(&last, said);
    runs_by_itself(&last, "bob</span>");
    runs_by_itself(&ann.get("/profile").await.body, "ann</h1>");
}
