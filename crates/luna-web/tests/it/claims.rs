//! Addresses that several claim, passwords tried from elsewhere, and accounts that nobody has
//! confirmed.

use insta::assert_snapshot;
use luna_app::password::{Salt, hash as hash_password};
use luna_testkit::app::{HOUR, PASSWORD, TestApp, link};
use luna_testkit::persona::Persona;
use luna_testkit::reading::without_ids;

use crate::recovery::code;

/// Strangers who sign up with Ann's address, each from another network.
async fn claimed_by_strangers(app: &TestApp, many: u8) {
    for nth in 0..many {
        let mut eve = app.visitor();
        eve.address.set_ip([198, 51, 100, nth].into());
        eve.signs_up("ann@example.org", &format!("strange horse {nth}")).await.leads_to("/games");
    }
}

async fn name_of(mut somebody: Persona) -> String {
    somebody.get("/profile").await.lines("# ").lines().next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn the_right_password_opens_the_right_account_however_many_claim_its_address() {
    for smtp in [true, false] {
        for app in TestApp::each_with(|settings| settings.smtp = smtp).await {
            claimed_by_strangers(&app, 3).await;
            let ann = app.unconfirmed("ann").await;
            claimed_by_strangers(&app, 6).await;
            let mut phone = ann.elsewhere();
            phone.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
            assert_eq!(name_of(phone).await, "# ann");
            let mut eve = ann.elsewhere();
            eve.logs_in("ann@example.org", "strange horse 2").await.leads_to("/games");
            assert_ne!(name_of(eve).await, "# ann");
        }
    }
}

#[tokio::test]
async fn all_claims_of_an_address_have_one_salt_and_other_addresses_another() {
    let app = TestApp::new().await;
    app.unconfirmed("ann").await;
    claimed_by_strangers(&app, 4).await;
    app.unconfirmed("bob").await;
    let salts = |email: &str| {
        let sql = format!("SELECT password FROM player WHERE email = '{email}'");
        let mut salts: Vec<String> = app
            .db
            .column(&sql)
            .iter()
            .map(|hash| hash.rsplit_once('$').unwrap().0.to_owned())
            .collect();
        salts.dedup();
        salts
    };
    let (anns, bobs) = (salts("ann@example.org"), salts("bob@example.org"));
    assert_eq!((anns.len(), bobs.len()), (1, 1));
    assert_ne!(anns, bobs);
}

#[tokio::test]
async fn hashes_with_a_salt_of_their_own_still_open_accounts_and_get_the_address_s_salt() {
    let app = TestApp::new().await;
    let ann = app.account("ann").await;
    let old = hash_password(PASSWORD.to_owned(), Salt::of("another", "key")).await.unwrap();
    app.db.raw(&format!("UPDATE player SET password = '{old}' WHERE verified"));
    for _ in 0..2 {
        ann.elsewhere().logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
        let now = app.db.column("SELECT password FROM player WHERE verified");
        assert_ne!(now[0], old);
    }
}

#[tokio::test]
async fn an_unconfirmed_account_is_not_signed_up_over() {
    for app in TestApp::each().await {
        let mut ann = app.unconfirmed("ann").await;
        let before = app.db.column("SELECT password FROM player WHERE name = 'ann'");
        let answer = ann.signs_up("eve@example.org", "another horse").await;
        assert_eq!(answer.status.as_u16(), 409);
        let told = "! You already have an account. Its address and password can be changed in the \
                    settings.";
        assert_eq!(answer.lines("!"), told);
        assert_eq!(app.db.column("SELECT password FROM player WHERE name = 'ann'"), before);
        assert_eq!(
            app.db.column("SELECT email FROM player WHERE name = 'ann'"),
            ["ann@example.org"]
        );
    }
}

#[tokio::test]
async fn another_address_takes_the_password_and_signs_out_other_devices() {
    for app in TestApp::each().await {
        let mut ann = app.unconfirmed("ann").await;
        let mut phone = ann.elsewhere();
        phone.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
        ann.get("/settings").await;
        let press = "Send a link to the new address";
        let fields = [("email", "new@example.org"), ("current", "wrong horse")];
        assert_eq!(ann.press(press, &fields).await.status.as_u16(), 422);
        assert_eq!(phone.get("/games").await.status.as_u16(), 200);
        ann.get("/settings").await;
        let fields = [("email", "new@example.org"), ("current", PASSWORD)];
        ann.press(press, &fields).await.leads_to("/settings");
        assert_eq!(phone.get("/games").await.status.as_u16(), 401);
        assert_eq!(ann.get("/games").await.status.as_u16(), 200);
        ann.elsewhere().logs_in("new@example.org", PASSWORD).await.leads_to("/games");
    }
}

#[tokio::test]
async fn a_confirmed_account_that_gets_another_address_is_signed_out_elsewhere() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    let mut phone = ann.elsewhere();
    phone.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    app.mails().await;
    ann.get("/settings").await;
    let fields = [("email", "new@example.org"), ("current", PASSWORD)];
    ann.press("Send a link to the new address", &fields).await.leads_to("/settings");
    let mails = app.mails().await;
    let verify = mails.iter().find(|mail| mail.kind == "verify").unwrap();
    assert_eq!(phone.get("/games").await.status.as_u16(), 200, "nothing has changed yet");
    ann.get(&link(verify)).await;
    ann.press("Yes, it is mine", &[]).await.leads_to("/settings");
    assert_eq!(phone.get("/games").await.status.as_u16(), 401);
    assert_eq!(ann.get("/games").await.status.as_u16(), 200);
}

