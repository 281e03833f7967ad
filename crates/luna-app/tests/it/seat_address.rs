//! The address that a guest leaves for one game: what goes there, when, and how it ends.

use insta::assert_snapshot;
use luna_store::mail::Mail;
use luna_store::{player, seat_address};
use luna_testkit::instance::{DAY, HOUR, MINUTE, TestInstance};
use luna_testkit::player::{TestPlayer, answered};
use luna_testkit::reading::without_ids;

/// Leaves `name@example.org` for a game.
async fn leaves_address(app: &TestInstance, who: &TestPlayer, seat: &str) {
    let (seat, id) = (seat.to_owned(), who.id.clone());
    let email = format!("{id}@example.org");
    app.acts(move |tx, at| seat_address::set(tx, &seat, &id, &email, at.now)).await;
}

fn addresses(app: &TestInstance) -> Vec<String> {
    app.db.column("SELECT email FROM seat_address ORDER BY email")
}

fn subjects(mails: &[Mail]) -> Vec<String> {
    mails.iter().map(|mail| format!("{}: {}", mail.address, mail.subject)).collect()
}

#[tokio::test]
async fn a_guest_is_told_of_one_game_at_the_address_left_for_it() {
    let app = TestInstance::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let anns = ann.opens().await;
    leaves_address(&app, &ann, &anns).await;
    bob.opens().await;
    let mails = app.mails().await;
    assert_eq!(subjects(&mails), ["ann@example.org: Questions for you"]);
    assert!(mails[0].plain.contains(&format!("http://luna.test/games/{anns}\n")));
    assert!(!mails[0].plain.contains("bob"), "{}", mails[0].plain);
    let (text, off) = mails[0].plain.split_once("-- \nNo more mails about this game:\n").unwrap();
    assert_eq!(mails[0].off_url.as_deref(), Some(off.trim()));
    assert!(off.starts_with("http://luna.test/mail/stop/") && !off.contains(&anns), "{off}");
    assert_snapshot!(without_ids(text), @"
    You have a partner, and their questions are waiting for you.

    Open the game in the browser in which you play, since you have no account. In another one, type your recovery code first, at http://luna.test/recover.

    You get this mail because somebody has left your address for one game at http://luna.test. It is deleted when the game is over. If that was not you, stop the mails below.

    Open the game:
    http://luna.test/games/ID
    ");
    // No list of mails has the address.
    assert_eq!(app.db.column("SELECT address FROM mail"), [""]);
    // Of another game there is no mail.
    app.later(HOUR);
    ann.opens().await;
    bob.opens().await;
    assert_eq!(app.mails().await.len(), 0);
}

#[tokio::test]
async fn the_address_goes_with_the_last_mail() {
    for app in TestInstance::each_with(|settings| settings.timing.mail_quiet_ms = HOUR).await {
        let (ann, bob) = (app.player("ann").await, app.player("bob").await);
        let [anns, bobs] = answered(&ann, &bob).await;
        leaves_address(&app, &ann, &anns).await;
        leaves_address(&app, &bob, &bobs).await;
        ann.guesses(&anns, "50").await;
        bob.guesses(&bobs, "50").await;
        // Bob was there and is told of nothing.
        assert_eq!(addresses(&app), ["ann@example.org"]);
        app.mail_fails(Some("the server is asleep"));
        app.work().await;
        assert_eq!(addresses(&app), ["ann@example.org"], "its last mail has not gone");
        app.mail_fails(None);
        app.later(MINUTE);
        let mails = app.mails().await;
        assert_eq!(subjects(&mails), ["ann@example.org: A game is over"]);
        assert!(
            mails[0].plain.contains("Your address has been deleted here."),
            "{}",
            mails[0].plain
        );
        assert_eq!(mails[0].off_url, None);
        assert_eq!(addresses(&app), Vec::<String>::new());
        app.passes(DAY, HOUR).await;
        assert_eq!(app.mails().await.len(), 0);
    }
}

#[tokio::test]
async fn a_last_mail_that_cannot_be_sent_keeps_the_address_for_a_day() {
    let app = TestInstance::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let [anns, bobs] = answered(&ann, &bob).await;
    leaves_address(&app, &ann, &anns).await;
    ann.guesses(&anns, "50").await;
    app.mail_fails(Some("the server is asleep"));
    bob.guesses(&bobs, "50").await;
    app.passes(DAY - HOUR, HOUR).await;
    assert_eq!(addresses(&app), ["ann@example.org"]);
    app.passes(3 * HOUR, HOUR).await;
    assert_eq!(addresses(&app), Vec::<String>::new());
    app.mail_fails(None);
    app.passes(DAY, HOUR).await;
    assert_eq!(app.mails().await.len(), 0);
}

#[tokio::test]
async fn the_address_goes_at_once_with_a_game_that_ends_without_a_mail() {
    for app in TestInstance::each().await {
        let (ann, bob) = (app.player("ann").await, app.player("bob").await);
        for (nth, end) in ["leaves", "expires", "erased"].into_iter().enumerate() {
            let seat = ann.opens().await;
            leaves_address(&app, &ann, &seat).await;
            assert_eq!(addresses(&app).len(), 1, "{nth}");
            match end {
                "leaves" => ann.leaves(&seat).await,
                "expires" => {
                    let bobs = bob.opens().await;
                    bob.answers(&bobs).await;
                    app.mails().await;
                    app.passes(4 * DAY, HOUR).await;
                    let mails = app.mails().await;
                    assert!(mails.iter().all(|it| it.kind == "reminder"), "{:?}", subjects(&mails));
                }
                _ => ann.is_erased().await,
            }
            assert_eq!(addresses(&app), Vec::<String>::new(), "{end}");
        }
    }
}

/// The times of mails must not tell a guest from an account, nor a partner from another.
#[tokio::test]
async fn mails_to_such_an_address_come_when_those_to_an_account_come() {
    let mut times = Vec::new();
    for is_guest in [true, false] {
        let app = TestInstance::new().await;
        let ann = if is_guest { app.player("ann").await } else { app.confirmed("ann").await };
        let bob = app.player("bob").await;
        let anns = ann.opens().await;
        if is_guest {
            leaves_address(&app, &ann, &anns).await;
        }
        app.later(7 * MINUTE);
        let bobs = bob.opens().await;
        let mut seen = Vec::new();
        let mut watch = async |minutes: i64| {
            for _ in 0..minutes {
                app.later(MINUTE);
                let mails = app.mails().await;
                seen.extend(mails.into_iter().map(|mail| (app.now(), mail.kind, mail.subject)));
            }
        };
        watch(5).await;
        ann.answers(&anns).await;
        bob.answers(&bobs).await;
        watch(70).await;
        ann.guesses(&anns, "40").await;
        bob.guesses(&bobs, "40").await;
        watch(70).await;
        times.push(seen);
    }
    assert_eq!(times[0].len(), 3, "{times:?}");
    assert_eq!(times[0], times[1]);
}

#[tokio::test]
async fn a_confirmed_account_takes_the_place_of_the_address() {
    let app = TestInstance::new().await;
    let (ann, bob) = (app.player("ann").await, app.player("bob").await);
    let anns = ann.opens().await;
    leaves_address(&app, &ann, &anns).await;
    app.acts(|tx, _| player::verify_email(tx, "ann", "ann@example.net")).await;
    assert_eq!(addresses(&app), Vec::<String>::new());
    bob.opens().await;
    assert_eq!(subjects(&app.mails().await), ["ann@example.net: Questions for you"]);
}

#[tokio::test]
async fn who_can_be_told_keeps_the_seat_for_a_day_as_an_account_does() {
    let mut left = Vec::new();
    for way in ["account", "address", "none"] {
        let app = TestInstance::with(|settings| {
            settings.timing.silence_ms = 15 * MINUTE;
            settings.timing.machines_fill_in = false;
        })
        .await;
        let ann = match way {
            "account" => app.confirmed("ann").await,
            _ => app.player("ann").await,
        };
        let (bob, cat) = (app.player("bob").await, app.player("cat").await);
        let anns = ann.opens().await;
        if way == "address" {
            leaves_address(&app, &ann, &anns).await;
        }
        let bobs = bob.opens().await;
        bob.answers(&bobs).await;
        app.passes(2 * HOUR, MINUTE).await;
        cat.opens().await;
        for _ in 0..30 {
            app.acts(|tx, at| luna_store::game::note_here(tx, at.now, &["cat".to_owned()])).await;
            app.passes(MINUTE, MINUTE).await;
        }
        left.push((way, ann.ending(&anns).await.is_none()));
    }
    assert_eq!(left, [("account", true), ("address", true), ("none", false)]);
}
