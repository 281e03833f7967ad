//! The settings: name, mail, password, address, devices.

use insta::assert_snapshot;
use luna_testkit::app::{DAY, HOUR, PASSWORD, TestApp, link};
use luna_testkit::machine::hash;

#[tokio::test]
async fn a_guest_is_offered_an_account() {
    let app = TestApp::new().await;
    assert_snapshot!(app.guest("ann").await.get("/settings").await.brief(), @"
    200
    You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
    # Settings
    ## Name
    Partners see it when a game is over. It need not be your real name.
    Name ‹ann›
    [Change name]
    ## Account
    You are playing as a guest, on this device only.
    [Create an account]
    ### Recovery code
    A recovery code brings you back to your games and your data from any browser, even after logging out. You do not have one yet.
    [Create a recovery code]
    ## Other players
    When a game is over, your partner sees your rating at that time.
    [Keep my rating private]
    Players you are never paired with again
    ## Ways in
    Everything that lets somebody play as you. End what you do not know.
    - Firefox on Linux this one, since 4 October 2024
    You are a guest: after you log out, you cannot come back. Get a recovery code first.
    [Log out here]
    ## Machines
    A program you have written can play here too. Your machines
    ## What you agreed to
    ### Playing
    You agreed just now. If you withdraw, you cannot make moves until you agree again. What you wrote stays; to remove it, erase yourself below.
    ▸ The text
    I agree to this and want to play.
    Your partner, a person or a machine, reads what you write. Luna stores it, with your guesses and ratings and the times. Do not write who you are.
    You can download your data or erase yourself at any time.
    - (the text on play, word for word)
    [Withdraw and stop playing]
    ### Publication for research
    You have not agreed to this.
    ▸ The text
    My texts and ratings may be published, under made-up names or none.
    - (the text on publication, word for word)
    [Allow publication]
    ### Recall
    You have not agreed to this.
    ▸ The text
    Recall, a machine here, may repeat my answers to others.
    - (the text on recall, word for word)
    [Allow Recall]
    You told us just now that you are 18 or older.
    ## Your data
    Your texts, games, settings and consents, in one file. It says what it leaves out, and why.
    Your texts take 0 MB of the 20 MB that you may use.
    [Download my data]
    Erase me
    ");
}

#[tokio::test]
async fn an_address_that_is_not_confirmed_yet_says_so() {
    let app = TestApp::new().await;
    let mut ann = app.unconfirmed("ann").await;
    assert_snapshot!(ann.get("/settings").await.between("## Account", "### Change address"), @"
    ## Account
    We have sent a link to ann@example.org. Open it to confirm the address. Until then, we do not email you about games. Is the address wrong? Change it here.
    [Send the mail again]
    ");
}

#[tokio::test]
async fn an_account_has_it_all() {
    let app = TestApp::new().await;
    let page = app.account("ann").await.get("/settings").await.brief();
    let (before, rest) = page.split_once("## Machines").unwrap();
    let (_, account) = before.split_once("## Account\n").unwrap();
    let (account, others) = account.split_once("## Other players").unwrap();
    assert!(
        others.ends_with("- Firefox on Linux this one, since 4 October 2024\n[Log out here]\n"),
        "{others}"
    );
    assert_snapshot!(account, @"
    Your address is ann@example.org.
    We email you when it is your move, and combine news into a few mails.
    [Stop mails about games]
    ### Change address
    New email address ‹›
    Your password ‹›
    When the address changes, all other browsers are logged out.
    [Send a link to the new address]
    ### Change password
    Your password ‹›
    New password, at least 8 characters ‹›
    This browser stays logged in. All others are logged out.
    [Change password]
    ### Second factor
    With a second factor, logging in takes a code from your phone after the password. Set it up
    ");
    let guests = app.guest("bob").await.get("/settings").await.brief();
    let rest = rest.replace("of the 100 MB", "of the 20 MB");
    assert_eq!(rest, guests.split_once("## Machines").unwrap().1, "the same for guests");
}

#[tokio::test]
async fn mails_about_games_are_stopped_and_begun_again() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    ann.get("/settings").await;
    ann.press("Stop mails about games", &[]).await.leads_to("/settings");
    assert_snapshot!(ann.get("/settings").await.lines("We "), @"We do not email you about games.");
    ann.press("Email me about games", &[]).await.leads_to("/settings");
    assert_snapshot!(ann.get("/settings").await.lines("We "), @"We email you when it is your move, and combine news into a few mails.");
}

#[tokio::test]
async fn a_taken_or_invalid_name_is_refused_and_stays_in_the_form() {
    let app = TestApp::new().await;
    let (mut ann, _bob) = (app.guest("ann").await, app.guest("bob").await);
    let mut told = String::new();
    for name in ["b0b", "gibberlsh", "аdmin", "admin"] {
        ann.get("/settings").await;
        let answer = ann.press("Change name", &[("name", name)]).await;
        assert_eq!(answer.status.as_u16(), 422, "{name}: {answer}");
        told.push_str(&format!("{name}: {}\n", answer.lines("!")));
    }
    for name in ["BOB", "gibberish", "an", "a b", "erased-1", "<b>x</b>", &"x".repeat(31), ""] {
        ann.get("/settings").await;
        let answer = ann.press("Change name", &[("name", name)]).await;
        assert_eq!(answer.status.as_u16(), 422, "{name}: {answer}");
        assert!(
            name.is_empty() || answer.text().contains(&format!("‹{name}›")),
            "{name}: {answer}"
        );
        told.push_str(&format!("{name}: {}\n", answer.lines("!")));
    }
    assert_snapshot!(told, @"
    b0b: ! That name looks too much like one that is taken.
    gibberlsh: ! That name looks too much like one that is taken.
    аdmin: ! Please use one alphabet in each word of the name. Mixed letters can look like somebody else's name.
    admin: ! That name is reserved for the people who run this Luna. Please choose another one.
    BOB: ! That name is taken.
    gibberish: ! That name is taken.
    an: ! A name has 3 to 30 letters, digits or hyphens.
    a b: ! A name has 3 to 30 letters, digits or hyphens.
    erased-1: ! A name has 3 to 30 letters, digits or hyphens.
    <b>x</b>: ! A name has 3 to 30 letters, digits or hyphens.
    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: ! A name has 3 to 30 letters, digits or hyphens.
    : ! A name has 3 to 30 letters, digits or hyphens.
    ");
    assert_eq!(ann.get("/profile").await.lines("# "), "# ann");
}

#[tokio::test]
async fn a_player_may_change_the_spelling_of_their_own_name() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    ann.named("ANN").await;
    assert_eq!(ann.get("/profile").await.lines("# "), "# ANN");
}

#[tokio::test]
async fn devices_are_listed_and_signed_out_one_by_one() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    app.later(2 * HOUR);
    let mut phone = ann.elsewhere();
    phone.agent = "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36".into();
    phone.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    app.later(3 * DAY);
    let page = ann.get("/settings").await;
    assert_snapshot!(page.lines(" on "), @"
    - Chrome on Android last used 3 days ago, since 4 October 2024
    - Firefox on Linux this one, since 4 October 2024
    ");
    ann.press("Log out", &[]).await.leads_to("/settings");
    assert_snapshot!(ann.get("/settings").await.lines(" on "), @"- Firefox on Linux this one, since 4 October 2024");
    assert_eq!(phone.get("/games").await.status.as_u16(), 401);
}

#[tokio::test]
async fn a_device_shows_its_last_activity() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    let mut phone = ann.elsewhere();
    phone.agent = "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36".into();
    phone.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    let game = phone.new_game().await;
    app.later(2 * DAY);
    phone.asks(&game, "ann").await.leads_to(&game);
    assert_snapshot!(ann.get("/settings").await.lines("Android"), @"- Chrome on Android last used just now, since 4 October 2024");
}

#[tokio::test]
async fn nobody_signs_out_somebody_elses_devices() {
    let app = TestApp::new().await;
    let (mut ann, mut eve) = (app.guest("ann").await, app.guest("eve").await);
    let own = hash(&eve.jar["luna"]);
    let session = app.db.column("SELECT id FROM session ORDER BY created_at, id");
    eve.get("/settings").await;
    for id in session.into_iter().filter(|id| *id != own) {
        eve.post("/settings/ways-in/end", &[("kind", "session"), ("way", &id)]).await;
        eve.get("/settings").await;
    }
    assert_eq!(ann.get("/games").await.status.as_u16(), 200);
}

#[tokio::test]
async fn signing_out_ends_the_session_not_only_the_cookie() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    let mut copied = ann.clone();
    ann.get("/settings").await;
    ann.press("Log out here", &[]).await.leads_to("/");
    assert!(!ann.jar.contains_key("luna"));
    assert_eq!(copied.get("/games").await.status.as_u16(), 401);
    ann.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
}

