//! What newcomers read before they play.

use axum::http::StatusCode;
use insta::assert_snapshot;
use luna_store::consent::{self, Purpose};
use luna_store::game::Timing;
use luna_store::{Tx, player};
use luna_testkit::app::{DAY, HOUR, MINUTE, TestApp};

#[tokio::test]
async fn the_landing_page_says_what_luna_is_and_how_to_begin() {
    let app = TestApp::new().await;
    assert_snapshot!(app.visitor().get("/").await, @"
    200
    # How smart do you seem? / How well can you tell?
    Ask a stranger five questions. Answer theirs. Then say, from 0 to 100, how smart they seem. The closer guess wins. The stranger may be a person. It may be a machine.
    [Play now] [How it works]
    No account needed. A first game takes about ten minutes, with breaks whenever you like.
    Why do people keep things that they never use?
    Does it bother you?
    How smart does this seem?
    ‹›
    a parrot a professor
    [Guess]
    ## Five tests, one place
    ### The Luna Game
    You write to each other without a name. Then each guesses how smart the other is.
    Play a game →
    ### Trivia
    Buzz before the machine does. Or write the question that it cannot answer.
    Read one tossup →
    ### The imitation game
    A person and a machine type to a judge, key by key. Which one is the human?
    Judge a pair →
    ### Common sense
    What every child of four knows. Ask a machine why people wear coats.
    Ask it something →
    ### Questions
    Machines write quiz questions from any text. Are they any good?
    Rate ten →
    ## Bring a machine
    A program, a service or a language model: register it once, and all tests can call it. Its page shows what each test says of it. Try it in the sandbox first; nothing there counts.
    [How to begin] [The machines]
    ## Everything can be checked
    A Smarts Rating is the mean of what people have guessed about a player, for people and machines alike. Nobody defines intelligence here. Everybody judges it, and honest judging pays.
    How ratings work
    ");
}

#[tokio::test]
async fn a_player_is_led_to_their_games() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    assert_snapshot!(ann.get("/").await.lines("How it works"), @"[Your games] [How it works]");
    assert_snapshot!(ann.get("/how").await.lines("["), @"[Your games]");
}

#[tokio::test]
async fn somebody_new_is_in_a_game_after_three_clicks() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    assert!(
        ann.get("/")
            .await
            .body
            .contains("<a class=\"button now\" href=\"/consent?first=practice\">Play now")
    );
    ann.get("/consent?first=practice").await;
    let agreed = ann.press("I agree, play as a guest", &[("adult", "yes")]).await;
    let game = agreed.leads_to("/games/");
    let page = ann.get(&game).await.text();
    assert!(page.contains("# Ask five questions"), "{page}");
    assert!(page.contains("Practice with a machine"), "{page}");
    // Who has no machine to practise with finds their games.
    app.only("none").await;
    let mut bob = app.visitor();
    bob.get("/consent?first=practice").await;
    bob.press("I agree, play as a guest", &[("adult", "yes")]).await.leads_to("/games");
}

#[tokio::test]
async fn consent_takes_few_words_and_its_free_choices_stand_unticked_below_the_button() {
    let app = TestApp::new().await;
    let page = app.visitor().get("/consent").await.text();
    let folded = page.split("\n▸").next().unwrap();
    let asked = page.split_once("[ ] I am 18").unwrap().1.split_once("[I agree").unwrap();
    let words = folded.split_whitespace().count() + asked.0.split_whitespace().count() + 3;
    assert!(words <= 90, "{words} words before the button: {page}");
    assert_eq!(asked.1.matches("[ ]").count(), 2, "{page}");
    assert!(!page.contains("[x]"), "{page}");
}

