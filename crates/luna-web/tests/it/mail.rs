//! Mails: what they say, when they come, and how they stop.

use axum::body::Body;
use axum::http::Request;
use insta::assert_snapshot;
use luna_store::mail::Mail;
use luna_testkit::app::{DAY, HOUR, MINUTE, SECOND, TestApp, link};
use luna_testkit::persona::Persona;
use luna_testkit::play::{answered, paired};
use luna_testkit::reading::without_ids;

fn shown(mails: &[Mail]) -> String {
    let each = mails
        .iter()
        .map(|mail| format!("To: {}\n{}\n\n{}", mail.address, mail.subject, mail.plain));
    without_ids(&each.collect::<Vec<_>>().join("\n======\n"))
}

/// The same, with one line for what stands below all news of a game.
fn news(mails: &[Mail]) -> String {
    let below = "Open the game:\nhttp://luna.test/games/ID\n\n-- \nNo more mails about games:\n\
                 http://luna.test/mail/off/ID";
    shown(mails).replace(below, "(the way to the game, and the way off)")
}

/// Ann waits for a partner, and Bob comes.
async fn bob_joins_ann(app: &TestApp) -> (Persona, Persona) {
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    ann.opens("ann").await;
    app.mails().await;
    bob.opens("bob").await;
    (ann, bob)
}

fn subjects(mails: &[Mail]) -> Vec<String> {
    mails.iter().map(|mail| format!("{}: {}", mail.address, mail.subject)).collect()
}

#[tokio::test]
async fn a_waiting_player_gets_a_mail_when_it_is_their_move() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    let anns = ann.opens("ann").await;
    app.mails().await;
    bob.opens("bob").await;
    let mails = app.mails().await;
    assert_snapshot!(shown(&mails), @"
    To: ann@example.org
    Questions for you

    You have a partner, and their questions are waiting for you.

    Open the game:
    http://luna.test/games/ID

    -- 
    No more mails about games:
    http://luna.test/mail/off/ID
    ");
    assert!(mails[0].plain.contains(&format!("http://luna.test{anns}\n")));
}

#[tokio::test]
async fn the_same_is_in_the_html_part_with_the_same_links() {
    let app = TestApp::new().await;
    let _both = bob_joins_ann(&app).await;
    let mail = app.mails().await.remove(0);
    let links = |text: &str| -> Vec<String> {
        let starts = text.split("http://luna.test").skip(1);
        starts.map(|rest| rest.split(['"', '\n']).next().unwrap().to_owned()).collect()
    };
    assert_eq!(links(&mail.html), links(&mail.plain));
    assert!(mail.html.contains("You have a partner"), "{}", mail.html);
    assert!(!mail.html.contains("<img") && !mail.html.contains("<script"));
}

#[tokio::test]
async fn mails_report_responses_reminders_lost_partners_and_results() {
    let app = TestApp::with(|settings| settings.timing.mail_quiet_ms = 0).await;
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    let [anns, bobs] = paired(&mut ann, &mut bob).await;
    ann.answers(&anns, "ann").await.leads_to(&anns);
    app.mails().await;
    bob.answers(&bobs, "bob").await.leads_to(&bobs);
    let mut mails = app.mails().await;
    app.later(36 * HOUR);
    mails.extend(app.mails().await);
    ann.guesses(&anns, "50").await.leads_to(&anns);
    bob.guesses(&bobs, "50").await.leads_to(&bobs);
    mails.extend(app.mails().await);
    let [_, his] = paired(&mut ann, &mut bob).await;
    app.mails().await;
    bob.leaves(&his).await.leads_to("/games");
    mails.extend(app.mails().await);
    ann.new_game().await;
    app.later(36 * HOUR);
    mails.extend(app.mails().await.into_iter().filter(|mail| mail.kind == "reminder"));
    assert_snapshot!(news(&mails), @"
    To: ann@example.org
    Responses are in

    Your partner has answered your questions. Read the responses and guess.

    (the way to the game, and the way off)

    ======
    To: ann@example.org
    Your partner is waiting

    Half of the time for your move has passed. When it runs out, your seat goes to somebody else.

    (the way to the game, and the way off)

    ======
    To: ann@example.org
    A game is over

    Both guesses are in. See who was closer, and who you played with.

    (the way to the game, and the way off)

    ======
    To: ann@example.org
    Your partner has left

    Nothing you wrote is lost. Your game is first in the queue for a new partner.

    (the way to the game, and the way off)
    ");
}

#[tokio::test]
async fn a_player_at_the_page_gets_no_mail_about_their_own_move() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    let anns = ann.opens("ann").await;
    let bobs = bob.opens("bob").await;
    assert_eq!(subjects(&app.mails().await), ["ann@example.org: Questions for you"]);
    app.later(2 * HOUR);
    ann.answers(&anns, "ann").await.leads_to(&anns);
    assert_eq!(app.mails().await.len(), 0, "Bob has something to do already");
    bob.answers(&bobs, "bob").await.leads_to(&bobs);
    assert_eq!(subjects(&app.mails().await), ["ann@example.org: Responses are in"]);
}

