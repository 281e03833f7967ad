//! Reports and blocks: from the form on a game's page to what a moderator does.

use luna_store::player::{self};
use luna_testkit::app::{HOUR, PASSWORD, TestApp};
use luna_testkit::play::{finished, lent, paired, questions};

const HATE: (&str, &str) = ("category", "hate");

#[tokio::test]
async fn a_report_goes_from_the_game_to_a_moderator_and_its_outcome_back() {
    for app in TestApp::each().await {
        let (mut ann, mut bob, [anns, bobs]) = app.answered().await;
        assert!(ann.reads(&anns).await.contains("Report · Never pair again"));
        ann.reports(&anns, &[("passage", "r2"), HATE, ("text", "He says that to all.")]).await;
        assert!(ann.reads(&format!("{anns}/reported")).await.contains("with the moderators"));

        let mut moderator = app.moderator().await;
        let queue = moderator.get("/admin/reports").await;
        assert!(queue.text().contains("Hate, insults or harassment | bob | one text"), "{queue}");
        let id = app.report_id();
        let closed = moderator.reads(&format!("/admin/reports/{id}")).await;
        assert!(!closed.contains("bob says"), "nobody reads a game without a reason: {closed}");
        assert!(app.db.raw("SELECT id FROM reading").is_empty());
        let open = moderator.opens_report(&id).await;
        assert!(open.contains("# The passage\nbob says 2."), "{open}");
        assert!(open.contains("ann asks 1?") && open.contains("He says that to all."), "{open}");
        // The reporter is a record, not a name.
        let page = moderator.get(&format!("/admin/reports/{id}")).await;
        let anns_id = &app.db.column("SELECT id FROM player WHERE name = 'ann'")[0];
        assert!(!page.body.contains(anns_id) && !page.body.contains("ann</a>"), "{page}");
        assert!(open.contains("The reporter answered"), "{open}");
        assert_eq!(app.db.column("SELECT why FROM reading"), ["A report"]);

        let done = moderator
            .press(
                "Take the ticked actions",
                &[("why", "Insults a stranger."), ("hide", "yes"), ("warn", "yes"), ("do", "act")],
            )
            .await;
        done.leads_to("/admin/reports");
        assert!(moderator.reads("/admin/reports").await.contains("No open reports"));
        let log = moderator.reads("/admin/acts").await;
        assert!(log.contains("marshal | hid a text of bob | Insults a stranger."), "{log}");
        assert!(log.contains("marshal | warned bob | Insults a stranger."), "{log}");
        assert!(!log.contains("ann"), "{log}");

        // The text is gone for both, and only it.
        for (player, game) in [(&mut ann, &anns), (&mut bob, &bobs)] {
            let page = player.reads(game).await;
            assert!(!page.contains("bob says 2."), "{page}");
        }
        let page = ann.reads(&anns).await;
        assert!(page.contains("bob says 1."), "{page}");
        assert!(page.contains("ann asks 2?\n[hidden by a moderator]"), "{page}");
        // Bob reads the warning until he says that he has.
        let home = bob.reads("/games").await;
        assert!(
            home.contains("A moderator has warned you") && home.contains("Insults a"),
            "{home}"
        );
        assert!(!home.contains("ann") && !home.contains("Thank you for your report"), "{home}");
        assert!(bob.reads(&bobs).await.contains("A moderator has warned you"));
        bob.press("I have read the warning", &[]).await.leads_to("/games");
        assert!(!bob.reads("/games").await.contains("warns"));
        // Ann reads that something was done, not what.
        let home = ann.reads("/games").await;
        assert!(home.contains("A moderator has read it and acted on it."), "{home}");
        assert!(!home.contains("warn"), "{home}");
        ann.press("I have read the outcome", &[]).await.leads_to("/games");
        assert!(!ann.reads("/games").await.contains("Thank you"));

        let mut operator = app.admin().await;
        let readings = operator.reads("/admin/readings").await;
        assert!(readings.contains("| marshal | ") && readings.contains("A report"), "{readings}");
        let marshal = app.db.column("SELECT id FROM player WHERE name = 'marshal'").remove(0);
        for list in ["/admin/readings", "/admin/acts"] {
            let page = operator.get(list).await;
            assert!(page.body.contains(&format!("/admin/players/{marshal}")), "{list}");
        }
    }
}