#[tokio::test]
async fn the_rules_are_told_with_the_times_of_this_instance() {
    let app = TestApp::with(|settings| {
        settings.timing =
            Timing { phase_ms: 7 * DAY, machine_wait_ms: 5 * MINUTE, ..settings.timing };
        settings.rules.max_chars = 400;
    })
    .await;
    assert_snapshot!(app.visitor().get("/how").await, @"
    200
    # How the Luna Game works
    Two strangers ask each other questions, answer them, and guess each other's Smarts Rating.
    Interview Response Guess Final
    ## Interview
    You write five questions of any kind, in any language, up to 400 characters each. When they are in, you are paired with somebody whose questions are in too. Now and then you get a machine instead, and always if nobody comes within 5 minutes. You are not told.
    ## Response
    You get the other player's five questions and answer all of them. When both of you are done, each sees the other's responses.
    ## Guess
    You read their responses and guess their Smarts Rating, from 0 to 100. You may mark each response first; the marks suggest a guess, and you decide.
    ## Final
    You see both guesses, both ratings, and whether you played with a person or a machine. The closer guess wins. If both are equally close, it is a tie.
    ## The Smarts Rating
    It is the mean of all guesses that people have made about a player. Nobody starts with one: the first person's guess is the first rating. Machines guess too, but their guesses never count. If only one of you has a rating so far, that player wins, and for the other it is no loss. If neither of you has one, it is a tie. Derived ratings are shown next to the Smarts Rating and decide nothing: what the ratings say.
    Is it clever to play dumb? It may win you a game, but it lowers your rating for all the games that follow.
    ## Taking your time
    Each phase may take 7 days. Everything is saved as you type. If your partner does not come back, nothing you wrote is lost: you go to the head of the queue and get a new partner. You can have many games open at once.
    [Play now]
    ");
}

#[tokio::test]
async fn consent_explains_what_is_stored_and_published() {
    let app = TestApp::new().await;
    assert_snapshot!(app.visitor().get("/consent").await.brief(), @"
    200
    # Before you play
    Your partner, a person or a machine, reads what you write. Luna stores it, with your guesses and ratings and the times. Do not write who you are.
    You can download your data or erase yourself at any time.
    ▸ What is stored, and who sees it
    - (the text on play, word for word)
    [ ] I am 18 or older.
    [I agree, play as a guest]
    Up to you
    [ ] My texts and ratings may be published, under made-up names or none.
    ▸ What is published
    - (the text on publication, word for word)
    [ ] Recall, a machine here, may repeat my answers to others.
    ▸ What Recall does
    - (the text on recall, word for word)
    More about your data and your rights is on the page about privacy. The conduct rules say what is allowed in a game.
    Or create an account to keep your games on every device, or log in.
    ");
}

#[tokio::test]
async fn a_player_who_has_agreed_sees_so() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    assert_snapshot!(ann.get("/consent").await.text().lines().last().unwrap(), @"[Your games]");
    assert_snapshot!(ann.get("/consent").await.lines("You have agreed"), @"You have agreed to this.");
}

#[tokio::test]
async fn consent_to_an_older_text_is_asked_again_before_the_next_game() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let older = |tx: &mut Tx<'_>| {
        let id = player::by_name(tx, "ann")?.id;
        consent::give(tx, &id, Purpose::Play, "2026-11", 1)
    };
    app.db.write(older).await.unwrap();
    ann.get("/games").await;
    assert_snapshot!(ann.press("New game", &[]).await, @"303 -> /consent?back=/games");
    assert_snapshot!(ann.get("/consent").await.lines("["), @"
    [I agree]
    [ ] My texts and ratings may be published, under made-up names or none.
    [ ] Recall, a machine here, may repeat my answers to others.
    ");
    ann.press("I agree", &[]).await.leads_to("/games");
    ann.new_game().await;
}

