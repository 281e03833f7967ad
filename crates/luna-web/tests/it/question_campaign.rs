//! A campaign of ratings on its pages: raters, raters from elsewhere, and the operator.

use std::fmt::Write as _;

use luna_app::consent;
use luna_app::provenance::Provenance;
use luna_app::question_campaign::creation::{close, create, open_next};
use luna_app::question_campaign::import::import;
use luna_core::question_campaign::{Plan, Screening};
use luna_machines::question_file;
use luna_store::consent::Purpose;
use luna_store::player::{self, Role};
use luna_store::predict::{self, QuestionInformativeness};
use luna_store::question_campaign::{campaign, imported};
use luna_testkit::app::{SECOND, TestApp};
use luna_testkit::persona::Persona;

use crate::consent::words_before;

/// Five gold questions and this many others.
fn file(questions: usize) -> String {
    let mut lines = String::new();
    let mut line = |question: String, gold: &str| {
        let text = "The <b>moon</b> is round. It shines. It is old. It is far. It is small. It shines at night.";
        let line = format!(
            r#"{{"article":"Moon","text":"{text}","sentence":"It shines at night.","question":"{question}"{gold}}}"#
        );
        writeln!(lines, "{line}").unwrap();
    };
    for number in 0..5 {
        line(format!("Gold {number}?"), r#","gold":5"#);
    }
    for number in 0..questions {
        line(format!("When does <i>it</i> shine, {number}?"), "");
    }
    lines
}

/// A campaign of these questions, with its first batch open. Returns its id.
pub(crate) async fn opened(app: &TestApp, questions: usize, plan: Plan) -> String {
    let text = file(questions);
    let at = app.moment();
    let work = move |tx: &mut luna_store::Tx<'_>| {
        let file = question_file::read(text.as_bytes(), None, None).unwrap();
        let checksum = format!("sum {questions}");
        let provenance = Provenance { name: "moon".to_owned(), licence: String::new(), checksum };
        import(tx, &at, &file, &provenance)?;
        let known = imported::by_checksum(tx, &provenance.checksum)?.unwrap();
        let campaign = create(tx, &at, "Moon questions", &known.id, plan)?;
        open_next(tx, &campaign.id, at.now)?;
        Ok::<_, luna_app::Error>(campaign.id)
    };
    app.db.write(work).await.unwrap()
}

async fn moderator(app: &TestApp) -> Persona {
    let boss = app.guest("boss").await;
    app.acts(|tx, _| {
        let id = player::by_name(tx, "boss")?.id;
        player::verify_email(tx, &id, "boss@example.org")?;
        player::set_role(tx, &id, Some(Role::Moderator))
    })
    .await;
    boss
}

/// Somebody with an account, who agrees to rate.
pub(crate) async fn rater(app: &TestApp, name: &'static str) -> Persona {
    let rater = app.account(name).await;
    app.acts(move |tx, at| {
        let id = player::by_name(tx, name)?.id;
        consent::give(tx, &id, Purpose::Rating, at.now)
    })
    .await;
    rater
}

/// Takes the first question from the front page. Returns the address of the page.
pub(crate) async fn starts(rater: &mut Persona) -> String {
    rater.get("/questions").await;
    let here = rater.press("Rate a question", &[]).await.leads_to("/questions/rate/");
    rater.get(&here).await;
    here
}

fn count(app: &TestApp, what: &str) -> String {
    app.db.column(&format!("SELECT count(*) FROM question_rating WHERE {what}")).remove(0)
}

