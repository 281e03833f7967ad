//! A game between people, page by page.

use insta::assert_snapshot;
use luna_testkit::app::{DAY, HOUR, MINUTE, SECOND, TestApp};
use luna_testkit::play::{lent, paired, questions, responses};

#[tokio::test]
async fn two_people_play_a_whole_game() {
    let mut told = Vec::new();
    for app in TestApp::each().await {
        told.push(whole_game(&app).await);
    }
    assert!(told.iter().all(|one| *one == told[0]), "the same on every database");
    assert_snapshot!(told[0], @"
      ann: # Ask five questions
      bob: # Ask five questions
    ann asks
      ann: # Your questions are in
      bob: # Ask five questions
    bob asks
      ann: # Answer five questions
      bob: # Answer five questions
    bob answers
      ann: # Answer five questions
      bob: # Your responses are in
    ann answers
      ann: # How smart is your partner?
      bob: # How smart is your partner?
    ann guesses
      ann: # Your guess is in
      bob: # How smart is your partner?
    bob guesses
      ann: # bob, a person
      bob: # ann, a person
    ");
}

/// What both see first on their pages, move by move.
async fn whole_game(app: &TestApp) -> String {
    let (mut ann, mut bob) = (app.guest("ann").await, app.account("bob").await);
    let (anns, bobs) = (ann.new_game().await, bob.new_game().await);
    let mut told = String::new();
    for step in
        ["", "ann asks", "bob asks", "bob answers", "ann answers", "ann guesses", "bob guesses"]
    {
        app.later(5 * MINUTE);
        let answer = match step {
            "ann asks" => ann.asks(&anns, "ann").await,
            "bob asks" => bob.asks(&bobs, "bob").await,
            "bob answers" => bob.answers(&bobs, "bob").await,
            "ann answers" => ann.answers(&anns, "ann").await,
            "ann guesses" => ann.guesses(&anns, "62.5").await,
            "bob guesses" => bob.guesses(&bobs, "40").await,
            _ => ann.get(&anns).await,
        };
        assert!(step.is_empty() || answer.to_string() == "303 -> /games/ID", "{step}: {answer}");
        let (hers, his) = (ann.get(&anns).await.lines("# "), bob.get(&bobs).await.lines("# "));
        let first = |page: &str| page.lines().next().unwrap_or_default().to_owned();
        told.push_str(&format!("{step}\n  ann: {}\n  bob: {}\n", first(&hers), first(&his)));
    }
    told
}

#[tokio::test]
async fn the_interview_asks_for_five_questions() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let game = ann.new_game().await;
    app.later(HOUR);
    assert_snapshot!(ann.get(&game).await.brief(), @"
    200
    You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
    *Interview* Response Guess Final
    # Ask five questions
    Your partner answers all of them, and you guess from the responses how smart they seem. This game counts for your ratings.
    ▸ What makes a question tell a lot
    - Mix easy and hard ones, so that they tell a parrot from a professor.
    - They need no right answer: taste, humour and judgement say a lot.
    - People may look things up, so plain trivia tells you little.
    - You do not know who is there. It may not be a person.
    ▸ Questions to begin with
    Take some of ours, press again for others, and change what you like. What you have typed stays.
    [Playful] [Reasoning] [Everyday sense] [Imagination] [Language] [What the world is like] [Suggestions from a text]
    Question 1 ‹ ›
    0 of 5,000
    (and so on to 5)
    Never give contact details or passwords, yours or anybody's: see the conduct rules.
    [Send my questions] [Save and finish later]
    What you type is saved, here and on your other devices. 3 days left, then this game is closed.
    ▸ Leave this game
    Your questions are kept for your next game.
    [Leave this game for good]
    ");
}

#[tokio::test]
async fn a_player_waiting_for_a_partner_is_told_what_comes_next() {
    let (_app, mut ann) = TestApp::with_guest("ann").await;
    let game = ann.opens("ann").await;
    assert_snapshot!(ann.get(&game).await.until("▸ Leave this game"), @"
    200
    You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
    *Interview* Response Guess Final
    # Your questions are in
    You will have a partner in a moment.
    If no person comes, a machine will within 2 minutes. It may be a person or a machine. You will not be told until the end.
    This page updates itself when there is something to do. You need not wait here: your games are saved, and you can come back at any time.
    Tell me by mail when it is my turn ‹›
    [Tell me] For this game alone. The address is deleted when the game is over.
    [Call me when it is my move]
    [Your games] [Start another game]
    Meanwhile: Play today’s moon · Read one tossup · Judge a pair · Ask it something · Rate ten
    ▸ Your questions
    - ann asks 1?
    (and so on to 5)
    ");
}

#[tokio::test]
async fn the_response_page_has_the_other_players_questions() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    let [anns, _] = paired(&mut ann, &mut bob).await;
    assert_snapshot!(ann.get(&anns).await.brief(), @"
    200
    Interview *Response* Guess Final
    # Answer five questions
    Answer as well as you can, in any form you like. The other player will guess your Smarts Rating from these responses alone. High guesses raise your rating.
    bob asks 1?
    Response 1 ‹ ›
    0 of 5,000
    (and so on to 5)
    Never give contact details or passwords, yours or anybody's: see the conduct rules.
    [Send my responses] [Save and finish later]
    What you type is saved, here and on your other devices. 3 days left, then the seat is given to somebody else.
    ▸ Leave this game
    Your partner keeps what they wrote and gets another player. Your questions are kept for your next game.
    [Leave this game for good]
    Report · Never pair again
    ");
}

#[tokio::test]
async fn a_player_who_has_answered_waits_for_the_others_responses() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    let [anns, _] = paired(&mut ann, &mut bob).await;
    ann.answers(&anns, "ann").await;
    assert_snapshot!(ann.get(&anns).await.until("▸ Leave this game"), @"
    200
    Interview *Response* Guess Final
    # Your responses are in
    The other player is still answering your questions. You will see their responses here when they are done.
    If they leave, or are away for 3 days, you go to the head of the queue for another partner and keep everything you have written.
    This page updates itself when there is something to do. You need not wait here: we will email you.
    [Call me when it is my move]
    [Your games] [Start another game]
    Meanwhile: Play today’s moon · Read one tossup · Judge a pair · Ask it something · Rate ten
    ▸ Your questions
    - ann asks 1?
    (and so on to 5)
    ▸ Your responses
    bob asks 1?
    ann says 1.
    (and so on to 5)
    ");
}

#[tokio::test]
async fn the_guess_page_has_the_answers_and_a_field_for_each_mark() {
    let app = TestApp::new().await;
    let (mut ann, _, [anns, _]) = app.answered().await;
    app.later(DAY);
    assert_snapshot!(ann.get(&anns).await.until("▸ Leave this game"), @"
    200
    You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
    Interview Response *Guess* Final
    # How smart is your partner?
    The closer of your two guesses wins. Their rating is the mean of what people have guessed about them.
    ann asks 1?
    bob says 1.
    ▸ Mark this response
    How smart was response 1?
    ‹›
    ann asks 2?
    bob says 2.
    ▸ Mark this response
    How smart was response 2?
    ‹›
    ann asks 3?
    bob says 3.
    ▸ Mark this response
    How smart was response 3?
    ‹›
    ann asks 4?
    bob says 4.
    ▸ Mark this response
    How smart was response 4?
    ‹›
    ann asks 5?
    bob says 5.
    ▸ Mark this response
    How smart was response 5?
    ‹›
    ▸ What they asked you
    bob asks 1?
    ann says 1.
    (and so on to 5)
    Your guess about the other player's Smarts Rating
    ‹›
    a parrot a professor
    [Make this my guess]
    From 0 to 100, decimals allowed.
    [Save and finish later]
    What you type is saved, here and on your other devices. 2 days left, then the seat is given to somebody else.
    ");
}

#[tokio::test]
async fn a_player_who_has_guessed_waits_for_the_others_guess() {
    let app = TestApp::new().await;
    let (mut ann, _, [anns, _]) = app.answered().await;
    ann.guesses(&anns, "50").await;
    assert_snapshot!(ann.get(&anns).await.above_folds(), @"
    200
    You are playing as a guest on this device. Create an account to keep your games and get mail when it is your move.
    Interview Response *Guess* Final
    # Your guess is in
    As soon as the other player has guessed too, you will see both guesses and both ratings.
    If they leave, or are away for 3 days, you go to the head of the queue for another partner and keep everything you have written.
    This page updates itself when there is something to do. You need not wait here: your games are saved, and you can come back at any time.
    Tell me by mail when it is my turn ‹›
    [Tell me] For this game alone. The address is deleted when the game is over.
    [Call me when it is my move]
    [Your games] [Start another game]
    Meanwhile: Play today’s moon · Read one tossup · Judge a pair · Ask it something · Rate ten
    ");
}

#[tokio::test]
async fn marks_alone_are_answered_with_the_guess_they_suggest() {
    let app = TestApp::new().await;
    let (mut ann, _) = app.at_guess("ann").await;
    let marks = [("s1", "80"), ("s2", "30,5"), ("s3", ""), ("s4", "10"), ("s5", "100")];
    let suggested = ann.press("Make this my guess", &marks).await;
    assert_eq!(suggested.status.as_u16(), 422);
    assert_snapshot!(suggested.lines("!"), @"! Your marks suggest 55.1. Change it if you like, then send it.");
    assert_snapshot!(suggested.lines("‹"), @"
    ‹80›
    ‹30,5›
    ‹›
    ‹10›
    ‹100›
    ‹55.1›
    ");
    assert_snapshot!(ann.press("Make this my guess", &[]).await, @"303 -> /games/ID");
    assert_snapshot!(
        app.db.column("SELECT body FROM game_move WHERE body LIKE '%guess%'").join("\n"), @r#"{"guess":{"points":55100000,"sliders":[80000000,30500000,null,10000000,100000000]}}"#
    );
}

#[tokio::test]
async fn who_waits_reads_for_how_long_since_their_own_move() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.account("bob").await);
    let anns = ann.opens("ann").await;
    assert!(!ann.reads(&anns).await.contains("You have waited"));
    app.later(5 * MINUTE);
    assert!(ann.reads(&anns).await.contains("You have waited 5 minutes."));
    // From her next move on it is counted again, and nothing that the partner does changes it.
    bob.opens("bob").await;
    ann.answers(&anns, "ann").await.leads_to(&anns);
    assert!(!ann.reads(&anns).await.contains("You have waited"));
    app.later(HOUR + 40 * MINUTE);
    assert!(ann.reads(&anns).await.contains("You have waited 1 hour."));
    let games = bob.reads("/games").await;
    assert!(!games.contains("You have waited"), "{games}");
}

#[tokio::test]
async fn a_page_counts_down_the_time_that_is_left() {
    let (app, mut ann) = TestApp::with_guest("ann").await;
    let game = ann.new_game().await;
    let mut left = Vec::new();
    for ms in [0, DAY, DAY + HOUR, 22 * HOUR, 55 * MINUTE, 4 * MINUTE + 30 * SECOND] {
        app.later(ms);
        let line = ann.get(&game).await.lines("left");
        let (_, left_over) = line.split_once("devices. ").unwrap();
        left.push(left_over.split_once(',').unwrap().0.to_owned());
    }
    assert_eq!(
        left,
        [
            "3 days left",
            "2 days left",
            "23 hours left",
            "1 hour left",
            "5 minutes left",
            "30 seconds left"
        ]
    );
}

#[tokio::test]
async fn a_draft_saved_without_scripts_is_there_on_another_device() {
    for app in TestApp::each().await {
        let mut ann = app.account("ann").await;
        let game = ann.new_game().await;
        ann.get(&game).await;
        let typed = [("q1", "One?"), ("q3", "Three,\nin two lines? 🌙")];
        ann.press("Save and finish later", &typed).await.leads_to("/games?notice=saved");
        let mut phone = ann.elsewhere();
        phone.logs_in("ann@example.org", luna_testkit::app::PASSWORD).await.leads_to("/games");
        let page = phone.get(&game).await;
        assert!(page.body.contains("\nOne?</textarea>"), "{page}");
        assert!(page.body.contains("\nThree,\nin two lines? 🌙</textarea>"), "{page}");
        assert_eq!(page.lines("Saved").lines().count(), 2, "{page}");
    }
}

#[tokio::test]
async fn drafts_from_two_devices_are_kept_field_by_field() {
    let app = TestApp::new().await;
    let (mut ann, game) = app.at_new_game("ann").await;
    let mut same = ann.clone();
    let draft = format!("{game}/draft");
    ann.post(&draft, &[("q1", "from here")]).await.leads_to("/games?notice=saved");
    same.post(&draft, &[("q2", "from there")]).await.leads_to("/games?notice=saved");
    let page = ann.get(&game).await;
    assert!(page.body.contains("\nfrom here</textarea>") && page.body.contains("\nfrom there<"));
}

#[tokio::test]
async fn a_script_that_saves_gets_no_page() {
    let app = TestApp::new().await;
    let (mut ann, game) = app.at_new_game("ann").await;
    let (action, body) = ann.filled("Save and finish later", &[("q1", "typed")]);
    let request = axum::http::Request::post(action)
        .header("content-type", "application/x-www-form-urlencoded")
        .header("x-luna-draft", "1")
        .body(axum::body::Body::from(body))
        .unwrap();
    let answer = ann.send(request).await;
    assert_eq!((answer.status.as_u16(), answer.body.as_str()), (204, ""));
    assert!(ann.get(&game).await.body.contains("\ntyped</textarea>"));
}

#[tokio::test]
async fn the_pages_of_a_game_are_kept_out_of_other_peoples_hands() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.guest("bob").await);
    let mut eve = app.guest("eve").await;
    let [anns, bobs] = paired(&mut ann, &mut bob).await;
    eve.get("/games").await;
    let before = app.dump();
    let nowhere = "/games/01j9bpdbg0zzzzzzzzzzzzzzzz";
    let everything: Vec<(String, String)> =
        questions("eve").into_iter().chain(responses("eve")).collect();
    for (player, theirs) in [(&mut eve, &anns), (&mut bob, &anns), (&mut ann, &bobs)] {
        for action in ["", "/questions", "/responses", "/guess", "/leave", "/draft"] {
            let (one, other) = if action.is_empty() {
                (player.get(theirs).await, player.get(nowhere).await)
            } else {
                player.get("/games").await;
                let fields = lent(&everything);
                let one = player.post(&format!("{theirs}{action}"), &fields).await;
                player.get("/games").await;
                (one, player.post(&format!("{nowhere}{action}"), &fields).await)
            };
            assert_eq!(one.status.as_u16(), 404, "{action}");
            assert_eq!(
                (one.status, &one.headers, &one.body),
                (other.status, &other.headers, &other.body)
            );
        }
    }
    assert_eq!(app.dump(), before);
}
