//! The thing to do at once on each test's first page: without an account, and nothing of it is stored.

use axum::http::StatusCode;
use luna_app::contest::console;
use luna_app::question_campaign::creation::close;
use luna_app::question_campaign::publication::publish;
use luna_app::quiz::seed;
use luna_core::contest::clock::Command;
use luna_core::contest::participant::{Participant, Party, Side};
use luna_core::question_campaign::Plan;
use luna_core::question_rating::QuestionRating;
use luna_store::player;
use luna_store::question_campaign::{item, rating};
use luna_testkit::app::{HOUR, MINUTE, SECOND, TestApp};
use luna_testkit::contest::ContestRun;
use luna_testkit::reading::{Token, main_of, tokens};

use crate::question_campaign::opened;

/// The first pages, each with what begins the thing to do on it.
const FIRST_PAGES: [(&str, &str); 4] = [
    ("/quiz", "<section class=\"sheet\" id=\"try\""),
    ("/contests", "<section class=\"sheet\" id=\"try\""),
    ("/battery", "<form"),
    ("/questions", "<section class=\"sheet\" id=\"try\""),
];

/// Puts the tossups that come with Luna on the shelf, as a start does.
async fn plant(app: &TestApp) {
    seed::plant(&app.app().db, app.moment(), seed::CONTENT).await.unwrap();
}

/// The words that stand before something on a page.
fn words_before(page: &str, thing: &str) -> Vec<String> {
    let main = main_of(page).unwrap();
    let (before, _) = main.split_once(thing).unwrap_or_else(|| panic!("no {thing}: {main}"));
    let texts = tokens(before).into_iter().filter_map(|token| match token {
        Token::Text(text) => Some(text),
        Token::Open { .. } | Token::Close(_) => None,
    });
    texts.flat_map(str::split_whitespace).map(str::to_owned).collect()
}

/// The address of the first link on a page that begins with something.
fn link(page: &str, begin: &str) -> String {
    let (_, rest) = page.split_once(&format!("href=\"{begin}")).unwrap();
    let address = format!("{begin}{}", rest.split_once('"').unwrap().0);
    address.replace("&amp;", "&")
}

/// The tables that an address of these could fill.
fn stored(app: &TestApp) -> Vec<String> {
    let tables = ["quiz_play", "player", "question_rating", "contest_keystroke", "job"];
    tables.iter().map(|it| app.db.column(&format!("SELECT count(*) FROM {it}")).remove(0)).collect()
}

#[tokio::test]
async fn each_first_page_opens_with_its_one_thing() {
    let app = TestApp::new().await;
    plant(&app).await;
    for (path, thing) in FIRST_PAGES {
        let page = app.visitor().get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        let words = words_before(&page.body, thing);
        assert!((5..=40).contains(&words.len()), "{path}: {words:?}");
        let main = main_of(&page.body).unwrap();
        assert!(main.trim_start().starts_with("<div class=\"band\">"), "{path}: {main}");
    }
    let landing = app.visitor().reads("/").await;
    for action in ["Read one tossup →", "Judge a pair →", "Ask it something →", "Rate ten →"]
    {
        assert!(landing.contains(action), "{action}: {landing}");
    }
}

