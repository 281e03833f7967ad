//! The operators' lists of games and players, of which the address chooses some.

use luna_testkit::app::{HOUR, MINUTE, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::{answered, finished};

use crate::houses::practises;

/// The phase and the players of each game on a page, in order.
async fn games(operator: &mut Persona, query: &str) -> Vec<String> {
    let text = operator.reads(&format!("/admin/games{query}")).await;
    let lines = text.lines().filter_map(|line| line.strip_prefix("ID | "));
    lines.map(|line| line.split(" | ").take(2).collect::<Vec<_>>().join(": ")).collect()
}

/// The names of the players on a page, in order.
async fn names(operator: &mut Persona, query: &str) -> Vec<String> {
    let body = operator.get(&format!("/admin/players{query}")).await.body;
    let (_, rows) = body.split_once("<tbody>").unwrap_or_default();
    let rows = rows.split("<tr><td>").skip(1);
    let name = |row: &str| row.split('>').nth(1).unwrap().split('<').next().unwrap().to_owned();
    rows.map(name).collect()
}

#[tokio::test]
async fn games_are_chosen_by_progress_by_machines_and_by_player() {
    for app in TestApp::each().await {
        app.only("eliza").await;
        let (mut ann, mut bob, _) = app.finished("60", "30").await;
        app.later(HOUR);
        answered(&mut ann, &mut bob).await;
        app.later(HOUR);
        practises(&mut ann, "ann").await;
        let mut operator = app.admin().await;
        let [over, open] = ["final: ann · bob", "guess: ann · bob"];
        let practice = games(&mut operator, "?company=machine").await;
        assert!(practice.len() == 1 && practice[0].contains("eliza"), "{practice:?}");
        let practice = practice[0].as_str();
        for (query, expected) in [
            ("", vec![practice, open, over]),
            ("?progress=open", vec![practice, open]),
            ("?progress=over", vec![over]),
            ("?company=people", vec![open, over]),
            ("?company=machine&progress=over", vec![]),
            ("?player=BOB", vec![open, over]),
            ("?player=bob&progress=open", vec![open]),
            ("?player=ann&progress=over", vec![over]),
            ("?player=ann&company=machine", vec![practice]),
            ("?player=eliza", vec![practice]),
            ("?player=nobody", vec![]),
            // What the page does not know chooses nothing.
            ("?progress=strange&company=x", vec![practice, open, over]),
        ] {
            assert_eq!(games(&mut operator, query).await, expected, "{query}");
        }
        let page = operator.get("/admin/games?player=nobody").await;
        assert!(page.text().contains("No such games."), "{page}");
        let page = operator.get("/admin/games?progress=over&player=%D7%A9").await;
        assert!(page.body.contains("<option value=\"over\" selected>Over</option>"), "{page}");
        assert!(page.body.contains("value=\"ש\""), "{page}");
    }
}

#[tokio::test]
async fn a_long_choice_goes_on_on_the_next_page() {
    let app = TestApp::new().await;
    let mut ann = app.guest("ann").await;
    for _ in 0..55 {
        let game = ann.practice().await;
        ann.leaves(&game).await;
        app.later(1);
    }
    let kept = ann.practice().await;
    let mut bob = app.guest("bob").await;
    let theirs = bob.practice().await;
    bob.leaves(&theirs).await;
    let mut operator = app.admin().await;
    for query in ["?player=ann", "?player=ann&company=people"] {
        let first = operator.get(&format!("/admin/games{query}")).await.body;
        assert_eq!(first.matches("<tr>").count() - 1, 50, "{query}");
        let (_, link) = first.split_once("href=\"/admin/games?").unwrap();
        let link = link.split('"').next().unwrap().replace("&amp;", "&");
        assert!(link.contains("player=ann") && link.contains("&before="), "{link}");
        let rest = operator.get(&format!("/admin/games?{link}")).await.body;
        assert_eq!(rest.matches("<tr>").count() - 1, 56 - 50, "{query}");
        assert!(!rest.contains("before="), "{rest}");
    }
    let open = games(&mut operator, "?player=ann&progress=open").await;
    assert_eq!(open.len(), 1, "{kept}");
}

#[tokio::test]
async fn players_are_chosen_by_kind_and_by_what_is_decided_about_them() {
    for app in TestApp::each().await {
        app.only("eliza").await;
        let mut ann = app.account("ann").await;
        app.later(MINUTE);
        let mut bob = app.guest("bob").await;
        finished((&mut ann, "60"), (&mut bob, "30")).await;
        app.later(MINUTE);
        app.guest("cat").await;
        app.later(MINUTE);
        let mut operator = app.admin().await;
        operator.get("/admin/players").await;
        operator.press("Ban cat", &[("why", "A robot.")]).await.leads_to("/admin/bans");
        operator.get("/admin/players").await;
        let ban = [("why", "Another."), ("exclude", "yes")];
        operator.press("Ban ann", &ban).await.leads_to("/admin/bans");
        for (query, expected) in [
            ("?kind=account", vec!["operator", "ann"]),
            ("?kind=guest", vec!["cat", "bob"]),
            ("?restriction=banned", vec!["cat", "ann"]),
            ("?restriction=banned&kind=guest", vec!["cat"]),
            ("?restriction=excluded", vec!["ann"]),
            ("?restriction=excluded&kind=machine", vec![]),
            ("?restriction=excluded&kind=account", vec!["ann"]),
        ] {
            assert_eq!(names(&mut operator, query).await, expected, "{query}");
        }
        let machines = names(&mut operator, "?kind=machine").await;
        assert!(machines.contains(&"eliza".to_owned()) && !machines.contains(&"ann".to_owned()));
        let all = names(&mut operator, "").await;
        assert_eq!(all.len(), machines.len() + 4, "{all:?}");
        let none = operator.get("/admin/players?restriction=excluded&kind=guest").await;
        assert!(none.text().contains("No such players."), "{none}");
    }
}
