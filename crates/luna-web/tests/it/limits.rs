//! How often things may be done, and what is read then.

use insta::assert_snapshot;
use luna_testkit::app::{HOUR, MINUTE, PASSWORD, SECOND, TestApp};
use luna_testkit::persona::{Answer, Persona};

/// 429, and in how many seconds there is another try.
#[track_caller]
fn refused(answer: &Answer) -> i64 {
    assert_eq!(answer.status.as_u16(), 429, "{answer}");
    answer.header("retry-after").unwrap().parse().unwrap()
}

#[tokio::test]
async fn ten_wrong_passwords_from_a_network_close_an_account_for_it_for_a_while() {
    let app = TestApp::new().await;
    app.account("ann").await;
    for _ in 0..10 {
        let answer = app.visitor().logs_in("ann@example.org", "wrong horse").await;
        assert_eq!(answer.status.as_u16(), 422);
    }
    let answer = app.visitor().logs_in("ann@example.org", PASSWORD).await;
    let seconds = refused(&answer);
    assert!((1..=91).contains(&seconds), "{seconds}");
    app.later(seconds * SECOND);
    app.visitor().logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
}

#[tokio::test]
async fn one_address_tries_only_so_many_accounts() {
    let app = TestApp::new().await;
    let mut eve = app.visitor();
    for nth in 0..60 {
        let answer = eve.logs_in(&format!("nobody{nth}@example.org"), "x").await;
        assert_eq!(answer.status.as_u16(), 422, "{nth}");
    }
    refused(&eve.logs_in("nobody60@example.org", "x").await);
    let mut somebody = app.visitor();
    somebody.address.set_ip([198, 51, 100, 7].into());
    assert_eq!(somebody.logs_in("nobody61@example.org", "x").await.status.as_u16(), 422);
}

#[tokio::test]
async fn one_address_makes_sixty_accounts_an_hour() {
    let app = TestApp::new().await;
    let mut eve = app.visitor();
    for nth in 0..60 {
        eve.jar.clear();
        let answer = eve.signs_up(&format!("eve{nth}@example.org"), PASSWORD).await;
        assert_eq!(answer.status.as_u16(), 303, "{answer}");
    }
    eve.jar.clear();
    assert_eq!(refused(&eve.signs_up("more@example.org", PASSWORD).await), 61);
    app.later(MINUTE);
    eve.signs_up("more@example.org", PASSWORD).await.leads_to("/games");
}

/// What cannot be an address shares no limit with what others mistype.
#[tokio::test]
async fn mistyped_addresses_share_no_limit() {
    let app = TestApp::new().await;
    for nth in 0..12 {
        let mut one = app.visitor();
        one.address.set_ip([198, 51, 100, nth].into());
        assert_eq!(one.logs_in("no address", "x").await.status.as_u16(), 422, "{nth}");
    }
}

#[tokio::test]
async fn the_password_of_the_settings_is_as_slow_to_guess() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    let fields = [("current", "wrong horse"), ("password", "another horse")];
    for _ in 0..10 {
        ann.get("/settings").await;
        assert_ne!(ann.press("Change password", &fields).await.status.as_u16(), 429);
    }
    ann.get("/settings").await;
    refused(&ann.press("Change password", &fields).await);
}

#[tokio::test]
async fn one_address_of_mail_gets_four_mails_an_hour_asked_for_by_strangers() {
    let app = TestApp::new().await;
    app.account("ann").await;
    app.later(HOUR);
    app.mails().await;
    let ask = async |nth: u8| {
        let mut eve = app.visitor();
        eve.address.set_ip([198, 51, 100, nth].into());
        eve.get("/forgot").await;
        eve.press("Send me the link", &[("email", "ann@example.org")]).await
    };
    for nth in 0..4 {
        assert_eq!(ask(nth).await.status.as_u16(), 200);
    }
    let seconds = refused(&ask(4).await);
    assert_eq!(seconds, 15 * 60 + 1);
    assert_eq!(app.mails().await.len(), 4);
    // An address that nobody has is treated alike.
    let mut eve = app.visitor();
    for nth in 0..5 {
        eve.get("/forgot").await;
        let answer = eve.press("Send me the link", &[("email", "nobody@example.org")]).await;
        assert_eq!(answer.status.as_u16() == 429, nth == 4, "{nth}");
    }
}