#[tokio::test]
async fn a_visitor_agrees_and_rates_one_question_after_the_other() {
    for app in TestApp::each().await {
        let here = format!("/questions/rate/{}", opened(&app, 2, Plan::default()).await);
        let mut ann = app.visitor();
        let page = ann.reads("/questions").await;
        assert!(page.contains("Would a teacher ask this?"), "{page}");
        assert!(page.contains("Rating needs an account with a confirmed address"), "{page}");
        let mut guest = app.guest("gus").await;
        guest.get("/games").await;
        let refused = guest.post("/questions/next", &[("adult", "yes")]).await;
        assert!(refused.text().contains("Rating needs an account"), "{refused}");
        assert_eq!(app.db.column("SELECT count(*) FROM question_rater"), ["0"]);
        let guide = ann.reads("/questions/guide").await;
        assert!(guide.contains("3 borderline. One can see what is meant"), "{guide}");
        let mut ann = app.account("ann").await;
        let page = ann.reads("/questions").await;
        assert!(page.contains("Luna stores your ratings and comments"), "{page}");
        ann.press("I agree, rate a question", &[]).await.leads_to(&here);
        assert!(ann.reads("/questions").await.contains("[Rate a question]"), "asked once");
        let shown = ann.get(&here).await;
        for part in [
            "The <b>moon</b> is round.",
            "When does <i>it</i> shine, ",
            "It shines. It is old. It is far. It is small. It shines at night.",
            "English should be your first language.",
        ] {
            assert!(shown.text().contains(part), "{part}: {shown}");
        }
        assert!(!shown.body.contains("<b>moon"), "{}", shown.body);
        // Without a rating nothing happens, and what was typed is still there.
        let refused = ann.press("Send", &[("comment", "A fine one.")]).await;
        assert_eq!(refused.status.as_u16(), 422);
        assert!(refused.text().contains("Please choose one of the five ratings."), "{refused}");
        assert!(refused.body.contains("A fine one."), "{}", refused.body);
        for (given, expected) in [("6", "Please choose"), ("x", "Please choose")] {
            let refused = ann.press("Send", &[("rating", given)]).await;
            assert!(refused.text().contains(expected), "{refused}");
        }
        let long = "a".repeat(1_001);
        let refused = ann.press("Send", &[("rating", "4"), ("comment", &long)]).await;
        assert!(refused.text().contains("A comment has at most 1000 characters"), "{refused}");
        assert_eq!(count(&app, "rating > 0"), "0");
        let (action, body) = ann.filled("Send", &[("rating", "4"), ("comment", "A fine one.")]);
        app.later(20 * SECOND);
        ann.post_raw(&action, &body).await.leads_to(&here);
        // The same form again, from a double click, counts once.
        ann.post_raw(&action, &body).await.leads_to(&here);
        assert_eq!(count(&app, "rating = 4 AND comment = 'A fine one.'"), "1");
        let copies = "SELECT item_id FROM assignment WHERE comment <> '' OR verdict IS NOT NULL";
        assert!(app.db.raw(copies).is_empty(), "the rating is stored once");
        assert_eq!(count(&app, "rated_at - began_at = 20000"), "1");
        ann.get(&here).await;
        ann.press("Send", &[("rating", "1")]).await.leads_to(&here);
        let done = ann.reads(&here).await;
        assert!(done.contains("There is nothing left for you to rate here."), "{done}");
        assert!(!done.contains("completion code"), "{done}");
        ann.get("/questions").await;
        let nothing = ann.press("Rate a question", &[]).await;
        assert!(nothing.text().contains("You have rated every question"), "{nothing}");
    }
}

#[tokio::test]
async fn a_question_that_was_given_back_goes_to_somebody_else() {
    let app = TestApp::new().await;
    opened(&app, 1, Plan { raters: 1, ..Plan::default() }).await;
    let (mut ann, mut bob) = (rater(&app, "ann").await, rater(&app, "bob").await);
    let here = starts(&mut ann).await;
    ann.press("Give the question back", &[]).await.leads_to(&here);
    let page = ann.reads(&here).await;
    assert!(page.contains("Take the next question"), "{page}");
    starts(&mut bob).await;
    let forged = ann.press("Take the next question", &[]).await.leads_to(&here);
    assert!(ann.reads(&forged).await.contains("nothing left for you"));
}

#[tokio::test]
async fn a_rating_after_the_end_or_too_fast_is_refused_with_a_reason() {
    for app in TestApp::each().await {
        let id = opened(&app, 60, Plan::default()).await;
        let mut ann = rater(&app, "ann").await;
        let here = starts(&mut ann).await;
        let mut statuses = Vec::new();
        for _ in 0..50 {
            let sent = ann.press("Send", &[("rating", "3")]).await;
            statuses.push(sent.status.as_u16());
            if sent.status.as_u16() == 429 {
                assert!(sent.text().contains("Too many attempts"), "{sent}");
                break;
            }
            ann.get(&here).await;
        }
        assert_eq!(statuses.iter().filter(|status| **status == 303).count(), 20, "{statuses:?}");
        assert_eq!(statuses.last(), Some(&429));
        assert_eq!(count(&app, "rating = 3"), "20");
        app.later(20 * SECOND);
        ann.get(&here).await;
        let forged = ann.press("Send", &[("question", "nothing"), ("rating", "3")]).await;
        assert_eq!(forged.status.as_u16(), 404);
        ann.get(&here).await;
        let (action, body) = ann.filled("Send", &[("rating", "3")]);
        app.db.write(move |tx| close(tx, &id, 1)).await.unwrap();
        let refused = ann.post_raw(&action, &body).await;
        assert!(refused.text().contains("This campaign has been closed"), "{refused}");
        assert_eq!(count(&app, "rating = 3"), "20");
    }
}

