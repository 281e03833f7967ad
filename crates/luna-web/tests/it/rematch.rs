//! Rematches: both have to want one, and it counts for nothing.

use luna_testkit::app::{MINUTE, TestApp};
use luna_testkit::persona::Persona;

async fn asks_for_one(who: &mut Persona, game: &str) {
    who.get(game).await;
    who.press("Ask for a rematch", &[]).await.leads_to(game);
}

#[tokio::test]
async fn both_have_to_want_a_rematch_and_it_counts_for_nothing() {
    for app in TestApp::each().await {
        let (mut ann, mut bob, [anns, bobs]) = app.finished("60", "30").await;
        assert!(bob.get(&bobs).await.text().contains("[Ask for a rematch]"));
        asks_for_one(&mut ann, &anns).await;
        let page = ann.get(&anns).await.text();
        assert!(page.contains("You have asked for a rematch."), "{page}");
        assert!(!page.contains("[Ask for a rematch]"), "{page}");
        let page = bob.get(&bobs).await.text();
        assert!(page.contains("They ask for a rematch."), "{page}");
        let again = bob.press("Play the rematch", &[]).await.leads_to("/games/");
        assert_ne!(again, bobs);
        let page = bob.get(&again).await.text();
        assert!(page.contains("A rematch: you know who it is, so nothing counts."), "{page}");
        bob.asks(&again, "bob").await.leads_to(&again);
        let page = bob.get(&again).await.text();
        assert!(page.contains("The other player is still writing theirs."), "{page}");
        // Hers waits among her games.
        let hers = app
            .db
            .column("SELECT id FROM seat WHERE ending IS NULL AND state = 'move' ORDER BY id");
        let hers = format!("/games/{}", hers[0]);
        ann.asks(&hers, "ann").await.leads_to(&hers);
        ann.answers(&hers, "ann").await.leads_to(&hers);
        bob.answers(&again, "bob").await.leads_to(&again);
        ann.guesses(&hers, "10").await.leads_to(&hers);
        bob.guesses(&again, "20").await.leads_to(&again);
        let page = ann.get(&hers).await.text();
        assert!(
            page.contains("This was practice.") && page.contains("Neither rating has changed."),
            "{page}"
        );
        assert!(page.contains("# bob, a person"), "{page}");
        assert_eq!(app.db.column("SELECT count(*) FROM guess"), ["2"], "those of the first game");
        // Nothing is left of the wish.
        assert!(ann.get(&anns).await.text().contains("[Ask for a rematch]"));
    }
}

#[tokio::test]
async fn who_is_left_in_a_rematch_goes_on_with_a_machine() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, [anns, bobs]) = app.finished("60", "30").await;
    asks_for_one(&mut ann, &anns).await;
    bob.get(&bobs).await;
    let again = bob.press("Play the rematch", &[]).await.leads_to("/games/");
    bob.asks(&again, "bob").await.leads_to(&again);
    let hers = app.db.column("SELECT id FROM seat WHERE ending IS NULL AND state = 'move'");
    let hers = format!("/games/{}", hers[0]);
    ann.get(&hers).await;
    ann.press("Leave this game for good", &[]).await.leads_to("/games");
    let page = bob.get(&again).await.text();
    assert!(page.contains("A machine takes the empty seat in a moment"), "{page}");
    app.passes(MINUTE, MINUTE / 6).await;
    let page = bob.get(&again).await.text();
    assert!(page.contains("# Answer five questions"), "{page}");
    assert!(page.contains("Practice with a machine"), "{page}");
}

#[tokio::test]
async fn there_is_none_with_a_machine_nor_after_a_block_nor_of_somebody_elses_game() {
    let app = TestApp::new().await;
    let mut cat = app.guest("cat").await;
    let practice = cat.practice().await;
    cat.asks(&practice, "cat").await.leads_to(&practice);
    cat.answers(&practice, "cat").await.leads_to(&practice);
    cat.guesses(&practice, "50").await.leads_to(&practice);
    assert!(!cat.get(&practice).await.text().contains("rematch"));
    let (mut ann, mut bob, [anns, bobs]) = app.finished("60", "30").await;
    cat.get("/games").await;
    let stranger = cat.post(&format!("{anns}/rematch"), &[]).await;
    assert_eq!(stranger.status.as_u16(), 404);
    ann.get(&format!("{anns}/block")).await;
    ann.press("Never pair us again", &[]).await;
    assert!(!ann.get(&anns).await.text().contains("rematch"));
    // Bob is not told, and what he asks for is not seen.
    asks_for_one(&mut bob, &bobs).await;
    assert!(!ann.get(&anns).await.text().contains("rematch"));
}