#[tokio::test]
async fn a_new_password_signs_out_every_other_device() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    let mut phone = ann.elsewhere();
    phone.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    ann.get("/settings").await;
    let fields = [("current", PASSWORD), ("password", "another horse")];
    ann.press("Change password", &fields).await.leads_to("/settings");
    assert_eq!(ann.get("/games").await.status.as_u16(), 200);
    assert_eq!(phone.get("/games").await.status.as_u16(), 401);
    assert_eq!(phone.logs_in("ann@example.org", PASSWORD).await.status.as_u16(), 422);
    phone.logs_in("ann@example.org", "another horse").await.leads_to("/games");
}

#[tokio::test]
async fn changing_a_password_takes_the_old_one() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    let mut told = String::new();
    for (current, new) in
        [("wrong horse", "another horse"), (PASSWORD, "short"), ("", "another horse")]
    {
        ann.get("/settings").await;
        let fields = [("current", current), ("password", new)];
        let answer = ann.press("Change password", &fields).await;
        assert!(!answer.body.contains("another horse"), "passwords are never shown");
        told.push_str(&format!("{} {}\n", answer.status.as_u16(), answer.lines("!")));
    }
    assert_snapshot!(told, @"
    422 ! Wrong password.
    422 ! A password needs at least 8 characters.
    422 ! Wrong password.
    ");
    ann.elsewhere().logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
}