#[tokio::test]
async fn newcomers_are_tested_and_those_who_fail_get_no_question() {
    let app = TestApp::new().await;
    let screening = Screening { questions: 3, share: 0.6, ..Screening::default() };
    opened(&app, 3, Plan { screening, ..Plan::default() }).await;
    for (name, rating, passes) in [("ann", "4", true), ("bob", "1", false)] {
        let mut rater = rater(&app, name).await;
        let here = starts(&mut rater).await;
        for _ in 0..3 {
            let page = rater.reads(&here).await;
            assert!(page.contains("Gold "), "{page}");
            rater.press("Send", &[("rating", rating)]).await.leads_to(&here);
        }
        let page = rater.reads(&here).await;
        assert_eq!(page.contains("When does"), passes, "{page}");
        assert_eq!(page.contains("too far from what we expect"), !passes, "{page}");
    }
}

#[tokio::test]
async fn raters_come_from_a_platform_with_its_ids_and_leave_with_a_code() {
    for app in TestApp::each().await {
        let plan = Plan { is_public: false, raters: 2, ..Plan::default() };
        let id = opened(&app, 1, plan).await;
        let link = format!("/questions/join/{id}?PROLIFIC_PID=p1&STUDY_ID=s1&SESSION_ID=x1");
        let here = format!("/questions/rate/{id}");
        let mut ann = app.visitor();
        let page = ann.reads(&link).await;
        for (part, is_there) in [
            ("Luna stores your ratings and comments", true),
            ("A rating is paid with $0.05.", true),
            ("Recall", false),
            ("Smarts", false),
        ] {
            assert_eq!(page.contains(part), is_there, "{part}: {page}");
        }
        let page = ann.get(&link).await;
        let words = words_before(&page.body, "<h1", "I agree, take part");
        assert!((50..=90).contains(&words), "{words} words: {page}");
        let young = ann.press("I agree, take part", &[]).await;
        assert!(young.text().contains("Luna is for adults only"), "{young}");
        assert_eq!(app.db.column("SELECT count(*) FROM player WHERE kind = 'human'"), ["0"]);
        ann.get(&link).await;
        let older = [("adult", "yes"), ("text", "an older text")];
        let refused = ann.press("I agree, take part", &older).await;
        assert!(refused.text().contains("The text that you agree to has changed"), "{refused}");
        ann.get(&link).await;
        ann.press("I agree, take part", &[("adult", "yes")]).await.leads_to(&here);
        let purposes = "SELECT purpose FROM consent ORDER BY purpose";
        assert_eq!(app.db.column(purposes), ["adult", "rating"], "and nothing about games");
        ann.get(&here).await;
        ann.press("Send", &[("rating", "4")]).await.leads_to(&here);
        let done = ann.get(&here).await;
        let code = app.db.column("SELECT code FROM question_campaign").remove(0);
        assert!(done.text().contains(&format!("Your completion code: {code}-")), "{done}");
        assert!(done.body.contains(&format!("complete?cc={code}-")), "{}", done.body);
        // Two people in one browser, and one person in two.
        ann.get(&link.replace("p1", "p2")).await;
        let refused = ann.press("Take part", &[]).await;
        assert!(refused.text().contains("Two people need two browsers"), "{refused}");
        let mut bob = app.guest("bob").await;
        assert_eq!(bob.get(&here).await.status.as_u16(), 404, "he has not joined");
        bob.get(&link).await;
        let refused = bob.press("I agree, take part", &[]).await;
        assert!(refused.text().contains("You already take part in this campaign"), "{refused}");
        // A preview takes no lease.
        let preview =
            format!("/questions/join/{id}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId=h");
        let page = bob.reads(&preview).await;
        assert!(page.contains("This is a preview") && page.contains("When does"), "{page}");
        assert_eq!(app.db.column("SELECT count(*) FROM assignment").remove(0), "1");
        let bad = bob.get(&format!("/questions/join/{id}?workerId=%3Cb%3E")).await;
        assert!(bad.text().contains("cannot be those of a platform"), "{bad}");
        bob.get(&format!("/questions/join/{id}?workerId=w&assignmentId=a&hitId=h")).await;
        bob.press("I agree, take part", &[]).await.leads_to(&here);
        let mut boss = moderator(&app).await;
        let list = boss.get(&format!("/admin/campaigns/{id}/raters.csv")).await.body;
        assert!(list.contains("prolific,p1,x1,s1,") && list.contains("mturk,w,a,h,"), "{list}");
        let of_bob = list.lines().find(|line| line.starts_with("mturk,")).unwrap();
        assert!(of_bob.ends_with(",0,0,look,no rating that counts"), "{list}");
    }
}