/// All games of an interview find a partner at once: people, or machines instead of them.
#[tokio::test]
async fn who_has_just_asked_gets_no_mail_whoever_is_there_in_each_game() {
    for percent in [0, 100] {
        let app = TestApp::with(|settings| {
            let timing = &mut settings.timing;
            (timing.machines_fill_in, timing.machine_percent) = (false, percent);
            (timing.interview_games, timing.mail_quiet_ms) = (2, 0);
        })
        .await;
        let mut most = 0;
        for nth in 0..12 {
            let name = format!("player{nth}");
            app.account(&name).await.opens(&name).await;
            let met = app.db.column(&format!(
                "SELECT count(*) FROM seat s JOIN player p ON p.id = s.player_id
                 JOIN game g ON g.id = s.game_id
                 WHERE p.name = '{name}' AND g.phase = 'response'"
            ));
            most = most.max(met[0].parse().unwrap());
            let (mails, own) = (app.mails().await, format!("{name}@example.org"));
            assert!(mails.iter().all(|mail| mail.address != own), "{}", shown(&mails));
        }
        assert!(most >= 2, "{percent}: at most {most} games at once");
    }
}

#[tokio::test]
async fn news_of_a_quiet_hour_comes_in_one_mail() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
        let first = ann.opens("ann").await;
        app.mails().await;
        bob.opens("bob").await;
        assert_eq!(app.mails().await.len(), 1);
        app.later(MINUTE);
        ann.answers(&first, "ann").await.leads_to(&first);
        let more = [ann.opens("ann").await, ann.opens("ann").await];
        for _ in &more {
            bob.opens("bob").await;
        }
        app.passes(59 * MINUTE - SECOND, MINUTE).await;
        assert_eq!(app.mails().await.len(), 0, "the hour is not over");
        app.later(SECOND);
        let mails = app.mails().await;
        assert_eq!(mails.len(), 1);
        assert_eq!(mails[0].subject, "News from 2 games on Luna");
        assert_eq!(mails[0].kind, "digest");
        assert_eq!(link(&mails[0]).split('/').nth(1), Some("mail"));
        assert!(mails[0].plain.contains("http://luna.test/games\n"), "{}", mails[0].plain);
    }
}

#[tokio::test]
async fn a_digest_says_what_there_is_to_do() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = bob_joins_ann(&app).await;
    app.mails().await;
    for _ in 0..2 {
        app.later(SECOND);
        ann.opens("ann").await;
        bob.opens("bob").await;
    }
    app.later(SECOND);
    let [anns, bobs] = paired(&mut ann, &mut bob).await;
    ann.answers(&anns, "ann").await.leads_to(&anns);
    bob.answers(&bobs, "bob").await.leads_to(&bobs);
    app.later(HOUR);
    assert_snapshot!(shown(&app.mails().await), @"
    To: ann@example.org
    News from 3 games on Luna

    In 2 games: You have a partner, and their questions are waiting for you.

    Your partner has answered your questions. Read the responses and guess.

    Open your games:
    http://luna.test/games

    -- 
    No more mails about games:
    http://luna.test/mail/off/ID
    ");
}

#[tokio::test]
async fn obsolete_news_is_not_mailed() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = bob_joins_ann(&app).await;
    assert_eq!(app.mails().await.len(), 1);
    let second = ann.opens("ann").await;
    bob.opens("bob").await;
    ann.answers(&second, "ann").await.leads_to(&second);
    app.later(HOUR);
    assert_eq!(subjects(&app.mails().await), Vec::<String>::new());
}

