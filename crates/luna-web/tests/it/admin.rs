//! What the operator sees and does; for everybody else there is nothing there.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use luna_testkit::app::{DAY, HOUR, MINUTE, PASSWORD, TestApp};
use luna_testkit::persona::Answer;
use luna_testkit::play::{answered, finished, paired};

const PAGES: [&str; 17] = [
    "/admin",
    "/admin/players",
    "/admin/games",
    "/admin/machines",
    "/admin/jobs",
    "/admin/mail",
    "/admin/bans",
    "/admin/judges",
    "/admin/judges/excluded",
    "/admin/acts",
    "/admin/questions",
    "/admin/recall",
    "/admin/recall/approved",
    "/admin/recall/rejected",
    "/admin/reports",
    "/admin/readings",
    "/admin/search?q=ann",
];

/// The text of a page of operators below their menu.
fn below_menu(page: &Answer) -> String {
    let text = page.text();
    let (menu, below) = text.split_once('\n').unwrap();
    assert!(page.status == 200 && menu.starts_with("Figures Reports"), "{text}");
    below.to_owned()
}

/// The sources that declare routes of operators, but those of a test that only unit tests hold.
pub(crate) fn operator_routes() -> Vec<String> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.ends_with("mirror") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(fs::read_to_string(path).unwrap());
            }
        }
    }
    found.retain(|text| text.contains(r#".route("/admin"#));
    assert!(found.len() >= 4, "the routes of operators have moved");
    found
}

/// The addresses under `/admin` that take forms, as the routes declare them.
fn forms() -> Vec<String> {
    let sources = operator_routes();
    let route = regex::Regex::new(r#"\.route\("(/admin[^"]*)",[^\n]*post\("#).unwrap();
    let id = regex::Regex::new(r"\{[a-z]+\}").unwrap();
    let routes = sources.iter().flat_map(|source| route.captures_iter(source));
    routes.map(|found| id.replace_all(&found[1], "01id").into_owned()).collect()
}

#[tokio::test]
async fn no_form_of_operators_tells_anybody_else_anything() {
    let app = TestApp::new().await;
    let forms = forms();
    assert!(forms.len() > 30, "{forms:?}");
    let everybody = [app.visitor(), app.guest("ann").await, app.account("bob").await];
    for mut somebody in everybody {
        let nowhere = somebody.get("/nowhere").await.body;
        for path in &forms {
            for fields in [&[][..], &[("why", "x"), ("role", "moderator"), ("exclude", "yes")]] {
                somebody.get("/login").await;
                let answer = somebody.post(path, fields).await;
                assert_eq!((answer.status.as_u16(), &answer.body), (404, &nowhere), "{path}");
            }
            let forged = somebody.post_raw(path, "csrf=forged&why=x").await;
            assert_eq!(forged.status.as_u16(), 404, "{path}");
        }
    }
}

#[tokio::test]
async fn for_everybody_else_there_is_nothing() {
    let app = TestApp::new().await;
    let everybody = [app.visitor(), app.guest("ann").await, app.account("bob").await];
    for mut somebody in everybody {
        let nowhere = somebody.get("/nowhere").await.body;
        for path in PAGES {
            let answer = somebody.get(path).await;
            assert_eq!((answer.status.as_u16(), &answer.body), (404, &nowhere), "{path}");
        }
        let id = &app.db.column("SELECT id FROM player WHERE name = 'ann'")[0];
        let before = app.dump();
        for path in [
            "/admin/jobs",
            &format!("/admin/players/{id}/ban"),
            &format!("/admin/players/{id}/unban"),
            &format!("/admin/judges/{id}/exclude"),
            &format!("/admin/judges/{id}/restore"),
            &format!("/admin/judges/{id}/clear"),
            &format!("/admin/judges/{id}/clear-group"),
            "/admin/recall/any/approve",
            "/admin/recall/any/reject",
            &format!("/admin/players/{id}/role"),
            "/admin/reports/none",
            "/admin/reports/none/open",
            "/admin/games/none/open",
            "/admin/machines/all",
            "/admin/machines/house-gibberish/kill",
            "/admin/machines/house-gibberish/revive",
        ] {
            somebody.get("/signup").await;
            let answer = somebody
                .post(
                    path,
                    &[
                        ("why", "spite"),
                        ("role", "administrator"),
                        ("id", "sweep"),
                        ("wants", "stop"),
                    ],
                )
                .await;
            assert_eq!(answer.status.as_u16(), 404, "{path}");
        }
        assert_eq!(app.dump(), before);
    }
}

#[tokio::test]
async fn an_empty_instance_has_empty_lists_that_say_so() {
    let app = TestApp::new().await;
    let mut operator = app.admin().await;
    for path in PAGES {
        assert_eq!(operator.get(path).await.status.as_u16(), 200, "{path}");
    }
    assert_snapshot!(operator.get("/admin").await.brief(), @"
    200
    Figures Reports Appeals Judges Players Games Machines Recall Questions Trivia Common sense Campaigns Bans Log Readings Jobs Mail Search
    # Figures
    The last 30 days. Of the paired games, – were finished.
    Day | Guests | Accounts | Games opened | Interviews sent | Paired | Finished | Expired seats | Left seats | Practice finished
    All | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0
    4 October 2024 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0
    ## Smarts Ratings of people
    (a chart)
    ▸ The numbers of “Ratings of people”
    Smarts Rating | players
    0 to 100 | 0 (in each of 20 rows)
    ## Smarts Ratings of machines
    (a chart)
    ▸ The numbers of “Ratings of machines”
    Smarts Rating | players
    0 to 100 | 0 (in each of 20 rows)
    ## Length of responses and the guesses they received
    The latest 0 guesses by people; Pearson's r is not yet known. In the paper it is 0.179.
    (a chart)
    ▸ The numbers of “Length of all responses and the guess”
    characters | guess
    ## Spread of a rating against the number of games
    (a chart)
    ▸ The numbers of “Standard deviation of the ratings so far”
    number of games | standard deviation
    ");
    assert_snapshot!(below_menu(&operator.get("/admin/games").await), @"
    # Games
    Search players, machines and games ‹› [Search]
    ProgressAll gamesIn progressOverPlayersWith anybodyWith a machineWithout a machineName of a player ‹› [Show]
    How questions and responses were typed
    No games yet.
    Game | Phase | Players | Begun | Ended | Typing
    ");
    assert_snapshot!(below_menu(&operator.get("/admin/mail").await), @"
    # Mail
    No mail yet.
    ");
    assert_snapshot!(below_menu(&operator.get("/admin/bans").await), @"
    # Bans
    Nobody is banned. To ban somebody, go to the list of players.
    ");
}

#[tokio::test]
async fn the_periodic_jobs_exist_in_every_instance() {
    let app = TestApp::new().await;
    let mut operator = app.admin().await;
    assert_snapshot!(below_menu(&operator.get("/admin/jobs").await), @"
    # Jobs
    Jobs that Luna has given up on come first, then those that are due next.
    Job | Due | Tries | Problem | Again
    daily | 2024-10-04T12:00:00Z | 0
    predict | 2024-10-04T12:00:00Z | 0
    recount | 2024-10-04T12:00:00Z | 0
    sweep | 2024-10-04T12:00:00Z | 0
    watch | 2024-10-04T12:00:00Z | 0
    ");
}

#[tokio::test]
async fn figures_count_who_came_and_what_was_played() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    finished((&mut ann, "60"), (&mut bob, "30")).await;
    app.later(DAY);
    finished((&mut ann, "70.5"), (&mut bob, "35")).await;
    let [anns, _] = paired(&mut ann, &mut bob).await;
    ann.leaves(&anns).await.leads_to("/games");
    app.later(DAY);
    let practice = ann.practice().await;
    ann.asks(&practice, "ann").await;
    ann.answers(&practice, "ann").await;
    ann.guesses(&practice, "1").await;
    let mut operator = app.admin().await;
    let figures = operator.get("/admin").await;
    assert_snapshot!(figures.between("The last 30 days", "## Smarts Ratings of machines"), @"
    The last 30 days. Of the paired games, 66 % were finished.
    Day | Guests | Accounts | Games opened | Interviews sent | Paired | Finished | Expired seats | Left seats | Practice finished
    All | 3 | 1 | 6 | 6 | 3 | 2 | 0 | 1 | 1
    6 October 2024 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1
    5 October 2024 | 0 | 0 | 4 | 4 | 2 | 1 | 0 | 1 | 0
    4 October 2024 | 2 | 1 | 2 | 2 | 1 | 1 | 0 | 0 | 0
    ## Smarts Ratings of people
    (a chart)
    ▸ The numbers of “Ratings of people”
    Smarts Rating | players
    70 to 100 | 0 (in each of 6 rows)
    65 to 70 | 1
    35 to 65 | 0 (in each of 6 rows)
    30 to 35 | 1
    0 to 30 | 0 (in each of 6 rows)
    ");
    assert_snapshot!(figures.between("The latest", "## Spread"), @"
    The latest 4 guesses by people; Pearson's r is not yet known. In the paper it is 0.179.
    (a chart)
    ▸ The numbers of “Length of all responses and the guess”
    characters | guess
    55 | 30
    55 | 60
    55 | 35
    55 | 70.5
    ");
    assert_snapshot!(figures.lines("±"), @"2 | 1.94 ± 0.69");
}

#[tokio::test]
async fn players_are_listed_with_kind_rating_and_address() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    app.later(MINUTE);
    let mut bob = app.unconfirmed("bob").await;
    finished((&mut ann, "60"), (&mut bob, "30")).await;
    app.later(MINUTE);
    app.guest("cat").await;
    app.later(MINUTE);
    let mut operator = app.admin().await;
    assert_snapshot!(below_menu(&operator.get("/admin/players").await), @"
    # Players
    Search players, machines and games ‹› [Search]
    KindAll playersAccountsGuestsMachinesRestrictionRestricted or notBannedGuesses do not count [Show]
    Name | Kind | Email | Rating | Finished | Since | Ban
    operator administrator | account | operator@example.org | | 0 | 2024-10-04T12:03:00Z
    cat | guest | | | 0 | 2024-10-04T12:02:00Z
    ▸ Ban
    Why? They will read it. ‹›[ ] Also exclude their guesses [Ban cat]
    bob | account | bob@example.org unconfirmed | 60 | 1 | 2024-10-04T12:01:00Z
    ▸ Ban
    Why? They will read it. ‹›[ ] Also exclude their guesses [Ban bob]
    search | machine | | | 0 | 2024-10-04T12:00:00Z
    recall | machine | | | 0 | 2024-10-04T12:00:00Z
    gibberish | machine | | | 0 | 2024-10-04T12:00:00Z
    eliza | machine | | | 0 | 2024-10-04T12:00:00Z
    common-sense | machine | | | 0 | 2024-10-04T12:00:00Z
    analogyspace | machine | | | 0 | 2024-10-04T12:00:00Z
    ann | account | ann@example.org | 30 | 1 | 2024-10-04T12:00:00Z
    ▸ Ban
    Why? They will read it. ‹›[ ] Also exclude their guesses [Ban ann]
    ");
}

#[tokio::test]
async fn games_are_listed_newest_first_with_their_phase() {
    let app = TestApp::new().await;
    let (mut ann, mut bob, _) = app.finished("60", "30").await;
    app.later(HOUR);
    answered(&mut ann, &mut bob).await;
    app.later(HOUR);
    ann.practice().await;
    app.later(HOUR);
    ann.opens("ann").await;
    let mut operator = app.admin().await;
    assert_snapshot!(below_menu(&operator.get("/admin/games").await), @"
    # Games
    Search players, machines and games ‹› [Search]
    ProgressAll gamesIn progressOverPlayersWith anybodyWith a machineWithout a machineName of a player ‹› [Show]
    How questions and responses were typed
    Game | Phase | Players | Begun | Ended | Typing
    ID | interview practice | ann | 2024-10-04T14:00:00Z
    ID | guess | ann · bob | 2024-10-04T13:00:00Z
    ID | final | ann · bob | 2024-10-04T12:00:00Z | 2024-10-04T12:00:00Z
    ");
}

#[tokio::test]
async fn jobs_and_mails_are_listed_with_their_trouble() {
    let app = TestApp::new().await;
    app.mail_fails(Some("connection refused"));
    app.unconfirmed("ann").await;
    app.work().await;
    let mut operator = app.admin().await;
    assert_snapshot!(below_menu(&operator.get("/admin/jobs").await), @"
    # Jobs
    Jobs that Luna has given up on come first, then those that are due next.
    Job | Due | Tries | Problem | Again
    mail:ID | 2024-10-04T12:00:10Z | 1 | connection refused
    daily | 2024-10-04T12:10:00Z | 0
    predict | 2024-10-04T12:10:00Z | 0
    recount | 2024-10-04T12:10:00Z | 0
    watch | 2024-10-04T12:10:00Z | 0
    sweep | 2024-10-04T13:00:00Z | 0
    ");
    assert_snapshot!(below_menu(&operator.get("/admin/mail").await), @"
    # Mail
    ▸ Is this your address? to ann@example.org · 2024-10-04T12:00:00Z · failed: connection refused
    The player
    Somebody wants to use this address for an account at http://luna.test. If that was you, please confirm it. The link is valid for two days. Otherwise you can ignore this mail. Confirm my address: http://luna.test/verify/ID
    ");
}

#[tokio::test]
async fn without_a_mail_server_mails_can_be_read() {
    let app = TestApp::with(|settings| settings.smtp = false).await;
    app.unconfirmed("ann").await;
    app.work().await;
    let mut operator = app.admin().await;
    assert_snapshot!(below_menu(&operator.get("/admin/mail").await), @"
    # Mail
    No SMTP server is configured, so no mail is sent. Mails are shown here and by luna admin mail. See the setting smtp.
    ▸ Is this your address? to ann@example.org · 2024-10-04T12:00:00Z · shown
    The player
    Somebody wants to use this address for an account at http://luna.test. If that was you, please confirm it. The link is valid for two days. Otherwise you can ignore this mail. Confirm my address: http://luna.test/verify/ID
    ");
    let ann = app.db.column("SELECT id FROM player WHERE name = 'ann'").remove(0);
    assert!(operator.get("/admin/mail").await.body.contains(&format!("/admin/players/{ann}")));
}

#[tokio::test]
async fn every_job_is_on_one_page_or_the_next() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    for _ in 0..30 {
        ann.new_game().await;
        bob.new_game().await;
    }
    let mut operator = app.admin().await;
    let jobs = |body: &str| -> Vec<String> {
        let found = body.split("<code>").skip(1).filter_map(|rest| rest.split_once('<'));
        found.map(|(id, _)| id.to_owned()).collect()
    };
    let first = operator.get("/admin/jobs").await;
    let (_, rest) = first.body.split_once("href=\"/admin/jobs?after=").unwrap();
    let later = format!("/admin/jobs?after={}", rest.split_once('"').unwrap().0);
    let second = operator.get(&later).await;
    assert_eq!(jobs(&first.body).len(), 50);
    let mut all = jobs(&first.body);
    all.extend(jobs(&second.body));
    all.sort_unstable();
    all.dedup();
    let deadlines = all.iter().filter(|id| id.starts_with("deadline:")).count();
    assert_eq!(deadlines, 60, "{all:?}");
    assert!(!second.body.contains("?after="));
}

#[tokio::test]
async fn long_lists_go_on_from_page_to_page() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    for _ in 0..40 {
        let game = ann.new_game().await;
        ann.leaves(&game).await;
        let game = ann.practice().await;
        ann.leaves(&game).await;
        app.later(1);
    }
    for nth in 0..58 {
        app.guest(&format!("guest-{nth}")).await;
    }
    let mut operator = app.admin().await;
    for (path, total) in [("/admin/games", 80), ("/admin/players", 66)] {
        let first = operator.get(path).await;
        let rows = |body: &str| body.matches("<tr>").count() - 1;
        assert_eq!(rows(&first.body), 50, "{path}");
        let (_, rest) = first.body.split_once(&format!("href=\"{path}?before=")).unwrap();
        let older = format!("{path}?before={}", rest.split_once('"').unwrap().0);
        let second = operator.get(&older).await;
        assert_eq!(rows(&second.body), total - 50, "{path}");
        assert!(!second.body.contains("?before="), "{path}");
    }
}

#[tokio::test]
async fn a_banned_player_is_out_at_once_and_the_partner_goes_on() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
        let [anns, bobs] = paired(&mut ann, &mut bob).await;
        ann.answers(&anns, "ann").await.leads_to(&anns);
        app.mails().await;
        let mut operator = app.admin().await;
        operator.get("/admin/players").await;
        operator.press("Ban bob", &[("why", "insults")]).await.leads_to("/admin/bans");
        assert_eq!(bob.get(&bobs).await.status.as_u16(), 401);
        let mut again = bob.elsewhere();
        again.logs_in("bob@example.org", PASSWORD).await.leads_to("/games");
        let refused = again.get("/games").await;
        assert_eq!(refused.status.as_u16(), 403);
        assert!(refused.text().contains("banned: insults"), "{refused}");
        assert_eq!(ann.get(&anns).await.lines("# "), "# Your partner has left");
        app.later(2 * HOUR);
        let mails = app.mails().await;
        assert!(mails.iter().any(|mail| mail.kind == "again" && mail.address == "ann@example.org"));
        operator.get("/admin/bans").await;
        operator.press("Lift the ban", &[]).await.leads_to("/admin/bans");
        assert_eq!(again.get("/games").await.status.as_u16(), 200);
    }
}

#[tokio::test]
async fn a_banned_player_can_still_read_the_contact_page() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let mut operator = app.admin().await;
    operator.get("/admin/players").await;
    operator.press("Ban ann", &[("why", "a mistake")]).await.leads_to("/admin/bans");
    assert_eq!(ann.get("/games").await.status.as_u16(), 403);
    for page in ["/", "/how", "/privacy", "/contact"] {
        assert_eq!(ann.get(page).await.status.as_u16(), 200, "{page}");
    }
}

#[tokio::test]
async fn bans_are_listed_with_their_reason() {
    let app = TestApp::new().await;
    app.guest("ann").await;
    let mut operator = app.admin().await;
    operator.get("/admin/players").await;
    operator.press("Ban ann", &[("why", "  spam, again  ")]).await.leads_to("/admin/bans");
    assert_snapshot!(below_menu(&operator.get("/admin/bans").await), @"
    # Bans
    Name | Kind | Email | Rating | Finished | Since | Ban
    ann | guest | | | 0 | 2024-10-04T12:00:00Z | Banned: spam, again
    [Lift the ban]
    ");
}

#[tokio::test]
async fn a_banned_player_reads_why() {
    let app = TestApp::new().await;
    let ann = app.account("ann").await;
    let mut operator = app.admin().await;
    operator.get("/admin/players").await;
    operator.press("Ban ann", &[("why", "spam")]).await.leads_to("/admin/bans");
    let mut again = ann.elsewhere();
    again.logs_in("ann@example.org", PASSWORD).await.leads_to("/games");
    assert_snapshot!(again.get("/games").await, @"
    403
    # That did not work
    ! This player has been banned: spam
    [Contact] [Download my data] [Erase me]
    ");
}

#[tokio::test]
async fn a_ban_says_why_and_hits_people_only() {
    let app = TestApp::new().await;
    app.guest("ann").await;
    let mut operator = app.admin().await;
    operator.get("/admin/players").await;
    let before = app.dump();
    let silent = operator.press("Ban ann", &[("why", "  ")]).await;
    assert_snapshot!(silent.to_string().lines().take(3).collect::<Vec<_>>().join("\n"), @"
    409
    # That did not work
    ! Please say why; the player will read it.
    ");
    let mut told = String::new();
    let own = app.db.column("SELECT id FROM player WHERE role = 'administrator'").remove(0);
    for id in ["house-gibberish", &own, "nobody", "a%00b", "%27"] {
        operator.get("/settings").await;
        let answer = operator.post(&format!("/admin/players/{id}/ban"), &[("why", "spite")]).await;
        told.push_str(&format!("{} {}\n", answer.status.as_u16(), answer.lines("!")));
    }
    assert_snapshot!(told, @"
    409 ! Only people who are not operators can be banned.
    409 ! Only people who are not operators can be banned.
    404 ! There is nothing at this address.
    404 ! There is nothing at this address.
    404 ! There is nothing at this address.
    ");
    assert_eq!(app.dump(), before);
}

#[tokio::test]
async fn reviving_a_job_that_is_not_there_or_not_given_up_changes_nothing() {
    let app = TestApp::new().await;
    let mut operator = app.admin().await;
    let before = app.dump();
    for id in ["", "nothing", "sweep", "'; DROP TABLE job; --"] {
        operator.get("/settings").await;
        operator.post("/admin/jobs", &[("id", id)]).await.leads_to("/admin/jobs");
    }
    assert_eq!(app.dump(), before);
}

#[tokio::test]
async fn every_page_of_operators_is_linked_and_lists_link_to_what_they_name() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    finished((&mut ann, "5"), (&mut bob, "6")).await;
    ann.opens("ann").await;
    let mut operator = app.admin().await;
    let boss = app.db.column("SELECT id FROM player WHERE name = 'operator'").remove(0);
    app.db.raw(&format!(
        "INSERT INTO recall_line
             (id, author_id, asker_id, game_id, asked_seq, seq, part, state, added_at, decided_by,
              decided_at, why)
         SELECT 'l', player_id, player_id, game_id, seq, seq, 0, 'rejected', 1, '{boss}', 1, 'no'
         FROM game_move WHERE body LIKE '{{\"answer%' LIMIT 1"
    ));
    let mut linked = String::new();
    for page in PAGES {
        linked.push_str(&operator.get(page).await.body);
    }
    for page in PAGES {
        let path = page.split('?').next().unwrap();
        assert!(linked.contains(&format!("href=\"{path}\"")), "nothing links {path}");
    }
    let rejected = operator.get("/admin/recall/rejected").await.body;
    assert!(rejected.contains(&format!("href=\"/admin/players/{boss}\"")), "{rejected}");

    let jobs = operator.get("/admin/jobs").await.body;
    let mut kinds = Vec::new();
    for row in jobs.split("<tr>").filter(|row| row.contains("<code>")) {
        let (_, id) = row.split_once("<code>").unwrap();
        let (kind, _) = id.split_once(':').unwrap_or(("", id));
        if ["deadline", "machine_seat", "notify", "turn"].contains(&kind) {
            let (_, link) = row.split_once("<a href=\"").unwrap();
            let link = link.split('"').next().unwrap();
            let page = operator.get(link).await;
            assert_eq!(page.status.as_u16(), 200, "{link}");
            assert!(!page.text().contains("Nothing is called"), "{link}: {page}");
            kinds.push(kind);
        }
    }
    assert!(kinds.contains(&"machine_seat"), "{kinds:?}");
}