#[tokio::test]
async fn one_person_does_not_fill_a_campaign_as_several_guests() {
    for app in TestApp::each().await {
        let plan = Plan { is_public: false, raters: 2, ..Plan::default() };
        let id = opened(&app, 3, plan).await;
        let link = format!("/questions/join/{id}");
        for name in ["ann", "bob", "cyd"] {
            let mut guest = app.guest(name).await;
            let page = guest.reads(&link).await;
            assert!(page.contains("Rating needs an account"), "{page}");
            guest.get("/games").await;
            let refused = guest.post(&link, &[("adult", "yes")]).await;
            assert!(refused.text().contains("Rating needs an account"), "{refused}");
        }
        let mut stranger = app.visitor();
        stranger.get("/login").await;
        let refused = stranger.post(&link, &[("adult", "yes")]).await;
        assert!(refused.text().contains("Rating needs an account"), "{refused}");
        let mut eve = app.account("eve").await;
        let mut unconfirmed = app.unconfirmed("dan").await;
        assert!(unconfirmed.reads(&link).await.contains("Confirm your address"));
        assert_eq!(app.db.column("SELECT count(*) FROM question_rater"), ["0"]);
        assert_eq!(app.db.column("SELECT count(*) FROM assignment"), ["0"]);
        eve.get(&link).await;
        eve.press("I agree, take part", &[]).await.leads_to("/questions/rate/");
    }
}

#[tokio::test]
async fn a_classroom_joins_with_ids_from_one_address_and_made_up_ids_come_to_an_end() {
    let app = TestApp::new().await;
    let id = opened(&app, 1, Plan { is_public: false, raters: 25, ..Plan::default() }).await;
    let mut refused = 0;
    for nth in 0..62 {
        let mut rater = app.visitor();
        rater.get(&format!("/questions/join/{id}?PROLIFIC_PID=p{nth}")).await;
        let answer = rater.press("I agree, take part", &[("adult", "yes")]).await;
        match answer.status.as_u16() {
            303 => {}
            429 => refused += 1,
            other => panic!("{other}: {answer}"),
        }
    }
    assert_eq!(refused, 2);
}

/// Opens the link with an id, and agrees. Returns the address of the rater's page.
async fn joins(app: &TestApp, link: &str, worker: &str) -> (Persona, String) {
    let mut rater = app.visitor();
    rater.get(&format!("{link}?PROLIFIC_PID={worker}")).await;
    let agreed = rater.press("I agree, take part", &[("adult", "yes")]).await;
    (rater, agreed.leads_to("/questions/rate/"))
}

#[tokio::test]
async fn a_rater_who_has_to_wait_is_told_why_and_neighbours_who_may_meet_need_not() {
    for neighbours_meet in [false, true] {
        let app = TestApp::with(|settings| settings.neighbours_meet = neighbours_meet).await;
        let id = opened(&app, 3, Plan { is_public: false, raters: 25, ..Plan::default() }).await;
        let link = format!("/questions/join/{id}");
        let (mut first, there) = joins(&app, &link, "p1").await;
        let _second = joins(&app, &link, "p2").await;
        let (mut third, here) = joins(&app, &link, "p3").await;
        let page = third.reads(&here).await;
        assert_eq!(
            page.contains("Others at your network address have a question"),
            !neighbours_meet
        );
        assert_eq!(page.contains("[Send]"), neighbours_meet, "{page}");
        if !neighbours_meet {
            third.press("Take the next question", &[]).await.leads_to(&here);
            assert!(third.reads(&here).await.contains("Others at your network address"));
            first.get(&there).await;
            first.press("Stop", &[]).await;
            third.press("Take the next question", &[]).await.leads_to(&here);
            assert!(third.reads(&here).await.contains("[Send]"));
        }
    }
}

