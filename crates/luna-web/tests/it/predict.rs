//! House machines that have learned to guess, from the games to the pages; and
//! what nobody sees of it before the end.

use axum::body::Body;
use axum::http::Request;
use futures_util::StreamExt as _;
use insta::{allow_duplicates, assert_snapshot};
use luna_core::rng::Chance;
use luna_machines::{HouseMachine, Pool, QUESTIONS};
use luna_store::predict;
use luna_testkit::app::{HOUR, SECOND, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::{answered, lent};
use luna_testkit::school::{self, JUDGES, School, says};

const FAIR: School = School { pupils: 34, fair: true };

/// What Eliza asks the pupil of this number: as in the games of Luna's first year, or drawn.
fn drawn(nth: usize) -> Vec<String> {
    if nth.is_multiple_of(5) {
        return QUESTIONS.map(str::to_owned).to_vec();
    }
    let mut chance = Chance::from_words(&["drawn", &nth.to_string()]);
    HouseMachine::Eliza.questions(Pool::Rated, school::RULES, &[], &mut chance)
}

/// With a school on it, and the first of its judges.
async fn open(app: &TestApp, school: School) -> Persona {
    app.only("eliza").await;
    let mut judges = Vec::new();
    for name in JUDGES {
        judges.push(app.guest(name).await);
    }
    let machines = ["house-eliza", "house-gibberish"];
    school.opens(&app.db, || app.moment(), machines, drawn).await;
    app.later(HOUR);
    app.work().await;
    judges.swap_remove(0)
}

async fn opened(school: School) -> Vec<(TestApp, Persona)> {
    let mut all = Vec::new();
    for app in TestApp::each().await {
        let judge = open(&app, school).await;
        all.push((app, judge));
    }
    all
}

/// As in a process that has learned nothing yet.
fn forgets(app: &TestApp) {
    app.houses().learned.replace((0, 0), None);
}

/// The fields of a pupil's responses.
fn fields(good: bool) -> Vec<(String, String)> {
    (1..).zip(says(good)).map(|(nth, said)| (format!("r{nth}"), said)).collect()
}

/// With a # for each number that has decimals and for a share of 90 % and more:
/// how much is learned is not what is tested here.
fn without_decimals(text: &str) -> String {
    let plain = |word: &str| {
        let number = word.trim_end_matches('.');
        let decimals = number.contains('.') && number.parse::<f64>().is_ok();
        if decimals { word.replace(number, "#") } else { word.to_owned() }
    };
    let line = |line: &str| line.split(' ').map(plain).collect::<Vec<_>>().join(" ");
    let shares = text.lines().map(line).collect::<Vec<_>>().join("\n");
    let shares = (0..10).fold(shares, |text, whole| {
        text.replace(&format!("off by {whole} points"), "off by # points")
    });
    (90..100).fold(shares, |text, share| text.replace(&format!("explain {share} %"), "explain # %"))
}

/// What the machine has guessed in the latest game.
fn machines_guess(app: &TestApp) -> String {
    let last = app.db.column(
        "SELECT body FROM game_move WHERE player_id = 'house-eliza' AND body LIKE '{\"guess\"%'
         ORDER BY at DESC LIMIT 1",
    );
    let guess: serde_json::Value = serde_json::from_str(&last[0]).unwrap();
    let millionths = guess["guess"]["points"].as_i64().unwrap();
    assert_eq!(millionths % 10_000, 0, "in hundredths");
    let (whole, rest) = (millionths / 1_000_000, millionths % 1_000_000 / 10_000);
    format!("{whole}.{rest:02}").trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[tokio::test]
async fn the_page_of_a_house_machine_says_what_its_guesses_come_from() {
    for (app, _) in opened(FAIR).await {
        let page = app.visitor().get("/machines/house-eliza").await;
        allow_duplicates!(
            assert_snapshot!(without_decimals(&page.lines("its guesses come")), @"Since 4 October 2024 its guesses come from a model trained on the responses of 34 rated players. On players it was not trained on, its guesses are off by # points. The best constant guess is off by #.")
        );
        let page = app.visitor().get("/machines/house-gibberish").await;
        assert_eq!(page.lines("its guesses come"), "", "it guesses by chance");
    }
}

/// All that somebody gets while a game with a machine goes on.
async fn looks(app: &TestApp, who: &mut Persona, game: &str, following: bool) -> Vec<String> {
    let mut all = Vec::new();
    let mut responded = false;
    for _ in 0..40 {
        app.passes(30 * SECOND, 10 * SECOND).await;
        let page = who.get(game).await;
        let mut look = format!("{:?}\n{}", page.headers, page.body);
        for path in ["/games", "/profile", "/settings", "/settings/data", "/machines/house-eliza"] {
            look.push_str(&who.get(path).await.body);
        }
        look.push_str(&news(who).await);
        all.push(look);
        if page.text().contains("[Send my responses]") && !responded {
            responded = true;
            who.get(game).await;
            who.press("Send my responses", &lent(&fields(true))).await.leads_to(game);
        }
    }
    let rated = app.houses().learned.guess(&drawn(1_000), &says(true));
    assert_eq!(rated.is_some(), following);
    all
}

/// The first line of the stream of news, for somebody who has seen nothing.
async fn news(who: &mut Persona) -> String {
    let request = Request::get("/events?seen=0").body(Body::empty()).unwrap();
    let mut stream = who.open(request).await.into_body().into_data_stream();
    String::from_utf8(stream.next().await.unwrap().unwrap().to_vec()).unwrap()
}

/// The same game twice, once opposite a machine that has learned and once opposite
/// one that has not: nothing differs before the end, and then the guess does.
#[tokio::test]
async fn nothing_of_a_prediction_is_seen_before_the_game_is_over() {
    let (mut seen, mut guesses) = (Vec::new(), Vec::new());
    for following in [true, false] {
        let app = TestApp::new().await;
        open(&app, FAIR).await;
        if !following {
            forgets(&app);
        }
        let mut neo = app.account("neo").await;
        let game = neo.opens("neo").await;
        let looks = looks(&app, &mut neo, &game, following).await;
        assert!(looks[39].contains("Make this my guess"), "{}", looks[39]);
        let guess = machines_guess(&app);
        if following {
            for look in &looks {
                assert!(!look.contains(&guess), "{guess} in {look}");
            }
        }
        let mails: Vec<String> = app.mails().await.into_iter().map(|mail| mail.plain).collect();
        seen.push((looks, mails));
        neo.guesses(&game, "5").await.leads_to(&game);
        assert!(neo.get(&game).await.text().contains(&format!("They guessed {guess}")));
        guesses.push(guess);
    }
    assert_ne!(guesses[0], guesses[1]);
    let (other, one) = (seen.pop().unwrap(), seen.pop().unwrap());
    for (nth, (one, other)) in one.0.iter().zip(&other.0).enumerate() {
        assert_eq!(one, other, "look {nth}");
    }
    assert_eq!(one.1, other.1);
}

#[tokio::test]
async fn an_author_sees_the_informativeness_of_a_question_when_the_game_is_over() {
    for (app, mut judge) in opened(FAIR).await {
        let mut neo = app.guest("neo").await;
        let judges = judge.opens("judge1").await;
        let neos = neo.opens("neo").await;
        judge.answers(&judges, "judge1").await.leads_to(&judges);
        neo.answers(&neos, "neo").await.leads_to(&neos);
        for path in [judges.as_str(), "/games", "/profile"] {
            assert!(!judge.get(path).await.body.contains("question explain"), "{path}");
        }
        judge.guesses(&judges, "5").await.leads_to(&judges);
        assert!(!judge.get(&judges).await.body.contains("question explain"), "not over yet");
        neo.guesses(&neos, "6").await.leads_to(&neos);
        let page = judge.get(&judges).await.text();
        let answered = page.split_once("## What they answered").unwrap().1;
        let answered = answered.split_once("## What you answered").unwrap().0;
        allow_duplicates!(assert_snapshot!(without_decimals(answered.trim()), @"
        judge1 asks 1?
        neo says 1.
        In your last 29 games with this question, your guesses were on average # points from what others think.
        The responses to this question explain # % of the differences between ratings, based on 34 players who have answered it.
        judge1 asks 2?
        neo says 2.
        In your last 29 games with this question, your guesses were on average # points from what others think.
        The responses to this question explain # % of the differences between ratings, based on 34 players who have answered it.
        judge1 asks 3?
        neo says 3.
        In your last 29 games with this question, your guesses were on average # points from what others think.
        The responses to this question explain # % of the differences between ratings, based on 34 players who have answered it.
        judge1 asks 4?
        neo says 4.
        In your last 29 games with this question, your guesses were on average # points from what others think.
        The responses to this question explain # % of the differences between ratings, based on 34 players who have answered it.
        judge1 asks 5?
        neo says 5.
        In your last 29 games with this question, your guesses were on average # points from what others think.
        The responses to this question explain nothing of the differences between ratings, based on 34 players who have answered it.
        "));
        assert!(!neo.get(&neos).await.body.contains("question explain"));
        let data = judge.get("/settings/data").await.body;
        let data: serde_json::Value = serde_json::from_str(&data).unwrap();
        assert_eq!(data["questions"].as_array().unwrap().len(), 5);
    }
}

#[tokio::test]
async fn questions_that_somebody_left_behind_are_told_to_nobody_else() {
    let app = TestApp::new().await;
    let mut judge = open(&app, FAIR).await;
    let (mut neo, mut eve) = (app.guest("neo").await, app.guest("eve").await);
    let [judges, neos] = answered(&mut judge, &mut neo).await;
    judge.leaves(&judges).await.leads_to("/games");
    let eves = eve.opens("eve").await;
    eve.answers(&eves, "eve").await.leads_to(&eves);
    eve.guesses(&eves, "5").await.leads_to(&eves);
    neo.guesses(&neos, "6").await.leads_to(&neos);
    let page = eve.get(&eves).await;
    assert!(page.text().contains("ann asks 1?"), "{}", page.text());
    assert!(!page.body.contains("question explain"));
}

#[tokio::test]
async fn only_operators_see_the_informativeness_of_questions() {
    for (app, mut judge) in opened(FAIR).await {
        let mut admin = app.admin().await;
        let page = admin.get("/admin/questions").await.text();
        let (above, table) = page.split_once("Tells | ").unwrap();
        allow_duplicates!(assert_snapshot!(without_decimals(above), @"
        Figures Reports Appeals Judges Players Games Machines Recall Questions Trivia Common sense Campaigns Bans Log Readings Jobs Mail Search
        # Questions
        How well the responses to a question predict the ratings of the players who gave them, for questions that at least 30 rated players have answered (the last 1,000 of them at most). Luna recomputes this whenever the number of finished games has grown by a tenth.
        House machines guess with a model trained on the responses of 34 rated players: it is off by # points, and the best constant guess by #.
        What questions are about
        "));
        let lines: Vec<&str> = table.lines().skip(1).collect();
        // Of what house machines draw, nothing has been answered by so many.
        assert_eq!(lines.len(), 3 * 5);
        for line in &lines {
            let same = line.contains(" asks 5?");
            assert_eq!(line.contains("nothing | 34 |"), same, "{line}");
            assert_eq!(line.contains('9') && line.contains(" % | 34 |"), !same, "{line}");
        }
        let nothing = lines.iter().position(|line| line.contains("nothing"));
        assert_eq!(nothing, Some(3 * 4), "those that tell most come first");
        assert!(admin.get("/admin").await.body.contains("href=\"/admin/questions\""));
        let mut rest = admin.get("/admin/questions?after=0.5-3-house").await;
        assert_eq!(rest.status.as_u16(), 200);
        rest = admin.get("/admin/questions?after=x").await;
        assert!(rest.text().contains("judge1 asks 1?"));
        assert_eq!(judge.get("/admin/questions").await.status.as_u16(), 404);
        assert_eq!(app.visitor().get("/admin/questions").await.status.as_u16(), 404);
    }
}

#[tokio::test]
async fn nothing_is_said_of_a_model_that_is_no_better() {
    let app = TestApp::new().await;
    open(&app, School { pupils: 34, fair: false }).await;
    let page = app.visitor().get("/machines/house-eliza").await;
    assert_eq!(page.lines("its guesses come"), "");
}

#[tokio::test]
async fn operators_of_a_new_instance_read_how_many_it_takes() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    app.work().await;
    assert_snapshot!(admin.get("/admin/questions").await, @"
    200
    Figures Reports Appeals Judges Players Games Machines Recall Questions Trivia Common sense Campaigns Bans Log Readings Jobs Mail Search
    # Questions
    How well the responses to a question predict the ratings of the players who gave them, for questions that at least 30 rated players have answered (the last 1,000 of them at most). Luna recomputes this whenever the number of finished games has grown by a tenth.
    House machines know the responses of 0 rated players; training needs 30, not all rated alike.
    What questions are about
    No question has been answered by that many players yet.
    ");
}

#[tokio::test]
async fn a_long_question_is_shown_by_its_beginning_until_it_is_opened() {
    let app = TestApp::new().await;
    let mut admin = app.admin().await;
    let long = format!("{}what then?", "Öfter ".repeat(200));
    app.acts(move |tx, at| {
        let told = |text: &str| predict::QuestionInformativeness {
            text: text.to_owned(),
            people: 30,
            share: 0.5,
            at: at.now,
        };
        predict::keep(tx, predict::HOUSES, &[told(&long), told("<b>Why?</b>")])
    })
    .await;
    let page = admin.get("/admin/questions").await.body;
    let (summary, rest) =
        page.rsplit_once("<summary>").and_then(|(_, rest)| rest.split_once("</summary>")).unwrap();
    assert_eq!(summary, format!("{}Öfte…", "Öfter ".repeat(26)));
    assert!(rest.contains("what then?"), "{page}");
    assert!(page.contains("<th scope=\"row\" dir=\"auto\">&lt;b&gt;Why?&lt;/b&gt;</th>"), "{page}");
}
