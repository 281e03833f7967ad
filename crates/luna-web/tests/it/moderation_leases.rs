//! Moderators who work at the same time: each report, appeal or judge is with one of them.

use luna_core::assignment::LEASE_MS;
use luna_store::player;
use luna_testkit::app::TestApp;
use luna_testkit::persona::Persona;
use luna_testkit::play::paired;

use crate::quiz_writing::editor;

const REPORTS: &str = "/admin/reports";
const APPEALS: &str = "/admin/quiz/appeals";
const JUDGES: &str = "/admin/judges";
const HATE: (&str, &str) = ("category", "hate");
const UNTIL: &str = "until 4 October 2024 at 12:30 UTC";

/// Takes the next item, and returns its address.
async fn takes(moderator: &mut Persona, queue: &str, button: &str) -> String {
    moderator.get(queue).await;
    moderator.press(button, &[]).await.leads_to(queue)
}

/// Refused, with a sentence that says who has the item.
async fn is_refused(moderator: &mut Persona, (to, body): &(String, String), what: &str) {
    let refused = moderator.post_raw(to, body).await;
    assert_eq!(refused.status.as_u16(), 409, "{refused}");
    let why = format!("marshal has this {what} {UNTIL}. Take the next one, or come back then.");
    assert!(refused.text().contains(&why), "{refused}");
}

fn leases(app: &TestApp) -> usize {
    app.db.raw("SELECT item_id FROM assignment").len()
}

#[tokio::test]
async fn a_report_is_with_one_moderator_until_they_decide_or_half_an_hour_is_over() {
    for app in TestApp::each().await {
        let (mut ann, _bob, [anns, _]) = app.answered().await;
        let mut ids = Vec::new();
        for passage in ["r1", "r2"] {
            ann.reports(&anns, &[("passage", passage), HATE]).await;
            ids.push(app.report_id());
            app.later(1);
        }
        let pages: Vec<String> = ids.iter().map(|id| format!("{REPORTS}/{id}")).collect();
        let mut marshal = app.moderator().await;
        let mut zelda = editor(&app, "zelda").await;
        // Both look at the first before one of them takes it.
        for moderator in [&mut marshal, &mut zelda] {
            moderator.opens_report(&ids[0]).await;
            app.db.raw("DELETE FROM assignment");
            moderator.get(&pages[0]).await;
        }
        let decision = zelda.filled("Dismiss the report", &[("why", "No."), ("do", "dismiss")]);
        assert_eq!(takes(&mut marshal, REPORTS, "Take the next report").await, pages[0]);
        assert_eq!(takes(&mut marshal, REPORTS, "Take the next report").await, pages[0], "again");
        let own = marshal.reads(&pages[0]).await;
        assert!(own.contains(&format!("With you {UNTIL}.")), "{own}");
        assert!(own.contains("Dismiss the report"), "{own}");
        let list = zelda.reads(REPORTS).await;
        assert_eq!(list.matches(&format!("With marshal {UNTIL}")).count(), 1, "{list}");
        let theirs = zelda.reads(&pages[0]).await;
        assert!(theirs.contains(&format!("With marshal {UNTIL}.")), "{theirs}");
        assert!(!theirs.contains("Dismiss the report"), "{theirs}");
        is_refused(&mut zelda, &decision, "report").await;
        assert!(app.db.raw("SELECT id FROM report WHERE decided_at IS NOT NULL").is_empty());
        assert_eq!(takes(&mut zelda, REPORTS, "Take the next report").await, pages[1]);
        zelda.get(REPORTS).await;
        // What is given back is free.
        marshal.get(&pages[0]).await;
        marshal.press("Give the report back", &[]).await.leads_to(REPORTS);
        assert!(!zelda.reads(REPORTS).await.contains("With marshal"));
        assert_eq!(takes(&mut marshal, REPORTS, "Take the next report").await, pages[0]);
        // What takes too long is as well.
        app.later(LEASE_MS);
        assert!(!zelda.reads(REPORTS).await.contains("With "));
        zelda.get(&pages[0]).await;
        zelda.post_raw(&decision.0, &decision.1).await.leads_to(REPORTS);
        let decided = app.db.column("SELECT id FROM report WHERE decided_at IS NOT NULL");
        assert_eq!(decided, ids[..1]);
        assert_eq!(leases(&app), 1, "the end of one report leaves the lease of the other");
    }
}

