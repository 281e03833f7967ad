//! What an organiser does besides the clock: a new contest, invitations by mail, machines and folders
//! in the seats.

use luna_testkit::app::{TestApp, link};

const FILE: &str = "
preset = \"2009\"
seats = [
    { seat = \"E1\", program = \"Elbot\" },
    { seat = \"J1\", person = \"Ann\", email = \"Ann@Example.org\" },
]
[rules]
judges = 1
entries = 1
confederates = 1
";

#[tokio::test]
async fn an_invitation_is_mailed_and_the_address_goes_when_the_seat_is_taken() {
    for app in TestApp::each().await {
        let mut boss = app.admin().await;
        app.mails().await;
        boss.get("/contests").await;
        boss.get("/contests/new").await;
        let made = boss.press("Create the contest", &[("file", FILE)]).await;
        assert!(made.text().contains("It is mailed to ann@example.org."), "{made}");
        let sources = app.db.column("SELECT source FROM contest").remove(0).to_lowercase();
        assert!(sources.contains("elbot") && !sources.contains("example"), "{sources}");
        let mails = app.mails().await;
        let [mail] = &mails[..] else { panic!("{mails:?}") };
        assert_eq!(mail.address, "ann@example.org");
        assert!(mail.plain.contains("as a judge. Your seat is J1."), "{}", mail.plain);

        let id = app.db.column("SELECT id FROM contest").remove(0);
        let console = format!("/contests/{id}/console");
        assert!(boss.reads(&console).await.contains("J1 | Ann | invited by mail"));
        let mut ann = app.guest("ann").await;
        ann.get(&link(mail)).await;
        ann.press("Take my seat", &[("agree", "yes")]).await.leads_to("/contests/");
        let left = "SELECT address FROM mail WHERE about IS NOT NULL";
        assert_eq!(app.db.column(left), Vec::<String>::new());

        // For another seat at the console; what is no address makes no new link.
        boss.get(&console).await;
        let wrong = boss.press("New link for C1", &[("email", "ben")]).await;
        assert!(wrong.text().contains("That does not look like an email address"), "{wrong}");
        app.mail_fails(Some("no such mailbox"));
        boss.get(&console).await;
        boss.press("New link for C1", &[("email", "ben@example.org")]).await;
        app.work().await;
        let page = boss.reads(&console).await;
        assert!(page.contains("the mail has failed: no such mailbox"), "{page}");
        // The next link takes the place of the mail with the one before.
        app.mail_fails(None);
        boss.get(&console).await;
        boss.press("New link for C1", &[("email", "eve@example.org")]).await;
        assert_eq!(app.db.column(left), ["eve@example.org"]);
    }
}

#[tokio::test]
async fn what_is_wrong_in_a_file_is_said_beside_it_and_nothing_is_created() {
    let app = TestApp::new().await;
    let mut boss = app.admin().await;
    boss.get("/contests/new").await;
    let wrong = FILE.replace("program", "programme");
    let refused = boss.press("Create the contest", &[("file", &wrong)]).await;
    assert_eq!(refused.status, 409, "{refused}");
    assert!(refused.text().contains("Line 4 cannot be read"), "{refused}");
    assert!(refused.body.contains("programme = "), "what was typed is kept: {refused}");
    assert_eq!(app.db.column("SELECT id FROM contest"), Vec::<String>::new());
    let mut stranger = app.guest("cat").await;
    assert_eq!(stranger.get("/contests/new").await.status, 404);
    stranger.get("/settings").await;
    assert_eq!(stranger.post("/contests/new", &[("file", FILE)]).await.status, 404);
}

#[tokio::test]
async fn an_administrator_chooses_a_folder_below_the_one_that_is_allowed() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path().join("root");
    std::fs::create_dir_all(root.join("elbot/talk/000000000000000001.H.other")).unwrap();
    std::fs::create_dir_all(root.join(".hidden")).unwrap();
    std::fs::create_dir(place.path().join("secret")).unwrap();
    std::fs::write(root.join("file"), "").unwrap();
    let app = TestApp::with(|settings| settings.contest_folders = Some(root.clone())).await;
    let mut boss = app.admin().await;
    boss.get("/contests/new").await;
    boss.press("Create the contest", &[("file", FILE)]).await;
    let id = app.db.column("SELECT id FROM contest").remove(0);
    let folders = format!("/contests/{id}/folders/E1");
    let console = format!("/contests/{id}/console");
    assert!(boss.reads(&console).await.contains("A folder for E1"));
    let top = boss.reads(&folders).await;
    assert!(top.contains("elbot") && !top.contains("hidden") && !top.contains("file"), "{top}");
    assert!(!top.contains("Choose this folder"), "{top}");
    let inner = boss.reads(&format!("{folders}?in=elbot%2Ftalk")).await;
    assert!(inner.contains("There are no folders in here."), "a key is no folder: {inner}");
    for outside in ["..", "elbot%2F..%2F..%2Fsecret", "%2Fetc", "file", "nothing"] {
        let refused = boss.get(&format!("{folders}?in={outside}")).await;
        assert!(refused.status == 409 && !refused.body.contains("secret<"), "{refused}");
    }
    boss.get(&format!("{folders}?in=elbot%2Ftalk")).await;
    boss.press("Choose this folder", &[]).await.leads_to(&console);
    let chosen = "SELECT folder FROM contest_seat WHERE folder IS NOT NULL";
    assert_eq!(app.db.column(chosen), ["elbot/talk"]);
    assert!(boss.reads(&console).await.contains("waits for the server to open its folder"));
    // A judge is a person, and a machine takes the place of the folder.
    boss.get(&format!("/contests/{id}/folders/J1?in=elbot")).await;
    let judge = boss.press("Choose this folder", &[]).await;
    assert!(judge.text().contains("J1 must be a person"), "{judge}");
    boss.get(&console).await;
    boss.press("Seat it", &[("id", "E1"), ("machine", "eliza")]).await.leads_to(&console);
    assert_eq!(app.db.column(chosen), Vec::<String>::new());
    // Without the setting, and for others, there is no such page.
    let mut stranger = app.guest("cat").await;
    assert_eq!(stranger.get(&folders).await.status, 404);
    // Nor do they learn which folders there are.
    for folder in ["elbot", "nothing", ""] {
        stranger.get("/settings").await;
        assert_eq!(stranger.post(&folders, &[("folder", folder)]).await.status, 404, "{folder}");
    }
    let closed = TestApp::new().await;
    let mut boss = closed.admin().await;
    assert_eq!(boss.get(&folders).await.status, 404);
}
