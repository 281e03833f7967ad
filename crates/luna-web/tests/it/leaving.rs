//! A partner who goes away, and what both read then.

use insta::{allow_duplicates, assert_snapshot};
use luna_testkit::app::{DAY, HOUR, MINUTE, TestApp};
use luna_testkit::persona::Persona;
use luna_testkit::play::{answered, lent, paired, responses};

#[tokio::test]
async fn a_player_left_behind_before_answering_goes_to_the_head_of_the_queue() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    let [anns, bobs] = paired(&mut ann, &mut bob).await;
    bob.leaves(&bobs).await.leads_to("/games");
    assert_snapshot!(ann.get(&anns).await.above_folds(), @"
    200
    *Interview* Response Guess Final
    # Your partner has left
    Nothing of yours is lost: your questions are back at the head of the queue.
    If no person comes, a machine will within 2 minutes. It may be a person or a machine. You will not be told until the end.
    This page updates itself when there is something to do. You need not wait here: we will email you.
    [Call me when it is my move]
    [Your games] [Start another game]
    Meanwhile: Play today’s moon · Read one tossup · Judge a pair · Ask it something · Rate ten
    ");
}

#[tokio::test]
async fn a_player_left_behind_after_answering_keeps_the_responses() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    let [anns, bobs] = paired(&mut ann, &mut bob).await;
    ann.answers(&anns, "ann").await;
    bob.leaves(&bobs).await.leads_to("/games");
    assert_snapshot!(ann.get(&anns).await.above_folds(), @"
    200
    *Interview* Response Guess Final
    # Your partner has left
    Nothing of yours is lost: your questions and your responses are back at the head of the queue, and the next player takes the empty seat.
    If no person comes, a machine will within 2 minutes. It may be a person or a machine. You will not be told until the end.
    This page updates itself when there is something to do. You need not wait here: we will email you.
    [Call me when it is my move]
    [Your games] [Start another game]
    Meanwhile: Play today’s moon · Read one tossup · Judge a pair · Ask it something · Rate ten
    ");
}

#[tokio::test]
async fn a_player_left_behind_after_guessing_guesses_again_for_the_next_partner() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    let [anns, bobs] = answered(&mut ann, &mut bob).await;
    ann.guesses(&anns, "77").await.leads_to(&anns);
    bob.leaves(&bobs).await.leads_to("/games");
    assert_snapshot!(ann.get(&anns).await.lines("# "), @"# Your partner has left");
    let mut cat = app.guest("cat").await;
    let cats = cat.opens("cat").await;
    cat.answers(&cats, "cat").await.leads_to(&cats);
    let page = ann.get(&anns).await;
    assert_snapshot!(page.lines("# "), @"# How smart is your partner?");
    assert_snapshot!(page.lines("cat says"), @"
    cat says 1.
    cat says 2.
    cat says 3.
    cat says 4.
    cat says 5.
    ");
    assert_snapshot!(page.lines("decimals"), @"From 0 to 100, decimals allowed.");
}

#[tokio::test]
async fn a_text_for_one_partner_is_not_sent_to_the_next() {
    for app in TestApp::each().await {
        let (mut ann, mut bob, [anns, bobs]) = app.paired().await;
        assert!(ann.reads(&anns).await.contains("bob asks 1?"));
        bob.leaves(&bobs).await.leads_to("/games");
        let mut cat = app.guest("cat").await;
        let cats = cat.opens("cat").await;
        let fields = responses("ann to bob");
        let sent = ["Send my responses", "Save and finish later"]
            .map(|button| ann.filled(button, &lent(&fields)));
        for (action, body) in sent {
            let answer = ann.post_raw(&action, &body).await;
            assert_eq!(answer.status, 409, "{answer}");
            assert!(answer.text().contains("The player this was meant for has left"), "{answer}");
            assert!(answer.text().contains("ann to bob says 5."), "{answer}");
        }
        cat.answers(&cats, "cat").await.leads_to(&cats);
        ann.answers(&anns, "ann to cat").await.leads_to(&anns);
        assert!(ann.reads(&anns).await.contains("How smart is your partner?"));
        let (action, body) = ann.filled("Make this my guess", &[("guess", "11")]);
        cat.leaves(&cats).await.leads_to("/games");
        let mut dan = app.guest("dan").await;
        let dans = dan.opens("dan").await;
        dan.answers(&dans, "dan").await.leads_to(&dans);
        let answer = ann.post_raw(&action, &body).await;
        assert!(answer.text().contains("The player this was meant for has left"), "{answer}");
        ann.guesses(&anns, "22").await.leads_to(&anns);
        dan.guesses(&dans, "33").await.leads_to(&dans);
        assert!(dan.reads(&dans).await.contains("22"));
    }
}

