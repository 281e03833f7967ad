//! The operator's switches for machines.

use insta::assert_snapshot;
use luna_store::machine::{self, Transport};
use luna_testkit::app::{DAY, MINUTE, PASSWORD, SECOND, TestApp};
use luna_testkit::machine_server::MachineServer;
use luna_testkit::persona::Persona;
use luna_testkit::registered::{polly, public};

#[tokio::test]
async fn the_operator_stops_one_machine_with_a_reason_and_lets_it_play_again() {
    let (app, mut ann, settings) = polly().await;
    let mut boss = app.admin().await;
    assert_snapshot!(boss.get("/admin/machines").await, @"
    200
    Figures Reports Appeals Judges Players Games Machines Recall Questions Trivia Common sense Campaigns Bans Log Readings Jobs Mail Search
    # Machines
    For emergencies: all registered machines leave their games, and their partners get new partners. Luna calls none of the machines and refuses their requests. House machines keep playing.
    [Stop all machines]
    Search players, machines and games ‹› [Search]
    Name | Owner | Connection | Last seen | State | Switch
    search | comes with Luna | house | | plays
    ▸ Stop
    Why? Its owner will read it. ‹› [Stop search]
    recall | comes with Luna | house | | plays
    ▸ Stop
    Why? Its owner will read it. ‹› [Stop recall]
    gibberish | comes with Luna | house | | plays
    ▸ Stop
    Why? Its owner will read it. ‹› [Stop gibberish]
    eliza | comes with Luna | house | | plays
    ▸ Stop
    Why? Its owner will read it. ‹› [Stop eliza]
    common-sense | comes with Luna | house | | plays
    ▸ Stop
    Why? Its owner will read it. ‹› [Stop common-sense]
    analogyspace | comes with Luna | house | | plays
    ▸ Stop
    Why? Its owner will read it. ‹› [Stop analogyspace]
    polly | ann | pull | | plays
    ▸ Stop
    Why? Its owner will read it. ‹› [Stop polly]
    ");
    let refused = boss.press("Stop polly", &[("why", " ")]).await;
    assert_eq!(refused.status.as_u16(), 409);
    boss.get("/admin/machines").await;
    boss.press("Stop polly", &[("why", "It <b>shouts</b>.")]).await.leads_to("/admin/machines");
    assert_snapshot!(boss.get("/admin/machines").await.lines("polly"), @"
    polly | ann | pull | | stopped by an operator, 2024-10-04T12:00:00Z | It <b>shouts</b>.
    [Let polly play]
    ");
    assert_snapshot!(ann.get(&settings).await.until("## Tokens"), @"
    200
    # polly
    API client · parrot 1.3 · stopped by the operator · 0 rated games begun today
    Its games · How it runs · Public page · Your machines
    The operator has stopped this machine. It <b>shouts</b>.
    If you think this is wrong, write to the operator: Contact.
    Luna's API is at http://luna.test/api/v1.
    ");
    assert_eq!(ann.get(&format!("{settings}/version")).await.status.as_u16(), 409);
    // Why is between the operator and the owner.
    let page = app.visitor().get(&public(&settings)).await;
    assert!(page.text().contains("The operator has stopped it.") && !page.body.contains("shouts"));
    boss.get("/admin/machines").await;
    boss.press("Let polly play", &[]).await.leads_to("/admin/machines");
    assert!(app.visitor().get(&public(&settings)).await.text().contains("on 4 October 2024.\n"));
}

#[tokio::test]
async fn a_house_machine_that_is_stopped_is_not_retired() {
    let app = TestApp::new().await;
    let mut boss = app.admin().await;
    is_stopped(&mut boss, "eliza").await;
    let page = app.visitor().get("/machines").await;
    assert!(!page.text().contains("Retired"), "{}", page.text());
    assert_snapshot!(page.lines("eliza comes"), @"– | eliza comes with Luna, stopped by the operator | none yet needs two guesses | – | – | – | – | – | 0 | – | 0 | 4 October 2024");
    boss.get("/admin/machines").await;
    boss.press("Let eliza play", &[]).await.leads_to("/admin/machines");
    assert!(!app.visitor().get("/machines").await.text().contains("stopped by the operator"));
}

#[tokio::test]
async fn a_machine_of_an_erased_owner_cannot_be_resumed() {
    let (app, mut ann, settings) = polly().await;
    let mut boss = app.admin().await;
    is_stopped(&mut boss, "polly").await;
    is_stopped(&mut boss, "eliza").await;
    // As it was before the owner left.
    boss.get("/admin/machines").await;
    ann.get("/settings/erase").await;
    ann.press("Erase me for good", &[("current", PASSWORD), ("sure", "yes")])
        .await
        .leads_to("/?notice=erased");
    let refused = boss.press("Let polly play", &[]).await;
    assert_eq!(refused.status.as_u16(), 409);
    assert_eq!(
        refused.lines("Its owner"),
        "! Its owner has been erased, and its credentials with them, so it cannot play again."
    );
    let page = app.visitor().get(&public(&settings)).await.text();
    assert!(page.contains("The operator has stopped it."));
    let page = boss.get("/admin/machines").await;
    assert!(!page.text().contains("Let polly play"), "{}", page.text());
    boss.press("Let eliza play", &[]).await.leads_to("/admin/machines");
}

#[tokio::test]
async fn all_machines_are_stopped_at_once_and_let_play_again() {
    let app = TestApp::new().await;
    let mut boss = app.admin().await;
    boss.get("/admin/machines").await;
    boss.press("Stop all machines", &[]).await.leads_to("/admin/machines");
    assert_snapshot!(app.visitor().get("/machines").await.lines("has stopped"), @"The operator has stopped all registered machines for now.");
    assert_eq!(
        app.db.column("SELECT count(*) FROM setting WHERE name = 'machines_stopped'"),
        ["1"]
    );
    assert!(
        boss.get("/admin/machines").await.text().contains("All registered machines are stopped")
    );
    boss.press("Resume all machines", &[]).await.leads_to("/admin/machines");
    assert_eq!(app.visitor().get("/machines").await.lines("has stopped"), "");
    assert_eq!(
        app.db.column("SELECT count(*) FROM setting WHERE name = 'machines_stopped'"),
        ["0"]
    );
}

/// The operator stops it on the page of machines.
async fn is_stopped(boss: &mut Persona, name: &str) {
    boss.get("/admin/machines").await;
    let button = format!("Stop {name}");
    boss.press(&button, &[("why", "It bores people.")]).await.leads_to("/admin/machines");
}

const NONE_LEFT: &str = "The operator has stopped all house machines, so there is none to practise \
                         with now. Games with people continue.";

#[tokio::test]
async fn practice_goes_on_with_another_machine_when_the_first_is_stopped() {
    for app in TestApp::each().await {
        let mut boss = app.admin().await;
        let mut ann = app.guest("ann").await;
        let game = ann.practice().await;
        is_stopped(&mut boss, "gibberish").await;
        ann.asks(&game, "ann").await.leads_to(&game);
        let with = "SELECT player_id FROM seat WHERE ending IS NULL AND player_id LIKE 'house-%'";
        let first = app.db.column(with).remove(0);
        assert!(["house-eliza", "house-recall"].contains(&first.as_str()), "{first}");
        let other = if first == "house-eliza" { "house-recall" } else { "house-eliza" };
        assert!(ann.get(&game).await.text().contains("Practice with a machine: it answers"));
        ann.answers(&game, "ann").await.leads_to(&game);
        is_stopped(&mut boss, first.trim_start_matches("house-")).await;
        assert_eq!(app.db.column(with), [other]);
        assert_eq!(ann.get(&game).await.lines("# "), "# How smart is your partner?");
        ann.guesses(&game, "3").await.leads_to(&game);
        assert_eq!(app.db.column("SELECT phase FROM game"), ["final"]);
    }
}

#[tokio::test]
async fn practice_waits_where_all_machines_are_stopped_and_goes_on() {
    for app in TestApp::each().await {
        let mut boss = app.admin().await;
        let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
        let (begun, game) = (ann.practice().await, bob.practice().await);
        bob.asks(&game, "bob").await.leads_to(&game);
        for name in ["gibberish", "eliza", "recall"] {
            is_stopped(&mut boss, name).await;
        }
        ann.asks(&begun, "ann").await.leads_to(&begun);
        let mut cat = app.guest("cat").await;
        cat.get("/games").await;
        let refused = cat.press("Practise with a machine", &[]).await;
        assert_eq!((refused.status.as_u16(), refused.text().contains(NONE_LEFT)), (409, true));
        for (who, game, heading) in [
            (&mut ann, &begun, "Your questions are in"),
            (&mut bob, &game, "Your partner has left"),
        ] {
            let page = who.get(game).await;
            assert_eq!(page.lines("# "), format!("# {heading}"));
            assert!(
                page.text().contains("as soon as one of them may play, it takes the empty seat")
            );
            assert!(!page.text().contains("queue") && !page.text().contains("may be a machine"));
            assert!(
                who.get("/games").await.text().contains("A machine answers as soon as one may")
            );
        }
        app.passes(10 * MINUTE, MINUTE).await;
        boss.get("/admin/machines").await;
        boss.press("Let recall play", &[]).await.leads_to("/admin/machines");
        app.passes(MINUTE, 10 * SECOND).await;
        for (who, game) in [(&mut ann, &begun), (&mut bob, &game)] {
            assert_eq!(who.get(game).await.lines("# "), "# Answer five questions");
        }
        ann.leaves(&begun).await.leads_to("/games");
        app.passes(10 * MINUTE, MINUTE).await;
        assert_eq!(app.db.column("SELECT count(*) FROM job WHERE kind = 'machine_seat'"), ["0"]);
    }
}

#[tokio::test]
async fn no_machine_is_promised_where_all_are_stopped() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let game = ann.opens("ann").await;
    let page = ann.get(&game).await;
    let promised = ["in a moment", "If no person comes, a machine will within 2 minutes."];
    assert!(promised.iter().all(|words| page.text().contains(words)), "{page}");
    app.only("nobody").await;
    let page = ann.get(&game).await;
    assert!(
        page.text().contains("as soon as somebody comes.\nIt may be a person or a machine. You"),
        "{page}"
    );
}

#[tokio::test]
async fn a_machine_is_tried_against_one_that_is_not_stopped() {
    let app = TestApp::new().await;
    let far = MachineServer::start().await;
    // This stops all that come with Luna.
    app.called(Transport::Push, far.push()).await;
    let mut ann = app.visitor();
    ann.logs_in("ann@example.org", PASSWORD).await;
    ann.get("/settings/machines/far").await;
    let refused = ann.press("Try it", &[]).await;
    assert_eq!((refused.status.as_u16(), refused.text().contains(NONE_LEFT)), (409, true));
    app.acts(|tx, _| machine::revive(tx, "house-recall")).await;
    ann.get("/settings/machines/far").await;
    let page = ann.press("Try it", &[]).await.leads_to("/settings/machines/far/tries/");
    app.passes(MINUTE, SECOND).await;
    assert!(ann.get(&page).await.text().contains("It works: it asked, answered and guessed."));
}

#[tokio::test]
async fn owners_read_that_all_machines_are_stopped() {
    let (app, mut ann, settings) = polly().await;
    let note = "The operator has stopped all registered machines";
    for stopped in [true, false] {
        app.acts(move |tx, at| machine::stop_all(tx, stopped, at.now)).await;
        for page in [settings.as_str(), "/settings/machines"] {
            assert_eq!(ann.get(page).await.text().contains(note), stopped, "{page}");
        }
    }
}

#[tokio::test]
async fn many_machines_are_listed_a_page_at_a_time() {
    let app = TestApp::new().await;
    let mut boss = app.admin().await;
    for owner in ["ann", "bob", "cat"] {
        let mut owner_of_many = app.account(owner).await;
        for nth in 0..20 {
            app.later(1);
            owner_of_many.has_machine(&format!("{owner}-{nth}")).await;
        }
        app.later(DAY);
    }
    let first = boss.get("/admin/machines").await;
    let (_, rest) = first.body.split_once("/admin/machines?before=").unwrap();
    let path = format!("/admin/machines?before={}", rest.split('"').next().unwrap());
    let second = boss.get(&path).await;
    let all = format!("{}{}", first.text(), second.text());
    for owner in ["ann", "bob", "cat"] {
        for nth in 0..20 {
            let line = format!("{owner}-{nth} | {owner} | pull");
            assert_eq!(all.matches(&line).count(), 1, "{line}");
        }
    }
    assert!(second.text().contains("gibberish | comes with Luna | house"), "{second}");
}
