//! Consent: asked for before playing, kept apart by purpose, withdrawn at any time.

use insta::{allow_duplicates, assert_snapshot};
use luna_store::consent::{self, Purpose, Record};
use luna_store::{Tx, player};
use luna_testkit::app::{DAY, MINUTE, PASSWORD, TestApp};
use luna_testkit::brief::brief;
use luna_testkit::persona::Persona;
use luna_testkit::play::{lent, questions, responses};

/// What a player has on record: purpose, and whether it is in force.
async fn on_record(app: &TestApp, name: &'static str) -> String {
    let history = history(app, name).await;
    let line = |record: &Record| {
        let state = if record.withdrawn_at.is_none() { "" } else { " withdrawn" };
        format!("{}{state}", record.purpose.name())
    };
    history.iter().map(line).collect::<Vec<_>>().join(", ")
}

async fn history(app: &TestApp, name: &'static str) -> Vec<Record> {
    let read = move |tx: &mut Tx<'_>| {
        let id = player::by_name(tx, name)?.id;
        consent::history(tx, &id)
    };
    app.db.read(read).await.unwrap()
}

/// As after a change of the text: what they agreed to is not what is in force.
async fn agreed_to_something_older(app: &TestApp, name: &'static str) {
    let older = move |tx: &mut Tx<'_>| {
        let id = player::by_name(tx, name)?.id;
        consent::give(tx, &id, Purpose::Play, "an older text", 1)
    };
    app.db.write(older).await.unwrap();
}

fn people(app: &TestApp) -> usize {
    app.db.raw("SELECT id FROM player WHERE kind = 'human'").len()
}

