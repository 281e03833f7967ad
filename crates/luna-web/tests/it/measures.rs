//! What each test says of a machine, on its page.

use luna_app::disciplines;
use luna_core::measure::Measure;
use luna_store::measure;
use luna_testkit::app::{DAY, TestApp};
use serde_json::json;

use crate::quiz_writing::{TRICKY, begins, fields, instances, two_editors_accept};

async fn recompute(app: &TestApp) -> Vec<measure::OfMachine> {
    luna_app::measures::keep(&app.db, disciplines::ALL, app.now()).await.unwrap()
}

#[tokio::test]
async fn a_service_that_sat_the_battery_has_both_shares_from_the_next_day_on() {
    for app in TestApp::each().await {
        let _far = app.service().await;
        let mut ann = app.logged_in("ann").await;
        ann.get("/machines/far").await;
        ann.press("Start the test", &[("form", "a")]).await;
        app.work().await;
        assert_eq!(recompute(&app).await, [], "not before midnight");
        let before = ann.reads("/machines/far").await;
        assert!(before.contains("Common sense\nnot measured yet: it has not finished the test."));
        assert!(!before.contains("The numbers of these measures"), "{before}");
        app.later(DAY);
        let found = recompute(&app).await;
        let names: Vec<&str> = found.iter().map(|(_, it)| it.kind.name).collect();
        assert_eq!(names, ["battery_strict", "battery_relaxed"]);
        for (_, it) in &found {
            assert!(it.low <= it.value && it.value <= it.high && it.high <= 1.0, "{it:?}");
            assert_eq!(it.count, 75);
        }
        let page = ann.reads("/machines/far").await;
        for text in ["## Five measures", "Common sense, by its best answers", "75 items"] {
            assert!(page.contains(text), "{text}: {page}");
        }
        assert!(!page.contains("it has not finished the test"), "{page}");
    }
}

#[tokio::test]
async fn a_published_question_counts_for_the_machines_that_watched() {
    for app in instances().await {
        let mut ann = app.guest("ann").await;
        let page = begins(&mut ann).await;
        let mut submitted = fields(TRICKY, "Raven");
        submitted.push(("do", "submit"));
        ann.press("Submit", &submitted).await.leads_to(&page);
        two_editors_accept(&app).await;
        app.work().await;
        app.later(2 * DAY);
        let found = recompute(&app).await;
        let [(id, it)] = &found[..] else { panic!("{found:?}") };
        assert_eq!((id.as_str(), it.kind.name, it.count), ("house-search", "quiz_accuracy", 1));
        assert!(it.value < 1e-12 && it.high > 0.9, "none of one says little: {it:?}");
        let page = ann.reads("/machines/house-search").await;
        assert!(
            page.contains("Trivia written here that it answers") && page.contains("1 question")
        );
    }
}

#[tokio::test]
async fn all_measures_of_a_machine_stand_in_their_order() {
    for app in TestApp::each().await {
        let value = |kind| Measure { kind, value: 0.5, low: 0.25, high: 0.75, count: 12 };
        let kinds = disciplines::ALL.iter().flat_map(|it| it.measures).copied();
        let all: Vec<_> = kinds.map(|kind| ("house-eliza".to_owned(), value(kind))).collect();
        let now = app.now();
        app.db.write(move |tx| measure::replace(tx, &all, now)).await.unwrap();
        let page = app.visitor().reads("/machines/house-eliza").await;
        let (page, versions) = page.split_once("## All its versions").unwrap();
        assert!(
            versions.contains("| 0 | 0 | 50 % | 50 % | 50 % | 0.50 | 4 October 2024"),
            "{versions}"
        );
        let (rows, table) = page.split_once("The numbers of these measures").unwrap();
        let (_, rows) = rows.split_once("## Five measures").unwrap();
        let places: Vec<usize> = [
            "Smarts Rating\n0.5 (0.2 to 0.8), 12 guesses",
            "Trivia\n50 % (25 % to 75 %), 12 questions",
            "Taken for human\n50 % (25 % to 75 %), 12 verdicts",
            "Common sense\n50 % (25 % to 75 %), 12 items",
            "Best of five: 50 % (25 % to 75 %), 12 items",
            "Questions\n0.50 (0.25 to 0.75), 12 questions",
        ]
        .map(|row| rows.find(row).unwrap_or_else(|| panic!("{row}: {rows}")))
        .into();
        assert!(places.is_sorted(), "{rows}");
        let places: Vec<usize> = [
            "Smarts Rating | 0.5 | 0.2 to 0.8 | 12 guesses",
            "that it answers | 50 % | 25 % to 75 % | 12 questions",
            "for the human in contests | 50 % | 25 % to 75 % | 12 verdicts",
            "by its best answers | 50 % | 25 % to 75 % | 12 items",
            "by the best of five answers | 50 % | 25 % to 75 % | 12 items",
            "tell players apart | 0.50 | 0.25 to 0.75 | 12 questions",
        ]
        .map(|row| table.find(row).unwrap_or_else(|| panic!("{row}: {table}")))
        .into();
        assert!(places.is_sorted(), "{table}");
    }
}

#[tokio::test]
async fn programs_read_the_measures_of_all_machines_as_of_midnight() {
    for app in TestApp::each().await {
        app.account("owner").await;
        let robot = app.robot("robot", "owner").await;
        let value = |kind| Measure { kind, value: 0.5, low: 0.25, high: 0.75, count: 12 };
        let kinds = disciplines::ALL.iter().flat_map(|it| it.measures).copied();
        let all: Vec<_> = kinds.map(|kind| ("house-search".to_owned(), value(kind))).collect();
        let midnight = luna_store::rating::midnight::midnight(app.now());
        app.db.write(move |tx| measure::replace(tx, &all, midnight)).await.unwrap();
        let list = robot.get("/machines").await.ok();
        let of = |name: &str| {
            let all = list["machines"].as_array().unwrap();
            all.iter().find(|it| it["name"] == name).unwrap()["measures"].clone()
        };
        assert_eq!(of("robot"), json!([]));
        let found = of("search");
        assert_eq!(found.as_array().unwrap().len(), 6);
        assert_eq!(
            found[0],
            json!({
                "name": "smarts_rating", "value": 0.5, "low": 0.25, "high": 0.75, "count": 12,
                "unit": "guess", "as_of": list["as_of"],
            })
        );
    }
}