#[tokio::test]
async fn a_report_that_is_refused_keeps_what_was_typed() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, [anns, _]) = app.paired().await;
    ann.get(&format!("{anns}/report")).await;
    let fields = [("passage", "q3"), ("text", "Look at this."), ("block", "yes")];
    let refused = ann.press("Send this report", &fields).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(refused.text().contains("Please choose what is wrong."), "{refused}");
    assert!(refused.body.contains("Look at this."), "{refused}");
    assert!(refused.body.contains("value=\"q3\" selected"), "{}", refused.body);
    // Not what is not there to be seen yet.
    let early = ann.press("Send this report", &[("passage", "r1"), HATE]).await;
    assert_eq!(early.status.as_u16(), 422);
    assert!(early.text().contains("no longer part of your game"), "{early}");
    let long = "x".repeat(2_001);
    let long = ann.press("Send this report", &[("text", &long), HATE]).await;
    assert!(long.text().contains("2001 characters long; the limit is 2000"), "{long}");
    assert!(app.db.raw("SELECT id FROM report").is_empty());
    assert!(app.db.raw("SELECT id FROM block").is_empty(), "nothing is half done");
    // Nor from elsewhere, nor in somebody else's game.
    let forged = ann.post_raw(&format!("{anns}/report"), "category=hate").await;
    assert_eq!(forged.status.as_u16(), 403);
    bob.get("/games").await;
    for what in ["report", "block"] {
        assert_eq!(bob.get(&format!("{anns}/{what}")).await.status.as_u16(), 404);
        bob.get("/games").await;
        assert_eq!(bob.post(&format!("{anns}/{what}"), &[HATE]).await.status.as_u16(), 404);
    }
    for nth in 1..=5 {
        ann.reports(&anns, &[("passage", &format!("q{nth}")), HATE]).await;
    }
    let bobs_game = ann.opens("ann").await;
    bob.opens("bob").await;
    for nth in 1..=5 {
        ann.reports(&bobs_game, &[("passage", &format!("q{nth}")), HATE]).await;
    }
    ann.get(&format!("{bobs_game}/report")).await;
    let fields = [("passage", "player"), HATE, ("text", "And again."), ("block", "yes")];
    let over = ann.press("Send this report", &fields).await;
    assert_eq!(over.status.as_u16(), 429, "{over}");
    assert!(over.body.contains("And again.") && over.text().contains("10 reports"), "{over}");
    app.later(HOUR);
    ann.reports(&bobs_game, &[("passage", "player"), HATE]).await;
}