#[tokio::test]
async fn a_visitor_reads_a_tossup_and_buzzes() {
    for app in TestApp::each().await {
        plant(&app).await;
        let before = stored(&app);
        let mut ann = app.visitor();
        let at = "/quiz/one/luna-038";
        let first = ann.reads(&format!("{at}?read=1")).await;
        assert!(first.contains("Silas Tomkyn Comberbache.\n[Buzz] [Read on]"), "{first}");
        for later in ["Boiling milk", "Coleridge", "Xanadu"] {
            assert!(!first.contains(later), "{later}: {first}");
        }
        let more = ann.reads(&format!("{at}?read=2")).await;
        assert!(more.contains("lime-tree bower.\n") && !more.contains("Southey"), "{more}");
        let whole = ann.reads(&format!("{at}?read=40")).await;
        assert!(whole.contains("[Buzz] [Show the answer]\nThat was the whole"), "{whole}");
        let field = ann.reads(&format!("{at}?read=2&buzz=yes")).await;
        assert!(field.contains("lime-tree bower. your buzz\nYour answer ‹›\n[Answer]"), "{field}");
        assert!(!field.contains("Coleridge"), "{field}");
        let right = ann.reads(&format!("{at}/answer?read=1&answer=Coleridge")).await;
        assert!(
            right.contains("Right, and early: 15 points\nYou said “Coleridge” after 19 of"),
            "{right}"
        );
        assert!(right.contains("The answer: Samuel Taylor Coleridge"), "{right}");
        let late = ann.reads(&format!("{at}/answer?read=5&answer=coleridge")).await;
        assert!(late.contains("Right: 10 points"), "{late}");
        let wrong = ann.reads(&format!("{at}/answer?read=1&answer=Byron")).await;
        assert!(wrong.contains("Wrong: −5 points"), "{wrong}");
        let silent = ann.reads(&format!("{at}/answer")).await;
        assert!(silent.contains("No buzz: 0 points\nYou did not buzz."), "{silent}");
        let given_up = ann.reads(&format!("{at}/answer?read=1")).await;
        assert!(given_up.contains("Wrong: −5 points\nYou buzzed after 19"), "{given_up}");
        let empty = ann.get(&format!("{at}/answer?read=1&answer=+")).await;
        assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(empty.text().contains("! Type an answer, or give up."), "{empty}");
        assert_eq!(stored(&app), before);
    }
}

#[tokio::test]
async fn an_answer_to_a_tossup_may_have_to_be_more_specific() {
    let app = TestApp::new().await;
    plant(&app).await;
    app.db.raw(
        "UPDATE tossup SET answer_line = 'common <b><u>raven</u></b> [prompt on <u>corvid</u> by asking “Which one?”]'
         WHERE id = 'luna-038'",
    );
    let mut ann = app.visitor();
    let at = "/quiz/one/luna-038/answer?read=1&answer=corvid";
    let prompt = ann.reads(at).await;
    assert!(prompt.contains("“corvid” is not specific enough. Which one?"), "{prompt}");
    assert!(!prompt.contains("raven"), "{prompt}");
    let right = ann.reads(&format!("{at}&more=raven")).await;
    assert!(right.contains("Right, and early: 15 points\nYou said “corvid” after 19"), "{right}");
    let wrong = ann.reads(&format!("{at}&more=corvid")).await;
    assert!(wrong.contains("Wrong: −5 points"), "{wrong}");
}

#[tokio::test]
async fn the_same_visitor_finds_the_same_tossup_until_they_want_another() {
    let app = TestApp::new().await;
    plant(&app).await;
    app.ravens(&["Science"]).await;
    let mut ann = app.visitor();
    let at = link(&ann.get("/quiz").await.body, "/quiz/one/luna-");
    assert_eq!(link(&ann.get("/quiz").await.body, "/quiz/one/luna-"), at);
    let (id, _) = at.trim_start_matches("/quiz/one/").split_once('?').unwrap();
    let other = ann.get(&format!("/quiz/one?not={id}")).await.body;
    assert_ne!(link(&other, "/quiz/one/luna-"), at);
    // What counts is read in the reading room alone.
    for unknown in ["/quiz/one/night1", "/quiz/one/night1/answer", "/quiz/one/nobody"] {
        assert_eq!(ann.get(unknown).await.status, StatusCode::NOT_FOUND, "{unknown}");
    }
}