#[tokio::test]
async fn whoever_reads_the_game_of_a_report_has_it() {
    for app in TestApp::each().await {
        let (mut ann, _bob, [anns, _]) = app.answered().await;
        ann.reports(&anns, &[("passage", "r1"), HATE]).await;
        let id = app.report_id();
        let (mut marshal, mut zelda) = (app.moderator().await, editor(&app, "zelda").await);
        let page = format!("{REPORTS}/{id}");
        zelda.get(&page).await;
        let opening = zelda.filled("Read the game", &[]);
        let page = marshal.opens_report(&id).await;
        assert!(page.contains(&format!("With you {UNTIL}.")), "{page}");
        is_refused(&mut zelda, &opening, "report").await;
        assert_eq!(app.db.raw("SELECT id FROM reading").len(), 1, "a refused reading is none");
        zelda.get(REPORTS).await;
        let none = zelda.press("Take the next report", &[]).await;
        assert!(none.text().contains("There is no report for you to decide."), "{none}");
        marshal.get(&format!("{REPORTS}/{id}")).await;
        let fields = [("why", "It was nothing."), ("do", "dismiss")];
        marshal.press("Dismiss the report", &fields).await.leads_to(REPORTS);
        assert_eq!(leases(&app), 0);
        // To read a game that has been decided about takes nothing.
        zelda.get(&format!("{REPORTS}/{id}")).await;
        zelda.post_raw(&opening.0, &opening.1).await.leads_to(REPORTS);
        assert_eq!(leases(&app), 0);
    }
}

#[tokio::test]
async fn nobody_is_given_a_report_about_their_own_game() {
    for app in TestApp::each().await {
        let (mut ann, mut marshal) = (app.guest("ann").await, app.moderator().await);
        let [anns, marshals] = paired(&mut ann, &mut marshal).await;
        ann.reports(&anns, &[HATE]).await;
        let mut zelda = editor(&app, "zelda").await;
        let page = format!("{REPORTS}/{}", app.report_id());
        zelda.get(REPORTS).await;
        let next = zelda.filled("Take the next report", &[]);
        // Not while they play, nor afterwards.
        for is_over in [false, true] {
            if is_over {
                marshal.leaves(&marshals).await;
            }
            marshal.get("/settings").await;
            let none = marshal.post(&next.0, &[]).await;
            assert_eq!(none.status.as_u16(), 409);
            assert!(none.text().contains("There is no report for you to decide."), "{none}");
        }
        assert!(!app.db.raw("SELECT id FROM seat WHERE ending IS NOT NULL").is_empty());
        assert_eq!(leases(&app), 0);
        assert_eq!(takes(&mut zelda, REPORTS, "Take the next report").await, page);
    }
}

/// Answers the next question of the test wrongly, and appeals.
async fn appeals(player: &mut Persona, answer: &str) {
    let play = player.reads_timed().await;
    player.buzzes_with(&play, answer).await;
    player.get(&play).await;
    player.press("I was right", &[]).await.leads_to(&play);
}

#[tokio::test]
async fn an_appeal_is_with_one_moderator_and_never_with_one_who_gave_the_answer() {
    for app in TestApp::each().await {
        app.ravens(&["Science"]).await;
        let (mut marshal, mut zelda) = (app.moderator().await, editor(&app, "zelda").await);
        let mut ann = app.guest("ann").await;
        for (player, answer) in
            [(&mut ann, "rook"), (&mut zelda, "jackdaw"), (&mut app.guest("bob").await, "magpie")]
        {
            appeals(player, answer).await;
            app.later(1);
        }
        zelda.get(APPEALS).await;
        let plays = app.db.column("SELECT id FROM quiz_play ORDER BY id");
        let address = |nth: usize| format!("{APPEALS}#item-{}", plays[nth]);
        let decision = zelda.filled("The answer is right", &[("why", "A name."), ("do", "right")]);
        assert_eq!(takes(&mut marshal, APPEALS, "Take the next answer").await, address(0));
        let page = zelda.get(APPEALS).await;
        assert_eq!(page.lines("With "), format!("With marshal {UNTIL}."));
        assert!(page.body.contains(&format!("id=\"item-{}\"", plays[0])), "{}", page.body);
        assert_eq!(page.text().matches("The answer is right").count(), 2, "{page}");
        is_refused(&mut zelda, &decision, "answer").await;
        // Her own comes next, but not for her.
        assert_eq!(takes(&mut zelda, APPEALS, "Take the next answer").await, address(2));
        let page = marshal.get(APPEALS).await;
        assert!(page.text().contains(&format!("With zelda {UNTIL}.")), "{page}");
        assert!(page.text().contains(&format!("With you {UNTIL}.")), "{page}");
        let fields = [("why", "Another bird."), ("do", "wrong")];
        marshal.press("The answer is wrong", &fields).await.leads_to(APPEALS);
        assert_eq!(leases(&app), 1);
        assert_eq!(takes(&mut marshal, APPEALS, "Take the next answer").await, address(1));
        marshal.get(APPEALS).await;
        marshal.press("Give the answer back", &[]).await.leads_to(APPEALS);
        assert_eq!(leases(&app), 1);
        // Half an hour later nobody has anything.
        app.later(LEASE_MS);
        let page = marshal.get(APPEALS).await;
        assert!(!page.text().contains("With "), "{page}");
    }
}