/// Whatever the partner is, the pages for a live game are the same, letter for letter.
#[tokio::test]
async fn neither_report_nor_block_tells_what_a_partner_is() {
    let app = TestApp::new().await;
    app.account("owner").await;
    app.only("nobody").await;
    let robot = app.robot("hal", "owner").await;
    let mut pages = Vec::new();
    for machine in [true, false] {
        let mut ann = app.guest(if machine { "ann1" } else { "ann2" }).await;
        let game = if machine {
            robot.waits().await;
            let game = ann.opens("ann").await;
            app.acts({
                let seat = game.trim_start_matches("/games/").to_owned();
                move |tx, at| {
                    let id = player::by_name(tx, "ann1")?.id;
                    let game_id = luna_store::game::place(tx, &seat, &id)?.game_id;
                    luna_store::game::find_machine(tx, at, &game_id).map(drop)
                }
            })
            .await;
            game
        } else {
            let game = ann.opens("ann").await;
            let mut bob = app.guest("bob").await;
            let other = bob.new_game().await;
            bob.get(&other).await;
            let five: Vec<(String, String)> =
                (1..=5).map(|nth| (format!("q{nth}"), format!("asks {nth}"))).collect();
            bob.press("Send my questions", &lent(&five)).await.leads_to(&other);
            game
        };
        assert!(ann.reads(&game).await.contains("# Answer five questions"), "nobody came");
        let mut seen = Vec::new();
        ann.get("/settings").await;
        let token = ann.token();
        let plain = |body: &str| {
            let body = body.replace(&game, "GAME").replace(&token, "CSRF");
            body.replace("ann1", "ann").replace("ann2", "ann")
        };
        for path in ["report", "block", "reported"] {
            let page = ann.get(&format!("{game}/{path}")).await;
            seen.push(plain(&page.body));
        }
        ann.reports(&game, &[("passage", "q1"), HATE, ("block", "yes")]).await;
        ann.get(&format!("{game}/block")).await;
        ann.press("Never pair us again", &[]).await.leads_to("/settings/blocks");
        let list = ann.get("/settings/blocks").await;
        assert!(list.text().contains("Your partner in the game of 4 October 2024"), "{list}");
        let id = app.db.column("SELECT id FROM block ORDER BY id DESC")[0].clone();
        seen.push(plain(&list.body).replace(&id, "BLOCK"));
        pages.push(seen);
    }
    let (first, second) = (pages.remove(0), pages.remove(0));
    assert_eq!(first, second);
}

#[tokio::test]
async fn a_blocked_partner_is_listed_by_the_name_the_game_told_and_can_be_allowed_again() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, [anns, _]) = app.finished("50", "50").await;
    let home = ann.get("/games").await;
    assert!(home.body.contains(&format!("{anns}/report")), "{home}");
    ann.get(&format!("{anns}/block")).await;
    ann.press("Never pair us again", &[]).await.leads_to("/settings/blocks");
    assert!(ann.reads("/settings/blocks").await.contains("bob game of 4 October 2024"));
    let waits = ann.opens("ann").await;
    let comes = bob.opens("bob").await;
    for (player, game) in [(&mut ann, &waits), (&mut bob, &comes)] {
        assert!(player.reads(game).await.contains("Your questions are in"));
    }
    ann.get("/settings/blocks").await;
    ann.press("Allow again", &[]).await.leads_to("/settings/blocks");
    assert!(ann.reads("/settings/blocks").await.contains("You have not blocked anybody"));
    assert!(bob.reads("/settings/blocks").await.contains("You have not blocked anybody"));
}

#[tokio::test]
async fn moderators_decide_only_on_games_of_others() {
    for app in TestApp::each().await {
        let (mut ann, mut moderator) = (app.guest("ann").await, app.moderator().await);
        let [anns, mods] = paired(&mut ann, &mut moderator).await;
        ann.reports(&anns, &[HATE]).await;
        let id = app.report_id();
        let page = format!("/admin/reports/{id}");
        let refused = moderator.get(&page).await;
        assert!(refused.text().contains("You play in this game"), "{refused}");
        moderator.get("/settings").await;
        let refused = moderator.post(&format!("{page}/open"), &[("why", "curious")]).await;
        assert!(refused.text().contains("You played in this game yourself"), "{refused}");
        let game_id = &app.db.column("SELECT game_id FROM report")[0];
        let game = format!("/admin/games/{game_id}");
        let refused = moderator.get(&game).await;
        assert!(refused.text().contains("While you play a rated game"), "{refused}");
        moderator.get("/settings").await;
        let refused = moderator.post(&format!("{game}/open"), &[("why", "curious")]).await;
        assert_eq!(refused.status.as_u16(), 409);
        moderator.get("/settings").await;
        let fields = [("why", "It was nothing."), ("do", "dismiss")];
        assert_eq!(moderator.post(&page, &fields).await.status.as_u16(), 409);
        assert!(app.db.raw("SELECT id FROM report WHERE decided_at IS NOT NULL").is_empty());
        // Somebody else does, once, and with a reason.
        let mut operator = app.admin().await;
        operator.opens_report(&id).await;
        let none = operator.press("Dismiss the report", &[("why", " "), ("do", "dismiss")]).await;
        assert!(none.text().contains("Please give a reason"), "{none}");
        operator.get(&page).await;
        let nothing =
            operator.press("Take the ticked actions", &[("why", "x"), ("do", "act")]).await;
        assert!(nothing.text().contains("Please tick an action"), "{nothing}");
        // One with a role is not banned, whatever the form says.
        operator.get(&page).await;
        let fields = [("why", "Out!"), ("ban", "yes"), ("do", "act")];
        assert_eq!(operator.post(&page, &fields).await.status.as_u16(), 409);
        operator.get(&page).await;
        let fields = [("why", "It was nothing."), ("do", "dismiss")];
        operator.press("Dismiss the report", &fields).await.leads_to("/admin/reports");
        let fields = [("why", "Again."), ("do", "dismiss")];
        operator.get("/admin/reports").await;
        operator.get("/signup").await;
        assert_eq!(operator.post(&page, &fields).await.status.as_u16(), 409);
        assert!(ann.reads("/games").await.contains("found no violation of the rules"));
        assert!(!moderator.reads(&mods).await.contains("report of"));
    }
}