#[tokio::test]
async fn the_contact_page_says_how_the_operator_is_reached() {
    let app = TestApp::new().await;
    let page = app.visitor().get("/contact").await;
    assert_snapshot!(page, @"
    200
    # Contact
    This Luna is run by The Luna Society, 1 Moon Road, Reading.
    You can reach us here:
    luna@example.org
    Is something broken, does somebody misbehave, or do you have an idea? Please describe what you did and what you saw.
    ## If you are in distress
    Call 116 123, day and night.
    ");
    assert!(page.body.contains("href=\"mailto:luna@example.org\""));
}

#[tokio::test]
async fn a_contact_may_be_any_text() {
    let app = TestApp::with(|settings| settings.contact = "Room 12, <ask> for Jo".into()).await;
    let page = app.visitor().get("/contact").await;
    assert_snapshot!(page.lines("Room"), @"Room 12, <ask> for Jo");
    assert!(!page.body.contains("<ask>"));
}

#[tokio::test]
async fn without_a_contact_the_page_says_what_is_missing() {
    let app = TestApp::with(|settings| settings.contact = String::new()).await;
    let page = app.visitor().get("/contact").await;
    assert_snapshot!(page.between("This Luna", "Is something"), @"
    This Luna is run by The Luna Society, 1 Moon Road, Reading.
    The people who run this Luna have not yet said how to reach them. They can do so with the setting contact.
    ");
    assert!(page.body.contains("(not set up yet)"));
}

#[tokio::test]
async fn the_top_of_a_page_depends_on_who_reads_it() {
    const TESTS: [&str; 5] = ["Today", "Trivia", "Contest", "Common sense", "Questions"];
    const OWN: [&str; 7] = [
        "Profile",
        "Your games",
        "Open guesses",
        "Your questions",
        "Your machines",
        "Settings",
        "Log out",
    ];
    let app = TestApp::new().await;
    let top = |body: &str| -> Vec<String> {
        let (_, rest) = body.split_once("<nav").unwrap();
        let (nav, _) = rest.split_once("</nav>").unwrap();
        let links = nav.split("</a>").filter_map(|link| link.rsplit_once('>'));
        links.map(|(_, words)| words.to_owned()).filter(|words| !words.is_empty()).collect()
    };
    let mut ann = app.guest("ann").await;
    let mut operator = app.admin().await;
    assert_eq!(
        top(&app.visitor().get("/").await.body),
        [&TESTS[..], &["Machines", "Docs", "Log in"]].concat()
    );
    let page = ann.get("/").await.body;
    assert_eq!(top(&page), [&["Games"], &TESTS[..], &["Machines", "Docs"], &OWN].concat());
    // In the row, and in the menu of a phone.
    assert_eq!(page.matches("<summary><bdi>ann</bdi></summary>").count(), 2);
    let page = operator.get("/").await.body;
    assert_eq!(top(&page), [&["Games"], &TESTS[..], &["Machines", "Docs", "Admin"], &OWN].concat());
    assert_eq!(page.matches("<summary><bdi>operator</bdi></summary>").count(), 2);
}

#[tokio::test]
async fn the_menu_below_the_name_leads_to_pages_that_are_there() {
    let app = TestApp::new().await;
    for mut player in [app.guest("ann").await, app.account("bob").await] {
        let page = player.get("/how").await.body;
        let (_, menu) = page.split_once("<details class=\"me\">").unwrap();
        let (menu, _) = menu.split_once("</details>").unwrap();
        let links: Vec<&str> =
            menu.split("href=\"").skip(1).map(|it| it.split('"').next().unwrap()).collect();
        assert_eq!(links.len(), 7);
        for link in links {
            let (path, part) = link.split_once('#').unwrap_or((link, ""));
            let page = player.get(path).await;
            assert_eq!(page.status, StatusCode::OK, "{link}");
            assert!(part.is_empty() || page.body.contains(&format!("id=\"{part}\"")), "{link}");
        }
    }
}

#[tokio::test]
async fn an_administrator_can_start_a_rehearsal_from_the_landing_page() {
    let app = TestApp::new().await;
    assert!(!app.visitor().get("/").await.body.contains("Start a rehearsal"));
    let mut boss = app.admin().await;
    boss.get("/").await;
    let console = boss.press("Start a rehearsal", &[]).await.leads_to("/contests/");
    assert!(boss.reads(&console).await.contains("Round 1 of 7: LEFT"));
}

#[tokio::test]
async fn an_hour_without_a_visit_changes_nothing_on_the_landing_page() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    let before = ann.get("/").await;
    assert_eq!(before.status, StatusCode::OK);
    app.later(HOUR);
    assert_eq!(ann.get("/").await.body, before.body);
}
