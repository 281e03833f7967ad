//! Ways into an account: each is tried after each change that ends them, and none works.

use luna_app::contest::attendance;
use luna_app::contest::creation::{self, Purpose};
use luna_app::contest::file::ContestFile;
use luna_app::contest::invitation::Invitation;
use luna_core::contest::participant::Participant;
use luna_store::moderation_log::Act;
use luna_store::player::{self, Role};
use luna_store::{Tx, recovery};
use luna_testkit::app::{MINUTE, PASSWORD, TestApp, link};
use luna_testkit::machine::hash;
use luna_testkit::persona::Persona;

use crate::recovery::code;

const NEW_PASSWORD: &str = "battery staple horse";
const CONTEST: &str = "
preset = \"2009\"
seats = [{ seat = \"E1\", machine = \"eliza\" }]
[rules]
judges = 1
entries = 1
confederates = 1
";

/// Every way into Ann's account, as somebody may hold it.
struct Ways {
    /// The browser in which the change is made, and its cookies from before.
    here: Persona,
    before: Persona,
    /// Another browser that is logged in.
    phone: Persona,
    recovery_code: String,
    /// Links in mails: one sets a password, one gives the account another address.
    reset: String,
    verify: String,
    token: String,
    invitation: String,
}

impl Ways {
    async fn of(app: &TestApp) -> Ways {
        let mut here = app.account("ann").await;
        let phone = app.logged_in("ann").await;
        let machine = here.has_machine("robot").await;
        here.get(&machine).await;
        let token = here.press("Create a token", &[("label", "laptop")]).await.once();
        // Of a guest from before accounts lost their codes.
        let recovery_code = "0123456789abcdefghjkmnpqrs".to_owned();
        let kept = hash(&recovery_code);
        app.acts(move |tx, at| {
            let ann = player::by_name(tx, "ann")?.id;
            recovery::set(tx, &ann, &kept, at.now)
        })
        .await;
        let invitation = seat(app).await;
        app.mails().await;
        let reset = forgotten(app, "ann@example.org").await;
        here.get("/settings").await;
        let fields = [("email", "new@example.org"), ("current", PASSWORD)];
        here.press("Send a link to the new address", &fields).await.leads_to("/settings");
        let mails = app.mails().await;
        let verify = link(mails.iter().find(|mail| mail.kind == "verify").unwrap());
        let before = here.clone();
        let mut ways =
            Ways { here, before, phone, recovery_code, reset, verify, token, invitation };
        // Each way in is good until now; trying the code or a link would spend it.
        for browser in [&mut ways.before, &mut ways.phone] {
            assert_eq!(browser.get("/settings").await.status.as_u16(), 200);
        }
        let page = ways.here.get("/settings").await;
        let listed = page.between("## Ways in", "All at once");
        for kind in ["this one", "Recovery code", "Link in a mail", "Token of", "Invitation to"] {
            assert!(listed.contains(kind), "{kind}: {listed}");
        }
        let mut stranger = app.visitor();
        assert_eq!(stranger.bearer("/api/v1/account", &ways.token).await.status.as_u16(), 200);
        let join = format!("/contests/join/{}", ways.invitation);
        for path in [&ways.reset, &ways.verify, &join] {
            let page = stranger.get(path).await;
            assert!(!page.text().contains("expired"), "{path}: {page}");
            assert_eq!(page.status.as_u16(), 200, "{path}");
        }
        ways
    }

    /// The ways that still work.
    async fn still_open(&mut self, app: &TestApp) -> Vec<&'static str> {
        let mut open = Vec::new();
        for (name, browser) in [("old cookie", &mut self.before), ("phone", &mut self.phone)] {
            for path in ["/settings", "/settings/data", "/settings/machines"] {
                if browser.get(path).await.status.as_u16() != 401 {
                    open.push(name);
                }
            }
        }
        let mut stranger = app.visitor();
        stranger.get("/recover").await;
        let tried = stranger.press("Come back", &[("code", &self.recovery_code)]).await;
        if tried.status.as_u16() != 422 {
            open.push("recovery code");
        }
        for (name, path) in [("reset link", &self.reset), ("verify link", &self.verify)] {
            stranger.get("/login").await;
            let fields = [("password", "an intruder chose this")];
            if stranger.post(path, &fields).await.status.as_u16() != 409 {
                open.push(name);
            }
        }
        if stranger.bearer("/api/v1/account", &self.token).await.status.as_u16() != 401 {
            open.push("token");
        }
        let join = format!("/contests/join/{}", self.invitation);
        if stranger.get(&join).await.status.as_u16() != 404 {
            open.push("invitation");
        }
        open
    }
}

/// The link in the mail about a forgotten password.
async fn forgotten(app: &TestApp, address: &str) -> String {
    let mut visitor = app.visitor();
    visitor.get("/forgot").await;
    visitor.press("Send me the link", &[("email", address)]).await;
    let mails = app.mails().await;
    link(mails.iter().find(|mail| mail.kind == "reset").unwrap())
}

/// Ann has taken a seat of a contest; the token of her invitation.
async fn seat(app: &TestApp) -> String {
    let (at, file) = (app.moment(), ContestFile::read(CONTEST.as_bytes()).unwrap());
    let create = move |tx: &mut Tx<'_>| {
        let created = creation::create(tx, &at, None, &file, Purpose::Contest)?;
        let ann = player::by_name(tx, "ann")?.id;
        let judge = |it: &Invitation| it.participant == Participant::Judge(1);
        let token = created.invitations.into_iter().find(judge).unwrap().token;
        attendance::join(tx, &at, &token, &ann)?;
        Ok::<_, luna_app::Error>(token)
    };
    app.db.write(create).await.unwrap()
}