#[tokio::test]
async fn a_question_that_is_open_in_the_reading_room_is_not_answered_here() {
    let app = TestApp::new().await;
    plant(&app).await;
    let mut bob = app.guest("bob").await;
    bob.get("/quiz/read").await;
    bob.press("Start", &[("source", "luna"), ("speed", "hand")]).await.leads_to("/quiz/read/");
    let open = app.db.column("SELECT tossup_id FROM quiz_play").remove(0);
    let refused = bob.get(&format!("/quiz/one/{open}/answer")).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.text().contains("Finish it there first."), "{refused}");
    assert_eq!(app.visitor().get(&format!("/quiz/one/{open}")).await.status, StatusCode::OK);
}

/// A contest that is over. In its second round all judges talked with both sides, and those with an odd number
/// found the human.
async fn judged(app: TestApp) -> ContestRun<TestApp> {
    let run = ContestRun::new(app).await;
    run.passes(0).await;
    run.commands(Command::Start).await.unwrap();
    run.app.later(25 * MINUTE + SECOND);
    run.passes(0).await;
    let pairs = run.schedule.round(2).to_vec();
    for side in Side::BOTH {
        for pair in &pairs {
            let judge = Participant::Judge(pair.cell.judge);
            assert_eq!(run.types(judge, Some(side), "Who is it?\n").await.refusal, None);
            let party = pair.party(side).participant();
            if run.sitters.contains_key(&party) {
                assert_eq!(run.types(party, None, "It’s me.\n").await.refusal, None);
            }
        }
        run.passes(5 * MINUTE).await;
    }
    for pair in &pairs {
        let human = pair.entry_side.other();
        let chosen = if pair.cell.judge % 2 == 1 { human } else { human.other() };
        run.decides(pair.cell.judge, 2, chosen).await.unwrap();
    }
    run.app.later(4 * HOUR);
    run.passes(0).await;
    let id = run.id.clone();
    run.acts(move |tx, at| console::close(tx, at, &id, None)).await.unwrap();
    run
}

#[tokio::test]
async fn a_visitor_judges_a_pair_that_comes_with_luna_and_learns_who_was_human() {
    let app = TestApp::new().await;
    let before = stored(&app);
    let mut ann = app.visitor();
    let page = ann.get("/contests").await.body;
    let left = link(&page, "/contests/pairs/");
    assert!(left.ends_with("?human=left"), "{left}");
    for told in ["makers", "house", "eliza", "recall", "A person"] {
        assert!(!main_of(&page).unwrap().to_lowercase().contains(told), "{told}: {page}");
    }
    let right = left.replace("=left", "=right");
    let both = [ann.reads(&left).await, ann.reads(&right).await];
    assert_eq!(both.iter().filter(|it| it.contains("Right: ")).count(), 1, "{both:?}");
    assert_eq!(both.iter().filter(|it| it.contains("No: ")).count(), 1, "{both:?}");
    for told in &both {
        assert!(told.contains("its makers wrote the person’s lines"), "{told}");
        assert!(told.contains("no judge has decided about it"), "{told}");
    }
    let id = left.trim_start_matches("/contests/pairs/").trim_end_matches("?human=left");
    let unsaid = ann.reads(&format!("/contests/pairs/{id}?human=nobody")).await;
    assert!(unsaid.contains("[Left is human]") && !unsaid.contains("makers"), "{unsaid}");
    let other = ann.get(&format!("/contests/pairs?not={id}")).await.body;
    assert_ne!(link(&other, "/contests/pairs/"), left);
    for unknown in ["/contests/pairs/nobody", "/contests/pairs/a-1-1?human=left"] {
        assert_eq!(ann.get(unknown).await.status, StatusCode::NOT_FOUND, "{unknown}");
    }
    assert_eq!(stored(&app), before);
}