/// A script sends the last keys when the page has gone already.
#[tokio::test]
async fn a_draft_for_one_partner_fills_no_form_for_the_next() {
    for app in TestApp::each().await {
        let (mut ann, mut bob, [anns, bobs]) = app.paired().await;
        ann.get(&anns).await;
        let (draft, body) = ann.filled("Save and finish later", &[("r1", "half a resp")]);
        bob.leaves(&bobs).await.leads_to("/games");
        assert_eq!(ann.types(&draft, &body).await.status, 204);
        assert!(ann.reads(&anns).await.contains("half a resp"), "it is there to be read");
        let mut cat = app.guest("cat").await;
        cat.opens("cat").await;
        assert_eq!(ann.types(&draft, &body).await.status, 204);
        let page = ann.get(&anns).await.body;
        assert!(page.contains("cat asks 1?") && !page.contains("half a resp"), "{page}");
    }
}

#[tokio::test]
async fn a_player_in_an_inherited_seat_is_told_whose_questions_they_are() {
    let app = TestApp::new().await;
    let (mut cat, cats, _, _) = inherited(&app).await;
    assert_snapshot!(cat.get(&cats).await.text().split("Response 1").next().unwrap(), @"
    Interview *Response* Guess Final
    # Answer five questions
    Your partner has already answered somebody who has left, so those responses are yours to judge. Your own questions are kept and will be filled in for your next game.
    Answer as well as you can, in any form you like. The other player will guess your Smarts Rating from these responses alone. High guesses raise your rating.
    ann asks 1?
    ");
    cat.answers(&cats, "cat").await.leads_to(&cats);
    assert_snapshot!(cat.get(&cats).await.text().split("How smart was").next().unwrap(), @"
    Interview Response *Guess* Final
    # How smart is your partner?
    These questions were asked by somebody who has left. The responses are your partner's.
    The closer of your two guesses wins. Their rating is the mean of what people have guessed about them.
    bob asks 1?
    ann says 1.
    ▸ Mark this response
    ");
}

#[tokio::test]
async fn an_inherited_game_is_finished_like_any_other() {
    for app in TestApp::each().await {
        let (mut cat, cats, mut ann, anns) = inherited(&app).await;
        cat.answers(&cats, "cat").await.leads_to(&cats);
        cat.guesses(&cats, "12").await.leads_to(&cats);
        ann.guesses(&anns, "34").await.leads_to(&anns);
        let page = cat.get(&cats).await;
        assert_eq!(page.lines("# ").lines().next(), Some("# ann, a person"));
        assert!(page.text().contains("bob asks 1?\nann says 1."), "{page}");
        assert!(page.text().contains("ann asks 1?\ncat says 1."), "{page}");
        // Her own questions wait for her next game.
        let next = cat.new_game().await;
        assert!(cat.get(&next).await.body.contains("\ncat asks 1?</textarea>"));
    }
}

#[tokio::test]
async fn a_player_waiting_in_an_inherited_seat_does_not_see_questions_by_somebody_else() {
    let app = TestApp::new().await;
    let (mut cat, cats, _, _) = inherited(&app).await;
    cat.answers(&cats, "cat").await;
    cat.guesses(&cats, "12").await;
    let page = cat.get(&cats).await;
    assert_snapshot!(page.lines("▸"), @"▸ Your responses");
    assert!(!page.text().contains("bob asks"));
}

#[tokio::test]
async fn questions_sent_or_typed_come_back_in_the_next_game() {
    for app in TestApp::each().await {
        let (_, mut bob, [_, bobs]) = app.paired().await;
        bob.leaves(&bobs).await.leads_to("/games");
        let next = bob.new_game().await;
        assert!(bob.get(&next).await.body.contains("\nbob asks 5?</textarea>"));
        bob.press("Save and finish later", &[("q5", "something better?")])
            .await
            .leads_to("/games?notice=saved");
        bob.leaves(&next).await.leads_to("/games");
        let third = bob.new_game().await;
        let page = bob.get(&third).await.body;
        assert!(page.contains("\nbob asks 4?</textarea>") && page.contains("\nsomething better?<"));
    }
}

async fn is_told_of_leaving(player: &mut Persona, game: &str) {
    let (page, list) = (player.get(game).await, player.get("/games").await);
    allow_duplicates!(assert_snapshot!(page, @"
    200
    # You left this game
    Nobody waits for you. Your questions are kept and will be filled in for your next game.
    [New game] [Your games]
    Report · Never pair again
    "));
    allow_duplicates!(
        assert_snapshot!(list.lines("left"), @"- You left this game / Nobody waits for you just now")
    );
}

#[tokio::test]
async fn a_game_one_has_left_says_so() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.account("bob").await);
    let [_, bobs] = paired(&mut ann, &mut bob).await;
    bob.leaves(&bobs).await.leads_to("/games");
    is_told_of_leaving(&mut bob, &bobs).await;
}

#[tokio::test]
async fn a_game_that_ran_out_says_so() {
    let app = TestApp::new().await;
    let (mut ann, mut bob) = (app.guest("ann").await, app.account("bob").await);
    let [anns, bobs] = paired(&mut ann, &mut bob).await;
    ann.answers(&anns, "ann").await;
    app.passes(3 * DAY, HOUR).await;
    assert_snapshot!(bob.get(&bobs).await, @"
    200
    # Time ran out
    You were away while the other player waited, or the time for your move ran out. The other player continues with somebody else. Your questions are kept and will be filled in for your next game.
    [New game] [Your games]
    Report · Never pair again
    ");
    assert_snapshot!(bob.get("/games").await.lines("ran out"), @"- Time ran out / Nobody waits for you just now");
}

#[tokio::test]
async fn a_game_that_nobody_was_left_to_play_says_so() {
    let (app, mut ann) = TestApp::with_account("ann").await;
    let game = ann.new_game().await;
    app.db.raw(
        "UPDATE seat SET state = 'over', ending = 'closed', due_at = NULL, ended_at = changed_at",
    );
    assert_snapshot!(ann.get(&game).await, @"
    200
    # This game was given up
    Nobody was left to play it.
    [New game] [Your games]
    Report · Never pair again
    ");
    assert_snapshot!(ann.get("/games").await.lines("Given up"), @"- Given up / Nobody was left to play just now");
}

/// Where there never was a partner, none is spoken of.
#[tokio::test]
async fn leaving_a_game_nobody_has_joined_gives_nobody_another_partner() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    let game = ann.new_game().await;
    assert_snapshot!(ann.get(&game).await.lines("kept for your next"), @"Your questions are kept for your next game.");
    ann.leaves(&game).await.leads_to("/games");
    is_told_of_leaving(&mut ann, &game).await;
}

#[tokio::test]
async fn leaving_practice_promises_nothing_that_is_not_kept() {
    let (_app, mut ann) = TestApp::with_account("ann").await;
    let game = ann.practice().await;
    assert_snapshot!(ann.get(&game).await.text().split("Leave this game").nth(1).unwrap(), @"
    Nothing from a practice game is kept.
    [
    ");
    ann.leaves(&game).await.leads_to("/games");
    assert_snapshot!(ann.get(&game).await, @"
    200
    # You left this game
    Nobody waits for you.
    [New game] [Your games]
    Report · Never pair again
    ");
}

#[tokio::test]
async fn leaving_twice_is_answered_as_the_first_time() {
    let app = TestApp::new().await;
    let (mut ann, _) = app.at_new_game("ann").await;
    let (action, body) = ann.filled("Leave this game for good", &[]);
    ann.post_raw(&action, &body).await.leads_to("/games");
    let before = app.dump();
    ann.post_raw(&action, &body).await.leads_to("/games");
    assert_eq!(app.dump(), before);
}

#[tokio::test]
async fn a_player_who_has_guessed_cannot_leave() {
    let app = TestApp::new().await;
    let (mut ann, anns) = app.at_guess("ann").await;
    let (action, body) = ann.filled("Leave this game for good", &[]);
    ann.guesses(&anns, "50").await.leads_to(&anns);
    assert!(!ann.get(&anns).await.text().contains("Leave this game"));
    assert_snapshot!(ann.post_raw(&action, &body).await, @"
    409
    # That did not work
    ! You have finished your part of this game.
    [Your games]
    ");
}

/// Ann has answered Bob's questions and Bob has gone; Cat takes his seat.
async fn inherited(app: &TestApp) -> (Persona, String, Persona, String) {
    let (mut ann, mut bob) = (app.account("ann").await, app.guest("bob").await);
    let [anns, bobs] = paired(&mut ann, &mut bob).await;
    ann.answers(&anns, "ann").await.leads_to(&anns);
    bob.leaves(&bobs).await.leads_to("/games");
    let mut cat = app.account("cat").await;
    let cats = cat.opens("cat").await;
    (cat, cats, ann, anns)
}

#[tokio::test]
async fn somebody_who_has_closed_the_page_is_not_waited_for() {
    for app in TestApp::each_with(|settings| settings.timing.silence_ms = 15 * MINUTE).await {
        let mut cat = app.guest("cat").await;
        let (mut ann, mut bob, [anns, bobs]) = app.paired().await;
        ann.answers(&anns, "ann").await.leads_to(&anns);
        let typed = [("r1", "halfway through")];
        bob.post(&format!("{bobs}/draft"), &typed).await.leads_to("/games?notice=saved");
        // While he looks at a page, of this game or another, he is there.
        app.passes(10 * MINUTE, MINUTE).await;
        bob.get("/games").await;
        app.passes(14 * MINUTE, MINUTE).await;
        assert!(ann.reads(&anns).await.contains("Your responses are in"));
        app.passes(2 * MINUTE, MINUTE).await;
        assert!(ann.reads(&anns).await.contains("Your partner has left"));
        let cats = cat.opens("cat").await;
        assert!(cat.reads(&cats).await.contains("ann asks 1?"));
        assert!(ann.reads(&anns).await.contains("Your responses are in"), "nothing to do again");
        let page = bob.get(&bobs).await.body;
        assert!(page.contains("Time ran out") && page.contains("halfway through"), "{page}");
        let next = bob.new_game().await;
        assert!(bob.get(&next).await.body.contains("bob asks 5?"), "his questions are kept");
    }
}
