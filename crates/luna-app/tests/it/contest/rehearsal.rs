//! A rehearsal: machines in all seats, from the start to the result.

use luna_app::contest::outcome::outcome;
use luna_app::contest::{console, rehearsal};
use luna_core::contest::Stage;
use luna_core::contest::rules::presets::Preset;
use luna_testkit::instance::{MINUTE, SECOND, TestInstance};

#[tokio::test]
async fn a_rehearsal_runs_to_its_result_within_a_minute() {
    for app in TestInstance::each().await {
        let at = app.moment();
        let started =
            app.db.write(move |tx| rehearsal::start(tx, &at, None, &Preset::Loebner2009.rules()));
        let id = started.await.unwrap().id;
        app.passes(MINUTE, SECOND / 20).await;
        let (now, wanted) = (app.now(), id.clone());
        let seen = app.db.read(move |tx| console::view(tx, now, &wanted)).await.unwrap();
        assert_eq!(seen.clock.stage, Stage::Final);
        let lines = "SELECT count(*) FROM contest_keystroke WHERE is_planned AND strokes = '\n'";
        let lines: usize = app.db.column(lines)[0].parse().unwrap();
        assert!(lines > 64, "{lines} lines in 32 conversations");
        let found = app.db.read(move |tx| outcome(tx, now, &id)).await.unwrap().unwrap();
        assert_eq!(found.results.identifications.verdicts, 16);
        assert!(found.results.columns.iter().all(|column| column.place > 0));
    }
}