#[tokio::test]
async fn an_address_changes_when_the_new_one_is_confirmed_and_the_old_one_is_told() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    app.mails().await;
    ann.get("/settings").await;
    let fields = [("email", "Ann@New.example.org"), ("current", PASSWORD)];
    ann.press("Send a link to the new address", &fields).await.leads_to("/settings");
    assert_snapshot!(ann.get("/settings").await.lines("Your address"), @"Your address is ann@example.org.");
    let mails = app.mails().await;
    let told: Vec<String> = mails
        .iter()
        .map(|mail| format!("{}: {}\n{}", mail.address, mail.subject, mail.plain))
        .collect();
    assert_snapshot!(luna_testkit::reading::without_ids(&told.join("\n")), @"
    ann@example.org: Your address is about to change
    Your account at http://luna.test will use ann@new.example.org as soon as that address is confirmed.

    If that was not you, log in and change your password now.

    Settings:
    http://luna.test/settings

    ann@new.example.org: Is this your address?
    Somebody wants to use this address for an account at http://luna.test.

    If that was you, please confirm it. The link is valid for two days. Otherwise you can ignore this mail.

    Confirm my address:
    http://luna.test/verify/ID
    ");
    let verify = mails.iter().find(|mail| mail.kind == "verify").unwrap();
    ann.get(&link(verify)).await;
    ann.press("Yes, it is mine", &[]).await.leads_to("/settings");
    assert_snapshot!(ann.get("/settings").await.lines("Your address"), @"Your address is ann@new.example.org.");
    ann.elsewhere().logs_in("ann@new.example.org", PASSWORD).await.leads_to("/games");
    let old = ann.elsewhere().logs_in("ann@example.org", PASSWORD).await;
    assert_eq!(old.status.as_u16(), 422);
}

#[tokio::test]
async fn an_address_somebody_has_is_not_told_from_one_that_is_free() {
    let app = TestApp::new().await;
    let (mut ann, _bob) = (app.account("ann").await, app.account("bob").await);
    app.mails().await;
    let mut answers = Vec::new();
    for email in ["bob@example.org", "nobody@example.org"] {
        ann.get("/settings").await;
        let fields = [("email", email), ("current", PASSWORD)];
        let answer = ann.press("Send a link to the new address", &fields).await;
        answers.push((answer.to_string(), ann.reads("/settings").await.replace(email, "X")));
        app.later(1);
    }
    assert_eq!(answers[0], answers[1]);
    let mails = app.mails().await;
    let to: Vec<(&str, &str)> =
        mails.iter().map(|mail| (mail.kind.as_str(), mail.address.as_str())).collect();
    assert!(to.contains(&("already_yours", "bob@example.org")), "{to:?}");
    assert!(to.contains(&("verify", "nobody@example.org")), "{to:?}");
}

#[tokio::test]
async fn an_invalid_address_is_refused_and_stays_in_the_form() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    ann.get("/settings").await;
    let fields = [("email", "not an address"), ("current", PASSWORD)];
    let answer = ann.press("Send a link to the new address", &fields).await;
    assert_eq!(answer.status.as_u16(), 422);
    assert_snapshot!(answer.lines("!"), @"! That does not look like an email address; it should be like name@example.org.");
    assert_snapshot!(answer.lines("not an address"), @"New email address ‹not an address›");
}