#[tokio::test]
async fn who_stops_gets_a_code_of_their_own_that_the_operator_can_check() {
    for app in TestApp::each().await {
        let id = opened(&app, 3, Plan { is_public: false, raters: 1, ..Plan::default() }).await;
        let here = format!("/questions/rate/{id}");
        let mut codes = Vec::new();
        for worker in ["p1", "p2"] {
            let mut rater = app.visitor();
            rater.get(&format!("/questions/join/{id}?PROLIFIC_PID={worker}")).await;
            rater.press("I agree, take part", &[("adult", "yes")]).await.leads_to(&here);
            rater.get(&here).await;
            rater.press("Send", &[("rating", "4")]).await.leads_to(&here);
            rater.get(&here).await;
            let stopped = rater.press("Stop", &[]).await;
            assert!(stopped.text().contains("You have stopped"), "{stopped}");
            assert!(stopped.text().contains("You have rated 1 question"), "{stopped}");
            let code =
                stopped.lines("Your completion code: ").replace("Your completion code: ", "");
            assert!(stopped.body.contains(&format!("complete?cc={code}")), "{}", stopped.body);
            codes.push(code);
        }
        assert_ne!(codes[0], codes[1]);
        // What they held is free.
        let held = "SELECT count(*) FROM assignment WHERE reviewed_at IS NULL";
        assert_eq!(app.db.column(held), ["0"]);
        let mut boss = moderator(&app).await;
        let admin = format!("/admin/campaigns/{id}");
        boss.get(&admin).await;
        let begin = codes[0].split_once('-').unwrap().0.to_owned();
        let text = format!("worker,code\np1,{}\nx,{begin}-AAAAAAAA\n", codes[0]);
        let checked = boss.press("Check the codes", &[("codes", &text)]).await;
        assert_eq!(
            checked.lines(&begin).lines().take(2).collect::<Vec<_>>(),
            [
                format!("{} | p1 | 1 | 0 | genuine", codes[0]),
                format!("{begin}-AAAAAAAA | | | | made up, or its rater has been erased"),
            ],
            "{checked}"
        );
        let csv = boss.get(&format!("{admin}/raters.csv")).await.body;
        assert!(codes.iter().all(|code| csv.contains(code)), "{csv}");
        boss.get(&admin).await;
        let nothing = boss.press("Check the codes", &[("codes", "MOON")]).await;
        assert!(nothing.text().contains("There is no code of this campaign"), "{nothing}");
        let mut stranger = app.guest("gus").await;
        stranger.get("/games").await;
        let refused = stranger.post(&format!("{admin}/codes"), &[("codes", &text)]).await;
        assert_eq!(refused.status.as_u16(), 404);
    }
}