#[tokio::test]
async fn nobody_plays_without_having_said_that_they_are_an_adult() {
    for app in TestApp::each().await {
        let mut ann = app.visitor();
        ann.get("/consent").await;
        let refused = ann.press("I agree, play as a guest", &[("recall", "yes")]).await;
        assert_eq!(refused.status.as_u16(), 422);
        allow_duplicates!(
            assert_snapshot!(refused.lines("adults"), @"! Luna is for adults only for now. Please tick this box if you are 18 or older.")
        );
        // The other choice is as it was, and the box says what is wrong with it.
        allow_duplicates!(assert_snapshot!(refused.lines("["), @"
        [ ] I am 18 or older.
        [I agree, play as a guest]
        [ ] My texts and ratings may be published, under made-up names or none.
        [x] Recall, a machine here, may repeat my answers to others.
        "));
        assert!(refused.body.contains("aria-describedby=\"adult-problem\""));
        assert_eq!(people(&app), 0);

        ann.get("/signup").await;
        let fields = [("email", "ann@example.org"), ("password", PASSWORD), ("agree", "yes")];
        let refused = ann.press("Create my account", &fields).await;
        assert_eq!(refused.status.as_u16(), 422);
        assert!(refused.lines("!").contains("adults only"), "{refused}");
        assert_eq!(people(&app), 0);

        ann.press("Create my account", &[("password", PASSWORD), ("adult", "yes")])
            .await
            .leads_to("/games");
        assert_eq!(people(&app), 1);
    }
}

#[tokio::test]
async fn publication_and_recall_are_choices_apart_and_off_until_made() {
    let app = TestApp::new().await;
    app.guest("ann").await;
    assert_eq!(on_record(&app, "ann").await, "adult, play");

    let mut bob = app.visitor();
    bob.get("/consent").await;
    let fields = [("adult", "yes"), ("recall", "yes")];
    bob.press("I agree, play as a guest", &fields).await.leads_to("/games");
    bob.named("bob").await;
    assert_eq!(on_record(&app, "bob").await, "adult, play, recall");

    let mut cat = app.visitor();
    cat.get("/signup").await;
    let fields = [
        ("email", "cat@example.org"),
        ("password", PASSWORD),
        ("adult", "yes"),
        ("agree", "yes"),
        ("publication", "yes"),
    ];
    cat.press("Create my account", &fields).await.leads_to("/games");
    cat.named("cat").await;
    assert_eq!(on_record(&app, "cat").await, "adult, play, publication");
}

#[tokio::test]
async fn a_guest_who_makes_an_account_is_not_asked_twice() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let page = ann.get("/signup").await.text();
    assert!(!page.contains("[ ]"), "{page}");
    let fields = [("email", "ann@example.org"), ("password", PASSWORD)];
    ann.press("Create my account", &fields).await.leads_to("/games");
    assert_eq!(history(&app, "ann").await.len(), 2);
}

#[tokio::test]
async fn the_words_agreed_to_are_kept_with_the_time() {
    let app = TestApp::new().await;
    app.guest("ann").await;
    let history = history(&app, "ann").await;
    let play = history.iter().find(|record| record.purpose == Purpose::Play).unwrap();
    let text = luna_app::consent::text(Purpose::Play);
    assert_eq!(play.text, text.canonical());
    assert_eq!(play.text_hash, luna_app::hash_secret(&play.text));
    assert_eq!(play.version.as_deref(), Some(text.version));
    assert_eq!(play.given_at, app.now());
}

#[tokio::test]
async fn a_choice_is_made_and_taken_back_in_the_settings() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let section = |page: String| {
        let (_, rest) = page.split_once("## What you agreed to\n").unwrap();
        rest.split_once("## Your data").unwrap().0.to_owned()
    };
    ann.get("/settings").await;
    ann.press("Allow publication", &[]).await.leads_to("/settings#consent");
    ann.get("/settings").await;
    ann.press("Allow Recall", &[]).await.leads_to("/settings#consent");
    assert_eq!(on_record(&app, "ann").await, "adult, play, publication, recall");
    app.later(DAY);
    ann.get("/settings").await;
    ann.press("Withdraw from publication", &[]).await.leads_to("/settings#consent");
    assert_snapshot!(brief(&section(ann.reads("/settings").await)), @"
    ### Playing
    You agreed 1 day ago. If you withdraw, you cannot make moves until you agree again. What you wrote stays; to remove it, erase yourself below.
    ▸ The text
    I agree to this and want to play.
    Your partner, a person or a machine, reads what you write. Luna stores it, with your guesses and ratings and the times. Do not write who you are.
    You can download your data or erase yourself at any time.
    - (the text on play, word for word)
    [Withdraw and stop playing]
    ### Publication for research
    You withdrew just now.
    ▸ The text
    My texts and ratings may be published, under made-up names or none.
    - (the text on publication, word for word)
    [Allow publication]
    ### Recall
    You agreed 1 day ago. If you withdraw, Recall forgets your answers at once. What it already said stays in those games until you erase yourself.
    ▸ The text
    Recall, a machine here, may repeat my answers to others.
    - (the text on recall, word for word)
    [Withdraw from Recall]
    You told us 1 day ago that you are 18 or older.
    ");
    assert_eq!(on_record(&app, "ann").await, "adult, play, publication withdrawn, recall");
    ann.press("Withdraw from Recall", &[]).await.leads_to("/settings#consent");
    ann.get("/settings").await;
    ann.press("Allow publication", &[]).await.leads_to("/settings#consent");
    assert_eq!(
        on_record(&app, "ann").await,
        "adult, play, publication withdrawn, publication, recall withdrawn"
    );
}

#[tokio::test]
async fn agreeing_has_a_limit_and_withdrawing_has_none() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let publication = "/settings/consent/publication";
    let sends = async |ann: &mut Persona, path: &str, give: &str| {
        ann.get("/settings").await;
        ann.post(path, &[("give", give)]).await.status.as_u16()
    };
    for _ in 0..60 {
        assert_eq!(sends(&mut ann, publication, "yes").await, 303);
        assert_eq!(sends(&mut ann, publication, "no").await, 303);
    }
    assert_eq!(sends(&mut ann, publication, "yes").await, 429);
    assert_eq!(sends(&mut ann, "/settings/consent/play", "no").await, 303);
    let agrees = [("agree", "yes"), ("adult", "yes")];
    ann.get("/consent").await;
    assert_eq!(ann.post("/consent", &agrees).await.status.as_u16(), 429);
    let rows = "SELECT count(*) FROM consent WHERE purpose = 'publication'";
    assert_eq!(app.db.column(rows), ["60"]);
    app.later(MINUTE);
    ann.get("/consent").await;
    ann.post("/consent", &agrees).await.leads_to("/games");
}

