//! Mails: what they say, when they come, and how they stop.

use insta::assert_snapshot;
use luna_core::game::{Duty, Kind};
use luna_store::mail::Mail;
use luna_testkit::instance::{DAY, HOUR, MINUTE, SECOND, TestInstance, link};
use luna_testkit::player::{TestPlayer, answered, paired};
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
async fn bob_joins_ann(app: &TestInstance) -> (TestPlayer, TestPlayer) {
    let (ann, bob) = (app.confirmed("ann").await, app.player("bob").await);
    ann.opens().await;
    app.mails().await;
    bob.opens().await;
    (ann, bob)
}

fn subjects(mails: &[Mail]) -> Vec<String> {
    mails.iter().map(|mail| format!("{}: {}", mail.address, mail.subject)).collect()
}

#[tokio::test]
async fn a_waiting_player_gets_a_mail_when_it_is_their_move() {
    let app = TestInstance::new().await;
    let (ann, bob) = (app.confirmed("ann").await, app.player("bob").await);
    let anns = ann.opens().await;
    app.mails().await;
    bob.opens().await;
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
    assert!(mails[0].plain.contains(&format!("http://luna.test/games/{anns}\n")));
}

#[tokio::test]
async fn the_same_is_in_the_html_part_with_the_same_links() {
    let app = TestInstance::new().await;
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
    let app = TestInstance::with(|settings| settings.timing.mail_quiet_ms = 0).await;
    let (ann, bob) = (app.confirmed("ann").await, app.player("bob").await);
    let [anns, bobs] = paired(&ann, &bob).await;
    ann.answers(&anns).await;
    app.mails().await;
    bob.answers(&bobs).await;
    let mut mails = app.mails().await;
    app.later(36 * HOUR);
    mails.extend(app.mails().await);
    ann.guesses(&anns, "50").await;
    bob.guesses(&bobs, "50").await;
    mails.extend(app.mails().await);
    let [_, his] = paired(&ann, &bob).await;
    app.mails().await;
    bob.leaves(&his).await;
    mails.extend(app.mails().await);
    ann.starts(Kind::Rated).await;
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
    let app = TestInstance::new().await;
    let (ann, bob) = (app.confirmed("ann").await, app.confirmed("bob").await);
    let anns = ann.opens().await;
    let bobs = bob.opens().await;
    assert_eq!(subjects(&app.mails().await), ["ann@example.org: Questions for you"]);
    app.later(2 * HOUR);
    ann.answers(&anns).await;
    assert_eq!(app.mails().await.len(), 0, "Bob has something to do already");
    bob.answers(&bobs).await;
    assert_eq!(subjects(&app.mails().await), ["ann@example.org: Responses are in"]);
}

