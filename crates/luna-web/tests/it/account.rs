//! Guests and accounts: signing up, logging in, and links from mails.

use insta::assert_snapshot;
use luna_testkit::app::{DAY, HOUR, PASSWORD, TestApp, link};
use luna_testkit::reading::without_ids;

#[tokio::test]
async fn the_sign_up_page_says_what_one_agrees_to() {
    let app = TestApp::new().await;
    assert_snapshot!(app.visitor().get("/signup").await.brief(), @"
    200
    # Create an account
    With an account you can play on every device, and we email you when it is your move.
    Email address ‹›
    Password, at least 8 characters ‹›
    What you agree to
    Your partner, a person or a machine, reads what you write. Luna stores it, with your guesses and ratings and the times. Do not write who you are.
    You can download your data or erase yourself at any time.
    ▸ What is stored, and who sees it
    - (the text on play, word for word)
    [ ] I agree to this and want to play.
    [ ] I am 18 or older.
    Up to you
    [ ] My texts and ratings may be published, under made-up names or none.
    ▸ What is published
    - (the text on publication, word for word)
    [ ] Recall, a machine here, may repeat my answers to others.
    ▸ What Recall does
    - (the text on recall, word for word)
    [Create my account]
    Already have one? Log in.
    ");
}

#[tokio::test]
async fn a_guest_who_signs_up_is_told_that_everything_stays() {
    let app = TestApp::new().await;
    assert_snapshot!(app.guest("ann").await.get("/signup").await.lines("guest"), @"
    You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
    The guest becomes the account: you keep your games, your drafts and your rating.
    ");
}

#[tokio::test]
async fn problems_of_a_sign_up_are_shown_beside_the_field() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    ann.get("/signup").await;
    let fields = [("email", "ann.example.org"), ("password", "short")];
    let answer = ann.press("Create my account", &fields).await;
    assert_eq!(answer.status.as_u16(), 422);
    assert_snapshot!(answer.lines("!"), @"
    ! That does not look like an email address; it should be like name@example.org.
    ! A password needs at least 8 characters.
    ! Please tick this box if you agree. Without it we cannot create an account.
    ! Luna is for adults only for now. Please tick this box if you are 18 or older.
    ");
    assert_snapshot!(answer.lines("‹"), @"
    Email address ‹ann.example.org›
    Password, at least 8 characters ‹›
    ");
    let long = "x".repeat(201);
    let fields = [("email", "ann@example.org"), ("password", long.as_str()), ("agree", "yes")];
    let answer = ann.press("Create my account", &fields).await;
    assert_snapshot!(answer.lines("!"), @"
    ! A password can have at most 200 characters.
    ! Luna is for adults only for now. Please tick this box if you are 18 or older.
    ");
    assert_snapshot!(answer.lines("I agree"), @"[x] I agree to this and want to play.");
}

#[tokio::test]
async fn a_guest_with_an_account_keeps_games_drafts_and_rating() {
    for app in TestApp::each().await {
        let (mut ann, _, [over, _]) = app.finished("60", "30").await;
        let open = ann.new_game().await;
        ann.get(&open).await;
        ann.press("Save and finish later", &[("q1", "half a ques")])
            .await
            .leads_to("/games?notice=saved");
        ann.signs_up("ann@example.org", PASSWORD).await.leads_to("/games");
        let mut phone = ann.elsewhere();
        phone.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
        assert!(phone.get(&over).await.text().contains("A tie: neither of you"));
        assert!(phone.get(&open).await.body.contains("\nhalf a ques</textarea>"));
        assert_eq!(
            phone.get("/profile").await.lines("Smarts Rating").lines().next(),
            Some("30 Smarts Rating")
        );
        assert_eq!(app.db.column("SELECT count(*) FROM player WHERE kind = 'human'"), ["2"]);
    }
}

#[tokio::test]
async fn a_confirmed_account_is_not_replaced_by_another() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    let answer = ann.signs_up("other@example.org", PASSWORD).await;
    assert_snapshot!(answer, @"
    409
    # That did not work
    ! You already have an account. Its address and password can be changed in the settings.
    [Your games]
    ");
    assert_eq!(app.db.column("SELECT email FROM player WHERE name = 'ann'"), ["ann@example.org"]);
}

/// Nobody finds out who has an account here.
#[tokio::test]
async fn an_address_that_is_taken_is_answered_like_a_new_one_and_its_owner_is_told() {
    let app = TestApp::new().await;
    app.account("ann").await;
    app.mails().await;
    let mut seen = Vec::new();
    for email in ["ann@example.org", "new@example.org"] {
        let mut eve = app.visitor();
        let answer = eve.signs_up(email, "some other horse").await;
        let mut headers: Vec<String> = answer
            .headers
            .iter()
            .map(|(name, value)| {
                // The cookie that makes a device known is as long as two ids.
                let value = value.to_str().unwrap();
                let known = value.strip_prefix("luna_device=").map(|rest| rest.split_at(52).1);
                format!("{name}: {}", known.map_or_else(|| without_ids(value), str::to_owned))
            })
            .collect();
        headers.sort_unstable();
        eve.named("eve").await;
        let settings = eve.reads("/settings").await.replace(email, "X");
        let games = eve.reads("/games").await.replace(email, "X");
        eve.named(&format!("eve-{}", seen.len())).await;
        seen.push((answer.status, headers, answer.body, settings, games));
    }
    assert_eq!(seen[0], seen[1]);
    let mails = app.mails().await;
    let to: Vec<(&str, &str)> =
        mails.iter().map(|mail| (mail.address.as_str(), mail.subject.as_str())).collect();
    assert_eq!(
        to,
        [
            ("ann@example.org", "You already have an account"),
            ("new@example.org", "Is this your address?")
        ]
    );
    assert_snapshot!(mails[0].plain, @"
    Somebody tried to create an account at http://luna.test with this address, which already has one.

    If that was you, log in, or set a new password. Otherwise you can ignore this mail.

    Log in:
    http://luna.test/login
    ");
}

#[tokio::test]
async fn the_mail_to_confirm_an_address_says_what_for() {
    let app = TestApp::new().await;
    app.unconfirmed("ann").await;
    let mails = app.mails().await;
    assert_snapshot!(without_ids(&mails[0].plain), @"
    Somebody wants to use this address for an account at http://luna.test.

    If that was you, please confirm it. The link is valid for two days. Otherwise you can ignore this mail.

    Confirm my address:
    http://luna.test/verify/ID
    ");
    assert!(mails[0].off_url.is_none());
}

#[tokio::test]
async fn an_address_is_confirmed_by_the_button_and_not_by_looking_at_the_link() {
    for app in TestApp::each().await {
        let mut ann = app.unconfirmed("ann").await;
        let link = link(&app.mails().await[0]);
        for _ in 0..3 {
            assert_eq!(app.visitor().get(&link).await.status.as_u16(), 200);
        }
        let verified = || app.db.column("SELECT email FROM player WHERE verified");
        assert_eq!(verified(), Vec::<String>::new());
        ann.get(&link).await;
        ann.press("Yes, it is mine", &[]).await.leads_to("/settings");
        assert_eq!(verified(), ["ann@example.org"]);
    }
}

#[tokio::test]
async fn the_page_behind_the_link_asks_before_it_does_anything() {
    let app = TestApp::new().await;
    let mut ann = app.unconfirmed("ann").await;
    let link = link(&app.mails().await[0]);
    assert_snapshot!(ann.get(&link).await, @"
    200
    # Is this your address?
    The account ann, created on 4 October 2024, wants to use ann@example.org.
    Confirm it with one click. From then on we can email you when it is your move.
    [Yes, it is mine]
    Perhaps somebody else typed your address, by mistake or on purpose.
    [This is not my account]
    ");
    assert_snapshot!(app.visitor().get(&link).await, @"
    200
    # Is this your address?
    The account ann, created on 4 October 2024, wants to use ann@example.org.
    If the account is yours, enter a password, either a new one or the one you have chosen. This logs you in here, logs out all other devices, and ends the tokens of the account's machines.
    Password, at least 8 characters ‹›
    [Yes, it is mine]
    Perhaps somebody else typed your address, by mistake or on purpose.
    [This is not my account]
    ");
}

#[tokio::test]
async fn an_address_confirmed_on_another_device_signs_that_one_in() {
    for app in TestApp::each().await {
        let mut ann = app.unconfirmed("ann").await;
        let link = link(&app.mails().await[0]);
        let mut phone = ann.elsewhere();
        phone.get(&link).await;
        let answer = phone.press("Yes, it is mine", &[("password", "short")]).await;
        assert_eq!(answer.status.as_u16(), 422);
        assert_eq!(answer.lines("!"), "! A password needs at least 8 characters.");
        // The one from signing up will do.
        phone.press("Yes, it is mine", &[("password", PASSWORD)]).await.leads_to("/games");
        let told = phone.get("/settings").await.lines("Your address");
        assert_eq!(told, "Your address is ann@example.org.");
        assert_eq!(ann.get("/games").await.status.as_u16(), 401);
        ann.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    }
}

#[tokio::test]
async fn a_used_or_expired_link_opens_nothing() {
    let app = TestApp::new().await;
    let mut ann = app.unconfirmed("ann").await;
    let used = link(&app.mails().await[0]);
    ann.get(&used).await;
    let (action, body) = ann.filled("Yes, it is mine", &[]);
    ann.post_raw(&action, &body).await.leads_to("/settings");
    assert_snapshot!(ann.post_raw(&action, &body).await, @"
    409
    # That did not work
    ! This link has expired or was already used.
    [Get a new link in the settings] [Log in]
    ");
    assert_snapshot!(ann.get(&used).await, @"
    200
    # Confirm your address
    ! This link has expired or was already used.
    [Get a new link in the settings] [Log in]
    ");
    app.unconfirmed("bob").await;
    let late = link(&app.mails().await[0]);
    app.later(48 * HOUR - 1);
    assert!(app.visitor().get(&late).await.text().contains("Is this your address?"));
    app.later(1);
    assert!(!app.visitor().get(&late).await.text().contains("Is this your address?"));
}

#[tokio::test]
async fn of_two_who_claim_an_address_the_one_who_confirms_it_has_it() {
    for app in TestApp::each().await {
        let (mut ann, mut eve) = (app.guest("ann").await, app.guest("eve").await);
        eve.signs_up("ann@example.org", "eves own horse").await.leads_to("/games");
        ann.signs_up("ann@example.org", PASSWORD).await.leads_to("/games");
        let mails = app.mails().await;
        let eves_id = app.db.column("SELECT id FROM player WHERE name = 'eve'").remove(0);
        let of = |eves: bool| {
            let mut all = mails.iter();
            link(all.find(|mail| (mail.player_id.as_ref() == Some(&eves_id)) == eves).unwrap())
        };
        let (first, second) = (of(true), of(false));
        // Either can log in until then, each as themselves.
        let mut other = eve.elsewhere();
        other.logs_in("ann@example.org", "eves own horse").await.leads_to("/games");
        assert!(other.get("/profile").await.text().contains("# eve"));
        ann.get(&second).await;
        ann.press("Yes, it is mine", &[]).await.leads_to("/settings");
        eve.get(&first).await;
        let late = eve.press("Yes, it is mine", &[]).await;
        assert_eq!(late.status.as_u16(), 409, "{late}");
        assert!(late.text().contains("Another account now has this address."));
        // Eve is a guest again, on her own device only.
        assert!(eve.get("/settings").await.text().contains("You are playing as a guest"));
        assert_eq!(
            eve.elsewhere().logs_in("ann@example.org", "eves own horse").await.status.as_u16(),
            422
        );
        ann.elsewhere().logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    }
}

#[tokio::test]
async fn logging_in_offers_every_other_way_in() {
    let app = TestApp::new().await;
    assert_snapshot!(app.visitor().get("/login").await, @"
    200
    # Log in
    Email address ‹›
    Password ‹›
    [Log in]
    Forgot your password? · Create an account · Play as a guest · Use a recovery code
    ");
    assert_snapshot!(app.guest("ann").await.get("/login").await.lines("guest"), @"
    You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
    You are playing as a guest here. If you log in, you leave this guest and its games behind. To keep them, turn the guest into an account instead.
    Forgot your password? · Create an account · Play as a guest · Use a recovery code
    ");
}

#[tokio::test]
async fn a_wrong_password_is_answered_like_an_address_nobody_has() {
    let app = TestApp::new().await;
    app.account("ann").await;
    let mut seen = Vec::new();
    for email in ["ann@example.org", "bob@example.org"] {
        let mut eve = app.visitor();
        let answer = eve.logs_in(email, "wrong horse").await;
        let headers = format!("{:?}", answer.headers);
        seen.push((answer.status, headers, answer.text().replace(email, "X")));
    }
    assert_eq!(seen[0], seen[1]);
    assert_snapshot!(seen[0].2, @"
    # Log in
    Email address ‹X›
    Password ‹›
    ! Wrong email or password. If you have forgotten the password, you can set a new one.
    [Log in]
    Forgot your password? · Create an account · Play as a guest · Use a recovery code
    ");
}

#[tokio::test]
async fn addresses_are_read_without_regard_to_case() {
    let app = TestApp::new().await;
    let ann = app.account("ann").await;
    ann.elsewhere().logs_in(" ANN@Example.ORG", PASSWORD).await.leads_to("/games");
}

#[tokio::test]
async fn a_forgotten_password_is_asked_for_without_telling_who_has_an_account() {
    let app = TestApp::new().await;
    let ann = app.account("ann").await;
    app.mails().await;
    let mut somebody = ann.elsewhere();
    assert_snapshot!(somebody.get("/forgot").await, @"
    200
    # Set a new password
    We will send a link to your address. It is valid for an hour.
    Email address ‹›
    [Send me the link]
    ");
    let mut seen = Vec::new();
    for email in ["ann@example.org", "bob@example.org"] {
        somebody.get("/forgot").await;
        let answer = somebody.press("Send me the link", &[("email", email)]).await;
        seen.push((
            answer.status,
            format!("{:?}", answer.headers),
            answer.text().replace(email, "X"),
        ));
    }
    assert_eq!(seen[0], seen[1]);
    assert_snapshot!(seen[0].2, @"
    # Check your email
    If there is an account with the address X, we have sent it a link.
    Nothing there? Check your spam folder, or create an account if you never had one.
    ");
    let mails = app.mails().await;
    assert_eq!(mails.len(), 1);
    assert_snapshot!(without_ids(&mails[0].plain), @"
    Somebody asked for a new password for your account at http://luna.test.

    If that was you, set one. The link is valid for an hour. Otherwise you can ignore this mail.

    Set a new password:
    http://luna.test/reset/ID
    ");
}

#[tokio::test]
async fn an_invalid_address_of_a_forgotten_password_stays_in_the_form() {
    let app = TestApp::new().await;
    let mut somebody = app.visitor();
    somebody.get("/forgot").await;
    let answer = somebody.press("Send me the link", &[("email", "ann at home")]).await;
    assert_eq!(answer.status.as_u16(), 422);
    assert_snapshot!(answer.lines("ann at home"), @"Email address ‹ann at home›");
    assert_snapshot!(answer.lines("!"), @"! That does not look like an email address; it should be like name@example.org.");
}

#[tokio::test]
async fn a_new_password_is_set_once_and_closes_every_old_session() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        let (link, mut somewhere) = forgotten(&app, "ann@example.org").await;
        somewhere.get(&link).await;
        let short = somewhere.press("Set the password", &[("password", "short")]).await;
        assert_eq!(short.status.as_u16(), 422, "{short}");
        let (action, body) = somewhere.filled("Set the password", &[("password", "another horse")]);
        somewhere.post_raw(&action, &body).await.leads_to("/games");
        assert_eq!(somewhere.get("/games").await.status.as_u16(), 200);
        assert_eq!(ann.get("/games").await.status.as_u16(), 401);
        let mut again = ann.elsewhere();
        again.get(&link).await;
        let twice = again.post(&action, &[("password", "a third horse")]).await;
        assert_ne!(twice.status.as_u16(), 303, "{twice}");
        ann.logs_in("ann@example.org", "another horse").await.leads_to("/games");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_is_used_twice_at_once_sets_one_password() {
    for app in TestApp::each().await {
        app.account("ann").await;
        let (link, mut one) = forgotten(&app, "ann@example.org").await;
        let mut two = app.visitor();
        one.get(&link).await;
        two.get(&link).await;
        let ann = app.db.column("SELECT id FROM player WHERE verified").remove(0);
        let ((tell, told), (go, wait)) =
            (tokio::sync::oneshot::channel(), std::sync::mpsc::channel());
        let holding = app.acts(move |tx, _| {
            luna_store::player::set_wants_mail(tx, &ann, true)?;
            tell.send(()).unwrap();
            wait.recv().unwrap();
            Ok(())
        });
        let both = async {
            told.await.unwrap();
            tokio::join!(
                one.press("Set the password", &[("password", "another horse")]),
                two.press("Set the password", &[("password", "a third horse")])
            )
        };
        let until_both_wait = async {
            let waiting = "SELECT pid FROM pg_stat_activity
                           WHERE application_name = current_database() AND wait_event_type = 'Lock'";
            for _ in 0..10_000 {
                if !app.db.is_postgres() || app.db.column(waiting).len() == 2 {
                    break;
                }
                tokio::task::yield_now().await;
            }
            go.send(()).unwrap();
        };
        let ((), (one, two), ()) = tokio::join!(holding, both, until_both_wait);
        let mut answers = [one, two];
        answers.sort_by_key(|answer| answer.status);
        assert_eq!(answers[0].status, 303);
        let used = "! This link has expired or was already used.";
        assert_eq!(answers[1].lines("!"), used);
        assert_eq!(app.db.column("SELECT count(*) FROM session"), ["1"]);
    }
}

#[tokio::test]
async fn the_page_to_set_a_password_says_what_follows() {
    let app = TestApp::new().await;
    app.account("ann").await;
    let (link, mut somewhere) = forgotten(&app, "ann@example.org").await;
    assert_snapshot!(somewhere.get(&link).await, @"
    200
    # Set a new password
    This logs you in here, logs out all your other devices, and ends the tokens of your machines: their programs need new ones.
    New password, at least 8 characters ‹›
    [Set the password]
    ");
    assert_snapshot!(somewhere.press("Set the password", &[("password", "short")]).await, @"
    422
    # Set a new password
    This logs you in here, logs out all your other devices, and ends the tokens of your machines: their programs need new ones.
    New password, at least 8 characters ‹›
    ! A password needs at least 8 characters.
    [Set the password]
    ");
    app.later(HOUR);
    assert_snapshot!(somewhere.get(&link).await, @"
    200
    # Set a new password
    ! This link has expired or was already used.
    [Get a new link] [Log in]
    ");
}

async fn forgotten(app: &TestApp, email: &str) -> (String, luna_testkit::persona::Persona) {
    app.mails().await;
    let mut somewhere = app.visitor();
    somewhere.get("/forgot").await;
    somewhere.press("Send me the link", &[("email", email)]).await;
    (link(&app.mails().await[0]), somewhere)
}

/// Lets days pass on which the server runs.
async fn days_pass(app: &TestApp, days: usize) {
    for _ in 0..days {
        app.later(DAY);
        app.work().await;
    }
}

#[tokio::test]
async fn sixty_days_without_a_new_game_end_a_session_and_a_new_game_begins_them_again() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    app.work().await;
    days_pass(&app, 59).await;
    let game = ann.new_game().await;
    ann.leaves(&game).await;
    days_pass(&app, 60).await;
    assert_eq!(ann.get("/games").await.status.as_u16(), 200);
    days_pass(&app, 1).await;
    assert_eq!(ann.get("/games").await.status.as_u16(), 401);
    assert_eq!(app.db.column("SELECT count(*) FROM session"), ["0"]);
}

#[tokio::test]
async fn links_that_have_run_out_are_swept_away() {
    let app = TestApp::new().await;
    app.account("ann").await;
    app.unconfirmed("bob").await;
    app.mails().await;
    app.later(60 * DAY);
    app.work().await;
    assert_eq!(app.db.column("SELECT count(*) FROM link"), ["0"]);
}

#[tokio::test]
async fn a_session_outlives_a_clock_that_was_wrong() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let mut bob = app.guest("bob").await;
        app.work().await;
        let newcomers = ["cleo", "dora", "emil", "fred"];
        for (jump, newcomer) in [70, 400, -365, -40].into_iter().zip(newcomers) {
            let jump = jump * DAY;
            app.later(jump);
            app.work().await;
            // Bob only looks. Games, and answers in them, renew the session.
            assert_eq!(bob.get("/games").await.status.as_u16(), 200, "{jump}");
            let game = ann.opens("ann").await;
            ann.leaves(&game).await.leads_to("/games");
            let mut newcomer = app.guest(newcomer).await;
            app.later(-jump);
            app.restarts().await;
            app.work().await;
            for player in [&mut ann, &mut bob, &mut newcomer] {
                assert_eq!(player.get("/games").await.status.as_u16(), 200, "{jump}");
            }
        }
        // Of Bob's sixty days, the jumps and corrections took no more than eight.
        days_pass(&app, 52).await;
        assert_eq!(bob.get("/games").await.status.as_u16(), 200);
        days_pass(&app, 9).await;
        assert_eq!(bob.get("/games").await.status.as_u16(), 401);
    }
}

#[tokio::test]
async fn the_server_sweeps_on_after_a_clock_that_was_ahead_is_corrected() {
    for app in TestApp::each().await {
        app.later(400 * DAY);
        app.work().await;
        app.later(-400 * DAY);
        app.restarts().await;
        let far = format!("SELECT id FROM job WHERE due_at > {}", app.now() + DAY);
        assert_eq!(app.db.column(&far), Vec::<String>::new());
    }
}