#[tokio::test]
async fn an_operator_creates_watches_and_rejects_and_the_question_goes_on() {
    for app in TestApp::each().await {
        opened(&app, 1, Plan { is_public: false, ..Plan::default() }).await;
        let mut boss = moderator(&app).await;
        let page = boss.reads("/admin/campaigns").await;
        assert!(page.contains("Moon questions") && page.contains("$0.275"), "{page}");
        let import = app.db.column("SELECT id FROM question_import").remove(0);
        let named = [("name", "Again"), ("import", import.as_str()), ("raters", "0")];
        let refused = boss.press("Create the campaign", &named).await;
        let why = "<p class=\"problem\" id=\"raters-problem\" role=\"alert\">A question has from 1 to 25 raters; this is 0.</p>";
        assert!(refused.body.contains(why), "{}", refused.body);
        assert!(refused.body.contains("value=\"Again\""), "{}", refused.body);
        let all = [("name", " "), ("batch", "many"), ("cents", "x"), ("accepted-share", "101")];
        let refused = boss.press("Create the campaign", &all).await;
        assert_eq!(refused.status.as_u16(), 422, "{refused}");
        for (field, why) in [
            ("name", "A campaign needs a name"),
            ("raters", "A question has from 1 to 25 raters"),
            ("batch", "Please give a whole number"),
            ("cents", "Please give a number"),
            ("accepted-share", "The share of earlier ratings"),
        ] {
            let beside = format!("id=\"{field}-problem\" role=\"alert\">{why}");
            assert!(refused.body.contains(&beside), "{field}: {}", refused.body);
        }
        boss.reads("/admin/campaigns").await;
        let named =
            [("name", "Again"), ("import", import.as_str()), ("raters", "1"), ("public", "yes")];
        let here = boss.press("Create the campaign", &named).await.leads_to("/admin/campaigns/");
        boss.get(&here).await;
        boss.press("Open batch 1", &[]).await.leads_to(&here);
        let preview = boss.reads(&format!("{here}/preview")).await;
        assert!(preview.contains("Nothing is reserved by looking."), "{preview}");
        let mut ann = rater(&app, "ann").await;
        let rate = starts(&mut ann).await;
        ann.press("Send", &[("rating", "2"), ("comment", "=1+1, \"so\"")]).await.leads_to(&rate);
        let page = boss.reads(&here).await;
        assert!(page.contains("complete"), "{page}");
        let results = boss.reads(&format!("{here}/results")).await;
        for part in [
            "0.0 % of 1 question is acceptable",
            "Krippendorff’s alpha is not known yet: it needs two ratings",
            "1 rating",
        ] {
            assert!(results.contains(part), "{part}: {results}");
        }
        let ann_id = app.db.column("SELECT player_id FROM question_rater").remove(0);
        let page_of_ann = format!("{here}/raters/{ann_id}");
        boss.get(&page_of_ann).await;
        let refused = boss.press("Reject this rating", &[("why", " ")]).await;
        assert!(refused.text().contains("Please give a reason"), "{refused}");
        boss.get(&page_of_ann).await;
        boss.press("Reject this rating", &[("why", "A slip.")]).await.leads_to(&page_of_ann);
        // Ann does not get it again; somebody else does.
        ann.get("/questions").await;
        assert!(ann.press("Rate a question", &[]).await.text().contains("You have rated every"));
        let mut bob = rater(&app, "bob").await;
        starts(&mut bob).await;
        bob.press("Send", &[("rating", "5")]).await.leads_to(&rate);
        boss.get(&page_of_ann).await;
        boss.press("Reject all", &[("why", "Random.")]).await.leads_to(&page_of_ann);
        let page = ann.reads(&rate).await;
        assert!(page.contains("Your ratings in this campaign were rejected"), "{page}");
        let log = boss.reads("/admin/acts").await;
        for part in [
            "boss | rejected a rating of ann | Again: A slip.",
            "boss | rejected all ratings, in a campaign, of ann | Again: Random.",
        ] {
            assert!(log.contains(part), "{part}: {log}");
        }
        let csv = boss.get(&format!("{here}/ratings.csv")).await.body;
        assert_eq!(csv.lines().count(), 3, "{csv}");
        assert!(csv.starts_with("question,rater,rating,"), "{csv}");
        let told = ",,,\"When does <i>it</i> shine, 0?\",,1,0,,false";
        assert!(csv.lines().skip(1).all(|line| line.ends_with(told)), "{csv}");
        let json = boss.get(&format!("{here}/ratings.jsonl")).await.body;
        let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
        assert!(first["rating"].is_u64(), "{json}");
        boss.get(&here).await;
        boss.press("Save the list", &[("blocked", "w1\nw2")]).await.leads_to(&here);
        boss.get(&here).await;
        let check =
            boss.press("Draw questions for two experts", &[]).await.leads_to("/admin/campaigns/");
        let page = boss.reads(&check).await;
        assert!(page.contains("Experts check the ratings of another campaign"), "{page}");
        boss.get(&here).await;
        boss.press("Close the campaign", &[]).await.leads_to(&here);
        let page = boss.reads(&here).await;
        assert!(page.contains("The campaign is closed"), "{page}");
        for path in [here.clone(), page_of_ann, "/admin/campaigns".to_owned()] {
            assert_eq!(bob.get(&path).await.status.as_u16(), 404, "{path}");
        }
    }
}

