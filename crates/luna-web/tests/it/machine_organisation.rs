//! Who made the model of a machine, and its licence, as the owner says.

use luna_testkit::app::TestApp;
use serde_json::Value;

const SETTINGS: &str = "/settings/machines/idpolly";
const SAID: [(&str, &str); 2] =
    [("organisation", "University of Reading"), ("licence", "Apache 2.0")];

#[tokio::test]
async fn an_owner_says_who_made_the_model_and_its_licence() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        let polly = app.robot("polly", "ann").await;
        // Nothing is said of what nobody has declared.
        let account = polly.get("/account").await.ok();
        assert!(account["organisation"].is_null() && account["licence"].is_null(), "{account}");
        let text = app.visitor().get("/machines/idpolly").await.text();
        assert!(!text.contains("Organisation") && !text.contains("Licence"), "{text}");

        ann.get(SETTINGS).await;
        ann.press("Save changes", &SAID).await.leads_to(SETTINGS);
        let text = app.visitor().get("/machines/idpolly").await.text();
        let expected = "Organisation\nUniversity of Reading\nLicence\nApache 2.0\n";
        assert!(text.contains(expected), "{text}");
        let listed = polly.get("/machines").await.ok();
        let listed: Vec<&Value> = listed["machines"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|it| !it["organisation"].is_null())
            .collect();
        assert_eq!(listed.len(), 1, "{listed:?}");
        for said in [&polly.get("/account").await.ok(), listed[0]] {
            for (field, value) in SAID {
                assert_eq!(said[field], value, "{said}");
            }
        }
        assert!(ann.get("/settings/data").await.body.contains("University of Reading"));
    }
}

#[tokio::test]
async fn machines_are_found_by_the_organisation() {
    let app = TestApp::new().await;
    let mut ann = app.account("ann").await;
    app.robot("polly", "ann").await;
    ann.get(SETTINGS).await;
    ann.press("Save changes", &SAID).await.leads_to(SETTINGS);
    for query in ["q=university+of", "q=READING", "q=poll"] {
        let found = app.visitor().get(&format!("/machines?{query}")).await;
        let row = found.lines("polly by");
        assert!(row.contains("by ann, model by University of Reading"), "{query}: {found}");
        assert!(!found.text().contains("eliza comes with"), "{query}: {found}");
    }
    let page = app.visitor().get("/machines?q=oxford").await.text();
    assert!(page.contains("None that you have chosen."), "{page}");
}

#[tokio::test]
async fn a_new_version_keeps_them_and_what_is_too_long_is_refused() {
    let app = TestApp::new().await;
    let mut ann = app.account("ann").await;
    let settings = ann.registers("pull", &[&[("name", "owl")], &SAID[..]].concat()).await;
    let settings = settings.leads_to("/settings/machines/");
    ann.get(&settings).await;
    let long = "W".repeat(101);
    let refused = ann.press("Save changes", &[("licence", long.as_str())]).await;
    assert_eq!(refused.status, 422);
    assert!(refused.text().contains("This has 101 characters; the limit is 100."), "{refused}");
    ann.get(&format!("{settings}/version")).await;
    let next = ann.press("Make owl v2", &[("model", "parrot 2")]).await.leads_to("/settings/");
    assert_ne!(next, settings);
    let text = ann.reads(&next.replace("/settings", "")).await;
    assert!(text.contains("Organisation\nUniversity of Reading\nLicence\nApache 2.0\n"), "{text}");
}