#[tokio::test]
async fn only_choices_that_are_free_are_made_in_the_settings() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    for (purpose, give) in
        [("adult", "yes"), ("adult", "no"), ("play", "yes"), ("machines", "yes"), ("mail", "no")]
    {
        ann.get("/settings").await;
        let answer = ann.post(&format!("/settings/consent/{purpose}"), &[("give", give)]).await;
        assert_eq!(answer.status.as_u16(), 404, "{purpose} {give}");
    }
    assert_eq!(on_record(&app, "ann").await, "adult, play");
}

#[tokio::test]
async fn a_move_needs_the_text_in_force_and_what_was_typed_is_kept() {
    for app in TestApp::each().await {
        let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
        let game = ann.new_game().await;
        ann.get(&game).await;
        agreed_to_something_older(&app, "ann").await;
        let refused = ann.press("Send my questions", &lent(&questions("ann"))).await;
        assert_eq!(refused.status.as_u16(), 403);
        assert!(refused.text().contains("ann asks 5?"), "{refused}");
        assert!(refused.body.contains(&format!("href=\"/consent?back={game}\"")));
        assert_eq!(app.db.raw("SELECT seq FROM game_move WHERE body LIKE '%asks%'").len(), 0);
        // To the text, and back to the game, where the questions are.
        agrees_and_is_back(&mut ann, &game).await;
        assert!(ann.get(&game).await.text().contains("ann asks 5?"));
        ann.press("Send my questions", &[]).await.leads_to(&game);

        let his = bob.opens("bob").await;
        ann.get(&game).await;
        agreed_to_something_older(&app, "ann").await;
        let refused = ann.press("Send my responses", &lent(&responses("ann"))).await;
        assert_eq!(refused.status.as_u16(), 403);
        agrees_and_is_back(&mut ann, &game).await;
        ann.press("Send my responses", &[]).await.leads_to(&game);
        bob.answers(&his, "bob").await.leads_to(&his);
        ann.get(&game).await;
        agreed_to_something_older(&app, "ann").await;
        let refused = ann.press("Make this my guess", &[("guess", "71")]).await;
        assert_eq!(refused.status.as_u16(), 403);
        agrees_and_is_back(&mut ann, &game).await;
        ann.press("Make this my guess", &[]).await.leads_to(&game);
        assert_eq!(app.db.raw("SELECT seq FROM game_move WHERE body LIKE '%71000000%'").len(), 1);
    }
}

async fn agrees_and_is_back(ann: &mut Persona, game: &str) {
    let page = ann.get(&format!("/consent?back={game}")).await;
    assert!(page.text().contains("You have not agreed to the current text."), "{page}");
    // They said so once.
    assert!(!page.text().contains("18 or older"), "{page}");
    ann.press("I agree", &[]).await.leads_to(game);
    ann.get(game).await;
}

#[tokio::test]
async fn practice_and_new_games_need_the_text_in_force_too() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let practice = ann.practice().await;
    ann.get(&practice).await;
    agreed_to_something_older(&app, "ann").await;
    let refused = ann.press("Send my questions", &lent(&questions("ann"))).await;
    assert_eq!(refused.status.as_u16(), 403);
    // What is typed may be kept, and a game may be left.
    ann.get(&practice).await;
    assert_eq!(ann.types(&format!("{practice}/draft"), &draft(&ann)).await.status.as_u16(), 204);
    ann.get("/games").await;
    ann.press("New game", &[]).await.leads_to("/consent?back=/games");
    ann.get("/games").await;
    ann.press("Practise with a machine", &[]).await.leads_to("/consent");
    ann.leaves(&practice).await.leads_to("/games");
}