/// Eve signs up with Ann's address and keeps every way in that she can have.
#[tokio::test]
async fn a_stranger_who_signed_up_with_an_address_has_no_way_in_once_it_is_confirmed() {
    for by_reset in [false, true] {
        // Without a mail server a machine needs no confirmed address.
        for app in TestApp::each_with(|settings| settings.smtp = false).await {
            let mut eve = app.guest("eve").await;
            let code = code(&mut eve).await;
            eve.signs_up("ann@example.org", "strange horse").await.leads_to("/games");
            let mut phone = eve.elsewhere();
            phone.logs_in("ann@example.org", "strange horse").await.leads_to("/games");
            let machine = eve.has_machine("polly").await;
            eve.get(&machine).await;
            let token = eve.press("Create a token", &[("name", "laptop")]).await.once();
            let account = "/api/v1/account";
            assert_eq!(eve.bearer(account, &token).await.status.as_u16(), 200);

            let mut ann = app.visitor();
            let kind = if by_reset { "reset" } else { "verify" };
            if by_reset {
                ann.get("/forgot").await;
                ann.press("Send me the link", &[("email", "ann@example.org")]).await;
            }
            app.work().await;
            ann.get(&waiting(&app, kind)).await;
            let press = if by_reset { "Set the password" } else { "Yes, it is mine" };
            ann.press(press, &[("password", "another horse")]).await.leads_to("/games");
            assert!(ann.get("/settings").await.text().contains("Your address is ann@example.org"));

            for browser in [&mut eve, &mut phone] {
                assert_eq!(browser.get("/games").await.status.as_u16(), 401);
            }
            let mut late = app.visitor();
            late.address.set_ip([198, 51, 100, 7].into());
            let answer = late.logs_in("ann@example.org", "strange horse").await;
            assert_eq!(answer.status.as_u16(), 422);
            late.get("/recover").await;
            let answer = late.press("Come back", &[("code", &code)]).await;
            assert_eq!(answer.status.as_u16(), 422);
            assert_eq!(eve.bearer(account, &token).await.status.as_u16(), 401);
            app.visitor().logs_in("ann@example.org", "another horse").await.leads_to("/games");
        }
    }
}

/// Where the link in the latest mail of a kind leads, which waits for somebody to read it.
fn waiting(app: &TestApp, kind: &str) -> String {
    let sql = format!("SELECT plain FROM mail WHERE kind = '{kind}' ORDER BY id DESC LIMIT 1");
    let plain = app.db.column(&sql).remove(0);
    plain.split("http://luna.test").last().unwrap().trim().to_owned()
}