#[tokio::test]
async fn a_ban_and_the_stop_of_a_machine_come_from_a_report() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, [anns, bobs]) = app.paired().await;
    ann.reports(&anns, &[HATE]).await;
    let mut moderator = app.moderator().await;
    moderator.opens_report(&app.report_id()).await;
    let fields = [("why", "Insults."), ("ban", "yes"), ("do", "act")];
    moderator.press("Take the ticked actions", &fields).await.leads_to("/admin/reports");
    let banned = bob.get(&bobs).await;
    assert_eq!(banned.status.as_u16(), 403);
    assert!(banned.text().contains("Insults."), "{banned}");
    assert_eq!(app.visitor().get("/conduct").await.status.as_u16(), 200);
    assert_eq!(bob.get("/conduct").await.status.as_u16(), 200, "also for somebody banned");

    app.only("gibberish").await;
    let practice = ann.practice().await;
    ann.asks(&practice, "ann").await.leads_to(&practice);
    ann.reports(&practice, &[("passage", "q1"), HATE]).await;
    let open = moderator.opens_report(&app.report_id()).await;
    assert!(!open.contains("Warn"), "nobody would read it: {open}");
    let fields = [("why", "It breaks the rules."), ("stop", "yes"), ("do", "act")];
    moderator.press("Take the ticked actions", &fields).await.leads_to("/admin/reports");
    let why = "SELECT killed_why FROM machine WHERE player_id = 'house-gibberish'";
    assert_eq!(app.db.column(why), ["It breaks the rules."]);
    let log = moderator.reads("/admin/acts").await;
    assert!(log.contains("marshal | stopped gibberish | It breaks the rules."), "{log}");
}

#[tokio::test]
async fn moderators_see_what_they_need_and_nothing_else() {
    let app = TestApp::new().await;
    let mut moderator = app.moderator().await;
    app.account("ann").await;
    for path in ["/admin", "/admin/jobs", "/admin/mail", "/admin/readings"] {
        assert_eq!(moderator.get(path).await.status.as_u16(), 404, "{path}");
    }
    let before = app.dump();
    let anns = &app.db.column("SELECT id FROM player WHERE name = 'ann'")[0];
    moderator.get("/admin/machines").await;
    for path in ["/admin/machines/all", "/admin/jobs", &format!("/admin/players/{anns}/role")] {
        let fields = [("wants", "stop"), ("id", "sweep"), ("role", "moderator")];
        moderator.get("/settings").await;
        assert_eq!(moderator.post(path, &fields).await.status.as_u16(), 404, "{path}");
    }
    assert_eq!(app.dump(), before);
    // No addresses, neither shown nor searched for.
    for path in [
        "/admin/players",
        &format!("/admin/players/{anns}"),
        "/admin/search?q=ann",
        "/admin/search?q=ann%40example.org",
    ] {
        let page = moderator.get(path).await;
        assert_eq!(page.status.as_u16(), 200, "{path}");
        assert!(!page.body.replace("value=\"ann@example.org\"", "").contains("@example.org<"));
    }
    let found = moderator.reads("/admin/search?q=ann%40example.org").await;
    assert!(found.contains("Nothing is called"), "{found}");
    let home = moderator.get("/games").await;
    assert!(
        home.body.contains("href=\"/admin/reports\"") && !home.body.contains("href=\"/admin\"")
    );
}