#[tokio::test]
async fn what_games_tell_stands_beside_the_rating_for_operators_alone() {
    for app in TestApp::each().await {
        let id = opened(&app, 2, Plan { raters: 1, ..Plan::default() }).await;
        let mut ann = rater(&app, "ann").await;
        let here = starts(&mut ann).await;
        ann.press("Send", &[("rating", "5")]).await.leads_to(&here);
        ann.get(&here).await;
        ann.press("Send", &[("rating", "2")]).await.leads_to(&here);
        app.acts(|tx, at| {
            let text = "when does  <i>it</i> shine, 1".to_owned();
            let told = QuestionInformativeness { text, people: 1_034, share: 0.25, at: at.now };
            predict::keep(tx, predict::HOUSES, &[told])
        })
        .await;
        let mut boss = moderator(&app).await;
        let admin = format!("/admin/campaigns/{id}");
        let results = boss.reads(&format!("{admin}/results")).await;
        assert!(results.contains("| Tells | People"), "{results}");
        let line = results.lines().find(|line| line.contains("shine, 1? |")).unwrap();
        assert!(line.ends_with("| 25 % | 1,034"), "{line}");
        let line = results.lines().find(|line| line.contains("shine, 0? |")).unwrap();
        assert!(!line.contains('%'), "{line}");
        assert!(results.contains("It is known for 1 of 2 questions."), "{results}");

        let csv = boss.get(&format!("{admin}/questions.csv")).await.body;
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(
            lines[0],
            "id,article,question,sentence,answer,generator,rating,ratings,informativeness,people"
        );
        assert_eq!(lines.len(), 3, "{csv}");
        let known: Vec<&&str> =
            lines.iter().filter(|line| line.ends_with(",1,0.25,1034")).collect();
        assert!(known.len() == 1 && known[0].contains("shine, 1?"), "{csv}");
        assert_eq!(lines.iter().filter(|line| line.ends_with(",1,,")).count(), 1, "{csv}");
        let json = boss.get(&format!("{admin}/questions.jsonl")).await.body;
        let all: Vec<serde_json::Value> =
            json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((all[0]["rating"].as_f64(), all[1]["rating"].as_f64()), (Some(5.0), Some(2.0)));
        let one = all.iter().find(|it| it["people"] == 1_034).unwrap();
        assert_eq!((&one["informativeness"], &one["article"]), (&0.25.into(), &"Moon".into()));
        assert_eq!(all.iter().filter(|it| it["informativeness"].is_null()).count(), 1);
        let json = boss.get(&format!("{admin}/ratings.jsonl")).await.body;
        assert_eq!(json.matches("\"informativeness\":0.25").count(), 1, "{json}");
        for file in ["questions.csv", "questions.jsonl"] {
            assert_eq!(ann.get(&format!("{admin}/{file}")).await.status.as_u16(), 404);
        }

        boss.get(&admin).await;
        boss.press("Close the campaign", &[]).await.leads_to(&admin);
        boss.get(&admin).await;
        boss.press("Publish the results", &[]).await.leads_to(&admin);
        let mut reader = app.visitor();
        for file in ["", "/ratings.csv", "/ratings.jsonl"] {
            let public = reader.get(&format!("/questions/results/{id}{file}")).await.body;
            assert!(!public.contains("Tells") && !public.contains("informativ"), "{public}");
        }
    }
}

#[tokio::test]
async fn blocked_raters_and_those_at_the_cap_are_told_so() {
    let app = TestApp::new().await;
    let id = opened(&app, 3, Plan { cap: 1, ..Plan::default() }).await;
    let mut ann = rater(&app, "ann").await;
    let here = starts(&mut ann).await;
    ann.press("Send", &[("rating", "4")]).await.leads_to(&here);
    let page = ann.reads(&here).await;
    assert!(page.contains("as many questions as one person may"), "{page}");
    let mut bob = rater(&app, "bob").await;
    let wanted = id.clone();
    app.acts(move |tx, _| {
        let bob = player::by_name(tx, "bob")?.id;
        let mut found = campaign::find(tx, &wanted)?;
        found.plan.blocked = vec![bob];
        campaign::update(tx, &found)
    })
    .await;
    bob.get("/questions").await;
    let refused = bob.press("Rate a question", &[]).await;
    assert!(refused.text().contains("You cannot take part in this campaign."), "{refused}");
}

