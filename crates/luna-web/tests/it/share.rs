//! Results to share.

use luna_testkit::app::TestApp;

#[tokio::test]
async fn a_share_link_holds_the_result_and_nothing_else() {
    let app = TestApp::new().await;
    let (mut ann, _, [anns, _]) = app.finished("60", "30").await;
    let result = ann.get(&format!("{anns}/share")).await.leads_to("/results/");
    let page = ann.get(&result).await.text();
    assert!(page.contains("I guessed 60.") && page.contains("My partner was a person."), "{page}");
    assert!(!page.contains("bob") && !page.contains("says"), "{page}");
    // Anybody may open it; nobody else may ask for it.
    let mut stranger = app.visitor();
    let shown = stranger.get(&result).await;
    assert!(shown.body.contains("og:image"), "{}", shown.body);
    let card = stranger.get(&format!("{result}/card.svg")).await;
    assert!(card.body.contains("I guessed 60."), "{}", card.body);
    let mut cat = app.guest("cat").await;
    assert_eq!(cat.get(&format!("{anns}/share")).await.status.as_u16(), 404);
    let forged = result.replacen("600", "990", 1);
    assert_ne!(forged, result);
    assert_eq!(stranger.get(&forged).await.status.as_u16(), 404);
    // A game that is not over has nothing to share.
    let open = ann.new_game().await;
    assert_eq!(ann.get(&format!("{open}/share")).await.status.as_u16(), 409);
}
