//! What a machine that watches the server reads.

use std::net::SocketAddr;

use insta::assert_snapshot;
use luna_testkit::app::{DAY, METRICS_TOKEN, MINUTE, TestApp};
use luna_testkit::play::paired;

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
    the database does not respond
    ");
}

#[tokio::test]
async fn a_server_whose_database_cannot_be_written_is_not_ready() {
    let app = TestApp::new().await;
    app.db
        .raw("CREATE TRIGGER full BEFORE INSERT ON setting BEGIN SELECT RAISE(ABORT, 'full'); END");
    assert_snapshot!(app.visitor().get("/readyz").await, @"
    503
    the database cannot be written
    ");
    app.db.raw("DROP TRIGGER full");
    // However often it is asked, the database is not.
    assert_eq!(app.visitor().get("/readyz").await.status.as_u16(), 503);
    app.later(5_000);
    assert_eq!(app.visitor().get("/readyz").await.status.as_u16(), 200);
    app.later(-DAY);
    assert_eq!(app.visitor().get("/readyz").await.status.as_u16(), 200);
    let noted = app.db.column("SELECT value FROM setting WHERE name = 'ready'");
    assert_eq!(noted, [app.now().to_string()]);
}

#[tokio::test]
async fn labels_do_not_come_from_visitors() {
    let app = TestApp::new().await;
    for nth in 0..50 {
        let method = axum::http::Method::from_bytes(format!("BREW{nth}").as_bytes()).unwrap();
        let request = axum::http::Request::builder().method(method).uri(format!("/{nth}"));
        app.visitor().open(request.body(axum::body::Body::empty()).unwrap()).await;
    }
    let page = app.visitor().figures(METRICS_TOKEN).await;
    let counts: Vec<&str> =
        page.body.lines().filter(|line| line.starts_with("luna_requests_total{")).collect();
    assert_eq!(counts, [r#"luna_requests_total{method="other",route="other",status="404"} 50"#],);
}

#[tokio::test]
async fn an_operator_sees_games_the_queue_late_jobs_and_the_size() {
    for app in TestApp::each().await {
        let (mut ann, _, _) = app.paired().await;
        app.work().await;
        ann.opens("ann").await;
        app.later(90_000);
        let page = app.visitor().figures(METRICS_TOKEN).await;
        let figure = |name: &str| {
            let line = page.body.lines().find(|line| line.starts_with(&format!("luna_{name} ")));
            line.unwrap().rsplit(' ').next().unwrap().parse::<f64>().unwrap()
        };
        let whole = |name: &str| figure(name).to_string();
        assert_eq!((whole("open_games"), whole("queued_games")), ("2".into(), "1".into()));
        assert_eq!(whole("longest_wait_seconds"), "90");
        assert!(figure("oldest_due_job_seconds") <= 90.0);
        assert!(figure("database_bytes") > 10_000.0);
        // A machine is due for the empty seat after two minutes, and nobody does it.
        app.later(10 * MINUTE);
        let later = app.visitor().figures(METRICS_TOKEN).await;
        let late = later.body.lines().find(|line| line.starts_with("luna_oldest_due_job_seconds "));
        let late: f64 = late.unwrap().rsplit(' ').next().unwrap().parse().unwrap();
        assert!(late >= 500.0, "{late}");
    }
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
        .filter(|line| !line.starts_with("luna_database_bytes "))
        .collect();
    assert_snapshot!(shown.join("\n"), @r#"
    # HELP luna_requests_total Responses by method, route and status.
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
    # HELP luna_request_seconds Time from request to response.
    # TYPE luna_request_seconds histogram
    luna_request_seconds_count 23
    # HELP luna_streams Open event streams.
    # TYPE luna_streams gauge
    luna_streams 0
    # HELP luna_jobs_done_total Jobs done.
    # TYPE luna_jobs_done_total counter
    luna_jobs_done_total 6
    # HELP luna_jobs_failed_total Failed attempts at jobs.
    # TYPE luna_jobs_failed_total counter
    luna_jobs_failed_total 0
    # HELP luna_mails_sent_total Mails sent.
    # TYPE luna_mails_sent_total counter
    luna_mails_sent_total 1
    # HELP luna_open_games Games that are not over.
    # TYPE luna_open_games gauge
    luna_open_games 1
    # HELP luna_queued_games Games with an empty seat.
    # TYPE luna_queued_games gauge
    luna_queued_games 0
    # HELP luna_longest_wait_seconds Age of the oldest of these games.
    # TYPE luna_longest_wait_seconds gauge
    luna_longest_wait_seconds 0.000
    # HELP luna_oldest_due_job_seconds Age of the oldest job that is due.
    # TYPE luna_oldest_due_job_seconds gauge
    luna_oldest_due_job_seconds 0.000
    # HELP luna_database_bytes Size of the database.
    # TYPE luna_database_bytes gauge
    # HELP luna_trivia_open_plays Tossups that are being read to somebody.
    # TYPE luna_trivia_open_plays gauge
    luna_trivia_open_plays 0
    # HELP luna_trivia_questions_to_review Submitted questions without a decision.
    # TYPE luna_trivia_questions_to_review gauge
    luna_trivia_questions_to_review 0
    # HELP luna_common_sense_answers_to_score Answers that wait for scorers.
    # TYPE luna_common_sense_answers_to_score gauge
    luna_common_sense_answers_to_score 0
    # HELP luna_open_campaigns Campaigns of ratings that are open.
    # TYPE luna_open_campaigns gauge
    luna_open_campaigns 0
    # HELP luna_info The version of the program.
    # TYPE luna_info gauge
    luna_info{version="0.1.0"} 1
    "#);
    let last = page.body.lines().rfind(|line| line.contains("_bucket")).unwrap();
    let count =
        page.body.lines().find(|line| line.starts_with("luna_request_seconds_count")).unwrap();
    assert_eq!(last.rsplit(' ').next(), count.rsplit(' ').next());
}

#[tokio::test]
async fn metrics_are_for_requests_with_the_operators_token() {
    let app = TestApp::new().await;
    let mut nearby = app.visitor();
    nearby.address = SocketAddr::from(([127, 0, 0, 1], 4000));
    assert_eq!(nearby.get("/metrics").await.status.as_u16(), 404, "without a token");
    for wrong in ["", "another token", "a token of the test"] {
        assert_eq!(nearby.figures(wrong).await.status.as_u16(), 404, "{wrong}");
    }
    let page = app.visitor().figures(METRICS_TOKEN).await;
    assert_eq!(page.status.as_u16(), 200);
    for gauge in luna_store::disciplines::ALL.iter().flat_map(|it| it.gauges) {
        let line =
            format!("# HELP {} {}\n# TYPE {0} gauge\n{0} 0\n", gauge.name, gauge.description);
        assert!(page.body.contains(&line), "{line}: {}", page.body);
    }
    let app = TestApp::with(|settings| settings.metrics_token = None).await;
    for token in ["", METRICS_TOKEN] {
        assert_eq!(app.visitor().figures(token).await.status.as_u16(), 404, "no token is set");
    }
}