#[tokio::test]
async fn administrators_give_roles_and_none_to_themselves_or_to_guests() {
    let app = TestApp::new().await;
    let mut operator = app.admin().await;
    let mut ann = app.account("ann").await;
    app.guest("bob").await;
    let id = |name: &str| {
        app.db.column(&format!("SELECT id FROM player WHERE name = '{name}'"))[0].clone()
    };
    let page = |name: &str| format!("/admin/players/{}", id(name));
    operator.get(&page("ann")).await;
    operator.press("Change the role", &[("role", "moderator")]).await.leads_to(&page("ann"));
    assert_eq!(ann.get("/admin/reports").await.status.as_u16(), 404, "logged out");
    ann.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    assert_eq!(ann.get("/admin/reports").await.status.as_u16(), 200);
    assert!(operator.reads("/admin/acts").await.contains("changed the role of ann | moderator"));
    for name in ["bob", "operator"] {
        operator.get(&page("ann")).await;
        let refused = operator.post(&format!("{}/role", page(name)), &[("role", "")]).await;
        assert_eq!(refused.status.as_u16(), 409, "{refused}");
    }
    operator.get(&page("ann")).await;
    operator.press("Change the role", &[("role", "")]).await.leads_to(&page("ann"));
    ann.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    assert_eq!(ann.get("/admin/reports").await.status.as_u16(), 404);
}

#[tokio::test]
async fn everything_is_found_by_name_address_and_id() {
    for app in TestApp::each().await {
        let mut operator = app.admin().await;
        let mut annabel = app.account("Annabel").await;
        let mut bob = app.guest("bob").await;
        app.guest("annika").await;
        let [seat, _] = paired(&mut annabel, &mut bob).await;
        let seat = seat.trim_start_matches("/games/").to_owned();
        let game =
            app.db.column(&format!("SELECT game_id FROM seat WHERE id = '{seat}'"))[0].clone();
        let id = app.db.column("SELECT id FROM player WHERE name = 'Annabel'")[0].clone();
        for (text, found) in [
            ("ann", vec!["Annabel account", "annika guest"]),
            ("ANNA", vec!["Annabel account"]),
            ("annabel%40example.org", vec!["Annabel account"]),
            (&*id, vec!["Annabel account"]),
            (&*game, vec![&*game]),
            (&*seat, vec![&*game]),
            ("house-eliza", vec!["eliza machine"]),
            ("%22%3E%3Cscript", vec!["Nothing is called “\"><script”."]),
        ] {
            let page = operator.get(&format!("/admin/search?q={text}")).await;
            for line in &found {
                assert!((page.text() + &page.body).contains(line), "{text}: {page}");
            }
            assert!(!page.text().contains("bob"), "{page}");
            assert!(!page.body.contains("<script\""), "{}", page.body);
        }
        // Each row leads to what it names.
        for (list, links) in [
            ("/admin/players", vec![format!("/admin/players/{id}")]),
            ("/admin/games", vec![format!("/admin/games/{game}"), format!("/admin/players/{id}")]),
            ("/admin/machines", vec!["/admin/players/house-eliza".to_owned()]),
        ] {
            let page = operator.get(list).await;
            for link in links {
                assert!(page.body.contains(&format!("href=\"{link}\"")), "{list}: {link}");
                assert_eq!(operator.get(&link).await.status.as_u16(), 200, "{link}");
            }
        }
        let person = operator.reads(&format!("/admin/players/{id}")).await;
        assert!(person.contains("Annabel@example.org") || person.contains("annabel@example.org"));
        assert!(person.contains(&game[..8]) || person.contains("response"), "{person}");
    }
}

