//! Judges who do not guess in earnest: who is flagged, and what an exclusion changes.

use luna_store::moderation_log::Act;
use luna_store::{judge, setting};
use luna_testkit::instance::{MINUTE, TestInstance};
use luna_testkit::season::season;

/// Lets the monitor look.
async fn is_watched(app: &TestInstance) {
    app.later(11 * MINUTE);
    app.work().await;
}

fn flagged(app: &TestInstance) -> Vec<String> {
    app.db.column("SELECT DISTINCT player_id FROM flag WHERE cleared IS NULL ORDER BY player_id")
}

fn rating(app: &TestInstance, name: &str) -> Vec<String> {
    let sql =
        format!("SELECT guess_sum, guess_count, guess_squares FROM player WHERE id = '{name}'");
    app.db.raw(&sql).remove(0)
}

#[tokio::test]
async fn a_careless_judge_is_flagged_excluded_and_reinstated() {
    for app in TestInstance::each().await {
        season(&app, &["same", "zero", "dice"]).await;
        assert!(flagged(&app).is_empty());
        is_watched(&app).await;
        assert_eq!(flagged(&app), ["dice", "same", "zero"]);
        assert!(app.db.raw("SELECT id FROM player WHERE excluded_at IS NOT NULL").is_empty());
        let honest = rating(&app, "p3");
        app.acts(|tx, at| judge::exclude(tx, at, Act::of("zero", "Nothing but zeros."))).await;
        app.work().await;
        assert_eq!(rating(&app, "p3")[1], "22");
        app.acts(|tx, at| judge::clear(tx, at, Act::of("dice", ""))).await;
        app.acts(|tx, at| judge::exclude(tx, at, Act::of("same", "A robot."))).await;
        app.work().await;
        assert_eq!(rating(&app, "p3")[1], "21");
        for name in ["zero", "same"] {
            app.acts(move |tx, at| judge::restore(tx, at, Act::of(name, ""))).await;
        }
        app.work().await;
        assert_eq!(rating(&app, "p3"), honest);
        assert_eq!(flagged(&app), ["same", "zero"]);
        // Without a new guess nothing is recomputed.
        let flags = app.db.raw("SELECT * FROM flag ORDER BY player_id, kind");
        is_watched(&app).await;
        assert_eq!(app.db.raw("SELECT * FROM flag ORDER BY player_id, kind"), flags);
    }
}

#[tokio::test]
async fn one_persons_accounts_are_flagged_together_and_nothing_happens_by_itself() {
    const ALTS: [&str; 6] = ["alt0", "alt1", "alt2", "alt3", "alt4", "alt5"];
    for app in TestInstance::each().await {
        season(&app, &ALTS).await;
        is_watched(&app).await;
        let in_a_group = "SELECT player_id FROM flag WHERE kind = 'accounts' ORDER BY player_id";
        assert_eq!(app.db.column(in_a_group), ALTS, "these and nobody else");
        assert!(app.db.raw("SELECT id FROM player WHERE excluded_at IS NOT NULL").is_empty());
        app.acts(|tx, at| judge::clear_circle(tx, at, Act::of("alt0", ""))).await;
        let waiting = "SELECT player_id FROM flag WHERE kind = 'accounts' AND cleared IS NULL";
        assert!(app.db.raw(waiting).is_empty());
        // At the next look too.
        app.acts(|tx, _| setting::set(tx, "judges_watched_until", "0")).await;
        is_watched(&app).await;
        assert!(app.db.raw(waiting).is_empty());
        assert_eq!(app.db.column(in_a_group), ALTS);
    }
}