#[tokio::test]
async fn a_judge_or_a_bloc_is_with_one_moderator_whichever_way_they_decide() {
    for app in TestApp::each().await {
        for name in ["p1", "p2", "p3"] {
            app.acts(move |tx, at| player::create(tx, name, false, name, at.now)).await;
        }
        app.db.raw(
            "INSERT INTO judge VALUES ('p1', 9, NULL, 50, 0, NULL, 7.5),
                                      ('p2', 9, NULL, 50, 0, NULL, 6.5)",
        );
        app.db.raw(
            "INSERT INTO bloc (id, kind, player_id, raises, strength, guesses, given, others,
                 others_mean, elsewhere, marked, since, found_at)
             VALUES ('b1', 'place', 'p3', TRUE, 5, 6, 90, 0, 0, TRUE, 0, 1, 1)",
        );
        app.db.raw("INSERT INTO bloc_member VALUES ('b1', 'p1', FALSE), ('b1', 'p2', FALSE)");
        let (mut marshal, mut zelda) = (app.moderator().await, editor(&app, "zelda").await);
        zelda.get(JUDGES).await;
        let of_bloc = zelda.filled("Nothing wrong with them", &[]);
        let of_judge = zelda.filled("Nothing wrong with p1", &[]);
        let excludes = zelda.filled("Exclude p1's guesses", &[("why", "Careless.")]);
        let all = zelda.filled("Exclude the guesses of 2 judges", &[("why", "Together.")]);
        let take = "Take the next case";
        assert_eq!(takes(&mut marshal, JUDGES, take).await, format!("{JUDGES}#item-b1"));
        let page = zelda.get(JUDGES).await;
        assert_eq!(page.lines("With "), format!("With marshal {UNTIL}."));
        assert!(!page.text().contains("Nothing wrong with them"), "{page}");
        for decision in [&of_bloc, &all] {
            is_refused(&mut zelda, decision, "case").await;
        }
        assert_eq!(takes(&mut zelda, JUDGES, take).await, format!("{JUDGES}#item-p1"));
        zelda.get(JUDGES).await;
        zelda.press("Give the case back", &[]).await.leads_to(JUDGES);
        // The one who has the bloc decides; then the first judge is next.
        marshal.get(JUDGES).await;
        marshal.press("Nothing wrong with them", &[]).await.leads_to(JUDGES);
        assert_eq!(takes(&mut marshal, JUDGES, take).await, format!("{JUDGES}#item-p1"));
        for decision in [&of_judge, &excludes] {
            is_refused(&mut zelda, decision, "case").await;
        }
        assert_eq!(takes(&mut zelda, JUDGES, take).await, format!("{JUDGES}#item-p2"));
        zelda.get(JUDGES).await;
        zelda.press("Nothing wrong with p2", &[]).await.leads_to(JUDGES);
        app.later(LEASE_MS);
        assert!(!zelda.reads(JUDGES).await.contains("With "));
        zelda.post_raw(&excludes.0, &excludes.1).await.leads_to("/admin/judges/excluded");
        assert_eq!(leases(&app), 0);
        assert_eq!(app.db.column("SELECT id FROM player WHERE excluded_at IS NOT NULL"), ["p1"]);
    }
}

#[tokio::test]
async fn a_moderator_is_not_given_themselves_or_their_own_bloc() {
    let app = TestApp::new().await;
    let (mut marshal, mut zelda) = (app.moderator().await, editor(&app, "zelda").await);
    let id = app.db.column("SELECT id FROM player WHERE name = 'marshal'").remove(0);
    app.acts(|tx, at| player::create(tx, "p3", false, "p3", at.now)).await;
    app.db.raw(&format!("INSERT INTO judge VALUES ('{id}', 9, NULL, 50, 0, NULL, 7.5)"));
    app.db.raw(
        "INSERT INTO bloc (id, kind, player_id, raises, strength, guesses, given, others,
             others_mean, elsewhere, marked, since, found_at)
         VALUES ('b1', 'place', 'p3', TRUE, 5, 6, 90, 0, 0, TRUE, 0, 1, 1)",
    );
    app.db.raw(&format!("INSERT INTO bloc_member VALUES ('b1', '{id}', FALSE)"));
    marshal.get(JUDGES).await;
    let none = marshal.press("Take the next case", &[]).await;
    assert!(none.text().contains("There is nobody for you to decide about."), "{none}");
    let take = "Take the next case";
    assert_eq!(takes(&mut zelda, JUDGES, take).await, format!("{JUDGES}#item-b1"));
}