/// A change that ends all ways in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Password,
    Address,
    Reset,
    Role,
    Ban,
    EndAll,
}

impl Change {
    const ALL: [Change; 6] = [
        Change::Password,
        Change::Address,
        Change::Reset,
        Change::Role,
        Change::Ban,
        Change::EndAll,
    ];

    /// Makes the change. Returns true if the browser in which it is made stays logged in.
    async fn happens(self, app: &TestApp, ways: &mut Ways) -> bool {
        let here = &mut ways.here;
        here.get("/settings").await;
        match self {
            Change::Password => {
                let fields = [("current", PASSWORD), ("password", NEW_PASSWORD)];
                here.press("Change password", &fields).await.leads_to("/settings");
            }
            Change::Address => {
                here.get(&ways.verify).await;
                here.press("Yes, it is mine", &[]).await.leads_to("/settings");
            }
            Change::Reset => {
                here.get(&ways.reset).await;
                let fields = [("password", NEW_PASSWORD)];
                here.press("Set the password", &fields).await.leads_to("/games");
            }
            Change::Role => {
                let mut boss = app.admin().await;
                let id = id_of(app, "ann").await;
                boss.get(&format!("/admin/players/{id}")).await;
                let path = format!("/admin/players/{id}");
                boss.press("Change the role", &[("role", "moderator")]).await.leads_to(&path);
            }
            Change::Ban => {
                let id = id_of(app, "ann").await;
                app.acts(move |tx, at| luna_store::erase::ban(tx, at, Act::of(&id, "rude"))).await;
            }
            Change::EndAll => {
                here.press("End all other ways in", &[]).await.leads_to("/settings");
            }
        }
        !matches!(self, Change::Role | Change::Ban)
    }
}

async fn id_of(app: &TestApp, name: &'static str) -> String {
    app.db.read(move |tx| Ok::<_, luna_store::Error>(player::by_name(tx, name)?.id)).await.unwrap()
}

#[tokio::test]
async fn no_old_way_in_works_after_a_change() {
    for change in Change::ALL {
        for app in TestApp::each().await {
            let mut ways = Ways::of(&app).await;
            app.later(MINUTE);
            let stays = change.happens(&app, &mut ways).await;
            assert_eq!(ways.still_open(&app).await, Vec::<&str>::new(), "{change:?}");
            let status = ways.here.get("/settings").await.status.as_u16();
            assert_eq!(status, if stays { 200 } else { 401 }, "{change:?}");
            assert!(!stays || ways.here.jar["luna"] != ways.before.jar["luna"], "{change:?}");
        }
    }
}

#[tokio::test]
async fn a_change_is_told_by_mail() {
    for (change, expected) in [
        (Change::Password, vec![("ann@example.org", "Your password has been changed")]),
        (Change::Reset, vec![("ann@example.org", "Your password has been changed")]),
        (
            Change::Address,
            vec![
                ("ann@example.org", "Your address has been changed"),
                ("new@example.org", "Your address has been changed"),
            ],
        ),
        (Change::Role, vec![("ann@example.org", "Your role has been changed")]),
        (Change::EndAll, vec![]),
    ] {
        let app = TestApp::new().await;
        let mut ways = Ways::of(&app).await;
        change.happens(&app, &mut ways).await;
        let mails = app.mails().await;
        let sent: Vec<(&str, &str)> =
            mails.iter().map(|mail| (mail.address.as_str(), mail.subject.as_str())).collect();
        assert_eq!(sent, expected, "{change:?}");
        for mail in &mails {
            let secret = |word: &str| word.contains("/reset/") || word.contains("/verify/");
            assert!(!mail.plain.split_whitespace().any(secret), "{}", mail.plain);
            assert!(mail.plain.contains(" UTC, "), "it says when: {}", mail.plain);
        }
    }
}