#[tokio::test]
async fn a_rating_is_hidden_from_everybody_else_until_its_owner_shows_it() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
        let mut cat = app.guest("cat").await;
        finished((&mut cat, "61.37"), (&mut bob, "30")).await;
        finished((&mut cat, "20"), (&mut ann, "30")).await;
        bob.get("/settings").await;
        bob.press("Keep my rating private", &[]).await.leads_to("/settings");
        let [anns, bobs] = finished((&mut ann, "70"), (&mut bob, "40")).await;
        // 61.37 and what is 8.63 away from 70.
        let told = |text: &str| ["61.37", "61.4", "8.6"].iter().any(|it| text.contains(it));
        let last = ann.reads(&anns).await;
        assert!(last.contains("their rating is private"), "{last}");
        assert!(last.contains("You won. Their guess was 20 away."), "{last}");
        assert!(!told(&last), "{last}");
        let home = ann.reads("/games").await;
        assert!(home.contains("they keep their rating private") && !told(&home), "{home}");
        let data = ann.get("/settings/data").await.body;
        assert!(data.contains("\"their_rating\": 30.0") && !data.contains("61.3"), "{data}");
        // Bob sees his own, and Ann's, who hides nothing.
        let own = bob.reads(&bobs).await;
        assert!(own.contains("your rating then: 61.4"), "{own}");
        assert!(bob.reads("/profile").await.contains("Smarts Rating"));
        bob.get("/settings").await;
        bob.press("Show my rating", &[]).await.leads_to("/settings");
        assert!(ann.reads(&anns).await.contains("their rating is 61.4"));
    }
}

/// What the note with the help line says.
const NOTE: &str = "you do not have to be alone with it";

#[tokio::test]
async fn a_note_with_a_help_line_comes_to_the_writer_alone_and_is_not_stored() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let game = ann.new_game().await;
    let mut fields = questions("ann");
    fields[0].1 = "This game kills me, does it you?".to_owned();
    ann.get(&game).await;
    ann.press("Save and finish later", &lent(&fields)).await.leads_to("/games?notice=saved");
    assert!(!ann.reads(&game).await.contains(NOTE));
    fields[0].1 = "I want to kill myself. Do you?".to_owned();
    ann.press("Save and finish later", &lent(&fields)).await.leads_to("/games?notice=saved");
    let tables = |dump: &str| dump.lines().filter(|it| it.contains("kill myself")).count();
    assert!(ann.reads(&game).await.contains(NOTE));
    ann.press("Send my questions", &lent(&fields)).await.leads_to(&game);
    let waiting = ann.reads(&game).await;
    assert!(waiting.contains(NOTE) && waiting.contains("Call 116 123"), "{waiting}");
    assert_eq!(tables(&app.dump()), 1, "the move, as any other");
    let bobs = bob.opens("bob").await;
    let seen = bob.reads(&bobs).await;
    assert!(seen.contains("I want to kill myself") && !seen.contains(NOTE), "{seen}");
}

#[tokio::test]
async fn links_in_texts_of_others_cannot_be_clicked_and_contacts_are_discouraged() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let game = ann.new_game().await;
    assert!(ann.reads(&game).await.contains("Never give contact details or passwords"));
    let mut fields = questions("ann");
    fields[0].1 = "Have you seen https://evil.example/?".to_owned();
    ann.get(&game).await;
    ann.press("Send my questions", &lent(&fields)).await.leads_to(&game);
    let bobs = bob.opens("bob").await;
    let page = bob.get(&bobs).await;
    assert!(page.text().contains("https://evil.example/"), "{page}");
    assert!(!page.body.contains("href=\"https://evil"), "{}", page.body);
    assert!(page.text().contains("Never give contact details or passwords"));
}
