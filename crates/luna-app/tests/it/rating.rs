//! Ratings that are computed from all games.

use luna_testkit::instance::{HOUR, MINUTE, TestInstance};
use luna_testkit::player::finished;

#[tokio::test]
async fn recomputing_waits_for_games_to_end_and_is_deterministic() {
    for app in TestInstance::each().await {
        let (ann, bob) = (app.player("ann").await, app.player("bob").await);
        finished((&ann, "60"), (&bob, "30")).await;
        app.work().await;
        let counted = || app.db.raw("SELECT * FROM guess_rating ORDER BY player_id");
        let first = counted();
        assert_eq!(first.len(), 2);
        // Nothing new: what is there is left alone.
        app.db.raw("UPDATE guess_rating SET median = -1");
        app.passes(HOUR, 10 * MINUTE).await;
        assert!(counted().iter().all(|row| row[5] == "-1"), "{:?}", counted());
        app.db.raw("DELETE FROM setting WHERE name = 'recounted'");
        app.passes(10 * MINUTE, 10 * MINUTE).await;
        assert_eq!(counted(), first);
        // One more game makes it new, after ten minutes at the latest.
        finished((&ann, "80"), (&bob, "40")).await;
        app.passes(10 * MINUTE, 10 * MINUTE).await;
        assert_ne!(counted(), first);
        assert_eq!(luna_app::rating::recount(&app.db, app.now()).await.unwrap(), None);
    }
}