#[tokio::test]
async fn a_ban_is_told_by_mail_with_its_reason_and_where_to_object() {
    for (contact, there) in [
        ("luna@example.org", "You reach them at luna@example.org."),
        ("", "Their address is at http://luna.test/contact."),
    ] {
        let app = TestApp::with(|settings| contact.clone_into(&mut settings.contact)).await;
        let _ann = app.account("ann").await;
        let mut operator = app.admin().await;
        app.mails().await;
        operator.get("/admin/players").await;
        operator.press("Ban ann", &[("why", "Insults.")]).await.leads_to("/admin/bans");
        let mails = app.mails().await;
        let sent: Vec<(&str, &str)> =
            mails.iter().map(|mail| (mail.address.as_str(), mail.subject.as_str())).collect();
        assert_eq!(sent, [("ann@example.org", "Your account has been banned")]);
        let words = mails[0].plain.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in ["was banned. The reason: Insults.", there, "You can still log in"] {
            assert!(words.contains(part), "{part}: {words}");
        }
    }
}

#[tokio::test]
async fn a_new_token_and_a_new_browser_are_told_by_mail_and_a_known_browser_is_not() {
    let app = TestApp::new().await;
    let mut ann = app.account("ann").await;
    app.mails().await;
    ann.get("/settings").await;
    ann.press("Log out here", &[]).await.leads_to("/");
    ann.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    assert_eq!(app.mails().await.len(), 0, "a browser that has logged in before");
    let mut phone = app.logged_in("ann").await;
    let mails = app.mails().await;
    assert_eq!(mails[0].subject, "A new browser has logged in");
    phone.get("/settings").await;
    phone.press("Log out here", &[]).await.leads_to("/");
    phone.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    assert_eq!(app.mails().await.len(), 0, "it is known now");
    let machine = ann.has_machine("robot").await;
    app.mails().await;
    ann.get(&machine).await;
    ann.press("Create a token", &[("label", "laptop")]).await;
    let mails = app.mails().await;
    assert_eq!(mails[0].subject, "Your machine has a new token");
    // Somebody who only claims an address gets none of these mails there.
    app.unconfirmed("bob").await;
    app.mails().await;
    app.logged_in("bob").await;
    assert_eq!(app.mails().await.len(), 0);
}

#[tokio::test]
async fn a_sign_up_ends_the_ways_into_the_guest() {
    for app in TestApp::each().await {
        let mut ann = app.guest("ann").await;
        let kept = code(&mut ann).await;
        let mut phone = app.visitor();
        phone.get("/recover").await;
        let next = phone.press("Come back", &[("code", &kept)]).await;
        let text = next.text();
        let next = text.split_whitespace().find(|word| word.matches('-').count() == 6).unwrap();
        let mut before = ann.clone();
        let mut twice = ann.clone();
        ann.signs_up("ann@example.org", PASSWORD).await.leads_to("/games");
        for browser in [&mut before, &mut phone] {
            assert_eq!(browser.get("/settings").await.status.as_u16(), 401);
        }
        let mut stranger = app.visitor();
        stranger.get("/recover").await;
        assert_eq!(stranger.press("Come back", &[("code", next)]).await.status.as_u16(), 422);
        assert_eq!(ann.get("/settings").await.status.as_u16(), 200);
        // The button that is pressed twice is one sign-up.
        twice.signs_up("ann@example.org", PASSWORD).await.leads_to("/games");
        assert_eq!(twice.get("/profile").await.lines("# "), "# ann");
    }
}

#[tokio::test]
async fn a_code_of_an_account_from_before_opens_nothing() {
    for app in TestApp::each().await {
        app.account("ann").await;
        let kept = hash("0123456789abcdefghjkmnpqrs");
        app.acts(move |tx, at| {
            let ann = player::by_name(tx, "ann")?.id;
            player::set_role(tx, &ann, Some(Role::Administrator))?;
            recovery::set(tx, &ann, &kept, at.now)
        })
        .await;
        let mut stranger = app.visitor();
        stranger.get("/recover").await;
        let tried = stranger.press("Come back", &[("code", "0123456789abcdefghjkmnpqrs")]).await;
        assert_eq!(tried.status.as_u16(), 422);
        assert_eq!(stranger.get("/admin/mail").await.status.as_u16(), 404);
    }
}