#[tokio::test]
async fn nobody_is_written_to_about_games_who_has_not_confirmed_the_address() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.unconfirmed("ann").await, app.unconfirmed("bob").await);
    app.mails().await;
    let [anns, bobs] = answered(&mut ann, &mut bob).await;
    app.later(40 * HOUR);
    app.work().await;
    ann.guesses(&anns, "50").await.leads_to(&anns);
    bob.guesses(&bobs, "50").await.leads_to(&bobs);
    app.passes(10 * DAY, DAY).await;
    assert_eq!(app.mails().await.len(), 0);
}

#[tokio::test]
async fn practice_causes_no_mail() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    app.mails().await;
    let game = ann.practice().await;
    ann.asks(&game, "ann").await.leads_to(&game);
    app.passes(3 * DAY, HOUR).await;
    assert_eq!(app.mails().await.len(), 0);
}

#[tokio::test]
async fn a_player_who_has_stopped_mails_gets_none() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    ann.get("/settings").await;
    ann.press("Stop mails about games", &[]).await.leads_to("/settings");
    app.mails().await;
    answered(&mut ann, &mut bob).await;
    app.passes(3 * DAY, HOUR).await;
    assert_eq!(app.mails().await.len(), 0);
}

#[tokio::test]
async fn mails_stopped_in_a_quiet_hour_are_not_sent_after_it() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = bob_joins_ann(&app).await;
    assert_eq!(app.mails().await.len(), 1);
    ann.opens("ann").await;
    bob.opens("bob").await;
    ann.get("/settings").await;
    ann.press("Stop mails about games", &[]).await.leads_to("/settings");
    app.later(HOUR);
    assert_eq!(app.mails().await.len(), 0);
    // Nor later, when mails are wanted again.
    ann.get("/settings").await;
    ann.press("Email me about games", &[]).await.leads_to("/settings");
    app.later(HOUR);
    assert_eq!(app.mails().await.len(), 0);
}

/// The way off, as a mail about games has it.
async fn way_off(app: &TestApp) -> String {
    let _both = bob_joins_ann(app).await;
    let mail = app.mails().await.remove(0);
    let url = mail.off_url.unwrap();
    assert!(mail.plain.ends_with(&format!("{url}\n")));
    url.strip_prefix("http://luna.test").unwrap().to_owned()
}

#[tokio::test]
async fn a_mail_program_stops_mails_with_one_request_and_no_cookie() {
    for app in TestApp::each().await {
        let off = way_off(&app).await;
        let request = Request::post(&off)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Body::from("List-Unsubscribe=One-Click"));
        let answer = app.visitor().send(request.unwrap()).await;
        assert_eq!(answer.status.as_u16(), 200, "{answer}");
        assert_eq!(app.db.column("SELECT name FROM player WHERE NOT wants_mail"), ["ann"]);
    }
}

