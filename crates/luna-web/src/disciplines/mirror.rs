//! A sixth test, which only the tests of this crate hold: somebody spells a word backwards, and so does
//! a machine. It shows all that a test has to declare, and that nothing else has to know it.

mod pages;
mod rules;
mod work;

use luna_app::Discipline as Work;
use luna_testkit::app::TestApp;

use crate::disciplines::ALL;
use crate::http::state::Discipline;
use crate::site;

/// An instance that holds the sixth test too.
async fn instance() -> TestApp {
    let work: &'static [&'static Work] =
        [luna_app::disciplines::ALL, &[&work::MIRROR]].concat().leak();
    let pages: &'static [&'static Discipline] = [ALL, &[&pages::MIRROR]].concat().leak();
    let mut app = TestApp::new().await;
    app.holds(work, |instance| site(instance, pages)).await;
    app
}

#[tokio::test]
async fn a_sixth_test_is_played_by_people_and_measures_machines() {
    let app = instance().await;
    let mut ann = app.account("ann").await;
    let page = ann.reads("/mirror").await;
    assert!(page.contains("Spell “luna” backwards"), "{page}");
    ann.press("Spelled", &[("typed", "nula")]).await.leads_to("/mirror");
    assert!(ann.reads("/mirror").await.contains("0 of 1 words"));
    ann.press("Spelled", &[("typed", "anul")]).await.leads_to("/mirror");
    assert!(ann.reads("/mirror").await.contains("1 of 2 words"));

    ann.press("Ask the machine", &[]).await.leads_to("/mirror");
    app.work().await;
    assert!(ann.reads("/mirror").await.contains("The machine says “anul”"), "its end was told");
    app.later(luna_testkit::app::DAY);
    luna_app::measures::keep(&app.db, app.app().disciplines, app.now()).await.unwrap();
    let profile = app.visitor().reads("/machines/house-mirror").await;
    assert!(
        profile.contains("Words spelled backwards | 100 % | 2 % to 100 % | 1 word"),
        "{profile}"
    );
    assert!(profile.contains("It has a mirror"), "{profile}");
    // What has been typed is swept after a day.
    app.work().await;
    assert!(!ann.reads("/mirror").await.contains("of 2 words"));
}

#[tokio::test]
async fn a_sixth_test_is_wherever_tests_are_listed() {
    let app = instance().await;
    let mut ann = app.account("ann").await;
    assert!(ann.get("/games").await.body.contains("<a href=\"/mirror\">Mirror</a>"));
    assert!(app.visitor().reads("/").await.contains("Look into the mirror"));
    assert!(app.visitor().reads("/privacy").await.contains("Words that you spelled"));
    assert!(app.visitor().reads("/robots.txt").await.contains("Disallow: /mirror/secret"));
    let mut root = app.moderator().await;
    assert!(root.reads("/admin/reports").await.contains("Mirrors"));
    assert_eq!(root.get("/admin/mirror").await.status, 200);
    assert_eq!(ann.get("/admin/mirror").await.status, 404);
    let consent = ann.reads("/consent?back=/mirror").await;
    assert!(consent.contains("Back to the mirror"), "{consent}");
    // A log-in leads back to it, since its routes are pages.
    let log_in = app.visitor().get("/login?back=/mirror").await;
    assert!(log_in.body.contains("value=\"/mirror\""), "{}", log_in.body);
}