#[tokio::test]
async fn somebody_whose_address_a_stranger_gave_takes_it_back() {
    for app in TestApp::each().await {
        let mut eve = app.guest("eve").await;
        eve.signs_up("ann@example.org", "strange horse").await.leads_to("/games");
        let link = link(&app.mails().await[0]);
        let mut ann = app.visitor();
        ann.get(&link).await;
        let answer = ann.press("This is not my account", &[]).await;
        insta::allow_duplicates! {
            assert_snapshot!(answer, @"
            200
            # Not your account
            The account eve no longer claims your address, and the links that we sent to you about it no longer work.
            [Create my own account] [Start page]
            ");
        }
        assert_eq!(app.db.column("SELECT count(*) FROM link"), ["0"]);
        assert_eq!(app.db.column("SELECT count(*) FROM player WHERE email IS NOT NULL"), ["0"]);
        assert!(ann.get(&link).await.lines("!").contains("expired or was already used"));
        assert!(eve.get("/settings").await.text().contains("You are playing as a guest"));
        // The address is free for its owner.
        app.account("ann").await;
    }
}

/// Eve has an account and asks for Ann's address: neither gets into the other's account.
#[tokio::test]
async fn an_account_with_an_owner_gets_another_address_from_its_own_browser_alone() {
    for app in TestApp::each().await {
        let mut eve = app.account("eve").await;
        app.mails().await;
        eve.get("/settings").await;
        let fields = [("email", "ann@example.org"), ("current", PASSWORD)];
        eve.press("Send a link to the new address", &fields).await.leads_to("/settings");
        let link = link(app.mails().await.iter().find(|mail| mail.kind == "verify").unwrap());
        let mut ann = app.visitor();
        let page = ann.get(&link).await;
        insta::allow_duplicates! {
            assert_snapshot!(page, @"
            200
            # Is this your address?
            The account eve, created on 4 October 2024, wants to use ann@example.org.
            If the account is yours, log in to it first. You will come back here.
            [Log in]
            Perhaps somebody else typed your address, by mistake or on purpose.
            [This is not my account]
            ");
        }
        let refused = ann.post(&link, &[("password", "another horse")]).await;
        assert_eq!(refused.status.as_u16(), 401);
        assert_eq!(app.db.column("SELECT email FROM player WHERE verified"), ["eve@example.org"]);
        // Eve herself on another device.
        let mut phone = eve.elsewhere();
        phone.get(&format!("/login?back={link}")).await;
        let fields = [("email", "eve@example.org"), ("password", PASSWORD)];
        phone.press("Log in", &fields).await.leads_to(&link);
        phone.get(&link).await;
        phone.press("Yes, it is mine", &[]).await.leads_to("/settings");
        assert_eq!(app.db.column("SELECT email FROM player WHERE verified"), ["ann@example.org"]);
    }
}

#[tokio::test]
async fn a_link_that_went_to_an_address_the_account_no_longer_claims_hands_it_to_nobody() {
    let app = TestApp::new().await;
    let mut ann = app.unconfirmed("ann").await;
    let late = link(&app.mails().await[0]);
    ann.get("/settings").await;
    let fields = [("email", "new@example.org"), ("current", PASSWORD)];
    ann.press("Send a link to the new address", &fields).await.leads_to("/settings");
    let mut somebody = app.visitor();
    assert!(somebody.get(&late).await.lines("!").contains("expired or was already used"));
    somebody.get("/login").await;
    let answer = somebody.post(&late, &[("password", "another horse")]).await;
    assert_eq!(answer.status.as_u16(), 409);
    assert_eq!(app.db.column("SELECT count(*) FROM player WHERE verified"), ["0"]);
}

/// The request looks nothing up: whatever the address, it writes one job and nothing else.
#[tokio::test]
async fn asking_for_a_password_takes_the_same_work_for_every_address() {
    for app in TestApp::each().await {
        app.account("ann").await;
        app.unconfirmed("bob").await;
        app.mails().await;
        let mut added = Vec::new();
        for email in ["ann@example.org", "bob@example.org", "nobody@example.org"] {
            let mut somebody = app.visitor();
            somebody.get("/forgot").await;
            let before = app.dump();
            somebody.press("Send me the link", &[("email", email)]).await;
            let dump = app.dump();
            let new: Vec<&str> = dump.lines().filter(|line| !before.contains(*line)).collect();
            added.push(without_ids(&new.join("\n")).replace(email, "X"));
        }
        assert!(added[0].starts_with("job: forgotten:"), "{}", added[0]);
        assert_eq!(added[0].lines().count(), 1);
        assert_eq!([&added[1], &added[2]], [&added[0], &added[0]]);
        let mut to: Vec<String> = app.mails().await.into_iter().map(|mail| mail.address).collect();
        to.sort();
        assert_eq!(to, ["ann@example.org", "bob@example.org"]);
    }
}

#[tokio::test]
async fn a_forgotten_password_of_an_unconfirmed_account_is_set_by_mail_which_confirms_it() {
    for app in TestApp::each().await {
        let mut eve = app.guest("eve").await;
        eve.signs_up("ann@example.org", "strange horse").await.leads_to("/games");
        let mut ann = app.unconfirmed("ann").await;
        app.mails().await;
        let mut somewhere = ann.elsewhere();
        somewhere.get("/forgot").await;
        somewhere.press("Send me the link", &[("email", "ann@example.org")]).await;
        let mails = app.mails().await;
        assert_eq!(mails.len(), 1);
        let (start, token) = mails[0].plain.split_once("/claims/").unwrap();
        let told = format!("{}\n\n{start}/claims/TOKEN", mails[0].subject);
        // The address, encrypted: a version, a nonce, a block and a tag.
        assert_eq!(token.trim_end().len(), 3 + 2 * (12 + 64 + 16), "{token}");
        insta::allow_duplicates! {
            assert_snapshot!(told, @"
        Set a password and confirm your address

        Somebody asked for a new password for this address at http://luna.test. Nobody has confirmed the address there yet.

        If that was you, set a password for your account. This also confirms the address. The link is valid for an hour. Otherwise you can ignore this mail.

        Choose your account:
        http://luna.test/claims/TOKEN
        ");
        }
        let page = somewhere.get(&link(&mails[0])).await;
        insta::allow_duplicates! {
            assert_snapshot!(page, @"
            200
            # Which account is yours?
            These accounts were created with your address, by you or by somebody else:
            - eve, created on 4 October 2024
            - ann, created on 4 October 2024
            The name of your account ‹›
            [Choose a password for it]
            None of them is yours? Create an account.
            ");
        }
        let press = "Choose a password for it";
        let answer = somewhere.press(press, &[("name", "anna")]).await;
        assert_eq!(answer.lines("!"), "! No account with this name claims your address.");
        let answer = somewhere.press(press, &[("name", "Ann")]).await;
        let location = answer.header("location").unwrap_or_default().to_owned();
        assert!(location.starts_with("/reset/"), "{location}");
        somewhere.get(&location).await;
        let fields = [("password", "another horse")];
        somewhere.press("Set the password", &fields).await.leads_to("/games");
        let owner = app.db.column("SELECT name FROM player WHERE verified");
        assert_eq!(owner, ["ann"]);
        assert_eq!(ann.get("/games").await.status.as_u16(), 401, "signed out elsewhere");
        assert!(eve.get("/settings").await.text().contains("You are playing as a guest"));
        ann.logs_in("ann@example.org", "another horse").await.leads_to("/games");
    }
}

#[tokio::test]
async fn a_link_that_went_to_an_address_the_account_no_longer_has_sets_nothing() {
    let app = TestApp::new().await;
    let mut ann = app.unconfirmed("ann").await;
    app.mails().await;
    let mut somewhere = ann.elsewhere();
    somewhere.get("/forgot").await;
    somewhere.press("Send me the link", &[("email", "ann@example.org")]).await;
    let late = link(&app.mails().await[0]);
    ann.get("/settings").await;
    let fields = [("email", "new@example.org"), ("current", PASSWORD)];
    ann.press("Send a link to the new address", &fields).await.leads_to("/settings");
    somewhere.get("/login").await;
    let answer = somewhere.post(&late, &[("password", "another horse")]).await;
    assert_snapshot!(answer, @"
    409
    # That did not work
    ! This link has expired or was already used.
    [Get a new link] [Log in]
    ");
    assert_eq!(app.db.column("SELECT count(*) FROM player WHERE verified"), ["0"]);
}

#[tokio::test]
async fn the_page_after_signing_up_says_that_a_mail_is_on_its_way() {
    let app = TestApp::new().await;
    let mut bob = app.account("bob").await;
    assert_eq!(bob.get("/games").await.lines("Check your email"), "");
    let mut ann = app.unconfirmed("ann").await;
    assert_snapshot!(ann.get("/games").await.lines("email"), @"Check your email. Open the link that we sent to ann@example.org to confirm that it is yours. Only then can we write to you when it is your move. Nothing there? Send it again.");
}

/// Strangers use up the mails to an address, but not the way in.
#[tokio::test]
async fn an_account_is_made_also_where_its_address_gets_no_more_mails_for_now() {
    let app = TestApp::new().await;
    claimed_by_strangers(&app, 6).await;
    app.mails().await;
    app.unconfirmed("ann").await;
    assert_eq!(app.mails().await.len(), 0);
    app.later(HOUR);
    app.guest("bob").await.signs_up("ann@example.org", PASSWORD).await.leads_to("/games");
    assert_eq!(app.mails().await.len(), 1);
}

#[tokio::test]
async fn sign_ups_with_an_address_do_not_use_up_the_mails_about_its_password() {
    let app = TestApp::new().await;
    app.account("ann").await;
    claimed_by_strangers(&app, 6).await;
    app.mails().await;
    let mut ann = app.visitor();
    ann.get("/forgot").await;
    let answer = ann.press("Send me the link", &[("email", "ann@example.org")]).await;
    assert_eq!(answer.status.as_u16(), 200);
    assert_eq!(app.mails().await.len(), 1);
}

async fn fails_ten_times(app: &TestApp, ip: [u8; 4]) {
    let mut eve = app.visitor();
    eve.address.set_ip(ip.into());
    for _ in 0..10 {
        assert_eq!(eve.logs_in("ann@example.org", "wrong horse").await.status.as_u16(), 422);
    }
    assert_eq!(eve.logs_in("ann@example.org", "wrong horse").await.status.as_u16(), 429);
}

#[tokio::test]
async fn wrong_passwords_from_elsewhere_do_not_keep_the_owner_out() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    ann.get("/settings").await;
    ann.press("Log out here", &[]).await;
    // From Ann's own network: her browser is known, another one is not.
    fails_ten_times(&app, [192, 0, 2, 1]).await;
    ann.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    assert_eq!(
        app.visitor().logs_in("ann@example.org", PASSWORD).await.status.as_u16(),
        429,
        "an unknown browser on the network the wrong ones come from"
    );
    let mut hotel = app.visitor();
    hotel.address.set_ip([203, 0, 113, 7].into());
    hotel.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    // Nor do a hundred from many networks shut out the known browser.
    for nth in 0..8 {
        fails_ten_times(&app, [198, 51, 100, nth]).await;
    }
    let mut late = app.visitor();
    late.address.set_ip([203, 0, 113, 9].into());
    for _ in 0..9 {
        assert_eq!(late.logs_in("ann@example.org", "wrong horse").await.status.as_u16(), 422);
    }
    // By now the account is under attack: a network has three attempts left, and needs one.
    late.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    let mut botnet = app.visitor();
    botnet.address.set_ip([203, 0, 113, 10].into());
    for _ in 0..3 {
        assert_eq!(botnet.logs_in("ann@example.org", "wrong horse").await.status.as_u16(), 422);
    }
    let answer = botnet.logs_in("ann@example.org", PASSWORD).await;
    assert_eq!(answer.status.as_u16(), 429);
    assert!(answer.text().contains("[Set a new password]"));
    ann.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
}

#[tokio::test]
async fn a_known_browser_is_known_for_its_own_account_and_has_a_limit_too() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    app.account("bob").await;
    for _ in 0..10 {
        assert_eq!(ann.logs_in("ann@example.org", "wrong horse").await.status.as_u16(), 422);
    }
    assert_eq!(ann.logs_in("ann@example.org", PASSWORD).await.status.as_u16(), 429);
    // With Bob's address it is one of many on its network.
    fails_ten_times_at(&mut app.visitor(), "bob@example.org").await;
    assert_eq!(ann.logs_in("bob@example.org", PASSWORD).await.status.as_u16(), 429);
}

async fn fails_ten_times_at(somebody: &mut Persona, email: &str) {
    for _ in 0..10 {
        assert_eq!(somebody.logs_in(email, "wrong horse").await.status.as_u16(), 422);
    }
}

#[tokio::test]
async fn a_forged_cookie_makes_no_browser_known() {
    let app = TestApp::new().await;
    app.account("ann").await;
    fails_ten_times(&app, [192, 0, 2, 1]).await;
    let mut eve = app.visitor();
    eve.jar.insert("luna_device".to_owned(), "0".repeat(52));
    assert_eq!(eve.logs_in("ann@example.org", PASSWORD).await.status.as_u16(), 429);
}

#[tokio::test]
async fn passwords_that_are_easy_to_guess_are_refused_with_a_reason() {
    let app = TestApp::new().await;
    let mut seen = String::new();
    for password in ["12345678", "        ", "ann@example.org", "qwertyuiop", "Password1!"] {
        let mut ann = app.visitor();
        let answer = ann.signs_up("ann@example.org", password).await;
        assert_eq!(answer.status.as_u16(), 422, "{password}");
        seen.push_str(&format!("{password:?}: {}\n", answer.lines("!")));
    }
    assert_snapshot!(seen, @r#"
    "12345678": ! This password is easy to guess: many people use it. Use three or four words that have nothing to do with each other, or let your browser suggest one.
    "        ": ! This password is easy to guess: it repeats itself. Use three or four words that have nothing to do with each other, or let your browser suggest one.
    "ann@example.org": ! This password is easy to guess. Use three or four words that have nothing to do with each other, or let your browser suggest one.
    "qwertyuiop": ! This password is easy to guess: many people use it. Use three or four words that have nothing to do with each other, or let your browser suggest one.
    "Password1!": ! This password is easy to guess: it is similar to one that many people use. Use three or four words that have nothing to do with each other, or let your browser suggest one.
    "#);
    assert_eq!(app.db.column("SELECT count(*) FROM player WHERE kind = 'human'"), ["0"]);
    let mut ann = app.account("ann").await;
    ann.get("/settings").await;
    let fields = [("current", PASSWORD), ("password", "ann-example")];
    let answer = ann.press("Change password", &fields).await;
    assert!(answer.lines("!").contains("easy to guess"), "{answer}");
}

#[tokio::test]
async fn an_easy_password_is_refused_by_links_in_mails_too() {
    let app = TestApp::new().await;
    app.account("ann").await;
    let mut somewhere = app.visitor();
    somewhere.get("/forgot").await;
    somewhere.press("Send me the link", &[("email", "ann@example.org")]).await;
    let reset = link(&app.mails().await[0]);
    app.unconfirmed("bob").await;
    let verify = link(&app.mails().await[0]);
    let hashes = "SELECT password FROM player WHERE email IS NOT NULL ORDER BY email";
    for (path, button, names) in [
        (&reset, "Set the password", ["ann@example.org", "ann-example"]),
        (&verify, "Yes, it is mine", ["bob@example.org", "bob-example"]),
    ] {
        let before = app.db.column(hashes);
        for password in ["qwertyuiop", "Password1!", names[0], names[1]] {
            let mut somewhere = app.visitor();
            somewhere.get(path).await;
            let answer = somewhere.press(button, &[("password", password)]).await;
            assert_eq!(answer.status.as_u16(), 422, "{path} {password}: {answer}");
            assert!(answer.lines("!").contains("easy to guess"), "{path} {password}: {answer}");
            assert_eq!(app.db.column(hashes), before, "{path} {password}");
        }
        // The link has not been spent on them.
        let mut somewhere = app.visitor();
        somewhere.get(path).await;
        somewhere.press(button, &[("password", "battery staple")]).await.leads_to("/games");
    }
}

#[tokio::test]
async fn limits_and_links_lead_on_somebody_who_is_not_signed_in() {
    let app = TestApp::new().await;
    fails_ten_times(&app, [192, 0, 2, 1]).await;
    assert_snapshot!(app.visitor().logs_in("ann@example.org", "wrong horse").await, @"
    429
    # A moment, please
    ! Too many attempts. Please try again in 2 minutes.
    [Log in] [Set a new password] [Start page]
    ");
    assert_snapshot!(app.visitor().get("/reset/x").await, @"
    200
    # Set a new password
    ! This link has expired or was already used.
    [Get a new link] [Log in]
    ");
    assert_snapshot!(app.visitor().get("/verify/x").await, @"
    200
    # Confirm your address
    ! This link has expired or was already used.
    [Get a new link in the settings] [Log in]
    ");
}

/// However many strangers were first, the owner of the address gets into their own account.
#[tokio::test]
async fn an_owner_finds_the_account_among_those_of_strangers() {
    for app in TestApp::each().await {
        let mut eve = app.account("eve").await;
        claimed_by_strangers(&app, 4).await;
        app.unconfirmed("ann").await;
        app.mails().await;
        let mut ann = app.visitor();
        ann.get("/forgot").await;
        ann.press("Send me the link", &[("email", "ann@example.org")]).await;
        let link = link(&app.mails().await[0]);
        ann.get(&link).await;
        // Accounts of other addresses cannot be named.
        let answer = ann.press("Choose a password for it", &[("name", "eve")]).await;
        assert_eq!(answer.status.as_u16(), 422);
        let answer = ann.press("Choose a password for it", &[("name", "ann")]).await;
        let reset = answer.header("location").unwrap_or_default().to_owned();
        ann.get(&reset).await;
        let fields = [("password", "another horse")];
        ann.press("Set the password", &fields).await.leads_to("/games");
        assert_eq!(name_of(ann).await, "# ann");
        assert_eq!(eve.get("/games").await.status.as_u16(), 200);
        let answer = app.visitor().get(&link).await;
        assert!(answer.lines("!").contains("expired or was already used"));
    }
}

/// The page that a mail about Ann's address leads to, where some claim it.
async fn at_claims(app: &TestApp) -> (Persona, String) {
    app.mails().await;
    let mut ann = app.visitor();
    ann.get("/forgot").await;
    ann.press("Send me the link", &[("email", "ann@example.org")]).await;
    let link = link(&app.mails().await[0]);
    assert_eq!(ann.get(&link).await.status.as_u16(), 200);
    (ann, link)
}

const CHOOSE: &str = "Choose a password for it";

#[tokio::test]
async fn a_link_to_the_claims_of_an_address_works_until_one_of_them_owns_it() {
    for app in TestApp::each().await {
        claimed_by_strangers(&app, 2).await;
        app.unconfirmed("ann").await;
        let (mut ann, link) = at_claims(&app).await;
        // Somebody who comes to the same browser, or finds the mail, later.
        let (mut eve, mut late) = (ann.clone(), ann.clone());
        let answer = ann.press(CHOOSE, &[("name", "ann")]).await;
        ann.get(answer.header("location").unwrap()).await;
        ann.press("Set the password", &[("password", "another horse")]).await.leads_to("/games");
        let answer = eve.press(CHOOSE, &[("name", "ann")]).await;
        assert_eq!(answer.status.as_u16(), 409, "{answer}");
        assert!(answer.text().contains("expired or was already used"));
        // Also where it is claimed once more.
        claimed_by_strangers(&app, 1).await;
        let answer = late.press(CHOOSE, &[("name", "ann")]).await;
        assert_eq!(answer.lines("!"), "! No account with this name claims your address.");
        assert_eq!(app.visitor().get(&format!("{link}0")).await.status.as_u16(), 409);
    }
}

#[tokio::test]
async fn strangers_who_leave_take_no_link_along() {
    for app in TestApp::each().await {
        let mut eve = app.visitor();
        eve.signs_up("ann@example.org", "strange horse").await.leads_to("/games");
        app.unconfirmed("ann").await;
        claimed_by_strangers(&app, 1).await;
        let (mut ann, link) = at_claims(&app).await;
        eve.get("/settings/erase").await;
        let fields = [("current", "strange horse"), ("sure", "yes")];
        eve.press("Erase me for good", &fields).await.leads_to("/");
        assert_eq!(ann.get(&link).await.status.as_u16(), 200);
        let answer = ann.press(CHOOSE, &[("name", "ann")]).await;
        assert!(answer.header("location").unwrap().starts_with("/reset/"));
        app.later(HOUR);
        let answer = ann.press(CHOOSE, &[("name", "ann")]).await;
        assert_eq!(answer.status.as_u16(), 409);
        assert_eq!(ann.get(&link).await.status.as_u16(), 409);
    }
}

#[tokio::test]
async fn accounts_of_a_claimed_address_are_named_on_its_own_page_and_not_without_end() {
    let app = TestApp::new().await;
    claimed_by_strangers(&app, 2).await;
    let (mut ann, link) = at_claims(&app).await;
    let answer = ann.post_raw(&link, "name=guest").await;
    assert_eq!(answer.status.as_u16(), 403);
    ann.get(&link).await;
    for _ in 0..10 {
        assert_eq!(ann.press(CHOOSE, &[("name", "x")]).await.status.as_u16(), 422);
    }
    let answer = ann.press(CHOOSE, &[("name", "x")]).await;
    assert_eq!(answer.status.as_u16(), 429);
}