fn draft(ann: &Persona) -> String {
    format!("csrf={}&q1=half", ann.token())
}

#[tokio::test]
async fn a_player_who_withdraws_makes_no_move_until_they_agree_again() {
    let app = TestApp::new().await;
    let (mut ann, _, [game, _]) = app.paired().await;
    ann.get("/settings").await;
    ann.press("Withdraw and stop playing", &[]).await.leads_to("/settings#consent");
    assert_eq!(ann.answers(&game, "ann").await.status.as_u16(), 403);
    ann.get("/settings").await;
    ann.get("/consent?back=/settings").await;
    ann.press("I agree", &[]).await.leads_to("/settings");
    ann.answers(&game, "ann").await.leads_to(&game);
    assert_eq!(on_record(&app, "ann").await, "adult, play withdrawn, play");
}

#[tokio::test]
async fn earlier_players_are_asked_whether_they_are_adults() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    app.db.raw("DELETE FROM consent");
    ann.get("/games").await;
    ann.press("New game", &[]).await.leads_to("/consent");
    ann.get("/consent").await;
    assert_eq!(ann.press("I agree", &[]).await.status.as_u16(), 422);
    assert_eq!(on_record(&app, "ann").await, "");
    ann.press("I agree", &[("adult", "yes")]).await.leads_to("/games");
    ann.new_game().await;
}

#[tokio::test]
async fn agreeing_again_keeps_the_free_choices_as_they_are_ticked() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    ann.get("/settings").await;
    ann.press("Allow Recall", &[]).await.leads_to("/settings");
    agreed_to_something_older(&app, "ann").await;
    let page = ann.get("/consent").await;
    assert_snapshot!(page.lines("["), @"
    [I agree]
    [ ] My texts and ratings may be published, under made-up names or none.
    [x] Recall, a machine here, may repeat my answers to others.
    ");
    ann.press("I agree", &[]).await.leads_to("/games");
    assert_eq!(on_record(&app, "ann").await, "adult, play, play, play, recall");
}

#[tokio::test]
async fn consent_leads_back_only_to_pages_of_players() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    agreed_to_something_older(&app, "ann").await;
    for back in ["//evil.example", "https://evil.example", "/games/%22%3E%3Cscript%3E", "/consent"]
    {
        let page = ann.get(&format!("/consent?back={back}")).await;
        assert!(page.body.contains("name=\"back\" value=\"/games\""), "{back}: {page}");
    }
}

#[tokio::test]
async fn a_machine_needs_an_owner_who_agrees_to_the_terms() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    ann.get("/settings/machines/new?way=pull").await;
    let fields = [("name", "polly"), ("model", "parrot"), ("about", "Repeats."), ("sure", "yes")];
    let refused = ann.press("Register it", &fields).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(refused.lines("!").contains("read the terms"), "{refused}");
    assert_eq!(on_record(&app, "ann").await, "adult, play");
    let settings = ann.has_machine("polly").await;
    assert_eq!(on_record(&app, "ann").await, "adult, machines, play");
    assert!(ann.get("/terms/machines").await.text().contains("You have agreed to these terms."));

    // When the terms change, the owner is told, and agrees before a new version.
    app.db.raw("UPDATE consent SET text_hash = 'older' WHERE purpose = 'machines'");
    assert!(ann.reads("/settings/machines").await.contains("Read the terms"));
    ann.get(&format!("{settings}/version")).await;
    let refused = ann.press("Make polly v2", &[("model", "parrot 2")]).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(refused.lines("!").contains("terms"), "{refused}");
    ann.get("/terms/machines").await;
    ann.press("I agree to these terms", &[]).await.leads_to("/settings/machines");
    ann.get(&format!("{settings}/version")).await;
    ann.press("Make polly v2", &[("model", "parrot 2")]).await.leads_to("/settings/machines/");
}