/// All games of an interview find a partner at once: people, or machines instead of them.
#[tokio::test]
async fn who_has_just_asked_gets_no_mail_whoever_is_there_in_each_game() {
    for percent in [0, 100] {
        let app = TestInstance::with(|settings| {
            let timing = &mut settings.timing;
            (timing.machines_fill_in, timing.machine_percent) = (false, percent);
            (timing.interview_games, timing.mail_quiet_ms) = (2, 0);
        })
        .await;
        let mut most = 0;
        for nth in 0..12 {
            let name = format!("player{nth}");
            app.confirmed(&name).await.opens().await;
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
    for app in TestInstance::each().await {
        let (ann, bob) = (app.confirmed("ann").await, app.player("bob").await);
        let first = ann.opens().await;
        app.mails().await;
        bob.opens().await;
        assert_eq!(app.mails().await.len(), 1);
        app.later(MINUTE);
        ann.answers(&first).await;
        let more = [ann.opens().await, ann.opens().await];
        for _ in &more {
            bob.opens().await;
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
    let app = TestInstance::new().await;
    let (ann, bob) = bob_joins_ann(&app).await;
    app.mails().await;
    for _ in 0..2 {
        app.later(SECOND);
        ann.opens().await;
        bob.opens().await;
    }
    app.later(SECOND);
    let [anns, bobs] = paired(&ann, &bob).await;
    ann.answers(&anns).await;
    bob.answers(&bobs).await;
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
    let app = TestInstance::new().await;
    let (ann, bob) = bob_joins_ann(&app).await;
    assert_eq!(app.mails().await.len(), 1);
    let second = ann.opens().await;
    bob.opens().await;
    ann.answers(&second).await;
    app.later(HOUR);
    assert_eq!(subjects(&app.mails().await), Vec::<String>::new());
}

#[tokio::test]
async fn nobody_is_written_to_about_games_who_has_not_confirmed_the_address() {
    let app = TestInstance::new().await;
    let (ann, bob) = (app.claimant("ann").await, app.claimant("bob").await);
    app.mails().await;
    let [anns, bobs] = answered(&ann, &bob).await;
    app.later(40 * HOUR);
    app.work().await;
    ann.guesses(&anns, "50").await;
    bob.guesses(&bobs, "50").await;
    app.passes(10 * DAY, DAY).await;
    assert_eq!(app.mails().await.len(), 0);
}

#[tokio::test]
async fn practice_causes_no_mail() {
    let app = TestInstance::new().await;
    let ann = app.confirmed("ann").await;
    app.mails().await;
    let game = ann.starts(Kind::Practice).await;
    ann.asks(&game).await;
    app.passes(3 * DAY, HOUR).await;
    assert_eq!(app.mails().await.len(), 0);
}

#[tokio::test]
async fn a_player_who_has_stopped_mails_gets_none() {
    let app = TestInstance::new().await;
    let (ann, bob) = (app.confirmed("ann").await, app.player("bob").await);
    ann.wants_mail(false).await;
    app.mails().await;
    answered(&ann, &bob).await;
    app.passes(3 * DAY, HOUR).await;
    assert_eq!(app.mails().await.len(), 0);
}

#[tokio::test]
async fn mails_stopped_in_a_quiet_hour_are_not_sent_after_it() {
    let app = TestInstance::new().await;
    let (ann, bob) = bob_joins_ann(&app).await;
    assert_eq!(app.mails().await.len(), 1);
    ann.opens().await;
    bob.opens().await;
    ann.wants_mail(false).await;
    app.later(HOUR);
    assert_eq!(app.mails().await.len(), 0);
    // Nor later, when mails are wanted again.
    ann.wants_mail(true).await;
    app.later(HOUR);
    assert_eq!(app.mails().await.len(), 0);
}

#[tokio::test]
async fn a_mail_that_could_not_be_sent_is_tried_again_later_each_time() {
    let app = TestInstance::new().await;
    app.mail_fails(Some("the server is asleep"));
    app.claimant("ann").await;
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
async fn a_mail_that_was_sent_is_not_sent_again() {
    let app = TestInstance::new().await;
    app.claimant("ann").await;
    app.passes(3 * DAY, HOUR).await;
    assert_eq!(app.mail_tries(), 1);
}

#[tokio::test]
async fn owners_are_written_to_about_erased_partners_once_a_day() {
    let app = TestInstance::new().await;
    app.confirmed("ann").await;
    let robot = app.machine("robot", "ann").await;
    let written = async || -> Vec<Mail> {
        let mails = app.mails().await;
        mails.into_iter().filter(|mail| mail.kind == "erasures").collect()
    };
    let mut met = Vec::new();
    let mut waiting = robot.opens().await;
    for nth in 0..20 {
        robot.comes().await;
        let guest = app.player(&format!("guest{nth}")).await;
        guest.opens().await;
        app.passes(10 * MINUTE, MINUTE).await;
        // One choice in five is a house machine.
        if robot.duty(&waiting).await == Some(Duty::Answer) {
            met.push(guest);
            if met.len() == 2 {
                break;
            }
            waiting = robot.opens().await;
        }
    }
    let second = met.pop().unwrap();
    let first = met.pop().unwrap();
    app.passes(DAY, HOUR).await;
    assert!(written().await.is_empty());

    first.is_erased().await;
    app.passes(DAY, HOUR).await;
    assert_snapshot!(shown(&written().await), @"
    To: ann@example.org
    Please delete data of erased players

    Partners of your machines in 1 game have since been erased.

    The terms for owners require you to delete everything you kept from these games. Your programs can read the same list at GET /api/v1/erasures.

    The games:
    http://luna.test/settings/machines
    ");
    second.is_erased().await;
    app.passes(DAY, HOUR).await;
    assert_eq!(written().await.len(), 1);
    app.passes(2 * DAY, HOUR).await;
    assert!(written().await.is_empty(), "nobody else was erased");
}