#[tokio::test]
async fn a_pair_of_a_published_contest_comes_first_with_what_its_judge_decided() {
    for app in TestApp::each().await {
        let run = judged(app).await;
        let mut ann = run.app.visitor();
        let page = ann.get("/contests").await.body;
        let begin = format!("/contests/pairs/{}-2-", run.id);
        let at = link(&page, &begin).replace("?human=left", "");
        for told in ["Elbot", "E4", "C3", "eliza", "verdict"] {
            assert!(!main_of(&page).unwrap().contains(told), "{told}: {page}");
        }
        assert!(page.contains("Who is it?") && page.contains("It’s me."), "{page}");
        let judge: usize = at.trim_start_matches(&begin).parse().unwrap();
        let pair = run.schedule.pair(2, Participant::Judge(judge)).unwrap();
        let human = pair.side(Party::Confederate(pair.cell.confederate).participant()).unwrap();
        let right = ann.reads(&format!("{at}?human={}", human.name())).await;
        assert!(right.contains(&format!("Right: {} is human", human.name())), "{right}");
        let decided = match judge % 2 {
            1 => "The judge saw it too.",
            _ => "The judge took the program for the human.",
        };
        assert!(right.contains(decided), "{right}");
        let judges: Vec<usize> = run.schedule.round(2).iter().map(|it| it.cell.judge).collect();
        let found = judges.iter().filter(|it| *it % 2 == 1).count();
        let share =
            format!("“Loebner Prize 2009”, {found} of {} verdicts were right", judges.len());
        assert!(right.contains(&share), "{share}: {right}");
        assert!(right.contains("[Another pair] [All results]"), "{right}");
        let wrong = ann.reads(&format!("{at}?human={}", human.other().name())).await;
        assert!(wrong.contains(&format!("No: {} is human", human.name())), "{wrong}");
        // Of C2 nothing is public.
        let secret = run.schedule.pair(2, Participant::Confederate(2)).unwrap().cell.judge;
        let refused = ann.get(&format!("{begin}{secret}?human=left")).await;
        assert_eq!(refused.status, StatusCode::NOT_FOUND);
        // Somebody takes their conversation back.
        let name = format!("player J{judge}");
        let id = run.id.clone();
        run.acts(move |tx, at| {
            let no = [(luna_store::consent::Purpose::ContestPublication, false)];
            luna_app::contest::attendance::change_consents(tx, at, &id, &name, &no)
        })
        .await
        .unwrap();
        assert_eq!(ann.get(&format!("{at}?human=left")).await.status, StatusCode::NOT_FOUND);
        assert!(!ann.get("/contests").await.body.contains(&at));
    }
}

/// The address of the ten questions on a page, to which ratings are added.
fn ten(page: &str, set: &str) -> String {
    assert!(page.contains(&format!("action=\"/questions/ten/{set}\"")), "{page}");
    let (_, rest) = page.split_once("name=\"ten\" value=\"").unwrap();
    format!("/questions/ten/{set}?ten={}&given=", rest.split_once('"').unwrap().0)
}

fn rates(at: &str, ratings: &str) -> String {
    format!("{at}{ratings}")
}

#[tokio::test]
async fn a_visitor_rates_ten_questions_and_sees_how_others_rated_them() {
    let app = TestApp::new().await;
    let before = stored(&app);
    let mut ann = app.visitor();
    let page = ann.get("/questions").await;
    let at = ten(&page.body, "luna");
    let text = page.text();
    assert!(text.contains("1 of 10") && text.contains("[1] [2] [3] [4] [5]"), "{text}");
    assert!(text.contains("A language model rated it before."), "{text}");
    let third = ann.reads(&rates(&at, "1&rating=5")).await;
    assert!(third.contains("3 of 10") && !third.contains("mean"), "{third}");
    let end = ann.reads(&rates(&at, "1234512345")).await;
    for part in [
        "The rank correlation of your ratings with the means of the language model that rated them before is",
        "Your mean is 3.0, theirs ",
        "A language model rated each three times; no person did.",
        "none enters a campaign",
        "(a chart)",
        "▸ The numbers of “Your ratings and theirs”",
    ] {
        assert!(end.contains(part), "{part}: {end}");
    }
    let same = ann.reads(&rates(&at, "3333333333")).await;
    assert!(same.contains("There is no order to compare"), "{same}");
    for wrong in ["6", "0", "1x", "123451234x", "12345123451", "%3Cb%3E"] {
        let page = ann.get(&rates(&at, wrong)).await;
        let text = page.text();
        assert!(
            text.contains("A rating is a whole number from 1, bad, to 5, good."),
            "{wrong}: {text}"
        );
        assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
        assert!(!page.body.contains("<b>"), "{wrong}");
    }
    for unknown in
        ["luna?ten=1-2", "luna?ten=1-2-3-4-5-6-7-8-9-9999", "nobody?ten=1-2-3-4-5-6-7-8-9-10"]
    {
        let given = "&given=123451234";
        let page = ann.get(&format!("/questions/ten/{unknown}{given}")).await;
        assert_eq!(page.status, StatusCode::NOT_FOUND, "{unknown}");
    }
    assert_eq!(stored(&app), before);
}