#[tokio::test]
async fn the_consent_text_matches_what_partners_see() {
    let app = TestApp::new().await;
    let (mut ann, _, [hers, _]) = app.finished("40", "60").await;
    let page = ann.get(&hers).await.text();
    for shown in ["bob", "60", "bob says 1."] {
        assert!(page.contains(shown), "{shown} on:\n{page}");
    }
}

#[tokio::test]
async fn a_release_contains_nobody_who_is_young_gone_banned_or_has_not_agreed() {
    use luna_app::consent::{give, may_publish};
    use luna_store::erase::{ban, erase};
    use luna_store::moderation_log::Act;
    let may = |app: &TestApp, name: &'static str| {
        let db = app.db.clone();
        async move {
            let read = move |tx: &mut Tx<'_>| {
                let id = player::by_name(tx, name)?.id;
                may_publish(tx, &id)
            };
            db.read(read).await.unwrap()
        }
    };
    for app in TestApp::each().await {
        for name in ["ann", "bob", "cat", "dan", "eve"] {
            app.guest(name).await;
        }
        assert!(!may(&app, "ann").await, "nobody has agreed yet");
        let work = |tx: &mut Tx<'_>, at: &luna_store::game::Context| {
            let mut all = Vec::new();
            for name in ["ann", "bob", "cat", "dan", "eve"] {
                let id = player::by_name(tx, name)?.id;
                give(tx, &id, Purpose::Publication, at.now)?;
                all.push(id);
            }
            consent::withdraw(tx, &all[1], Purpose::Publication, at.now)?;
            ban(tx, at, Act { by: None, of: &all[2], why: "Spam." })?;
            consent::withdraw(tx, &all[3], Purpose::Adult, at.now)?;
            erase(tx, at, &all[4])?;
            assert!(may_publish(tx, &all[0])?);
            for other in all[1..].iter().map(String::as_str).chain(["nobody"]) {
                assert!(!may_publish(tx, other)?, "{other}");
            }
            consent::give(tx, &all[0], Purpose::Publication, "an older text", at.now)
        };
        app.acts(work).await;
        assert!(!may(&app, "ann").await, "the text has changed");
    }
}

/// The words that somebody reads on a page before they press a button, without what unfolds.
pub(crate) fn words_before(body: &str, from: &str, button: &str) -> usize {
    let main = body.split_once("<main").unwrap().1;
    let (before, _) = main.split_once(&format!(">{button}</button>")).unwrap();
    let (_, before) = before.split_once(from).unwrap();
    // Of each part that unfolds, its heading alone is shown.
    let shown: Vec<&str> = before
        .split("</details>")
        .map(|part| part.split_once("</summary>").map_or(part, |(heading, _)| heading))
        .collect();
    let shown = shown.join(" ");
    let mut text = String::new();
    let mut is_tag = false;
    for letter in shown.chars() {
        match letter {
            '<' => is_tag = true,
            '>' => {
                is_tag = false;
                text.push(' ');
            }
            _ if !is_tag => text.push(letter),
            _ => {}
        }
    }
    let is_word = |word: &&str| word.chars().any(char::is_alphanumeric);
    text.split_whitespace().filter(is_word).count()
}

#[tokio::test]
async fn at_most_ninety_words_stand_before_the_button() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    let first = ann.get("/consent").await;
    let mut all = vec![("play", words_before(&first.body, "<h1", "I agree, play as a guest"))];
    let account = ann.get("/signup").await;
    all.push(("sign up", words_before(&account.body, "What you agree to", "Create my account")));
    let mut bob = app.guest("bob").await;
    agreed_to_something_older(&app, "bob").await;
    all.push(("again", words_before(&bob.get("/consent").await.body, "<h1", "I agree")));
    assert!(all.iter().all(|(_, words)| (50..=90).contains(words)), "{all:?}");
}