#[tokio::test]
async fn results_are_public_once_the_campaign_is_closed_and_name_no_rater() {
    for app in TestApp::each().await {
        let id = opened(&app, 1, Plan { raters: 2, ..Plan::default() }).await;
        let (admin, public) =
            (format!("/admin/campaigns/{id}"), format!("/questions/results/{id}"));
        let (mut ann, mut bob) = (rater(&app, "ann").await, rater(&app, "bob").await);
        for (rater, rating) in [(&mut ann, "5"), (&mut bob, "4")] {
            let here = starts(rater).await;
            app.later(30 * SECOND);
            let sent = [("rating", rating), ("comment", "a private remark")];
            rater.press("Send", &sent).await.leads_to(&here);
        }
        app.acts(|tx, at| {
            let ann = player::by_name(tx, "ann")?.id;
            consent::give(tx, &ann, Purpose::RatingPublication, at.now)
        })
        .await;
        let mut boss = moderator(&app).await;
        let mut reader = app.visitor();
        let files = ["", "/ratings.csv", "/ratings.jsonl"].map(|file| format!("{public}{file}"));
        for path in &files {
            assert_eq!(reader.get(path).await.status.as_u16(), 404, "{path}");
        }
        let page = boss.get(&admin).await;
        assert!(page.text().contains("You can publish the results when"), "{page}");
        let refused = boss.post(&format!("{admin}/publish"), &[]).await;
        assert!(refused.text().contains("Close the campaign first"), "{refused}");
        boss.get(&admin).await;
        let check =
            boss.press("Draw questions for two experts", &[]).await.leads_to("/admin/campaigns/");
        boss.get(&check).await;
        boss.press("Open batch 1", &[]).await.leads_to(&check);
        boss.get(&admin).await;
        boss.press("Close the campaign", &[]).await.leads_to(&admin);
        boss.get(&admin).await;
        let refused = boss.press("Publish the results", &[]).await;
        assert!(refused.text().contains("Experts are still at work"), "{refused}");
        boss.get(&check).await;
        boss.press("Close the campaign", &[]).await.leads_to(&check);
        boss.get(&admin).await;
        boss.press("Publish the results", &[]).await.leads_to(&admin);
        boss.get(&admin).await;
        let refused = boss.press("Draw questions for two experts", &[]).await;
        assert!(refused.text().contains("experts could have seen them"), "{refused}");

        let front = reader.get("/questions").await.body;
        assert!(front.contains(&format!("href=\"{public}\"")), "{front}");
        let page = reader.get(&public).await;
        for part in ["100.0 % of 1 question is acceptable", "1 rater who agreed", "Agreement"] {
            assert!(page.text().contains(part), "{part}: {page}");
        }
        let [_, csv, json] = &files;
        let (csv, json) = (reader.get(csv).await.body, reader.get(json).await.body);
        assert_eq!((csv.lines().count(), json.lines().count()), (2, 1), "{csv}{json}");
        let line: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&line["rating"], &line["seconds"]), (&5.into(), &30.into()), "{json}");
        let pseudonym = line["rater"].as_str().unwrap().to_owned();
        assert!(csv.contains(&pseudonym), "{csv}");
        let raters = app.db.column("SELECT player_id FROM question_rater");
        assert_eq!(raters.len(), 2);
        for text in [&page.body, &csv, &json] {
            let is_named = raters.iter().any(|it| text.contains(it.as_str()));
            assert!(!is_named && !text.contains("private remark"), "{text}");
        }
        boss.get(&admin).await;
        boss.press("Withdraw the results", &[]).await.leads_to(&admin);
        for path in &files {
            assert_eq!(reader.get(path).await.status.as_u16(), 404, "{path}");
        }
        boss.get(&admin).await;
        boss.press("Publish the results", &[]).await.leads_to(&admin);
        let again = reader.get(&files[2]).await.body;
        assert!(!again.contains(&pseudonym), "another release, another pseudonym: {again}");
        app.acts(|tx, at| {
            let ann = player::by_name(tx, "ann")?.id;
            luna_store::consent::withdraw(tx, &ann, Purpose::RatingPublication, at.now)
        })
        .await;
        assert_eq!(reader.get(&files[2]).await.body, "");
    }
}
