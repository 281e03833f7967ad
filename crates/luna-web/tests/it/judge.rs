//! Judges who do not guess in earnest: how they come before an operator, what
//! an operator does, and what follows.

use luna_store::player;
use luna_testkit::app::{DAY, MINUTE, PASSWORD, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::{lent, questions};
use luna_testkit::season::season;

/// The player of the season at a browser.
async fn as_player(app: &TestApp, name: &'static str) -> Persona {
    let mut visitor = app.visitor();
    let hash = luna_app::password::hash(PASSWORD.to_owned(), luna_app::password::Salt::of("", ""))
        .await
        .unwrap();
    app.acts(move |tx, at| {
        player::verify_email(tx, name, &format!("{name}@example.org"))?;
        luna_app::consent::join(tx, name, at.now)?;
        player::set_password(tx, name, &hash)
    })
    .await;
    visitor.logs_in(&format!("{name}@example.org"), PASSWORD).await.leads_to("/games");
    visitor
}

/// The names in the queue, in order.
async fn queue(operator: &mut Persona) -> Vec<String> {
    let page = operator.get("/admin/judges").await;
    assert_eq!(page.status.as_u16(), 200);
    let heads =
        page.body.split("<h2 dir=\"auto\">").skip(1).filter_map(|rest| rest.split_once("</h2>"));
    heads.map(|(name, _)| name.to_owned()).collect()
}

fn rating(app: &TestApp, name: &str) -> Vec<String> {
    let sql =
        format!("SELECT guess_sum, guess_count, guess_squares FROM player WHERE id = '{name}'");
    app.db.raw(&sql).remove(0)
}

#[tokio::test]
async fn a_careless_judge_is_flagged_excluded_and_reinstated() {
    let app = TestApp::new().await;
    season(&app, &["same", "zero", "dice"]).await;
    let mut operator = app.admin().await;
    assert!(queue(&mut operator).await.is_empty());
    app.later(11 * MINUTE);
    app.work().await;
    let mut flagged = queue(&mut operator).await;
    flagged.sort_unstable();
    assert_eq!(flagged, ["dice", "same", "zero"]);
    let page = operator.get("/admin/judges").await;
    let text = page.text();
    for words in [
        "minimum: 23 of 23 guesses are one point or less.",
        "constant: 23 of 23 guesses are within two points of 50",
        "random: The guesses do not follow what others guess",
        "23 guesses, a median of 0 seconds each; mean 50.0, standard deviation 0.0; correlation with the others not known.",
        "Not one in a million honest judges would.",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert_eq!(page.body.matches("class=\"chart wide\"").count(), 3, "a chart for each");
    let rows = |name: &str| page.body.matches(&format!(" ({name})</td>")).count();
    assert_eq!(rows("zero"), 2, "the other two have met them, and each row names the player");

    // Without a reason nothing is done.
    let before = app.dump();
    assert_eq!(
        operator.press("Exclude zero's guesses", &[("why", " ")]).await.status.as_u16(),
        409
    );
    assert_eq!(app.dump(), before);

    let honest = rating(&app, "p3");
    let mut p3 = as_player(&app, "p3").await;
    let profile = p3.get("/profile").await.text();
    operator.get("/admin/judges").await;
    let done = operator.press("Exclude zero's guesses", &[("why", "Nothing but zeros.")]).await;
    done.leads_to("/admin/judges/excluded");
    assert_eq!(rating(&app, "p3")[1], "22");
    assert_ne!(p3.get("/profile").await.text(), profile);
    let mut flagged = queue(&mut operator).await;
    flagged.sort_unstable();
    assert_eq!(flagged, ["dice", "same"]);

    let mut zero = as_player(&app, "zero").await;
    let told = zero.get("/profile").await;
    assert!(told.text().contains("your guesses do not count"), "{told}");
    assert!(told.text().contains("Nothing but zeros."), "{told}");
    assert!(!told.text().contains("How well you judge"), "of guesses that do not count: {told}");
    assert!(!profile.contains("not counted"));

    operator.get("/admin/judges").await;
    operator.press("Nothing wrong with dice", &[]).await.leads_to("/admin/judges");
    assert_eq!(queue(&mut operator).await, ["same"]);
    let ban = [("why", "A robot."), ("exclude", "yes")];
    operator.press("Ban same", &ban).await.leads_to("/admin/bans");
    assert!(queue(&mut operator).await.is_empty());
    assert_eq!(rating(&app, "p3")[1], "21");

    for name in ["zero", "same"] {
        operator.get("/admin/judges/excluded").await;
        let back = operator.press(&format!("Let {name}'s guesses count"), &[]).await;
        back.leads_to("/admin/judges/excluded");
    }
    assert_eq!(rating(&app, "p3"), honest);
    assert_eq!(p3.get("/profile").await.text(), profile);
    assert!(!zero.get("/profile").await.text().contains("not counted"));
    let log = operator.get("/admin/acts").await.text();
    for line in [
        "operator | excluded the guesses of zero | Nothing but zeros.",
        "operator | found nothing wrong with dice",
        "operator | banned same | A robot.",
        "operator | excluded the guesses of same | A robot.",
        "operator | reinstated the guesses of zero",
    ] {
        assert!(log.contains(line), "{line}\n{log}");
    }
    let mut flagged = queue(&mut operator).await;
    flagged.sort_unstable();
    assert_eq!(flagged, ["same <span class=\"soft small\">banned</span>", "zero"]);
}

#[tokio::test]
async fn a_machines_rating_and_the_board_follow() {
    let app = TestApp::new().await;
    app.only("gibberish").await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    for (who, name, points) in [(&mut ann, "ann", "0"), (&mut bob, "bob", "60")] {
        let game = who.opens(name).await;
        app.passes(30 * MINUTE, MINUTE).await;
        who.answers(&game, name).await.leads_to(&game);
        app.passes(30 * MINUTE, MINUTE).await;
        who.guesses(&game, points).await.leads_to(&game);
        app.passes(30 * MINUTE, MINUTE).await;
    }
    assert!(!ann.get("/machines").await.text().contains("| 30 "), "not before midnight");
    app.later(DAY);
    let board = ann.get("/machines").await;
    assert_eq!(board.status.as_u16(), 200);
    assert!(board.text().contains("| 30 "), "{board}");
    let mut operator = app.admin().await;
    let id = app.db.column("SELECT id FROM player WHERE name = 'ann'").remove(0);
    operator.get("/settings").await;
    let exclude = format!("/admin/judges/{id}/exclude");
    operator.post(&exclude, &[("why", "Zeros.")]).await.leads_to("/admin/judges/excluded");
    let without = ann.get("/machines").await;
    assert!(without.text().contains("| 60 "), "{without}");
    operator.get("/settings").await;
    operator
        .post(&format!("/admin/judges/{id}/restore"), &[])
        .await
        .leads_to("/admin/judges/excluded");
    assert_eq!(ann.get("/machines").await.text(), board.text());
}

#[tokio::test]
async fn only_our_own_forms_exclude_and_machines_are_never_judges() {
    let app = TestApp::new().await;
    app.guest("ann").await;
    let mut operator = app.admin().await;
    let id = app.db.column("SELECT id FROM player WHERE name = 'ann'").remove(0);
    let before = app.dump();
    for what in ["exclude", "restore", "clear"] {
        operator.get("/settings").await;
        let forged = operator.post_raw(&format!("/admin/judges/{id}/{what}"), "why=spite").await;
        assert_eq!(forged.status.as_u16(), 403, "{what}");
    }
    for (id, status) in [("house-gibberish", 409), ("nobody", 404), ("a%00b", 404), ("%27", 404)] {
        operator.get("/settings").await;
        let answer =
            operator.post(&format!("/admin/judges/{id}/exclude"), &[("why", "spite")]).await;
        assert_eq!(answer.status.as_u16(), status, "{id}");
    }
    for what in ["restore", "clear"] {
        operator.get("/settings").await;
        let answer = operator.post(&format!("/admin/judges/nobody/{what}"), &[]).await;
        assert_eq!(answer.status.as_u16(), 404, "{what}");
    }
    for query in ["?after=x-y", "?after=", "?after=NaN-0", "?after=-1-%27"] {
        assert_eq!(operator.get(&format!("/admin/judges{query}")).await.status.as_u16(), 200);
    }
    assert_eq!(app.dump(), before);
}

#[tokio::test]
async fn how_a_text_was_typed_is_for_the_operator_alone() {
    let mut seen = Vec::new();
    for pasted in ["", "400,0,,x,0"] {
        let app = TestApp::new().await;
        let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
        let bobs = bob.opens("bob").await;
        let anns = ann.new_game().await;
        app.later(20 * MINUTE);
        let mut fields = questions("ann");
        fields[0].1 = "Why? ".repeat(80);
        fields.push(("pasted".to_owned(), pasted.to_owned()));
        fields.push(("typed_ms".to_owned(), "-7,,,,".to_owned()));
        ann.get(&anns).await;
        ann.press("Send my questions", &lent(&fields)).await.leads_to(&anns);
        let mut pages = Vec::new();
        for (who, path) in [(&mut bob, bobs.as_str()), (&mut ann, anns.as_str())] {
            let page = who.get(path).await;
            pages.push((page.status, format!("{:?}", page.headers), page.body));
        }
        seen.push(pages);
        let mut operator = app.admin().await;
        let games = operator.get("/admin/games").await.text();
        let mark = "ann: question 1, 399 characters, pasted";
        assert_eq!(games.contains(mark), !pasted.is_empty(), "{games}");
    }
    assert_eq!(seen[0], seen[1]);
}

#[tokio::test]
async fn the_queue_goes_on_only_where_there_are_more() {
    let app = TestApp::new().await;
    let mut operator = app.admin().await;
    for nth in 10..21 {
        let name = format!("p{nth}");
        app.acts(move |tx, at| player::create(tx, &name, false, &name, at.now)).await;
        app.db.raw(&format!("INSERT INTO judge VALUES ('p{nth}', 9, NULL, 50, 0, NULL, {nth}.5)"));
        let page = operator.get("/admin/judges").await;
        assert_eq!(page.body.contains("Weaker signs"), nth == 20, "with {} judges", nth - 9);
    }
    assert_eq!(queue(&mut operator).await.first().map(String::as_str), Some("p20"));
    let rest = operator.get("/admin/judges?after=11.5-p11").await;
    assert!(rest.body.contains("p10") && !rest.body.contains("Weaker signs"), "{rest}");
    for past in ["10.5-p10", "NaN-p20"] {
        let page = operator.get(&format!("/admin/judges?after={past}")).await.text();
        assert!(page.contains("No more judges to review."), "{page}");
    }
}

#[tokio::test]
async fn one_persons_accounts_come_before_the_operators_together() {
    const ALTS: [&str; 6] = ["alt0", "alt1", "alt2", "alt3", "alt4", "alt5"];
    let app = TestApp::new().await;
    season(&app, &ALTS).await;
    app.later(11 * MINUTE);
    app.work().await;
    let in_a_group = "SELECT player_id FROM flag WHERE kind = 'accounts' ORDER BY player_id";
    assert_eq!(app.db.column(in_a_group), ALTS, "these and nobody else");
    assert!(app.db.raw("SELECT id FROM player WHERE excluded_at IS NOT NULL").is_empty());
    let mut operator = app.admin().await;
    let page = operator.get("/admin/judges").await;
    for words in [
        "accounts: 6 accounts raise each other's ratings. In 11 of the 15 pairs that met",
        "Not one in a million honest crowds would.",
        "Found together with alt0, alt1, alt2, alt3, alt4",
    ] {
        assert!(page.text().contains(words), "{words}\n{page}");
    }
    assert!(page.body.contains("href=\"/admin/players/alt1\""), "{page}");
    operator.post("/admin/judges/alt0/clear-group", &[]).await.leads_to("/admin/judges");
    let waiting = "SELECT player_id FROM flag WHERE kind = 'accounts' AND cleared IS NULL";
    assert!(app.db.raw(waiting).is_empty());
}
