//! The reading room: choosing, reading, buzzing, answering, and one's own statistics.

use insta::{allow_duplicates, assert_snapshot};
use luna_app::quiz::limits::PLAYS;
use luna_testkit::app::{HOUR, SECOND, TestApp};
use luna_testkit::persona::Persona;

/// The line with the outcome, and what was said.
async fn outcome(player: &mut Persona, play: &str) -> String {
    let text = player.reads(play).await;
    text.lines().skip_while(|line| !line.starts_with('#')).take(2).collect::<Vec<_>>().join(" / ")
}

#[tokio::test]
async fn the_first_page_says_what_is_measured_and_leads_into_the_reading_room() {
    let app = TestApp::new().await;
    let mut ann = app.visitor();
    assert!(ann.get("/").await.body.contains("href=\"/quiz\"><svg"));
    let page = ann.get("/quiz").await;
    assert!(page.body.contains("<a class=\"button now\" href=\"/quiz/read\">"));
    allow_duplicates! { assert_snapshot!(page, @"
    200
    # Who knows it first?
    A question from hard clues to easy ones. Buzz as soon as you know the answer.
    The questions that come with Luna are not here. Others may be in the reading room.
    [Start reading]
    [Write a question]
    In the reading room you play alone, at your own speed, and your points are kept. No account needed.
    ▸
    ### The reading room
    Listen
    A question appears word by word, as if it were read aloud.
    Buzz
    Press the space bar or the button as soon as you know the answer. The text stops.
    Answer
    Type it. If it is not specific enough, you are asked once to be more specific.
    Points
    10 for a right answer, 15 if it comes early, −5 for a wrong one before the end. You have one attempt; then the whole question is shown.
    People and machines answer the same questions. The fewer words you need, the more you know. You can also ask for the words a few at a time. Then nothing is timed.
    ▸
    ### The writing room
    Write a question that people can answer and machines cannot. While you write, you see what a machine guesses and which of your words gave the answer away. Editors review what you submit, and everybody can play the questions they accept.
    Questions written here
    ") }
}

#[tokio::test]
async fn a_visitor_agrees_on_the_way_and_comes_back_to_what_they_chose() {
    for app in TestApp::each().await {
        app.ravens(&["Science", "Fine Arts"]).await;
        let mut ann = app.visitor();
        assert!(ann.get("/quiz/read").await.text().contains("[Start]"));
        let consent = ann
            .asks_for(&[("category", "Fine Arts"), ("speed", "150")])
            .await
            .leads_to("/consent?back=/quiz/read?");
        let page = ann.get(&consent).await.text();
        assert!(page.contains("What is stored, and who sees it"), "{page}");
        let back = ann
            .press("I agree, play as a guest", &[("adult", "yes")])
            .await
            .leads_to("/quiz/read?speed=150&category=Fine%20Arts&source=night");
        let page = ann.get(&back).await;
        for chosen in ["value=\"150\" selected", "value=\"Fine Arts\" selected"] {
            assert!(page.body.contains(chosen), "{chosen}: {}", page.body);
        }
        let play = ann.asks_for(&[("category", "Fine Arts")]).await.leads_to("/quiz/read/");
        assert!(ann.reads(&play).await.contains("q2-clue1"));
    }
}

#[tokio::test]
async fn somebody_who_agreed_to_an_older_text_is_asked_first() {
    let app = TestApp::new().await;
    app.ravens(&["Science"]).await;
    let mut ann = app.guest("ann").await;
    ann.get("/quiz/read").await;
    app.db.raw("DELETE FROM consent");
    ann.press("Start", &[]).await.leads_to("/consent?back=/quiz/read?speed=200");
    assert_eq!(app.db.column("SELECT id FROM quiz_play"), [""; 0]);
}

#[tokio::test]
async fn a_buzz_before_the_power_mark_with_the_answer_is_worth_fifteen() {
    for app in TestApp::each().await {
        app.ravens(&["Science"]).await;
        let mut ann = app.guest("ann").await;
        let play = ann.reads_timed().await;
        app.later(250);
        let shown = ann.get(&play).await;
        allow_duplicates! { assert_snapshot!(shown, @"
        200
        You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
        # A question
        q1-clue1 q1-clue2 q1-clue3
        [Buzz]
        To buzz, press the space bar or the button, or tap the text.
        This question counts: nobody outside this reading room has it.
        [Give up and show the answer]
        ") }
        ann.buzzes(&play).await;
        app.later(3 * SECOND);
        let shown = ann.get(&play).await;
        allow_duplicates! { assert_snapshot!(shown, @"
        200
        You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
        # Your answer
        q1-clue1 q1-clue2 q1-clue3 your buzz
        Your answer ‹›
        [Answer]
        [Give up and show the answer]
        ") }
        ann.press("Answer", &[("answer", "The Common Raven!")]).await.leads_to(&play);
        let shown = ann.get(&play).await;
        allow_duplicates! { assert_snapshot!(shown, @"
        200
        You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
        # Right, and early: 15 points
        You said “The Common Raven!” after 3 of 12 words.
        The answer: common raven [accept Corvus corax; prompt on corvid by asking “Which species?”; prompt on bird]
        This question counts.
        [Next question]
        [Choose other questions] [Your statistics]
        Press N for the next question.
        ## The whole question
        q1-clue1 q1-clue2 q1-clue3 buzz q1-clue4 (*) q1-clue5 q1-clue6 q1-clue7 q1-clue8 q1-clue9 q1-clue10 q1-clue11 q1-clue12
        Science · easy · Night Cup, packet 1 · Night Cup · licence: CC0
        ") }
    }
}

#[tokio::test]
async fn points_follow_from_the_place_of_the_buzz() {
    let app = TestApp::new().await;
    app.ravens(&["Science"; 6]).await;
    let mut ann = app.guest("ann").await;
    let mut all = Vec::new();
    for (ms, answer) in [
        (300, "raven"),
        (350, "corvus corax"),
        (450, "corvus corax"),
        (1_000, "rook"),
        (1_150, "rook"),
        (1_150, "common raven"),
    ] {
        let play = ann.reads_timed().await;
        app.later(ms);
        ann.buzzes_with(&play, answer).await;
        all.push(outcome(&mut ann, &play).await);
    }
    allow_duplicates! { assert_snapshot!(all.join("\n"), @"
    # Right, and early: 15 points / You said “raven” after 4 of 12 words.
    # Right, and early: 15 points / You said “corvus corax” after 4 of 12 words.
    # Right: 10 points / You said “corvus corax” after 5 of 12 words.
    # Wrong: −5 points / You said “rook” after 11 of 12 words.
    # Wrong: 0 points / You said “rook” after 12 of 12 words.
    # Right: 10 points / You said “common raven” after 12 of 12 words.
    ") }
}

#[tokio::test]
async fn nobody_who_does_not_buzz_loses_points() {
    let app = TestApp::new().await;
    app.ravens(&["Science"]).await;
    let mut ann = app.guest("ann").await;
    let play = ann.reads_timed().await;
    // Twelve words, six seconds, and two for the way.
    app.later(1_200 + 8 * SECOND);
    assert!(ann.reads(&play).await.contains("[Buzz]"));
    app.later(1);
    assert_eq!(outcome(&mut ann, &play).await, "# No buzz: 0 points / You did not buzz.");
}

#[tokio::test]
async fn an_answer_that_is_not_specific_is_prompted_once() {
    for app in TestApp::each().await {
        app.ravens(&["Science"; 3]).await;
        let mut ann = app.guest("ann").await;
        let play = ann.reads_timed().await;
        ann.buzzes_with(&play, "a corvid").await;
        let shown = ann.get(&play).await;
        allow_duplicates! { assert_snapshot!(shown, @"
        200
        You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
        # Your answer
        q1-clue1 your buzz
        “a corvid” is not specific enough. Which species?
        Your more specific answer ‹›
        [Answer]
        [Give up and show the answer]
        ") }
        ann.press("Answer", &[("answer", "the raven")]).await.leads_to(&play);
        assert_eq!(
            outcome(&mut ann, &play).await,
            "# Right, and early: 15 points / You said “a corvid” after 1 of 12 words, and “the raven” when you were asked to be more specific."
        );
        let play = ann.reads_timed().await;
        let prompt = ann.buzzes_with(&play, "bird").await;
        allow_duplicates! { assert_snapshot!(prompt.lines("specific"), @"
        “bird” is not specific enough. Please be more specific.
        Your more specific answer ‹›
        ") }
        ann.press("Answer", &[("answer", "corvid")]).await.leads_to(&play);
        assert_eq!(
            outcome(&mut ann, &play).await,
            "# Wrong: −5 points / You said “bird” after 1 of 12 words, and “corvid” when you were asked to be more specific."
        );
    }
}

#[tokio::test]
async fn what_is_sent_twice_counts_once() {
    let app = TestApp::new().await;
    app.ravens(&["Science"; 3]).await;
    let mut ann = app.guest("ann").await;
    ann.get("/quiz/read").await;
    let (start, body) = ann.filled("Start", &[("source", "night"), ("timed", "yes")]);
    let play = ann.post_raw(&start, &body).await.leads_to("/quiz/read/");
    assert_eq!(ann.post_raw(&start, &body).await.leads_to("/quiz/read/"), play);
    ann.get(&play).await;
    app.later(650);
    let (buzz, body) = ann.filled("Buzz", &[]);
    ann.post_raw(&buzz, &body).await.leads_to(&play);
    app.later(SECOND);
    ann.post_raw(&buzz, &body).await.leads_to(&play);
    assert!(ann.reads(&play).await.contains("q1-clue1 your buzz"), "as the page had it");
    // The second is no answer to the prompt that the first has brought about.
    let (answer, body) = ann.filled("Answer", &[("answer", "bird")]);
    ann.post_raw(&answer, &body).await.leads_to(&play);
    ann.post_raw(&answer, &body).await.leads_to(&play);
    assert!(ann.reads(&play).await.contains("“bird” is not specific enough."));
    let (answer, body) = ann.filled("Answer", &[("answer", "raven")]);
    ann.post_raw(&answer, &body).await.leads_to(&play);
    ann.post_raw(&answer, &body).await.leads_to(&play);
    assert!(outcome(&mut ann, &play).await.starts_with("# Right, and early: 15 points"));
    // Nothing that comes later changes anything.
    for step in ["buzz", "answer", "give-up", "more"] {
        ann.post(&format!("{play}/{step}"), &[("answer", "rook")]).await.leads_to(&play);
    }
    assert!(outcome(&mut ann, &play).await.starts_with("# Right, and early: 15 points"));
}

#[tokio::test]
async fn the_page_may_lag_a_little_behind_the_clock_and_no_more() {
    let app = TestApp::new().await;
    app.ravens(&["Science"; 2]).await;
    let mut ann = app.guest("ann").await;
    let play = ann.reads_timed().await;
    app.later(3 * SECOND);
    // The page has one word; twelve are due, of those that were due 1.5 seconds ago all.
    ann.press("Buzz", &[]).await.leads_to(&play);
    assert!(ann.reads(&play).await.contains("q1-clue12 your buzz"));
    ann.press("Give up and show the answer", &[]).await.leads_to(&play);
    let play = ann.reads_timed().await;
    app.later(500);
    ann.press("Buzz", &[("shown", "3")]).await.leads_to(&play);
    assert!(ann.reads(&play).await.contains("q2-clue3 your buzz"));
}

#[tokio::test]
async fn an_answer_after_its_time_is_wrong() {
    let app = TestApp::new().await;
    app.ravens(&["Science"]).await;
    let mut ann = app.guest("ann").await;
    let play = ann.reads_timed().await;
    ann.buzzes(&play).await;
    let (answer, body) = ann.filled("Answer", &[("answer", "raven")]);
    app.later(12 * SECOND + 1);
    ann.post_raw(&answer, &body).await.leads_to(&play);
    assert_eq!(
        outcome(&mut ann, &play).await,
        "# Wrong: −5 points / You buzzed after 1 of 12 words but gave no answer in time."
    );
    assert!(!ann.reads(&play).await.contains("I was right"), "there is no answer to judge");
}

#[tokio::test]
async fn without_scripts_nothing_is_timed() {
    for app in TestApp::each().await {
        app.ravens(&["Science"; 2]).await;
        let mut ann = app.guest("ann").await;
        let play = ann.reads_by_hand().await;
        app.later(HOUR);
        let shown = ann.get(&play).await;
        allow_duplicates! { assert_snapshot!(shown, @"
        200
        You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
        # A question
        q1-clue1 q1-clue2 q1-clue3 q1-clue4 q1-clue5
        [Buzz]
        [More words]
        This question counts: nobody outside this reading room has it.
        [Give up and show the answer]
        ") }
        let (more, body) = ann.filled("More words", &[]);
        ann.post_raw(&more, &body).await.leads_to(&play);
        ann.post_raw(&more, &body).await.leads_to(&play);
        let shown = ann.get(&play).await.lines("clue");
        allow_duplicates! { assert_snapshot!(shown, @"q1-clue1 q1-clue2 q1-clue3 q1-clue4 q1-clue5 q1-clue6 q1-clue7 q1-clue8 q1-clue9 q1-clue10") }
        ann.press("More words", &[]).await.leads_to(&play);
        let shown = ann.get(&play).await;
        allow_duplicates! { assert_snapshot!(shown, @"
        200
        You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
        # A question
        q1-clue1 q1-clue2 q1-clue3 q1-clue4 q1-clue5 q1-clue6 q1-clue7 q1-clue8 q1-clue9 q1-clue10 q1-clue11 q1-clue12
        [Buzz]
        That was the whole question.
        This question counts: nobody outside this reading room has it.
        [Give up and show the answer]
        ") }
        ann.press("Buzz", &[]).await.leads_to(&play);
        app.later(HOUR);
        ann.get(&play).await;
        ann.press("Answer", &[("answer", "raven")]).await.leads_to(&play);
        assert!(outcome(&mut ann, &play).await.starts_with("# Right: 10 points"));
    }
}

#[tokio::test]
async fn an_empty_answer_is_asked_for_again() {
    let app = TestApp::new().await;
    app.ravens(&["Science"]).await;
    let mut ann = app.guest("ann").await;
    let play = ann.reads_by_hand().await;
    ann.buzzes(&play).await;
    let again = ann.press("Answer", &[("answer", "  ")]).await;
    assert_eq!(again.status.as_u16(), 422);
    allow_duplicates! { assert_snapshot!(again.lines("!"), @"! Type an answer, or give up.") }
    // Reloading what was refused leads back.
    ann.get(&format!("{play}/answer")).await.leads_to(&play);
}

#[tokio::test]
async fn no_question_comes_twice_and_misses_can_be_repeated() {
    for app in TestApp::each().await {
        app.ravens(&["Science", "History"]).await;
        let mut ann = app.guest("ann").await;
        let first = ann.reads_timed().await;
        ann.buzzes_with(&first, "rook").await;
        let next = ann.press("Next question", &[("timed", "yes")]).await.leads_to("/quiz/read/");
        assert!(ann.buzzes_with(&next, "raven").await.text().contains("q2-clue12"));
        let none = ann.press("Next question", &[]).await;
        allow_duplicates! { assert_snapshot!(none.lines("all"), @"You have read them all. There are no more questions of this kind. Choose others below.") }
        // Those of another kind are not shown as read.
        let other = ann.asks_for(&[("category", "Poetry")]).await;
        allow_duplicates! { assert_snapshot!(other.lines("all."), @"You have read them all. There are no more questions of this kind. Choose others below.") }
        app.later(SECOND);
        let again = ann.asks_for(&[("misses", "yes")]).await.leads_to("/quiz/read/");
        assert!(ann.reads(&again).await.contains("q1-clue1"));
        // While it is read again, its end is not told.
        let shown = ann.get(&first).await;
        allow_duplicates! { assert_snapshot!(shown, @"
        200
        You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
        # You are reading this question again
        Your earlier attempt is shown here again once you have answered.
        [Back to the question]
        ") }
        ann.buzzes_with(&again, "raven").await;
        assert!(ann.reads(&first).await.contains("q1-clue12"));
        let none = ann.asks_for(&[("misses", "yes")]).await;
        allow_duplicates! { assert_snapshot!(none.lines("repeat."), @"Nothing left to repeat. You have not missed any questions of this kind, or you have read them all again since.") }
    }
}

#[tokio::test]
async fn an_instance_without_questions_says_so() {
    let app = TestApp::new().await;
    app.db.raw("UPDATE tossup SET withdrawn_at = 1");
    let shown = app.visitor().get("/quiz/read").await;
    allow_duplicates! { assert_snapshot!(shown, @"
    200
    # What would you like to read?
    This Luna has no questions yet. Its operators can import some.
    [About trivia]
    ") }
}

#[tokio::test]
async fn an_open_question_is_finished_first_in_any_tab_of_any_process() {
    for app in TestApp::each().await {
        app.ravens(&["Science"; 2]).await;
        let mut ann = app.guest("ann").await;
        let play = ann.reads_timed().await;
        let shown = ann.get("/quiz/read").await;
        allow_duplicates! { assert_snapshot!(shown, @"
        200
        You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
        # What would you like to read?
        You have a question open. Finish it before you start another.
        [Back to the question]
        ") }
        // Another server on the same database, as after a restart.
        let mut tab = Persona::new(luna_web::router(app.app().clone()));
        tab.jar = ann.jar.clone();
        app.later(500);
        assert!(tab.reads(&play).await.contains("q1-clue6"));
        tab.buzzes(&play).await;
        assert!(ann.reads(&play).await.contains("q1-clue6 your buzz"));
        ann.press("Answer", &[("answer", "raven")]).await.leads_to(&play);
        assert!(outcome(&mut tab, &play).await.starts_with("# Right"));
    }
}

#[tokio::test]
async fn a_play_of_somebody_else_does_not_exist() {
    let app = TestApp::new().await;
    app.ravens(&["Science"]).await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let play = ann.reads_timed().await;
    assert_eq!(bob.get(&play).await.status.as_u16(), 404);
    assert_eq!(bob.get("/quiz/read/nobody").await.status.as_u16(), 404);
    for step in ["buzz", "answer", "give-up", "more", "appeal"] {
        bob.get("/quiz").await;
        bob.get("/quiz/read").await;
        assert_eq!(bob.post(&format!("{play}/{step}"), &[]).await.status.as_u16(), 404, "{step}");
    }
    assert_eq!(app.visitor().get(&play).await.status.as_u16(), 401);
    assert!(ann.reads(&play).await.contains("[Buzz]"));
}

#[tokio::test]
async fn one_person_begins_only_so_many_questions_an_hour() {
    let app = TestApp::new().await;
    app.ravens(&["Science"; 2]).await;
    let mut ann = app.guest("ann").await;
    let id = app.db.column("SELECT id FROM player WHERE name = 'ann'")[0].clone();
    for _ in 0..PLAYS.burst {
        app.app().limits.take(PLAYS, &id, app.now()).unwrap();
    }
    assert_eq!(ann.asks_for(&[]).await.status.as_u16(), 429);
    app.later(HOUR);
    ann.asks_for(&[]).await.leads_to("/quiz/read/");
}

#[tokio::test]
async fn a_withdrawn_question_is_over_for_those_who_read_it() {
    let app = TestApp::new().await;
    app.ravens(&["Science"; 2]).await;
    let mut ann = app.guest("ann").await;
    let play = ann.reads_timed().await;
    ann.buzzes(&play).await;
    app.acts(|tx, at| luna_store::quiz::tossup::withdraw(tx, "night1", at.now)).await;
    assert!(!ann.reads(&play).await.contains("clue"));
    let late = ann.post(&format!("{play}/answer"), &[("answer", "raven")]).await;
    late.leads_to(&play);
    let shown = ann.get(&play).await;
    allow_duplicates! { assert_snapshot!(shown, @"
    200
    You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
    # Withdrawn: 0 points
    This question has been withdrawn. Your points stay.
    This was practice and does not count.
    [Next question]
    [Choose other questions] [Your statistics]
    Press N for the next question.
    ") }
    assert!(ann.press("Next question", &[]).await.leads_to("/quiz/read/") != play);
}

#[tokio::test]
async fn ones_own_statistics_count_what_was_played() {
    for app in TestApp::each().await {
        app.ravens(&["Science", "Science", "History", ""]).await;
        let mut ann = app.guest("ann").await;
        let shown = ann.get("/quiz/me").await;
        allow_duplicates! { assert_snapshot!(shown, @"
        200
        You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
        # Your trivia
        You have not finished a question yet. Your points and how early you buzz appear here.
        [Start reading]
        ") }
        for (ms, answer) in [(250, "raven"), (550, "rook"), (1_150, "raven")] {
            let play = ann.reads_timed().await;
            app.later(ms);
            ann.buzzes_with(&play, answer).await;
        }
        let play = ann.reads_timed().await;
        ann.press("Give up and show the answer", &[]).await.leads_to(&play);
        let shown = ann.get("/quiz/me").await;
        allow_duplicates! { assert_snapshot!(shown, @"
        200
        You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
        # Your trivia
        4 questions
        2 right
        20 points
        4 questions of these count: 2 right, 20 points. A question counts if it is in no release and no public source, and you had not read, written or reviewed it before.
        [Keep reading] [Repeat what you missed]
        ## By category
        (a chart)
        ▸ The numbers of “Right answers and buzzes by category”
        Category | Questions | Points | Early | Right | Wrong before the end | Wrong at the end | No buzz | Answered right | Heard before the buzz
        Other | 1 | 0 | 0 | 0 | 0 | 0 | 1 | 0 % | –
        History | 1 | 10 | 0 | 1 | 0 | 0 | 0 | 100 % | 100 %
        Science | 2 | 10 | 1 | 0 | 1 | 0 | 0 | 50 % | 38 %
        If you read a question again, it counts again.
        ## Latest questions
        - No buzz
        No buzz: 0 points · counts · just now
        - “raven”
        Right: 10 points · after 12 of 12 words · counts · just now
        - “rook”
        Wrong: −5 points · after 6 of 12 words · counts · just now
        - “raven”
        Right, and early: 15 points · after 3 of 12 words · counts · just now
        ") }
        // What was chosen last is there again.
        let page = ann.get("/quiz/read").await;
        assert!(page.body.contains("value=\"600\" selected"), "{}", page.body);
    }
}
