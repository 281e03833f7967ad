//! Where machines that are called are, and how they are asked: what is the same
//! machine, and what is another.

use insta::assert_snapshot;
use luna_testkit::app::TestApp;
use luna_testkit::machine_server::MachineServer;
use luna_testkit::persona::Persona;
use luna_testkit::registered::public;
use serde_json::{Value, json};

async fn enters_a_model(ann: &mut Persona, url: &str, fields: &[(&str, &str)]) -> String {
    let all = [&[("name", "polly"), ("base_url", url), ("model_id", "m")], fields].concat();
    ann.registers("openai", &all).await.leads_to("/settings/machines/")
}

#[tokio::test]
async fn a_limit_on_money_needs_prices() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    let model = [("name", "polly"), ("base_url", "https://a.example"), ("model_id", "m")];
    let money = [("money_per_game", "0.5"), ("money_per_day", "5")];
    let refused = ann.registers("openai", &[&model[..], &money[..]].concat()).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert_snapshot!(refused.lines("! "), @"
    ! With both prices 0 this limit would never be reached. Please give the prices below, or 0 here.
    ! With both prices 0 this limit would never be reached. Please give the prices below, or 0 here.
    ");
    let priced = [&model[..], &money[..], &[("price_out", "0.1")]].concat();
    let settings = ann.registers("openai", &priced).await.leads_to("/settings/machines/");
    ann.get(&settings).await;
    let refused = ann.press("Save changes", &[("price_out", "0")]).await;
    assert_eq!(refused.status.as_u16(), 422, "nor are they taken away later");
}

#[tokio::test]
async fn additional_parameters_are_sent_and_make_another_version() {
    let far = MachineServer::start().await;
    let (app, mut ann) = TestApp::with_account("ann").await;
    let first = enters_a_model(&mut ann, &far.model_url(), &[]).await;
    app.work().await;
    let body = far.requests().remove(0).body;
    assert_eq!(
        (&body["max_tokens"], &body["max_completion_tokens"]),
        (&json!(4_000), &Value::Null)
    );
    ann.get(&format!("{first}/version")).await;
    let extra = "{\"reasoning_effort\": \"low\"}";
    let fields = [("completion_tokens", "yes"), ("extra", extra)];
    let second = ann.press("Make polly v2", &fields).await.leads_to("/settings/machines/");
    app.work().await;
    let body = far.requests().remove(0).body;
    assert_eq!(
        (&body["max_tokens"], &body["max_completion_tokens"]),
        (&Value::Null, &json!(4_000))
    );
    assert_eq!(body["reasoning_effort"], "low");
    // What is shown again is what was typed.
    ann.get(&format!("{second}/version")).await;
    let same = ann.press("Make polly v3", &[]).await;
    assert_eq!(same.status.as_u16(), 422);
    assert_snapshot!(same.lines("! "), @"! Nothing has changed, so there is no new version.");
}

#[tokio::test]
async fn another_base_url_makes_another_version_with_its_own_key() {
    let (far, other) = (MachineServer::start().await, MachineServer::start().await);
    let (app, mut ann) = TestApp::with_account("ann").await;
    let first = enters_a_model(&mut ann, &far.model_url(), &[("key", "sk-one")]).await;
    app.work().await;
    assert_eq!(far.requests()[0].headers["authorization"], "Bearer sk-one");
    let page = ann.get(&first).await;
    assert!(!page.body.contains("name=\"base_url\""), "{page}");
    assert_snapshot!(page.lines("base URL"), @"Such a change makes a new version with its own rating. This version stays visible. A different base URL also makes a new version, because it may serve another model of the same name.");
    ann.get(&format!("{first}/version")).await;
    let url = other.model_url();
    let fields = [("base_url", url.as_str()), ("key", "sk-two")];
    let second = ann.press("Make polly v2", &fields).await.leads_to("/settings/machines/");
    assert_ne!(first, second);
    app.work().await;
    assert_eq!(other.requests()[0].headers["authorization"], "Bearer sk-two");
    assert!(far.requests().is_empty());
    let page = app.visitor().get(&public(&second)).await;
    assert_snapshot!(page.lines("polly |"), @"");
}

#[tokio::test]
async fn a_service_changes_its_url_only_if_its_owner_says_that_it_is_the_same() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    let fields = [("name", "polly"), ("url", "https://a.example/luna")];
    ann.registers("push", &fields).await;
    let line = app.db.column("SELECT line FROM machine WHERE owner_id IS NOT NULL").remove(0);
    let settings = format!("/settings/machines/{line}");
    let urls = || app.db.column("SELECT setup FROM machine WHERE way = 'push' ORDER BY version");
    ann.get(&settings).await;
    ann.press("Save changes", &[("about", "Repeats.")]).await.leads_to(&settings);
    ann.get(&settings).await;
    let refused = ann.press("Save changes", &[("url", "https://b.example")]).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert_snapshot!(refused.lines("! "), @"! The URL has changed. Please tick this if the same machine has moved there. If it is another machine, create a new version.");
    assert_eq!(urls(), ["{\"url\":\"https://a.example/luna\"}"]);
    let fields = [("url", "https://b.example"), ("moved", "yes")];
    ann.press("Save changes", &fields).await.leads_to(&settings);
    assert_eq!(urls(), ["{\"url\":\"https://b.example\"}"]);
    ann.get(&format!("{settings}/version")).await;
    let fields = [("url", "https://c.example")];
    ann.press("Make polly v2", &fields).await.leads_to("/settings/machines/");
    assert_eq!(urls(), ["{\"url\":\"https://b.example\"}", "{\"url\":\"https://c.example\"}"]);
}