#[tokio::test]
async fn ten_of_a_campaign_are_compared_with_its_raters_while_its_results_are_public() {
    for app in TestApp::each().await {
        let id = opened(&app, 12, Plan { raters: 2, ..Plan::default() }).await;
        app.account("ann").await;
        app.account("bob").await;
        let of = id.clone();
        app.acts(move |tx, at| {
            let raters = [player::by_name(tx, "ann")?.id, player::by_name(tx, "bob")?.id];
            for it in item::all(tx, &of)?.into_iter().filter(|it| it.batch > 0) {
                for player_id in &raters {
                    let number = u8::try_from(it.place % 5).unwrap() + 1;
                    let new = rating::Rating {
                        campaign_id: of.clone(),
                        question_id: it.question_id.clone(),
                        player_id: player_id.clone(),
                        rating: QuestionRating::try_from(number).unwrap(),
                        comment: String::new(),
                        began_at: at.now,
                        rated_at: at.now,
                        rejected_at: None,
                        rejected_why: None,
                    };
                    assert!(rating::add(tx, &new)?);
                }
            }
            Ok(())
        })
        .await;
        let mut reader = app.visitor();
        ten(&reader.get("/questions").await.body, "luna");
        let of = id.clone();
        let at = app.moment();
        let publishing = move |tx: &mut luna_store::Tx<'_>| {
            close(tx, &of, at.now)?;
            publish(tx, &at, &of)
        };
        app.db.write(publishing).await.unwrap();
        let page = reader.get("/questions").await;
        let at = ten(&page.body, &id);
        assert!(page.text().contains("People rated it before."), "{page}");
        let places = at.split_once("ten=").unwrap().1.split_once('&').unwrap().0.to_owned();
        let same: String = places
            .split('-')
            .map(|place| (place.parse::<i64>().unwrap() % 5 + 1).to_string())
            .collect();
        let end = reader.reads(&rates(&at, &same)).await;
        assert!(end.contains("You put them in nearly the same order"), "{end}");
        assert!(end.contains("the people who rated them before is 1.00"), "{end}");
        let count = app.db.column("SELECT count(*) FROM question_rating");
        assert_eq!(count, ["24"], "nothing was added");
        // A gold question, which tests raters, is not shown.
        let gold = app.db.column(&format!(
            "SELECT place FROM question_campaign_item WHERE campaign_id = '{id}' AND batch = 0"
        ));
        let (_, rest) = places.split_once('-').unwrap();
        if let Some(gold) = gold.first() {
            let forged = format!("/questions/ten/{id}?ten={gold}-{rest}&given=");
            assert_eq!(reader.get(&forged).await.status, StatusCode::NOT_FOUND);
        }
        let of = id.clone();
        let withdrawing = move |tx: &mut luna_store::Tx<'_>| {
            luna_app::question_campaign::publication::withdraw(tx, &of)
        };
        app.db.write(withdrawing).await.unwrap();
        assert_eq!(reader.get(&rates(&at, &same)).await.status, StatusCode::NOT_FOUND);
    }
}
