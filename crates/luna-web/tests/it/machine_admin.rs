//! The operator's switches for machines.

use insta::assert_snapshot;

use crate::app::{DAY, TestApp};
use crate::persona::{polly, public};

#[tokio::test]
async fn the_operator_stops_one_machine_with_a_reason_and_lets_it_play_again() {
    let (app, mut ann, settings) = polly().await;
    let mut boss = app.admin().await;
    assert_snapshot!(boss.get("/admin/machines").await, @"
    200
    Figures Players Judges Games Questions Machines Jobs Mail Bans Log
    # Machines
    In an emergency: all machines that somebody has entered leave their games, whose players get other partners, and are neither called nor let in. Those that come with Luna play on.
    [Stop all machines]
    Name | Owner | Way in | Last seen | State | Switch
    recall | comes with Luna | house | | plays
    ▸ Stop
    Why? Its owner will read it. ‹› [Stop recall]
    gibberish | comes with Luna | house | | plays
    ▸ Stop
    Why? Its owner will read it. ‹› [Stop gibberish]
    eliza | comes with Luna | house | | plays
    ▸ Stop
    Why? Its owner will read it. ‹› [Stop eliza]
    polly | ann | pull | | plays
    ▸ Stop
    Why? Its owner will read it. ‹› [Stop polly]
    ");
    let refused = boss.press("Stop polly", &[("why", " ")]).await;
    assert_eq!(refused.status.as_u16(), 409);
    boss.get("/admin/machines").await;
    boss.press("Stop polly", &[("why", "It <b>shouts</b>.")]).await.leads_to("/admin/machines");
    assert_snapshot!(boss.get("/admin/machines").await.lines("polly"), @"
    polly | ann | pull | | killed 2024-10-04T12:00:00Z | It <b>shouts</b>.
    [Let polly play]
    ");
    assert_snapshot!(ann.get(&settings).await, @"
    200
    # polly
    comes to Luna with a token · parrot 1.3 · stopped by the operator · 0 rated games begun today
    What everybody sees · Your machines
    The operator has stopped it. It <b>shouts</b>.
    If you think that this is wrong, write to the operator: Contact.
    Luna's API is at http://luna.test/api/v1.
    ## Tokens
    What your program shows to be let in. Each is shown once, when it is made.
    There is none yet. Without one your program cannot come in.
    What is the token for? ‹›
    A word to know it by, such as “laptop”.
    [ ] It may only read, not play [Make a token]
    ## About it
    Everybody can read this on its page.
    About ‹ Repeats what it hears.›
    What it does and who made it, in at most 500 characters.
    Link ‹›
    Where more is to be read. It may stay empty.
    Contact ‹ann@example.org›
    How you can be reached about it, such as an e-mail address.
    ## How much it plays
    Games at once ‹5›
    From 1 to 50.
    Rated games a day ‹100›
    From 1 to 1000. Days begin at midnight UTC.
    [Keep these changes]
    ");
    assert_eq!(ann.get(&format!("{settings}/version")).await.status.as_u16(), 409);
    // Why is between the operator and the owner.
    let page = app.visitor().get(&public(&settings)).await;
    assert!(page.text().contains("stopped by the operator") && !page.body.contains("shouts"));
    boss.get("/admin/machines").await;
    boss.press("Let polly play", &[]).await.leads_to("/admin/machines");
    assert!(app.visitor().get(&public(&settings)).await.text().contains("Now: away."));
}

#[tokio::test]
async fn all_machines_are_stopped_at_once_and_let_play_again() {
    let app = TestApp::new().await;
    let mut boss = app.admin().await;
    boss.get("/admin/machines").await;
    boss.press("Stop all machines", &[]).await.leads_to("/admin/machines");
    assert_snapshot!(app.visitor().get("/machines").await.lines("has stopped"), @"The operator has stopped all machines that somebody has entered, for the time being.");
    assert_eq!(
        app.db.column("SELECT count(*) FROM setting WHERE name = 'machines_stopped'"),
        ["1"]
    );
    assert!(boss.get("/admin/machines").await.text().contains("No machine that somebody"));
    boss.press("Let them play again", &[]).await.leads_to("/admin/machines");
    assert_eq!(app.visitor().get("/machines").await.lines("has stopped"), "");
    assert_eq!(
        app.db.column("SELECT count(*) FROM setting WHERE name = 'machines_stopped'"),
        ["0"]
    );
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