#[tokio::test]
async fn one_address_asks_for_thirty_links_an_hour() {
    let app = TestApp::new().await;
    let mut eve = app.visitor();
    for nth in 0..30 {
        eve.get("/forgot").await;
        let email = format!("nobody{nth}@example.org");
        assert_eq!(eve.press("Send me the link", &[("email", &email)]).await.status.as_u16(), 200);
    }
    eve.get("/forgot").await;
    refused(&eve.press("Send me the link", &[("email", "more@example.org")]).await);
    app.later(2 * MINUTE);
    eve.get("/forgot").await;
    let answer = eve.press("Send me the link", &[("email", "more@example.org")]).await;
    assert_eq!(answer.status.as_u16(), 200);
}

#[tokio::test]
async fn guests_are_counted_by_where_they_come_from() {
    let app = TestApp::with(|settings| settings.guests_per_hour = 2).await;
    assert_eq!(guests(&app, ["", "", ""]).await, [303, 303, 429]);
}

#[tokio::test]
async fn only_behind_a_proxy_is_the_last_forwarded_address_believed() {
    let behind = TestApp::with(|settings| {
        settings.guests_per_hour = 1;
        settings.behind_proxy = true;
    })
    .await;
    let lines =
        ["203.0.113.1", "203.0.113.2", "203.0.113.9, 203.0.113.2", "203.0.113.2, 203.0.113.3"];
    assert_eq!(guests(&behind, lines).await, [303, 303, 429, 303]);
    let open = TestApp::with(|settings| settings.guests_per_hour = 1).await;
    assert_eq!(guests(&open, ["203.0.113.1", "203.0.113.2"]).await, [303, 429]);
}

#[tokio::test]
async fn a_network_counts_as_one_place() {
    let app = TestApp::with(|settings| {
        settings.guests_per_hour = 1;
        settings.behind_proxy = true;
    })
    .await;
    let beside = ["2001:db8::1", "2001:db8::ffff:0:0:1", "2001:db8:0:1::1"];
    assert_eq!(guests(&app, beside).await, [303, 429, 303]);
    let mapped = ["::ffff:203.0.113.1", "203.0.113.1", "::ffff:203.0.113.2"];
    assert_eq!(guests(&app, mapped).await, [303, 429, 303]);
    // Lines that visitors make up come before the proxy's.
    let made_up = ["192.0.2.7\n203.0.113.9", "192.0.2.8\n203.0.113.9", "192.0.2.9, 203.0.113.9"];
    assert_eq!(guests(&app, made_up).await, [303, 429, 429]);
}

#[tokio::test]
async fn a_hop_with_a_port_or_a_name_has_limits_of_its_own() {
    let app = TestApp::with(|settings| {
        settings.behind_proxy = true;
        settings.guests_per_hour = 1;
    })
    .await;
    let with_port = ["203.0.113.1:4711", "203.0.113.1", "203.0.113.1:80", "203.0.113.2:80"];
    assert_eq!(guests(&app, with_port).await, [303, 429, 429, 303]);
    let six = ["[2001:db8::1]:443", "2001:db8::2", "[2001:db8::3]", "\"[2001:db8:0:9::1]:80\""];
    assert_eq!(guests(&app, six).await, [303, 429, 429, 303]);
    // What is no address is still not the proxy, and what comes before it is made up.
    let named = ["unknown", "_hidden", "192.0.2.99, unknown", ""];
    assert_eq!(guests(&app, named).await, [303, 303, 429, 303]);
}

/// The answers to guests with these lines of `X-Forwarded-For`.
async fn guests<const N: usize>(app: &TestApp, lines: [&str; N]) -> Vec<u16> {
    let mut answers = Vec::new();
    for line in lines {
        let mut guest: Persona = app.visitor();
        guest.forwarded_for = line.to_owned();
        guest.get("/consent").await;
        answers.push(
            guest.press("I agree, play as a guest", &[("adult", "yes")]).await.status.as_u16(),
        );
    }
    answers
}

#[tokio::test]
async fn fifty_games_may_be_open_at_once() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    let mut last = String::new();
    for _ in 0..50 {
        last = ann.new_game().await;
    }
    ann.get("/games").await;
    assert_snapshot!(ann.press("New game", &[]).await, @"
    409
    # That did not work
    ! You have 50 open games, which is the limit. Please finish some before you start another.
    [Your games]
    ");
    ann.get("/games").await;
    assert_eq!(ann.press("Practise with a machine", &[]).await.status.as_u16(), 409);
    ann.leaves(&last).await.leads_to("/games");
    ann.new_game().await;
}
