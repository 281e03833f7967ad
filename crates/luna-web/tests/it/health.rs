//! What a machine that watches the server reads.

use std::net::SocketAddr;

use insta::assert_snapshot;

use crate::app::{METRICS_TOKEN, TestApp};
use crate::play::paired;

#[tokio::test]
async fn a_server_that_is_up_says_ok() {
    let app = TestApp::new().await;
    let mut watcher = app.visitor();
    assert_snapshot!(watcher.get("/healthz").await, @"
    200
    ok
    ");
    assert_snapshot!(watcher.get("/readyz").await, @"
    200
    ready
    ");
    assert!(watcher.jar.is_empty(), "no cookies for machines");
}

#[tokio::test]
async fn a_server_that_is_to_stop_is_up_and_not_ready() {
    let app = TestApp::new().await;
    app.stop();
    assert_snapshot!(app.visitor().get("/healthz").await, @"
    200
    ok
    ");
    assert_snapshot!(app.visitor().get("/readyz").await, @"
    503
    stopping
    ");
}

#[tokio::test]
async fn a_server_without_its_database_is_up_and_not_ready() {
    let app = TestApp::new().await;
    app.db.raw("ALTER TABLE setting RENAME TO setting_elsewhere");
    assert_snapshot!(app.visitor().get("/healthz").await, @"
    200
    ok
    ");
    assert_snapshot!(app.visitor().get("/readyz").await, @"
    503
    the database does not answer
    ");
}

#[tokio::test]
async fn answers_jobs_and_mails_are_counted_by_route_and_never_by_address() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    let [anns, _] = paired(&mut ann, &mut bob).await;
    ann.get(&anns).await;
    ann.get("/games/nowhere").await;
    ann.get("/nowhere").await;
    let page = app.visitor().figures(METRICS_TOKEN).await;
    assert!(page.header("content-type").unwrap().starts_with("text/plain"));
    assert!(!page.body.contains(anns.rsplit('/').next().unwrap()), "{page}");
    let shown: Vec<&str> = page
        .body
        .lines()
        .filter(|line| !line.contains("_bucket") && !line.contains("_sum"))
        .collect();
    assert_snapshot!(shown.join("\n"), @r#"
    # HELP luna_requests_total Answers by route and status.
    # TYPE luna_requests_total counter
    luna_requests_total{method="GET",route="/consent",status="200"} 2
    luna_requests_total{method="GET",route="/games",status="200"} 2
    luna_requests_total{method="GET",route="/games/{id}",status="200"} 3
    luna_requests_total{method="GET",route="/games/{id}",status="404"} 1
    luna_requests_total{method="GET",route="/settings",status="200"} 2
    luna_requests_total{method="GET",route="/signup",status="200"} 1
    luna_requests_total{method="GET",route="/verify/{token}",status="200"} 1
    luna_requests_total{method="GET",route="other",status="404"} 1
    luna_requests_total{method="POST",route="/games",status="303"} 2
    luna_requests_total{method="POST",route="/games/{id}/questions",status="303"} 2
    luna_requests_total{method="POST",route="/guest",status="303"} 2
    luna_requests_total{method="POST",route="/settings/name",status="303"} 2
    luna_requests_total{method="POST",route="/signup",status="303"} 1
    luna_requests_total{method="POST",route="/verify/{token}",status="303"} 1
    # HELP luna_request_seconds Time from request to answer.
    # TYPE luna_request_seconds histogram
    luna_request_seconds_count 23
    # HELP luna_streams Event streams open now.
    # TYPE luna_streams gauge
    luna_streams 0
    # HELP luna_jobs_done_total Jobs done.
    # TYPE luna_jobs_done_total counter
    luna_jobs_done_total 5
    # HELP luna_jobs_failed_total Tries of jobs that failed.
    # TYPE luna_jobs_failed_total counter
    luna_jobs_failed_total 0
    # HELP luna_mails_sent_total Mails handed on.
    # TYPE luna_mails_sent_total counter
    luna_mails_sent_total 1
    "#);
    let last = page.body.lines().rfind(|line| line.contains("_bucket")).unwrap();
    let count =
        page.body.lines().find(|line| line.starts_with("luna_request_seconds_count")).unwrap();
    assert_eq!(last.rsplit(' ').next(), count.rsplit(' ').next());
}

#[tokio::test]
async fn figures_are_for_whoever_has_the_operators_token() {
    let app = TestApp::new().await;
    let mut nearby = app.visitor();
    nearby.address = SocketAddr::from(([127, 0, 0, 1], 4000));
    assert_eq!(nearby.get("/metrics").await.status.as_u16(), 404, "without a token");
    for wrong in ["", "another token", "a token of the test"] {
        assert_eq!(nearby.figures(wrong).await.status.as_u16(), 404, "{wrong}");
    }
    assert_eq!(app.visitor().figures(METRICS_TOKEN).await.status.as_u16(), 200);
    let app = TestApp::with(|settings| settings.metrics_token = None).await;
    for token in ["", METRICS_TOKEN] {
        assert_eq!(app.visitor().figures(token).await.status.as_u16(), 404, "no token is set");
    }
}