#[tokio::test]
async fn opening_an_unsubscribe_link_changes_nothing_and_its_button_does() {
    let app = TestApp::new().await;
    let off = way_off(&app).await;
    let mut somebody = app.visitor();
    assert_snapshot!(somebody.get(&off).await, @"
    200
    # No more mails about games
    You can turn them on again in the settings at any time.
    [Stop these mails]
    ");
    assert_eq!(app.db.column("SELECT name FROM player WHERE NOT wants_mail"), Vec::<String>::new());
    assert_snapshot!(somebody.press("Stop these mails", &[]).await, @"
    200
    # No more mails about games
    Done. You can turn them on again in the settings.
    ");
    assert_eq!(app.db.column("SELECT name FROM player WHERE NOT wants_mail"), ["ann"]);
    // Once more does no harm.
    somebody.get(&off).await;
    assert_eq!(somebody.press("Stop these mails", &[]).await.status.as_u16(), 200);
}

#[tokio::test]
async fn a_stale_unsubscribe_link_says_so() {
    let app = TestApp::new().await;
    assert_snapshot!(app.visitor().get("/mail/off/x").await, @"
    200
    # No more mails about games
    ! This link has expired or was already used.
    [Choose your mails in the settings] [Log in]
    ");
    let mut somebody = app.visitor();
    assert_snapshot!(somebody.post("/mail/off/x", &[]).await, @"
    409
    # That did not work
    ! This link has expired or was already used.
    [Choose your mails in the settings] [Log in]
    ");
}

#[tokio::test]
async fn a_mail_that_could_not_be_sent_is_tried_again_later_each_time() {
    let app = TestApp::new().await;
    app.mail_fails(Some("the server is asleep"));
    app.unconfirmed("ann").await;
    let mut waits = Vec::new();
    let mut last = app.now();
    app.work().await;
    assert_eq!(app.mail_tries(), 1);
    while app.mail_tries() < 12 {
        let tries = app.mail_tries();
        while app.mail_tries() == tries {
            app.later(10 * SECOND);
            app.work().await;
        }
        waits.push((app.now() - last) / SECOND);
        last = app.now();
    }
    assert_eq!(waits, [10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]);
    app.passes(3 * DAY, HOUR).await;
    assert_eq!(app.mail_tries(), 12, "then it is given up");
}

#[tokio::test]
async fn a_mail_that_was_given_up_is_sent_when_the_operator_says_so() {
    for app in TestApp::each().await {
        app.mail_fails(Some("the server is asleep"));
        app.unconfirmed("ann").await;
        app.passes(DAY, HOUR).await;
        app.mail_fails(None);
        app.passes(DAY, HOUR).await;
        assert_eq!(app.mails().await.len(), 0);
        let mut operator = app.admin().await;
        let page = operator.get("/admin/jobs").await;
        assert!(page.text().contains("given up | 12 | the server is asleep"), "{page}");
        assert!(operator.get("/admin/mail").await.text().contains("failed: the server is asleep"));
        operator.get("/admin/jobs").await;
        operator.press("Try again", &[]).await.leads_to("/admin/jobs");
        assert_eq!(subjects(&app.mails().await), ["ann@example.org: Is this your address?"]);
        assert!(operator.get("/admin/mail").await.text().contains("· sent"));
    }
}

#[tokio::test]
async fn a_mail_that_was_sent_is_not_sent_again() {
    let app = TestApp::new().await;
    app.unconfirmed("ann").await;
    app.passes(3 * DAY, HOUR).await;
    assert_eq!(app.mail_tries(), 1);
}

#[tokio::test]
async fn owners_are_written_to_about_erased_partners_once_a_day() {
    let app = TestApp::new().await;
    let _ann = app.account("ann").await;
    let robot = app.robot("robot", "ann").await;
    let written = async || -> Vec<Mail> {
        let mails = app.mails().await;
        mails.into_iter().filter(|mail| mail.kind == "erasures").collect()
    };
    let mut met = Vec::new();
    let mut waiting = robot.waits().await;
    for nth in 0..20 {
        let mut guest = app.guest(&format!("guest{nth}")).await;
        guest.opens("guest").await;
        app.passes(10 * MINUTE, MINUTE).await;
        // One choice in five is a house machine.
        if robot.get(&format!("/games/{waiting}")).await.ok()["duty"] == "answer" {
            met.push(guest);
            if met.len() == 2 {
                break;
            }
            waiting = robot.waits().await;
        }
    }
    let mut second = met.pop().unwrap();
    let mut first = met.pop().unwrap();
    app.passes(DAY, HOUR).await;
    assert!(written().await.is_empty());

    first.get("/settings/erase").await;
    first.press("Erase me for good", &[("sure", "yes")]).await.leads_to("/?notice=erased");
    app.passes(DAY, HOUR).await;
    assert_snapshot!(shown(&written().await), @"
    To: ann@example.org
    Please delete data of erased players

    Partners of your machines in 1 game have since been erased.

    The terms for owners require you to delete everything you kept from these games. Your programs can read the same list at GET /api/v1/erasures.

    The games:
    http://luna.test/settings/machines
    ");
    second.get("/settings/erase").await;
    second.press("Erase me for good", &[("sure", "yes")]).await.leads_to("/?notice=erased");
    app.passes(DAY, HOUR).await;
    assert_eq!(written().await.len(), 1);
    app.passes(2 * DAY, HOUR).await;
    assert!(written().await.is_empty(), "nobody else was erased");
}