#[tokio::test]
async fn a_banned_guest_keeps_the_only_ways_to_their_data() {
    let app = TestApp::new().await;
    let mut ann = app.guest("ann").await;
    let kept = code(&mut ann).await;
    let id = id_of(&app, "ann").await;
    app.acts(move |tx, at| luna_store::erase::ban(tx, at, Act::of(&id, "rude"))).await;
    assert_eq!(ann.get("/games").await.status.as_u16(), 403);
    assert_eq!(ann.get("/settings/data").await.status.as_u16(), 200);
    let mut elsewhere = app.visitor();
    elsewhere.get("/recover").await;
    assert_eq!(elsewhere.press("Come back", &[("code", &kept)]).await.status.as_u16(), 200);
    assert_eq!(elsewhere.get("/games").await.status.as_u16(), 403);
}

#[tokio::test]
async fn a_link_that_names_an_account_ends_with_a_change_of_it() {
    let app = TestApp::new().await;
    let mut ann = app.unconfirmed("ann").await;
    let mut other = app.guest("other").await;
    other.signs_up("ann@example.org", "quite another password").await.leads_to("/games");
    app.mails().await;
    let claims = forgotten(&app, "ann@example.org").await;
    assert!(claims.starts_with("/claims/"), "{claims}");
    app.later(MINUTE);
    ann.get("/settings").await;
    let fields = [("current", PASSWORD), ("password", NEW_PASSWORD)];
    ann.press("Change password", &fields).await.leads_to("/settings");
    let mut reader = app.visitor();
    reader.get(&claims).await;
    let refused = reader.press("Choose a password for it", &[("name", "ann")]).await;
    assert_eq!(refused.status.as_u16(), 409);
    reader.get(&claims).await;
    reader.press("Choose a password for it", &[("name", "other")]).await.leads_to("/reset/");
}

#[tokio::test]
async fn a_reset_makes_known_browsers_unknown() {
    let app = TestApp::new().await;
    let ann = app.account("ann").await;
    let mut known = ann.clone();
    let reset = forgotten(&app, "ann@example.org").await;
    let mut here = app.visitor();
    here.get(&reset).await;
    here.press("Set the password", &[("password", NEW_PASSWORD)]).await.leads_to("/games");
    app.mails().await;
    known.logs_in("ann@example.org", NEW_PASSWORD).await.leads_to("/games");
    assert_eq!(app.mails().await[0].subject, "A new browser has logged in");
    here.get("/settings").await;
    here.press("Log out here", &[]).await.leads_to("/");
    here.logs_in("ann@example.org", NEW_PASSWORD).await.leads_to("/games");
    assert_eq!(app.mails().await.len(), 0, "the browser of the reset is known");
}

#[tokio::test]
async fn nobody_ends_somebody_elses_ways_in() {
    let app = TestApp::new().await;
    let mut ways = Ways::of(&app).await;
    let mut eve = app.account("eve").await;
    eve.get("/settings").await;
    let mut tried = Vec::new();
    for (kind, sql) in [
        ("session", "SELECT id FROM session"),
        ("mail_link", "SELECT id FROM link"),
        ("token", "SELECT id FROM token"),
        ("invitation", "SELECT contest_id FROM contest_seat"),
        ("recovery_code", "SELECT code_hash FROM recovery"),
    ] {
        let here = hash(&eve.jar["luna"]);
        tried.extend(app.db.column(sql).into_iter().filter(|id| *id != here).map(|id| (kind, id)));
    }
    for (kind, id) in &tried {
        let fields = [("kind", *kind), ("way", id.as_str())];
        eve.post("/settings/ways-in/end", &fields).await.leads_to("/settings");
        eve.get("/settings").await;
    }
    let page = ways.here.get("/settings").await;
    let listed = page.between("## Ways in", "All at once");
    for kind in ["this one", "Recovery code", "Link in a mail", "Token of", "Invitation to"] {
        assert!(listed.contains(kind), "{kind}: {listed}");
    }
}

#[tokio::test]
async fn each_way_in_is_ended_on_its_own() {
    let app = TestApp::new().await;
    let mut ways = Ways::of(&app).await;
    for kind in ["Recovery code", "Link in a mail", "Token of", "Invitation to"] {
        for _ in 0..2 {
            let page = ways.here.get("/settings").await;
            let listed = page.between("## Ways in", "All at once");
            if !listed.contains(kind) {
                break;
            }
            let button = listed.lines().find(|line| line.contains("[End ") && line.contains(kind));
            let button = button.unwrap().trim().trim_start_matches('[').trim_end_matches(']');
            ways.here.press(button, &[]).await.leads_to("/settings");
        }
    }
    ways.here.get("/settings").await;
    ways.here.press("Log out", &[]).await.leads_to("/settings");
    assert_eq!(ways.still_open(&app).await, vec!["old cookie"; 3], "this browser's own session");
}
